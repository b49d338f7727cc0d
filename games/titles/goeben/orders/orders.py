"""The orders that players write: for the day (4.1), for future battles, and for one battle (14.0).

Orders refer to ships, spaces, cargo and counters by id. Numbers are strings, because the values of an order are words.
"""

from games.orders.order_set import Order

# --- 8.0 fitting out


class Take(Order, frozen=True, tag="take"):
    """8.1, 8.5 Buy cargo for a ship.

    The first item of `cargo` goes into the free hull box that is damaged last.
    """

    ship: str
    cargo: tuple[str, ...] = ()


class Leave(Order, frozen=True, tag="leave"):
    """8.3 Put gear overboard, or put crew ashore."""

    ship: str
    cargo: tuple[str, ...] = ()


class Hand(Order, frozen=True, tag="hand"):
    """8.6 Hand cargo over to another ship in the same port."""

    ship: str
    to: str
    cargo: tuple[str, ...] = ()


class Station(Order, frozen=True, tag="station"):
    """3.0(9) Choose the space where a collier waits."""

    space: str


class Begin(Order, frozen=True, tag="begin"):
    """24.2 Choose the space where these ships begin a mission of the campaign."""

    ships: tuple[str, ...]
    space: str


# --- 4.1 the day


class Outfit(Order, frozen=True, tag="outfit"):
    """7.0 Let these ships rearm, coal and repair; they do not move."""

    ships: tuple[str, ...]


class Repair(Order, frozen=True, tag="repair"):
    """10.1 Divide the repair dice of a ship among its tracks.

    Each of the other fields is the number of dice for that track; "" means none.
    """

    ship: str
    hull: str = ""
    engines: str = ""
    primary: str = ""
    secondary: str = ""
    tertiary: str = ""


class Coal(Order, frozen=True, tag="coal"):
    """7.3 Choose which ships receive coal first if there is not enough for all."""

    ships: tuple[str, ...]


class Rearm(Order, frozen=True, tag="rearm"):
    """7.1 Choose which ships receive ammunition and torpedoes first.

    `first`: which of the two is supplied first, "ammunition" (the default) or "torpedoes".
    """

    ships: tuple[str, ...]
    first: str = ""


class Intelligence(Order, frozen=True, tag="intelligence"):
    """11.1 Let this ship attempt intelligence.

    `at`: the spaces to reveal, the first choice first. `prefer`: "look" (reveal counters) or "jam" (lower the alert
    level), if the result allows both; "" means that the seat is asked.
    """

    ship: str
    at: tuple[str, ...] = ()
    prefer: str = ""


class Scout(Order, frozen=True, tag="scout"):
    """21.2 Send the seaplane of a ship to a neighbouring space."""

    ship: str
    space: str


class Move(Order, frozen=True, tag="move"):
    """12.0 Let ships sail together. Their path lists every space that they enter, in order.

    Groups act in the order in which their moves are written (6.1).
    """

    ships: tuple[str, ...]
    way: tuple[str, ...] = ()

    @property
    def goal(self) -> str:
        """The last space of the path; "" if the path is empty."""
        return self.way[-1] if self.way else ""


class Mine(Order, frozen=True, tag="mine"):
    """23.0 Let a light cruiser lay mines in a space on her path."""

    ship: str
    space: str


class Letter(Order, frozen=True, tag="letter"):
    """25.2 Leave a letter in the port where the ship is."""

    ship: str
    text: str


class CarryOn(Order, frozen=True, tag="carry_on"):
    """Let the seat's ships carry out the plan; do not ask the seat again today."""


DayOrder = Take | Leave | Hand | Outfit | Repair | Coal | Rearm | Intelligence | Scout | Move | Mine | Letter | CarryOn
FittingOrder = Take | Station | Begin

# --- battles to come: the doctrine


class Targets(Order, frozen=True, tag="targets"):
    """14.5 Aim at enemies of these classes, the first choice first."""

    classes: tuple[str, ...]


class Maximum(Order, frozen=True, tag="maximum"):
    """14.9 Use maximum fire if an enemy of one of these classes is present."""

    against: tuple[str, ...]


class Torpedoes(Order, frozen=True, tag="torpedoes"):
    """14.10 Launch torpedoes at enemies of these classes.

    `most`: the greatest number of torpedoes that a ship may launch in a battle; "" means no limit.
    """

    against: tuple[str, ...]
    most: str = ""


class BreakOff(Order, frozen=True, tag="break_off"):
    """14.4 Break off if an enemy of one of these classes is present."""

    against: tuple[str, ...]


class Steam(Order, frozen=True, tag="steam"):
    """14.3 Spend coal for maximum speed at contact if an enemy of one of these classes is present.

    Without classes, always spend it.
    """

    against: tuple[str, ...] = ()


class Landing(Order, frozen=True, tag="landing"):
    """9.2 Land the marines (Seebataillon) wherever they can take a port."""


class EachRound(Order, frozen=True, tag="each_round"):
    """Ask the seat again before each salvo."""


class AskFirst(Order, frozen=True, tag="ask_first"):
    """Ask the seat in each battle at these moments (`of`): "contact" for its speed, "battle" for its orders.

    Without moments, ask for orders.
    """

    of: tuple[str, ...] = ()


DoctrineOrder = Targets | Maximum | Torpedoes | BreakOff | Steam | Landing | EachRound | AskFirst

# --- one battle


class Withdraw(Order, frozen=True, tag="withdraw"):
    """14.4 Let these ships break off to a neighbouring space."""

    ships: tuple[str, ...]
    to: str


class Fire(Order, frozen=True, tag="fire"):
    """14.5 Choose the targets of a ship, the first choice first.

    `battery`: the battery for which they apply; "" means all batteries.
    """

    ship: str
    at: tuple[str, ...] = ()
    battery: str = ""


class FullFire(Order, frozen=True, tag="full_fire"):
    """14.9 Let a ship use maximum fire."""

    ship: str


class Hold(Order, frozen=True, tag="hold"):
    """Let a ship hold its fire and save its ammunition."""

    ship: str


class Launch(Order, frozen=True, tag="launch"):
    """14.6, 14.10 Let a ship launch torpedoes at the first of these targets that is still afloat.

    `count`: their number; "" means all.
    """

    ship: str
    at: tuple[str, ...] = ()
    count: str = ""


class NationFirst(Order, frozen=True, tag="nation_first"):
    """20.0 Choose the nation whose ships fire first, German or Austro-Hungarian."""

    nation: str


BattleOrder = Withdraw | Fire | FullFire | Hold | Launch | NationFirst | EachRound
