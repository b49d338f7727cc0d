"""What a side calls the blocks of its enemy in its orders: `contact_12` for the block with the number 12."""

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.sightings import Sighting
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

CONTACT = "contact_"


def contact(force: Force) -> str:
    """What the enemy calls a block."""
    return f"{CONTACT}{force.block}"


def sighted(force: Force) -> Sighting:
    """6.1, 6.2 What everybody sees of a block: face down no more than where it is."""
    if force.level is None:
        return Sighting(force.side, force.at)
    return Sighting(force.side, force.at, force.kind, force.level)


def meant(sea: Sea, side: Side, name: str) -> list[Force]:
    """The blocks of a side's enemy at sea that bear a number; several only where nobody can tell them apart."""
    number = name.removeprefix(CONTACT)
    return [one for one in sea.afloat(sea.enemy(side)) if str(one.block) == number]
