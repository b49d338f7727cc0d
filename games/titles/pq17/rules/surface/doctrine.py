"""7.5.2 The actions of a side's units in a round: by its orders for this battle, or by its standing instructions."""

from collections.abc import Collection, Sequence
from typing import TypeVar

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS, Side
from games.titles.pq17.orders import battle as ordered
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.rules.surface.areas import FROM_WITHDRAWN, Manoeuvre, order_fault
from games.titles.pq17.rules.surface.covering import cover_enemies
from games.titles.pq17.rules.surface.gunnery import Aim, may_divide, targets_in_reach
from games.titles.pq17.rules.surface.torpedo_step import Launch, may_launch
from games.titles.pq17.state.battle import Area, Battle, Unit

AREAS: dict[str, Area] = {
    "deployment": "deployment", "screening": "screening", "torpedo": "torpedo", "withdrawal": "withdrawal"
}  # fmt: skip
Ordered = TypeVar("Ordered", ordered.Post, ordered.Aim, ordered.Launch)
Timed = TypeVar("Timed", ordered.Post, ordered.Launch)
STRONGER = (5, 4)
"""The ratio of enemy to own strength at which a side with the instruction "if_stronger" withdraws: five quarters."""


class Command(Struct, frozen=True, gc=False):
    """7.5.2, 7.5.7d All data that decide the actions of a side's units in one battle."""

    side: Side
    """The side."""
    orders: tuple[ordered.BattleOrder, ...] = ()
    """The side's orders for this battle."""
    instructions: Instructions = Instructions()
    """The side's standing instructions."""
    must_go: bool = False
    """True if the side must withdraw."""
    formations: dict[str, Formation] = {}
    """The formation of each force, by its id."""


def gun_strength(box: Box, units: Sequence[Unit]) -> int:
    """Return the total strength of the warships in these units."""
    return sum(one.strength for unit in units for one in unit.counters if box.ships[one.ship].is_warship)


def leaving_units(box: Box, battle: Battle, command: Command) -> frozenset[str]:
    """7.5.2l, 7.5.7d Return the ids of the units of a side that are to leave the battle.

    If the side must or wants to withdraw, these are all its units. Otherwise, they are units that were ordered to
    leave, and convoy ships, which can be screened in Withdrawal.
    """
    own = battle.of(command.side)
    stands = command.instructions.stands
    ours, theirs = gun_strength(box, own), gun_strength(box, battle.against(command.side))
    weaker = theirs * STRONGER[1] > ours * STRONGER[0]
    convoy = [one.name for one in own if any(box.ships[ship.ship].type in CONVOY_SHIPS for ship in one.counters)]
    all_go = command.must_go or (stands == "withdraw") or (stands == "if_stronger" and weaker and not convoy)
    named = {
        name
        for order in command.orders
        if isinstance(order, ordered.Leave) and int(order.since) <= battle.round
        for name in order.units
    }
    return frozenset(one.name for one in own if all_go or one.name in named or one.name in convoy)


# --- the manoeuvre


def manoeuvres(box: Box, battle: Battle, command: Command) -> list[Manoeuvre]:
    """7.5.2c Return the legal manoeuvre of each unit of a side. A surprised side has no manoeuvres (7.5.3)."""
    own = battle.of(command.side)
    going = leaving_units(box, battle, command)
    wished = [_wish(box, battle, command, unit, going) for unit in own]
    return [one if order_fault(battle, one, wished) is None else _fallback(battle, one, wished) for one in wished]


def _wish(box: Box, battle: Battle, command: Command, unit: Unit, going: frozenset[str]) -> Manoeuvre:
    post = _holding(_given(command, ordered.Post, unit), unit, battle.round)
    if unit.area == "withdrawal" or (unit.name in going and (command.must_go or post is None)):
        return Manoeuvre(unit.name, "withdrawal", evades=unit.area != "withdrawal" and _evades(command))
    if post is not None:
        return Manoeuvre(unit.name, AREAS[post.area], post.evades == "yes", post.screens, post.shields)
    area = _usual_area(box, battle, command, unit, going)
    screens = _usual_screens(box, battle, unit) if area == "screening" else ()
    return Manoeuvre(unit.name, area if area != "screening" or screens else "deployment", _evades(command), screens)


