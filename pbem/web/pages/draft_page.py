"""The draft on a decision page: its initial state, a request's content, and the submitted answer."""

from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from django.http import HttpRequest

from games import registry
from games.kernel.errors import Malformed, Problem
from games.kernel.forms import Arrange, Form
from games.kernel.text import Labels
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan
from games.persistence.receipts import InterpretedAnswer
from games.persistence.working_drafts import DraftEntries
from games.selectors.advice import AdviceRequest
from games.selectors.decisions import Decision
from pbem.web.pages.order_form import FormEntries, from_answer, from_post, to_answer
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
    """The working draft behind a page. `revision` is 0 without one; `base_digest` is the digest of the page's form.

    `other` is a version that another window saved, if this page was changed without it; `newer` is true if the page now
    shows that version.
    """

    revision: int = 0
    base_digest: str = ""
    can_undo: bool = False
    can_redo: bool = False
    other: DraftEntries | None = None
    newer: bool = False

    @property
    def saved(self) -> bool:
        """True if a working draft exists."""
        return self.revision > 0


@dataclass(frozen=True)
class DraftPage:
    """The content of a decision page: entries, typed text, and their problems or interpretation.

    `text` is the notation of the entries or, if `unread`, text typed since that is not in the form; `typed_on` is the
    digest of the form when the typing began. `by_text`: the problems are those of the text. `replaced`: another window
    has changed the answer since. `both`: text and form were changed. `stale_token`: nothing was done. `tried`: the
    answer was refused before, so missing entries are shown beside their fields. `note_refusal`: why a note on a unit
    was not stored.
    """

    entered: FormEntries
    text: str
    revision: int
    ready: bool = True
    by_text: bool = False
    problems: tuple[Problem, ...] = ()
    understood: InterpretedAnswer | None = None
    status: int = 200
    touched: tuple[int, ...] = field(default=())
    replaced: bool = False
    hold: EditorState = field(default_factory=EditorState)
    unread: bool = False
    typed_on: str = ""
    both: bool = False
    stale_token: bool = False
    tried: bool = False
    note_refusal: str = ""
    kept: WorkingDraftState = field(default_factory=WorkingDraftState)

    @property
    def text_was(self) -> str:
        """Return the digest of the page's text, by which the next request detects a change; empty if it is unread."""
        return "" if self.unread else text_digest(self.text)

    def entries(self) -> DraftEntries:
        """Return the page's entries to save."""
        return to_draft_entries(self.entered, self.text if self.unread else "", self.typed_on)

    def showing(self, form: Form[Any], entries: DraftEntries) -> "DraftPage":
        """Return the page with the given saved entries instead."""
        entered = from_draft_entries(entries)
        text = entries.text or to_notation(form, entered)
        return replace(
            self, entered=entered, text=text, unread=bool(entries.text), typed_on=entries.typed_on, by_text=False
        )


def get_form(decision: Decision | AdviceRequest) -> Form[Any]:
    """Return the form of the answer."""
    form: Form[Any] = decision.question.form
    return form


def get_labels(decision: Decision | AdviceRequest) -> Labels:
    """Return the names of the form's ids."""
    return get_form(decision).labels_in_context(registry.game_title(decision.game).presentation.labels)


def initial_draft(decision: Decision | AdviceRequest) -> DraftPage:
    """Return the initial page: the answer in force, or the form's proposal."""
    form = get_form(decision)
    if decision.answered:
        ready = isinstance(decision, AdviceRequest) or decision.ready
        draft = DraftPage(
            from_answer(form, decision.answer), form.render(form.read(decision.answer)), decision.revision, ready
        )
        return replace(draft, unread=not is_shown_whole(form, decision.answer))
    if isinstance(form, Orders | Arrange | RulePlan):
        default: Any = form.default()
        entered = from_answer(form, form.write(default))
        return DraftPage(entered, "", decision.revision)
    return DraftPage(preselect_fixed_values(form), "", decision.revision)


def read_posted(request: HttpRequest, decision: Decision | AdviceRequest) -> DraftPage:
    """Return a request's content. A text that differs from the page's is `unread`."""
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
        hold=read_editor_state(post),
        unread=typed,
        tried="tried" in post,
        typed_on=str(post.get("typed_on", "") or post.get("base", ""))[:_DIGEST] if typed else "",
    )


_DIGEST = 32
"""The maximum length of a digest."""


def built_on_revision(request: HttpRequest, name: str = "revision") -> int | None:
    """Return the revision of the answer on which the submitted page is based; None if it names none."""
    given = request.POST.get(name, "")
    return int(given) if given.isdecimal() and len(given) < 10 else None


def read_typed_into_form(decision: Decision | AdviceRequest, draft: DraftPage) -> DraftPage:
    """Read typed text into the form. Text with orders that no control can show stays text, and is submitted as text.

    `both` if the form was changed as well since the typing began. Raises Malformed, Illegal for unreadable text.
    """
    form = get_form(decision)
    raw = read_typed(form, get_labels(decision), draft.text)
    entered, before = from_answer(form, raw), form_digest(form, draft.entered)
    if not is_shown_whole(form, raw):
        return replace(draft, by_text=True)
    both = bool(draft.typed_on) and before != draft.typed_on and before != form_digest(form, entered)
    shown = replace(draft, entered=entered, text=to_notation(form, entered) or draft.text, both=both)
    return replace(shown, unread=False, typed_on="", by_text=False, hold=EditorState(zoom=draft.hold.zoom))


def to_service_answer(decision: Decision | AdviceRequest, draft: DraftPage) -> dict[str, Any]:
    """Return the answer for the service: text as it is, entries as JSON. Raises Malformed for a blank form."""
    if draft.by_text or draft.unread:
        return {"text": draft.text}
    form, entered = get_form(decision), draft.entered
    if missing := find_unchosen_problem(form, entered):
        raise Malformed(missing)
    return {"answer": msgspec.json.encode(to_answer(form, entered))}
