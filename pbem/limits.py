"""Counting what comes too often. Counts live in the cache: while that is away, nobody is counted and nobody refused."""

from django.core.cache import cache


def count(key: str, seconds: int) -> int:
    """How often this key was counted within `seconds` of its first time, this time included."""
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it ran out this very moment
        return 1
