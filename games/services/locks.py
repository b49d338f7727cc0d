"""The lock of a game, which is its row, and the order in which rows are locked.

A transaction that locks several rows takes them in this order; then no two transactions wait for each other:

1. the row of the player who acts (`get_waiting_mail.lock_mail_of`, `profile`, `delivery`);
2. the player's incoming e-mails, one or several. They change only under lock 1, so that they may also be locked later.
   One exception locks nothing else: the link that cancels an e-mail;
3. the game; several games by `hold_games`;
4. the rows of a game: seats, questions, invitations, letters, notes.

A transaction that holds a game never locks a player's row for the first time. Rows that only refer to a player or to a
game (foreign keys) may be written at any time, for all these locks are ``FOR NO KEY UPDATE``.
"""

from collections.abc import Iterable
from uuid import UUID

from games.database.batch import SelectQuery, fetch_batch, for_update, key
from games.errors import missing
from games.models import Game


def lock_game(game_id: UUID | str) -> Game:
    """Return the game's row, locked until the transaction ends; SQLite locks everything. Raises Missing."""
    (found,) = fetch_batch(game_lock_query(game_id))
    return require_game(found)


def hold_games(game_ids: Iterable[UUID]) -> None:
    """Lock several games until the transaction ends, in the order of their ids.

    A transaction that needs more than one game calls this before it locks any of them.
    """
    for game_id in sorted(set(game_ids)):
        fetch_batch(game_lock_query(game_id)._replace(only=("id",)))


def game_lock_query(game_id: UUID | str) -> SelectQuery:
    """Return the query that locks the game's row until the transaction ends. Raises Missing for an invalid id."""
    try:
        wanted = game_id if isinstance(game_id, UUID) else UUID(game_id)
    except ValueError:
        raise missing() from None
    return SelectQuery(Game, "id = %s", (key(wanted),), for_update())


def require_game(rows: list[Game]) -> Game:
    """Return the row that a locking query has found. Raises Missing."""
    if not rows:
        raise missing()
    return rows[0]
