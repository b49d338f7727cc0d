"""For the operator: a page that says how the server is doing, and the same as numbers for a watching program."""

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
from games.selectors.operation import Operation, held_games, operation, plays
from pbem.celery import app
from pbem.pages.table import STATUS_WORDS
from pbem.pages.who import player_of

QUEUES = tuple(settings.CELERY_TASK_QUEUES)
PATIENCE = 0.5
"""Seconds for which a broker that is away is waited for."""


def queue_lengths() -> dict[str, int] | None:
    """How many hints lie with the broker, by queue; None while it is away. They are hints: games go on without them."""
    url = str(app.conf.broker_url)
    if not url.startswith("redis"):
        folder = Path(app.conf.broker_transport_options["data_folder_in"])
        names = [path.name for path in folder.glob("*.msg")]
        return {queue: sum(f".{queue}." in name for name in names) for queue in QUEUES}
    broker = Redis.from_url(url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE)
    try:
        return {queue: broker.llen(queue) for queue in QUEUES}
    except RedisError:
        return None
    finally:
        broker.close()


@require_safe
@login_required
def operator(request: HttpRequest) -> HttpResponse:
    """Queues, the last sweep, letters that wait, games that are held. For staff."""
    player = player_of(request)
    if not player.is_staff:
        raise forbidden("This page is for staff.", "このページはスタッフ専用です。")
    found = operation(player)
    context: dict[str, Any] = {
        "found": found,
        "queues": None if plays(player) else queue_lengths(),
        "plays": plays(player),
        "held": held_games(player),
        "late": found.swept is None or found.swept > LATE * settings.PBEM_SWEEP_SECONDS,
        "statuses": [(STATUS_WORDS.get(status, status), number) for status, number in found.games.items()],
        "here": "operator",
    }
    return render(request, "pages/operator.html", context)


LATE = 12
"""A sweep that has not come for so many of its intervals is missed."""


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The numbers in Prometheus' text format, for whoever shows `PBEM_METRICS_TOKEN`; else there is no such page."""
    token = settings.PBEM_METRICS_TOKEN
    if not token or not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}"):
        raise Http404
    lines = "\n".join(_lines(operation(), queue_lengths())) + "\n"
    return HttpResponse(lines, content_type="text/plain; version=0.0.4; charset=utf-8")


def _lines(found: Operation, queues: dict[str, int] | None) -> Iterator[str]:
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
