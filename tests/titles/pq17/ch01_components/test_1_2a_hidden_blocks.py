"""1.2a: what a block shows its enemy, and what of it stays hidden."""

import pytest
from msgspec import structs

from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Phase, Plan, Shadow
from games.titles.pq17.visibility.exchange import _put, _rename
from games.titles.pq17.visibility.redeal import redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "1.2a", "7.2.4")
def test_1_2a_in_another_world_it_lies_with_what_it_belongs_to() -> None:
    lying = Formation("t", ("dd_a_i", "norfolk"))
    one = force("t", "allied", "task_force", "0607", "norfolk", "dd_a_i 4", formation=lying)
    board = arctic(one, force("u", "allied", "task_force", "0410", "kent", "dd_a_i 4"))
    other = redeal(BOX, board.state, "axis", lambda most: most - 1)
    held = {one.id: (one.at, one.formation) for one in other.forces}
    assert held == {"t": ("0410", lying), "u": ("0607", None)}
    assert view(Board(other, BOX), "axis") == view(board, "axis")


@rule("pq17", "1.2a", "3.2a")
@pytest.mark.parametrize("seat", ["allied", "axis", "*"])
def test_1_2a_a_phase_shows_whose_it_is_and_to_him_alone_what_his_own_forces_did(seat: str) -> None:
    board = arctic(
        force("ours", "allied", "task_force", OPEN, "london"), force("theirs", "axis", "task_force", OPEN, "koln")
    )
    both = ["ours", "theirs"]
    board.state.phase = Phase("allied", {"british": [OPEN]}, found=["theirs"], moved=list(both), attacked=["theirs"],
                              fought=list(both), event="storm", stirred=[OPEN], unforeseen=True)  # fmt: skip
    shown = view(board, seat).phase
    assert shown is not None
    assert (shown.side, shown.event) == ("allied", "storm")
    own = ["ours"] if seat == "allied" else []
    assert (shown.moved, shown.fought) == (own, own)
    assert shown.sectors == ({"british": [OPEN]} if seat == "allied" else {})
    assert not any((shown.found, shown.attacked, shown.orders, shown.attacks, shown.stirred, shown.unforeseen))


@rule("pq17", "1.2a")
@pytest.mark.parametrize("port", ["", "scapa_flow"])
def test_1_2a_where_two_blocks_change_places_in_another_world_what_is_noted_of_them_does_too(port: str) -> None:
    """At sea a block goes its own way, whatever it holds; in port what it is to do goes with its ships."""
    plans = (Plan(0, ("1106",)), Plan(0, ("1107",)))
    board = arctic(
        force("a", "allied", "task_force", "1206", "london", port=port, plan=plans[0]),
        force("b", "allied", "task_force", "1206", "kent", port=port, plan=plans[1]),
        shadows=[Shadow("a", "aircraft", "u"), Shadow("x", "aircraft", "v")],
    )  # fmt: skip
    board.state.phase = Phase("axis", found=["a", "x"], attacked=["b"])
    one, other = board.force("a"), board.force("b")
    before = structs.replace(one), structs.replace(other)
    _put(one, before[1])
    _put(other, before[0])
    _rename(board.state, {"a": "b", "b": "a"})
    assert ([ship.ship for ship in one.counters], [ship.ship for ship in other.counters]) == (["kent"], ["london"])
    assert (one.plan, other.plan) == (plans if not port else plans[::-1])
    assert board.phase.found == ["b", "x"]
    assert board.phase.attacked == ["a"]
    assert [shadow.target for shadow in board.state.shadows] == ["b", "x"]
