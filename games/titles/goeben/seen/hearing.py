"""25.2 Which news a captain may hear, by where he is: for judging who was told, not for telling.

The rules tell those whom `Sea.witnesses` names. This reads 25.2 once more, from what an event says of its place, so
that the two-worlds test notices where something is told too widely.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import NODEFAULT

from games.kernel.events import WHOLE
from games.titles.goeben.box.scenarios import AUSTRIAN, COMMANDER
from games.titles.goeben.seen.knowledge import WIRELESS, here, in_touch, sees_all
from games.titles.goeben.table.events import News, battle, campaign, day, incidents, setup
from games.titles.goeben.table.sea import Sea

SIGNALLED: dict[type, tuple[str, ...]] = {
    day.TurnBegan: (WHOLE,),
    day.Consulted: ("seat",),
    day.AlertChanged: ("before", "after"),
    day.Scored: ("points", "vp"),
    day.ShipSunk: ("ship",),
    day.PortVisited: ("space",),
    day.SortieEnded: (WHOLE,),
    incidents.FrenchFleetOut: (WHOLE,),
    incidents.MoraleChecked: (WHOLE,),
} | dict.fromkeys(campaign.Events.__args__, (WHOLE,))
"""What Berlin signals to all captains, and what of it; missions end for all of them at once."""


def discloses(sea: Sea, event: Any, seat: str) -> tuple[str, ...]:
    """The fields of an event from which a seat may learn something hidden, as the sea stands when it is told."""
    if isinstance(event, News):
        return (WHOLE,) if may_hear(sea, event.news, seat) else ()
    disclosed: tuple[str, ...] = event.discloses(seat)
    return (WHOLE,) if _shows_orders(sea, seat) else disclosed


def _shows_orders(sea: Sea, seat: str) -> bool:
    """14.0 Ships that fight show what somebody else has ordered, be it by his doctrine (25.3)."""
    fight = sea.state.battle
    if fight is None:
        return False
    ally = AUSTRIAN.key if sea.mode == "austrian" else COMMANDER.key
    return {sea.ship(name).seat for name in fight.ships} | {ally for _ in fight.consorts} != {seat}


def may_hear(sea: Sea, news: Any, seat: str) -> bool:
    """25.2 Whether a seat ("public": a spectator) may hear this, and just this."""
    if sees_all(sea, seat) or _says_no_more_than(news, SIGNALLED.get(type(news), ())):
        return True
    if isinstance(news, battle.LeadershipChanged) and news.why.startswith("mission_"):
        return True
    if isinstance(news, setup.NotesShared):
        return seat in sea.state.seats and in_touch(sea, seat, news.seat)
    if isinstance(news, day.LetterRead | day.LetterLeft):
        return any(ship.seat == seat and ship.at == news.space for ship in sea.afloat)
    if isinstance(news, day.Sailed) and not news.route:
        return _hears_of(sea, seat, news.start)
    if isinstance(news, day.PortAbandoned):  # wherever the ship is that put the marines ashore
        return _saw_the_last_ship_go(sea, seat, news.space) or _fights(sea, seat)
    if isinstance(news, day.CountersShown):  # who looked does not stand in it, but in the report of it
        return seat in sea.state.reports[-1].seats
    return any(_hears_of(sea, seat, place) for place in _places(sea, news)) or _fights(sea, seat)


def _says_no_more_than(news: Any, fields: tuple[str, ...]) -> bool:
    """Whether every other field is left empty."""
    if not fields or WHOLE in fields:
        return bool(fields)
    known = _defaults(news.__class__)
    return all(name in fields or default in (getattr(news, name), NODEFAULT) for name, default in known)


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a sort of news, with what stands in them when nothing is said."""
    return tuple((one.name, one.default) for one in msgspec.structs.fields(kind))


def _hears_of(sea: Sea, seat: str, space: str) -> bool:
    """There, or with Wireless as somebody there has; Austro-Hungarian ships all have it (25.3.1)."""
    if space in here(sea, seat):
        return True
    sender = bool(sea.consorts_at(space)) or any(WIRELESS in ship.cargo for ship in sea.ships_at(space))
    return sender and any(WIRELESS in ship.cargo for ship in sea.afloat if ship.seat == seat)


def _saw_the_last_ship_go(sea: Sea, seat: str, space: str) -> bool:
    """Whoever sails out of a port last knows that nobody is left there, and so does who has Wireless as she has."""
    gone = [name for name, route in sea.day.routes.items() if route[0] == space] if sea.state.day is not None else []
    ships = {ship.id: ship for ship in sea.state.ships}
    if not gone:
        return False
    last = ships.get(gone[-1])
    if last is not None and (last.seat == seat or WIRELESS not in last.cargo):
        return last.seat == seat
    return (last is None and seat == sea.flag) or any(
        WIRELESS in ship.cargo for ship in sea.afloat if ship.seat == seat
    )


def _fights(sea: Sea, seat: str) -> bool:
    """Who has a ship in the battle in progress, afloat or not, sees it to its end."""
    fight = sea.state.battle
    return fight is not None and any(ship.seat == seat for ship in sea.state.ships if ship.id in fight.ships)


def _places(sea: Sea, news: Any) -> Iterator[str]:
    """Where something happened: at the ship that it speaks of, or in the space; else in the one being treated."""
    ships = {ship.id: ship.at for ship in sea.state.ships} | {one.id: one.at for one in sea.state.consorts}
    named = [getattr(news, name, "") for name in ("ship", "target")] + list(getattr(news, "ships", ()))
    found = [ships[name] for name in named if name in ships]
    found += [place for name in ("space", "port") if (place := getattr(news, name, ""))]
    if not found and sea.state.battle is not None:
        found = [sea.state.battle.space]
    elif not found and sea.state.day is not None:
        found = sea.day.queue[:1]
    yield from found
