"""Errors as problem documents (RFC 9457): one shape, a stable code, a pointer to every wrong field."""

import logging
import sys
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views import defaults
from msgspec import Meta, Struct
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
    """One error in a request."""

    pointer: Annotated[str, Meta(description="The JSON pointer to its place in the body; empty for the whole body.")]
    code: Annotated[str, Meta(description="A stable code.")]
    detail: Annotated[str, Meta(description="A description.")]
    rule: Annotated[str, Meta(description="The number of the rule that forbids it, or empty.")] = ""


class Problem(Struct, frozen=True, kw_only=True):
    """A problem document (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: Annotated[str, Meta(description="The stable code of the type of problem.")]
    rule: Annotated[str, Meta(description="The number of the rule that forbids it, or empty.")] = ""
    errors: Annotated[list[WrongField], Meta(description="The errors in the request.")] = []


class ProblemType(Struct, frozen=True):
    """A type of problem, for all refusals with the same code."""

    status: int
    title: Text
    detail: Text | None = None
    """The explanation for a refusal that has no explanation of its own."""


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
"""All types of problems, by code."""

_DRF_CODES = {
    "parse_error": "malformed",
    "invalid": "malformed",
    "authentication_failed": "not_authenticated",
    "permission_denied": "forbidden",
}


class Unavailable(exceptions.APIException):
    """Raised if the service is unavailable for some seconds.

    If the reason is that the caller's own previews use much processor time (`is_own_load`), the refusal is remembered
    and repeated (`api.repeated_refusals`).
    """

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    default_code = "unavailable"
    default_detail = ""

    def __init__(self, retry_after: int, *, is_own_load: bool = False) -> None:
        super().__init__()
        self.wait = retry_after
        self.is_own_load = is_own_load


def problem_type_uri(code: str) -> str:
    """Return the URI of a type of problem: the URL of its entry in the list of all types."""
    return f"{settings.PBEM_BASE_URL}/api/v1/problems/#{code}"


def make_problem(
    request: Any, code: str, detail: str = "", errors: tuple[WrongField, ...] = (), status: int = 0
) -> Problem:
    """Return the problem document for a refused request.

    `code` is a key of `PROBLEM_TYPES`, which has the title and the default of `detail` and `status`. `detail` is the
    explanation, `errors` are the errors in the request.
    """
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
    """Return the problem document for an error of a call; None for an unexpected error, which becomes a status 500.

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
    """Return the problem for a refusal by the rules or the server; another player's decision is reported as missing."""
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
    """Return the problem for a refusal by DRF: no token, a wrong method, an unknown format, too many requests."""
    codes = error.get_codes() if isinstance(error, exceptions.APIException) else "not_found"
    code = codes if isinstance(codes, str) else "malformed"
    code = _DRF_CODES.get(code, code)
    detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
    wrong = tuple(_flat(response.data)) if isinstance(error, exceptions.ValidationError) else ()
    if code not in PROBLEM_TYPES:
        code = next((name for name, sort in PROBLEM_TYPES.items() if sort.status == response.status_code), "error")
    return make_problem(request, code, str(detail), wrong, response.status_code)


def _flat(found: Any, at: str = "") -> Iterator[WrongField]:
    """Yield DRF's nested error messages as a flat list with JSON pointers."""
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
    """Django's ``handler404``: return a problem document for URLs below ``/api/``, a page for others."""
    if request.path_info.startswith(API):
        return _plain(request, "not_found")
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's ``handler400``: return a problem document or a page for a request that Django itself refuses."""
    if request.path_info.startswith(API):
        return _plain(request, "too_large" if isinstance(exception, RequestDataTooBig) else "malformed")
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's ``handler500``: return a problem document or a page without internal details.

    An unavailable database has the status 503, and its page is a plain one, because the session cannot be read.
    """
    if is_outage(sys.exception()):
        response = _away(request)
        response["Retry-After"] = str(RETRY_AFTER_SECONDS)
        return response
    if request.path_info.startswith(API):
        return _plain(request, "error")
    return defaults.server_error(request)
