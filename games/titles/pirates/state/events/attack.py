"""3.2.2-3.2.7 Attacks, reactions to them, and the fate of ships."""

from games.kernel.events import Event
from games.titles.pirates.state.events.common import Throw


class SupportRevealed(Event, frozen=True, tag="support_revealed"):
    seat: str
    card: str
    target: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card",)


class Reacted(Event, frozen=True, tag="reacted"):
    """A seat's reaction to an attack or a sinking; `card` is "" if it plays none."""

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
    """The hunter's choice whether to chase a Fast Ship (6.6.1) or to pursue into shallows (6.10.1).

    `declared`: the hunter follows.
    """

    ship: str
    target: str
    how: str
    declared: bool


class Exhausted(Event, frozen=True, tag="exhausted"):
    """6.12.2 A prize was exhausted. Its crew scuttled it, and it scores once."""

    card: str
    owner: str


class Fought(Event, frozen=True, tag="fought"):
    """An attack roll. `outcome` is none, damaged, sunk or captured (3.2.7, 3.2.5)."""

    weapon: str
    attacker: Throw
    defender: Throw
    outcome: str


class Challenged(Event, frozen=True, tag="challenged"):
    """A challenge against a response (3.2.7). `purpose` is what it decides, `subject` the card concerned."""

    purpose: str
    subject: str
    challenger: Throw
    responder: Throw
    success: bool


class Sunk(Event, frozen=True, tag="sunk"):
    """A card was sunk and went to a victory pile."""

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
    """A ship left play without points. It lies face up beneath its deck."""

    card: str
    reason: str


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Mistaken Identity: two sunk merchants changed piles."""

    seat: str
    given: str
    taken: str


Events = (
    SupportRevealed | Reacted | Cancelled | Followed | Exhausted | Fought | Challenged | Sunk | Captured | Damaged
    | Safe | Identified | Disguised | Supplied | Unsupplied | Removed | Exchanged
)  # fmt: skip
