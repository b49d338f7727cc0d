"""Every kind of form of the kernel as an HTML form, and back."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from django.http import QueryDict
from django.utils import translation

from games.kernel.errors import GameError, Illegal, Malformed
from games.kernel.forms import Arrange, Choose, ChooseSome, MayChoose, Share
from games.kernel.hotspots import BoardHotspots
from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.orders.order_set import Field, OrderTemplate
from pbem.web.pages.order_form import (
    EnteredOrder,
    FormControls,
    FormEntries,
    apply_edit,
    build_form_controls,
    from_answer,
    from_post,
    to_answer,
)
from pbem.web.pages.order_form.board_panel import BoardContext, find_actors
from pbem.web.pages.order_form.controls import UnavailableValue
from pbem.web.pages.order_form.problem_names import ProblemNamer
from pbem.web.pages.order_form.tap_editor import EditorState, list_suggested_edits
from tests.pages.example_forms import (
    PLAN,
    Anchor,
    DepartForm,
    FleetForm,
    JointForm,
    LoadForm,
    OnceForm,
    SailForm,
    Steer,
    SteerForm,
    WriteForm,
    label,
)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Whatever language the last caller of another test was answered in."""
    with translation.override("en"):
        yield


FORMS: list[tuple[Any, Any]] = [
    (Choose(options=("a", "b")), "b"),
    (MayChoose(options=("a", "b")), "a"),
    (MayChoose(options=("a", "b")), None),
    (ChooseSome(options=("a", "b", "c"), most=2), ["c", "a"]),
    (Arrange(options=("a", "b", "c")), ["c", "a", "b"]),
    (Share(limits={"a": 3, "b": 2}, total=4), {"a": 3, "b": 1}),
    (WriteForm(), [{"order": "write", "ship": "emden", "text": 'Off #1, "a=b" <c>'}]),
    (
        SailForm(),
        [{"order": "sail", "ship": "wolf", "to": "kiel", "escorts": ["u41"]}, {"order": "anchor", "ship": "emden"}],
    ),
    (SailForm(), []),
    (SailForm(), [{"order": "sail", "ship": "wolf", "ports": ["emden", "kiel"]}]),
    (SailForm(), [{"order": "sail", "ship": "wolf", "escorts": ["u41", "u27"]}]),
    (LoadForm(), [{"order": "load", "ship": "emden", "cargo": ["coal", "mines", "coal"]}]),
    (PLAN, []),
    (
        PLAN,
        [
            {
                "kind": "react",
                "when": {"holding": ["trap", "mine"]},
                "answer": ["wreck", "trap", "fog", "mine", "ice"],
            },
            {"kind": "chase", "when": {"night": False, "value": {"at_least": 3, "at_most": 7}}, "answer": "sail"},
            {"kind": "chase", "when": {"value": {"at_most": -1}, "target": ["wolf"]}, "answer": None},
        ],
    ),
]


def posted(view: FormControls) -> QueryDict:
    """What a browser sends for a sheet as it stands."""
    post = QueryDict(mutable=True)
    controls = [*view.controls, *(one for row in view.rows for one in (*row.controls, *row.conditions))]
    for row in view.rows:
        post[f"row.{row.number}.order"] = str(row.type_index)
    for control in controls:
        if control.kind in ("number", "fixed", "line"):
            post[control.name] = control.value
        elif control.kind == "radio" and control.value == "none":
            post[control.name] = ""
        elif control.kind in ("ranked", "basket"):
            post.setlist(control.name, [item.value for item in control.items])
        elif control.kind == "path":
            post[control.name] = control.value
        elif control.kind == "range":
            post[f"{control.name}.least"], post[f"{control.name}.most"] = control.value, control.upper
        else:
            chosen = [choice.value for choice in control.choices if choice.chosen]
            post.setlist(control.name, [*post.getlist(control.name), *chosen])
    return post


