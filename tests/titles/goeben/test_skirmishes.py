"""Whatever meets whatever: no step stops the game, nothing is lost or made on the way, everybody can look, and nobody
sees what he cannot know.

`SKIRMISHES=5000 ./run test tests/titles/goeben/test_skirmishes.py` tries many more.
"""

import os
from collections import Counter
from collections.abc import Iterator

import pytest

from games.kernel.codec import decode, encode
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.random_source import random_source
from games.kernel.text import LANGUAGES
from games.titles.goeben.components.pieces import TRACKS
from games.titles.goeben.rules.ships.cargo import boxes, may_carry
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import State, Warship
from games.titles.goeben.visibility.redeal import conserved, redeal
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.boards import WORDS
from tests.titles.goeben.box import BOX
from tests.titles.goeben.skirmishes import Skirmish

LOTS, EACH = 10, int(os.environ.get("SKIRMISHES", "150")) // 10
SEES, LOOKS, READS = 5, 200, 25
"""After every so manieth step a seat is compared with other worlds, and has its boards read and drawn; one seed of so
many has all that was told and asked put into words.
"""
BATTLE = ("contact", "salvo", "battle_ends", "bombardment")
GEAR = [track for track in TRACKS if track != "leadership"]


@pytest.mark.parametrize("lot", range(LOTS))
def test_days_drawn_at_random_run_to_their_end_and_lose_nothing(lot: int) -> None:
    for seed in range(lot * EACH, (lot + 1) * EACH):
        assert not list(faults(Skirmish(seed), seed)), seed


def faults(day: Skirmish, seed: int) -> Iterator[str]:
    """What went wrong on the way, after which step. Now this seat looks, now that."""
    held, seats = conserved(BOX, day.board.state), (*day.board.state.seats, PUBLIC, UMPIRE)
    for number, step in enumerate(day.steps()):
        found = [*_of_ships(day.board, step), *_of_counters(day.board, step)]
        found += [] if conserved(BOX, day.board.state) == held else ["something was lost or made"]
        found += _of_those_who_outfitted(day) if step == "movement" else []
        turn, seat = seed + number, day.dice.choice(seats)
        found += _of_what_is_seen(day.board, seat) if turn % SEES == 0 else []
        yield from (f"{step}: {fault}" for fault in found)
        if turn % LOOKS == 0:
            _looks(day.board, seat)
    if seed % READS == 0:
        _reads(day)


def _of_ships(board: Board, step: str) -> Iterator[str]:
    """6.2, 6.3, 8.2 Every ship in one space, with tracks between nothing and their start; what sinks is nowhere. Those
    that join after a mission (19.1) are put somewhere by the next muster.
    """
    for ship in board.state.ships:
        joins = step == "debrief" and not ship.at and ship.hull > 0
        if not joins and not ship.sunk == (ship.hull == 0) == (not ship.at):
            yield f"{ship.id} is lost by halves"
        if any(getattr(ship, track) < 0 for track in TRACKS) or _overfull(ship):
            yield f"a track of {ship.id} is off its ends"
        if boxes(board, ship.cargo) > ship.hull or not set(ship.cargo) <= {*may_carry(board, ship)}:
            yield f"{ship.id} carries what she cannot"
        if ship.at and BOX.spaces[ship.at].zone == "black_sea":
            yield f"{ship.id} is in the Black Sea"
    for one in board.state.consorts:
        if one.at and BOX.spaces[one.at].zone not in ("adriatic", "eastern"):
            yield f"{one.id} is out of her seas"


def _overfull(ship: Warship) -> bool:
    """10.0, 7.1.2 More than at the start."""
    return any(getattr(ship, track) > getattr(BOX.german[ship.id], track) for track in GEAR)


def _of_counters(board: Board, step: str) -> Iterator[str]:
    """5.2, 8.3, 13.1 Every counter is in one place; nobody holds a port from afar (9.2)."""
    state = board.state
    lying = [marker.id for markers in state.lying.values() for marker in markers]
    drawn = [name for names in (state.day.drawn.values() if state.day is not None else ()) for name in names]
    gone = [one.id for one in state.gone if one.how != "destroyed"]
    if Counter([*state.pool, *lying, *drawn, *gone]) != Counter([*BOX.allied, *BOX.markers]):
        yield "a counter is in two places, or in none"
    if not 1 <= state.alert <= 6 or min(state.available.values()) < 0:
        yield "the alert or the cargo is off its ends"
    if state.battle is None and not set(state.ashore) <= {*board.occupied()}:
        yield "a port is held by nobody"
    if state.battle is not None and step not in BATTLE:
        yield "a battle does not end"
    if not all(BOX.spaces[space].harbour for space in state.visited):
        yield "the open sea has been visited"


def _of_those_who_outfitted(day: Skirmish) -> Iterator[str]:
    """4.1 They do not move."""
    for ship in day.board.afloat:
        if ship.id in day.board.day.outfitted and ship.at != day.began[ship.id]:
            yield f"{ship.id} outfits and sails"


def _of_what_is_seen(board: Board, seat: str) -> Iterator[str]:
    """1.3.1, 25.2 It is the same in any world that the seat cannot tell from this one."""
    other = decode(encode(board.state), State)
    if seat != UMPIRE:
        other = redeal(BOX, other, seat, random_source("skirmish", board.state.turn, seat))
    if encode(view(Board(other, BOX), seat)) != encode(view(board, seat)):
        yield f"{seat} sees more than he may"


def _looks(board: Board, seat: str) -> None:
    seen = view(board, seat)
    for language in LANGUAGES:
        assert WORDS.text_board(seen, language)
        assert WORDS.headline(seen, language)
    assert WORDS.render_board(seen, "en").picture.layers


def _reads(day: Skirmish) -> None:
    """Everything that was told and asked has words in both languages, and what a form proposes is written and read."""
    for language in LANGUAGES:
        assert all(WORDS.describe_event(form.event, language) for told in day.board.told for form in told.variants)
        assert all(WORDS.explain_question(question, language) for question in day.asked)
    for form in (question.form for question in day.asked):
        for answer in (form.default(), form.example()):
            assert form.accept(form.parse(form.render(answer))) == answer
