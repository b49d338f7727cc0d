"""An order that is unavailable names the rule and the reason, in the refusal and in the schema."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.kernel.errors import Illegal, Problem
from games.kernel.forms import Choose, ChooseSome, Form, MayChoose
from games.kernel.text import Text, id_label
from games.kernel.unavailable import Unavailable
from games.order_text import parse_lines
from games.orders.order_set import Field, Order, Orders, OrderTemplate

COALING = Text("She is coaling.", "給炭中です。")
EMDEN = Unavailable("emden", "4.2", COALING)


class Sail(Order, frozen=True, tag="sail"):
    ship: str
    to: tuple[str, ...] = ()
    with_: str = ""


class Anchor(Order, frozen=True, tag="anchor"):
    ship: str


class Scuttle(Order, frozen=True, tag="scuttle"):
    ship: str


class Sailing(Orders[Sail | Anchor | Scuttle], frozen=True, kw_only=True, dict=True, tag="test.sailing"):
    """Wolf and seeadler sail, seeadler not to Kiel; emden is coaling; nobody is scuttled."""

    order_types = (Sail, Anchor, Scuttle)

    def templates(self) -> tuple[OrderTemplate, ...]:
        near = Field(
            "to", ("cuxhaven",), many=True, unavailable=(Unavailable("riga", "5.1", Text("It is frozen.", "氷結。")),)
        )
        return (
            OrderTemplate("sail", (Field("ship", ("wolf",)), Field("to", ("kiel", "cuxhaven"), many=True))),
            OrderTemplate("sail", (Field("ship", ("seeadler",)), near)),
            OrderTemplate("anchor", (Field("ship", ("wolf", "seeadler", "emden")),)),
        )

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        yield OrderTemplate("sail", (Field("ship", (), unavailable=(EMDEN,)),))
        kiel = Unavailable("kiel", "5.2", Text("Too shallow for her.", "浅すぎます。"))
        yield OrderTemplate("sail", (Field("ship", ("seeadler",)), Field("to", (), unavailable=(kiel,))))
        yield OrderTemplate(
            "scuttle", (Field("order", (), unavailable=(Unavailable("scuttle", "9.9", Text("Never.", "禁止。")),)),)
        )


def refused(form: Form[Any], raw: Any) -> list[Problem]:
    with pytest.raises(Illegal) as caught:
        form.accept(raw)
    return list(caught.value.problems)


def told(problems: list[Problem]) -> list[tuple[str, str, str]]:
    return [(problem.pointer, problem.code, problem.rule) for problem in problems]


@pytest.mark.parametrize(
    ("form", "raw", "pointer"),
    [
        (Choose(options=("wolf",), rule="1.1", unavailable=(EMDEN,)), "emden", ""),
        (MayChoose(options=(), rule="1.1", unavailable=(EMDEN,)), "emden", ""),
        (ChooseSome(options=("wolf", "iltis"), most=2, rule="1.1", unavailable=(EMDEN,)), ["wolf", "emden"], "/1"),
    ],
)
def test_a_choice_that_is_withheld_says_why(form: Form[Any], raw: Any, pointer: str) -> None:
    (problem,) = refused(form, raw)
    assert (problem.pointer, problem.code, problem.rule) == (pointer, "barred", "4.2")
    assert (problem.message.en, problem.message.ja) == ("emden: She is coaling.", "emden：給炭中です。")
    named = {"value": "emden", "rule": "4.2", "en": "She is coaling.", "ja": "給炭中です。"}
    assert form.schema()["x-unavailable"] == [named]


def test_what_is_neither_an_option_nor_barred_is_refused_by_the_rule_of_the_question() -> None:
    (problem,) = refused(Choose(options=("wolf",), rule="1.1", unavailable=(EMDEN,)), "geier")
    assert (problem.code, problem.rule) == ("not_an_option", "1.1")


def test_without_bars_nothing_is_said_of_them() -> None:
    assert "x-unavailable" not in Choose(options=("wolf",)).schema()
    assert b"barred" not in msgspec.json.encode(Choose(options=("wolf",)))


def test_a_ship_that_no_way_takes_is_refused_with_the_reason_in_the_notation_too() -> None:
    form = Sailing()
    assert told(refused(form, form.parse("anchor wolf\nsail emden to=kiel"))) == [("/1/ship", "barred", "4.2")]


def test_a_bar_of_one_ship_does_not_hold_for_another() -> None:
    form = Sailing()
    assert told(refused(form, form.parse("sail seeadler to=cuxhaven,kiel"))) == [("/0/to/1", "barred", "5.2")]
    assert form.accept(form.parse("sail wolf to=kiel"))
    assert [problem.rule for problem in refused(form, form.parse("sail wolf to=riga"))] == [""]


def test_a_field_of_an_open_way_can_bar_values() -> None:
    form = Sailing()
    assert told(refused(form, form.parse("sail seeadler to=riga"))) == [("/0/to/0", "barred", "5.1")]


def test_a_value_that_the_way_takes_is_not_called_barred() -> None:
    found = refused(Sailing(), [{"order": "sail", "ship": "wolf", "to": ["kiel"], "with_": "geier"}])
    assert [(problem.pointer, problem.code) for problem in found] == [("/0/with_", "not_an_option")]


def test_an_order_that_is_closed_altogether_says_why() -> None:
    assert told(refused(Sailing(), [{"order": "scuttle", "ship": "wolf"}])) == [("/0/order", "barred", "9.9")]


def test_the_schema_names_what_is_barred_and_where() -> None:
    bars = {
        (bar["order"], bar["field"], bar["value"], bar["rule"]): bar["where"]
        for bar in Sailing().schema()["x-unavailable"]
    }
    assert bars == {
        ("sail", "to", "riga", "5.1"): {"ship": ["seeadler"]},
        ("sail", "ship", "emden", "4.2"): {},
        ("sail", "to", "kiel", "5.2"): {"ship": ["seeadler"]},
        ("scuttle", "order", "scuttle", "9.9"): {},
    }


class Anchorage(Sailing, frozen=True, kw_only=True, dict=True, tag="test.anchorage"):
    def templates(self) -> tuple[OrderTemplate, ...]:
        return (
            OrderTemplate("sail", (Field("ship", ("wolf",)),)),
            OrderTemplate("anchor", (Field("ship", ("wolf",)),)),
        )


def test_what_is_withheld_from_one_order_is_no_reason_against_another() -> None:
    (problem,) = refused(Anchorage(), [{"order": "anchor", "ship": "emden"}])
    assert (problem.pointer, problem.rule) == ("/0/ship", "")
    (problem,) = refused(Anchorage(), [{"order": "sail", "ship": "emden"}])
    assert (problem.code, problem.rule) == ("barred", "4.2")


def test_who_begins_with_no_order_hears_of_those_that_can_be_given() -> None:
    """Not of one that would only be refused; that one says why if it is written."""
    (one,) = parse_lines(["haul wolf"], Sailing(), id_label).refused
    assert one.problems[0].message.en.endswith("these words do: `anchor`, `sail`.")
    (one,) = parse_lines(["scuttle wolf"], Sailing(), id_label).refused
    assert one.problems[0].message.en == "scuttle: Never."
