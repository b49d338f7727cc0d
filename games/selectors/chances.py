"""Read the chances of a finished game: each seat's chance over time, the biggest swings, and luck against decisions.

An unfinished game has no chances.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import Any
from uuid import UUID

from msgspec import Struct

from games import registry
from games.errors import wrong_state
from games.kernel.events import UMPIRE
from games.kernel.journal import Entry
from games.kernel.text import Text
from games.models import ChanceCurve, ChancePoint, Game, JournalSegment, OpenRequest, Player, SeatView
from games.persistence import serialization
from games.persistence.receipts import describe_answer
from games.selectors.access import get_game
from games.selectors.events import describe_event, list_events_between

BIGGEST = 8
"""The maximum number of swings."""
MAX_LINES = 8
"""The maximum number of log lines of a swing."""
NORMAL_95 = 1.96
"""95 percent of a normal distribution lie within this many standard deviations of the mean."""
BETWEEN = "between"
"""The kind of a change between two computed steps with steps between them that were not computed."""


class ChanceStep(Struct, frozen=True):
    """A computed point of a finished game."""

    number: int
    """Its place in the line of play, from 0."""
    stop: int
    """The number of the umpire's stop."""
    kind: str
    """What led to the point: ``start``, ``decision``, ``dice`` or ``rewind``."""
    rollouts: int
    """The number of games that bots played from it."""
    chances: dict[str, float]
    """The chance of each seat to win, from 0 to 1."""
    margins: dict[str, float]
    """Half the width of the 95 percent interval of each chance."""
    points: dict[str, float]
    """The expected points of each seat."""


class SwingOrder(Struct, frozen=True):
    """The orders of a seat at a swing, in words, and the channel through which the answer came."""

    seat: str
    text: Text
    channel: str


class SwingDice(Struct, frozen=True):
    """Dice or a draw at a swing."""

    kind: str
    """``roll`` or ``draw``."""
    key: str
    """The name of the roll or draw within its step."""
    of: tuple[int, ...]
    """The sides of each die, or the size of the pool from which the components were drawn."""
    drawn: tuple[int, ...]
    """The values of the dice, or the indices of the drawn members in the pool."""


class Swing(Struct, frozen=True):
    """A change of the chances between two computed steps that is greater than its uncertainty."""

    first: int
    """The number of the step before the change."""
    last: int
    """The number of the step after the change."""
    stop: int
    """The number of the umpire's stop."""
    kind: str
    """``decision``, ``dice``, ``rewind``, or ``between`` (steps between the two were not computed)."""
    seat: str
    """The seat whose chance changed most."""
    gain: float
    """The change of this seat's chance; negative for a loss."""
    margin: float
    """The 95 percent margin of `gain`."""
    before: dict[str, float]
    """The chance of each seat before the change."""
    after: dict[str, float]
    """The chance of each seat after the change."""
    orders: tuple[SwingOrder, ...] = ()
    dice: tuple[SwingDice, ...] = ()
    lines: tuple[str, ...] = ()
    """The log's lines between the steps, at most 8."""


class SeatLuck(Struct, frozen=True):
    """The change of a seat's chance from the beginning to the end of a game, as the sum of changes of each kind."""

    seat: str
    start: float
    """The chance at the beginning, from 0 to 1."""
    dice: float
    """The sum of the changes by dice."""
    decisions: float
    """The sum of the changes by decisions of all seats."""
    between: float
    """The sum of the changes between computed steps with steps in between that were not computed."""
    rewinds: float
    """The sum of the changes by rewinds."""
    end: float
    """The chance at the end: the seat's share of the win."""


