"""The page on which a reader inspects the board: cards of things, the own units, distances and rings."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.errors import RateLimited, missing
from games.selectors.seats import get_access
from pbem.rate_limits import is_previewing_too_often
from pbem.response_compression import PARTS_HEADER
from pbem.web.pages.inspection import (
    POINT,
    answer_request,
    inspection_url,
    list_seat_decisions,
    list_unit_lines,
    open_current_board,
)
from pbem.web.pages.views.decision_page import RATE_LIMITED
from pbem.web.pages.views.game_page import make_board_description, read_stop
from pbem.web.pages.visitor import get_page_language, get_player

WIDTH = 820
"""The width of the picture on this page in pixels; without JavaScript, a click on it is a point in these pixels."""


@require_safe
@login_required
def show_inspection(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the inspection page with the answer to a request about the board; a script gets only the answer.

    Raises Missing for an unknown game, seat or stop, Forbidden for another player's seat, and RateLimited above the
    limit of previews, which the page and REST share.
    """
    player, language, stop = get_player(request), get_page_language(request), read_stop(request)
    access = get_access(player, game_id, request.GET.get("seat", ""))
    if is_previewing_too_often(player.pk):
        raise RateLimited(detail=RATE_LIMITED)
    board = open_current_board(access, language, stop)
    if board is None:
        raise missing()
    past = stop is not None
    answer = answer_request(player, access, board, _asked(request, board.hotspots.size), past=past)
    context: dict[str, Any] = {"answer": answer, "place": inspection_url(access, stop)}
    if PARTS_HEADER in request.headers:
        return render(request, "pages/inspection_parts.html", context)
    size = board.hotspots.size
    context |= {
        "access": access,
        "asked": request.GET,
        "stop": stop,
        "board": make_board_description(access.game, board.stored, language),
        "units": list_unit_lines(board, list_seat_decisions(player, access, past=past)),
        "measures": board.can_measure,
        "width": WIDTH,
        "height": round(WIDTH * size[1] / size[0]) if size[0] else 0,
    }
    return render(request, "pages/inspect.html", context)


def _asked(request: HttpRequest, size: tuple[float, float]) -> dict[str, str]:
    """Return the parameters of a request; a click without JavaScript, a point in pixels, is converted to fractions."""
    asked = {name: str(value) for name, value in request.GET.items()}
    if "at.x" in asked and size[0]:
        try:
            x, y = (float(asked.get(name, "")[:POINT]) / WIDTH for name in ("at.x", "at.y"))
        except ValueError:
            return asked
        asked["thing_at"] = f"{x:.5f},{y * size[0] / size[1]:.5f}"
    return asked
