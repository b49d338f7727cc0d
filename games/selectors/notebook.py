"""A player's own notes: for the player alone, whoever else asks."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct

from games.errors import missing
from games.models import Game, Notebook, Player
from games.models.statements import key, select
from games.selectors.access import belongs, get_game


class Notes(Struct, frozen=True):
    """What a player has written down on a game; `revision` counts the changes, 0 before the first."""

    game: UUID
    name: str
    text: str = ""
    revision: int = 0
    changed_at: datetime | None = None


def own_notebook(player: Player, game_id: UUID | str) -> Game:
    """The game in which the player may keep notes: one to which he belongs. Raises Missing."""
    game = get_game(player, game_id)
    if not belongs(player, game):
        raise missing()
    return game


def my_notes(player: Player, game_id: UUID | str) -> Notes:
    """The player's notes on a game, empty ones before the first. Raises Missing."""
    game = own_notebook(player, game_id)
    found = select(Notebook, where="player_id = %s AND game_id = %s", values=(player.pk, key(game.pk)))
    return notes_of(found[0], game) if found else Notes(game.pk, game.name)


def all_my_notes(player: Player) -> list[Notes]:
    """The player's notes on all games, the latest first; they stay readable whatever becomes of the seat."""
    rows = Notebook.objects.filter(player=player).exclude(text="").select_related("game").order_by("-changed_at", "id")
    return [notes_of(row, row.game) for row in rows]


def notes_of(row: Notebook, game: Game) -> Notes:
    """A stored notebook as its player reads it."""
    return Notes(game.pk, game.name, row.text, row.revision, row.changed_at)
