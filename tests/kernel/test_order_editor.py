"""The order editor: paths, costs, a player who only taps, and taps on a picture."""

from typing import Any

import pytest

from games.kernel.codec import decode, encode
from games.kernel.edits import find_new_problems, find_problems
from games.kernel.errors import Illegal
from games.kernel.hotspots import BoardHotspots, Hotspot, Region, hotspot_at
from games.kernel.random_source import random_source
from games.kernel.text import Text, id_label
from games.order_editor.order_edits import filled_path, path_problems, template_of, waypoints_of
from games.order_editor.paths import MovementRule
from games.orders.order_set import MOST_AGREED, Field, OrderTemplate
from games.orders.sample_orders import random_values
from games.orders.template_schema import field_schema
from tests.kernel.book import CHART, FORM, Book, Fire, Idlers, Sail, offered, refused, sail

# ---------------------------------------------------------------- paths in orders


def test_a_path_is_written_by_marks_and_stored_whole() -> None:
    (order,) = answer = FORM.accept(FORM.parse("sail emden way=skagen"))
    assert order == Sail(("emden",), ("belt", "skagen"))
    assert FORM.render(answer) == "sail emden way=skagen"
    (round_about,) = FORM.accept([sail("canal", "helgoland", "dogger")])
    assert FORM.render((round_about,)) == "sail emden way=helgoland,dogger"
    assert FORM.accept(FORM.parse(FORM.render((round_about,)))) == (round_about,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sail emden way=dogger,skagen", ("/0/way", "stop", "")),
        ("sail emden way=belt,skagen,belt,kiel", ("/0/way", "range", "")),
        ("sail emden,wolf way=dogger", ("/0/way", "range", "")),
        ("sail emden way=atlantis", ("/0/way", "unknown_place", "")),
    ],
)
def test_a_path_that_cannot_be_walked_is_refused(text: str, expected: tuple[str, str, str]) -> None:
    assert refused(text) == [expected]


def test_samples_lead_somewhere_and_say_the_same_in_every_writing() -> None:
    for seed in range(60):
        answer = FORM.sample(random_source("by hand", seed))
        raw = decode(encode(FORM.write(answer)), object)
        assert not list(FORM.problems(answer))
        assert FORM.read(raw) == FORM.read(FORM.parse(FORM.render(answer))) == answer


def test_an_order_goes_with_a_sound_answer_where_the_longer_one_is_sound() -> None:
    texts = ("load emden cargo=coal,coal", "load emden cargo=mines", "fire wolf at=lion", "fire wolf at=lion,lion",
             "sail emden way=skagen", "sail wolf way=dogger", "load wolf cargo=coal")  # fmt: skip
    orders = [order for text in texts for order in FORM.read(FORM.parse(text))]
    told = set()
    for answer in [(), *((order,) for order in orders)]:
        if next(FORM.problems(answer), None) is None:
            for order in orders:
                sound = next(FORM.problems((*answer, order)), None) is None
                assert FORM.may_add(answer, order) is sound
                told.add((len(answer), sound))
    assert told == {(0, True), (0, False), (1, True), (1, False)}


def test_orders_that_were_found_to_agree_are_not_weighed_against_each_other_again() -> None:
    """What is no way stays a fault, and what clashes is told each time."""
    load, fire, dear = FORM.read(FORM.parse("load emden cargo=coal\nfire wolf at=lion\nload emden cargo=mines,mines"))
    weighed: list[tuple[Any, ...]] = []

    class Weighing(Book, frozen=True, kw_only=True, dict=True, tag="test.weighing"):
        def conflicts(self, answer: tuple[Any, ...]) -> Any:
            weighed.append(answer)
            return iter(())

    form = Weighing()
    assert form.may_add_matching((), load)
    assert form.may_add_matching((load,), fire)
    before = len(weighed)
    assert not list(form.problems((load, fire)))
    assert len(weighed) == before
    assert not list(form.problems((fire, load)))
    assert len(weighed) == before + 1
    assert not form.may_add_matching((load, fire), dear)
    for _ in range(2):
        assert [one.code for one in form.problems((load, fire, dear))] == ["overspent", "overspent"]
    nobody = Fire("nobody", ("lion",))
    assert form.may_add_matching((), nobody)
    assert [one.code for one in form.problems((nobody,))] == ["not_an_option"]


def test_a_form_remembers_the_last_few_answers_and_that_none_is_one() -> None:
    form = Book()
    answer: tuple[Any, ...] = ()
    (fire,) = FORM.read(FORM.parse("fire wolf at=lion"))
    assert not any(form.problems(()))
    for _ in range(3 * MOST_AGREED):
        assert form.may_add_matching(answer, fire)
        answer = (*answer, fire)
        assert {(), answer} <= form._agreed
        assert len(form._agreed) <= MOST_AGREED


