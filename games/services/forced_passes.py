"""Spare a player the questions that have only one answer."""

from uuid import UUID

from django.db import transaction

from games.errors import missing, wrong_state
from games.models import Game, Player, Seat
from games.services.locks import lock_game


def do_pass_when_forced(*, player: Player, game_id: UUID | str, seat: str = "", wanted: bool) -> Seat:
    """Set whether the server answers later questions that have only one answer for the player's seat (`wanted`).

    Without `seat`, set it for all seats of the player. Other players may notice from the speed of the answer that there
    was nothing to decide: the player chooses it. Raises Missing, WrongState.
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
