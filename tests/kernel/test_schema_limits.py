"""Limits in a schema on several orders together, on both sides of each edge."""

from typing import Any, Literal

import pytest

from games.kernel.conformance.json_schema import violations
from games.kernel.conformance.schema_samples import sample_value
from games.kernel.drafts import Purse
from games.kernel.text import Text
from games.order_editor.paths import Chart, MovementRule, end_places
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import (
    affordable_lists,
    argument_among,
    argument_is,
    at_least_one,
    at_most,
    at_most_once,
    gives_argument,
    has_verb,
    implies,
    lists_any,
    lists_at_most,
    lists_at_most_of_each,
    lists_only,
    matches_all,
    matches_none,
    none_allowed,
    not_both,
)

SAIL, STAY = {"order": "sail", "ship": "emden", "way": ["a", "b"]}, {"order": "stay", "ship": "emden"}


def fits(schema: Any, value: Any) -> bool:
    return next(violations(schema, value), None) is None


@pytest.mark.parametrize(
    ("one", "fitting", "unfitting"),
    [
        (has_verb("sail"), [SAIL], [STAY]),
        (argument_is("ship", "emden"), [SAIL, STAY], [SAIL | {"ship": "wolf"}, {"order": "sail"}]),
        (
            argument_among("ship", "wolf", "emden"),
            [SAIL, SAIL | {"ship": "wolf"}],
            [SAIL | {"ship": "moewe"}, {"order": "sail"}],
        ),
        (lists_any("way", "b", "x"), [SAIL], [SAIL | {"way": ["a"]}, STAY]),
        (gives_argument("way"), [SAIL], [SAIL | {"way": []}, STAY]),
        (matches_none(gives_argument("way"), argument_is("ship", "wolf")), [STAY], [SAIL, STAY | {"ship": "wolf"}]),
        (matches_all(has_verb("sail"), argument_is("ship", "emden")), [SAIL], [STAY, SAIL | {"ship": "wolf"}]),
        (lists_at_most("way", 2), [SAIL, STAY], [SAIL | {"way": ["a", "b", "c"]}]),
        (lists_only("way", "a", "b"), [SAIL, STAY], [SAIL | {"way": ["a", "c"]}]),
        (
            lists_at_most_of_each("way", {"a": 1, "b": 2, "c": 0}),
            [SAIL, STAY, SAIL | {"way": ["b", "a", "b"]}],
            [SAIL | {"way": ["a", "a"]}, SAIL | {"way": ["b", "b", "b"]}, SAIL | {"way": ["c"]}],
        ),
    ],
)
def test_what_one_order_is_like(one: Any, fitting: list[Any], unfitting: list[Any]) -> None:
    assert [order for order in fitting if not fits(one, order)] == []
    assert [order for order in unfitting if fits(one, order)] == []


WOLF = SAIL | {"ship": "wolf"}


@pytest.mark.parametrize(
    ("limit", "fitting", "unfitting"),
    [
        (at_most(1, has_verb("sail")), [[], [SAIL], [SAIL, STAY]], [[SAIL, SAIL]]),
        (at_most_once("sail", ship="emden"), [[SAIL, WOLF, WOLF], [STAY, STAY]], [[SAIL, WOLF, SAIL]]),
        (at_most_once("stay"), [[STAY, SAIL, SAIL]], [[STAY, STAY | {"ship": "wolf"}]]),
        (at_least_one(has_verb("sail")), [[SAIL], [STAY, SAIL]], [[], [STAY]]),
        (not_both(has_verb("sail"), has_verb("stay")), [[SAIL], [STAY]], [[SAIL, STAY]]),
        (none_allowed(argument_is("ship", "wolf")), [[], [SAIL]], [[SAIL, WOLF]]),
        (implies(has_verb("sail"), gives_argument("way")), [[SAIL, STAY]], [[SAIL, SAIL | {"way": []}]]),
    ],
)
def test_what_a_list_of_orders_is_like(limit: Any, fitting: list[Any], unfitting: list[Any]) -> None:
    assert [orders for orders in fitting if not fits(limit, orders)] == []
    assert [orders for orders in unfitting if fits(limit, orders)] == []


PRICES = {"nets": {"points": 4, "boxes": 1}, "radio": {"points": 3}, "optics": {"points": 3}, "flag": {}}
PURSES = (Purse("points", Text("points", "点"), 8), Purse("boxes", Text("boxes", "箱"), 0))


@pytest.mark.parametrize(
    ("basket", "fitting"),
    [
        ([], True),
        (["radio", "radio"], True),
        (["radio", "optics"], True),
        (["radio", "optics", "radio"], False),  # 9 of 8 points
        (["flag", "flag", "flag"], True),
        (["nets"], False),  # no box is left
    ],
)
def test_no_more_values_of_a_price_than_the_purse_pays_for(basket: list[str], fitting: bool) -> None:
    assert fits({"allOf": list(affordable_lists(PRICES, PURSES, 0))}, basket) == fitting


def test_a_purse_that_an_order_can_fill_bounds_nothing() -> None:
    class Chest(Orders[Go], frozen=True, kw_only=True, dict=True, tag="test.chest"):
        order_types = (Go,)
        back: int = 0

        def templates(self) -> tuple[OrderTemplate, ...]:
            basket = Field("way", ("nets", "radio"), many=True, may_repeat=True, prices={"nets": {"points": 9}})
            given = Field("way", ("radio",), many=True, prices={"radio": {"points": self.back}})
            return (OrderTemplate("go", (basket,)), OrderTemplate("leave", (given,)))

        def purses(self) -> tuple[Purse, ...]:
            return PURSES

    nets = [{"order": "go", "way": ["nets"]}]
    assert not fits(Chest().schema(), nets)
    assert fits(Chest(back=-1).schema(), nets)


