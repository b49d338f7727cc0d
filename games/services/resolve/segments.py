"""Writing down what a run brought about: checkpoint, journal segment and events, chained by hash."""

from collections.abc import Sequence
from datetime import datetime

from games.kernel import journal
from games.kernel.driver import NumberedEvent
from games.models import Checkpoint, EventSegment, Game, JournalSegment
from games.models.compress import KEYFRAME_EVERY, deflate
from games.models.statements import insert, insert_values
from games.services.resolve.views import Views
from games.stored import chain, packing

_EVENTS = ("game_id", "number", "branch", "told")


class Segments:
    """The place in a game's journal where the next segment is written; the caller holds the game's row."""

    def __init__(self, game: Game, parent: int | None, next_entry: int, next_event: int) -> None:
        self.game, self.parent = game, parent
        self.next_entry, self.next_event = next_entry, next_event

    def write(
        self,
        cause: str,
        at: datetime,
        entries: Sequence[journal.Entry],
        events: Sequence[NumberedEvent],
        checkpoints: Sequence[Checkpoint],
        seen: Views,
        opening: str = "",
    ) -> JournalSegment:
        """Store one segment with its events, the checkpoints that came of it, and the views, which get their marks.

        Moves the game's stop on. `opening` is the commitment of the dice of a branch that begins here.
        """
        game = self.game
        game.stop += 1
        told = packing.pack(list(events)) if events else b""
        row = JournalSegment(
            game_id=game.pk, number=game.stop, branch=game.branch, parent=self.parent, cause=cause, at=at
        )
        row.first_entry, row.entry_count = self.next_entry, len(entries)
        row.first_event, row.event_count = self.next_event, len(events)
        row.entries, row.salt = packing.pack(list(entries)), chain.new_salt()
        row.rules_version = game.rules_version
        held = chain.parts(row, told, checkpoints, seen.chained)
        hashes = chain.hashes(row, held, bytes(game.chain_hash), bytes(game.order_hash), opening)
        row.digest, row.chain, row.order = hashes
        insert([row])
        if events:
            insert_values(EventSegment, _EVENTS, [(game.pk, game.stop, game.branch, told)])
        for checkpoint in checkpoints:
            checkpoint.written = game.stop
            insert([checkpoint])
            game.checkpoint, game.keyframe = checkpoint.number, checkpoint.keyframe
            game.step = checkpoint.step or ""
        game.chain_hash, game.order_hash = hashes.chain, hashes.order
        seen.write(row, held)
        return row


def checkpoint_row(game: Game, found: journal.Checkpoint, keyframe: tuple[int, bytes] | None) -> Checkpoint:
    """An unsaved row; its state is deflated against the keyframe (number, state) while that is near enough."""
    row = Checkpoint(game_id=game.pk, branch=game.branch, number=found.number, step=found.step, written=game.stop)
    row.digest = chain.state_digest(found.state)
    row.first_entry, row.first_event, row.first_draw = found.first_entry, found.first_event, found.first_draw
    row.rules_version = found.rules_version
    if keyframe is None or found.number - keyframe[0] >= KEYFRAME_EVERY:
        row.keyframe, row.state = None, deflate(found.state)
    else:
        row.keyframe, row.state = keyframe[0], deflate(found.state, keyframe[1])
    return row
