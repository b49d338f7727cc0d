"""Redact secret tokens in logged URLs.

Invitations, observer links, password links and others have a token in their URL that works like a password. So logs
contain the URL pattern of a request, ``/invitations/<token>/``, and nothing that a client put into the URL.
"""

import logging
import re
from typing import Any

from django.conf import settings
from django.urls import Resolver404, resolve

UNKNOWN = "/<unknown>"
QUERY = "?<query>"
WEB_LOGGERS = ("django.request", "django.security", "django.server", "gunicorn.error")
"""Loggers whose messages contain URLs of requests."""

_URL = re.compile(r"""(?:(https?://[^/\s"'?]+)(/[^\s"'?]*)?|(?<!HTTP)(/[^\s"'?]*))(\?[^\s"']*)?""")
_PLAIN_FILE = re.compile(r"[\w./-]+")
_PARAMETER = re.compile(r"\(\?P<(\w+)>[^)]*\)|<(?:\w+:)?(\w+)>")


def redact_path(path: str) -> str:
    """Return the URL pattern of a path, with its parameters' names instead of their values.

    The path of a static file is returned unchanged.
    """
    if not settings.configured:  # before the application is loaded
        return UNKNOWN
    if path.startswith(settings.STATIC_URL) and _PLAIN_FILE.fullmatch(path):
        return path
    path = path.removeprefix(settings.FORCE_SCRIPT_NAME or "")
    for form in (path, f"{path}/"):
        try:
            route = str(resolve(form).route)
        except Resolver404:
            continue
        return "/" + _PARAMETER.sub(lambda found: f"<{found[1] or found[2]}>", route).replace("^", "").rstrip("$")
    return UNKNOWN


def redact_urls(text: str) -> str:
    """Return the text with each path replaced by its URL pattern, and each query by a placeholder."""
    return _URL.sub(_redact_url, text)


def _redact_url(found: re.Match[str]) -> str:
    origin, path_there, path, query = found.groups(default="")
    return origin + (redact_path(path_there or path) if path_there or path else "") + (QUERY if query else "")


def _redact_argument(value: Any) -> Any:
    """Return an argument of a log message, redacted; a path is redacted whole, as it may contain spaces and quotes."""
    if isinstance(value, int | float | None):
        return value
    text = str(value)
    if not text.startswith("/"):
        return redact_urls(text)
    path, mark, _ = text.partition("?")
    return redact_path(path) + (QUERY if mark else "")


class RedactUrls(logging.Filter):
    """A logging filter that redacts the URLs in messages about requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.name.startswith(WEB_LOGGERS):
            return True
        if not record.args:
            record.msg = redact_urls(str(record.msg))
        elif isinstance(record.args, tuple):
            record.args = tuple(map(_redact_argument, record.args))
        else:
            record.args = {name: _redact_argument(value) for name, value in record.args.items()}
        return True