def test_what_is_added_to_no_orders_is_remembered_though_nobody_asked_about_those() -> None:
    form = Book()
    (fire,) = FORM.read(FORM.parse("fire wolf at=lion"))
    assert form.may_add_matching((), fire)
    assert form.may_add_matching((fire,), fire)
    assert form._agreed == {(fire,), (fire, fire)}


def test_no_more_orders_go_with_an_answer_than_it_may_have() -> None:
    (order,) = FORM.read(FORM.parse("fire wolf at=lion"))
    assert FORM.may_add((order,) * (FORM.max_orders() - 1), order)
    assert not FORM.may_add((order,) * FORM.max_orders(), order)


@pytest.mark.parametrize(
    ("draft", "verb"),
    [
        ({"order": "fire", "ship": "wolf"}, "fire"),
        ({"order": "fire", "ship": "", "at": ["lion", "", 7, None]}, "fire"),
        ({"order": "fire", "at": ("lion", "tiger")}, "fire"),
        ({"order": "fire", "at": ["lion", "rome"]}, ""),
        ({"order": "fire", "ship": "lion"}, ""),
        ({"order": "load", "ship": 7, "cargo": {"coal": 1}}, "load"),
        ({"order": "sail", "ships": ["wolf"], "way": ["rome"]}, "sail"),
        ({"order": "dive", "ship": "wolf"}, ""),
        ({"order": ["fire"], "ship": "wolf"}, ""),
        ({"ship": "wolf"}, ""),
        ("fire", ""),
        (None, ""),
    ],
)
def test_the_way_of_a_draft_takes_whatever_it_gives_already(draft: Any, verb: str) -> None:
    way = template_of(FORM, draft)
    assert (way.verb if way is not None else "") == verb


# ---------------------------------------------------------------- purses


def test_a_purse_that_is_overspent_is_refused_by_its_rule() -> None:
    assert FORM.accept(FORM.parse("load emden cargo=coal,coal,coal"))
    assert refused("load emden cargo=coal,coal,coal,coal") == [("", "overspent", "8.1")]
    assert refused("load emden cargo=mines,mines") == [("", "overspent", "8.1"), ("", "overspent", "8.3")]


def test_whose_purse_it_is_and_what_it_holds_is_said() -> None:
    with pytest.raises(Illegal) as caught:
        FORM.accept(FORM.parse("load emden cargo=mines,mines"))
    assert [(problem.message.en, problem.message.ja) for problem in caught.value.problems] == [
        ("emden: points: 3, not 4.", "emden：点：3まで（4必要）。"),
        ("left: 1, not 2.", "残り：1まで（2必要）。"),
    ]


def test_the_words_of_a_form_are_its_values_and_the_places_of_its_charts() -> None:
    assert {"emden", "wolf", "coal", "lion", "kiel", "dogger"} <= {*FORM.values()}
    assert not FORM.is_whole_turn


@pytest.mark.parametrize(
    ("path", "walk", "code"),
    [
        (("belt", "skagen", "belt"), MovementRule("sea", "kiel", 9), ""),
        (("belt", "skagen", "belt"), MovementRule("sea", "kiel", 9, no_revisits=True), "twice"),
        (("belt", "kiel"), MovementRule("sea", "kiel", 9, no_revisits=True), "twice"),
        (("belt", "skagen"), MovementRule("sea", "kiel", 9, no_revisits=True), ""),
        (("belt",), MovementRule("sea", "kiel", 9, least=2), "range"),
        (("belt", "skagen"), MovementRule("sea", "kiel", 2, least=2), ""),
        (("belt", "skagen"), MovementRule("sea", "kiel", 1), "range"),
        (("dogger",), MovementRule("sea", "kiel", 9), "no_way"),
    ],
)
def test_why_a_path_cannot_be_walked(path: tuple[str, ...], walk: MovementRule, code: str) -> None:
    assert [problem.code for problem in path_problems("/0/way", CHART, walk, path)] == [code] * bool(code)


def test_arguments_have_kinds_and_the_schema_names_walks_and_prices() -> None:
    kinds = [[field.kind for field in way.fields] for way in FORM.cached_templates]
    assert kinds == [["some", "path", "count"], ["one", "basket"], ["one", "ranked"]]
    sailing, loading, _ = FORM.schema()["items"]["anyOf"]
    assert sailing["properties"]["way"]["x-movement"]["start"] == "kiel"
    assert loading["properties"]["cargo"]["x-prices"]["mines"] == {"points": 2, "left": 1}


# ---------------------------------------------------------------- a tapper


