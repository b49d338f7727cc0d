"""Store the orders that a player is working on. They are not answers; see `games.models.WorkingDraft`."""

from collections.abc import Callable
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from msgspec import Struct

from games.errors import decision_closed
from games.kernel.errors import malformed
from games.models import Player, WorkingDraft
from games.persistence.working_drafts import MAX_ENTRY_BYTES, DraftEntries, DraftHistory, pack_history, read_history
from games.selectors.access import get_own_request


class SavedDraft(Struct, frozen=True):
    """A draft after a change."""

    revision: int
    """The number of changes so far."""
    history: DraftHistory
    answer_revision: int
    """The revision of the submitted answer on which the draft is based."""
    other: DraftEntries | None = None
    """The draft of another window, if it was saved since the changing page was made; else None."""


def do_save_draft(
    *,
    player: Player,
    request_id: UUID,
    entries: DraftEntries,
    first: DraftEntries,
    built_on: int | None = None,
    answer_revision: int = 0,
) -> SavedDraft | None:
    """Save the form's entries as the newest step of the draft; None if nothing was changed and there is no draft.

    `first` are the entries that the page shows without a draft, and to which undo leads back. `built_on` is the
    revision of the draft from which the page was made. If another window has saved since, the new entries win and
    `SavedDraft.other` has the earlier entries. `answer_revision`: as in `SavedDraft`. Raises Missing without such a
    question; NotYours for another seat's question; Stale if the question is closed; Malformed for entries that are too
    long.
    """
    _refuse_closed(player, request_id)
    if len(msgspec.json.encode(entries)) > MAX_ENTRY_BYTES:
        raise malformed("", "These orders are too long.", "命令が長すぎます。", "too_large")
    with transaction.atomic():
        row = _locked(player, request_id)
        if row is None and entries == first:
            return None
        if row is None:
            row = _created(player, request_id, first, answer_revision)
        history = read_history(row.steps)
        if history.current == entries:
            return _saved(row, history)
        other = history.current if built_on is not None and built_on != row.revision else None
        row.answer_revision = max(row.answer_revision, answer_revision)
        return _stored(row, history.with_step(entries), other)


def do_undo(*, player: Player, request_id: UUID) -> SavedDraft | None:
    """Go back to the draft's previous step; None without a draft.

    Raises Missing without such a question; NotYours for another seat's question; Stale if the question is closed.
    """
    return _moved(player, request_id, DraftHistory.with_undo)


def do_redo(*, player: Player, request_id: UUID) -> SavedDraft | None:
    """Go forward to the draft's step that was undone last; None without a draft.

    Raises Missing without such a question; NotYours for another seat's question; Stale if the question is closed.
    """
    return _moved(player, request_id, DraftHistory.with_redo)


def do_discard_draft(*, player: Player, request_id: UUID) -> None:
    """Delete the player's own draft of a question, if there is one."""
    WorkingDraft.objects.filter(request=request_id, player=player).delete()


def do_delete_obsolete_drafts() -> int:
    """Delete drafts of closed questions and of players who no longer hold the seat; return how many."""
    gone = Q(request__closed_at__isnull=False) | ~Q(request__seat__player=F("player"))
    gone |= Q(request__seat__player=None)
    return WorkingDraft.objects.filter(gone).delete()[0]


def _refuse_closed(player: Player, request_id: UUID) -> None:
    if get_own_request(player, request_id).closed_at is not None:
        raise decision_closed()


def _locked(player: Player, request_id: UUID) -> WorkingDraft | None:
    return WorkingDraft.objects.select_for_update().filter(request=request_id, player=player).first()


def _created(player: Player, request_id: UUID, first: DraftEntries, answer_revision: int) -> WorkingDraft:
    """Create a draft with its first step and return its locked row, or that of a draft created at the same time."""
    begun = {"steps": pack_history(DraftHistory((first,))), "answer_revision": answer_revision}
    WorkingDraft.objects.get_or_create(request_id=request_id, player=player, defaults=begun)
    return WorkingDraft.objects.select_for_update().get(request_id=request_id, player=player)


def _moved(player: Player, request_id: UUID, step: Callable[[DraftHistory], DraftHistory]) -> SavedDraft | None:
    _refuse_closed(player, request_id)
    with transaction.atomic():
        row = _locked(player, request_id)
        if row is None:
            return None
        before = read_history(row.steps)
        after = step(before)
        return _saved(row, before) if after == before else _stored(row, after)


def _stored(row: WorkingDraft, history: DraftHistory, other: DraftEntries | None = None) -> SavedDraft:
    row.steps, row.revision, row.changed_at = pack_history(history), row.revision + 1, timezone.now()
    row.save(update_fields=["steps", "revision", "answer_revision", "changed_at"])
    return _saved(row, history, other)


def _saved(row: WorkingDraft, history: DraftHistory, other: DraftEntries | None = None) -> SavedDraft:
    return SavedDraft(row.revision, history, row.answer_revision, other)
