"""3.2.7 Dice: the highest die counts, modifiers add up, nothing falls below 1."""

from games.kernel.requests import roll
from games.titles.pirates.box.components import Coin
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.events.common import Modifier, Throw
from games.titles.pirates.table.modifiers import added
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Vessel

SUNK, DAMAGED, CAPTURED, NONE = "sunk", "damaged", "captured", "none"


def total(values: tuple[int, ...], modifiers: tuple[Modifier, ...], floor: int) -> int:
    """1.2, 3.2.7.2 The highest die with all modifiers, at least `floor`."""
    return max(floor, max(values) + sum(amount for _, amount in modifiers))


def outcome(attack: int, defence: int, multiple: int) -> str:
    """3.2.7 Sunk at `multiple` times the defence, damaged above it, else nothing."""
    if attack >= multiple * defence:
        return SUNK
    return DAMAGED if attack > defence else NONE


def fate(sea: Sea, attack: Throw, defence: Throw) -> str:
    """3.2.7 What an attack roll does to a target that bears no markers."""
    return outcome(attack.total, defence.total, sea.box.numbers.dice.sunk_multiple)


def befalls(sea: Sea, attack: Throw, defence: Throw, vessel: Vessel, *, spared: bool = False) -> str:
    """3.2.7, 6.8.1 What becomes of a ship under an attack roll.

    3.3.3, 3.3.25 An undamaged merchant who is to be `spared` is captured instead of sunk, and never damaged.
    """
    result = fate(sea, attack, defence)
    if spared and not vessel.damage:
        return CAPTURED if result == SUNK else NONE
    return NONE if result == DAMAGED and not sea.can_be_damaged(vessel) else result


Side = tuple[str, Coin, tuple[Modifier, ...]]
"""Who or what rolls, its dice, and what is added."""


def _throw(sea: Sea, side: Side, values: tuple[int, ...]) -> Throw:
    """One side of a roll, added up."""
    of, coin, modifiers = side
    return Throw(of, coin, values, total(values, modifiers, sea.box.numbers.dice.floor), modifiers)


async def duel(sea: Sea, name: str, rule: str, first: Side, second: Side) -> tuple[Throw, Throw]:
    """Both sides roll at the same time."""
    values = await roll(*first[1], *second[1], key=sea.occasion(name), rule=rule)
    cut = len(first[1])
    return _throw(sea, first, values[:cut]), _throw(sea, second, values[cut:])


async def challenge(
    sea: Sea,
    purpose: str,
    rule: str,
    subject: str,
    challenge_coin: tuple[str, Coin],
    response_coin: tuple[str, Coin],
    modifiers: tuple[Modifier, ...] = (),
) -> tuple[bool, Throw, Throw]:
    """3.2.7.1 A challenge succeeds when it is higher than the response. Also returns both throws."""
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


def wear(vessel: Vessel, damaged: int, unsupplied: int = 0) -> tuple[Modifier, ...]:
    """3.2.7, 6.8.2 What each damage marker and the lack of supply do to a roll."""
    found: list[Modifier] = []
    if vessel.damage:
        found.append(("damaged", damaged * vessel.damage))
    if vessel.unsupplied and unsupplied:
        found.append(("unsupplied", unsupplied))
    return tuple(found)


def options_add(sea: Sea, roll: str, vessel: str = "", hunter: str = "") -> tuple[Modifier, ...]:
    """6.0 What the options in force add to a roll."""
    return added(sea.box, sea.state.options, roll, vessel, hunter)


def defence_modifiers(sea: Sea, vessel: Vessel) -> tuple[Modifier, ...]:
    """3.2.7.4 A damaged ship defends herself worse."""
    return wear(vessel, sea.box.numbers.dice.damaged_defence)


def ship_modifiers(sea: Sea, vessel: Vessel) -> tuple[Modifier, ...]:
    """3.2.7.3, 3.2.7.4 An intercepting ship that is damaged or out of supply."""
    numbers = sea.box.numbers.dice
    return wear(vessel, numbers.damaged_intercept, numbers.unsupplied_intercept)
