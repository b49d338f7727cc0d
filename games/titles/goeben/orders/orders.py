"""The orders that players write: for the day (4.1), for battles to come, and for one battle (14.0).

Ids in them are of ships, spaces, cargo and counters; numbers are written out, since an order names words.
"""

from games.kernel.orders import Order

# --- 8.0 fitting out


class Take(Order, frozen=True, tag="take"):
    """8.1, 8.5 Buy cargo for a ship, the kinds in the order of its hull boxes, safest first."""

    ship: str
    cargo: tuple[str, ...] = ()


class Leave(Order, frozen=True, tag="leave"):
    """8.3 Put gear overboard, or crew ashore."""

    ship: str
    cargo: tuple[str, ...] = ()


class Hand(Order, frozen=True, tag="hand"):
    """8.6 Hand cargo over to another ship in the same port."""

    ship: str
    to: str
    cargo: tuple[str, ...] = ()


class Station(Order, frozen=True, tag="station"):
    """3.0(9) Where a collier waits."""

    space: str


class Begin(Order, frozen=True, tag="begin"):
    """24.2 Where these ships begin a mission of the campaign."""

    ships: tuple[str, ...]
    space: str


# --- 4.1 the day


class Outfit(Order, frozen=True, tag="outfit"):
    """7.0 These ships rearm, coal and repair, and do not move."""

    ships: tuple[str, ...]


class Repair(Order, frozen=True, tag="repair"):
    """10.1 How the repair dice of a ship are allotted."""

    ship: str
    hull: str = ""
    engines: str = ""
    primary: str = ""
    secondary: str = ""
    tertiary: str = ""


class Coal(Order, frozen=True, tag="coal"):
    """7.3 Who is served first where coal does not suffice for all."""

    ships: tuple[str, ...]


class Rearm(Order, frozen=True, tag="rearm"):
    """7.1 Who is served first with ammunition and torpedoes, and which of the two comes first."""

    ships: tuple[str, ...]
    first: str = ""


class Intelligence(Order, frozen=True, tag="intelligence"):
    """11.1 The ship that tries; where to look, the best first; and whether to look or to jam, given the choice."""

    ship: str
    at: tuple[str, ...] = ()
    prefer: str = ""


class Scout(Order, frozen=True, tag="scout"):
    """21.2 The seaplane of a ship looks at a neighbouring space."""

    ship: str
    space: str


class Move(Order, frozen=True, tag="move"):
    """12.0 Ships sail together; their way is every space that they enter, in this order. Groups act in the order of
    writing (6.1).
    """

    ships: tuple[str, ...]
    way: tuple[str, ...] = ()

    @property
    def goal(self) -> str:
        """The space in which the way ends; nothing where none is given yet."""
        return self.way[-1] if self.way else ""


class Mine(Order, frozen=True, tag="mine"):
    """23.0 A light cruiser lays her mines in a space of her way."""

    ship: str
    space: str


class Letter(Order, frozen=True, tag="letter"):
    """25.2 A captain leaves a letter in the port where his ship lies."""

    ship: str
    text: str


class CarryOn(Order, frozen=True, tag="carry_on"):
    """Carry the plan out without asking again."""


DayOrder = Take | Leave | Hand | Outfit | Repair | Coal | Rearm | Intelligence | Scout | Move | Mine | Letter | CarryOn
FittingOrder = Take | Station | Begin

# --- battles to come: the doctrine


class Targets(Order, frozen=True, tag="targets"):
    """14.5 Classes to aim at, the best first."""

    classes: tuple[str, ...]


class Maximum(Order, frozen=True, tag="maximum"):
    """14.9 Maximum fire where one of these classes is met."""

    against: tuple[str, ...]


class Torpedoes(Order, frozen=True, tag="torpedoes"):
    """14.10 Torpedoes against these classes, so many of a ship in one battle."""

    against: tuple[str, ...]
    most: str = ""


class BreakOff(Order, frozen=True, tag="break_off"):
    """14.4 Break off where one of these classes is met."""

    against: tuple[str, ...]


class Steam(Order, frozen=True, tag="steam"):
    """14.3 Spend coal for maximum speed at contact, where one of these classes is met; with none named, always."""

    against: tuple[str, ...] = ()


class Landing(Order, frozen=True, tag="landing"):
    """9.2 Put the Seebataillon ashore wherever a port can be taken."""


class EachRound(Order, frozen=True, tag="each_round"):
    """Be asked again before every battery fires."""


class AskFirst(Order, frozen=True, tag="ask_first"):
    """Be asked at each battle: before contact for the speed, after it for orders; with neither named, for orders."""

    of: tuple[str, ...] = ()


DoctrineOrder = Targets | Maximum | Torpedoes | BreakOff | Steam | Landing | EachRound | AskFirst

# --- one battle


class Withdraw(Order, frozen=True, tag="withdraw"):
    """14.4 These ships break off to a neighbouring space."""

    ships: tuple[str, ...]
    to: str


class Fire(Order, frozen=True, tag="fire"):
    """14.5 A ship's targets, the best first; with a battery named, for that one alone."""

    ship: str
    at: tuple[str, ...] = ()
    battery: str = ""


class FullFire(Order, frozen=True, tag="full_fire"):
    """14.9 A ship fires at the maximum."""

    ship: str


class Hold(Order, frozen=True, tag="hold"):
    """A ship keeps her guns silent and her ammunition."""

    ship: str


class Launch(Order, frozen=True, tag="launch"):
    """14.6, 14.10 A ship launches torpedoes, so many, all at the first of these targets that is afloat by then."""

    ship: str
    at: tuple[str, ...] = ()
    count: str = ""


class NationFirst(Order, frozen=True, tag="nation_first"):
    """20.0 Whether the German or the Austro-Hungarian ships fire first."""

    nation: str


BattleOrder = Withdraw | Fire | FullFire | Hold | Launch | NationFirst | EachRound
