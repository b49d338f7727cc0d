"""``games/``: from the announcement to the start."""

from base64 import b64encode
from typing import Any
from uuid import uuid4

import pytest

from games.models import Game, Player
from games.services.creation import do_create_game
from tests.api.conftest import Caller, problem, wrong

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WISH = {
    "title": "toy",
    "scenario": "standard",
    "name": "North Sea 12",
    "seats": [{"seat": "red", "player": "anna"}, {"seat": "black", "bot": "random"}],
    "deadline_hours": 48,
    "reminder_hours": 12,
}


def test_a_game_is_created_as_wished(red: Caller, toy: Any) -> None:
    response = red.post("games/", WISH)
    assert response.status_code == 201
    game = response.json()
    assert response["Location"].endswith(f"/api/v1/games/{game['id']}/")
    assert (game["status"], game["host"], game["deadline_hours"]) == ("open", "anna", 48)
    assert [(seat["seat"], seat["kind"], seat["reserved"]) for seat in game["seats"]] == [
        ("red", "open", True),
        ("black", "bot", False),
    ]
    assert len(game["commitment"]) == 64
    assert red.get(response["Location"]).json() == game


def test_every_wrong_field_of_a_wish_is_named(red: Caller, toy: Any) -> None:
    body = {"title": "toy", "scenario": 3, "seats": [{"seat": "red", "bots": "x"}, 7], "deadline_hours": "48", "x": 1}
    found = problem(red.post("games/", body), 400, "malformed")
    assert wrong(found) == {
        "/scenario": "type",
        "/seats/0/bots": "unknown_field",
        "/seats/1": "type",
        "/deadline_hours": "type",
        "/x": "unknown_field",
    }
    assert not Game.objects.exists()


def test_what_the_server_finds_wrong_is_named_too(red: Caller, toy: Any) -> None:
    body = WISH | {"scenario": "none", "reminder_hours": 48, "options": {"rounds": "x"}}
    found = problem(red.post("games/", body), 400, "malformed")
    assert set(wrong(found)) == {"/scenario", "/reminder_hours", "/options/rounds"}


def test_missing_fields_are_named(red: Caller, toy: Any) -> None:
    found = problem(red.post("games/", {}), 400, "malformed")
    assert wrong(found) == {"/title": "required", "/scenario": "required"}


@pytest.mark.parametrize(
    ("seat", "place"),
    [
        ({"seat": "pink"}, "/seats/0/seat"),
        ({"seat": "red", "player": "nemo"}, "/seats/0/player"),
        ({"seat": "red", "bot": "hal"}, "/seats/0/bot"),
        ({"seat": "red", "bot": "random", "email": "a@b.org"}, "/seats/0"),
        ({"seat": "red", "bot": "random", "open": True}, "/seats/0"),
    ],
)
def test_impossible_seats_are_refused(red: Caller, toy: Any, seat: Any, place: str) -> None:
    assert place in wrong(problem(red.post("games/", WISH | {"seats": [seat]}), 400, "malformed"))


def test_what_is_named_by_a_key_that_nothing_has_is_told_which_keys_there_are(red: Caller, toy: Any) -> None:
    """Who knows the document of the interface alone reads from the refusal what he may write there."""
    asked = {
        "/title": {"title": "Toy"},
        "/scenario": {"scenario": "Standard"},
        "/seats/0/seat": {"seats": [{"seat": "Red"}]},
        "/seats/0/bot": {"seats": [{"seat": "red", "bot": "captain"}]},
    }
    there = {"/title": "pirates, toy", "/scenario": "standard", "/seats/0/seat": "red, black", "/seats/0/bot": "random"}
    for place, wish in asked.items():
        (error,) = problem(red.post("games/", WISH | wish), 400, "malformed")["errors"]
        assert error["pointer"] == place
        assert f"There are: {there[place]}" in error["detail"], error


def test_an_unknown_option_is_told_where_it_stands(red: Caller, toy: Any) -> None:
    (error,) = problem(red.post("games/", WISH | {"options": {"no_such": 1}}), 400, "malformed")["errors"]
    assert (error["pointer"], error["detail"]) == ("/options/no_such", "There is no 'no_such' here.")


def test_an_umpire_is_named_by_name(red: Caller, toy: Any, staff: Player) -> None:
    assert red.post("games/", WISH | {"umpire": "Ulla"}).json()["umpire"] == "ulla"
    assert wrong(problem(red.post("games/", WISH | {"umpire": "nemo"}), 400, "malformed")) == {"/umpire": "player"}


def test_joining_leaving_and_starting(red: Caller, black: Caller, announced: Game) -> None:
    path = f"games/{announced.pk}/"
    assert red.post(path + "join/", {"seat": "red", "nonce": "mine"}).json()["my_seats"] == ["red"]
    problem(red.post(path + "start/"), 409, "wrong_state")
    assert black.post(path + "join/").json()["my_seats"] == ["black"]
    assert black.post(path + "leave/").json()["my_seats"] == []
    assert black.post(path + "join/", {"seat": "black"}).status_code == 200
    problem(black.post(path + "start/"), 403, "forbidden")
    response = red.post(path + "start/")
    assert (response.status_code, response.json()["status"]) == (202, "running")
    assert red.post(path + "start/").status_code == 202


def test_a_taken_seat_is_refused(red: Caller, black: Caller, stranger: Caller, seated: Game) -> None:
    problem(stranger.post(f"games/{seated.pk}/join/", {"seat": "red"}), 403, "forbidden")
    problem(stranger.post(f"games/{seated.pk}/join/", {"seat": "pink"}), 400, "malformed")
    problem(stranger.post(f"games/{seated.pk}/leave/"), 404, "not_found")


