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

from api import request_language
from api.media_types import TooLarge
from games.errors import missing
from games.kernel.codec import MAX_ANSWER_BYTES
from games.kernel.errors import GameError, NotYours, pointer
from games.kernel.text import Text
from pbem.log_redaction import redact_path
from pbem.outages import RETRY_AFTER_SECONDS, is_outage

logger = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"
API = "/api/"


class WrongField(Struct, frozen=True):
    """One error in a request: its place (a JSON pointer, "" for the whole body), a description, and the rule."""

    pointer: str
    code: str
    detail: str
    rule: str = ""


class Problem(Struct, frozen=True, kw_only=True):
    """A problem document. `code` is stable; `rule` is the number of the rule that forbids it, if there is one."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    rule: str = ""
    errors: list[WrongField] = []


class ProblemType(Struct, frozen=True):
    """A type of problem: its status and its title."""

    status: int
    title: Text
    detail: Text | None = None
    """The explanation when the refusal has none of its own."""


PROBLEM_TYPES: Mapping[str, ProblemType] = {
    "malformed": ProblemType(400, Text("Not understood", "読み取れません")),
    "not_authenticated": ProblemType(401, Text("Who are you?", "認証が必要です")),
    "forbidden": ProblemType(403, Text("Not allowed", "許可されていません")),
    "not_found": ProblemType(
        404,
        Text("Not found", "見つかりません"),
        Text("There is nothing at this URL.", "このURLには何もありません。"),
    ),
    "method_not_allowed": ProblemType(405, Text("Not possible here", "この操作はできません")),
    "stale": ProblemType(409, Text("Closed", "締め切られています")),
    "wrong_state": ProblemType(409, Text("Not now", "現在はできません")),
    "limit_reached": ProblemType(409, Text("Limit reached", "上限に達しています")),
    "revision_replaced": ProblemType(412, Text("Replaced in the meantime", "別の回答に置き換えられています")),
    "too_large": ProblemType(
        413,
        Text("Too large", "大きすぎます"),
        Text(
            "The body of a call has at most {most:,} bytes.",
            "要求の本文は{most:,}バイトまでです。",
        ).format(most=MAX_ANSWER_BYTES),
    ),
    "unsupported_media_type": ProblemType(415, Text("Unknown format", "対応していない形式です")),
    "illegal": ProblemType(422, Text("Against the rules", "ルールに反しています")),
    "needs_confirmation": ProblemType(422, Text("Would leave a turn unused", "手番が使われません")),
    "too_expensive": ProblemType(422, Text("Takes too long to compute", "計算に時間がかかりすぎます")),
    "idempotency_key_reused": ProblemType(422, Text("Key used before", "キーは使用済みです")),
    "throttled": ProblemType(429, Text("Too many requests", "要求が多すぎます")),
    "unavailable": ProblemType(503, Text("Not reachable for the moment", "一時的に利用できません")),
    "error": ProblemType(500, Text("The server failed", "サーバーエラー")),
}
"""Every type of problem by its code."""

_DRF_CODES = {
    "parse_error": "malformed",
    "invalid": "malformed",
    "authentication_failed": "not_authenticated",
    "permission_denied": "forbidden",
}


class Unavailable(exceptions.APIException):
    """Raised if the service is unavailable; retry after `retry_after` seconds."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    default_code = "unavailable"
    default_detail = ""

    def __init__(self, retry_after: int) -> None:
        super().__init__()
        self.wait = retry_after


def problem_type_uri(code: str) -> str:
    """Return the URI of a type of problem; it leads to the list of all types."""
    return f"{settings.PBEM_BASE_URL}/api/v1/problems/#{code}"


def make_problem(
    request: Any, code: str, detail: str = "", errors: tuple[WrongField, ...] = (), status: int = 0
) -> Problem:
    """Return the problem document for a request."""
    sort = PROBLEM_TYPES.get(code, PROBLEM_TYPES["error"])
    language = request_language.current_language()
    title = sort.title.get(language)
    return Problem(
        type=problem_type_uri(code),
        title=title,
        status=status or sort.status,
        detail=detail or (sort.detail.get(language) if sort.detail else title),
        instance=request.path,
        code=code,
        rule=next((error.rule for error in errors if error.rule), ""),
        errors=list(errors),
    )


