"""Orders and plans at their edges: what a schema bounds, how many a list may hold, what is told of a bad line."""

from typing import Any

import pytest

from games.kernel.choice_edits import share_edits
from games.kernel.codec import read_external_json
from games.kernel.conformance.json_schema import is_json_equal, violations
from games.kernel.drafts import Purse
from games.kernel.errors import GameError, Malformed
from games.kernel.standing_orders import MOST_RULES
from games.kernel.text import Text
from games.order_text.row_expansion import expand_row
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.rule_plan import RulePlan
from games.orders.schema_rules import gives_argument
from games.orders.template_schema import template_schema
from tests.kernel.test_order_text import SEA, labels
from tests.kernel.test_standing_rules import EVERY_KIND

PLAN = RulePlan(kinds=EVERY_KIND)


class Stow(Order, frozen=True, tag="stow"):
    ship: str
    cargo: tuple[str, ...] = ()


class Anchor(Order, frozen=True, tag="anchor"):
    ship: str


class Hold(Orders[Stow | Anchor], frozen=True, kw_only=True, dict=True, tag="test.hold"):
    """A hold for two or three things, paid from two purses."""

    order_types = (Stow, Anchor)
    repeats: bool = False

    def templates(self) -> tuple[OrderTemplate, ...]:
        prices = {"coal": {"crane": 1}, "shells": {"money": 2}, "food": {"money": 1}}
        cargo = Field("cargo", tuple(prices), many=True, may_repeat=self.repeats, prices=prices, least=2, most=3)
        ship = Field("ship", ("emden",))
        return OrderTemplate("stow", (ship, cargo)), OrderTemplate("anchor", (ship,))

    def purses(self) -> tuple[Purse, ...]:
        return Purse("crane", Text("crane", "クレーン"), 1), Purse("money", Text("money", "金"), 2)


def stow(*cargo: str) -> dict[str, Any]:
    return {"order": "stow", "ship": "emden", "cargo": list(cargo)}


def told(form: Hold, raw: Any) -> list[tuple[str, str, str]]:
    """Place, code and English words of all that is wrong with an answer."""
    try:
        problems = list(form.problems(form.read(raw)))
    except Malformed as error:
        problems = list(error.problems)
    return [(problem.pointer, problem.code, problem.message.en) for problem in problems]


@pytest.mark.parametrize(
    ("cargo", "wrong"),
    [
        (("coal",), [("/0/cargo", "count", "Choose 2 to 3, not 1.")]),
        (("coal", "food"), []),
        (("coal", "food", "shells"), []),
    ],
)
def test_a_list_says_how_many_it_may_hold(cargo: tuple[str, ...], wrong: list[Any]) -> None:
    found = [one for one in told(Hold(), [stow(*cargo)]) if one[1] == "count"]
    assert found == wrong


def test_what_of_an_unreadable_order_can_be_read_is_no_fault() -> None:
    wrong = told(Hold(), [{"order": "stow", "ship": 3, "cargo": ["coal", "food"], "crew": "all"}])
    assert sorted((place, code) for place, code, _ in wrong) == [("/0/crew", "unknown_field"), ("/0/ship", "type")]


def test_a_purse_is_spent_whatever_other_purses_the_prices_name() -> None:
    assert [purse.key for purse in Hold().spend_only_purses] == ["crane", "money"]


@pytest.mark.parametrize(("repeats", "bound"), [(False, []), (True, [["coal"], ["food", "shells"], ["shells"]])])
def test_a_schema_bounds_what_a_list_could_overspend(*, repeats: bool, bound: list[list[str]]) -> None:
    """The purses pay for everything once, and need not be spoken of; of a basket they do not."""
    form = Hold(repeats=repeats)
    cargo = template_schema(form, form.templates()[0])["properties"]["cargo"]
    assert sorted(sorted(one["contains"]["enum"]) for one in cargo.get("allOf", ())) == bound


def test_a_line_that_is_no_order_hears_the_verbs_in_their_order() -> None:
    with pytest.raises(GameError) as error:
        Hold().parse("sail emden")
    assert "`anchor`, `stow`" in error.value.detail.en
    assert "`anchor`, `stow`" in error.value.detail.ja


def test_an_argument_is_given_by_one_value() -> None:
    assert list(violations(gives_argument("cargo"), {"cargo": ["coal"]})) == []
    assert list(violations(gives_argument("cargo"), {"cargo": []})) != []
    assert list(violations(gives_argument("cargo"), {})) != []


@pytest.mark.parametrize("draft", [None, "coal", ["coal"], 3])
def test_a_tap_begins_a_share_whatever_stood_there(draft: Any) -> None:
    (change,) = share_edits(draft, "coal", {"coal": 2})
    assert change.answer == {"coal": 1}


def test_so_much_of_a_key_that_stands_twice_is_said() -> None:
    key = "x" * 100
    with pytest.raises(Malformed) as error:
        read_external_json(b'{"%b": 1, "%b": 2}' % (key.encode(), key.encode()))
    assert error.value.detail.en == f"The key {'x' * 80!r} stands twice."


def test_lists_are_the_same_if_all_of_them_is() -> None:
    assert is_json_equal([1, 2], [1, 2])
    assert not is_json_equal([1, 2], [1, 3])
    assert not is_json_equal([1, 2], [3, 2])
    assert not is_json_equal([1], [True])
    assert is_json_equal([], [])


def test_a_plan_for_nothing_holds_no_rule() -> None:
    assert list(violations(RulePlan(kinds=()).schema(), [])) == []
    assert list(violations(RulePlan(kinds=()).schema(), [{}])) != []
    assert PLAN.schema()["maxItems"] == MOST_RULES


def test_pass_alone_is_no_rules_and_with_a_word_behind_it_a_kind_that_nobody_knows() -> None:
    assert PLAN.parse("pass") == []
    assert PLAN.parse("pass trap") == [{"kind": "pass", "when": {}, "answer": "trap"}]


@pytest.mark.parametrize(
    ("line", "answer"),
    [("burn trap", ["trap"]), ("burn trap smoke", ["trap", "smoke"]), ("burn pass", None), ("go north", "north")],
)
def test_one_word_is_a_list_where_several_may_be_named(line: str, answer: Any) -> None:
    (rule,) = PLAN.parse(line)
    assert rule["answer"] == answer


def test_words_that_are_no_verb_begin_no_order() -> None:
    with pytest.raises(GameError, match="'bogus' begins no order here"):
        expand_row("bogus goeben", Vocabulary(SEA, labels))


@pytest.mark.parametrize("line", ["sail=goeben", '"sail" goeben', 'sail="x"', "s=1"])
def test_no_order_begins_with_an_argument_or_a_quotation(line: str) -> None:
    assert not Vocabulary(SEA, labels).begins_with_verb(line)
    assert Vocabulary(SEA, labels).begins_with_verb("sail goeben")
