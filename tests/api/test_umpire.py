"""``games/{id}/admin/``: the umpire's acts."""

import json
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from games.models import Game, Player
from tests.api.conftest import Caller, problem, wrong
from tests.table import asked, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ACTS: list[tuple[str, dict[str, Any]]] = [
    ("rewind", {"stop": 1, "reason": "x"}),
    ("extend", {"hours": 1}),
    ("pause", {}),
    ("resume", {}),
    ("release", {}),
    ("substitute", {"seat": "red", "bot": "random"}),
    ("act", {"decision": str(uuid4()), "answer": "c01"}),
]


@pytest.mark.parametrize(("act", "body"), ACTS)
def test_players_and_strangers_may_do_none_of_it(
    red: Caller, stranger: Caller, running: Game, act: str, body: dict[str, Any]
) -> None:
    Game.objects.filter(pk=running.pk).update(umpire=Player.objects.create_user("umi", "umi@example.org", "pw"))
    for caller in (red, stranger):
        problem(caller.post(f"games/{running.pk}/admin/{act}/", body), 403, "forbidden")
    for path in ("stops/", "decisions/", "export/"):
        problem(stranger.get(f"games/{running.pk}/admin/{path}"), 403, "forbidden")


@pytest.mark.parametrize(("act", "body"), ACTS)
def test_unknown_fields_and_games_are_refused(umpire: Caller, running: Game, act: str, body: dict[str, Any]) -> None:
    found = problem(umpire.post(f"games/{running.pk}/admin/{act}/", body | {"x": 1}), 400, "malformed")
    assert wrong(found) == {"/x": "unknown_field"}
    problem(umpire.post(f"games/{uuid4()}/admin/{act}/", body), 404, "not_found")


def test_more_time_for_every_open_decision(umpire: Caller, running: Game) -> None:
    before = datetime.fromisoformat(umpire.get(f"games/{running.pk}/").json()["due_at"])
    after = umpire.post(f"games/{running.pk}/admin/extend/", {"hours": 24, "reason": "Snow."}).json()["due_at"]
    assert datetime.fromisoformat(after) - before == timedelta(hours=24)
    problem(umpire.post(f"games/{running.pk}/admin/extend/", {"hours": 0}), 400, "malformed")


def test_pausing_and_resuming(umpire: Caller, running: Game) -> None:
    path = f"games/{running.pk}/admin/"
    problem(umpire.post(path + "resume/"), 409, "wrong_state")
    assert umpire.post(path + "pause/").json()["status"] == "paused"
    problem(umpire.post(path + "pause/"), 409, "wrong_state")
    assert umpire.post(path + "resume/").json()["status"] == "running"
    problem(umpire.post(path + "release/"), 409, "wrong_state")


def test_the_host_of_a_game_without_umpire_keeps_its_time(red: Caller, black: Caller, running: Game) -> None:
    path = f"games/{running.pk}/admin/"
    assert red.get(f"games/{running.pk}/").json()["may_control_clock"]
    assert red.post(path + "pause/").json()["status"] == "paused"
    assert red.post(path + "extend/", {"hours": 1}).status_code == 200
    assert red.post(path + "resume/").json()["status"] == "running"
    assert not black.get(f"games/{running.pk}/").json()["may_control_clock"]
    for act in ("pause/", "resume/"):
        problem(black.post(path + act), 403, "forbidden")
    problem(red.post(path + "hold/", {"reason": "x"}), 403, "forbidden")


def test_going_back_needs_a_reason_and_is_told(red: Caller, umpire: Caller, running: Game) -> None:
    play = f"games/{running.pk}/"
    stops = umpire.get(play + "admin/stops/").json()["results"]
    assert stops[0]["stop"] == 1
    problem(umpire.post(play + "admin/rewind/", {"stop": 1, "reason": " "}), 400, "malformed")
    problem(umpire.post(play + "admin/rewind/", {"stop": 99, "reason": "x"}), 404, "not_found")
    old = red.get(play).json()["commitment"]
    done = umpire.post(play + "admin/rewind/", {"stop": 1, "reason": "A wrong card."})
    assert done.status_code == 200, done.content
    assert done.json()["commitment"] != old
    assert "A wrong card." in red.get(play + "notices/").content.decode()
    assert len(red.get(play + "dice/").json()["branches"]) == 2


