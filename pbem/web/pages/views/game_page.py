"""The page of one game as one seat sees it, its picture, and the buttons for joining, leaving and starting."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import registry
from games.errors import Missing, WrongState
from games.kernel.errors import GameError
from games.kernel.text import shorten_rules
from games.models import Game, Player
from games.persistence.absence_policy import describe_absence_policy, load_absence_policy
from games.persistence.standing_orders import takes_standing_orders
from games.selectors import notices
from games.selectors.access import (
    Access,
    get_own_seat,
    is_involved,
    may_change_clock,
    may_control_clock,
    may_hand_on_host,
    may_invite,
    may_manage,
    may_umpire,
)
from games.selectors.advice import list_advice_requests
from games.selectors.decisions import list_decisions
from games.selectors.dice import get_game_dice
from games.selectors.events import AudienceEvent, list_audience_events, list_audience_notices
from games.selectors.games import begins_when_full
from games.selectors.inspections import InspectedBoard, open_board
from games.selectors.invitations import list_invitations
from games.selectors.messages import count_unread
from games.selectors.notebook import get_notes
from games.selectors.point_sources import list_points
from games.selectors.reserves import get_reserves_state
from games.selectors.seat_replay import find_turn_start, get_first_step, get_replay_place, list_newest_events
from games.selectors.seats import get_access
from games.selectors.views import StoredView, describe_board, draw_board_part, draw_board_svg, get_headline, get_view
from games.services.lifecycle import do_join_game, do_leave_game, do_start_game
from games.services.mail_delivery import do_resend_newest_email
from games.services.nonces import do_reveal_nonce
from games.services.notebook import MAX_NOTES_LENGTH, MAX_UNIT_NOTE_LENGTH
from games.services.personal_lines import MAX_PERSONAL_LINE
from games.services.stand_ins import do_return_to_seat
from pbem.web.pages.game_lines import (
    GameLine,
    build_advice_line,
    build_decision_line,
    build_game_lines,
    get_seat_name,
    list_standings,
    list_unreachable_names,
)
from pbem.web.pages.game_log import build_log
from pbem.web.pages.inspection import inspection_url, list_seat_decisions, list_unit_lines
from pbem.web.pages.middleware import PICTURE_POLICY
from pbem.web.pages.rematch import may_rematch
from pbem.web.pages.views.invitations import INVITATION_LANGUAGES
from pbem.web.pages.views.replay import get_number
from pbem.web.pages.views.updates import PageUpdates
from pbem.web.pages.visitor import get_page_language, get_player

CLOCK_CHANGE_STATUSES = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.PAUSED)
MAX_EVENTS = 400
"""The maximum number of events on the page of a game: the newest ones."""


@dataclass(frozen=True)
class BoardDescription:
    """The board of an audience at one of its stops, in words.

    The page requests the picture by audience and stop.
    """

    audience: str
    """The seat whose board it is, or ``public`` or ``umpire``."""
    stop: int
    """The number of the stop, as the audience counts stops."""
    text: str
    """The board as text."""
    headline: str
    """The state of the game in a few words."""
    parts: tuple[tuple[str, str], ...] = ()
    """The id and name of each part of the picture that can be shown alone."""
    print_parts: tuple[tuple[str, str], ...] = ()
    """The id and name of each part that a printout shows."""


def make_board_description(game: Game, stored: StoredView, language: str) -> BoardDescription:
    """Return the description of the board in a stored view."""
    title = registry.game_title(game)
    named = {part: name.get(language) for part, name in title.presentation.picture_parts.items()}
    return BoardDescription(
        stored.audience,
        stored.stop,
        shorten_rules(describe_board(game, stored, language)),
        get_headline(game, stored, language),
        tuple(named.items()),
        tuple((part, named[part]) for part in title.presentation.print_parts),
    )


def describe_newest_board(access: Access, language: str) -> BoardDescription | None:
    """Return the audience's current board; None before the game's first stop."""
    try:
        return make_board_description(access.game, get_view(access), language)
    except Missing:
        return None


def read_stop(request: HttpRequest) -> int | None:
    """Return the number of the stop in the query parameter "stop"; None without a valid number."""
    text = request.GET.get("stop", "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


@require_safe
@login_required
def show_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a game as a spectator or one of the player's seats (`?seat=`) sees it, now or at a stop (`?stop=`)."""
    player, language = get_player(request), get_page_language(request)
    access = get_access(player, game_id, request.GET.get("seat", ""))
    updates = PageUpdates(player, game_id, access.audience)
    dice = get_game_dice(player, game_id)
    line = build_game_lines(player, [access.game], language)[0]
    context = {
        "line": line,
        "vacant": [seat for seat in line.seats if seat.kind == "open"],
        "access": access,
        "audiences": _audiences(request, access, language),
        "decisions": [build_decision_line(one, language) for one in list_decisions(player, game_id=game_id)],
        "advising": [build_advice_line(one, language) for one in list_advice_requests(player, game_id=game_id)],
        "notices": [
            (one.at, notices.describe_notice(access.game, one, language)) for one in list_audience_notices(access)
        ][::-1],
        "dice": dice,
        "nonces": [
            (get_seat_name(access.game, role, language), one.says.get(language)) for role, one in dice.nonces.items()
        ],
        "hidden_nonces": [role for role, one in dice.nonces.items() if one.state == "committed"],
        **_ending(player, access.game, line, language),
        "unread": count_unread(access.seat) if access.seat is not None else 0,
        **_standing_orders(access),
        **_hosting(player, access.game),
        "unreachable": list_unreachable_names(access.game, language) if may_umpire(player, access.game) else [],
        **_notes(player, access.game, language),
        "updates": updates,
        **_inviting(player, access.game, language),
        **_reserves(player, access.game, language),
        **_looking(player, access, request, language),
    }
    return render(request, "pages/game.html", context)


