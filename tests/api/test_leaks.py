"""What one seat may not learn by REST of another."""

import json
import re
from typing import Any
from uuid import UUID, uuid4

import pytest

from games.models import AuditEntry, Game, Player, Seat
from games.services.resolve.advance import do_resolve
from tests.api.conftest import Caller, problem
from tests.gate.reading import headers_of
from tests.table import answer, asked

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_another_seats_decision_answers_like_none(red: Caller, running: Game) -> None:
    """Word for word, but for the id that the caller gave."""
    foreign, unknown = asked(running, "black").pk, uuid4()
    for call in (
        lambda which: red.get(f"decisions/{which}/"),
        lambda which: red.put(f"decisions/{which}/answer/", {"answer": "c01"}),
        lambda which: red.raw("PUT", f"decisions/{which}/answer/", "choose c01", "text/plain"),
        lambda which: red.put(f"decisions/{which}/answer/", {"answer": "c01"}, **{"Idempotency-Key": "k"}),
        lambda which: red.put(f"decisions/{which}/answer/", {"answer": "c01"}, **{"If-Match": '"0"'}),
        lambda which: red.put(f"decisions/{which}/answer/", {"answer": 5}),
        lambda which: red.post(f"decisions/{which}/check/", {"answer": "c01"}),
        lambda which: red.delete(f"decisions/{which}/answer/"),
    ):
        assert _without_id(call(foreign), foreign) == _without_id(call(unknown), unknown)
    problem(red.get(f"decisions/{foreign}/"), 404, "not_found")


def test_the_hosts_and_staff_have_no_other_way_in(red: Caller, umpire: Caller, running: Game) -> None:
    """Even staff answer for a seat only through the umpire's call, which is noted and told."""
    problem(umpire.put(f"decisions/{asked(running, 'red').pk}/answer/", {"answer": "c01"}), 404, "not_found")


def _without_id(response: Any, which: UUID) -> tuple[Any, ...]:
    return response.status_code, headers_of(response), response.content.replace(str(which).encode(), b"ID")


@pytest.mark.parametrize("seat", ["black", "umpire"])
@pytest.mark.parametrize("path", ["view/", "board.svg", "board.png", "events/", "notices/"])
def test_no_seat_sees_through_anothers_eyes(red: Caller, stranger: Caller, running: Game, path: str, seat: str) -> None:
    for caller in (red, stranger):
        problem(caller.get(f"games/{running.pk}/{path}", {"seat": seat}), 403, "forbidden")
        problem(caller.get(f"games/{running.pk}/{path}", {"seat": seat, "stop": 1}), *_refusal(path))


def _refusal(path: str) -> tuple[int, str]:
    return (400, "malformed") if path in ("events/", "notices/") else (403, "forbidden")


def test_a_role_that_is_none_is_not_found(red: Caller, running: Game) -> None:
    problem(red.get(f"games/{running.pk}/view/", {"seat": "pink"}), 404, "not_found")


def test_nobody_learns_who_has_answered(red: Caller, stranger: Caller, running: Game) -> None:
    """What black has done changes nothing that red or anybody else can read, headers included."""
    before = _all_that_can_be_read(red, running), _all_that_can_be_read(stranger, running)
    answer(running, "black", ready=False)
    assert (_all_that_can_be_read(red, running), _all_that_can_be_read(stranger, running)) == before
    answer(running, "black")
    do_resolve(running.pk)
    assert (_all_that_can_be_read(red, running), _all_that_can_be_read(stranger, running)) == before


def test_the_own_receipt_does_not_tell_whether_others_are_ready(red: Caller, running: Game) -> None:
    alone = _answer(red)
    answer(running, "black")
    assert _answer(red) == alone


_OWN = ("revision", "nonce", "hash", "at", "witness")
"""What is new in every receipt."""


def _answer(red: Caller) -> dict[str, Any]:
    path = red.decision()
    receipt = red.put(path + "answer/", {"answer": red.get(path).json()["form"]["example"]}).json()
    return {name: value for name, value in receipt.items() if name not in _OWN}


def _all_that_can_be_read(caller: Caller, game: Game) -> list[tuple[Any, ...]]:
    paths = ["view/", "board.svg", "events/", "notices/", "dice/", ""]
    calls = [f"games/{game.pk}/{path}" for path in paths] + ["games/", "decisions/"]
    calls += [f"decisions/{one['id']}/" for one in caller.get("decisions/").json()["results"]]
    return [(path, response.content, dict(response.headers)) for path in calls if (response := caller.get(path))]


def test_what_a_seat_reads_names_no_hidden_card(red: Caller, running: Game) -> None:
    """No card of black's hand or of the deck stands anywhere in what red can read."""
    mine = set(red.get(f"games/{running.pk}/view/").json()["view"]["hand"])
    named = set()
    for _, content, _ in _all_that_can_be_read(red, running):
        named |= set(re.findall(r"\bc\d\d\b", content.decode()))
    assert named <= mine


def test_numbers_count_only_what_the_seat_saw(red: Caller, black: Caller, running: Game) -> None:
    """Stops and events are numbered per seat; red was not asked for the trump that black answered."""
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    for caller in (red, black):
        view = caller.get(f"games/{running.pk}/view/").json()
        events = caller.get(f"games/{running.pk}/events/").json()["results"]
        assert view["events"] == len(events) == events[-1]["number"]
        assert sorted({event["stop"] for event in events}) == list(range(1, view["stop"] + 1))


@pytest.mark.both_databases
def test_staff_who_look_are_noted_down(umpire: Caller, running: Game) -> None:
    assert umpire.get(f"games/{running.pk}/view/", {"seat": "black"}).json()["view"]["seat"] == "black"
    entry = AuditEntry.objects.latest("id")
    assert (entry.game, entry.facts) == (running.pk, {"audience": "black"})


def test_staff_who_sit_there_see_no_more_than_their_seat(umpire: Caller, running: Game, staff: Player) -> None:
    Seat.objects.filter(game=running, role="red").update(player=staff)
    assert umpire.get(f"games/{running.pk}/view/").json()["seat"] == "red"
    problem(umpire.get(f"games/{running.pk}/view/", {"seat": "black"}), 403, "forbidden")
    for path in ("stops/", "decisions/", "export/"):
        problem(umpire.get(f"games/{running.pk}/admin/{path}"), 403, "forbidden")


def test_a_seat_kept_for_an_address_does_not_tell_it(red: Caller, stranger: Caller, toy: Any) -> None:
    wish = {"title": "toy", "scenario": "standard", "seats": [{"seat": "black", "email": "secret@example.org"}]}
    game = red.post("games/", wish).json()
    assert "secret" not in json.dumps(
        [game, stranger.get(f"games/{game['id']}/").json(), stranger.get("games/").json()]
    )
