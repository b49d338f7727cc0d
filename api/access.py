"""Who calls, and how often: tokens by their hash with one query, and a limit on writes."""

import time
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox import auth, crypto
from knox.models import AuthToken
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from pbem.addresses import neighbourhood
from pbem.limits import count

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


class _Limit(BaseThrottle):
    """So many calls a minute and player; of callers without a name, a minute and place."""

    scope: str

    def allow_request(self, request: Request, view: Any) -> bool:
        most = self.most()
        if not most or not self.counts(request):
            return True
        who = request.user.pk or neighbourhood(request.META.get("REMOTE_ADDR", ""))
        return count(f"{self.scope}:{who}:{int(time.time() // _WINDOW)}", _WINDOW * 2) <= most

    def most(self) -> int:
        """How many; 0 for no limit."""
        raise NotImplementedError

    def counts(self, request: Request) -> bool:
        """Whether this call is one of those that are counted."""
        return True

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return _WINDOW - time.time() % _WINDOW


class WriteLimit(_Limit):
    """At most `settings.PBEM_WRITES_PER_MINUTE` changing calls (0: no limit); reads are free."""

    scope = "api-writes"

    def most(self) -> int:
        return int(settings.PBEM_WRITES_PER_MINUTE)

    def counts(self, request: Request) -> bool:
        return request.method not in _SAFE


class CostlyLimit(_Limit):
    """At most `settings.PBEM_COSTLY_READS_PER_MINUTE` calls (0: no limit) that take long: PNG pictures, whole games."""

    scope = "api-costly"

    def most(self) -> int:
        return int(settings.PBEM_COSTLY_READS_PER_MINUTE)
