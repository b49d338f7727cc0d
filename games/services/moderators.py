"""Find a game's moderators and organisers, and notify them of problems and of free seats."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import Q

from games.models import Game, Player, Seat
from games.selectors.notices import get_seat_name
from games.services.account_emails import do_queue_account_email


def moderators_of(game: Game) -> list[Player]:
    """Return the umpire; without one, the host if the host holds no seat; else the staff members who hold no seat."""
    seated = Seat.objects.filter(game=game, player__isnull=False).values_list("player", flat=True)
    named = [key for key in (game.umpire_id, game.host_id) if key is not None and key not in set(seated)]
    if named:
        return list(Player.objects.filter(pk=named[0], is_active=True))
    return list(Player.objects.filter(Q(is_staff=True, is_active=True)).exclude(pk__in=seated)[:5])


def organisers_of(game: Game) -> list[Player]:
    """Return the host and the umpire, even if they hold seats; if there is neither, the moderators."""
    named = [key for key in (game.host_id, game.umpire_id) if key is not None]
    found = Player.objects.filter(pk__in=named, is_active=True).order_by("pk")
    return list(found) or moderators_of(game)


def notify_of_free_seats(game: Game, seats: Sequence[Seat], free: Sequence[Seat], former: Player | None) -> None:
    """Queue e-mails that tell organisers (host and umpire, else the moderators) that the seats `free` are free.

    Organisers who get the game's announcement of this get no such e-mail, nor does the player who left (`former`).
    """
    informed = {one.player_id for one in seats} if game.status != Game.Status.OPEN else set()
    for reader in organisers_of(game):
        if reader == former or reader.pk in informed:
            continue
        for seat in free:
            _notify("seat_free", reader, game, seat)


def notify_of_unreachable_seat(reader: Player, game: Game, seat: Seat, until: datetime) -> None:
    """Queue an e-mail that tells `reader` that e-mails to a seat's player bounce.

    It also says when the seat becomes free: at the time `until`.
    """
    page = "umpire/" if reader in moderators_of(game) else ""
    _notify("unreachable", reader, game, seat, page, until=until.isoformat())


def notify_of_lost_seat(former: Player, game: Game, seat: Seat) -> None:
    """Queue an e-mail that tells `former` that the seat was taken away and given to somebody else or freed."""
    _notify("seat_lost", former, game, seat)


def notify_of_lost_host(game: Game) -> None:
    """Queue e-mails that tell the moderators that the game has no host."""
    for reader in moderators_of(game):
        _notify("no_host", reader, game, None, "umpire/")


def _notify(template: str, reader: Player, game: Game, seat: Seat | None, page: str = "", **more: str) -> None:
    name = get_seat_name(game, seat.role).get(reader.language) if seat else ""
    facts = {"game": game.name, "seat": name, "url": f"{settings.PBEM_BASE_URL}/games/{game.pk}/{page}", **more}
    do_queue_account_email(template=template, address=reader.email, player=reader, facts=facts)
