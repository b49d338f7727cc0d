"""One order for many units: who gets it, who does not and why, and what it replaces."""

from collections.abc import Iterator
from typing import Any

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.order_editor.group_edits import Group, GroupEdit, target_edits
from tests.kernel.book import FORM, Book, sail

BOTH = ("emden", "wolf")


class Narrow(Book, frozen=True, kw_only=True, dict=True, tag="test.narrow"):
    """Only one ship may fire; the refusal names no order."""

    def conflicts(self, answer: Any) -> Iterator[Problem]:
        if len([order for order in answer if type(order).__name__ == "Fire"]) > 1:
            yield Problem("", "once", Text("Only one may fire.", "砲撃は1隻のみ。"), "9.1")


def to(form: Any, draft: Any, value: str, units: tuple[str, ...] = BOTH) -> dict[str, GroupEdit]:
    return {one.verb: one for one in target_edits(Group(form, draft, units), value)}


def test_ships_that_one_order_takes_sail_in_one() -> None:
    edit = to(FORM, [], "belt")["sail"]
    assert (edit.answer, edit.served, edit.refused, edit.replaced) == (
        [sail("belt", ships=list(BOTH))],
        BOTH,
        (),
        (),
    )


def test_an_order_that_is_too_much_for_one_goes_to_the_other_alone() -> None:
    edit = to(FORM, [], "dogger")["sail"]
    assert edit.served == ("emden",)
    assert edit.answer == [sail("belt", "skagen", "dogger")]
    assert [(one.units, [why.code for why in one.problems]) for one in edit.refused] == [(("wolf",), ["range"])]


def test_units_without_such_an_order_are_named_without_a_problem() -> None:
    edit = to(FORM, [], "coal")["load"]
    assert edit.served == ("emden",)
    assert [(one.units, one.problems) for one in edit.refused] == [(("wolf",), ())]


def test_an_order_of_the_same_verb_is_replaced_and_others_stay() -> None:
    fire = {"order": "fire", "ship": "wolf", "at": ["tiger"]}
    edit = to(FORM, [sail("canal"), fire, sail("canal", ships=["wolf"])], "belt")["sail"]
    assert edit.answer == [fire, sail("belt", ships=list(BOTH))]
    assert edit.replaced == BOTH


def test_a_unit_that_is_refused_keeps_its_order() -> None:
    edit = to(FORM, [sail("canal", ships=list(BOTH))], "dogger")["sail"]
    assert edit.answer == [sail("canal", ships=["wolf"]), sail("belt", "skagen", "dogger")]
    assert edit.served == ("emden",)


def test_an_order_together_with_a_unit_outside_the_group_is_left_alone() -> None:
    draft = [sail("canal", ships=list(BOTH))]
    edit = to(FORM, draft, "belt", ("emden",))["sail"]
    assert edit.answer[0] == draft[0]


def test_a_common_limit_serves_the_first_ones() -> None:
    edit = to(Narrow(), [], "lion")["fire"]
    assert edit.served == ("emden",)
    assert edit.answer == [{"order": "fire", "ship": "emden", "at": ["lion"]}]
    assert [(one.units, one.problems[0].rule) for one in edit.refused] == [(("wolf",), "9.1")]
