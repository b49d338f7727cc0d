"""Offers of one order for several units over REST."""

import pytest

from games.models import Player
from tests.api.conftest import Caller
from tests.pages.test_group_orders import at_question

pytestmark = pytest.mark.django_db


def test_one_offer_gives_several_ships_their_order_and_says_for_whom_not(anna: Player) -> None:
    desk = at_question(anna, "pq17", "pq12", "allied", "axis", "orders")
    forces = [way.fields[0].values[0] for way in desk.form.cached_templates if way.verb == "move"]
    path = f"decisions/{desk.request.pk}/"
    offers = Caller(anna).post(path + "offers/", {"answer": [], "value": "0909", "actors": forces}).json()["results"]
    (many, *_) = (one for one in offers if one["kind"] == "many" and not one["problems"])
    assert {order["order"] for order in many["answer"]} == {"move"}
    moved = {order["force"] for order in many["answer"]}
    assert 1 < len(moved) < len(forces)
    assert many["note"]["en"].startswith(f"For {len(moved)} of {len(forces)}. Not ")
    assert Caller(anna).put(path + "answer/", {"answer": many["answer"]}).status_code == 202


def test_one_actor_gets_no_offer_for_many(anna: Player) -> None:
    desk = at_question(anna, "pq17", "pq12", "allied", "axis", "orders")
    body = {"answer": [], "value": "0909", "actors": ["home_fleet", "home_fleet"]}
    offers = Caller(anna).post(f"decisions/{desk.request.pk}/offers/", body).json()["results"]
    assert offers
    assert "many" not in {one["kind"] for one in offers}
