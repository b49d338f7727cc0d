"""Delete a player's account. Games stay whole: their history names roles, and the person is the “former player”.

Press and orders stay in the games, under the seat's role. All other data of the person is deleted with the account:
notes, drafts, tokens, webhooks, devices, invitations, and addresses in the records of sent and received e-mails.
"""

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from games.errors import wrong_state
from games.models import IncomingMail, Invitation, MailEvent, OutgoingMail, Player, Seat
from games.models.append_only import allow_changes
from games.services.account_emails import do_queue_account_email
from games.services.departures import do_leave_all_games

Status = OutgoingMail.Status


def do_delete_account(*, player: Player) -> bool:
    """Delete the account: free the player's seats, give the player's games to other hosts, and notify the player.

    Returns False if the account is already deleted. The caller has verified the person by the password or a recent
    log-in. Raises WrongState for the only administrator.
    """
    with transaction.atomic():
        row = Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
        if row is None:
            return False
        _refuse_last_administrator(row)
        do_leave_all_games(player=row)
        _erase_mail(row)
        _erase_address(row)
        LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Player), object_id=str(row.pk)).delete()
        address, language, name = row.email, row.language, row.username
        row.delete()
        do_queue_account_email(template="account_deleted", address=address, language=language, facts={"name": name})
    return True


def is_only_administrator(player: Player) -> bool:
    """Return True if nobody else can administer the server."""
    others = Player.objects.filter(is_superuser=True, is_active=True).exclude(pk=player.pk)
    return player.is_superuser and not others.exists()


def _refuse_last_administrator(player: Player) -> None:
    if is_only_administrator(player):
        raise wrong_state(
            "You are the only administrator: make another one first.",
            "あなたは唯一の管理者です。先に別の管理者を任命してください。",
        )


def _erase_mail(player: Player) -> None:
    """Drop the player's unsent e-mails; erase addresses and contents from the rows of sent and received e-mails."""
    mine = OutgoingMail.objects.filter(player=player)
    mine.filter(status=Status.QUEUED).update(status=Status.DROPPED)
    mine.update(error="", sealed=b"")
    with allow_changes():
        MailEvent.objects.filter(mail__in=mine).exclude(address="", detail="").update(address="", detail="")
    IncomingMail.objects.filter(player=player).delete()


def _erase_address(player: Player) -> None:
    """Delete invitations to the player's address, and clear that address on seats that are reserved for it."""
    Invitation.objects.filter(address__iexact=player.email).delete()
    Seat.objects.filter(reserved_for__iexact=player.email).update(reserved_for="", by_invitation=True)
