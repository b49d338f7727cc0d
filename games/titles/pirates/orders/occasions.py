"""The subjects of the short questions of a turn, as all seats see them, and the answers to them."""

from msgspec import Struct

from games.titles.pirates.components.box import Coin
from games.titles.pirates.orders.orders import kind_of


class Attack(Struct, frozen=True, omit_defaults=True, tag="attack", tag_field="about"):
    """An attack as all seats see it.

    `weapon` is intercept, british, monitor, interrogate, mines or torpedo. It can also be a kind of card that takes the
    target away: interned or transfer_command. `coin` is printed on a card of the phantom (5.1); action cards and ships
    have their own.
    """

    attacker: str
    weapon: str
    card: str
    target: str
    ship: str = ""
    night: bool = False
    supports: tuple[str, ...] = ()
    coin: Coin = ()

    @property
    def surprise(self) -> bool:
        """True if the attack includes a Surprise Attack."""
        return any(kind_of(card) == "surprise_attack" for card in self.supports)

    def support(self, kind: str) -> bool:
        """Return True if a support of this kind was revealed with the attack."""
        return any(kind_of(card) == kind for card in self.supports)


LATER = "later"
"""3.3.30.1 The answer that keeps Recalled back, to be offered again in the same turn."""


class Aftermath(Struct, frozen=True, omit_defaults=True, tag="sinking", tag_field="about"):
    """A sinking to which its owner may react."""

    attacker: str
    card: str
    target: str
    ship: str = ""


TRY, STAY = "try", "stay"


class Passage(Struct, frozen=True, tag="passage", tag_field="about"):
    """A prize that may make for port, and the seat that rolls the response."""

    target: str
    against: str


TAKE, LEAVE = "take_stores", "leave_stores"


class Stores(Struct, frozen=True, tag="stores", tag_field="about"):
    """A ship out of supply, and the prize that can supply it."""

    ship: str
    prize: str


CHASE, PURSUE, HOLD = "chase", "pursue", "hold"


class Prey(Struct, frozen=True, tag="prey", tag_field="about"):
    """A ship that may pursue a merchant, and the reaction by which the merchant escapes."""

    ship: str
    target: str
    card: str


class PhantomChoice(Struct, frozen=True, tag="phantom_choice", tag_field="about"):
    """A choice that the live player makes for the phantom: the `ship` that acts, or the `target` of an action."""

    action: str
    role: str
