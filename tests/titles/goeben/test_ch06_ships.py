"""Chapter 6: task forces, ships and damage."""

import pytest

from games.titles.goeben.components.pieces import TRACKS
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.state.events import day as told
from tests.titles.goeben.days import stayed
from tests.titles.goeben.fights import SEA, battle_board, fight, misses
from tests.titles.goeben.laid_out import Played, at_sea, ordered, play, refused

rule = pytest.mark.rule
MUTE = "+ammunition=0+torpedoes=0"
"""A ship that cannot fire."""
UP, DOWN = "gb_lc_2+up", "gb_lc_2"


# --- 6.1 groups


@rule("goeben", "6.1")
def test_ships_may_split_and_act_in_the_order_of_their_moves() -> None:
    board = at_sea()
    ordered(board, "move breslau way=stromboli\nmove goeben way=sicily_e")
    assert play(board, movement(board)).following == "incidents"
    assert board.day.queue == ["stromboli", "sicily_e"]
    assert groups.current(board) == "stromboli"
    assert groups.done(board, "stromboli", "incidents", "contact") == "incidents"
    assert groups.current(board) == "sicily_e"
    assert groups.done(board, "sicily_e", "incidents", "contact") == "contact"
    assert board.day.queue == ["stromboli", "sicily_e"], "the next phase goes through all groups again"


@rule("goeben", "6.1")
def test_a_group_that_is_lost_is_passed_over() -> None:
    board = at_sea(goeben="sicily_e", breslau="stromboli")
    groups.begin(board, "contact")
    board.ship("breslau").sunk, board.ship("breslau").at = True, ""
    assert groups.current(board) == "sicily_e"


@rule("goeben", "6.1")
@rule("goeben", "4.1.3")
def test_each_ship_stops_for_herself() -> None:
    board = at_sea(lying={"ionian_c": UP})
    plan = "move goeben way=spartivento,ionian_c\nmove breslau way=spartivento,corfu_sea,zante,matapan"
    played = play(ordered(board, plan), movement(board))
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("ionian_c", "matapan")
    assert played.board.day.order == ["ionian_c", "matapan"], "two groups from then on"


# --- 6.2 values


@rule("goeben", "6.2")
def test_without_engines_she_stays() -> None:
    form = plan_form(at_sea(goeben="spartivento+engines=0"), "commander")
    assert refused(form, "move goeben way=sicily_e") != []


# --- 6.3 damage


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


@rule("goeben", "6.3")
def test_a_ship_that_is_sunk_sails_nowhere() -> None:
    board = at_sea()
    board.ship("goeben").sunk, board.ship("goeben").at = True, ""
    assert stayed(board, "goeben", "sicily_e")


@rule("goeben", "6.3")
@pytest.mark.parametrize(("hits", "sunk", "vp"), [((6,), True, -10), ((5,), False, 0)])
def test_a_critical_hit_takes_hull_and_engines(hits: tuple[int, ...], sunk: bool, vp: int) -> None:
    """The same die for both tracks: four boxes sink Breslau."""
    board = battle_board("gb_lc_2", breslau=SEA + MUTE)
    board.ship("goeben").at = "pola"
    more = [(4,)] if hits == (6,) else [(2,)]
    rest = [] if sunk else [misses(1)]
    fight(board, dice=[(6,), (6, 1), hits, *more, *rest])
    assert (board.ship("breslau").sunk, board.state.vp) == (sunk, vp)
