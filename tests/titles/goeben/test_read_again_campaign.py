"""Between the missions of a campaign, read once more."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.captains import letters
from games.titles.goeben.rules.mission.campaign import debrief
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Campaign, Day, Slip
from tests.titles.goeben.laid_out import Played, at_sea, play

rule = pytest.mark.rule


@rule("goeben", "25.2.1")
@rule("goeben", "24.1.4")
def test_letters_of_an_earlier_mission_are_not_read_in_the_next() -> None:
    """All ships meet between missions, and captains may talk; its "fifth day" would be one that is to come."""
    board = at_sea("captains", options=Options(orders="campaign"), mission="raid_convoys", turn=6, vp=10)
    board.state.campaign = Campaign(left=["suez_canal"], done=[("raid_convoys", False)])
    board.state.letters = [Slip("pola", "goeben", 5, "Wait for me here.")]
    play(board, debrief(board))
    assert {ship.at for ship in board.afloat} == {"pola"}
    board.state.turn, board.state.day = 1, Day()
    letters.read(board)
    assert not Played(board).heard("breslau", told.LetterRead)
