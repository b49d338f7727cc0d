"""6.2, 6.3, 6.9: what is told of searches, refusals, reports, shadowers and photographs."""

from games.kernel.events import WHOLE, Event
from games.titles.pq17.box.pieces import Searching, Side
from games.titles.pq17.table.state import Kind, Named, Refusal, Report, Shadower


class Searched(Event, frozen=True, tag="searched"):
    """6.2, 6.6.1 A side searched a block of the enemy's, `passing` through or not: which, in what row and by which card
    the searcher reads at once, the other side only once a card has found it (6.2f).
    """

    side: Side
    at: str
    block: int
    found: bool = False
    card: str = ""
    row: Searching | None = None
    passing: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("found", "card")


class Refused(Event, frozen=True, tag="refused"):
    """6.2.2 The owner of a block refuses a search that found it, and says why."""

    side: Side
    at: str
    block: int
    ground: Refusal

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (WHOLE,)


class Identified(Event, frozen=True, tag="identified"):
    """6.1 A block of a side lies face up at a level, for all to see; it bears `block` from now on."""

    side: Side
    at: str
    block: int
    kind: Kind
    level: int
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (WHOLE,)


class Reported(Event, frozen=True, tag="reported"):
    """6.2.1 What the other side is told of a block; both sides know it, nobody else. Its owner hears here of the number
    that was drawn for him (6.2.1b).
    """

    report: Report
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        if seat == self.report.to:
            return (WHOLE,)
        return () if self.report.about is None else ("report",)


class DummyFound(Event, frozen=True, tag="dummy_found"):
    """6.2e A block that was found is a dummy, and goes."""

    side: Side
    at: str
    block: int
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (WHOLE,)


class ShadowBegan(Event, frozen=True, tag="shadow_began"):
    """6.3 Something of a side follows a block of the enemy's; `who` and `force` are each owner's own words."""

    side: Side
    by: Shadower
    at: str
    block: int
    who: str = ""
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (WHOLE,)


class ShadowEnded(Event, frozen=True, tag="shadow_ended"):
    """6.3.5 It follows no longer: by `weather`, `lost` in a search, `range`, a `base` with interceptors, in `port`,
    `gone`, `scattered` (6.3.1), or `released` by its owner.
    """

    side: Side
    by: Shadower
    at: str
    block: int
    why: str
    who: str = ""
    force: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        """A force is gone when it has lost all its ships (13.0a), which rests on how many it had."""
        return () if seat == self.side and self.why != "gone" else (WHOLE,)


class Photographed(Event, frozen=True, tag="photographed"):
    """6.9 Aircraft of a side were over a port; with a card that is shown they bring back all that lies there, dummies
    apart, which the owner of the port knows without being told: to him it tells which card it was.
    """

    side: Side
    port: str
    card: str = ""
    names: tuple[Named, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card", "names")


class SectorsNamed(Event, frozen=True, tag="sectors_named"):
    """6.4.2a The hexes that a side's sectors search this turn; the other side sees only which blocks were searched."""

    side: Side
    hexes: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else ("hexes",)


Events = (
    Searched | Refused | Identified | Reported | DummyFound | ShadowBegan | ShadowEnded | Photographed | SectorsNamed
)
