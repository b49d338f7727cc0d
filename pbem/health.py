"""`/healthz`: a health check for proxies and watchdogs, without login and without secrets."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from pbem.outages import OUTAGE_ERRORS, RETRY_AFTER_SECONDS


@require_safe
def check_health(request: HttpRequest) -> HttpResponse:
    """Return 200 if the database responds, else 503.

    Broker and cache are not checked: the server accepts answers without them.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except OUTAGE_ERRORS:
        return HttpResponse(
            "no database\n", status=503, content_type="text/plain", headers={"Retry-After": RETRY_AFTER_SECONDS}
        )
    return HttpResponse("ok\n", content_type="text/plain")
