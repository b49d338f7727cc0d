"""Deleting a game for good: the one service that removes what is append-only."""

from uuid import UUID

from django.db import transaction

from games.errors import forbidden, wrong_state
from games.models import Checkpoint, EventSegment, Game, JournalSegment, Message, OutgoingMail, Player
from games.models.guard import permit
from games.services.locks import locked_game
from games.stored.audit import record


def do_purge_game(*, by: Player, game_id: UUID | str) -> None:
    """Delete a game that has ended, or never began, and all that was stored of it; the audit record stays.

    Superusers only. Raises Missing, Forbidden, WrongState.
    """
    if not by.is_superuser:
        raise forbidden("Only an administrator may delete games.", "ゲームの削除は管理者のみ可能です。")
    with transaction.atomic(), permit():
        game = locked_game(game_id)
        if game.status not in (Game.Status.OVER, Game.Status.ABANDONED, Game.Status.OPEN):
            raise wrong_state("End the game first.", "先にゲームを終了してください。")
        record(by, "purge", game.pk, title=game.title, stops=game.stop)
        for model in (Checkpoint, JournalSegment, EventSegment, Message, OutgoingMail):
            model._default_manager.filter(game=game).delete()
        game.delete()