def _given(command: Command, kind: type[Ordered], unit: Unit) -> list[Ordered]:
    """Return the orders of one type that apply to a unit, those for the unit itself last.

    Orders for the unit from which it was split apply too (7.2.4a).
    """
    base = unit.name.partition(".")[0]
    found = [one for one in command.orders if isinstance(one, kind) and one.unit in (unit.name, base)]
    return sorted(found, key=lambda one: one.unit == unit.name)


def _holding(given: Sequence[Timed], unit: Unit, number: int) -> Timed | None:
    """Return the order that applies to a unit in a round (`number`): the one that began last; None if none has begun.

    An order for the unit itself comes before one for the unit from which it was split.
    """
    begun = [one for one in given if int(one.since) <= number]
    return max(begun, key=lambda one: (one.unit == unit.name, int(one.since)), default=None)


def _evades(command: Command) -> bool:
    return command.instructions.evades == "yes"


def _usual_area(box: Box, battle: Battle, command: Command, unit: Unit, going: frozenset[str]) -> Area:
    """Return the area of a unit that has no order. `going`: the units that are to leave the battle.

    Light ships screen ships that withdraw, or close for a torpedo attack from the round of the standing instruction;
    other ships stay. If the formation of the force names ships for smoke or torpedoes, only these do so.
    """
    light = all(not box.ships[one.ship].is_heavy for one in unit.counters)
    has_guns = any(box.ships[one.ship].is_warship for one in unit.counters)
    if not light or not has_guns or not unit.is_able():
        return "deployment"
    lying = command.formations.get(unit.force)
    if lying is None or not (lying.smoke or lying.closes):
        screens, closes = bool(going - {unit.name}), True
    else:
        screens, closes = _is_named(unit, lying.smoke), _is_named(unit, lying.closes)
    if screens:
        return "screening"
    first = command.instructions.torpedo_round
    armed = any(one.symbols(box.ships[one.ship]) for one in unit.counters)
    return "torpedo" if closes and armed and first != "never" and battle.round >= int(first) else "deployment"


def _is_named(unit: Unit, ships: Sequence[str]) -> bool:
    return any(one.ship in ships for one in unit.counters)


def _usual_screens(box: Box, battle: Battle, unit: Unit) -> tuple[str, ...]:
    """7.5.4 Return the ids of the enemies that a unit without orders screens off the ships in Withdrawal.

    The screening units share the strongest enemies among them.
    """
    own = [one for one in battle.of(unit.side) if not any(box.ships[s.ship].is_heavy for s in one.counters)]
    place = [one.name for one in own if any(box.ships[s.ship].is_warship for s in one.counters)].index(unit.name)
    enemies = sorted(battle.against(unit.side), key=lambda one: -gun_strength(box, [one]))
    if not enemies:
        return ()
    chosen = [enemies[(place * FROM_WITHDRAWN + step) % len(enemies)].name for step in range(FROM_WITHDRAWN)]
    return tuple(dict.fromkeys(chosen))


def _fallback(battle: Battle, wish: Manoeuvre, wished: Sequence[Manoeuvre]) -> Manoeuvre:
    """Return the manoeuvre that replaces an illegal one: without screens, or else in the unit's present area.

    `wished`: all manoeuvres that the side wishes.
    """
    unit = battle.unit(wish.unit)
    bare = Manoeuvre(wish.unit, wish.area, wish.evades)
    if order_fault(battle, bare, wished) is None:
        return bare
    evades = wish.evades and not (battle.surprised == unit.side and battle.round == 1)
    return Manoeuvre(wish.unit, unit.area, evades)


# --- guns and torpedoes


