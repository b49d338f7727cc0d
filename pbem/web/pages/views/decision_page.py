"""The decision page: a form, its check, its submission, its receipt."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec import convert

from games import registry
from games.errors import Missing, NeedsConfirmation, PreviewTooExpensive, RateLimited, RevisionReplaced
from games.kernel.errors import GameError, Illegal, Malformed, Problem
from games.kernel.hotspots import BoardHotspots
from games.kernel.text import Text
from games.models import Player
from games.persistence.standing_orders import takes_standing_orders
from games.selectors.access import Access
from games.selectors.advice import AdviceRequest
from games.selectors.decisions import Decision, get_decision, list_decisions
from games.selectors.draft_edits import MAX_VALUE_LENGTH
from games.selectors.events import list_audience_events
from games.selectors.inspections import open_board
from games.selectors.seats import get_access
from games.selectors.trials import trial_refusal
from games.selectors.views import get_view
from games.services.answers import check_answer, do_submit_answer, do_withdraw_answer
from games.services.working_drafts import do_discard_draft
from pbem.previews.page_requests import render_as_preview
from pbem.previews.slots import PreviewsBusy
from pbem.rate_limits import is_previewing_too_often
from pbem.response_compression import wants_parts
from pbem.web.pages.carried_orders import login_required_keeping_orders
from pbem.web.pages.draft_page import (
    DraftPage,
    built_on_revision,
    get_form,
    get_labels,
    read_posted,
    read_typed_into_form,
    to_service_answer,
)
from pbem.web.pages.draft_saving import (
    HISTORY_ACTIONS,
    apply_history_action,
    describe_entries,
    is_outdated,
    is_untouched,
    load_newest,
    load_page,
    save_page,
)
from pbem.web.pages.first_time import (
    FIRST_TIME_ACTIONS,
    apply_first_time_action,
    build_first_time,
    mark_met,
    presses_first_time,
)
from pbem.web.pages.game_lines import (
    DecisionLine,
    build_decision_line,
    format_prompt,
    get_seat_name,
)
from pbem.web.pages.game_log import group_by_stop
from pbem.web.pages.hints import HINT_ACTIONS, apply_hint_action, describe_hint
from pbem.web.pages.inspection import inspection_url, list_unit_lines
from pbem.web.pages.middleware import status_for_error
from pbem.web.pages.order_form import apply_edit, build_form_controls, from_complete_answer, to_answer
from pbem.web.pages.order_form.board_panel import (
    BOARD_ACTIONS,
    BoardContext,
    apply_board_action,
    build_board_panel,
    draw_answer_overlay,
    find_actors,
)
from pbem.web.pages.order_form.problem_names import ProblemNamer
from pbem.web.pages.order_form.tap_editor import (
    EditorState,
    after_order_removed,
    apply_tap,
    focus_order,
    list_actors,
)
from pbem.web.pages.order_form.typed_orders import to_notation
from pbem.web.pages.order_form.unit_ticks import list_tick_groups
from pbem.web.pages.press_panel import build_press
from pbem.web.pages.reference_text import find_reference_entries
from pbem.web.pages.rule_text import build_look_up
from pbem.web.pages.unit_notes import build_unit_note, note_unit
from pbem.web.pages.views.game_page import describe_newest_board
from pbem.web.pages.views.updates import PageUpdates
from pbem.web.pages.visitor import get_page_language, get_player

RATE_LIMITED = Text("So much at once is too much: wait a minute.", "一度に送りすぎです。1分ほど待ってください。")
ANSWER_ACTIONS = ("submit", "draft", "check")
CONFIRMED_FIELD = "confirmed"
"""What follows the colon in the value of the button that confirms an answer which does nothing although it could."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keeping_orders
def show_decision(request: HttpRequest, decision_id: UUID) -> HttpResponse:
    """Show the decision page. POST edits, checks or submits the answer, depending on the button, and saves a draft."""
    player = get_player(request)
    if request.method != "POST":
        asked = get_decision(player, decision_id)
        return render_decision(request, asked, _opened(request, asked, load_page(request, asked)))
    if is_previewing_too_often(player.pk):
        raise _saved_and_refused(request, decision_id, RATE_LIMITED)
    verb, _colon, place = request.POST.get("do", "check").partition(":")
    if "at.x" in request.POST:
        verb, place = "at", ""
    if verb in ANSWER_ACTIONS:
        asked = get_decision(player, decision_id)
        return _answered(request, asked, read_posted(request, asked), verb, confirmed=place == CONFIRMED_FIELD)
    try:
        return render_as_preview(_render_worked, request, decision_id, verb, place)
    except PreviewsBusy:
        raise _saved_and_refused(request, decision_id, RATE_LIMITED) from None
    except PreviewTooExpensive as error:
        raise _saved_and_refused(request, decision_id, error.detail) from None


