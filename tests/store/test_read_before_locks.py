"""An answer is read before any lock is taken, so that a long text delays no game."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.errors import Forbidden
from games.kernel.errors import GameError
from games.models import Game, OpenRequest, Player, SealedAnswer
from games.services import answers
from games.services.advice import do_advise
from games.services.answers import check_answer, do_submit_answer
from games.services.umpire import do_act_for
from tests.table import asked, example

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each text that is read whether a transaction is open meanwhile."""
    found: list[bool] = []

    def accepted(*args: Any) -> Any:
        found.append(connection.in_atomic_block)
        return read(*args)

    read: Callable[..., Any] = answers._accepted
    monkeypatch.setattr(answers, "_accepted", accepted)
    return found


def card(request: OpenRequest) -> str:
    return str(example(request))


def test_a_player_tries_and_submits(running: Game, anna: Player, readings: list[bool]) -> None:
    request = asked(running, "red")
    check_answer(player=anna, request_id=request.pk, text=card(request))
    do_submit_answer(player=anna, request_id=request.pk, text=card(request))
    assert readings == [False, False]


def test_an_adviser(council: Game, carl: Player, readings: list[bool]) -> None:
    request = asked(council, "red")
    do_advise(player=carl, request_id=request.pk, text=card(request))
    assert readings == [False]


def test_an_umpire(running: Game, staff: Player, readings: list[bool]) -> None:
    request = asked(running, "red")
    do_act_for(by=staff, request_id=request.pk, text=card(request))
    assert (readings, SealedAnswer.objects.get().channel) == ([False], "umpire")


def test_nothing_is_read_for_those_who_may_not_answer(running: Game, ben: Player, readings: list[bool]) -> None:
    """A refusal of the text would tell what another seat is asked."""
    for text in ("nonsense", card(asked(running, "red"))):
        with pytest.raises(Forbidden):
            do_act_for(by=ben, request_id=asked(running, "red").pk, text=text)
    assert readings == []


def test_nothing_is_read_for_a_closed_question(running: Game, staff: Player, readings: list[bool]) -> None:
    request = asked(running, "red")
    OpenRequest.objects.filter(pk=request.pk).update(closed_at=running.created_at)
    with pytest.raises(GameError) as refusal:
        do_act_for(by=staff, request_id=request.pk, text="nonsense")
    assert refusal.value.code == "stale"
    assert readings == []
