"""3.2.4 Intercepts of merchants by warships and raiders."""

from msgspec import Struct

from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.orders.orders import Intercept, kind_of
from games.titles.pirates.rules.attack.escort import fight_amc, spring_trap
from games.titles.pirates.rules.attack.evasion import break_contact, shallow_run
from games.titles.pirates.rules.attack.odds import hindrance, support_modifiers
from games.titles.pirates.rules.attack.passage import may_escape
from games.titles.pirates.rules.attack.prizes import capture, stores_of_capture
from games.titles.pirates.rules.attack.pursuit import chased, check_supply
from games.titles.pirates.rules.attack.reactions import (
    against_intercept,
    offer_reflag,
    react,
)
from games.titles.pirates.rules.attack.sinkings import call_home, sinking
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events.common import Modifier
from games.titles.pirates.state.rolls import (
    CAPTURED,
    DAMAGED,
    SUNK,
    defence_modifiers,
    duel,
    outcome_for_ship,
    ship_modifiers,
)
from games.titles.pirates.state.state import Vessel


class Encounter(Struct, frozen=True):
    """The attack of one ship on one merchant.

    `first`: True if the merchant is the first of the intercept. `last`: True if no further merchant follows. `boarded`:
    True if a Boarding Party is used.
    """

    attack: Attack
    first: bool
    last: bool
    boarded: bool


async def intercept(board: Board, order: Intercept) -> None:
    """3.2.4 Resolve one intercept, of one merchant or, with Good Hunting or Shipping Lanes, of several in turn."""
    board.turn.engaged.append(order.ship)
    targets = order.targets
    await _run(board, order, targets)
    ship = board.find(order.ship)
    if ship is not None and board.turn.exposed:
        board.identify(ship)
    exposed, board.turn.exposed = board.turn.exposed, False
    if exposed:
        await offer_reflag(board, order.ship)


async def _run(board: Board, order: Intercept, targets: tuple[str, ...]) -> None:
    """Resolve the attacks of an intercept on its merchants, one after the other.

    Between two attacks, owners of sunk merchants who kept Recalled may play it (3.3.30.1).
    """
    shown = tuple(card for card in order.supports if kind_of(card) != "boarding_party")
    night = board.is_night(order.card)
    for index, target in enumerate(targets):
        if board.find(order.ship) is None or board.find(target) is None:
            continue
        boarded = _show_boarding_party(board, order, target)
        supports = (*shown, *boarded)
        attack = Attack(board.turn.seat, "intercept", order.card, target, order.ship, night, supports)
        encounter = Encounter(attack, index == 0, index == len(targets) - 1, bool(boarded))
        if await _encounter(board, encounter):
            return
        if not encounter.last:
            await call_home(board, done=target, later=True)


def _show_boarding_party(board: Board, order: Intercept, target: str) -> tuple[str, ...]:
    """3.3.3 Turn up a Boarding Party if the merchant `target` is to be boarded, and return it as a tuple, else ().

    The order names the merchants to board; if it names none, the first undamaged merchant is boarded.
    """
    if (order.boarding and target not in order.boarding) or board.vessel(target).damage:
        return ()
    card = next((card for card in order.supports if kind_of(card) == "boarding_party" and laid(board, card)), "")
    if not card:
        return ()
    show(board, card)
    board.tell(told.SupportRevealed(board.turn.seat, card, target))
    return (card,)


def laid(board: Board, card: str) -> bool:
    """Return True if an assigned card still lies face down.

    The phantom's supports do not lie on the table. For a support of the phantom, the result is True until it has been
    used.
    """
    if board.is_phantom(board.turn.seat):
        return card not in board.turn.played
    return any(assigned.card == card for assigned in board.turn.assigned)


def show(board: Board, card: str) -> None:
    """3.2.8.2 Turn up an assigned card. It becomes a played card, which is discarded at the end of the turn."""
    board.turn.assigned = [assigned for assigned in board.turn.assigned if assigned.card != card]
    board.turn.played.append(card)