class GameChances(Struct, frozen=True):
    """The chances of a finished game."""

    game: UUID
    state: str
    """``none``, ``computing``, ``done`` or ``failed``."""
    bot: str = ""
    """The level of the bots that played the rollouts."""
    step_count: int = 0
    """The number of all steps, computed or not."""
    rollouts: int = 0
    """The number of games that bots played to the end."""
    sides: tuple[tuple[str, ...], ...] = ()
    """Lists of seats; the seats of one list win and lose together."""
    steps: tuple[ChanceStep, ...] = ()
    swings: tuple[Swing, ...] = ()
    luck: tuple[SeatLuck, ...] = ()


def get_game_chances(player: Player, game_id: UUID | str, language: str) -> GameChances:
    """Return the chances of a finished game, for every player who may see the game.

    Raises Missing for other players, WrongState if the game is not over.
    """
    game = get_game(player, game_id)
    if game.status != Game.Status.OVER:
        raise wrong_state("The game is not over.", "ゲームはまだ終了していません。")
    return load_chances(game, language)


def load_chances(game: Game, language: str) -> GameChances:
    """Return the chances of a game as far as they are computed; for an unfinished game, chances without steps."""
    curve = ChanceCurve.objects.filter(game=game).first() if game.status == Game.Status.OVER else None
    if curve is None or not registry.is_readable(game):
        return GameChances(game.pk, "none")
    if curve.failure:
        return GameChances(game.pk, "failed")
    points = list(ChancePoint.objects.filter(curve=curve).order_by("number"))
    valid = bytes(curve.order_hash) == bytes(game.order_hash)
    if not points or not valid:
        return GameChances(game.pk, "none" if curve.finished_at else "computing")
    known = [point for point in points if point.rollouts]
    steps = _steps(game, known, points[-1].number)
    return GameChances(
        game=game.pk,
        state="done" if curve.finished_at else "computing",
        bot=curve.bot,
        step_count=len(points),
        rollouts=sum(point.rollouts for point in points),
        sides=_sides(game, known),
        steps=tuple(steps),
        swings=tuple(_swings(game, known, steps, language)),
        luck=tuple(_luck(game, steps)),
    )


def _seats(game: Game, known: Sequence[ChancePoint]) -> list[str]:
    """Return the seats with a chance, in table order; automata (sides played by the rules) that can win come last."""
    roles = list(registry.game_title(game).scenarios[game.scenario].role_names)
    found = known[-1].results if known else {}
    return sorted(found, key=lambda seat: roles.index(seat) if seat in roles else len(roles))


def _sides(game: Game, known: Sequence[ChancePoint]) -> tuple[tuple[str, ...], ...]:
    """Return groups of seats: seats of one group have equal results at every step."""
    sides: dict[tuple[float, ...], list[str]] = {}
    for seat in _seats(game, known):
        sides.setdefault(tuple(point.results[seat][0] for point in known), []).append(seat)
    return tuple(map(tuple, sides.values()))


def _steps(game: Game, known: Sequence[ChancePoint], last: int) -> list[ChanceStep]:
    rows = SeatView.objects.filter(game=game, audience=UMPIRE).order_by("number").values_list("number", "stop")
    stops = dict(rows)
    seats = _seats(game, known)
    found = []
    for point in known:
        count = point.rollouts
        chances = {seat: round(point.results[seat][0] / count, 4) for seat in seats}
        margins = {seat: 0.0 if point.number == last else margin(point.results[seat][0], count) for seat in seats}
        points = {seat: round(point.results[seat][2] / count, 2) for seat in seats}
        stop = max((stop for number, stop in stops.items() if number <= point.segment), default=1)
        found.append(ChanceStep(point.number, stop, point.kind, count, chances, margins, points))
    return found


def margin(won: float, count: int) -> float:
    """Return half the width of the 95 percent interval of the share `won` of `count` (Agresti and Coull)."""
    share = (won + 2) / (count + 4)
    return round(NORMAL_95 * sqrt(share * (1 - share) / (count + 4)), 4)


def _kind(one: ChanceStep, other: ChanceStep) -> str:
    return other.kind if other.number == one.number + 1 else BETWEEN


