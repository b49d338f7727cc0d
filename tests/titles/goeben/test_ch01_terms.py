"""Chapter 1: dice and counters."""

from collections import Counter

import pytest

from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Campaign, Weather
from tests.titles.goeben.box import BOX
from tests.titles.goeben.days import refusals
from tests.titles.goeben.fights import battle_board, fight, misses
from tests.titles.goeben.laid_out import at_sea

rule = pytest.mark.rule
FIRST = (6,)


@rule("goeben", "1.2")
@rule("goeben", "3.2")
def test_the_british_group() -> None:
    group = BOX.groups["british"]
    types = Counter(BOX.allied[one].type if one in BOX.allied else BOX.markers[one] for one in group)
    assert types == {"bc": 3, "ca": 4, "cl": 4, "dd": 4, "quiet_seas": 3}
    assert BOX.numbers.setup.british == {"gibraltar_pz": 2, "adriatic_pz": 5, "malta_pz": 3, "alexandria_pz": 2}
    assert "gb_bc_4" not in group, "New Zealand is kept out"


@rule("goeben", "1.3")
@rule("goeben", "13.chart/Morale Check")
@pytest.mark.parametrize(("morale", "dice"), [(1, 9), (-1, 7)])
def test_morale_gives_or_takes_a_die_of_each_battery(morale: int, dice: int) -> None:
    played = fight(battle_board("gb_lc_1", weather=Weather(morale=morale)), dice=[FIRST, (6, *misses(dice - 1)), (6,)])
    assert len(played.told(told.Fired)[0].dice) == dice


@rule("goeben", "1.3.1")
def test_a_refusal_says_the_same_of_one_marker_and_of_five() -> None:
    way = "move goeben way=adriatic_pz,adriatic_s"
    words = set()
    for lying in ("gb_bc_1", "gb_ca_1 gb_ca_2 gb_dd_1 gb_dd_2 quiet_seas_1"):
        board = at_sea("campaign", goeben="corfu_sea", lying={"adriatic_pz": lying})
        board.state.campaign = Campaign(high_sea=["adriatic_pz"])
        words.update(refusals(board, way))
    assert len(words) == 1
