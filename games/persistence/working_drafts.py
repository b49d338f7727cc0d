"""The stored form of a working draft: its current entries and the last changes, for undo and redo."""

from collections.abc import Mapping
from hashlib import sha256

import msgspec
from msgspec import Struct, structs

from games.models.compression import deflate, inflate

MAX_UNDOS = 50
MAX_BYTES = 300_000
"""Bytes of the JSON before compression. The oldest steps are dropped when it gets longer; the current one is kept."""
MAX_ENTRY_BYTES = 200_000
"""Bytes of one step: more than a form can hold within the limit of a request."""


class DraftEntries(Struct, frozen=True, omit_defaults=True):
    """The state of the page: the entries of the form, and typed orders that the form does not show yet.

    `chosen`, `numbers` and `rows` are as in `pbem.web.pages.order_form.FormEntries`; a row is the index of its order
    template and its values. `typed_on` is the digest of the form when the player began to type.
    """

    chosen: tuple[str, ...] = ()
    numbers: Mapping[str, str] = {}
    rows: tuple[tuple[int, Mapping[str, tuple[str, ...]]], ...] = ()
    text: str = ""
    typed_on: str = ""

    def form_digest(self) -> str:
        """Return a short digest of the form's entries, without the typed text."""
        form = structs.replace(self, text="", typed_on="")
        return sha256(msgspec.json.encode(form, order="sorted")).hexdigest()[:16]


class DraftHistory(Struct, frozen=True):
    """The steps of a draft, oldest first; `at` is the place of the current one."""

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
        """Add a step after the current one; steps that were undone are dropped.

        Typing is one step: a longer text replaces the shorter one if nothing else was changed.
        """
        kept = self.steps[: self.at + 1]
        typing = bool(entries.text and kept[-1].text and kept[-1].form_digest() == entries.form_digest())
        steps = (*(kept[:-1] if typing and len(kept) > 1 else kept), entries)[-(MAX_UNDOS + 1) :]
        return DraftHistory(steps, len(steps) - 1)

    def with_undo(self) -> "DraftHistory":
        """Go one step back, if there is one."""
        return structs.replace(self, at=max(self.at - 1, 0))

    def with_redo(self) -> "DraftHistory":
        """Go one step forward, if there is one."""
        return structs.replace(self, at=min(self.at + 1, len(self.steps) - 1))


def pack_history(history: DraftHistory) -> bytes:
    """Encode a history; the oldest steps are dropped where it gets too long."""
    raw = msgspec.json.encode(history)
    while len(raw) > MAX_BYTES and history.at:
        history = DraftHistory(history.steps[1:], history.at - 1)
        raw = msgspec.json.encode(history)
    return deflate(raw)


def read_history(blob: bytes | memoryview) -> DraftHistory:
    """Decode what `pack_history` wrote."""
    return msgspec.json.decode(inflate(bytes(blob)), type=DraftHistory)
