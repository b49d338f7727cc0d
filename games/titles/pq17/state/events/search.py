"""6.2, 6.3, 6.9: events of searches, refusals, reports, shadowers and photographs."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Searching, Side
from games.titles.pq17.state.state import Kind, Named, Refusal, Report, Shadower


class Searched(Event, frozen=True, tag="searched"):
    """6.2, 6.6.1 A side searched an enemy block. `passing`: the block was searched while it moved through the hex.

    The searching side reads the block, the row and the card at once. The other side reads the card only if it has found
    the block (6.2f), and which of its forces the block is.
    """

    side: Side
    at: str
    block: int
    found: bool = False
    card: str = ""
    row: Searching | None = None
    passing: bool = False
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("found", "card")


class Refused(Event, frozen=True, tag="refused"):
    """6.2.2 The owner of a block refuses a search that found it, and states the ground; only it reads the force."""

    side: Side
    at: str
    block: int
    ground: Refusal
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class Identified(Event, frozen=True, tag="identified"):
    """6.1 A block of a side was turned face up at an ID level, visible to all. `block`: its number from now on."""

    side: Side
    at: str
    block: int
    kind: Kind
    level: int
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class Reported(Event, frozen=True, tag="reported"):
    """6.2.1 The report on a block to the other side; only the two sides know it.

    The owner of the block reads it too, and so learns a number that was drawn for the report (6.2.1b). `force`: the id
    of the block, for its owner only.
    """

    report: Report
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        if seat == self.report.to:
            return (ALL_FIELDS,)
        return () if self.report.about is None else ("report",)


class DummyFound(Event, frozen=True, tag="dummy_found"):
    """6.2e A block that was found is a dummy, and is removed."""

    side: Side
    at: str
    block: int
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class ShadowBegan(Event, frozen=True, tag="shadow_began"):
    """6.3 A unit of a side shadows an enemy block.

    Each side reads the id of its own unit only: `who` is the shadower, `force` the shadowed force.
    """

    side: Side
    by: Shadower
    at: str
    block: int
    who: str = ""
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class ShadowEnded(Event, frozen=True, tag="shadow_ended"):
    """6.3.5 A shadower stops following.

    `why` is the reason: ``weather``, ``lost`` in a search, ``range``, a ``base`` with interceptors, in ``port``,
    ``gone``, ``scattered`` (6.3.1), or ``released`` by its owner.
    """

    side: Side
    by: Shadower
    at: str
    block: int
    why: str
    who: str = ""
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        """Return the fields that disclose hidden facts to `seat`; ALL_FIELDS for the whole event.

        A force is ``gone`` when all its ships are lost (13.0a), which shows their number.
        """
        return () if seat == self.side and self.why != "gone" else (ALL_FIELDS,)


class Photographed(Event, frozen=True, tag="photographed"):
    """6.9 Aircraft of a side flew over a port to photograph it.

    If `card` is set, they photographed all forces there except dummies. The owner of the port, who knows the forces,
    reads only the card.
    """

    side: Side
    port: str
    card: str = ""
    names: tuple[Named, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card", "names")


class SectorsNamed(Event, frozen=True, tag="sectors_named"):
    """6.4.2a A side named the hexes that its sectors search this turn.

    The other side sees only which blocks were searched.
    """

    side: Side
    hexes: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else ("hexes",)


Events = (
    Searched | Refused | Identified | Reported | DummyFound | ShadowBegan | ShadowEnded | Photographed | SectorsNamed
)
