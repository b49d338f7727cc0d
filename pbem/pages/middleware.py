"""What every answer of the site shares: a strict content policy, no copies left behind; and what every page shares:
the player's language and clock, refusals as pages."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from games.errors import Forbidden, Missing, TooOften, WrongState, missing
from games.kernel.errors import GameError, NotYours, Stale
from games.models import Player

Handler = Callable[[HttpRequest], HttpResponse]

POLICY = "; ".join(
    (
        "default-src 'none'",
        "img-src 'self' data:",
        "style-src 'self'",
        "font-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""No inline script or style, nothing from elsewhere."""

DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""For answers that are no pages: whoever shows them as one shows nothing."""

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
"""For pictures and for letters: what is in them may look like something, but do nothing."""

STATUS: tuple[tuple[type[GameError], int], ...] = (
    (Missing, 404),
    (Forbidden, 403),
    (NotYours, 404),
    (Stale, 409),
    (WrongState, 409),
    (TooOften, 429),
    (GameError, 400),
)


def is_page(request: HttpRequest) -> bool:
    """True for what people look at; the REST interface has its own ways."""
    return not request.path.startswith("/api/")


def content_policy(get_response: Handler) -> Handler:
    """Send the content policy with everything that has none of its own, files and refusals included."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY if is_page(request) else DATA_POLICY)
        return response

    return handle


def no_copies(get_response: Handler) -> Handler:
    """Let nobody keep what is made for one reader, neither a proxy nor the browser of a shared machine.

    What may be kept says so itself.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return handle


def players_own(get_response: Handler) -> Handler:
    """Show pages in the signed-in player's language and on the player's clock."""

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


class Refusals:
    """Turns a refusal that no page has handled into a page that says why."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A page for the kernel's and the server's own refusals; everything else is a fault."""
        if not isinstance(error, GameError) or not is_page(request):
            return None
        if isinstance(error, NotYours):
            error = missing()  # another seat's decision looks exactly like one that does not exist
        language = translation.get_language() or "en"
        context = {"detail": error.detail.get(language), "rule": error.rule}
        return render(request, "pages/refused.html", context, status=status_of(error))


def status_of(error: GameError) -> int:
    """The HTTP status of a refusal."""
    return next(status for kind, status in STATUS if isinstance(error, kind))
