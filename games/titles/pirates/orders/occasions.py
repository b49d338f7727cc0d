"""What the small questions of a turn are about, as everybody sees it, and the answers to choose from."""

from msgspec import Struct

from games.titles.pirates.box.components import Coin
from games.titles.pirates.orders.orders import kind_of


class Attack(Struct, frozen=True, omit_defaults=True, tag="attack", tag_field="about"):
    """An attack as all see it: `weapon` is intercept, british, monitor, interrogate, mines or torpedo, or the kind of a
    card that takes the target away, interned or transfer_command.

    `coin` is what a card of the phantom's prints (5.1); action cards and ships have theirs.
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
        """Whether a Surprise Attack goes with it."""
        return any(kind_of(card) == "surprise_attack" for card in self.supports)

    def support(self, kind: str) -> bool:
        """Whether a support of this kind was shown with it."""
        return any(kind_of(card) == kind for card in self.supports)


LATER = "later"
"""3.3.30.1 Recalled is kept back, to be offered again in the same turn."""


class Aftermath(Struct, frozen=True, omit_defaults=True, tag="sinking", tag_field="about"):
    """A sinking, for the reactions to it."""

    attacker: str
    card: str
    target: str
    ship: str = ""


TRY, STAY = "try", "stay"


class Passage(Struct, frozen=True, tag="passage", tag_field="about"):
    """A prize that may make for port, and the seat that would respond."""

    target: str
    against: str


TAKE, LEAVE = "take_stores", "leave_stores"


class Stores(Struct, frozen=True, tag="stores", tag_field="about"):
    """A ship out of supply and the prize that could supply her."""

    ship: str
    prize: str


CHASE, PURSUE, HOLD = "chase", "pursue", "hold"


class Prey(Struct, frozen=True, tag="prey", tag_field="about"):
    """A ship that may go after a merchant, and the reaction by which the merchant flees."""

    ship: str
    target: str
    card: str


class PhantomChoice(Struct, frozen=True, tag="phantom_choice", tag_field="about"):
    """What the live player chooses for the phantom: the `ship` that acts, or the `target`, of an action."""

    action: str
    role: str
