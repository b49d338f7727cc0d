"""Load a locked game with all data that a resolve needs, in one round trip to the database."""

from typing import NamedTuple
from uuid import UUID

from games.database.batch import SelectQuery, fetch_batch, key
from games.kernel.chance import Chance
from games.models import Branch, Game, OpenRequest, SealedAnswer, Seat
from games.persistence.position import (
    PositionRows,
    branch_query,
    fetch_unless_cached,
    is_cached,
    make_dice,
    position_queries,
    seats_query,
)
from games.services.locks import game_lock_query, require_game

_OPEN = "game_id = %s AND closed_at IS NULL"
_GIVEN = "request_id IN (SELECT id FROM games_openrequest WHERE game_id = %s AND closed_at IS NULL)"
_ASKED = ("id", "seat_id", "branch", "stop", "entry", "key", "kind", "due_at", "revision", "ready", "answers_hash")
_ANSWERED = ("id", "request_id", "revision", "answer", "channel", "at")


class LockedGame(NamedTuple):
    """A locked game with the rows that a resolve needs."""

    game: Game
    seats: list[Seat]
    """The seats in table order."""
    questions: list[OpenRequest]
    """The open questions."""
    answers: list[SealedAnswer]
    """All revisions of the answers to these questions."""
    branches: list[Branch]
    """The current branch only."""
    stored: PositionRows | None = None
    """The rows with the game's state; None if this process has the state in memory."""

    @property
    def load_dice(self) -> Chance:
        """Return the dice of the current branch. They contain the secret, so do not keep them after the transaction."""
        (branch,) = self.branches
        return make_dice(branch, self.seats)


def load_locked_game(game_id: UUID | str) -> LockedGame:
    """Load the game and lock it until the transaction ends. Raises Missing if there is no such game.

    The game's state is loaded too, unless this process has it in its cache. If the cache turns out to be outdated, a
    second query loads the state.
    """
    lock = game_lock_query(game_id)
    wanted = UUID(str(game_id))
    always = (lock, seats_query(wanted), *questions_and_answers_queries(wanted), branch_query(wanted))
    found, seats, questions, answers, branches, *stored = fetch_batch(
        *always, *(() if is_cached(wanted) else position_queries(wanted))
    )
    game = require_game(found)
    return LockedGame(
        game, seats, questions, answers, branches, fetch_unless_cached(game, PositionRows(*stored) if stored else None)
    )


def load_unlocked_game(game: Game) -> LockedGame:
    """Load a game with its questions and answers, but without lock and dice, for reading only."""
    seats, questions, answers = fetch_batch(seats_query(game.pk), *questions_and_answers_queries(game.pk))
    return LockedGame(game, seats, questions, answers, [])


def questions_and_answers_queries(game_id: UUID) -> tuple[SelectQuery, SelectQuery]:
    """Return the queries for a game's open questions and for their answers."""
    values = (key(game_id),)
    return SelectQuery(OpenRequest, _OPEN, values, only=_ASKED), SelectQuery(
        SealedAnswer, _GIVEN, values, only=_ANSWERED
    )
