"""Odds in short, and the odds of an option."""

import pytest

from games.kernel.forms import Choose, MayChoose
from games.kernel.odds import (
    Chances,
    Odds,
    OddsMean,
    OddsModifier,
    OddsOutcome,
    mean_in_words,
    name_chances,
    shorten_odds,
    split_thousandths,
    thousandths,
)
from games.kernel.text import Text

SUNK, NOTHING = Text("sunk", "撃沈"), Text("no effect", "効果なし")
NIGHT, SLOW, CREW = (Text(one, one) for one in ("night", "slow", "crew"))


def odds(*modifiers: OddsModifier) -> Odds:
    outcomes = (OddsOutcome(SUNK, 83), OddsOutcome(NOTHING, 917, matters=False))
    return Odds(Text("Guns", "砲"), "5.3", outcomes, modifiers, expected=(OddsMean(Text("steps", "ステップ"), 42),))


def test_the_short_form_has_what_matters_and_each_modifier_with_its_rule() -> None:
    short = shorten_odds(odds(OddsModifier(NIGHT, -2, "7.3"), OddsModifier(SLOW, 1, "5.8")))
    assert short.en == "sunk 8% · 0.4 steps · −2 night 7.3 · +1 slow 5.8"
    assert short.ja == "撃沈 8% · ステップ0.4 · −2 night 7.3 · +1 slow 5.8"


def test_many_modifiers_are_added_up() -> None:
    three = (OddsModifier(NIGHT, -2, "7.3"), OddsModifier(SLOW, 1, "5.8"), OddsModifier(CREW, 2, "10.3"))
    assert shorten_odds(odds(*three)).en == "sunk 8% · 0.4 steps · +1 by 3 modifiers"


def test_where_nothing_can_happen_the_short_form_says_so() -> None:
    none = Odds(SUNK, "1", (OddsOutcome(SUNK, 0), OddsOutcome(NOTHING, 1000, matters=False)))
    assert shorten_odds(none).en == "sunk 0%"


@pytest.mark.parametrize(("ways", "every", "said"), [(0, 36, 0), (1, 3, 333), (1, 10000, 1), (10000, 10000, 1000)])
def test_what_can_happen_never_has_no_chance(ways: int, every: int, said: int) -> None:
    assert thousandths(ways, every) == said


@pytest.mark.parametrize("ways", [(1, 1, 4), (1, 1, 1), (0, 5, 1), (1, 0, 9999)])
def test_chances_that_exclude_each_other_add_up(ways: tuple[int, ...]) -> None:
    found = dict(split_thousandths([(str(place), count) for place, count in enumerate(ways)]))
    assert sum(found.values()) == 1000
    assert all(bool(found[str(place)]) == bool(count) for place, count in enumerate(ways))
    assert all(abs(found[str(place)] - 1000 * count / sum(ways)) <= 2 for place, count in enumerate(ways))


@pytest.mark.parametrize(("hundredths", "said"), [(0, "0.00"), (4, "0.04"), (42, "0.4"), (250, "2.5")])
def test_small_means_keep_two_places(hundredths: int, said: str) -> None:
    assert mean_in_words(hundredths) == said


def test_stored_chances_get_their_names() -> None:
    stored = Chances(
        "5.3", (("sunk", 83), ("nothing", 917)), (("night", -2, "7.3"),), (("steps", 42),), (("fire", 10),)
    )
    found = name_chances(stored, SUNK, Text.same)
    assert [(one.name.en, one.matters) for one in found.outcomes] == [("sunk", True), ("nothing", False)]
    assert (found.modifiers[0].amount, found.expected[0].hundredths, found.also[0].chance) == (-2, 42, 10)


def test_an_option_shows_its_odds_before_it_is_chosen() -> None:
    shown = odds()
    form = Choose(options=("chase", "hold"), odds={"chase": (shown,)})
    (line,) = form.preview("chase").lines
    assert (line.text.en, line.odds) == ("Guns: sunk 8% · 0.4 steps", shown)
    assert form.preview("hold").lines == form.preview(["chase"]).lines == form.preview(None).lines == ()
    passing = MayChoose(options=("a",), odds={"": (shown,)})
    assert [one.odds for one in passing.preview(None).lines] == [shown]
    assert passing.preview("a").lines == ()
