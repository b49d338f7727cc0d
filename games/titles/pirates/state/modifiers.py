"""6.0 The modifiers that options add to rolls, and the reactions that they forbid, in the order of section 6.

A roll has the name of the card that causes it. Procedures find the modifiers of a roll by this name.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from games.titles.pirates.components.box import Box
from games.titles.pirates.components.cards import GermanShip, Merchant
from games.titles.pirates.components.numbers import Numbers
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.common import Modifier


class Occasion(Struct, frozen=True):
    """A roll to which options may add modifiers: its name, the German ship or merchant concerned, and the hunter.

    `roll`: the kind of the card that causes it. `ship`: the German ship that the roll is about, or None. `merchant`:
    the merchant that it is about, or None. `hunter`: the German ship that attacks, or None.
    """

    roll: str
    ship: GermanShip | None = None
    merchant: Merchant | None = None
    hunter: GermanShip | None = None


def coal_hogs(numbers: Numbers, at: Occasion) -> int:
    """6.1 Return the modifier of the roll `at` if it is about a ship with the coal symbol, otherwise 0.

    Ships with the symbol run out of supply more easily, and are harder to supply.
    """
    if at.ship is None or not at.ship.coal:
        return 0
    coal = numbers.coal
    return {
        "rendezvous_missed": coal.rendezvous_missed,  # 6.1.1
        "blockade_runner": coal.blockade_runner,  # 6.1.2
        "island_refuge": coal.island_refuge_resupply,  # 6.1.3
    }.get(at.roll, 0)


def under_sail(numbers: Numbers, at: Occasion) -> int:
    """6.2 Return the modifier of the roll `at` if it is about a raider under sail, otherwise 0.

    The raider needs little supply, but is slow in flight and in pursuit.
    """
    sail = numbers.sail
    if at.ship is not None and at.ship.sail:
        return {
            "rendezvous_missed": sail.rendezvous_missed,  # 6.2.1
            "blockade_runner": sail.blockade_runner,  # 6.2.2
            "island_refuge": sail.island_refuge_resupply,  # 6.2.3
            "break_contact": sail.break_contact_own,  # 6.2.4
        }.get(at.roll, 0)
    if at.hunter is not None and at.hunter.sail:
        return {
            "break_contact": sail.break_contact_against,  # 6.2.5
            "fast_ship": sail.fast_ship_against,  # 6.2.6
        }.get(at.roll, 0)
    return 0


def aircraft(numbers: Numbers, at: Occasion) -> int:
    """6.3 Return the modifier of the roll `at` if it is about a raider with an aircraft, otherwise 0.

    The aircraft helps to surprise and to escape.
    """
    if at.roll == "surprise_attack" and at.hunter is not None and at.hunter.aircraft:
        return numbers.aircraft.surprise_attack  # 6.3.1
    if at.roll == "break_contact" and at.ship is not None and at.ship.aircraft:
        return numbers.aircraft.break_contact  # 6.3.3
    return 0


def deep_draught(numbers: Numbers, at: Occasion) -> int:
    """1.1.4.4, 6.6.2, 6.10.4 Return the modifier of the roll `at` about a fast raider in shallow water, else 0.

    The deep draught of these ships makes shoals more dangerous.
    """
    return numbers.fast.shallow_run if at.roll == "shallow_run" and at.ship is not None and at.ship.fast else 0


def sailing_merchant(numbers: Numbers, at: Occasion) -> int:
    """6.11.2 Return the modifier of the roll `at` if it is about a merchant under sail, otherwise 0.

    The merchant does not easily escape a hunter.
    """
    if at.roll == "break_contact" and at.merchant is not None and at.merchant.sail:
        return numbers.sailing_merchants.break_contact
    return 0


Rule = Callable[[Numbers, Occasion], int]

RULES: tuple[tuple[str, Callable[[Options], bool], Rule], ...] = (
    ("coal_hog", lambda options: options.coal_hogs, coal_hogs),
    ("sail", lambda options: options.sail, under_sail),
    ("aircraft", lambda options: options.aircraft, aircraft),
    ("draught", lambda options: options.fast_raiders or options.pursuit, deep_draught),
    ("sailing_merchant", lambda options: options.sailing_merchants, sailing_merchant),
)
"""Triples for each option: (key of its modifier, test if the option is in force, function that returns the modifier).
"""


def added(box: Box, options: Options, roll: str, vessel: str = "", hunter: str = "") -> tuple[Modifier, ...]:
    """Return the modifiers that the options in force add to a roll, as pairs (key, amount).

    `roll`: the kind of the card that causes the roll. `vessel`: the ship that it is about; "" if there is none.
    `hunter` is the attacking ship; "" if there is none.
    """
    at = Occasion(roll, box.ships.get(vessel), box.merchants.get(vessel), box.ships.get(hunter))
    found = ((name, rule(box.numbers, at)) for name, in_force, rule in RULES if in_force(options))
    return tuple((name, amount) for name, amount in found if amount)


def barred(box: Box, options: Options, vessel: str, hunter: str = "") -> Iterator[str]:
    """6.3.2, 6.11.1 Yield the kinds of reaction that options forbid to the owner of `vessel` when it is attacked.

    `hunter` is the attacking ship; "" if there is none.
    """
    if options.aircraft and hunter and box.ships[hunter].aircraft:
        yield "slim_pickings"  # 6.3.2
    if options.sailing_merchants and vessel in box.merchants and box.merchants[vessel].sail:
        yield from ("amc", "q_ship", "fast_ship")  # 6.11.1


def traits(ship: GermanShip, options: Options) -> tuple[str, ...]:
    """6.1, 6.2, 6.3, 6.6, 6.10.4 Return the keys of the traits that options give a German ship, for display."""
    found = (
        ("coal_hog", ship.coal and options.coal_hogs),
        ("sail", ship.sail and options.sail),
        ("aircraft", ship.aircraft and options.aircraft),
        ("fast", ship.fast and (options.fast_raiders or options.pursuit)),
    )
    return tuple(name for name, has in found if has)
