"""Start a new branch (line of play) of a game at an earlier checkpoint, for a rewind or the release of a held game."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from games import registry
from games.errors import wrong_state
from games.kernel import journal
from games.kernel.journal import SeatAnswer
from games.models import Branch, Checkpoint, Game, JournalSegment, OpenRequest, Player, SealedAnswer
from games.persistence import hash_chain, serialization
from games.persistence.position import Position
from games.services.creation import create_branch
from games.services.curves.planning import drop_curve
from games.services.resolve.segment_writer import make_checkpoint_row

logger = logging.getLogger(__name__)

AnswerKey = tuple[str, str]
"""The role of the asked seat, and the key of the question."""


class BranchOrigin(NamedTuple):
    """A checkpoint at which a new branch can start."""

    checkpoint: journal.Checkpoint
    branch: int
    """The number of the branch that stored the checkpoint."""
    written: int
    """The number of the segment stored with the checkpoint; 0: before the first segment."""


@contextmanager
def refuse_on_rule_errors(game: Game) -> Iterator[None]:
    """Raise WrongState in place of any exception that the rules raise in the block."""
    try:
        yield
    except Exception as error:
        logger.exception("game %s: the rules failed on a new branch", game.pk)
        raise wrong_state(
            "The rules cannot go on from there: {name}: {error}",
            "ルールの処理を続行できません。",
            name=type(error).__name__,
            error=error,
        ) from error


def find_origin(game: Game, branch: int, number: int) -> BranchOrigin:
    """Return the last checkpoint of a branch that was stored with segment `number` or an earlier segment.

    Raises ValueError if there is no such checkpoint.
    """
    rows = Checkpoint.objects.filter(game=game, branch=branch, written__lte=number)
    row = rows.order_by("-number").first()
    if row is None:
        raise ValueError(f"branch {branch} has no checkpoint at {number}")
    keyframe = None
    if row.keyframe is not None:
        keyframe = Checkpoint.objects.get(game=game, branch=branch, number=row.keyframe)
    return BranchOrigin(serialization.read_checkpoint(row, keyframe), branch, row.written)


def branch_off(game: Game, origin: BranchOrigin, *, author: Player, reason: str) -> Branch:
    """Create a branch with its own dice at `origin`, make it the game's current branch, and return it.

    The game runs again; its former branch is kept. The caller stores the game. `author` is the player who causes the
    branch, for the given `reason`.
    """
    drop_curve(game)
    number = Branch.objects.filter(game=game).count()
    branch = create_branch(
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


def _chain_at(game: Game, origin: BranchOrigin) -> bytes:
    if origin.written:
        return bytes(JournalSegment.objects.values_list("chain", flat=True).get(game=game, number=origin.written))
    return hash_chain.genesis_hash(game)


def make_branch_position(
    game: Game, origin: BranchOrigin, checkpoint: journal.Checkpoint, published_events: int = 0
) -> tuple[Position, Checkpoint]:
    """Return the position at the beginning of the new branch, and the unsaved row of its first checkpoint.

    `origin` is where the branch starts, `checkpoint` its first checkpoint. `published_events` is how many events of the
    step were published on the former branch and are not published again.
    """
    here = Position(
        title=registry.game_title(game),
        checkpoint=checkpoint,
        keyframe=(checkpoint.number, checkpoint.state),
        recorded=[],
        published_events=published_events,
        parent=origin.written or None,
        next_entry=checkpoint.first_entry,
        next_event=checkpoint.first_event + published_events,
    )
    return here, make_checkpoint_row(game, checkpoint, None)


class WithdrawnQuestions(NamedTuple):
    """The open questions that were closed because a new branch starts."""

    requests: list[OpenRequest]
    ready: dict[AnswerKey, SeatAnswer]
    """Their submitted answers, by role and key of the question."""

    @property
    def outcomes(self) -> list[tuple[OpenRequest, str]]:
        """Return each closed question with the outcome "withdrawn"."""
        return [(request, OpenRequest.Outcome.WITHDRAWN) for request in self.requests]


def withdraw_all_questions(game: Game, now: datetime) -> WithdrawnQuestions:
    """Close every open question of the game as withdrawn, and return them with their submitted answers.

    The caller stores in the next journal segment that they are closed.
    """
    requests = list(OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat").defer("question"))
    sealed = _ready_answers(requests)
    ids = [request.pk for request in requests]
    OpenRequest.objects.filter(pk__in=ids).update(
        closed_at=now, closing_stop=game.stop + 1, outcome=OpenRequest.Outcome.WITHDRAWN
    )
    return WithdrawnQuestions(requests, sealed)


def _ready_answers(requests: Sequence[OpenRequest]) -> dict[AnswerKey, SeatAnswer]:
    ready = {request.pk: request for request in requests if request.ready}
    found: dict[AnswerKey, SeatAnswer] = {}
    for answer in SealedAnswer.objects.filter(request__in=ready).exclude(answer=None):
        request = ready[answer.request_id]
        if answer.revision == request.revision:
            value = serialization.read_answer(answer.answer)
            role = request.seat.role
            found[role, request.key] = SeatAnswer(role, value, answer.channel, answer.at.isoformat())
    return found
