"""Every way a mission and a campaign can end, played and written down: answers, and what was told.

The files in `playthroughs/` are what the rules made of these scripts. `WRITE_PLAYTHROUGHS=1 pytest
tests/titles/goeben/test_playthroughs.py` writes them anew, for a maintainer to read and to commit.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.titles.goeben.components.pieces import MISSIONS
from games.titles.goeben.state.state import Campaign
from tests.titles.goeben.laid_out import at_sea
from tests.titles.goeben.story import Story

rule = pytest.mark.rule
FOLDER = Path(__file__).parent / "playthroughs"


def eve(mission: str, space: str, *, turn: int = 3, vp: int = 120, lost: str = "", **more: Any) -> Story:
    """The morning of a day of a mission, Goeben and Breslau in a space, a ship already lost."""
    ships = {"goeben": space, "breslau": space, **more}
    board = at_sea(mission, mission=mission, turn=turn, vp=vp, **ships)
    for name in lost.split():
        board.ship(name).sunk, board.ship(name).at = True, ""
    return Story(board).goes_on()


def campaigning(done: str, mission: str, space: str, *, won: int = 0, last: bool = False, **more: Any) -> Story:
    """The same in a campaign, after missions of which so many were won; the `last` if no other is left."""
    lost = more.pop("lost", "")
    laid: dict[str, Any] = {"turn": 3, "vp": 120, "goeben": space, "breslau": space, **more}
    board = at_sea("campaign", mission=mission, **laid)
    played = [(name, place < won) for place, name in enumerate(done.split())]
    left = [name for name in MISSIONS if name not in done.split()]
    board.state.campaign = Campaign(left=[mission] if last else left, done=played)
    for name in lost.split():
        board.ship(name).sunk, board.ship(name).at = True, ""
    return Story(board).goes_on()


# ---------------------------------------------------------------- single missions


def through_the_straits_of_gibraltar() -> Story:
    """Atlantic Breakout is won in the open Atlantic, in quiet seas."""
    story = eve("atlantic_breakout", "gulf_of_cadiz", turn=6, vp=60)
    return story.says("move goeben,breslau way=north_atlantic", draws=[story.pooled("quiet_seas_1")])


def the_pact_is_made_at_pola() -> Story:
    """Austro-Hungarian Naval Pact is won by Breslau alone."""
    return eve("austro_hungarian_pact", "venice", vp=60, lost="goeben").says("move breslau way=pola")


def the_raiders_come_into_a_neutral_base() -> Story:
    """Raid French African Convoys is won in a neutral base, the three ports being silenced."""
    return eve("raid_convoys", "cape_gata", vp=100).says("move goeben,breslau way=cartagena")


def the_raiders_left_one_battery() -> Story:
    """Raid French African Convoys is lost on the last day: Bone still has a coastal defence."""
    return eve("raid_convoys", "cape_gata", turn=10, forts={"bone": "fort_1"}).says("move goeben,breslau way=cartagena")


def italy_comes_in() -> Story:
    """Italian Alliance is won at Genoa."""
    return eve("italian_alliance", "ligurian_sea", vp=100).says("move goeben,breslau way=genoa")


def constantinople_is_reached() -> Story:
    """Ottoman Alliance is won through the Dardanelles, as in history."""
    story = eve("ottoman_alliance", "tenedos", vp=75)
    return story.says("move goeben,breslau way=dardanelles").says("move goeben,breslau way=constantinople")


def constantinople_is_reached_without_fame() -> Story:
    """Ottoman Alliance is lost on the last day at its very goal: one point is missing."""
    return eve("ottoman_alliance", "dardanelles", turn=8, vp=74).says("move goeben,breslau way=constantinople")


def suez_is_cut() -> Story:
    """Suez Canal Operation is won at Athens, Alexandria and Port Said being silenced."""
    return eve("suez_canal", "cyclades_w", vp=75).says("move goeben,breslau way=athens")


def a_storm_takes_the_last_ship() -> Story:
    """Any mission is lost at once with the last ship."""
    story = eve("suez_canal", "delta", lost="goeben", breslau="delta+hull=1")
    return story.says("pass", dice=[(6,)], draws=[story.pooled("storm_1")])


# ---------------------------------------------------------------- the campaign


def a_mission_of_the_campaign_is_won() -> Story:
    """Ottoman Alliance: Italy will stay neutral, and the next mission may begin at Constantinople."""
    story = campaigning("", "ottoman_alliance", "dardanelles")
    return story.says("move goeben,breslau way=constantinople").says("end").says("begin goeben space=constantinople")


def a_mission_of_the_campaign_fails() -> Story:
    """Out of time: leadership falls, and all go back to Pola."""
    return campaigning("", "suez_canal", "dardanelles", turn=8).says("pass").says()


def the_players_sail_on_and_come_back() -> Story:
    """The Pact is fulfilled on the third day, but ended on the fourth, with a cruiser out of Pola."""
    story = campaigning("", "austro_hungarian_pact", "pola")
    return story.says("pass").says("sail_on").says("pass").says("end", draws=[(2,)])


def the_players_sail_on_and_stay_away() -> Story:
    """The Pact is fulfilled on the fifth day; on the last the ships are at Trieste, and it stays fulfilled."""
    story = campaigning("", "austro_hungarian_pact", "pola", turn=5)
    return story.says("pass").says("sail_on").says("move goeben,breslau way=trieste")


def a_battlecruiser_is_called_away() -> Story:
    """Atlantic Breakout, and one battlecruiser fewer to meet."""
    story = campaigning("", "atlantic_breakout", "gulf_of_cadiz")
    story.says("move goeben,breslau way=north_atlantic", draws=[story.pooled("quiet_seas_1")])
    return story.says("end").says("call_away")


def moltke_and_stralsund_come() -> Story:
    """Atlantic Breakout, and four ships from now on, against New Zealand."""
    story = campaigning("", "atlantic_breakout", "gulf_of_cadiz")
    story.says("move goeben,breslau way=north_atlantic", draws=[story.pooled("quiet_seas_1")])
    return story.says("end").says("reinforce")


def dismissed() -> Story:
    """A mission that ends below zero ends the campaign, whatever was won before."""
    story = campaigning("raid_convoys suez_canal italian_alliance atlantic_breakout", "austro_hungarian_pact", "pola",
                        won=4, turn=6, vp=-1)  # fmt: skip
    return story.says("pass")


def a_campaign_of_failures() -> Story:
    """The last mission is the second that is won: a failure."""
    story = campaigning("raid_convoys suez_canal atlantic_breakout", "austro_hungarian_pact", "pola", won=1, last=True)
    return story.says("pass").says("end")


def a_campaign_is_drawn() -> Story:
    """The last mission is the third that is won."""
    story = campaigning("raid_convoys suez_canal atlantic_breakout", "austro_hungarian_pact", "pola", won=2, last=True)
    return story.says("pass").says("end")


def a_campaign_is_won() -> Story:
    """The last mission is the fourth that is won."""
    story = campaigning("raid_convoys suez_canal atlantic_breakout", "austro_hungarian_pact", "pola", won=3, last=True)
    return story.says("pass").says("end")


def destroyed_but_not_defeated() -> Story:
    """All ships are lost after four missions that were won."""
    story = campaigning("raid_convoys ottoman_alliance atlantic_breakout austro_hungarian_pact", "suez_canal", "delta",
                        won=4, lost="goeben", breslau="delta+hull=1")  # fmt: skip
    return story.says("pass", dice=[(6,)], draws=[story.pooled("storm_1")])


SCRIPTS: tuple[Callable[[], Story], ...] = (
    through_the_straits_of_gibraltar,
    the_pact_is_made_at_pola,
    the_raiders_come_into_a_neutral_base,
    the_raiders_left_one_battery,
    italy_comes_in,
    constantinople_is_reached,
    constantinople_is_reached_without_fame,
    suez_is_cut,
    a_storm_takes_the_last_ship,
    a_mission_of_the_campaign_is_won,
    a_mission_of_the_campaign_fails,
    the_players_sail_on_and_come_back,
    the_players_sail_on_and_stay_away,
    a_battlecruiser_is_called_away,
    moltke_and_stralsund_come,
    dismissed,
    a_campaign_of_failures,
    a_campaign_is_drawn,
    a_campaign_is_won,
    destroyed_but_not_defeated,
)


def written(script: Callable[[], Story]) -> str:
    """The whole playthrough as text."""
    story = script()
    name = script.__name__.replace("_", " ").capitalize()
    end = [f"open: {question.seat} {question.kind}" for question in story.asked]
    state = story.state
    end += [f"the game is over: {state.verdict}, {state.vp} points"] if story.over else []
    return "\n".join([f"# {name}", f"# {script.__doc__}", "", *story.lines, "", *end]) + "\n"


@rule("goeben", "17.0")
@rule("goeben", "17.orders")
@rule("goeben", "24.5")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_the_game_goes_as_it_is_written_down(script: Callable[[], Story]) -> None:
    file, text = FOLDER / f"{script.__name__}.txt", written(script)
    if os.environ.get("WRITE_PLAYTHROUGHS"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {script.__name__ for script in SCRIPTS}
