"""What is begun and fails leaves nothing behind, in the database or in the process, whatever statement it fails at."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from games.kernel.requests import roll
from games.kernel.steps import Step
from games.kernel.table import Table
from games.kernel.title import Title
from games.models import Branch, Game, Player
from games.persistence import position as memory
from games.selectors.replay_check import find_replay_faults
from games.selectors.verification import find_chain_faults, find_dice_faults
from games.services.hold import do_release
from games.services.lifecycle import do_start_game
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from tests.kernel.toy import play_round
from tests.table import answer, offer, play_out

pytestmark = pytest.mark.django_db(transaction=True)

MOST_STATEMENTS = 60


def _with_weather(toy: Title[Any], version: str) -> Title[Any]:
    """The toy title with dice at the start of every round; each version of it rolls anew."""

    async def windy_round(table: Table[Any]) -> str | None:
        await roll(6, 6, 6, 6, 6, 6, key=f"weather {version}", rule="2.0")
        return await play_round(table)

    return toy.evolve(version=version, steps={**toy.rules.steps, "round": Step("round", "2.0", windy_round)})


@pytest.fixture
def windy(monkeypatch: pytest.MonkeyPatch, toy: Title[Any], seated: Game) -> Game:
    """A game that is about to begin, under rules that roll before every question."""
    offer(monkeypatch, _with_weather(toy, "1"))
    return seated


class LinesDownError(Exception):
    """The connection to the database broke."""


@contextmanager
def _broken_at(number: int) -> Iterator[None]:
    """Let the statement of that number fail, counted from 1."""
    count = 0

    def execute(call: Any, sql: str, *rest: Any) -> Any:
        nonlocal count
        count += 1
        if count == number:
            raise LinesDownError(sql)
        return call(sql, *rest)

    with connection.execute_wrapper(execute):
        yield


def _fail_at_commit(act: Callable[[], object]) -> None:
    with transaction.atomic():
        act()
        raise LinesDownError("commit")


def _fail_everywhere(act: Callable[[], object]) -> int:
    """Let the act fail at each of its statements and at its commit, then succeed; how often it failed."""
    for number in range(1, MOST_STATEMENTS):
        try:
            with _broken_at(number):
                _fail_at_commit(act)
        except LinesDownError as error:
            if str(error) == "commit":
                act()
                return number
    raise AssertionError("no end of statements")


def _is_sound(game: Game) -> bool:
    game.refresh_from_db()
    return not (find_chain_faults(game.pk) or find_dice_faults(game.pk) or find_replay_faults(game))


def _round(game: Game) -> None:
    for role in ("red", "black"):
        answer(game, role)
    do_resolve(game.pk)


def test_a_start_that_fails(windy: Game, anna: Player) -> None:
    assert _fail_everywhere(lambda: do_start_game(player=anna, game_id=windy.pk)) > 3
    do_resolve(windy.pk)
    assert play_out(windy).status == Game.Status.OVER
    assert _is_sound(windy)


def test_a_resolve_that_fails(windy: Game, anna: Player) -> None:
    do_start_game(player=anna, game_id=windy.pk)
    assert _fail_everywhere(lambda: do_resolve(windy.pk)) > 8
    for role in ("red", "black"):
        answer(windy, role)
    assert _fail_everywhere(lambda: do_resolve(windy.pk)) > 8
    assert play_out(windy).status == Game.Status.OVER
    assert _is_sound(windy)


def test_a_rewind_that_fails(windy: Game, anna: Player, staff: Player) -> None:
    """The number of the branch is given again, and so is its secret: it follows from that of the first branch."""
    do_start_game(player=anna, game_id=windy.pk)
    do_resolve(windy.pk)
    _round(windy)
    secrets: set[bytes] = set()

    def rewind() -> None:
        secrets.add(bytes(do_rewind(by=staff, game_id=windy.pk, number=1, reason="again").secret))

    assert _fail_everywhere(rewind) > 8
    assert secrets == {bytes(Branch.objects.get(game=windy, number=1).secret)}
    assert Branch.objects.filter(game=windy).count() == 2
    assert play_out(windy).status == Game.Status.OVER
    assert _is_sound(windy)


def test_a_release_that_fails(
    windy: Game, monkeypatch: pytest.MonkeyPatch, toy: Title[Any], anna: Player, staff: Player
) -> None:
    """Under the rules that are installed meanwhile the weather is rolled again, with the dice of the new branch."""
    do_start_game(player=anna, game_id=windy.pk)
    do_resolve(windy.pk)
    offer(monkeypatch, _with_weather(toy, "2"))
    for role in ("red", "black"):
        answer(windy, role)
    assert do_resolve(windy.pk).held
    assert _fail_everywhere(lambda: do_release(by=staff, game_id=windy.pk)) > 8
    do_resolve(windy.pk)
    assert play_out(windy).status == Game.Status.OVER
    assert _is_sound(windy)


def test_nothing_is_remembered_of_what_was_not_committed(windy: Game, anna: Player) -> None:
    do_start_game(player=anna, game_id=windy.pk)
    with pytest.raises(LinesDownError):
        _fail_at_commit(lambda: do_resolve(windy.pk))
    assert windy.pk not in memory._kept
    do_resolve(windy.pk)
    assert windy.pk in memory._kept
