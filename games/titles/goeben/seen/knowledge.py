"""25.2 What each captain knows: his own ship, what lies where he is, and dated notes of everything else.

Captains who are in the same space, or both have Wireless, are in touch: they see each other's ships and share their
notes. A seat of `everybody` sees the present everywhere; so it is in every game but that of captains.
"""

from collections import Counter, defaultdict

import msgspec

from games.kernel.events import PUBLIC, UMPIRE, Audience
from games.titles.goeben.box.components import Box
from games.titles.goeben.table.events import setup as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Log, Note, Slip, Warship

WIRELESS = "wireless"

News = dict[tuple[str, str], dict[str, Warship]]
"""The ships of the second captain that the first finds changed since he last heard of them."""


def sees_all(sea: Sea, seat: str) -> bool:
    """The umpire, and everybody where the players do not command ship by ship."""
    return seat == UMPIRE or sea.mode != "captains"


def in_touch(sea: Sea, one: str, other: str) -> bool:
    """25.2 Whether two captains may talk: ships in one space, or Wireless aboard both."""
    if one == other:
        return True
    own, others = _commanded(sea, one), _commanded(sea, other)
    return any(
        mine.at == theirs.at or (WIRELESS in mine.cargo and WIRELESS in theirs.cargo)
        for mine in own
        for theirs in others
    )


def may_talk(sea: Sea, sender: str, receiver: str) -> bool:
    """25.2, 25.3.1 Captains out of touch cannot; all others can."""
    captains = sea.mode == "captains" and {sender, receiver} <= set(sea.state.seats)
    return not captains or sea.state.over or sea.state.day is None or in_touch(sea, sender, receiver)


def here(sea: Sea, seat: str) -> set[str]:
    """The spaces that a captain has before his eyes."""
    allies = [one.at for one in sea.state.consorts if one.at and not one.gone] if seat == sea.flag else []
    return {*(ship.at for ship in _commanded(sea, seat)), *allies}


def note_of(sea: Sea, space: str) -> Note | None:
    """What lies in a space now; None where there is nothing to note."""
    state = sea.state
    lying, forts = state.lying.get(space, ()), state.forts.get(space, ())
    held, friendly = space in state.ashore, space in state.friendly_ships
    if not (lying or forts or held or friendly or space in state.colliers or space in state.mines):
        return None
    up, forts_up = [marker.id for marker in lying if marker.up], [fort.id for fort in forts if fort.up]
    return Note(
        turn=state.turn,
        down=len(lying) - len(up),
        up=tuple(up),
        forts_down=len(forts) - len(forts_up),
        forts_up=tuple(forts_up),
        collier=state.colliers.count(space),
        mined=state.mines.count(space),
        held=held,
        friendly_ship=friendly,
    )


def take_notes(sea: Sea) -> None:
    """25.2 At the end of a step: each captain writes down what he sees, and those in touch share what they have.

    Before the first day all know what the set-up has laid out.
    """
    if sea.mode != "captains":
        return
    news: News = defaultdict(dict)
    captains = dict.fromkeys(ship.seat for ship in sea.state.ships)
    for seat in sea.state.seats:
        log = sea.state.logs.setdefault(seat, Log())
        spaces = sorted(here(sea, seat)) if sea.state.turn else list(sea.box.spaces)
        for space in spaces:
            note_space(sea, space, seat)
        heard = {other for other in captains if not sea.state.turn or in_touch(sea, seat, other)}
        for ship in sea.state.ships:
            if ship.seat in heard:
                now = _copy(sea, ship)
                if log.seen.get(ship.id, sea.state.turn) < sea.state.turn and log.ships[ship.id] != now:
                    news[seat, ship.seat][ship.id] = now
                log.ships[ship.id], log.seen[ship.id] = now, sea.state.turn
    _share(sea, news)


def report_all(sea: Sea) -> None:
    """25.2, 24.2 Between the missions of a campaign captains may all talk: each hears how the others' ships fare."""
    for seat in sea.state.seats if sea.mode == "captains" else ():
        for other in sea.state.seats:
            ships = {ship.id: _copy(sea, ship) for ship in _commanded(sea, other)}
            if ships and other != seat:
                sea.emit(told.NotesShared(other, {}, ships), to=(seat,))


def note_space(sea: Sea, space: str, *seats: str) -> None:
    """25.2 Captains write down what lies in a space now."""
    found = note_of(sea, space)
    for seat in seats:
        if sea.mode != "captains" or seat not in sea.state.seats:
            continue
        log = sea.state.logs.setdefault(seat, Log())
        if found is not None:
            log.spaces[space] = found
        elif space in log.spaces:
            log.spaces[space] = Note(turn=sea.state.turn)


