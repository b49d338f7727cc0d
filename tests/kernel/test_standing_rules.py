"""Rules for later questions: conditions, names of options, the first that fits, and rules that can never fit."""

from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.codec import MAX_NUMBER
from games.kernel.conformance.json_schema import violations
from games.kernel.forms import Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.requests import Ask
from games.kernel.standing_orders import (
    NO_FIT,
    Condition,
    Fact,
    Range,
    Rule,
    StandingOrderKind,
    apply_rules,
    conditions_hold,
    fit_answer,
    normalize_rule,
    read_rule,
    rule_problems,
    rule_schema,
)
from games.kernel.text import Text

NAME = Text("n", "ん")
FACTS = (
    Fact("night", NAME),
    Fact("value", NAME, "number"),
    Fact("weapon", NAME, "word", ("gun", "torpedo")),
    Fact("holding", NAME, "words", ("trap", "smoke", "mine")),
)
REACT = StandingOrderKind(kind="react", name=NAME, facts=FACTS, answers=("trap", "smoke", "trap_2"))
BURN = StandingOrderKind(kind="burn", name=NAME, facts=FACTS[:2], answers=("trap", "smoke", "mine"), many=True)
GO = StandingOrderKind(kind="go", name=NAME, answers=("north", "south"), may_pass=False)
SAY = StandingOrderKind(kind="say", name=NAME)
EVERY_KIND = (REACT, BURN, GO, SAY)


def kin(option: str) -> str:
    return option.rpartition("_")[0] or option


def question(form: Form[Any], kind: str = "react") -> Ask[Any]:
    return Ask(key="k", kind=kind, seat="red", rule="1", prompt=NAME, form=form)


def conditions(fact: Fact) -> st.SearchStrategy[Condition]:
    """Every legal condition on a fact."""
    if fact.sort == "flag":
        return st.booleans()
    if fact.sort == "number":
        bound = st.none() | st.integers(-MAX_NUMBER, MAX_NUMBER) | st.integers(-3, 30)
        return st.builds(Range, bound, bound).filter(
            lambda wanted: next(rule_problems(REACT, Rule("react", {"value": wanted})), None) is None
        )
    return st.lists(st.sampled_from(fact.values), min_size=1, max_size=4)


@st.composite
def rules(draw: Any, kinds: tuple[StandingOrderKind, ...] = EVERY_KIND) -> Rule:
    """Every legal rule, as it is always written."""
    foreseen = draw(st.sampled_from(kinds))
    when = {fact.key: draw(conditions(fact)) for fact in foreseen.facts if draw(st.booleans())}
    answer: Any = None
    if foreseen.answers and (not foreseen.may_pass or draw(st.booleans())):
        word = st.sampled_from(foreseen.answers)
        answer = draw(st.lists(word, min_size=1, max_size=3) if foreseen.many else word)
    return Rule(foreseen.kind, when, answer)


def foreseen_for(rule: Rule) -> StandingOrderKind:
    return next(foreseen for foreseen in EVERY_KIND if foreseen.kind == rule.kind)


# --- conditions

HOLDS: list[tuple[Condition, Any, bool]] = [
    (True, True, True),
    (False, True, False),
    (False, False, True),
    (True, 1, False),
    (Range(at_least=3), 3, True),
    (Range(at_least=3), 2, False),
    (Range(at_most=3), 3, True),
    (Range(at_most=3), 4, False),
    (Range(at_least=3, at_most=3), 3, True),
    (Range(at_least=3), "3", False),
    (["gun"], "gun", True),
    (["gun", "mine"], "torpedo", False),
    (["trap"], ("smoke", "trap"), True),
    (["trap"], ("smoke",), False),
    (["trap"], (), False),
]


@pytest.mark.parametrize(("condition", "value", "so"), HOLDS)
def test_a_condition_holds_or_not(condition: Condition, value: Any, so: bool) -> None:
    assert conditions_hold({"fact": condition}, {"fact": value}) is so


