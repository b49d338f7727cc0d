"""The draft on a decision page: its initial content, its content in a request, and its conversion to an answer."""

from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from django.http import HttpRequest

from games import registry
from games.kernel.errors import Malformed, Problem
from games.kernel.forms import Arrange, Form
from games.kernel.text import Labels, Text
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan
from games.persistence.receipts import InterpretedAnswer
from games.persistence.working_drafts import DraftEntries
from games.selectors.advice import AdviceRequest
from games.selectors.decisions import Decision
from games.services.bot_hints import Hint
from pbem.web.pages.order_form import FormEntries, from_answer, from_complete_answer, from_post, to_answer
from pbem.web.pages.order_form.form_verdict import find_unchosen_problem, preselect_fixed_values
from pbem.web.pages.order_form.tap_editor import EditorState, read_editor_state
from pbem.web.pages.order_form.typed_orders import (
    form_digest,
    from_draft_entries,
    is_shown_whole,
    normalize_text,
    read_typed,
    text_digest,
    to_draft_entries,
    to_notation,
)


@dataclass(frozen=True)
class WorkingDraftState:
    """The player's saved working draft of a decision, as a page shows it.

    A working draft is unfinished orders that only the player sees; two windows may change it.
    """

    revision: int = 0
    """The draft's revision; 0 if none is saved."""
    base_digest: str = ""
    """The digest of the form's entries on the page, by which the next request detects a change."""
    can_undo: bool = False
    """True if the change before can be undone."""
    can_redo: bool = False
    """True if an undone change can be redone."""
    other: DraftEntries | None = None
    """The entries that another window saved, if both windows changed the draft; otherwise None."""
    newer: bool = False
    """True if the page was unchanged and now shows what another window saved."""

    @property
    def saved(self) -> bool:
        """True if a working draft is saved."""
        return self.revision > 0


@dataclass(frozen=True)
class DraftPage:
    """The content of a decision page: the form's entries, typed text, and their problems or interpretation."""

    entered: FormEntries
    """The form's entries."""
    text: str
    """The entries in the text notation or, if `unread`, typed text that is not in the form yet."""
    revision: int
    """The revision of the stored answer that the page is based on."""
    ready: bool = True
    """True if the stored answer is submitted, False if it is a draft."""
    by_text: bool = False
    """True if the text is the answer, and `problems` belong to the text."""
    problems: tuple[Problem, ...] = ()
    """The problems of the entries or of the text."""
    understood: InterpretedAnswer | None = None
    """The checked answer as the server understood it; None before a check."""
    status: int = 200
    """The HTTP status of the page."""
    touched: tuple[int, ...] = field(default=())
    """The indexes of the rows that the last button changed."""
    replaced: bool = False
    """True if the answer was changed elsewhere after this draft was begun."""
    editor_state: EditorState = field(default_factory=EditorState)
    """What the player has tapped and selected on the picture."""
    unread: bool = False
    """True if the typed text is not in the form yet."""
    typed_on: str = ""
    """The digest of the entries when the typing began."""
    both: bool = False
    """True if text and form were changed since the typing began."""
    stale_token: bool = False
    """True if the request's CSRF token was invalid, so that nothing was done."""
    tried: bool = False
    """True if the answer was refused before, so that missing entries are shown beside their fields."""
    note_refusal: str = ""
    """The reason why a note on a unit was not stored."""
    hint: Hint | None = None
    """The bot's hint that the player asked for."""
    hint_refusal: Text | None = None
    """The reason why there is no hint."""
    kept: WorkingDraftState = field(default_factory=WorkingDraftState)
    """The saved working draft."""

    @property
    def text_was(self) -> str:
        """Return the digest of the text, by which the next request detects a change; "" if the text is `unread`."""
        return "" if self.unread else text_digest(self.text)

    def entries(self) -> DraftEntries:
        """Return the page's content as a working draft saves it."""
        return to_draft_entries(self.entered, self.text if self.unread else "", self.typed_on)

    def showing(self, form: Form[Any], entries: DraftEntries) -> "DraftPage":
        """Return a copy of the page with the entries and the text of a saved working draft of the form."""
        entered = from_draft_entries(entries)
        text = entries.text or to_notation(form, entered)
        return replace(
            self, entered=entered, text=text, unread=bool(entries.text), typed_on=entries.typed_on, by_text=False
        )


