"""Orders in casual language: without separators, with small words, for several units; and the words of refusals."""

from collections.abc import Iterator

import pytest

from games.kernel.errors import Problem
from games.kernel.forms import Choose
from games.kernel.text import Text, id_label
from games.order_editor.paths import Chart, MovementRule
from games.order_text import ParsedOrders, parse_lines
from games.orders.order_set import Field, Order, Orders, OrderTemplate


class Ply(Order, frozen=True, tag="ply"):
    force: str
    way: tuple[str, ...] = ()
    pace: str = ""
    enters: str = ""


class Part(Order, frozen=True, tag="part"):
    force: str
    ships: tuple[str, ...]


class Halt(Order, frozen=True, tag="halt"):
    force: str


class Near(Text, frozen=True):
    """A place with what is near in brackets."""

    def aliases(self, language: str) -> str:
        return self.get(language)[4:].strip(" ()（）")


PLIED = {
    "pack_1": Text("Wolfpack 1", "群狼1"),
    "boats_1": Text("Soviet submarines 1", "ソ連潜水艦1"),
    "boats_2": Text("Soviet submarines 2", "ソ連潜水艦2"),
    "bv_138_3": Text("BV 138-3", "BV 138-3"),
    "narvik": Text("Narvik force", "ナルヴィク部隊"),
    "0716": Near("0716 (North Cape)", "0716（ノールカップ）"),
    "0717": Near("0717 (Barents Sea)", "0717（バレンツ海）"),
    "0718": Near("0718 (Barents Sea)", "0718（バレンツ海）"),
    "0813": Near("0813 (Narvik)", "0813（ナルヴィク）"),
    "3.am": Text("day 3 AM", "3日目午前"),
    "dd_a": Text("A to I class", "A～I級"),
    "kent": Text("HMS Kent", "ケント"),
    "ra_51": Text("RA 51", "RA 51"),
    "ra_51_2": Text("RA 51, dispersed", "RA 51, 分散"),
}


class Plying(Orders[Ply | Part | Halt], frozen=True, kw_only=True, dict=True, tag="test.plying"):
    """Orders with a path, with a basket, and one that cannot be given now."""

    order_types = (Ply, Part, Halt)

    def charts(self) -> dict[str, Chart]:
        return {"sea": Chart({"0716": ("0717",), "0717": ("0718",), "0718": (), "0813": ()})}

    def templates(self) -> tuple[OrderTemplate, ...]:
        force = Field("force", ("pack_1", "boats_1", "boats_2", "bv_138_3", "narvik", "ra_51", "ra_51_2"))
        enters = Field("enters", ("tromso",), required=False, end_places={"tromso": "0717"})
        way = Field("way", (), required=False, movement=MovementRule("sea", "0716", 3))
        ships = Field("ships", ("dd_a", "kent"), many=True, may_repeat=True)
        pace = Field("pace", ("3.am", "slow"), required=False)
        return (OrderTemplate("ply", (force, way, pace, enters)), OrderTemplate("part", (force, ships)))


class Several(Orders[Ply], frozen=True, kw_only=True, dict=True, tag="test.several"):
    order_types = (Ply,)
    several: tuple[OrderTemplate, ...]

    def templates(self) -> tuple[OrderTemplate, ...]:
        return self.several


PLY = Plying()


