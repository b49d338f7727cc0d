"""Forms, the odds that they tell, and dice that are divided: conditions and numbers from both sides."""

import pytest

from games.kernel.conformance.json_schema import violations
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
