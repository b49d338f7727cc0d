"""Vacations: check their yearly limit, and let bots stand in where the game agreed on this (docs/adr/0021)."""

from datetime import date, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.database.batch import update_rows
from games.kernel.errors import malformed
from games.models import Game, Player, Seat, Vacation
from games.persistence.absence_policy import load_absence_policy
from games.persistence.position import seats_in_order
from games.persistence.vacation import MAX_VACATION_DAYS, count_days_by_year, local_today, vacation_end
from games.services import alarms, outbox, triggers
from games.services.locks import lock_game
from games.services.notices import make_notice_emails
from games.services.stand_ins import begin_stand_in, end_stand_in

Status = Game.Status

UNDER_WAY = (Status.RUNNING, Status.PAUSED, Status.HELD)
A_DAY = timedelta(days=1)
"""The margin for time zones when dates are compared in UTC: no time zone is further from UTC."""


def do_apply_vacation_stand_ins(now: datetime, *, limit: int = 100) -> int:
    """Periodic job: begin and end stand-ins for vacations, at most `limit` of each; return how many in total."""
    begun = sum(_begin(seat, now) for seat in _to_begin(now, limit))
    return begun + sum(_end(seat, now) for seat in _to_end(now, limit))


def _to_begin(now: datetime, limit: int) -> list[Seat]:
    """Return seats whose players are on vacation and want a bot to stand in, but have none yet."""
    day = now.date()
    away = Q(player__vacation_from=None) | Q(player__vacation_from__lte=day + A_DAY)
    new = Q(stood_in_until=None) | ~Q(stood_in_until=F("player__vacation_until"))
    asks = Q(player__vacation_stand_in=True, player__vacation_until__gte=day - A_DAY)
    seats = Seat.objects.filter(away, new, asks, stand_in="", game__status=Status.RUNNING).exclude(game__absence={})
    found = seats.select_related("player").order_by("player__vacation_until", "pk")
    return [seat for seat in found if _wanted_until(seat, now) is not None][:limit]


def _to_end(now: datetime, limit: int) -> list[Seat]:
    """Return seats with a vacation stand-in whose vacation is over or has changed."""
    day = now.date()
    maybe = Q(stood_in_until__lte=day + A_DAY) | Q(player=None) | Q(player__vacation_stand_in=False)
    changed = Q(player__vacation_until=None) | ~Q(player__vacation_until=F("stood_in_until"))
    seats = Seat.objects.filter(maybe | changed, stood_in_until__isnull=False).select_related("player")
    found = seats.order_by("stood_in_until", "pk")
    return [seat for seat in found if _wanted_until(seat, now) != seat.stood_in_until][:limit]


def _wanted_until(seat: Seat, now: datetime) -> date | None:
    """Return the last day of the player's current vacation; None if there is none or the player wants no bot."""
    player = seat.player
    return vacation_end(player, now) if player is not None and player.vacation_stand_in else None


def _held(seat: Seat) -> tuple[Game, list[Seat], Seat]:
    """Lock the seat's game; return the game, its seats, and the reloaded seat."""
    game = lock_game(seat.game_id)
    seats = seats_in_order(game)
    return game, seats, next(one for one in seats if one.pk == seat.pk)


def _begin(found: Seat, now: datetime) -> bool:
    with transaction.atomic():
        game, seats, seat = _held(found)
        bot, until = load_absence_policy(game.absence).bot, _wanted_until(seat, now)
        if not bot or until is None or seat.stand_in or until == seat.stood_in_until or game.status != Status.RUNNING:
            return False
        _announce(game, seats, seat, bot, until)
        alarms.set_alarm(game, now)
        triggers.trigger_after_commit(triggers.BOTS, game.pk)
    return True


def _announce(game: Game, seats: list[Seat], seat: Seat, bot: str, until: date) -> None:
    """Let `bot` stand in for the seat up to the day `until`; announce it to the seats that may know of absences."""
    notice = begin_stand_in(game, seats, seat, bot, until)
    notice.save(force_insert=True)
    outbox.queue_mail(make_notice_emails([notice], seats, {}))
    triggers.trigger_after_commit(triggers.MAIL, game.pk)


def _end(found: Seat, now: datetime) -> bool:
    """End the seat's stand-in, or extend it if the vacation has a new end. Returns True if it ended."""
    with transaction.atomic():
        game, seats, seat = _held(found)
        until = _wanted_until(seat, now)
        if seat.stood_in_until is None or until == seat.stood_in_until:
            return False
        if seat.stand_in and until is not None and game.status in UNDER_WAY:
            _announce(game, seats, seat, seat.stand_in, until)
            return False
        kept = until if seat.stand_in else None
        update_rows(Seat, [seat.pk], stood_in_until=kept)
        if not seat.stand_in or kept is not None or game.status not in UNDER_WAY:
            return False
        end_stand_in(game, seat)
        if game.status == Status.RUNNING:
            alarms.set_alarm(game, now)
    return True


def do_announce_vacation(player: Player, first: date | None, last: date | None, *, now: datetime | None = None) -> None:
    """Set the player's vacation from the `first` to the `last` day; replaces a vacation that has not started yet.

    Without a first day the vacation starts today; without a last day there is no new vacation. Days of a vacation that
    has started count for the yearly limit. The caller has locked the player's row and stores the days there. Raises
    Malformed if the vacation is too long or exceeds the yearly limit.
    """
    today = local_today(player, now or timezone.now())
    Vacation.objects.filter(player=player, first__gt=today).delete()
    if last is None:
        return
    begin = max(first or today, today)
    if last < begin:
        return
    if (last - begin).days >= MAX_VACATION_DAYS:
        raise malformed("/vacation_until", "Not so long at once.", "一度に指定できる期間を超えています。", "range")
    spells = list(Vacation.objects.filter(player=player).values_list("first", "last"))
    for year, days in count_days_by_year([*spells, (begin, last)]).items():
        if days > settings.PBEM_VACATION_DAYS and year in count_days_by_year([(begin, last)]):
            most = settings.PBEM_VACATION_DAYS
            raise malformed(
                "/vacation_until",
                "{most} days a year, and no more: {days} in {year}.",
                "{year}年は{days}日になります。年{most}日までです。",
                "allowance",
                most=most,
                days=days,
                year=year,
            )
    Vacation.objects.create(player=player, first=begin, last=last)
