"""The explanations on a decision page of what is new to the player: the title, or the kind of question."""

import re
from dataclasses import dataclass, replace

import msgspec
from django.http import HttpRequest

from games import registry
from games.models import Player
from games.selectors.bot_answers import propose_answer
from games.selectors.decisions import Decision
from games.selectors.hints import get_first_meeting
from games.services.hints import do_mark_seen
from games.services.profile import do_update_player
from pbem.web.pages.draft_page import DraftPage, get_form, get_labels
from pbem.web.pages.game_lines import format_explanation, get_question_name
from pbem.web.pages.order_form import from_answer
from pbem.web.pages.order_form.tap_editor import EditorState

FIRST_TIME_ACTIONS = ("guide", "hints", "suggest")
"""Buttons of the guide and of the explanation."""
OFF, SEEN = "off", "seen"
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？]|\n")


@dataclass(frozen=True)
class GuideStep:
    """One step of the guided first turn; `following` is the number of the next, 0 after the last."""

    number: int
    count: int
    text: str
    following: int


@dataclass(frozen=True)
class FirstTime:
    """The explanations of a decision page.

    `offers_guide` is true if the title is new to the player, `is_new` if the kind of question is. `question_name` is
    the short name of the kind. `about` are the first two sentences of the explanation if the kind is new, `more` the
    rest of it or all. `proposal` is a sensible answer in words, one line for each order; empty if there is none or the
    kind is known.
    """

    step: GuideStep | None
    offers_guide: bool
    is_new: bool
    question_name: str
    about: str
    more: str
    proposal: tuple[str, ...]


def build_first_time(request: HttpRequest, player: Player, decision: Decision, language: str) -> FirstTime:
    """Return what the page explains to this player."""
    title = registry.game_title(decision.game)
    if decision.closed_at is not None:
        return FirstTime(None, offers_guide=False, is_new=False, question_name="", about="", more="", proposal=())
    new = get_first_meeting(player, title.key, decision.kind)
    texts = title.introduction.first_turn
    number = _step_number(request, len(texts))
    step = None
    if number:
        following = number + 1 if number < len(texts) else 0
        step = GuideStep(number, len(texts), texts[number - 1].get(language), following)
    offers = new.title and bool(texts) and step is None
    name = get_question_name(title, decision.kind, language)
    explanation = format_explanation(title, decision.question, language)
    if not new.kind:
        return FirstTime(step, offers, False, name, "", explanation, ())
    about, more = split_explanation(explanation)
    return FirstTime(step, offers, True, name, about, more, _proposal(player, decision, language))


def split_explanation(text: str) -> tuple[str, str]:
    """Return the first two sentences of an explanation, and the rest."""
    ends = [found.end() for found in _SENTENCE_END.finditer(text)]
    at = ends[1] if len(ends) > 1 else len(text)
    return text[:at].strip(), text[at:].strip()


def presses_first_time(request: HttpRequest) -> bool:
    """Return True if the player pressed a button of the guide or of the explanation, which changes these."""
    return request.POST.get("do", "").partition(":")[0] in FIRST_TIME_ACTIONS


def _step_number(request: HttpRequest, count: int) -> int:
    """Return the step that the address, a button or the page before names; 0 for none."""
    verb, _colon, place = request.POST.get("do", "").partition(":")
    given = place if verb == "guide" else request.POST.get("guide", "") or request.GET.get("guide", "")
    return int(given) if given.isdecimal() and len(given) < 3 and 1 <= int(given) <= count else 0


def _proposal(player: Player, decision: Decision, language: str) -> tuple[str, ...]:
    chosen = propose_answer(player, decision)
    if chosen is None:
        return ()
    return tuple(get_form(decision).describe(chosen.typed, language, get_labels(decision)).splitlines())


def apply_first_time_action(player: Player, decision: Decision, draft: DraftPage, verb: str, place: str) -> DraftPage:
    """Return the page after a button of the guide or of the explanation; only "suggest" changes the draft."""
    key = decision.game.title
    if verb == "suggest":
        return _suggested(player, decision, draft)
    if verb == "guide" and place == "0":
        do_mark_seen(player=player, title=key)
    elif verb == "hints" and place == SEEN:
        do_mark_seen(player=player, title=key, kind=decision.kind)
    elif verb == "hints" and place == OFF:
        do_update_player(player=player, hints=False)
        player.hints = False
    return draft


def _suggested(player: Player, decision: Decision, draft: DraftPage) -> DraftPage:
    """Return the page with the proposal in its form."""
    form, chosen = get_form(decision), propose_answer(player, decision)
    if chosen is None:
        return draft
    entered = from_answer(form, msgspec.to_builtins(form.write(chosen.typed)))
    return replace(draft, entered=entered, unread=False, by_text=False, hold=EditorState(zoom=draft.hold.zoom))


def mark_met(player: Player, decision: Decision) -> None:
    """Mark the kind of an answered question as known."""
    if not player.hints:
        return
    new = get_first_meeting(player, decision.game.title, decision.kind)
    if new.kind:
        do_mark_seen(player=player, title=decision.game.title, kind=decision.kind)
