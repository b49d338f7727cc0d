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
from api.request_bodies import read_body, read_query
from games.database.batch import SelectQuery
from games.models import Player

T = TypeVar("T", bound=Struct)


class ApiView(APIView):
    """The base of API views: sets the response's language, and parses bodies and query strings into structs."""

    prefetched: Sequence[Any] = ()
    """The rows that `prefetch_query` has read."""
    _limits: Sequence[BaseThrottle] = ()

    def prefetch_query(self, digest: str) -> SelectQuery | None:
        """Return the query to run in one round trip with the lookup of this token digest, before the caller is known.

        It must find only rows that the token's player may see.
        """
        return None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        request_language.activate_language(request)

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the rate limits of this call, and keep them for the response's headers."""
        self._limits = found = super().get_throttles()
        return found

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the rate limit headers, also to a refusal."""
        final = super().finalize_response(request, response, *args, **kwargs)
        for limit in self._limits:
            if isinstance(limit, MinuteLimit):
                for name, value in limit.headers().items():
                    final[name] = value
        return final

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Return no content; as on every response, `Allow` lists the methods."""
        return Response(status=HTTPStatus.NO_CONTENT)

    @property
    def player(self) -> Player:
        """Return the caller; permissions exclude anonymous ones."""
        return cast(Player, self.request.user)

    def parse_body(self, kind: type[T]) -> T:
        """Return the request's body as a struct. Raises Malformed."""
        return read_body(self.request.data, kind)

    def parse_query(self, kind: type[T]) -> T:
        """Return the query string as a struct. Raises Malformed."""
        return read_query(self.request.query_params, kind)


def is_not_modified(request: Request, etag: str) -> bool:
    """Return True if the reader has the content with this tag, compressed or not."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or etag in (tag.removeprefix("W/") for tag in known)


def respond_with_etag(
    request: Request, etag: str, content: bytes, content_type: str = "application/json"
) -> HttpResponse:
    """Return the content with its ETag, or 304 for a reader who has it.

    Only its reader may cache it, with revalidation.
    """
    if is_not_modified(request, etag):
        response = HttpResponse(status=304)
        del response["Content-Type"]
    else:
        response = HttpResponse(content, content_type=content_type)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response
