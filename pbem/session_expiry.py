"""Sessions end after two weeks without use (`SESSION_COOKIE_AGE`), not two weeks after the log-in.

They store the time of the log-in.
"""

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse

EXTENDED_AT_KEY = "extended_at"
EXTEND_INTERVAL_SECONDS = 24 * 60 * 60
"""Seconds: a session is written at most once in that time for this, not at every request."""

NO_USE = ("/api/", "/updates/")
"""Paths whose requests extend no session: clients have tokens, and an open page asks for updates without its reader."""

LOGGED_IN_AT_KEY = "logged_in_at"
FRESH_SECONDS = 15 * 60
"""Seconds for which a log-in is fresh: it confirms an act like a password does."""


def has_fresh_log_in(request: HttpRequest) -> bool:
    """Return True if the person logged in within the last minutes."""
    return time.time() - int(request.session.get(LOGGED_IN_AT_KEY, 0)) < FRESH_SECONDS


def _note_log_in(sender: object, request: HttpRequest | None, **_: Any) -> None:
    if request is not None and hasattr(request, "session"):
        request.session[LOGGED_IN_AT_KEY] = int(time.time())


user_logged_in.connect(_note_log_in, dispatch_uid="pbem.session_expiry")


def extend_session(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Extend a session when its player uses it; its cookie is sent with the new expiry. Automatic requests do not."""

    def handle(request: HttpRequest) -> HttpResponse:
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES and not request.path_info.startswith(NO_USE)
        if has_session and request.user.is_authenticated:
            now = int(time.time())
            if now - int(request.session.get(EXTENDED_AT_KEY, 0)) >= EXTEND_INTERVAL_SECONDS:
                request.session[EXTENDED_AT_KEY] = now
        return get_response(request)

    return handle
