"""Compress responses, except where request input could appear beside a secret.

An attacker who sees the length of a response and can put words into it may guess its other content (BREACH). So only
responses without request input are compressed: pictures, which show only a view, and pages requested without a query.
Pages with other users' texts are not compressed; on all others the CSRF token is masked each time, and up to a hundred
random bytes hide the length. A query that only names a seat is allowed if the status is 200: the name is then one of
the few names of a game's seats, so an attacker cannot put other words into it.

JSON is compressed for calls with a token and without a cookie. BREACH needs requests that an attacker's page makes in
the reader's name: browsers add cookies to those, never a token.

The decision page's script asks for the parts of a page that a tap may change, with a header of its own. A page of
another origin cannot send such a header: it needs a permission that no page gives.
"""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

PICTURE, PAGE = "image/svg+xml", "text/html"
DATA = ("application/json", "application/problem+json")
PARTS_HEADER = "X-Page-Parts"
UNCOMPRESSED_PATHS = ("/messages/", "/admin/", "/mail/")
"""Parts of the paths of pages that contain other users' texts, of any length. These pages are never compressed."""

NAMED_SEAT = re.compile(r"seat=[a-z_]{1,40}")
"""A query that only names the seat whose page is requested."""


class SafeGZipMiddleware(GZipMiddleware):
    """Django's gzip middleware, for the responses that are safe to compress."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed if the client accepts that and its length reveals no secret."""
        return super().process_response(request, response) if is_safe_to_compress(request, response) else response


def is_safe_to_compress(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return True if the length of the compressed response cannot reveal a secret."""
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if kind == PICTURE:
        return True
    if kind in DATA:
        return is_token_call(request)
    query = request.META.get("QUERY_STRING", "")
    is_plain = not query or (response.status_code == 200 and NAMED_SEAT.fullmatch(query) is not None)
    asked = request.method in ("GET", "HEAD") and is_plain
    return (
        kind == PAGE
        and (asked or wants_parts(request))
        and not any(part in request.path_info for part in UNCOMPRESSED_PATHS)
    )


def wants_parts(request: HttpRequest) -> bool:
    """Return True if the decision page's script asks only for the parts of the page that a tap or entry may change."""
    return request.method == "POST" and PARTS_HEADER in request.headers


def is_token_call(request: HttpRequest) -> bool:
    """Return True if the request has an API token and no cookie."""
    return request.headers.get("Authorization", "").startswith("Token ") and not request.headers.get("Cookie")
