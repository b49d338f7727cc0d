"""Who is asking, and in which language."""

from django.http import HttpRequest
from django.utils.translation import get_language

from games.models import Player


def player_of(request: HttpRequest) -> Player:
    """The signed-in player of a page that only signed-in players reach."""
    player = request.user
    if not isinstance(player, Player):
        raise TypeError("this page is for signed-in players")
    return player


def language_of(request: HttpRequest) -> str:
    """The page's language: ``en`` or ``ja``."""
    return "ja" if (get_language() or "en").startswith("ja") else "en"
