"""An operator who changes what is stored and makes every hash again, so that the server itself finds nothing."""

from collections import defaultdict
from datetime import datetime
from itertools import groupby
from typing import Any

from games.models import Branch, Checkpoint, EventSegment, Game, JournalSegment, Lookout, SeatView
from games.models.compress import inflate_chain
from games.models.guard import permit
from games.selectors.chain import check_chain
from games.stored import chain


def rehash(game: Game) -> None:
    """Make salted digests, both chains and all marks of a game anew, from what is stored now."""
    game.refresh_from_db()
    told = dict(EventSegment.objects.filter(game=game).values_list("number", "told"))
    checkpoints, views = defaultdict(list), defaultdict(list)
    for row in Checkpoint.objects.filter(game=game).order_by("branch", "number"):
        checkpoints[row.written].append(row)
    for _, group in groupby(_views(game), key=lambda one: one.audience):
        rows = list(group)
        for view, plain in zip(rows, inflate_chain([bytes(row.view) for row in rows]), strict=True):
            views[view.number].append((view, plain))
    opening = dict(Branch.objects.filter(game=game).exclude(number=0).values_list("number", "commitment"))
    start = order = chain.genesis(game)
    chains: dict[int | None, bytes] = {None: start}
    with permit():
        for row in JournalSegment.objects.filter(game=game).order_by("number"):
            seen = [chain.seen(view, plain) for view, plain in views[row.number]]
            held = chain.parts(row, bytes(told.get(row.number, b"")), checkpoints[row.number], seen)
            row.digest, row.chain, row.order = chain.hashes(
                row, held, chains[row.parent], order, opening.pop(row.branch, "")
            )
            order, chains[row.number] = row.order, row.chain
            row.save(update_fields=["digest", "chain", "order"])
            for view, _ in views[row.number]:
                _mark(game, view, chain.mark(row, held, view.audience, view.stop), row.at)
    Game.objects.filter(pk=game.pk).update(order_hash=order, chain_hash=row.chain)
    assert check_chain(game.pk) == []


def _views(game: Game) -> Any:
    return SeatView.objects.filter(game=game).order_by("audience", "stop")


def _mark(game: Game, view: SeatView, mark: bytes, at: datetime) -> None:
    SeatView.objects.filter(pk=view.pk).update(mark=mark, at=at)
    Lookout.objects.filter(game=game, audience=view.audience, stop=view.stop).update(mark=mark, at=at)
