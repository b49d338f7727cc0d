"""Trials: play a player's orders in invented worlds, made from what the player's seat knows (ADR 31).

This module reads the game's position, and the kernel's `find_start` reduces it to the knowledge of the asked seat. Bots
play the other seats. Nothing is stored, and the game does not change.
"""

import time
from collections.abc import Callable, Sequence
from itertools import islice
from statistics import fmean, pstdev
from typing import Any
from uuid import UUID

from msgspec import Struct

from games import registry
from games.errors import decision_closed, wrong_state
from games.kernel.codec import decode
from games.kernel.errors import GameError, malformed
from games.kernel.text import Text
from games.kernel.title import Title
from games.kernel.trials import NotTriable, TrialFailed, TrialStart, TrialWorld, can_be_tried, find_start, play_world
from games.models import Game, OpenRequest, Player, Seat, TrialPlan
from games.persistence import serialization
from games.persistence.position import load_position
from games.selectors.access import get_own_request

TRIAL_SECONDS = 5.0
"""Seconds of processor time after which a trial begins no further world."""
DEFAULT_WORLDS, MAX_WORLDS = 10, 20
MAX_SEED = 1_000_000
MAX_PLANS = 6
"""The maximum number of plans that a player may keep for one question, and that one trial compares."""
MAX_LINES = 400
"""The maximum number of events that are returned of a world."""
NOTICE = Text(
    "A trial in an invented world: what your seat does not know was dealt at random, and bots answered for the others. "
    "The game itself is different.",
    "これは架空の世界での試行です。あなたの席が知らないことは無作為に配られ、他の席はボットが答えました。実際のゲームとは異なります。",
)
_REASONS = {
    "kind": Text(
        "This decision cannot be tried. Trials exist for decisions that begin a step, such as orders and plans.",
        "この決定は試行できません。試行できるのは、命令や計画のように手順の始めに行う決定です。",
    ),
    "world": Text(
        "No invented world led to this question. Try another seed.",
        "この問いに至る仮想世界を作れませんでした。別のシードで試してください。",
    ),
    "host": Text("Trials are not allowed in this game.", "このゲームでは試行が許可されていません。"),
    "people": Text(
        "Trials are allowed only while all other seats are bots.", "試行は、他の席がすべてボットの間だけ許可されます。"
    ),
}


class KeptPlan(Struct, frozen=True):
    """A kept plan: orders for one question that the player has saved under a name."""

    id: UUID
    name: str
    answer: Any


class _Tried(Struct, frozen=True):
    """Orders that are tried; `id` and `name` are those of the kept plan, None and "" for other orders."""

    id: UUID | None
    name: str
    answer: Any


class FigureSummary(Struct, frozen=True):
    """A figure (a number that measures the result) over all worlds of a trial."""

    key: str
    """The key of the figure in the title."""
    name: Text
    wish: str
    """Whether the seat wants the figure to be ``more`` or ``less``; may be empty."""
    mean: float
    """The mean over the worlds."""
    spread: float
    """The standard deviation."""
    least: float
    """The smallest value."""
    most: float
    """The greatest value."""
    above_zero: int
    """The number of worlds in which the figure is above zero."""


class WorldFigures(Struct, frozen=True):
    """The figures of a trial in one world."""

    world: int
    """The number of the world."""
    ending: str
    """Why the play ended (`TrialWorld.ending`)."""
    values: tuple[float, ...]
    """The values, in the order of the trial's `figures`."""


class TrialLine(Struct, frozen=True):
    """An event of a world in words; `heading` is the log's heading before it, or ""."""

    text: Text
    heading: Text


class ShownWorld(Struct, frozen=True):
    """One world in detail."""

    world: int
    ending: str
    """Why the play ended (`TrialWorld.ending`)."""
    lines: tuple[TrialLine, ...]
    """The events as the seat would see them."""
    view: bytes
    """The seat's last view as JSON."""


