"""Store the result of a run: checkpoint, journal segment and events, each covered by the game's hash chain."""

from collections.abc import Sequence
from datetime import datetime

from games.database.batch import insert, insert_values
from games.kernel import journal
from games.kernel.driver import NumberedEvent
from games.models import Branch, Checkpoint, EventSegment, Game, JournalSegment, Seat
from games.models.compression import KEYFRAME_EVERY, deflate
from games.persistence import hash_chain, serialization
from games.persistence.chained_facts import Fact, record_setup
from games.services.resolve.view_writer import ViewWriter

_EVENTS = ("game_id", "number", "branch", "told")


class SegmentWriter:
    """A writer at the end of a game's journal; the caller has locked the game's row."""

    def __init__(self, game: Game, seats: Sequence[Seat], parent: int | None, next_entry: int, next_event: int) -> None:
        self.game, self.seats, self.parent = game, seats, parent
        self.next_entry, self.next_event = next_entry, next_event

    def write(
        self,
        cause: str,
        at: datetime,
        entries: Sequence[journal.Entry],
        events: Sequence[NumberedEvent],
        checkpoints: Sequence[Checkpoint],
        seen: ViewWriter,
        opening: Branch | None = None,
        questions: Sequence[Fact] = (),
    ) -> JournalSegment:
        """Store one segment with its events, its checkpoints and the audiences' views (`seen`), and return it.

        Increases `game.stop` and updates the game's hashes; the caller stores the game. For the last segment of a game,
        the caller has set the game's result before. `cause` says why the segment is stored (`JournalSegment.Cause`).
        `opening` is the branch that starts with this segment, `questions` are the facts about asked and closed
        questions that the hash covers.
        """
        game = self.game
        game.stop += 1
        told = serialization.pack(list(events)) if events else b""
        row = JournalSegment(
            game_id=game.pk, number=game.stop, branch=game.branch, parent=self.parent, cause=cause, at=at
        )
        row.first_entry, row.entry_count = self.next_entry, len(entries)
        row.first_event, row.event_count = self.next_event, len(events)
        row.entries, row.salt = serialization.pack(list(entries)), hash_chain.new_salt()
        row.rules_version = game.rules_version
        if game.chain_version > 1:
            record_setup(row, game, self.seats)
        held = hash_chain.hash_segment_contents(game, row, told, checkpoints, seen.chained, questions)
        hashes = hash_chain.hash_segment(game, row, held, bytes(game.chain_hash), bytes(game.order_hash), opening)
        row.digest, row.chain, row.order = hashes
        insert([row])
        if events:
            insert_values(EventSegment, _EVENTS, [(game.pk, game.stop, game.branch, told)])
        self._store_checkpoints(checkpoints)
        game.chain_hash, game.order_hash = hashes.chain, hashes.order
        seen.write(row, held)
        return row

    def _store_checkpoints(self, checkpoints: Sequence[Checkpoint]) -> None:
        game = self.game
        for checkpoint in checkpoints:
            checkpoint.written = game.stop
            insert([checkpoint])
            game.checkpoint, game.keyframe = checkpoint.number, checkpoint.keyframe
            game.step = checkpoint.step or ""


def make_checkpoint_row(game: Game, found: journal.Checkpoint, keyframe: tuple[int, bytes] | None) -> Checkpoint:
    """Return the unsaved row of a checkpoint.

    Its state is compressed with the state of the `keyframe` (number and state of an earlier checkpoint) as the
    dictionary. Without a recent `keyframe`, the new checkpoint is a keyframe itself.
    """
    row = Checkpoint(game_id=game.pk, branch=game.branch, number=found.number, step=found.step, written=game.stop)
    row.digest = hash_chain.state_digest(found.state)
    row.first_entry, row.first_event, row.first_draw = found.first_entry, found.first_event, found.first_draw
    row.rules_version = found.rules_version
    if keyframe is None or found.number - keyframe[0] >= KEYFRAME_EVERY:
        row.keyframe, row.state = None, deflate(found.state)
    else:
        row.keyframe, row.state = keyframe[0], deflate(found.state, keyframe[1])
    return row
