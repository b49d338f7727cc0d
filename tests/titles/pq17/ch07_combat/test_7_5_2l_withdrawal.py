"""7.5.2l to 7.5.2r: withdrawal, and the end of a round and of a battle."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders import battle as ordered
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.search.identification import level_after_combat
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.doctrine import leaving_units
from games.titles.pq17.rules.surface.engagement import Engagement
from games.titles.pq17.rules.surface.layout import lay_out_force
from games.titles.pq17.rules.surface.withdrawal import (
    has_warships,
    is_one_sided,
    may_withdraw,
    roll_round_end,
    roll_withdrawal,
    withdrawal_modifier,
)
from games.titles.pq17.state.events.surface import RoundOver, Withdrew
from games.titles.pq17.state.state import AirUnit
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import cruisers, doctrine, engaged, side_command
from tests.titles.pq17.displays import battle
from tests.titles.pq17.engaging import attacked, misses, told
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import OPEN, facing
from tests.titles.pq17.trial import read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.5.2l")
@pytest.mark.parametrize(("enemy", "leaves"), [("dd_a_i 4", False), ("dd_a_i 5", False), ("dd_a_i 6", True)])
def test_7_5_2l_who_gives_way_to_the_stronger_does_so_beyond_five_quarters_of_his_strength(
    enemy: str, leaves: bool
) -> None:
    fight = battle((enemy,), ("admiral_hipper 4",))
    assert bool(leaving_units(BOX, fight, doctrine("axis", stands="if_stronger"))) is leaves


@rule("pq17", "7.5.2l")
@pytest.mark.parametrize(
    ("ships", "enemies", "slower"),
    [
        (("es_german 1",), ("norfolk",), True),
        (("es_german 1",), ("norfolk", "es_british 1"), False),
        (("koln",), ("norfolk",), False),
        (("koln",), ("es_british 1",), False),
    ],
)
def test_7_5_2l_who_is_slower_than_every_enemy_withdraws_worse(ships: Any, enemies: Any, slower: bool) -> None:
    board = facing(force("a", "allied", "task_force", OPEN, *enemies), force("t", "axis", "task_force", OPEN, *ships))
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out(list(board.state.forces))
    expected = [withdrawal_modifier(board.box, "fair", day=True, warned=False, others=True, slower=one)
                for one in (False, True)]  # fmt: skip
    assert expected[0] != expected[1]
    assert fight._modifier(fight.battle.of("axis")[0], fight.battle.against("axis")) == expected[slower]


@rule("pq17", "7.5.2l", position="PP130")
@pytest.mark.parametrize(
    ("weather", "day", "least"),
    [("fair", False, 6), ("fog", True, 5), ("gale", True, 4), ("fair", True, 7), ("reduced", False, 5)],
)
def test_7_5_2l_the_least_die_that_withdraws(weather: WeatherKind, day: bool, least: int) -> None:
    assert BOX.charts.withdrawal.succeeds - withdrawal_modifier(BOX, weather, day=day) == least


@rule("pq17", "7.5.2l")
def test_7_5_2l_each_unit_leaves_by_its_own_modifier() -> None:
    fight = battle(("jamaica 4", "dd_a_i 1", "norfolk 3"), ("lutzow 4",))
    fight.unit("dd_a_i").area = "torpedo"
    found = run(roll_withdrawal(BOX, fight, "allied", {"jamaica": 0, "dd_a_i": 1, "lutzow": 5}, key="w"), dice=[(6,)])
    assert found.left == ("dd_a_i",)
    assert [one.name for one in fight.units] == ["jamaica", "norfolk", "lutzow"]


@rule("pq17", "7.5.2l", "7.5.7d")
@pytest.mark.parametrize(
    ("allied", "axis", "stands", "must_go", "gone"),
    [
        (("london 3",), ("lutzow 4",), "if_stronger", False, {"london"}),
        (("london 4",), ("lutzow 4", "koln 1"), "if_stronger", False, set()),
        (("london 4",), ("lutzow 4", "koln 2"), "if_stronger", False, {"london"}),
        (("london 3",), ("lutzow 4",), "stay", False, set()),
        (("london 4",), ("koln 1",), "withdraw", False, {"london"}),
        (("london 4",), ("koln 1",), "stay", True, {"london"}),
        (("dd_a_i 1", "mv 4"), ("lutzow 4",), "if_stronger", False, {"mv"}),
        (("dd_a_i 1", "mv 4"), ("lutzow 4",), "withdraw", False, {"mv", "dd_a_i"}),
        (("dd_a_i 4", "aldersdale 1"), ("koln 1",), "stay", False, {"aldersdale"}),
    ],
)  # fmt: skip
def test_7_5_2l_who_leaves_without_an_order(
    allied: tuple[str, ...], axis: tuple[str, ...], stands: str, must_go: bool, gone: set[str]
) -> None:
    """From five quarters on; with a convoy the warships stay, whoever is stronger."""
    assert leaving_units(BOX, battle(allied, axis), side_command("allied", stands=stands, must_go=must_go)) == gone


@rule("pq17", "7.5.2l")
@pytest.mark.parametrize(("since", "round_", "gone"), [("2", 1, False), ("2", 2, True), ("2", 3, True), ("1", 1, True)])
def test_7_5_2l_an_order_to_leave_holds_from_its_round_on(since: Any, round_: int, gone: bool) -> None:
    order = ordered.Leave(("london",), since=since)
    found = leaving_units(
        BOX, battle(("london 3", "kent 2"), ("koln 1",), round_=round_), side_command("allied", order, stands="stay")
    )
    assert found == ({"london"} if gone else set())


@rule("pq17", "7.5.2m", "7.5.7d")
def test_7_5_2m_the_axis_must_try_to_leave_once_hurt() -> None:
    board = cruisers()
    dice = [(9, 0, 0), (0, 0, 0, 0), (7,), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert any(isinstance(event, Withdrew) and event.side == "axis" for event in heard(board, "allied"))


@rule("pq17", "7.5.2m", position="PP131")
def test_7_5_2m_once_hurt_the_axis_rolls_for_withdrawal_each_round() -> None:
    """Norfolk hits Lutzow in round 2 and nothing in round 3; from then on a die is thrown for all German ships, the
    whole ones too. That no other die is thrown is seen by those laid out.
    """
    board = engaged(force("tf", "allied", "task_force", OPEN, "norfolk"),
                    force("raiders", "axis", "task_force", OPEN, "lutzow", "dd_36a 2"))  # fmt: skip
    whole, hurt = [(0, 0), (0, 0, 0, 0)], [(0, 0), (0, 0, 0)]
    second, third = [(9, 0, 0), *whole, (1,), (9,)], [(0, 0, 0), *hurt, (9,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[(0, 0, 0), *whole, (9,), *second, *third])
    told = heard(board, "allied")
    assert [(one.round, one.over) for one in told if isinstance(one, RoundOver)] == [(1, False), (2, False)]
    left = [one for one in told if isinstance(one, Withdrew)]
    assert [one.side for one in left] == ["axis", "axis"]
    assert [len(one.left) for one in left] == [0, 2]


@rule("pq17", "7.5.2m", position="PP303")
@pytest.mark.parametrize(("damage", "rolls"), [(0, False), (2, True)])
def test_7_5_2m_a_torpedo_that_takes_no_step_compels_nobody(damage: int, rolls: bool) -> None:
    """A torpedo strikes Tirpitz in round 2: 0 does nothing, 2 takes a step."""
    board = attacked(
        force("d", "allied", "task_force", OPEN, "dd_a_i 2"), force("t", "axis", "task_force", OPEN, "tirpitz")
    )
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", torpedo_round="2")
    dice = [*misses(5), (9,), *misses(5), (9, 0), (damage,), *([(0,)] if rolls else []), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert len(told(board, "allied", Withdrew)) == rolls


@rule("pq17", "7.5.2m", "7.5.6", position="PP304")
def test_7_5_2m_a_step_lost_to_carriers_in_the_battle_compels_too() -> None:
    board = attacked(
        force("home", "allied", "task_force", OPEN, "victorious"),
        force("h", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    board.state.air = [AirUnit("albacore", 2, id="albacore", base="victorious")]
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", torpedoes="no")
    dice = [*misses(4), (9,), (0,), (9, 0), *misses(3), (9,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert [one.side for one in told(board, "allied", Withdrew)] == ["axis"]


@rule("pq17", "7.5.2n", positions=("P44", "PP132"))
def test_7_5_2n_who_may_withdraw() -> None:
    fight = battle(("mv 5", "jamaica 4", "norfolk 3+crippled", "kent 0+dead"), ("lutzow 4",))
    assert [may_withdraw(BOX, one, friendly_coast=False) for one in fight.of("allied")] == [False, True, False, False]
    assert may_withdraw(BOX, fight.unit("mv"), friendly_coast=True)


@rule("pq17", "7.5.2q", "6.7", position="PP134")
def test_7_5_2q_the_level_after_a_round() -> None:
    assert level_after_combat(3, "surface", day=False) == 3
    assert level_after_combat(1, "surface", day=True) == 3


@rule("pq17", "7.5.2r", positions=("P43", "P47", "PP133"))
@pytest.mark.parametrize(
    ("round_", "die", "over"),
    [(1, 0, True), (1, 1, False), (5, 4, True), (5, 5, False), (9, 8, True), (9, 9, False), (10, 9, True)],
)
def test_7_5_2r_the_end_of_a_battle(round_: int, die: int, over: bool) -> None:
    fight = battle(("jamaica 4",), ("lutzow 4",), round_=round_)
    assert run(roll_round_end(fight, key="e"), dice=[(die,)]) == (die, over)


@rule("pq17", "7.5.2r")
def test_7_5_2r_a_side_without_warships() -> None:
    fight = battle(("mv 5", "aldersdale 2"), ("lutzow 4",))
    assert is_one_sided(BOX, fight)
    assert not has_warships(BOX, fight.of("allied"))
    lay_out_force(fight, "allied", [read_counters("es_british 1")])
    assert not is_one_sided(BOX, fight)