class Trial(Struct, frozen=True):
    """The result of orders in all worlds."""

    plan: UUID | None
    """The id of the kept plan; None for other orders."""
    name: str
    """The name of the kept plan; empty for other orders."""
    answer: Any
    """The orders as JSON."""
    figures: tuple[FigureSummary, ...]
    worlds: tuple[WorldFigures, ...]
    shown: ShownWorld | None
    """The world that the caller asked for in detail."""


class TrialReport(Struct, frozen=True):
    """Trials of several orders in the same worlds with the same dice."""

    seed: int
    """The seed from which the worlds are dealt."""
    asked: int
    """The number of worlds that the caller asked for."""
    worlds: int
    """The number of worlds played; below `asked` if the time did not suffice."""
    notice: Text
    """A remark for the player about the meaning of the trials."""
    trials: tuple[Trial, ...]


def trial_refusal(player: Player, game: Game, kind: str) -> Text | None:
    """Return why orders for this kind of question cannot be tried, or None; it depends on public data only."""
    title = registry.game_title(game)
    if title.trials.known_state is None:
        return title.trials.reason
    if (refusal := title.trials.refusal(game.scenario)) is not None:
        return refusal
    if not can_be_tried(title, kind, game.step):
        return _REASONS["kind"]
    if game.trials == Game.Trials.OFF:
        return _REASONS["host"]
    if game.trials == Game.Trials.AGAINST_BOTS and _has_other_players(player, game):
        return _REASONS["people"]
    return None


def _has_other_players(player: Player, game: Game) -> bool:
    """Return True if another player holds, or may take, a seat of the game."""
    return Seat.objects.filter(game=game).exclude(kind=Seat.Kind.BOT).exclude(player=player).exists()


def get_triable_request(player: Player, request_id: UUID | str) -> OpenRequest:
    """Return an open question of the player for which orders can be tried.

    Raises Missing without such a question; NotYours for another seat's question; Stale if the question is closed;
    WrongState if the game permits no trials of this kind of question.
    """
    request = get_own_request(player, request_id)
    if request.closed_at is not None:
        raise decision_closed()
    refusal = trial_refusal(player, request.game, request.kind)
    if refusal is not None:
        raise wrong_state(refusal.en, refusal.ja)
    return request


def list_plans(player: Player, request_id: UUID | str) -> list[KeptPlan]:
    """Return the player's kept plans for a question, oldest first.

    Raises Missing without such a question; NotYours for another seat's question.
    """
    request = get_own_request(player, request_id)
    return [_plan(row) for row in TrialPlan.objects.filter(request=request, player=player).order_by("created_at", "pk")]


def _plan(row: TrialPlan) -> KeptPlan:
    return KeptPlan(row.pk, row.name, serialization.read_answer(row.answer))


def try_orders(
    player: Player,
    request_id: UUID | str,
    answer: Any,
    *,
    plans: Sequence[UUID] = (),
    seed: int = 1,
    worlds: int = DEFAULT_WORLDS,
    shown: int = 1,
) -> TrialReport:
    """Try orders (`answer`) and kept plans (`plans`: ids) of the player in the same invented worlds.

    Without an `answer`, only the plans are tried. `seed` determines the worlds, `worlds` is their number; `shown` is
    the number of the world to return in detail (0: none). Raises the errors of `get_triable_request`, and Malformed or
    Illegal for orders that the question's form does not accept.
    """
    request = get_triable_request(player, request_id)
    _refuse_numbers(seed, worlds)
    title = registry.game_title(request.game)
    question = serialization.read_question(title, request.question)
    chosen = [one for one in list_plans(player, request_id) if one.id in plans]
    tried: list[_Tried] = [_Tried(one.id, one.name, one.answer) for one in chosen]
    if answer is not None or not chosen:
        tried.insert(0, _Tried(None, "", answer))
    for one in tried:
        question.form.accept(one.answer)
    start = _start(title, request, question)
    results = _play(title, start, tried, seed, worlds)
    found = [_trial(title, one, played, shown) for one, played in zip(tried, results, strict=True)]
    return TrialReport(seed, worlds, len(results[0]), NOTICE, tuple(found))


