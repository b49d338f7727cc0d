"""7.5.3, 7.6: surprise."""

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.forces.surprise import is_possible, roll_surprise
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.exchange import fire_exchange
from games.titles.pq17.rules.surface.gunnery import Aim
from games.titles.pq17.rules.surface.torpedo_step import Launch
from games.titles.pq17.state.events.surface import BattleJoined
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import cruisers
from tests.titles.pq17.displays import battle
from tests.titles.pq17.engaging import misses
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.trial import run

rule = pytest.mark.rule


@rule("pq17", "7.5.3", position="PP129")
def test_7_5_3_with_surprise_she_has_not() -> None:
    fight = battle(("dd_a_i 1",), ("admiral_hipper 4",))
    fight.surprised = "allied"
    run(
        fire_exchange(BOX, fight, [Aim("dd_a_i", "admiral_hipper"), Aim("admiral_hipper", "dd_a_i")], [], key="x"),
        dice=[(0, 0, 0, 9)],
    )
    assert [one.name for one in fight.units] == ["admiral_hipper"]


@rule("pq17", "7.5.3")
@pytest.mark.parametrize(("caught", "left_over"), [("allied", "dd_36a"), ("axis", "dd_a_i")])
def test_7_5_3_whoever_is_surprised_fires_last(caught: str, left_over: str) -> None:
    fight = battle(("dd_a_i 1",), ("dd_36a 1",))
    fight.surprised = caught
    run(fire_exchange(BOX, fight, [Aim("dd_36a", "dd_a_i"), Aim("dd_a_i", "dd_36a")], [], key="x"), dice=[(9,)])
    assert [one.name for one in fight.units] == [left_over]


@rule("pq17", "7.5.3")
def test_7_5_3_torpedoes_of_a_surprise_come_before_the_guns_of_the_surprised() -> None:
    fight = battle(("suffolk 2",), ("dd_36a 2",))
    fight.surprised = "allied"
    fight.unit("dd_36a").area = "torpedo"
    done = run(
        fire_exchange(BOX, fight, [Aim("suffolk", "dd_36a")], [Launch("dd_36a", "suffolk")], key="x"),
        dice=[(0, 9), (9,)],
    )
    assert done.broadsides == ()
    assert [one.name for one in fight.units] == ["dd_36a"]


@rule("pq17", "7.5.3")
def test_7_5_3_surprise_lasts_one_round() -> None:
    fight = battle(("dd_a_i 1",), ("dd_36a 1",), round_=2)
    fight.surprised = "allied"
    run(fire_exchange(BOX, fight, [Aim("dd_36a", "dd_a_i"), Aim("dd_a_i", "dd_36a")], [], key="x"), dice=[(9,), (9,)])
    assert fight.units == []


@rule("pq17", "7.5.3", "7.3")
def test_7_5_3_torpedoes_of_a_surprise_come_before_the_guns_of_who_was_surprised() -> None:
    fight = battle(("dd_a_i 1",), ("tb_35_37 1",))
    fight.surprised = "allied"
    fight.unit("tb_35_37").area = "torpedo"
    aimed = [Aim("dd_a_i", "tb_35_37"), Aim("tb_35_37", "dd_a_i")]
    found = run(fire_exchange(BOX, fight, aimed, [Launch("tb_35_37", "dd_a_i")], key="e"), dice=[(0,), (9,), (3,)])
    assert [one.aim.firer for one in found.broadsides] == ["tb_35_37"]
    assert [one.name for one in fight.units] == ["tb_35_37"]


@rule("pq17", "7.6", "7.5.3")
def test_7_6_surprise_in_poor_weather() -> None:
    board = cruisers(sky=Sky(kind="reduced"))
    card = a_card("force", "0", weather=1)
    play(surface_combat(board), cards=[card], dice=[(6,), *misses(4, 3), (0,)])
    joined = next(event for event in heard(board, "allied") if isinstance(event, BattleJoined))
    assert (joined.surprise, joined.modifier, joined.surprised) == (6, 2, "allied"), "+1 weather, +1 unidentified"


@rule("pq17", "7.6", positions=("P39", "PP141"))
@pytest.mark.parametrize(
    ("weather", "unidentified", "least"),
    [("reduced", False, 7), ("fog", True, 5), ("fair", False, 8), ("gale", True, 5)],
)
def test_7_6_surprise(weather: WeatherKind, unidentified: bool, least: int) -> None:
    for die in (least - 1, least):
        found = run(roll_surprise(BOX, weather, unidentified=unidentified, key="s"), dice=[(die,)])
        assert found.succeeds is (die == least)


@rule("pq17", "7.6", position="PP141")
def test_7_6_no_surprise_by_day_in_fair_weather() -> None:
    assert not is_possible("fair", day=True)
    assert is_possible("fair", day=False)
    assert is_possible("reduced", day=True)


@rule("pq17", "7.6", "7.2.1o", position="PP263")
@pytest.mark.parametrize(
    ("weather", "unidentified", "least"),
    [("storm", False, 7), ("gale", True, 5), ("fair", False, 8), ("reduced", False, 7)],
)
def test_7_6_the_least_die_of_a_surprise(weather: WeatherKind, unidentified: bool, least: int) -> None:
    found = [run(roll_surprise(BOX, weather, unidentified=unidentified, key="s"), dice=[(die,)]).succeeds
             for die in (least - 1, least)]  # fmt: skip
    assert found == [False, True]
