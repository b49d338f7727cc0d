"""7.5.8: convoys without escort."""

from itertools import product
from typing import Any

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.search.detachment import current_ships, remaining_counters
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.engagement import Engagement
from games.titles.pq17.rules.surface.withdrawal import unescorted_rounds
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.convoy import Scattered
from games.titles.pq17.state.fuel import Fuel
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.engaging import attacked, misses, told
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import left

rule = pytest.mark.rule
WEATHER = ("fair", "reduced", "fog", "storm", "gale")


@rule("pq17", "7.5.8", "7.5.8a", "7.5.8b")
def test_7_5_8_a_convoy_without_escorts_is_fired_at_and_scatters() -> None:
    board = attacked(
        force("pq", "allied", "convoy", OPEN, "mv 8"), force("hipper", "axis", "task_force", OPEN, "admiral_hipper")
    )
    play(surface_combat(board), cards=[a_card("force", "0")], dice=misses(4, 1, 4, 1))
    voyage = board.force("pq").convoy
    assert voyage is not None
    assert voyage.scattered
    assert board.force("pq").level == 3
    assert any(isinstance(event, Scattered) for event in heard(board, "axis"))


@rule("pq17", "7.5.8", positions=("PP138", "PP262"))
@pytest.mark.parametrize(
    ("weather", "day", "escorted", "surprised", "rounds"),
    [
        ("fair", True, False, False, 2), ("fair", True, True, True, 4), ("reduced", False, False, False, 1),
        ("reduced", True, True, False, 2), ("fair", False, True, True, 3), ("fog", False, False, False, 1),
        ("storm", True, True, False, 1), ("gale", True, True, True, 2), ("gale", False, True, True, 1),
        ("fair", True, True, False, 3), ("fair", True, False, True, 3), ("reduced", True, True, True, 3),
        ("reduced", False, True, True, 3), ("fog", True, True, True, 2), ("fog", False, True, True, 1),
        ("storm", True, True, True, 2), ("gale", False, False, False, 1), ("fair", False, True, False, 2),
        ("fair", False, False, False, 1), ("gale", False, False, True, 1),
    ],
)  # fmt: skip
def test_7_5_8_rounds_against_convoy_ships(
    weather: WeatherKind, day: bool, escorted: bool, surprised: bool, rounds: int
) -> None:
    assert unescorted_rounds(weather, day=day, escorted=escorted, surprised=surprised) == rounds


@rule("pq17", "7.5.8", "7.5.8a")
@pytest.mark.parametrize(
    ("allied", "axis", "fired"),
    [
        (("mv 8",), ("lutzow",), True),
        (("mv 8", "dd_a_i 1"), ("lutzow",), False),
        (("norfolk",), ("lutzow",), False),
        (("mv 8",), (), False),
    ],
)
def test_7_5_8_only_convoy_ships_without_warships_are_fired_at_by_themselves(
    allied: Any, axis: Any, fired: bool
) -> None:
    forces = [force("pq", "allied", "convoy", OPEN, *allied)] + [force("r", "axis", "task_force", OPEN, *axis)] * bool(
        axis
    )
    board = arctic(*forces)
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out(forces)
    procedure = fight.unescorted()
    if fired:
        assert procedure.send(None).rule
    else:
        with pytest.raises(StopIteration):
            procedure.send(None)
    assert [one.id for one in fight.scatters] == []


@rule("pq17", "7.5.8", "9.2.1", "9.2.2")
def test_7_5_8_rounds_among_transports_in_all_weather() -> None:
    for weather, day, escorted, surprised in product(WEATHER, (True, False), (True, False), (True, False)):
        bad = weather in ("fog", "storm", "gale")
        less = 2 * bad + (not day or weather == "reduced")
        found = unescorted_rounds(weather, day=day, escorted=escorted, surprised=surprised)
        assert found == max(2 + escorted + surprised - less, 1), (weather, day, escorted, surprised)


@rule("pq17", "7.5.8b", "7.2.4e", "5.1.1")
@pytest.mark.parametrize("tow", ["held", "lost"])
def test_7_5_8b_a_destroyer_whose_tow_was_sunk_leaves_the_transports_like_the_others(tow: str) -> None:
    """She towed a merchant as she withdrew, which was sunk among the transports; her display says so by then."""
    held = tow == "held"
    whole = [Counter("dd_a_i", 1), Counter("dd_a_i", 1, tows=True)] if held else [Counter("dd_a_i", 2)]
    now = [*whole, Counter("mv", 5)]
    withdrew = [Counter("dd_a_i", 1), Counter("dd_a_i", 1, tows=True)]
    found = current_ships(now, withdrew)
    assert [one.tows for one in found] == [False, held]
    assert [one.ship for one in remaining_counters(now, found)] == ["mv"]
    towed = current_ships([Counter("dd_a_i", 1, dead=True)], [Counter("dd_a_i", 1, towed=True)])
    assert towed == [Counter("dd_a_i", 1, dead=True)]