@pytest.mark.parametrize(("form", "answer"), FORMS)
def test_an_answer_shown_as_a_form_and_sent_back_is_the_same_answer(form: Any, answer: Any) -> None:
    view = build_form_controls(form, label, "en", from_answer(form, answer))
    again = to_answer(form, from_post(form, posted(view)))
    if isinstance(form, ChooseSome):
        assert sorted(again) == sorted(answer)
    else:
        assert form.read(again) == form.read(_in_order(form, answer))
    assert not view.has_problems
    form.accept(again)


def _in_order(form: Any, answer: Any) -> Any:
    """Words of a condition come back in the order of the list; it means nothing."""
    if form is not PLAN or not answer:
        return answer
    first, *others = answer
    return [first | {"when": {"holding": ["mine", "trap"]}}, *others]


@pytest.mark.parametrize("form", [form for form, _ in FORMS])
def test_an_empty_request_breaks_nothing(form: Any) -> None:
    entered = from_post(form, QueryDict())
    with suppress(Malformed, Illegal):
        form.accept(to_answer(form, entered))
    view = build_form_controls(form, label, "en", entered)
    assert not any(choice.chosen for control in view.controls for choice in control.choices)


def wrong(form: Any, entered: FormEntries) -> FormControls:
    """The sheet of an answer that is refused."""
    with pytest.raises(GameError) as refused:
        form.accept(to_answer(form, entered))
    return build_form_controls(form, label, "en", entered, refused.value.problems)


def test_an_order_that_lacks_something_has_its_problem_beside_the_field() -> None:
    view = wrong(
        SailForm(), FormEntries(rows=(EnteredOrder(1, {"ship": ("emden",)}), EnteredOrder(0, {"to": ("kiel",)})))
    )
    assert not view.rows[0].problems
    ship, to, *_others = view.rows[1].controls
    assert ship.problems
    assert not to.problems
    assert to.choices[1].chosen, "what was entered is kept"


def test_a_value_that_is_no_option_has_its_problem_beside_the_field() -> None:
    post = QueryDict("row.0.order=0&row.0.ship=emden&row.0.to=atlantis")
    view = wrong(SailForm(), from_post(SailForm(), post))
    assert [bool(control.problems) for control in view.rows[0].controls] == [False, True, False, False]


def boxes_of(form: Any, *ships: tuple[str, ...]) -> list[tuple[str, list[int]]]:
    """Who has which orders in one box; each order is a sailing of these."""
    view = build_form_controls(
        form, label, "en", FormEntries(rows=tuple(EnteredOrder(0, {"ship": names}) for names in ships))
    )
    return [(box.name, [row.number for row in box.rows]) for box in view.order_groups]


def test_the_orders_of_one_subject_stand_in_one_box() -> None:
    rows = [("emden",), ("wolf",), ("emden",)]
    assert boxes_of(FleetForm(), *rows) == [("EMDEN", [0, 2]), ("WOLF", [1])]
    assert boxes_of(SailForm(), *rows) == [("", [0]), ("", [1]), ("", [2])], "where nobody is said to act"


def test_who_acts_together_shares_a_box() -> None:
    rows = [("emden",), ("wolf",), ("u27",), ("emden", "wolf")]
    assert boxes_of(JointForm(), *rows) == [("EMDEN, WOLF", [0, 1, 3]), ("U27", [2])]


def test_a_box_offers_more_where_there_is_more() -> None:
    def view(*rows: EnteredOrder) -> list[str]:
        return [
            box.subject for box in build_form_controls(FleetForm(), label, "en", FormEntries(rows=rows)).order_groups
        ]

    sail, anchor = EnteredOrder(0, {"ship": ("emden",)}), EnteredOrder(1, {"ship": ("emden",)})
    assert view(sail) == ["emden"]
    assert view(sail, anchor) == [""], "she has an order of each kind"
    assert view(sail, sail, sail) == [""], "no more orders are taken"


