"""Compare the costs with 100,000 games in the database to those with forty.

It measures the sweep, pages, API calls, and an hour of 10,000 games.
"""

from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client

from bench.crowd import KINDS, Crowd, gather
from bench.multiplied import multiply, tidy
from bench.report import Measure, at_least, at_most, progress, repeat
from bench.workers import answered_games, rate_by_sweep, rate_with_triggers, working
from games.models import Game, OpenRequest, OutgoingMail
from games.selectors.outbox import has_unsent_mail
from games.services.outbox import claim_mail
from worker import due_work

FEW = 40
TIMES = 15
Work = Callable[[], Any]


def scale(games: int, *, times: int = TIMES) -> Iterator[Measure]:
    """Measure with forty games and with `games` copied games, and compare; each figure is the best of `times` runs."""
    if connection.vendor != "postgresql":
        return
    settings.ALLOWED_HOSTS = ["testserver"]
    crowd = gather()
    multiply(FEW // len(KINDS) - 1)
    tidy()
    before = _best(crowd, times)
    progress(f"multiplying to {games} games")
    many = multiply(games // FEW - 1)
    tidy()
    after = _best(crowd, times)
    for name, seconds in after.items():
        aim = 3 if name == SWEEP else 2
        note = f"{1000 * before[name]:.1f} and {1000 * seconds:.1f} ms"
        yield at_most(f"{name}: {many:,} games beside {FEW}", seconds / before[name], "×", aim, note)
    yield from _one_hour()


def _one_hour() -> Iterator[Measure]:
    """Measure how fast the sweep finds games of one release hour, compared with games with trigger messages."""
    games = answered_games(Game.objects.count())
    first, rest = games[: len(games) // 10], games[len(games) // 10 :]
    with working(2):
        progress(f"{len(first)} games named to the workers")
        named = rate_with_triggers(first)
        progress(f"{len(rest)} games of the same hour")
        found = rate_by_sweep(rest)
    yield Measure("games of one hour, found by the sweep", found, "1/s", note=f"{len(rest):,} games, two processes")
    yield at_least("beside games named to the workers", found / named, "of their rate", 0.9, f"{named:.0f}/s")


SWEEP = "the sweep, nothing due"


def _best(crowd: Crowd, times: int) -> Mapping[str, float]:
    """Return the shortest duration of each piece of work that a server does all day, by name."""
    best: dict[str, float] = {}
    for name, work in _works(crowd):
        progress(name)
        repeat(min(3, times), work)
        best[name] = min(repeat(times, work))
    return best


def _works(crowd: Crowd) -> Iterator[tuple[str, Work]]:
    yield SWEEP, due_work.find_due_work
    yield "is mail waiting", has_unsent_mail
    yield "claiming a letter of twenty", _claiming(crowd)
    yield "a game by name", lambda: call_command("where", crowd.game.name, stdout=StringIO())
    yield "a game by its id's beginning", lambda: call_command("where", str(crowd.game.pk)[:13], stdout=StringIO())
    player, staff = Client(), Client()
    player.force_login(crowd.player)
    staff.force_login(crowd.staff)
    for path in _players_paths(crowd):
        yield path.replace(str(crowd.game.pk), "…"), _getting(player, path)
    for path in _staff_paths(crowd):
        yield path.replace(str(crowd.game.pk), "…"), _getting(staff, path)


def _getting(client: Client, path: str) -> Work:
    def get() -> None:
        status = client.get(path).status_code
        if status != 200:
            raise RuntimeError(f"{path}: status {status}")

    return get


def _claiming(crowd: Crowd) -> Work:
    """Return a function that makes twenty e-mails due and claims one."""
    letters = list(OutgoingMail.objects.order_by("-pk").values_list("pk", flat=True)[:20])
    owed = OutgoingMail.objects.filter(pk__in=letters)

    def claim() -> None:
        owed.update(status="queued", lease=None, leased_until=None)
        claim_mail(uuid4(), lease_seconds=60)
        owed.update(status="sent", lease=None, leased_until=None)

    return claim


def _players_paths(crowd: Crowd) -> Iterator[str]:
    place = f"/api/v1/games/{crowd.game.pk}/"
    decision = OpenRequest.objects.get(game=crowd.game, closed_at=None, seat__player=crowd.player)
    yield from ("/api/v1/games/?mine=true", "/api/v1/games/?status=held", "/api/v1/decisions/")
    yield f"/api/v1/decisions/{decision.pk}/"
    yield from (f"{place}{part}" for part in ("", "view/", "events/", "notices/", "dice/", "messages/"))
    yield from ("/", f"/games/{crowd.game.pk}/", f"/decisions/{decision.pk}/")


def _staff_paths(crowd: Crowd) -> Iterator[str]:
    admin, name, player = "/admin/games", crowd.game.name.replace(" ", "+"), crowd.player.username
    yield from ("/mail/", "/admin/", f"{admin}/game/{crowd.game.pk}/change/", f"{admin}/game/{crowd.game.pk}/replay/")
    yield from (f"{admin}/game/?q={name}", f"{admin}/game/?q={player}", f"{admin}/game/?status__exact=held")
    yield from (f"{admin}/outgoingmail/?q={name}", f"{admin}/outgoingmail/?q={player}")
    yield from (f"{admin}/{table}/" for table in ("game", "outgoingmail", "journalsegment"))
    yield from ("/games/", "/api/v1/games/")
