"""`/healthz`: whether this server can serve. For proxies and watchdogs, so it asks for no name and tells no secret."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from pbem.outages import OUTAGES, RETRY_AFTER


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the database answers, else 503. Neither broker nor cache count: answers are taken without them."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except OUTAGES:
        return HttpResponse(
            "no database\n", status=503, content_type="text/plain", headers={"Retry-After": RETRY_AFTER}
        )
    return HttpResponse("ok\n", content_type="text/plain")
