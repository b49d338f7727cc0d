"""The base class of all API views."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.http import HttpResponse
from django.utils.http import parse_etags
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api import request_language
from api.authentication import MinuteLimit
from api.repeated_refusals import remember_refusal
from api.request_bodies import read_body, read_query
from games.database.batch import SelectQuery
from games.models import Player

T = TypeVar("T", bound=Struct)


class ApiView(APIView):
    """The base class of API views: it authenticates, sets the response's language, and parses bodies into structs."""

    prefetched: Sequence[Any] = ()
    """The rows that `prefetch_query` has read."""
    _limits: Sequence[BaseThrottle] = ()

    def prefetch_query(self, digest: str) -> SelectQuery | None:
        """Return a database query that is run in one round trip with the look-up of the caller's token; None for none.

        Views override this; the rows are then in `prefetched`. `digest` is the hash of the token. The caller is not
        known yet, so the query must find only rows that the token's player may see.
        """
        return None

    def perform_authentication(self, request: Request) -> None:
        """Authenticate the caller, and set the language of the response and of all later refusals."""
        super().perform_authentication(request)
        request_language.activate_language(request)

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the rate limits of this view, and keep them for the headers of the response."""
        self._limits = found = super().get_throttles()
        return found

    def exceeded_limits(self) -> list[MinuteLimit]:
        """Return the rate limits that this call has exceeded; [] before the limits were checked."""
        return [limit for limit in self._limits if isinstance(limit, MinuteLimit) and limit.is_exceeded]

    def handle_exception(self, exc: Exception) -> Response:
        """Return the problem document for an error, and remember a refusal that will be repeated.

        See `api.repeated_refusals`.
        """
        remember_refusal(self, self.request, exc)
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the response with the rate limit headers added, also for a refusal."""
        final = super().finalize_response(request, response, *args, **kwargs)
        for limit in self._limits:
            if isinstance(limit, MinuteLimit):
                for name, value in limit.headers().items():
                    final[name] = value
        return final

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Return a response without content, whose `Allow` header lists the methods."""
        return Response(status=HTTPStatus.NO_CONTENT)

    @property
    def player(self) -> Player:
        """Return the caller. The caller is never anonymous here, because permissions are checked before."""
        return cast(Player, self.request.user)

    def parse_body(self, kind: type[T]) -> T:
        """Return the request's body as a struct of the type `kind`. Raises Malformed with every wrong field."""
        return read_body(self.request.data, kind)

    def parse_query(self, kind: type[T]) -> T:
        """Return the query string as a struct of the type `kind`. Raises Malformed with every wrong parameter."""
        return read_query(self.request.query_params, kind)


def is_not_modified(request: Request, etag: str) -> bool:
    """Return True if the request's If-None-Match header names this ETag, strong or weak: the client has the content."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or etag in (tag.removeprefix("W/") for tag in known)


def respond_with_etag(
    request: Request, etag: str, content: bytes, content_type: str = "application/json"
) -> HttpResponse:
    """Return the content with its ETag, or status 304 if the client already has it.

    Only the client itself may cache the content, and must revalidate it.
    """
    if is_not_modified(request, etag):
        response = HttpResponse(status=304)
        del response["Content-Type"]
    else:
        response = HttpResponse(content, content_type=content_type)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response