async def _encounter(board: Board, encounter: Encounter) -> bool:
    """3.3.15.1, 3.3.39.1 Resolve the attack on one merchant: the owner's reaction, the attack, and the results.

    Return True if the reaction ends the whole intercept (3.3.40).
    """
    attack = encounter.attack
    vessel, owner = board.vessel(attack.target), board.owner_of(attack.target)
    board.turn.intercepted.append(attack.target)
    kinds = against_intercept(board, attack, vessel)
    card, _, alone = (await react(board, owner.seat, attack, kinds, several=not encounter.last)).partition("/")
    kind = kind_of(card)
    if kind == "slim_pickings":
        return await _slim_pickings(board, encounter, vessel, card, alone=bool(alone))
    if kind == "amc":
        await fight_amc(board, card, owner.seat, attack)
        return False
    if kind == "shallow_run" and not await shallow_run(board, owner.seat, card, attack, vessel):
        if board.find(attack.target) is None:
            await sinking(board, attack, owner.seat, more_targets=not encounter.last)
        await may_escape(board, attack.target, attack.attacker)
        return False
    if kind == "break_contact" and await break_contact(board, owner.seat, card, attack, vessel):
        await may_escape(board, attack.target, attack.attacker)
        return False
    if kind == "qqq":
        board.turn.exposed = True
    if await chased(board, attack, card):
        await _attack(board, encounter, vessel, card, hindered=False)
        await check_supply(board, attack, owner.seat)
        await stores_of_capture(board, attack)
    else:
        await _attack(board, encounter, vessel, card)
    return False


async def _slim_pickings(board: Board, encounter: Encounter, vessel: Vessel, card: str, *, alone: bool) -> bool:
    """3.3.40 Resolve Slim Pickings: spare this merchant only (`alone`, or if it is the last), or reduce the intercept.

    An intercept of several merchants is reduced to the first of them. Return True if the intercept ends.
    """
    if alone or encounter.last:
        board.tell(told.Cancelled(vessel.card, "slim_pickings"))
        return False
    if encounter.first:
        board.tell(told.Cancelled(vessel.card, "others_spared"))
        await _attack(board, encounter, vessel, card)
    else:
        board.tell(told.Cancelled(vessel.card, "slim_pickings"))
    return True


async def _attack(board: Board, encounter: Encounter, vessel: Vessel, reaction: str, *, hindered: bool = True) -> None:
    """3.2.4, 3.3.25.1 Roll the attack and apply the result to the merchant.

    `hindered`: the modifier of the reaction, such as Fast Ship, applies; in a chase it does not (6.6.1).
    """
    attack, kind = encounter.attack, kind_of(reaction)
    owner = board.owner_of(vessel.card)
    spared = encounter.boarded or kind == "non_combatant"
    if kind == "trap":
        result = await spring_trap(board, reaction, owner.seat, attack, spared=spared)
    else:
        penalty = hindrance(board, attack, kind) if hindered else ()
        result = await _fire(board, attack, vessel, penalty, spared=spared)
    if result == CAPTURED:
        await capture(board, vessel.card, attack)
    elif result == SUNK:
        board.sink(vessel.card, attack.attacker, doubled=attack.support("special_cargo"))
        await sinking(board, attack, owner.seat, more_targets=not encounter.last)
    else:
        if result == DAMAGED:
            board.damage(vessel)
        numbers = board.box.numbers.cards
        bonus = (("non_combatant", numbers.non_combatant_safe_passage),) if kind == "non_combatant" else ()
        await may_escape(board, vessel.card, attack.attacker, bonus)


async def _fire(board: Board, attack: Attack, vessel: Vessel, penalty: tuple[Modifier, ...], *, spared: bool) -> str:
    """3.2.4.1 Roll the attack of the intercepting ship with its own dice; announce and return the result.

    `penalty` is the modifier of the reaction. Of the card on the ship only the sign for night matters.
    """
    ship = board.vessel(attack.ship)
    modifiers = (*ship_modifiers(board, ship), *support_modifiers(board, attack), *penalty)
    coin = board.box.ships[attack.ship].attack
    defence = (vessel.card, board.defence(vessel.card), defence_modifiers(board, vessel))
    mine, theirs = await duel(board, "intercept", "3.2.7", (attack.ship, coin, modifiers), defence)
    result = outcome_for_ship(board, mine, theirs, vessel, spared=spared)
    board.tell(told.Fought("intercept", mine, theirs, result))
    return result