def test_a_bot_or_a_player_takes_over(umpire: Caller, red: Caller, stranger: Caller, running: Game) -> None:
    path = f"games/{running.pk}/admin/substitute/"
    decision = red.decision()
    seats = {seat["seat"]: seat for seat in umpire.post(path, {"seat": "red", "bot": "random"}).json()["seats"]}
    assert (seats["red"]["kind"], seats["red"]["bot"]) == ("bot", "random")
    problem(red.get(decision), 404, "not_found")
    seats = {seat["seat"]: seat for seat in umpire.post(path, {"seat": "red", "player": "CARL"}).json()["seats"]}
    assert seats["red"]["player"] == "carl"
    assert stranger.get(decision).status_code == 200
    problem(umpire.post(path, {"seat": "red", "player": "ben"}), 403, "forbidden")


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"seat": "red"}, ""),
        ({"seat": "red", "bot": "random", "player": "carl"}, ""),
        ({"seat": "red", "player": "nemo"}, "/player"),
        ({"seat": "red", "bot": "hal"}, "/bot"),
    ],
)
def test_substitutes_that_cannot_be(umpire: Caller, running: Game, body: dict[str, str], place: str) -> None:
    found = problem(umpire.post(f"games/{running.pk}/admin/substitute/", body), 400, "malformed")
    assert list(wrong(found)) == [place]


def test_acting_for_a_seat_is_told_but_not_what(umpire: Caller, red: Caller, black: Caller, running: Game) -> None:
    path = f"games/{running.pk}/admin/"
    open_ = umpire.get(path + "decisions/").json()["results"]
    assert [one["seat"] for one in open_] == ["red", "black"]
    card = open_[0]["form"]["options"][2]["value"]
    receipt = umpire.post(path + "act/", {"decision": open_[0]["id"], "answer": card, "reason": "Away."})
    assert (receipt.status_code, receipt.json()["answer"]) == (202, card)
    text = umpire.post(path + "act/", {"decision": open_[0]["id"], "notation": f"choose {card}"})
    assert text.json()["revision"] == 2
    assert red.get(red.decision()).json()["answer"] == card
    assert card not in black.get(f"games/{running.pk}/notices/").content.decode()
    assert "Away." in black.get(f"games/{running.pk}/notices/").content.decode()


def test_acts_that_cannot_be(umpire: Caller, running: Game, toy: Any) -> None:
    path = f"games/{running.pk}/admin/act/"
    mine = str(asked(running, "red").pk)
    problem(umpire.post(path, {"decision": str(uuid4()), "answer": "c01"}), 404, "not_found")
    problem(umpire.post(path, {"decision": mine}), 400, "malformed")
    found = problem(umpire.post(path, {"decision": mine, "answer": "c99"}), 422, "illegal")
    assert wrong(found) == {"/answer": "not_an_option"}


def test_a_running_games_export_keeps_the_dice_secret(umpire: Caller, running: Game) -> None:
    response = umpire.get(f"games/{running.pk}/admin/export/")
    assert "attachment" in response["Content-Disposition"]
    document = json.loads(response.content)
    assert [branch["secret"] for branch in document["tables"]["branches"]] == [""]
    play_out(running)
    over = json.loads(umpire.get(f"games/{running.pk}/admin/export/").content)
    assert over["tables"]["branches"][0]["secret"]


def test_the_games_own_umpire_may_do_it_without_being_staff(red: Caller, running: Game, stranger: Caller) -> None:
    assert stranger.player is not None
    Game.objects.filter(pk=running.pk).update(umpire=Player.objects.get(username="carl"))
    assert stranger.get(f"games/{running.pk}/").json()["may_umpire"]
    assert stranger.post(f"games/{running.pk}/admin/pause/").json()["status"] == "paused"
    assert stranger.get(f"games/{running.pk}/view/", {"seat": "umpire"}).json()["seat"] == "umpire"
