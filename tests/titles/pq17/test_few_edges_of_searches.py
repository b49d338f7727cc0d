"""1.3, 4.1.3, 6.2.2, 6.3.3, 6.4.2, 7.4.1, 15.6.3: refusals, sectors, who splits off, dummies, boats, aircraft."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.rules.campaign.folding import _fold_aircraft
from games.titles.pq17.state.state import AirUnit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign

rule = pytest.mark.rule


@rule("pq17", "15.6.3", "15.5.4")
def test_after_an_operation_what_flew_is_whole_and_what_is_gone_may_be_replaced() -> None:
    board = campaign()
    roster = board.roster
    bare = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
    board.state.composed = structs.replace(bare, air={"banak": ("ju_88 2", "ju_88 1"), "bardufoss": ("he_111 2",),
                                                      "tromso": ("bv_138 1",)})  # fmt: skip
    roster.units, roster.away, roster.noted = [], [], []
    fields = {unit.id: unit for unit in _printed(board)}
    lacking = next(iter(fields))
    fields[lacking].strength -= 1
    board.state.air = [
        AirUnit("ju_88", 2, id="a", base="banak", damaged=1), AirUnit("ju_88", 0, id="b", base="banak"),
        AirUnit("bv_138", 1, id="c", base="tromso"), AirUnit("albacore", 2, id="d", base="victorious"),
        *fields.values(),
    ]  # fmt: skip
    _fold_aircraft(board)
    assert sorted((one.kind, one.strength, one.place) for one in roster.units) == [
        ("bv_138", 1, "tromso"), ("ju_88", 2, "banak"),
    ]  # fmt: skip
    assert [(one.unit.kind, one.unit.strength, one.unit.place, one.why) for one in roster.away] == [
        ("he_111", 1, "bardufoss", "lost")
    ]
    assert roster.interceptors == {lacking: 1}


def _printed(board: Any) -> list[AirUnit]:
    """All printed fighters of the operation, whole."""
    found = []
    for field in BOX.airfields.values():
        printed = BOX.interceptors_at(field.id, board.operation.month)
        for place in range(printed.counters if printed is not None else 0):
            assert printed is not None
            strength = BOX.aircraft[printed.aircraft].strength
            found.append(
                AirUnit(printed.aircraft, strength, id=f"{field.id}_{place + 1}", base=field.id, interceptor=True)
            )
    return found
