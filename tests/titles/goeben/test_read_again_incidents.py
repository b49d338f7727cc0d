"""Incidents, read once more: who is asked."""

import pytest

from games.titles.goeben.state.events import day as told
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.laid_out import at_sea

rule = pytest.mark.rule


@rule("goeben", "13.chart/Intelligence from Berlin")
@rule("goeben", "20.0.1")
def test_berlin_reports_to_the_german_commander() -> None:
    """25.3 The ally goes first in the Adriatic with what his own ships do; intelligence is nothing that they do."""
    board = at_sea(
        "austrian", goeben="adriatic_s", breslau="adriatic_s", ah_bb_1="adriatic_s", lying={"malta_pz": "gb_ca_1"}
    )
    played = meet(board, "berlin_1", says={"choice": "look", "reveal": "malta_pz"})
    assert [(question.kind, question.seat) for question in played.asked] == [
        ("choice", "commander"), ("reveal", "commander"),
    ]  # fmt: skip
    assert played.told(told.CountersShown) == [told.CountersShown("malta_pz", ("gb_ca_1",))]
