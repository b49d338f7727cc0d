"""4.3, 5.1: the movement and combine segments as they are played: ports, Command Points, tows, Patrol White."""

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.moves import Combine
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.search.cards import Look, card_finds
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Phase, Sky
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import play
from tests.titles.pq17.under_way import table

rule = pytest.mark.rule


@rule("pq17", "9.4")
@pytest.mark.parametrize(
    ("storm", "by_option", "card", "together"),
    [(True, True, "-", False), (True, True, "S", True), (True, False, "", True), (False, True, "", True)],
)
def test_by_option_forces_in_a_storm_combine_if_they_find_each_other(
    storm: bool, by_option: bool, card: str, together: bool
) -> None:
    board = table(
        force("a", "allied", "task_force", "0410", "london"), force("b", "allied", "task_force", "0410", "norfolk"),
        options=Options(storm_combining=by_option), sky=Sky("storm" if storm else "fair"),
    )  # fmt: skip
    board.state.phase = Phase(side="allied", orders=(Combine(("a", "b")),))
    drawn = [finding(board, found=card == "S")] if card else []
    play(combine_segment(board), cards=drawn)
    assert (len(board.forces_of("allied")) == 1) is together


def finding(board: Board, *, found: bool) -> str:
    """A card by which a search of a force at ID 3 finds something in this weather, or nothing."""
    look = Look(day=board.is_day, weather=board.state.sky.kind, row="force", level=3)
    return next(name for name, card in BOX.cards.items() if card_finds(card, look) is found)
