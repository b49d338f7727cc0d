"""The page of a finished game with the chances of each side at every step, and its chart."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import Game
from games.selectors.access import get_game
from games.selectors.chance_pictures import chances_tag, draw_game_chances
from games.selectors.chances import ChanceStep, GameChances, SeatLuck, Swing, get_game_chances
from pbem.web.pages.game_lines import get_seat_name
from pbem.web.pages.middleware import PICTURE_POLICY
from pbem.web.pages.visitor import get_page_language, get_player


@require_safe
@login_required
def show_chances(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the chances of a finished game. Raises Missing for an unknown game, WrongState before the end."""
    player, language = get_player(request), get_page_language(request)
    found, game = get_game_chances(player, game_id, language), get_game(player, game_id)
    context = {
        "game": game,
        "found": found,
        "sides": [_side_name(game, seats, language) for seats in found.sides],
        "swings": [_swing(game, found, swing, language) for swing in found.swings],
        "luck": [_luck(game, found, one, language) for one in found.luck if _leads_side(found, one.seat)],
        "steps": [_step(found, step) for step in found.steps],
        "shows_points": len(found.sides) == 1,
        "rests": any(one.rewinds for one in found.luck),
        "gaps": len(found.steps) < found.step_count,
    }
    return render(request, "pages/chances.html", context)


def _side_name(game: Game, seats: tuple[str, ...], language: str) -> str:
    return " + ".join(get_seat_name(game, seat, language) for seat in seats)


def _leads_side(found: GameChances, seat: str) -> bool:
    """Return True if the seat is the first of its side; all seats of a side have the same chances."""
    return any(seats[0] == seat for seats in found.sides)


def _name_of_seat(game: Game, found: GameChances, seat: str, language: str) -> str:
    seats = next((seats for seats in found.sides if seat in seats), (seat,))
    return _side_name(game, seats, language)


def _percent(value: float) -> int:
    return round(100 * value)


def _signed(value: float) -> str:
    points = _percent(value)
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def _swing(game: Game, found: GameChances, swing: Swing, language: str) -> dict[str, Any]:
    """Return a swing (a step that changed a side's chances much) as template context, with chances in per cent."""
    return {
        "kind": swing.kind,
        "name": _name_of_seat(game, found, swing.seat, language),
        "gain": _signed(swing.gain),
        "before": _percent(swing.before[swing.seat]),
        "after": _percent(swing.after[swing.seat]),
        "margin": _percent(swing.margin),
        "stop": swing.stop,
        "orders": [(get_seat_name(game, one.seat, language), one.text.get(language)) for one in swing.orders],
        "dice": [", ".join(map(str, one.drawn)) for one in swing.dice if one.kind == "roll"],
        "lines": swing.lines,
    }


def _luck(game: Game, found: GameChances, one: SeatLuck, language: str) -> dict[str, Any]:
    return {
        "name": _name_of_seat(game, found, one.seat, language),
        "start": _percent(one.start),
        "dice": _signed(one.dice),
        "decisions": _signed(one.decisions),
        "between": _signed(one.between),
        "rewinds": _signed(one.rewinds),
        "end": _percent(one.end),
    }


def _step(found: GameChances, step: ChanceStep) -> dict[str, Any]:
    return {
        "stop": step.stop,
        "kind": step.kind,
        "rollouts": step.rollouts,
        "chances": [(_percent(step.chances[seats[0]]), _percent(step.margins[seats[0]])) for seats in found.sides],
        "points": step.points[found.sides[0][0]],
    }


@require_safe
@login_required
def show_chances_picture(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Return the chart (SVG); with `?narrow=1` in a narrow shape for small screens.

    Raises Missing for an unknown game, WrongState before the end.
    """
    player, language, narrow = get_player(request), get_page_language(request), "narrow" in request.GET
    found = get_game_chances(player, game_id, language)
    etag = chances_tag(found, language, "narrow" if narrow else "wide")
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        return HttpResponseNotModified(headers=headers)
    picture = draw_game_chances(get_game(player, game_id), found, language, narrow=narrow)
    headers["Content-Security-Policy"] = PICTURE_POLICY
    return HttpResponse(picture.svg(), content_type="image/svg+xml; charset=utf-8", headers=headers)