def test_only_purses_that_say_something_are_said() -> None:
    """Where each value can be taken once, two of three points are paid for out of eight without saying so."""
    assert [part["maxContains"] for part in affordable_lists(PRICES, PURSES, len(PRICES))] == [2, 0]
    rich = (Purse("points", Text("points", "点"), 12), Purse("boxes", Text("boxes", "箱"), 1))
    assert list(affordable_lists(PRICES, rich, len(PRICES))) == []


LINE = Chart({"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)})


@pytest.mark.parametrize(
    ("least", "most", "ends"), [(1, 3, ("b", "c", "d")), (2, 3, ("c", "d")), (2, 2, ("c",)), (3, 2, ())]
)
def test_a_path_ends_where_it_costs_what_it_must_and_may(least: int, most: int, ends: tuple[str, ...]) -> None:
    assert end_places(LINE, MovementRule("line", "a", most, least=least)) == ends


def test_a_path_ends_at_a_stop_however_near_it_is() -> None:
    """9.2 of Battleships: whoever leaves the map need not go on."""
    assert end_places(Chart(LINE.neighbours, stops=("b",)), MovementRule("line", "a", 3, least=2)) == ("b",)
    assert end_places(Chart(LINE.neighbours, stops=("c",)), MovementRule("line", "a", 3, least=2)) == ("c",)


class Go(Order, frozen=True, tag="go"):
    way: tuple[str, ...] = ()
    by: str = ""


class Course(Orders[Go], frozen=True, kw_only=True, dict=True, tag="test.course"):
    """A ship at a that must go two or three places."""

    order_types = (Go,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        walk = MovementRule("line", "a", 3, least=2)
        return (
            OrderTemplate(
                "go", (Field("way", (), movement=walk), Field("by", (), False, length=9, pattern="^ahead [1-9]$"))
            ),
        )

    def charts(self) -> dict[str, Chart]:
        return {"line": LINE}

    def line_examples(self, way: OrderTemplate) -> tuple[str, ...]:
        return ("ahead 2",)


@pytest.mark.parametrize(
    ("order", "fitting"),
    [
        ({"way": ["c"]}, True),
        ({"way": ["b"]}, False),
        ({"way": ["b", "c"]}, True),
        ({"way": ["x"]}, False),
        ({"way": ["a", "b", "c", "d"]}, False),
        ({"way": ["d"], "by": "ahead 3"}, True),
        ({"way": ["d"], "by": "astern 3"}, False),
        ({"way": ["d"], "by": "ahead 3!"}, False),
    ],
)
def test_a_schema_says_where_a_path_of_one_place_ends_and_what_a_line_is_like(order: Any, fitting: bool) -> None:
    assert fits(Course().schema(), [{"order": "go"} | order]) == fitting


def test_a_line_that_has_a_pattern_is_drawn_from_its_examples_and_a_path_of_one_place_ends_there() -> None:
    picks = iter(range(1, 10_000))
    answers = [sample_value(Course().schema(), lambda most: next(picks) % most) for _ in range(40)]
    orders = [order for answer in answers for order in answer]
    assert {order["by"] for order in orders if "by" in order} == {"ahead 2"}
    assert {tuple(order["way"]) for order in orders} == {("c",), ("d",)}


def test_what_a_list_must_hold_is_drawn_first() -> None:
    """Each that is wanted once, and nothing after it that breaks another limit."""
    ships = ("emden", "wolf", "moewe", "seeadler", "karlsruhe", "leipzig", "dresden")
    one = {
        "type": "object",
        "properties": {"order": {"const": "sail"}, "ship": {"enum": list(ships)}, "day": {"enum": list(range(40))}},
        "required": ["order", "ship", "day"],
    }
    limits = [at_least_one(matches_all(has_verb("sail"), argument_among("day", *("1",)))) | {"minContains": 0}]
    limits += [at_least_one(matches_all(has_verb("sail"), argument_is("ship", ship))) for ship in ships[:4]]
    limits += [at_most_once("sail", ship=ship) for ship in ships]
    schema = {"type": "array", "items": one, "maxItems": 9, "allOf": limits}
    picks = iter(range(1, 100_000))
    for _ in range(20):
        named = [order["ship"] for order in sample_value(schema, lambda most: next(picks) * 7919 % most)]
        assert {*ships[:4]} <= {*named}
        assert len({*named}) == len(named)


def test_no_more_than_so_many_may_be_none() -> None:
    limit = at_most(2, has_verb("sail"))
    assert [fits(limit, [SAIL] * count) for count in range(4)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("per", "paid", "said"),
    [(1, 3, "3"), (2, 8, "4"), (2, 9, "4½"), (2, 1, "½"), (2, 0, "0"), (2, -1, "−½"), (1, -2, "−2")],
)
def test_what_is_counted_in_halves_is_read_as_whole_and_half(per: Literal[1, 2], paid: int, said: str) -> None:
    assert Purse("points", Text("points", "点"), 8, per=per).format_amount(paid) == said
