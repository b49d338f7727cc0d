"""5.4.3.3 Whom the phantom picks where its card leaves that open (option `phantom_targets`).

What is best is judged by the open table alone: see the functions that give a worth.
"""

from collections.abc import Callable, Iterable

from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask, lot
from games.kernel.text import Text
from games.titles.pirates.box.components import Coin
from games.titles.pirates.box.odds import attack_odds, challenge_odds
from games.titles.pirates.orders.occasions import PhantomChoice
from games.titles.pirates.table.rolls import defence_modifiers, ship_modifiers
from games.titles.pirates.table.sea import Sea

RULE = "5.4.3"
PROMPT = Text("The phantom's card leaves this open: which ship?", "ファントムのカードでは決まりません。どの船ですか?")
SUNK = 4
"""Sinking a ship is worth four times as much as damaging her."""

Worth = Callable[[str], int]
"""What a choice may bring the phantom."""


async def choose(sea: Sea, action: str, role: str, options: Iterable[str], worth: Worth) -> str:
    """One of the options: at random, the best, or as the live player decides."""
    listed = tuple(options)
    if len(listed) == 1:
        return listed[0]
    most = max(map(worth, listed))
    best = tuple(option for option in listed if worth(option) == most)
    match sea.state.options.phantom_targets:
        case "player":
            return await _ask_player(sea, PhantomChoice(action, role), listed, best[0])
        case "best":
            return await by_lot(sea, best)
        case _:
            return await by_lot(sea, listed)


async def by_lot(sea: Sea, options: Iterable[str]) -> str:
    """One of the options, each as likely as the other."""
    listed = tuple(options)
    return await lot(listed, key=sea.occasion("phantom_target"), rule=RULE) if len(listed) > 1 else listed[0]


async def decide(sea: Sea, options: tuple[str, ...], best: str) -> str:
    """What an option of section 6 leaves to the attacker, where the phantom attacks: by lot, or else what is best."""
    return await by_lot(sea, options) if sea.state.options.phantom_targets == "random" else best


async def _ask_player(sea: Sea, context: PhantomChoice, options: tuple[str, ...], best: str) -> str:
    form = Choose(options=options, fallback=best, rule=RULE)
    key = sea.occasion("phantom_target")
    return await ask(
        Ask(key=key, kind="phantom_target", seat=sea.live.seat, rule=RULE, prompt=PROMPT, form=form, context=context)
    )


# --- what is best


def by_value(sea: Sea) -> Worth:
    """The victory points on the ship."""
    return sea.value


def by_passage(sea: Sea) -> Worth:
    """3.3.12 The points that a merchant may bring home, those of a prize twice."""
    numbers = sea.box.numbers

    def worth(card: str) -> int:
        merchant = sea.box.merchants[card]
        chance = challenge_odds(merchant.challenge, numbers.cards.fair_seas, merchant.response)
        return chance * merchant.vp * (numbers.score.doubled if sea.is_prize(card) else 1)

    return worth


def by_strike(sea: Sea, coin: Coin, bonus: int = 0) -> Worth:
    """What an attack with this coin may do to the ship, times her points."""

    def worth(card: str) -> int:
        vessel = sea.vessel(card)
        malus = sum(amount for _, amount in defence_modifiers(sea, vessel))
        odds = attack_odds(coin, bonus, sea.defence(card), malus)
        return sea.value(card) * (SUNK * odds.sunk + (0 if vessel.damage else odds.damaged))

    return worth


def by_prey(sea: Sea, prey: Iterable[str]) -> Worth:
    """What the best attack of a ship on one of these merchants may bring."""
    listed = tuple(prey)

    def worth(ship: str) -> int:
        strike = by_strike(sea, sea.box.ships[ship].attack, hunting_bonus(sea, ship))
        return max(map(strike, listed))

    return worth


def hunting_bonus(sea: Sea, ship: str) -> int:
    """3.2.7 What damage and lack of supply take off a ship's attack."""
    return sum(amount for _, amount in ship_modifiers(sea, sea.vessel(ship)))