def _hosting(player: Player, game: Game) -> dict[str, Any]:
    """Return what the player may do as the host, and whether the game begins automatically."""
    return {
        "manages": may_control_clock(player, game),
        "is_host": player.pk == game.host_id,
        "begins": game.status == Game.Status.OPEN and begins_when_full(game),
        "hands_on": player.pk == game.host_id and may_hand_on_host(player, game),
        "changes_clock": may_change_clock_now(player, game),
        "umpires": game.started_at is None and may_manage(player, game),
    }


def _standing_orders(access: Access) -> dict[str, Any]:
    """Return the template context about standing orders.

    `takes_standing_orders`: the reader's seat may have standing orders. `offers_passes`: the reader can choose not to
    be asked questions with only one possible answer.
    """
    seat, takes = access.seat, access.basis == "seat" and takes_standing_orders(registry.game_title(access.game))
    several = len(registry.game_title(access.game).scenarios[access.game.scenario].seats) > 1
    offers = takes and several and seat is not None and not seat.passes_when_forced
    return {"takes_standing_orders": takes, "offers_passes": offers}


def _notes(player: Player, game: Game, language: str) -> dict[str, Any]:
    """Return the template context of the player's private notes; `notes` is None for a player outside the game."""
    if not is_involved(player, game):
        return {"notes": None}
    notes, labels = get_notes(player, game.pk), registry.title_for_names(game).presentation.labels
    return {
        "notes": notes,
        "most_notes": MAX_NOTES_LENGTH,
        "unit_notes": [(unit, labels(unit).get(language), text) for unit, text in sorted(notes.units.items())],
        "most_unit_note": MAX_UNIT_NOTE_LENGTH,
    }


def may_change_clock_now(player: Player, game: Game) -> bool:
    """Return True if the player may change the game's clock and its status permits that now."""
    return game.status in CLOCK_CHANGE_STATUSES and may_change_clock(player, game)


def _inviting(player: Player, game: Game, language: str) -> dict[str, Any]:
    """Return the template context about invitations; {} for a player who may not invite."""
    if not may_invite(player, game):
        return {}
    found = list_invitations(player, game.pk)
    return {
        "invitations": [(one, get_seat_name(game, one.role, language) if one.role else "") for one in found],
        "invitation_languages": INVITATION_LANGUAGES,
        "longest_line": MAX_PERSONAL_LINE,
    }


def _reserves(player: Player, game: Game, language: str) -> dict[str, Any]:
    """Return the template context about reserves, with the requests to the player; {} if the game uses none."""
    agreed = load_absence_policy(game.absence)
    if not agreed.reserves or game.status in (Game.Status.OVER, Game.Status.ABANDONED):
        return {}
    found = get_reserves_state(player, game.pk)
    words = describe_absence_policy(agreed).get(language)
    return {"reserves": found, "reserves_words": words, "calls": [(one, one.name.get(language)) for one in found.calls]}


