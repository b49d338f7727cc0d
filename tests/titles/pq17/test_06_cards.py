"""6.2, 6.6, 6.7, 6.9, 7.1.1: reading cards, and ID levels, by the positions of `positions/06_search.toml`."""

import pytest

from games.titles.pq17.components.pieces import RESULTS
from games.titles.pq17.rules.search.cards import (
    LOCATING,
    card_finds,
    cards_to_locate,
    cards_to_locate_by_option,
)
from tests.titles.pq17.ch06_search.searches import card, card_look

rule = pytest.mark.rule


@rule("pq17", "7.1.1")
@rule("pq17", "7.1.1a")
def test_p10_pp75_pp76_locating() -> None:
    assert LOCATING == {"air": "air", "task_force": "force", "wolfpack": "force"}
    assert cards_to_locate(shadowed=False, scattered=False) == 1
    assert cards_to_locate(shadowed=True, scattered=False) == cards_to_locate(shadowed=False, scattered=True) == 2
    located = [result for result in RESULTS if card_finds(card(result), card_look(2))]
    assert sorted(located) == sorted(["0", "1", "2", "U", "+"])


@rule("pq17", "7.1.1o")
def test_pp77_the_second_card_by_option() -> None:
    assert cards_to_locate_by_option("task_force", scattered=False, weather="fair", by_aircraft=True) == 1
    assert cards_to_locate_by_option("task_force", scattered=False, weather="fog", by_allied_aircraft=True) == 2
    assert cards_to_locate_by_option("task_force", scattered=False, weather="fog", by_task_force=True) == 2
    assert cards_to_locate_by_option("wolfpack", scattered=False, weather="fair") == 1
    assert cards_to_locate_by_option("wolfpack", scattered=False, weather="fog", by_wolfpack=True) == 2
    assert cards_to_locate_by_option("air", scattered=False, weather="fair") == 2
    assert cards_to_locate_by_option("air", scattered=False, weather="reduced") == 1
    assert cards_to_locate_by_option("air", scattered=False, weather="reduced", by_aircraft=True) == 2
    assert cards_to_locate_by_option("air", scattered=True, weather="storm") == 2
