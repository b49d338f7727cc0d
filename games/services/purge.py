"""Delete games permanently: only this module deletes rows of the tables that otherwise only grow."""

from uuid import UUID

from django.db import transaction

from games.errors import forbidden, missing, wrong_state
from games.models import Checkpoint, EventSegment, Game, JournalSegment, Message, OutgoingMail, Player
from games.models.append_only import allow_changes
from games.persistence.audit import record_audit_entry
from games.selectors.access import may_manage, may_see
from games.services.locks import lock_game


def do_purge_game(*, by: Player, game_id: UUID | str) -> None:
    """Delete a game that has ended or never started, with all its data except the audit log.

    For superusers only. Raises Missing if there is no such game; Forbidden for other players; WrongState for a game in
    play.
    """
    if not by.is_superuser:
        raise forbidden("Only an administrator may delete games.", "ゲームの削除は管理者のみ可能です。")
    with transaction.atomic(), allow_changes():
        game = lock_game(game_id)
        if game.status not in (Game.Status.OVER, Game.Status.ABANDONED, Game.Status.OPEN):
            raise wrong_state("End the game first.", "先にゲームを終了してください。")
        record_audit_entry(by, "purge", game.pk, title=game.title, stops=game.stop)
        _delete(game)


def do_delete_unbegun(*, by: Player, game_id: UUID | str) -> None:
    """Delete a game that never started, for its host, umpire or staff, if no player but the host holds a seat.

    A game with other players must be abandoned first, so that they are notified. Raises Missing if the player may not
    see the game; Forbidden if the player may not delete it; WrongState if the game has started or has other players.
    """
    with transaction.atomic(), allow_changes():
        game = lock_game(game_id)
        if not may_see(by, game):
            raise missing()
        if not may_manage(by, game):
            raise forbidden("You may not delete this game.", "このゲームを削除する権限がありません。")
        if game.started_at is not None or game.status not in (Game.Status.OPEN, Game.Status.ABANDONED):
            raise wrong_state("This game has begun.", "このゲームはすでに始まっています。")
        others = game.seats.filter(player__isnull=False).exclude(player=game.host)
        if game.status == Game.Status.OPEN and others.exists():
            raise wrong_state("Others sit here: call it off first.", "参加者がいます。先に中止してください。")
        record_audit_entry(by, "delete", game.pk, title=game.title)
        _delete(game)


def _delete(game: Game) -> None:
    for model in (Checkpoint, JournalSegment, EventSegment, Message, OutgoingMail):
        model._default_manager.filter(game=game).delete()
    game.delete()
