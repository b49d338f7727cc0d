"""An operator who changes what is stored and makes every hash again, so that the server itself finds nothing."""

from collections import defaultdict
from datetime import datetime
from itertools import groupby
from typing import Any

from games.models import Branch, Checkpoint, CurrentView, EventSegment, Game, JournalSegment, OpenRequest, SeatView
from games.models.append_only import allow_changes
from games.models.compression import inflate_chain
from games.persistence import hash_chain
from games.persistence.chained_facts import extend_answers_hash
from games.selectors.verification import find_chain_faults, question_facts_by_segment


def rehash(game: Game) -> None:
    """Make salted digests, both chains and all marks of a game anew, from what is stored now."""
    game.refresh_from_db()
    _rehash_answers(game)
    told = dict(EventSegment.objects.filter(game=game).values_list("number", "told"))
    questions = question_facts_by_segment(game)
    checkpoints, views = defaultdict(list), defaultdict(list)
    for row in Checkpoint.objects.filter(game=game).order_by("branch", "number"):
        checkpoints[row.written].append(row)
    for _, group in groupby(_views(game), key=lambda one: one.audience):
        rows = list(group)
        for view, plain in zip(rows, inflate_chain([bytes(row.view) for row in rows]), strict=True):
            views[view.number].append((view, plain))
    opening = {row.number: row for row in Branch.objects.filter(game=game).exclude(number=0)}
    start = order = hash_chain.genesis_hash(game)
    chains: dict[int | None, bytes] = {None: start}
    with allow_changes():
        for row in JournalSegment.objects.filter(game=game).order_by("number"):
            seen = [hash_chain.view_digest(view, plain) for view, plain in views[row.number]]
            held = hash_chain.hash_segment_contents(
                game, row, bytes(told.get(row.number, b"")), checkpoints[row.number], seen, questions[row.number]
            )
            row.digest, row.chain, row.order = hash_chain.hash_segment(
                game, row, held, chains[row.parent], order, opening.pop(row.branch, None)
            )
            order, chains[row.number] = row.order, row.chain
            row.save(update_fields=["digest", "chain", "order"])
            for view, _ in views[row.number]:
                _mark(game, view, hash_chain.make_mark(row, held, view.audience, view.stop), row.at)
    Game.objects.filter(pk=game.pk).update(order_hash=order, chain_hash=row.chain)
    assert find_chain_faults(game.pk) == []


def _rehash_answers(game: Game) -> None:
    for request in OpenRequest.objects.filter(game=game):
        found = b""
        for one in request.answers.order_by("revision"):
            said = (one.revision, one.answer, one.ready, one.channel, one.receipt, one.at)
            found = extend_answers_hash(found, *said)
        OpenRequest.objects.filter(pk=request.pk).update(answers_hash=found)


def _views(game: Game) -> Any:
    return SeatView.objects.filter(game=game).order_by("audience", "stop")


def _mark(game: Game, view: SeatView, mark: bytes, at: datetime) -> None:
    SeatView.objects.filter(pk=view.pk).update(mark=mark, at=at)
    asked = OpenRequest.objects.filter(game=game, seat__role=view.audience, seat_stop=view.stop).exclude(mark=b"")
    asked.update(mark=mark)
    CurrentView.objects.filter(game=game, audience=view.audience, stop=view.stop).update(mark=mark, at=at)
