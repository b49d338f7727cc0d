"""The page behind a mail's link: one decision as a form, its check, its answer, its receipt."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import registry
from games.errors import Missing, Replaced, TooOften, WouldWaste
from games.kernel.byhand.spots import Spots
from games.kernel.errors import GameError, Illegal, Malformed, Problem
from games.kernel.forms import Arrange, Choose, Form, MayChoose
from games.kernel.orders import Orders
from games.kernel.plans import RulePlan
from games.kernel.text import Text
from games.models import Player
from games.selectors.advice import AdviceWanted
from games.selectors.decisions import Decision, decision
from games.selectors.events import seat_events
from games.selectors.seats import access_seat
from games.selectors.views import board_spots, seat_view
from games.services.answers import check_answer, do_submit_answer, do_withdraw_answer
from games.stored.receipts import Understood
from games.stored.standing_orders import can_be_foreseen
from pbem.limits import looks_too_often
from pbem.pages.answers import Entered, edited, from_answer, from_post, sheet, to_answer
from pbem.pages.answers.desk import TOUCHES, Table, about, laid_out, ordered_over, touched
from pbem.pages.answers.hand import Hold, hold_of
from pbem.pages.answers.names import Names
from pbem.pages.log import told_by_stop
from pbem.pages.middleware import status_of
from pbem.pages.reference import looked_up
from pbem.pages.table import explained, prompt_of, seat_name
from pbem.pages.views.game import newest_board
from pbem.pages.who import language_of, player_of

CHOOSE_ONE = Text("Choose one of these.", "どれか一つを選んでください。")
NOT_SO_QUICKLY = Text("So much at once is too much: wait a minute.", "一度に送りすぎです。1分ほど待ってください。")
SEALING = ("submit", "draft", "check")
CONFIRMED = "confirmed"
"""What the button says that seals an answer though a turn would pass unused."""


@dataclass(frozen=True)
class Draft:
    """What is on the page: entries and notation, what is wrong with them or how they are understood.

    `replaced` where another window has changed the answer since this page was made.
    """

    entered: Entered
    text: str
    revision: int
    ready: bool = True
    by_text: bool = False
    problems: tuple[Problem, ...] = ()
    understood: Understood | None = None
    status: int = 200
    touched: tuple[int, ...] = field(default=())
    replaced: bool = False
    hold: Hold = field(default_factory=Hold)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def decide(request: HttpRequest, decision_id: UUID) -> HttpResponse:
    """The form; POST adds a row, checks or submits, as its button says."""
    player = player_of(request)
    asked = decision(player, decision_id)
    if request.method != "POST":
        return _page(request, asked, opening(asked))
    if looks_too_often(player.pk):
        raise TooOften(detail=NOT_SO_QUICKLY)
    draft = posted(request, asked)
    verb, _colon, place = request.POST.get("do", "check").partition(":")
    if "at.x" in request.POST:
        verb, place = "at", ""
    if verb in SEALING:
        return _answered(request, asked, draft, verb, confirmed=place == CONFIRMED)
    return _page(request, asked, handled(request, asked, draft, verb, place))


def handled(request: HttpRequest, asked: Decision, draft: Draft, verb: str, place: str) -> Draft:
    """What a button of the sheet, of the card or of the picture makes of the draft; unknown ones do nothing."""
    if verb == "adopt":
        return _adopted(asked, draft, place)
    if verb not in TOUCHES:
        return arranged(asked, draft, verb, place)
    table = table_of(asked, player_of(request), language_of(request))
    entered, hold = touched(table, draft.entered, draft.hold, request.POST, verb, place)
    row = (hold.focus,) if hold.focus >= 0 and entered != draft.entered else ()
    return replace(draft, entered=entered, hold=hold, touched=row)


def _adopted(asked: Decision, draft: Draft, seat: str) -> Draft:
    """What that seat advises, in the place of what was written; nothing where it advises nothing."""
    advised = next((one for one in asked.advice if one.seat == seat), None)
    if advised is None:
        return draft
    return replace(draft, entered=from_answer(form_of(asked), advised.answer), hold=Hold(zoom=draft.hold.zoom))


def form_of(asked: Decision | AdviceWanted) -> Form[Any]:
    """What the answer is given in."""
    form: Form[Any] = asked.question.form
    return form


def opening(asked: Decision | AdviceWanted) -> Draft:
    """The page as it first opens: the answer that stands, or what the form proposes."""
    form = form_of(asked)
    if asked.answered:
        entered = from_answer(form, asked.answer)
        ready = isinstance(asked, AdviceWanted) or asked.ready
        return Draft(entered, form.render(form.read(asked.answer)), asked.revision, ready)
    if isinstance(form, Orders | Arrange | RulePlan):
        default: Any = form.default()
        entered = from_answer(form, form.write(default))
        return Draft(entered, "", asked.revision)
    return Draft(Entered(), "", asked.revision)


def posted(request: HttpRequest, asked: Decision | AdviceWanted) -> Draft:
    built_on = built_on_revision(request)
    by_text = request.POST.get("how") == "text"
    first = opening(asked)
    return Draft(
        entered=first.entered if by_text else from_post(form_of(asked), request.POST),
        text=request.POST.get("text", "") if by_text else first.text,
        revision=asked.revision if built_on is None else built_on,
        by_text=by_text,
        hold=hold_of(request.POST),
    )


def built_on_revision(request: HttpRequest) -> int | None:
    """The revision of the answer that the sent page showed; None if it names none."""
    given = request.POST.get("revision", "")
    return int(given) if given.isdecimal() and len(given) < 10 else None


def arranged(asked: Decision | AdviceWanted, draft: Draft, verb: str, place: str) -> Draft:
    """A row or a value more, less, or elsewhere."""
    entered, row = edited(form_of(asked), draft.entered, verb, place)
    hold = replace(draft.hold, focus=row, tapped="") if row >= 0 else draft.hold
    return replace(draft, entered=entered, hold=hold, touched=(row,) if row >= 0 else ())


def _answered(request: HttpRequest, asked: Decision, draft: Draft, verb: str, *, confirmed: bool) -> HttpResponse:
    """Check, keep as a draft or seal; on success of these the receipt follows."""
    player = player_of(request)
    try:
        how = spoken(asked, draft)
        if verb == "check":
            understood = check_answer(player=player, request_id=asked.id, confirmed=confirmed, **how)
            return _page(request, asked, replace(draft, understood=understood))
        do_submit_answer(
            player=player,
            request_id=asked.id,
            ready=verb == "submit",
            channel="web",
            if_match=draft.revision,
            confirmed=confirmed,
            **how,
        )
    except (Malformed, Illegal) as error:
        wrong = error.problems or (Problem("", error.code, error.detail),)
        return _page(request, asked, replace(draft, problems=wrong, status=422))
    except Replaced:
        now = decision(player, asked.id)
        return _page(request, now, replace(draft, revision=now.revision, replaced=True, status=412))
    except GameError as error:
        messages.error(request, error.detail.get(language_of(request)))
        return _page(request, decision(player, asked.id), replace(draft, status=status_of(error)))
    return redirect("receipt", decision_id=asked.id)


def spoken(asked: Decision | AdviceWanted, draft: Draft) -> dict[str, Any]:
    """The answer for the service: text as it is, entries as JSON. Raises Malformed for a form that was left blank."""
    if draft.by_text:
        return {"text": draft.text}
    form, entered = form_of(asked), draft.entered
    if isinstance(form, Choose | MayChoose) and not entered.chosen:
        raise Malformed(Problem("", "required", CHOOSE_ONE))
    return {"answer": msgspec.json.encode(to_answer(form, entered))}


def table_of(asked: Decision, player: Player, language: str, stop: int | None = None) -> Table:
    """The question, and the picture that its player sees now, or saw at one of its stops."""
    form = form_of(asked)
    labels = form.named(registry.game_title(asked.game).labels)
    try:
        view = seat_view(access_seat(player, asked.game.pk, asked.seat), stop)
    except Missing:
        return Table(form, labels, language, Spots())
    return Table(form, labels, language, board_spots(asked.game, view, language))


def _page(request: HttpRequest, asked: Decision, draft: Draft) -> HttpResponse:
    language, form = language_of(request), form_of(asked)
    title = registry.game_title(asked.game)
    access = access_seat(player_of(request), asked.game.pk, asked.seat)
    labels = form.named(title.labels)
    names = Names(form, labels, language)
    problems = () if draft.by_text else draft.problems
    context = {
        "decision": asked,
        "title": title.name.get(language),
        "seat": seat_name(asked.game, asked.seat, language),
        "prompt": prompt_of(asked, language),
        "explanation": explained(title, asked.question, language),
        "sheet": sheet(form, labels, language, draft.entered, problems, open_row=draft.hold.focus),
        "draft": draft,
        "text_problems": [(names.text(one.message.get(language)), one.rule) for one in draft.problems]
        if draft.by_text
        else [],
        "wasteful": any(one.code == WouldWaste.code for one in draft.problems),
        "example": form.render(form.example()),
        "default": form.describe(form.default(), language, labels).splitlines(),
        "understood": draft.understood.description.get(language).splitlines() if draft.understood else None,
        "standing": in_words(asked, language) if draft.replaced else (),
        "advice": [
            (one.seat, seat_name(asked.game, one.seat, language), one.description.get(language)) for one in asked.advice
        ],
        "can_be_foreseen": can_be_foreseen(title, asked.kind),
        "board": newest_board(access, language),
        "told": told_by_stop(access, seat_events(access, from_stop=asked.stop), language)[:1],
        "looked_up": looked_up(asked.game, form.values(), language),
        "hand": laid_out(table_of(asked, player_of(request), language), draft.entered, draft.hold),
    }
    return render(request, "pages/decision.html", context, status=draft.status)


def in_words(asked: Decision, language: str) -> list[str]:
    """The answer that stands, line by line; nothing if none does."""
    if not asked.answered:
        return []
    form = form_of(asked)
    labels = form.named(registry.game_title(asked.game).labels)
    return form.describe(form.read(asked.answer), language, labels).splitlines()


@require_safe
@login_required
def receipt(request: HttpRequest, decision_id: UUID) -> HttpResponse:
    """What the server has understood and confirmed."""
    language = language_of(request)
    asked = decision(player_of(request), decision_id)
    if asked.receipt is None:
        return redirect("decision", decision_id=decision_id)
    until = asked.receipt.get("changeable_until")
    table = table_of(asked, player_of(request), language, asked.stop)
    names = Names(table.form, table.labels, language)
    context = {
        "decision": asked,
        "title": registry.game_title(asked.game).name.get(language),
        "seat": seat_name(asked.game, asked.seat, language),
        "prompt": prompt_of(asked, language),
        "receipt": asked.receipt,
        "at": datetime.fromisoformat(asked.receipt["at"]),
        "changeable": asked.closed_at is None and asked.receipt["closes"] != "at_once",
        "until": datetime.fromisoformat(until) if until else None,
        "lines": asked.receipt["description"][language].splitlines(),
        "over": ordered_over(table, asked.receipt["answer"]),
        "outlook": [
            {
                "tone": one["tone"],
                "text": names.text(one["text"][language]),
                "about": about(table, asked.receipt["answer"], one["pointer"]),
            }
            for one in asked.receipt["outlook"]["lines"]
        ],
    }
    return render(request, "pages/receipt.html", context)


@require_POST
@login_required
def take_back(request: HttpRequest, decision_id: UUID) -> HttpResponse:
    """Withdraw the answer that the page showed, while the decision is open; one that came after it stands."""
    player = player_of(request)
    decision(player, decision_id)  # nothing is said about what is not the player's own
    try:
        do_withdraw_answer(player=player, request_id=decision_id, if_match=built_on_revision(request))
    except (Malformed, Illegal):
        raise
    except Replaced:
        messages.warning(request, _("Your answer was changed elsewhere in the meantime: this is how it stands now."))
    except GameError as error:
        messages.error(request, error.detail.get(language_of(request)))
    else:
        messages.success(request, _("Your answer was taken back. Please decide anew."))
    return redirect("decision", decision_id=decision_id)
