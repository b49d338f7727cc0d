"""Chapter 15 read a second time, by somebody who had not seen the code."""

from typing import Any

import pytest

from games.titles.pq17.rules.campaign import repairs, replacements, withdrawals
from games.titles.pq17.rules.campaign.command import begin
from games.titles.pq17.rules.campaign.folding import fold
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.table.roster import Away, Roster, Unit
from games.titles.pq17.table.state import Loss, Tally
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.procedures import play

rule = pytest.mark.rule
KEYS = [one.key for one in BOX.campaign.fortnights]


def roster(key: str, *units: Unit, **more: Any) -> Roster:
    return Roster(fortnight=KEYS.index(key), units=list(units), **more)


# ---------------------------------------------------------------- 15.7.3 the US Navy


@rule("pq17", "15.7.3", "15.5.3b")
@pytest.mark.parametrize("back", ["aug_2", "sep_1"])
def test_pp530_us_ships_that_ice_or_weather_put_out_do_not_come_back_after_august(back: str) -> None:
    hurt = Away(Unit("wichita", 3, "scapa_flow"), "ice_or_weather", KEYS.index(back))
    british = Away(Unit("london", 2, "scapa_flow"), "ice_or_weather", KEYS.index(back))
    there = roster("aug_2", Unit("tuscaloosa", 4, "reykjavik"), away=[hurt, british])
    assert withdrawals.depart(BOX, there) == 0
    for key in ("aug_2", "sep_1"):
        there.fortnight = KEYS.index(key)
        repairs.come_back(BOX, there)
    assert [unit.kind for unit in there.units] == ["london"]
    assert sorted(one.unit.kind for one in there.away) == ["tuscaloosa", "wichita"]


@rule("pq17", "15.7.3", "15.5.3b")
def test_pp531_before_august_is_over_they_do() -> None:
    hurt = Away(Unit("wichita", 3, "scapa_flow"), "ice_or_weather", KEYS.index("aug_1"))
    there = roster("aug_1", away=[hurt])
    withdrawals.depart(BOX, there)
    repairs.come_back(BOX, there)
    assert [(unit.kind, unit.strength) for unit in there.units] == [("wichita", 3)]


# ---------------------------------------------------------------- 15.6.1 CAM ships and oilers, MO among them (1.4.2)


@rule("pq17", "15.6.1", "1.4.2")
@pytest.mark.parametrize(
    ("kind", "how", "noted"),
    [
        ("mo", "sunk", ["mo", "mo"]), ("mc", "sunk", ["mc", "mc"]), ("mv", "sunk", []), ("palomares", "sunk", []),
        ("gray_ranger", "sunk", ["gray_ranger"]), ("mo", "weather", []),
    ],
)  # fmt: skip
def test_pp532_tankers_are_oilers_too(kind: str, how: Any, noted: list[str]) -> None:
    sea = campaign()
    play(sea, fortnight(sea))
    sea.state.command = begin(BOX, sea.roster)
    sea.state.losses = [Loss("allied", kind, 2, 9, how, at="0615")]
    sea.state.tallies = [Tally("pq12", laden=True, began=15, excepted=2)]
    fold(sea)
    assert sea.roster.sunk == noted


@rule("pq17", "15.6.1", "1.4.2")
@pytest.mark.parametrize(("key", "come"), [("apr_1", []), ("apr_2", [("mo", 2, True), ("mc", 1, True)])])
def test_pp533_they_come_laden_in_the_second_fortnight(key: str, come: list[Any]) -> None:
    there = roster(key)
    replacements.replace_auxiliaries(BOX, there, ["mo", "mc", "mo"], "loch_ewe")
    assert [(unit.kind, unit.strength, unit.laden) for unit in there.units if unit.place == "loch_ewe"] == come
