"""Logging in with a password: guesses are counted, and after too many the door stays shut for a while."""

from hashlib import sha256
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

MOST_TRIES = 10
SHUT_SECONDS = 15 * 60


class Doorkeeper(ModelBackend):
    """Lets nobody try more than `MOST_TRIES` passwords for one name from one address within `SHUT_SECONDS`.

    A shut door answers as a wrong password does. Tokens and open sessions are not affected.
    """

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **others: Any
    ) -> Any:
        key = _key(request, username or "")
        if _tries(key) > MOST_TRIES:
            raise PermissionDenied
        player = super().authenticate(request, username=username, password=password, **others)
        if player is not None:
            cache.delete(key)
        return player


def _key(request: HttpRequest | None, name: str) -> str:
    address = request.META.get("REMOTE_ADDR", "") if request is not None else ""
    return "login:" + sha256(f"{name.upper().casefold()}|{address}".encode("utf-8", "replace")).hexdigest()


def _tries(key: str) -> int:
    """How many tries there were by now, this one included."""
    cache.add(key, 0, SHUT_SECONDS)
    try:
        return cache.incr(key)
    except ValueError:  # it ran out this very moment
        return 1
