"""7.2, 13.1, 14.1: who may rise, who fires at whom, what a result does, who turns elsewhere, who strikes back."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.rules.air.combat import (
    Fire,
    air_modifier,
    apply_results,
    dogfight,
    may_scramble,
    unmatched_strength,
    usual_fires,
    usual_replies,
)
from games.titles.pq17.rules.air.duel import second_strikes
from games.titles.pq17.rules.air.elusive import _is_single, _turned_away
from games.titles.pq17.rules.air.row import Sortie, row_of, usual_row
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import AirUnit, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import plane, planes
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters, run

rule = pytest.mark.rule


def rows(*stacks: str) -> list[list[Counter]]:
    return [read_counters(*stack.split(", ")) if stack else [] for stack in stacks]


@rule("pq17", "7.2.1", "7.2.1a", "9.2.3", "9.2.4")
@pytest.mark.parametrize(
    ("unit", "away", "day", "weather", "may"),
    [
        (plane("bf_109"), 0, True, "fair", True),
        (plane("bf_109"), 1, True, "fair", True),
        (plane("bf_109"), 2, True, "fair", False),
        (plane("bf_109"), 0, False, "fair", False),
        (plane("bf_109"), 0, True, "fog", False),
        (plane("bf_109"), 0, True, "gale", False),
        (plane("bf_109"), 0, True, "storm", True),
        (plane("fulmar"), 0, True, "storm", False),
        (plane("fulmar"), 1, True, "reduced", True),
        (plane("ju_88"), 0, True, "fair", False),
        (plane("bf_109", aborted=2), 0, True, "fair", False),
        (plane("bf_109", aborted=1), 0, True, "fair", True),
    ],
)
def test_which_fighters_rise(unit: AirUnit, away: int, day: bool, weather: Any, may: bool) -> None:
    assert may_scramble(BOX, unit, away=away, day=day, weather=weather) is may


@rule("pq17", "7.2.2a")
@pytest.mark.parametrize(
    ("fires", "open_"),
    [
        ((Fire("x", "f", 2), Fire("x", "b", 2)), 0),
        ((Fire("x", "f", 1), Fire("x", "b", 3)), 1),
        ((Fire("x", "b", 4),), 2),
        ((Fire("x", "f", 4),), 0),
        ((Fire("x", "f", 3), Fire("x", "b", 1)), 0),
        ((), 0),
    ],
)
def test_each_attacking_fighter_is_matched_before_bombers_are_fired_at(fires: Any, open_: int) -> None:
    attackers, up = planes("f=bf_110 2", "b=ju_88 2"), planes("x=hurricane_soviet 2", "y=hurricane_soviet 2")
    assert unmatched_strength(BOX, attackers, up, fires) == open_


@rule("pq17", "7.2.2", "7.2.2a")
@pytest.mark.parametrize(
    ("attackers", "up", "first", "fires"),
    [
        (("b=ju_88 2", "f=bf_110 1"), ("x=hurricane_soviet 2",), (), [("x", "f", 1), ("x", "b", 1)]),
        (("b=ju_88 1", "t=he_111 1"), ("x=hurricane_soviet 2",), (), [("x", "t", 1), ("x", "b", 1)]),
        (("b=ju_88 1", "t=he_111 1"), ("x=hurricane_soviet 1",), ("ju_88",), [("x", "b", 1)]),
        (("b=ju_88 1",), ("x=hurricane_soviet 2",), (), [("x", "b", 1), ("x", "b", 1)]),
        (
            ("b=ju_88 2",),
            ("x=hurricane_soviet 1", "y=hurricane_soviet 2"),
            (),
            [("x", "b", 1), ("y", "b", 1), ("y", "b", 1)],
        ),
        ((), ("x=hurricane_soviet 2",), (), []),
        (("b=ju_88 2",), (), (), []),
    ],
)
def test_whom_the_fighters_take_on(attackers: Any, up: Any, first: Any, fires: Any) -> None:
    found = usual_fires(BOX, planes(*attackers), planes(*up), first)
    assert [(one.firer, one.target, one.strength) for one in found] == fires


@rule("pq17", "7.2.3", "7.2.3f")
@pytest.mark.parametrize(
    ("fires", "replies"),
    [
        ((Fire("x", "b", 1), Fire("y", "b", 1)), [("f", "x", 2), ("b", "x", 2)]),
        ((Fire("y", "f", 1), Fire("x", "f", 1)), [("f", "y", 2)]),
        ((Fire("x", "b", 1), Fire("y", "f", 1)), [("f", "y", 2), ("b", "x", 2)]),
        ((), []),
    ],
)
def test_who_fires_back_at_whom(fires: Any, replies: Any) -> None:
    """A fighter whom nobody engaged at the first that rose; a bomber whom nobody engaged, and who is off, at nobody."""
    attackers = planes("f=bf_110 2", "b=ju_88 2", "c=ju_88 1")
    attackers["off"] = plane("bf_110", 1, id="off", aborted=1)
    found = usual_replies(BOX, attackers, fires)
    assert [(one.firer, one.target, one.strength) for one in found] == replies


@rule("pq17", "7.2.3", "7.2.3e")
@pytest.mark.parametrize(
    ("firer", "target", "modifier"),
    [
        ("bf_109", "fulmar", 2),
        ("fulmar", "bf_109", 0),
        ("bf_109", "albacore", 4),
        ("bf_110", "albacore", 3),
        ("bf_110", "fulmar", 0),
        ("albacore", "bf_109", -4),
        ("ju_88", "ju_88", 0),
    ],
)
def test_what_air_values_add(firer: str, target: str, modifier: int) -> None:
    assert air_modifier(BOX.aircraft[firer], BOX.aircraft[target]) == modifier


@rule("pq17", "7.2.3a", "7.2.3b", "7.2.3c", "7.2.3g")
@pytest.mark.parametrize(
    ("strength", "results", "left"),
    [
        (2, ("abort",), (2, 0, 1)),
        (2, ("damaged", "hit"), (1, 1, 0)),
        (2, ("abort", "damaged", "hit"), (1, 1, 0)),
        (1, ("abort", "hit"), (0, 0, 0)),
        (2, ("abort", "abort", "abort"), (2, 0, 2)),
        (2, ("-", "-"), (2, 0, 0)),
        (2, ("hit", "hit", "damaged"), (0, 0, 0)),
    ],
)
def test_the_severest_results_first_and_no_more_than_there_is_strength(
    strength: int, results: Any, left: tuple[int, int, int]
) -> None:
    unit = plane("ju_88", strength)
    apply_results(unit, results)
    assert (unit.strength, unit.damaged, unit.aborted) == left


@rule("pq17", "7.2.3")
def test_both_sides_fire_at_once_each_with_its_own_modifier() -> None:
    attackers, up = planes("b=albacore 1"), planes("x=bf_109 2")
    found = run(dogfight(BOX, attackers, up, (Fire("x", "b", 2), Fire("b", "x", 1)), key="k"), dice=[(9, 0), (0,)])
    assert [(one.fire.firer, one.dice, one.modifier) for one in found] == [("x", (9, 0), 4), ("b", (0,), -4)]
    assert (attackers["b"].flying, up["x"].flying) == (0, 2)


@rule("pq17", "7.2.4")
@pytest.mark.parametrize(
    ("holding", "row"),
    [
        (("mv 4", "mo 2"), [["mv", "mo"]]),
        (("mv 8", "mo 4"), [["mv"], ["mo"]]),
        (("mv 4", "london 3", "anson 4"), [["anson"], ["mv"], ["london"]]),
        (("mv 4", "dd_a_i 2", "tb_hunt 3"), [["dd_a_i"], ["mv"], ["tb_hunt"]]),
        (("mv 4", "dd_a_i 2", "tb_hunt 2"), [["dd_a_i", "tb_hunt"], ["mv"]]),
        (("london 3", "kent 2", "dd_a_i 2"), [["dd_a_i"], ["london"], ["kent"]]),
    ],
)
def test_transports_lie_in_the_middle_and_light_ships_outside(holding: tuple[str, ...], row: list[list[str]]) -> None:
    found = usual_row(BOX, read_counters(*holding))
    assert [[one.ship for one in stack] for stack in found] == row


@rule("pq17", "7.2.4", "7.5.2")
@pytest.mark.parametrize(
    ("named", "stacked", "row"),
    [
        (("dd_a_i", "mv"), "yes", [["dd_a_i"], ["mv"]]),
        (("mv", "mo"), "yes", [["mv", "mo"]]),
        (("mv", "mo"), "no", [["mv"], ["mo"]]),
        (("london", "mv", "dd_a_i"), "yes", [["london"], ["mv"], ["dd_a_i"]]),
    ],
)
def test_who_is_named_lies_from_the_left_and_the_others_right_of_them(named: Any, stacked: str, row: Any) -> None:
    held = read_counters("mv 3", "london 3", "dd_a_i 2", "mo 1")
    rest = usual_row(BOX, [one for one in held if one.ship not in named])
    found = [[one.ship for one in stack] for stack in row_of(BOX, held, Formation("t", named, stacked))]
    assert found == [*row, *([one.ship for one in stack] for stack in rest)]
    assert row_of(BOX, held, Formation("t")) == usual_row(BOX, held) == row_of(BOX, held, None)


@rule("pq17", "13.1")
def test_who_was_meant_for_her_goes_for_the_most_valuable_of_the_others_that_has_room() -> None:
    row = rows("avenger 1", "mv 4", "london 3", "")
    board = arctic()
    assert [_is_single(board, stack) for stack in (row[0], row[1], row[2], read_counters("london 3", "kent 2"))] == [
        True, False, True, False,
    ]  # fmt: skip
    best = max((1, 2), key=lambda place: BOX.ships[row[place][0].ship].value)
    flown = [Sortie("a", 0), Sortie("b", 0), Sortie("c", 0), Sortie("d", best), Sortie("e", 0, wave=2)]
    found, turned = _turned_away(board, row, flown, 0)
    assert {one.unit: one.target for one in found} == {"d": best, "a": best, "b": 3 - best, "c": 3 - best, "e": best}
    assert turned == {"a", "b", "c", "e"}
    alone, nobody = _turned_away(board, row[:1], [Sortie("a", 0)], 0)
    assert (alone, nobody) == ([], frozenset())


@rule("pq17", "14.1", "14.1a", "14.1b")
@pytest.mark.parametrize(
    ("fields", "level", "attacker", "surprised", "strikes"),
    [
        ({}, 2, "graf_zeppelin", False, ["alb"]),
        ({}, None, "graf_zeppelin", False, None),
        ({}, 2, "graf_zeppelin", True, None),
        ({"light": "dec_2"}, 2, "graf_zeppelin", False, None),
        ({"options": Options()}, 2, "graf_zeppelin", False, None),
        ({"sky": Sky("storm")}, 2, "graf_zeppelin", False, None),
        ({"sky": Sky("reduced")}, 2, "graf_zeppelin", False, ["alb"]),
        ({}, 2, "banak", False, None),
    ],
)
def test_who_strikes_back_at_a_carrier(
    fields: dict[str, Any], level: int | None, attacker: str, surprised: bool, strikes: list[str] | None
) -> None:
    """By day, if the first attack was no surprise, at an identified Graf Zeppelin, with carriers' bombers alone."""
    german = force("gz", "axis", "task_force", "0411", "graf_zeppelin", level=level)
    british = force("cv", "allied", "task_force", OPEN, "victorious")
    board = arctic(german, british, **{"options": Options(carrier_duel=True), "air": [
        plane("albacore", id="alb", base="victorious"), plane("fulmar", id="ful", base="victorious"),
        plane("hampden", id="ham", base="vaenga"),
    ], **fields})  # fmt: skip
    coming = [plane("ju_87c", id="stuka", base=attacker)]
    found = second_strikes(board, "axis", british, coming, surprised=surprised)
    assert [(one.id, ship, [unit.id for unit in able]) for one, ship, able in found] == (
        [("gz", "graf_zeppelin", strikes)] if strikes else []
    )