def test_nobody_joins_a_running_game(stranger: Caller, running: Game) -> None:
    problem(stranger.post(f"games/{running.pk}/join/"), 409, "wrong_state")


def test_an_announced_game_can_be_called_off_by_its_host_alone(red: Caller, black: Caller, announced: Game) -> None:
    problem(black.post(f"games/{announced.pk}/abandon/"), 403, "forbidden")
    assert red.post(f"games/{announced.pk}/abandon/", {"reason": "Too few."}).json()["status"] == "abandoned"


def test_games_that_do_not_exist_are_not_found(red: Caller) -> None:
    for call in (red.get(f"games/{uuid4()}/"), red.post(f"games/{uuid4()}/join/"), red.get(f"games/{uuid4()}/dice/")):
        problem(call, 404, "not_found")
    problem(red.get("games/north-sea/"), 404, "not_found")


@pytest.mark.both_databases
def test_games_are_listed_page_by_page(red: Caller, black: Caller, toy: Any, anna: Player, monkeypatch: Any) -> None:
    monkeypatch.setattr("api.views.games.GameCursorPagination.page_size", 2)
    made = [str(do_create_game(host=anna, title="toy", scenario="standard", name=f"G{n}").pk) for n in range(5)]
    seen: list[str] = []
    next_page: Any = "games/"
    while next_page:
        page = black.get(next_page).json()
        assert len(page["results"]) <= 2
        seen += [game["id"] for game in page["results"]]
        next_page = page["next"]
    assert seen == made[::-1]


@pytest.mark.both_databases
def test_games_are_filtered(red: Caller, black: Caller, running: Game, anna: Player, toy: Any) -> None:
    other = do_create_game(host=anna, title="toy", scenario="standard")
    assert [game["id"] for game in black.get("games/", {"mine": "true"}).json()["results"]] == [str(running.pk)]
    assert [game["id"] for game in black.get("games/", {"status": "open"}).json()["results"]] == [str(other.pk)]
    assert black.get("games/", {"title": "pirates"}).json()["results"] == []


@pytest.mark.parametrize("query", [{"page": "2"}, {"status": "lost"}, {"mine": "perhaps"}, {"cursor": "x" * 500}])
def test_a_query_that_is_not_understood_is_refused(red: Caller, query: Any) -> None:
    assert list(wrong(problem(red.get("games/", query), 400, "malformed"))) == [f"/{next(iter(query))}"]


def test_a_running_game_says_who_is_asked_until_when(red: Caller, running: Game) -> None:
    game = red.get(f"games/{running.pk}/").json()
    assert [one["seat"] for one in game["awaited"]] == ["red", "black"]
    assert game["due_at"] is not None
    assert game["stops"] == {"red": 1}


def test_titles_say_what_can_be_played(nobody: Caller, toy: Any) -> None:
    titles = nobody.get("titles/").json()["results"]
    assert [title["key"] for title in titles] == ["pirates", "toy"]
    one = nobody.get("titles/toy/").json()
    assert one in titles
    assert one["name"] == {"en": "Toy", "ja": "おもちゃ"}
    assert [seat["seat"] for seat in one["scenarios"][0]["seats"]] == ["red", "black"]
    assert "random" in one["bots"]
    assert [level["key"] for level in one["bot_levels"]] == one["bots"]
    assert one["bot_levels"][0]["name"] == {"en": "Random play", "ja": "無作為"} | one["bot_levels"][0]["name"]
    assert one["bot_levels"][0]["summary"]["ja"]
    assert "rounds" in str(one["options"])
    problem(nobody.get("titles/chess/"), 404, "not_found")


@pytest.mark.parametrize(
    "inside",
    ["p=abc", "p=\0", "o=7&p=2026", "p=2026-01-01T00:00:00", "p=2026-99-99T00:00:00Z", "p=", "o=-5&p=", "r=1&p=x"],
)
def test_a_forged_cursor_leads_nowhere(red: Caller, toy: object, inside: str) -> None:
    forged = b64encode(inside.encode()).decode()
    problem(red.get("games/", {"cursor": forged}), 404, "not_found")


def test_a_game_is_opened_with_a_clock_and_says_so(red: Caller, toy: Any) -> None:
    clock = {"at": ["19:00", "07:00"], "weekdays": [5, 1], "think_hours": 6, "grace_minutes": 30, "wait": True}
    body = {key: value for key, value in WISH.items() if key not in ("deadline_hours", "reminder_hours")}
    made = red.post("games/", body | {"clock": clock, "time_zone": "Europe/Berlin"})
    assert made.status_code == 201
    found = made.json()
    assert found["clock"]["at"] == ["07:00", "19:00"]
    assert "07:00 and 19:00 (Europe/Berlin)" in found["clock_description"][0]["en"]
    refused = problem(red.post("games/", WISH | {"clock": clock}), 400, "malformed")
    assert "/clock/at" in wrong(refused)


def test_a_host_of_too_many_games_is_refused(red: Caller, announced: Game, settings: Any) -> None:
    settings.PBEM_HOSTED_GAMES = 1
    assert wrong(problem(red.post("games/", WISH), 409, "limit_reached")) == {"": "hosted_games"}


def test_too_many_reserved_seats_are_refused_by_field(red: Caller, black: Caller, toy: Any, settings: Any) -> None:
    settings.PBEM_INVITATIONS_PER_HOUR = 1
    body = WISH | {"seats": [{"seat": "black", "player": "ben"}]}
    assert red.post("games/", body).status_code == 201
    assert wrong(problem(red.post("games/", body), 409, "limit_reached")) == {"/seats": "invitations_per_hour"}
