"""3.2.3 Intercepts by the Royal Navy, of warships, identified raiders and identified prizes."""

from games.titles.pirates.components.box import Coin
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.orders.orders import British, Play, kind_of
from games.titles.pirates.rules.attack.evasion import break_contact, shallow_run
from games.titles.pirates.rules.attack.odds import card_attack, support_modifiers
from games.titles.pirates.rules.attack.passage import may_escape
from games.titles.pirates.rules.attack.reactions import against_british, offer_reflag, react
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events.common import Modifier
from games.titles.pirates.state.rolls import (
    DAMAGED,
    SUNK,
    card_challenge,
    defence_modifiers,
    duel,
    outcome_for_ship,
)
from games.titles.pirates.state.state import Vessel


async def british_intercept(board: Board, order: British) -> None:
    """3.2.3 Resolve an intercept by the Royal Navy, with the dice that the card shows beside the White Ensign."""
    night = board.is_night(order.card)
    attack = Attack(board.turn.seat, "british", order.card, order.target or "", night=night, supports=order.supports)
    await engage(board, attack, board.kind(order.card).intercept)


async def monitor(board: Board, order: Play) -> None:
    """3.3.24 Let a monitor attack a ship at anchor in its refuge."""
    attack = Attack(board.turn.seat, "monitor", order.card, order.target or "", supports=order.supports)
    await engage(board, attack, *card_attack(board, kind_of(order.card)))


async def interrogate(board: Board, order: Play) -> None:
    """3.3.19, 3.3.19.1, 3.1.3.1 If the card's challenge succeeds, identify a ship and intercept it at once.

    The ship's owner may play Reflag only after the intercept.
    """
    target = order.target or ""
    owner = board.owner_of(target)
    if not await card_challenge(board, order.card, target, board.turn.seat, owner.seat):
        return
    board.identify(board.vessel(target))
    attack = Attack(board.turn.seat, "interrogate", order.card, target)
    await engage(board, attack, board.kind(order.card).attack)
    await offer_reflag(board, target)


async def engage(board: Board, attack: Attack, coin: Coin, bonus: tuple[Modifier, ...] = ()) -> None:
    """Resolve one attack by the Royal Navy: the owner's reaction, the roll, and the result for the ship.

    `attack`: the attack. `coin`: its dice. `bonus`: its modifiers. A prize that survives may then try safe passage.
    """
    vessel, owner = board.vessel(attack.target), board.owner_of(attack.target)
    board.turn.intercepted.append(attack.target)
    card = await react(board, owner.seat, attack, against_british(board, attack, vessel))
    match kind_of(card):
        case "pull_the_plug":
            board.tell(told.Cancelled(vessel.card, "pull_the_plug"))
            board.remove(vessel.card, "pull_the_plug")
            return
        case "reflag":
            board.disguise(vessel)
            board.tell(told.Cancelled(vessel.card, "reflag"))
            return
        case "shallow_run":
            await shallow_run(board, owner.seat, card, attack, vessel)
        case "break_contact" if await break_contact(board, owner.seat, card, attack, vessel):
            pass
        case _:
            await _fire(board, attack, coin, bonus, vessel)
    if not board.is_german(attack.target):
        await may_escape(board, attack.target, attack.attacker)


async def _fire(board: Board, attack: Attack, coin: Coin, bonus: tuple[Modifier, ...], vessel: Vessel) -> None:
    modifiers = (*bonus, *support_modifiers(board, attack))
    defence = (vessel.card, board.defence(vessel.card), defence_modifiers(board, vessel))
    mine, theirs = await duel(board, attack.weapon, "3.2.7", (attack.card, coin, modifiers), defence)
    result = outcome_for_ship(board, mine, theirs, vessel)
    board.tell(told.Fought(attack.weapon, mine, theirs, result))
    if result == SUNK:
        board.sink(vessel.card, attack.attacker)
    elif result == DAMAGED:
        board.damage(vessel)
