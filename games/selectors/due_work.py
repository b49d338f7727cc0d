"""Find the worker's due work; the sweep calls this module every few seconds.

Each query reads a partial index of due rows, oldest first, so that its cost does not grow with the number of games.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db.models import Q
from django.utils import timezone

from games import registry
from games.models import Game, OpenRequest
from games.persistence.clock import load_clock

Asked = tuple[datetime | None, bool, bool]
"""An open question: its deadline, True if it is answered, and True if a bot answers for its seat."""

CLAIM_DURATION = timedelta(seconds=30)
"""The time for which a game that a worker has claimed is not due again."""


def list_due_games(now: datetime | None = None, *, limit: int = 100, lock: bool = False) -> list[UUID]:
    """Return ids of games with a due alarm: all answers are in, a deadline passed, a bot is asked, or a pause ended.

    With `lock` the games' rows are locked, and rows that another transaction has locked are skipped.
    """
    now = now or timezone.now()
    going = Q(status=Game.Status.RUNNING) | Q(status=Game.Status.PAUSED, paused_until__lte=now)
    games = Game.objects.filter(going, wake_at__lte=now)
    if lock:
        games = games.select_for_update(skip_locked=True, no_key=True)
    return list(games.order_by("wake_at", "pk").values_list("pk", flat=True)[:limit])


def find_overlooked_games(now: datetime | None = None, *, start: UUID | None = None, limit: int = 50) -> list[UUID]:
    """Return ids of games that need a worker although their alarm is not due, among `limit` games from id `start` on.

    Without a `start`, a random id is used, so that repeated calls cover all games at a small, constant cost each. The
    result contains games with work but no alarm, running games that wait for nothing, and games that the installed
    rules cannot read or have not run yet. The job ``resolve`` continues or holds these games.
    """
    now = now or timezone.now()
    page = Game.objects.filter(pk__gte=start or uuid4()).order_by("pk")[:limit]
    known = page.only("status", "paused_until", "wake_at", "due_from", "clock", "title", "data_pack", "rules_version")
    running = [game for game in known if game.status == Game.Status.RUNNING]
    silent = {game.pk: game for game in running if not (game.wake_at and game.wake_at <= now + CLAIM_DURATION)}
    questions: dict[UUID, list[Asked]] = defaultdict(list)
    asked = OpenRequest.objects.filter(game__in=silent, closed_at=None)
    for game_id, due_at, ready, *bots in asked.values_list("game_id", "due_at", "ready", "seat__bot", "seat__stand_in"):
        questions[game_id].append((due_at, ready, any(bots)))
    due = {pk for pk, game in silent.items() if _is_due(game, questions[pk], now)}
    paused = [game for game in known if game.status == Game.Status.PAUSED and not game.wake_at]
    asleep = {game.pk for game in paused if game.paused_until is not None and game.paused_until <= now}
    found = [game for game in running if game.pk in due or not _is_met(game)]
    return [game.pk for game in known if game in found or game.pk in asleep]


def _is_met(game: Game) -> bool:
    """Return True if the installed rules can read the game, and have already checked its open questions."""
    if not registry.is_readable(game):
        return False
    return game.due_from is not None or game.rules_version == registry.game_title(game).rules.version


def _is_due(game: Game, asked: Sequence[Asked], now: datetime) -> bool:
    """Return True if ``resolve`` or a bot has work in the game; `asked` are its open questions."""
    clock = load_clock(game.clock)
    if any(bot and not ready for _, ready, bot in asked):
        return True
    if game.due_from is not None:
        return game.due_from <= now
    waited_for = [
        (due_at, timedelta(0) if ready else clock.grace) for due_at, ready, _ in asked if clock.wait or not ready
    ]
    return all(due_at is not None and due_at + grace <= now for due_at, grace in waited_for)


def list_due_reminders(now: datetime | None = None, *, limit: int = 200, lock: bool = False) -> list[OpenRequest]:
    """Return unanswered questions whose reminder is due, the oldest first; `lock` as in `list_due_games`."""
    rows = OpenRequest.objects.filter(closed_at=None, ready=False, remind_at__lte=now or timezone.now())
    if lock:
        rows = rows.select_for_update(skip_locked=True, no_key=True, of=("self",))
    return list(rows.select_related("game", "seat").defer("question").order_by("remind_at", "pk")[:limit])
