"""Save the content of a decision page as the player's working draft, and load it again."""

from dataclasses import replace

from django.http import HttpRequest

from games.kernel.errors import GameError
from games.persistence.working_drafts import DraftEntries, read_history
from games.selectors.decisions import Decision, find_own_working_draft
from games.services.working_drafts import SavedDraft, do_redo, do_save_draft, do_undo
from pbem.web.pages.draft_page import (
    DraftPage,
    WorkingDraftState,
    built_on_revision,
    get_form,
    get_labels,
    initial_draft,
)
from pbem.web.pages.order_form import to_answer
from pbem.web.pages.order_form.typed_orders import form_digest, from_draft_entries, to_notation
from pbem.web.pages.visitor import get_player

HISTORY_ACTIONS = ("undo", "redo", "reset")
"""Commands of the buttons that undo, redo or reset the working draft."""


def load_page(request: HttpRequest, decision: Decision) -> DraftPage:
    """Return the page's content from the player's working draft; if none is saved, from `initial_draft`."""
    first = initial_draft(decision)
    row = find_own_working_draft(get_player(request), decision.id) if decision.closed_at is None else None
    if row is None:
        return _based(decision, first)
    history = read_history(row.steps)
    draft = first.showing(get_form(decision), history.current)
    changed = row.answer_revision != decision.revision and not _is_same(decision, draft, first)
    return _with(decision, replace(draft, replaced=changed), SavedDraft(row.revision, history, row.answer_revision))


def save_page(request: HttpRequest, decision: Decision, draft: DraftPage) -> DraftPage:
    """Save the page's content as the working draft, unless nothing was changed, and return the page.

    Raises Malformed for entries that are too long, Stale if the decision is closed in the meantime.
    """
    if decision.closed_at is not None:
        return draft
    done = do_save_draft(
        player=get_player(request),
        request_id=decision.id,
        entries=_unless_same(request, decision, draft).entries(),
        first=initial_draft(decision).entries(),
        built_on=draft.kept.revision or built_on_revision(request, "draft"),
        answer_revision=draft.revision,
    )
    return _with(decision, draft, done) if done is not None else _based(decision, draft)


def is_outdated(request: HttpRequest, decision: Decision, draft: DraftPage) -> bool:
    """Return True if another window has saved other content than `draft` since the posted page was made."""
    row, built_on = find_own_working_draft(get_player(request), decision.id), built_on_revision(request, "draft")
    if row is None or built_on is None or built_on == row.revision:
        return False
    return not _is_same(decision, draft, draft.showing(get_form(decision), read_history(row.steps).current))


def is_untouched(request: HttpRequest, decision: Decision, draft: DraftPage) -> bool:
    """Return True if the posted form and text are as they were when the page was made."""
    base = request.POST.get("base", "")
    return bool(base) and not draft.unread and base == form_digest(get_form(decision), draft.entered)


def load_newest(request: HttpRequest, decision: Decision, draft: DraftPage) -> DraftPage:
    """Return the page with the content that another window has saved; the zoom of the picture stays.

    Use it only for a page that the player has not changed.
    """
    shown = load_page(request, decision)
    return replace(
        shown,
        editor_state=replace(shown.editor_state, zoom=draft.editor_state.zoom),
        kept=replace(shown.kept, newer=True),
    )


def apply_history_action(request: HttpRequest, decision: Decision, draft: DraftPage, verb: str) -> DraftPage:
    """Return the page after "undo", "redo" or "reset" (`verb`).

    An unsaved change is saved before an undo or redo. Raises the exceptions of `save_page`.
    """
    if verb == "reset":
        first = replace(initial_draft(decision), editor_state=draft.editor_state)
        return save_page(request, decision, first)
    before = save_page(request, decision, draft)
    move = do_undo if verb == "undo" else do_redo
    done = move(player=get_player(request), request_id=decision.id)
    if done is None:
        return before
    state = replace(draft.editor_state, tapped="", focus=-1, shown_digest="")
    shown = replace(draft, editor_state=state).showing(get_form(decision), done.history.current)
    return _with(decision, shown, done)


def _with(asked: Decision, draft: DraftPage, done: SavedDraft) -> DraftPage:
    kept = WorkingDraftState(
        revision=done.revision,
        base_digest=form_digest(get_form(asked), draft.entered),
        can_undo=done.history.can_undo,
        can_redo=done.history.can_redo,
        other=done.other,
    )
    return replace(draft, kept=kept)


def _based(asked: Decision, draft: DraftPage) -> DraftPage:
    """Return the page with the state that no working draft is saved."""
    return replace(draft, kept=WorkingDraftState(base_digest=form_digest(get_form(asked), draft.entered)))


def _is_same(asked: Decision, one: DraftPage, other: DraftPage) -> bool:
    """Return True if two pages have the same unread text, and entries that make the same answer."""
    form = get_form(asked)
    texts = [page.text if page.unread else "" for page in (one, other)]
    return texts[0] == texts[1] and form_digest(form, one.entered) == form_digest(form, other.entered)


def _unless_same(request: HttpRequest, asked: Decision, draft: DraftPage) -> DraftPage:
    """Return the page, with the saved entries if they make the same answer, so that undo has no empty step."""
    row, form = find_own_working_draft(get_player(request), asked.id), get_form(asked)
    before = read_history(row.steps).current if row is not None else initial_draft(asked).entries()
    shown = draft.showing(form, before)
    return shown if _is_same(asked, draft, shown) else draft


def describe_entries(decision: Decision, entries: DraftEntries | None, language: str) -> list[str]:
    """Return a saved draft's content as lines: typed text, else orders in words, else (unfinished) in the notation."""
    if entries is None:
        return []
    form, entered = get_form(decision), from_draft_entries(entries)
    if entries.text:
        return entries.text.splitlines()
    try:
        return form.describe(form.read(to_answer(form, entered)), language, get_labels(decision)).splitlines()
    except GameError:
        return to_notation(form, entered).splitlines()