def _ending(player: Player, game: Game, line: GameLine, language: str) -> dict[str, Any]:
    """Return the template context of the final standings, the sources of the points and the link to a rematch."""
    occupants = {seat.role: seat.who for seat in line.seats}
    found = {"standings": list_standings(game, language, occupants), "points": _points(game, language)}
    if game.scenario in registry.current_title(game.title).scenarios and may_rematch(player, game):
        found["rematch"] = f"{reverse('create', args=[game.title, game.scenario])}?rematch={game.pk}"
    return found


def _points(game: Game, language: str) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return the sources of a finished game's points: for each seat's name, (points, reason, rule) of each source."""
    return [
        (
            get_seat_name(game, one.seat, language),
            [(line.points, line.reason.get(language), line.rule) for line in one.sources],
        )
        for one in list_points(game)
    ]


def _looking(player: Player, access: Access, request: HttpRequest, language: str) -> dict[str, Any]:
    """Return the template context of the board, the log and the own units.

    They are those of the present, of the stop in the query, or of the replay's step in the query. Raises Missing.
    """
    try:
        newest = get_view(access)
    except Missing:
        return {"board": None, "log": [], "newest": 0}
    if "event" in request.GET:
        return _replaying(access, newest, request, language)
    stop = read_stop(request)
    stored = newest if stop is None or stop >= newest.stop else get_view(access, max(stop, 1))
    past = stored.stop < newest.stop
    seen = (
        list_audience_events(access, from_stop=stored.stop, until_stop=stored.stop, limit=MAX_EVENTS)
        if past
        else list_audience_events(access, after=max(newest.events - MAX_EVENTS, 0), limit=MAX_EVENTS)
    )
    return {
        "board": make_board_description(access.game, stored, language),
        "log": build_log(access, seen, language),
        "newest": newest.stop,
        "past": past,
        "earlier": stored.stop - 1,
        "later": stored.stop + 1 if past else 0,
        "replay": _replay_links(access, newest, language, [] if past else seen),
        **_inspecting(player, access, open_board(access.game, stored, language), stop if past else None),
    }


def _replay_links(access: Access, newest: StoredView, language: str, seen: list[AudienceEvent]) -> dict[str, Any]:
    """Return the replay's first step of the last turn ("turn") and of the game ("game"); each may be None.

    `seen` are the newest events, if they are already known.
    """
    turn = find_turn_start(access, seen or list_newest_events(access, newest.events), newest.stop)
    return {"turn": get_first_step(access, turn, language), "game": get_first_step(access, 1, language)}


def _replaying(access: Access, newest: StoredView, request: HttpRequest, language: str) -> dict[str, Any]:
    """Return the template context of one step of the replay: board, log of its stop, neighbouring steps.

    Raises Missing.
    """
    stop, event = get_number(request, "stop"), get_number(request, "event")
    place = get_replay_place(access, stop, event, language)
    step = place.step
    seen = list_audience_events(access, from_stop=stop, until_stop=stop, limit=MAX_EVENTS)
    return {
        "board": make_board_description(access.game, get_view(access, step.board), language),
        "log": build_log(access, seen, language),
        "newest": newest.stop,
        "past": True,
        "replayed": place,
        "lit": event,
        "replay": _replay_links(access, newest, language, []),
    }


def _inspecting(player: Player, access: Access, board: InspectedBoard, stop: int | None) -> dict[str, Any]:
    """Return the template context of the own units and of the inspection page; `stop` is None for the present."""
    decisions = list_seat_decisions(player, access, past=stop is not None)
    return {
        "place": inspection_url(access, stop),
        "stop": stop,
        "units": list_unit_lines(board, decisions),
        "measures": board.can_measure,
    }


def _audiences(request: HttpRequest, access: Access, language: str) -> list[tuple[str, str]]:
    """Return key and name of each audience whose view the reader may see: own seats and public; all after the game."""
    player = get_player(request)
    seats = list(access.game.seats.order_by("position"))
    over = access.game.status == Game.Status.OVER
    roles = [seat.role for seat in seats if over or seat.player_id == player.pk]
    shown = [*roles, "public", *(["umpire"] if over else [])]
    return [(role, get_seat_name(access.game, role, language)) for role in shown]


@require_safe
@login_required
def show_board(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Return the picture of the board as one audience sees it, now or at a stop (`?stop=`), as SVG.

    Raises Missing for an unknown game, seat or stop.
    """
    access = get_access(get_player(request), game_id, request.GET.get("seat", ""))
    stored = get_view(access, read_stop(request))
    return render_picture(request, access.game, stored)


