"""Completions of a path: the next places, their costs, their marks, and the choices."""

from typing import Any

import pytest

from games.kernel.drafts import Annotation
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.order_editor.order_edits import path_completions
from tests.kernel.book import FORM, offered, sail

# ---------------------------------------------------------------- reach, outlook, marks


def test_the_rings_are_where_the_path_can_be_led_next() -> None:
    rings = {one.value: (one.price, one.band) for one in FORM.completions([sail()], "/0/way")}
    near = {"belt": (1, "free"), "canal": (1, "free"), "helgoland": (2, "free"), "skagen": (2, "free")}
    assert rings == near | {"dogger": (3, "spends")}
    assert [one.value for one in FORM.completions([sail(ships=["emden", "wolf"])], "/0/way")] == [
        "belt", "canal", "helgoland", "skagen",
    ]  # fmt: skip
    assert FORM.completions([sail("belt", "skagen", "dogger")], "/0/way") == ()
    assert FORM.completions([sail()], "/7/way") == FORM.completions([sail()], "/x") == FORM.completions(None, "") == ()


def test_a_path_leads_on_whatever_the_other_orders_say_and_nothing_else_leads_anywhere() -> None:
    places = ["belt", "canal", "helgoland", "skagen"]
    assert {one.value for one in path_completions(FORM, [sail()], 0, "way")} == {*places, "dogger"}
    assert [one.value for one in path_completions(FORM, [sail(ships=["wolf"])], 0, "way")] == places
    assert path_completions(FORM, [{"order": "load", "ship": "emden", "cargo": []}], 0, "cargo") == ()
    assert path_completions(FORM, [sail()], 0, "nothing") == path_completions(FORM, [{"order": "sink"}], 0, "way") == ()


def test_other_arguments_take_what_brings_nothing_new_that_is_wrong() -> None:
    draft = [{"order": "load", "ship": "emden", "cargo": ["coal", "coal"]}]
    (coal,) = FORM.completions(draft, "/0/cargo")
    assert (coal.value, coal.price, coal.note.en) == ("coal", 1, "points 1")


def test_the_outlook_says_what_a_path_costs_and_what_is_spent() -> None:
    draft = [sail("belt", "skagen", "dogger"), {"order": "load", "ship": "emden", "cargo": ["mines"]}]
    found = FORM.preview(draft)
    (line,) = found.lines
    assert (line.pointer, line.tone) == ("/0/way", "spends")
    assert (line.text.en, line.text.ja) == ("3 of 3 moves, 1 coal", "移動3/3、石炭1")
    assert found.spent == {"points": 2, "left": 1}


def test_the_outlook_counts_up_to_the_end_of_the_band_that_the_path_is_in() -> None:
    (line,) = FORM.preview([sail("belt")]).lines
    assert (line.pointer, line.tone) == ("/0/way", "free")
    assert (line.text.en, line.text.ja) == ("1 of 2 moves, slow", "移動1/2、低速")


def test_paths_and_targets_are_drawn() -> None:
    draft = [sail("belt", "skagen"), {"order": "fire", "ship": "wolf", "at": ["lion"]}]
    assert FORM.annotations(draft) == (
        Annotation("way", ("kiel", "belt", "skagen"), "free", "/0/way", "sail"),
        Annotation("link", ("wolf", "lion"), "", "/1/at", "fire"),
    )


@pytest.mark.parametrize("draft", [None, [], {}, "x", 7, [None], [{}], [{"order": "sail"}], [{"order": 3, "way": 1}]])
def test_a_draft_may_be_anything(draft: Any) -> None:
    for value in ("emden", "belt", "coal", "nothing"):
        FORM.suggested_edits(draft, value)
    FORM.completions(draft, "/0/way")
    FORM.preview(draft)
    FORM.annotations(draft)


# ---------------------------------------------------------------- choices


@pytest.mark.parametrize(
    ("form", "draft", "value", "expected"),
    [
        (Choose(options=("a", "b")), None, "b", {"set": "b"}),
        (MayChoose(options=("a", "b")), "b", "b", {"leave_out": None}),
        (ChooseSome(options=("a", "b"), most=1), [], "b", {"add": ["b"]}),
        (ChooseSome(options=("a", "b"), most=1), ["a"], "b", {}),
        (ChooseSome(options=("a", "b"), least=2, most=2), None, "b", {"add": ["b"]}),
        (ChooseSome(options=("a", "b"), most=1), ["a"], "a", {"leave_out": []}),
        (Arrange(options=("a", "b", "c")), ["a"], "b", {"add": ["a", "b"]}),
        (Arrange(options=("a", "b")), ["a", "b"], "b", {"up": ["b", "a"]}),
        (Share(limits={"a": 2, "b": 1}, total=2), {"a": 1}, "b", {"add": {"a": 1, "b": 1}}),
        (Share(limits={"a": 2, "b": 1}, total=2), {"b": 1}, "b", {"leave_out": {"b": 0}}),
    ],
)
def test_a_tap_on_a_choice(form: Form[Any], draft: Any, value: str, expected: dict[str, Any]) -> None:
    assert {kind: offer.answer for kind, offer in offered(form, draft, value).items()} == expected


def test_nobody_gives_less_than_nothing() -> None:
    share = Share(limits={"a": 2, "b": 1}, total=2)
    assert [one.kind for one in share.suggested_edits({"a": 1}, "b", [])] == ["add"]
    assert [one.kind for one in share.suggested_edits({"a": 2}, "a", [])] == ["leave_out"]
    assert share.suggested_edits({"a": 1}, "c", []) == ()
    assert share.suggested_edits({"a": "much"}, "a", []) == ()


def test_a_ranked_value_is_moved_to_the_place_that_the_offer_names() -> None:
    offers = offered(Arrange(options=("a", "b", "c")), ["a", "b", "c"], "b")
    assert {kind: offer.pointer for kind, offer in offers.items()} == {"up": "/0", "down": "/2"}
    assert offers["up"].answer == ["b", "a", "c"]
    assert offers["down"].answer == ["a", "c", "b"]
    assert set(offered(Arrange(options=("a", "b", "c")), ["a", "b", "c"], "a")) == {"down"}
    assert set(offered(Arrange(options=("a", "b", "c")), ["a", "b", "c"], "c")) == {"up"}


def test_what_can_be_chosen_next_of_a_list() -> None:
    form = ChooseSome(options=("a", "b", "c"), most=2)
    assert [one.value for one in form.completions(["a"], "")] == ["b", "c"]
    assert form.completions(["a", "b"], "") == ()
