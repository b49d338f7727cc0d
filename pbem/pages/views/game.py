"""The page of one game as one seat sees it, its picture, and the buttons for joining, leaving and starting."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import registry
from games.errors import Missing, WrongState
from games.kernel.errors import GameError
from games.kernel.text import with_short_rules
from games.models import Game, Player
from games.selectors import notices
from games.selectors.access import (
    Access,
    belongs,
    may_change_clock,
    may_invite,
    may_keep_time,
    may_manage,
    may_umpire,
    own_seat,
)
from games.selectors.advice import advice_wanted
from games.selectors.decisions import my_decisions
from games.selectors.dice import game_dice
from games.selectors.events import seat_events, seat_notices
from games.selectors.invitations import invitations_of
from games.selectors.messages import unread_count
from games.selectors.notebook import my_notes
from games.selectors.reserves import reserves_state
from games.selectors.seats import access_seat
from games.selectors.views import StoredView, board_part, board_svg, board_text, headline, seat_view
from games.services.delivery import do_send_me_again
from games.services.lifecycle import do_join_game, do_leave_game, do_start_game
from games.services.nonces import do_reveal_nonce
from games.services.notebook import MOST_LETTERS
from games.services.standing_in import do_return
from games.stored.absence import absence_of, absence_words
from games.stored.standing_orders import can_be_foreseen
from pbem.pages.log import log
from pbem.pages.middleware import PICTURE_POLICY
from pbem.pages.table import advice_line, decision_line, game_lines, seat_name, unreachable_names
from pbem.pages.who import language_of, player_of

CLOCK_CHANGES = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.PAUSED)
EVENTS_SHOWN = 400
"""The newest events on the page of a game."""


@dataclass(frozen=True)
class Board:
    """The picture of a page and the same in words; `stop` is the audience's own. `parts` of a crowded picture by id and
    name, and those of them that go on paper.
    """

    audience: str
    stop: int
    text: str
    headline: str
    parts: tuple[tuple[str, str], ...] = ()
    paper: tuple[tuple[str, str], ...] = ()


def board_of(game: Game, stored: StoredView, language: str) -> Board:
    """The picture's place and words."""
    title = registry.game_title(game)
    named = {part: name.get(language) for part, name in title.parts.items()}
    return Board(
        stored.audience,
        stored.stop,
        with_short_rules(board_text(game, stored, language)),
        headline(game, stored, language),
        tuple(named.items()),
        tuple((part, named[part]) for part in title.paper),
    )


def newest_board(access: Access, language: str) -> Board | None:
    """What the audience sees now; None before the game's first stop."""
    try:
        return board_of(access.game, seat_view(access), language)
    except Missing:
        return None


