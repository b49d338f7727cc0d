"""5.7.1 Who lies in a box beside the map, as his form has him."""

from typing import Any

import pytest

from games.kernel.conformance.json_schema import violations
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.state.state import Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import phase

rule = pytest.mark.rule


@rule("pq17", "5.7.1", "5.1.2")
@pytest.mark.parametrize(
    ("at", "written"),
    [
        ("german", "move pack way=1707,1608,1509,1409,1309 enters=bergen"),
        ("german", "move pack enters=trondheim"),
        ("german", "move pack way=1707,1608"),
        ("1707", "move pack way=1608,1509,1409,1309 enters=bergen"),
    ],
)
def test_a_way_out_of_the_box_may_end_in_a_port(at: str, written: str) -> None:
    board: Any = phase(arctic(force("pack", "axis", "wolfpack", at, "ss_german 2")), "axis")
    board.state.command = {"gruppe_nord": Points(10)}
    form = PhaseForm(moves=moves_part(board, "axis"))
    raw = form.parse(written)
    assert [*violations(form.schema(), raw)] == [*form.problems(form.read(raw))] == []
