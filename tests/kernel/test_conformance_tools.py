"""The tools of forms and conformance: the schema checker, drawn answers and counted lists."""

from dataclasses import replace as copied
from random import Random
from typing import Any

import jsonschema
import pytest
from msgspec import Struct
from msgspec import field as struct_field
from msgspec.structs import replace

from games.kernel.codec import encode
from games.kernel.conformance import check
from games.kernel.conformance.form_checks import _about, _answers, _barred, _stored
from games.kernel.conformance.invariants import check_ending
from games.kernel.conformance.json_schema import fits, is_json_equal, violations
from games.kernel.conformance.leaks import ObservedEvent, find_leak
from games.kernel.conformance.play import GameProgress, _illegal, _name, as_received, play_out
from games.kernel.conformance.registration import _met, _options, opening_failures
from games.kernel.conformance.replay import _compared
from games.kernel.conformance.report import Finding, NotConformant, Report, failure_text
from games.kernel.conformance.schema_samples import sample_value
from games.kernel.conformance.serialization import difference
from games.kernel.conformance.texts import _looked_at, _shown
from games.kernel.conformance.two_worlds import KeyedChance, _Pair, _partners
from games.kernel.driver import no_answers
from games.kernel.errors import TitleFault
from games.kernel.events import ALL_FIELDS, Event
from games.kernel.forms import Arrange, Choose, ChooseSome, MayChoose, RandomSource
from games.kernel.journal import SeatAnswer
from games.kernel.random_source import random_source
from games.kernel.requests import Ask, Draw, Roll
from games.kernel.text import LANGUAGES, Text
from games.kernel.unavailable import Unavailable
from games.order_editor.templates import Field, OrderTemplate, has_valid_count
from games.order_text.dictionary import Dictionary, may_begin_word
from games.orders.order_set import Order, Orders
from tests.kernel.breaking import toy_with
from tests.kernel.toy import TOY, Options, State

EITHER = {"if": {"required": ["deck"]}, "then": {"maxProperties": 1}, "else": {"minProperties": 2}}
SCHEMAS: tuple[tuple[Any, Any], ...] = (
    (EITHER, {"deck": 1}),
    (EITHER, {"deck": 1, "hand": 2}),
    (EITHER, {"hand": 1}),
    (EITHER, {"hand": 1, "sea": 2}),
    ({"maxProperties": 1}, {"a": 1}),
    ({"maxProperties": 1}, {"a": 1, "b": 2}),
    ({"maxProperties": 1}, "two"),
    ({"minProperties": 1}, {}),
    ({"minProperties": 1}, []),
    ({"maxItems": 1}, [1, 2]),
    ({"maxItems": 1}, "two"),
    ({"minItems": 2}, [1, 2]),
    ({"minItems": 2}, [1]),
    ({"maxLength": 2}, "two"),
    ({"maxLength": 3}, "two"),
    ({"maxLength": 2}, [1, 2, 3]),
    ({"minLength": 4}, "two"),
    ({"minimum": 2}, 1),
    ({"minimum": 2}, 2),
    ({"minimum": 2}, True),
    ({"maximum": 2}, 2),
    ({"maximum": 2}, 3),
    ({"contains": {"const": 1}}, [2]),
    ({"contains": {"const": 1}, "maxContains": 1}, [1, 1]),
    ({"contains": {"const": 1}, "minContains": 2}, [1, 1]),
    ({"uniqueItems": True}, [{"a": 1}, {"a": 1}]),
    ({"uniqueItems": True}, [{"a": 1}, {"b": 1}]),
    ({"uniqueItems": True}, [1, True]),
    ({"enum": [{"a": [1]}]}, {"a": [1]}),
    ({"enum": [{"a": [1]}]}, {"a": [2]}),
    ({"const": {"a": 1}}, {"b": 1}),
    ({"not": {"type": "null"}}, None),
    ({"oneOf": [{"type": "integer"}, {"minimum": 2}]}, 3),
    ({"oneOf": [{"type": "integer"}, {"minimum": 2}]}, 1),
    ({"prefixItems": [{"const": 1}], "items": {"const": 2}}, [1, 2, 2]),
    ({"prefixItems": [{"const": 1}], "items": {"const": 2}}, [2, 2]),
    ({"properties": {"a": {"const": 1}}, "additionalProperties": False}, {"a": 1, "b": 2}),
    ({"properties": {"a": {"const": 1}}, "additionalProperties": {"const": 2}}, ["a"]),
    ({"prefixItems": [{"const": 1}], "items": {"const": 2}}, {"a": 1}),
    ({"properties": {"a": {"const": 1}}}, {"a": 2, "b": 1}),
    ({"allOf": [{"minimum": 2}, {"maximum": 3}]}, 4),
    ({"enum": ["a", 1]}, "b"),
    ({"enum": ["a", 1]}, True),
    ({"type": ["integer", "null"]}, True),
)


