"""Lists of the admin that grow for years: page behind page, searched by the beginning of names."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.admin.keyset_admin import KeysetAdmin, rows_after
from games.models import AuditEntry, Game, JournalSegment, OutgoingMail, Player
from games.services.creation import do_create_game
from games.services.umpire import do_pause

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KeysetAdmin, "list_per_page", 2)


@pytest.fixture
def fleet(toy: Any, anna: Player) -> list[Game]:
    """Five games, the newest first; two of them of the same moment."""
    games = [do_create_game(host=anna, title="toy", scenario="standard", name=f"sea {name}") for name in "abcde"]
    Game.objects.filter(pk=games[2].pk).update(created_at=games[1].created_at)
    return list(Game.objects.order_by("-created_at", "id"))


def address(model: Any, **query: Any) -> str:
    text = "&".join(f"{name}={value}" for name, value in query.items())
    return f"{reverse(f'admin:games_{model._meta.model_name}_changelist')}?{text}"


def shown(client: Client, place: str) -> tuple[list[Any], str]:
    """The rows of a page, and where it goes further."""
    response = client.get(place)
    assert response.status_code == 200
    further = re.search(r'<a rel="next" href="([^"]+)"', response.content.decode())
    where = place.partition("?")[0] + further[1].replace("&amp;", "&") if further else ""
    return list(response.context["cl"].result_list), where


def test_page_follows_page_and_each_row_stands_on_one(as_staff: Client, fleet: list[Game]) -> None:
    place, found = address(Game), []
    while place:
        rows, place = shown(as_staff, place)
        assert len(rows) <= 2
        found += rows
    assert found == fleet


@pytest.mark.both_databases
def test_a_page_stays_put_while_games_are_added(as_staff: Client, fleet: list[Game], anna: Player) -> None:
    _, further = shown(as_staff, address(Game))
    do_create_game(host=anna, title="toy", scenario="standard", name="sea f")
    assert shown(as_staff, further)[0] == fleet[2:4]


@pytest.mark.both_databases
def test_filters_and_searches_go_with_it_and_begin_at_the_front(as_staff: Client, fleet: list[Game]) -> None:
    Game.objects.filter(name="sea b").update(name="lake b")
    rows, further = shown(as_staff, address(Game, q="sea", status__exact="open"))
    assert "q=sea" in further
    assert len(rows) + len(shown(as_staff, further)[0]) == 4
    page = as_staff.get(further).content.decode()
    assert 'name="behind"' not in page
    assert "status__exact=over&amp;behind" not in page


def test_a_place_that_is_none_is_the_front(as_staff: Client, fleet: list[Game]) -> None:
    for place in ("x", "00000000-0000-4000-8000-000000000000"):
        assert shown(as_staff, address(Game, behind=place))[0] == fleet[:2]


def test_no_order_but_its_own(as_staff: Client, fleet: list[Game]) -> None:
    assert shown(as_staff, address(Game, o="1"))[0] == fleet[:2]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("model", "text", "count"),
    [
        (Game, "north", 1),
        (Game, "orth", 0),
        (Game, "anna", 1),
        (Game, "ben@", 1),
        (Game, "the id", 1),
        (OutgoingMail, "north", 2),
        (OutgoingMail, "anna", 1),
        (OutgoingMail, "a Message-ID", 1),
        (JournalSegment, "north", 1),
        (AuditEntry, "ulla", 1),
        (AuditEntry, "paused", 1),
        (AuditEntry, "north", 1),
        (Player, "AN", 1),
    ],
)
def test_what_a_search_finds(as_staff: Client, staff: Player, running: Game, model: Any, text: str, count: int) -> None:
    OutgoingMail.objects.filter(kind="notice").delete()
    do_pause(by=staff, game_id=running.pk)
    OutgoingMail.objects.filter(kind="notice").delete()
    letter = OutgoingMail.objects.all()[0].message_id
    words = {"the id": str(running.pk)[:13], "a Message-ID": letter}
    assert len(shown(as_staff, address(model, q=words.get(text, text)))[0]) == count


def test_rows_are_estimated_where_they_are_not_all_on_the_page(as_staff: Client, fleet: list[Game]) -> None:
    assert as_staff.get(address(Game, q="sea c")).context["cl"].result_count == 1
    with CaptureQueriesContext(connection) as asked:
        assert as_staff.get(address(Game)).context["cl"].result_count >= 3
    if connection.vendor == "postgresql":
        assert not [query for query in asked.captured_queries if query["sql"].startswith("SELECT COUNT(")]


@pytest.mark.both_databases
def test_behind_begins_with_a_range(fleet: list[Game]) -> None:
    one = fleet[1]
    found = Game.objects.filter(rows_after(["-created_at", "id"], (one.created_at, one.pk)))
    assert set(found) == set(fleet[2:])
