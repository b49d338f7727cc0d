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
    """A seat's reaction to an attack or a sinking. `card` is "" if the seat plays no card.

    `to`: the weapon of the attack (`Attack.weapon` in `orders/occasions.py`), or "sinking", or "identified" if the ship
    was identified. `target`: the ship concerned.
    """

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
    """A hunter chose whether to chase a Fast Ship (6.6.1), or to pursue a merchant into shallow water (6.10.1).

    `how` is "chase" or "pursue". `declared`: True if the hunter follows.
    """

    ship: str
    target: str
    how: str
    declared: bool


class Exhausted(Event, frozen=True, tag="exhausted"):
    """6.12.2 A prize was exhausted because it supplied a ship; its crew scuttled it.

    Its value counts once for its owner.
    """

    card: str
    owner: str


class Fought(Event, frozen=True, tag="fought"):
    """An attack was rolled.

    `weapon`: "intercept", "british", "monitor", "interrogate", "mines" or "torpedo", as for `Attack.weapon` in
    `orders/occasions.py`. "amc" or "trap": the reply of an armed ship to its hunter (3.3.1.2, 3.3.46.1). "gun" or
    "depth_charge": a Q-ship and a submarine fight (3.3.28, 3.3.34). `outcome`: "none", "damaged", "sunk" or "captured"
    (3.2.7, 3.2.5).
    """

    weapon: str
    attacker: Throw
    defender: Throw
    outcome: str


class Challenged(Event, frozen=True, tag="challenged"):
    """A challenge was rolled against a response (3.2.7).

    `purpose`: the key of what the challenge decides, mostly a kind of card. `subject`: the ship or seat concerned.
    """

    purpose: str
    subject: str
    challenger: Throw
    responder: Throw
    success: bool


class Sunk(Event, frozen=True, tag="sunk"):
    """A card of the seat `owner` was sunk and went to the victory pile of the seat `by`.

    `doubled`: True if it counts twice its value (2.3.1).
    """

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
    """A ship left play without points: it lies face up beneath its deck now. `reason`: the key of the reason."""

    card: str
    reason: str


class Exchanged(Event, frozen=True, tag="exchanged"):
    """3.3.23 By Mistaken Identity, two sunk merchants changed piles: the seat gave `given` and received `taken`."""

    seat: str
    given: str
    taken: str


Events = (
    SupportRevealed | Reacted | Cancelled | Followed | Exhausted | Fought | Challenged | Sunk | Captured | Damaged
    | Safe | Identified | Disguised | Supplied | Unsupplied | Removed | Exchanged
)  # fmt: skip
