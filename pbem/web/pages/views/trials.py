"""Trials of a decision's orders in invented worlds, kept plans, and their comparison."""

from base64 import b64encode
from dataclasses import replace
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import registry
from games.errors import PreviewTooExpensive, RateLimited
from games.kernel.codec import decode
from games.kernel.errors import GameError, Illegal, Malformed
from games.models import Player
from games.selectors.decisions import Decision, get_decision
from games.selectors.trials import (
    DEFAULT_WORLDS,
    MAX_SEED,
    MAX_WORLDS,
    Trial,
    TrialReport,
    draw_shown_board,
    list_plans,
    trial_refusal,
    try_orders,
)
from games.services.trial_plans import do_delete_plan, do_keep_plan
from pbem.previews.page_requests import render_as_preview
from pbem.previews.slots import PreviewsBusy
from pbem.rate_limits import is_previewing_too_often
from pbem.web.pages.draft_page import DraftPage, get_form, get_labels, read_posted, read_typed_into_form
from pbem.web.pages.draft_saving import load_page, save_page
from pbem.web.pages.game_lines import format_prompt, get_seat_name
from pbem.web.pages.middleware import status_for_error
from pbem.web.pages.order_form import from_complete_answer, to_answer
from pbem.web.pages.order_form.typed_orders import is_shown_whole, read_typed
from pbem.web.pages.views.decision_page import RATE_LIMITED, render_decision, to_problems
from pbem.web.pages.visitor import get_page_language, get_player

WORLDS = (5, 10, MAX_WORLDS)
"""The numbers of invented worlds between which the player chooses."""
MAX_ANSWER_LENGTH = 60_000


class Wanted(NamedTuple):
    """What a request for a trial asks for."""

    answer: Any
    """The orders to try, as JSON."""
    plans: tuple[UUID, ...]
    """The ids of the kept plans to compare with the orders."""
    seed: int
    """The number that selects the invented worlds."""
    worlds: int
    """The number of worlds."""
    shown: int
    """The number of the world that is shown in detail."""


class Row(NamedTuple):
    """A row of the comparison of trials: one figure, such as the points."""

    name: str
    """The name of the figure."""
    cells: list[dict[str, Any]]
    """For each compared set of orders, the values for the template: mean, range, number of worlds above zero and so on.
    """


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show_trial(request: HttpRequest, decision_id: UUID) -> HttpResponse:
    """Show the player's plans; POST tries orders, keeps or deletes a plan, or puts it into the form, by button."""
    player = get_player(request)
    decision = get_decision(player, decision_id)
    if request.method != "POST":
        return _page(request, decision, Wanted(_draft_answer(request, decision), (), 1, DEFAULT_WORLDS, 1))
    verb, _colon, place = request.POST.get("do", "try").partition(":")
    if verb == "use":
        return _put_into_form(request, decision, place)
    if is_previewing_too_often(player.pk):
        raise RateLimited(detail=RATE_LIMITED)
    try:
        return render_as_preview(_render_tried, request, decision_id, verb, place)
    except PreviewsBusy:
        raise RateLimited(detail=RATE_LIMITED) from None
    except PreviewTooExpensive as error:
        raise RateLimited(detail=error.detail) from None


def _render_tried(request: HttpRequest, decision_id: UUID, verb: str, place: str) -> HttpResponse:
    """Return the page after a button that needs a trial. This function runs in a preview process."""
    player = get_player(request)
    decision = get_decision(player, decision_id)
    if "how" in request.POST:
        draft = read_posted(request, decision)
        try:
            draft = save_page(request, decision, _with_typed(decision, draft))
            answer = _answer_of(decision, draft)
            get_form(decision).accept(answer)
        except (Malformed, Illegal) as error:
            wrong = replace(
                draft, problems=to_problems(error), by_text=draft.unread, tried=not draft.unread, status=422
            )
            return render_decision(request, decision, save_page(request, decision, wrong))
        return _tried(request, decision, Wanted(answer, _all_plans(player, decision), 1, DEFAULT_WORLDS, 1))
    wanted, refusal = _read_wanted(request), ""
    try:
        wanted = _changed(request, player, decision, wanted, verb, place)
    except GameError as error:
        language = get_page_language(request)
        refusal = "; ".join(one.message.get(language) for one in error.problems) or error.detail.get(language)
    return _tried(request, decision, wanted, refusal)


