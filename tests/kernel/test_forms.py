"""Forms: schema, check, refusal, default, example and notation come from one place and agree."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.codec import decode, encode
from games.kernel.conformance.json_schema import fits, violations
from games.kernel.errors import GameError, Illegal, Malformed, Problem
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.random_source import random_source
from games.kernel.text import Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.template_schema import template_schema


class Sail(Order, frozen=True, tag="sail"):
    ship: str
    to: str
    escorts: tuple[str, ...] = ()
    via: str | None = None


class LieLow(Order, frozen=True, tag="lie_low"):
    ship: str


class Done(Order, frozen=True, tag="done"):
    pass


class Convoy(Orders[Sail | LieLow | Done], frozen=True, kw_only=True, tag="convoy"):
    order_types = (Sail, LieLow, Done)
    ships: tuple[str, ...] = ("emden", "wolf")

    def templates(self) -> tuple[OrderTemplate, ...]:
        found = [OrderTemplate("done")]
        for ship in self.ships:
            ports = Field("to", ("north-sea", "red_sea"))
            escorts = Field("escorts", ("e1", "e2", "e3"), required=False, many=True)
            found.append(
                OrderTemplate("sail", (Field("ship", (ship,)), ports, escorts, Field("via", ("cape",), required=False)))
            )
            found.append(OrderTemplate("lie_low", (Field("ship", (ship,)),)))
        return tuple(found)

    def conflicts(self, answer: Any) -> Any:
        ships = [order.ship for order in answer if not isinstance(order, Done)]
        for ship in sorted(set(ships)):
            if ships.count(ship) > 1:
                yield Problem("", "twice", Text(f"{ship} twice.", f"{ship}が重複"), "4.2")

    def max_orders(self) -> int:
        return 4


FORMS: tuple[Form[Any], ...] = (
    Choose(options=("a", "b", "north-sea")),
    Choose(options=("a", "b"), fallback="b", rule="1.1"),
    MayChoose(options=("a", "b")),
    MayChoose(options=()),
    MayChoose(options=("a",), fallback="a"),
    ChooseSome(options=("a", "b", "c"), least=1, most=2),
    ChooseSome(options=(), most=3),
    Arrange(options=("a", "b", "c")),
    Arrange(options=()),
    Share(limits={"north-sea": 3, "red_sea": 2}, total=4),
    Share(limits={}, total=0),
    Share(limits={"verb": 1, "self": 1}, total=1),
    Convoy(),
    Convoy(ships=()),
)
IDS = [f"{index}-{type(form).__name__}" for index, form in enumerate(FORMS)]
EVERY_FORM = pytest.mark.parametrize("form", FORMS, ids=IDS)


def answers(form: Form[Any]) -> list[Any]:
    return [form.default(), form.example(), *(form.sample(random_source("forms", index)) for index in range(30))]


@EVERY_FORM
def test_default_example_and_samples_are_legal_and_come_back(form: Form[Any]) -> None:
    for answer in answers(form):
        assert list(form.problems(answer)) == []
        raw = decode(encode(form.write(answer)), object)
        assert form.accept(raw) == answer
        assert form.read(form.parse(form.render(answer))) == answer
        assert form.read(form.parse(form.render(answer).upper() + " # yes")) == answer
        assert form.describe(answer, "en")
        assert form.describe(answer, "ja")


@EVERY_FORM
def test_the_schema_is_a_schema_and_accepts_what_is_legal(form: Form[Any]) -> None:
    schema = form.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    for answer in answers(form):
        raw = decode(encode(form.write(answer)), object)
        jsonschema.Draft202012Validator(schema).validate(raw)
        assert list(violations(schema, raw)) == []


@EVERY_FORM
def test_the_stored_form_is_the_form(form: Form[Any]) -> None:
    union = Choose | MayChoose | ChooseSome | Arrange | Share | Convoy
    assert decode(encode(form), union) == form
    assert form.identity() == json.loads(encode(form))["form"]


WORDS = st.sampled_from(
    ["a", "b", "c", "zz", "north-sea", "red_sea", "emden", "sail", "done", "e1", "cape", "", "\0", "~/x"]
)
LEAVES = st.none() | st.booleans() | st.integers(-3, 9) | WORDS | st.just(2**80) | st.just(1.5)
SHARES = st.dictionaries(WORDS, LEAVES, max_size=3)
ORDERS = st.dictionaries(
    st.sampled_from(["order", "ship", "to", "escorts", "via", "x/y"]), LEAVES | st.lists(WORDS, max_size=3)
)
RAW = LEAVES | st.lists(LEAVES, max_size=4) | SHARES | st.lists(ORDERS, max_size=5)


def reaches(raw: Any, pointer: str) -> bool:
    """Whether a JSON pointer leads into the answer, or to a member that its object lacks."""
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(raw, list):
            if not name.isdecimal() or int(name) >= len(raw):
                return False
            raw = raw[int(name)]
        elif isinstance(raw, dict):
            raw = raw.get(name)
        else:
            return False
    return True


@given(st.sampled_from(FORMS), RAW)
def test_any_answer_is_accepted_or_refused_with_places(form: Form[Any], raw: Any) -> None:
    """What is accepted comes back by every road; what is refused names places that exist."""
    try:
        answer = form.accept(raw)
    except GameError as error:
        assert error.problems  # noqa: PT017  # any of the two is right
        for problem in error.problems:
            assert reaches(raw, problem.pointer), (raw, problem.pointer)
            assert problem.message.en.isprintable()
            assert problem.message.ja.isprintable()
    else:
        assert form.accept(form.write(answer)) == answer
        assert form.read(form.parse(form.render(answer))) == answer


@given(st.sampled_from(FORMS), RAW)
def test_the_small_schema_checker_agrees_with_the_library(form: Form[Any], raw: Any) -> None:
    schema = form.schema()
    valid = jsonschema.Draft202012Validator(schema).is_valid(raw)
    assert valid == (next(violations(schema, raw), None) is None) == fits(schema, raw)


@given(st.sampled_from(FORMS), RAW)
def test_what_the_schema_refuses_the_form_refuses(form: Form[Any], raw: Any) -> None:
    """Up to leniency in orders, where an empty optional word counts as none."""
    if next(violations(form.schema(), raw), None) is None:
        form.read(raw)
    elif not isinstance(form, Convoy):
        with pytest.raises(GameError):
            form.accept(raw)


class Aim(Order, frozen=True, tag="aim"):
    """An order that names one thing."""

    at: str


def refused(form: Form[Any], raw: object) -> dict[str, str]:
    with pytest.raises(GameError) as caught:
        form.accept(raw)
    return {problem.pointer: problem.code for problem in caught.value.problems}


def test_every_fault_is_named_not_the_first() -> None:
    some = ChooseSome(options=("a", "b", "c"), least=1, most=2, rule="7.1")
    assert refused(some, ["a", "x", "a", "y"]) == {
        "/1": "not_an_option",
        "/3": "not_an_option",
        "/2": "twice",
        "": "count",
    }
    assert refused(some, ["a", 1, None]) == {"/1": "type", "/2": "type"}
    assert refused(some, {"a": 1}) == {"": "type"}
    arrange = Arrange(options=("a", "b"))
    assert refused(arrange, ["b", "b", "x"]) == {"/2": "not_an_option", "/1": "twice", "": "missing"}
    share = Share(limits={"a": 2, "b/c": 1}, total=3)
    assert refused(share, {"a": 3, "b/c": 2, "~": 1}) == {
        "/a": "range",
        "/b~1c": "range",
        "/~0": "not_an_option",
        "": "total",
    }
    assert refused(share, {"a": True, "b/c": "1", "c": 2**60}) == {"/a": "type", "/b~1c": "type", "/c": "type"}


def test_every_fault_of_every_order_is_named() -> None:
    raw = [
        {"order": "sail", "ship": 1, "speed": 3},
        {"order": "fly"},
        "sail",
        {"order": "lie_low", "ship": "emden"},
    ]
    assert refused(Convoy(), raw) == {
        "/0/ship": "type",
        "/0/speed": "unknown_field",
        "/0/to": "required",
        "/1/order": "unknown_order",
        "/2": "type",
    }
    raw = [
        {"order": "sail", "ship": "emden", "to": "moon", "via": "sun"},
        {"order": "lie_low", "ship": "bismarck"},
        {"order": "sail", "ship": "wolf", "to": "red_sea", "escorts": ["e1", "e1"]},
    ]
    expected = {"/0/to": "not_an_option", "/0/via": "not_an_option", "/1/ship": "not_an_option", "/2/escorts": "twice"}
    assert refused(Convoy(), raw) == expected
    assert refused(Convoy(ships=()), [{"order": "lie_low", "ship": "emden"}]) == {"/0/order": "impossible"}
    assert refused(Convoy(), [{"order": "done"}] * 5) == {"": "count"}


@pytest.mark.parametrize(
    ("known", "en", "ja"),
    [
        (0, "at: 'z' is not possible here.", "at：「z」は指定できません。"),
        (1, "at: 'z' is not possible here; possible: 'p1'.", "at：「z」は指定できません（指定できるのは「p1」）。"),
        (
            6,
            "at: 'z' is not possible here; possible: 'p1', 'p2', 'p3', 'p4', 'p5', 'p6'.",
            "at：「z」は指定できません（指定できるのは「p1」「p2」「p3」「p4」「p5」「p6」）。",
        ),
        (
            8,
            "at: 'z' is not possible here; possible: 'p1', 'p2', 'p3', 'p4', 'p5', 'p6' and 2 more.",
            "at：「z」は指定できません（指定できるのは「p1」「p2」「p3」「p4」「p5」「p6」ほか2）。",
        ),
    ],
)
def test_who_is_refused_a_value_reads_which_there_are(*, known: int, en: str, ja: str) -> None:
    class Strikes(Orders[Aim], frozen=True, kw_only=True, tag=f"strikes{known}"):
        order_types = (Aim,)

        def templates(self) -> tuple[OrderTemplate, ...]:
            return (OrderTemplate("aim", (Field("at", tuple(f"p{number + 1}" for number in range(known))),)),)

    with pytest.raises(GameError) as caught:
        Strikes().accept([{"order": "aim", "at": "z"}])
    assert [(one.message.en, one.message.ja) for one in caught.value.problems] == [(en, ja)]


def test_a_field_that_the_way_has_not_is_refused() -> None:
    class Narrow(Convoy, frozen=True, kw_only=True, tag="narrow"):
        def templates(self) -> tuple[OrderTemplate, ...]:
            return (OrderTemplate("sail", (Field("ship", ("emden",)), Field("to", ("red_sea",)))),)

    legal = {"order": "sail", "ship": "emden", "to": "red_sea"}
    assert Narrow().accept([legal])
    assert refused(Narrow(), [legal | {"via": "cape", "escorts": ["e1"]}]) == {
        "/0/via": "not_an_option",
        "/0/escorts": "not_an_option",
    }


class Say(Order, frozen=True, tag="say"):
    ship: str
    text: str = ""


class Saying(Orders[Say], frozen=True, kw_only=True, tag="saying"):
    order_types = (Say,)
    needed: bool = True

    def templates(self) -> tuple[OrderTemplate, ...]:
        return (OrderTemplate("say", (Field("ship", ("emden",)), Field("text", (), required=self.needed, length=12))),)


def test_an_order_may_hold_a_line_in_the_players_own_words() -> None:
    form = Saying()
    (order,) = answer = form.accept(form.parse('Say EMDEN text="Off #1, a=b"  # at last'))
    assert order.text == "Off #1, a=b"
    assert form.accept(form.parse(form.render(answer))) == answer
    assert form.describe(answer, "en", lambda word: Text(word.upper(), word)) == 'SAY · EMDEN · "Off #1, a=b"'
    (schema,) = form.schema()["items"]["anyOf"]
    assert schema["properties"]["text"] == {"type": "string", "minLength": 1, "maxLength": 12, "x-kind": "line"}
    assert form.accept(form.write(form.example()))
    for n in range(30):
        whim = form.sample(random_source(n))
        assert form.accept(form.parse(form.render(whim))) == whim


@pytest.mark.parametrize("text", ["thirteen long", "two\nlines", " ", "\u3000", "\x07", "\ud800", "\u202edloc"])
def test_it_is_one_line_that_shows_and_not_too_long(text: str) -> None:
    assert refused(Saying(), [{"order": "say", "ship": "emden", "text": text}]) == {"/0/text": "not_an_option"}


def test_it_may_be_needed_or_not() -> None:
    assert refused(Saying(), [{"order": "say", "ship": "emden"}]) == {"/0/text": "required"}
    assert Saying(needed=False).accept([{"order": "say", "ship": "emden"}])
    assert Saying().accept([{"order": "say", "ship": "emden", "text": "全艦\u3000異常なし"}])


def test_conflicts_between_orders_name_their_rule() -> None:
    raw = [{"order": "lie_low", "ship": "wolf"}] * 2
    with pytest.raises(Illegal) as caught:
        Convoy().accept(raw)
    assert caught.value.rule == "4.2"


def test_malformed_and_illegal_are_told_apart() -> None:
    with pytest.raises(Malformed):
        Choose(options=("a",)).accept(["a"])
    with pytest.raises(Illegal) as caught:
        Choose(options=("a",), rule="3.1").accept("b")
    assert caught.value.rule == "3.1"


def test_orders_in_the_notation() -> None:
    text = "Sail Emden to=red_sea escorts=e1,e2 # off we go\nlie-low wolf\nDONE\n"
    orders = Convoy().accept(Convoy().parse(text))
    assert orders == (Sail("emden", "red_sea", ("e1", "e2")), LieLow("wolf"), Done())
    assert Convoy().render(orders) == "sail emden to=red_sea escorts=e1,e2\nlie-low wolf\ndone"
    assert Convoy().parse("pass") == Convoy().parse("NONE # nothing") == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 0),
        ("fly emden\nsail a b\ndone now", 3),
        ("sail emden ship=wolf to=red_sea", 1),
        ("sail emden to=red_sea to=red_sea", 1),
        ("pass\nfly", 2),
    ],
)
def test_orders_that_cannot_be_read(text: str, lines: int) -> None:
    with pytest.raises(Malformed) as caught:
        Convoy().parse(text)
    assert len(caught.value.problems) == max(lines, 1)


def test_an_order_without_its_words_names_what_is_missing() -> None:
    assert refused(Convoy(), Convoy().parse("sail")) == {"/0/ship": "required", "/0/to": "required"}


def test_an_example_is_richer_than_the_default_where_that_is_easy() -> None:
    assert Convoy().example() == (Done(),)
    assert MayChoose(options=("a",)).example() == "a"
    assert ChooseSome(options=("a", "b"), most=2).example() == ("a",)


def test_labels_speak_both_languages() -> None:
    def labels(value: str) -> Text:
        return Text(f"the {value}", f"{value}号")

    assert Choose(options=("a",)).describe("a", "ja", labels) == "a号"
    assert MayChoose(options=()).describe(None, "ja", labels) == "なし"
    assert Share(limits={"a": 1}, total=0).describe({}, "en", labels) == "nothing"
    assert "the emden" in Convoy().describe((LieLow("emden"),), "en", labels)
    assert set(Convoy().values()) == {"emden", "wolf", "north-sea", "red_sea", "e1", "e2", "e3", "cape"}


def test_a_form_that_says_nothing_of_it_is_never_forced() -> None:
    assert not Form.is_forced(Choose(options=("a",)))


@pytest.mark.parametrize(
    ("form", "forced"),
    [
        (Choose(options=("a",)), True),
        (Choose(options=("a", "b")), False),
        (MayChoose(options=()), True),
        (MayChoose(options=("a",)), False),
        (ChooseSome(options=(), most=2), True),
        (ChooseSome(options=("a",), most=1), False),
        (Arrange(options=("a",)), True),
        (Arrange(options=("a", "b")), False),
    ],
)
def test_an_answer_is_forced_where_there_is_no_other(form: Any, forced: bool) -> None:
    assert form.is_forced() == forced
    if forced:
        assert {form.render(form.sample(lambda n: n - 1)), form.render(form.default())} == {form.render(form.default())}


def test_what_was_chosen_is_told_in_the_words_of_the_reader() -> None:
    def labels(value: str) -> Text:
        return Text(value.upper(), value * 2)

    form = ChooseSome(options=("a", "b", "c"), least=0, most=3)
    assert form.describe(("c", "a"), "en", labels) == "C, A"
    assert form.describe(("c", "a"), "ja", labels) == "cc、aa"


def test_an_order_has_no_other_arguments_than_its_way_has() -> None:
    form = Convoy()
    schemas = [template_schema(form, way) for way in form.templates()]
    assert [one["additionalProperties"] for one in schemas] == [False] * len(schemas)
    assert list(violations(schemas[0], {"order": "done"})) == []
    assert list(violations(schemas[0], {"order": "done", "ship": "wolf"})) != []
