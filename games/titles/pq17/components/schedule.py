"""15.3, 15.7 Checks of the campaign's schedule: its units exist, and arrive and leave once."""

from collections.abc import Iterable, Iterator

from games.titles.pq17.components.campaign import Campaign, Coming, Fortnight, Going
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Entry, read_entry
from games.toolkit.tables import ComponentError


def check_campaign(box: Box, file: str, campaign: Campaign) -> None:
    """Check the campaign before it is played: its units exist, and arrive and leave once.

    `file`: the name of its file. Raises ComponentError, which names `file`, if the campaign has a fault.
    """
    try:
        _check_pieces(box, campaign)
        _check_schedule(box, campaign)
    except ValueError as error:
        raise ComponentError(str(error), file=file) from None


def _check_pieces(box: Box, campaign: Campaign) -> None:
    """Check that each ship and aircraft exists, is on its stated side, and is at a place that takes it.

    Raises ValueError.
    """
    begin = campaign.begin
    for group in begin.forces:
        for entry in group.entries:
            _check_unit(box, group.side, entry)
        for port in group.ports:
            _check_place(box, group.side, port)
    for entry in begin.ships:
        if entry.kind not in box.ships:
            raise ValueError(f"{entry.kind!r} is no ship")
    for port in (*begin.ballast, *campaign.rules.unloaded):
        _check_place(box, "allied", port)
    for base, units in begin.air.items():
        for unit in units:
            if read_entry(unit).kind not in box.aircraft or base not in {**box.airfields, **box.ports}:
                raise ValueError(f"{unit!r} cannot be based at {base!r} (1.5.2)")
    for fortnight in campaign.fortnights:
        for coming in fortnight.arrivals:
            _check_coming(box, coming)


def _check_coming(box: Box, coming: Coming) -> None:
    """15.3 Check that arriving units, and the place where they arrive, belong to their side.

    Ships that do not return from an operation must be listed as a type with a strength. Raises ValueError.
    """
    for entry in coming.entries:
        _check_unit(box, coming.side, entry)
    types = {ship.type for ship in box.ships.values()}
    for entry in coming.missing:
        if entry.kind not in types or not entry.strength:
            raise ValueError(f"{entry.kind!r} is no type of ship with a strength")
    if coming.place:
        _check_place(box, coming.side, coming.place)


def _check_unit(box: Box, side: Side, entry: Entry) -> None:
    piece = box.ships.get(entry.kind) or box.aircraft.get(entry.kind)
    if piece is None or piece.side != side:
        raise ValueError(f"{entry.kind!r} is no unit of the {side} side")
    if not entry.strength and not (entry.kind in box.ships and box.ships[entry.kind].is_single):
        raise ValueError(f"{entry.kind!r} needs a strength")


def _check_place(box: Box, side: Side, place: str) -> None:
    one = box.ports.get(place) or box.airfields.get(place)
    if one is None or one.side != side:
        raise ValueError(f"{place!r} is no place of the {side} side")


def _check_schedule(box: Box, campaign: Campaign) -> None:
    """15.3, 15.7 Check that a named ship arrives only while she is away, and leaves only while she is present.

    A ship that returns from an operation must have left for it. Raises ValueError.
    """
    here = {entry.kind for entry in campaign.begin.ships if box.ships[entry.kind].is_single}
    away: dict[str, set[str]] = {}
    due: dict[str, set[str]] = {}
    for fortnight in campaign.fortnights:
        for going in fortnight.departures:
            left = set(_named(box, going.entries))
            _check_leaving(box, fortnight, going, here)
            here -= left
            away.setdefault(going.operation, set()).update(left)
            due.setdefault(going.back, set()).update(left)
        here |= due.get(fortnight.key, set())
        for coming in fortnight.arrivals:
            if coming.returns not in away and coming.returns:
                raise ValueError(f"nobody left for {coming.returns!r} ({fortnight.key})")
            come = set(_named(box, coming.entries))
            if come & here:
                raise ValueError(f"{min(come & here)!r} is there already ({fortnight.key})")
            here |= come | (away[coming.returns] if coming.returns else set())


def _check_leaving(box: Box, fortnight: Fortnight, going: Going, here: set[str]) -> None:
    missing = set(_named(box, going.entries)) - here
    if missing:
        raise ValueError(f"{min(missing)!r} is not there to leave ({fortnight.key})")
    types = {ship.type for ship in box.ships.values()}
    for entry in going.entries:
        if entry.kind not in box.ships and entry.kind not in box.aircraft and entry.kind not in types:
            raise ValueError(f"{entry.kind!r} is no unit or type ({fortnight.key})")


def _named(box: Box, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the named ships among these entries."""
    return (entry.kind for entry in entries if entry.kind in box.ships and box.ships[entry.kind].is_single)
