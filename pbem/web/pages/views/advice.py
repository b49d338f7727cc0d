"""The adviser's page: another seat's decision as a form; the adviser's draft is shown to the seat that decides."""

from dataclasses import replace
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import registry
from games.errors import Missing, RateLimited
from games.kernel.errors import GameError, Illegal, Malformed, Problem
from games.selectors.advice import AdviceRequest, get_advice_request
from games.selectors.seats import get_access
from games.services.advice import do_advise, do_withdraw_advice
from pbem.rate_limits import is_previewing_too_often
from pbem.web.pages.draft_page import DraftPage, get_form, initial_draft, read_posted, to_service_answer
from pbem.web.pages.game_lines import format_explanation, format_prompt, get_seat_name
from pbem.web.pages.order_form import build_form_controls
from pbem.web.pages.views.decision_page import RATE_LIMITED, apply_row_action
from pbem.web.pages.views.game_page import describe_newest_board
from pbem.web.pages.visitor import get_page_language, get_player


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show_advice(request: HttpRequest, decision_id: UUID) -> HttpResponse:
    """Show another seat's decision as a form; POST changes rows, stores the advice or withdraws it, by button.

    Raises Missing if the player may not advise on this decision.
    """
    wanted = get_advice_request(get_player(request), decision_id)
    if request.method != "POST":
        return _page(request, wanted, initial_draft(wanted))
    verb, _colon, place = request.POST.get("do", "submit").partition(":")
    if verb == "withdraw":
        return _acted(request, wanted, taken_back=True)
    if is_previewing_too_often(request.user.pk):
        raise RateLimited(detail=RATE_LIMITED)
    draft = read_posted(request, wanted)
    if verb != "submit":
        return _page(request, wanted, apply_row_action(wanted, draft, verb, place))
    return _acted(request, wanted, draft)


def _acted(
    request: HttpRequest, wanted: AdviceRequest, draft: DraftPage | None = None, *, taken_back: bool = False
) -> HttpResponse:
    player = get_player(request)
    try:
        if draft is None:
            do_withdraw_advice(player=player, request_id=wanted.id)
        else:
            do_advise(player=player, request_id=wanted.id, **to_service_answer(wanted, draft))
    except (Malformed, Illegal) as error:
        wrong = error.problems or (Problem("", error.code, error.detail),)
        return _page(request, wanted, replace(draft or initial_draft(wanted), problems=wrong, status=422))
    except Missing:
        raise
    except GameError as error:
        messages.error(request, error.detail.get(get_page_language(request)))
    else:
        messages.success(request, _("Your advice was taken back.") if taken_back else _("Your advice was left."))
    return redirect("advice", decision_id=wanted.id)


def _page(request: HttpRequest, wanted: AdviceRequest, draft: DraftPage) -> HttpResponse:
    language, form = get_page_language(request), get_form(wanted)
    title = registry.game_title(wanted.game)
    access = get_access(get_player(request), wanted.game.pk, wanted.adviser)
    context = {
        "wanted": wanted,
        "title": title.name.get(language),
        "seat": get_seat_name(wanted.game, wanted.seat, language),
        "adviser": get_seat_name(wanted.game, wanted.adviser, language),
        "prompt": format_prompt(wanted, language),
        "explanation": format_explanation(title, wanted.question, language),
        "sheet": build_form_controls(
            form,
            form.labels_in_context(title.presentation.labels),
            language,
            draft.entered,
            () if draft.by_text else draft.problems,
            open_row=next(iter(draft.touched), -1),
        ),
        "draft": draft,
        "text_problems": [(one.message.get(language), one.rule) for one in draft.problems] if draft.by_text else [],
        "example": form.render(form.example()),
        "said": _said(wanted, language),
        "board": describe_newest_board(access, language),
    }
    return render(request, "pages/advice.html", context, status=draft.status)


def _said(wanted: AdviceRequest, language: str) -> list[str]:
    """Return the stored advice in words, line by line; empty if there is none."""
    if not wanted.answered:
        return []
    form = get_form(wanted)
    labels = form.labels_in_context(registry.game_title(wanted.game).presentation.labels)
    return form.describe(form.read(wanted.answer), language, labels).splitlines()