def _refuse_numbers(seed: int, worlds: int) -> None:
    if not (1 <= worlds <= MAX_WORLDS and 1 <= seed <= MAX_SEED):
        raise malformed(
            "/worlds",
            "A trial has 1 to {most} worlds, and a seed from 1 to {seeds}.",
            "試行の世界は1〜{most}、シードは1〜{seeds}です。",
            "count",
            most=MAX_WORLDS,
            seeds=MAX_SEED,
        )


def _start(title: Title[Any], request: OpenRequest, question: Any) -> TrialStart:
    """Return what the asked seat knows of the game's position at the question. Raises Stale, WrongState."""
    position = load_position(request.game)
    if (request.game.branch, position.next_entry) != (request.branch, request.entry):
        raise decision_closed()
    try:
        return find_start(title, position.checkpoint, position.recorded, question)
    except (NotTriable, LookupError):
        raise wrong_state(_REASONS["kind"].en, _REASONS["kind"].ja) from None


def _play(
    title: Title[Any],
    start: TrialStart,
    tried: Sequence[_Tried],
    seed: int,
    worlds: int,
    clock: Callable[[], float] = time.process_time,
) -> list[list[TrialWorld]]:
    """Play all orders in one world after the other, until the time is used up, but at least in one world.

    Returns for each of `tried` the results in these worlds.
    """
    results: list[list[TrialWorld]] = [[] for _ in tried]
    until = clock() + TRIAL_SECONDS
    for number in range(1, worlds + 1):
        if number > 1 and clock() > until:
            break
        for one, played in zip(tried, results, strict=True):
            try:
                played.append(play_world(title, start, one.answer, seed, number))
            except (TrialFailed, GameError, LookupError):
                raise wrong_state(_REASONS["world"].en, _REASONS["world"].ja) from None
    return results


def _trial(title: Title[Any], plan: _Tried, played: Sequence[TrialWorld], shown: int) -> Trial:
    worlds = tuple(
        WorldFigures(one.number, one.ending, tuple(figure.value for figure in one.figures)) for one in played
    )
    detail = next((_shown(title, one) for one in played if one.number == shown), None)
    return Trial(plan.id, plan.name, plan.answer, _summaries(played), worlds, detail)


def _summaries(played: Sequence[TrialWorld]) -> tuple[FigureSummary, ...]:
    found = []
    for place, figure in enumerate(played[0].figures):
        values = [one.figures[place].value for one in played]
        spread, above = round(pstdev(values), 2), sum(value > 0 for value in values)
        mean = round(fmean(values), 2)
        found.append(FigureSummary(figure.key, figure.name, figure.wish, mean, spread, min(values), max(values), above))
    return tuple(found)


def _shown(title: Title[Any], world: TrialWorld) -> ShownWorld:
    """Return a world with the lines of its events; events without a line for the log have none here either."""
    lines = (_line(title, event) for event in world.events)
    said = islice((line for line in lines if line.text.en or line.heading.en), MAX_LINES)
    return ShownWorld(world.number, world.ending, tuple(said), world.view)


def _line(title: Title[Any], event: Any) -> TrialLine:
    words = title.presentation
    return TrialLine(
        Text.each(lambda language: words.describe_event(event, language)),
        Text.each(lambda language: words.group_title(event, language)),
    )


def draw_shown_board(game: Game, shown: ShownWorld, language: str) -> str:
    """Return the picture (SVG) of the last view of a world."""
    title = registry.game_title(game)
    view = decode(shown.view, title.secrecy.view_type)
    return title.presentation.render_board(view, language).svg()
