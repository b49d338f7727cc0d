"""The base of all calls."""

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from django.http import HttpResponse
from django.utils.http import parse_etags
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.views import APIView

from api import words
from api.shapes import read_body, read_query
from games.models import Player
from games.models.statements import Reading

T = TypeVar("T", bound=Struct)


class Call(APIView):
    """A view that settles the reader's language and reads bodies and query strings into structs."""

    came_along: Sequence[Any] = ()
    """What `along` has found."""

    def along(self, digest: str) -> Reading | None:
        """What is read in one journey with the token of this digest, when it is not known yet whether there is one.

        It must find nothing but what the token's player may see anyhow.
        """
        return None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        words.speak(request)

    @property
    def player(self) -> Player:
        """Who calls; permissions have seen to it that it is somebody."""
        return cast(Player, self.request.user)

    def body(self, kind: type[T]) -> T:
        """The request's body as a struct. Raises Malformed."""
        return read_body(self.request.data, kind)

    def query(self, kind: type[T]) -> T:
        """The query string as a struct. Raises Malformed."""
        return read_query(self.request.query_params, kind)


def is_known(request: Request, etag: str) -> bool:
    """Whether the reader says that it has what bears this tag, as it was or compressed."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or etag in (tag.removeprefix("W/") for tag in known)


def tagged(request: Request, etag: str, content: bytes, content_type: str = "application/json") -> HttpResponse:
    """The content with its ETag, or 304 for a reader who has it. Only its reader may keep it, and must ask again."""
    if is_known(request, etag):
        response = HttpResponse(status=304)
        del response["Content-Type"]
    else:
        response = HttpResponse(content, content_type=content_type)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response
