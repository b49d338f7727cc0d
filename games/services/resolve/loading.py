"""Load a game under its lock with all data of a resolve, in one round trip."""

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
    """A locked game, its seats in table order, its open questions and all answers ever given to those."""

    game: Game
    seats: list[Seat]
    questions: list[OpenRequest]
    answers: list[SealedAnswer]
    branches: list[Branch]
    stored: PositionRows | None = None
    """The game's state, unless this process has it in memory."""

    @property
    def load_dice(self) -> Chance:
        """Return the dice of the present branch; their secret is kept no longer than the transaction."""
        (branch,) = self.branches
        return make_dice(branch, self.seats)


def load_locked_game(game_id: UUID | str) -> LockedGame:
    """Load the game and lock it until the transaction ends. Raises Missing.

    For a game that this process did not play last, the state comes in the same round trip; if another process has
    played it since, in a second one.
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
    """Load a game without lock and dice, for reading only."""
    seats, questions, answers = fetch_batch(seats_query(game.pk), *questions_and_answers_queries(game.pk))
    return LockedGame(game, seats, questions, answers, [])


def questions_and_answers_queries(game_id: UUID) -> tuple[SelectQuery, SelectQuery]:
    """Return the queries for a game's open questions and for their answers."""
    values = (key(game_id),)
    return SelectQuery(OpenRequest, _OPEN, values, only=_ASKED), SelectQuery(
        SealedAnswer, _GIVEN, values, only=_ANSWERED
    )