def note_given_up(sea: Sea, space: str, seats: Audience) -> None:
    """25.2, 9.2.1 Captains who have heard of it know that a port is held no longer, and no more of what lies there."""
    for seat in seats if sea.mode == "captains" else ():
        log = sea.state.logs.get(seat)
        if log is not None and space in log.spaces:
            log.spaces[space] = msgspec.structs.replace(log.spaces[space], held=False)


def _share(sea: Sea, news: News) -> None:
    """Captains in touch take over each other's later notes, and hear that they did, and how the other's ship fares."""
    seats = sea.state.seats
    for seat in seats:
        for other in seats:
            if other == seat or not in_touch(sea, seat, other):
                continue
            spaces, ships = _take_over(sea.state.logs[seat], sea.state.logs[other])
            ships |= news[seat, other]
            if spaces or ships:
                sea.emit(told.NotesShared(other, spaces, ships), to=(seat,))


def _take_over(log: Log, other: Log) -> tuple[dict[str, Note], dict[str, Warship]]:
    """What the other saw later."""
    spaces = {
        space: note
        for space, note in other.spaces.items()
        if space not in log.spaces or log.spaces[space].turn < note.turn
    }
    later = {ship: turn for ship, turn in other.seen.items() if log.seen.get(ship, -1) < turn}
    ships = {ship: other.ships[ship] for ship in later}
    log.spaces |= spaces
    log.ships |= ships
    log.seen |= later
    return spaces, ships


def _commanded(sea: Sea, seat: str) -> list[Warship]:
    return [ship for ship in sea.state.ships if ship.seat == seat and not ship.sunk]


def _copy(sea: Sea, ship: Warship) -> Warship:
    """The ship as she is now; her cargo is a list of its own."""
    return msgspec.structs.replace(ship, cargo=list(ship.cargo))


def known_ship(sea: Sea, seat: str, ship: Warship) -> tuple[Warship | None, int]:
    """25.2 A ship as a seat knows her, and since when (the turn; the present one if she is in touch)."""
    if sees_all(sea, seat) or ship.seat == seat:
        return ship, sea.state.turn
    log = sea.state.logs.get(seat, Log())
    if ship.sunk:
        last = log.ships.get(ship.id, Warship(ship.id, ship.seat))
        return msgspec.structs.replace(last, at="", sunk=True), sea.state.turn
    if seat == PUBLIC:
        return None, 0
    if in_touch(sea, seat, ship.seat):
        return ship, sea.state.turn
    return log.ships.get(ship.id), log.seen.get(ship.id, 0)


def known_bars(sea: Sea, seat: str) -> tuple[str, ...]:
    """4.1.3 The spaces where an Incident marker or an Allied ship lies, for all a seat knows."""
    return tuple(space for space, note in known_spaces(sea, seat).items() if is_barred(sea.box, note))


def is_barred(box: Box, note: Note) -> bool:
    """4.1.3 Whether what was noted makes ships stop. Face down or up is all the same; a Friendly Ship lets them pass
    only where she has been set aside, not where intelligence has found her marker (11.2).
    """
    return bool(note.down) or any(box.halts(counter) or not note.friendly_ship for counter in note.up)


def known_stock(sea: Sea, seat: str) -> dict[str, int]:
    """8.3 How much cargo of each kind is to be had, for all that a seat knows: what others bought unseen is not counted
    (25.2), so that there may be less.
    """
    if sees_all(sea, seat):
        return sea.state.available
    aboard = [known_ship(sea, seat, ship)[0] for ship in sea.state.ships]
    taken = Counter(kind for ship in aboard if ship is not None and not ship.sunk for kind in ship.cargo)
    return {kind.id: max(0, kind.count - taken[kind.id]) for kind in sea.box.cargo.values()}


def known_spaces(sea: Sea, seat: str) -> dict[str, Note]:
    """What a seat knows to lie where, in the order of the map, with the turn of which that is true."""
    log = sea.state.logs.get(seat, Log()) if seat != PUBLIC else Log()
    everywhere = sees_all(sea, seat)
    near = _notable(sea) if everywhere else here(sea, seat)
    notable = {*near, *log.spaces} if not everywhere else near
    found: dict[str, Note] = {}
    for space in sea.box.spaces:
        if space in notable:
            note = note_of(sea, space) if space in near else log.spaces[space]
            if note is not None and (space in near or note != Note(turn=note.turn)):
                found[space] = note
    return found


def _notable(sea: Sea) -> set[str]:
    """The spaces where there may be something to note: few of all."""
    state = sea.state
    return {*state.lying, *state.forts, *state.colliers, *state.mines, *state.ashore, *state.friendly_ships}


def known_letters(sea: Sea, seat: str, *, everywhere: bool) -> list[Slip]:
    """25.2 The letters that a captain has written or read; who else has read them he cannot know."""
    return [
        Slip(slip.space, slip.seat, slip.turn, slip.text)
        for slip in sea.state.letters
        if everywhere or seat in (slip.seat, *slip.readers)
    ]
