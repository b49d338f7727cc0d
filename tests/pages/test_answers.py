"""Every kind of form of the kernel as an HTML form, and back."""

from contextlib import suppress
from typing import Any

import pytest
from django.http import QueryDict

from games.kernel.errors import GameError, Illegal, Malformed
from games.kernel.forms import Arrange, Choose, ChooseSome, MayChoose, Share
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Text
from pbem.pages.answers import Entered, OrderRow, Sheet, from_answer, from_post, sheet, to_answer


class Sail(Order, frozen=True, tag="sail"):
    ship: str
    to: str | None = None
    escorts: tuple[str, ...] = ()


class Anchor(Order, frozen=True, tag="anchor"):
    ship: str


class SailForm(Orders[Sail | Anchor], frozen=True, kw_only=True, tag="test.sail"):
    order_types = (Sail, Anchor)

    def ways(self) -> tuple[Way, ...]:
        return (
            Way(
                "sail",
                (
                    Field("ship", ("emden", "wolf")),
                    Field("to", ("cocos", "kiel"), required=False),
                    Field("escorts", ("u27", "u41"), required=False, many=True),
                ),
            ),
            Way("anchor", (Field("ship", ("emden",)),)),
            Way("anchor", (Field("ship", ("wolf",)),)),
        )

    def most(self) -> int:
        return 3


FORMS: list[tuple[Any, Any]] = [
    (Choose(options=("a", "b")), "b"),
    (MayChoose(options=("a", "b")), "a"),
    (MayChoose(options=("a", "b")), None),
    (ChooseSome(options=("a", "b", "c"), most=2), ["c", "a"]),
    (Arrange(options=("a", "b", "c")), ["c", "a", "b"]),
    (Share(limits={"a": 3, "b": 2}, total=4), {"a": 3, "b": 1}),
    (
        SailForm(),
        [{"order": "sail", "ship": "wolf", "to": "kiel", "escorts": ["u41"]}, {"order": "anchor", "ship": "emden"}],
    ),
    (SailForm(), []),
]


def label(value: str) -> Text:
    return Text(value.upper(), f"『{value}』")


def posted(view: Sheet) -> QueryDict:
    """What a browser sends for a sheet as it stands."""
    post = QueryDict(mutable=True)
    controls = [*view.controls, *(control for row in view.rows for control in row.controls)]
    for row in view.rows:
        post[f"row.{row.number}.way"] = str(row.way)
    for control in controls:
        if control.kind in ("number", "fixed"):
            post[control.name] = control.value
        elif control.kind == "radio" and control.value == "none":
            post[control.name] = ""
        else:
            post.setlist(control.name, [choice.value for choice in control.choices if choice.chosen])
    return post


@pytest.mark.parametrize(("form", "answer"), FORMS)
def test_an_answer_shown_as_a_form_and_sent_back_is_the_same_answer(form: Any, answer: Any) -> None:
    view = sheet(form, label, "en", from_answer(form, answer))
    again = to_answer(form, from_post(form, posted(view)))
    if isinstance(form, ChooseSome):
        assert sorted(again) == sorted(answer)
    else:
        assert again == answer
    assert not view.faulty
    form.accept(again)


@pytest.mark.parametrize("form", [form for form, _ in FORMS])
def test_an_empty_request_breaks_nothing(form: Any) -> None:
    entered = from_post(form, QueryDict())
    with suppress(Malformed, Illegal):
        form.accept(to_answer(form, entered))
    view = sheet(form, label, "en", entered)
    assert not any(choice.chosen for control in view.controls for choice in control.choices)


def wrong(form: Any, entered: Entered) -> Sheet:
    """The sheet of an answer that is refused."""
    with pytest.raises(GameError) as refused:
        form.accept(to_answer(form, entered))
    return sheet(form, label, "en", entered, refused.value.problems)


def test_an_order_that_lacks_something_has_its_problem_beside_the_field() -> None:
    view = wrong(SailForm(), Entered(rows=(OrderRow(1, {"ship": ("emden",)}), OrderRow(0, {"to": ("kiel",)}))))
    assert not view.rows[0].problems
    ship, to, _escorts = view.rows[1].controls
    assert ship.problems
    assert not to.problems
    assert to.choices[1].chosen, "what was entered is kept"


def test_a_value_that_is_no_option_has_its_problem_beside_the_field() -> None:
    post = QueryDict("row.0.way=0&row.0.ship=emden&row.0.to=atlantis")
    view = wrong(SailForm(), from_post(SailForm(), post))
    assert [bool(control.problems) for control in view.rows[0].controls] == [False, True, False]


def test_too_many_orders_is_a_problem_of_the_whole() -> None:
    rows = tuple(OrderRow(0, {"ship": ("emden",)}) for _ in range(4))
    view = wrong(SailForm(), Entered(rows=rows))
    assert [problem.message for problem in view.problems] == ["At most 3 orders."]


def test_sharing_out_too_much_marks_the_field_or_the_whole() -> None:
    form = Share(limits={"a": 3, "b": 2}, total=4)
    over = wrong(form, Entered(numbers={"a": "9", "b": ""}))
    assert over.faulty
    assert wrong(form, Entered(numbers={"a": "two", "b": "2"})).controls[0].problems


def test_an_arrangement_without_all_is_a_problem_of_the_whole() -> None:
    view = wrong(Arrange(options=("a", "b", "c")), Entered(numbers={"a": "1", "b": "", "c": "x"}))
    assert view.problems


def test_rows_can_be_added_removed_and_moved() -> None:
    one = Entered().added(0, 3)
    two = one.added(1, 3)
    assert [row.way for row in two.rows] == [0, 1]
    assert [row.way for row in two.moved(1, -1).rows] == [1, 0]
    assert two.moved(1, 1) == two, "the last row cannot go further down"
    assert [row.way for row in two.removed(0).rows] == [1]


def test_where_one_order_fits_in_another_takes_its_place() -> None:
    assert [row.way for row in Entered().added(0, 1).added(2, 1).rows] == [2]


def test_the_menu_names_ways_by_what_is_fixed_in_them() -> None:
    sail, anchor = sheet(SailForm(), label, "ja", Entered()).menu
    assert [entry.label for entry in sail.entries] == [""]
    assert anchor.label == "『anchor』"
    assert [(entry.way, entry.label) for entry in anchor.entries] == [(1, "『emden』"), (2, "『wolf』")]


@pytest.mark.parametrize("query", ["row.0.way=99", "row.0.way=-1", "row.x.way=0", "row.0.way=", "row.9999.way=0"])
def test_rows_that_are_none_are_passed_over(query: str) -> None:
    assert from_post(SailForm(), QueryDict(query)) == Entered()
