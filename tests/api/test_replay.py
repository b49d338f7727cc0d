"""The replay by REST: the steps that a seat saw, and the picture of each."""

from typing import Any

import pytest

from games.models import AuditEntry, Game, Player
from games.selectors import seat_replay
from games.services.rewind import do_rewind
from tests.api.conftest import Caller, problem
from tests.table import play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def _steps(caller: Caller, game: Game, **query: Any) -> dict[str, Any]:
    found: dict[str, Any] = caller.get(f"games/{game.pk}/replay/", query).json()
    return found


def test_every_line_of_the_log_is_a_step_and_every_stop_ends_with_its_position(red: Caller, running: Game) -> None:
    play_out(running)
    events = [one for one in red.get(f"games/{running.pk}/events/").json()["results"] if one["text"]["en"]]
    found = _steps(red, running)
    lines = [one for one in found["steps"] if one["event"]]
    assert [(one["stop"], one["event"], one["text"]) for one in lines] == [
        (one["stop"], one["number"], one["text"]["en"]) for one in events
    ]
    assert all(one["board"] == max(one["stop"] - 1, 1) for one in lines)
    positions = [one for one in found["steps"] if not one["event"]]
    assert [one["stop"] for one in positions] == sorted({one["stop"] for one in lines})
    assert all(one["board"] == one["stop"] for one in positions)
    assert 1 <= found["turn"] <= found["newest"]


def test_a_long_game_comes_in_several_lists(red: Caller, running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    play_out(running)
    whole = _steps(red, running)["steps"]
    monkeypatch.setattr(seat_replay, "STEPS", 2)
    parts, first = [], 1
    while first:
        found = _steps(red, running, first=first)
        parts += found["steps"]
        first = found["next_stop"] or 0
    assert parts == whole


def test_the_board_of_a_stop_comes_in_sheets(red: Caller, running: Game) -> None:
    play_out(running)
    base = f"games/{running.pk}/replay/"
    first, again = (red.get(f"{base}1/") for _ in range(2))
    board = first.json()
    assert first["ETag"] == again["ETag"]
    assert red.get(f"{base}1/", **{"If-None-Match": first["ETag"]}).status_code == 304
    assert board["marks"]["0"] == ""
    for sheet in board["sheets"]:
        drawn = red.get(f"{base}1/sheet.svg", {"sheet": sheet["sheet"], "digest": sheet["digest"]})
        assert drawn.content.startswith(b"<svg")
        assert "immutable" in drawn["Cache-Control"]
        other = red.get(f"{base}1/sheet.svg", {"sheet": sheet["sheet"], "digest": "x"})
        assert "immutable" not in other["Cache-Control"]
    problem(red.get(f"{base}1/sheet.svg", {"sheet": 99}), 404, "not_found")
    problem(red.get(f"{base}99/"), 404, "not_found")
    problem(red.get(f"{base}99999999999/"), 404, "not_found")


def test_every_step_has_a_picture(red: Caller, running: Game) -> None:
    play_out(running)
    for step in _steps(red, running)["steps"]:
        drawn = red.get(f"games/{running.pk}/replay/{step['stop']}/board.svg", {"event": step["event"]})
        assert drawn.content.startswith(b"<svg"), step
    problem(red.get(f"games/{running.pk}/replay/1/board.svg", {"event": 999}), 404, "not_found")


def test_only_who_may_see_a_seat_sees_its_replay(red: Caller, stranger: Caller, running: Game) -> None:
    for path in ("", "1/", "1/sheet.svg", "1/board.svg"):
        problem(red.get(f"games/{running.pk}/replay/{path}", {"seat": "black"}), 403, "forbidden")
        assert stranger.get(f"games/{running.pk}/replay/{path}", {"seat": "public"}).status_code == 200


def test_a_game_that_has_not_begun_has_no_steps(red: Caller, seated: Game) -> None:
    assert _steps(red, seated)["steps"] == []
    assert _steps(red, seated)["newest"] == 0


def test_what_a_rewind_undid_stays_and_is_marked(red: Caller, running: Game, staff: Player) -> None:
    play_out(running, 2)
    before = _steps(red, running)["steps"]
    do_rewind(by=staff, game_id=running.pk, number=1, reason="A wrong card.")
    after = _steps(red, running)["steps"]
    assert [(one["stop"], one["event"]) for one in before] == [
        (one["stop"], one["event"]) for one in after[: len(before)]
    ]
    assert any(one["undone"] for one in after)


def test_an_umpires_look_at_a_replay_is_noted_down(umpire: Caller, running: Game) -> None:
    before = AuditEntry.objects.filter(game=running.pk).count()
    assert umpire.get(f"games/{running.pk}/replay/1/", {"seat": "black"}).json()["seat"] == "black"
    noted = AuditEntry.objects.filter(game=running.pk).order_by("-pk")
    assert noted.count() == before + 1
    assert noted[0].facts["audience"] == "black"
