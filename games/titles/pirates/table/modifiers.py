"""6.0 What the options change on rolls and reactions, in the order of section 6.

A roll is named after the card that calls for it. Procedures ask by that name and add what they get.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from games.titles.pirates.box.cards import GermanShip, Merchant
from games.titles.pirates.box.components import Box
from games.titles.pirates.box.numbers import Numbers
from games.titles.pirates.box.options import Options
from games.titles.pirates.table.events.common import Modifier


class Occasion(Struct, frozen=True):
    """A roll: its name, the German ship or merchant that it is about, and the German ship that hunts her, if any."""

    roll: str
    ship: GermanShip | None = None
    merchant: Merchant | None = None
    hunter: GermanShip | None = None


def coal_hogs(numbers: Numbers, at: Occasion) -> int:
    """6.1 Ships with the coal symbol run out of supply more easily, and are supplied less easily."""
    if at.ship is None or not at.ship.coal:
        return 0
    coal = numbers.coal
    return {
        "rendezvous_missed": coal.rendezvous_missed,  # 6.1.1
        "blockade_runner": coal.blockade_runner,  # 6.1.2
        "island_refuge": coal.island_refuge_resupply,  # 6.1.3
    }.get(at.roll, 0)


def under_sail(numbers: Numbers, at: Occasion) -> int:
    """6.2 A raider under sail needs little, but she is slow in flight and in pursuit."""
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
    """6.3 An aircraft helps to surprise, and to get away."""
    if at.roll == "surprise_attack" and at.hunter is not None and at.hunter.aircraft:
        return numbers.aircraft.surprise_attack  # 6.3.1
    if at.roll == "break_contact" and at.ship is not None and at.ship.aircraft:
        return numbers.aircraft.break_contact  # 6.3.3
    return 0


def deep_draught(numbers: Numbers, at: Occasion) -> int:
    """1.1.4.4, 6.6.2, 6.10.4 The fast raiders lie deep, and the shoals are worse for them."""
    return numbers.fast.shallow_run if at.roll == "shallow_run" and at.ship is not None and at.ship.fast else 0


def sailing_merchant(numbers: Numbers, at: Occasion) -> int:
    """6.11.2 A merchant under sail does not easily lose her pursuer."""
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
"""The name by which a modifier is told, the options that bring it into force, and the rule."""


def added(box: Box, options: Options, roll: str, vessel: str = "", hunter: str = "") -> tuple[Modifier, ...]:
    """What the options in force add to a roll that is about `vessel`, whom `hunter` may be attacking."""
    at = Occasion(roll, box.ships.get(vessel), box.merchants.get(vessel), box.ships.get(hunter))
    found = ((name, rule(box.numbers, at)) for name, in_force, rule in RULES if in_force(options))
    return tuple((name, amount) for name, amount in found if amount)


def barred(box: Box, options: Options, vessel: str, hunter: str = "") -> Iterator[str]:
    """6.3.2, 6.11.1 Reactions that the owner of `vessel` cannot play against her hunter, or against a submarine."""
    if options.aircraft and hunter and box.ships[hunter].aircraft:
        yield "slim_pickings"  # 6.3.2
    if options.sailing_merchants and vessel in box.merchants and box.merchants[vessel].sail:
        yield from ("amc", "q_ship", "fast_ship")  # 6.11.1


def traits(ship: GermanShip, options: Options) -> tuple[str, ...]:
    """What the options in force make of a German ship (6.1, 6.2, 6.3, 6.6 and 6.10.4), for who looks at her."""
    found = (
        ("coal_hog", ship.coal and options.coal_hogs),
        ("sail", ship.sail and options.sail),
        ("aircraft", ship.aircraft and options.aircraft),
        ("fast", ship.fast and (options.fast_raiders or options.pursuit)),
    )
    return tuple(name for name, has in found if has)
