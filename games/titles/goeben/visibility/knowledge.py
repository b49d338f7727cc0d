"""25.2 The knowledge of each captain: own ships, the spaces where they are, and dated notes on everything else.

Captains in one space, or with Wireless on both sides, are in touch: they see each other's ships and share their notes.
Except in the mode "captains", every seat sees the present state of all spaces.
"""

from collections import Counter, defaultdict

import msgspec

from games.kernel.events import PUBLIC, UMPIRE, Audience
from games.titles.goeben.components.box import Box
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import setup as told
from games.titles.goeben.state.state import Log, Note, Slip, Warship

WIRELESS = "wireless"

News = dict[tuple[str, str], dict[str, Warship]]
"""By captain and informant: the ships of the informant that have changed since the captain's last report of them."""


def sees_all(board: Board, seat: str) -> bool:
    """Return True if a seat sees all spaces: the umpire always, and every seat except in the mode "captains"."""
    return seat == UMPIRE or board.mode != "captains"


def in_touch(board: Board, one: str, other: str) -> bool:
    """25.2 Return True if two captains may talk: their ships are in one space, or both captains have Wireless."""
    if one == other:
        return True
    own, others = _commanded(board, one), _commanded(board, other)
    return any(
        mine.at == theirs.at or (WIRELESS in mine.cargo and WIRELESS in theirs.cargo)
        for mine in own
        for theirs in others
    )


def may_talk(board: Board, sender: str, receiver: str) -> bool:
    """25.2, 25.3.1 Return True if two seats may send each other messages: all except captains out of touch."""
    captains = board.mode == "captains" and {sender, receiver} <= set(board.state.seats)
    return not captains or board.state.over or board.state.day is None or in_touch(board, sender, receiver)


def here(board: Board, seat: str) -> set[str]:
    """Return the spaces that a captain sees now: those with the captain's ships."""
    allies = [one.at for one in board.state.consorts if one.at and not one.gone] if seat == board.flag_captain else []
    return {*(ship.at for ship in _commanded(board, seat)), *allies}


def note_of(board: Board, space: str) -> Note | None:
    """Return a note on the present contents of a space; None if it has no contents that a note lists."""
    state = board.state
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


def take_notes(board: Board) -> None:
    """25.2 Record what each captain sees at the end of a step, and share notes between captains in touch.

    Before the first day, all seats know everything about the set-up.
    """
    if board.mode != "captains":
        return
    news: News = defaultdict(dict)
    captains = dict.fromkeys(ship.seat for ship in board.state.ships)
    for seat in board.state.seats:
        log = board.state.logs.setdefault(seat, Log())
        spaces = sorted(here(board, seat)) if board.state.turn else list(board.box.spaces)
        for space in spaces:
            note_space(board, space, seat)
        heard = {other for other in captains if not board.state.turn or in_touch(board, seat, other)}
        for ship in board.state.ships:
            if ship.seat in heard:
                now = _copy(board, ship)
                if log.seen.get(ship.id, board.state.turn) < board.state.turn and log.ships[ship.id] != now:
                    news[seat, ship.seat][ship.id] = now
                log.ships[ship.id], log.seen[ship.id] = now, board.state.turn
    _share(board, news)


def report_all(board: Board) -> None:
    """25.2, 24.2 Report the present state of all ships to each captain, between the missions of a campaign.

    Captains may talk at that time.
    """
    for seat in board.state.seats if board.mode == "captains" else ():
        for other in board.state.seats:
            ships = {ship.id: _copy(board, ship) for ship in _commanded(board, other)}
            if ships and other != seat:
                board.emit(told.NotesShared(other, {}, ships), to=(seat,))


def note_space(board: Board, space: str, *seats: str) -> None:
    """25.2 Record the present contents of a space in the notes of these captains. Other seats have no notes."""
    found = note_of(board, space)
    for seat in seats:
        if board.mode != "captains" or seat not in board.state.seats:
            continue
        log = board.state.logs.setdefault(seat, Log())
        if found is not None:
            log.spaces[space] = found
        elif space in log.spaces:
            log.spaces[space] = Note(turn=board.state.turn)


