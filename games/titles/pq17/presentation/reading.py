"""What both boards read out of a view: enemy blocks with what was told of them, and forces by the place they are in."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.seen.view import BlockSeen, View
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.state import Force, Report

CLASS_ORDER = ("bb", "bc", "cv", "cve", "ca", "cb", "cl", "claa", "cm", "dd", "tb", "es", "ss", "ax", "mx")


class Contact(Struct, frozen=True):
    """Blocks of the other side that bear one number, and the reports on it, the newest first."""

    id: str
    block: BlockSeen
    reports: tuple[Report, ...] = ()

    @property
    def newest(self) -> Report | None:
        """What was told last."""
        return self.reports[0] if self.reports else None


def contacts(view: View) -> tuple[Contact, ...]:
    """The enemy's blocks; spectators and the umpire call those of both sides apart."""
    both = len({block.side for block in view.blocks}) > 1
    return tuple(
        Contact(
            f"{block.side}_{block.block}" if both else f"contact_{block.block}",
            block,
            tuple(reversed([one for one in view.reports if one.block == block.block and one.to != block.side])),
        )
        for block in view.blocks
    )


def lasting(reports: Sequence[Report]) -> tuple[Report, ...]:
    """6.2.1 Of reports, the newest first, those that still say something: the last of each ID level."""
    levels: set[int | None] = set()
    found = []
    for one in reports:
        if one.level not in levels and (one.level or one.kind):
            levels.add(one.level)
            found.append(one)
    return tuple(found)


def strength_by_class(box: Box, counters: Iterable[Counter]) -> list[tuple[str, int]]:
    """1.4 What a force holds in short: heavy ships and auxiliaries counted, all else by strength."""
    held: dict[str, int] = {}
    for one in counters:
        ship = box.ships[one.ship]
        held[ship.type] = held.get(ship.type, 0) + (1 if ship.is_single else one.strength)
    return [(kind, held[kind]) for kind in CLASS_ORDER if kind in held]


def enemy_of(side: str) -> Side:
    """The other side."""
    return "axis" if side == "allied" else "allied"


def spoken_force(view: View, name: str) -> Force | None:
    """A force of the reader's by its id."""
    return next((one for one in view.forces if one.id == name), None)
