"""Middleware for responses and pages.

Every response gets a strict content policy and no caching. Every page uses the player's language and time zone, and
shows errors as pages.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from games.errors import Forbidden, Missing, RateLimited, WrongState, missing
from games.kernel.errors import GameError, NotYours, Stale
from games.models import Player

Handler = Callable[[HttpRequest], HttpResponse]

PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "img-src 'self' data:",
        "style-src 'self'",
        "font-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content policy of pages: no inline scripts or styles, no external resources."""

DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The content policy of responses that are not pages: a browser that displays one loads nothing else."""

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
"""The content policy of pictures and e-mails: a browser shows them, but runs no script in them."""

STATUS_BY_ERROR: tuple[tuple[type[GameError], int], ...] = (
    (Missing, 404),
    (Forbidden, 403),
    (NotYours, 404),
    (Stale, 409),
    (WrongState, 409),
    (RateLimited, 429),
    (GameError, 400),
)


def is_page(request: HttpRequest) -> bool:
    """Return True for a page; False for the REST interface."""
    return not request.path_info.startswith("/api/")


def set_content_policy(get_response: Handler) -> Handler:
    """Middleware that sets the content policy of each response without one, including files and refusals."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", PAGE_POLICY if is_page(request) else DATA_POLICY)
        return response

    return handle


def prevent_caching(get_response: Handler) -> Handler:
    """Middleware that forbids proxies and browsers to store responses, because each is made for one reader.

    A response that sets Cache-Control itself keeps it.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return handle


def activate_player_locale(get_response: Handler) -> Handler:
    """Middleware that shows pages in the signed-in player's language and time zone."""

    def handle(request: HttpRequest) -> HttpResponse:
        player = request.user
        if not is_page(request) or not isinstance(player, Player):
            return get_response(request)
        with timezone.override(player.time_zone), translation.override(player.language):
            request.LANGUAGE_CODE = translation.get_language()
            response = get_response(request)
        response.headers["Content-Language"] = player.language
        patch_vary_headers(response, ("Cookie",))
        return response

    return handle


class RefusalMiddleware:
    """Middleware that shows an error page with the reason when a page raises a refusal (`GameError`)."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return an error page for a `GameError`; None for the REST interface, and for other exceptions (bugs)."""
        if not isinstance(error, GameError) or not is_page(request):
            return None
        if isinstance(error, NotYours):
            error = missing()  # another seat's decision looks exactly like one that does not exist
        language = translation.get_language() or "en"
        context = {"detail": error.detail.get(language), "rule": error.rule}
        return render(request, "pages/refused.html", context, status=status_for_error(error))


def status_for_error(error: GameError) -> int:
    """Return the HTTP status of the error page for a refusal."""
    return next(status for kind, status in STATUS_BY_ERROR if isinstance(error, kind))
