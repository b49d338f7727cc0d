"""Orders by hand: what a tap can make of a draft, at what price, and what is drawn of it; the form judges, alone."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.kernel.byhand.changes import faults, new_faults
from games.kernel.byhand.chart import Band, Chart, Walk
from games.kernel.byhand.prices import Line, Mark, Offer, Purse
from games.kernel.byhand.spots import Pane, Place, Spots, tapped
from games.kernel.byhand.taps import filled, led, marked, path_problems, values_in, way_of
from games.kernel.codec import decode, encode
from games.kernel.errors import Illegal
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.order_schema import field_schema
from games.kernel.orders import MOST_AGREED, Field, Order, Orders, Way, _some
from games.kernel.pick import whims
from games.kernel.text import Text, plain

CHART = Chart(
    ways={
        "kiel": ("belt", "canal"), "belt": ("kiel", "skagen"), "canal": ("kiel", "helgoland"),
        "helgoland": ("canal", "dogger"), "dogger": ("helgoland", "skagen"), "skagen": ("belt", "dogger"),
    },
    stops=("dogger",),
)  # fmt: skip
BANDS = (Band(2, "free", Text("slow", "低速")), Band(3, "spends", Text("1 coal", "石炭1")))


class Sail(Order, frozen=True, tag="sail"):
    ships: tuple[str, ...]
    way: tuple[str, ...] = ()
    pace: str = ""


class Load(Order, frozen=True, tag="load"):
    ship: str
    cargo: tuple[str, ...] = ()


class Fire(Order, frozen=True, tag="fire"):
    ship: str
    at: tuple[str, ...] = ()


class Book(Orders[Sail | Load | Fire], frozen=True, kw_only=True, dict=True, tag="test.book"):
    """Two ships at Kiel, of which wolf is slow; cargo for 3 points; two mines are left."""

    order_types = (Sail, Load, Fire)
    slow: int = 2

    def ways(self) -> tuple[Way, ...]:
        walk = Walk("sea", "kiel", 3, bands=BANDS)
        sail = (Field("ships", ("emden", "wolf"), many=True), Field("way", (), walk=walk))
        prices = {"coal": {"points": 1}, "mines": {"points": 2, "left": 1}}
        cargo = Field("cargo", ("coal", "mines"), many=True, ordered=True, repeats=True, prices=prices)
        targets = Field("at", ("lion", "tiger"), many=True, ordered=True)
        return (
            Way("sail", (*sail, Field("pace", ("1", "2"), required=False)), subject="ships"),
            Way("load", (Field("ship", ("emden",)), cargo), subject="ship"),
            Way("fire", (Field("ship", ("emden", "wolf")), targets), subject="ship", rare=True),
        )

    def charts(self) -> dict[str, Chart]:
        return {"sea": CHART}

    def purses(self) -> tuple[Purse, ...]:
        return (
            Purse("points", Text("points", "点"), 3, "emden", "8.1"),
            Purse("left", Text("left", "残り"), 1, "", "8.3"),
        )

    def walk_for(self, verb: str, subjects: tuple[str, ...], walk: Walk) -> Walk:
        return Walk(walk.chart, walk.start, self.slow, bands=BANDS[:1]) if "wolf" in subjects else walk


FORM = Book()


class Idlers(Book, frozen=True, kw_only=True, dict=True, tag="test.idlers"):
    """Nobody can sail; wolf can only fire, which is rare."""

    def ways(self) -> tuple[Way, ...]:
        return tuple(way for way in super().ways() if way.verb != "sail")


def sail(*way: str, ships: Sequence[str] = ("emden",)) -> dict[str, Any]:
    return {"order": "sail", "ships": list(ships), "way": list(way)}


def offered(form: Form[Any], draft: Any, value: str, *acting: str) -> dict[str, Offer]:
    """The legal offers by their change."""
    return {offer.change: offer for offer in form.offers(draft, value, acting) if not offer.problems}


def refused(text: str) -> list[tuple[str, str, str]]:
    with pytest.raises(Illegal) as caught:
        FORM.accept(FORM.parse(text))
    return [(problem.pointer, problem.code, problem.rule) for problem in caught.value.problems]


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
        ("sail emden way=atlantis", ("/0/way", "no_way", "")),
    ],
)
def test_a_path_that_cannot_be_walked_is_refused(text: str, expected: tuple[str, str, str]) -> None:
    assert refused(text) == [expected]


def test_samples_lead_somewhere_and_say_the_same_in_every_writing() -> None:
    for seed in range(60):
        answer = FORM.sample(whims("by hand", seed))
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
                assert FORM.goes_with(answer, order) is sound
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
    assert form.agrees((), load)
    assert form.agrees((load,), fire)
    before = len(weighed)
    assert not list(form.problems((load, fire)))
    assert len(weighed) == before
    assert not list(form.problems((fire, load)))
    assert len(weighed) == before + 1
    assert not form.agrees((load, fire), dear)
    for _ in range(2):
        assert [one.code for one in form.problems((load, fire, dear))] == ["overspent", "overspent"]
    nobody = Fire("nobody", ("lion",))
    assert form.agrees((), nobody)
    assert [one.code for one in form.problems((nobody,))] == ["not_an_option"]


def test_a_form_remembers_the_last_few_answers_and_that_none_is_one() -> None:
    form = Book()
    answer: tuple[Any, ...] = ()
    (fire,) = FORM.read(FORM.parse("fire wolf at=lion"))
    for _ in range(3 * MOST_AGREED):
        assert form.agrees(answer, fire)
        answer = (*answer, fire)
        assert {(), answer} <= form._agreed
        assert len(form._agreed) <= MOST_AGREED


def test_no_more_orders_go_with_an_answer_than_it_may_have() -> None:
    (order,) = FORM.read(FORM.parse("fire wolf at=lion"))
    assert FORM.goes_with((order,) * (FORM.most() - 1), order)
    assert not FORM.goes_with((order,) * FORM.most(), order)


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
    way = way_of(FORM, draft)
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
        ("emden: points: 3, not 4.", "emden: 点: 3まで(4必要)。"),
        ("left: 1, not 2.", "残り: 1まで(2必要)。"),
    ]


def test_the_words_of_a_form_are_its_values_and_the_places_of_its_charts() -> None:
    assert {"emden", "wolf", "coal", "lion", "kiel", "dogger"} <= {*FORM.values()}
    assert not FORM.whole_turn


@pytest.mark.parametrize(
    ("path", "walk", "code"),
    [
        (("belt", "skagen", "belt"), Walk("sea", "kiel", 9), ""),
        (("belt", "skagen", "belt"), Walk("sea", "kiel", 9, once=True), "twice"),
        (("belt", "kiel"), Walk("sea", "kiel", 9, once=True), "twice"),
        (("belt", "skagen"), Walk("sea", "kiel", 9, once=True), ""),
        (("belt",), Walk("sea", "kiel", 9, least=2), "range"),
        (("belt", "skagen"), Walk("sea", "kiel", 2, least=2), ""),
        (("belt", "skagen"), Walk("sea", "kiel", 1), "range"),
        (("dogger",), Walk("sea", "kiel", 9), "no_way"),
    ],
)
def test_why_a_path_cannot_be_walked(path: tuple[str, ...], walk: Walk, code: str) -> None:
    assert [problem.code for problem in path_problems("/0/way", CHART, walk, path)] == [code] * bool(code)


def test_arguments_have_kinds_and_the_schema_names_walks_and_prices() -> None:
    kinds = [[field.kind for field in way.fields] for way in FORM.listed]
    assert kinds == [["some", "path", "count"], ["one", "basket"], ["one", "ranked"]]
    sailing, loading, _ = FORM.schema()["items"]["anyOf"]
    assert sailing["properties"]["way"]["x-walk"]["start"] == "kiel"
    assert loading["properties"]["cargo"]["x-prices"]["mines"] == {"points": 2, "left": 1}


# ---------------------------------------------------------------- taps


def test_a_tap_on_a_place_sends_those_who_act_there_with_the_price() -> None:
    (offer,) = (offer for offer in FORM.offers([], "skagen", ["emden"]) if offer.change == "new")
    assert offer.answer == [sail("belt", "skagen")]
    assert (offer.price, offer.band, offer.note.en, offer.problems) == (2, "free", "slow", ())
    assert "emden" in offer.text.en
    (farther,) = FORM.offers([], "dogger", ["emden"])
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
    assert not [*FORM.offers(draft, "coal", ["wolf"])]
    assert {kind: one.answer[1:] for kind, one in offered(FORM, draft, "coal").items()} == {
        "new": [{"order": "load", "ship": "emden", "cargo": ["coal"]}]
    }


def test_the_one_value_of_an_argument_that_must_stand_is_not_taken_away() -> None:
    changes = FORM.offers([{"order": "fire", "ship": "wolf", "at": ["tiger"]}], "wolf", [])
    assert [(one.change, one.answer) for one in changes if one.change == "leave_out"] == [("leave_out", [])]
    assert not [one for one in changes if one.change == "leave_out" and one.answer]


def test_values_of_an_order_are_words() -> None:
    assert values_in({"way": ["", "belt", 3, None, "kiel"]}, "way") == ("belt", "kiel")
    assert (values_in({"way": "belt"}, "way"), values_in({}, "way"), values_in([], "way")) == (("belt",), (), ())


def test_a_place_is_a_point_unless_it_is_a_card() -> None:
    assert Place("kiel", 50, 50) == Place("kiel", 50, 50, 0, 0)


def test_of_what_is_illegal_two_offers_stand_last_with_the_reason() -> None:
    offers = FORM.offers([], "dogger", ["wolf"])
    assert [[problem.code for problem in offer.problems] for offer in offers] == [["range"]]
    assert all(len([offer for offer in FORM.offers([], place, []) if offer.problems]) <= 2 for place in CHART.ways)


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
    (new,) = (offer for offer in FORM.offers([], "skagen", ["lion", "emden"]) if offer.change == "new")
    assert new.answer == [sail("belt", "skagen")]
    assert not [offer for offer in FORM.offers([], "skagen", ["lion"]) if offer.change == "new"]


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

    def ways(self) -> tuple[Way, ...]:
        way = Field("way", (), required=False, walk=Walk("sea", "a", 9))
        ports = Field("port", ("kiel", "danzig"), required=False, leads={"kiel": "d", "danzig": "a"})
        return (Way("enter", (Field("ship", ("emden", "wolf")), way, ports), subject="ship"),)

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


def test_others_orders_are_left_alone() -> None:
    draft = [sail("belt", ships=["wolf"])]
    found = offered(FORM, draft, "canal", "emden")
    assert set(found) == {"new"}
    assert found["new"].answer == [*draft, sail("canal")]


def test_what_still_lacks_something_stands_behind_what_is_whole() -> None:
    offers = FORM.offers([], "emden", ["emden"])
    assert offers
    assert all([problem.code for problem in offer.problems] == ["required"] for offer in offers)


# ---------------------------------------------------------------- reach, outlook, marks


def test_the_rings_are_where_the_path_can_be_led_next() -> None:
    rings = {one.value: (one.price, one.band) for one in FORM.reach([sail()], "/0/way")}
    near = {"belt": (1, "free"), "canal": (1, "free"), "helgoland": (2, "free"), "skagen": (2, "free")}
    assert rings == near | {"dogger": (3, "spends")}
    assert [one.value for one in FORM.reach([sail(ships=["emden", "wolf"])], "/0/way")] == [
        "belt", "canal", "helgoland", "skagen",
    ]  # fmt: skip
    assert FORM.reach([sail("belt", "skagen", "dogger")], "/0/way") == ()
    assert FORM.reach([sail()], "/7/way") == FORM.reach([sail()], "/x") == FORM.reach(None, "") == ()


def test_a_path_leads_on_whatever_the_other_orders_say_and_nothing_else_leads_anywhere() -> None:
    places = ["belt", "canal", "helgoland", "skagen"]
    assert {one.value for one in led(FORM, [sail()], 0, "way")} == {*places, "dogger"}
    assert [one.value for one in led(FORM, [sail(ships=["wolf"])], 0, "way")] == places
    assert led(FORM, [{"order": "load", "ship": "emden", "cargo": []}], 0, "cargo") == ()
    assert led(FORM, [sail()], 0, "nothing") == led(FORM, [{"order": "sink"}], 0, "way") == ()


def test_other_arguments_take_what_brings_nothing_new_that_is_wrong() -> None:
    draft = [{"order": "load", "ship": "emden", "cargo": ["coal", "coal"]}]
    (coal,) = FORM.reach(draft, "/0/cargo")
    assert (coal.value, coal.price, coal.note.en) == ("coal", 1, "points 1")


def test_the_outlook_says_what_a_path_costs_and_what_is_spent() -> None:
    draft = [sail("belt", "skagen", "dogger"), {"order": "load", "ship": "emden", "cargo": ["mines"]}]
    found = FORM.outlook(draft)
    assert found.lines == (Line("/0/way", "spends", Text("3 of 3 moves, 1 coal", "移動3/3、石炭1")),)
    assert found.spent == {"points": 2, "left": 1}


def test_the_outlook_counts_up_to_the_end_of_the_band_that_the_path_is_in() -> None:
    (line,) = FORM.outlook([sail("belt")]).lines
    assert line == Line("/0/way", "free", Text("1 of 2 moves, slow", "移動1/2、低速"))


def test_paths_and_targets_are_drawn() -> None:
    draft = [sail("belt", "skagen"), {"order": "fire", "ship": "wolf", "at": ["lion"]}]
    assert FORM.marks(draft) == (
        Mark("way", ("kiel", "belt", "skagen"), "free", "/0/way", "sail"),
        Mark("link", ("wolf", "lion"), "", "/1/at", "fire"),
    )


@pytest.mark.parametrize("draft", [None, [], {}, "x", 7, [None], [{}], [{"order": "sail"}], [{"order": 3, "way": 1}]])
def test_a_draft_may_be_anything(draft: Any) -> None:
    for value in ("emden", "belt", "coal", "nothing"):
        FORM.offers(draft, value)
    FORM.reach(draft, "/0/way")
    FORM.outlook(draft)
    FORM.marks(draft)


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
    assert [one.change for one in share.offers({"a": 1}, "b", [])] == ["add"]
    assert [one.change for one in share.offers({"a": 2}, "a", [])] == ["leave_out"]
    assert share.offers({"a": 1}, "c", []) == ()
    assert share.offers({"a": "much"}, "a", []) == ()


def test_a_ranked_value_is_moved_to_the_place_that_the_offer_names() -> None:
    offers = offered(Arrange(options=("a", "b", "c")), ["a", "b", "c"], "b")
    assert {kind: offer.pointer for kind, offer in offers.items()} == {"up": "/0", "down": "/2"}
    assert offers["up"].answer == ["b", "a", "c"]
    assert offers["down"].answer == ["a", "c", "b"]
    assert set(offered(Arrange(options=("a", "b", "c")), ["a", "b", "c"], "a")) == {"down"}
    assert set(offered(Arrange(options=("a", "b", "c")), ["a", "b", "c"], "c")) == {"up"}


def test_what_can_be_chosen_next_of_a_list() -> None:
    form = ChooseSome(options=("a", "b", "c"), most=2)
    assert [one.value for one in form.reach(["a"], "")] == ["b", "c"]
    assert form.reach(["a", "b"], "") == ()


# ---------------------------------------------------------------- a tapper


@pytest.mark.parametrize("seed", range(20))
def test_no_ring_and_no_legal_offer_brings_anything_new_that_is_wrong(seed: int) -> None:
    pick, draft = whims("tapper", seed), []
    for _ in range(6):
        before = faults(FORM, draft)
        value = tuple(FORM.values())[pick(len(tuple(FORM.values())))]
        legal = [offer for offer in FORM.offers(draft, value, ["emden"]) if not offer.problems]
        assert all(new_faults(FORM, before, offer.answer) == () for offer in legal)
        if legal:
            draft = legal[pick(len(legal))].answer
    assert FORM.accept(draft) is not None


def test_an_offer_says_what_stands_already_where_it_cannot_be_read_yet() -> None:
    (offer, *_) = FORM.offers([{"order": "load", "cargo": ["mines"]}], "coal", [])
    assert (offer.change, offer.text.en) == ("add", "load · cargo: mines, coal")
    assert FORM.sketch([None, {"order": "sink"}, {"order": "fire", "at": ["lion"]}], "en") == "fire · at: lion"


def test_an_argument_may_be_called_otherwise_in_one_order() -> None:
    words = {"fire.at": Text("target", "目標"), "at": Text("place", "場所")}
    answer = FORM.accept(FORM.parse("fire emden at=lion"))
    assert FORM.describe(answer, "en", lambda value: words.get(value, plain(value))) == "fire · emden · target: lion"
    del words["fire.at"]
    assert FORM.describe(answer, "ja", lambda value: words.get(value, plain(value))).endswith("場所: lion")


# ---------------------------------------------------------------- taps on a picture


SPOTS = Spots(
    (300, 200),
    (Pane("sea", Text("Sea", "海"), (0, 0, 200, 200), 20), Pane("hand", Text("Hand", "手札"), (200, 0, 100, 200), 20)),
    (
        Place("kiel", 50, 50),
        Place("emden", 90, 50, 60, 20),
        Place("belt", 100, 56),
        Place("lion", 195, 100),
        Place("deep", 20, 2),
        Place("shoal", 20, 198),
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
    assert tapped(SPOTS, x, y) == means


def test_what_can_be_named_is_meant_rather() -> None:
    assert tapped(SPOTS, 102, 58, ["emden"]) == "emden"
    assert tapped(SPOTS, 199, 100, ["emden"]) == "lion"


def test_an_order_that_cannot_be_read_hides_no_fault_of_the_others() -> None:
    """An order without a ship, and one without targets: both are wrong at once, the first in both its arguments."""
    draft = [{"order": "fire"}, {"order": "fire", "ship": "wolf"}]
    wrong = [(problem.pointer, problem.code) for problem in faults(FORM, draft)]
    assert sorted(wrong) == [("/0/at", "required"), ("/0/ship", "required"), ("/1/at", "required")]


def test_who_is_asked_for_is_named_before_anything_new_is_begun() -> None:
    """An order that lacks its ship is not passed over for a new one of the ship that is tapped."""
    first, *others = FORM.offers([{"order": "fire"}], "wolf", ())
    assert (first.change, first.answer) == ("set", [{"order": "fire", "ship": "wolf"}])
    assert first.problems == ()
    new = next(offer for offer in others if offer.answer[1:] == [{"order": "fire", "ship": "wolf"}])
    assert [problem.code for problem in new.problems] == ["required"]


def test_who_could_only_do_what_is_rare_is_not_missed() -> None:
    assert Idlers().idle([]) == ("emden",)
    assert Idlers().idle([{"order": "load", "ship": "emden"}]) == ()


def test_some_of_a_list_are_drawn_up_to_three_more_than_must_be() -> None:
    """Of five cargoes none to three where none need be named, else one to four; never more than the most."""

    def counts(**more: Any) -> set[int]:
        field = Field("cargo", ("coal", "mines", "oil", "sand", "wood"), many=True, **more)
        return {len(_some(field, whims("some", number))) for number in range(200)}

    assert counts(required=False) == {0, 1, 2, 3}
    assert counts(required=True) == {1, 2, 3}
    assert counts(required=True, least=2) == {2, 3, 4}
    assert counts(required=False, most=2) == {0, 1, 2}


def test_only_a_list_that_must_hold_something_says_how_much_at_least() -> None:
    def at_least(**more: Any) -> Any:
        return field_schema(Field("cargo", ("coal", "mines", "oil"), many=True, **more)).get("minItems")

    assert (at_least(required=False), at_least(required=True), at_least(required=False, least=2)) == (None, 1, 2)


def test_who_could_sail_and_is_named_in_no_order_is_missed() -> None:
    assert FORM.idle([]) == ("emden", "wolf")
    assert FORM.idle([sail("hamburg")]) == ("wolf",)
    assert FORM.idle([{"order": "fire", "ship": "wolf", "at": ["lion"]}, sail("hamburg")]) == ()
    assert FORM.idle(["nonsense", {"order": "load", "ship": "emden", "cargo": [7]}]) == ("wolf",)


class Paced(Book, frozen=True, kw_only=True, dict=True, tag="test.paced"):
    """Who sails must say how fast; what is rare is written first."""

    def ways(self) -> tuple[Way, ...]:
        sailing, loading, firing = super().ways()
        pace = Field("pace", ("1", "2"))
        return (firing, Way("sail", (*sailing.fields[:2], pace), subject="ships"), loading)


def test_an_argument_that_must_stand_and_names_nobody_is_not_taken_away_by_a_second_tap() -> None:
    draft = [sail("canal") | {"pace": "2"}]
    assert not [offer for offer in Paced().offers(draft, "2", ["emden"]) if offer.change == "leave_out"]
    assert offered(Paced(), draft, "1", "emden")["set"].answer == [sail("canal") | {"pace": "1"}]


def test_a_way_is_rare_only_if_it_says_so_and_then_stands_behind_the_others() -> None:
    assert [way.verb for way in Paced().listed if way.rare] == ["fire"]
    assert not Way("sail").rare
    begun = [offer.answer[0]["order"] for offer in Paced().offers([], "emden", []) if offer.change == "new"]
    assert begun == ["sail", "load", "fire"]


def test_a_path_is_filled_and_stays_as_it_is_where_it_is_whole_or_no_way_leads() -> None:
    way = next(way for way in FORM.ways() if way.verb == "sail")
    field = next(field for field in way.fields if field.walk is not None)
    for path, whole in (
        (("skagen",), ("belt", "skagen")),
        (("canal", "helgoland", "dogger"), ("canal", "helgoland", "dogger")),
        (("dogger", "skagen"), ("dogger", "skagen")),
        (("nowhere",), ("nowhere",)),
        ((), ()),
    ):
        assert filled(FORM, way, sail(*path), field) == whole
    assert filled(FORM, way, sail("belt") | {"pace": "2"}, way.fields[-1]) == ("2",), "no path"
    assert marked(FORM, way, sail("belt") | {"pace": "2"}, way.fields[-1]) == ("2",), "no path"


def test_by_way_of_a_place_a_path_leads_to_where_it_ended() -> None:
    assert offered(Pilot(), [enter("b", "d")], "c", "wolf")["via"].answer == [enter("c", "d")]


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
