"""Taking a game up under its lock: all that a resolve looks at, in one journey to the database."""

from typing import NamedTuple
from uuid import UUID

from games.kernel.chance import Chance
from games.models import Branch, Game, OpenRequest, SealedAnswer, Seat
from games.models.statements import Reading, key, read_together
from games.services.locks import locking, the_game
from games.stored.position import Stored, branch_now, dice_of, is_kept, stored_now, table_order, unless_kept

_OPEN = "game_id = %s AND closed_at IS NULL"
_GIVEN = "request_id IN (SELECT id FROM games_openrequest WHERE game_id = %s AND closed_at IS NULL)"
_ASKED = ("id", "seat_id", "entry", "key", "kind", "due_at", "revision", "ready")
_ANSWERED = ("id", "request_id", "revision", "answer", "channel", "at")


class TakenUp(NamedTuple):
    """A game whose row is held, its seats in table order, its open questions and all answers ever given to those."""

    game: Game
    seats: list[Seat]
    questions: list[OpenRequest]
    answers: list[SealedAnswer]
    branches: list[Branch]
    stored: Stored | None = None
    """Where the game stands, unless this process has it in memory."""

    @property
    def chance(self) -> Chance:
        """The dice of the present branch; their secret is kept no longer than the transaction."""
        (branch,) = self.branches
        return dice_of(branch, self.seats)


def taken_up(game_id: UUID | str) -> TakenUp:
    """The game, held until the transaction ends. Raises Missing.

    Of a game that this process has not played last, where it stands comes in the same journey; of one that another
    process has moved on since, in a second one.
    """
    lock = locking(game_id)
    wanted = UUID(str(game_id))
    always = (lock, table_order(wanted), *questions_and_answers(wanted), branch_now(wanted))
    found, seats, questions, answers, branches, *stored = read_together(
        *always, *(() if is_kept(wanted) else stored_now(wanted))
    )
    game = the_game(found)
    return TakenUp(game, seats, questions, answers, branches, unless_kept(game, Stored(*stored) if stored else None))


def looked_at(game: Game) -> TakenUp:
    """The same of a game that nobody holds, without its dice: to look, not to write."""
    seats, questions, answers = read_together(table_order(game.pk), *questions_and_answers(game.pk))
    return TakenUp(game, seats, questions, answers, [])


def questions_and_answers(game_id: UUID) -> tuple[Reading, Reading]:
    """The readings of a game's open questions and of the answers to them."""
    values = (key(game_id),)
    return Reading(OpenRequest, _OPEN, values, only=_ASKED), Reading(SealedAnswer, _GIVEN, values, only=_ANSWERED)
