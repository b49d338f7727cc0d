"""3.2.4 A warship or raider intercepts merchants."""

from msgspec import Struct

from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.orders.orders import Intercept, kind_of
from games.titles.pirates.rules.attack.british import support_modifiers
from games.titles.pirates.rules.attack.escort import fight_amc, spring_trap
from games.titles.pirates.rules.attack.evasion import break_contact, shallow_run
from games.titles.pirates.rules.attack.passage import may_escape
from games.titles.pirates.rules.attack.prizes import capture, stores_of_capture
from games.titles.pirates.rules.attack.pursuit import chased, check_supply
from games.titles.pirates.rules.attack.reactions import (
    against_intercept,
    offer_reflag,
    react,
)
from games.titles.pirates.rules.attack.sinkings import call_home, sinking
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.events.common import Modifier
from games.titles.pirates.table.rolls import (
    CAPTURED,
    DAMAGED,
    SUNK,
    befalls,
    defence_modifiers,
    duel,
    options_add,
    ship_modifiers,
)
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Vessel


class Encounter(Struct, frozen=True):
    """One ship against one merchant: `first`, if none was engaged before her, `last`, if none is to follow."""

    attack: Attack
    first: bool
    last: bool
    boarded: bool


async def intercept(sea: Sea, order: Intercept) -> None:
    """3.2.4 One intercept, of one merchant or, with Good Hunting or Shipping Lanes, of several in turn."""
    sea.turn.engaged.append(order.ship)
    targets = order.targets
    await _run(sea, order, targets)
    ship = sea.find(order.ship)
    if ship is not None and sea.turn.exposed:
        sea.identify(ship)
    exposed, sea.turn.exposed = sea.turn.exposed, False
    if exposed:
        await offer_reflag(sea, order.ship)


async def _run(sea: Sea, order: Intercept, targets: tuple[str, ...]) -> None:
    """Merchant after merchant; between them the owner of one may call the hunter home (3.3.30.1)."""
    shown = tuple(card for card in order.supports if kind_of(card) != "boarding_party")
    night = sea.is_night(order.card)
    for index, target in enumerate(targets):
        if sea.find(order.ship) is None or sea.find(target) is None:
            continue
        boarded = _show_boarding_party(sea, order, target)
        supports = (*shown, *boarded)
        attack = Attack(sea.turn.seat, "intercept", order.card, target, order.ship, night, supports)
        encounter = Encounter(attack, index == 0, index == len(targets) - 1, bool(boarded))
        if await _encounter(sea, encounter):
            return
        if not encounter.last:
            await call_home(sea, done=target, later=True)


def _show_boarding_party(sea: Sea, order: Intercept, target: str) -> tuple[str, ...]:
    """3.3.3 The boarding party is shown when its merchant comes up; where none is named, any merchant is boarded.

    A damaged merchant is not worth boarding.
    """
    if (order.boarding and target not in order.boarding) or sea.vessel(target).damage:
        return ()
    card = next((card for card in order.supports if kind_of(card) == "boarding_party" and laid(sea, card)), "")
    if not card:
        return ()
    show(sea, card)
    sea.tell(told.SupportRevealed(sea.turn.seat, card, target))
    return (card,)


def laid(sea: Sea, card: str) -> bool:
    """Whether a card lies face down still. The phantom's supports lie nowhere, and serve once."""
    if sea.is_phantom(sea.turn.seat):
        return card not in sea.turn.played
    return any(assigned.card == card for assigned in sea.turn.assigned)


def show(sea: Sea, card: str) -> None:
    """3.2.8.2 Turn an assigned card up; it is played, and lies aside until the end of the turn."""
    sea.turn.assigned = [assigned for assigned in sea.turn.assigned if assigned.card != card]
    sea.turn.played.append(card)


