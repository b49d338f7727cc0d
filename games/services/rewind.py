"""Rewind a game to the beginning of an earlier step, on a new branch; all players are notified of the reason."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games import registry
from games.errors import forbidden, missing, wrong_state
from games.kernel import journal
from games.kernel.chance import random_words, uniform_below
from games.kernel.driver import drive
from games.kernel.errors import malformed
from games.kernel.title import Title
from games.models import Branch, Game, JournalSegment, Notice, Player
from games.persistence.audit import record_audit_entry
from games.persistence.position import load_dice, nonces_in_order, seats_in_order
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

RESHUFFLE = -1
"""The roll number from which a branch's dice derive the new order of unseen components; rolls count from 0."""


def do_rewind(*, by: Player, game_id: UUID | str, number: int, reason: str) -> Branch:
    """Go back to the beginning of the step in which stop `number` lies (the game's stop number), on a new branch.

    Returns the new branch. Components that no seat has seen (such as the order of a deck) are shuffled again with the
    new branch's dice; the former branch is kept. Raises Missing if the caller may not see the game, or for an unknown
    stop; Forbidden if the caller may not umpire the game; WrongState if the game is not in play; Malformed without a
    reason.
    """
    if not reason.strip():
        raise malformed("/reason", "A reason is needed.", "理由を入力してください。")
    now = timezone.now()
    with transaction.atomic():
        game = lock_game(game_id)
        require_visible(by, game)
        if not may_umpire(by, game):
            raise forbidden("You may not rewind this game.", "このゲームを巻き戻す権限がありません。")
        if game.status not in (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.HELD):
            raise wrong_state("Only a game in progress can be rewound.", "進行中のゲームだけを巻き戻せます。")
        segment = JournalSegment.objects.filter(game=game, number=number).first()
        if segment is None:
            raise missing()
        seats, title = seats_in_order(game), registry.game_title(game)
        origin = find_origin(game, segment.branch, number)
        withdrawn = withdraw_all_questions(game, now)
        branch = branch_off(game, origin, author=by, reason=reason)
        chance = load_dice(game, seats)
        with refuse_on_rule_errors(game):
            checkpoint = _reshuffled(title, origin.checkpoint, branch, nonces_in_order(seats))
            run = drive(title, checkpoint, chance=chance, branch=branch.number)
            views = run.views(title, list_audiences(seat.role for seat in seats))
        here, first = make_branch_position(game, origin, checkpoint)
        writing = ResolveUnitOfWork(game, seats, now)
        writing.cause, writing.first = JournalSegment.Cause.REWIND, first
        writing.opening, writing.closed = branch, withdrawn.outcomes
        writing.notices.append(
            make_notice(game, Notice.Kind.REWOUND, author=by, reason=reason[:500], commitment=branch.commitment)
        )
        writing.commit(here, run, views, writing.select_unanswered(run.open_questions))
        record_audit_entry(by, "rewind", game.pk, branch=branch.number, to=number, reason=reason[:500])
    return branch


def _reshuffled(
    title: Title[Any], checkpoint: journal.Checkpoint, branch: Branch, nonces: Sequence[bytes]
) -> journal.Checkpoint:
    """Return the checkpoint with unseen components shuffled by the new branch's dice."""
    source = random_words(bytes(branch.secret), nonces, branch.number, RESHUFFLE)
    state = title.secrecy.reshuffle(title.read_state(checkpoint.state), lambda limit: uniform_below(limit, source))
    return msgspec.structs.replace(checkpoint, state=title.write_state(state), rules_version=title.rules.version)
