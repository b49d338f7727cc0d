"""The operator's status page, and its numbers as metrics."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from redis import Redis
from redis.exceptions import RedisError

from games.errors import forbidden
from games.selectors.server_status import ServerStatus, get_server_status, has_unfinished_games, held_games
from pbem.celery import app
from pbem.web.pages.game_lines import STATUS_WORDS
from pbem.web.pages.visitor import get_player

QUEUES = tuple(settings.CELERY_TASK_QUEUES)
BROKER_TIMEOUT_SECONDS = 0.5
"""The time limit in seconds for an unavailable broker."""


def count_queued_tasks() -> dict[str, int] | None:
    """Return the number of tasks that wait at the broker, by queue; None if the broker is unavailable."""
    url = str(app.conf.broker_url)
    if not url.startswith("redis"):
        folder = Path(app.conf.broker_transport_options["data_folder_in"])
        names = [path.name for path in folder.glob("*.msg")]
        return {queue: sum(f".{queue}." in name for name in names) for queue in QUEUES}
    broker = Redis.from_url(url, socket_connect_timeout=BROKER_TIMEOUT_SECONDS, socket_timeout=BROKER_TIMEOUT_SECONDS)
    try:
        return {queue: broker.llen(queue) for queue in QUEUES}
    except RedisError:
        return None
    finally:
        broker.close()


@require_safe
@login_required
def show_status(request: HttpRequest) -> HttpResponse:
    """Show the length of the queues, the last sweep, waiting e-mails and held games. For staff."""
    player = get_player(request)
    if not player.is_staff:
        raise forbidden("This page is for staff.", "このページはスタッフ専用です。")
    found = get_server_status(player)
    context: dict[str, Any] = {
        "found": found,
        "queues": None if has_unfinished_games(player) else count_queued_tasks(),
        "plays": has_unfinished_games(player),
        "held": held_games(player),
        "late": found.swept is None or found.swept > MAX_SWEEP_AGE * settings.PBEM_SWEEP_SECONDS,
        "statuses": [(STATUS_WORDS.get(status, status), number) for status, number in found.games.items()],
        "here": "operator",
    }
    return render(request, "pages/operator.html", context)


MAX_SWEEP_AGE = 12
"""The last sweep is late if it is older than this number of sweep intervals."""


@require_safe
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Return the server's metrics in Prometheus' text format; 404 without the token `PBEM_METRICS_TOKEN`."""
    token = settings.PBEM_METRICS_TOKEN
    if not token or not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}"):
        raise Http404
    lines = "\n".join(_lines(get_server_status(), count_queued_tasks())) + "\n"
    return HttpResponse(lines, content_type="text/plain; version=0.0.4; charset=utf-8")


def _lines(found: ServerStatus, queues: dict[str, int] | None) -> Iterator[str]:
    yield from _gauge("sealed_games", "status", found.games)
    yield from _gauge("sealed_letters", "status", found.letters)
    yield from _gauge("sealed_broker_queue", "queue", queues or {})
    plain = {
        "sealed_games_due": found.due,
        "sealed_broker_up": int(queues is not None),
        "sealed_oldest_letter_seconds": found.oldest_letter or 0.0,
    }
    if found.swept is not None:
        plain["sealed_sweep_age_seconds"] = found.swept
    for name, value in plain.items():
        yield f"# TYPE {name} gauge"
        yield f"{name} {value:g}"


def _gauge(name: str, label: str, values: dict[str, int]) -> Iterator[str]:
    yield f"# TYPE {name} gauge"
    for key, value in values.items():
        yield f'{name}{{{label}="{key}"}} {value}'
