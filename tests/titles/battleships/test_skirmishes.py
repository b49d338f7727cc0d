"""Whatever meets whatever: no phase stops the battle, nothing on the table breaks a rule, and everybody can look.

`SKIRMISHES=5000 ./run test tests/titles/battleships/test_skirmishes.py` tries many more.
"""

import os
from collections import Counter
from typing import Any

import pytest
from msgspec import to_builtins

from games.kernel.codec import decode, encode
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.random_source import random_source
from games.titles.battleships.components import hexes
from games.titles.battleships.rules.movement.courses import room_of
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.condition import DEAD, GUNS_GONE
from games.titles.battleships.state.points import SIXTHS, sixths_of
from games.titles.battleships.state.state import Ship, State
from games.titles.battleships.visibility.hearing import discloses
from games.titles.battleships.visibility.redeal import redeal
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.boards import WORDS
from tests.titles.battleships.box import BOX
from tests.titles.battleships.by_hand import score
from tests.titles.battleships.skirmishes import Skirmish

LOTS, EACH = 10, int(os.environ.get("SKIRMISHES", "100")) // 10
LOOKED_AT = ("second_targets", "first_move", "verdict")
DRAWN = 50
"""One battle in so many is drawn and told, which takes longer than playing it."""


@pytest.mark.parametrize("lot", range(LOTS))
def test_battles_drawn_at_random_run_on_and_break_no_rule(lot: int) -> None:
    for seed in range(lot * EACH, (lot + 1) * EACH):
        fight = Skirmish(seed)
        board = fight.board
        told, seen = len(board.told), _seen(board)
        for phase in fight.phases():
            told, seen = _check_told(board, phase, told, seen)
            for ship in board.state.ships:
                _check_ship(board, ship)
            _check_speeds(fight, phase)
            _check_orders(board)
            _check_hexes(board)
            _check_table(board)
            if phase in LOOKED_AT:
                _check_views(board, seed)
        if seed % DRAWN == 0:
            _tell(fight)


def _seen(board: Board) -> dict[str, Any]:
    """What each seat sees of the table, but for what a side writes itself: plans of fire, courses laid, what it tries
    to mend; and for the turns of the move before, which are over when the next has been made.
    """
    seen = {seat: to_builtins(view(board, seat)) for seat in (*board.sides, PUBLIC, UMPIRE)}
    for one in seen.values():
        one |= {"plans": None, "laid": None}
        for ship in one["ships"]:
            ship["ship"] |= {"tries": None, "turned": None}
    return seen


def _check_told(board: Board, phase: str, told: int, seen: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """3.1 What nobody is told of, nobody sees: a phase that tells a seat nothing leaves what it sees as it was."""
    now = _seen(board)
    for seat, before in seen.items():
        heard = any(one.for_seat(seat) is not None for one in board.told[told:])
        assert heard or now[seat] == before, f"{phase} changed what {seat} sees, and told nothing of it"
    return len(board.told), now


def _check_ship(board: Board, ship: Ship) -> None:
    """2.6, 5.14, 5.15, 8.2, 9.3 A ship's sheet and her place."""
    counter, least = board.counter(ship), board.battle.lasting_hull.get(ship.id, 0)
    assert ship.weapons in range(GUNS_GONE + 1)
    assert ship.hull in range(least, DEAD + 1)
    assert ship.mended in range(counter.defence + 1)
    assert ship.torpedoes in range(3)
    assert ship.speed in range(board.printed_moves(ship) + 1)
    assert ship.heading in hexes.HEADINGS
    assert ship.afloat == bool(ship.at)
    if ship.afloat:
        assert not board.is_doomed(ship)
        assert ship.radar_lost or not ship.radar or ship.weapons < GUNS_GONE
        assert ship.at not in board.battle.shores or not counter.movement
        assert board.battle.open_sea or hexes.on_map(hexes.hex_of(ship.at))


def _check_speeds(fight: Skirmish, phase: str) -> None:
    """7.3 Nobody has sailed farther than she may."""
    board, record = fight.board, fight.board.state.record
    mover = {"first_move": board.inferior, "second_move": board.superior}.get(phase)
    if record.turn == board.state.turn:
        sailed = [ship for ship in board.state.ships if ship.side == mover and ship.id in record.ways]
        assert all(ship.speed <= fight.spans[ship.id][1] for ship in sailed)


def _check_orders(board: Board) -> None:
    """10.10a, 10.12b, 10.12c Who has no orders, no rudder or no power does nothing by them."""
    state = board.state
    silent = {ship.id for ship in board.state.ships if board.is_astray(ship) or board.is_powerless(ship)}
    acting = {marker.firer for marker in state.markers} | {light.ship for light in state.lights} | {state.bombarding}
    assert silent.isdisjoint(acting)
    if board.battle.open_sea and state.record.turn == state.turn:
        assert not {track.launcher for track in state.record.tracks} & set(state.astray)
        straight = [board.ship(name) for name in state.record.ways]
        assert not any(ship.turned for ship in straight if board.is_astray(ship) or board.is_jammed(ship))


def _check_hexes(board: Board) -> None:
    """7.2, 7.2a What lies together may lie together."""
    for at in {ship.at for ship in board.afloat}:
        there = board.ships_at(at)
        assert len({(ship.side, ship.heading) for ship in there}) == 1
        assert len(there) == 1 or sum(room_of(board, ship) for ship in there) <= board.tables.movement.stack


def _check_table(board: Board) -> None:
    """4.3, 5.1, 9.1, 10.9 Markers, star shells, points and flags."""
    state = board.state
    names = Counter(ship.id for ship in state.ships)
    guns = Counter((marker.firer, marker.guns) for marker in state.markers)
    shells = Counter(light.ship for light in state.lights)
    assert max([*names.values(), *guns.values(), *shells.values()]) == 1
    assert max(Counter(marker.target for marker in state.markers).values(), default=0) <= 5
    assert all(board.ship(marker.firer).side != board.ship(marker.target).side for marker in state.markers)
    assert all(sixths_of(board, side) == SIXTHS * score(board, side) for side in board.sides)
    assert all(board.ship(name).side == side for side, name in state.flags.items())
    assert board.battle.open_sea or not state.record.ways or all(map(_on_map, state.record.ways.values()))


def _on_map(way: tuple[str, ...]) -> bool:
    """9.3a Whether a way keeps to the map up to its last hex."""
    return all(hexes.on_map(hexes.hex_of(at)) for at in way[:-1])


def _check_views(board: Board, seed: int) -> None:
    """Everybody sees the battle, the store keeps it, and whoever it is dealt anew for sees the same."""
    held = encode(board.state)
    assert encode(decode(held, State)) == held
    views = {seat: encode(view(board, seat)) for seat in (*board.sides, PUBLIC, UMPIRE)}
    for seat in board.sides:
        other = redeal(BOX, board.state, seat, random_source("redeal", seed, board.state.turn))
        assert encode(view(Board(other, BOX), seat)) == views[seat]


def _tell(fight: Skirmish) -> None:
    """All that was asked and told, and what is left, in words and pictures."""
    board = fight.board
    for language in ("en", "ja"):
        for question in fight.asked:
            WORDS.explain_question(question, language)
        for told in board.told:
            assert all(WORDS.describe_event(form.event, language) for form in told.variants)
            for seat in board.sides:
                discloses(board, told.variants[0].event, seat)
        for seat in (*board.sides, PUBLIC, UMPIRE):
            seen = view(board, seat)
            assert WORDS.text_board(seen, language)
            assert WORDS.headline(seen, language)
        assert WORDS.render_board(view(board, board.sides[0]), language).svg()
