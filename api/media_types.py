"""Parse request bodies (strict JSON, or orders as plain text), and encode structs as response bodies."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from django.utils.functional import Promise
from rest_framework.exceptions import APIException
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.request_bodies import require_plain_texts
from games.kernel.codec import MAX_ANSWER_BYTES, read_external_json
from games.kernel.errors import malformed, refuse_forbidden_characters


class TooLarge(APIException):
    """Raised if the body of a request is longer than any orders can be."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"
    default_detail = ""


def _read_bytes(stream: Any) -> bytes:
    """Return the whole body. Raises TooLarge, without reading the body if its Content-Length is too large."""
    length = stream.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > MAX_ANSWER_BYTES:
        raise TooLarge
    data: bytes = stream.read(MAX_ANSWER_BYTES + 1)
    if len(data) > MAX_ANSWER_BYTES:
        raise TooLarge
    return data


class StrictJSONParser(BaseParser):
    """A parser of JSON bodies that refuses duplicate keys, deep nesting, forbidden characters and imprecise numbers."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        value = read_external_json(_read_bytes(stream))
        require_plain_texts(value)
        return value


class NotationParser(BaseParser):
    """A parser of bodies that are orders in the text notation, in UTF-8."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            text = _read_bytes(stream).decode("utf-8")
        except UnicodeDecodeError:
            raise malformed("", "The text is not UTF-8.", "UTF-8ではありません。", "not_utf8") from None
        refuse_forbidden_characters("", text, allow_lines=True)
        return text


class StructRenderer(JSONRenderer):
    """Renders the data of a response, structs or JSON values, as JSON."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else msgspec.json.encode(data, enc_hook=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, Promise | str):
        return str.__str__(value) if isinstance(value, str) else str(value)
    raise TypeError(f"{type(value).__name__} cannot be sent")


class SingleFormatNegotiation(BaseContentNegotiation):
    """Content negotiation with a single response format: the Accept header is ignored.

    The media type of the request's body selects the parser.
    """

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Request, renderers: Iterable[Any], format_suffix: Any = None) -> tuple[Any, str]:
        only = next(iter(renderers))
        return only, only.media_type
