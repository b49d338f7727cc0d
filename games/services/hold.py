"""Release a held game: play the current step again under the present rules, with the answers that still fit."""

from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games.errors import forbidden, wrong_state
from games.kernel.driver import DriveResult, NumberedEvent, drive
from games.kernel.journal_migration import JournalMigration, MigrationReport
from games.models import EventSegment, Game, JournalSegment, Notice, Player
from games.persistence import serialization
from games.persistence.audit import record_audit_entry
from games.persistence.position import load_dice, load_position, seats_in_order
from games.selectors.access import may_umpire, require_visible
from games.services.branches import (
    branch_off,
    find_origin,
    make_branch_position,
    refuse_on_rule_errors,
    withdraw_all_questions,
)
from games.services.locks import lock_game
from games.services.notices import make_notice
from games.services.resolve.unit_of_work import ResolveUnitOfWork
from games.services.resolve.view_writer import list_audiences


def do_release(*, by: Player, game_id: UUID | str, reason: str = "") -> MigrationReport:
    """Release a held game; return which answers were kept and which are asked again.

    The current step is played again on a new branch, with its former answers and dice as far as they fit. Events that
    were already published in the same form are not published again. Raises WrongState if the game is not held, or if
    the rules fail again (it stays held); Missing or Forbidden if the player may not do this.
    """
    now = timezone.now()
    with transaction.atomic():
        game = _held(by, game_id)
        seats = seats_in_order(game)
        old = load_position(game)
        origin = find_origin(game, game.branch, game.stop)
        told = _told_in_step(game, old.checkpoint.first_event)
        withdrawn = withdraw_all_questions(game, now)
        branch = branch_off(game, origin, author=by, reason=reason or "released from hold")
        salvage = JournalMigration(old.recorded, load_dice(game, seats), sealed=withdrawn.ready)
        checkpoint = msgspec.structs.replace(origin.checkpoint, rules_version=old.title.rules.version)
        with refuse_on_rule_errors(game):
            run = drive(old.title, checkpoint, (), salvage.answer_question, chance=salvage, branch=branch.number)
            views = run.views(old.title, list_audiences(seat.role for seat in seats))
        outcome = salvage.report(run)
        known = _drop_known(run, told)
        here, first = make_branch_position(game, origin, checkpoint, known)
        writing = ResolveUnitOfWork(game, seats, now)
        writing.cause, writing.first = JournalSegment.Cause.HOLD, first
        writing.opening, writing.closed = branch, withdrawn.outcomes
        writing.sealed = {offer.seat: offer.given for offer in outcome.waiting}
        writing.notices.append(
            make_notice(game, Notice.Kind.RELEASED, author=by, reason=reason[:500], commitment=branch.commitment)
        )
        writing.notices += [
            make_notice(game, Notice.Kind.REOPENED, to=(offer.seat,), seat=offer.seat, question=offer.key)
            for offer in outcome.refused
        ]
        writing.commit(here, run, views, writing.select_unanswered(run.open_questions), salvage.entries(run))
        record_audit_entry(
            by, "release", game.pk, branch=branch.number, kept=len(outcome.kept), refused=len(outcome.refused)
        )
    return outcome


def _held(by: Player, game_id: UUID | str) -> Game:
    """Return the game, locked. Raises WrongState if it is not held; Missing or Forbidden if the player may not act."""
    game = lock_game(game_id)
    require_visible(by, game)
    if not may_umpire(by, game):
        raise forbidden("You may not release this game.", "保留を解除する権限がありません。")
    if game.status != Game.Status.HELD:
        raise wrong_state("This game is not held.", "このゲームは保留されていません。")
    return game


def _told_in_step(game: Game, first_event: int) -> list[NumberedEvent]:
    """Return the current branch's stored events from number `first_event` on."""
    rows = EventSegment.objects.filter(game=game, branch=game.branch).order_by("number").values_list("told", flat=True)
    return [event for blob in rows for event in serialization.read_events(blob) if event.number >= first_event]


def _drop_known(run: DriveResult, told: list[NumberedEvent]) -> int:
    """Remove from the run its leading events that equal the events `told` before; return how many."""
    known = 0
    for old, new in zip(told, run.events, strict=False):
        if (old.number, old.step) != (new.number, new.step) or serialization.to_builtins(
            old.event
        ) != serialization.to_builtins(new.event):
            break
        known += 1
    del run.events[:known]
    return known
