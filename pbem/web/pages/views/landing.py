"""The landing page for visitors who are not logged in. It names no game; finished public games can be watched."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from pbem.web.pages.site import get_contact_url, get_welcome
from pbem.web.pages.title_cards import build_title_cards
from pbem.web.pages.views.watch import list_watched_games
from pbem.web.pages.visitor import get_page_language


def show_landing(request: HttpRequest) -> HttpResponse:
    """Show what this server is, its titles, how a turn works, and how to get an account."""
    language = get_page_language(request)
    context = {
        "welcome": get_welcome(language),
        "titles": build_title_cards(language),
        "watchable": list_watched_games(language),
        "open_sign_up": settings.PBEM_OPEN_SIGN_UP,
        "contact": get_contact_url(),
        "here": "landing",
    }
    return render(request, "pages/landing.html", context)