@pytest.mark.parametrize(("schema", "value"), SCHEMAS, ids=map(str, SCHEMAS))
def test_the_small_checker_judges_as_the_library_does(schema: Any, value: Any) -> None:
    valid = jsonschema.Draft202012Validator(schema).is_valid(value)
    assert valid == (next(violations(schema, value), None) is None) == fits(schema, value)


@pytest.mark.parametrize(
    ("left", "right", "alike"),
    [
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"a": 1}, {"b": 1}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ([1, 2], [1, 2], True),
        ([1, 2], [1], False),
        (1, True, False),
        (0, False, False),
        (1, 1.0, True),
        ({"a": 1}, ["a"], False),
        ("ab", ["a", "b"], False),
        ({}, [], False),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, False),
    ],
)
def test_equal_is_what_json_calls_equal(left: Any, right: Any, alike: bool) -> None:
    assert is_json_equal(left, right) is alike
    assert is_json_equal(right, left) is alike


def test_lists_are_drawn_of_every_length_from_the_least_to_four_more() -> None:
    whim = Random(1).randrange
    lists = [sample_value({"type": "array", "items": {"type": "boolean"}, "minItems": 1}, whim) for _ in range(200)]
    assert {len(one) for one in lists} == {1, 2, 3, 4, 5}
    unique = {"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": True, "minItems": 3}
    assert sorted(sample_value(unique, whim)) == ["a", "b", "c"]


def test_what_is_drawn_keeps_to_all_that_its_schema_says() -> None:
    whim = Random(2).randrange
    pair = {"type": "array", "prefixItems": [{"const": "a"}, {"enum": ["b"]}], "items": {"type": "null"}, "maxItems": 2}
    assert sample_value(pair, whim) == ["a", "b"]
    lists = [sample_value({"type": "array", "items": {"const": 1}, "maxItems": 2}, whim) for _ in range(60)]
    assert {len(one) for one in lists} == {0, 1, 2}
    assert {sample_value({"type": "integer", "minimum": 3, "maximum": 5}, whim) for _ in range(60)} == {3, 4, 5}
    assert sample_value({"type": "integer", "minimum": 900}, whim) == 900
    walk = {"type": "array", "items": {"enum": ["kiel"]}, "x-movement": {}}
    assert [sample_value(walk, whim) for _ in range(9)] == [["kiel"]] * 9
    thing = {"type": "object", "properties": {"a": {"const": 1}, "b": {"const": 2}}, "required": ["a"]}
    things = [sample_value(thing, whim) for _ in range(40)]
    assert {tuple(one) for one in things} == {("a",), ("a", "b")}
    texts = {sample_value({"type": "string", "maxLength": 2}, whim) for _ in range(60)}
    assert {len(one) for one in texts} == {1, 2}
    assert {sample_value({"type": ["boolean", "null"]}, whim) for _ in range(60)} == {True, False, None}


def test_nothing_that_fits_is_said_so() -> None:
    with pytest.raises(ValueError, match="nothing that fits"):
        sample_value({"type": "integer", "not": {"type": "integer"}}, Random(1).randrange)


