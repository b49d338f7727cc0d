"""Play a game on as far as its answers allow, in one transaction that locks the game's row and sends nothing.

`do_resolve` may be called at any time, twice, or by two workers at once: under the lock it checks whether there is
work, and unique constraints prevent it from storing a step twice.
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
from games.database.batch import batch, update, update_rows
from games.errors import Unreadable
from games.kernel.driver import DriveResult, drive
from games.kernel.errors import ReplayDiverged
from games.kernel.requests import Ask
from games.models import Game, Notice, OpenRequest, Seat
from games.persistence import serialization
from games.persistence.clock import load_clock
from games.persistence.position import load_position
from games.persistence.release_hours import next_release_time
from games.services import alarms, outbox, triggers
from games.services.late_answers import make_late_answer_notices
from games.services.notices import list_late_notice_readers, make_notice, make_notice_emails
from games.services.resolve.loading import LockedGame, load_locked_game
from games.services.resolve.missed_deadlines import count_missed_deadlines, extend_deadlines_of_absent
from games.services.resolve.pending_answers import PendingAnswers, load_pending_answers
from games.services.resolve.unit_of_work import ResolveUnitOfWork
from games.services.resolve.view_writer import list_audiences

logger = logging.getLogger(__name__)

Status = Game.Status
Outcome = OpenRequest.Outcome
Kind = Notice.Kind


class ResolveResult(Struct, frozen=True):
    """The result of `do_resolve`."""

    has_advanced: bool = False
    more: bool = False
    """True if there is more to play at once, so that `do_resolve` must be called again."""
    over: bool = False
    """True if the game has ended."""
    held: bool = False
    """True if the game is on hold."""
    bots: bool = False
    """True if a bot answers for a seat, so that the bot may have a question."""


def do_resolve(game_id: UUID | str, *, now: datetime | None = None) -> ResolveResult:
    """Play the game to its next stop if no answer is awaited any more. Raises Missing if there is no such game."""
    with transaction.atomic():
        taken = load_locked_game(game_id)
        resolved = _resolved(taken, now or timezone.now())
    return structs.replace(resolved, bots=any(bool(seat.answering_bot) for seat in taken.seats))


def _resolved(taken: LockedGame, now: datetime) -> ResolveResult:
    game, seats = taken.game, taken.seats
    if game.status == Status.PAUSED and game.paused_until is not None and game.paused_until <= now:
        return _end_pause(game, seats, now)
    if game.status != Status.RUNNING:
        alarms.clear_alarm(game)
        return ResolveResult(over=game.status == Status.OVER, held=game.status == Status.HELD)
    try:
        title = registry.game_title(game)
    except Unreadable as error:
        return _held(game, error.why, seats)
    if game.release_at and game.due_from is not None and now < game.due_from:
        return _not_before(game, game.due_from)
    waiting = load_pending_answers(taken, now)
    extend_deadlines_of_absent(game, waiting.requests.values(), now)
    if not waiting.is_complete:
        new_rules = game.rules_version != title.rules.version
        return _look_again(taken, waiting, now) if new_rules else _nothing_due(game, waiting, now)
    if game.release_at and game.due_from is None and waiting.requests:
        return _not_before(game, next_release_time(game, now))
    return _play_on(taken, waiting, now)


def _end_pause(game: Game, seats: Sequence[Seat], now: datetime) -> ResolveResult:
    """Resume a game whose pause has expired: move its deadlines, announce it, and set the alarm."""
    alarms.resume_clocks(game, now)
    notice = make_notice(game, Kind.RESUMED)
    notice.save(force_insert=True)
    outbox.queue_mail(make_notice_emails([notice], seats, {}))
    triggers.trigger_after_commit(triggers.MAIL, game.pk)
    triggers.trigger_after_commit(triggers.BOTS, game.pk)
    return ResolveResult(more=True)


def hold_locked_game(game: Game, reason: str, seats: Sequence[Seat]) -> None:
    """Hold a game that the present rules cannot continue; notify the players, and staff and umpire of the `reason`.

    `seats` are all seats of the game. The caller has locked the game's row.
    """
    game.status, game.hold_reason, game.due_from, game.wake_at = Status.HELD, reason[:4000], None, None
    game.save(update_fields=["status", "hold_reason", "due_from", "wake_at"])
    notice = make_notice(game, Kind.HELD)
    notice.save(force_insert=True)
    outbox.queue_mail(make_notice_emails([notice], seats, {}))
    triggers.trigger_after_commit(triggers.MAIL, game.pk)
    logger.error("game %s is held: %s", game.pk, reason)


def _nothing_due(game: Game, waiting: PendingAnswers, now: datetime) -> ResolveResult:
    """Set the alarm to the next deadline, or to now if bots have questions."""
    questions = waiting.requests.values()
    bots = any(bool(row.seat.answering_bot) and not row.ready for row in questions)
    deadlines = [row.due_at for row in questions]
    return _leave(game, None, alarms.next_alarm(None, deadlines, now, bots=bots, grace=load_clock(game.clock).grace))


def _not_before(game: Game, moment: datetime) -> ResolveResult:
    """Set the alarm to `moment`, before which the game must not continue."""
    return _leave(game, moment, moment)


def _leave(game: Game, due_from: datetime | None, wake_at: datetime | None) -> ResolveResult:
    if (game.due_from, game.wake_at) != (due_from, wake_at):
        game.due_from, game.wake_at = due_from, wake_at
        update(game, "due_from", "wake_at")
    return ResolveResult()


def _unit_of_work(
    taken: LockedGame, waiting: PendingAnswers, closed: Mapping[str, str], now: datetime
) -> ResolveUnitOfWork:
    """Return the unit of work for a run that has `closed` these questions (outcomes by role)."""
    writing = ResolveUnitOfWork(taken.game, taken.seats, now, waiting.book)
    writing.found = taken.stored
    writing.answered = {role: waiting.requests[role] for role, how in closed.items() if how not in _UNANSWERED}
    writing.closed = [(waiting.requests[role], how) for role, how in closed.items()]
    writing.still_open = [row for role, row in waiting.requests.items() if role not in closed]
    return writing


def _play_on(taken: LockedGame, waiting: PendingAnswers, now: datetime) -> ResolveResult:
    """Play the game on by the title's rules and store the result; hold the game if the rules fail."""
    game, seats = taken.game, taken.seats
    here, chance = load_position(game, taken.stored), taken.load_dice
    try:
        run = drive(
            here.title,
            here.checkpoint,
            here.recorded,
            waiting.get_answer,
            chance=chance,
            branch=game.branch,
            published_events=here.published_events,
        )
        views = run.views(here.title, list_audiences(seat.role for seat in seats))
    except ReplayDiverged as error:
        return _held(game, f"Replay diverged: {error}", seats)
    except Exception as error:
        logger.exception("game %s: the rules failed", game.pk)
        return _held(game, f"{type(error).__name__} in the rules: {error}", seats)
    closed = waiting.outcomes_of(run)
    asks = _new_questions(waiting, run, closed)
    if not (run.entries or run.events or run.checkpoints or run.is_over or asks or closed):
        if not waiting.is_complete:
            return _nothing_due(game, waiting, now)
        return _held(game, "Nothing is waited for, and the rules do not go on.", seats)
    writing = _unit_of_work(taken, waiting, closed, now)
    writing.notices += make_late_answer_notices(game, waiting, closed)
    writing.notices += count_missed_deadlines(game, seats, closed)
    with batch(last=True):
        writing.notices += _close(game, waiting, closed, now)
        writing.commit(here, run, views, asks)
    return ResolveResult(has_advanced=True, more=run.has_more, over=run.is_over)