@rule("pq17", "7.5.8b", "7.2.4e")
def test_7_5_8b_a_convoy_scatters_though_a_destroyer_of_it_lost_her_tow_in_the_battle() -> None:
    convoy = force("c", "allied", "convoy", OPEN, "mv 8", fuel=Fuel(20))
    convoy.counters += [Counter("dd_a_i", 1), Counter("dd_a_i", 1, tows=True), Counter("mv", 1, towed=True)]
    board = attacked(convoy, force("h", "axis", "task_force", OPEN, "admiral_hipper", fuel=Fuel(20)))
    fought = Engagement(board, OPEN, "axis", None, "k")
    fought.lay_out([convoy])
    fought.gone = [one for one in fought.battle.units if any(ship.ship == "dd_a_i" for ship in one.counters)]
    fought.battle.units = [
        one for one in fought.battle.units if one not in fought.gone and not any(ship.towed for ship in one.counters)
    ]
    fought.scatters = [convoy]
    play(fought.finish())
    assert convoy.convoy is not None
    assert convoy.convoy.scattered
    (away,) = [one for one in board.forces_of("allied") if one is not convoy]
    assert [(one.ship, one.strength, one.tows) for one in away.counters] == [("dd_a_i", 2, False)]


@rule("pq17", "7.5.8b", "1.2.1")
def test_7_5_8b_a_task_force_whose_oiler_stays_behind_neither_scatters_nor_splits() -> None:
    """By night 7 withdraws the destroyers; the oiler is fired at, but only a convoy scatters."""
    force_ = force("c", "allied", "task_force", OPEN, "aldersdale", "dd_a_i 1", fuel=Fuel(20))
    board = attacked(
        force_, force("h", "axis", "task_force", OPEN, "admiral_hipper", level=1, fuel=Fuel(20)), light="dec_1"
    )
    fought = Engagement(board, OPEN, "axis", None, "k")
    fought.lay_out(board.forces_of("allied"))
    fought.lay_out(board.forces_of("axis"))
    fought.gone = [one for one in fought.battle.units if any(ship.ship == "dd_a_i" for ship in one.counters)]
    fought.battle.units = [one for one in fought.battle.units if one not in fought.gone]
    play(fought.unescorted(), dice=misses(4, 1, 4, 1))
    play(fought.finish())
    assert [one.id for one in board.forces_of("allied")] == ["c"]
    assert sorted(one.ship for one in force_.counters) == ["aldersdale", "dd_a_i"]


@rule("pq17", "7.5.8b", position="PP139")
def test_7_5_8b_what_survives_scatters() -> None:
    convoy = force("pq", "allied", "convoy", OPEN, "mv 12")
    board = attacked(convoy, force("h", "axis", "task_force", OPEN, "lutzow"))
    fought = Engagement(board, OPEN, "axis", None, "k")
    fought.lay_out([convoy])
    fought.scatters = [convoy]
    fought.battle.units = fought.battle.units[:1]
    fought.battle.units[0].counters = [Counter("mv", 3)]
    play(fought.finish())
    assert convoy.convoy is not None
    assert convoy.convoy.scattered
    assert (left(convoy.counters), convoy.level) == (["mv 3"], 3)


@rule("pq17", "7.5.8b", "5.5", "7.5.2l", "1.2.3")
@pytest.mark.parametrize(
    ("escorts", "parted"), [(("dd_a_i 1",), ["dd_a_i 1"]), (("dd_a_i 1", "es_british 1"), ["dd_a_i 1", "es_british 1"])]
)
def test_7_5_8b_escorts_that_withdrew_are_no_part_of_a_convoy_that_scatters(
    escorts: tuple[str, ...], parted: list[str]
) -> None:
    """By night 7 withdraws even the slow; the transports are left, are fired at for two rounds and scatter. The escorts
    are a task force of their own from then on, known as the convoy was, and have fought.
    """
    convoy = force("c", "allied", "convoy", OPEN, "mv 8", *escorts, fuel=Fuel(20))
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper", level=1, fuel=Fuel(20))
    board = attacked(convoy, hipper, light="dec_1")
    board.identify(hipper, 1)
    board.state.instructions["allied"] = Instructions(asks="never", stands="withdraw", torpedo_round="never")
    dice = [(0,), *misses(1, 4), (7,), *misses(4, 1, 4, 1)]
    play(surface_combat(board), cards=[a_card("force", "0", day=False)], dice=dice)
    assert convoy.convoy is not None
    assert convoy.convoy.scattered
    assert told(board, "axis", Scattered)
    assert left(convoy.counters) == ["mv 8"]
    (away,) = [one for one in board.forces_of("allied") if one is not convoy]
    assert (away.kind, sorted(left(away.counters)), away.level, away.at) == ("task_force", parted, 2, OPEN)
    assert sorted(board.phase.fought) == sorted(["c", "h", away.id])
    assert board.state.losses == []
