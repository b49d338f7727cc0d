"""The form of a plan: what is read, written, checked, said and drawn by lot agrees."""

from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.kernel.codec import decode, encode
from games.kernel.conformance.json_schema import violations
from games.kernel.errors import GameError, Illegal, Malformed
from games.kernel.forms import Choose
from games.kernel.random_source import random_source
from games.kernel.standing_orders import MOST_RULES, Fact, Range, Rule, StandingOrderKind, rule_schema
from games.kernel.text import Text
from games.orders.rule_plan import RulePlan, Rules, _bounds, describe_rule
from tests.kernel.test_standing_rules import BURN, EVERY_KIND, GO, REACT, rules

EXAMPLE = (Rule("react", {"night": True, "value": Range(at_least=7)}, "trap"),)
SHOWN = StandingOrderKind(
    kind="react", name=Text("reaction", "反応"), facts=REACT.facts, answers=REACT.answers, examples=EXAMPLE
)
PLANS: tuple[RulePlan, ...] = (
    RulePlan(kinds=EVERY_KIND),
    RulePlan(kinds=(SHOWN,), fallback=(Rule("react", {}, "smoke"),), rule="6.2"),
    RulePlan(kinds=(GO, BURN)),
    RulePlan(kinds=()),
)
EVERY_PLAN = pytest.mark.parametrize("form", PLANS)
PLAN = PLANS[0]


def answers(form: RulePlan) -> list[Rules]:
    return [form.default(), form.example(), *(form.sample(random_source("plans", index)) for index in range(200))]


@EVERY_PLAN
def test_default_example_and_samples_are_legal_and_come_back(form: RulePlan) -> None:
    for answer in answers(form):
        assert list(form.problems(answer)) == []
        assert form.accept(decode(encode(form.write(answer)), object)) == answer
        assert form.accept(form.parse(form.render(answer))) == answer
        assert form.accept(form.parse(form.render(answer).upper() + " # yes")) == answer
        assert form.describe(answer, "en")
        assert form.describe(answer, "ja")


@EVERY_PLAN
def test_the_schema_accepts_what_is_legal(form: RulePlan) -> None:
    schema = form.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    for answer in answers(form):
        raw: Any = decode(encode(form.write(answer)), object)
        jsonschema.Draft202012Validator(schema).validate(raw)
        assert list(violations(schema, raw)) == []


@pytest.mark.parametrize(("may_pass", "wrong"), [(True, False), (False, True)])
def test_a_rule_without_an_answer_is_one_where_nothing_may_be_done(may_pass: bool, wrong: bool) -> None:
    foreseen = replace(SHOWN, may_pass=may_pass)
    assert bool(list(violations(rule_schema(foreseen), {"kind": "react"}))) is wrong
    assert not list(violations(rule_schema(foreseen), {"kind": "react", "answer": "trap"}))


@given(st.lists(rules(), max_size=MOST_RULES).map(tuple))
def test_every_plan_comes_back_whole(plan: Rules) -> None:
    assert list(PLAN.problems(plan)) == []
    raw: Any = decode(encode(PLAN.write(plan)), object)
    assert PLAN.accept(raw) == plan
    assert PLAN.accept(PLAN.parse(PLAN.render(plan))) == plan
    jsonschema.Draft202012Validator(PLAN.schema()).validate(raw)
    assert PLAN.describe(plan, "en")


@EVERY_PLAN
def test_the_stored_form_is_the_form(form: RulePlan) -> None:
    assert decode(encode(form), Choose | RulePlan) == form
    assert form.identity() == "plan_ahead"


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        plan = PLAN.accept(PLAN.parse(text))
    except GameError:
        return
    assert list(PLAN.problems(plan)) == []


def test_samples_speak_of_facts_of_every_sort_that_can_be_drawn() -> None:
    drawn = {fact for answer in answers(PLAN) for rule in answer for fact in rule.when}
    assert drawn >= {"night", "value", "weapon", "holding"}


