"""Limits on the games, reserved seats and invitations of one account.

Each check locks the host's row, so that concurrent requests cannot exceed a limit together. Call a check before you
lock a game.
"""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from games.errors import LimitReached, limit_reached
from games.kernel.errors import Problem
from games.kernel.text import Text
from games.models import Game, Invitation, Player, Seat
from games.services.creation import SeatAssignment

HOUR = timedelta(hours=1)
_ACTIVE = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.HELD, Game.Status.PAUSED)


def lock_host(host: Player) -> None:
    """Lock the host's row until the transaction ends."""
    Player.objects.select_for_update(no_key=True).only("pk").filter(pk=host.pk).first()


def refuse_too_many_games(host: Player) -> None:
    """Raise LimitReached if the host already has the maximum number of unfinished games."""
    limit = settings.PBEM_HOSTED_GAMES
    if limit and Game.objects.filter(host=host, status__in=_ACTIVE).count() >= limit:
        text = Text.counted(
            limit,
            "You host {count} open or running game: finish or call off one of them first.",
            "You host {count} open or running games: finish or call off one of them first.",
            "募集中または進行中のゲームの主催は{count}件までです。先にいずれかを終了するか中止してください。",
        )
        raise LimitReached(Problem("", "hosted_games", text))


def refuse_too_many_reserved(host: Player, seats: Sequence[SeatAssignment]) -> None:
    """Raise LimitReached if more persons are named for seats than the host may still invite in this hour."""
    others = sum(_is_for_another(host, wish) for wish in seats)
    if others:
        refuse_too_many_invitations(host, others, "/seats")


def _is_for_another(host: Player, wish: SeatAssignment) -> bool:
    name, address = wish.player.strip().casefold(), wish.email.strip().casefold()
    return bool(name or address) and name != host.username.casefold() and address != host.email.casefold()


def refuse_too_many_invitations(host: Player, count: int = 1, pointer: str = "") -> None:
    """Raise LimitReached if `count` more invitations or reserved seats would exceed the host's hourly limit.

    Declined and withdrawn invitations count, because their e-mails were sent. A seat that is reserved for an invited
    person counts once. `pointer` is the JSON pointer of the refused field.
    """
    limit = settings.PBEM_INVITATIONS_PER_HOUR
    if limit and _recently_reserved(host) + _recently_invited(host) + count > limit:
        raise limit_reached(
            pointer,
            "invitations_per_hour",
            "At most {limit} invitations and reserved seats an hour: wait, or leave seats open.",
            "招待と予約席は1時間に{limit}件までです。時間をおくか、席を空けておいてください。",
            limit=limit,
        )


def _recently_invited(host: Player) -> int:
    rows = Invitation.objects.filter(invited_by=host, created_at__gt=timezone.now() - HOUR, accepted_at=None)
    return rows.exclude(game=None).count()


def _recently_reserved(host: Player) -> int:
    rows = Seat.objects.filter(
        game__host=host, game__created_at__gt=timezone.now() - HOUR, kind=Seat.Kind.OPEN, by_invitation=False
    )
    return rows.exclude(reserved_for="").exclude(reserved_for__iexact=host.email).count()


def refuse_too_many_for_one(host: Player, invited: Player | None, address: str) -> None:
    """Raise LimitReached if the host already has the maximum number of open invitations to one player or address.

    `invited` is the player of an invitation by name, else None. Invitations by name and by address are counted
    separately: otherwise a refusal would reveal whose address it is.
    """
    limit = settings.PBEM_INVITATIONS_PER_PERSON
    person = Q(player=invited) if invited else Q(player=None, address__iexact=address)
    rows = Invitation.objects.filter(
        person, invited_by=host, accepted_at=None, declined_at=None, withdrawn_at=None, expires_at__gt=timezone.now()
    )
    if limit and rows.exclude(game=None).count() >= limit:
        raise limit_reached(
            "/player" if invited else "/email",
            "invitations_per_person",
            "At most {limit} open invitations of yours to one person: wait for a reply, or withdraw one.",
            "同じ人への未回答の招待は{limit}件までです。回答を待つか、招待を取り消してください。",
            limit=limit,
        )
