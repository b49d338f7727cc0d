"""The server's public keys at a well-known URL."""

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.persistence import signing
from games.selectors.signing_keys import list_public_keys
from games.services.signing_keys import do_record_key


@require_safe
@cache_control(public=True, max_age=300)
def list_signing_keys(request: HttpRequest) -> HttpResponse:
    """Return every signing key of this server, each with its signature by the previous key."""
    do_record_key()
    document = {"server": settings.PBEM_BASE_URL, "witness": signing.WITNESS_PREFIX, "keys": list_public_keys()}
    return HttpResponse(msgspec.json.encode(document), content_type="application/json")
