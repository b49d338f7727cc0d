"""Taps on an actor, a place and an offer, and what each makes of a draft."""

from typing import Any

import pytest

from games.kernel.hotspots import Hotspot
from games.order_editor.order_edits import values_in
from games.order_editor.paths import Chart, MovementRule
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from tests.kernel.book import CHART, FORM, offered, sail


def test_a_tap_on_a_place_sends_those_who_act_there_with_the_price() -> None:
    (offer,) = (offer for offer in FORM.suggested_edits([], "skagen", ["emden"]) if offer.kind == "new")
    assert offer.answer == [sail("belt", "skagen")]
    assert (offer.price, offer.band, offer.note.en, offer.problems) == (2, "free", "slow", ())
    assert "emden" in offer.text.en
    (farther,) = FORM.suggested_edits([], "dogger", ["emden"])
    assert (farther.price, farther.band) == (3, "spends")


def test_a_path_can_be_led_there_by_way_of_there_on_and_back() -> None:
    found = offered(FORM, [sail("canal", "helgoland")], "dogger", "emden")
    assert found["to"].answer == [sail("belt", "skagen", "dogger")]
    assert found["on"].answer == [sail("canal", "helgoland", "dogger")]
    found = offered(FORM, [sail("canal")], "belt", "emden")
    assert found["to"].answer == [sail("belt")]
    assert found["via"].answer == [sail("belt", "kiel", "canal")]
    back = offered(FORM, [sail("belt", "skagen", "dogger")], "belt", "emden")
    assert back["back"].answer == [sail("belt")]


def test_a_path_is_led_back_to_any_place_on_it_but_its_end() -> None:
    draft = [sail("belt", "skagen", "dogger")]
    assert offered(FORM, draft, "skagen", "emden")["back"].answer == [sail("belt", "skagen")]
    assert "back" not in offered(FORM, draft, "dogger", "emden")


def test_a_path_is_not_led_to_where_it_leads_just_so() -> None:
    assert set(offered(FORM, [sail("belt", "skagen")], "skagen", "emden")) == {"new"}
    assert set(offered(FORM, [sail("skagen")], "skagen", "emden")) == {"new", "to"}, "its gap is filled"


def test_all_who_act_are_in_an_order_that_many_can_give() -> None:
    assert offered(FORM, [], "belt", "emden", "wolf")["new"].answer == [sail("belt", ships=["emden", "wolf"])]
    (fire,) = offered(FORM, [], "lion", "emden", "wolf")["new"].answer
    assert fire["ship"] == "emden"


def test_what_an_order_cannot_take_changes_nothing_of_it() -> None:
    draft = [{"order": "fire", "ship": "wolf", "at": ["tiger"]}]
    assert not [*FORM.suggested_edits(draft, "coal", ["wolf"])]
    assert {kind: one.answer[1:] for kind, one in offered(FORM, draft, "coal").items()} == {
        "new": [{"order": "load", "ship": "emden", "cargo": ["coal"]}]
    }


def test_the_one_value_of_an_argument_that_must_stand_is_not_taken_away() -> None:
    changes = FORM.suggested_edits([{"order": "fire", "ship": "wolf", "at": ["tiger"]}], "wolf", [])
    assert [(one.kind, one.answer) for one in changes if one.kind == "leave_out"] == [("leave_out", [])]
    assert not [one for one in changes if one.kind == "leave_out" and one.answer]


def test_values_of_an_order_are_words() -> None:
    assert values_in({"way": ["", "belt", 3, None, "kiel"]}, "way") == ("belt", "kiel")
    assert (values_in({"way": "belt"}, "way"), values_in({}, "way"), values_in([], "way")) == (("belt",), (), ())


def test_a_place_is_a_point_unless_it_is_a_card() -> None:
    assert Hotspot("kiel", 50, 50) == Hotspot("kiel", 50, 50, 0, 0)


def test_of_what_is_illegal_two_offers_stand_last_with_the_reason() -> None:
    offers = FORM.suggested_edits([], "dogger", ["wolf"])
    assert [[problem.code for problem in offer.problems] for offer in offers] == [["range"]]
    assert all(
        len([offer for offer in FORM.suggested_edits([], place, []) if offer.problems]) <= 2
        for place in CHART.neighbours
    )


def test_a_basket_takes_more_of_the_same_until_the_purse_is_empty() -> None:
    draft = [{"order": "load", "ship": "emden", "cargo": ["coal", "coal"]}]
    more = offered(FORM, draft, "coal", "emden")
    assert more["add"].answer[0]["cargo"] == ["coal"] * 3
    assert more["leave_out"].answer[0]["cargo"] == ["coal"]
    assert "add" not in offered(FORM, more["add"].answer, "coal", "emden")
    assert "add" not in offered(FORM, draft, "mines", "emden")


def test_a_ranked_list_is_tapped_in_order_and_the_last_one_takes_the_order_away() -> None:
    first = offered(FORM, [], "tiger", "wolf")["new"].answer
    assert first == [{"order": "fire", "ship": "wolf", "at": ["tiger"]}]
    both = offered(FORM, first, "lion", "wolf")["add"].answer
    assert both[0]["at"] == ["tiger", "lion"]
    assert offered(FORM, both, "lion", "wolf")["up"].answer[0]["at"] == ["lion", "tiger"]
    assert "up" not in offered(FORM, both, "tiger", "wolf"), "what is first is moved no further"
    assert offered(FORM, first, "tiger", "wolf")["leave_out"].answer == []


