"""Errors as problem documents (RFC 9457): one shape, a stable code, a pointer to every wrong field."""

import logging
import sys
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views import defaults
from msgspec import Struct
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from api import words
from api.wire import TooLarge
from games.errors import missing
from games.kernel.errors import GameError, NotYours, pointer
from games.kernel.text import Text
from pbem.outages import RETRY_AFTER, is_outage

logger = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"
API = "/api/"


class WrongField(Struct, frozen=True):
    """One thing wrong: where (a JSON pointer into the body, "" for the whole), what, and the rule that forbids it."""

    pointer: str
    code: str
    detail: str
    rule: str = ""


class Problem(Struct, frozen=True, kw_only=True):
    """A problem document. `code` is stable; `rule` is the number of the rule that forbids, where one does."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    rule: str = ""
    errors: list[WrongField] = []


class Sort(Struct, frozen=True):
    """A sort of problem: its status and what it is called."""

    status: int
    title: Text


SORTS: Mapping[str, Sort] = {
    "malformed": Sort(400, Text("Not understood", "読み取れません")),
    "not_authenticated": Sort(401, Text("Who are you?", "認証が必要です")),
    "forbidden": Sort(403, Text("Not allowed", "許可されていません")),
    "not_found": Sort(404, Text("Not found", "見つかりません")),
    "method_not_allowed": Sort(405, Text("Not possible here", "この操作はできません")),
    "stale": Sort(409, Text("Closed", "締め切られています")),
    "wrong_state": Sort(409, Text("Not now", "現在はできません")),
    "revision_replaced": Sort(412, Text("Replaced in the meantime", "別の回答に置き換えられています")),
    "too_large": Sort(413, Text("Too large", "大きすぎます")),
    "unsupported_media_type": Sort(415, Text("Unknown format", "対応していない形式です")),
    "illegal": Sort(422, Text("Against the rules", "ルールに反しています")),
    "would_waste": Sort(422, Text("Would leave a turn unused", "手番が使われません")),
    "idempotency_key_reused": Sort(422, Text("Key used before", "キーは使用済みです")),
    "throttled": Sort(429, Text("Too many requests", "要求が多すぎます")),
    "unavailable": Sort(503, Text("Not reachable for the moment", "一時的に利用できません")),
    "error": Sort(500, Text("The server failed", "サーバーエラー")),
}
"""Every sort of problem by its code."""

_DRF_CODES = {
    "parse_error": "malformed",
    "invalid": "malformed",
    "authentication_failed": "not_authenticated",
    "permission_denied": "forbidden",
}


class Unavailable(exceptions.APIException):
    """Not now, but in `retry_after` seconds."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    default_code = "unavailable"

    def __init__(self, retry_after: int) -> None:
        super().__init__()
        self.wait = retry_after


def type_of(code: str) -> str:
    """The URI of a sort of problem; it leads to the list of all sorts."""
    return f"{settings.PBEM_BASE_URL}/api/v1/problems/#{code}"


def document(
    request: Any, code: str, detail: str = "", errors: tuple[WrongField, ...] = (), status: int = 0
) -> Problem:
    """The problem document for a request."""
    sort = SORTS.get(code, SORTS["error"])
    title = sort.title.get(words.language())
    return Problem(
        type=type_of(code),
        title=title,
        status=status or sort.status,
        detail=detail or title,
        instance=request.path,
        code=code,
        rule=next((error.rule for error in errors if error.rule), ""),
        errors=list(errors),
    )


def problem_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook: every error of a call as a problem document; None (a plain 500) for what nobody foresaw."""
    request = context["request"]
    if isinstance(error, GameError):
        return _send(_of_game_error(request, error))
    if isinstance(error, RequestDataTooBig):
        error = TooLarge()
    if is_outage(error):
        logger.warning("%s %s: %s", request.method, request.path, error)
        return _send(document(request, "unavailable"), {"Retry-After": str(RETRY_AFTER)})
    response = exception_handler(error, context)
    if response is None:
        return None
    problem = _of_response(request, error, response)
    return _send(problem, {name: response[name] for name in ("WWW-Authenticate", "Retry-After") if name in response})


def _send(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    return Response(problem, status=problem.status, headers=dict(headers or {}), content_type=PROBLEM_JSON)


def _of_game_error(request: Any, error: GameError) -> Problem:
    """A refusal of the rules or the server. Another seat's decision answers exactly like one that does not exist."""
    if isinstance(error, NotYours):
        error = missing()
    language = words.language()
    errors = tuple(
        WrongField(problem.pointer, problem.code, problem.message.get(language), problem.rule)
        for problem in error.problems
    )
    code = next((found for kind in type(error).__mro__ if (found := getattr(kind, "code", "")) in SORTS), "error")
    return document(request, code, error.detail.get(language), errors)


def _of_response(request: Any, error: Exception, response: Response) -> Problem:
    """What DRF itself refuses: no token, a wrong method, an unknown format, too many requests."""
    codes = error.get_codes() if isinstance(error, exceptions.APIException) else "not_found"
    code = codes if isinstance(codes, str) else "malformed"
    code = _DRF_CODES.get(code, code)
    detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
    wrong = tuple(_flat(response.data)) if isinstance(error, exceptions.ValidationError) else ()
    if code not in SORTS:
        code = next((name for name, sort in SORTS.items() if sort.status == response.status_code), "error")
    return document(request, code, str(detail), wrong, response.status_code)


def _flat(found: Any, at: str = "") -> Iterator[WrongField]:
    """DRF's nested messages as pointers."""
    if isinstance(found, dict):
        for name, inner in found.items():
            yield from _flat(inner, at if name == "non_field_errors" else at + pointer(name))
    elif isinstance(found, list):
        for inner in found:
            yield from _flat(inner, at)
    else:
        yield WrongField(at, getattr(found, "code", "invalid"), str(found))


def _plain(request: HttpRequest, code: str, status: int = 0) -> HttpResponse:
    problem = document(request, code, status=status)
    return HttpResponse(msgspec.json.encode(problem), status=problem.status, content_type=PROBLEM_JSON)


def _away(request: HttpRequest) -> HttpResponse:
    if request.path.startswith(API):
        return _plain(request, "unavailable")
    return HttpResponse(render_to_string("away.html", {"language": words.language()}), status=503)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler404``: a problem document below ``/api/``, a page elsewhere."""
    if request.path.startswith(API):
        return _plain(request, "not_found")
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler400``: the same for requests that Django itself refuses."""
    if request.path.startswith(API):
        return _plain(request, "malformed")
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """``handler500``: the same for faults; it says nothing of what happened inside. An outage is a 503.

    The page of an outage is a plain one: who is signed in stands in the database that is away.
    """
    if is_outage(sys.exception()):
        response = _away(request)
        response["Retry-After"] = str(RETRY_AFTER)
        return response
    if request.path.startswith(API):
        return _plain(request, "error")
    return defaults.server_error(request)
