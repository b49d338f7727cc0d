"""Deadlines of players who are away do not run out; those who are absent without a word are told to the umpire."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from games.models import Game, Notice, OpenRequest, Player, Seat
from games.models.statements import change
from games.services.alarms import reminder
from games.services.personal import do_owe_letter
from games.services.rulers import those_who_rule
from games.services.standing_in import call_reserves, stand_in
from games.stored.absence import absence_of
from games.stored.clock import allowed, clock_of
from games.stored.vacation import away_until, back_at

GRACE_HOURS = 24
"""Hours that a player has after coming back, unless a decision has fewer anyhow."""

Outcome = OpenRequest.Outcome


def excuse(game: Game, rows: Iterable[OpenRequest], now: datetime) -> None:
    """Move the deadlines that have run out on players on vacation behind their return; the caller holds the game."""
    grace = clock_of(game.clock).grace
    late = [row for row in rows if row.due_at is not None and row.due_at + grace <= now and not row.ready]
    players = Player.objects.in_bulk({row.seat.player_id for row in late if row.seat.player_id}) if late else {}
    for row in late:
        player = players.get(row.seat.player_id or 0)
        last = away_until(player, now) if player is not None else None
        if player is None or last is None:
            continue
        row.due_at, back = _due_after_return(game, player, last), back_at(player, last)
        remind_at = reminder(game, row.due_at, back, back)
        change(OpenRequest, [row.pk], due_at=row.due_at, remind_at=remind_at, reminded_at=None)


def _due_after_return(game: Game, player: Player, last: date) -> datetime:
    hours = timedelta(hours=min(game.deadline_hours or GRACE_HOURS, GRACE_HOURS))
    return allowed(clock_of(game.clock), ZoneInfo(game.time_zone), back_at(player, last) + hours)


def count_misses(game: Game, seats: list[Seat], closed: Mapping[str, str]) -> list[Notice]:
    """Count the deadlines that seats have missed in a row; when there are too many, somebody hears of it.

    Where it was agreed on, the reserves are asked, or a bot stands in: then the announcements of it.

    Only those are counted at which the rule's default was played, which everybody is told anyhow.
    """
    agreed, notices = absence_of(game.absence), []
    for seat in seats:
        outcome = closed.get(seat.role)
        if seat.player_id is None or seat.stand_in or outcome not in (Outcome.DEFAULT, Outcome.ANSWERED):
            continue
        missed = seat.misses + 1 if outcome == Outcome.DEFAULT else 0
        if missed == seat.misses:
            continue
        seat.misses = missed
        change(Seat, [seat.pk], misses=missed)
        if missed == settings.PBEM_ABSENT_AFTER:
            _tell(game, seat)
        if agreed.reserves and missed == agreed.after:
            notices.append(call_reserves(game, seats, seat))
        elif agreed.bot and missed == agreed.after:
            notices.append(stand_in(game, seats, seat, agreed.bot))
    return notices


def _tell(game: Game, seat: Seat) -> None:
    for player in those_who_rule(game):
        facts = {"game": game.name, "seat": seat.role, "misses": str(seat.misses), "url": _page(game)}
        do_owe_letter(what="absence", address=player.email, player=player, facts=facts)


def _page(game: Game) -> str:
    return f"{settings.PBEM_BASE_URL}/games/{game.pk}/umpire/"
