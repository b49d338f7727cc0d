"""Notify the inviter that an invitation was accepted, unless a game e-mail already says so."""

from collections.abc import Sequence

from django.conf import settings

from games.kernel.text import LIST_COMMA
from games.models import Game, Invitation, Opening, Player, Seat
from games.selectors.access import may_manage
from games.selectors.mail_tag_targets import make_start_reply_address
from games.selectors.notices import get_seat_name
from games.services.account_emails import do_queue_account_email


def notify_inviter(row: Invitation, player: Player, game: Game, seats: Sequence[Seat]) -> None:
    """Queue an e-mail that tells the inviter who accepted the invitation and which seats are still free.

    It is not queued if the inviter holds a seat in a game that has started: the game's own e-mails tell that player.
    """
    host = row.invited_by
    if host is None or not host.is_active or host.pk == player.pk:
        return
    if game.status != Game.Status.OPEN and any(one.player_id == host.pk for one in seats):
        return
    free = [one.role for one in seats if one.kind == Seat.Kind.OPEN]
    facts = {
        "who": player.username,
        "game": game.name,
        "seat": next((_name(game, one.role, host) for one in seats if one.player_id == player.pk), ""),
        "free": LIST_COMMA.get(host.language).join(_name(game, role, host) for role in free),
        "begins": "" if game.status == Game.Status.OPEN else "begins",
        "reply_to": make_start_reply_address(game) if _is_awaited(host, game, full=not free) else "",
        "url": f"{settings.PBEM_BASE_URL}/games/{game.pk}/",
    }
    do_queue_account_email(template="accepted", address=host.email, player=host, facts=facts)


def _is_awaited(host: Player, game: Game, *, full: bool) -> bool:
    """Return True if an open game waits for `host` to start it or to find more players; `full`: no seat is free.

    A game that was opened by e-mail starts automatically once it is full, so it does not wait before that.
    """
    if game.status != Game.Status.OPEN or not may_manage(host, game):
        return False
    return full or not Opening.objects.filter(game=game).exists()


def _name(game: Game, role: str, reader: Player) -> str:
    return get_seat_name(game, role).get(reader.language)
