"""Every title has the same levels of bots; each plays from its own view, and gives one answer to one question."""

from typing import Any

import pytest

from bench.workbench.bare_play import Play
from games.kernel.bot_levels import LEVELS
from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from tests.titles.loading import keys, load

SHORT = {"pq17": "pq6", "battleships": "last_battle", "goeben": "suez_canal", "pirates": "two_players"}
FORMER = {"goeben": {"admiral": "captain"}, "pq17": {"admiral": "captain"}}
"""The names of bots in stored games of earlier versions, and who plays on for them."""
MOST = 40
"""Decisions of each title that are asked twice."""


@pytest.mark.parametrize("key", keys())
def test_levels_are_the_same_in_all_titles(key: str) -> None:
    """A new title has at least a captain."""
    title, least = load(key), ["cadet", "captain"] if key in SHORT else ["captain"]
    assert [*title.bots][: len(least)] == least
    assert [level for level in LEVELS if level in title.bots] == [*title.bots]
    assert title.usual_bot == "captain"
    assert title.bot_levels == ("random", *title.bots)


@pytest.mark.parametrize("key", keys())
def test_bots_of_stored_games_play_on_under_their_former_names(key: str) -> None:
    """Earlier versions had one bot: the captain in two titles, the admiral in the other two."""
    title, former = load(key), FORMER.get(key, {})
    assert title.former_bots == former
    for name, level in (*former.items(), ("captain", "captain")):
        assert title.has_bot(name)
        assert title.bot(name) is title.bots[level if name not in title.bots else name]


@pytest.mark.parametrize("key", SHORT)
def test_a_cadet_gives_one_answer_to_one_question(key: str) -> None:
    """The answer depends on the view, the question and the seed; some answers differ from the captain's."""
    title, scenario = load(key), SHORT[key]
    found: list[tuple[Any, Any, Any]] = []

    def watch(view: Any, question: Ask[Any], answer: Any) -> None:
        if len(found) < MOST:
            asked = [(level, random_source(5, len(found))) for level in ("cadet", "cadet", "captain")]
            one, same, other = (question.form.write(title.bots[level](view, question, pick)) for level, pick in asked)
            found.append((one, same, other))

    Play(title, scenario, 3, dict.fromkeys(title.seats(scenario), title.bots["cadet"]), watch).to_the_end()
    assert all(one == same for one, same, _ in found)
    assert any(one != other for one, _, other in found)
