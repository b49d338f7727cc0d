"""Playing a game on as far as answers allow: one transaction, the game's row locked, nothing rendered or sent.

`do_resolve` may be called at any time, twice, or by two workers at once: it looks under the lock whether there is
something to do, and all that it writes is unique, so no step is lost or doubled.
"""

import logging
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from games import store
from games.kernel.chance import Chance
from games.kernel.driver import Run, drive
from games.kernel.errors import ReplayDiverged
from games.kernel.requests import Ask
from games.models import Game, JournalSegment, Notice, OpenRequest, OutgoingMail, SealedAnswer, Seat
from games.services import hooks, outbox
from games.services.load import Position, chance_of, position, seats_in_order
from games.services.locks import locked_game
from games.services.notices import announce, letters
from games.services.record import Ledger, checkpoint_row
from games.services.sight import Sight, audiences
from games.services.supply import Waiting

logger = logging.getLogger(__name__)

Status = Game.Status
Outcome = OpenRequest.Outcome


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
        waiting = waiting_for(game, now)
        if not waiting.settled:
            _nothing_due(game)
            return Resolved()
        return _Turn(game, waiting, now).play()


def waiting_for(game: Game, now: datetime) -> Waiting:
    """The open questions of a game, with the answers that lie ready for them."""
    requests = list(OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat").defer("question"))
    answered = [request for request in requests if request.revision]
    answers = SealedAnswer.objects.filter(request__in=answered).defer("receipt") if answered else []
    revisions = {request.pk: request.revision for request in requests}
    return Waiting(requests, [a for a in answers if revisions[a.request_id] == a.revision], now)


def hold(game: Game, reason: str, seats: list[Seat]) -> None:
    """Stop a game that the present rules cannot go on with; all are told that, staff and umpire also why."""
    game.status, game.hold_reason, game.due_from = Status.HELD, reason[:4000], None
    game.save(update_fields=["status", "hold_reason", "due_from"])
    notice = announce(game, Notice.Kind.HELD)
    notice.save(force_insert=True)
    outbox.post(letters([notice], seats, {}))
    hooks.after_commit(hooks.MAIL, game.pk)
    logger.error("game %s is held: %s", game.pk, reason.splitlines()[0] if reason else "")


def _nothing_due(game: Game) -> None:
    if game.due_from is not None:
        game.due_from = None
        game.save(update_fields=["due_from"])


class _Turn:
    """One resolve of one game, from its position to all that follows from it."""

    def __init__(self, game: Game, waiting: Waiting, now: datetime) -> None:
        self.game, self.waiting, self.now = game, waiting, now
        self.seats = seats_in_order(game)
        self.by_role = {seat.role: seat for seat in self.seats}
        self.notices: list[Notice] = []
        self.opened: list[OpenRequest] = []

    def play(self) -> Resolved:
        """Drive the title and write down what came of it; a game that cannot go on is held."""
        here, chance = position(self.game), chance_of(self.game, self.seats)
        try:
            run = self._drive(here, chance)
            views = run.views(here.title, audiences(self.by_role))
        except ReplayDiverged as error:
            return self._hold(f"Replay diverged: {error}")
        except Exception as error:
            logger.exception("game %s: the rules failed", self.game.pk)
            return self._hold(f"{type(error).__name__} in the rules: {error}")
        if not (run.entries or run.events or run.checkpoints or self._new_questions(run)):
            _nothing_due(self.game)
            return Resolved()
        self._write(here, run, views)
        return Resolved(moved=True, more=run.more, over=run.over)

    def _hold(self, reason: str) -> Resolved:
        hold(self.game, reason, self.seats)
        return Resolved(moved=True, held=True)

    def _drive(self, here: Position, chance: Chance) -> Run:
        return drive(
            here.title,
            here.checkpoint,
            here.recorded,
            self.waiting.supply,
            chance=chance,
            branch=self.game.branch,
            published=here.published,
        )

    def _write(self, here: Position, run: Run, views: dict[str, bytes]) -> None:
        game, title = self.game, here.title
        game.rules_version = title.rules_version
        ledger = Ledger(game, here.parent, here.next_entry, here.next_event)
        newest = checkpoint_row(game, run.checkpoints[-1], here.keyframe) if run.checkpoints else None
        ledger.write(JournalSegment.Cause.RESOLVE, self.now, run.entries, run.events, newest)
        self._close_answered(run)
        asks = self._new_questions(run)
        sight = Sight(game, self.now)
        sight.look(views, run.events, {ask.seat for ask in asks})
        sight.write()
        self._open(asks, run.number, sight)
        game.due_from = self.now if run.more else None
        if run.over:
            self._end(title.standings(run.state))
        game.save(
            update_fields=[
                *("status", "stop", "step", "checkpoint", "keyframe", "chain_hash", "order_hash"),
                *("due_from", "standings", "ended_at", "rules_version"),
            ]
        )
        self._post(sight, over=run.over)
        self._hint(run)

    def _consumed(self, run: Run) -> bool:
        """True when the open questions have become an entry of the journal."""
        return any(entry.number == self.waiting.entry for entry in run.entries)

    def _close_answered(self, run: Run) -> None:
        """Close the questions that were answered; announce what was played for a seat at its deadline."""
        if self._consumed(run):
            for role, request in self.waiting.requests.items():
                self._close(request, self.waiting.outcomes[role])
        else:
            for role in sorted(self.waiting.unfit):
                self._close(self.waiting.requests[role], Outcome.REOPENED)

    def _close(self, request: OpenRequest, outcome: str) -> None:
        request.closed_at, request.outcome = self.now, outcome
        role, question = request.seat.role, request.kind
        if outcome == Outcome.DEFAULT:
            self.notices.append(announce(self.game, Notice.Kind.DEFAULT_PLAYED, seat=role, question=question))
        elif outcome == Outcome.DRAFT:
            self.notices.append(announce(self.game, Notice.Kind.DRAFT_TAKEN, to=(role,), seat=role, question=question))
        elif outcome == Outcome.REOPENED:
            self.notices.append(announce(self.game, Notice.Kind.REOPENED, to=(role,), seat=role, question=question))

    def _new_questions(self, run: Run) -> list[Ask[Any]]:
        """The questions of the stop that are not open yet, or that have to be asked again."""
        if self._consumed(run) or not self.waiting.requests:
            return list(run.asked)
        return [ask for ask in run.asked if ask.seat in self.waiting.unfit]

    def _open(self, asks: list[Ask[Any]], entry: int, sight: Sight) -> None:
        closed = [request for request in self.waiting.requests.values() if request.closed_at]
        for outcome in sorted({request.outcome for request in closed}):
            ids = [request.pk for request in closed if request.outcome == outcome]
            OpenRequest.objects.filter(pk__in=ids).update(closed_at=self.now, outcome=outcome)
        hours = self.game.deadline_hours
        due = self.now + timedelta(hours=hours) if hours else None
        self.opened = [self._request(ask, entry, sight.stop_of(ask.seat), due) for ask in asks]
        OpenRequest.objects.bulk_create(self.opened)

    def _request(self, ask: Ask[Any], entry: int, seat_stop: int, due: datetime | None) -> OpenRequest:
        game = self.game
        row = OpenRequest(game=game, seat=self.by_role[ask.seat], branch=game.branch, stop=game.stop, entry=entry)
        row.seat_stop, row.opened_at, row.due_at = seat_stop, self.now, due
        row.key, row.kind, row.rule, row.question = ask.key, ask.kind, ask.rule, store.pack(ask)
        return row

    def _end(self, standings: Any) -> None:
        game = self.game
        game.status, game.ended_at = Status.OVER, self.now
        game.standings = msgspec.to_builtins(standings)

    def _post(self, sight: Sight, *, over: bool) -> None:
        """One letter for every player who is asked, sees something new, or is at the end of the game."""
        Notice.objects.bulk_create(self.notices)
        kind = outbox.Kind.OVER if over else outbox.Kind.STOP
        informed = [seat for seat in self.seats if seat.player_id and (over or seat.role in sight.changed)]
        stops = {seat.role: sight.stop_of(seat.role) for seat in self.seats}
        mails: list[OutgoingMail] = [outbox.owed(self.game, s, kind, seat_stop=stops[s.role]) for s in informed]
        outbox.post([*mails, *letters(self.notices, self.seats, stops, informed)])

    def _hint(self, run: Run) -> None:
        hooks.after_commit(hooks.MAIL, self.game.pk)
        if run.more:
            hooks.after_commit(hooks.RESOLVE, self.game.pk)
        if any(request.seat.kind == Seat.Kind.BOT for request in self.opened):
            hooks.after_commit(hooks.BOTS, self.game.pk)