def render_picture(request: HttpRequest, game: Game, stored: StoredView) -> HttpResponse:
    """Return the picture of a stored view as SVG, or status 304 if the browser has the picture."""
    language, part = get_page_language(request), request.GET.get("part", "")
    etag = f'"{stored.etag.strip(chr(34))}-{language}{"-" * bool(part)}{part}"'
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    drawn = draw_board_part(game, stored, part, language).svg() if part else draw_board_svg(game, stored, language)
    response = HttpResponse(drawn, content_type="image/svg+xml; charset=utf-8")
    response["Content-Security-Policy"] = PICTURE_POLICY
    response["ETag"] = etag
    return response


@require_POST
@login_required
def join_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Take a seat of the game for the player, and redirect to the game's page."""
    player = get_player(request)
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
def reveal_nonce(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Reveal the nonce to which the player has committed, and redirect to the game's page."""
    player, role, text = get_player(request), request.POST.get("seat", ""), request.POST.get("nonce", "").strip()
    return _act(
        request,
        game_id,
        lambda: do_reveal_nonce(player=player, game_id=game_id, nonce=text, role=role),
        _("Your word for the dice is revealed."),
    )


@require_POST
@login_required
def leave_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Leave a seat of a game that has not started, and redirect to the game's page."""
    player, role = get_player(request), request.POST.get("seat", "")
    return _act(
        request,
        game_id,
        lambda: do_leave_game(player=player, game_id=game_id, role=role),
        _("You have left your seat."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def resign_seat(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the consequences of resigning a seat of a running game; POST resigns it.

    Raises Missing if the player does not hold the seat.
    """
    player = get_player(request)
    role = request.POST.get("seat", "") or request.GET.get("seat", "")
    seat = get_own_seat(player, game_id, role)
    if request.method == "POST":
        act = partial(do_leave_game, player=player, game_id=game_id, role=seat.role)
        return _act(request, game_id, act, _("You have left your seat."))
    context = {
        "heading": _("Resign?"),
        "lead": _(
            "You give up %(seat)s for good. All players are notified; defaults are played until somebody takes "
            "the seat."
        )
        % {"seat": get_seat_name(seat.game, seat.role, get_page_language(request))},
        "button": _("Resign"),
    }
    return render(request, "pages/account/form.html", context)


@require_POST
@login_required
def resend_email(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Resend the player's newest e-mail of this game. Raises Missing if there is none."""
    player = get_player(request)
    act = partial(do_resend_newest_email, player=player, game_id=game_id)
    return _act(request, game_id, act, _("The e-mail is sent again."))


@require_POST
@login_required
def start_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Start the game, and redirect to its page."""
    player, without = get_player(request), bool(request.POST.get("without_nonces"))
    return _act(
        request,
        game_id,
        lambda: do_start_game(player=player, game_id=game_id, without_nonces=without),
        _("The game has begun."),
    )


def _act(request: HttpRequest, game_id: UUID, act: Callable[[], object], done: str) -> HttpResponse:
    """Call `act`, show the message `done` or the reason of the refusal, and redirect to the game's page.

    Raises Missing.
    """
    try:
        act()
    except Missing:
        raise
    except GameError as error:
        messages.error(request, error.detail.get(get_page_language(request)))
    else:
        messages.success(request, done)
    return redirect("game", game_id=game_id)


@require_POST
@login_required
def return_to_seat(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """End the stand-in of a bot for the player who was absent, if no reserve has taken the seat.

    Raises Missing if the player has no seat in the game.
    """
    try:
        do_return_to_seat(player=get_player(request), game_id=game_id)
    except WrongState as error:
        messages.error(request, error.detail.get(get_page_language(request)))
    else:
        messages.success(request, _("You play again."))
    return redirect("game", game_id=game_id)
