"""15.3 The reinforcements that arrive in the order-of-battle phase."""

from collections.abc import Iterator, Sequence

from games.titles.pq17.components.campaign import Coming
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.scenarios import Entry, read_entry
from games.titles.pq17.rules.campaign.repairs import is_single
from games.titles.pq17.state.roster import Roster, Unit

MERCHANT_PORT = {"": "reykjavik", "done": "loch_ewe"}
"""15.3.1 By stage of operation EV, the port where laden merchants arrive; in other stages no merchants arrive."""
SHIPS_PORT = {"allied": "scapa_flow", "axis": "trondheim"}
GERMAN_BOATS = "ss_german"
BOATS_PORT = {"allied": "lerwick", "axis": "bergen"}
"""15.3 The port where submarines arrive if the schedule names no place; `SHIPS_PORT` for other ships."""


def place_arrivals(box: Box, roster: Roster, *, boats_at: str = "") -> None:
    """15.3 to 15.3.3 Place scheduled units, laden merchants, and air units that waited for cargo, in the roster.

    `boats_at`: the port where new German submarines arrive (15.6.2); "" for the port of the schedule.
    """
    early = dict(roster.early)
    asked = list(roster.waiting)
    for coming in box.campaign.fortnights[roster.fortnight].arrivals:
        if coming.returns:
            _return(box, roster, coming)
        for entry in coming.entries:
            unit = Unit(entry.kind, strength_of(box, entry), arrival_place(box, coming, entry))
            if boats_at and entry.kind == GERMAN_BOATS:
                unit.place = boats_at
            if coming.for_cargo:
                roster.waiting.append(unit)
            elif (
                is_due_to_arrive(box, roster, entry)
                and early_arrival_note(box, roster.fortnight, entry.kind) not in roster.taken
            ):
                unit.strength -= (already := min(early.get(entry.kind, 0), unit.strength))
                early[entry.kind] = early.get(entry.kind, 0) - already
                if unit.strength:
                    roster.add(unit, single=is_single(box, entry.kind))
                if entry.kind in box.ships and box.ships[entry.kind].is_single:
                    roster.away = [one for one in roster.away if one.unit.kind != entry.kind]
    _laden_merchants(box, roster)
    _for_cargo(box, roster)
    _note_admitted(roster, asked)


def early_arrival_note(box: Box, fortnight: int, kind: str) -> str:
    """15.4.3 Return the entry in `Roster.taken` for a ship that is due in a fortnight and has arrived early."""
    return f"{box.campaign.fortnights[fortnight].key}.{kind}"


def strength_of(box: Box, entry: Entry) -> int:
    """Return the strength of a scheduled unit; the full strength if the schedule gives none."""
    return entry.strength or box.ships[entry.kind].strength


def arrival_place(box: Box, coming: Coming, entry: Entry) -> str:
    """15.3 Return the place where a scheduled unit arrives: the place in the schedule, or else the default port."""
    if coming.place:
        return coming.place
    boats = entry.kind in box.ships and box.ships[entry.kind].type == "ss"
    return (BOATS_PORT if boats else SHIPS_PORT)[coming.side]


def is_due_to_arrive(box: Box, roster: Roster, entry: Entry) -> bool:
    """15.3.2, 15.4.3 Return True if a scheduled unit arrives; False for a named ship that has arrived already.

    Such a ship arrived early or in an earlier fortnight. She arrives again only if the schedule has since withdrawn her
    (15.7.4).
    """
    if entry.kind not in box.ships or not box.ships[entry.kind].is_single:
        return True
    if roster.find(entry.kind) or entry.kind in roster.early:
        return False
    gone = (one.unit.kind for one in roster.away if one.why == "leave")
    return entry.kind in gone or not _came_before(box, roster, entry.kind)


def _came_before(box: Box, roster: Roster, kind: str) -> bool:
    past = box.campaign.fortnights[: roster.fortnight]
    return any(entry.kind == kind for one in past for coming in one.arrivals for entry in coming.entries)


def _return(box: Box, roster: Roster, coming: Coming) -> None:
    """15.3 Bring back the units that left for a named operation elsewhere, except its losses or a share of the units.

    The schedule names the losses, or the share that returns, rounded down: a share of the number of named ships, and of
    the strength of each class.
    """
    left = [one for one in roster.away if one.operation == coming.returns]
    lost = {entry.kind: entry.strength for entry in coming.missing}
    lone = 0
    for one in sorted(left, key=lambda away: away.unit.strength):
        roster.away.remove(one)
        type_ = box.ships[one.unit.kind].type
        if is_single(box, one.unit.kind):
            gone = lost.get(type_, 0) > 0 or (coming.share == "1/2" and lone % 2 == 0)
            lost[type_], lone = lost.get(type_, 0) - 1, lone + 1
        else:
            less = min(max(lost.get(type_, 0), 0), one.unit.strength)
            lost[type_] = lost.get(type_, 0) - less
            one.unit.strength = one.unit.strength // 2 if coming.share == "1/2" else one.unit.strength - less
            gone = not one.unit.strength
        if not gone:
            one.unit.place = SHIPS_PORT[coming.side]
            roster.add(one.unit, single=is_single(box, one.unit.kind))


def _laden_merchants(box: Box, roster: Roster) -> None:
    """15.3.1 Place the fifteen laden merchants of a fortnight, among them a CAM ship and two tankers.

    None arrive while operation EV is under way, nor in the fortnight in which it is carried out.
    """
    port = MERCHANT_PORT.get(roster.ev)
    if port is None or roster.ev_declared == roster.fortnight:
        return
    for kind, strength in laden_merchant_kinds(box):
        roster.add(Unit(kind, strength, port, laden=True), single=False)


def laden_merchant_kinds(box: Box) -> Iterator[tuple[str, int]]:
    """15.3.1 Yield the kinds of laden merchants that arrive in each fortnight, with their strength."""
    for ship in box.campaign.begin.merchants:
        entry = read_entry(ship)
        yield entry.kind, entry.strength


def _for_cargo(box: Box, roster: Roster) -> None:
    """15.3.3 Let Soviet air units arrive: one step for every three merchants unloaded; the other units wait."""
    cargo = roster.unloaded
    for unit in list(roster.waiting):
        needed = unit.strength * box.campaign.rules.soviet_air_merchants
        if needed <= cargo:
            cargo -= needed
            roster.waiting.remove(unit)
            roster.add(unit, single=True)


def _note_admitted(roster: Roster, asked: Sequence[Unit]) -> None:
    """15.3.3 Record the air units that arrived before others that had waited equally long, by their owner's choice.

    `asked`: the air units among which the owner chose.
    """
    left = [unit.kind for unit in asked if unit in roster.waiting]
    if left:
        roster.admitted |= {unit.kind: list(left) for unit in asked if unit not in roster.waiting}