@pytest.mark.parametrize("seed", range(20))
def test_no_ring_and_no_legal_offer_brings_anything_new_that_is_wrong(seed: int) -> None:
    pick, draft = random_source("tapper", seed), []
    for _ in range(6):
        before = find_problems(FORM, draft)
        value = tuple(FORM.values())[pick(len(tuple(FORM.values())))]
        legal = [offer for offer in FORM.suggested_edits(draft, value, ["emden"]) if not offer.problems]
        assert all(find_new_problems(FORM, before, offer.answer) == () for offer in legal)
        if legal:
            draft = legal[pick(len(legal))].answer
    assert FORM.accept(draft) is not None


def test_an_offer_says_what_stands_already_where_it_cannot_be_read_yet() -> None:
    (offer, *_) = FORM.suggested_edits([{"order": "load", "cargo": ["mines"]}], "coal", [])
    assert (offer.kind, offer.text.en) == ("add", "load · cargo: mines, coal")
    assert FORM.describe_draft([None, {"order": "sink"}, {"order": "fire", "at": ["lion"]}], "en") == "fire · at: lion"


def test_an_argument_may_be_called_otherwise_in_one_order() -> None:
    words = {"fire.at": Text("target", "目標"), "at": Text("place", "場所")}
    answer = FORM.accept(FORM.parse("fire emden at=lion"))
    assert FORM.describe(answer, "en", lambda value: words.get(value, id_label(value))) == "fire · emden · target: lion"
    del words["fire.at"]
    assert FORM.describe(answer, "ja", lambda value: words.get(value, id_label(value))).endswith("場所: lion")


# ---------------------------------------------------------------- taps on a picture


SPOTS = BoardHotspots(
    (300, 200),
    (
        Region("sea", Text("Sea", "海"), (0, 0, 200, 200), 20),
        Region("hand", Text("Hand", "手札"), (200, 0, 100, 200), 20),
    ),
    (
        Hotspot("kiel", 50, 50),
        Hotspot("emden", 90, 50, 60, 20),
        Hotspot("belt", 100, 56),
        Hotspot("lion", 195, 100),
        Hotspot("deep", 20, 2),
        Hotspot("shoal", 20, 198),
    ),
)


@pytest.mark.parametrize(
    ("x", "y", "means"),
    [
        (53, 50, "kiel"), (62, 58, "emden"), (118, 58, "emden"), (102, 58, "belt"), (66, 70, "emden"),
        (50, 90, ""), (205, 100, ""), (199, 100, "lion"), (-5, 50, ""),
        (20, 0, "deep"), (20, -1, ""), (20, 200, "shoal"), (20, 201, ""),
    ],
)  # fmt: skip
def test_a_tap_means_the_nearest_spot_of_its_pane_and_a_card_wherever_it_is_hit(x: float, y: float, means: str) -> None:
    assert hotspot_at(SPOTS, x, y) == means


def test_what_can_be_named_is_meant_rather() -> None:
    assert hotspot_at(SPOTS, 102, 58, ["emden"]) == "emden"
    assert hotspot_at(SPOTS, 199, 100, ["emden"]) == "lion"


def test_an_order_that_cannot_be_read_hides_no_fault_of_the_others() -> None:
    """An order without a ship, and one without targets: both are wrong at once, the first in both its arguments."""
    draft = [{"order": "fire"}, {"order": "fire", "ship": "wolf"}]
    wrong = [(problem.pointer, problem.code) for problem in find_problems(FORM, draft)]
    assert sorted(wrong) == [("/0/at", "required"), ("/0/ship", "required"), ("/1/at", "required")]


def test_who_is_asked_for_is_named_before_anything_new_is_begun() -> None:
    """An order that lacks its ship is not passed over for a new one of the ship that is tapped."""
    first, *others = FORM.suggested_edits([{"order": "fire"}], "wolf", ())
    assert (first.kind, first.answer) == ("set", [{"order": "fire", "ship": "wolf"}])
    assert first.problems == ()
    new = next(offer for offer in others if offer.answer[1:] == [{"order": "fire", "ship": "wolf"}])
    assert [problem.code for problem in new.problems] == ["required"]


def test_who_could_only_do_what_is_rare_is_not_missed() -> None:
    assert Idlers().units_without_orders([]) == ("emden",)
    assert Idlers().units_without_orders([{"order": "load", "ship": "emden"}]) == ()


def test_some_of_a_list_are_drawn_up_to_three_more_than_must_be() -> None:
    """Of five cargoes none to three where none need be named, else one to four; never more than the most."""

    def counts(**more: Any) -> set[int]:
        field = Field("cargo", ("coal", "mines", "oil", "sand", "wood"), many=True, **more)
        return {len(random_values(field, random_source("some", number))) for number in range(200)}

    assert counts(required=False) == {0, 1, 2, 3}
    assert counts(required=True) == {1, 2, 3}
    assert counts(required=True, least=2) == {2, 3, 4}
    assert counts(required=False, most=2) == {0, 1, 2}


