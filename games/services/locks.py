"""Lock a game's row, and the order in which transactions lock rows.

A transaction that locks several rows locks them in this order, so that no two transactions wait for each other:

1. the row of the player who acts (`mail_quarantine.lock_mail_of_player`, `profile`, `mail_delivery`);
2. the player's incoming e-mails. They change only under lock 1; a transaction that has lock 1 may therefore lock them
   even after 3 or 4. The link that cancels an e-mail needs no lock 1, because it locks nothing else;
3. the game; several games by `lock_games`;
4. the rows of a game: seats, questions, invitations, outgoing e-mails, notes.

A transaction that has locked a game never locks a player's row after that, unless it has this lock already. Rows that
only refer to a player or to a game (foreign keys) may be written at any time, for all these locks are ``FOR NO KEY
UPDATE``.
"""

from collections.abc import Iterable
from uuid import UUID

from games.database.batch import SelectQuery, fetch_batch, for_update, key
from games.errors import missing
from games.models import Game


def lock_game(game_id: UUID | str) -> Game:
    """Return the game's row, locked until the transaction ends (SQLite locks the whole database).

    Raises Missing if there is no such game.
    """
    (found,) = fetch_batch(game_lock_query(game_id))
    return require_game(found)


def lock_games(game_ids: Iterable[UUID]) -> None:
    """Lock several games until the transaction ends, in the order of their ids.

    A transaction that needs more than one game calls this before it locks a single game.
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
    """Return the only row in `rows`, the result of `game_lock_query`. Raises Missing if `rows` is empty."""
    if not rows:
        raise missing()
    return rows[0]
