"""The page of an adviser: somebody else's decision as a form, and the draft that is laid before them."""

from dataclasses import replace
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import registry
from games.errors import Missing, TooOften
from games.kernel.errors import GameError, Illegal, Malformed, Problem
from games.selectors.advice import AdviceWanted, advice_on
from games.selectors.seats import access_seat
from games.services.advice import do_advise, do_withdraw_advice
from pbem.limits import looks_too_often
from pbem.pages.answers import sheet
from pbem.pages.table import explained, prompt_of, seat_name
from pbem.pages.views.decision import NOT_SO_QUICKLY, Draft, arranged, form_of, opening, posted, spoken
from pbem.pages.views.game import newest_board
from pbem.pages.who import language_of, player_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def advise(request: HttpRequest, decision_id: UUID) -> HttpResponse:
    """The form; POST adds a row, leaves the draft or takes it back, as its button says."""
    wanted = advice_on(player_of(request), decision_id)
    if request.method != "POST":
        return _page(request, wanted, opening(wanted))
    verb, _colon, place = request.POST.get("do", "submit").partition(":")
    if verb == "withdraw":
        return _acted(request, wanted, taken_back=True)
    if looks_too_often(request.user.pk):
        raise TooOften(detail=NOT_SO_QUICKLY)
    draft = posted(request, wanted)
    if verb != "submit":
        return _page(request, wanted, arranged(wanted, draft, verb, place))
    return _acted(request, wanted, draft)


def _acted(
    request: HttpRequest, wanted: AdviceWanted, draft: Draft | None = None, *, taken_back: bool = False
) -> HttpResponse:
    player = player_of(request)
    try:
        if draft is None:
            do_withdraw_advice(player=player, request_id=wanted.id)
        else:
            do_advise(player=player, request_id=wanted.id, **spoken(wanted, draft))
    except (Malformed, Illegal) as error:
        wrong = error.problems or (Problem("", error.code, error.detail),)
        return _page(request, wanted, replace(draft or opening(wanted), problems=wrong, status=422))
    except Missing:
        raise
    except GameError as error:
        messages.error(request, error.detail.get(language_of(request)))
    else:
        messages.success(request, _("Your advice was taken back.") if taken_back else _("Your advice was left."))
    return redirect("advice", decision_id=wanted.id)


def _page(request: HttpRequest, wanted: AdviceWanted, draft: Draft) -> HttpResponse:
    language, form = language_of(request), form_of(wanted)
    title = registry.game_title(wanted.game)
    access = access_seat(player_of(request), wanted.game.pk, wanted.adviser)
    context = {
        "wanted": wanted,
        "title": title.name.get(language),
        "seat": seat_name(wanted.game, wanted.seat, language),
        "adviser": seat_name(wanted.game, wanted.adviser, language),
        "prompt": prompt_of(wanted, language),
        "explanation": explained(title, wanted.question, language),
        "sheet": sheet(
            form,
            form.named(title.labels),
            language,
            draft.entered,
            () if draft.by_text else draft.problems,
            open_row=next(iter(draft.touched), -1),
        ),
        "draft": draft,
        "text_problems": [(one.message.get(language), one.rule) for one in draft.problems] if draft.by_text else [],
        "example": form.render(form.example()),
        "said": _said(wanted, language),
        "board": newest_board(access, language),
    }
    return render(request, "pages/advice.html", context, status=draft.status)


def _said(wanted: AdviceWanted, language: str) -> list[str]:
    """The draft that lies before the decider, in words."""
    if not wanted.answered:
        return []
    form = form_of(wanted)
    labels = form.named(registry.game_title(wanted.game).labels)
    return form.describe(form.read(wanted.answer), language, labels).splitlines()
