"""Who calls, and how often: tokens by their hash with one query, and a limit on writes."""

from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox import auth, crypto
from knox.models import AuthToken
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.models.statements import Reading, read_together
from pbem.addresses import neighbourhood
from pbem.limits import LOOKS, is_too_often, seconds_left

_SAFE = ("GET", "HEAD", "OPTIONS")


class TokenAuthentication(auth.TokenAuthentication):
    """``Authorization: Token …``. A token has 256 random bits, so its stored hash finds it, and one query is enough.

    What the call will read of the store anyhow (`Call.along`) comes in the same journey.
    """

    _view: Any = None

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        self._view = request.parser_context["view"]
        found: tuple[Any, Any] | None = super().authenticate(request)
        return found

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        try:
            digest = crypto.hash_token(token.decode("ascii"))
        except UnicodeDecodeError:
            raise AuthenticationFailed(_("Invalid token.")) from None
        found = self._read(digest)
        if found is None or (found.expiry is not None and found.expiry < timezone.now()):
            raise AuthenticationFailed(_("Invalid token."))
        user, kept = self.validate_user(found)
        return user, kept

    def _read(self, digest: str) -> AuthToken | None:
        token = Reading(AuthToken, "knox_authtoken.digest = %s", (digest,), parents=(("user", ()),))
        along = self._view.along(digest) if hasattr(self._view, "along") else None
        if along is None:
            (tokens,) = read_together(token)
        else:
            tokens, self._view.came_along = read_together(token, along)
        return tokens[0] if tokens else None


class _Limit(BaseThrottle):
    """So many calls a minute and player; of callers without a name, a minute and place."""

    scope: str

    def allow_request(self, request: Request, view: Any) -> bool:
        if not self.counts(request):
            return True
        who = request.user.pk or neighbourhood(request.META.get("REMOTE_ADDR", ""))
        return not is_too_often(self.scope, who, self.most())

    def most(self) -> int:
        """How many; 0 for no limit."""
        raise NotImplementedError

    def counts(self, request: Request) -> bool:
        """Whether this call is one of those that are counted."""
        return True

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return seconds_left()


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


class LookLimit(_Limit):
    """At most `settings.PBEM_LOOKS_PER_MINUTE` questions about drafts (0: no limit), those of the page among them."""

    scope = LOOKS

    def most(self) -> int:
        return int(settings.PBEM_LOOKS_PER_MINUTE)
