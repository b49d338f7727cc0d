"""The replay on the page of a game: its steps and boards for the script, and the picture of each step."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from api.views.replay import IMMUTABLE
from games.kernel.codec import encode
from games.selectors.seat_replay import board_tag, draw_sheet, draw_step, get_replay_board, list_replay_steps
from games.selectors.seats import Access, get_access
from pbem.web.pages.middleware import DATA_POLICY, PICTURE_POLICY
from pbem.web.pages.visitor import get_page_language, get_player

SVG, JSON = "image/svg+xml; charset=utf-8", "application/json"
KEPT = "private, no-cache"


def get_number(request: HttpRequest, name: str, default: int = 0) -> int:
    """Return the number in the query parameter `name`; the default if there is none."""
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else default


def _access(request: HttpRequest, game_id: UUID) -> Access:
    return get_access(get_player(request), game_id, request.GET.get("seat", ""))


def _known(request: HttpRequest, etag: str) -> bool:
    return request.headers.get("If-None-Match", "").removeprefix("W/") == etag


def _response(content: bytes, kind: str, etag: str, cache: str = KEPT) -> HttpResponse:
    policy = PICTURE_POLICY if kind == SVG else DATA_POLICY
    headers = {"ETag": etag, "Cache-Control": cache, "Content-Security-Policy": policy}
    return HttpResponse(content, content_type=kind, headers=headers)


@require_safe
@login_required
def list_steps(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Return the replay's steps from the stop in the query parameter "first" on, as JSON."""
    access = _access(request, game_id)
    found = list_replay_steps(access, get_page_language(request), first=max(get_number(request, "first", 1), 1))
    return HttpResponse(encode(found), content_type=JSON)


@require_safe
@login_required
def show_replay_board(request: HttpRequest, game_id: UUID, stop: int) -> HttpResponse:
    """Return the layers (sheets), marks and hotspots of the board at a stop, as JSON.

    Raises Missing for an unknown game, seat or stop.
    """
    access, language = _access(request, game_id), get_page_language(request)
    etag = board_tag(access, stop, language)
    if _known(request, etag):
        return HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": KEPT})
    return _response(encode(get_replay_board(access, stop, language)), JSON, etag)


@require_safe
@login_required
def show_sheet(request: HttpRequest, game_id: UUID, stop: int) -> HttpResponse:
    """Return one layer (sheet) of a board as SVG; browsers keep it if the URL contains its digest.

    Raises Missing for an unknown game, seat, stop or layer.
    """
    access, number = _access(request, game_id), get_number(request, "sheet")
    svg, digest = draw_sheet(access, stop, number, get_page_language(request))
    cache = IMMUTABLE if request.GET.get("digest") == digest else KEPT
    return _response(svg.encode(), SVG, f'"{digest}"', cache)


@require_safe
@login_required
def show_step_picture(request: HttpRequest, game_id: UUID, stop: int) -> HttpResponse:
    """Return the whole picture of a step of the replay. Raises Missing if there is no such step."""
    return respond_with_step(request, _access(request, game_id), stop)


def respond_with_step(request: HttpRequest, access: Access, stop: int) -> HttpResponse:
    """Return the picture of the step at `stop` and the event in the query, or 304 if the browser has it.

    Raises Missing if the audience has no such step.
    """
    event, language = get_number(request, "event"), get_page_language(request)
    etag = board_tag(access, stop, language, event)
    if _known(request, etag):
        return HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": KEPT})
    return _response(draw_step(access, stop, event, language).encode(), SVG, etag)
