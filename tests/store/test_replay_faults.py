"""What the check of running games finds under new rules: questions, answers and records that do not fit."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from games import registry
from games.errors import Unreadable, WrongState
from games.kernel.events import EVERYBODY
from games.kernel.steps import Step
from games.kernel.table import Table, end_step
from games.kernel.title import Title
from games.models import Game, OpenRequest, Player, SealedAnswer
from games.services.branches import refuse_on_rule_errors
from games.services.resolve.advance import do_resolve
from games.services.resolve.dry_run import check_resolve
from tests.kernel.toy import Won, play_round
from tests.orders import order
from tests.table import answer

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
NewRules = Callable[[Title[Any]], None]


def stored(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def with_round(toy: Title[Any], play: Any) -> Title[Any]:
    return toy.evolve(steps={**toy.rules.steps, "round": Step("round", "2.0", play)})


@pytest.mark.parametrize(
    ("fields", "faults"),
    [
        ({}, ["nothing is waited for"]),
        ({"due_from": NOW}, []),
        ({"status": "paused"}, []),
        ({"status": "held"}, []),
    ],
)
def test_a_running_game_waits_for_something(running: Game, fields: dict[str, Any], faults: list[str]) -> None:
    assert check_resolve(running) == []
    OpenRequest.objects.update(closed_at=NOW)
    Game.objects.update(**fields)
    assert check_resolve(stored(running)) == faults


def test_what_is_asked_otherwise_is_told_and_of_a_held_game_nothing(
    running: Game, new_rules: NewRules, toy: Title[Any]
) -> None:
    OpenRequest.objects.filter(seat__role="black").update(key="offer")
    asks = "asks [('black', 'bid', 'bid'), ('red', 'bid', 'bid')], while"
    stands = "[('black', 'offer', 'bid'), ('red', 'bid', 'bid')] is being asked"
    assert check_resolve(running) == [f"{asks} {stands}"]
    Game.objects.update(status="held")
    assert check_resolve(stored(running)) == []
    Game.objects.update(status="running")

    async def over(table: Table[Any]) -> str | None:
        end_step(None)
        return None

    new_rules(with_round(toy, over))
    (fault,) = check_resolve(stored(running))
    assert fault == f"asks nothing, while {stands}"


def test_what_an_order_answers_ahead_is_not_asked(running: Game, anna: Player) -> None:
    OpenRequest.objects.filter(seat__role="red").delete()
    OpenRequest.objects.filter(seat__role="black").update(key="offer")
    order(anna, running, "bid", "high")
    (fault,) = check_resolve(stored(running))
    assert fault == "asks [('black', 'bid', 'bid')], while [('black', 'offer', 'bid')] is being asked"


def test_answers_that_do_not_fit_are_told_by_seat(running: Game) -> None:
    for role in ("red", "black"):
        answer(running, role)
    SealedAnswer.objects.update(answer=b'"c99"')
    assert sorted(check_resolve(running)) == [
        f"refuses the answer that {role} has given to bid" for role in ("black", "red")
    ]


def test_questions_that_cannot_be_read_are_told_in_their_order(running: Game) -> None:
    OpenRequest.objects.update(question=b"w?")
    first, second = check_resolve(running)
    assert first.startswith("the question bid to red cannot be read: ")
    assert second.startswith("the question bid to black cannot be read: ")
    OpenRequest.objects.filter(seat__role="red").update(closed_at=NOW)
    assert not any("to red cannot" in fault for fault in check_resolve(running))


def test_rules_that_tell_more_fail_or_ask_otherwise_are_told(
    running: Game, new_rules: NewRules, toy: Title[Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def more(table: Table[Any]) -> str | None:
        table.emit(Won("red"), to=EVERYBODY)
        return await play_round(table)

    new_rules(with_round(toy, more))
    assert "tells 1 events more" in check_resolve(running)

    async def fail(table: Table[Any]) -> str | None:
        raise ZeroDivisionError("no wind")

    new_rules(with_round(toy, fail))
    assert check_resolve(running) == ["ZeroDivisionError: no wind"]
    assert f"game {running.pk}: the rules fail" in caplog.text


def test_a_record_that_cannot_be_played_again_is_told(running: Game, new_rules: NewRules, toy: Title[Any]) -> None:
    for role in ("red", "black"):
        answer(running, role)
    do_resolve(running.pk)

    async def over(table: Table[Any]) -> str | None:
        end_step(None)
        return None

    new_rules(with_round(toy, over))
    (fault,) = check_resolve(stored(running))
    assert fault.startswith("ReplayDiverged: entry 1: recorded ")


def test_a_game_that_cannot_be_read_is_told(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(game: Game) -> Title[Any]:
        raise Unreadable("no such card")

    monkeypatch.setattr(registry, "game_title", unreadable)
    assert check_resolve(running) == ["no such card"]


def test_what_the_rules_raise_is_a_refusal(running: Game, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(WrongState, match="cannot go on from there: KeyError: 'x'"), refuse_on_rule_errors(running):
        raise KeyError("x")
    assert f"game {running.pk}: the rules failed on a new branch" in caplog.text
