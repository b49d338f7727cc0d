"""The replay on the page of a game: links without script, pictures of steps, and the data for the script."""

import re

import pytest
from django.test import Client

from games.models import Game, Player
from tests.table import play_out

pytestmark = pytest.mark.django_db


def _page(client: Client, game: Game, query: str = "") -> str:
    response = client.get(f"/games/{game.pk}/{query}")
    assert response.status_code == 200, query
    return response.content.decode()


def _link(page: str, rel: str) -> str:
    found = re.search(rf'<a [^>]*rel="{rel}"[^>]*href="([^"#]+)', page)
    return found[1].replace("&amp;", "&") if found else ""


@pytest.fixture
def played(running: Game) -> Game:
    play_out(running)
    return running


def test_a_player_steps_through_the_game_without_script(client: Client, anna: Player, played: Game) -> None:
    client.force_login(anna)
    page = _page(client, played)
    begin = re.search(r'data-range="game" href="([^"#]+)', page)
    assert begin
    query, seen = begin[1].replace("&amp;", "&"), []
    while query and len(seen) < 100:
        page = _page(client, played, query)
        seen.append(query)
        picture = re.search(r'<img src="([^"]+/replay/[^"]+)"', page)
        assert picture
        assert client.get(picture[1].replace("&amp;", "&")).content.startswith(b"<svg")
        assert _link(page, "prev") == (seen[-2] if len(seen) > 1 else "")
        query = _link(page, "next")
    steps = client.get(f"/games/{played.pk}/replay/?seat=red").json()["steps"]
    assert len(seen) == len(steps) > 3
    assert [tuple(map(int, re.findall(r"(?:stop|event)=(\d+)", one))) for one in seen] == [
        (step["stop"], step["event"]) for step in steps
    ]


def test_a_line_of_the_log_leads_to_its_step_where_it_is_lit_up(client: Client, anna: Player, played: Game) -> None:
    client.force_login(anna)
    page = _page(client, played)
    links = re.findall(r'<a class="to-step" href="([^"#]+)[^"]*" data-event="(\d+)"', page)
    assert links
    href, event = links[0]
    page = _page(client, played, href.replace("&amp;", "&"))
    lit = r'<li class="[^"]*lit" aria-current="step"><a class="to-step" href="[^"]+" data-event="(\d+)"'
    assert re.findall(lit, page) == [event]


def test_only_steps_of_the_seat_are_shown(client: Client, anna: Player, played: Game) -> None:
    client.force_login(anna)
    for query in ("?stop=1&event=9999", "?stop=99999999&event=1", "?stop=0&event=0"):
        assert client.get(f"/games/{played.pk}/{query}").status_code == 404, query
    Game.objects.filter(pk=played.pk).update(status=Game.Status.RUNNING)
    for path in ("", "1/", "1/board.svg", "1/sheet.svg"):
        assert client.get(f"/games/{played.pk}/replay/{path}?seat=black").status_code == 403
        assert client.get(f"/games/{played.pk}/replay/{path}?seat=red").status_code == 200


def test_sheets_are_kept_and_boards_are_not_sent_again(client: Client, anna: Player, played: Game) -> None:
    client.force_login(anna)
    base = f"/games/{played.pk}/replay/1/"
    board = client.get(base)
    assert client.get(base, headers={"If-None-Match": board["ETag"]}).status_code == 304
    for sheet in board.json()["sheets"]:
        drawn = client.get(f"{base}sheet.svg", {"sheet": sheet["sheet"], "digest": sheet["digest"]})
        assert "immutable" in drawn["Cache-Control"]
        assert "Cookie" in drawn["Vary"]


def test_before_the_start_there_is_no_replay(client: Client, anna: Player, seated: Game) -> None:
    client.force_login(anna)
    assert 'id="replay"' not in _page(client, seated)
