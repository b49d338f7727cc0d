"""6.3, 8.4 What damage does to German ships, and what it costs (17.1)."""

from typing import Any

import pytest

from games.titles.goeben.box.pieces import GUNS, TRACKS
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea
from tests.titles.goeben.laid_out import Played, at_sea

rule = pytest.mark.rule


@rule("goeben", "6.3")
@pytest.mark.parametrize("track", [track for track in TRACKS if track != "hull"])
def test_other_tracks_stop_at_nothing(track: str) -> None:
    sea = at_sea()
    ship = sea.ship("goeben")
    hurt(sea, ship, track, 99)  # type: ignore[arg-type]
    assert getattr(ship, track) == 0
    assert not ship.sunk
    hurt(sea, ship, track, 1)  # type: ignore[arg-type]
    assert len(Played(sea).told(told.Damaged)) == 1, "damage beyond is ignored"


@rule("goeben", "6.3")
def test_without_hull_she_sinks() -> None:
    sea = at_sea(goeben="malta_pz+hull=2")
    ship = sea.ship("goeben")
    hurt(sea, ship, "hull", 1)
    assert (ship.hull, ship.sunk) == (1, False)
    hurt(sea, ship, "hull", 4)
    assert (ship.hull, ship.sunk, ship.at) == (0, True, "")
    assert sea.ships_at("malta_pz") == []
    assert Played(sea).told(told.ShipSunk) == [told.ShipSunk("goeben", "malta_pz")]


@rule("goeben", "17.1")
@pytest.mark.parametrize(("ship", "vp"), [("goeben", -40), ("breslau", -10)])
def test_a_sunk_ship_costs_points(ship: str, vp: int) -> None:
    sea = at_sea()
    hurt(sea, sea.ship(ship), "hull", 20)
    assert sea.state.vp == vp


@rule("goeben", "17.1")
def test_crippled_by_an_attack_costs_points_once() -> None:
    sea = at_sea(goeben="messina+secondary=1")
    goeben = sea.ship("goeben")
    hurt(sea, goeben, "secondary", 2, attacked=True)
    hurt(sea, goeben, "secondary", 1, attacked=True)
    assert sea.state.vp == -5
    hurt(sea, goeben, "engines", 5, attacked=True)
    assert sea.state.vp == -5
    hurt(sea, goeben, "engines", 1, attacked=True)
    assert sea.state.vp == -10
    hurt(sea, goeben, "primary", 5)
    assert sea.state.vp == -10, "not by a breakdown or a mine"


@rule("goeben", "17.1")
def test_guns_that_a_ship_never_had_cost_nothing() -> None:
    sea = at_sea()
    for track in GUNS:
        hurt(sea, sea.ship("breslau"), track, 2, attacked=True)
    assert sea.ship("breslau").secondary == 1
    assert sea.state.vp == 0


def hit(cargo: str, hull: int, by: int, ship: str = "breslau") -> tuple[Sea, list[str]]:
    where: dict[str, Any] = {ship: f"messina+hull={hull}+cargo={cargo}"}
    sea = at_sea(**where)
    hurt(sea, sea.ship(ship), "hull", by)
    return sea, sea.ship(ship).cargo


@rule("goeben", "8.4")
def test_cargo_goes_with_its_box() -> None:
    sea, left = hit("optics,wireless,reserve_crew", 4, 1)
    assert left == ["optics", "wireless", "reserve_crew"], "the empty box goes first"
    assert sea.state.available["reserve_crew"] == 2
    sea, left = hit("optics,wireless,reserve_crew", 4, 2)
    assert left == ["optics", "wireless"]
    assert sea.state.available["reserve_crew"] == 3, "back to the Available box"
    assert Played(sea).told(told.Damaged) == [told.Damaged("breslau", "hull", 2, 2, ("reserve_crew",))]


@rule("goeben", "20.1.1")
def test_a_seaplane_is_lost_with_either_box() -> None:
    _, left = hit("optics,seaplane", 3, 1, "goeben")
    assert left == ["optics"]