def ply(written: str) -> ParsedOrders:
    return parse_lines(written.split("\n"), PLY, lambda value: PLIED.get(value, id_label(value)))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("ply Wolfpack 1 to 0717", "ply pack_1 way=0717"),
        ("ply Wolfpack 1 way 0717 pace slow", "ply pack_1 way=0717 pace=slow"),
        ("ply pack 1 -> 0717,0718 pace=slow", "ply pack_1 way=0717,0718 pace=slow"),
        ("ply BV 138 to Narvik", None),
        ("ply BV 138 way=Narvik", None),
        ("ply Wolfpack 1 pace=3 AM", "ply pack_1 pace=3.am"),
        ("ply Wolfpack 1 pace day 3 AM", "ply pack_1 pace=3.am"),
        ("ply BV 138 pace=slow", "ply bv_138_3 pace=slow"),
        ("part Wolfpack 1 ships=A to I class 2", "part pack_1 ships=dd_a,dd_a"),
        ("part Wolfpack 1 ships=A to I class 2, Kent", "part pack_1 ships=dd_a,dd_a,kent"),
        ("part Wolfpack 1 Kent", "part pack_1 ships=kent"),
        ("part Wolfpack 1 ships=Kent, A to I", "part pack_1 ships=kent,dd_a"),
        ("ply Wolfpack 1 slow to 0717", "ply pack_1 pace=slow way=0717"),
        ("ply Wolfpack 1 day 3 AM", "ply pack_1 pace=3.am"),
        ("ply Wolfpack 1 kent", None),
        ("ply Wolfpack 1 0717 slow", "ply pack_1 way=0717 pace=slow"),
        ("ply Wolfpack 1 0717,0718", "ply pack_1 way=0717,0718"),
        ("ply RA 51 dispersed pace slow", "ply ra_51_2 pace=slow"),
        ("ply RA 51, dispersed pace slow", "ply ra_51_2 pace=slow"),
        ("ply Wolfpack 1 to Tromso", "ply pack_1 way=0717 enters=tromso"),
        ("ply Wolfpack 1 way=Tromso,0718", "ply pack_1 way=0717,0718"),
        ("ply Wolfpack 1 way=Tromso enters=tromso", "ply pack_1 way=0717 enters=tromso"),
        ("part Wolfpack 1 kent,dd_a", "part pack_1 ships=kent,dd_a"),
    ],
)
def test_what_a_word_is_for_may_be_said_without_a_sign(written: str, read: str | None) -> None:
    assert ply(written).text == read
    assert bool(ply(written).refused) is (read is None)


@pytest.mark.parametrize(
    ("written", "said", "near"),
    [
        ("ply Wolfpack 1 with 0717", "'with' does not fit. After `ply …`, write each word as one of way=…, pace=…,",
         ()),
        ("ply Soviet submarins 1 to 0717", "'Soviet' may be Soviet submarines 1, Soviet submarines 2: write which.",
         ("Soviet submarines 1", "Soviet submarines 2")),
        ("ply Wulfpack 1 to 0717", "'Wulfpack 1' is nothing that `ply` can name now; possible: 'Wolfpack 1', 'Soviet",
         ("Wolfpack 1",)),
        ("haul Wolfpack 1 way=0717", "'haul' begins no order here; these words do: `part`, `ply`.", ()),
        ("halt Wolfpack 1", "'halt' begins no order here; these words do: `part`, `ply`.", ()),
        ("ply Wolfpack 1 to=0717", "This order has no 'to'; it has force, way, pace, enters.", ()),
        ("ply Wolfpack 1 way=Barents Sea", "'Barents Sea' may be 0717, 0718: write which.", ()),
        ("ply Wolfpack 1 pace=fast", "'fast' is not possible here; possible: 'day 3 AM', 'slow'.", ()),
    ],
)  # fmt: skip
def test_who_is_not_understood_is_told_what_is_missing(written: str, said: str, near: tuple[str, ...]) -> None:
    (one,) = ply(written).refused
    assert said in one.problems[0].message.en
    assert {name.en for name in one.suggestions} >= set(near)
    assert near or not one.suggestions, "nothing is proposed for what was understood"


def test_of_who_cannot_act_all_are_named_who_can() -> None:
    """Each has ways of its own."""
    force = (OrderTemplate("ply", (Field("force", (one,)), Field("pace", ("slow",)))) for one in ("pack_1", "boats_1"))
    form = Several(several=tuple(force))
    (one,) = parse_lines(["ply kent pace=slow"], form, lambda value: PLIED.get(value, id_label(value))).refused
    assert one.problems[0].message.en.endswith("possible: 'Wolfpack 1', 'Soviet submarines 1'.")
    (one,) = parse_lines(["ply pack_1 pace=fast"], form, id_label).refused
    assert one.problems[0].message.en.endswith("possible: 'slow'.")


def test_what_is_near_a_place_names_it_where_nothing_else_is_called_so() -> None:
    """`Narvik` begins the name of a force; two hexes lie in the Barents Sea."""
    assert ply("ply Wolfpack 1 way=North Cape").refused[0].problems[0].code != "notation"
    places = Choose(options=("0716", "0813"))
    assert parse_lines(["North Cape"], places, lambda one: PLIED[one]).text == "0716"
    assert parse_lines(["ノールカップ"], places, lambda one: PLIED[one]).text == "0716"
    assert parse_lines(["Narvik"], places, lambda one: PLIED[one]).text == "0813"
    both = Choose(options=("narvik", "0813"))
    assert parse_lines(["Narvik"], both, lambda one: PLIED[one]).text == "narvik"