def _with_typed(decision: Decision, draft: DraftPage) -> DraftPage:
    return read_typed_into_form(decision, draft) if draft.unread else draft


def _answer_of(decision: Decision, draft: DraftPage) -> Any:
    """Return the orders on a decision page as JSON. Raises Malformed, Illegal for unreadable text."""
    form = get_form(decision)
    if draft.unread or draft.by_text:
        return read_typed(form, get_labels(decision), draft.text)
    return to_answer(form, draft.entered)


def _draft_answer(request: HttpRequest, decision: Decision) -> Any:
    """Return the orders that the decision page shows now, as JSON; None if they cannot be read."""
    try:
        return _answer_of(decision, load_page(request, decision))
    except (Malformed, Illegal):
        return None


def _all_plans(player: Player, decision: Decision) -> tuple[UUID, ...]:
    return tuple(one.id for one in list_plans(player, decision.id))


def _changed(request: HttpRequest, player: Player, decision: Decision, wanted: Wanted, verb: str, place: str) -> Wanted:
    """Keep or delete a plan, or choose other worlds, by `verb`; return the request for the trial. Raises GameError."""
    if verb == "keep":
        name = request.POST.get("name", "")
        kept = do_keep_plan(player=player, request_id=decision.id, name=name, answer=wanted.answer)
        return wanted._replace(plans=tuple(dict.fromkeys((*wanted.plans, kept.id))))
    if verb == "delete" and (plan := _uuid(place)) is not None:
        do_delete_plan(player=player, request_id=decision.id, plan_id=plan)
        return wanted._replace(plans=tuple(one for one in wanted.plans if one != plan))
    if verb == "other":
        return wanted._replace(seed=wanted.seed % MAX_SEED + 1)
    return wanted._replace(shown=int(place)) if verb == "world" and place.isdecimal() and len(place) < 4 else wanted


def _read_wanted(request: HttpRequest) -> Wanted:
    """Return what the page's form asks for; invalid values are left out or replaced by defaults."""
    post = request.POST
    plans = tuple(plan for one in post.getlist("plan") if (plan := _uuid(one)) is not None)
    worlds = min(_number(post.get("worlds", ""), DEFAULT_WORLDS), MAX_WORLDS)
    shown = min(_number(post.get("shown", ""), 1), MAX_WORLDS)
    return Wanted(_posted_answer(post.get("answer", "")), plans, _number(post.get("seed", ""), 1), worlds, shown)


def _posted_answer(text: str) -> Any:
    try:
        return decode(text[:MAX_ANSWER_LENGTH].encode(), object)
    except msgspec.DecodeError:
        return None


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() and 0 < len(text) < 7 and 0 < int(text) <= MAX_SEED else otherwise


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _put_into_form(request: HttpRequest, decision: Decision, place: str) -> HttpResponse:
    """Save the orders of the plan `place` (an id), else those on the page, as the working draft; go to the decision."""
    kept = {str(one.id): one.answer for one in list_plans(get_player(request), decision.id)}
    answer, form = kept.get(place, _posted_answer(request.POST.get("answer", ""))), get_form(decision)
    typed = form.accept(answer)
    draft = replace(
        load_page(request, decision), entered=from_complete_answer(form, answer), unread=False, by_text=False
    )
    if not is_shown_whole(form, answer):
        draft = replace(draft, text=form.render(typed), unread=True)
    save_page(request, decision, draft)
    return redirect("decision", decision_id=decision.id)


