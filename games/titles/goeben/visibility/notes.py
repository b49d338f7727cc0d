"""25.2.3 The board as one seat knows it, from which forms are built, and events about other spaces.

A captain's notes are built only from the captain's view. So the notes cannot depend on ships, colliers or counters that
the captain has neither seen nor received a report on.
"""

from collections.abc import Callable
from functools import cached_property
from typing import NoReturn

from msgspec import structs

from games.kernel.events import EVERYBODY, NOBODY, UMPIRE, Audience, Event
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import Zone
from games.titles.goeben.components.scenarios import SCENARIOS
from games.titles.goeben.orders.orders import DoctrineOrder
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Consort, Day, Marker, Note, State, Warship
from games.titles.goeben.visibility import knowledge
from games.titles.goeben.visibility.view import View, view

UNSEEN = ""
"""The id that every face-down counter has in notes."""


class Notes(Board):
    """A read-only board of what a seat knows.

    Facts that it does not know are missing; others are as the seat last saw them.
    """

    def __init__(self, state: State, box: Box, seat: str) -> None:
        super().__init__(state, box)
        self.seat = seat

    def emit(self, event: Event, *, to: Audience = NOBODY, reduced: Event | None = None) -> NoReturn:
        """Raise TypeError, because the rules emit events only on the true board."""
        raise TypeError("notes are read; events are told from the board")

    @cached_property
    def spaces(self) -> dict[str, Note]:
        """The known contents of spaces, in the order of the map, each as a note with its day."""
        return knowledge.known_spaces(self, self.seat)

    def held(self, zone: Zone) -> bool | None:
        """Return True if a ship of the players is in a sea now, False if no ship is, None if the seat cannot know."""
        return any(self.box.waters.zone(space) == zone for space in self.occupied())


class CaptainsNotes(Notes):
    """25.2 A captain's notes, built from the captain's view and, if given, the captain's doctrine."""

    def __init__(self, box: Box, seen: View, doctrine: tuple[DoctrineOrder, ...] | None = None) -> None:
        super().__init__(_state(box, seen), box, seen.seat)
        self._view = seen
        if doctrine is not None:
            self.state.doctrines[seen.seat] = doctrine

    @cached_property
    def spaces(self) -> dict[str, Note]:
        return self._view.spaces

    def held(self, zone: Zone) -> bool | None:
        """Return True if the captain knows that a ship of the players is in the sea `zone` now.

        Return False if the captain knows the places of all ships and none is there; otherwise None.
        """
        ships = [one for one in self._view.ships if not one.ship.sunk]
        sure = [one.ship.at for one in ships if one.since is None] + [one.at for one in self._view.consorts if one.at]
        if any(self.box.waters.zone(space) == zone for space in sure):
            return True
        consorts = self._view.options.austro_hungarian or self._view.campaign is not None
        all_known = all(one.since is None for one in ships) and (not consorts or self.seat == self.flag_captain)
        return False if all_known else None


def notes_of(board: Board, seat: str) -> Notes:
    """Return the notes of a seat. If the seat sees everything, its notes show the true state."""
    if knowledge.sees_all(board, seat):
        return Notes(board.state, board.box, seat)
    return CaptainsNotes(board.box, view(board, seat), board.state.doctrines.get(seat))


def tell_noted(board: Board, to: Audience, event: Callable[[Notes], Event]) -> None:
    """25.2 Emit to each captain in `to` the event that the function `event` builds from that captain's notes.

    All other seats and the umpire receive the event that the function builds from the true board.
    """
    if to in (EVERYBODY, NOBODY):
        board.emit(event(notes_of(board, UMPIRE)), to=to)
        return
    told: list[tuple[Event, list[str]]] = []
    for seat in to:
        his = event(notes_of(board, seat))
        same = next((seats for other, seats in told if other == his), None)
        if same is None:
            told.append((his, [seat]))
        else:
            same.append(seat)
    for his, seats in told:
        board.emit(his, to=tuple(seats))


def _state(box: Box, seen: View) -> State:
    """Return the state that a captain's view shows."""
    ships = _ships(seen)
    aboard = [kind for ship in ships if not ship.sunk for kind in ship.cargo]
    return State(
        options=seen.options,
        scenario=seen.scenario,
        seats=[role.key for role in SCENARIOS[seen.scenario].seats],
        mission=seen.mission,
        days=seen.days,
        turn=seen.turn,
        alert=seen.alert,
        vp=seen.vp,
        ships=ships,
        consorts=_consorts(box, seen),
        lying={space: lying for space, note in seen.spaces.items() if (lying := _lying(box, note))},
        forts={space: forts for space, note in seen.spaces.items() if (forts := _forts(note))},
        colliers=[space for space, note in seen.spaces.items() for _ in range(note.collier)],
        mines=[space for space, note in seen.spaces.items() for _ in range(note.mined)],
        ashore=dict.fromkeys((space for space, note in seen.spaces.items() if note.held), UNSEEN),
        friendly_ships=[space for space, note in seen.spaces.items() if note.friendly_ship],
        visited=seen.visited,
        french_sortie=seen.french_sortie,
        available={kind.id: max(0, kind.count - aboard.count(kind.id)) for kind in box.cargo.values()},
        reports=seen.reports,
        letters=seen.letters,
        day=_day(seen),
        battle=seen.battle,
        campaign=seen.campaign,
        verdict=seen.verdict,
        over=seen.over,
    )


def _ships(seen: View) -> list[Warship]:
    """Return the German ships as the captain knows them.

    A ship that was last reported in a space which the captain now sees without the ship has no place.
    """
    near = {one.ship.at for one in seen.ships if one.own} | {one.at for one in seen.consorts}
    found = [
        structs.replace(one.ship, at="") if one.since is not None and one.ship.at in near else one.ship
        for one in seen.ships
    ]
    return [*found, *(Warship(name, name) for name in seen.unknown)]


def _consorts(box: Box, seen: View) -> list[Consort]:
    """20.0 Return the Austro-Hungarian ships that the captain sees, and those in the captain's battle."""
    known = {one.id: one for one in seen.consorts}
    fighting = dict.fromkeys(seen.battle.consorts, seen.battle.space) if seen.battle is not None else {}
    return [known.get(name, Consort(name, fighting.get(name, ""))) for name in box.austrian]


def _lying(box: Box, note: Note) -> list[Marker]:
    """4.1.3, 24.3 Return the counters of a note.

    A Friendly Ship whose marker is still unresolved takes effect when ships arrive.
    """
    up = [Marker(name, up=True, found=not (box.halts(name) or note.friendly_ship)) for name in note.up]
    return [*up, *(Marker(UNSEEN) for _ in range(note.down))]


def _forts(note: Note) -> list[Marker]:
    return [*(Marker(name, up=True) for name in note.forts_up), *(Marker(UNSEEN) for _ in range(note.forts_down))]


def _day(seen: View) -> Day | None:
    """Return the current day as far as the captain sees it."""
    day = seen.day
    if day is None:
        return None
    return Day(plans=day.plans, outfitted=day.outfitted, routes=day.routes, drawn=day.drawn, weather=day.weather)
