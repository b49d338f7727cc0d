"""Between the missions of a campaign, read once more."""

import pytest

from games.titles.goeben.box.options import Options
from games.titles.goeben.rules.captains import letters
from games.titles.goeben.rules.mission.campaign import debrief
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.state import Campaign, Day, Slip
from tests.titles.goeben.laid_out import Played, at_sea, play

rule = pytest.mark.rule


@rule("goeben", "25.2.1")
@rule("goeben", "24.1.4")
def test_letters_of_an_earlier_mission_are_not_read_in_the_next() -> None:
    """All ships meet between missions, and captains may talk; its "fifth day" would be one that is to come."""
    sea = at_sea("captains", options=Options(orders="campaign"), mission="raid_convoys", turn=6, vp=10)
    sea.state.campaign = Campaign(left=["suez_canal"], done=[("raid_convoys", False)])
    sea.state.letters = [Slip("pola", "goeben", 5, "Wait for me here.")]
    play(sea, debrief(sea))
    assert {ship.at for ship in sea.afloat} == {"pola"}
    sea.state.turn, sea.state.day = 1, Day()
    letters.read(sea)
    assert not Played(sea).heard("breslau", told.LetterRead)