def _look_again(taken: LockedGame, waiting: PendingAnswers, now: datetime) -> ResolveResult:
    """After an update of the rules, play on with all open questions checked, so that invalid ones are asked again."""
    game = taken.game
    title = registry.game_title(game)
    game.rules_version = title.rules.version
    update(game, "rules_version")
    rows = OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat")
    waiting.unreadable = {row.seat.role for row in rows if serialization.unreadable_reason(title, row.question)}
    return _play_on(taken, waiting, now)


def _held(game: Game, reason: str, seats: Sequence[Seat]) -> ResolveResult:
    hold_locked_game(game, reason, seats)
    return ResolveResult(has_advanced=True, held=True)


def _new_questions(waiting: PendingAnswers, run: DriveResult, closed: Mapping[str, str]) -> list[Ask[Any]]:
    """Return the questions of the run's last stop that must be asked: those not open yet, and those to ask again."""
    unanswered = [ask for ask in run.open_questions if (run.number, ask.seat) not in waiting.book.applied]
    return [ask for ask in unanswered if ask.seat not in waiting.requests or ask.seat in closed]


_UNANSWERED = (Outcome.REOPENED, Outcome.WITHDRAWN)


def _close(game: Game, waiting: PendingAnswers, settled: Mapping[str, str], now: datetime) -> list[Notice]:
    """Close the questions of the roles in `settled` (outcomes by role); return the unsaved announcements of that."""
    for outcome in sorted(set(settled.values())):
        ids = [waiting.requests[role].pk for role, how in settled.items() if how == outcome]
        update_rows(OpenRequest, ids, closed_at=now, closing_stop=game.stop + 1, outcome=outcome)
    return [
        make_notice(
            game,
            _NOTICES[outcome],
            to=list_late_notice_readers(game, role) if outcome == Outcome.DEFAULT else (role,),
            seat=role,
            question=waiting.requests[role].kind,
        )
        for role, outcome in settled.items()
        if outcome in _NOTICES and not (outcome in _STANDING_OUTCOMES and waiting.requests[role].ready)
    ]


_NOTICES: Mapping[str, str] = {
    Outcome.DEFAULT: Kind.DEFAULT_PLAYED,
    Outcome.DRAFT: Kind.DRAFT_TAKEN,
    Outcome.REOPENED: Kind.REOPENED,
    Outcome.STANDING: Kind.STANDING_TAKEN,
    Outcome.OWN_DEFAULT: Kind.OWN_DEFAULT,
}
_STANDING_OUTCOMES = (Outcome.STANDING, Outcome.OWN_DEFAULT)
