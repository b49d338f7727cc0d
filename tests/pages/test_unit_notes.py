"""Private notes on single units, press beside the board, and the table of points on the pages."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Message, Notebook, OpenRequest, Player
from games.services.notebook import do_note_unit, do_write_notes
from tests.api.conftest import Caller
from tests.pages.conftest import browser
from tests.table import asked, play_out

pytestmark = pytest.mark.django_db

SECRET = "She has no torpedoes left."
Plan = tuple[Client, OpenRequest]


def page_of(request: OpenRequest) -> str:
    return reverse("decision", args=[request.pk])


def test_a_note_on_a_unit_is_kept_on_her_card_and_with_the_notes_of_the_game(plan: Plan) -> None:
    client, request = plan
    ship = next(iter(request.seat.game.seats.all())).role
    client.post(page_of(request), {"do": f"note:{ship}", "unit_note": SECRET, "revision": "0"})
    assert Notebook.objects.get().units == {ship: SECRET}
    place = reverse("game", args=[request.game_id])
    assert SECRET in client.get(place).content.decode()
    client.post(reverse("notes", args=[request.game_id]), {"text": "", f"unit:{ship}": "", "revision": "1"})
    assert Notebook.objects.get().units == {}


def test_a_note_that_is_too_long_is_refused_and_the_page_stays(plan: Plan) -> None:
    client, request = plan
    response = client.post(page_of(request), {"do": "note:emden", "unit_note": "x" * 501, "revision": "0"})
    assert response.status_code == 200
    assert "At most 500" in response.content.decode()
    assert not Notebook.objects.exclude(units={}).exists()


def readings(game: Game, callers: list[tuple[Client, Caller]]) -> list[bytes]:
    """What everybody else can read of a game, on pages and by REST."""
    pages = ("game", "umpire")
    calls = [f"games/{game.pk}/{part}/" for part in ("view", "events", "notes", "record", "admin/export")]
    calls += [f"games/{game.pk}/", "players/me/data/", "players/me/notes/"]
    return [
        content
        for client, caller in callers
        for content in (
            *(client.get(reverse(page, args=[game.pk])).content for page in pages),
            *(caller.get(call).content for call in calls),
        )
    ]


def test_nobody_else_reads_a_note_or_that_there_is_one(running: Game, anna: Player, ben: Player, staff: Player) -> None:
    umpire = Player.objects.create_user("umi", "umi@example.org", "pw")
    Game.objects.filter(pk=running.pk).update(umpire=umpire)
    others = [(browser(one), Caller(one)) for one in (ben, umpire, staff)]
    before = readings(running, others)
    do_note_unit(player=anna, game_id=running.pk, unit="c03", text=SECRET)
    after = readings(running, others)
    assert not any(SECRET.encode() in one for one in after)
    assert [len(one) for one in after[:10]] == [len(one) for one in before[:10]], "a player reads as many bytes"


def test_the_player_takes_notes_on_units_away(running: Game, anna: Player) -> None:
    do_write_notes(player=anna, game_id=running.pk, units={"c03": SECRET})
    data: Any = json.loads(browser(anna).get(reverse("my_data")).content)
    assert [one["units"] for one in data["notes"]] == [{"c03": SECRET}]
    file: Any = json.loads(browser(anna).get(reverse("my_notes")).content)
    assert file["notes"][0]["units"] == {"c03": SECRET}


def test_press_stands_beside_the_board_and_is_answered_there(as_anna: Client, running: Game) -> None:
    request = asked(running, "red")
    text = as_anna.get(page_of(request)).content.decode()
    assert '<details class="press" id="press"' in text
    place = reverse("messages", args=[running.pk]) + "?seat=red"
    given = {"do": "send", "to": "black", "text": "Peace?", "decision": str(request.pk)}
    response = as_anna.post(place, given)
    assert response["Location"] == page_of(request) + "#press"
    assert Message.objects.get().text == "Peace?"
    assert "Peace?" in as_anna.get(page_of(request)).content.decode()
    assert as_anna.post(place, {**given, "decision": "nonsense"})["Location"] == place


def test_points_are_listed_at_the_end_only(running: Game, anna: Player) -> None:
    place, caller = f"games/{running.pk}/points/", Caller(anna)
    assert caller.get(place).json() == {"results": []}
    play_out(running)
    assert caller.get(place).status_code == 200


def test_notes_on_units_are_written_by_rest_too(running: Game, anna: Player) -> None:
    place, caller = f"games/{running.pk}/notes/", Caller(anna)
    assert caller.put(place, {"text": "Coal.", "units": {"c03": SECRET}}).json()["units"] == {"c03": SECRET}
    assert caller.put(place, {"units": {}}).json()["text"] == "Coal."
    assert caller.put(place, {"units": {"c03": "x" * 501}}).status_code in (400, 422)
