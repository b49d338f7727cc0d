"""The one lock of a game: its row."""

from uuid import UUID

from games.errors import missing
from games.models import Game
from games.models.statements import Reading, for_update, key, read_together


def locked_game(game_id: UUID | str) -> Game:
    """The game's row, held until the transaction ends. On SQLite BEGIN IMMEDIATE holds everything. Raises Missing."""
    (found,) = read_together(locking(game_id))
    return the_game(found)


def locking(game_id: UUID | str) -> Reading:
    """The reading that holds the game's row until the transaction ends. Raises Missing for what is no id."""
    try:
        wanted = game_id if isinstance(game_id, UUID) else UUID(game_id)
    except ValueError:
        raise missing() from None
    return Reading(Game, "id = %s", (key(wanted),), for_update())


def the_game(found: list[Game]) -> Game:
    """The row that a locking reading has found. Raises Missing."""
    if not found:
        raise missing()
    return found[0]