def test_a_number_of_any_length_names_no_order() -> None:
    assert from_post(SailForm(), QueryDict(f"row.0.order={'1' * 5000}")).rows == ()


def test_rows_are_read_as_far_as_anybody_could_mean_them() -> None:
    many = "&".join(f"row.{row}.order=0&" + f"row.{row}.ports=kiel&" * 40 for row in range(20))
    assert len(from_post(SailForm(), QueryDict(many)).rows) == 7


def test_of_a_folded_order_is_said_where_its_path_could_lead() -> None:
    form = SteerForm()
    entered = from_post(form, QueryDict("row.0.order=0&row.0.ship=emden&row.0.way=belt"))
    told = [build_form_controls(form, label, "en", entered, open_row=row).rows[0].controls[1].groups for row in (0, 7)]
    assert told[0] == told[1] != ()


def test_a_path_is_chosen_by_where_it_leads_with_what_it_costs_and_kept_whole() -> None:
    form = SteerForm()
    empty = build_form_controls(form, label, "en", from_post(form, QueryDict("row.0.order=0&row.0.ship=emden")))
    _ship, way = empty.rows[0].controls
    reached = [(band, [choice.label for choice in choices]) for band, choices in way.groups]
    assert reached == [("slow", ["BELT (1)", "CANAL (1)"]), ("1 coal", ["SKAGEN (2)"])]
    entered = from_post(form, QueryDict("row.0.order=0&row.0.ship=emden&row.0.way=skagen"))
    assert form.accept(to_answer(form, entered)) == (Steer("emden", ("belt", "skagen")),)
    around = [{"order": "steer", "ship": "emden", "way": ["canal", "kiel"]}]
    kept = build_form_controls(form, label, "en", from_answer(form, around)).rows[0].controls[1]
    assert (kept.value, [item.label for item in kept.items]) == ("canal,kiel", ["CANAL", "KIEL"])
    again = from_post(form, QueryDict("row.0.order=0&row.0.ship=emden&row.0.way=canal,kiel"))
    assert to_answer(form, again) == around


def test_too_many_orders_is_a_problem_of_the_whole() -> None:
    rows = tuple(EnteredOrder(0, {"ship": ("emden",)}) for _ in range(4))
    view = wrong(SailForm(), FormEntries(rows=rows))
    assert [problem.message for problem in view.problems] == ["At most 3 orders."]


def test_sharing_out_too_much_marks_the_field_or_the_whole() -> None:
    form = Share(limits={"a": 3, "b": 2}, total=4)
    over = wrong(form, FormEntries(numbers={"a": "9", "b": ""}))
    assert over.has_problems
    assert wrong(form, FormEntries(numbers={"a": "two", "b": "2"})).controls[0].problems


def test_an_arrangement_without_all_is_a_problem_of_the_whole() -> None:
    view = wrong(Arrange(options=("a", "b", "c")), FormEntries(chosen=("a", "c")))
    assert [problem.message for problem in view.problems] == ["Missing: B."]
    assert [choice.value for choice in view.controls[0].choices] == ["b"], "it can be added"


def test_rows_can_be_added_removed_and_moved() -> None:
    one = FormEntries().with_row(0, 3)
    two = one.with_row(1, 3)
    assert [row.type_index for row in two.rows] == [0, 1]
    assert [row.type_index for row in two.with_moved_row(1, -1).rows] == [1, 0]
    assert two.with_moved_row(1, 1) == two, "the last row cannot go further down"
    assert [row.type_index for row in two.without_row(0).rows] == [1]


def test_a_new_row_holds_at_once_what_its_sheet_shows_as_settled() -> None:
    added, focus = apply_edit(SailForm(), FormEntries(), "add", "2")
    assert (added.rows, focus) == ((EnteredOrder(2, {"ship": ("wolf",)}),), 0)
    assert to_answer(SailForm(), added) == [{"order": "anchor", "ship": "wolf"}]
    SailForm().read(to_answer(SailForm(), added))


