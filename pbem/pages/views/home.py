"""The first page: what waits for me, and my games; and the list of all games."""

from dataclasses import replace
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.selectors.advice import advice_wanted
from games.selectors.decisions import my_decisions
from games.selectors.games import games_behind, list_games
from games.selectors.invitations import invited_to
from games.selectors.messages import unread_by_game
from games.selectors.reserves import my_calls
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
        "calls": [(one, one.name.get(language)) for one in my_calls(player)],
        "invited": game_lines(player, invited_to(player), language),
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
    games, place = list_games(player), _place(request)
    if place is not None:
        games = games_behind(games, place)
    found = list(games[: GAMES_ON_A_PAGE + 1])
    shown = found[:GAMES_ON_A_PAGE]
    older = shown[-1].pk if len(found) > GAMES_ON_A_PAGE else None
    context = {"games": game_lines(player, shown, language), "newest": place is None, "older": older, "here": "games"}
    return render(request, "pages/games.html", context)


def _place(request: HttpRequest) -> UUID | None:
    """The game behind which the page begins; none for what is no id."""
    try:
        return UUID(request.GET.get("behind", ""))
    except ValueError:
        return None
