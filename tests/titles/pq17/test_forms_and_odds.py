"""Forms, the odds that they tell, and dice that are divided: conditions and numbers from both sides."""

from typing import get_args

import pytest

from games.kernel.conformance.json_schema import violations
from games.titles.pq17.orders.attacks import StrikesForm, Target
from games.titles.pq17.orders.odds import By, Chance, Throw, chance_text, divided_throw, for_symbols, throw_text
from games.titles.pq17.orders.planning import PlansForm
from games.titles.pq17.orders.returning import ReturnForm
from games.titles.pq17.orders.situations import Chariots, Land, LayMines, Situation

rule = pytest.mark.rule


@rule("pq17", "12.2.1a")
def test_who_comes_back_is_proposed_somewhere_and_a_dummy_somewhere_else() -> None:
    form = ReturnForm(edge=("0303", "0404", "0505", "0606", "0707"), with_dummy=True)
    default = form.default()
    assert not list(form.problems(default))
    at, dummy = form.chosen(default)
    assert at in form.edge
    assert dummy in form.edge
    alone = ReturnForm(edge=("0303",), with_dummy=False)
    assert alone.chosen(alone.default()) == ("0303", "")


@rule("pq17", "7.1a", "6.3.3")
def test_what_a_draft_says_of_ships_that_follow_is_pointed_at() -> None:
    form = StrikesForm(targets=(Target("x", shadowers=("tf",)), Target("y", units=("a",), packs=("p",))))
    for draft in (
        [{"order": "shadow", "by": "tf", "at": "nowhere"}],
        [{"order": "attack", "at": "x"}],
        [],
        None,
        "words",
    ):
        form.preview(draft)
        form.edits(draft, "p", ())


@rule("pq17", "12.8a", "12.14.1", "4.2c")
def test_mines_and_landings_are_planned_once() -> None:
    for verb, one, other in (
        ("lay_mines", LayMines("a", "0414"), LayMines("b", "0413")),
        ("land", Land("a", "0414", "5.am"), Land("b", "0413", "5.pm")),
        ("chariots", Chariots("0414", "5.am"), Chariots("0413", "5.pm")),
    ):
        form = PlansForm(
            situation=Situation(verb=verb, targets=("0414", "0413"), able=("a", "b"), turns=("5.am", "5.pm"))
        )
        assert not list(violations(form.schema(), form.parse(form.render((one,)))))
        assert not list(form.problems((one,)))
        assert list(violations(form.schema(), form.parse(form.render((one, other)))))
        assert [(found.pointer, found.code, found.rule) for found in form.problems((one, other))] == [
            ("/1/order", "twice", "4.2c")
        ]
    assert not Situation(verb="lay_mines", targets=("0414",)).ways(), "nobody is able"
    assert not Situation(verb="land", able=("a",)).ways(), "nowhere to go"
    assert Situation(verb="chariots", targets=("0414",), turns=("5.am",)).ways()
    assert not Situation(able=("a",), targets=("0414",)).ways()


@rule("pq17", "7.1.1", "1.8")
def test_the_odds_of_a_throw_that_cannot_succeed_or_has_no_dice_are_none() -> None:
    for means in get_args(By):
        never, nothing = Throw("a", "b", means, 4, 10, 0), Throw("a", "b", means, 0, 5, 0)
        some = Throw("a", "b", means, 4, 9, 40)
        assert throw_text(never) == throw_text(nothing) != throw_text(some)
    assert throw_text(Throw("a", "b", "guns", 1, 7, 30)).en == "guns: 1 die, 7 or more counts, 0.3 on average"
    assert throw_text(Throw("a", "b", "guns", 2, 7, 35)).en == "guns: 2 dice, 7 or more counts, 0.4 on average"
    assert throw_text(Throw("a", "b", "guns", 2, 7, 34)).en.endswith("0.3 on average")
    assert throw_text(Throw("a", "b", "guns", 20, 7, 1234)).en.endswith("12.3 on average")
    assert throw_text(Throw("a", "b", "bombs", 2, 7, 50, (0, 3), 40)).en.endswith(
        "; before that guns of * + 3, which cost a step in 40 of 100"
    )


@rule("pq17", "7.1.1")
@pytest.mark.parametrize(
    ("finds", "cards", "draws", "words"),
    [
        (10, 40, 1, "located by 10 of 40 cards: 25 of 100."),
        (20, 40, 2, "located by 20 of 40 cards, 2 may be drawn: 76 of 100."),
        (40, 40, 1, "located by 40 of 40 cards: 100 of 100."),
        (39, 40, 2, "located by 39 of 40 cards, 2 may be drawn: 100 of 100."),
        (1, 1, 2, "located by 1 of 1 cards, 2 may be drawn: 100 of 100."),
        (0, 40, 2, "located by 0 of 40 cards, 2 may be drawn: 0 of 100."),
        (0, 0, 1, "located by 0 of 0 cards: 0 of 100."),
    ],
)
def test_how_likely_a_target_is_located(finds: int, cards: int, draws: int, words: str) -> None:
    told = chance_text(Chance(finds, cards, draws))
    assert told.en == words
    assert ("枚まで" in told.ja) is (draws > 1)


@rule("pq17", "7.5.2h")
@pytest.mark.parametrize(("dice", "count", "shares"), [(5, 2, [3, 2]), (4, 2, [2, 2]), (3, 1, [3]), (0, 2, [0, 0])])
def test_the_dice_of_who_divides_them(dice: int, count: int, shares: list[int]) -> None:
    one = Throw("a", "b", "guns", dice, 7, 30 * dice)
    found = [divided_throw(one, place, count) for place in range(count)]
    assert [(each.dice, each.mean) for each in found] == [(share, 30 * share) for share in shares]
    assert [for_symbols(one, symbols).dice for symbols in ("2", None, "x", "0")] == [2 * dice, dice, dice, 0]
