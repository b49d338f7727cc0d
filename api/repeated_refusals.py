"""Repeat refusals cheaply until their `Retry-After` has passed.

A refusal at a rate limit takes as long as a short call: it reads the token and the player, and counts the call. A
script that ignores `Retry-After` would take that time from other players many times a second. So each process of the
web server remembers its refusals, and repeats them without using the database, the cache or the log.
"""

import time
from collections.abc import Callable, Iterator
from hashlib import blake2b
from math import ceil
from threading import Lock
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import APIException, Throttled
from rest_framework.request import Request

from api.authentication import MinuteLimit
from api.problems import API, PROBLEM_JSON, Unavailable, make_problem

Handler = Callable[[HttpRequest], HttpResponse]

MAX_CALLERS = 1000
"""The maximum number of callers whose refusals are remembered; for other callers each refusal is computed again."""


class Refusal(NamedTuple):
    """A remembered refusal of a caller."""

    until: float
    """The `time.monotonic` until which the refusal is repeated."""
    language: str
    """The player's language."""
    limit: MinuteLimit | None
    """The rate limit that was exceeded; None if the caller's previews use much processor time."""

    def respond(self, request: HttpRequest) -> HttpResponse:
        """Return the refusal as the response to a repeated request, in the language that the client requests."""
        left = max(ceil(self.until - time.monotonic()), 1)
        with translation.override(self._language(request)):
            error: APIException = Throttled(left) if self.limit else Unavailable(left)
            problem = make_problem(request, error.default_code, str(error.detail))
            response = HttpResponse(msgspec.json.encode(problem), status=problem.status, content_type=PROBLEM_JSON)
            response["Content-Language"] = translation.get_language() or self.language
        response["Retry-After"] = str(left)
        for name, value in self.limit.headers().items() if self.limit else ():
            response[name] = value
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    def _language(self, request: HttpRequest) -> str:
        known = None if "Accept-Language" in request.headers else self.language
        return known or translation.get_language_from_request(request)


class RefusalMemory:
    """The refusals of one process, by caller and by subject (a rate limit or a view). All methods are thread-safe."""

    def __init__(self, most: int = MAX_CALLERS) -> None:
        self._most, self._changing = most, Lock()
        self._refusals: dict[bytes, dict[str, Refusal]] = {}

    def add(self, caller: bytes, subject: str, refusal: Refusal) -> None:
        """Remember a refusal of a caller, unless `MAX_CALLERS` other callers have refusals already.

        `caller` is a digest of the token or session, `subject` the scope of the rate limit or the name of the view.
        """
        with self._changing:
            if len(self._refusals) >= self._most:
                self._forget_past()
            if caller in self._refusals or len(self._refusals) < self._most:
                self._refusals[caller] = {**self._refusals.get(caller, {}), subject: refusal}

    def of_caller(self, caller: bytes) -> dict[str, Refusal]:
        """Return the refusals of a caller that must still be repeated, by subject."""
        now = time.monotonic()
        return {subject: one for subject, one in self._refusals.get(caller, {}).items() if one.until > now}

    def _forget_past(self) -> None:
        self._refusals = {caller: kept for caller in self._refusals if (kept := self.of_caller(caller))}


_memory = RefusalMemory()


def remember_refusal(view: Any, request: Request, error: Exception) -> None:
    """Remember an error that a view has raised if it is a refusal with a `Retry-After`.

    Only refusals of callers with a token or a session are remembered.
    """
    found: list[tuple[str, float, MinuteLimit | None]] = []
    if isinstance(error, Throttled):
        found = [(limit.scope, limit.wait(), limit) for limit in view.exceeded_limits()]
    elif isinstance(error, Unavailable) and error.is_own_load:
        found = [(_name(type(view)), error.wait, None)]
    if found and (caller := _identify_caller(request)):
        language, now = str(getattr(request.user, "language", "")), time.monotonic()
        for subject, seconds, limit in found:
            _memory.add(caller, subject, Refusal(now + seconds, language, limit))


def repeat_refusals(get_response: Handler) -> Handler:
    """Middleware: repeat a refusal that the caller has had, until its `Retry-After` has passed."""

    def handle(request: HttpRequest) -> HttpResponse:
        found = _find_refusal(request) if request.path_info.startswith(API) else None
        if found is None:
            return get_response(request)
        request.is_repeated_refusal = True  # type: ignore[attr-defined]  # for the log
        return found.respond(request)

    return handle


def _find_refusal(request: HttpRequest) -> Refusal | None:
    caller = _identify_caller(request)
    refusals = _memory.of_caller(caller) if caller else {}
    if not refusals:
        return None
    try:
        view = getattr(resolve(request.path_info).func, "cls", None)
    except Resolver404:
        return None
    return next((refusals[one] for one in _subjects(view, request) if one in refusals), None)


def _subjects(view: Any, request: Any) -> Iterator[str]:
    """Yield the subjects (rate limits, view) by which a call of this view can be refused."""
    if view is not None:
        yield _name(view)
        for kind in view.throttle_classes:
            if issubclass(kind, MinuteLimit) and kind().limit_per_minute() > 0 and kind().is_counted(request):
                yield kind.scope


def _name(view: type[Any]) -> str:
    return f"{view.__module__}.{view.__qualname__}"


def _identify_caller(request: HttpRequest | Request) -> bytes:
    """Return a digest of the token and the session; empty without either."""
    token = request.headers.get("Authorization", "")
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return blake2b(f"{token}\0{session}".encode(), digest_size=16).digest() if token or session else b""
