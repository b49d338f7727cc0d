"""Where the operator's mail service calls: about letters that went out, and with mail that comes in.

Anymail (the extra ``esp``) knows the services' ways to say it, and whether it is really they who call. Without
`PBEM_MAIL_SERVICE` there are no such pages.
"""

import logging
from importlib import import_module

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from worker.inbound.reading import MOST_BYTES

MOST_BODY = 2 * MOST_BYTES
"""Bytes of a call: the largest message that is taken, in base64, and what is told of it."""

_READ_WHOLE = ("sendgrid",)
"""Services of whose forms anymail wants to see the bytes."""

logger = logging.getLogger(__name__)


@csrf_exempt  # a service shows the secret that only it was given
def events(request: HttpRequest) -> HttpResponseBase:
    """What became of letters. Raises SuspiciousOperation for who is not the service."""
    return _answered(request, "Tracking")


@csrf_exempt
def letters(request: HttpRequest) -> HttpResponseBase:
    """Mail that has come in. Raises SuspiciousOperation for who is not the service."""
    return _answered(request, "Inbound")


def _answered(request: HttpRequest, what: str) -> HttpResponseBase:
    """Have anymail's page for the service answer; 400 for what it stumbles over, so that it is not brought for ever."""
    service = settings.PBEM_MAIL_SERVICE
    if not service:
        raise Http404
    import_module("worker.inbound.services")  # listens to what anymail tells
    page = import_module("worker.inbound.service_pages").page_of(service, what).as_view()
    if request.content_type != "multipart/form-data" or service in _READ_WHOLE:
        body = request.read(MOST_BODY + 1)
        if len(body) > MOST_BODY:
            return HttpResponse(status=413)
        request._body = body  # letters are larger than what the rest of the server takes
    try:
        answer: HttpResponseBase = page(request)
    except (AttributeError, ImproperlyConfigured, LookupError, TypeError, ValueError):
        logger.exception("a call of the mail service cannot be read")
        return HttpResponse(status=400)
    return answer
