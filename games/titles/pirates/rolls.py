"""3.2.7 Dice: the highest die counts, modifiers add up, nothing falls below 1."""

from games.kernel.requests import roll
from games.titles.pirates import events as told
from games.titles.pirates.components import Coin
from games.titles.pirates.events import Modifier, Throw
from games.titles.pirates.sea import Sea
from games.titles.pirates.state import Vessel

SUNK, DAMAGED, CAPTURED, NONE = "sunk", "damaged", "captured", "none"


def total(values: tuple[int, ...], modifiers: tuple[Modifier, ...]) -> int:
    """1.2, 3.2.7 The highest die with all modifiers, at least 1."""
    return max(1, max(values) + sum(amount for _, amount in modifiers))


def outcome(attack: int, defence: int) -> str:
    """3.2.7 Sunk at twice the defence, damaged above it, else nothing."""
    if attack >= 2 * defence:
        return SUNK
    return DAMAGED if attack > defence else NONE


def throw(of: str, coin: Coin, values: tuple[int, ...], modifiers: tuple[Modifier, ...] = ()) -> Throw:
    """One side of a roll, added up."""
    return Throw(of, coin, values, total(values, modifiers), modifiers)


async def duel(
    sea: Sea,
    name: str,
    rule: str,
    first: tuple[str, Coin, tuple[Modifier, ...]],
    second: tuple[str, Coin, tuple[Modifier, ...]],
) -> tuple[Throw, Throw]:
    """Both sides roll at the same time."""
    values = await roll(*first[1], *second[1], key=sea.occasion(name), rule=rule)
    cut = len(first[1])
    return (
        throw(first[0], first[1], values[:cut], first[2]),
        throw(second[0], second[1], values[cut:], second[2]),
    )


async def challenge(
    sea: Sea,
    purpose: str,
    rule: str,
    subject: str,
    challenge_coin: tuple[str, Coin],
    response_coin: tuple[str, Coin],
    modifiers: tuple[Modifier, ...] = (),
) -> tuple[bool, Throw, Throw]:
    """3.2.7 A challenge succeeds when it is higher than the response. Also returns both throws."""
    mine, theirs = await duel(sea, purpose, rule, (*challenge_coin, modifiers), (*response_coin, ()))
    success = mine.total > theirs.total
    sea.tell(told.Challenged(purpose, subject, mine, theirs, success))
    return success, mine, theirs


async def card_challenge(
    sea: Sea, card: str, subject: str, by: str, against: str, modifiers: tuple[Modifier, ...] = ()
) -> bool:
    """A challenge with the coins of an action card, `by` one seat against another."""
    kind = sea.kind(card)
    success, _, _ = await challenge(
        sea, kind.id, kind.rule, subject, (by, kind.challenge), (against, kind.response), modifiers
    )
    return success


def defence_modifiers(sea: Sea, vessel: Vessel) -> tuple[Modifier, ...]:
    """3.2.7 A damaged ship defends herself worse."""
    return (("damaged", sea.components.numbers.dice.damaged_defence),) if vessel.damage else ()


def ship_modifiers(sea: Sea, vessel: Vessel) -> tuple[Modifier, ...]:
    """3.2.7 An intercepting ship that is damaged or out of supply."""
    numbers = sea.components.numbers.dice
    found: list[Modifier] = []
    if vessel.damage:
        found.append(("damaged", numbers.damaged_intercept))
    if vessel.unsupplied:
        found.append(("unsupplied", numbers.unsupplied_intercept))
    return tuple(found)
