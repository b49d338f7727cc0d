"""Read the data for an umpire's actions: the open questions of a game, and players by name."""

from uuid import UUID

from games.errors import missing
from games.kernel.errors import malformed
from games.models import OpenRequest, Player, Seat
from games.models.player import name_key
from games.selectors.audited_access import umpire_view
from games.selectors.decisions import Decision, list_seat_decisions


def list_open_decisions(player: Player, game_id: UUID | str) -> list[Decision]:
    """Return all open questions of a game, for staff and its umpire; records this in the audit log.

    Raises Missing if the player may not know of the game; Forbidden for all but staff and umpire without a seat.
    """
    game = umpire_view(player, game_id, action="decisions").game
    asked = OpenRequest.objects.filter(game=game, closed_at=None)
    seats = Seat.objects.filter(pk__in=asked.values("seat")).select_related("game").order_by("position")
    return [one for seat in seats for one in list_seat_decisions(seat)]


def get_open_decision(player: Player, game_id: UUID | str, request_id: UUID) -> Decision:
    """Return one open question of this game.

    Raises as `list_open_decisions`; Missing for a closed question or a question of another game.
    """
    found = next((one for one in list_open_decisions(player, game_id) if one.id == request_id), None)
    if found is None:
        raise missing()
    return found


def get_player_by_name(name: str, pointer: str = "/player") -> Player:
    """Return the active player with this name, ignoring case.

    Raises Malformed, with a problem at the JSON pointer `pointer`, if there is no such player.
    """
    found = Player.objects.filter(name_key=name_key(name), is_active=True).first()
    if found is None:
        raise malformed(pointer, "There is no player of that name.", "その名前のプレイヤーはいません。", "player")
    return found
