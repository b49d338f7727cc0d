"""6.3, 8.4 What damage does to German ships, and what it costs (17.1)."""

from typing import Any

import pytest

from games.titles.goeben.components.pieces import GUNS, TRACKS
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from tests.titles.goeben.laid_out import Played, at_sea

rule = pytest.mark.rule


@rule("goeben", "6.3")
@pytest.mark.parametrize("track", [track for track in TRACKS if track != "hull"])
def test_other_tracks_stop_at_nothing(track: str) -> None:
    board = at_sea()
    ship = board.ship("goeben")
    hurt(board, ship, track, 99)  # type: ignore[arg-type]
    assert getattr(ship, track) == 0
    assert not ship.sunk
    hurt(board, ship, track, 1)  # type: ignore[arg-type]
    assert len(Played(board).told(told.Damaged)) == 1, "damage beyond is ignored"


@rule("goeben", "6.3")
def test_without_hull_she_sinks() -> None:
    board = at_sea(goeben="malta_pz+hull=2")
    ship = board.ship("goeben")
    hurt(board, ship, "hull", 1)
    assert (ship.hull, ship.sunk) == (1, False)
    hurt(board, ship, "hull", 4)
    assert (ship.hull, ship.sunk, ship.at) == (0, True, "")
    assert board.ships_at("malta_pz") == []
    assert Played(board).told(told.ShipSunk) == [told.ShipSunk("goeben", "malta_pz")]


@rule("goeben", "17.1")
@pytest.mark.parametrize(("ship", "vp"), [("goeben", -40), ("breslau", -10)])
def test_a_sunk_ship_costs_points(ship: str, vp: int) -> None:
    board = at_sea()
    hurt(board, board.ship(ship), "hull", 20)
    assert board.state.vp == vp


@rule("goeben", "17.1")
def test_crippled_by_an_attack_costs_points_once() -> None:
    board = at_sea(goeben="messina+secondary=1")
    goeben = board.ship("goeben")
    hurt(board, goeben, "secondary", 2, attacked=True)
    hurt(board, goeben, "secondary", 1, attacked=True)
    assert board.state.vp == -5
    hurt(board, goeben, "engines", 5, attacked=True)
    assert board.state.vp == -5
    hurt(board, goeben, "engines", 1, attacked=True)
    assert board.state.vp == -10
    hurt(board, goeben, "primary", 5)
    assert board.state.vp == -10, "not by a breakdown or a mine"


@rule("goeben", "17.1")
def test_guns_that_a_ship_never_had_cost_nothing() -> None:
    board = at_sea()
    for track in GUNS:
        hurt(board, board.ship("breslau"), track, 2, attacked=True)
    assert board.ship("breslau").secondary == 1
    assert board.state.vp == 0


def hit(cargo: str, hull: int, by: int, ship: str = "breslau") -> tuple[Board, list[str]]:
    where: dict[str, Any] = {ship: f"messina+hull={hull}+cargo={cargo}"}
    board = at_sea(**where)
    hurt(board, board.ship(ship), "hull", by)
    return board, board.ship(ship).cargo


@rule("goeben", "8.4")
def test_cargo_goes_with_its_box() -> None:
    board, left = hit("optics,wireless,reserve_crew", 4, 1)
    assert left == ["optics", "wireless", "reserve_crew"], "the empty box goes first"
    assert board.state.available["reserve_crew"] == 2
    board, left = hit("optics,wireless,reserve_crew", 4, 2)
    assert left == ["optics", "wireless"]
    assert board.state.available["reserve_crew"] == 3, "back to the Available box"
    assert Played(board).told(told.Damaged) == [told.Damaged("breslau", "hull", 2, 2, ("reserve_crew",))]


@rule("goeben", "20.1.1")
def test_a_seaplane_is_lost_with_either_box() -> None:
    _, left = hit("optics,seaplane", 3, 1, "goeben")
    assert left == ["optics"]
