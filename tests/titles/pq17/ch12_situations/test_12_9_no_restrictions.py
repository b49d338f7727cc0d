"""12.9: no restrictions."""

import pytest

from games.titles.pq17.orders.special import ShowChit
from games.titles.pq17.rules.forces.situations import lifted_rules, note_no_restrictions
from games.titles.pq17.rules.special.parts import carry_out, specials_part
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.state import Chit, Phase
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.situations import holding

rule = pytest.mark.rule


@rule("pq17", "12.9")
def test_12_9_a_chit_is_shown_by_order() -> None:
    board = arctic(
        chits={"axis": Chit("n", "no_restrictions")}, phase=Phase("axis", orders=(ShowChit("no_restrictions"),))
    )
    assert specials_part(board, "axis").show == "no_restrictions"
    perform(board, carry_out(board))
    assert (view(board, "allied").lasting.no_restrictions, board.state.lasting.no_restrictions) == (False, True)
    assert specials_part(board, "axis").show == ""


@rule("pq17", "12.9")
def test_12_9_no_restrictions_is_shown_when_it_is_used() -> None:
    board = holding("axis", "n", "no_restrictions", force("t", "axis", "task_force", "0814", "tirpitz", port="tromso"))
    assert lifted_rules(board, board.force("t")) == {"5.1.8"}
    assert not view(board, "axis").lasting.no_restrictions
    note_no_restrictions(board)
    note_no_restrictions(board)
    assert board.state.lasting.no_restrictions
    assert events_for(board, "allied") == [ChitShown("axis", "n", "no_restrictions")]
    other = holding("axis", "p", "none")
    note_no_restrictions(other)
    assert not other.state.lasting.no_restrictions


@rule("pq17", "12.9", "11.4")
def test_12_9_no_restrictions_lifts_hitlers_limits_and_not_the_want_of_fuel() -> None:
    one = force("t", "axis", "task_force", "0814", "tirpitz", port="tromso")
    assert lifted_rules(holding("axis", "n", "no_restrictions", one), one) == {"5.1.8"}
