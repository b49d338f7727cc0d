"""The one lock of a game: its row."""

from uuid import UUID

from games.errors import missing
from games.models import Game
from games.models.statements import for_update, key, select


def locked_game(game_id: UUID | str) -> Game:
    """The game's row, held until the transaction ends. On SQLite BEGIN IMMEDIATE holds everything. Raises Missing."""
    try:
        wanted = game_id if isinstance(game_id, UUID) else UUID(game_id)
    except ValueError:
        raise missing() from None
    found = select(Game, where="id = %s", values=(key(wanted),), tail=for_update())
    if not found:
        raise missing()
    return found[0]
