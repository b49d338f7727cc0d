"""A bot stands in for a player on vacation who asks for it, where the game has agreed on one (docs/adr/0025)."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games.models import Game, Seat
from games.models.statements import change
from games.services import alarms, hooks, outbox
from games.services.locks import locked_game
from games.services.notices import letters
from games.services.standing_in import come_back, stand_in
from games.stored.absence import absence_of
from games.stored.position import seats_in_order
from games.stored.vacation import away_until

Status = Game.Status

UNDER_WAY = (Status.RUNNING, Status.PAUSED, Status.HELD)
A_DAY = timedelta(days=1)
"""No zone is further from UTC than that."""


def do_mind_vacations(now: datetime, *, limit: int = 100) -> int:
    """Let bots come and go where vacations begin and end; how many did, at most so many of each.

    To be called again and again: it finds in the database what is to be done, each thing once.
    """
    begun = sum(_begin(seat, now) for seat in _to_begin(now, limit))
    return begun + sum(_end(seat, now) for seat in _to_end(now, limit))


def _to_begin(now: datetime, limit: int) -> list[Seat]:
    """Seats of players who may be away and have asked for a bot that has not come."""
    day = now.date()
    away = Q(player__vacation_from=None) | Q(player__vacation_from__lte=day + A_DAY)
    new = Q(stood_in_until=None) | ~Q(stood_in_until=F("player__vacation_until"))
    asks = Q(player__vacation_stand_in=True, player__vacation_until__gte=day - A_DAY)
    seats = Seat.objects.filter(away, new, asks, stand_in="", game__status=Status.RUNNING).exclude(game__absence={})
    found = seats.select_related("player").order_by("player__vacation_until", "pk")
    return [seat for seat in found if _wanted_until(seat, now) is not None][:limit]


def _to_end(now: datetime, limit: int) -> list[Seat]:
    """Seats for whose vacation a bot came, where the vacation is over or has changed."""
    day = now.date()
    maybe = Q(stood_in_until__lte=day + A_DAY) | Q(player=None) | Q(player__vacation_stand_in=False)
    changed = Q(player__vacation_until=None) | ~Q(player__vacation_until=F("stood_in_until"))
    seats = Seat.objects.filter(maybe | changed, stood_in_until__isnull=False).select_related("player")
    found = seats.order_by("stood_in_until", "pk")
    return [seat for seat in found if _wanted_until(seat, now) != seat.stood_in_until][:limit]


def _wanted_until(seat: Seat, now: datetime) -> date | None:
    """The last day of the vacation that the seat's player is on and has asked for a bot for; None without."""
    player = seat.player
    return away_until(player, now) if player is not None and player.vacation_stand_in else None


def _held(seat: Seat) -> tuple[Game, list[Seat], Seat]:
    """The seat's game, held, its seats, and the seat as it is now."""
    game = locked_game(seat.game_id)
    seats = seats_in_order(game)
    return game, seats, next(one for one in seats if one.pk == seat.pk)


def _begin(found: Seat, now: datetime) -> bool:
    with transaction.atomic():
        game, seats, seat = _held(found)
        bot, until = absence_of(game.absence).bot, _wanted_until(seat, now)
        if not bot or until is None or seat.stand_in or until == seat.stood_in_until or game.status != Status.RUNNING:
            return False
        _announce(game, seats, seat, bot, until)
        alarms.set_alarm(game, now)
        hooks.after_commit(hooks.BOTS, game.pk)
    return True


def _announce(game: Game, seats: list[Seat], seat: Seat, bot: str, until: date) -> None:
    """A bot stands in until that day, as those are told who may know."""
    notice = stand_in(game, seats, seat, bot, until)
    notice.save(force_insert=True)
    outbox.post(letters([notice], seats, {}))
    hooks.after_commit(hooks.MAIL, game.pk)


def _end(found: Seat, now: datetime) -> bool:
    """Give the seat back, or tell that the vacation has become longer or shorter."""
    with transaction.atomic():
        game, seats, seat = _held(found)
        until = _wanted_until(seat, now)
        if seat.stood_in_until is None or until == seat.stood_in_until:
            return False
        if seat.stand_in and until is not None and game.status in UNDER_WAY:
            _announce(game, seats, seat, seat.stand_in, until)
            return False
        kept = until if seat.stand_in else None
        change(Seat, [seat.pk], stood_in_until=kept)
        if not seat.stand_in or kept is not None or game.status not in UNDER_WAY:
            return False
        come_back(game, seat)
        if game.status == Status.RUNNING:
            alarms.set_alarm(game, now)
    return True