def _opened(request: HttpRequest, asked: Decision, draft: DraftPage) -> DraftPage:
    """Return the page with the card of the thing in the query parameter "open", if there is one."""
    thing = request.GET.get("open", "")[:MAX_VALUE_LENGTH]
    return replace(draft, editor_state=apply_tap(get_form(asked), draft.editor_state, thing)) if thing else draft


def _saved_and_refused(request: HttpRequest, decision_id: UUID, reason: Text) -> RateLimited:
    """Save the page's content, and return the refusal of a request that comes too often or takes too long."""
    asked = get_decision(get_player(request), decision_id)
    with suppress(GameError):
        save_page(request, asked, read_posted(request, asked))
    return RateLimited(detail=reason)


def _render_worked(request: HttpRequest, decision_id: UUID, verb: str, place: str) -> HttpResponse:
    """Return the response to a button that does not answer: `verb` is its command, `place` what follows the colon.

    This function runs in a preview process.
    """
    asked = get_decision(get_player(request), decision_id)
    draft = read_posted(request, asked)
    return render_decision(request, asked, _worked(request, asked, draft, verb, place))


def _worked(request: HttpRequest, asked: Decision, draft: DraftPage, verb: str, place: str) -> DraftPage:
    """Apply a button that does not answer, save the draft, and return the page."""
    if asked.closed_at is not None:
        return draft
    if verb in HISTORY_ACTIONS:
        return apply_history_action(request, asked, draft, verb)
    if is_untouched(request, asked, draft) and is_outdated(request, asked, draft):
        return load_newest(request, asked, draft)
    if verb == "type":
        return save_page(request, asked, _read(request, asked, draft))
    if verb == "note":
        refusal = note_unit(request, asked, place)
        return replace(save_page(request, asked, draft), note_refusal=refusal)
    if verb in HINT_ACTIONS:
        return save_page(request, asked, apply_hint_action(get_player(request), asked, draft, verb))
    if verb in FIRST_TIME_ACTIONS:
        return save_page(request, asked, apply_first_time_action(get_player(request), asked, draft, verb, place))
    return save_page(request, asked, apply_action(request, asked, draft, verb, place))


def _read(request: HttpRequest, asked: Decision, draft: DraftPage) -> DraftPage:
    """Return the page with the typed orders as entries of its form, or with the problems of the typed orders."""
    if not draft.unread:
        return draft
    try:
        return _filled(request, asked, draft)
    except (Malformed, Illegal) as error:
        return replace(draft, problems=to_problems(error), by_text=True)


def _filled(request: HttpRequest, asked: Decision, draft: DraftPage) -> DraftPage:
    """Return the page with the typed orders as entries of its form.

    If the form was changed, too, its entries are saved first, so that undo can restore them. Raises Malformed, Illegal.
    """
    after = read_typed_into_form(asked, draft)
    if not after.both:
        return after
    before = save_page(request, asked, replace(draft, unread=False, by_text=False))
    return replace(after, kept=before.kept)


def to_problems(error: GameError) -> tuple[Problem, ...]:
    """Return the problems of a refusal; if it lists none, the refusal itself as the only problem."""
    return error.problems or (Problem("", error.code, error.detail),)


