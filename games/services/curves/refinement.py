"""Compute the chance curve of a finished game in slices of about a second; a slice may run twice or be lost.

A rollout's seed is made of the game, the position and the rollout's number, so that a repeated rollout has the same
result. A slice stores its results only if no other task has stored the same rollouts.
"""

import logging
import time
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from games import registry
from games.kernel.rollouts import RolloutResult, RolloutStart, play_rollout
from games.kernel.title import Title
from games.models import ChanceCurve, ChancePoint, Game
from games.persistence.line_of_play import find_position
from games.services.curves.planning import plan_points
from games.services.curves.schedule import PointEstimate, choose_next

logger = logging.getLogger(__name__)

SLICE_SECONDS = 1.0
"""Seconds of processor time that one task may use, so that a bot waits no longer for its turn in the same queue."""
ADVANCE_MS = 20_000
"""Milliseconds charged before a slice and credited afterwards: a game that kills its workers is charged as well."""
LEASE = timedelta(seconds=60)
"""The time for which the sweep leaves a curve to the worker that computes it, before it triggers the curve again."""


def do_claim_curves(now: datetime, *, limit: int = 10) -> list[UUID]:
    """Claim up to `limit` finished games whose chances must be computed, and return their ids.

    During `LEASE` no other call returns them.
    """
    due = ChanceCurve.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", flat=True)
    found = list(due[:limit])
    if found:
        ChanceCurve.objects.filter(pk__in=found, due_at__isnull=False).update(due_at=now + LEASE)
    return found


def do_refine_curve(game_id: UUID, *, seconds: float = SLICE_SECONDS) -> bool:
    """Compute one slice of a game's curve; return True if more rollouts are needed and permitted.

    The processor time of all slices together is limited (`PBEM_CURVE_SECONDS`).
    """
    curve = ChanceCurve.objects.select_related("game").filter(game_id=game_id, due_at__isnull=False).first()
    if curve is None:
        return False
    began = time.process_time()
    _charge(curve, ADVANCE_MS)
    try:
        title = registry.game_title(curve.game)
        more = _is_planned(curve, title) and _slice(curve, title, began + seconds)
    except DatabaseError:
        raise
    except Exception as error:
        logger.exception("no chances of game %s", game_id)
        _finish(curve, failure=f"{type(error).__name__}: {error}"[:1000])
        return False
    spent = round(1000 * (time.process_time() - began))
    _charge(curve, spent - ADVANCE_MS)
    if more and curve.spent_ms + spent >= 1000 * settings.PBEM_CURVE_SECONDS:
        more = False
    if not more:
        _finish(curve)
    return more


def _charge(curve: ChanceCurve, spent: int) -> None:
    """Add `spent` milliseconds to the curve's used processor time, and renew its lease."""
    rows = ChanceCurve.objects.filter(pk=curve.pk, due_at__isnull=False)
    rows.update(spent_ms=F("spent_ms") + spent, due_at=timezone.now() + LEASE)


def _is_planned(curve: ChanceCurve, title: Title[object]) -> bool:
    """Plan the points unless they are planned for the game's present end; return False if the game is not finished."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=curve.pk)
        if game.status != Game.Status.OVER:
            return False
        if bytes(curve.order_hash) == bytes(game.order_hash):
            return True
        curve.game = game
        curve.points.all().delete()
        ChancePoint.objects.bulk_create(plan_points(curve), batch_size=500)
        curve.order_hash, curve.rules_version = bytes(game.order_hash), title.rules.version
        curve.bot = title.usual_bot
        curve.save(update_fields=["order_hash", "rules_version", "bot"])
    return True


def _slice(curve: ChanceCurve, title: Title[object], until: float) -> bool:
    """Play rollouts until the processor time `until`; return True if it was reached, False if all is computed."""
    points = list(curve.points.order_by("number"))
    start: tuple[int, RolloutStart] | None = None
    while (wanted := choose_next([point_estimate(point, points[-1]) for point in points])) is not None:
        point = points[wanted.place]
        if start is None or start[0] != point.number:
            start = point.number, find_position(curve.game, title, point.branch, point.segment, point.entry)
        results: list[RolloutResult] = []
        while point.rollouts + len(results) < wanted.rollouts and (not results or time.process_time() < until):
            seed = f"{curve.pk}|{point.branch}|{point.entry}|{point.rollouts + len(results)}"
            results.append(play_rollout(title, start[1], seed))
        _store(point, results)
        if time.process_time() >= until:
            return True
    return False


def point_estimate(point: ChancePoint, last: ChancePoint) -> PointEstimate:
    """Return a stored point in the form that `choose_next` needs; `last` is the curve's last point."""
    count = max(point.rollouts, 1)
    chances = {seat: sums[0] / count for seat, sums in point.results.items()}
    return PointEstimate(point.rollouts, chances, point.is_boundary, point.number == last.number)


def _store(point: ChancePoint, results: list[RolloutResult]) -> None:
    """Add the results to a point's row, unless another task has added rollouts; then reload `point` from the row."""
    before, sums = point.rollouts, {seat: list(one) for seat, one in point.results.items()}
    for result in results:
        for seat, share in result.shares.items():
            points, kept = result.points.get(seat, 0), sums.setdefault(seat, [0.0, 0.0, 0, 0])
            for place, value in enumerate((share, share * share, points, points * points)):
                kept[place] += value
    rows = ChancePoint.objects.filter(pk=point.pk, rollouts=before)
    rows.update(rollouts=before + len(results), results=sums)
    point.refresh_from_db(fields=["rollouts", "results"])


def _finish(curve: ChanceCurve, failure: str = "") -> None:
    rows = ChanceCurve.objects.filter(pk=curve.pk)
    rows.update(due_at=None, finished_at=timezone.now(), failure=failure)
