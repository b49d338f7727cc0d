"""Sessions end after two weeks without use (`SESSION_COOKIE_AGE`), not two weeks after the log-in.

A session stores the time of the log-in: some actions need the password or a recent log-in.
"""

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse

EXTENDED_AT_KEY = "extended_at"
EXTEND_INTERVAL_SECONDS = 24 * 60 * 60
"""Seconds between two extensions of a session, so that not every request writes it."""

NO_USE = ("/api/", "/updates/")
"""Beginnings of paths whose requests extend no session: API clients have tokens, and open pages poll for updates."""

LOGGED_IN_AT_KEY = "logged_in_at"
FRESH_SECONDS = 15 * 60
"""Seconds after a log-in during which actions that need the password do not ask for it again."""


def has_fresh_log_in(request: HttpRequest) -> bool:
    """Return True if the request's session began with a log-in at most `FRESH_SECONDS` ago."""
    return time.time() - int(request.session.get(LOGGED_IN_AT_KEY, 0)) < FRESH_SECONDS


def _note_log_in(sender: object, request: HttpRequest | None, **_: Any) -> None:
    if request is not None and hasattr(request, "session"):
        request.session[LOGGED_IN_AT_KEY] = int(time.time())


user_logged_in.connect(_note_log_in, dispatch_uid="pbem.session_expiry")


def extend_session(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that extends the session of a player who requests a page; automatic requests do not extend it."""

    def handle(request: HttpRequest) -> HttpResponse:
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES and not request.path_info.startswith(NO_USE)
        if has_session and request.user.is_authenticated:
            now = int(time.time())
            if now - int(request.session.get(EXTENDED_AT_KEY, 0)) >= EXTEND_INTERVAL_SECONDS:
                request.session[EXTENDED_AT_KEY] = now
        return get_response(request)

    return handle
