"""Finished public games for visitors without an account, step by step. Pages name neither the game nor its players."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from games.errors import missing, rate_limited
from games.selectors.access import Access
from games.selectors.seat_replay import ReplayStep, draw_stop, get_first_step, get_last_step, get_replay_place
from games.selectors.views import get_view
from games.selectors.watchable_games import get_watch_access, list_watchable_games
from pbem.client_addresses import address_group
from pbem.rate_limits import is_over_limit
from pbem.web.pages.game_lines import list_standings
from pbem.web.pages.views.replay import get_number, respond_with_step
from pbem.web.pages.visitor import get_page_language

MAX_VIEWS_PER_MINUTE = 120
"""The rate limit for one address: a page and a picture for each step, one step a second."""
MAX_VIEWS_OF_ALL_PER_MINUTE = 600
"""The rate limit for all visitors together, so that they take little time from the players."""


@require_safe
def show_watched_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show one step of a finished public game to a visitor. Raises Missing, or RateLimited for an address."""
    access, language = _access(request, game_id), get_page_language(request)
    newest, first = get_view(access), get_first_step(access, 1, language)
    if first is None:
        raise missing()
    stop, event = _wanted(request, access, first, language)
    title, place = registry.title_for_names(access.game), get_replay_place(access, stop, event, language)
    context = {
        "game": access.game,
        "title": title.name.get(language),
        "scenario": title.scenarios[access.game.scenario].name.get(language),
        "place": place,
        "size": [round(length) for length in draw_stop(access, place.step.board, language).hotspots.size],
        "first": first,
        "last": get_last_step(access, newest.stop, language),
        "newest": newest.stop,
        "standings": list_standings(access.game, language),
        "here": "watch",
    }
    return render(request, "pages/watch.html", context)


@require_safe
def show_watched_board(request: HttpRequest, game_id: UUID, stop: int) -> HttpResponse:
    """Return the picture of one step of a finished public game. Raises Missing, or RateLimited for an address."""
    return respond_with_step(request, _access(request, game_id), stop)


def list_watched_games(language: str) -> list[dict[str, Any]]:
    """Return id, title, scenario, end and result of each game that visitors may watch, the newest first.

    The result is the name of the first seat in the standings with its result in words, such as points.
    """
    found = []
    for game in list_watchable_games():
        title, standings = registry.title_for_names(game), list_standings(game, language)
        scenario = title.scenarios[game.scenario].name.get(language)
        line = {"id": game.pk, "title": title.name.get(language), "scenario": scenario, "ended": game.ended_at}
        found.append({**line, "result": standings[0] if standings else None})
    return found


def _wanted(request: HttpRequest, access: Access, first: ReplayStep, language: str) -> tuple[int, int]:
    """Return stop and event of the wanted step; of a stop without an event, the first step there or later."""
    if "event" in request.GET or "stop" not in request.GET:
        return get_number(request, "stop", first.stop), get_number(request, "event", first.event)
    found = get_first_step(access, get_number(request, "stop", first.stop), language) or first
    return found.stop, found.event


def _access(request: HttpRequest, game_id: UUID) -> Access:
    address = address_group(request.META.get("REMOTE_ADDR", ""))
    over = is_over_limit("watch", address, MAX_VIEWS_PER_MINUTE)
    if over or is_over_limit("watch", "all", MAX_VIEWS_OF_ALL_PER_MINUTE):
        raise rate_limited("Too many requests: wait a minute.", "要求が多すぎます。1分ほどお待ちください。")
    return get_watch_access(game_id)
