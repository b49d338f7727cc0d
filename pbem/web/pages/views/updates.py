"""The endpoint that open pages poll for news for their player, such as new decisions or messages."""

from hashlib import sha256
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.errors import missing
from games.models import Player
from games.selectors.player_updates import PlayerUpdates, get_player_updates
from pbem.rate_limits import is_over_limit, seconds_to_next_minute

MAX_UPDATES_PER_MINUTE = 60
"""The rate limit for one player: enough for a dozen open pages that each poll four times a minute."""


class PageUpdates:
    """The URL that a page polls for updates, and the updates at the time when the page was made (`now`).

    A page makes it before it reads anything else: what changes while the page is made is then news for the page.
    """

    def __init__(self, player: Player, game_id: UUID | None = None, seat: str = "") -> None:
        query = urlencode({"game": str(game_id), "seat": seat}) if game_id else ""
        self.url = reverse("updates") + ("?" + query if query else "")
        self.now: PlayerUpdates = get_player_updates(player, game_id, seat)


@require_safe
def show_updates(request: HttpRequest) -> HttpResponse:
    """Return the player's updates as JSON with an ETag, or 304; 401 for visitors, 429 above the rate limit."""
    player = request.user
    if not isinstance(player, Player):
        return HttpResponse(status=401)
    if is_over_limit("updates", player.pk, MAX_UPDATES_PER_MINUTE):
        return HttpResponse(status=429, headers={"Retry-After": str(int(seconds_to_next_minute()) + 1)})
    found = get_player_updates(player, _game(request), request.GET.get("seat", ""))
    body = msgspec.json.encode(found)
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    return HttpResponse(body, content_type="application/json", headers={"ETag": etag})


def _game(request: HttpRequest) -> UUID | None:
    """Return the id of the game whose page polls; None for other pages. Raises Missing for an invalid id."""
    given = request.GET.get("game", "")
    try:
        return UUID(given) if given else None
    except ValueError:
        raise missing() from None
