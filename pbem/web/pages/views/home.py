"""*My desk*, the home page with the player's decisions and games; and the list of all games."""

from dataclasses import replace
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.selectors.advice import list_advice_requests
from games.selectors.decisions import list_decisions
from games.selectors.games import games_after, list_games
from games.selectors.invitations import list_games_inviting
from games.selectors.messages import count_unread_by_game
from games.selectors.reserves import list_reserve_calls
from pbem.web.pages.game_lines import build_advice_line, build_decision_line, build_game_lines
from pbem.web.pages.views.landing import show_landing
from pbem.web.pages.views.updates import PageUpdates
from pbem.web.pages.visitor import get_page_language, get_player

GAMES_ON_A_PAGE = 30


@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """Show *My desk*: the player's open decisions and games; visitors get the landing page."""
    if not request.user.is_authenticated:
        return show_landing(request)
    player, language = get_player(request), get_page_language(request)
    updates = PageUpdates(player)
    unread = count_unread_by_game(player)
    games = list(list_games(player, mine=True)[:GAMES_ON_A_PAGE])
    lines = [replace(line, unread=unread.get(line.state.id, 0)) for line in build_game_lines(player, games, language)]
    context = {
        "decisions": [build_decision_line(one, language) for one in list_decisions(player)],
        "calls": [(one, one.name.get(language)) for one in list_reserve_calls(player)],
        "invited": build_game_lines(player, list_games_inviting(player), language),
        "advising": [build_advice_line(one, language) for one in list_advice_requests(player)],
        "games": lines,
        "starting": [line for line in lines if line.state.may_start],
        "updates": updates,
        "here": "home",
    }
    return render(request, "pages/home.html", context)


@require_safe
@login_required
def list_all_games(request: HttpRequest) -> HttpResponse:
    """Show all games of this server, the newest first."""
    player, language = get_player(request), get_page_language(request)
    games, place = list_games(player), _place(request)
    if place is not None:
        games = games_after(games, place)
    found = list(games[: GAMES_ON_A_PAGE + 1])
    shown = found[:GAMES_ON_A_PAGE]
    older = shown[-1].pk if len(found) > GAMES_ON_A_PAGE else None
    context = {
        "games": build_game_lines(player, shown, language),
        "newest": place is None,
        "older": older,
        "here": "games",
    }
    return render(request, "pages/games.html", context)


def _place(request: HttpRequest) -> UUID | None:
    """Return the id of the game in the query parameter "behind", after which the page begins; None without one."""
    try:
        return UUID(request.GET.get("behind", ""))
    except ValueError:
        return None
