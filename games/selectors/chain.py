"""Checking what is stored against its own hashes, and every roll against the committed secrets."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from games.kernel.chance import HmacChance, commitment, secret_of_branch
from games.models import Branch, Checkpoint, EventSegment, Game, JournalSegment, Lookout, Seat, SeatView
from games.models.compress import inflate, inflate_chain
from games.selectors.dice import all_rolls
from games.stored import chain, packing
from games.stored.position import nonces_of, seats_in_order

Views = dict[int, list[tuple[SeatView, bytes]]]
"""For each segment the views that were written with it, with their plain bytes."""


class Findings(NamedTuple):
    """What an examination found. `faults` do not fit; what is `missing` leaves something that nobody can check here."""

    faults: list[str]
    missing: list[str]

    @property
    def verdict(self) -> str:
        """``sound``, ``NOT SOUND`` or ``cannot be verified``."""
        return "NOT SOUND" if self.faults else "cannot be verified" if self.missing else "sound"


def examine(game_id: UUID | str) -> Findings:
    """Everything that can be said of a game's chain and dice."""
    game = Game.objects.get(pk=game_id)
    return Findings([*check_dice(game.pk), *check_chain(game.pk)], list(missing_secrets(game)))


def check_chain(game_id: UUID | str) -> list[str]:
    """What is wrong with a game's journal and views: an empty list where every hash fits."""
    return list(_chain_faults(Game.objects.get(pk=game_id)))


def check_dice(game_id: UUID | str) -> list[str]:
    """What is wrong with a game's dice: a secret that does not fit its commitment, a roll that the dice do not give.

    Of dice whose secret is missing nothing is said here: see `examine`.
    """
    game = Game.objects.get(pk=game_id)
    branches = {row.number: row for row in Branch.objects.filter(game=game).order_by("number")}
    seats, rolls = seats_in_order(game), all_rolls(game)
    nonces = nonces_of(seats)
    chances = {number: HmacChance(bytes(row.secret), nonces) for number, row in branches.items() if row.secret}
    unfit = [
        f"roll {roll.branch}/{roll.number} ({roll.key}) is not what its dice give"
        for roll in rolls
        if not (roll.fits(chances[roll.branch]) if roll.branch in chances else roll.branch in branches)
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


def missing_secrets(game: Game) -> Iterator[str]:
    """What cannot be checked of a game's dice, because a secret is not here."""
    rolls = Counter(roll.branch for roll in all_rolls(game))
    for row in Branch.objects.filter(game=game).order_by("number"):
        if not row.secret:
            yield f"branch {row.number}: its secret is missing, so its {rolls[row.number]} rolls cannot be checked"
        elif row.root == row.number > 0:
            yield f"branch {row.number}: its secret was drawn anew, for that of the first branch is missing"


def _chain_faults(game: Game) -> Iterator[str]:
    told = dict(EventSegment.objects.filter(game=game).values_list("number", "told"))
    checkpoints: dict[int, list[Checkpoint]] = defaultdict(list)
    for row in Checkpoint.objects.filter(game=game).order_by("branch", "number"):
        checkpoints[row.written].append(row)
    yield from _state_faults(checkpoints)
    views: Views = defaultdict(list)
    yield from _view_faults(game, views)
    openings = dict(Branch.objects.filter(game=game).exclude(number=0).values_list("number", "commitment"))
    start = chain.genesis(game)
    chains: dict[int, bytes] = {}
    order, expected = start, 1
    for segment in JournalSegment.objects.filter(game=game).order_by("number"):
        if segment.number != expected:
            yield f"segment {expected} is missing"
        if segment.parent is not None and segment.parent not in chains:
            yield f"segment {segment.number}: its parent {segment.parent} is missing"
        parent = start if segment.parent is None else chains.get(segment.parent, b"")
        seen = [chain.seen(row, plain) for row, plain in views[segment.number]]
        held = chain.parts(segment, bytes(told.get(segment.number, b"")), checkpoints[segment.number], seen)
        found = chain.hashes(segment, held, parent, order, openings.pop(segment.branch, ""))
        if found != (segment.digest, bytes(segment.chain), bytes(segment.order)):
            yield f"segment {segment.number}: its contents do not fit its hashes"
        yield from _mark_faults(segment, held, views[segment.number])
        chains[segment.number], order, expected = bytes(segment.chain), bytes(segment.order), segment.number + 1
    if order != bytes(game.order_hash):
        yield "the last segment is missing"
    for number in sorted({*told, *views, *checkpoints} - {0, *chains}):
        yield f"segment {number} is missing, and something is said to have been written with it"


def _state_faults(checkpoints: dict[int, list[Checkpoint]]) -> Iterator[str]:
    rows = {(row.branch, row.number): row for group in checkpoints.values() for row in group}
    for (branch, number), row in sorted(rows.items()):
        keyframe = rows.get((branch, row.keyframe)) if row.keyframe is not None else None
        try:
            fits = chain.state_digest(packing.state_of(row, keyframe)) == row.digest
        except ValueError:
            fits = False
        if not fits:
            yield f"checkpoint {branch}/{number}: its state does not fit its digest"


def _view_faults(game: Game, views: Views) -> Iterator[str]:
    """Read every view that was kept into `views`; what cannot be read, or is not the newest where it should be."""
    newest = {row.audience: row for row in Lookout.objects.filter(game=game)}
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


def _newest_faults(newest: Lookout | None, last: SeatView, view: bytes) -> Iterator[str]:
    events = last.first_event + last.event_count - 1
    if newest is None or (newest.stop, newest.number, newest.events) != (last.stop, last.number, events):
        yield f"the newest view of {last.audience} is not the last that was kept"
    elif inflate(bytes(newest.view)) != view or (bytes(newest.mark), newest.at) != (bytes(last.mark), last.at):
        yield f"the newest view of {last.audience} is not what was kept of it"


def _mark_faults(segment: JournalSegment, held: chain.Parts, views: list[tuple[SeatView, bytes]]) -> Iterator[str]:
    for row, _ in views:
        if chain.mark(segment, held, row.audience, row.stop) != bytes(row.mark):
            yield f"stop {row.stop} of {row.audience}: its mark does not fit segment {segment.number}"
        if row.at != segment.at:
            yield f"stop {row.stop} of {row.audience}: it is dated otherwise than segment {segment.number}"
