"""3.2.3 The Royal Navy intercepts: warships, identified raiders, identified prizes."""

from games.titles.pirates.box.components import Coin
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.orders.orders import British, Play, kind_of
from games.titles.pirates.rules.attack.evasion import break_contact, shallow_run
from games.titles.pirates.rules.attack.passage import may_escape
from games.titles.pirates.rules.attack.reactions import against_british, offer_reflag, react
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.events.common import Modifier
from games.titles.pirates.table.rolls import (
    DAMAGED,
    SUNK,
    befalls,
    card_challenge,
    defence_modifiers,
    duel,
    options_add,
)
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Vessel


async def british_intercept(sea: Sea, order: British) -> None:
    """3.2.3 A card sideways before the fleet, with the dice beside the White Ensign."""
    night = sea.is_night(order.card)
    attack = Attack(sea.turn.seat, "british", order.card, order.target or "", night=night, supports=order.supports)
    await engage(sea, attack, sea.kind(order.card).intercept)


async def monitor(sea: Sea, order: Play) -> None:
    """3.3.24 A monitor attacks a ship in her refuge, which lies at anchor."""
    attack = Attack(sea.turn.seat, "monitor", order.card, order.target or "", supports=order.supports)
    bonus = (("monitor", sea.box.numbers.cards.monitor),)
    await engage(sea, attack, sea.kind(order.card).attack, bonus)


async def interrogate(sea: Sea, order: Play) -> None:
    """3.3.19, 3.3.19.1, 3.1.3.1 A ship is found out, and intercepted at once; Reflag only helps afterwards."""
    target = order.target or ""
    owner = sea.owner_of(target)
    if not await card_challenge(sea, order.card, target, sea.turn.seat, owner.seat):
        return
    sea.identify(sea.vessel(target))
    attack = Attack(sea.turn.seat, "interrogate", order.card, target)
    await engage(sea, attack, sea.kind(order.card).attack)
    await offer_reflag(sea, target)


async def engage(sea: Sea, attack: Attack, coin: Coin, bonus: tuple[Modifier, ...] = ()) -> None:
    """One British intercept: the owner's reaction, the dice, and what becomes of the ship."""
    vessel, owner = sea.vessel(attack.target), sea.owner_of(attack.target)
    sea.turn.intercepted.append(attack.target)
    card = await react(sea, owner.seat, attack, against_british(sea, attack, vessel))
    match kind_of(card):
        case "pull_the_plug":
            sea.tell(told.Cancelled(vessel.card, "pull_the_plug"))
            sea.remove(vessel.card, "pull_the_plug")
            return
        case "reflag":
            sea.disguise(vessel)
            sea.tell(told.Cancelled(vessel.card, "reflag"))
            return
        case "shallow_run":
            await shallow_run(sea, owner.seat, card, attack, vessel)
        case "break_contact" if await break_contact(sea, owner.seat, card, attack, vessel):
            pass
        case _:
            await _fire(sea, attack, coin, bonus, vessel)
    if not sea.is_german(attack.target):
        await may_escape(sea, attack.target, attack.attacker)


async def _fire(sea: Sea, attack: Attack, coin: Coin, bonus: tuple[Modifier, ...], vessel: Vessel) -> None:
    modifiers = (*bonus, *support_modifiers(sea, attack))
    defence = (vessel.card, sea.defence(vessel.card), defence_modifiers(sea, vessel))
    mine, theirs = await duel(sea, attack.weapon, "3.2.7", (attack.card, coin, modifiers), defence)
    result = befalls(sea, mine, theirs, vessel)
    sea.tell(told.Fought(attack.weapon, mine, theirs, result))
    if result == SUNK:
        sea.sink(vessel.card, attack.attacker)
    elif result == DAMAGED:
        sea.damage(vessel)


def support_modifiers(sea: Sea, attack: Attack) -> tuple[Modifier, ...]:
    """3.2.7.5, 3.3.36, 3.3.44 Night, Searchlight and Surprise Attack on an attack roll."""
    numbers = sea.box.numbers
    found: list[Modifier] = []
    if attack.night:
        found.append(("night", numbers.dice.night_attack))
        if attack.support("searchlight"):
            found.append(("searchlight", numbers.cards.searchlight))
    if attack.surprise:
        found.append(("surprise_attack", numbers.cards.surprise_attack))
        found += options_add(sea, "surprise_attack", attack.target, attack.ship)
    return tuple(found)
