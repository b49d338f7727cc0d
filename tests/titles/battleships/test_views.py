"""2.6a, 10.6, 10.9, 10.10 What the view of each seat holds, and what it keeps from the others."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC, UMPIRE
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import FirePlan
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Laid
from games.titles.battleships.visibility.view import ShipView, view
from tests.titles.battleships.laid_out import at_sea, in_battle

rule = pytest.mark.rule
OPTIONS = Options(as_proposed=False, mines=True, flagship=True, command=True, radar=True, crews=True)
SEATS = ("british", "german", PUBLIC, UMPIRE)


def full_of_secrets() -> Board:
    board = at_sea("hood 2512 A 4 radar=type_284", "norfolk 2514 A 4", "bismarck 4512 A 4 w1 s1", options=OPTIONS)
    state = board.state
    state.flags = {"british": "norfolk", "german": "bismarck"}
    state.mines = {"british": ("3012",), "german": ("3112",)}
    state.plans = {"british": (FirePlan("hood", ("bismarck",)),), "german": (FirePlan("bismarck", ("hood",)),)}
    state.laid = {"hood": Laid("on"), "bismarck": Laid("on 2")}
    state.astray = ["hood", "bismarck"]
    for name in ("hood", "bismarck"):
        board.ship(name).tries = "guns"
    return board


def seen_by(seat: str) -> dict[str, Any]:
    seen = view(full_of_secrets(), seat)
    return {
        "mines": set(seen.mines), "plans": set(seen.plans), "laid": set(seen.laid),
        "flags": {one.ship.id for one in seen.ships if one.flag},
        "astray": {one.ship.id for one in seen.ships if one.astray},
        "tries": {one.ship.id for one in seen.ships if one.ship.tries != "both"},
    }  # fmt: skip


@rule("battleships", "10.6", "10.9", "10.10a", "5.1", "8.1a")
def test_each_side_sees_its_own_secrets_the_public_none_and_the_umpire_all() -> None:
    british = {"mines": {"british"}, "plans": {"british"}, "laid": {"hood"}, "flags": {"norfolk"}, "astray": {"hood"},
               "tries": {"hood"}}  # fmt: skip
    german = {"mines": {"german"}, "plans": {"german"}, "laid": {"bismarck"}, "flags": {"bismarck"},
              "astray": {"bismarck"}, "tries": {"bismarck"}}  # fmt: skip
    assert seen_by("british") == british
    assert seen_by("german") == german
    assert seen_by(UMPIRE) == {name: british[name] | german[name] for name in british}
    assert seen_by(PUBLIC) == {name: set() for name in british}


def ships(board: Board) -> dict[str, ShipView]:
    return {one.ship.id: one for one in view(board, PUBLIC).ships}


@rule("battleships", "2.6a", "10.1", "10.3")
def test_a_sheet_says_what_is_left_of_a_ship() -> None:
    found = ships(full_of_secrets())
    bismarck, hood = found["bismarck"], found["hood"]
    assert (bismarck.nation, bismarck.kind, bismarck.printed_attack, bismarck.attack) == ("de", "bb", 38, 25)
    assert (bismarck.printed_moves, bismarck.moves, bismarck.value) == (5, 3, 38 + bismarck.defence + 5)
    assert (hood.radar, bismarck.radar) == ("type_284", "")


@rule("battleships", "10.1b", "10.12c")
@pytest.mark.parametrize(
    ("fields", "works"), [({}, True), ({"radar_lost": True}, False), ({"unlit": 1}, False), ({"unlit": 2}, True)]
)
def test_only_radar_that_works_is_shown(fields: dict[str, Any], works: bool) -> None:
    board = full_of_secrets()
    for name, value in fields.items():
        setattr(board.ship("hood"), name, value)
    assert ships(board)["hood"].radar == ("type_284" if works else "")


@rule("battleships", "3.2", "9.1d", "9.3d", "11.2")
@pytest.mark.parametrize("mines", [False, True])
def test_everybody_sees_the_map_and_the_points_and_nets_where_they_count(mines: bool) -> None:
    board = in_battle("mers_el_kebir", options=Options(as_proposed=False, mines=mines), turn=2, sight=13)
    board.ship("dunkerque").mended = 2
    board.state.disheartened = {"french": 1}
    for seat in ("british", "french", PUBLIC, UMPIRE):
        seen = view(board, seat)
        assert (seen.seat, seen.turn, seen.turns, seen.sight, seen.night) == (seat, 2, 12, 13, False)
        assert (seen.sides, seen.inferior, seen.open_sea) == (("british", "french"), "french", False)
        assert (seen.land, len(seen.land)) == (tuple(sorted(board.battle.shores)), 45 * 7 + 2)
        assert seen.moles == tuple(sorted(board.battle.mole_sides))
        assert seen.nets == (tuple(sorted(board.battle.net_sides)) if mines else ())
        assert seen.sixths == {"british": 12, "french": 0}
        assert seen.disheartened == {"french": 1}
