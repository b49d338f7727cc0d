"""Convert working drafts: the stored form of a draft is its last steps, for undo and redo."""

from collections.abc import Mapping
from hashlib import sha256

import msgspec
from msgspec import Struct, structs

from games.models.compression import deflate, inflate

MAX_UNDOS = 50
MAX_BYTES = 300_000
"""The maximum size of a history as JSON, in bytes: beyond it the oldest steps are dropped, never the current one."""
MAX_ENTRY_BYTES = 200_000
"""The maximum size of one step as JSON, in bytes: more than a form within the size limit of a request can contain."""


class DraftEntries(Struct, frozen=True, omit_defaults=True):
    """One state of the order form on the page: its entries, and typed orders that the form does not contain yet."""

    chosen: tuple[str, ...] = ()
    """As in `pbem.web.pages.order_form.FormEntries`."""
    numbers: Mapping[str, str] = {}
    """As in `FormEntries`."""
    rows: tuple[tuple[int, Mapping[str, tuple[str, ...]]], ...] = ()
    """The orders: for each, the index of its order template and the values of its fields."""
    text: str = ""
    """The typed orders."""
    typed_on: str = ""
    """The digest of the form's entries when the player began to type."""

    def form_digest(self) -> str:
        """Return a short digest of the form's entries, without the typed text."""
        form = structs.replace(self, text="", typed_on="")
        return sha256(msgspec.json.encode(form, order="sorted")).hexdigest()[:16]


class DraftHistory(Struct, frozen=True):
    """The steps of a draft, oldest first; `at` is the index of the current step."""

    steps: tuple[DraftEntries, ...]
    at: int = 0

    @property
    def current(self) -> DraftEntries:
        """The entries that the page shows."""
        return self.steps[self.at]

    @property
    def can_undo(self) -> bool:
        """True if there is an earlier step."""
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        """True if a step was undone and nothing was changed since."""
        return self.at + 1 < len(self.steps)

    def with_step(self, entries: DraftEntries) -> "DraftHistory":
        """Return the history with a new step after the current one, without steps that were undone.

        Typing in sequence is one step: the new text replaces the earlier text if nothing else was changed.
        """
        kept = self.steps[: self.at + 1]
        typing = bool(entries.text and kept[-1].text and kept[-1].form_digest() == entries.form_digest())
        steps = (*(kept[:-1] if typing and len(kept) > 1 else kept), entries)[-(MAX_UNDOS + 1) :]
        return DraftHistory(steps, len(steps) - 1)

    def with_undo(self) -> "DraftHistory":
        """Return the history at the previous step; unchanged if there is none."""
        return structs.replace(self, at=max(self.at - 1, 0))

    def with_redo(self) -> "DraftHistory":
        """Return the history at the next step; unchanged if there is none."""
        return structs.replace(self, at=min(self.at + 1, len(self.steps) - 1))


def pack_history(history: DraftHistory) -> bytes:
    """Return a history as stored bytes, without its oldest steps if it is longer than `MAX_BYTES`."""
    raw = msgspec.json.encode(history)
    while len(raw) > MAX_BYTES and history.at:
        history = DraftHistory(history.steps[1:], history.at - 1)
        raw = msgspec.json.encode(history)
    return deflate(raw)


def read_history(blob: bytes | memoryview) -> DraftHistory:
    """Return the history in bytes that `pack_history` made."""
    return msgspec.json.decode(inflate(bytes(blob)), type=DraftHistory)
