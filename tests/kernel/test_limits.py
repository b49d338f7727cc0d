"""What a schema can say of several orders together: each word of it on both sides of its edge."""

from typing import Any, Literal

import pytest

from games.kernel.byhand.chart import Chart, Walk, ends_of
from games.kernel.byhand.prices import Purse
from games.kernel.conformance.drawing import drawn
from games.kernel.conformance.schema import violations
from games.kernel.limits import (
    affordable,
    at_most,
    gives,
    holds,
    lists,
    meeting,
    needed,
    neither,
    never,
    no_more,
    not_both,
    of_each,
    once,
    says,
    verb,
    when,
    within,
)
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Text

SAIL, STAY = {"order": "sail", "ship": "emden", "way": ["a", "b"]}, {"order": "stay", "ship": "emden"}


def fits(schema: Any, value: Any) -> bool:
    return next(violations(schema, value), None) is None


@pytest.mark.parametrize(
    ("one", "fitting", "unfitting"),
    [
        (verb("sail"), [SAIL], [STAY]),
        (holds("ship", "emden"), [SAIL, STAY], [SAIL | {"ship": "wolf"}, {"order": "sail"}]),
        (says("ship", "wolf", "emden"), [SAIL, SAIL | {"ship": "wolf"}], [SAIL | {"ship": "moewe"}, {"order": "sail"}]),
        (lists("way", "b", "x"), [SAIL], [SAIL | {"way": ["a"]}, STAY]),
        (gives("way"), [SAIL], [SAIL | {"way": []}, STAY]),
        (neither(gives("way"), holds("ship", "wolf")), [STAY], [SAIL, STAY | {"ship": "wolf"}]),
        (meeting(verb("sail"), holds("ship", "emden")), [SAIL], [STAY, SAIL | {"ship": "wolf"}]),
        (no_more("way", 2), [SAIL, STAY], [SAIL | {"way": ["a", "b", "c"]}]),
        (within("way", "a", "b"), [SAIL, STAY], [SAIL | {"way": ["a", "c"]}]),
        (
            of_each("way", {"a": 1, "b": 2, "c": 0}),
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
        (at_most(1, verb("sail")), [[], [SAIL], [SAIL, STAY]], [[SAIL, SAIL]]),
        (once("sail", ship="emden"), [[SAIL, WOLF, WOLF], [STAY, STAY]], [[SAIL, WOLF, SAIL]]),
        (once("stay"), [[STAY, SAIL, SAIL]], [[STAY, STAY | {"ship": "wolf"}]]),
        (needed(verb("sail")), [[SAIL], [STAY, SAIL]], [[], [STAY]]),
        (not_both(verb("sail"), verb("stay")), [[SAIL], [STAY]], [[SAIL, STAY]]),
        (never(holds("ship", "wolf")), [[], [SAIL]], [[SAIL, WOLF]]),
        (when(verb("sail"), gives("way")), [[SAIL, STAY]], [[SAIL, SAIL | {"way": []}]]),
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
    assert fits({"allOf": list(affordable(PRICES, PURSES, 0))}, basket) == fitting


def test_a_purse_that_an_order_can_fill_bounds_nothing() -> None:
    class Chest(Orders[Go], frozen=True, kw_only=True, dict=True, tag="test.chest"):
        order_types = (Go,)
        back: int = 0

        def ways(self) -> tuple[Way, ...]:
            basket = Field("way", ("nets", "radio"), many=True, repeats=True, prices={"nets": {"points": 9}})
            given = Field("way", ("radio",), many=True, prices={"radio": {"points": self.back}})
            return (Way("go", (basket,)), Way("leave", (given,)))

        def purses(self) -> tuple[Purse, ...]:
            return PURSES

    nets = [{"order": "go", "way": ["nets"]}]
    assert not fits(Chest().schema(), nets)
    assert fits(Chest(back=-1).schema(), nets)


def test_only_purses_that_say_something_are_said() -> None:
    """Where each value can be taken once, two of three points are paid for out of eight without saying so."""
    assert [part["maxContains"] for part in affordable(PRICES, PURSES, len(PRICES))] == [2, 0]
    rich = (Purse("points", Text("points", "点"), 12), Purse("boxes", Text("boxes", "箱"), 1))
    assert list(affordable(PRICES, rich, len(PRICES))) == []


LINE = Chart({"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)})


@pytest.mark.parametrize(
    ("least", "most", "ends"), [(1, 3, ("b", "c", "d")), (2, 3, ("c", "d")), (2, 2, ("c",)), (3, 2, ())]
)
def test_a_path_ends_where_it_costs_what_it_must_and_may(least: int, most: int, ends: tuple[str, ...]) -> None:
    assert ends_of(LINE, Walk("line", "a", most, least=least)) == ends


def test_a_path_ends_at_a_stop_however_near_it_is() -> None:
    """9.2 of Battleships: whoever leaves the map need not go on."""
    assert ends_of(Chart(LINE.ways, stops=("b",)), Walk("line", "a", 3, least=2)) == ("b",)
    assert ends_of(Chart(LINE.ways, stops=("c",)), Walk("line", "a", 3, least=2)) == ("c",)


class Go(Order, frozen=True, tag="go"):
    way: tuple[str, ...] = ()
    by: str = ""


class Course(Orders[Go], frozen=True, kw_only=True, dict=True, tag="test.course"):
    """A ship at a that must go two or three places."""

    order_types = (Go,)

    def ways(self) -> tuple[Way, ...]:
        walk = Walk("line", "a", 3, least=2)
        return (Way("go", (Field("way", (), walk=walk), Field("by", (), False, length=9, pattern="^ahead [1-9]$"))),)

    def charts(self) -> dict[str, Chart]:
        return {"line": LINE}

    def phrases(self, way: Way) -> tuple[str, ...]:
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
    answers = [drawn(Course().schema(), lambda most: next(picks) % most) for _ in range(40)]
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
    limits = [needed(meeting(verb("sail"), says("day", *("1",)))) | {"minContains": 0}]
    limits += [needed(meeting(verb("sail"), holds("ship", ship))) for ship in ships[:4]]
    limits += [once("sail", ship=ship) for ship in ships]
    schema = {"type": "array", "items": one, "maxItems": 9, "allOf": limits}
    picks = iter(range(1, 100_000))
    for _ in range(20):
        named = [order["ship"] for order in drawn(schema, lambda most: next(picks) * 7919 % most)]
        assert {*ships[:4]} <= {*named}
        assert len({*named}) == len(named)


def test_no_more_than_so_many_may_be_none() -> None:
    limit = at_most(2, verb("sail"))
    assert [fits(limit, [SAIL] * count) for count in range(4)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("per", "paid", "said"),
    [(1, 3, "3"), (2, 8, "4"), (2, 9, "4½"), (2, 1, "½"), (2, 0, "0"), (2, -1, "−½"), (1, -2, "−2")],
)
def test_what_is_counted_in_halves_is_read_as_whole_and_half(per: Literal[1, 2], paid: int, said: str) -> None:
    assert Purse("points", Text("points", "点"), 8, per=per).amount(paid) == said
