"""The page on which an umpire, host or staff member answers a player's question."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import Missing
from games.kernel.errors import GameError, Problem
from games.models import UmpireQuestion
from games.selectors.umpire_questions import get_question_to
from games.services.messages import MAX_MESSAGE_LENGTH
from games.services.umpire_questions import do_answer_question
from pbem.web.pages.game_lines import get_seat_name
from pbem.web.pages.visitor import get_page_language, get_player


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def answer_question(request: HttpRequest, question_id: UUID) -> HttpResponse:
    """Show a question with the form for its answer; POST sends the answer to the player who asked."""
    player = get_player(request)
    asked = get_question_to(player, question_id)
    if request.method != "POST":
        return _page(request, asked, asked.answer)
    text = request.POST.get("text", "")
    try:
        do_answer_question(player=player, question_id=question_id, text=text)
    except Missing:
        raise
    except GameError as error:
        return _page(request, asked, text, error.problems or (Problem("", error.code, error.detail),))
    messages.success(request, _("Your answer is on its way to the player."))
    return redirect("umpire_question", question_id=question_id)


def _page(request: HttpRequest, asked: UmpireQuestion, text: str, problems: tuple[Problem, ...] = ()) -> HttpResponse:
    language = get_page_language(request)
    context = {
        "asked": asked,
        "game": asked.game,
        "seat": get_seat_name(asked.game, asked.seat.role, language),
        "text": text,
        "problems": [one.message.get(language) for one in problems],
        "most": MAX_MESSAGE_LENGTH,
    }
    return render(request, "pages/umpire_question.html", context, status=422 if problems else 200)
