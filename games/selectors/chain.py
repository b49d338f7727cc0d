"""Checking what is stored against its own hashes, and every roll against the committed secrets."""

from collections import defaultdict
from collections.abc import Iterator
from uuid import UUID

from games import store
from games.kernel.chance import HmacChance, commitment
from games.models import Branch, Checkpoint, EventSegment, Game, JournalSegment
from games.selectors.dice import all_rolls
from games.services.load import nonces_of, seats_in_order


def check_chain(game_id: UUID | str) -> list[str]:
    """What is wrong with a game's journal: an empty list where every hash fits."""
    return list(_chain_faults(Game.objects.get(pk=game_id)))


def check_dice(game_id: UUID | str) -> list[str]:
    """What is wrong with a game's dice: a secret that does not fit its commitment, a roll that the dice do not give."""
    game = Game.objects.get(pk=game_id)
    branches = {row.number: row for row in Branch.objects.filter(game=game)}
    faults = [
        f"branch {number}: the secret does not fit the commitment"
        for number, row in sorted(branches.items())
        if row.secret and commitment(bytes(row.secret)) != row.commitment
    ]
    nonces = nonces_of(seats_in_order(game))
    chances = {number: HmacChance(bytes(row.secret), nonces) for number, row in branches.items() if row.secret}
    for roll in all_rolls(game):
        chance = chances.get(roll.branch)
        if chance is None and roll.branch in branches:
            continue  # rolled on another server, which kept the secret
        if chance is None or not roll.fits(chance):
            faults.append(f"roll {roll.branch}/{roll.number} ({roll.key}) is not what its dice give")
    return faults


def _chain_faults(game: Game) -> Iterator[str]:
    told = dict(EventSegment.objects.filter(game=game).values_list("number", "told"))
    checkpoints: dict[int, list[Checkpoint]] = defaultdict(list)
    for row in Checkpoint.objects.filter(game=game).order_by("branch", "number"):
        checkpoints[row.written].append(row)
    yield from _state_faults(checkpoints)
    start = store.genesis(Branch.objects.values_list("commitment", flat=True).get(game=game, number=0))
    chains: dict[int, bytes] = {}
    order, expected = start, 1
    for segment in JournalSegment.objects.filter(game=game).order_by("number"):
        if segment.number != expected:
            yield f"segment {expected} is missing"
        if segment.parent is not None and segment.parent not in chains:
            yield f"segment {segment.number}: its parent {segment.parent} is missing"
        parent = start if segment.parent is None else chains.get(segment.parent, b"")
        blob = bytes(told.get(segment.number, b""))
        found = store.chained(segment, blob, checkpoints[segment.number], parent, order)
        if found != (segment.digest, bytes(segment.chain), bytes(segment.order)):
            yield f"segment {segment.number}: its contents do not fit its hashes"
        chains[segment.number], order, expected = bytes(segment.chain), bytes(segment.order), segment.number + 1
    if order != bytes(game.order_hash):
        yield "the last segment is missing"


def _state_faults(checkpoints: dict[int, list[Checkpoint]]) -> Iterator[str]:
    rows = {(row.branch, row.number): row for group in checkpoints.values() for row in group}
    for (branch, number), row in sorted(rows.items()):
        keyframe = rows.get((branch, row.keyframe)) if row.keyframe is not None else None
        try:
            fits = store.state_digest(store.state_of(row, keyframe)) == row.digest
        except ValueError:
            fits = False
        if not fits:
            yield f"checkpoint {branch}/{number}: its state does not fit its digest"
