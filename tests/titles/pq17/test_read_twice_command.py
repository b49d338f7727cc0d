"""Chapters 1 to 4 read again by a stranger: ships that stay in port, who pays, who begins."""

import pytest

from games.titles.pq17.rules.joining import combine_forces, exchange_barred_by
from games.titles.pq17.rules.movement.orders import held_by
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Phase
from tests.titles.pq17.arctic import force
from tests.titles.pq17.under_way import table

rule = pytest.mark.rule


@rule("pq17", "T.scenarios", "1.2.3", "1.2.4", "1.2.5")
def test_pp324_who_may_not_sail_slips_out_with_nobody() -> None:
    """Tirpitz, refitting in PQ-18: neither by parting, nor by combining, nor by an exchange."""
    bound = force("t", "axis", "task_force", "0813", "tirpitz", "koln", "dd_36a 2", port="narvik", held=True)
    free = force("f", "axis", "task_force", "0813", "admiral_hipper", "dd_36a 2", port="narvik")
    board = table(bound, free)
    board.state.phase = Phase("axis")
    with pytest.raises(ValueError, match=r"T\.scenarios"):
        combine_forces(board, [free, bound])
    assert exchange_barred_by(board, free, bound, [Counter("koln", 2)], [Counter("admiral_hipper", 4)]) == "T.scenarios"
    new = split_force(board, bound, [Counter("tirpitz", 5)], "n")
    assert [held_by(board, one) for one in (bound, new, free)] == ["T.scenarios", "T.scenarios", ""]
