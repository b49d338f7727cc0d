"""15.2.2, 15.2.2a, 15.9.1 The merchants in the boxes of the Soviet ports: to be unloaded, or in ballast."""

from collections.abc import Iterable

from games.titles.pq17.components.contents import Box
from games.titles.pq17.state.roster import Boxes, Roster, Unit

CARGO = ("mv", "mo", "mc")
"""1.4 The kinds of merchants, in the default order of unloading."""


def sound_strength(units: Iterable[Unit]) -> int:
    """Return the strength of the units that are neither Crippled nor Dead in the Water."""
    return sum(unit.strength for unit in units if not (unit.crippled or unit.dead))


def unload_merchants(box: Box, roster: Roster, first: str = CARGO[0]) -> int:
    """15.2.2, 15.9.1 Unload merchants in the victory point phase; return the resulting half points.

    First the merchants in the ballast boxes are turned face up. Then each port unloads merchants, up to its capacity,
    and puts them into its ballast box. Each undamaged merchant that is unloaded scores. Each idle merchant, which lies
    face up in ballast, costs points. Merchants that the owner has named are unloaded first, then merchants of the kind
    `first`.
    """
    rules, points = box.campaign.rules, 0
    roster.unloaded = roster.discharged = 0
    for port, most in rules.unloaded.items():
        boxes = roster.boxes.setdefault(port, Boxes())
        lay_in_box(boxes.up, boxes.down)
        boxes.down = []
        moved = [*_named(boxes, most, roster.unload_first.get(port, {}))]
        moved += _unloaded(boxes, most - sum(unit.strength for unit in moved), first)
        roster.discharged += sum(unit.strength for unit in moved)
        roster.unloaded += sum(unit.strength for unit in moved if unit.kind != "mo")
        points += rules.unloading * sound_strength(moved)
        lay_in_box(boxes.down, moved)  # last, because equal counters merge
        points -= rules.idle_ballast * sum(unit.strength for unit in boxes.up)
    roster.unload_first = {}
    return points


def _named(boxes: Boxes, most: int, wanted: dict[str, int]) -> list[Unit]:
    """15.2.2 Take the merchants that the owner has named out of a port's unloading box, and return them.

    Undamaged merchants of a kind come first. `most`: the strength that the port unloads. `wanted`: the named strength,
    by kind.
    """
    moved: list[Unit] = []
    for kind, strength in wanted.items():
        for unit in sorted((one for one in boxes.unloading if one.kind == kind), key=_is_hurt):
            taken = min(unit.strength, strength, most)
            moved += _lifted(unit, taken)
            strength, most = strength - taken, most - taken
    boxes.unloading = [unit for unit in boxes.unloading if unit.strength]
    return moved


def _unloaded(boxes: Boxes, most: int, first: str) -> list[Unit]:
    """Take up to `most` merchants out of the unloading box, and return them; those of the kind `first` come first.

    Damaged merchants come last.
    """
    moved: list[Unit] = []

    def late(one: Unit) -> tuple[bool, bool, int]:
        return _is_hurt(one), one.kind != first, CARGO.index(one.kind)

    for unit in sorted(boxes.unloading, key=late):
        taken = min(unit.strength, most)
        moved += _lifted(unit, taken)
        most -= taken
    boxes.unloading = [unit for unit in boxes.unloading if unit.strength]
    return moved


def _is_hurt(unit: Unit) -> bool:
    return unit.crippled or unit.dead


def _lifted(unit: Unit, strength: int) -> list[Unit]:
    """Take strength off merchants, and return that strength as a list of one unit, or an empty list for 0."""
    unit.strength -= strength
    return [Unit(unit.kind, strength, unit.place, unit.crippled, unit.dead)] if strength else []


def lay_in_box(box: list[Unit], units: Iterable[Unit]) -> None:
    """Put merchants into a box, and merge merchants of one kind in the same state."""
    for unit in units:
        alike = next((one for one in box if one.like(unit)), None)
        if alike is None:
            box.append(unit)
        else:
            alike.strength += unit.strength


def put_in_boxes(box: Box, roster: Roster) -> None:
    """15.2.2a Put merchants in Soviet ports into the boxes of their ports, in the order-of-battle phase.

    Merchants with cargo wait in the boxes to be unloaded, in the next fortnight at the earliest. Merchants in ballast
    lie face up if ice or weather turned them back (15.2.3). Merchants in ballast that can never sail are removed
    without points.
    """
    for port in box.campaign.rules.unloaded:
        boxes = roster.boxes.setdefault(port, Boxes())
        for unit in [one for one in roster.at(port) if one.kind in CARGO]:
            roster.units.remove(unit)
            lot = boxes.unloading if unit.laden else boxes.up
            unit.laden = False
            lay_in_box(lot, [unit])
        boxes.up, boxes.down = _able(boxes.up), _able(boxes.down)


def _able(units: list[Unit]) -> list[Unit]:
    return [unit for unit in units if not (unit.crippled or unit.dead)]
