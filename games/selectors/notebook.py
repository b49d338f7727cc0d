"""Read a player's private notes, which only the player may read."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct

from games.database.batch import key, select
from games.errors import missing
from games.models import Game, Notebook, Player
from games.selectors.access import get_game, is_involved


class Notes(Struct, frozen=True):
    """A player's notes on a game."""

    game: UUID
    """The id of the game."""
    name: str
    """The name of the game."""
    text: str = ""
    """The notes on the game."""
    revision: int = 0
    """The number of changes so far."""
    changed_at: datetime | None = None
    units: dict[str, str] = {}
    """The notes on single units, by the unit's id."""


def get_game_for_notes(player: Player, game_id: UUID | str) -> Game:
    """Return the game if the player belongs to it, and so may keep notes on it. Raises Missing for other games."""
    game = get_game(player, game_id)
    if not is_involved(player, game):
        raise missing()
    return game


def get_notes(player: Player, game_id: UUID | str) -> Notes:
    """Return the player's notes on a game, empty before the first. Raises as `get_game_for_notes`."""
    game = get_game_for_notes(player, game_id)
    found = select(Notebook, where="player_id = %s AND game_id = %s", values=(player.pk, key(game.pk)))
    return build_notes(found[0], game) if found else Notes(game.pk, game.name)


def list_notes(player: Player) -> list[Notes]:
    """Return the player's notes on all games, the latest first, also of games whose seat the player has left."""
    rows = (
        Notebook.objects.filter(player=player)
        .exclude(text="", units={})
        .select_related("game")
        .order_by("-changed_at", "id")
    )
    return [build_notes(row, row.game) for row in rows]


def build_notes(row: Notebook, game: Game) -> Notes:
    """Return the notes in a stored row."""
    return Notes(game.pk, game.name, row.text, row.revision, row.changed_at, row.units)
