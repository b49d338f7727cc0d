"""5.1.9, 15.8.1 The ships of Patrol White between the operations of a campaign."""

from collections.abc import Iterator, Mapping

from games.titles.pq17.components.contents import Box
from games.titles.pq17.rules.special.fortnights import relaxes_patrol
from games.titles.pq17.state.roster import Roster, Unit

RANKS = {"ca": 0, "bc": 1, "cl": 2, "claa": 2}
"""15.8.1 The ship types that may patrol, each with its rank; the lowest rank is preferred."""
SHIPS = 2


def patrol_ships(box: Box, roster: Roster) -> tuple[str, str]:
    """15.8.1a, 5.1.9 Choose the ships of Patrol White, remove them from the roster's units, and return their ids.

    The first id is the ship in the strait, the second the ship in port; "" if there is no such ship. After operation
    EV, and while Cobweb is active, the strait is empty, and other ships of the patrol stay in Reykjavik.
    """
    there = []
    for kind in roster.patrol:
        unit = roster.find(kind)
        if unit is not None and may_patrol(box, unit):
            roster.units.remove(unit)
            there.append(kind)
    if roster.ev == "done" or relaxes_patrol(roster):
        for kind in there[1:]:
            roster.units.append(Unit(kind, box.ships[kind].strength, "reykjavik"))
        return "", there[0] if there else ""
    first, second = [*there, "", ""][:2]
    return first, second


def may_patrol(box: Box, unit: Unit) -> bool:
    """15.8.1 Return True for an undamaged British or US cruiser or battle cruiser in Iceland or Britain."""
    ship = box.ships.get(unit.kind)
    if ship is None or ship.type not in RANKS or unit.strength < ship.strength:
        return False
    port = box.ports.get(unit.place)
    return port is not None and port.owner == "britain" and not (unit.crippled or unit.dead or unit.inoperative)


def ranked_reliefs(box: Box, roster: Roster) -> Iterator[tuple[int, Unit]]:
    """15.8.1 Yield the ships that may take over Patrol White, each with its rank in `RANKS`, the lowest rank first."""
    fit = [one for one in roster.units if may_patrol(box, one) and one.kind not in roster.patrol]
    found = [(RANKS[box.ships[one.kind].type], one) for one in fit]
    yield from sorted(found, key=lambda one: (one[0], box.ships[one[1].kind].type, one[1].kind))


def relieve(box: Box, roster: Roster) -> None:
    """15.8.1 Replace one ship of Patrol White, from the fortnight after March on: by a CA, else a BC, else a CL.

    The new ship must be undamaged and in an Icelandic or British port. If there is no such ship, both ships of the
    patrol stay.
    """
    fit = [one for one in roster.units if may_patrol(box, one)]
    kept = [kind for kind in roster.patrol if any(one.kind == kind for one in fit)]
    fresh = [one.kind for _, one in ranked_reliefs(box, roster)]
    roster.patrol = [*fresh[: 1 if len(kept) else 2], *kept[-1:], *kept[:-1]][:SHIPS]


def exchange_ships(box: Box, roster: Roster, reliefs: Mapping[str, str]) -> None:
    """15.8.1 Replace ships of Patrol White as the owner has ordered; if a resulting ship cannot patrol, change nothing.

    If a ship of the patrol is missing, the default relief takes her place. `reliefs`: by the ship that leaves, the ship
    that replaces her.
    """
    named = [reliefs.get(kind, kind) for kind in roster.patrol]
    able = {one.kind for one in roster.units if may_patrol(box, one)}
    if not reliefs or not able.issuperset(named):
        return
    usual = [one.kind for _, one in ranked_reliefs(box, roster) if one.kind not in named]
    roster.patrol, roster.relieved = [*named, *usual][:SHIPS], True
