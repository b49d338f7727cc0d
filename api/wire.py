"""Bodies in and out: strict JSON, order notation as plain text, structs straight to bytes."""

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

from api.shapes import refuse_unfit_texts
from games.kernel.codec import MAX_ANSWER_BYTES, read_json
from games.kernel.errors import malformed, refuse_unfit


class TooLarge(APIException):
    """The body is longer than any order set."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


def _read_bytes(stream: Any) -> bytes:
    """The whole body. Raises TooLarge before reading what says that it is too long."""
    length = stream.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > MAX_ANSWER_BYTES:
        raise TooLarge
    data: bytes = stream.read(MAX_ANSWER_BYTES + 1)
    if len(data) > MAX_ANSWER_BYTES:
        raise TooLarge
    return data


class StrictJSON(BaseParser):
    """JSON without doubled keys, absurd depth, unfit characters or numbers that not every reader keeps."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        value = read_json(_read_bytes(stream))
        refuse_unfit_texts(value)
        return value


class Notation(BaseParser):
    """Orders in the text notation, as UTF-8."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            text = _read_bytes(stream).decode("utf-8")
        except UnicodeDecodeError:
            raise malformed("", "The text is not UTF-8.", "UTF-8ではありません。", "not_utf8") from None
        refuse_unfit("", text, lines=True)
        return text


class Encoded(JSONRenderer):
    """Structs and builtins as JSON."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else msgspec.json.encode(data, enc_hook=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, Promise | str):
        return str.__str__(value) if isinstance(value, str) else str(value)
    raise TypeError(f"{type(value).__name__} cannot be sent")


class TakeIt(BaseContentNegotiation):
    """Every call has one format; `Accept` is not consulted, and the body decides which parser reads it."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(self, request: Request, renderers: Iterable[Any], format_suffix: Any = None) -> tuple[Any, str]:
        only = next(iter(renderers))
        return only, only.media_type
