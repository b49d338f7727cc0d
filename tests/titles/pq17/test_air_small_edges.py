"""7.2, 13.1, 14.1: who may rise, who fires at whom, what a result does, who turns elsewhere, who strikes back."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.rules.air.duel import second_strikes
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch07_combat.air_attacks import plane
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


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