def test_a_tap_is_for_those_who_act_though_their_order_lacks_something_and_changes_come_first() -> None:
    held = EditorState(tapped="kiel", acting=("wolf",))
    alone = list_suggested_edits(DepartForm(), [], held, label)
    assert [one.answer for one in alone] == [[{"order": "depart", "ship": "wolf", "to": "kiel"}]]
    offers = list_suggested_edits(DepartForm(), [{"order": "depart", "ship": "wolf", "on": "1"}], held, label)
    assert [one.kind for one in offers] == ["set", "new"]


def test_a_way_that_can_be_led_on_is_not_offered_as_a_new_order_that_is_refused() -> None:
    held, draft = (
        EditorState(tapped="skagen", acting=("emden",)),
        [{"order": "steer", "ship": "emden", "way": ["belt"]}],
    )
    everything = [
        (one.kind, bool(one.problems)) for one in OnceForm().suggested_edits(draft, "skagen", ("emden",), label)
    ]
    assert ("new", True) in everything
    shown = [(one.kind, bool(one.problems)) for one in list_suggested_edits(OnceForm(), draft, held, label)]
    assert shown == [one for one in everything if one[0] != "new"]


def test_whoever_acts_is_offered_more_before_being_left_out() -> None:
    held = EditorState(tapped="emden", acting=("emden",))
    offers = list_suggested_edits(FleetForm(), [{"order": "sail", "ship": "emden", "to": "kiel"}], held, label)
    legal = [one.kind for one in offers if not one.problems]
    assert legal[-1] == "leave_out"
    assert "new" in legal


def test_what_is_said_of_an_order_names_who_acts() -> None:
    table = BoardContext(FleetForm(), label, "en", BoardHotspots())
    draft = [{"order": "sail", "ship": "emden"}, {"order": "anchor", "ship": "wolf"}]
    assert [find_actors(table, draft, where) for where in ("/0/to", "/1", "", "/2/to", "/x")] == [
        "EMDEN",
        "WOLF",
        "",
        "",
        "",
    ]
    assert find_actors(BoardContext(Choose(options=("a",)), label, "en", BoardHotspots()), "a", "/0") == ""


def test_values_of_a_list_are_moved_and_left_out_by_buttons() -> None:
    form = SailForm()
    ports = FormEntries(rows=(EnteredOrder(0, {"ship": ("emden",), "ports": ("kiel", "cuxhaven", "emden")}),))

    def after(verb: str, place: str) -> Any:
        return apply_edit(form, ports, verb, place)[0].rows[0].values["ports"]

    assert after("earlier", "0.3.2") == ("kiel", "emden", "cuxhaven")
    assert after("later", "0.3.0") == ("cuxhaven", "kiel", "emden")
    assert after("drop", "0.3.1") == ("kiel", "emden")
    for nowhere in ("0.3.9", "0.9.0", "7.3.0", "x", "0.3", "", "-1.-1.0"):
        assert apply_edit(form, ports, "drop", nowhere)[0] == ports
    order = Arrange(options=("a", "b", "c"))
    assert apply_edit(order, FormEntries(chosen=("a", "b", "c")), "earlier", "-1.-1.2")[0].chosen == ("a", "c", "b")


def test_shares_and_baskets_are_counted_by_buttons_within_their_limits() -> None:
    form = Share(limits={"a": 1, "b": 2}, total=2)
    once, _ = apply_edit(form, FormEntries(), "more", "-1.-1.0")
    assert (once.numbers, apply_edit(form, once, "more", "-1.-1.0")[0].numbers) == ({"a": "1"}, {"a": "1"})
    assert apply_edit(form, once, "less", "-1.-1.0")[0].numbers == {"a": "0"}
    loaded = FormEntries(rows=(EnteredOrder(0, {"cargo": ("coal", "mines", "coal")}),))
    assert apply_edit(LoadForm(), loaded, "less", "0.1.0")[0].rows[0].values["cargo"] == ("coal", "mines")
    assert apply_edit(LoadForm(), loaded, "more", "0.1.1")[0].rows[0].values["cargo"] == (
        "coal",
        "mines",
        "coal",
        "mines",
    )
    control = build_form_controls(LoadForm(), label, "en", loaded).rows[0].controls[1]
    assert [(choice.count, choice.note) for choice in control.choices] == [(2, "1"), (1, "2")]


