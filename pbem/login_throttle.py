"""Login throttling: repeated guesses have to wait longer and longer, without delaying other players.

Wrong attempts are counted in three ways, each within an hour:

- one name from one address: after `FREE_TRIES_PER_NAME` each attempt costs a wait, twice as long as the wait before;
- one address, for any names: the same after `FREE_TRIES_PER_ADDRESS`;
- one name from all addresses: after `ATTACK_THRESHOLD` an address that is new to the name has
  `FREE_TRIES_DURING_ATTACK` attempts, so that many guessers together get only a few guesses each.

A browser that has logged in has a signed cookie and is counted separately: neither a guesser at the same address nor a
thousand elsewhere can lock a player out. Tokens and open sessions are not affected. A blocked attempt gets the same
response as a wrong password, and unknown names are counted like all others. A player's name and address share one
count.
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

from games.selectors.players import find_player
from pbem.client_addresses import address_group
from pbem.rate_limits import count_event
from pbem.web.accounts.email_verification import has_verified_email

FREE_TRIES_PER_NAME = 10
FREE_TRIES_DURING_ATTACK = 3
FREE_TRIES_PER_ADDRESS = 50
ATTACK_THRESHOLD = 100
FIRST_WAIT, LONGEST_WAIT = 30, 15 * 60
"""The shortest and the longest wait between two attempts, in seconds."""
WINDOW_SECONDS = 60 * 60
"""Seconds for which attempts are remembered."""

DEVICE_COOKIE = "device"
_DEVICE_SECONDS = 400 * 24 * 60 * 60


class ThrottledModelBackend(ModelBackend):
    """Django's password login, by player name or e-mail address, with waits after repeated wrong attempts.

    The module's docstring has the limits.
    """

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **others: Any
    ) -> Any:
        entered = (username or "").strip()
        meant = find_player(entered)
        name = meant.username if meant else entered
        tries = _Tries(request, name)
        if not tries.may_try():
            raise PermissionDenied
        player = super().authenticate(request, username=name, password=password, **others)
        if player is None or not has_verified_email(player):
            player = None
            tries.note_failure()
        else:
            tries.forget()
        return player


class _Tries:
    """The counters that decide whether one login attempt is allowed: `here`, `place` and `everywhere`.

    `here` counts the name's attempts from this device or network, `place` all failures from this network, `everywhere`
    all failures with this name.
    """

    def __init__(self, request: HttpRequest | None, name: str) -> None:
        self.name = _digest(name.upper().casefold())
        place = address_group(request.META.get("REMOTE_ADDR", "")) if request is not None else ""
        self.device = _known_device(request, self.name) if request is not None else ""
        self.place = _key("place", place)
        self.everywhere = _key("name", self.name)
        self.here = _key("device", self.device) if self.device else _key("here", self.name, place)

    def may_try(self) -> bool:
        """Return True if another attempt is allowed now, and count it."""
        free = FREE_TRIES_PER_NAME
        if not self.device:
            if cache.get(self.place, 0) >= FREE_TRIES_PER_ADDRESS and not _turn(self.place, FREE_TRIES_PER_ADDRESS):
                return False
            if cache.get(self.everywhere, 0) >= ATTACK_THRESHOLD:
                free = FREE_TRIES_DURING_ATTACK
        tried = count_event(self.here, WINDOW_SECONDS)
        return tried < free or _take_turn(self.here, tried - free) or tried == free

    def note_failure(self) -> None:
        """Count a wrong password or an unknown name."""
        if not self.device:
            count_event(self.place, WINDOW_SECONDS)
            count_event(self.everywhere, WINDOW_SECONDS)

    def forget(self) -> None:
        """Reset the counter of this name from this device or network, after a correct password."""
        cache.delete(self.here)


def _turn(key: str, free: int) -> bool:
    return _take_turn(key, cache.get(key, free) - free)


def _take_turn(key: str, beyond: int) -> bool:
    """Return True, and begin a wait, if the last wait is over; else return False.

    `beyond` is the number of attempts beyond the free ones: each doubles the wait.
    """
    wait = min(FIRST_WAIT << min(max(beyond, 0), 10), LONGEST_WAIT)
    return bool(cache.add(f"{key}:wait", 1, wait))


def _known_device(request: HttpRequest, name: str) -> str:
    """Return the id of the request's browser if the last login from it was with this name; else an empty text.

    `name` is a digest.
    """
    known, _, device = str(request.get_signed_cookie(DEVICE_COOKIE, "", max_age=_DEVICE_SECONDS)).partition(":")
    return device if known == name else ""


def remember_device(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that sets, after a log-in, the cookie by which the throttle recognizes the browser."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        name = getattr(request, "entered_as", "")
        if name:
            response.set_signed_cookie(
                DEVICE_COOKIE,
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
        request.entered_as = user.get_username()  # type: ignore[attr-defined]


user_logged_in.connect(_entered, dispatch_uid="pbem.login_throttle")


def _key(*words: str) -> str:
    return "login:" + _digest("|".join(words))


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()