def test_a_mishap_names_the_place_where_it_arose() -> None:
    def deep() -> None:
        raise ValueError("no such ship")

    with pytest.raises(ValueError, match="no such ship") as caught:
        deep()
    assert failure_text(caught.value).startswith("ValueError: no such ship (test_conformance_tools.py:")
    assert failure_text(caught.value).endswith(" in deep)")
    assert "nothing is written for 'x'" in failure_text(KeyError("x"))


def test_an_arrangement_is_of_its_options_alone() -> None:
    members = Arrange(options=("a", "b")).schema()
    assert not list(violations(members, ["b", "a"]))
    for wrong in (["a"], ["a", "c"], ["a", "a"], ["a", "b", "c"]):
        assert list(violations(members, wrong)), wrong
    assert not list(violations(Arrange(options=()).schema(), []))


def test_a_list_has_no_fewer_and_no_more_values_than_it_may() -> None:
    field = Field("ships", ("a", "b", "c", "d"), many=True, least=2, most=3)
    assert [has_valid_count(field, "abcd"[:count]) for count in range(5)] == [False, False, True, True, False]
    assert [has_valid_count(Field("ships", ("a",), many=True), "abcd"[:count]) for count in (0, 4)] == [True, True]


def test_a_word_may_be_begun_but_not_by_a_single_letter_nor_a_number() -> None:
    assert [may_begin_word(word) for word in ("", "a", "ab", "漢", "9")] == [False, False, True, True, False]
    assert Dictionary([("u_91", "u_91"), ("u_9_b", "u_9_b")]).matches("U 9") == ["u_9_b"], "a number is whole"
    assert Dictionary([("u_91", "u_91")]).matches("U 9") == []


class Weighted(Choose, frozen=True, kw_only=True, tag="test.weighted"):
    """A form whose weight is written otherwise than it is read."""

    weight: float = 0


def test_a_form_that_is_written_otherwise_when_it_comes_back_is_found() -> None:
    sound, strange = (_weighing(weight) for weight in (2.0, 2))
    assert list(_stored(sound, Weighted)) == []
    assert list(_stored(strange, Weighted)) == [f"the form comes back from the store as {sound.form!r}"]


def _weighing(weight: float) -> Ask[str]:
    form = Weighted(options=("a",), weight=weight)
    return Ask(key="a", kind="a", seat="red", rule="1.1", prompt=Text("?", "？"), form=form)


def test_luck_is_other_at_every_occasion_and_like_at_the_same() -> None:
    roll = Roll(key="hit", rule="1.1", sides=(6,) * 8)
    one, other = KeyedChance("seed"), KeyedChance("seed")
    first = [one.answer(roll, 0, number) for number in range(4)]
    assert len(set(first)) == 4
    assert [other.answer(roll, 0, 9) for _ in range(4)] == first


def test_only_what_nobody_saw_drawn_is_drawn_otherwise() -> None:
    pool = tuple(f"c{number}" for number in range(50))
    for open_ in (True, False):
        draw = Draw(key="deck", rule="1.1", pool=pool, count=4, is_open=open_)
        plain, drawn = (KeyedChance("seed", draw_seed=drawn).answer(draw, 0, 0) for drawn in (0, 1))
        assert (plain == drawn) == open_


def test_the_first_stop_and_the_last_are_looked_at_by_everybody_in_every_language() -> None:
    stops = play_out(TOY, "standard", Options(), 1).stops
    everybody = len(LANGUAGES) * len(stops[0].views)
    assert [len(_looked_at(stops[place])) for place in (0, 1, -1)] == [everybody, 0, everybody]
    assert len(stops) > 2


def test_at_every_third_stop_between_them_the_next_pair_of_eyes_and_language_takes_its_turn() -> None:
    first = play_out(TOY, "standard", Options(), 1).stops[0]
    everybody = _looked_at(first)
    later = [_looked_at(replace(first, number=number)) for number in range(1, 3 * len(everybody) + 1)]
    assert [one for found in later for one in found] == [*everybody[1:], everybody[0]]
    assert [len(found) for found in later] == [0, 0, 1] * len(everybody)


