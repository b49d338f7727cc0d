"""The first page: what waits for me, and my games; and the list of all games."""

from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.selectors.advice import advice_wanted
from games.selectors.decisions import my_decisions
from games.selectors.games import list_games
from games.selectors.messages import unread_by_game
from pbem.pages.table import advice_line, decision_line, game_lines
from pbem.pages.who import language_of, player_of

GAMES_ON_A_PAGE = 30


@require_safe
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """My open decisions and my games."""
    player, language = player_of(request), language_of(request)
    unread = unread_by_game(player)
    games = list(list_games(player, mine=True)[:GAMES_ON_A_PAGE])
    context = {
        "decisions": [decision_line(one, language) for one in my_decisions(player)],
        "advising": [advice_line(one, language) for one in advice_wanted(player)],
        "games": [replace(line, unread=unread.get(line.state.id, 0)) for line in game_lines(player, games, language)],
        "here": "home",
    }
    return render(request, "pages/home.html", context)


@require_safe
@login_required
def all_games(request: HttpRequest) -> HttpResponse:
    """Every game of this server, the newest first."""
    player, language = player_of(request), language_of(request)
    page = Paginator(list_games(player), GAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"games": game_lines(player, list(page.object_list), language), "page": page, "here": "games"}
    return render(request, "pages/games.html", context)
