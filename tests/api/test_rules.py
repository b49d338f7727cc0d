"""The rules of a title by REST, in our own words."""

import pytest
from django.test import Client

from games.registry import TITLES, current_title

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_the_rules_of_a_title_are_listed(client: Client) -> None:
    found = client.get("/api/v1/titles/goeben/rules/").json()
    assert found["next"] is None
    assert {"rule": "14.3", "name": {"en": "Contact", "ja": "接敵"}} in [
        {"rule": one["rule"], "name": {"en": one["name"]["en"], "ja": one["name"]["ja"]}} for one in found["results"]
    ]
    assert len(found["results"]) == len(current_title("goeben").presentation.rule_texts)


def test_one_rule_has_text_neighbours_related_rules_and_charts(client: Client) -> None:
    found = client.get("/api/v1/titles/goeben/rules/14.3/").json()
    assert found["text"]["en"].startswith("A die is rolled")
    assert found["text"]["ja"]
    assert (found["before"]["rule"], found["after"]["rule"]) == ("14.2", "14.4")
    assert {"14.4", "5.1"} <= {one["rule"] for one in found["related"]}
    assert found["charts"][0]["key"] == "contact"
    assert len(found["charts"][0]["rows"]) == 13


@pytest.mark.parametrize("rule", ["13.chart/Quiet%20Seas", "3.0(9)"])
def test_a_number_with_signs_is_part_of_the_address(client: Client, rule: str) -> None:
    assert client.get(f"/api/v1/titles/goeben/rules/{rule}/").status_code == 200


@pytest.mark.parametrize("place", ["titles/goeben/rules/99/", "titles/chess/rules/", "titles/chess/rules/1.1/"])
def test_unknown_rules_and_titles_are_not_found(client: Client, place: str) -> None:
    assert client.get(f"/api/v1/{place}").status_code == 404


@pytest.mark.parametrize("key", TITLES)
def test_the_reference_has_the_charts(client: Client, key: str) -> None:
    charts = client.get(f"/api/v1/titles/{key}/reference/").json()["charts"]
    assert len(charts) > 5
    assert all(len(row) == len(one["columns"]) for one in charts for row in one["rows"])
