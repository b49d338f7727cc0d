"""The chances of a finished game: where they begin and end, that they repeat, that a killed worker loses nothing."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone

from games.kernel.title import Title
from games.models import ChanceCurve, ChancePoint, Game, Player
from games.services.curves import refinement
from games.services.curves.refinement import do_claim_curves, do_refine_curve
from games.services.curves.schedule import COARSE, FULL, PointEstimate, choose_next, in_spread_order, list_coarse
from games.services.export import export_game
from games.services.importing.game_import import import_game
from games.services.purge import do_purge_game
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from tests.table import answer, play_out
from worker import tasks, thinking

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def compute(game: Game, seconds: float = 600.0) -> list[ChancePoint]:
    """Compute the whole curve in slices of that length."""
    while do_refine_curve(game.pk, seconds=seconds):
        pass
    return list(ChancePoint.objects.filter(curve=game.pk))


def chance(point: ChancePoint, seat: str) -> float:
    return float(point.results[seat][0]) / point.rollouts


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few rollouts for each point."""
    monkeypatch.setattr("games.services.curves.schedule.ROUGH", 2)
    monkeypatch.setattr("games.services.curves.schedule.FULL", 4)
    monkeypatch.setattr("games.services.curves.schedule.FINE", 6)


def test_the_curve_begins_at_the_balance_of_the_bots_and_ends_at_the_result(running: Game) -> None:
    assert not ChanceCurve.objects.exists(), "a running game has none"
    game = play_out(running)
    points = compute(game)
    assert abs(chance(points[0], "red") - 0.5) < 0.15
    places = {row["seat"]: row["place"] for row in game.standings or []}
    ties = sum(place == 1 for place in places.values())
    for seat, place in places.items():
        assert chance(points[-1], seat) == (1 / ties if place == 1 else 0)
    assert points[-1].rollouts == 1
    assert all(point.rollouts >= FULL for point in points[:-1])
    for point in points:
        assert abs(sum(chance(point, seat) for seat in places) - 1) < 1e-9
    kinds = [point.kind for point in points]
    assert kinds[0] == "start"
    assert {"decision", "dice"} <= set(kinds)
    assert all(one != other for one, other in pairwise(kinds))
    curve = ChanceCurve.objects.get(game=game)
    assert (curve.due_at, curve.failure, curve.bot) == (None, "", "random")
    assert curve.finished_at is not None