def note_given_up(board: Board, space: str, seats: Audience) -> None:
    """25.2, 9.2.1 Record in the notes of `seats` that the captured port in a space was given up.

    Nothing else is updated.
    """
    for seat in seats if board.mode == "captains" else ():
        log = board.state.logs.get(seat)
        if log is not None and space in log.spaces:
            log.spaces[space] = msgspec.structs.replace(log.spaces[space], held=False)


def _share(board: Board, news: News) -> None:
    """Exchange newer notes between captains in touch, and emit to them what they learned (`news`: about ships)."""
    seats = board.state.seats
    for seat in seats:
        for other in seats:
            if other == seat or not in_touch(board, seat, other):
                continue
            spaces, ships = _take_over(board.state.logs[seat], board.state.logs[other])
            ships |= news[seat, other]
            if spaces or ships:
                board.emit(told.NotesShared(other, spaces, ships), to=(seat,))


def _take_over(log: Log, other: Log) -> tuple[dict[str, Note], dict[str, Warship]]:
    """Add the newer notes of another captain to `log`; return the notes on spaces and on ships that were added."""
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


def _commanded(board: Board, seat: str) -> list[Warship]:
    return [ship for ship in board.state.ships if ship.seat == seat and not ship.sunk]


def _copy(board: Board, ship: Warship) -> Warship:
    """Return a copy of a ship, with a cargo list of its own."""
    return msgspec.structs.replace(ship, cargo=list(ship.cargo))


def known_ship(board: Board, seat: str, ship: Warship) -> tuple[Warship | None, int]:
    """25.2 Return a ship as a seat knows it (None if unknown), and the day of that knowledge.

    The day is today if the ship's captain is in touch, and 0 if the ship is unknown.
    """
    if sees_all(board, seat) or ship.seat == seat:
        return ship, board.state.turn
    log = board.state.logs.get(seat, Log())
    if ship.sunk:
        last = log.ships.get(ship.id, Warship(ship.id, ship.seat))
        return msgspec.structs.replace(last, at="", sunk=True), board.state.turn
    if seat == PUBLIC:
        return None, 0
    if in_touch(board, seat, ship.seat):
        return ship, board.state.turn
    return log.ships.get(ship.id), log.seen.get(ship.id, 0)


def is_barred(box: Box, note: Note) -> bool:
    """4.1.3 Return True if, by a note, a space has a counter at which ships must stop, face down or face up.

    A Friendly Ship that waits for ships does not stop them; its marker, turned up by intelligence, does (11.2).
    """
    return bool(note.down) or any(box.halts(counter) or not note.friendly_ship for counter in note.up)


def known_stock(board: Board, seat: str) -> dict[str, int]:
    """8.3 Return the available number of each kind of cargo, as far as a seat knows.

    Cargo that other captains bought unseen is not subtracted (25.2), so the true number may be lower.
    """
    if sees_all(board, seat):
        return board.state.available
    aboard = [known_ship(board, seat, ship)[0] for ship in board.state.ships]
    taken = Counter(kind for ship in aboard if ship is not None and not ship.sunk for kind in ship.cargo)
    return {kind.id: max(0, kind.count - taken[kind.id]) for kind in board.box.cargo.values()}


def known_spaces(board: Board, seat: str) -> dict[str, Note]:
    """Return the known contents of spaces by space, in the order of the map, each as a note with its day."""
    log = board.state.logs.get(seat, Log()) if seat != PUBLIC else Log()
    everywhere = sees_all(board, seat)
    near = _notable(board) if everywhere else here(board, seat)
    notable = {*near, *log.spaces} if not everywhere else near
    found: dict[str, Note] = {}
    for space in board.box.spaces:
        if space in notable:
            note = note_of(board, space) if space in near else log.spaces[space]
            if note is not None and (space in near or note != Note(turn=note.turn)):
                found[space] = note
    return found


def _notable(board: Board) -> set[str]:
    """Return the few spaces with contents that a note may contain."""
    state = board.state
    return {*state.lying, *state.forts, *state.colliers, *state.mines, *state.ashore, *state.friendly_ships}


def known_letters(board: Board, seat: str, *, everywhere: bool) -> list[Slip]:
    """25.2 Return the letters that a seat has written or read. With `everywhere`, return all letters.

    The letters do not say who has read them, because a seat cannot know that.
    """
    return [
        Slip(slip.space, slip.seat, slip.turn, slip.text)
        for slip in board.state.letters
        if everywhere or seat in (slip.seat, *slip.readers)
    ]
