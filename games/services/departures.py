"""Handle players who are gone: their account is deleted or inactive, or their address accepts no e-mail.

Their seats become free, the games that they host get another host, and other players are notified. Each function may
run twice.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from games.models import Game, Notice, Player, Reserve, SealedAnswer, Seat
from games.persistence.metadata_visibility import load_metadata_visibility
from games.persistence.position import seats_in_order
from games.selectors.access import UNFINISHED
from games.services import outbox, triggers
from games.services.hosting import find_successor, set_host
from games.services.lifecycle import abandon_game, leave_seats
from games.services.locks import lock_game, lock_games
from games.services.moderators import moderators_of, notify_of_lost_host, notify_of_unreachable_seat, organisers_of
from games.services.notices import make_notice, make_notice_emails
from games.services.reserves import do_withdraw_reserve

UNREACHABLE_TIME = timedelta(days=3)
"""The time to log in or answer that a player with a failing address has before the player's seats become free."""
_BY_OTHERS = ("", "bot", "umpire")
"""Channels of answers that the seat's player did not give: withdrawals (""), bots' and umpires' answers."""


def do_leave_all_games(*, player: Player) -> int:
    """Take a player out of all unfinished games as seat holder, host, umpire and reserve; return the number of games.

    The caller's transaction may have locked the player's row, but no game.
    """
    with transaction.atomic():
        found = find_unfinished_games(player)
        lock_games(found)
        for game_id in found:
            _leave_game(lock_game(game_id), player)
    return len(found)


def find_unfinished_games(player: Player) -> list[UUID]:
    """Return the sorted ids of unfinished games in which the player is seat holder, host, umpire or reserve."""
    held = Seat.objects.filter(player=player, game__status__in=UNFINISHED).values_list("game", flat=True)
    reserved = Reserve.objects.filter(player=player, game__status__in=UNFINISHED).values_list("game", flat=True)
    offices = Game.objects.filter(Q(host=player) | Q(umpire=player), status__in=UNFINISHED)
    return sorted({*held, *reserved, *offices.values_list("pk", flat=True)})


class GameToLeave(NamedTuple):
    """The effect of a player's departure on an unfinished game."""

    game: Game
    seats: tuple[str, ...]
    """The roles of the seats that become free."""
    hosted: bool
    """True if the player is the game's host."""
    umpired: bool
    """True if the player is the game's umpire."""
    successor: str
    """The name of the next host; empty if the player does not host the game or if nobody can succeed."""
    called_off: bool
    """True if the game ends without a result."""


def list_games_to_leave(player: Player) -> list[GameToLeave]:
    """Return the effect that `do_leave_all_games` would have now. Changes nothing."""
    return [
        _game_to_leave(game, player)
        for game in Game.objects.filter(pk__in=find_unfinished_games(player)).order_by("name", "pk")
    ]


def _game_to_leave(game: Game, player: Player) -> GameToLeave:
    seats, hosted = seats_in_order(game), game.host_id == player.pk
    mine = tuple(seat.role for seat in seats if seat.player_id == player.pk)
    successor = find_successor(game, seats, player) if hosted else None
    others = any(seat.player_id not in (None, player.pk) for seat in seats)
    has_host = game.host_id is not None and (not hosted or successor is not None)
    name = successor.username if successor else ""
    return GameToLeave(game, mine, hosted, game.umpire_id == player.pk, name, not (has_host or others))


def _leave_game(game: Game, player: Player) -> None:
    if Reserve.objects.filter(game=game, player=player).exists():
        do_withdraw_reserve(player=player, game_id=game.pk)
    seats = seats_in_order(game)
    _announce(game, seats, _give_up_offices(game, seats, player))
    if mine := [seat for seat in seats if seat.player_id == player.pk]:
        leave_seats(game, seats, mine, player)
    if game.host_id is None and not any(seat.player_id for seat in seats):
        abandon_game(game, None, "")
    elif game.host_id is None:
        notify_of_lost_host(game)


def _give_up_offices(game: Game, seats: list[Seat], player: Player) -> list[Notice]:
    """Remove the player as umpire and host of the game; return the unsaved announcements of that."""
    notices = []
    if game.umpire_id == player.pk:
        game.umpire = None
        game.save(update_fields=["umpire"])
        notices.append(make_notice(game, Notice.Kind.UMPIRE_LEFT))
    if game.host_id == player.pk and (notice := set_host(game, find_successor(game, seats, player))):
        notices.append(notice)
    return notices


