"""The hint on a decision page: what the bot would do and why, and the button that writes its orders into the form."""

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from games.errors import WrongState
from games.models import Player
from games.selectors.decisions import Decision
from games.services.bot_hints import do_give_hint
from pbem.web.pages.draft_page import DraftPage, get_form
from pbem.web.pages.order_form import from_complete_answer
from pbem.web.pages.order_form.tap_editor import EditorState

TAKE_HINT = "take_hint"
HINT_ACTIONS = ("hint", TAKE_HINT)
"""The commands of two buttons: one asks for a hint, the other writes the orders of the hint into the form."""


@dataclass(frozen=True)
class HintPanel:
    """The bot's hint on a decision page, in the reader's language."""

    reason: str = ""
    """The reason for the hinted orders."""
    orders: tuple[str, ...] = ()
    """The hinted orders in words; empty if there is no hint."""
    refusal: str = ""
    """The reason why there is no hint; empty if the player has not asked."""
    is_taken: bool = False
    """True if the form contains the hint's orders."""


def apply_hint_action(player: Player, decision: Decision, draft: DraftPage, verb: str) -> DraftPage:
    """Return the page with a hint from the bot; "take_hint" (`verb`) also writes the hint's orders into the form."""
    try:
        hint = do_give_hint(player=player, request_id=decision.id)
    except WrongState as error:
        return replace(draft, hint_refusal=error.detail)
    if verb != TAKE_HINT:
        return replace(draft, hint=hint)
    return replace(write_into_form(decision, draft, hint.answer), hint=hint)


def write_into_form(decision: Decision, draft: DraftPage, answer: Any) -> DraftPage:
    """Return the page with an answer (JSON) as the entries of its form."""
    entered = from_complete_answer(get_form(decision), msgspec.to_builtins(answer))
    return replace(
        draft, entered=entered, unread=False, by_text=False, editor_state=EditorState(zoom=draft.editor_state.zoom)
    )


def describe_hint(decision: Decision, draft: DraftPage, language: str) -> HintPanel | None:
    """Return the hint on a page in words; None if the game allows no hints."""
    if not decision.game.hints_allowed or decision.closed_at is not None:
        return None
    if draft.hint is None:
        return HintPanel(refusal=draft.hint_refusal.get(language) if draft.hint_refusal else "")
    taken = draft.entered == from_complete_answer(get_form(decision), msgspec.to_builtins(draft.hint.answer))
    lines = draft.hint.text.get(language).splitlines()
    return HintPanel(draft.hint.reason.get(language), tuple(lines), is_taken=taken)