def test_every_condition_must_hold_and_a_missing_fact_does_not() -> None:
    when: dict[str, Condition] = {"night": True, "value": Range(at_least=2)}
    assert conditions_hold(when, {"night": True, "value": 2})
    assert not conditions_hold(when, {"night": True, "value": 1})
    assert not conditions_hold(when, {"night": True})
    assert not conditions_hold({"night": False}, {})
    assert conditions_hold({}, {})


# --- answers

SOME = ChooseSome(options=("trap_1", "trap_2", "smoke_1"), least=1, most=2)
MEANT: list[tuple[Form[Any], Any, Any]] = [
    (Choose(options=("trap_1", "trap_2")), "trap_2", "trap_2"),
    (Choose(options=("trap_1", "trap_2")), "trap", "trap_1"),
    (Choose(options=("trap_1",)), "smoke", NO_FIT),
    (Choose(options=("trap_1",)), None, NO_FIT),
    (Choose(options=("trap_1", "smoke_1")), ["mine", "smoke", "trap"], "smoke_1"),
    (MayChoose(options=("trap_1",)), None, None),
    (MayChoose(options=()), "trap", NO_FIT),
    (MayChoose(options=("trap_1",)), ["mine"], NO_FIT),
    (SOME, ["trap", "trap", "smoke"], ("trap_1", "trap_2")),
    (SOME, ["mine", "smoke"], ("smoke_1",)),
    (SOME, "trap_2", ("trap_2",)),
    (SOME, ["mine"], NO_FIT),
    (SOME, None, NO_FIT),
    (ChooseSome(options=("trap_1",), most=1), None, ()),
    (Share(limits={"a": 2}, total=1), {"a": 1}, {"a": 1}),
    (Share(limits={"a": 2}, total=1), {"a": 2}, NO_FIT),
    (Share(limits={"a": 2}, total=1), "a", NO_FIT),
]


@pytest.mark.parametrize(("form", "answer", "typed"), MEANT)
def test_words_mean_options(form: Form[Any], answer: Any, typed: Any) -> None:
    assert fit_answer(form, answer, kin) == typed


def test_the_first_rule_that_fits_is_followed() -> None:
    plan = [
        Rule("burn", {}, "trap"),
        Rule("react", {"night": True}, "trap"),
        Rule("react", {}, "mine"),
        Rule("react", {}, "smoke"),
        Rule("react", {}, "trap"),
    ]
    asked = question(MayChoose(options=("trap_1", "smoke_1")))
    assert apply_rules(plan, asked, {"night": True}, kin) == (1, "trap_1")
    assert apply_rules(plan, asked, {"night": False}, kin) == (3, "smoke_1")
    assert apply_rules(plan[:3], asked, {}, kin) is None
    assert apply_rules([Rule("react")], asked, {}, kin) == (0, None)


@given(rules((REACT,)), st.sets(st.sampled_from(("trap_1", "trap_2", "smoke_1", "mine_1"))))
def test_what_is_followed_is_legal(rule: Rule, held: set[str]) -> None:
    form = MayChoose(options=tuple(sorted(held)))
    followed = apply_rules(
        [rule], question(form), {"night": True, "value": 3, "weapon": "gun", "holding": ("trap",)}, kin
    )
    if followed is not None:
        assert list(form.problems(followed.answer)) == []


# --- what can be written


@pytest.mark.parametrize("foreseen", EVERY_KIND)
def test_the_schema_of_a_rule_is_a_schema(foreseen: StandingOrderKind) -> None:
    jsonschema.Draft202012Validator.check_schema(rule_schema(foreseen))


