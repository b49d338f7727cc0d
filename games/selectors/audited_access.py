"""Audited access to hidden state, for staff and umpires who hold no seat in the game."""

from uuid import UUID

from games.errors import forbidden
from games.models import Game, Player
from games.persistence.audit import record_audit_entry
from games.selectors.access import Access, get_game, may_umpire


def audited_access(player: Player, game: Game, audience: str, action: str = "view") -> Access:
    """Return the right of staff or umpire to see a game as `audience`, and record its use in the audit log.

    Raises Forbidden for other players, and for staff and umpires who hold a seat. `action` names the log's entry.
    """
    if not may_umpire(player, game):
        raise forbidden("You may not look behind the screen of this game.", "このゲームの隠された内容は見られません。")
    record_audit_entry(player, f"looked_at_{action}", game.pk, audience=audience)
    return Access(game, audience, "staff")


def umpire_view(player: Player, game_id: UUID | str, *, action: str = "truth") -> Access:
    """Return the right to see a game as the umpire, and record its use in the audit log under the name `action`.

    Raises Missing if the player may not know of the game; Forbidden for all but staff and umpire without a seat.
    """
    return audited_access(player, get_game(player, game_id), "umpire", action)
