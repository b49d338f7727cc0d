"""Move expired deadlines of players on vacation, and count the deadlines that other players miss."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from games.database.batch import update_rows
from games.models import Game, Notice, OpenRequest, Player, Seat
from games.persistence.absence_policy import load_absence_policy
from games.persistence.clock import load_clock, next_allowed_moment
from games.persistence.vacation import return_time, vacation_end
from games.services.account_emails import do_queue_account_email
from games.services.alarms import compute_reminder
from games.services.moderators import moderators_of
from games.services.stand_ins import begin_stand_in, call_reserves

GRACE_HOURS = 24
"""The hours that a player has for a decision after a vacation, unless the game gives fewer hours for decisions."""

Outcome = OpenRequest.Outcome


def extend_deadlines_of_absent(game: Game, rows: Iterable[OpenRequest], now: datetime) -> None:
    """Move the expired deadlines of players on vacation to a time after their return.

    `rows` are the open questions whose deadlines are checked. The caller has locked the game's row.
    """
    grace = load_clock(game.clock).grace
    late = [row for row in rows if row.due_at is not None and row.due_at + grace <= now and not row.ready]
    players = Player.objects.in_bulk({row.seat.player_id for row in late if row.seat.player_id}) if late else {}
    for row in late:
        player = players.get(row.seat.player_id or 0)
        last = vacation_end(player, now) if player is not None else None
        if player is None or last is None:
            continue
        row.due_at, back = _due_after_return(game, player, last), return_time(player, last)
        remind_at = compute_reminder(game, row.due_at, back, back)
        update_rows(OpenRequest, [row.pk], due_at=row.due_at, remind_at=remind_at, reminded_at=None)


def _due_after_return(game: Game, player: Player, last: date) -> datetime:
    hours = timedelta(hours=min(game.deadline_hours or GRACE_HOURS, GRACE_HOURS))
    return next_allowed_moment(load_clock(game.clock), ZoneInfo(game.time_zone), return_time(player, last) + hours)


def count_missed_deadlines(game: Game, seats: list[Seat], closed: Mapping[str, str]) -> list[Notice]:
    """Update the number of consecutive deadlines that each seat has missed; return unsaved announcements of absences.

    When a seat has missed too many, the reserves are asked or a bot stands in, if the game has agreed on that;
    otherwise the moderators are notified. A deadline counts as missed only if the rules' default was played, because
    all players see that anyway. `closed` are the outcomes of the closed questions, by role.
    """
    agreed, notices = load_absence_policy(game.absence), []
    for seat in seats:
        outcome = closed.get(seat.role)
        if seat.player_id is None or seat.stand_in or outcome not in (Outcome.DEFAULT, Outcome.ANSWERED):
            continue
        missed = seat.misses + 1 if outcome == Outcome.DEFAULT else 0
        if missed == seat.misses:
            continue
        seat.misses = missed
        update_rows(Seat, [seat.pk], misses=missed)
        if missed == settings.PBEM_ABSENT_AFTER_MISSES:
            _tell(game, seat)
        if agreed.reserves and missed == agreed.after:
            notices.append(call_reserves(game, seats, seat))
        elif agreed.bot and missed == agreed.after:
            notices.append(begin_stand_in(game, seats, seat, agreed.bot))
    return notices


def _tell(game: Game, seat: Seat) -> None:
    for player in moderators_of(game):
        facts = {"game": game.name, "seat": seat.role, "misses": str(seat.misses), "url": _page(game)}
        do_queue_account_email(template="absence", address=player.email, player=player, facts=facts)


def _page(game: Game) -> str:
    return f"{settings.PBEM_BASE_URL}/games/{game.pk}/umpire/"
