"""Let the server answer questions that have only one possible answer."""

from uuid import UUID

from django.db import transaction

from games.errors import missing, wrong_state
from games.models import Game, Player, Seat
from games.services.locks import lock_game


def do_pass_when_forced(*, player: Player, game_id: UUID | str, seat: str = "", wanted: bool) -> Seat:
    """Set whether the server answers future questions with only one possible answer for the player (`wanted`).

    `seat` is a role; without it, the setting applies to all seats of the player in the game, and the first seat is
    returned. The server answers such questions only on request, because the speed of the answer shows other players
    that there was nothing to decide. Raises Missing without such a seat, WrongState if the game has ended.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        own = Seat.objects.filter(game=game, player=player).order_by("position")
        mine = [one for one in own if seat in ("", one.role)]
        if not mine:
            raise missing()
        if game.status in (Game.Status.OVER, Game.Status.ABANDONED):
            raise wrong_state("This game has ended.", "このゲームは終了しています。")
        for one in mine:
            one.passes_when_forced = wanted
            one.save(update_fields=["passes_when_forced"])
    return mine[0]
