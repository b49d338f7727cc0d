"""6.2, 6.3, 6.9: events of searches, refusals, reports, shadowers and photographs."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Searching, Side
from games.titles.pq17.state.state import Kind, Named, Refusal, Report, Shadower


class Searched(Event, frozen=True, tag="searched"):
    """6.2, 6.6.1 A side searched for an enemy block. `passing`: True if the block was moving through the hex.

    `found`: True if the search succeeded. `card`: the card drawn; `row`: the row of the card that decided. The
    searching side reads the block, the row and the card at once. The owner of the block reads the card, and the id of
    the found force (`force`), only if the search succeeded (6.2f).
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
    """6.2.2 The owner of a block refuses a search that found it, and states the ground.

    Only the owner reads the force's id.
    """

    side: Side
    at: str
    block: int
    ground: Refusal
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class Identified(Event, frozen=True, tag="identified"):
    """6.1 A block of a side was turned face up at an ID level, visible to everybody.

    `block`: its number from now on.
    """

    side: Side
    at: str
    block: int
    kind: Kind
    level: int
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class Reported(Event, frozen=True, tag="reported"):
    """6.2.1 A report on a block, to the enemy of the block's owner. Only the two sides read it.

    If the report gives an approximate number of warships (`report.about`), which a lot chose, the owner of the block
    also learns this number (6.2.1b). `force`: the id of the reported force, for its owner only.
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

    `by`: the kind of shadower. Each side reads only the id of its own unit: `who` is the shadower, `force` is the force
    that is shadowed.
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
    """6.3.5 A shadower no longer follows its target."""

    side: Side
    by: Shadower
    at: str
    block: int
    why: str
    """The reason.

    ``weather``; ``lost`` after a search; ``range``: the target is out of range; ``base``: a base with interceptors is
    near; ``port``: the target is in port; ``gone``: the force no longer exists; ``scattered`` (6.3.1); ``released`` by
    its owner.
    """
    who: str = ""
    """The id of the shadower, for its owner only."""
    force: str = ""
    """The id of the force that was shadowed, for its owner only."""

    def discloses(self, seat: str) -> tuple[str, ...]:
        """Return the names of the fields that disclose hidden facts to `seat`; ALL_FIELDS for the whole event.

        The reason ``gone`` discloses that a force has lost all its ships (13.0a).
        """
        return () if seat == self.side and self.why != "gone" else (ALL_FIELDS,)


class Photographed(Event, frozen=True, tag="photographed"):
    """6.9 Aircraft of a side flew over a port to photograph it.

    `card`: the card that made the photographs succeed; "" if they failed. The photographs show all forces in the port
    except dummies. `names`: the ships that they show, which only the two sides read.
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
