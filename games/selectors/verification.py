"""Check a game's stored data against its hashes, and every roll against the committed secrets."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from games.kernel.chance import HmacChance, commitment, secret_of_branch
from games.models import (
    Branch,
    Checkpoint,
    CurrentView,
    EventSegment,
    Game,
    JournalSegment,
    OpenRequest,
    SealedAnswer,
    Seat,
    SeatView,
)
from games.models.compression import inflate, inflate_chain
from games.persistence import hash_chain, serialization
from games.persistence.chained_facts import Fact, asked_fact, closed_fact, extend_answers_hash, setup_json
from games.persistence.position import nonces_in_order, seats_in_order
from games.selectors.dice import list_rolls

Views = dict[int, list[tuple[SeatView, bytes]]]
"""The views stored with each segment (by its number), each with its decompressed bytes."""


class VerificationReport(NamedTuple):
    """The result of a check, as lines of text."""

    faults: list[str]
    """Data that do not match their hash or commitment."""
    missing: list[str]
    """What cannot be checked on this server, such as dice without their secret."""

    @property
    def verdict(self) -> str:
        """Return ``sound``, ``NOT SOUND`` (there are faults) or ``cannot be verified`` (something is missing)."""
        return "NOT SOUND" if self.faults else "cannot be verified" if self.missing else "sound"


def verify_game(game_id: UUID | str) -> VerificationReport:
    """Return the result of a check of a game's hash chain and dice."""
    game = Game.objects.get(pk=game_id)
    return VerificationReport(
        [*find_dice_faults(game.pk), *find_chain_faults(game.pk)], list(list_missing_secrets(game))
    )


def find_chain_faults(game_id: UUID | str) -> list[str]:
    """Return the faults of a game's journal and views as lines of text; empty if every hash matches."""
    return list(_chain_faults(Game.objects.get(pk=game_id)))


def find_dice_faults(game_id: UUID | str) -> list[str]:
    """Return the faults of a game's dice: secrets that do not match their commitments, and rolls that differ.

    Dice whose secret is missing are not checked; `list_missing_secrets` lists them.
    """
    game = Game.objects.get(pk=game_id)
    branches = {row.number: row for row in Branch.objects.filter(game=game).order_by("number")}
    seats, rolls = seats_in_order(game), list_rolls(game)
    nonces = nonces_in_order(seats)
    chances = {number: HmacChance(bytes(row.secret), nonces) for number, row in branches.items() if row.secret}
    unfit = [
        f"roll {roll.branch}/{roll.number} ({roll.key}) is not what its dice give"
        for roll in rolls
        if not (roll.matches(chances[roll.branch]) if roll.branch in chances else roll.branch in branches)
    ]
    return [*_secret_faults(branches), *_nonce_faults(seats), *unfit]


def _secret_faults(branches: Mapping[int, Branch]) -> Iterator[str]:
    for number, row in branches.items():
        if row.secret and commitment(bytes(row.secret)) != row.commitment:
            yield f"branch {number}: the secret does not fit the commitment"
        root = branches.get(row.root)
        if root is None or root.root != root.number:
            yield f"branch {number}: its dice come from nowhere"
        elif root is not row and root.secret and row.secret:
            if bytes(row.secret) != secret_of_branch(bytes(root.secret), number):
                yield f"branch {number}: its secret does not follow from that of branch {root.number}"
        elif root is row and any(earlier.secret for earlier in branches.values() if earlier.number < number):
            yield f"branch {number}: its secret was drawn, although that of an earlier branch is known"


def _nonce_faults(seats: Sequence[Seat]) -> Iterator[str]:
    for seat in seats:
        added = bytes(seat.nonce_salt) + bytes(seat.nonce)
        fits = sha256(added).hexdigest() == seat.nonce_commitment if seat.nonce_commitment else not added
        if not fits and seat.nonce_state != Seat.NonceState.COMMITTED:
            yield f"seat {seat.role}: its nonce does not fit its commitment"


def list_missing_secrets(game: Game) -> Iterator[str]:
    """Yield a line of text for each branch whose dice cannot be checked.

    The branch's own secret is missing, or the secret of the first branch, from which the branch's secret would derive.
    """
    rolls = Counter(roll.branch for roll in list_rolls(game))
    for row in Branch.objects.filter(game=game).order_by("number"):
        if not row.secret:
            yield f"branch {row.number}: its secret is missing, so its {rolls[row.number]} rolls cannot be checked"
        elif row.root == row.number > 0:
            yield f"branch {row.number}: its secret is a new one, because that of the first branch is missing"


def _chain_faults(game: Game) -> Iterator[str]:
    told = dict(EventSegment.objects.filter(game=game).values_list("number", "told"))
    checkpoints: dict[int, list[Checkpoint]] = defaultdict(list)
    for row in Checkpoint.objects.filter(game=game).order_by("branch", "number"):
        checkpoints[row.written].append(row)
    yield from _state_faults(checkpoints)
    views: Views = defaultdict(list)
    yield from _view_faults(game, views)
    openings = {row.number: row for row in Branch.objects.filter(game=game).exclude(number=0)}
    questions = question_facts_by_segment(game)
    start = hash_chain.genesis_hash(game)
    chains: dict[int, bytes] = {}
    order, expected = start, 1
    for segment in JournalSegment.objects.filter(game=game).order_by("number"):
        if segment.number != expected:
            yield f"segment {expected} is missing"
        if segment.parent is not None and segment.parent not in chains:
            yield f"segment {segment.number}: its parent {segment.parent} is missing"
        parent = start if segment.parent is None else chains.get(segment.parent, b"")
        seen = [hash_chain.view_digest(row, plain) for row, plain in views[segment.number]]
        events, states = bytes(told.get(segment.number, b"")), checkpoints[segment.number]
        held = hash_chain.hash_segment_contents(game, segment, events, states, seen, questions[segment.number])
        found = hash_chain.hash_segment(game, segment, held, parent, order, openings.pop(segment.branch, None))
        if found != (segment.digest, bytes(segment.chain), bytes(segment.order)):
            yield f"segment {segment.number}: its contents do not fit its hashes"
        yield from _mark_faults(segment, held, views[segment.number])
        chains[segment.number], order, expected = bytes(segment.chain), bytes(segment.order), segment.number + 1
    if order != bytes(game.order_hash):
        yield "the last segment is missing"
    for number in sorted({*told, *views, *checkpoints, *questions} - {0, *chains}):
        yield f"segment {number} is missing, and something is said to have been written with it"
    yield from _event_faults(game)
    if game.chain_version > 1:
        yield from _answer_faults(game)
        yield from _setup_faults(game)


