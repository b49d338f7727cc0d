"""Own units, cards of things and distances by REST: the same as on the pages, from the caller's seat alone."""

import pytest

from games.models import Game, Player
from tests.api.conftest import Caller
from tests.pages.test_inspection import started

pytestmark = pytest.mark.django_db


@pytest.fixture
def goeben(anna: Player, ben: Player) -> Game:
    return started(anna, "goeben", "captains", "goeben", {"breslau": ben})


def test_my_units_are_listed_with_place_state_and_possible_orders(goeben: Game, anna: Player) -> None:
    found = Caller(anna).get(f"games/{goeben.pk}/units/").json()
    (ship,) = found["results"]
    assert (found["seat"], ship["id"], ship["name"], ship["place"]) == ("goeben", "goeben", "Goeben", "messina")
    assert "hull 12/12" in ship["state"]
    assert "Take aboard" in ship["orders"][0]["orders"]


def test_a_thing_is_named_by_id_or_name_and_an_ambiguous_name_is_refused(goeben: Game, anna: Player) -> None:
    client = Caller(anna)
    card = client.get(f"games/{goeben.pk}/inspect/?thing=Messina").json()
    assert card["id"] == "messina"
    assert "goeben" in [one["id"] for one in card["stack"]]
    assert client.get(f"games/{goeben.pk}/inspect/?thing=Messina&language=ja").json()["kind"] == "港"
    refused = client.get(f"games/{goeben.pk}/inspect/?thing=patrol")
    assert refused.status_code == 400
    assert "may be" in refused.content.decode()
    assert client.get(f"games/{goeben.pk}/inspect/?thing=nowhere").status_code == 400


def test_distances_and_rings(goeben: Game, anna: Player) -> None:
    client = Caller(anna)
    way = client.get(f"games/{goeben.pk}/measure/?start=goeben&end=Malta").json()["way"]
    assert (way["path"][0], way["path"][-1], way["distance"]) == ("messina", "malta", len(way["path"]) - 1)
    ring = client.get(f"games/{goeben.pk}/measure/?start=malta&radius=2").json()["ring"]
    assert ring
    assert all(client.get(f"games/{goeben.pk}/measure/?start=malta&end={one['id']}").json()["way"]["distance"] == 2
               for one in ring)  # fmt: skip


def test_the_units_of_another_seat_are_not_mine_to_list(goeben: Game, anna: Player) -> None:
    assert Caller(anna).get(f"games/{goeben.pk}/units/?seat=breslau").status_code == 403
    assert Caller(anna).get(f"games/{goeben.pk}/units/?seat=public").json()["results"] == []


def test_a_table_of_cards_has_no_distances(pirates_game: Game, anna: Player) -> None:
    refused = Caller(anna).get(f"games/{pirates_game.pk}/measure/?start=red&end=black")
    assert refused.status_code == 400
    assert "no distances" in refused.content.decode()


@pytest.fixture
def pirates_game(anna: Player, ben: Player) -> Game:
    return started(anna, "pirates", "two_players", "red", {"black": ben})
