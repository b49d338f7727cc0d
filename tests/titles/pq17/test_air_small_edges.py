"""7.2, 13.1, 14.1: who may rise, who fires at whom, what a result does, who turns elsewhere, who strikes back."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.rules.air.duel import second_strikes
from games.titles.pq17.rules.air.elusive import _is_single, _turned_away
from games.titles.pq17.rules.air.row import Sortie
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import plane
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


def rows(*stacks: str) -> list[list[Counter]]:
    return [read_counters(*stack.split(", ")) if stack else [] for stack in stacks]


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