def test_in_every_fifth_pair_of_worlds_other_cards_are_drawn() -> None:
    play = play_out(TOY, "standard", Options(), 1)
    pairs = [_Pair(play, play.checkpoints[0], "red", index, Random(index).randrange) for index in range(12)]
    assert [pair.luck[1]._drawn for pair in pairs] == [0, 0, 0, 0, 1] * 2 + [0, 0]
    assert {pair.luck[0]._drawn for pair in pairs} == {0}
    assert [pair.unlike for pair in pairs[:4]] == [False, True, False, True]


def test_a_step_that_goes_on_beyond_its_budget_is_a_fault() -> None:
    play = play_out(TOY, "standard", Options(), 1)
    with pytest.raises(TitleFault, match="1 entries without a question"):
        GameProgress(TOY, play.first_checkpoint).advance(no_answers, play.chance(), budget=1)


def test_as_many_pairs_of_worlds_are_tried_as_was_said() -> None:
    assert check(TOY, "standard", Options(), [1, 2], ["secrets"], pairs=7).counts["pairs"] == 14


class Seen(Event, frozen=True):
    """A ship that was seen somewhere."""

    ship: str
    at: str


def test_what_two_worlds_tell_is_compared_in_their_order() -> None:
    here, there = (ObservedEvent("move", Seen("emden", at), ("ship",)) for at in ("kiel", "riga"))
    assert find_leak([here], [here]) is None
    assert find_leak([here], [there]) == f"at tells the worlds apart: {here.event!r} against {there.event!r}"
    assert find_leak([here._replace(disclosed_fields=("at",))], [there._replace(disclosed_fields=("at",))]) == ""
    assert find_leak([here], [there._replace(step="fire")]) == f"hears {here.event!r} in step move and in step fire"


class Sunk(Event, frozen=True):
    """A ship that was sunk."""

    ship: str


def test_what_one_world_may_tell_besides_parts_them_only_if_the_like_is_told_next() -> None:
    """A point that is scored, or not, by what was sealed; then what both tell anyway, perhaps otherwise for it."""
    kiel, riga = (ObservedEvent("move", Seen("emden", at), ()) for at in ("kiel", "riga"))
    scored = ObservedEvent("move", Seen("emden", "score"), (ALL_FIELDS,))
    assert find_leak([scored, kiel], [kiel]) == ""
    assert find_leak([kiel], [scored, scored, kiel]) == ""
    assert find_leak([riga, scored, kiel], [riga, kiel]) == ""
    assert find_leak([scored, riga], [kiel]) == ""
    sunk = ObservedEvent("move", Sunk("emden"), ())
    assert find_leak([scored, sunk], [kiel]) != "", "something else"
    assert find_leak([kiel], [scored]) != "", "what both would tell is missing"
    assert find_leak([kiel, scored], [riga, scored]) != "", "what differs may not"
    later = ObservedEvent("fire", kiel.event, ())
    assert find_leak([scored, later], [kiel]) != "", "in another step"


def test_what_is_barred_must_say_why_and_be_no_option() -> None:
    def found(*bars: Unavailable, options: tuple[str, ...] = ("wolf",)) -> list[str]:
        form = Choose(options=options, unavailable=bars)
        return list(_barred(Ask(key="k", kind="k", seat="red", rule="1", prompt=Text("?", "?"), form=form)))

    why = Text("She is coaling.", "給炭中です。")
    assert found(Unavailable("emden", "4.2", why)) == []
    for poor in (
        Unavailable("emden", "", why),
        Unavailable("emden", "4.2", Text("", "")),
        Unavailable("emden", "4.2", Text("No.", "")),
    ):
        assert found(poor) == ["'emden' is barred without a rule or a reason"]
    assert found(Unavailable("wolf", "4.2", why)) == ["'wolf' is barred, and an option"]


