"""A player's private notes, readable by the player only."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct

from games.database.batch import key, select
from games.errors import missing
from games.models import Game, Notebook, Player
from games.selectors.access import get_game, is_involved


class Notes(Struct, frozen=True):
    """A player's notes on a game, and `units`, those on single units by id; `revision` counts the changes."""

    game: UUID
    name: str
    text: str = ""
    revision: int = 0
    changed_at: datetime | None = None
    units: dict[str, str] = {}


def get_game_for_notes(player: Player, game_id: UUID | str) -> Game:
    """Return the game in which the player may keep notes: one that the player belongs to. Raises Missing."""
    game = get_game(player, game_id)
    if not is_involved(player, game):
        raise missing()
    return game


def get_notes(player: Player, game_id: UUID | str) -> Notes:
    """Return the player's notes on a game, empty before the first. Raises Missing."""
    game = get_game_for_notes(player, game_id)
    found = select(Notebook, where="player_id = %s AND game_id = %s", values=(player.pk, key(game.pk)))
    return build_notes(found[0], game) if found else Notes(game.pk, game.name)


def list_notes(player: Player) -> list[Notes]:
    """Return the player's notes on all games, the latest first; they stay readable after the player leaves the seat."""
    rows = (
        Notebook.objects.filter(player=player)
        .exclude(text="", units={})
        .select_related("game")
        .order_by("-changed_at", "id")
    )
    return [build_notes(row, row.game) for row in rows]


def build_notes(row: Notebook, game: Game) -> Notes:
    """Return a stored notebook as its player reads it."""
    return Notes(game.pk, game.name, row.text, row.revision, row.changed_at, row.units)