def _tried(request: HttpRequest, decision: Decision, wanted: Wanted, refusal: str = "") -> HttpResponse:
    """Return the page with the results of a trial, or with the reason why there is none."""
    player, language = get_player(request), get_page_language(request)
    try:
        report = try_orders(
            player,
            decision.id,
            wanted.answer,
            plans=wanted.plans,
            seed=wanted.seed,
            worlds=wanted.worlds,
            shown=wanted.shown,
        )
    except GameError as error:
        return _page(request, decision, wanted, None, refusal or error.detail.get(language), status_for_error(error))
    return _page(request, decision, wanted, report, refusal)


def _page(
    request: HttpRequest,
    decision: Decision,
    wanted: Wanted,
    report: TrialReport | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    player, language = get_player(request), get_page_language(request)
    refused = trial_refusal(player, decision.game, decision.kind)
    context = {
        "decision": decision,
        "title": registry.game_title(decision.game).name.get(language),
        "seat": get_seat_name(decision.game, decision.seat, language),
        "prompt": format_prompt(decision, language),
        "refusal": refusal or (refused.get(language) if refused else ""),
        "is_open": decision.closed_at is None and refused is None,
        "answer": msgspec.json.encode(wanted.answer).decode(),
        "orders": _in_words(decision, wanted.answer, language),
        "plans": [
            {
                "id": one.id,
                "name": one.name,
                "lines": _in_words(decision, one.answer, language),
                "chosen": one.id in wanted.plans,
            }
            for one in list_plans(player, decision.id)
        ],
        "wanted": wanted,
        "world_choices": WORLDS,
        "report": report,
    }
    return render(request, "pages/trial.html", context | _results(decision, report, language), status=status)


def _in_words(decision: Decision, answer: Any, language: str) -> list[str]:
    """Return orders (JSON) in words, line by line; empty for orders that the form does not accept."""
    form = get_form(decision)
    try:
        return form.describe(form.accept(answer), language, get_labels(decision)).splitlines()
    except GameError:
        return []


def _results(decision: Decision, report: TrialReport | None, language: str) -> dict[str, Any]:
    """Return the template context of the comparison, and of the world in detail, with the board of the first orders."""
    if report is None:
        return {}
    names = [one.name or _("These orders") for one in report.trials]
    shown = report.trials[0].shown
    return {
        "notice": report.notice.get(language),
        "names": names,
        "rows": [_row(report.trials, place, report.worlds, language) for place in range(len(report.trials[0].figures))],
        "world_numbers": range(1, report.worlds + 1),
        "details": [
            {"name": name, "lines": _lines(trial, language), "ending": trial.shown.ending if trial.shown else ""}
            for name, trial in zip(names, report.trials, strict=True)
        ],
        "shown": shown,
        "board": _picture(decision, report.trials[0], language),
    }


def _row(trials: tuple[Trial, ...], place: int, worlds: int, language: str) -> Row:
    figures = [one.figures[place] for one in trials]
    means = [one.mean for one in figures]
    wish = figures[0].wish
    best = (max(means) if wish == "more" else min(means)) if wish and len(set(means)) > 1 else None
    return Row(
        figures[0].name.get(language),
        [
            {
                "mean": f"{one.mean:g}",
                "range": f"{one.least:g} – {one.most:g}",
                "above": one.above_zero,
                "worlds": worlds,
                "best": best is not None and one.mean == best,
            }
            for one in figures
        ],
    )


def _lines(trial: Trial, language: str) -> list[tuple[str, str]]:
    """Return the events of the world in detail as pairs: a heading that begins a group (or ""), and the event."""
    if trial.shown is None:
        return []
    return [(one.heading.get(language), one.text.get(language)) for one in trial.shown.lines]


def _picture(decision: Decision, trial: Trial, language: str) -> str:
    """Return the board at the end of the world in detail, as the data URL of an SVG; empty without such a world."""
    if trial.shown is None:
        return ""
    svg = draw_shown_board(decision.game, trial.shown, language)
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()