def _event_faults(game: Game) -> Iterator[str]:
    branches = dict(JournalSegment.objects.filter(game=game).values_list("number", "branch"))
    for number, branch in EventSegment.objects.filter(game=game).order_by("number").values_list("number", "branch"):
        if branches.get(number, branch) != branch:
            yield f"segment {number}: its events are of another branch"


def question_facts_by_segment(game: Game) -> dict[int, list[Fact]]:
    """Return the facts about the game's questions by the numbers of the segments that asked or closed them."""
    facts: dict[int, list[Fact]] = defaultdict(list)
    for row in OpenRequest.objects.filter(game=game).select_related("seat"):
        facts[row.stop].append(asked_fact(row))
        if row.closing_stop is not None:
            facts[row.closing_stop].append(closed_fact(row, row.outcome, row.followed))
    return facts


def _answer_faults(game: Game) -> Iterator[str]:
    """Yield a fault for each question whose stored answers do not match the hash over them."""
    hashes: dict[UUID, bytes] = defaultdict(bytes)
    for one in SealedAnswer.objects.filter(request__game=game).order_by("request", "revision"):
        said = (one.revision, one.answer, one.ready, one.channel, one.receipt, one.at)
        hashes[one.request_id] = extend_answers_hash(hashes[one.request_id], *said)
    for row in OpenRequest.objects.filter(game=game).select_related("seat"):
        if hashes[row.pk] != bytes(row.answers_hash):
            yield f"question {row.entry} of {row.seat.role}: its answers do not fit their hash"


def _setup_faults(game: Game) -> Iterator[str]:
    """Yield a fault if the seats or settings of a finished game differ from those that its last segment's hash covers.

    An imported game is not checked, because other players have its seats; stand-in bots are ignored, because they may
    end after the game.
    """
    if game.status != Game.Status.OVER or game.origin is not None:
        return
    last = JournalSegment.objects.filter(game=game).exclude(setup=b"").order_by("number").last()
    stored = inflate(bytes(last.setup)) if last else b"{}"
    if _without_stand_ins(stored) != _without_stand_ins(setup_json(game, seats_in_order(game))):
        yield "the seats or settings are not those of the last segment"


def _without_stand_ins(setup: bytes) -> Any:
    found = msgspec.json.decode(setup)
    for seat in found.get("seats", ()):
        seat.pop("stand_in")
    return found


def _state_faults(checkpoints: dict[int, list[Checkpoint]]) -> Iterator[str]:
    rows = {(row.branch, row.number): row for group in checkpoints.values() for row in group}
    for (branch, number), row in sorted(rows.items()):
        keyframe = rows.get((branch, row.keyframe)) if row.keyframe is not None else None
        try:
            fits = hash_chain.state_digest(serialization.read_state(row, keyframe)) == row.digest
        except ValueError:
            fits = False
        if not fits:
            yield f"checkpoint {branch}/{number}: its state does not fit its digest"


def _view_faults(game: Game, views: Views) -> Iterator[str]:
    """Add every permanent view to `views`; yield a fault for unreadable ones, and for a wrong current view."""
    newest = {row.audience: row for row in CurrentView.objects.filter(game=game)}
    rows = SeatView.objects.filter(game=game).order_by("audience", "stop")
    for audience, group in groupby(rows, key=lambda row: row.audience):
        kept = list(group)
        try:
            plain = inflate_chain([bytes(row.view) for row in kept])
        except (ValueError, IndexError):
            yield f"the views of {audience} cannot be read"
            continue
        for row, view in zip(kept, plain, strict=True):
            views[row.number].append((row, view))
        yield from _newest_faults(newest.get(audience), kept[-1], plain[-1])


def _newest_faults(newest: CurrentView | None, last: SeatView, view: bytes) -> Iterator[str]:
    events = last.first_event + last.event_count - 1
    if newest is None or (newest.stop, newest.number, newest.events) != (last.stop, last.number, events):
        yield f"the newest view of {last.audience} is not the last that was kept"
    elif inflate(bytes(newest.view)) != view or (bytes(newest.mark), newest.at) != (bytes(last.mark), last.at):
        yield f"the newest view of {last.audience} is not what was kept of it"


def _mark_faults(
    segment: JournalSegment, held: hash_chain.SegmentDigests, views: list[tuple[SeatView, bytes]]
) -> Iterator[str]:
    for row, _ in views:
        if hash_chain.make_mark(segment, held, row.audience, row.stop) != bytes(row.mark):
            yield f"stop {row.stop} of {row.audience}: its mark does not fit segment {segment.number}"
        if row.at != segment.at:
            yield f"stop {row.stop} of {row.audience}: it is dated otherwise than segment {segment.number}"
