"""25.2 The events that a captain may receive, by the places of ships: a second check of every event's audience.

The rules emit events to the seats that `Board.witnesses` returns. This module applies 25.2 independently, to the spaces
in an event, so that the two-worlds test notices an audience that is too large.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import NODEFAULT

from games.kernel.events import ALL_FIELDS
from games.titles.goeben.components.scenarios import AUSTRIAN, COMMANDER
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import News, battle, campaign, day, incidents, setup
from games.titles.goeben.visibility.knowledge import WIRELESS, here, in_touch, sees_all

SIGNALLED: dict[type, tuple[str, ...]] = {
    day.TurnBegan: (ALL_FIELDS,),
    day.Consulted: ("seat",),
    day.AlertChanged: ("before", "after"),
    day.Scored: ("points", "vp"),
    day.ShipSunk: ("ship",),
    day.PortVisited: ("space",),
    day.SortieEnded: (ALL_FIELDS,),
    incidents.FrenchFleetOut: (ALL_FIELDS,),
    incidents.MoraleChecked: (ALL_FIELDS,),
} | dict.fromkeys(campaign.Events.__args__, (ALL_FIELDS,))
"""The events that all captains receive, with the fields that may be filled; all other fields must be empty."""


def discloses(board: Board, event: Any, seat: str) -> tuple[str, ...]:
    """Return the fields of an event in which the rules disclose hidden facts to a seat. (ALL_FIELDS,) means all fields.

    A hidden fact in another field is a leak. `board`: the state at the time of the event.
    """
    if isinstance(event, News):
        return (ALL_FIELDS,) if may_hear(board, event.news, seat) else ()
    disclosed: tuple[str, ...] = event.discloses(seat)
    return (ALL_FIELDS,) if _shows_orders(board, seat) else disclosed


def _shows_orders(board: Board, seat: str) -> bool:
    """14.0 Return True if ships of other seats are in the battle, and so show their orders (25.3)."""
    fight = board.state.battle
    if fight is None:
        return False
    ally = AUSTRIAN.key if board.mode == "austrian" else COMMANDER.key
    return {board.ship(name).seat for name in fight.ships} | {ally for _ in fight.consorts} != {seat}


def may_hear(board: Board, news: Any, seat: str) -> bool:
    """25.2 Return True if a seat ("public": a spectator) may receive the event `news` with exactly its present fields.

    `board`: the state at the time of the event.
    """
    if sees_all(board, seat) or _says_no_more_than(news, SIGNALLED.get(type(news), ())):
        return True
    if isinstance(news, battle.LeadershipChanged) and news.why.startswith("mission_"):
        return True
    if isinstance(news, setup.NotesShared):
        return seat in board.state.seats and in_touch(board, seat, news.seat)
    if isinstance(news, day.LetterRead | day.LetterLeft):
        return any(ship.seat == seat and ship.at == news.space for ship in board.afloat)
    if isinstance(news, day.Sailed) and not news.route:
        return _hears_of(board, seat, news.start)
    if isinstance(news, day.PortAbandoned):  # no matter where the ship is that landed the marines
        return _saw_the_last_ship_go(board, seat, news.space) or _fights(board, seat)
    if isinstance(news, incidents.ConsortLost) and news.how == "left":  # at the end of a mission all captains may talk
        return seat in board.state.seats
    if isinstance(news, incidents.ColliersAttacked):  # seats may see some of the colliers only
        return all(_hears_of(board, seat, space) for space in news.spaces)
    if isinstance(news, day.CountersShown):  # only the report says who looked
        return seat in board.state.reports[-1].seats
    return any(_hears_of(board, seat, place) for place in _places(board, news)) or _fights(board, seat)


def _says_no_more_than(news: Any, fields: tuple[str, ...]) -> bool:
    """Return True if all fields of an event except `fields` have their default values; False if `fields` is empty."""
    if not fields or ALL_FIELDS in fields:
        return bool(fields)
    known = _defaults(news.__class__)
    return all(name in fields or default in (getattr(news, name), NODEFAULT) for name, default in known)


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a type of event with their default values."""
    return tuple((one.name, one.default) for one in msgspec.structs.fields(kind))


def _hears_of(board: Board, seat: str, space: str) -> bool:
    """Return True if a seat learns of events in a space now.

    It has a ship there, or it and a ship there have Wireless. Austro-Hungarian ships all have Wireless (25.3.1).
    """
    if space in here(board, seat):
        return True
    sender = bool(board.consorts_at(space)) or any(WIRELESS in ship.cargo for ship in board.ships_at(space))
    return sender and any(WIRELESS in ship.cargo for ship in board.afloat if ship.seat == seat)


def _saw_the_last_ship_go(board: Board, seat: str, space: str) -> bool:
    """Return True if a seat knows that no ship is left in a port.

    Its own ship sailed last, or it and the last ship have Wireless.
    """
    gone = (
        [name for name, route in board.day.routes.items() if route[0] == space] if board.state.day is not None else []
    )
    ships = {ship.id: ship for ship in board.state.ships}
    if not gone:
        return False
    last = ships.get(gone[-1])
    if last is not None and (last.seat == seat or WIRELESS not in last.cargo):
        return last.seat == seat
    return (last is None and seat == board.flag_captain) or any(
        WIRELESS in ship.cargo for ship in board.afloat if ship.seat == seat
    )


def _fights(board: Board, seat: str) -> bool:
    """Return True if a seat has a ship in the current battle, afloat or not, and therefore sees it to its end."""
    fight = board.state.battle
    return fight is not None and any(ship.seat == seat for ship in board.state.ships if ship.id in fight.ships)


def _places(board: Board, news: Any) -> Iterator[str]:
    """Yield the spaces of an event, by its ships and fields; else the space of the battle, else of the phase."""
    ships = {ship.id: ship.at for ship in board.state.ships} | {one.id: one.at for one in board.state.consorts}
    named = [getattr(news, name, "") for name in ("ship", "target")] + list(getattr(news, "ships", ()))
    found = [ships[name] for name in named if name in ships]
    found += [place for name in ("space", "port") if (place := getattr(news, name, ""))]
    if not found and board.state.battle is not None:
        found = [board.state.battle.space]
    elif not found and board.state.day is not None:
        found = board.day.queue[:1]
    yield from found
