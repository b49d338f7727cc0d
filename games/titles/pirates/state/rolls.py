"""3.2.7 Rolls of dice: the highest die counts, modifiers are added, and the total is at least 1."""

from games.kernel.requests import roll
from games.titles.pirates.components.box import Coin
from games.titles.pirates.components.odds import CAPTURED as CAPTURED
from games.titles.pirates.components.odds import DAMAGED as DAMAGED
from games.titles.pirates.components.odds import NONE as NONE
from games.titles.pirates.components.odds import SUNK as SUNK
from games.titles.pirates.components.odds import outcome, outcome_for_target
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events.common import Modifier, Throw
from games.titles.pirates.state.modifiers import added
from games.titles.pirates.state.state import Vessel


def total(values: tuple[int, ...], modifiers: tuple[Modifier, ...], floor: int) -> int:
    """1.2, 3.2.7.2 Return the highest die plus all modifiers, at least `floor`."""
    return max(floor, max(values) + sum(amount for _, amount in modifiers))


def fate(board: Board, attack: Throw, defence: Throw) -> str:
    """3.2.7 Return the outcome of an attack roll against a card that is no ship in play, such as a cruiser.

    It is "sunk", "damaged" or "none". Such a card takes no damage markers.
    """
    return outcome(attack.total, defence.total, board.box.numbers.dice.sunk_multiple)


def outcome_for_ship(board: Board, attack: Throw, defence: Throw, vessel: Vessel, *, spared: bool = False) -> str:
    """3.2.7, 6.8.1 Return the outcome of an attack roll for a ship: "sunk", "captured", "damaged" or "none".

    3.3.3, 3.3.25 `spared`: True for a merchant that, if undamaged, is captured instead of sunk, and never damaged.
    """
    result = fate(board, attack, defence)
    damageable = board.can_be_damaged(vessel)
    return outcome_for_target(result, damageable=damageable, spared=spared and not vessel.damage)


Side = tuple[str, Coin, tuple[Modifier, ...]]
"""One side of a roll: the ship or card that rolls, its dice, and their modifiers."""


def _throw(board: Board, side: Side, values: tuple[int, ...]) -> Throw:
    """Return the throw of one side from the `values` of its dice: the total is the highest die plus the modifiers."""
    of, coin, modifiers = side
    return Throw(of, coin, values, total(values, modifiers, board.box.numbers.dice.floor), modifiers)


async def duel(board: Board, name: str, rule: str, first: Side, second: Side) -> tuple[Throw, Throw]:
    """Roll the dice of both sides at the same time and return both throws.

    `name`: the name in the key of the roll. `rule`: the number of its rule.
    """
    values = await roll(*first[1], *second[1], key=board.occasion(name), rule=rule)
    cut = len(first[1])
    return _throw(board, first, values[:cut]), _throw(board, second, values[cut:])


async def challenge(
    board: Board,
    purpose: str,
    rule: str,
    subject: str,
    challenge_coin: tuple[str, Coin],
    response_coin: tuple[str, Coin],
    modifiers: tuple[Modifier, ...] = (),
) -> tuple[bool, Throw, Throw]:
    """3.2.7.1 Roll a challenge and a response. Return True if the challenge is higher, and both throws.

    `purpose`: the key of what it decides. `subject`: the ship or seat concerned. `challenge_coin`, `response_coin`: the
    ship or seat that rolls, and its dice. `modifiers`: those of the challenge.
    """
    mine, theirs = await duel(board, purpose, rule, (*challenge_coin, modifiers), (*response_coin, ()))
    success = mine.total > theirs.total
    board.tell(told.Challenged(purpose, subject, mine, theirs, success))
    return success, mine, theirs


async def card_challenge(
    board: Board, card: str, subject: str, by: str, against: str, modifiers: tuple[Modifier, ...] = ()
) -> bool:
    """Roll the challenge of an action card about `subject`, a ship or seat.

    The seat `by` challenges, the seat `against` responds. `modifiers`: those of the challenge. Announce the result, and
    return True if the challenge succeeds.
    """
    kind = board.kind(card)
    success, _, _ = await challenge(
        board, kind.id, kind.rule, subject, (by, kind.challenge), (against, kind.response), modifiers
    )
    return success


def wear(vessel: Vessel, damaged: int, unsupplied: int = 0) -> tuple[Modifier, ...]:
    """3.2.7, 6.8.2 Return the modifiers of a ship for its damage markers and for lack of supply.

    `damaged` is the modifier for each damage marker, `unsupplied` is the modifier for lack of supply.
    """
    found: list[Modifier] = []
    if vessel.damage:
        found.append(("damaged", damaged * vessel.damage))
    if vessel.unsupplied and unsupplied:
        found.append(("unsupplied", unsupplied))
    return tuple(found)


def options_add(board: Board, roll: str, vessel: str = "", hunter: str = "") -> tuple[Modifier, ...]:
    """6.0 Return the modifiers that the options in force add to a roll. The other arguments are those of `added`."""
    return added(board.box, board.state.options, roll, vessel, hunter)


def defence_modifiers(board: Board, vessel: Vessel) -> tuple[Modifier, ...]:
    """3.2.7.4 Return the modifiers of a ship's defence for damage."""
    return wear(vessel, board.box.numbers.dice.damaged_defence)


def ship_modifiers(board: Board, vessel: Vessel) -> tuple[Modifier, ...]:
    """3.2.7.3, 3.2.7.4 Return the modifiers of an intercepting ship for damage and lack of supply."""
    numbers = board.box.numbers.dice
    return wear(vessel, numbers.damaged_intercept, numbers.unsupplied_intercept)
