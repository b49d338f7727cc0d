"""``schema/``: the OpenAPI document, made once for each process of the server and the same for everybody.

No query, language or format changes it: nobody can have it made again and again, or have a cache filled with it.
"""

import gzip
import json
from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import condition, require_safe
from django.views.decorators.vary import vary_on_headers
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from msgspec import Struct

MEDIA_TYPE = OpenApiJsonRenderer.media_type
KEPT = 300
"""Seconds for which readers and proxies may keep it without asking."""

DOCUMENTATION_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""What the pages that show the document need: their scripts make styles and, for the search, a worker."""

_one_maker = Lock()


class Document(Struct, frozen=True):
    """The document as it is sent."""

    plain: bytes
    packed: bytes
    etag: str


def document() -> Document:
    """The document; the first caller makes it, which takes a second, and others wait for that."""
    with _one_maker:
        return _made()


@cache
def _made() -> Document:
    with translation.override("en"):
        found = SchemaGenerator().get_schema(request=None, public=True)
        plain = json.dumps(found, default=str, ensure_ascii=False).encode()
    return Document(plain, gzip.compress(plain, mtime=0), f'"{sha256(plain).hexdigest()[:32]}"')


@require_safe
@vary_on_headers("Accept-Encoding")
@condition(etag_func=lambda _: document().etag)
def schema(request: HttpRequest) -> HttpResponse:
    """The document, packed for whoever can unpack it."""
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(document().packed if packed else document().plain, content_type=MEDIA_TYPE)
    response["Cache-Control"] = f"public, max-age={KEPT}"
    if packed:
        response["Content-Encoding"] = "gzip"
    return response


def with_policy(policy: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Send this content policy with what a view answers."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            response = view(request, *args, **kwargs)
            response["Content-Security-Policy"] = policy
            return response

        return wrapped

    return decorate