def get_form(decision: Decision | AdviceRequest) -> Form[Any]:
    """Return the form of a decision's answer."""
    form: Form[Any] = decision.question.form
    return form


def get_labels(decision: Decision | AdviceRequest) -> Labels:
    """Return the names for players of the ids in a decision's form."""
    return get_form(decision).labels_in_context(registry.game_title(decision.game).presentation.labels)


def initial_draft(decision: Decision | AdviceRequest) -> DraftPage:
    """Return the content of the page if no working draft is saved.

    It is the stored answer, or else the form's default or its only possible values.
    """
    form = get_form(decision)
    if decision.answered:
        ready = isinstance(decision, AdviceRequest) or decision.ready
        entered = from_complete_answer(form, decision.answer)
        draft = DraftPage(entered, form.render(form.read(decision.answer)), decision.revision, ready)
        return replace(draft, unread=not is_shown_whole(form, decision.answer))
    if isinstance(form, Orders | Arrange | RulePlan):
        default: Any = form.default()
        entered = from_answer(form, form.write(default))
        return DraftPage(entered, "", decision.revision)
    return DraftPage(preselect_fixed_values(form), "", decision.revision)


def read_posted(request: HttpRequest, decision: Decision | AdviceRequest) -> DraftPage:
    """Return the page with the entries and the text of a request.

    A text that the player changed after the page was made is `unread`.
    """
    form, post = get_form(decision), request.POST
    by_text, first = post.get("how") == "text", initial_draft(decision)
    entered = first.entered if by_text else from_post(form, post)
    text, was = normalize_text(post.get("text", "")), post.get("text_was", "")
    typed = bool(text) and (was != text_digest(text) or by_text)
    built_on = built_on_revision(request)
    return DraftPage(
        entered=entered,
        text=text if typed or by_text else to_notation(form, entered),
        revision=decision.revision if built_on is None else built_on,
        by_text=by_text,
        editor_state=read_editor_state(post),
        unread=typed,
        tried="tried" in post,
        typed_on=str(post.get("typed_on", "") or post.get("base", ""))[:_DIGEST] if typed else "",
    )


_DIGEST = 32
"""The maximum length of a digest."""


def built_on_revision(request: HttpRequest, name: str = "revision") -> int | None:
    """Return the revision on which the submitted page is based, from the field `name`; None if there is none.

    The field "revision" has the revision of the answer, the field "draft" that of the working draft.
    """
    given = request.POST.get(name, "")
    return int(given) if given.isdecimal() and len(given) < 10 else None


def read_typed_into_form(decision: Decision | AdviceRequest, draft: DraftPage) -> DraftPage:
    """Return the page with its typed text converted to entries of the form.

    A text with orders that no control can show stays text, and is submitted as text. The result is `both` if the form
    was changed, too, since the typing began. Raises Malformed if the text cannot be read, Illegal if it breaks a rule.
    """
    form = get_form(decision)
    raw = read_typed(form, get_labels(decision), draft.text)
    entered, before = from_complete_answer(form, raw), form_digest(form, draft.entered)
    if not is_shown_whole(form, raw):
        return replace(draft, by_text=True)
    both = bool(draft.typed_on) and before != draft.typed_on and before != form_digest(form, entered)
    shown = replace(draft, entered=entered, text=to_notation(form, entered) or draft.text, both=both)
    return replace(
        shown, unread=False, typed_on="", by_text=False, editor_state=EditorState(zoom=draft.editor_state.zoom)
    )


def to_service_answer(decision: Decision | AdviceRequest, draft: DraftPage) -> dict[str, Any]:
    """Return the page's answer as the keyword argument ``text`` or ``answer`` for services.

    It is the typed ``text`` if the text is the answer (`by_text`) or is not in the form yet (`unread`). Otherwise it is
    ``answer``, the form's entries as JSON. Raises Malformed if the form is a choice in which nothing is chosen.
    """
    if draft.by_text or draft.unread:
        return {"text": draft.text}
    form, entered = get_form(decision), draft.entered
    if missing := find_unchosen_problem(form, entered):
        raise Malformed(missing)
    return {"answer": msgspec.json.encode(to_answer(form, entered))}
