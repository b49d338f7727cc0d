"""3.3.21, 3.3.42, 3.3.43, 6.9 Mines and torpedoes, and Q-ships, which hunt submarines."""

from games.titles.pirates.components.box import Coin
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.orders.orders import Mines, Play, kind_of
from games.titles.pirates.rules.attack.reactions import against_torpedo, react
from games.titles.pirates.rules.attack.sinkings import sinking
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.rolls import (
    DAMAGED,
    SUNK,
    card_challenge,
    challenge,
    defence_modifiers,
    duel,
    fate,
    outcome_for_ship,
)


async def lay_mines(board: Board, order: Mines) -> None:
    """3.3.21 Lay mines with a minelaying raider in the waters of one opponent."""
    board.turn.engaged.append(order.ship)
    attack = Attack(board.turn.seat, "mines", order.card, order.against or "", order.ship, supports=order.supports)
    await mine_field(board, attack, board.kind(order.card).mine, order.sequence)


async def submarine(board: Board, order: Play) -> None:
    """3.3.42, 3.3.43 Resolve a submarine: a torpedo at one merchant, or a minefield if the target is a fleet."""
    kind, target = board.kind(order.card), order.target or ""
    if target in {fleet.seat for fleet in board.state.fleets}:
        attack = Attack(board.turn.seat, "mines", order.card, target, supports=order.supports)
        await mine_field(board, attack, kind.mine, order.sequence)
    else:
        attack = Attack(board.turn.seat, "torpedo", order.card, target, supports=order.supports)
        await torpedo(board, attack, kind.torpedo)


async def mine_field(board: Board, attack: Attack, coin: Coin, sequence: tuple[str, ...] = ()) -> None:
    """Roll for every merchant of the opponent, unless a Minesweeper clears the mines first (3.3.22).

    3.2.9 The attacker chooses the `sequence`. Merchants that it does not name come last, in table order.
    """
    rival = board.fleet(attack.target)
    card = await react(board, rival.seat, attack, ("minesweeper",))
    if card:
        board.tell(told.Cancelled(rival.seat, "minesweeper"))
        return
    mined = [vessel.card for vessel in rival.merchants]
    named = [merchant for merchant in sequence if merchant in mined]
    for merchant in (*named, *(merchant for merchant in mined if merchant not in named)):
        await _hit(board, attack, coin, merchant)


async def _hit(board: Board, attack: Attack, coin: Coin, merchant: str) -> None:
    """Roll one mine or torpedo against one merchant. No safe passage follows (3.2.6)."""
    vessel, owner = board.vessel(merchant), board.owner_of(merchant)
    defence = (merchant, board.defence(merchant), defence_modifiers(board, vessel))
    mine, theirs = await duel(board, attack.weapon, "3.2.7", (attack.card, coin, ()), defence)
    result = outcome_for_ship(board, mine, theirs, vessel)
    board.tell(told.Fought(attack.weapon, mine, theirs, result))
    if result == SUNK:
        prize = board.is_prize(merchant)
        board.sink(merchant, attack.attacker, doubled=not prize and attack.support("special_cargo"))
        if not prize:
            await sinking(board, Attack(attack.attacker, attack.weapon, attack.card, merchant), owner.seat)
    elif result == DAMAGED:
        board.damage(vessel)


async def torpedo(board: Board, attack: Attack, coin: Coin) -> None:
    """3.3.42, 3.3.43 Attack one merchant.

    It may prove to be a Q-ship (3.3.28, 3.3.34) or painted in dazzle (3.3.29).
    """
    owner = board.owner_of(attack.target)
    if board.is_prize(attack.target) and not await _mistaken(board, attack, owner.seat):
        return
    card = await react(board, owner.seat, attack, against_torpedo(board, attack.target))
    kind = kind_of(card)
    if kind in ("q_ship", "sail_q_ship"):
        await hunt_submarine(board, card, owner.seat, attack, coin)
        return
    if kind == "razzle_dazzle" and await card_challenge(board, card, attack.target, owner.seat, attack.attacker):
        board.tell(told.Cancelled(attack.target, "razzle_dazzle"))
        return
    await _hit(board, attack, coin, attack.target)


async def _mistaken(board: Board, attack: Attack, owner: str) -> bool:
    """6.9.1 Return True if a disguised prize is mistaken for a merchant; if not, the submarine's card is spent."""
    numbers = board.box.numbers.prize_torpedo
    mine, theirs = (attack.attacker, numbers.challenge), (owner, numbers.response)
    success, _, _ = await challenge(board, "prize_torpedo", "6.9.1", attack.target, mine, theirs)
    return success


async def hunt_submarine(board: Board, card: str, seat: str, attack: Attack, torpedo: Coin) -> None:
    """3.3.28.1, 3.3.28.2, 3.3.34 Fight the submarine with a Q-ship.

    If the submarine takes the bait, both sides use guns. Otherwise roll the torpedo first, then the depth charges.
    """
    if await card_challenge(board, card, attack.target, seat, attack.attacker):
        hers = await _exchange_shot(board, "gun", card, board.kind(card).gun, attack.card)
        his = await _exchange_shot(board, "gun", attack.card, board.kind(attack.card).gun, card)
    else:
        his = await _exchange_shot(board, "torpedo", attack.card, torpedo, card)
        charges = board.kind(card).depth_charge
        hers = ""
        if his != SUNK and charges:
            hers = await _exchange_shot(board, "depth_charge", card, charges, attack.card)
    if his == SUNK:
        board.score_card(card, seat, attack.attacker)
    if hers == SUNK:
        board.score_card(attack.card, attack.attacker, seat)


async def _exchange_shot(board: Board, weapon: str, of: str, coin: Coin, at: str) -> str:
    """Roll one shot between a Q-ship and a submarine; only sinking matters."""
    mine, theirs = await duel(board, weapon, "3.2.7", (of, coin, ()), (at, board.kind(at).defence, ()))
    result = fate(board, mine, theirs)
    board.tell(told.Fought(weapon, mine, theirs, result))
    return result
