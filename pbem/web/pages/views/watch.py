"""Finished public games for visitors without an account, step by step. Pages name neither the game nor its players."""

from operator import itemgetter
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry
from games.errors import missing, rate_limited
from games.models import Game
from games.selectors.access import Access
from games.selectors.seat_replay import board_tag, draw_step, get_first_step, get_replay_place
from games.selectors.views import get_view
from games.selectors.watchable_games import get_watch_access, list_watchable_games
from pbem.client_addresses import address_group
from pbem.rate_limits import is_over_limit
from pbem.web.pages.game_lines import get_seat_name
from pbem.web.pages.middleware import PICTURE_POLICY
from pbem.web.pages.views.replay import SVG, get_number
from pbem.web.pages.visitor import get_page_language

MAX_VIEWS_PER_MINUTE = 120
"""The rate limit for one address: a page and a picture for each step, one step a second."""
KEPT = "private, max-age=3600"
"""A finished game does not change."""


@require_safe
def show_watched_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show one step of a finished public game to a visitor. Raises Missing, or RateLimited for an address."""
    access, language = _access(request, game_id), get_page_language(request)
    newest, first = get_view(access), get_first_step(access, 1, language)
    if first is None:
        raise missing()
    stop, event = get_number(request, "stop", first.stop), get_number(request, "event", first.event)
    title = registry.title_for_names(access.game)
    context = {
        "game": access.game,
        "title": title.name.get(language),
        "scenario": title.scenarios[access.game.scenario].name.get(language),
        "place": get_replay_place(access, stop, event, language),
        "first": first,
        "newest": newest.stop,
        "standings": list_results(access.game, language),
        "here": "watch",
    }
    return render(request, "pages/watch.html", context)


@require_safe
def show_watched_board(request: HttpRequest, game_id: UUID, stop: int) -> HttpResponse:
    """Return the picture of one step of a finished public game. Raises Missing, or RateLimited for an address."""
    access, event, language = _access(request, game_id), get_number(request, "event"), get_page_language(request)
    etag = board_tag(access, stop, language, event)
    headers = {"ETag": etag, "Cache-Control": KEPT, "Content-Security-Policy": PICTURE_POLICY}
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(draw_step(access, stop, event, language), content_type=SVG, headers=headers)


def list_watched_games(language: str) -> list[dict[str, Any]]:
    """Return id, title, scenario and winner of each game that visitors may watch, the newest first."""
    found = []
    for game in list_watchable_games():
        title, results = registry.title_for_names(game), list_results(game, language)
        scenario = title.scenarios[game.scenario].name.get(language)
        winners = [one["seat"] for one in results if one["place"] == 1]
        line = {"id": game.pk, "title": title.name.get(language), "scenario": scenario, "ended": game.ended_at}
        found.append({**line, "winners": winners})
    return found


def list_results(game: Game, language: str) -> list[dict[str, Any]]:
    """Return the final places with the names of the seats, the winner first."""
    return [
        {"place": one["place"], "seat": get_seat_name(game, one["seat"], language), "points": one["points"]}
        for one in sorted(game.standings or [], key=itemgetter("place"))
    ]


def _access(request: HttpRequest, game_id: UUID) -> Access:
    if is_over_limit("watch", address_group(request.META.get("REMOTE_ADDR", "")), MAX_VIEWS_PER_MINUTE):
        raise rate_limited("Too many requests: wait a minute.", "要求が多すぎます。1分ほどお待ちください。")
    return get_watch_access(game_id)
