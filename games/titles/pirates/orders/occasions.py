"""The contexts of the short questions within a turn, as all seats see them, and the words of their answers."""

from msgspec import Struct

from games.titles.pirates.components.box import Coin
from games.titles.pirates.orders.orders import kind_of


class Attack(Struct, frozen=True, omit_defaults=True, tag="attack", tag_field="about"):
    """An attack as all seats see it."""

    attacker: str
    """The seat that attacks."""
    weapon: str
    """The kind of attack: "intercept", "british", "monitor", "interrogate", "mines" or "torpedo"; or, for a card that
    takes the target away, its kind, "interned" or "transfer_command"; or "identified" if there is no attack, but the
    owner of the ship just identified may disguise it again (3.3.32).
    """
    card: str
    """The card with which the seat attacks."""
    target: str
    """The attacked ship."""
    ship: str = ""
    """The German ship that attacks; "" if none does."""
    night: bool = False
    """True for a night action."""
    supports: tuple[str, ...] = ()
    """The supports revealed with the attack."""
    coin: Coin = ()
    """The dice on a card of the phantom (5.1); () for other attacks, because action cards and ships show their dice."""

    @property
    def surprise(self) -> bool:
        """True if the attack includes a Surprise Attack."""
        return any(kind_of(card) == "surprise_attack" for card in self.supports)

    def support(self, kind: str) -> bool:
        """Return True if a support of this kind was revealed with the attack."""
        return any(kind_of(card) == kind for card in self.supports)


LATER = "later"
"""3.3.30.1 The answer that keeps Recalled for later: the seat is asked again in the same turn."""


class Aftermath(Struct, frozen=True, omit_defaults=True, tag="sinking", tag_field="about"):
    """The sinking of the merchant `target` by `ship`, to which the merchant's owner may react.

    `attacker`: the seat that sank it. `card`: its card. `ship` is "" if no German ship sank it.
    """

    attacker: str
    card: str
    target: str
    ship: str = ""


TRY, STAY = "try", "stay"


class Passage(Struct, frozen=True, tag="passage", tag_field="about"):
    """A prize (`target`) that may try to reach port, and the seat that rolls the response (`against`)."""

    target: str
    against: str


TAKE, LEAVE = "take_stores", "leave_stores"


class Stores(Struct, frozen=True, tag="stores", tag_field="about"):
    """The choice to take stores: a ship out of supply, and the new prize that can supply it."""

    ship: str
    prize: str


CHASE, PURSUE, HOLD = "chase", "pursue", "hold"


class Prey(Struct, frozen=True, tag="prey", tag_field="about"):
    """A German ship that may follow the merchant `target`. The merchant evades it by the reaction `card`."""

    ship: str
    target: str
    card: str


class PhantomChoice(Struct, frozen=True, tag="phantom_choice", tag_field="about"):
    """A choice that the live player makes for the phantom, for an `action` of its card.

    `role`: whether a "ship" or a "target" is chosen.
    """

    action: str
    role: str