@given(rules())
def test_a_legal_rule_is_accepted_by_check_and_schema_and_comes_back(rule: Rule) -> None:
    foreseen = foreseen_for(rule)
    assert list(rule_problems(foreseen, rule)) == []
    raw = msgspec.to_builtins(rule)
    schema = rule_schema(foreseen)
    jsonschema.Draft202012Validator(schema).validate(raw)
    assert list(violations(schema, raw)) == []
    found = read_rule(raw)
    assert isinstance(found, Rule)
    assert normalize_rule(foreseen, found) == rule


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(("trap", "north", "gun", "mine", "react")),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(("night", "value", "weapon", "at_least", "at_most", "when", "x/y")), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@given(st.sampled_from(EVERY_KIND), st.dictionaries(st.sampled_from(("when", "answer")), _JSON))
def test_the_schema_takes_whatever_the_check_takes(foreseen: StandingOrderKind, given_: dict[str, Any]) -> None:
    raw = {"kind": foreseen.kind, **given_}
    found = read_rule(raw)
    if not isinstance(found, Rule):
        assert found
        return
    found = normalize_rule(foreseen, found)
    if next(rule_problems(foreseen, found), None) is None:
        jsonschema.Draft202012Validator(rule_schema(foreseen)).validate(raw)


NEVER: list[tuple[StandingOrderKind, Rule, list[str]]] = [
    (REACT, Rule("react", {"wind": True}), ["/when/wind"]),
    (REACT, Rule("react", {"night": Range(1)}), ["/when/night"]),
    (REACT, Rule("react", {"value": True}), ["/when/value"]),
    (REACT, Rule("react", {"value": Range()}), ["/when/value"]),
    (REACT, Rule("react", {"value": Range(3, 2)}), ["/when/value"]),
    (REACT, Rule("react", {"weapon": []}), ["/when/weapon"]),
    (REACT, Rule("react", {"weapon": ["gun", "axe"]}), ["/when/weapon/1"]),
    (REACT, Rule("react", {}, "mine"), ["/answer"]),
    (REACT, Rule("react", {}, ["trap"]), ["/answer"]),
    (BURN, Rule("burn", {}, ["trap", "axe"]), ["/answer/1"]),
    (GO, Rule("go"), ["/answer"]),
]


@pytest.mark.parametrize(("foreseen", "rule", "places"), NEVER)
def test_what_could_never_fit_is_named_by_its_place(foreseen: StandingOrderKind, rule: Rule, places: list[str]) -> None:
    found = list(rule_problems(foreseen, rule))
    assert [problem.pointer for problem in found] == places
    assert all(problem.message.ja != problem.message.en for problem in found)


def test_what_is_no_rule_is_named_by_its_place() -> None:
    raw = {"kind": "react", "when": {"a/b": 1, "value": {"at_least": "x"}, "night": True}}
    found = read_rule(raw, "/3")
    assert isinstance(found, list)
    assert [problem.pointer for problem in found] == ["/3/when/a~1b", "/3/when/value/at_least"]
    for wrong in (7, {}, {"kind": 1}, {"kind": "react", "what": 1}, {"kind": "react", "answer": 7}):
        assert not isinstance(read_rule(wrong), Rule)


@pytest.mark.parametrize(
    ("foreseen", "raw", "where"),
    [
        (REACT, {"kind": "react", "when": {"weapon": ["gun"] * 101}, "answer": "trap"}, "/when/weapon"),
        (BURN, {"kind": "burn", "answer": ["trap"] * 101}, "/answer"),
    ],
)
def test_no_list_of_words_is_endless(foreseen: StandingOrderKind, raw: dict[str, Any], where: str) -> None:
    """Words may stand twice, but whoever writes one a thousand times only wants to be a burden."""
    rule = read_rule(raw)
    assert isinstance(rule, Rule)
    assert [(one.pointer, one.code) for one in rule_problems(foreseen, rule)] == [(where, "count")]
    assert list(violations(rule_schema(foreseen), raw))


@pytest.mark.parametrize("more", [{"why": 1}, {"when": {"nothing_of_the_kind": True}}], ids=["rule", "condition"])
def test_the_schema_of_a_rule_knows_nothing_but_its_kind_its_conditions_and_its_answer(more: dict[str, Any]) -> None:
    raw = {"kind": "react", "answer": "trap"}
    assert not list(violations(rule_schema(REACT), raw))
    assert list(violations(rule_schema(REACT), {**raw, **more}))
