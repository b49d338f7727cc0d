"""The levels of bots in words, and the mistakes of the lowest."""

import pytest

from games.kernel.advice import Advice
from games.kernel.bot_levels import LEVELS, describe_level
from games.kernel.lapses import NO_LAPSES, Lapses
from games.kernel.random_source import random_source
from games.kernel.title import Bot, random_bot
from tests.kernel.toy import TOY

_QUIET = Bot(lambda view, question, pick: Advice(None))


def test_each_level_has_a_name_and_a_sentence_in_both_languages() -> None:
    assert list(LEVELS) == ["random", "cadet", "captain", "admiral"]
    for level in LEVELS.values():
        assert level.name.en
        assert level.name.ja != level.name.en
        assert level.note.en.endswith(".")
        assert level.note.ja.endswith("。")


def test_a_bot_of_no_level_is_named_by_its_key() -> None:
    assert (describe_level("gunner").name.ja, describe_level("gunner").note.en) == ("gunner", "")


def test_a_former_name_means_the_level_that_plays_on_for_it() -> None:
    title = TOY.evolve(bots={"cadet": random_bot, "captain": _QUIET}, former_bots={"gunner": "captain"})
    assert title.bot("gunner") is _QUIET
    assert title.bot_level("gunner") == "captain"
    assert title.has_bot("gunner")
    assert not title.has_bot("admiral")
    assert "gunner" not in title.bot_levels
    with pytest.raises(KeyError):
        title.bot("admiral")


def test_a_level_that_exists_goes_before_a_former_name() -> None:
    title = TOY.evolve(bots={"captain": _QUIET, "admiral": random_bot}, former_bots={"admiral": "captain"})
    assert title.bot_level("admiral") == "admiral"


def test_the_usual_bot_is_the_captain() -> None:
    assert TOY.evolve(bots={"cadet": random_bot, "captain": _QUIET}).usual_bot == "captain"
    assert TOY.evolve(bots={"gunner": _QUIET}).usual_bot == "gunner"
    assert TOY.evolve(bots={}).usual_bot == "random"


def test_lapses_depend_on_the_matter_and_not_on_the_order() -> None:
    one, other = Lapses(random_source(4)), Lapses(random_source(4))
    matters = [("range", number) for number in range(300)]
    found = [one.misjudge(1000, 30, *matter) for matter in matters]
    assert found == [other.misjudge(1000, 30, *matter) for matter in matters[::-1]][::-1]
    assert found == [one.misjudge(1000, 30, *matter) for matter in matters]
    assert (min(found), max(found)) == (700, 1300)
    assert 60 < sum(one.overlooks(3, *matter) for matter in matters) < 140
    assert found != [Lapses(random_source(5)).misjudge(1000, 30, *matter) for matter in matters]


def test_without_lapses_nothing_is_overlooked() -> None:
    assert not any(NO_LAPSES.overlooks(1, number) for number in range(10))
    assert NO_LAPSES.misjudge(1000, 90, "range") == 1000