def problem_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return every error of a call as a problem document; None (a plain 500) for unexpected ones.

    This is DRF's exception handler.
    """
    request = context["request"]
    if isinstance(error, GameError):
        return _send(_of_game_error(request, error))
    if isinstance(error, RequestDataTooBig):
        error = TooLarge()
    if is_outage(error):
        logger.warning("%s %s: %s", request.method, redact_path(request.path), error)
        return _send(make_problem(request, "unavailable"), {"Retry-After": str(RETRY_AFTER_SECONDS)})
    response = exception_handler(error, context)
    if response is None:
        return None
    problem = _of_response(request, error, response)
    return _send(problem, {name: response[name] for name in ("WWW-Authenticate", "Retry-After") if name in response})


def _send(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    return Response(problem, status=problem.status, headers=dict(headers or {}), content_type=PROBLEM_JSON)


def _of_game_error(request: Any, error: GameError) -> Problem:
    """Return a refusal of the rules or the server. Another seat's decision gets the same response as a missing one."""
    if isinstance(error, NotYours):
        error = missing()
    language = request_language.current_language()
    errors = tuple(
        WrongField(problem.pointer, problem.code, problem.message.get(language), problem.rule)
        for problem in error.problems
    )
    code = next(
        (found for kind in type(error).__mro__ if (found := getattr(kind, "code", "")) in PROBLEM_TYPES), "error"
    )
    return make_problem(request, code, error.detail.get(language), errors)


def _of_response(request: Any, error: Exception, response: Response) -> Problem:
    """Return DRF's own refusals: no token, a wrong method, an unknown format, too many requests."""
    codes = error.get_codes() if isinstance(error, exceptions.APIException) else "not_found"
    code = codes if isinstance(codes, str) else "malformed"
    code = _DRF_CODES.get(code, code)
    detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
    wrong = tuple(_flat(response.data)) if isinstance(error, exceptions.ValidationError) else ()
    if code not in PROBLEM_TYPES:
        code = next((name for name, sort in PROBLEM_TYPES.items() if sort.status == response.status_code), "error")
    return make_problem(request, code, str(detail), wrong, response.status_code)


def _flat(found: Any, at: str = "") -> Iterator[WrongField]:
    """Return DRF's nested messages as pointers."""
    if isinstance(found, dict):
        for name, inner in found.items():
            yield from _flat(inner, at if name == "non_field_errors" else at + pointer(name))
    elif isinstance(found, list):
        for inner in found:
            yield from _flat(inner, at)
    else:
        yield WrongField(at, getattr(found, "code", "invalid"), str(found))


def _plain(request: HttpRequest, code: str, status: int = 0) -> HttpResponse:
    problem = make_problem(request, code, status=status)
    return HttpResponse(msgspec.json.encode(problem), status=problem.status, content_type=PROBLEM_JSON)


def _away(request: HttpRequest) -> HttpResponse:
    if request.path_info.startswith(API):
        return _plain(request, "unavailable")
    return HttpResponse(render_to_string("away.html", {"language": request_language.current_language()}), status=503)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler404``: return a problem document below ``/api/``, a page elsewhere."""
    if request.path_info.startswith(API):
        return _plain(request, "not_found")
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """``handler400``: return a problem document or page for a request that Django itself refuses."""
    if request.path_info.startswith(API):
        return _plain(request, "too_large" if isinstance(exception, RequestDataTooBig) else "malformed")
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """``handler500``: return a problem document or page without internal details. An outage is a 503.

    The page of an outage is a plain one, because the session is in the unavailable database.
    """
    if is_outage(sys.exception()):
        response = _away(request)
        response["Retry-After"] = str(RETRY_AFTER_SECONDS)
        return response
    if request.path_info.startswith(API):
        return _plain(request, "error")
    return defaults.server_error(request)
