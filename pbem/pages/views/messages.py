"""The page of a seat's messages: read, answered and marked without JavaScript. No GET marks anything as read."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages as flash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import registry
from games.errors import Missing
from games.kernel.errors import GameError, Problem, malformed
from games.models import Game, Seat
from games.selectors import messages
from games.selectors.access import own_seat, seats_of
from games.selectors.messages import SeenMessage
from games.services.messages import MOST_LETTERS, do_mark_all_read, do_send
from pbem.pages.middleware import status_of
from pbem.pages.table import seat_name
from pbem.pages.who import language_of, player_of

SHOWN = 100
"""The newest messages on the page."""


@dataclass(frozen=True)
class Draft:
    """A message as it is being written, and why it was refused."""

    text: str = ""
    to: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    status: int = 200


@dataclass(frozen=True)
class Line:
    """A message in the reader's words."""

    message: SeenMessage
    sender: str
    receivers: str


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def press(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The box of one of my seats; POST sends a message or marks all that are shown as read."""
    seat = own_seat(player_of(request), game_id, request.GET.get("seat", ""))
    if request.method != "POST":
        return _page(request, seat, Draft(to=tuple(request.GET.getlist("to"))))
    if request.POST.get("do") == "read":
        return _marked(request, seat)
    return _sent(request, seat)


def _marked(request: HttpRequest, seat: Seat) -> HttpResponse:
    newest = request.POST.get("until", "")
    until = int(newest) if newest.isdecimal() and len(newest) < 10 else 0
    do_mark_all_read(player=player_of(request), game_id=seat.game_id, seat=seat.role, until=until)
    return _back(seat)


def _sent(request: HttpRequest, seat: Seat) -> HttpResponse:
    draft = Draft(request.POST.get("text", ""), tuple(request.POST.getlist("to")))
    try:
        if not draft.to:
            raise _nobody()
        do_send(player=player_of(request), game_id=seat.game_id, seat=seat.role, to=draft.to, text=draft.text)
    except Missing:
        raise
    except GameError as error:
        wrong = error.problems or (Problem("", error.code, error.detail),)
        status = 422 if error.problems else status_of(error)
        return _page(request, seat, Draft(draft.text, draft.to, wrong, status))
    flash.success(request, _("Your message is on its way."))
    return _back(seat)


def _nobody() -> GameError:
    return malformed("/to", "Say to whom.", "宛先を選んでください。", "empty")


def _back(seat: Seat) -> HttpResponse:
    return redirect(f"{reverse('messages', args=[seat.game_id])}?seat={seat.role}")


def _page(request: HttpRequest, seat: Seat, draft: Draft) -> HttpResponse:
    language, player, game = language_of(request), player_of(request), seat.game
    found = messages.newest_of(player, game.pk, seat.role, limit=SHOWN)
    partners = messages.partners_of(player, game.pk, seat.role)
    title = registry.game_title(game)
    context = {
        "game": game,
        "seat": seat.role,
        "seat_name": seat_name(game, seat.role, language),
        "seats": [(one.role, seat_name(game, one.role, language)) for one in seats_of(player, game)],
        "title": title.name.get(language),
        "about": title.talk_words.get(language),
        "rule": title.talk_rule,
        "lines": [_line(game, one, language) for one in found],
        "shown": SHOWN,
        "newest": found[0].number if found else 0,
        "unread": messages.unread_count(seat),
        "partners": [(role, seat_name(game, role, language), role in draft.to) for role in partners],
        "draft": draft,
        "problems": [_said(game, one, draft, language) for one in draft.problems],
        "most": MOST_LETTERS,
    }
    return render(request, "pages/messages.html", context, status=draft.status)


def _line(game: Game, found: SeenMessage, language: str) -> Line:
    receivers = ", ".join(seat_name(game, role, language) for role in found.receivers)
    return Line(found, seat_name(game, found.sender, language), receivers)


def _said(game: Game, problem: Problem, draft: Draft, language: str) -> tuple[str, str]:
    """What is wrong, with the receiver whom it concerns, and the rule."""
    words, place = problem.message.get(language), problem.pointer.removeprefix("/to/")
    if place.isdecimal() and int(place) < len(draft.to):
        words = f"{seat_name(game, draft.to[int(place)], language)}: {words}"
    return words, problem.rule
