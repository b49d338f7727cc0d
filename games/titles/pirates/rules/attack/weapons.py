"""3.3.21, 3.3.42, 3.3.43, 6.9 Mines and torpedoes, and the Q-ships that hunt submarines."""

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
    """3.3.21 Lay mines with a minelaying raider against all merchants of one opponent."""
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
    """Roll the mines, with the dice `coin`, against every merchant of an opponent.

    3.3.22 The opponent may play Minesweeper first, which clears them. 3.2.9 The attacker chooses the `sequence` of the
    merchants. Merchants not in `sequence` follow, in their order on the table.
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
    """Roll an attack by mine or torpedo on one merchant, and apply the result. No safe passage follows (3.2.6)."""
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
    """3.3.42, 3.3.43 Attack one merchant with a torpedo, which has the dice `coin`.

    The merchant's owner may react: the merchant is a Q-ship (3.3.28, 3.3.34) or has dazzle paint (3.3.29).
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
    """6.9.1 Roll whether a submarine mistakes a disguised prize for a merchant. Only then it attacks: return True."""
    numbers = board.box.numbers.prize_torpedo
    mine, theirs = (attack.attacker, numbers.challenge), (owner, numbers.response)
    success, _, _ = await challenge(board, "prize_torpedo", "6.9.1", attack.target, mine, theirs)
    return success


async def hunt_submarine(board: Board, card: str, seat: str, attack: Attack, torpedo: Coin) -> None:
    """3.3.28.1, 3.3.28.2, 3.3.34 Fight the submarine with a Q-ship.

    `card`: the Q-ship, of the hand of `seat`. `torpedo`: the dice of the torpedo. A roll decides if the submarine
    surfaces. If it surfaces, both sides fire guns. Otherwise the submarine fires its torpedo, then the Q-ship uses
    depth charges.
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
    """Roll one attack between a Q-ship and a submarine; announce and return the result. Damage has no effect.

    `of` attacks with the dice `coin`, `at` is the target.
    """
    mine, theirs = await duel(board, weapon, "3.2.7", (of, coin, ()), (at, board.kind(at).defence, ()))
    result = fate(board, mine, theirs)
    board.tell(told.Fought(weapon, mine, theirs, result))
    return result
