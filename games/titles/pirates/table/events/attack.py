"""3.2.2-3.2.7 Attacks and reactions to them, and what befalls ships."""

from games.kernel.events import Event
from games.titles.pirates.table.events.common import Throw


class SupportRevealed(Event, frozen=True, tag="support_revealed"):
    seat: str
    card: str
    target: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card",)


class Reacted(Event, frozen=True, tag="reacted"):
    """A seat's answer to an attack or a sinking; without a card it plays none."""

    seat: str
    to: str
    card: str = ""
    target: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card", "target")


class Cancelled(Event, frozen=True, tag="cancelled"):
    target: str
    reason: str


class Followed(Event, frozen=True, tag="followed"):
    """The hunter's choice, `declared` or not: to chase a Fast Ship (6.6.1) or to pursue into shallows (6.10.1)."""

    ship: str
    target: str
    how: str
    declared: bool


class Exhausted(Event, frozen=True, tag="exhausted"):
    """6.12.2 A prize is empty; her crew scuttles her, and she scores once."""

    card: str
    owner: str


class Fought(Event, frozen=True, tag="fought"):
    """An attack roll. `outcome` is none, damaged, sunk or captured (3.2.7, 3.2.5)."""

    weapon: str
    attacker: Throw
    defender: Throw
    outcome: str


class Challenged(Event, frozen=True, tag="challenged"):
    """A challenge against a response, for `purpose` and about `subject` (3.2.7)."""

    purpose: str
    subject: str
    challenger: Throw
    responder: Throw
    success: bool


class Sunk(Event, frozen=True, tag="sunk"):
    """A card goes to a victory pile because it was sunk."""

    card: str
    owner: str
    by: str
    doubled: bool = False


class Captured(Event, frozen=True, tag="captured"):
    card: str
    owner: str
    by: str
    resupplied: str = ""


class Damaged(Event, frozen=True, tag="damaged"):
    card: str
    markers: int


class Safe(Event, frozen=True, tag="safe"):
    card: str
    owner: str
    doubled: bool = False


class Identified(Event, frozen=True, tag="identified"):
    card: str


class Disguised(Event, frozen=True, tag="disguised"):
    card: str


class Supplied(Event, frozen=True, tag="supplied"):
    card: str


class Unsupplied(Event, frozen=True, tag="unsupplied"):
    card: str


class Removed(Event, frozen=True, tag="removed"):
    """A ship leaves play without points: it lies face up beneath its deck."""

    card: str
    reason: str


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Mistaken Identity: two sunk merchants change piles."""

    seat: str
    given: str
    taken: str


Events = (
    SupportRevealed | Reacted | Cancelled | Followed | Exhausted | Fought | Challenged | Sunk | Captured | Damaged
    | Safe | Identified | Disguised | Supplied | Unsupplied | Removed | Exchanged
)  # fmt: skip
