"""The one door to what is hidden, for staff and a game's umpire: shut for whoever sits there, every use is noted."""

from uuid import UUID

from games.errors import forbidden
from games.models import Game, Player
from games.selectors.access import Access, get_game, may_umpire
from games.stored.audit import record


def look(player: Player, game: Game, audience: str, what: str = "view") -> Access:
    """Let staff or umpire see a game as `audience`. Raises Forbidden for everybody else and for holders of a seat."""
    if not may_umpire(player, game):
        raise forbidden("You may not look behind the screen of this game.", "このゲームの隠された内容は見られません。")
    record(player, f"looked_at_{what}", game.pk, audience=audience)
    return Access(game, audience, "staff")


def truth(player: Player, game_id: UUID | str, *, what: str = "truth") -> Access:
    """The umpire's view of a game. Raises Missing, Forbidden."""
    return look(player, get_game(player, game_id), "umpire", what)