def apply_action(request: HttpRequest, decision: Decision, draft: DraftPage, verb: str, place: str) -> DraftPage:
    """Return the draft after a button of the form, the card, the picture or an advice.

    `verb` and `place` are the parts of the button's value before and after its colon. Unknown buttons do nothing.
    """
    if verb == "adopt":
        return _adopted(decision, draft, place)
    if verb not in BOARD_ACTIONS:
        return apply_row_action(decision, draft, verb, place)
    table = make_board_context(decision, get_player(request), get_page_language(request))
    entered, state = apply_board_action(table, draft.entered, draft.editor_state, request.POST, verb, place)
    row = (state.focus,) if state.focus >= 0 and entered != draft.entered else ()
    return replace(draft, entered=entered, editor_state=state, touched=row)


def _adopted(asked: Decision, draft: DraftPage, seat: str) -> DraftPage:
    """Return the draft with the advice of a seat as its entries; unchanged if the seat has given none."""
    advised = next((one for one in asked.advice if one.seat == seat), None)
    if advised is None:
        return draft
    return replace(
        draft,
        entered=from_complete_answer(get_form(asked), advised.answer),
        editor_state=EditorState(zoom=draft.editor_state.zoom),
    )


def apply_row_action(decision: Decision | AdviceRequest, draft: DraftPage, verb: str, place: str) -> DraftPage:
    """Return the draft after a button of `row_edits`; taps then extend the order in the changed row."""
    entered, row = apply_edit(get_form(decision), draft.entered, verb, place)
    state = draft.editor_state
    if row >= 0:
        state = focus_order(get_form(decision), to_answer(get_form(decision), entered), state, row)
    elif verb == "remove" and place.isdecimal() and len(place) < 6:
        state = after_order_removed(state, int(place))
    return replace(draft, entered=entered, editor_state=state, touched=(row,) if row >= 0 else ())


def _answered(request: HttpRequest, asked: Decision, draft: DraftPage, verb: str, *, confirmed: bool) -> HttpResponse:
    """Check the answer, store it as a draft, or submit it (`verb`), and return the response.

    Typed text is read first. A stored or submitted answer leads to the receipt; if the answer is refused or outdated,
    the decision page is shown again. `confirmed`: the player has confirmed an answer that does nothing.
    """
    player = get_player(request)
    try:
        draft = _filled(request, asked, draft) if draft.unread else draft
        if draft.both or (verb != "check" and is_outdated(request, asked, draft)):
            return render_decision(
                request, asked, save_page(request, asked, replace(draft, status=409 if draft.both else 412))
            )
        how = to_service_answer(asked, draft)
        if verb == "check":
            understood = check_answer(player=player, request_id=asked.id, confirmed=confirmed, **how)
            return render_decision(request, asked, save_page(request, asked, replace(draft, understood=understood)))
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
        by_text = draft.by_text or draft.unread
        wrong = replace(draft, problems=to_problems(error), by_text=by_text, tried=not by_text, status=422)
        return render_decision(request, asked, save_page(request, asked, wrong))
    except RevisionReplaced:
        now = get_decision(player, asked.id)
        late = replace(draft, revision=now.revision, replaced=True, status=412)
        return render_decision(request, now, save_page(request, now, late))
    except GameError as error:
        messages.error(request, error.detail.get(get_page_language(request)))
        now = get_decision(player, asked.id)
        return render_decision(request, now, save_page(request, now, replace(draft, status=status_for_error(error))))
    return _received(player, asked)


def _received(player: Player, asked: Decision) -> HttpResponse:
    """Discard the working draft of a stored answer, note that its kind of question is known, and go to the receipt."""
    do_discard_draft(player=player, request_id=asked.id)
    mark_met(player, asked)
    return redirect("receipt", decision_id=asked.id)


