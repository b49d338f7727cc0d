"""Who calls, and how often: tokens by their hash with one query, and a limit on writes."""

import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox import auth, crypto
from knox.models import AuthToken
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

_SAFE = ("GET", "HEAD", "OPTIONS")
_WINDOW = 60


class TokenAuthentication(auth.TokenAuthentication):
    """``Authorization: Token …``. A token has 256 random bits, so its stored hash finds it, and one query is enough."""

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        try:
            digest = crypto.hash_token(token.decode("ascii"))
        except UnicodeDecodeError:
            raise AuthenticationFailed(_("Invalid token.")) from None
        found = AuthToken.objects.select_related("user").filter(digest=digest).first()
        if found is None or (found.expiry is not None and found.expiry < timezone.now()):
            raise AuthenticationFailed(_("Invalid token."))
        user, kept = self.validate_user(found)
        return user, kept


class WriteLimit(BaseThrottle):
    """At most `settings.PBEM_WRITES_PER_MINUTE` changing calls a minute and player (0: no limit); reads are free."""

    def allow_request(self, request: Request, view: Any) -> bool:
        limit = settings.PBEM_WRITES_PER_MINUTE
        if not limit or request.method in _SAFE:
            return True
        key = f"api-writes:{request.user.pk or self.get_ident(request)}:{int(time.time() // _WINDOW)}"
        return _count(key) <= limit

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return _WINDOW - time.time() % _WINDOW


def _count(key: str) -> int:
    """How often this key was counted by now."""
    try:
        return cache.incr(key)
    except ValueError:
        return 1 if cache.add(key, 1, _WINDOW * 2) else cache.incr(key)
