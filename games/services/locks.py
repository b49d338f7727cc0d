"""The one lock of a game: its row."""

from uuid import UUID

from games.errors import missing
from games.models import Game


def locked_game(game_id: UUID | str) -> Game:
    """The game's row, held until the transaction ends. On SQLite BEGIN IMMEDIATE holds everything. Raises Missing."""
    game = Game.objects.select_for_update().filter(pk=game_id).first()
    if game is None:
        raise missing()
    return game
