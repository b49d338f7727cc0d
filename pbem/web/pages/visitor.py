"""The request's player and language."""

from django.http import HttpRequest
from django.utils.translation import get_language

from games.kernel.catalogues import supported
from games.models import Player


def get_player(request: HttpRequest) -> Player:
    """Return the signed-in player of a page that requires a login."""
    player = request.user
    if not isinstance(player, Player):
        raise TypeError("this page is for signed-in players")
    return player


def get_page_language(request: HttpRequest) -> str:
    """Return the language code of the page, one of `games.kernel.text.LANGUAGES`."""
    return supported(get_language())
