"""Webhooks of the operator's mail service: delivery events and incoming mail.

Anymail (the extra ``esp``) knows the services' formats and authenticates them. Without `PBEM_MAIL_SERVICE` these pages
do not exist.
"""

import logging
from base64 import b64encode
from importlib import import_module
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from worker.mail.inbound.mail_parser import MAX_BYTES

MAX_BODY_BYTES = 2 * MAX_BYTES
"""Maximum size of a call in bytes: the largest accepted message in base64, with its metadata."""
MAX_UNAUTHENTICATED_BYTES = 100_000
"""Maximum size in bytes of a call without the secret; anymail's view refuses such a call."""

_READ_WHOLE = ("sendgrid",)
"""Services for which anymail needs the raw body of a multipart form."""

logger = logging.getLogger(__name__)


@csrf_exempt  # a service shows the secret that only it has
def receive_events(request: HttpRequest) -> HttpResponseBase:
    """Handle delivery events that the mail service reports. Raises SuspiciousOperation for any other caller."""
    return _answered(request, "Tracking")


@csrf_exempt
def receive_mail(request: HttpRequest) -> HttpResponseBase:
    """Handle an e-mail that the mail service hands in. Raises SuspiciousOperation for any other caller."""
    return _answered(request, "Inbound")


class _Whole(WSGIRequest):
    """A request with its body already read, which may exceed `DATA_UPLOAD_MAX_MEMORY_SIZE`."""

    def __init__(self, environ: dict[str, Any], body: bytes) -> None:
        length = str(len(body))
        super().__init__({**environ, "wsgi.input": BytesIO(body), "CONTENT_LENGTH": length})
        self.whole = body

    @property
    def body(self) -> bytes:
        """Return the whole body."""
        return self.whole


def _knows_the_secret(request: HttpRequest) -> bool:
    """Return True if the call's Authorization header contains the secret; anymail's view checks it again."""
    wanted = b64encode(settings.ANYMAIL["WEBHOOK_SECRET"].encode()).decode()
    return constant_time_compare(request.headers.get("Authorization", ""), f"Basic {wanted}")


def _answered(request: HttpRequest, what: str) -> HttpResponseBase:
    """Pass the call to anymail's view `what`, "Tracking" or "Inbound".

    If the view cannot read the call, return status 400, so that the service does not retry for ever.
    """
    service = settings.PBEM_MAIL_SERVICE
    if not service:
        raise Http404
    import_module("worker.mail.inbound.service_events")  # receives anymail's signals
    page = import_module("worker.mail.inbound.service_views").get_webhook_view(service, what).as_view()
    if request.content_type != "multipart/form-data" or service in _READ_WHOLE:
        most = MAX_BODY_BYTES if _knows_the_secret(request) else MAX_UNAUTHENTICATED_BYTES
        body = request.read(most + 1)
        if len(body) > most:
            return HttpResponse(status=413)
        request = _Whole(request.META, body)
    try:
        answer: HttpResponseBase = page(request)
    except (AttributeError, ImproperlyConfigured, LookupError, TypeError, ValueError):
        logger.exception("a call of the mail service cannot be read")
        return HttpResponse(status=400)
    return answer
