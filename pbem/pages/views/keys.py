"""The server's public keys at the address where everybody looks for them."""

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.selectors.keys import public_keys
from games.services.keys import do_record_key
from games.stored import signing


@require_safe
@cache_control(public=True, max_age=300)
def keys(request: HttpRequest) -> HttpResponse:
    """Every key that this server ever signed with, each with the signature of the one before."""
    do_record_key()
    document = {"server": settings.PBEM_BASE_URL, "witness": signing.WITNESS, "keys": public_keys()}
    return HttpResponse(msgspec.json.encode(document), content_type="application/json")
