"""3.3.21, 3.3.42, 3.3.43, 6.9 Mines and torpedoes, and the Q-ships that hunt submarines."""

from games.titles.pirates.box.components import Coin
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.orders.orders import Mines, Play, kind_of
from games.titles.pirates.rules.attack.reactions import against_torpedo, react
from games.titles.pirates.rules.attack.sinkings import sinking
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.rolls import (
    DAMAGED,
    SUNK,
    befalls,
    card_challenge,
    challenge,
    defence_modifiers,
    duel,
    fate,
)
from games.titles.pirates.table.sea import Sea


async def lay_mines(sea: Sea, order: Mines) -> None:
    """3.3.21 A minelaying raider mines the waters of one opponent."""
    sea.turn.engaged.append(order.ship)
    attack = Attack(sea.turn.seat, "mines", order.card, order.against or "", order.ship, supports=order.supports)
    await mine_field(sea, attack, sea.kind(order.card).mine, order.sequence)


async def submarine(sea: Sea, order: Play) -> None:
    """3.3.42, 3.3.43 A torpedo at one merchant or, where a fleet is the target, a minefield."""
    kind, target = sea.kind(order.card), order.target or ""
    if target in {fleet.seat for fleet in sea.state.fleets}:
        attack = Attack(sea.turn.seat, "mines", order.card, target, supports=order.supports)
        await mine_field(sea, attack, kind.mine, order.sequence)
    else:
        attack = Attack(sea.turn.seat, "torpedo", order.card, target, supports=order.supports)
        await torpedo(sea, attack, kind.torpedo)


async def mine_field(sea: Sea, attack: Attack, coin: Coin, sequence: tuple[str, ...] = ()) -> None:
    """Every merchant of the opponent is rolled for, unless a Minesweeper goes first (3.3.22).

    3.2.9 The attacker names the `sequence`; merchants not named come last, as they lie.
    """
    rival = sea.fleet(attack.target)
    card = await react(sea, rival.seat, attack, ("minesweeper",))
    if card:
        sea.tell(told.Cancelled(rival.seat, "minesweeper"))
        return
    mined = [vessel.card for vessel in rival.merchants]
    named = [merchant for merchant in sequence if merchant in mined]
    for merchant in (*named, *(merchant for merchant in mined if merchant not in named)):
        await _hit(sea, attack, coin, merchant)


async def _hit(sea: Sea, attack: Attack, coin: Coin, merchant: str) -> None:
    """One merchant against one mine or torpedo. No safe passage follows (3.2.6)."""
    vessel, owner = sea.vessel(merchant), sea.owner_of(merchant)
    defence = (merchant, sea.defence(merchant), defence_modifiers(sea, vessel))
    mine, theirs = await duel(sea, attack.weapon, "3.2.7", (attack.card, coin, ()), defence)
    result = befalls(sea, mine, theirs, vessel)
    sea.tell(told.Fought(attack.weapon, mine, theirs, result))
    if result == SUNK:
        prize = sea.is_prize(merchant)
        sea.sink(merchant, attack.attacker, doubled=not prize and attack.support("special_cargo"))
        if not prize:
            await sinking(sea, Attack(attack.attacker, attack.weapon, attack.card, merchant), owner.seat)
    elif result == DAMAGED:
        sea.damage(vessel)


async def torpedo(sea: Sea, attack: Attack, coin: Coin) -> None:
    """3.3.42, 3.3.43 One merchant, who may be a Q-ship (3.3.28, 3.3.34) or painted in dazzle (3.3.29)."""
    owner = sea.owner_of(attack.target)
    if sea.is_prize(attack.target) and not await _mistaken(sea, attack, owner.seat):
        return
    card = await react(sea, owner.seat, attack, against_torpedo(sea, attack.target))
    kind = kind_of(card)
    if kind in ("q_ship", "sail_q_ship"):
        await hunt_submarine(sea, card, owner.seat, attack, coin)
        return
    if kind == "razzle_dazzle" and await card_challenge(sea, card, attack.target, owner.seat, attack.attacker):
        sea.tell(told.Cancelled(attack.target, "razzle_dazzle"))
        return
    await _hit(sea, attack, coin, attack.target)


async def _mistaken(sea: Sea, attack: Attack, owner: str) -> bool:
    """6.9.1 Whether a disguised prize is taken for a merchant; if not, the submarine's card is spent."""
    numbers = sea.box.numbers.prize_torpedo
    mine, theirs = (attack.attacker, numbers.challenge), (owner, numbers.response)
    success, _, _ = await challenge(sea, "prize_torpedo", "6.9.1", attack.target, mine, theirs)
    return success


async def hunt_submarine(sea: Sea, card: str, seat: str, attack: Attack, torpedo: Coin) -> None:
    """3.3.28.1, 3.3.28.2, 3.3.34 Guns on both sides if the bait is taken; else torpedo first, then depth charges."""
    if await card_challenge(sea, card, attack.target, seat, attack.attacker):
        hers = await _exchange_shot(sea, "gun", card, sea.kind(card).gun, attack.card)
        his = await _exchange_shot(sea, "gun", attack.card, sea.kind(attack.card).gun, card)
    else:
        his = await _exchange_shot(sea, "torpedo", attack.card, torpedo, card)
        charges = sea.kind(card).depth_charge
        hers = ""
        if his != SUNK and charges:
            hers = await _exchange_shot(sea, "depth_charge", card, charges, attack.card)
    if his == SUNK:
        sea.score_card(card, seat, attack.attacker)
    if hers == SUNK:
        sea.score_card(attack.card, attack.attacker, seat)


async def _exchange_shot(sea: Sea, weapon: str, of: str, coin: Coin, at: str) -> str:
    """One shot between a Q-ship and a submarine; only sinking matters."""
    mine, theirs = await duel(sea, weapon, "3.2.7", (of, coin, ()), (at, sea.kind(at).defence, ()))
    result = fate(sea, mine, theirs)
    sea.tell(told.Fought(weapon, mine, theirs, result))
    return result
