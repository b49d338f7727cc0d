"""Serve ``schema/``, the OpenAPI document, which each server process generates once, the same for every caller.

No query, language or format changes the document, so that no caller can force the server to generate it again.
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
CACHE_SECONDS = 300
"""Seconds for which clients and proxies may cache the document without revalidation."""

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
"""The Content-Security-Policy of the documentation pages, whose scripts create styles and a worker."""

_one_maker = Lock()


class OpenApiDocument(Struct, frozen=True):
    """The OpenAPI document as bytes, plain and compressed, and its ETag."""

    plain: bytes
    compressed: bytes
    etag: str


def get_document() -> OpenApiDocument:
    """Return the OpenAPI document; it is generated at the first call and then kept.

    That takes about a second; other threads wait meanwhile.
    """
    with _one_maker:
        return _made()


@cache
def _made() -> OpenApiDocument:
    with translation.override("en"):
        found = SchemaGenerator().get_schema(request=None, public=True)
        plain = json.dumps(found, default=str, ensure_ascii=False).encode()
    return OpenApiDocument(plain, gzip.compress(plain, mtime=0), f'"{sha256(plain).hexdigest()[:32]}"')


@require_safe
@vary_on_headers("Accept-Encoding")
@condition(etag_func=lambda _: get_document().etag)
def serve_schema(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document as a response, compressed if the client accepts that."""
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(get_document().compressed if packed else get_document().plain, content_type=MEDIA_TYPE)
    response["Cache-Control"] = f"public, max-age={CACHE_SECONDS}"
    if packed:
        response["Content-Encoding"] = "gzip"
    return response


def with_policy(policy: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Return a decorator that sends this Content-Security-Policy with a view's responses."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            response = view(request, *args, **kwargs)
            response["Content-Security-Policy"] = policy
            return response

        return wrapped

    return decorate
