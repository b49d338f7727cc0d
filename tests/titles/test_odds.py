"""The odds that a title shows: chances that add up, from the view alone, the same in worlds that a seat cannot tell
apart.
"""

from functools import cache
from itertools import product
from typing import Any

import pytest

from games.kernel.codec import encode
from games.kernel.conformance.play import Play, play_out
from games.kernel.odds import Odds, OddsModifier, OddsOutcome, OddsTable, chance_in_words
from games.kernel.random_source import random_source
from games.kernel.text import Text
from games.kernel.title import Title
from games.selectors.odds import describe_all_odds, describe_odds, find_odds
from tests.titles.loading import keys, load

STOPS, WORLDS, MOST = 25, 2, 5
ODDS = [key for key in keys() if load(key).presentation.odds is not None]
SCENARIOS = {"battleships": "denmark_strait"}
"""The scenario of a title that is played, if it is not the first."""


@cache
def played(key: str) -> Play:
    """The first stops of a random game of a title."""
    title = load(key)
    scenario = SCENARIOS.get(key, next(iter(title.scenarios)))
    return play_out(title, scenario, title.options.type(), 7, most_stops=STOPS)


def test_titles_with_dice_in_battle_have_odds() -> None:
    assert {"battleships", "goeben", "pirates", "pq17"} <= set(ODDS)


def table_of(title: Title[Any]) -> OddsTable:
    assert title.presentation.odds is not None
    return title.presentation.odds


def all_odds(title: Title[Any], view: Any) -> dict[tuple[str, str], tuple[Odds, ...]]:
    table = table_of(title)
    units = table.units(view)
    some = [*units[:MOST], *units[-MOST:]]
    return {pair: table.between(view, *pair) for pair in product(some, some)}


@pytest.mark.parametrize("key", ODDS)
def test_odds_are_the_same_in_worlds_that_the_seat_cannot_tell_apart(key: str) -> None:
    title, play = load(key), played(key)
    for stop in play.stops[::4]:
        state = title.read_state(stop.state)
        for seat, number in product(play.seats, range(WORLDS)):
            here = title.secrecy.view(state, seat)
            other = title.secrecy.deal_other_world(
                title.read_state(stop.state), seat, random_source(number, stop.number, seat)
            )
            there = title.secrecy.view(other, seat)
            assert encode(here) == encode(there)
            assert all_odds(title, here) == all_odds(title, there)


@pytest.mark.parametrize("key", ODDS)
def test_chances_add_up_and_no_side_attacks_itself(key: str) -> None:
    title, play, seen = load(key), played(key), 0
    for stop in play.stops:
        view = title.secrecy.view(title.read_state(stop.state), play.seats[0])
        for (attacker, target), found in all_odds(title, view).items():
            assert not (found and attacker == target)
            for one in found:
                assert all(0 <= outcome.chance <= 1000 for outcome in one.outcomes)
                assert sum(outcome.chance for outcome in one.outcomes) <= 1000
                assert one.rule
                assert all(line.en and line.ja for line in describe_odds(one))
                seen += 1
    assert seen or key not in ("pirates", "battleships")


def test_unknown_units_have_no_odds() -> None:
    for key in keys():
        title, play = load(key), played(key)
        view = title.secrecy.view(title.read_state(play.stops[-1].state), play.seats[0])
        assert table_of(title).between(view, "nobody", "nothing") == ()


@pytest.mark.parametrize(
    ("chance", "said"), [(0, "0%"), (4, "<1%"), (10, "1%"), (494, "49%"), (495, "50%"), (995, ">99%"), (1000, "100%")]
)
def test_a_chance_is_never_rounded_to_certainty(chance: int, said: str) -> None:
    assert chance_in_words(chance) == said


def test_odds_are_said_with_their_modifiers_and_rules() -> None:
    found = Odds(
        Text("Guns", "砲"),
        "5.3",
        (OddsOutcome(Text("sunk", "沈没"), 250),),
        (OddsModifier(Text("slow", "低速"), 2, "5.8"),),
        Text("Land is not included.", "陸地は含みません。"),
    )
    assert [line.en for line in describe_odds(found)] == [
        "Guns: sunk 25% (rule 5.3)",
        "Modifiers: slow +2 (5.8)",
        "Land is not included.",
    ]


def test_details_that_several_ways_to_attack_share_are_said_once() -> None:
    def way(name: str, *modifiers: OddsModifier) -> Odds:
        return Odds(Text(name, name), "5.3", (), modifiers, Text("Land is not included.", "陸地は含みません。"))

    slow = OddsModifier(Text("slow", "低速"), 2, "5.8")
    assert [line.en for line in describe_all_odds([way("A", slow), way("B", slow), way("C")])] == [
        "A (rule 5.3)",
        "B (rule 5.3)",
        "Modifiers: slow +2 (5.8)",
        "Land is not included.",
        "C (rule 5.3)",
        "Land is not included.",
    ]


@pytest.mark.parametrize(
    "words", ["hood bismarck", "hood at bismarck", "hood → bismarck", "HOOD against the Bismarck", "フッド対ビスマルク"]
)
def test_units_are_named_as_people_name_them(words: str) -> None:
    title, play = load("battleships"), played("battleships")
    view = title.secrecy.view(title.read_state(play.stops[0].state), "british")
    (found,) = find_odds(title, table_of(title), view, words)
    assert (found.attacker, found.target) == ("hood", "bismarck")
