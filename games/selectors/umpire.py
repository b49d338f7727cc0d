"""What an umpire needs in order to act: the open questions of a game, and players by name."""

from uuid import UUID

from games.errors import missing
from games.kernel.errors import malformed
from games.models import OpenRequest, Player, Seat
from games.selectors.decisions import Decision, decisions_at
from games.selectors.guarded import truth


def open_decisions(player: Player, game_id: UUID | str) -> list[Decision]:
    """All open questions of a game, for staff and its umpire; leaves an audit entry. Raises Missing, Forbidden."""
    game = truth(player, game_id, what="decisions").game
    asked = OpenRequest.objects.filter(game=game, closed_at=None)
    seats = Seat.objects.filter(pk__in=asked.values("seat")).select_related("game").order_by("position")
    return [one for seat in seats for one in decisions_at(seat)]


def open_decision(player: Player, game_id: UUID | str, request_id: UUID) -> Decision:
    """One open question of this game. Raises as `open_decisions`; Missing for another game's or a closed one."""
    found = next((one for one in open_decisions(player, game_id) if one.id == request_id), None)
    if found is None:
        raise missing()
    return found


def player_named(name: str, place: str = "/player") -> Player:
    """The active player of that name in any case. Raises Malformed at `place`."""
    found = Player.objects.filter(username__iexact=name, is_active=True).first()
    if found is None:
        raise malformed(place, "There is no player of that name.", "その名前のプレイヤーはいません。", "player")
    return found
