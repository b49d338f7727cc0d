"""Chapter 15 read a second time, by somebody who had not seen the code."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.options import Options
from games.titles.pq17.rules.campaign import repairs, replacements, withdrawals
from games.titles.pq17.rules.campaign.command import begin_fortnight
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.forces.command import needs_point
from games.titles.pq17.rules.operation.setup import _soviet_ships, _soviet_waters, new_game, set_up_allied
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Away, Unit
from games.titles.pq17.state.state import Chit, Loss, Tally
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.rosters import KEYS, roster
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


@rule("pq17", "15.7.3", "15.5.3b")
@pytest.mark.parametrize("back", ["aug_2", "sep_1"])
def test_pp530_us_ships_that_ice_or_weather_put_out_do_not_come_back_after_august(back: str) -> None:
    hurt = Away(Unit("wichita", 3, "scapa_flow"), "ice_or_weather", KEYS.index(back))
    british = Away(Unit("london", 2, "scapa_flow"), "ice_or_weather", KEYS.index(back))
    there = roster("aug_2", Unit("tuscaloosa", 4, "reykjavik"), away=[hurt, british])
    assert withdrawals.withdraw_units(BOX, there) == 0
    for key in ("aug_2", "sep_1"):
        there.fortnight = KEYS.index(key)
        repairs.return_units(BOX, there)
    assert [unit.kind for unit in there.units] == ["london"]
    assert sorted(one.unit.kind for one in there.away) == ["tuscaloosa", "wichita"]


@rule("pq17", "15.7.3", "15.5.3b")
def test_pp531_before_august_is_over_they_do() -> None:
    hurt = Away(Unit("wichita", 3, "scapa_flow"), "ice_or_weather", KEYS.index("aug_1"))
    there = roster("aug_1", away=[hurt])
    withdrawals.withdraw_units(BOX, there)
    repairs.return_units(BOX, there)
    assert [(unit.kind, unit.strength) for unit in there.units] == [("wichita", 3)]


@rule("pq17", "15.6.1", "1.4.2")
@pytest.mark.parametrize(
    ("kind", "how", "noted"),
    [
        ("mo", "sunk", ["mo", "mo"]), ("mc", "sunk", ["mc", "mc"]), ("mv", "sunk", []), ("palomares", "sunk", []),
        ("gray_ranger", "sunk", ["gray_ranger"]), ("mo", "weather", []),
    ],
)  # fmt: skip
def test_pp532_tankers_are_oilers_too(kind: str, how: Any, noted: list[str]) -> None:
    board = campaign()
    perform(board, fortnight(board))
    board.state.command = begin_fortnight(BOX, board.roster)
    board.state.losses = [Loss("allied", kind, 2, 9, how, at="0615")]
    board.state.tallies = [Tally("pq12", laden=True, began=15, excepted=2)]
    fold_operation(board)
    assert board.roster.sunk == noted


@rule("pq17", "15.6.1", "1.4.2")
@pytest.mark.parametrize(("key", "come"), [("apr_1", []), ("apr_2", [("mo", 2, True), ("mc", 1, True)])])
def test_pp533_they_come_laden_in_the_second_fortnight(key: str, come: list[Any]) -> None:
    there = roster(key)
    replacements.replace_auxiliaries(BOX, there, ["mo", "mc", "mo"], "loch_ewe")
    assert [(unit.kind, unit.strength, unit.laden) for unit in there.units if unit.place == "loch_ewe"] == come


def set_up(*soviet: str, key: str = "mar_1", says: str = "") -> Board:
    """An operation of a campaign with no more than these Soviet ships, set up."""
    board = campaign()
    board.roster.fortnight = KEYS.index(key)
    board.state.composed = structs.replace(
        BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index(key)], {}), soviet=soviet
    )
    board.state.chits = {"axis": Chit("p", "none"), "allied": Chit("p", "none")}
    board.state.light = board.operation.light
    perform(board, set_up_allied(board), says={"set_up": says or "pass"})
    return board


@rule("pq17", "15.8.2")
@pytest.mark.parametrize(
    ("soviet", "at_sea", "in_port"),
    [
        (("dd_project_7 4", "tb_novik 2", "es_soviet 2"), ["dd_project_7 2", "tb_novik 1"],
         ["dd_project_7 2", "tb_novik 1", "es_soviet 2"]),
        (("dd_project_7 5", "tb_novik 3"), ["dd_project_7 2", "tb_novik 1"], ["dd_project_7 3", "tb_novik 2"]),
        (("dd_project_7 1", "tb_novik 1"), ["dd_project_7 1", "tb_novik 1"], []),
        (("dd_project_7 3",), ["dd_project_7 1"], ["dd_project_7 2"]),
        (("dd_project_7 3", "dd_project_7 1 crippled"), ["dd_project_7 2"],
         ["dd_project_7 1", "dd_project_7 1+crippled"]),
        (("tb_novik 1", "tb_novik 3 crippled"), ["tb_novik 1", "tb_novik 1+crippled"], ["tb_novik 2+crippled"]),
        (("es_soviet 2",), [], ["es_soviet 2"]),
    ],
)  # fmt: skip
def test_pp540_half_of_the_soviet_destroyers_and_torpedo_boats_are_at_sea(
    soviet: tuple[str, ...], at_sea: list[str], in_port: list[str]
) -> None:
    board = set_up(*soviet)
    found = {one.id: left(one.counters) for one in board.forces_of("allied") if one.id.startswith("soviet")}
    assert (found.get("soviet_patrol", []), found.get("soviet", [])) == (at_sea, in_port)
    for one in board.forces_of("allied"):
        if one.id.startswith("soviet"):
            assert (one.at, one.port) == ("0817", "" if one.id == "soviet_patrol" else "murmansk")


@rule("pq17", "15.8.2", "4.3.2a", "10.1.1", "5.1.4")
def test_pp541_their_owner_puts_them_anywhere_in_soviet_waters_clear_of_doubtful_ice() -> None:
    board = set_up("dd_project_7 4", says="place soviet_patrol at=0617")
    assert board.force("soviet_patrol").at == "0617"
    march, summer = set(_soviet_waters(set_up(key="mar_1"))), set(_soviet_waters(set_up(key="jul_1")))
    assert {"0817", "0717", "0617"} <= march <= summer
    assert {"0818", "0919"} <= summer - march
    assert not {"0816", "0814", "0613", "0214"} & summer
    assert not any(needs_point(BOX, [Counter("dd_project_7", 1)], one) for one in summer)


@rule("pq17", "15.8.2", "11.1", "11.1.4")
@pytest.mark.parametrize(("option", "warning"), [(False, 21), (True, 15)])
def test_pp542_they_left_port_as_play_starts(option: bool, warning: int) -> None:
    board = set_up("dd_project_7 4")
    board.state.options = Options(soviet_fuel=option)
    board.state.turn = 9
    board.state.command = begin_fortnight(BOX, board.roster)
    perform(board, start(board))
    assert board.force("soviet_patrol").fuel == Fuel(warning)
    assert board.state.command["severny_flot"].spent == 0


@rule("pq17", "15.8.2", "15.0")
def test_pp543_in_an_operation_by_itself_they_all_lie_in_murmansk() -> None:
    board = Board(new_game(BOX, "pq17", Options()), BOX)
    assert [force.id for force, _ in _soviet_ships(board)] == ["soviet"]


@rule("pq17", "15.8.2", "15.8")
def test_pp544_after_the_operation_they_lie_in_murmansk_again() -> None:
    board = campaign()
    perform(board, fortnight(board))
    board.state.command = begin_fortnight(BOX, board.roster)
    board.roster.units = []
    board.state.forces = [force("soviet_patrol", "allied", "task_force", "0717", "dd_project_7 2")]
    fold_operation(board)
    assert [(unit.kind, unit.strength, unit.place) for unit in board.roster.units] == [("dd_project_7", 2, "murmansk")]