WRITTEN: list[tuple[str, Rules]] = [
    ("pass", ()),
    ("react pass", (Rule("react"),)),
    (
        "react trap weapon=gun value=7.. night=no",
        (Rule("react", {"weapon": ["gun"], "value": Range(7), "night": False}, "trap"),),
    ),
    ("react", (Rule("react"),)),
    ("burn trap", (Rule("burn", {}, ["trap"]),)),
    (
        "burn trap smoke value=3\ngo north",
        (Rule("burn", {"value": Range(3, 3)}, ["trap", "smoke"]), Rule("go", {}, "north")),
    ),
    (
        "react trap value=..-2 holding=trap,mine",
        (Rule("react", {"value": Range(None, -2), "holding": ["trap", "mine"]}, "trap"),),
    ),
]


@pytest.mark.parametrize(("text", "plan"), WRITTEN)
def test_a_rule_is_a_line(text: str, plan: Rules) -> None:
    assert PLAN.accept(PLAN.parse(text)) == plan


WRONG: list[tuple[Any, type[GameError], list[str]]] = [
    ("react trap", Malformed, [""]),
    ([7], Malformed, ["/0"]),
    ([{"kind": "react", "when": {"value": {"at_least": "much"}}}], Malformed, ["/0/when/value/at_least"]),
    ([{"kind": "go"}, {"kind": "sail"}], Illegal, ["/0/answer", "/1/kind"]),
    ([{"kind": "react", "when": {"wind": True}}], Illegal, ["/0/when/wind"]),
    ([{"kind": "react"}] * (MOST_RULES + 1), Illegal, [""]),
]


@pytest.mark.parametrize(("raw", "error", "places"), WRONG)
def test_what_is_wrong_is_named_by_its_place(raw: Any, error: type[GameError], places: list[str]) -> None:
    with pytest.raises(error) as caught:
        PLAN.accept(raw)
    assert [problem.pointer for problem in caught.value.problems] == places


@pytest.mark.parametrize(
    "line",
    [
        "",
        "react value=",
        "react value=..",
        "react value=x",
        "react night=maybe",
        "sail north",
        "go",
        "react trap smoke",
    ],
)
def test_what_is_unclear_is_refused(line: str) -> None:
    with pytest.raises(GameError):
        PLAN.accept(PLAN.parse(line))


def test_a_rule_is_said_in_words() -> None:
    (rule,) = EXAMPLE
    assert describe_rule(SHOWN, rule, "en") == "reaction: trap (n, n ≥ 7)"
    assert describe_rule(SHOWN, rule, "ja") == "反応: trap（ん、ん ≥ 7）"
    passing = Rule("react", {"night": False, "value": Range(2, 2), "weapon": ["gun", "torpedo"]})
    assert describe_rule(SHOWN, passing, "en") == "reaction: pass (not n, n 2, n gun/torpedo)"


def test_a_fact_without_words_is_left_alone_by_chance() -> None:
    odd = RulePlan(
        kinds=(StandingOrderKind(kind="k", name=Text("k", "k"), facts=(Fact("f", Text("f", "f"), "word"),)),)
    )
    assert all(list(odd.problems(odd.sample(random_source("odd", index)))) == [] for index in range(50))


@pytest.mark.parametrize("least", [1, 2, 3, 4, 5, 6, 8, 10, 12, 15])
def test_a_range_that_ends_before_it_begins_is_refused_by_the_schema(least: int) -> None:
    def fits(most: int) -> bool:
        (ranges,) = (one["items"]["properties"]["when"]["additionalProperties"] for one in PLAN.schema()["allOf"])
        return not list(violations(ranges, {"at_least": least, "at_most": most}))

    assert not fits(least - 1)
    assert fits(least)


def test_the_bounds_of_a_figure_are_told_as_far_as_there_are_any() -> None:
    assert [_bounds(Range(*ends)) for ends in ((2, 2), (2, 3), (2, None), (None, 3), (None, None))] == [
        "2",
        "2..3",
        "2..",
        "..3",
        "..",
    ]


def test_a_plan_is_said_rule_by_rule_and_a_kind_that_is_gone_by_its_key() -> None:
    (rule,) = EXAMPLE
    form = RulePlan(kinds=(SHOWN,))
    assert form.describe((rule, Rule("gone", {}, "trap")), "en") == "reaction: trap (n, n ≥ 7)\ngone"
