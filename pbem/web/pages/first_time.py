"""The explanations on a decision page for a player to whom the title, or the kind of question, is new."""

import re
from dataclasses import dataclass

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
from pbem.web.pages.hints import TAKE_HINT, apply_hint_action, write_into_form

FIRST_TIME_ACTIONS = ("guide", "hints", "suggest")
"""Commands of the buttons of the guided first turn (`guide`) and of the explanation (`hints`, `suggest`)."""
OFF, SEEN = "off", "seen"
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？]|\n")


@dataclass(frozen=True)
class GuideStep:
    """One step of the guided first turn of a title."""

    number: int
    """The number of the step, from 1."""
    count: int
    """The number of all steps."""
    text: str
    """What the player reads in this step."""
    following: int
    """The number of the next step; 0 after the last."""


@dataclass(frozen=True)
class FirstTime:
    """The explanations that a decision page shows to a player to whom something is new."""

    step: GuideStep | None
    """The open step of the guided first turn; None if no step is open."""
    offers_guide: bool
    """True if the title is new to the player and no step is open, so that the page offers the guide."""
    is_new: bool
    """True if the kind of question is new to the player."""
    question_name: str
    """The short name of the kind of question."""
    about: str
    """The first two sentences of the question's explanation; empty if its kind is known."""
    more: str
    """The other sentences of the explanation."""
    proposal: tuple[str, ...]
    """A sensible answer in words, one line for each order; empty if there is none or the kind is known."""


def build_first_time(request: HttpRequest, player: Player, decision: Decision, language: str) -> FirstTime:
    """Return the explanations that the decision page shows to this player."""
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
    """Return two texts: the first two sentences of an explanation, and its other sentences."""
    ends = [found.end() for found in _SENTENCE_END.finditer(text)]
    at = ends[1] if len(ends) > 1 else len(text)
    return text[:at].strip(), text[at:].strip()


def presses_first_time(request: HttpRequest) -> bool:
    """Return True if the player pressed a button in `FIRST_TIME_ACTIONS`."""
    return request.POST.get("do", "").partition(":")[0] in FIRST_TIME_ACTIONS


def _step_number(request: HttpRequest, count: int) -> int:
    """Return the number of the guide's step that the button, the posted page or the URL names; 0 for none.

    `count` is the number of steps.
    """
    verb, _colon, place = request.POST.get("do", "").partition(":")
    given = place if verb == "guide" else request.POST.get("guide", "") or request.GET.get("guide", "")
    return int(given) if given.isdecimal() and len(given) < 3 and 1 <= int(given) <= count else 0


def _proposal(player: Player, decision: Decision, language: str) -> tuple[str, ...]:
    chosen = propose_answer(player, decision)
    if chosen is None:
        return ()
    return tuple(get_form(decision).describe(chosen.typed, language, get_labels(decision)).splitlines())


def apply_first_time_action(player: Player, decision: Decision, draft: DraftPage, verb: str, place: str) -> DraftPage:
    """Return the page after a button in `FIRST_TIME_ACTIONS`: `verb` is its command, `place` the text after the colon.

    "suggest" writes a proposal into the form. The other buttons store that the player knows the title or the kind of
    question, or wants no explanations.
    """
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
    """Return the page with the bot's proposal as the entries of its form.

    In a game that allows hints, the proposal counts as a hint. In other games it is given only while the kind of
    question is new to the player.
    """
    if decision.game.hints_allowed:
        return apply_hint_action(player, decision, draft, TAKE_HINT)
    is_new = get_first_meeting(player, decision.game.title, decision.kind).kind
    chosen = propose_answer(player, decision) if is_new else None
    return draft if chosen is None else write_into_form(decision, draft, get_form(decision).write(chosen.typed))


def mark_met(player: Player, decision: Decision) -> None:
    """Store that the player knows the title and the kind of an answered question, so that neither is explained again.

    A player who has answered needs no guided first turn.
    """
    if not player.hints:
        return
    new = get_first_meeting(player, decision.game.title, decision.kind)
    if new.title:
        do_mark_seen(player=player, title=decision.game.title)
    if new.kind:
        do_mark_seen(player=player, title=decision.game.title, kind=decision.kind)
