"""Logging in with a password: who guesses has to wait longer and longer, and can make nobody else wait.

Wrong tries are counted for three things, each within an hour:

- one name from one place: after `FREE_TRIES` each try costs a wait, twice as long as the last one;
- one place, whatever the names: the same after `FREE_TRIES_OF_A_PLACE`;
- one name from everywhere: after `MANY` a place that is new to the name has `FREE_TRIES_IN_A_STORM` tries, so that many
  guessers together get no further than a few guesses each.

A browser that has logged in is known by a signed cookie, and is counted for itself alone: neither a guesser at the same
address nor a thousand elsewhere keep a player out. Tokens and open sessions are not affected. A shut door answers as a
wrong password does, and the names that nobody bears are counted like all others. Who is known by name and by address
is one and the same, and is counted once.
"""

import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from games.selectors.players import player_known_as
from pbem.accounts.proof import is_proven
from pbem.addresses import neighbourhood
from pbem.limits import count

FREE_TRIES = 10
FREE_TRIES_IN_A_STORM = 3
FREE_TRIES_OF_A_PLACE = 50
MANY = 100
FIRST_WAIT, LONGEST_WAIT = 30, 15 * 60
"""Seconds from one try to the next."""
WINDOW = 60 * 60
"""Seconds for which tries are remembered."""

DEVICE = "device"
_DEVICE_SECONDS = 400 * 24 * 60 * 60


class Doorkeeper(ModelBackend):
    """Django's own way to log in, by name or address, with waits between tries."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **others: Any
    ) -> Any:
        entered = (username or "").strip()
        meant = player_known_as(entered)
        name = meant.username if meant else entered
        tries = _Tries(request, name)
        if not tries.may_try():
            raise PermissionDenied
        player = super().authenticate(request, username=name, password=password, **others)
        if player is None or not is_proven(player):
            player = None
            tries.note_failure()
        else:
            tries.forget()
        return player


class _Tries:
    """The counts that one try to log in is measured by."""

    def __init__(self, request: HttpRequest | None, name: str) -> None:
        self.name = _digest(name.upper().casefold())
        place = neighbourhood(request.META.get("REMOTE_ADDR", "")) if request is not None else ""
        self.device = _known_device(request, self.name) if request is not None else ""
        self.place = _key("place", place)
        self.everywhere = _key("name", self.name)
        self.here = _key("device", self.device) if self.device else _key("here", self.name, place)

    def may_try(self) -> bool:
        """Whether it is time for another try; the try is counted."""
        free = FREE_TRIES
        if not self.device:
            if cache.get(self.place, 0) >= FREE_TRIES_OF_A_PLACE and not _turn(self.place, FREE_TRIES_OF_A_PLACE):
                return False
            if cache.get(self.everywhere, 0) >= MANY:
                free = FREE_TRIES_IN_A_STORM
        tried = count(self.here, WINDOW)
        return tried < free or _take_turn(self.here, tried - free) or tried == free

    def note_failure(self) -> None:
        """It was the wrong password, or nobody bears that name."""
        if not self.device:
            count(self.place, WINDOW)
            count(self.everywhere, WINDOW)

    def forget(self) -> None:
        """It was the right one: the count for the name here begins anew."""
        cache.delete(self.here)


def _turn(key: str, free: int) -> bool:
    return _take_turn(key, cache.get(key, free) - free)


def _take_turn(key: str, beyond: int) -> bool:
    """Take the one try that is allowed within the wait, which doubles with every try beyond the free ones."""
    wait = min(FIRST_WAIT << min(max(beyond, 0), 10), LONGEST_WAIT)
    return bool(cache.add(f"{key}:wait", 1, wait))


def _known_device(request: HttpRequest, name: str) -> str:
    """The id of a browser that this name has logged in with before; empty for every other one."""
    known, _, device = str(request.get_signed_cookie(DEVICE, "", max_age=_DEVICE_SECONDS)).partition(":")
    return device if known == name else ""


def remembering(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give a browser that has just logged in the cookie by which it is known."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        name = getattr(request, "_entered_as", "")
        if name:
            response.set_signed_cookie(
                DEVICE,
                f"{_digest(name.upper().casefold())}:{secrets.token_hex(16)}",
                max_age=_DEVICE_SECONDS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return handle


def _entered(sender: object, request: HttpRequest | None, user: Any, **_: Any) -> None:
    if request is not None:
        request._entered_as = user.get_username()  # type: ignore[attr-defined]


user_logged_in.connect(_entered, dispatch_uid="pbem.doorkeeper")


def _key(*words: str) -> str:
    return "login:" + _digest("|".join(words))


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()