async def _encounter(sea: Sea, encounter: Encounter) -> bool:
    """3.3.15.1, 3.3.39.1 The reaction, and what follows from it. True ends the whole intercept (3.3.40)."""
    attack = encounter.attack
    vessel, owner = sea.vessel(attack.target), sea.owner_of(attack.target)
    sea.turn.intercepted.append(attack.target)
    kinds = against_intercept(sea, attack, vessel)
    card, _, alone = (await react(sea, owner.seat, attack, kinds, several=not encounter.last)).partition("/")
    kind = kind_of(card)
    if kind == "slim_pickings":
        return await _slim_pickings(sea, encounter, vessel, card, alone=bool(alone))
    if kind == "amc":
        await fight_amc(sea, card, owner.seat, attack)
        return False
    if kind == "shallow_run" and not await shallow_run(sea, owner.seat, card, attack, vessel):
        if sea.find(attack.target) is None:
            await sinking(sea, attack, owner.seat)
        await may_escape(sea, attack.target, attack.attacker)
        return False
    if kind == "break_contact" and await break_contact(sea, owner.seat, card, attack, vessel):
        await may_escape(sea, attack.target, attack.attacker)
        return False
    if kind == "qqq":
        sea.turn.exposed = True
    if await chased(sea, attack, card):
        await _attack(sea, encounter, vessel, card, hindered=False)
        await check_supply(sea, attack, owner.seat)
        await stores_of_capture(sea, attack)
    else:
        await _attack(sea, encounter, vessel, card)
    return False


async def _slim_pickings(sea: Sea, encounter: Encounter, vessel: Vessel, card: str, *, alone: bool) -> bool:
    """3.3.40 The intercept of one merchant is cancelled (`alone`), or that of several is cut down to one of them."""
    if alone or encounter.last:
        sea.tell(told.Cancelled(vessel.card, "slim_pickings"))
        return False
    if encounter.first:
        sea.tell(told.Cancelled(vessel.card, "others_spared"))
        await _attack(sea, encounter, vessel, card)
    else:
        sea.tell(told.Cancelled(vessel.card, "slim_pickings"))
    return True


async def _attack(sea: Sea, encounter: Encounter, vessel: Vessel, reaction: str, *, hindered: bool = True) -> None:
    """3.2.4, 3.3.25.1 The roll, and what becomes of the merchant; a chase is not `hindered` by her speed (6.6.1)."""
    attack, kind = encounter.attack, kind_of(reaction)
    owner = sea.owner_of(vessel.card)
    spared = encounter.boarded or kind == "non_combatant"
    if kind == "trap":
        result = await spring_trap(sea, reaction, owner.seat, attack, spared=spared)
    else:
        hindrance = _hindrance(sea, attack, kind) if hindered else ()
        result = await _fire(sea, attack, vessel, hindrance, spared=spared)
    if result == CAPTURED:
        await capture(sea, vessel.card, attack)
    elif result == SUNK:
        sea.sink(vessel.card, attack.attacker, doubled=attack.support("special_cargo"))
        await sinking(sea, attack, owner.seat)
    else:
        if result == DAMAGED:
            sea.damage(vessel)
        numbers = sea.box.numbers.cards
        bonus = (("non_combatant", numbers.non_combatant_safe_passage),) if kind == "non_combatant" else ()
        await may_escape(sea, vessel.card, attack.attacker, bonus)


async def _fire(sea: Sea, attack: Attack, vessel: Vessel, hindrance: tuple[Modifier, ...], *, spared: bool) -> str:
    """3.2.4.1 The ship's own guns; the card only says whether it is night."""
    ship = sea.vessel(attack.ship)
    modifiers = (*ship_modifiers(sea, ship), *support_modifiers(sea, attack), *hindrance)
    coin = sea.box.ships[attack.ship].attack
    defence = (vessel.card, sea.defence(vessel.card), defence_modifiers(sea, vessel))
    mine, theirs = await duel(sea, "intercept", "3.2.7", (attack.ship, coin, modifiers), defence)
    result = befalls(sea, mine, theirs, vessel, spared=spared)
    sea.tell(told.Fought("intercept", mine, theirs, result))
    return result


def _hindrance(sea: Sea, attack: Attack, reaction: str) -> tuple[Modifier, ...]:
    """3.3.13, 3.3.25 What a reaction takes off the attack roll."""
    numbers = sea.box.numbers.cards
    if reaction == "fast_ship":
        return (("fast_ship", numbers.fast_ship), *options_add(sea, "fast_ship", attack.target, attack.ship))
    return (("non_combatant", numbers.non_combatant_attack),) if reaction == "non_combatant" else ()
