"""The page of a seat's messages, which works without JavaScript. GET marks no message as read."""

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
from games.selectors.access import get_own_seat, held_seats
from games.selectors.messages import SeatMessage
from games.services.messages import MAX_MESSAGE_LENGTH, do_mark_all_read, do_send_message
from pbem.web.pages.game_lines import get_seat_name
from pbem.web.pages.middleware import status_for_error
from pbem.web.pages.views.updates import PageUpdates
from pbem.web.pages.visitor import get_page_language, get_player

MESSAGES_SHOWN = 100
"""The maximum number of messages on the page: the newest ones."""


@dataclass(frozen=True)
class MessageDraft:
    """A message that the player writes, with the problems for which it was refused."""

    text: str = ""
    to: tuple[str, ...] = ()
    """The keys of the receiving seats."""
    problems: tuple[Problem, ...] = ()
    status: int = 200
    """The HTTP status of the page."""


@dataclass(frozen=True)
class MessageLine:
    """A message in the reader's language."""

    message: SeatMessage
    sender: str
    """The name of the sending seat."""
    receivers: str
    """The names of the receiving seats, as a list."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show_messages(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the messages of one of the player's seats; POST sends a message, or marks the shown messages as read."""
    seat = get_own_seat(get_player(request), game_id, request.GET.get("seat", ""))
    if request.method != "POST":
        return _page(request, seat, MessageDraft(to=tuple(request.GET.getlist("to"))))
    if request.POST.get("do") == "read":
        return _marked(request, seat)
    return _sent(request, seat)


def _marked(request: HttpRequest, seat: Seat) -> HttpResponse:
    newest = request.POST.get("until", "")
    until = int(newest) if newest.isdecimal() and len(newest) < 10 else 0
    do_mark_all_read(player=get_player(request), game_id=seat.game_id, seat=seat.role, until=until)
    return _back(request, seat)


def _sent(request: HttpRequest, seat: Seat) -> HttpResponse:
    draft = MessageDraft(request.POST.get("text", ""), tuple(request.POST.getlist("to")))
    try:
        if not draft.to:
            raise _nobody()
        do_send_message(player=get_player(request), game_id=seat.game_id, seat=seat.role, to=draft.to, text=draft.text)
    except Missing:
        raise
    except GameError as error:
        wrong = error.problems or (Problem("", error.code, error.detail),)
        status = 422 if error.problems else status_for_error(error)
        return _page(request, seat, MessageDraft(draft.text, draft.to, wrong, status))
    flash.success(request, _("Your message is on its way."))
    return _back(request, seat)


def _nobody() -> GameError:
    return malformed("/to", "Say to whom.", "宛先を選んでください。", "empty")


def _back(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Redirect to the decision page if that page has sent the form, else to the page of messages."""
    try:
        return redirect(f"{reverse('decision', args=[UUID(request.POST.get('decision', ''))])}#press")
    except ValueError:
        pass
    return redirect(f"{reverse('messages', args=[seat.game_id])}?seat={seat.role}")


def _page(request: HttpRequest, seat: Seat, draft: MessageDraft) -> HttpResponse:
    language, player, game = get_page_language(request), get_player(request), seat.game
    updates = PageUpdates(player, game.pk, seat.role)
    found = messages.list_newest_messages(player, game.pk, seat.role, limit=MESSAGES_SHOWN)
    partners = messages.list_partners(player, game.pk, seat.role)
    title = registry.game_title(game)
    context = {
        "game": game,
        "updates": updates,
        "seat": seat.role,
        "seat_name": get_seat_name(game, seat.role, language),
        "seats": [(one.role, get_seat_name(game, one.role, language)) for one in held_seats(player, game)],
        "title": title.name.get(language),
        "about": title.presentation.talk_text.get(language),
        "rule": title.rules.talk_rule,
        "lines": [_line(game, one, language) for one in found],
        "shown": MESSAGES_SHOWN,
        "newest": found[0].number if found else 0,
        "unread": messages.count_unread(seat),
        "partners": [(role, get_seat_name(game, role, language), role in draft.to) for role in partners],
        "draft": draft,
        "problems": [_said(game, one, draft, language) for one in draft.problems],
        "most": MAX_MESSAGE_LENGTH,
    }
    return render(request, "pages/messages.html", context, status=draft.status)


def _line(game: Game, found: SeatMessage, language: str) -> MessageLine:
    receivers = ", ".join(get_seat_name(game, role, language) for role in found.receivers)
    return MessageLine(found, get_seat_name(game, found.sender, language), receivers)


def _said(game: Game, problem: Problem, draft: MessageDraft, language: str) -> tuple[str, str]:
    """Return the text of a problem, after the receiver's name if it is about one, and the rule's number."""
    words, place = problem.message.get(language), problem.pointer.removeprefix("/to/")
    if place.isdecimal() and int(place) < len(draft.to):
        words = f"{get_seat_name(game, draft.to[int(place)], language)}: {words}"
    return words, problem.rule
