"""Playing a game on as far as answers allow: one transaction, the game's row locked, nothing rendered or sent.

`do_resolve` may be called at any time, twice, or by two workers at once: it looks under the lock whether there is
something to do, and all that it writes is unique, so no step is lost or doubled.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from msgspec import Struct, structs

from games import registry
from games.errors import Unreadable
from games.kernel.driver import Run, drive
from games.kernel.errors import ReplayDiverged
from games.kernel.requests import Ask
from games.models import Game, Notice, OpenRequest, Seat
from games.models.statements import change, together, update
from games.services import alarms, hooks, outbox
from games.services.notices import announce, letters
from games.services.resolve.absence import count_misses, excuse
from games.services.resolve.taking_up import TakenUp, taken_up
from games.services.resolve.views import audiences
from games.services.resolve.waiting import Waiting, waiting_for
from games.services.resolve.writing import Writing
from games.stored import packing
from games.stored.clock import clock_of
from games.stored.openness import openness_of
from games.stored.position import position
from games.stored.release import release_moment

logger = logging.getLogger(__name__)

Status = Game.Status
Outcome = OpenRequest.Outcome
Kind = Notice.Kind


class Resolved(Struct, frozen=True):
    """What a call did: something was written; the budget was used up, call again; the game is over or held.

    `bots` says whether, when it ended, a bot played any seat, so that one may be asked something.
    """

    moved: bool = False
    more: bool = False
    over: bool = False
    held: bool = False
    bots: bool = False


def do_resolve(game_id: UUID | str, *, now: datetime | None = None) -> Resolved:
    """Play the game on to its next stop, if nobody has to be waited for. Raises Missing."""
    with transaction.atomic():
        taken = taken_up(game_id)
        resolved = _resolved(taken, now or timezone.now())
    return structs.replace(resolved, bots=any(bool(seat.mover) for seat in taken.seats))


def _resolved(taken: TakenUp, now: datetime) -> Resolved:
    game, seats = taken.game, taken.seats
    if game.status == Status.PAUSED and game.paused_until is not None and game.paused_until <= now:
        return _end_pause(game, seats, now)
    if game.status != Status.RUNNING:
        alarms.switch_off(game)
        return Resolved(over=game.status == Status.OVER, held=game.status == Status.HELD)
    try:
        title = registry.game_title(game)
    except Unreadable as error:
        return _held(game, error.why, seats)
    if game.release_at and game.due_from is not None and now < game.due_from:
        return _not_before(game, game.due_from)
    waiting = waiting_for(taken, now)
    excuse(game, waiting.requests.values(), now)
    if not waiting.settled:
        new_rules = game.rules_version != title.rules_version
        return _look_again(taken, waiting, now) if new_rules else _nothing_due(game, waiting, now)
    if game.release_at and game.due_from is None and waiting.requests:
        return _not_before(game, release_moment(game, now))
    return _play_on(taken, waiting, now)


def _end_pause(game: Game, seats: Sequence[Seat], now: datetime) -> Resolved:
    """Let a game go on whose pause is over by itself; deadlines have moved, so it is looked at anew."""
    alarms.restart(game, now)
    notice = announce(game, Kind.RESUMED)
    notice.save(force_insert=True)
    outbox.post(letters([notice], seats, {}))
    hooks.after_commit(hooks.MAIL, game.pk)
    hooks.after_commit(hooks.BOTS, game.pk)
    return Resolved(more=True)


def hold(game: Game, reason: str, seats: Sequence[Seat]) -> None:
    """Stop a game that the present rules cannot go on with; all are told that, staff and umpire also why."""
    game.status, game.hold_reason, game.due_from, game.wake_at = Status.HELD, reason[:4000], None, None
    game.save(update_fields=["status", "hold_reason", "due_from", "wake_at"])
    notice = announce(game, Kind.HELD)
    notice.save(force_insert=True)
    outbox.post(letters([notice], seats, {}))
    hooks.after_commit(hooks.MAIL, game.pk)
    logger.error("game %s is held: %s", game.pk, reason)


def _nothing_due(game: Game, waiting: Waiting, now: datetime) -> Resolved:
    """Leave the game until the next deadline, or at once to its bots."""
    questions = waiting.requests.values()
    bots = any(bool(row.seat.mover) and not row.ready for row in questions)
    deadlines = [row.due_at for row in questions]
    return _leave(game, None, alarms.next_alarm(None, deadlines, now, bots=bots, grace=clock_of(game.clock).grace))


def _not_before(game: Game, moment: datetime) -> Resolved:
    """Leave the game until that moment."""
    return _leave(game, moment, moment)


def _leave(game: Game, due_from: datetime | None, wake_at: datetime | None) -> Resolved:
    if (game.due_from, game.wake_at) != (due_from, wake_at):
        game.due_from, game.wake_at = due_from, wake_at
        update(game, "due_from", "wake_at")
    return Resolved()


def _play_on(taken: TakenUp, waiting: Waiting, now: datetime) -> Resolved:
    """Drive the title and write down what came of it; a game that cannot go on is held.

    Where nothing comes of it, the rules wait for somebody who has not answered, or are at a loss.
    """
    game, seats = taken.game, taken.seats
    here, chance = position(game, taken.stored), taken.chance
    try:
        run = drive(
            here.title,
            here.checkpoint,
            here.recorded,
            waiting.supply,
            chance=chance,
            branch=game.branch,
            published=here.published,
        )
        views = run.views(here.title, audiences(seat.role for seat in seats))
    except ReplayDiverged as error:
        return _held(game, f"Replay diverged: {error}", seats)
    except Exception as error:
        logger.exception("game %s: the rules failed", game.pk)
        return _held(game, f"{type(error).__name__} in the rules: {error}", seats)
    closed = waiting.closed_by(run)
    asks = _new_questions(waiting, run, closed)
    if not (run.entries or run.events or run.checkpoints or run.over or asks or closed):
        if not waiting.settled:
            return _nothing_due(game, waiting, now)
        return _held(game, "Nothing is waited for, and the rules do not go on.", seats)
    writing = Writing(game, seats, now, waiting.book)
    writing.found = taken.stored
    writing.answered = {role: waiting.requests[role] for role, how in closed.items() if how not in _UNANSWERED}
    writing.still_open = [row for role, row in waiting.requests.items() if role not in closed]
    writing.notices += count_misses(game, seats, closed)
    with together(last=True):
        writing.notices += _close(game, waiting, closed, now)
        writing.write(here, run, views, asks)
    return Resolved(moved=True, more=run.more, over=run.over)


def _look_again(taken: TakenUp, waiting: Waiting, now: datetime) -> Resolved:
    """See under rules that are new to the game whether its questions stand, before anybody answers them in vain."""
    game = taken.game
    title = registry.game_title(game)
    game.rules_version = title.rules_version
    update(game, "rules_version")
    rows = OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat")
    waiting.unreadable = {row.seat.role for row in rows if packing.why_unreadable(title, row.question)}
    return _play_on(taken, waiting, now)


def _held(game: Game, reason: str, seats: Sequence[Seat]) -> Resolved:
    hold(game, reason, seats)
    return Resolved(moved=True, held=True)


def _new_questions(waiting: Waiting, run: Run, closed: Mapping[str, str]) -> list[Ask[Any]]:
    """The questions of the stop that are not open yet, or that have to be asked again."""
    unanswered = [ask for ask in run.asked if (run.number, ask.seat) not in waiting.book.applied]
    return [ask for ask in unanswered if ask.seat not in waiting.requests or ask.seat in closed]


_UNANSWERED = (Outcome.REOPENED, Outcome.WITHDRAWN)


def _close(game: Game, waiting: Waiting, settled: Mapping[str, str], now: datetime) -> list[Notice]:
    """Close questions; what has to be announced of that."""
    for outcome in sorted(set(settled.values())):
        ids = [waiting.requests[role].pk for role, how in settled.items() if how == outcome]
        change(OpenRequest, ids, closed_at=now, outcome=outcome)
    return [
        announce(
            game,
            _NOTICES[outcome],
            to=_readers(game, role) if outcome == Outcome.DEFAULT else (role,),
            seat=role,
            question=waiting.requests[role].kind,
        )
        for role, outcome in settled.items()
        if outcome in _NOTICES and not (outcome in _AHEAD and waiting.requests[role].ready)
    ]


def _readers(game: Game, late: str) -> tuple[str, ...]:
    """Who is told that a default was played in a seat's place: those who may see that it was late."""
    who = openness_of(game.openness).late
    if who == "table":
        return tuple(Seat.objects.filter(game=game).order_by("position").values_list("role", flat=True))
    return ("*",) if who == "all" else (late,)


_NOTICES: Mapping[str, str] = {
    Outcome.DEFAULT: Kind.DEFAULT_PLAYED,
    Outcome.DRAFT: Kind.DRAFT_TAKEN,
    Outcome.REOPENED: Kind.REOPENED,
    Outcome.STANDING: Kind.STANDING_TAKEN,
    Outcome.OWN_DEFAULT: Kind.OWN_DEFAULT,
}
_AHEAD = (Outcome.STANDING, Outcome.OWN_DEFAULT)
