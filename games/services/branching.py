"""Going back to a checkpoint on a branch of its own: what rewinds and the exit from a hold have in common."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from games import registry
from games.errors import wrong_state
from games.kernel import journal
from games.kernel.journal import Given
from games.models import Branch, Checkpoint, Game, JournalSegment, OpenRequest, Player, SealedAnswer
from games.services.creation import new_branch
from games.services.resolve.segments import checkpoint_row
from games.stored import chain, packing
from games.stored.position import Position

logger = logging.getLogger(__name__)

Name = tuple[str, str]
"""Seat and key of a question."""


class Origin(NamedTuple):
    """A stored checkpoint that a branch may begin with, and the segment it was written in (0: before the first)."""

    checkpoint: journal.Checkpoint
    branch: int
    written: int


@contextmanager
def under_the_rules(game: Game) -> Iterator[None]:
    """Turn whatever the rules raise into a refusal, so that the game stays as it is. Raises WrongState."""
    try:
        yield
    except Exception as error:
        logger.exception("game %s: the rules failed on a new branch", game.pk)
        raise wrong_state(
            f"The rules cannot go on from there: {type(error).__name__}: {error}", "ルールの処理を続行できません。"
        ) from error


def origin_at(game: Game, branch: int, number: int) -> Origin:
    """The checkpoint in force when segment `number` of `branch` was written."""
    rows = Checkpoint.objects.filter(game=game, branch=branch, written__lte=number)
    row = rows.order_by("-number").first()
    if row is None:
        raise ValueError(f"branch {branch} has no checkpoint at {number}")
    keyframe = None
    if row.keyframe is not None:
        keyframe = Checkpoint.objects.get(game=game, branch=branch, number=row.keyframe)
    return Origin(packing.read_checkpoint(row, keyframe), branch, row.written)


def branch_off(game: Game, origin: Origin, *, author: Player, reason: str) -> Branch:
    """A new branch from a checkpoint, with dice of its own; the game goes on there. Nothing is deleted."""
    number = Branch.objects.filter(game=game).count()
    branch = new_branch(
        game,
        number,
        parent=origin.branch,
        parent_checkpoint=origin.checkpoint.number,
        author=author,
        reason=reason[:2000],
    )
    game.branch = number
    game.status, game.hold_reason = Game.Status.RUNNING, ""
    if game.paused_at is not None:
        game.paused_at = game.paused_until = None
        game.save(update_fields=["paused_at", "paused_until"])
    game.chain_hash = _chain_at(game, origin)
    return branch


def _chain_at(game: Game, origin: Origin) -> bytes:
    if origin.written:
        return bytes(JournalSegment.objects.values_list("chain", flat=True).get(game=game, number=origin.written))
    return chain.genesis(game)


def place(
    game: Game, origin: Origin, checkpoint: journal.Checkpoint, published: int = 0
) -> tuple[Position, Checkpoint]:
    """The position at the beginning of the new branch, and the row of its first checkpoint."""
    here = Position(
        title=registry.game_title(game),
        checkpoint=checkpoint,
        keyframe=(checkpoint.number, checkpoint.state),
        recorded=[],
        published=published,
        parent=origin.written or None,
        next_entry=checkpoint.first_entry,
        next_event=checkpoint.first_event + published,
    )
    return here, checkpoint_row(game, checkpoint, None)


def withdraw_all(game: Game, now: datetime) -> dict[Name, Given]:
    """Close every open question; the answers that lay ready, by seat and key."""
    requests = list(OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat").defer("question"))
    sealed = _ready_answers(requests)
    ids = [request.pk for request in requests]
    OpenRequest.objects.filter(pk__in=ids).update(closed_at=now, outcome=OpenRequest.Outcome.WITHDRAWN)
    return sealed


def _ready_answers(requests: Sequence[OpenRequest]) -> dict[Name, Given]:
    ready = {request.pk: request for request in requests if request.ready}
    found: dict[Name, Given] = {}
    for answer in SealedAnswer.objects.filter(request__in=ready).exclude(answer=None):
        request = ready[answer.request_id]
        if answer.revision == request.revision:
            value = packing.read_answer(answer.answer)
            role = request.seat.role
            found[role, request.key] = Given(role, value, answer.channel, answer.at.isoformat())
    return found