def make_board_context(decision: Decision, player: Player, language: str, stop: int | None = None) -> BoardContext:
    """Return the context of the board panel, with the seat's current view or its view at an earlier stop."""
    form = get_form(decision)
    labels = form.labels_in_context(registry.game_title(decision.game).presentation.labels)
    try:
        view = get_view(get_access(player, decision.game.pk, decision.seat), stop)
    except Missing:
        return BoardContext(form, labels, language, BoardHotspots())
    known = open_board(decision.game, view, language, labels)
    return BoardContext(form, labels, language, known.hotspots, known)


def _text_problems(draft: DraftPage, names: ProblemNamer, language: str) -> list[tuple[str, str]]:
    """Return the problems of typed orders as pairs of text and rule number; empty if the form is the answer."""
    if not draft.by_text:
        return []
    return [(names.name_text(one.message.get(language)), one.rule) for one in draft.problems]


def render_decision(request: HttpRequest, decision: Decision, draft: DraftPage) -> HttpResponse:
    """Return the decision page with a draft.

    If the page's script asks for parts, return only the parts of the page that a change of the orders can alter. A
    closed decision, and a button that changes other parts, still get the whole page.
    """
    player, language, form = get_player(request), get_page_language(request), get_form(decision)
    draft = draft if draft.unread or draft.by_text else replace(draft, text=to_notation(form, draft.entered))
    labels = get_labels(decision)
    names = ProblemNamer(form, labels, language)
    table = make_board_context(decision, player, language)
    hand = build_board_panel(table, draft.entered, draft.editor_state)
    problems = () if draft.by_text else draft.problems or hand.verdict.shown_problems(was_submitted=draft.tried)
    parts = {
        "decision": decision,
        "sheet": build_form_controls(
            form,
            labels,
            language,
            draft.entered,
            problems,
            open_row=next(iter(draft.touched), draft.editor_state.focus),
        ),
        "draft": draft,
        "text_problems": _text_problems(draft, names, language),
        "wasteful": any(one.code == NeedsConfirmation.code for one in draft.problems),
        "standing": describe_answer(decision, language) if draft.replaced else (),
        "elsewhere": describe_entries(decision, draft.kept.other, language),
        "hand": hand,
        **build_unit_note(request, decision, hand.card.value if hand.card else ""),
    }
    if wants_parts(request) and decision.closed_at is None and not changes_more_than_orders(request):
        return render(request, "pages/decision_parts.html", parts, status=draft.status)
    around = _around(request, decision, draft, language) | _inspecting(decision, table, draft.editor_state)
    return render(request, "pages/decision.html", parts | around, status=draft.status)


def changes_more_than_orders(request: HttpRequest) -> bool:
    """Return True if the player pressed a button (hint, explanation, guide) that changes other parts of the page."""
    return presses_first_time(request) or request.POST.get("do", "") in HINT_ACTIONS


def _inspecting(decision: Decision, table: BoardContext, state: EditorState) -> dict[str, Any]:
    """Return the template context for the list of own units and for measuring; {} before the seat's first view.

    Units that can get orders can be ticked if there are several.
    """
    if table.known is None:
        return {}
    access, actors = Access(decision.game, decision.seat, "seat"), list_actors(table.form)
    units = list_unit_lines(table.known, [decision])
    able = [one.card.id for one in units if one.card.id in actors]
    return {
        "access": access,
        "place": inspection_url(access, None),
        "units": units,
        "tickable": able if len(able) > 1 else [],
        "ticked": [unit for unit in able if unit in state.acting],
        "tick_groups": list_tick_groups([one.card for one in units], actors),
        "measures": table.known.can_measure,
    }


