"""Deadlines of players who are away do not run out; those who are absent without a word are told to the umpire."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from games.models import Game, OpenRequest, Player, Seat
from games.models.statements import change
from games.services.alarms import reminder
from games.services.personal import do_owe_letter
from games.stored.vacation import away_until, back_at

GRACE_HOURS = 24
"""Hours that a player has after coming back, unless a decision has fewer anyhow."""

Outcome = OpenRequest.Outcome


def excuse(game: Game, rows: Iterable[OpenRequest], now: datetime) -> None:
    """Move the deadlines that have run out on players on vacation behind their return; the caller holds the game."""
    late = [row for row in rows if row.due_at is not None and row.due_at <= now and not row.ready]
    players = Player.objects.in_bulk({row.seat.player_id for row in late if row.seat.player_id}) if late else {}
    for row in late:
        player = players.get(row.seat.player_id or 0)
        last = away_until(player, now) if player is not None else None
        if player is None or last is None:
            continue
        grace = timedelta(hours=min(game.deadline_hours or GRACE_HOURS, GRACE_HOURS))
        row.due_at = back_at(player, last) + grace
        change(OpenRequest, [row.pk], due_at=row.due_at, remind_at=reminder(game, row.due_at), reminded_at=None)


def count_misses(game: Game, seats: Sequence[Seat], closed: Mapping[str, str]) -> None:
    """Count the deadlines that seats have missed in a row; when there are too many, somebody hears of it.

    Only those are counted at which the rule's default was played, which everybody is told anyhow.
    """
    for seat in seats:
        outcome = closed.get(seat.role)
        if seat.player_id is None or outcome not in (Outcome.DEFAULT, Outcome.ANSWERED):
            continue
        missed = seat.misses + 1 if outcome == Outcome.DEFAULT else 0
        if missed == seat.misses:
            continue
        seat.misses = missed
        change(Seat, [seat.pk], misses=missed)
        if missed == settings.PBEM_ABSENT_AFTER:
            _tell(game, seat)


def _tell(game: Game, seat: Seat) -> None:
    for player in _those_who_rule(game):
        facts = {"game": game.name, "seat": seat.role, "misses": str(seat.misses), "url": _page(game)}
        do_owe_letter(what="absence", address=player.email, player=player, facts=facts)


def _those_who_rule(game: Game) -> list[Player]:
    """The umpire; without one the host, if not playing; else the staff that does not play."""
    seated = Seat.objects.filter(game=game, player__isnull=False).values_list("player", flat=True)
    named = [key for key in (game.umpire_id, game.host_id) if key is not None and key not in set(seated)]
    if named:
        return list(Player.objects.filter(pk=named[0], is_active=True))
    return list(Player.objects.filter(Q(is_staff=True, is_active=True)).exclude(pk__in=seated)[:5])


def _page(game: Game) -> str:
    return f"{settings.PBEM_BASE_URL}/games/{game.pk}/umpire/"