def test_an_order_says_itself_and_folds_its_controls_away_while_another_is_written() -> None:
    done, begun = EnteredOrder(0, {"ship": ("wolf",), "to": ("kiel",)}), EnteredOrder(0, {})
    view = build_form_controls(SailForm(), label, "en", FormEntries(rows=(done, begun)), open_row=1)
    assert [row.open for row in view.rows] == [False, True]
    assert view.rows[0].lines == ("SAIL · WOLF · TO: KIEL",)
    assert view.rows[1].lines == ()


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("'u27' is not one of the options.", "“U27” is not one of the options."),
        ("'u27, u41' is not possible here.", "“U27, U41” is not possible here."),
        ("'atlantis' is not one of the options.", "'atlantis' is not one of the options."),
        ("「u27」は選択肢にありません。", "「U27」は選択肢にありません。"),
        ("escorts: 'u27' is not possible here.", "ESCORTS: “U27” is not possible here."),
        ("to: still missing.", "TO: still missing."),
        ("emden: coal 4, then 3", "EMDEN: coal 4, then 3"),
        ("wolf: cargo points: 4, not 5.", "WOLF: cargo points: 4, not 5."),
        ("Name 0 to 2, not 3.", "Name 0 to 2, not 3."),
        ("emden → wolf: range 11", "EMDEN → WOLF: range 11"),
        ("wolf outfits today and does not move.", "WOLF outfits today and does not move."),
        ("to sail is to anchor at kiel", "to sail is to anchor at KIEL"),
    ],
)
def test_refusals_name_things_as_players_do(message: str, said: str) -> None:
    assert ProblemNamer(SailForm(), label, "en").name_text(message) == said


def test_in_a_sentence_it_is_those_who_act_that_have_names() -> None:
    """A word of an option, or of an order, is a word."""
    assert ProblemNamer(FleetForm(), label, "en").name_text("wolf may sail to kiel") == "WOLF may sail to kiel"
    assert ProblemNamer(FleetForm(), label, "ja").name_text("wolfはkielへ") == "『wolf』は『kiel』へ"


def test_where_one_order_fits_in_another_takes_its_place() -> None:
    assert [row.type_index for row in FormEntries().with_row(0, 1).with_row(2, 1).rows] == [2]


def test_the_menu_names_ways_by_what_is_fixed_in_them() -> None:
    sail, anchor = build_form_controls(SailForm(), label, "ja", FormEntries()).menu
    assert [entry.label for entry in sail.entries] == [""]
    assert anchor.label == "『anchor』"
    assert [(entry.type_index, entry.label) for entry in anchor.entries] == [(1, "『emden』"), (2, "『wolf』")]


@pytest.mark.parametrize(
    "query", ["row.0.order=99", "row.0.order=-1", "row.x.order=0", "row.0.order=", "row.9999.order=0"]
)
def test_rows_that_are_none_are_passed_over(query: str) -> None:
    assert from_post(SailForm(), QueryDict(query)) == FormEntries()


def test_a_new_rule_waits_for_its_answer() -> None:
    view = wrong(PLAN, FormEntries().with_row(0, 9).with_row(1, 9))
    for row in view.rows:
        assert [problem.message for problem in row.controls[0].problems] == ["Choose an answer."]
        assert not row.has_conditions
    passes = view.rows[0].controls[0].choices[0]
    assert (passes.value, passes.label, passes.chosen) == ("pass", "nothing: pass", False)
    assert view.rows[1].controls[0].choices[0].value == "mine", "where passing is impossible it is not offered"


