"""3.3.1 AMC and 3.3.46 Trap: reactions in which an armed ship attacks the hunter.

The hunter is the German ship that intercepts. Both sides fire at the same time, and both results count.
"""

from games.titles.pirates.components.box import Coin
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.rules.attack.odds import support_modifiers
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events.common import Modifier
from games.titles.pirates.state.rolls import (
    DAMAGED,
    SUNK,
    defence_modifiers,
    duel,
    fate,
    outcome_for_ship,
    ship_modifiers,
)
from games.titles.pirates.state.state import Vessel


async def fight_amc(board: Board, card: str, seat: str, attack: Attack) -> None:
    """3.3.1, 3.3.1.1 Resolve the fight between the hunter and the cruiser that takes the place of the merchant.

    `card`: the AMC, of the hand of `seat`. Boarding Party and similar cards do not affect the cruiser.
    """
    ship, kind = board.vessel(attack.ship), board.kind(card)
    mine = await _shoot(board, attack, (card, kind.defence, ()))
    theirs = await _answer(board, "amc", card, kind.attack, attack, ship)
    _expose(board, ship)
    if mine == SUNK:
        board.score_card(card, seat, attack.attacker)
    _apply(board, ship, theirs, seat)


async def spring_trap(board: Board, card: str, seat: str, attack: Attack, *, spared: bool) -> str:
    """3.3.46 Resolve the fight between the hunter and an armed merchant.

    `card`: the Trap, of the hand of `seat`. `spared`: True if the merchant is captured instead of sunk. Apply the
    result for the hunter, and return the result for the merchant: "sunk", "captured", "damaged" or "none".
    """
    ship, merchant = board.vessel(attack.ship), board.vessel(attack.target)
    defence = (merchant.card, board.defence(merchant.card), defence_modifiers(board, merchant))
    mine = await _shoot(board, attack, defence, merchant, spared=spared)
    theirs = await _answer(board, "trap", merchant.card, board.kind(card).attack, attack, ship)
    _expose(board, ship)
    _apply(board, ship, theirs, seat)
    return mine


async def _shoot(
    board: Board,
    attack: Attack,
    defence: tuple[str, Coin, tuple[Modifier, ...]],
    merchant: Vessel | None = None,
    *,
    spared: bool = False,
) -> str:
    """Roll the hunter's attack, with all its modifiers, against `defence`; announce and return the result.

    `merchant` is the target if it can be damaged; None for the cruiser, which cannot.
    """
    ship = board.vessel(attack.ship)
    modifiers = (*ship_modifiers(board, ship), *support_modifiers(board, attack))
    coin = board.box.ships[attack.ship].attack
    mine, theirs = await duel(board, "intercept", "3.2.7", (attack.ship, coin, modifiers), defence)
    result = (
        fate(board, mine, theirs)
        if merchant is None
        else outcome_for_ship(board, mine, theirs, merchant, spared=spared)
    )
    board.tell(told.Fought("intercept", mine, theirs, result))
    return result


async def _answer(board: Board, weapon: str, of: str, coin: Coin, attack: Attack, ship: Vessel) -> str:
    """3.3.1.2, 3.3.46.1 Roll the attack of an armed ship on the hunter `ship`; announce and return the result.

    `coin` are the dice of the card `of`. The modifier for night applies; Surprise Attack and Searchlight do not.
    """
    night = (("night", board.box.numbers.dice.night_attack),) if attack.night else ()
    defence = (ship.card, board.defence(ship.card), defence_modifiers(board, ship))
    mine, theirs = await duel(board, weapon, "3.2.7", (of, coin, night), defence)
    result = outcome_for_ship(board, mine, theirs, ship)
    board.tell(told.Fought(weapon, mine, theirs, result))
    return result


def _expose(board: Board, ship: Vessel) -> None:
    """3.3.1.3, 3.3.46.1 Identify a raider that fights an armed ship."""
    if board.is_raider(ship.card) and not ship.identified:
        board.turn.exposed = True
        board.identify(ship)


def _apply(board: Board, ship: Vessel, result: str, seat: str) -> None:
    if result == SUNK:
        board.sink(ship.card, seat)
    elif result == DAMAGED:
        board.damage(ship)