def _announce(game: Game, seats: list[Seat], notices: list[Notice]) -> None:
    if notices:
        Notice.objects.bulk_create(notices)
        outbox.queue_mail(make_notice_emails(notices, seats, {}))
        triggers.trigger_after_commit(triggers.MAIL, game.pk)


def announce_unreachable(player: Player) -> None:
    """Notify the other players, hosts and umpires of a player's games that the player's address accepts no e-mail.

    Each game's settings say which players may learn of absences. The caller has locked the player's row, but no game.
    """
    rows = Seat.objects.filter(player=player, game__status__in=UNFINISHED).select_related("game", "game__umpire")
    for seat in rows.order_by("game", "position"):
        game, seats = seat.game, seats_in_order(seat.game)
        until = (player.bounced_at or game.created_at) + UNREACHABLE_TIME
        readers = _readers_of_absence(game, seats, seat)
        if readers:
            notice = make_notice(
                game, Notice.Kind.UNREACHABLE, to=readers, seat=seat.role, until=until.date().isoformat()
            )
            notice.save(force_insert=True)
            own = [one for one in seats if one.player_id == player.pk]
            outbox.queue_mail(make_notice_emails([notice], seats, {}, own))
        told = {one.player_id for one in seats} if readers else {player.pk}
        reached = organisers_of(game) if readers else []
        for reader in {one.pk: one for one in (*reached, *moderators_of(game))}.values():
            if reader.pk not in told:
                notify_of_unreachable_seat(reader, game, seat, until)
        triggers.trigger_after_commit(triggers.MAIL, game.pk)


def _readers_of_absence(game: Game, seats: Iterable[Seat], about: Seat) -> tuple[str, ...]:
    """Return the readers of the news that a player is absent: roles, or "*" for everybody; empty: only the umpire."""
    who = load_metadata_visibility(game.openness).absent
    if who == "table":
        return tuple(seat.role for seat in seats)
    return ("*",) if who == "all" else ()


def do_release_departed(now: datetime, *, limit: int = 100) -> int:
    """Periodic job: free the seats of inactive players, and of unreachable players after `UNREACHABLE_TIME`.

    Returns the number of players whose seats were freed.
    """
    seated = Exists(Seat.objects.filter(player=OuterRef("pk"), game__status__in=UNFINISHED))
    offices = Exists(Game.objects.filter(Q(host=OuterRef("pk")) | Q(umpire=OuterRef("pk")), status__in=UNFINISHED))
    inactive = Player.objects.filter(seated | offices, is_active=False)[:limit]
    since = SealedAnswer.objects.filter(request__seat__player=OuterRef("pk"), at__gte=OuterRef("bounced_at"))
    lost = Player.objects.filter(
        seated,
        ~Exists(since.exclude(channel__in=_BY_OTHERS)),
        bounced_at__lte=now - UNREACHABLE_TIME,
        bounced_address__iexact=F("email"),
        is_active=True,
    ).exclude(last_login__gte=F("bounced_at"))
    gone = [one for one in inactive if do_leave_all_games(player=one)]
    return len(gone) + sum(_free_unreachable_seats(one, now) for one in lost[:limit])


def _free_unreachable_seats(player: Player, now: datetime) -> bool:
    """Free the player's seats if no answer came since the address was marked; return True if there were any seats."""
    with transaction.atomic():
        row = Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
        if row is None or not row.is_unreachable or row.bounced_at is None or row.bounced_at > now - UNREACHABLE_TIME:
            return False
        answers = SealedAnswer.objects.filter(request__seat__player=row, at__gte=row.bounced_at)
        if answers.exclude(channel__in=_BY_OTHERS).exists():
            return False
        found = sorted({*Seat.objects.filter(player=row, game__status__in=UNFINISHED).values_list("game", flat=True)})
        lock_games(found)
        for game_id in found:
            game = lock_game(game_id)
            seats = seats_in_order(game)
            leave_seats(game, seats, [seat for seat in seats if seat.player_id == row.pk], row)
    return bool(found)