def test_a_list_of_answers_has_always_room_for_one_more() -> None:
    row = EnteredOrder(1, {"answer": ("mine", "trap", "fog", "ice", "storm")})
    controls = build_form_controls(PLAN, label, "en", FormEntries(rows=(row,))).rows[0].controls
    assert [control.label for control in controls][:3] == ["First choice", "Choice 2", "Choice 3"]
    assert len(controls) == 6
    assert len({control.id for control in controls}) == 6


@pytest.mark.parametrize(
    ("values", "control"),
    [({"night": ("perhaps",)}, 0), ({"target": ("atlantis",)}, 2), ({"target": ("wolf", "kiel")}, 2)],
)
def test_a_condition_that_cannot_be_has_its_problem_beside_it(values: dict[str, tuple[str, ...]], control: int) -> None:
    row = wrong(PLAN, FormEntries(rows=(EnteredOrder(0, {"answer": ("sail",), **values}),))).rows[0]
    assert [bool(one.problems) for one in row.conditions] == [place == control for place in range(3)]
    assert row.has_conditions


def test_a_number_that_is_none_has_its_problem_beside_it() -> None:
    view = wrong(PLAN, FormEntries(rows=(EnteredOrder(0, {"answer": ("sail",), "value": ("many", "")}),)))
    assert view.rows[0].conditions[1].problems
    assert view.rows[0].conditions[1].value == "many", "what was entered is kept"


def test_the_menu_of_a_plan_names_the_kinds_of_question() -> None:
    menu = build_form_controls(PLAN, label, "ja", FormEntries()).menu
    assert [group.label for group in menu] == ["追撃するか", "何を出すか"]


def named(value: str) -> Text:
    return Text(value.title() if value == "wolf" else value, value)


def test_what_is_withheld_stands_on_the_sheet_with_the_reason_and_at_the_field_when_it_is_given() -> None:
    coaling = Unavailable("wolf", "4.2", Text("She is coaling.", "給炭中です。"))
    shown = build_form_controls(Choose(options=("emden",), unavailable=(coaling,)), named, "en", FormEntries())
    assert shown.unavailable_values == (UnavailableValue("Wolf", "She is coaling.", "4.2"),)

    class Coaling(SailForm, frozen=True, kw_only=True, tag="test.coaling"):
        def unavailable_templates(self) -> tuple[OrderTemplate, ...]:
            return (
                OrderTemplate(
                    "anchor", (Field("ship", (), unavailable=(msgspec.structs.replace(coaling, value="u27"),)),)
                ),
            )

    form = Coaling()
    shown = build_form_controls(form, named, "ja", FormEntries())
    assert shown.unavailable_values == (UnavailableValue("anchor: u27", "給炭中です。", "4.2"),)
    (problem,) = form.problems((Anchor("u27"),))
    row = build_form_controls(
        form, named, "en", FormEntries(rows=(EnteredOrder(1, {"ship": ("u27",)}),)), [problem]
    ).rows[0]
    assert [one.rule for control in row.controls for one in control.problems] == ["4.2"]


def test_the_rules_of_a_plan_are_folded_to_their_sentences_except_the_one_being_written() -> None:
    answer = [{"kind": "chase", "when": {"night": False}, "answer": "sail"}, {"kind": "chase", "answer": None}]
    entered = from_answer(PLAN, answer)
    rows = build_form_controls(PLAN, label, "en", entered, open_row=1).rows
    assert [row.open for row in rows] == [False, True]
    assert "SAIL" in rows[0].lines[0]
    empty = replace(entered, rows=(*entered.rows, EnteredOrder(0, {})))
    assert build_form_controls(PLAN, label, "en", empty, open_row=-1).rows[2].open, "it lacks its answer"