def test_only_a_list_that_must_hold_something_says_how_much_at_least() -> None:
    def at_least(**more: Any) -> Any:
        return field_schema(Field("cargo", ("coal", "mines", "oil"), many=True, **more)).get("minItems")

    assert (at_least(required=False), at_least(required=True), at_least(required=False, least=2)) == (None, 1, 2)


def test_who_could_sail_and_is_named_in_no_order_is_missed() -> None:
    assert FORM.units_without_orders([]) == ("emden", "wolf")
    assert FORM.units_without_orders([sail("hamburg")]) == ("wolf",)
    assert FORM.units_without_orders([{"order": "fire", "ship": "wolf", "at": ["lion"]}, sail("hamburg")]) == ()
    assert FORM.units_without_orders(["nonsense", {"order": "load", "ship": "emden", "cargo": [7]}]) == ("wolf",)


class Paced(Book, frozen=True, kw_only=True, dict=True, tag="test.paced"):
    """Who sails must say how fast; what is rare is written first."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        sailing, loading, firing = super().templates()
        pace = Field("pace", ("1", "2"))
        return (firing, OrderTemplate("sail", (*sailing.fields[:2], pace), subject="ships"), loading)


def test_an_argument_that_must_stand_and_names_nobody_is_not_taken_away_by_a_second_tap() -> None:
    draft = [sail("canal") | {"pace": "2"}]
    assert not [offer for offer in Paced().suggested_edits(draft, "2", ["emden"]) if offer.kind == "leave_out"]
    assert offered(Paced(), draft, "1", "emden")["set"].answer == [sail("canal") | {"pace": "1"}]


def test_a_way_is_rare_only_if_it_says_so_and_then_stands_behind_the_others() -> None:
    assert [way.verb for way in Paced().cached_templates if way.is_rare] == ["fire"]
    assert not OrderTemplate("sail").is_rare
    begun = [offer.answer[0]["order"] for offer in Paced().suggested_edits([], "emden", []) if offer.kind == "new"]
    assert begun == ["sail", "load", "fire"]


def test_a_path_is_filled_and_stays_as_it_is_where_it_is_whole_or_no_way_leads() -> None:
    way = next(way for way in FORM.templates() if way.verb == "sail")
    field = next(field for field in way.fields if field.movement is not None)
    for path, whole in (
        (("skagen",), ("belt", "skagen")),
        (("canal", "helgoland", "dogger"), ("canal", "helgoland", "dogger")),
        (("dogger", "skagen"), ("dogger", "skagen")),
        (("nowhere",), ("nowhere",)),
        ((), ()),
    ):
        assert filled_path(FORM, way, sail(*path), field) == whole
    assert filled_path(FORM, way, sail("belt") | {"pace": "2"}, way.fields[-1]) == ("2",), "no path"
    assert waypoints_of(FORM, way, sail("belt") | {"pace": "2"}, way.fields[-1]) == ("2",), "no path"


def test_an_order_that_was_weighed_before_its_gaps_were_filled_is_filled_when_it_is_read() -> None:
    form = Book()
    with_gaps, whole = Sail(("emden",), ("skagen",)), Sail(("emden",), ("belt", "skagen"))
    assert [one.code for one in form.problems((with_gaps,))] == ["no_way"]
    assert form.read([sail("skagen")]) == (whole,)
    assert form.read([sail("skagen")]) == form.read([sail("belt", "skagen")]) == (whole,)
    assert not list(form.problems((whole,)))


def test_of_orders_a_form_remembers_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.orders.order_set.MOST_FOUND", 2)
    form = Book()
    for _ in range(2):
        for path in (("belt",), ("canal",), ("skagen",), ("helgoland",)):
            assert form.read([sail(*path)]) == Book().read([sail(*path)])
            assert len(form._found) <= 2


class Usual(Book, frozen=True, kw_only=True, dict=True, tag="test.usual"):
    def default(self) -> tuple[Any, ...]:
        return self.example()


def test_the_example_holds_no_more_than_an_order_needs() -> None:
    (first,) = FORM.example()
    assert (first.ships, first.pace) == (("emden",), "")


def test_what_is_proposed_is_the_usual_answer_where_it_orders_something_and_to_order_nothing() -> None:
    form = Usual()
    assert [one.answer for one in FORM.proposals()] == [[]]
    assert [one.answer for one in form.proposals()] == [form.write(form.example()), []]