def test_the_order_that_is_left_out_takes_no_other_with_it() -> None:
    draft = [{"order": "fire", "ship": "wolf", "at": ["tiger"]}, sail("belt"), sail("canal")]
    assert offered(FORM, draft, "tiger", "wolf")["leave_out"].answer == draft[1:]


def test_who_acts_and_cannot_give_an_order_is_not_in_it() -> None:
    (new,) = (offer for offer in FORM.suggested_edits([], "skagen", ["lion", "emden"]) if offer.kind == "new")
    assert new.answer == [sail("belt", "skagen")]
    assert not [offer for offer in FORM.suggested_edits([], "skagen", ["lion"]) if offer.kind == "new"]


def test_an_argument_that_may_be_missing_is_taken_away_by_a_second_tap() -> None:
    brisk = offered(FORM, [sail("canal")], "2", "emden")["set"].answer
    assert brisk == [sail("canal") | {"pace": "2"}]
    assert offered(FORM, brisk, "2", "emden")["leave_out"].answer == [sail("canal")]


class Enter(Order, frozen=True, tag="enter"):
    ship: str
    way: tuple[str, ...] = ()
    port: str = ""


class Pilot(Orders[Enter], frozen=True, kw_only=True, dict=True, tag="test.pilot"):
    """A ship at a; Kiel lies in d, Danzig where the ship is."""

    order_types = (Enter,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        way = Field("way", (), required=False, movement=MovementRule("sea", "a", 9))
        ports = Field("port", ("kiel", "danzig"), required=False, end_places={"kiel": "d", "danzig": "a"})
        return (OrderTemplate("enter", (Field("ship", ("emden", "wolf")), way, ports), subject="ship"),)

    def charts(self) -> dict[str, Chart]:
        steps = {"a": ("b", "c"), "b": ("a", "d"), "c": ("a", "d"), "d": ("b", "c")}
        return {"sea": Chart(steps)}


def enter(*way: str, port: str = "") -> dict[str, Any]:
    return {"order": "enter", "ship": "wolf", **({"way": list(way)} if way else {}), **({"port": port} if port else {})}


@pytest.mark.parametrize(
    ("draft", "port", "expected"),
    [
        ([], "kiel", {"new": enter("b", "d", port="kiel")}),
        ([enter("b")], "kiel", {"to": enter("b", "d", port="kiel")}),
        ([enter("c")], "kiel", {"to": enter("b", "d", port="kiel"), "on": enter("c", "d", port="kiel")}),
        ([enter("c", "d")], "kiel", {"set": enter("c", "d", port="kiel")}),
        ([enter("c", "d", port="kiel")], "kiel", {"leave_out": enter("c", "d")}),
        (
            [enter("c", "d", port="kiel")],
            "danzig",
            {"to": enter(port="danzig"), "on": enter("c", "d", "b", "a", port="danzig")},
        ),
    ],
)
def test_a_tap_on_a_port_leads_into_it(draft: list[Any], port: str, expected: dict[str, Any]) -> None:
    """Straight there, or on from where the path ends; a path that leads there already stays as it is."""
    found = {kind: offer.answer[0] for kind, offer in offered(Pilot(), draft, port, "wolf").items()}
    assert {kind: found[kind] for kind in expected} == expected
    assert set(found) - set(expected) <= {"new"}


@pytest.mark.parametrize(
    ("order", "way"),
    [
        (enter(port="kiel"), ("b", "d")),
        (enter("c", port="kiel"), ("c", "d")),
        (enter("c", "d", port="kiel"), ("c", "d")),
        (enter("b", port="danzig"), ("b", "a")),
        (enter(port="danzig"), ()),
        (enter("c"), ("c",)),
        (enter("x", port="kiel"), ("x",)),
    ],
)
def test_a_path_goes_on_to_where_another_argument_leads(order: dict[str, Any], way: tuple[str, ...]) -> None:
    """Not where it is there already, nothing leads anywhere, or no way goes through its marks."""
    (read,) = Pilot().read([order])
    assert read.way == way
    assert Pilot().read(Pilot().write((read,))) == (read,)


@pytest.mark.parametrize(
    ("draft", "place", "expected"),
    [
        (enter("c", "d", port="kiel"), "b", {"via": enter("b", "d", port="kiel")}),
        (enter(port="kiel"), "c", {"via": enter("c", "d", port="kiel")}),
        (enter("b", port="kiel"), "c", {"via": enter("c", "d", port="kiel"), "on": enter("b", "a", "c", port="kiel")}),
        (enter("b", "d", port="kiel"), "b", {}),
        (enter("b", "d", port="kiel"), "a", {}),
    ],
)
def test_a_path_to_a_port_is_led_by_way_of_a_place(draft: Any, place: str, expected: dict[str, Any]) -> None:
    """Neither “to” the place nor on from the port: the path ends in the port, whatever is tapped."""
    found = {kind: offer.answer[0] for kind, offer in offered(Pilot(), [draft], place, "wolf").items()}
    assert {kind: order for kind, order in found.items() if kind != "new"} == expected


def test_others_orders_are_left_alone() -> None:
    draft = [sail("belt", ships=["wolf"])]
    found = offered(FORM, draft, "canal", "emden")
    assert set(found) == {"new"}
    assert found["new"].answer == [*draft, sail("canal")]


def test_what_still_lacks_something_stands_behind_what_is_whole() -> None:
    offers = FORM.suggested_edits([], "emden", ["emden"])
    assert offers
    assert all([problem.code for problem in offer.problems] == ["required"] for offer in offers)


def test_by_way_of_a_place_a_path_leads_to_where_it_ended() -> None:
    assert offered(Pilot(), [enter("b", "d")], "c", "wolf")["via"].answer == [enter("c", "d")]