class Anchor(Order, frozen=True, tag="anchor"):
    ship: str


class Anchoring(Orders[Anchor], frozen=True, kw_only=True, dict=True, tag="test.anchoring"):
    """One order, and no more."""

    order_types = (Anchor,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return (OrderTemplate("anchor", (Field("ship", ("emden",)),), subject="ship"),)


def test_orders_at_random_are_none_or_as_many_as_there_may_be() -> None:
    drawn_lists = [Anchoring().sample(random_source("orders", seed)) for seed in range(40)]
    assert {len(orders) for orders in drawn_lists} == {0, 1}


class Moored(Anchoring, frozen=True, kw_only=True, dict=True, tag="test.moored"):
    """One order, of which a ship is barred."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        bar = Unavailable("wolf", "", Text("She is coaling.", "給炭中です。"))
        return (OrderTemplate("anchor", (Field("ship", ("emden", "wolf"), unavailable=(bar,)),), subject="ship"),)


def test_what_is_barred_is_looked_at_in_every_form_that_bars() -> None:
    """Of orders only that they say why: the same value may be open to another ship."""
    why = Text("She is coaling.", "給炭中です。")
    bars = (Unavailable("wolf", "4.2", why),)

    def found(form: Any) -> list[str]:
        return list(_barred(Ask(key="k", kind="k", seat="red", rule="1", prompt=Text("?", "？"), form=form)))

    for form in (
        MayChoose(options=("wolf",), unavailable=bars),
        ChooseSome(options=("wolf",), unavailable=bars, most=1),
    ):
        assert found(form) == ["'wolf' is barred, and an option"], form
    assert found(Moored()) == ["'wolf' is barred without a rule or a reason"]


def test_the_words_around_a_question_are_looked_at() -> None:
    play = play_out(TOY, "standard", Options(), 1)
    sound = next(question for stop in play.stops for question in stop.open_questions)
    assert list(_about(play, sound)) == []
    for part, value, says in (
        ("seat", "white", ["this seat is not in the game"]),
        ("rule", "", ["no rule is named"]),
        ("prompt", Text("Which?", ""), ["no words in ja"]),
        ("prompt", Text("", "？"), [f"no words in {one}" for one in LANGUAGES if one != "ja"]),
        ("prompt", Text("", ""), [f"no words in {one}" for one in LANGUAGES]),
    ):
        assert list(_about(play, replace(sound, **{part: value}))) == says, part
    play.title = toy_with(explain_question=lambda question, language: "x" * (language == "en"))
    assert list(_about(play, sound)) == [f"no words in {one}" for one in LANGUAGES if one != "en"]
    play.title = toy_with(explain_question=lambda question, language: "x")
    assert list(_about(play, replace(sound, prompt=Text("Which?", "")))) == ["no words in ja"], "the prompt itself"


class Unready(Choose, frozen=True, kw_only=True, tag="test.unready"):
    """A choice without an example."""

    def example(self) -> str:
        raise LookupError("nothing")


class Whimsical(Choose, frozen=True, kw_only=True, tag="test.whimsical"):
    """A choice whose samples are none of it."""

    def sample(self, pick: RandomSource) -> str:
        return f"c{pick(1000)}"


def test_an_answer_that_cannot_be_had_is_found_and_each_sample_is_looked_at() -> None:
    play = play_out(TOY, "standard", Options(), 1)
    stop = play.stops[0]

    def said(form: Choose) -> list[str]:
        question: Ask[Any] = replace(stop.open_questions[0], form=form)
        return list(_answers(play, stop, question))

    assert said(Choose(options=("c01", "c02"))) == []
    assert said(Unready(options=("c01",))) == ["the example cannot be had: LookupError: nothing"]
    strange = said(Whimsical(options=("x01",)))
    assert len({one.split()[2] for one in strange}) == 2, "two samples"
    assert all(one.startswith("the sample 'c") for one in strange)


def test_every_question_is_counted() -> None:
    play = play_out(TOY, "standard", Options(), 1)
    asked = sum(len(stop.open_questions) for stop in play.stops)
    assert check(TOY, "standard", Options(), [1], ["forms"]).counts["questions"] == asked
    assert asked > 5


class Listed(Struct, frozen=True):
    """Options that all have a default, one of them a list made anew."""

    rounds: int = 3
    ships: list[str] = struct_field(default_factory=list)


class Bare(Struct, frozen=True):
    """One option with a default, and one without."""

    rounds: int
    ships: list[str] = struct_field(default_factory=list)


def test_a_default_may_be_made_anew() -> None:
    assert list(_options(toy_with(type=Listed))) == []
    assert list(_options(toy_with(type=Bare))) == [("options.type", "Bare.rounds has no default: write one")]


def test_why_no_game_can_be_begun_is_told_before_any() -> None:
    assert list(opening_failures(TOY, "standard", Options())) == []
    (found,) = opening_failures(TOY, "great", Options())
    assert (found.check, found.title, found.scenario, found.seed) == ("parts", TOY.key, "great", -1)
    assert found.where == "Title.scenarios"
    assert "beside standard" in found.what


def test_of_two_lists_the_first_place_where_they_part_is_told_or_where_one_ends() -> None:
    play = play_out(TOY, "standard", Options(), 1)

    def parted(here: list[bytes], there: list[bytes]) -> list[tuple[str, str, str]]:
        return [(one.check, one.where, one.what) for one in _compared(play, "reload", "event", here, there)]

    assert parted([b"a", b"b"], [b"a", b"b"]) == []
    assert parted([b"a", b"b", b"c"], [b"a", b"x", b"y"]) == [("reload", "event 1", "differs: …b… against …x…")]
    assert parted([b"a", b"b"], [b"a"]) == [("reload", "event 1", "2 in play, 1 again")]
    assert parted([], [b"a"]) == [("reload", "event 0", "0 in play, 1 again")]
    assert parted([b"a", b"b"], [b"x"]) == [("reload", "event 0", "differs: …a… against …x…")]


def test_two_encodings_are_shown_around_the_place_where_they_part() -> None:
    left, right = b"a" * 100 + b"x" + b"b" * 100, b"a" * 100 + b"y" + b"c" * 100
    assert difference(left, right) == f"…{'a' * 40}x{'b' * 59}… against …{'a' * 40}y{'c' * 59}…"
    assert difference(b"abx", b"aby") == "…abx… against …aby…"
    assert difference(b"ab", b"abc") == "…ab… against …abc…"


def test_a_report_with_findings_refuses_with_all_of_them() -> None:
    one = Finding("forms", "toy", "standard", 5, "round 1", "no rule is named")
    other = Finding("ends", "toy", "standard", 6, "round 2", "goes round")
    assert str(one) == "forms: toy/standard, seed 5, round 1: no rule is named"
    report = Report("toy", "standard", [one, other])
    assert not report.is_ok
    assert report.failed_checks() == {"forms", "ends"}
    with pytest.raises(NotConformant) as caught:
        report.raise_findings()
    assert caught.value.findings == [one, other]
    assert str(caught.value) == f"{one}\n{other}"
    Report("toy", "standard").raise_findings()


def test_either_of_two_is_drawn_by_the_pick() -> None:
    assert [sample_value({"type": "boolean"}, lambda limit, at=at: at) for at in (0, 1)] == [True, False]


def test_luck_that_says_nothing_else_draws_as_the_first_world() -> None:
    draw = Draw(key="deck", rule="1.1", pool=tuple(f"c{number}" for number in range(50)), count=4)
    assert KeyedChance("seed").answer(draw, 0, 0) == KeyedChance("seed", draw_seed=0).answer(draw, 0, 0)


def test_a_game_that_stands_still_is_found_and_one_that_broke_off_has_told_why() -> None:
    whole = play_out(TOY, "standard", Options(), 1)
    halted = copied(whole, stops=whole.stops[:1])
    assert [finding.what for finding in check_ending(whole)] == []
    assert [finding.what for finding in check_ending(halted)] == ["the game stands still"]
    halted.failure = halted.finding("play", "a step", "it broke")
    assert [finding.what for finding in check_ending(halted)] == []


def test_a_game_under_way_is_taken_up_from_its_last_checkpoint() -> None:
    play = play_out(TOY, "standard", Options(), 1)
    progress = GameProgress(TOY, play.first_checkpoint)
    run = progress.advance(lambda question, number, look: as_received(question, question.form.default()), play.chance())
    assert len(run.checkpoints) > 1
    assert progress.checkpoint == run.checkpoints[-1]


def test_only_seats_are_asked_whom_they_may_talk_to() -> None:
    def may_talk(state: State, sender: str, receiver: str) -> bool:
        return {"red": True, "black": False}[sender]

    play = play_out(toy_with(may_talk=may_talk), "standard", Options(), 1)
    state = play.stops[0].live_state
    assert [_partners(play, state, seat) for seat in ("red", "black", "public")] == [[True], [False], []]


def test_what_may_be_told_or_not_still_belongs_to_its_step() -> None:
    here, there = (ObservedEvent("move", Seen("emden", at), (ALL_FIELDS,)) for at in ("kiel", "riga"))
    assert find_leak([here], [there]) == ""
    assert find_leak([here], [there._replace(step="fire")]) == ""
    assert find_leak([here], [here._replace(step="fire")]) == f"hears {here.event!r} in step move and in step fire"


def test_the_last_view_is_looked_at_for_its_type() -> None:
    class Ending(Struct):
        round: int = 0

    def view(state: State, seat: str) -> Any:
        return Ending() if state.round > 1 else TOY.secrecy.view(state, seat)

    play = play_out(TOY, "standard", Options(), 1)
    play.title = toy_with(view=view)
    assert [where for where, _ in _met(play)] == ["secrecy.view_type"]
    assert list(_met(play_out(TOY, "standard", Options(), 1))) == []


def test_a_sample_that_its_form_refuses_is_found_where_it_was_drawn() -> None:
    play = play_out(TOY, "standard", Options(), 1)
    question = Ask(key="k", kind="k", seat="red", rule="1.1", prompt=Text("?", "？"), form=Choose(options=("a",)))
    assert _illegal(play, [question], {_name(question): as_received(question, "a")}) is None
    found = _illegal(play, [question], {_name(question): SeatAnswer("red", "b")})
    assert found is not None
    assert found.where == play.stops[-1].where
    assert found.what.startswith("red k: the form refuses its own sample")


@pytest.mark.parametrize("part", ["text_board", "headline"])
def test_a_board_in_words_and_a_headline_are_both_wanted(part: str) -> None:
    play = play_out(TOY, "standard", Options(), 1)
    data = encode(TOY.secrecy.view(play.stops[0].live_state, "red"))
    assert list(_shown(play, data, "en")) == []
    play.title = toy_with(**{part: lambda seen, language: "  "})
    assert list(_shown(play, data, "en")) == ["has no text board or headline"]


def test_every_redeal_is_counted_once() -> None:
    calls: list[str] = []

    def redeal(state: Any, seat: str, pick: Any) -> Any:
        calls.append(seat)
        return TOY.secrecy.redeal(state, seat, pick)

    report = check(toy_with(redeal=redeal), "standard", Options(), [1], ["redeal"])
    assert report.counts["redeals"] * 2 == len(calls) > 0


def test_luck_that_follows_goes_on_where_the_other_stands() -> None:
    dice = Roll((6,) * 9, "guns", "1.1")
    one, other = KeyedChance("trial"), KeyedChance("trial")
    first = [one.answer(dice, 0, number) for number in range(3)]
    other.copy_position(one)
    after = [one.answer(dice, 0, number) for number in range(3)]
    assert [other.answer(dice, 0, number) for number in range(3)] == after != first
