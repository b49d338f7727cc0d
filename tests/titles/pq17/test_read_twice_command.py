"""Chapters 1 to 4 read again by a stranger: ships that stay in port, who pays, who begins."""

import pytest

from games.titles.pq17.orders.moves import Exchange
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.joining import combine_forces, exchange_barred_by
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.orders import held_by
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Phase
from tests.titles.pq17.arctic import force
from tests.titles.pq17.playing import play
from tests.titles.pq17.trial import left
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


@rule("pq17", "11.3.1", "1.2.4", "7.3.2b")
@pytest.mark.parametrize(("rested", "mark"), [(0, Fuel(8, "critical")), (1, None)])
def test_pp325_who_came_into_port_last_counts_for_a_force_that_combines(rested: int, mark: Fuel | None) -> None:
    long = force("a", "allied", "task_force", "0504", "kent", port="reykjavik", resting=3)
    late = force("b", "allied", "task_force", "0504", "dd_a_i 2", port="reykjavik", resting=rested)
    late.fuel = Fuel(8, "critical")
    board = table(long, late)
    board.state.phase = Phase("allied")
    one = combine_forces(board, [long, late])
    play(fuel(board))
    assert (one.fuel, one.resting) == (mark, rested + 1)


@rule("pq17", "11.3.1", "1.2.5")
def test_pp326_who_takes_ships_that_just_came_in_is_not_refuelled_with_them() -> None:
    long = force("a", "allied", "task_force", "0504", "kent", "dd_us 1", port="reykjavik", resting=3, fuel=Fuel(20))
    late = force("b", "allied", "task_force", "0504", "berwick", "dd_a_i 2", port="reykjavik", fuel=Fuel(11))
    board = table(long, late)
    board.state.phase = Phase("allied", orders=(Exchange("a", "b", (), ("dd_a_i", "dd_a_i")),))
    play(combine_segment(board))
    assert sorted(left(long.counters)) == ["dd_a_i 2", "dd_us 1", "kent 2"]
    play(fuel(board))
    assert [(one.fuel, one.resting) for one in (long, late)] == [(Fuel(20), 1), (Fuel(11), 1)]


@rule("pq17", "11.1.1", "11.1a")
@pytest.mark.parametrize(("holding", "mark"), [(("mv 9", "es_british 2"), 20), (("mv 9", "dd_us 1"), 5)])
def test_pp327_a_mark_of_ships_that_are_always_full_is_no_mark(holding: tuple[str, ...], mark: int) -> None:
    convoy = force("c", "allied", "convoy", "0404", *holding, fuel=Fuel(5))
    other = force("t", "allied", "task_force", "0404", "dd_a_i 2", fuel=Fuel(20))
    board = table(convoy, other)
    board.state.phase = Phase("allied")
    assert combine_forces(board, [convoy, other]).fuel == Fuel(mark)
