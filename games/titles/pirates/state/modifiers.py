"""6.0 The modifiers that options add to rolls, and the reactions that they forbid, in the order of section 6.

A roll has the name of the card that causes it. Procedures look up modifiers by that name and add them.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from games.titles.pirates.components.box import Box
from games.titles.pirates.components.cards import GermanShip, Merchant
from games.titles.pirates.components.numbers import Numbers
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.common import Modifier


class Occasion(Struct, frozen=True):
    """A roll: its name, the German ship or merchant concerned, and the German ship that hunts it, if any."""

    roll: str
    ship: GermanShip | None = None
    merchant: Merchant | None = None
    hunter: GermanShip | None = None


def coal_hogs(numbers: Numbers, at: Occasion) -> int:
    """6.1 Return the modifier of ships with the coal symbol.

    They run out of supply more easily, and are harder to supply.
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
    """6.2 Return the modifier of a raider under sail. It needs little supply but is slow in flight and in pursuit."""
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
    """6.3 Return the modifier of an aircraft. It helps to surprise and to escape."""
    if at.roll == "surprise_attack" and at.hunter is not None and at.hunter.aircraft:
        return numbers.aircraft.surprise_attack  # 6.3.1
    if at.roll == "break_contact" and at.ship is not None and at.ship.aircraft:
        return numbers.aircraft.break_contact  # 6.3.3
    return 0


def deep_draught(numbers: Numbers, at: Occasion) -> int:
    """1.1.4.4, 6.6.2, 6.10.4 Return the modifier of the fast raiders.

    Their deep draught makes shoals more dangerous.
    """
    return numbers.fast.shallow_run if at.roll == "shallow_run" and at.ship is not None and at.ship.fast else 0


def sailing_merchant(numbers: Numbers, at: Occasion) -> int:
    """6.11.2 Return the modifier of a merchant under sail. It does not easily escape a pursuer."""
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
"""The display name of a modifier, the options that enable it, and the rule."""


def added(box: Box, options: Options, roll: str, vessel: str = "", hunter: str = "") -> tuple[Modifier, ...]:
    """Return the modifiers of the options in force for a roll about `vessel`.

    `hunter` is the attacking ship, if any.
    """
    at = Occasion(roll, box.ships.get(vessel), box.merchants.get(vessel), box.ships.get(hunter))
    found = ((name, rule(box.numbers, at)) for name, in_force, rule in RULES if in_force(options))
    return tuple((name, amount) for name, amount in found if amount)


def barred(box: Box, options: Options, vessel: str, hunter: str = "") -> Iterator[str]:
    """6.3.2, 6.11.1 Yield the reactions that the owner of `vessel` cannot play against a hunter or a submarine."""
    if options.aircraft and hunter and box.ships[hunter].aircraft:
        yield "slim_pickings"  # 6.3.2
    if options.sailing_merchants and vessel in box.merchants and box.merchants[vessel].sail:
        yield from ("amc", "q_ship", "fast_ship")  # 6.11.1


def traits(ship: GermanShip, options: Options) -> tuple[str, ...]:
    """6.1, 6.2, 6.3, 6.6, 6.10.4 Return the names of a German ship's traits under the options, for display."""
    found = (
        ("coal_hog", ship.coal and options.coal_hogs),
        ("sail", ship.sail and options.sail),
        ("aircraft", ship.aircraft and options.aircraft),
        ("fast", ship.fast and (options.fast_raiders or options.pursuit)),
    )
    return tuple(name for name, has in found if has)