def _stop_of(request: HttpRequest) -> int | None:
    text = request.GET.get("stop", "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


@require_safe
@login_required
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A game as one of my seats, or as a spectator, sees it; `?stop=` looks back."""
    player, language = player_of(request), language_of(request)
    access = access_seat(player, game_id, request.GET.get("seat", ""))
    dice = game_dice(player, game_id)
    line = game_lines(player, [access.game], language)[0]
    context = {
        "line": line,
        "vacant": [seat for seat in line.seats if seat.kind == "open"],
        "access": access,
        "audiences": _audiences(request, access, language),
        "decisions": [decision_line(one, language) for one in my_decisions(player, game_id=game_id)],
        "advising": [advice_line(one, language) for one in advice_wanted(player, game_id=game_id)],
        "notices": [(one.at, notices.describe(access.game, one, language)) for one in seat_notices(access)][::-1],
        "dice": dice,
        "nonces": [
            (seat_name(access.game, role, language), one.says.get(language)) for role, one in dice.nonces.items()
        ],
        "hidden_nonces": [role for role, one in dice.nonces.items() if one.state == "committed"],
        "standings": _standings(access.game, language),
        "unread": unread_count(access.seat) if access.seat is not None else 0,
        "can_be_foreseen": access.how == "seat" and can_be_foreseen(registry.game_title(access.game)),
        "keeps_time": access.game.status != Game.Status.HELD and may_keep_time(player, access.game),
        "changes_clock": clock_changes(player, access.game),
        "umpires": access.game.started_at is None and may_manage(player, access.game),
        "unreachable": unreachable_names(access.game, language) if may_umpire(player, access.game) else [],
        "notes": my_notes(player, game_id) if belongs(player, access.game) else None,
        "most_notes": MOST_LETTERS,
        **_inviting(player, access.game, language),
        **_reserves(player, access.game, language),
        **_looking(access, _stop_of(request), language),
    }
    return render(request, "pages/game.html", context)


def clock_changes(player: Player, game: Game) -> bool:
    """Whether the player may change the game's clock now."""
    return game.status in CLOCK_CHANGES and may_change_clock(player, game)


def _inviting(player: Player, game: Game, language: str) -> dict[str, Any]:
    """The invitations and the seats to be filled, for those who ask people in."""
    if not may_invite(player, game):
        return {}
    found = invitations_of(player, game.pk)
    return {"invitations": [(one, seat_name(game, one.role, language) if one.role else "") for one in found]}


def _reserves(player: Player, game: Game, language: str) -> dict[str, Any]:
    """Who is a reserve, and what I am being asked, where the game has agreed on reserves and is not over."""
    agreed = absence_of(game.absence)
    if not agreed.reserves or game.status in (Game.Status.OVER, Game.Status.ABANDONED):
        return {}
    found = reserves_state(player, game.pk)
    words = absence_words(agreed).get(language)
    return {"reserves": found, "reserves_words": words, "calls": [(one, one.name.get(language)) for one in found.calls]}


def _standings(game: Game, language: str) -> list[dict[str, Any]]:
    """The final standings in the reader's words, the winner first; none while the game goes on."""
    return [
        {
            "place": one["place"],
            "points": one["points"],
            "name": seat_name(game, one["seat"], language),
            "detail": one.get("detail", {}).get(language, ""),
        }
        for one in sorted(game.standings or [], key=itemgetter("place"))
    ]


def _looking(access: Access, stop: int | None, language: str) -> dict[str, Any]:
    """The picture and what was told, at one stop or up to now."""
    try:
        newest = seat_view(access)
    except Missing:
        return {"board": None, "log": [], "newest": 0}
    stored = newest if stop is None or stop >= newest.stop else seat_view(access, max(stop, 1))
    past = stored.stop < newest.stop
    seen = (
        seat_events(access, from_stop=stored.stop, until_stop=stored.stop, limit=EVENTS_SHOWN)
        if past
        else seat_events(access, after=max(newest.events - EVENTS_SHOWN, 0), limit=EVENTS_SHOWN)
    )
    return {
        "board": board_of(access.game, stored, language),
        "log": log(access, seen, language),
        "newest": newest.stop,
        "past": past,
        "earlier": stored.stop - 1,
        "later": stored.stop + 1 if past else 0,
    }


def _audiences(request: HttpRequest, access: Access, language: str) -> list[tuple[str, str]]:
    """Through whose eyes the reader may look: own seats and the public; when the game is over, everybody's."""
    player = player_of(request)
    seats = list(access.game.seats.order_by("position"))
    over = access.game.status == Game.Status.OVER
    roles = [seat.role for seat in seats if over or seat.player_id == player.pk]
    shown = [*roles, "public", *(["umpire"] if over else [])]
    return [(role, seat_name(access.game, role, language)) for role in shown]


@require_safe
@login_required
def board_picture(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The picture as one audience sees it (SVG)."""
    access = access_seat(player_of(request), game_id, request.GET.get("seat", ""))
    stored = seat_view(access, _stop_of(request))
    return picture(request, access.game, stored)


def picture(request: HttpRequest, game: Game, stored: StoredView) -> HttpResponse:
    """A stored view drawn, unless the browser has it already."""
    language, part = language_of(request), request.GET.get("part", "")
    etag = f'"{stored.etag.strip(chr(34))}-{language}{"-" * bool(part)}{part}"'
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    drawn = board_part(game, stored, part, language).svg() if part else board_svg(game, stored, language)
    response = HttpResponse(drawn, content_type="image/svg+xml; charset=utf-8")
    response["Content-Security-Policy"] = PICTURE_POLICY
    response["ETag"] = etag
    return response


@require_POST
@login_required
def join(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Take a seat."""
    player = player_of(request)
    role, nonce = request.POST.get("seat", ""), request.POST.get("nonce", "").strip()
    commitment = request.POST.get("nonce_commitment", "").strip().lower()
    return _act(
        request,
        game_id,
        lambda: do_join_game(player=player, game_id=game_id, role=role, nonce=nonce, nonce_commitment=commitment),
        _("You have taken your seat."),
    )


@require_POST
@login_required
def nonce(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Lay open what one has committed to."""
    player, role, text = player_of(request), request.POST.get("seat", ""), request.POST.get("nonce", "").strip()
    return _act(
        request,
        game_id,
        lambda: do_reveal_nonce(player=player, game_id=game_id, nonce=text, role=role),
        _("Your word for the dice is laid open."),
    )


@require_POST
@login_required
def leave(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Get up from a seat."""
    player, role = player_of(request), request.POST.get("seat", "")
    return _act(
        request,
        game_id,
        lambda: do_leave_game(player=player, game_id=game_id, role=role),
        _("You have left your seat."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def resign(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give up a seat of a game that has begun, once it is confirmed. Raises Missing."""
    player = player_of(request)
    role = request.POST.get("seat", "") or request.GET.get("seat", "")
    seat = own_seat(player, game_id, role)
    if request.method == "POST":
        act = partial(do_leave_game, player=player, game_id=game_id, role=seat.role)
        return _act(request, game_id, act, _("You have left your seat."))
    context = {
        "heading": _("Resign?"),
        "lead": _("You give up %(seat)s for good. All are told; defaults are played until somebody takes the seat.")
        % {"seat": seat_name(seat.game, seat.role, language_of(request))},
        "button": _("Resign"),
    }
    return render(request, "pages/account/form.html", context)


@require_POST
@login_required
def letter_again(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Have my newest letter of this game sent once more. Raises Missing."""
    player = player_of(request)
    act = partial(do_send_me_again, player=player, game_id=game_id)
    return _act(request, game_id, act, _("The letter is sent again."))


@require_POST
@login_required
def start(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Begin the game."""
    player, without = player_of(request), bool(request.POST.get("without_nonces"))
    return _act(
        request,
        game_id,
        lambda: do_start_game(player=player, game_id=game_id, without_nonces=without),
        _("The game has begun."),
    )


def _act(request: HttpRequest, game_id: UUID, act: Callable[[], object], done: str) -> HttpResponse:
    """Do it, say so or say why not, and go back to the game."""
    try:
        act()
    except Missing:
        raise
    except GameError as error:
        messages.error(request, error.detail.get(language_of(request)))
    else:
        messages.success(request, done)
    return redirect("game", game_id=game_id)


@require_POST
@login_required
def come_back(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Take over again from the bot that stands in for me, or before a reserve does. Raises Missing."""
    try:
        do_return(player=player_of(request), game_id=game_id)
    except WrongState as error:
        messages.error(request, error.detail.get(language_of(request)))
    else:
        messages.success(request, _("You play again."))
    return redirect("game", game_id=game_id)