def _luck(game: Game, steps: Sequence[ChanceStep]) -> Iterator[SeatLuck]:
    for seat in steps[-1].chances if steps else ():
        sums = dict.fromkeys(("dice", "decision", BETWEEN, "rewind"), 0.0)
        for one, other in pairwise(steps):
            sums[_kind(one, other)] += other.chances[seat] - one.chances[seat]
        dice, decisions, between, rewinds = (round(value, 4) for value in sums.values())
        yield SeatLuck(seat, steps[0].chances[seat], dice, decisions, between, rewinds, steps[-1].chances[seat])


def _swings(game: Game, known: Sequence[ChancePoint], steps: Sequence[ChanceStep], language: str) -> Iterator[Swing]:
    """Yield the biggest swings that are greater than their uncertainty, the biggest first."""
    found = []
    for place, (one, other) in enumerate(pairwise(steps)):
        gains = {seat: other.chances[seat] - chance for seat, chance in one.chances.items()}
        seat = max(gains, key=lambda name: abs(gains[name]))
        doubt = hypot(one.margins[seat], other.margins[seat])
        if abs(gains[seat]) > doubt:
            found.append((abs(gains[seat]), place, seat, gains[seat], doubt))
    for _, place, seat, gain, doubt in sorted(found, key=lambda swing: (-swing[0], swing[1]))[:BIGGEST]:
        one, other = steps[place], steps[place + 1]
        orders, dice = _acts(game, known[place], known[place + 1]) if other.number == one.number + 1 else ((), ())
        yield Swing(
            first=one.number,
            last=other.number,
            stop=other.stop,
            kind=_kind(one, other),
            seat=seat,
            gain=round(gain, 4),
            margin=round(doubt, 4),
            before=one.chances,
            after=other.chances,
            orders=tuple(orders),
            dice=tuple(dice),
            lines=() if other.kind == "decision" and orders else _lines(game, known[place], known[place + 1], language),
        )


def _acts(game: Game, one: ChancePoint, other: ChancePoint) -> tuple[list[SwingOrder], list[SwingDice]]:
    """Return the orders and the dice between two consecutive points."""
    entries = list(_entries_between(game, one, other))
    dice = [SwingDice(entry.kind, entry.key, entry.of, entry.drawn) for entry in entries if entry.draw is not None]
    title, asked = registry.game_title(game), [entry.number for entry in entries if entry.given]
    rows = OpenRequest.objects.filter(game=game, branch=other.branch, entry__in=asked).select_related("seat")
    questions = {(row.entry, row.seat.role): row for row in rows}
    orders = []
    for entry in entries:
        for given in entry.given:
            row = questions.get((entry.number, given.seat))
            words = _in_words(title, row, given.answer) if row is not None else Text("", "")
            orders.append(SwingOrder(given.seat, words, given.channel))
    return orders, dice


def _entries_between(game: Game, one: ChancePoint, other: ChancePoint) -> Iterator[Entry]:
    rows = JournalSegment.objects.filter(game=game, branch=other.branch, number__lte=other.segment)
    near = rows.filter(number__gte=one.segment if one.branch == other.branch else 0).order_by("number")
    for blob in near.values_list("entries", flat=True):
        yield from (entry for entry in serialization.read_entries(blob) if one.entry <= entry.number < other.entry)


def _in_words(title: Any, row: OpenRequest, answer: Any) -> Text:
    question = serialization.read_question(title, row.question)
    return describe_answer(title, question.form, question.form.read(answer))


def _lines(game: Game, one: ChancePoint, other: ChancePoint, language: str) -> tuple[str, ...]:
    """Return the lines of the umpire's log between two points, the last ones if there are many."""
    after = other.segment - 1 if other.number == one.number + 1 else one.segment
    told = (describe_event(game, event, language) for event in list_events_between(game, UMPIRE, after, other.segment))
    return tuple([line for line in told if line][-MAX_LINES:])