def aims(box: Box, battle: Battle, command: Command) -> list[Aim]:
    """7.5.2g Return the targets of a side's guns: at least one for each unit that can fire.

    No enemy in reach gets a second firing unit before every enemy in reach has one. Apart from that, a unit fires as
    ordered or, without an order, at the most valuable enemy.
    """
    reach: dict[str, list[str]] = {}
    for unit in battle.of(command.side):
        reached = targets_in_reach(box, battle, unit)
        if reached:
            reach[unit.name] = _liked(box, battle, command, unit, reached)
    held = cover_enemies(reach)
    placed = {firer: target for target, firer in held.items()}
    found = [Aim(name, placed.get(name, targets[0])) for name, targets in reach.items()]
    return [
        part for aim in found for part in _divided(box, battle, command, aim, _besides(aim, reach[aim.firer], held))
    ]


def _besides(aim: Aim, reached: Sequence[str], held: Collection[str]) -> tuple[list[str], list[str]]:
    """7.5.2g Return the other enemies in reach of a unit: first those at which no unit fires, then the others.

    `held`: the enemies at which a unit fires.
    """
    others = [name for name in reached if name != aim.target]
    return [name for name in others if name not in held], [name for name in others if name in held]


def _divided(
    box: Box, battle: Battle, command: Command, aim: Aim, besides: tuple[Sequence[str], Sequence[str]]
) -> list[Aim]:
    """7.5.2g, 7.5.2h Return the aims of a unit, with its fire divided if that is ordered and allowed.

    The fire is divided as evenly as possible between its target and the other named enemies; the first gets the
    remainder. No enemy gets a second firing unit while another has none. `besides`: the result of `_besides`.
    """
    unit = battle.unit(aim.firer)
    given = [one for one in command.orders if isinstance(one, ordered.Aim) and one.unit == aim.firer]
    if not given or given[0].divides != "yes" or not may_divide(box, battle, unit):
        return [aim]
    strength, (bare, others) = unit.counters[0].strength, besides
    named = [name for name in bare if name in given[0].at]
    if len(named) == len(bare):
        named += [name for name in others if name in given[0].at]
    targets = [aim.target, *named][:strength]
    least, more = divmod(strength, len(targets))
    return [Aim(aim.firer, name, least + (place < more)) for place, name in enumerate(targets)]


def _liked(box: Box, battle: Battle, command: Command, unit: Unit, reached: Sequence[str]) -> list[str]:
    given = _given(command, ordered.Aim, unit)
    wanted = given[-1].at if given else ()
    return sorted(
        reached,
        key=lambda name: (wanted.index(name) if name in wanted else len(wanted), -_value(box, battle.unit(name)), name),
    )


def _value(box: Box, unit: Unit) -> int:
    return max((box.ships[one.ship].value for one in unit.counters), default=0)


def launches(box: Box, battle: Battle, command: Command) -> list[Launch]:
    """7.5.2k, 7.5.2g Return the torpedo launches of a side's units in the Torpedo Attack area.

    A unit launches as ordered or, without an order, one symbol at the most valuable enemy. No enemy in reach gets a
    second launch before every enemy in reach has had one.
    """
    reach: dict[str, list[str]] = {}
    symbols: dict[str, int] = {}
    for unit in battle.of(command.side):
        given = _given(command, ordered.Launch, unit)
        order = _holding(given, unit, battle.round)
        if unit.area != "torpedo" or (given and order is None):
            continue
        wanted, count = (order.at, int(order.symbols)) if order is not None else ((), 1)
        able = [
            one for one in battle.against(command.side) if may_launch(box, battle, Launch(unit.name, one.name, count))
        ]
        able.sort(key=lambda one: (wanted.index(one.name) if one.name in wanted else len(wanted), -_value(box, one)))
        if able:
            reach[unit.name], symbols[unit.name] = [one.name for one in able], count
    placed = {firer: target for target, firer in cover_enemies(reach).items()}
    return [Launch(name, placed.get(name, targets[0]), symbols[name]) for name, targets in reach.items()]