def test_slices_and_killed_workers_change_nothing(running: Game, few: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each rollout in a slice of its own, some slices killed before they store, some run twice."""
    game = play_out(running)
    rows = [(point.entry, point.rollouts, point.results) for point in compute(game)]
    curve = ChanceCurve.objects.get(game=game)
    curve.points.all().delete()
    ChanceCurve.objects.filter(pk=game.pk).update(due_at=timezone.now(), finished_at=None, order_hash=b"")
    store, calls = refinement._store, []

    def killed(*given: Any) -> None:
        calls.append(given)
        if len(calls) % 3 == 0:
            raise SystemExit
        store(*given)
        if len(calls) % 4 == 0:
            given[0].rollouts -= len(given[1])
            store(*given)

    monkeypatch.setattr(refinement, "_store", killed)
    more = True
    while more:
        try:
            more = do_refine_curve(game.pk, seconds=0)
        except SystemExit:
            continue
    again = ChancePoint.objects.filter(curve=game.pk)
    assert [(point.entry, point.rollouts, point.results) for point in again] == rows


def test_a_game_that_takes_too_long_has_fewer_points(running: Game, settings: Any) -> None:
    settings.PBEM_CURVE_SECONDS = 0.02
    game = play_out(running)
    assert do_refine_curve(game.pk, seconds=0.01) in (True, False)
    while do_refine_curve(game.pk, seconds=0.01):
        pass
    curve = ChanceCurve.objects.get(game=game)
    assert curve.due_at is None
    assert min(curve.points.values_list("rollouts", flat=True)) < FULL


def test_a_host_may_want_none(running: Game, settings: Any) -> None:
    settings.PBEM_CURVE_SECONDS = 0
    play_out(running)
    assert not ChanceCurve.objects.exists()


def test_what_was_rewound_is_no_part_of_the_line(running: Game, few: None, staff: Player) -> None:
    for role in ("red", "black"):
        answer(running, role)
    do_resolve(running.pk)
    running.refresh_from_db()
    branch = do_rewind(by=staff, game_id=running.pk, number=running.stop, reason="A doubt.")
    game = play_out(running)
    points = compute(game)
    kinds = [point.kind for point in points]
    assert kinds.count("rewind") == 1
    at = kinds.index("rewind")
    assert {point.branch for point in points[:at]} == {0}
    assert {point.branch for point in points[at:]} == {branch.number}
    entries = [point.entry for point in points]
    assert entries == sorted(entries)
    assert ChanceCurve.objects.get(game=game).failure == ""


def test_a_curve_does_not_outlive_its_end(running: Game, few: None) -> None:
    game = play_out(running)
    Game.objects.filter(pk=game.pk).update(status="running")
    assert do_refine_curve(game.pk) is False
    assert not ChancePoint.objects.exists()


def test_an_imported_game_gets_its_own(running: Game, few: None, staff: Player) -> None:
    game = play_out(running)
    copy = import_game(by=staff, data=export_game(by=staff, game_id=game.pk))
    assert ChanceCurve.objects.filter(game=copy).exists()
    here, there = compute(game), compute(copy)
    assert [point.entry for point in here] == [point.entry for point in there]
    assert here[-1].results == there[-1].results


def test_a_deleted_game_takes_its_curve_along(running: Game, few: None, staff: Player) -> None:
    game = play_out(running)
    compute(game)
    staff.is_superuser = True
    staff.save()
    do_purge_game(by=staff, game_id=game.pk)
    assert not ChancePoint.objects.exists()
    assert do_refine_curve(game.pk) is False


def test_rules_that_fail_end_the_computation(
    running: Game, toy: Title[Any], new_rules: Callable[[Title[Any]], None], few: None
) -> None:
    game = play_out(running)

    def broken(state: Any) -> Any:
        raise ZeroDivisionError

    new_rules(toy.evolve(standings=broken))
    assert do_refine_curve(game.pk) is False
    assert "ZeroDivisionError" in ChanceCurve.objects.get(game=game).failure


def test_the_sweep_finds_a_curve_whose_task_was_lost(running: Game, few: None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_out(running)
    now = timezone.now()
    assert do_claim_curves(now) == [game.pk]
    assert do_claim_curves(now) == [], "it was handed out a moment ago"
    assert thinking.refine_curve(str(game.pk)) in (True, False)
    calls: list[Any] = []
    monkeypatch.setattr(tasks.refine_curve, "apply_async", lambda args, **how: calls.append(args))
    ChanceCurve.objects.filter(pk=game.pk).update(due_at=now)
    tasks.sweep()
    assert calls == [(str(game.pk),)]


# --- the order of the computation


def points(count: int, **known: float) -> list[PointEstimate]:
    """So many points; `p7=0.4` is known in full."""
    found = [PointEstimate(0, {}, place % 3 == 0, place == count - 1) for place in range(count)]
    for name, value in known.items():
        place = int(name[1:])
        found[place] = PointEstimate(FULL, {"red": value}, found[place].is_boundary, found[place].is_end)
    return found


def test_the_rough_curve_comes_first_and_prefers_boundaries() -> None:
    coarse = list_coarse(points(200))
    assert (coarse[0], coarse[-1], len(coarse)) == (0, 199, COARSE)
    assert all(place % 3 == 0 for place in coarse[:-1])
    first = choose_next(points(200))
    assert first is not None
    assert first == (199, 1), "the result is certain, and costs one rollout"
    assert sorted(in_spread_order(range(17))) == list(range(17))
    assert in_spread_order(range(17))[:5] == [16, 0, 8, 4, 12]
    assert in_spread_order([7]) == [7]


def test_then_the_biggest_change_is_looked_into() -> None:
    everything = {f"p{place}": 0.5 if place < 100 else 0.9 for place in list_coarse(points(200))}
    known = points(200, **everything)
    wanted = choose_next(known)
    assert wanted is not None
    before = max(place for place in list_coarse(known) if place < 100)
    assert before < wanted.place < before + 14
    assert wanted.rollouts == FULL
