"""Authenticate callers by token, with one query, and limit their rates."""

from math import ceil
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox import auth, crypto
from knox.models import AuthToken
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.database.batch import SelectQuery, fetch_batch
from pbem.client_addresses import address_group
from pbem.rate_limits import MINUTE, PREVIEW_SCOPE, count_against, seconds_to_next_minute

_SAFE = ("GET", "HEAD", "OPTIONS")


class TokenAuthentication(auth.TokenAuthentication):
    """Authentication with the header ``Authorization: Token …``.

    A token has 256 random bits, so one query finds it by its hash without a salt. Other rows that the call needs
    (`ApiView.prefetch_query`) are read in the same round trip.
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
        token = SelectQuery(AuthToken, "knox_authtoken.digest = %s", (digest,), parents=(("user", ()),))
        along = self._view.prefetch_query(digest) if hasattr(self._view, "prefetch_query") else None
        if along is None:
            (tokens,) = fetch_batch(token)
        else:
            tokens, self._view.prefetched = fetch_batch(token, along)
        return tokens[0] if tokens else None


class MinuteLimit(BaseThrottle):
    """A limit on calls per minute and player; for anonymous callers, per minute and address.

    A subclass sets `scope`, under which the calls are counted, and `limit_per_minute`.
    """

    scope: str
    name: str
    """The name of the limit in the response headers."""
    left: int | None = None
    """The calls left in this minute; None if this call is not counted."""
    is_exceeded = False
    """True if this call is above the limit."""

    def allow_request(self, request: Request, view: Any) -> bool:
        limit = self.limit_per_minute()
        if not self.is_counted(request) or limit <= 0:
            return True
        who = request.user.pk or address_group(request.META.get("REMOTE_ADDR", ""))
        left = count_against(self.scope, who, limit)
        self.left, self.is_exceeded = max(left, 0), left < 0
        return not self.is_exceeded

    def headers(self) -> dict[str, str]:
        """Return the rate limit headers of the response; {} if the call is not counted.

        The headers are those of draft-ietf-httpapi-ratelimit-headers.
        """
        if self.left is None:
            return {}
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.limit_per_minute()};w={MINUTE}',
            "RateLimit": f'"{self.name}";r={self.left};t={ceil(self.wait())}',
        }

    def limit_per_minute(self) -> int:
        """Return the number of calls allowed in a minute; 0 means no limit."""
        raise NotImplementedError

    def is_counted(self, request: Request) -> bool:
        """Return True if this call counts for the limit. In this class all calls do; subclasses exempt some."""
        return True

    def wait(self) -> float:
        """Return the seconds until the next minute begins, for the header Retry-After."""
        return seconds_to_next_minute()


class WriteThrottle(MinuteLimit):
    """The limit on calls that change something: `settings.PBEM_WRITES_PER_MINUTE` (0: no limit)."""

    scope = "api-writes"
    name = "writes"

    def limit_per_minute(self) -> int:
        return int(settings.PBEM_WRITES_PER_MINUTE)

    def is_counted(self, request: Request) -> bool:
        return request.method not in _SAFE


class ExpensiveReadThrottle(MinuteLimit):
    """The limit on expensive reads (PNG pictures, whole games): `settings.PBEM_EXPENSIVE_READS_PER_MINUTE`.

    With 0 there is no limit.
    """

    scope = "api-costly"
    name = "expensive-reads"

    def limit_per_minute(self) -> int:
        return int(settings.PBEM_EXPENSIVE_READS_PER_MINUTE)


class PreviewThrottle(MinuteLimit):
    """The limit on requests about drafts, counted with those of pages: `settings.PBEM_PREVIEWS_PER_MINUTE`.

    With 0 there is no limit.
    """

    scope = PREVIEW_SCOPE
    name = "previews"

    def limit_per_minute(self) -> int:
        return int(settings.PBEM_PREVIEWS_PER_MINUTE)
