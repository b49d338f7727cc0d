"""5.4.3.3 The phantom's choice of targets where its card does not decide (option `phantom_targets`).

Several functions return a valuation: a function that values a target. It uses public information only.
"""

from collections.abc import Callable, Iterable

from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask, draw_lot
from games.kernel.text import Text
from games.titles.pirates.components.box import Coin
from games.titles.pirates.components.odds import attack_odds, challenge_odds
from games.titles.pirates.orders.occasions import PhantomChoice
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.rolls import defence_modifiers, ship_modifiers

RULE = "5.4.3"
PROMPT = Text("The phantom's card leaves this open: which ship?", "ファントムのカードでは決まりません。どの船ですか？")
SUNK = 4
"""The value of sinking a ship, as a multiple of the value of damaging it."""

Worth = Callable[[str], int]
"""A function that returns the value of an option for the phantom. The options are ids of ships or seats."""


async def choose(board: Board, action: str, role: str, options: Iterable[str], worth: Worth) -> str:
    """Return the phantom's choice among options.

    The option `phantom_targets` of the game decides whether it is a random option, the best option, or the live
    player's choice. `worth`: a function that returns the value of an option. `action` and `role` tell the live player
    what is chosen (see PhantomChoice).
    """
    listed = tuple(options)
    if len(listed) == 1:
        return listed[0]
    most = max(map(worth, listed))
    best = tuple(option for option in listed if worth(option) == most)
    match board.state.options.phantom_targets:
        case "player":
            return await _ask_player(board, PhantomChoice(action, role), listed, best[0])
        case "best":
            return await by_lot(board, best)
        case _:
            return await by_lot(board, listed)


async def by_lot(board: Board, options: Iterable[str]) -> str:
    """Return one of the options, all with the same probability."""
    listed = tuple(options)
    return await draw_lot(listed, key=board.occasion("phantom_target"), rule=RULE) if len(listed) > 1 else listed[0]


async def decide(board: Board, options: tuple[str, ...], best: str) -> str:
    """Return the phantom's decision in an attack, where a rule of section 6 lets the attacker decide.

    It is one of `options`: at random if the option `phantom_targets` is "random", otherwise `best`.
    """
    return await by_lot(board, options) if board.state.options.phantom_targets == "random" else best


async def _ask_player(board: Board, context: PhantomChoice, options: tuple[str, ...], best: str) -> str:
    form = Choose(options=options, fallback=best, rule=RULE)
    key = board.occasion("phantom_target")
    return await ask(
        Ask(key=key, kind="phantom_target", seat=board.live.seat, rule=RULE, prompt=PROMPT, form=form, context=context)
    )


# --- the value of a choice


def by_value(board: Board) -> Worth:
    """Return a valuation of ships by their victory points."""
    return board.value


def by_passage(board: Board) -> Worth:
    """3.3.12 Return a valuation of merchants and prizes by the points that safe passage may bring.

    The points of a prize count twice.
    """
    numbers = board.box.numbers

    def worth(card: str) -> int:
        merchant = board.box.merchants[card]
        chance = challenge_odds(merchant.challenge, numbers.cards.fair_seas, merchant.response)
        return chance * merchant.vp * (numbers.score.doubled if board.is_prize(card) else 1)

    return worth


def by_strike(board: Board, coin: Coin, bonus: int = 0) -> Worth:
    """Return a valuation of ships as targets of an attack: its expected effect times the points of the ship.

    `coin`: the dice of the attack. `bonus`: its modifier.
    """

    def worth(card: str) -> int:
        vessel = board.vessel(card)
        malus = sum(amount for _, amount in defence_modifiers(board, vessel))
        odds = attack_odds(coin, bonus, board.defence(card), malus)
        return board.value(card) * (SUNK * odds.sunk + (0 if vessel.damage else odds.damaged))

    return worth


def by_prey(board: Board, prey: Iterable[str]) -> Worth:
    """Return a valuation of ships as attackers, by the best attack of each on one of the merchants `prey`."""
    listed = tuple(prey)

    def worth(ship: str) -> int:
        strike = by_strike(board, board.box.ships[ship].attack, hunting_bonus(board, ship))
        return max(map(strike, listed))

    return worth


def hunting_bonus(board: Board, ship: str) -> int:
    """3.2.7 Return the sum of the modifiers of a ship's attack for damage and lack of supply."""
    return sum(amount for _, amount in ship_modifiers(board, board.vessel(ship)))
