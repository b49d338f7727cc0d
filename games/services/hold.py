"""The exit of a held game: back to the step's checkpoint under the present rules, keeping what still fits."""

from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games.errors import forbidden, wrong_state
from games.kernel.driver import NumberedEvent, Run, drive
from games.kernel.salvage import Outcome, Salvage
from games.models import EventSegment, Game, JournalSegment, Notice, Player
from games.selectors.access import may_umpire, refuse_unseen
from games.services.branching import branch_off, origin_at, place, under_the_rules, withdraw_all
from games.services.locks import locked_game
from games.services.notices import announce
from games.services.resolve.views import audiences
from games.services.resolve.writing import Writing
from games.stored import packing
from games.stored.audit import record
from games.stored.position import chance_of, position, seats_in_order


def do_release(*, by: Player, game_id: UUID | str, reason: str = "") -> Outcome:
    """Let a held game go on. Answers and dice of the step are fed again where they fit; the rest is asked anew.

    What was told before and is told again word for word is not told twice. Raises Missing, Forbidden, and WrongState
    where the rules cannot go on: then the game stays held.
    """
    now = timezone.now()
    with transaction.atomic():
        game = _held(by, game_id)
        seats = seats_in_order(game)
        old = position(game)
        origin = origin_at(game, game.branch, game.stop)
        told = _told_in_step(game, old.checkpoint.first_event)
        sealed = withdraw_all(game, now)
        branch = branch_off(game, origin, author=by, reason=reason or "released from hold")
        salvage = Salvage(old.recorded, chance_of(game, seats), sealed=sealed)
        checkpoint = msgspec.structs.replace(origin.checkpoint, rules_version=old.title.rules_version)
        with under_the_rules(game):
            run = drive(old.title, checkpoint, (), salvage.supply, chance=salvage, branch=branch.number)
            views = run.views(old.title, audiences(seat.role for seat in seats))
        outcome = salvage.outcome(run)
        known = _drop_known(run, told)
        here, first = place(game, origin, checkpoint, known)
        writing = Writing(game, seats, now)
        writing.cause, writing.first = JournalSegment.Cause.HOLD, first
        writing.opening = branch.commitment
        writing.sealed = {offer.seat: offer.given for offer in outcome.waiting}
        writing.notices.append(
            announce(game, Notice.Kind.RELEASED, author=by, reason=reason[:500], commitment=branch.commitment)
        )
        writing.notices += [
            announce(game, Notice.Kind.REOPENED, to=(offer.seat,), seat=offer.seat, question=offer.key)
            for offer in outcome.refused
        ]
        writing.write(here, run, views, writing.to_open(run.asked), salvage.entries(run))
        record(by, "release", game.pk, branch=branch.number, kept=len(outcome.kept), refused=len(outcome.refused))
    return outcome


def _held(by: Player, game_id: UUID | str) -> Game:
    """The game, locked. Raises Missing, Forbidden, and WrongState for one that is not held."""
    game = locked_game(game_id)
    refuse_unseen(by, game)
    if not may_umpire(by, game):
        raise forbidden("You may not release this game.", "保留を解除する権限がありません。")
    if game.status != Game.Status.HELD:
        raise wrong_state("This game is not held.", "このゲームは保留されていません。")
    return game


def _told_in_step(game: Game, first_event: int) -> list[NumberedEvent]:
    """What the game has told since the checkpoint's first event, in the present branch."""
    rows = EventSegment.objects.filter(game=game, branch=game.branch).order_by("number").values_list("told", flat=True)
    return [event for blob in rows for event in packing.read_events(blob) if event.number >= first_event]


def _drop_known(run: Run, told: list[NumberedEvent]) -> int:
    """Take out of the run what was told before in the same words; how many events that were."""
    known = 0
    for old, new in zip(told, run.events, strict=False):
        if (old.number, old.step) != (new.number, new.step) or packing.plain(old.told) != packing.plain(new.told):
            break
        known += 1
    del run.events[:known]
    return known
