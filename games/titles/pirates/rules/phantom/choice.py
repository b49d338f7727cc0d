"""5.4.3.3 The phantom's choice of targets where its card does not decide (option `phantom_targets`).

The value of a target depends on the open table only. Several functions return such a valuation.
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
PROMPT = Text("The phantom's card leaves this open: which ship?", "ファントムのカードでは決まりません。どの船ですか?")
SUNK = 4
"""The value of sinking a ship, relative to damaging her."""

Worth = Callable[[str], int]
"""A function that values a choice for the phantom."""


async def choose(board: Board, action: str, role: str, options: Iterable[str], worth: Worth) -> str:
    """Return one of the options: at random, the one of highest `worth`, or as the live player decides."""
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
    """Return the phantom's decision about an option of section 6 when it attacks: at random, or the `best` choice."""
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
    """3.3.12 Return a valuation of ships by the points that safe passage may bring; those of a prize count twice."""
    numbers = board.box.numbers

    def worth(card: str) -> int:
        merchant = board.box.merchants[card]
        chance = challenge_odds(merchant.challenge, numbers.cards.fair_seas, merchant.response)
        return chance * merchant.vp * (numbers.score.doubled if board.is_prize(card) else 1)

    return worth


def by_strike(board: Board, coin: Coin, bonus: int = 0) -> Worth:
    """Return a valuation of ships by an attack on them with this coin: its effect times their points."""

    def worth(card: str) -> int:
        vessel = board.vessel(card)
        malus = sum(amount for _, amount in defence_modifiers(board, vessel))
        odds = attack_odds(coin, bonus, board.defence(card), malus)
        return board.value(card) * (SUNK * odds.sunk + (0 if vessel.damage else odds.damaged))

    return worth


def by_prey(board: Board, prey: Iterable[str]) -> Worth:
    """Return a valuation of ships by their best attack on one of these merchants."""
    listed = tuple(prey)

    def worth(ship: str) -> int:
        strike = by_strike(board, board.box.ships[ship].attack, hunting_bonus(board, ship))
        return max(map(strike, listed))

    return worth


def hunting_bonus(board: Board, ship: str) -> int:
    """3.2.7 Return the modifier of a ship's attack for damage and lack of supply."""
    return sum(amount for _, amount in ship_modifiers(board, board.vessel(ship)))