AIR = {
    "ju_1": Text("Ju 88-1", "Ju 88-1"),
    "ju_2": Text("Ju 88-2", "Ju 88-2"),
    "mv": Text("Merchant vessels", "商船"),
    "tromso": Text("Tromsø", "トロムセ"),
    "strikes": Text("After the search, attack", "捜索後の攻撃"),
    "dd_own": Text("Own destroyers", "味方駆逐艦"),
    "dd_foe": Text("Enemy destroyers", "敵駆逐艦"),
    "hit.wave": Text("from round", "ラウンドから"),
    "hit": Text("Hit", "攻撃"),
}


class Hit(Order, frozen=True, tag="hit"):
    unit: str
    at: str
    wave: str = ""
    drop: str = ""


class HitForm(Orders[Hit], frozen=True, kw_only=True, tag="hits"):
    """Aircraft of which one alone has torpedoes."""

    order_types = (Hit,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        at, wave = Field("at", ("mv", "tromso", "strikes", "dd_foe")), Field("wave", ("1", "2"), required=False)
        near, drop = Field("at", ("mv", "strikes", "dd_foe")), Field("drop", ("torpedoes",), required=False)
        others = OrderTemplate("hit", (Field("unit", ("ju_1", "dd_own")), at, wave))
        return others, OrderTemplate("hit", (Field("unit", ("ju_2",)), near, wave, drop))

    def conflicts(self, answer: tuple[Hit, ...]) -> Iterator[Problem]:
        if sum(order.wave == "2" for order in answer) > 1:
            yield Problem("/1/wave", "wave", Text("One at a time.", "1つずつ。"), "7.2.4b")


def hit(*written: str) -> ParsedOrders:
    return parse_lines(written, HitForm(), lambda value: AIR.get(value, id_label(value)))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("hit Ju 88-1 at merchants", "hit ju_1 at=mv"),
        ("hit Ju 88-2 at Merchant vessels, wave 1, drop torpedoes", "hit ju_2 at=mv wave=1 drop=torpedoes"),
        ("hit Ju 88-1 in Tromso", "hit ju_1 at=tromso"),
        ("hit the Ju 88-1: Tromsö", "hit ju_1 at=tromso"),
        ("hit Ju 88-1, Ju 88-2 at mv wave 1", "hit ju_1 at=mv wave=1\nhit ju_2 at=mv wave=1"),
        ("Ju 88-1 in Tromsø", "hit ju_1 at=tromso"),
        ("Ju 88-1, Ju 88-2 at merchants: wave 1", "hit ju_1 at=mv wave=1\nhit ju_2 at=mv wave=1"),
        ("hit Own destr, Ju 88-2 at mv", "hit dd_own at=mv\nhit ju_2 at=mv"),
        ("hit by ju_1 at mv", "hit ju_1 at=mv"),
        ("hit destroyers at mv, in round 2", "hit dd_own at=mv wave=2"),
        ("hit Ju 88-1 at destroyers from round 2", "hit ju_1 at=dd_foe wave=2"),
        ("hit Ju 88-1 at After the search, attack: wave 1", "hit ju_1 at=strikes wave=1"),
    ],
)
def test_who_writes_as_one_speaks_is_understood(written: str, read: str | None) -> None:
    found = hit(written)
    assert (found.text, not found.refused) == (read, read is not None)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("hit Bf 109 at mv", "'Bf 109' is nothing that `hit` can name now; possible: 'Ju 88-1', 'Own destroyers',"),
        ("hit Ju 88-1 at mv wave 1 wave 2", "`wave` is said twice, '1' and '2': write one of them, or a list with"),
        (
            "hit Ju 88-1 wave 1",
            "at: still missing; possible: 'Merchant vessels', 'Tromsø', 'After the search, attack'",
        ),
        ("hit Ju 88-1 mv drop torpedoes", "drop: 'torpedoes' is not possible for 'Ju 88-1'; leave `drop` out."),
        ("Bf 109 at mv", "'Bf' begins no order here; these words do: `hit`."),
        (
            "hit Ju 88-2 from mv",
            "'from' does not fit. After `hit …`, write each word as one of at=…, wave=…, drop=…",
        ),
    ],
)
def test_a_refusal_says_which_word_and_what_would_be_accepted(written: str, said: str) -> None:
    (one,) = hit(written).refused
    assert one.problems[0].message.en.startswith(said)


