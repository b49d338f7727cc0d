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
from msgspec import Struct

from games.kernel.driver import Run, drive
from games.kernel.errors import ReplayDiverged
from games.kernel.requests import Ask
from games.models import Game, Notice, OpenRequest, SealedAnswer, Seat
from games.models.quick import key, select
from games.services import hooks, outbox
from games.services.following import OrderBook
from games.services.load import chance_of, position, seats_in_order
from games.services.locks import locked_game
from games.services.notices import announce, letters
from games.services.release import release_moment
from games.services.sight import audiences
from games.services.supply import Waiting
from games.services.turn import Turn

logger = logging.getLogger(__name__)

Status = Game.Status
Outcome = OpenRequest.Outcome
Kind = Notice.Kind


class Resolved(Struct, frozen=True):
    """What a call did: something was written; the budget was used up, call again; the game is over or held."""

    moved: bool = False
    more: bool = False
    over: bool = False
    held: bool = False


def do_resolve(game_id: UUID | str, *, now: datetime | None = None) -> Resolved:
    """Play the game on to its next stop, if nobody has to be waited for. Raises Missing."""
    with transaction.atomic():
        game = locked_game(game_id)
        if game.status != Status.RUNNING:
            return Resolved(over=game.status == Status.OVER, held=game.status == Status.HELD)
        now = now or timezone.now()
        seats = seats_in_order(game)
        if game.release_at and game.due_from is not None and now < game.due_from:
            return Resolved()
        waiting = waiting_for(game, seats, now)
        if not waiting.settled:
            return _nothing_due(game)
        if game.release_at and game.due_from is None and waiting.requests:
            return _not_before(game, release_moment(game, now))
        return _play_on(game, seats, waiting, now)


def waiting_for(game: Game, seats: Sequence[Seat], now: datetime) -> Waiting:
    """The open questions of a game, with the answers that lie ready for them."""
    roles = {seat.pk: seat.role for seat in seats}
    rows = select(OpenRequest, where="game_id = %s AND closed_at IS NULL", values=(key(game.pk),), only=_ASKED)
    revisions = {row.pk: row.revision for row in rows if row.revision}
    answers: list[SealedAnswer] = []
    if revisions:
        marks = ", ".join(["%s"] * len(revisions))
        answers = select(
            SealedAnswer, where=f"request_id IN ({marks})", values=[key(pk) for pk in revisions], only=_ANSWERED
        )
    current = [answer for answer in answers if revisions[answer.request_id] == answer.revision]
    asked, book = {roles[row.seat_id]: row for row in rows}, OrderBook.of(game, seats, now)
    return Waiting(asked, current, now, book, patient=bool(game.release_at))


_ASKED = ("id", "seat_id", "entry", "key", "kind", "due_at", "revision", "ready")
_ANSWERED = ("id", "request_id", "revision", "answer", "channel", "at")


def hold(game: Game, reason: str, seats: Sequence[Seat]) -> None:
    """Stop a game that the present rules cannot go on with; all are told that, staff and umpire also why."""
    game.status, game.hold_reason, game.due_from = Status.HELD, reason[:4000], None
    game.save(update_fields=["status", "hold_reason", "due_from"])
    notice = announce(game, Kind.HELD)
    notice.save(force_insert=True)
    outbox.post(letters([notice], seats, {}))
    hooks.after_commit(hooks.MAIL, game.pk)
    logger.error("game %s is held", game.pk)


def _nothing_due(game: Game) -> Resolved:
    return _not_before(game, None)


def _not_before(game: Game, moment: datetime | None) -> Resolved:
    """Leave the game for now; with a `moment`, until then."""
    if game.due_from != moment:
        game.due_from = moment
        game.save(update_fields=["due_from"])
    return Resolved()


def _play_on(game: Game, seats: Sequence[Seat], waiting: Waiting, now: datetime) -> Resolved:
    """Drive the title and write down what came of it; a game that cannot go on is held."""
    here, chance = position(game), chance_of(game, seats)
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
        hold(game, f"Replay diverged: {error}", seats)
        return Resolved(moved=True, held=True)
    except Exception as error:
        logger.exception("game %s: the rules failed", game.pk)
        hold(game, f"{type(error).__name__} in the rules: {error}", seats)
        return Resolved(moved=True, held=True)
    asks = _new_questions(waiting, run)
    if not (run.entries or run.events or run.checkpoints or asks):
        return _nothing_due(game)
    turn = Turn(game, seats, now, waiting.book)
    turn.answered = waiting.requests
    turn.notices += _close(game, waiting, _settled(waiting, run), now)
    turn.write(here, run, views, asks)
    return Resolved(moved=True, more=run.more, over=run.over)


def _consumed(waiting: Waiting, run: Run) -> bool:
    """True when the open questions have become an entry of the journal."""
    return any(entry.number == waiting.entry for entry in run.entries)


def _new_questions(waiting: Waiting, run: Run) -> list[Ask[Any]]:
    """The questions of the stop that are not open yet, or that have to be asked again."""
    unanswered = [ask for ask in run.asked if (run.number, ask.seat) not in waiting.book.applied]
    if _consumed(waiting, run):
        return unanswered
    return [ask for ask in unanswered if ask.seat not in waiting.requests or ask.seat in waiting.unfit]


def _settled(waiting: Waiting, run: Run) -> dict[str, str]:
    """The roles whose open questions are to be closed, with how each was settled."""
    if _consumed(waiting, run):
        return {role: waiting.outcomes[role] for role in waiting.requests}
    return dict.fromkeys(sorted(waiting.unfit), Outcome.REOPENED)


def _close(game: Game, waiting: Waiting, settled: Mapping[str, str], now: datetime) -> list[Notice]:
    """Close questions; what has to be announced of that."""
    for outcome in sorted(set(settled.values())):
        ids = [waiting.requests[role].pk for role, how in settled.items() if how == outcome]
        OpenRequest.objects.filter(pk__in=ids).update(closed_at=now, outcome=outcome)
    return [
        announce(
            game,
            _NOTICES[outcome],
            to=("*",) if outcome == Outcome.DEFAULT else (role,),
            seat=role,
            question=waiting.requests[role].kind,
        )
        for role, outcome in settled.items()
        if outcome in _NOTICES and not (outcome in _AHEAD and waiting.requests[role].ready)
    ]


_NOTICES: Mapping[str, str] = {
    Outcome.DEFAULT: Kind.DEFAULT_PLAYED,
    Outcome.DRAFT: Kind.DRAFT_TAKEN,
    Outcome.REOPENED: Kind.REOPENED,
    Outcome.STANDING: Kind.STANDING_TAKEN,
    Outcome.OWN_DEFAULT: Kind.OWN_DEFAULT,
}
_AHEAD = (Outcome.STANDING, Outcome.OWN_DEFAULT)
