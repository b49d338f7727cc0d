"""The latency of the broker alone, measured with a task that only reads the clock."""

import time

from celery import shared_task
from django.core.cache import cache

WARM_UP = 60
"""The seconds in which a worker must have begun to work."""


@shared_task(name="bench.hop", ignore_result=True)
def hop(sent: float, place: str) -> None:
    """Store in the cache, under the key `place`, the seconds since the call was published.

    `sent` is the time of publication by the system clock, which both processes use.
    """
    cache.set(place, time.monotonic() - sent, 60)


def broker_hops(count: int) -> list[float]:
    """Return the seconds from publishing a task to its start, for `count` consecutive calls."""
    _one_hop("bench-hop-first", WARM_UP)
    return [_one_hop(f"bench-hop-{number}", 10) for number in range(count)]


def _one_hop(place: str, patience: float) -> float:
    cache.delete(place)
    began = time.monotonic()
    hop.apply_async((began, place))
    while (taken := cache.get(place)) is None:
        if time.monotonic() - began > patience:
            raise TimeoutError("the worker does not answer")
        time.sleep(0.002)
    return float(taken)