def _around(request: HttpRequest, decision: Decision, draft: DraftPage, language: str) -> dict[str, Any]:
    """Return the template context that edits of the orders do not change: question, events, rules, messages."""
    player, title, form = get_player(request), registry.game_title(decision.game), get_form(decision)
    access, labels = get_access(player, decision.game.pk, decision.seat), get_labels(decision)
    return {
        "title": title.name.get(language),
        "seat": get_seat_name(decision.game, decision.seat, language),
        "prompt": format_prompt(decision, language),
        "example": form.render(form.example()),
        "default": form.describe(form.default(), language, labels).splitlines(),
        "understood": draft.understood.description.get(language).splitlines() if draft.understood else None,
        "advice": [
            (one.seat, get_seat_name(decision.game, one.seat, language), one.description.get(language))
            for one in decision.advice
        ],
        "takes_standing_orders": takes_standing_orders(title, decision.kind),
        "can_try": trial_refusal(player, decision.game, decision.kind) is None,
        "board": describe_newest_board(access, language),
        "told": group_by_stop(access, list_audience_events(access, from_stop=decision.stop), language)[:1],
        "looked_up": find_reference_entries(decision.game, form.values(), language),
        "look_up": build_look_up(decision.game, decision.rule, language),
        "first": build_first_time(request, player, decision, language),
        "hint": describe_hint(decision, draft, language),
        "updates": PageUpdates(player, decision.game.pk, decision.seat),
        **build_press(request, decision, language),
    }


def describe_answer(decision: Decision, language: str) -> list[str]:
    """Return the stored answer in words, line by line; empty if there is none."""
    if not decision.answered:
        return []
    form = get_form(decision)
    labels = form.labels_in_context(registry.game_title(decision.game).presentation.labels)
    return form.describe(form.read(decision.answer), language, labels).splitlines()


@require_safe
@login_required
def show_receipt(request: HttpRequest, decision_id: UUID) -> HttpResponse:
    """Show the receipt of a stored answer: the orders as the server understood them."""
    language = get_page_language(request)
    asked = get_decision(get_player(request), decision_id)
    if asked.receipt is None:
        return redirect("decision", decision_id=decision_id)
    player = get_player(request)
    updates = PageUpdates(player, asked.game.pk, asked.seat)
    until = asked.receipt.get("changeable_until")
    table = make_board_context(asked, player, language, asked.stop)
    names = ProblemNamer(table.form, table.labels, language)
    context = {
        "decision": asked,
        "following": _following(player, asked, language),
        "updates": updates,
        "title": registry.game_title(asked.game).name.get(language),
        "seat": get_seat_name(asked.game, asked.seat, language),
        "prompt": format_prompt(asked, language),
        "receipt": asked.receipt,
        "at": datetime.fromisoformat(asked.receipt["at"]),
        "changeable": asked.closed_at is None and asked.receipt["closes"] != "at_once",
        "until": datetime.fromisoformat(until) if until else None,
        "lines": convert(asked.receipt["description"], Text).get(language).splitlines(),
        "over": draw_answer_overlay(table, asked.receipt["answer"]),
        "outlook": [
            {
                "tone": one["tone"],
                "text": names.name_text(convert(one["text"], Text).get(language)),
                "about": find_actors(table, asked.receipt["answer"], one["pointer"]),
            }
            for one in asked.receipt["outlook"]["lines"]
        ],
    }
    return render(request, "pages/receipt.html", context)


def _following(player: Player, answered: Decision, language: str) -> DecisionLine | None:
    """Return another decision that waits for the player, of the same game if there is one; None if none waits."""
    waiting = [one for one in list_decisions(player) if not one.ready and one.id != answered.id]
    found = min(waiting, key=lambda one: one.game.pk != answered.game.pk, default=None)
    return build_decision_line(found, language) if found else None


@require_POST
@login_required
def withdraw_answer(request: HttpRequest, decision_id: UUID) -> HttpResponse:
    """Withdraw the answer that the page showed, if the decision is open and the answer was not changed since."""
    player = get_player(request)
    get_decision(player, decision_id)  # reveals nothing about decisions that are not the player's own
    try:
        do_withdraw_answer(player=player, request_id=decision_id, if_match=built_on_revision(request))
    except (Malformed, Illegal):
        raise
    except RevisionReplaced:
        messages.warning(request, _("Your answer was changed elsewhere in the meantime: this is how it stands now."))
    except GameError as error:
        messages.error(request, error.detail.get(get_page_language(request)))
    else:
        messages.success(request, _("Your orders were withdrawn. Please decide again."))
    return redirect("decision", decision_id=decision_id)
