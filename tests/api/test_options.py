"""What may be agreed on before a game: told with names, and refused where it excludes something else."""

from typing import Any

import pytest

from games.models import Game
from games.titles.pirates.components.options import Options
from tests.api.conftest import Caller, problem

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def wish(scenario: str, **options: Any) -> dict[str, Any]:
    return {"title": "pirates", "scenario": scenario, "options": options}


@pytest.mark.parametrize(
    ("scenario", "options", "expected"),
    [
        (
            "three_players",
            {"tournament": "random", "after_1914": True},
            {("/options/tournament", "6.4"), ("/options/after_1914", "6.5")},
        ),
        ("two_players", {"tournament_merchants": "chosen"}, {("/options/tournament_merchants", "6.4.3")}),
        ("four_players", {"without_breakout": True}, {("/options/without_breakout", "6.5.3")}),
        ("three_players", {"without_breakout": True, "after_1914": True}, {("/options/without_breakout", "6.5.3")}),
        ("two_players", {"without_lost_merchants": True}, {("/options/without_lost_merchants", "6.5.4")}),
        ("two_players", {"first_player": "live"}, {("/options/first_player", "5.2.3")}),
        ("four_players", {"phantom_targets": "best"}, {("/options/phantom_targets", "5.4.3")}),
        (
            "four_players",
            {"removed": 73, "after_1914": True, "without_breakout": True},
            {("/options/removed", "2.1.4")},
        ),
    ],
)
def test_options_that_do_not_fit_are_refused_with_field_and_rule(
    red: Caller, scenario: str, options: dict[str, Any], expected: set[tuple[str, str]]
) -> None:
    found = problem(red.post("games/", wish(scenario, **options)), 422, "illegal")
    assert {(error["pointer"], error["rule"]) for error in found["errors"]} == expected
    assert not Game.objects.exists()


def test_what_excludes_each_other_names_both_rules_in_the_readers_language(red: Caller, black: Caller) -> None:
    both = wish("four_players", tournament="chosen", after_1914=True)
    for caller, words in ((red, "6.4 and 6.5 exclude each other"), (black, "6.4と6.5は併用できません")):
        found = problem(caller.post("games/", both), 422, "illegal")
        assert all(words in error["detail"] for error in found["errors"])
        assert words in found["detail"]


def test_options_that_fit_are_kept(red: Caller) -> None:
    options = {"tournament": "chosen", "after_1914": True, "without_lost_merchants": True, "carry_over_three": True}
    created = red.post("games/", wish("two_players", **options))
    assert created.status_code == 201
    assert created.json()["options"] == options


def test_every_option_and_value_has_a_name_in_both_languages(nobody: Caller) -> None:
    schema = nobody.get("titles/pirates/").json()["options"]
    fields = schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"]
    assert set(fields) == set(Options.__struct_fields__)
    for field in fields.values():
        names = [field["x-name"], *(field["x-names"][value] for value in field.get("enum", ()))]
        assert all(name["en"] and name["ja"] and name["en"] != name["ja"] for name in (*names, field["x-note"]))
        assert field["title"] == field["x-name"]["en"]
        assert field["description"] if "anyOf" not in field else True