def test_what_is_refused_stands_in_the_order_of_writing_and_a_rule_needs_no_guesses() -> None:
    found = hit("hit ju_1 at=mv wave=2", "hit ju_2 at=mv wave=2 torpedoes", "hit ju_1 at=mw")
    assert [one.written for one in found.refused] == ["hit ju_2 at=mv wave=2 torpedoes", "hit ju_1 at=mw"]
    assert found.refused[0].suggestions == ()


def test_in_japanese_the_words_that_begin_an_order_stand_with_their_names() -> None:
    (one,) = hit("迎撃 Ju 88-1").refused
    assert one.problems[0].message.ja == "「迎撃」で始まる命令はここでは出せません。始められる語：`hit`（攻撃）。"
    assert hit("味方駆逐艦、Ju 88-2 商船").text == "hit dd_own at=mv\nhit ju_2 at=mv"


def test_who_can_act_is_not_what_is_wrong_with_an_order_of_his() -> None:
    (one,) = hit("hit Ju 88-2 at Tromsø").refused
    assert one.problems[0].pointer == "/0/at", "not the unit, though the other could go there"


def test_a_line_that_begins_with_what_cannot_be_ordered_now_is_no_rest_of_the_one_before() -> None:
    written = "ply Wolfpack 1 way=0717,0718 pace=slow # as long as a line that is broken\nhalt Soviet submarines 1"
    found = ply(f"{'ply Wolfpack 1 way=0717,0718 pace=slow':<58}\nhalt Soviet submarines 1")
    assert [one.written for one in found.refused] == ["halt Soviet submarines 1"]
    assert found.text == "ply pack_1 way=0717,0718 pace=slow"
    assert ply(written).text == found.text


def test_an_order_without_a_path_is_not_led_on() -> None:
    (found,) = ply("part Wolfpack 1 to kent").refused
    assert [problem.code for problem in found.problems] == ["notation"]


@pytest.mark.parametrize(
    ("written", "unknown"),
    [
        ("Wolfpack 1 and Narwik force ply to 0717", "Narwik force"),
        ("Narwik force and Wolfpack 1 ply to 0717", "Narwik force"),
        ("Wolfpack 1, Narwik force ply to 0717", "Narwik force"),
        ("ply Wolfpack 1 and Narwik force to 0717", "Narwik force"),
    ],
)
def test_the_refusal_of_a_list_names_its_unknown_member(written: str, unknown: str) -> None:
    (one,) = ply(written).refused
    assert one.problems[0].message.en.startswith(f"'{unknown}' is nothing that `ply` can name now; possible: 'Wolf")


class Flight(Order, frozen=True, tag="fly"):
    unit: str
    mission: str
    to: str


class Flying(Orders[Flight], frozen=True, kw_only=True, dict=True, tag="test.flying"):
    """Two aircraft with one reach, and a third with another."""

    order_types = (Flight,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        ways = {"he_115": ("0611", "0614"), "bv_138": ("0611", "0614"), "ju_88": ("0708",)}
        mission = Field("mission", ("search", "attack"))
        return tuple(
            OrderTemplate("fly", (Field("unit", (unit,)), mission, Field("to", hexes)), "unit")
            for unit, hexes in ways.items()
        )


FLYING = Flying()
FLYERS = {"he_115": "He 115", "bv_138": "BV 138", "ju_88": "Ju 88"}


def fly(written: str) -> ParsedOrders:
    return parse_lines([written], FLYING, lambda value: Text.same(FLYERS.get(value, value)))


def test_several_units_do_what_a_value_of_their_order_says() -> None:
    found = fly("He 115 and BV 138 search 0611")
    assert found.text == "fly he_115 mission=search to=0611\nfly bv_138 mission=search to=0611"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Ju 88 attacks 0614", "to: '0614' is not possible here; possible: '0708'."),
        ("He 115 searches 0999", "to: '0999' is not possible here; possible: '0611', '0614'."),
        ("He 115 searches 0611 and 0614", "to: an order names only one of '0611', '0614'; write an order for each."),
    ],
)
def test_a_place_out_of_reach_is_refused_as_the_place(written: str, said: str) -> None:
    (one,) = fly(written).refused
    assert one.problems[0].message.en == said
