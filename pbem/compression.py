"""Pages and pictures travel compressed, where nothing of the caller's own choosing stands beside a secret.

Who sees how long an answer is, and can put words into it, may guess at what else is in it (BREACH). So only those
answers are made shorter in which nothing of the request comes back: pictures, which show a view alone, and pages that
were asked for without a query. Pages full of what others write stay as they are; on all others the token of the forms
is masked anew each time, and up to a hundred bytes of chance hide the length.
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

PICTURE, PAGE = "image/svg+xml", "text/html"
OTHERS_WORDS = ("/messages/", "/admin/", "/mail/")
"""In the paths of pages that show what somebody else wrote, at any length."""


class Compressed(GZipMiddleware):
    """Django's own compression, for some answers."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, shorter if that tells nobody anything."""
        return super().process_response(request, response) if tells_nothing(request, response) else response


def tells_nothing(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether the length of the answer may depend on what is in it."""
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if kind == PICTURE:
        return True
    asked = request.method in ("GET", "HEAD") and not request.META.get("QUERY_STRING")
    return kind == PAGE and asked and not any(part in request.path for part in OTHERS_WORDS)
