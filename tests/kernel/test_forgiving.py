"""Orders as people write them: what is understood all the same, what is refused, and that nothing is ever guessed."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.kernel.byhand.chart import Chart, Walk
from games.kernel.errors import Illegal, Problem
from games.kernel.forgiving import Understanding, understand_lines
from games.kernel.forgiving.dictionary import Dictionary
from games.kernel.forgiving.lines import MOST_COMPARED_LINES, MOST_REFUSED, _by_line, _columns, _goes_on
from games.kernel.forgiving.tokens import tokens_of
from games.kernel.forgiving.words import MOST_LOOKED_UP, Words
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.notation import MAX_LINE, MAX_LINES
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Text, plain

NAMES = {
    "malta_zone": Text("Malta Patrol Zone", "マルタ哨戒海域"),
    "malta": Text("Malta", "マルタ"),
    "ionian_c": Text("Central Ionian Sea", "イオニア海中部"),
    "goeben": Text("SMS Goeben", "ゲーベン"),
    "breslau": Text("Breslau", "ブレスラウ"),
    "hamidieh": Text("Ottoman cruiser Hamidieh", "オスマン巡洋艦ハミディイェ"),
    "gloucester": Text("Gloucester", "グロスター"),
    "hex_12": Text("Hex 12", "ヘクス12"),
    "hex_127": Text("Hex 127", "ヘクス127"),
    "sail": Text("Sail", "航行"),
    "signal": Text("Signal", "信号"),
    "ships": Text("ships", "艦"),
    "to": Text("to", "目的地"),
    "straits": Text("The Straits", "ボスポラス、ダーダネルス"),
    "dd_a_i": Text("A–I class", "A–I級駆逐艦"),
}


def labels(value: str) -> Text:
    return NAMES.get(value, plain(value))


class Sail(Order, frozen=True, tag="sail"):
    ships: tuple[str, ...]
    to: str


class Signal(Order, frozen=True, tag="signal"):
    text: str


class Sailing(Orders[Sail | Signal], frozen=True, kw_only=True, dict=True, tag="test.forgiving"):
    order_types = (Sail, Signal)

    def ways(self) -> tuple[Way, ...]:
        ships = Field("ships", ("goeben", "breslau", "gloucester", "hamidieh", "dd_a_i"), many=True)
        places = Field("to", ("straits", "malta_zone", "malta", "ionian_c", "hex_12", "hex_127"))
        return (Way("sail", (ships, places)), Way("signal", (Field("text", (), length=40),)))

    def conflicts(self, answer: Any) -> Iterator[Problem]:
        seen: set[str] = set()
        for index, order in enumerate(answer):
            if isinstance(order, Sail) and seen & set(order.ships):
                yield Problem(f"/{index}/ships", "twice", Text("This ship sails already.", "航行済みです。"), "4.2")
            if isinstance(order, Sail):
                seen |= set(order.ships)


SEA = Sailing()
PLACES = Choose(options=("malta_zone", "malta", "ionian_c", "hex_12", "hex_127"))


def text_of(form: Form[Any], *lines: str) -> str | None:
    found = understand_lines(lines, form, labels)
    if not found.refused and found.text is not None:
        form.accept(form.parse(found.text))
    return found.text if not found.refused else None


def refused(form: Form[Any], *lines: str) -> Understanding:
    found = understand_lines(lines, form, labels)
    assert found.refused
    return found


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("sail goeben to=malta", "sail goeben to=malta"),
        ("SAIL SMS Goeben to=Central Ionian Sea", "sail goeben to=ionian_c"),
        ("sail goe,bres to=ion", "sail goeben,breslau to=ionian_c"),
        ("sa goeb to=central", "sail goeben to=ionian_c"),
        ("航行 ゲーベン 目的地=マルタ", "sail goeben to=malta"),
        ("航行 ゲー,ブレ 目的地=イオ", "sail goeben,breslau to=ionian_c"),
        ("航 ﾌﾞﾚｽﾗｳ 目=マルタ", "sail breslau to=malta"),
        ("sail ゲーベン、ブレス to=マルタ", "sail goeben,breslau to=malta"),
        ("sail ゲーベン、\nブレスラウ to=ボスポラス、ダーダネルス", "sail goeben,breslau to=straits"),
        ("sail A-I級駆逐艦,ゲーベン to=malta", "sail dd_a_i,goeben to=malta"),
        ("sail A–I級 to=malta", "sail dd_a_i to=malta"),
        ("sail sms_goeben to=malta-zone", "sail goeben to=malta_zone"),
        ("sail goeben to=malta   # to Malta, I think", "sail goeben to=malta"),
        ('si text="Gone to Malta Patrol"', 'signal text="Gone to Malta Patrol"'),
        ("sail goeben, breslau to=malta", "sail goeben,breslau to=malta"),
        ("sail goeben , breslau ,hamidieh, to=malta", "sail goeben,breslau,hamidieh to=malta"),
        ("sail goe, Ottoman cruiser Hamidieh, to=Central Ionian Sea", "sail goeben,hamidieh to=ionian_c"),
        ('si text="Gone, to, Malta"', 'signal text="Gone, to, Malta"'),
        ("sail goeben\n, breslau to=malta", "sail goeben,breslau to=malta"),
        ("sail goeben\n、breslau to=malta", "sail goeben,breslau to=malta"),
        ("nothing", "pass"),
        ("なし", "pass"),
    ],
)
def test_beginnings_and_names_of_either_language_are_read(written: str, read: str) -> None:
    assert text_of(SEA, *written.split("\n")) == read


@pytest.mark.parametrize(
    "written",
    [
        "s goeben to=malta",
        "sail g to=malta",
        "sail goeben to=ma",
        "sail goeben to=hex_1",
        "sail goeben to=hex 1",
        "sail goeben to=m",
        "goeben to=malta",
        "sail goeben",
        "sail goeben to=",
        "sail goeben,, breslau to=malta",
        "sail goeben to=malta,",
        "steam goeben to=malta",
        "Please take Goeben to Malta.",
    ],
)
def test_what_may_mean_several_things_or_none_is_refused_as_it_was_written(written: str) -> None:
    found = refused(SEA, written)
    assert found.text is None
    assert [one.written for one in found.refused] == [written]
    assert all(problem.message.en and problem.message.ja for one in found.refused for problem in one.problems)


def test_names_of_several_words_without_an_argument_are_read_as_one() -> None:
    """Each word of a row is looked up with those behind it, the longest run first, and none is passed over."""
    places = ChooseSome(options=("malta", "malta_zone", "ionian_c"), least=1, most=3)
    assert text_of(places, "Central Ionian Sea Malta Patrol Zone") == "choose ionian_c malta_zone"
    assert text_of(places, "Malta Central Ionian Sea") == "choose malta ionian_c"
    assert [one.written for one in refused(places, "Atlantis Malta").refused] == ["choose Atlantis Malta"]


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

    def also(self, language: str) -> str:
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

    def ways(self) -> tuple[Way, ...]:
        force = Field("force", ("pack_1", "boats_1", "boats_2", "bv_138_3", "narvik", "ra_51", "ra_51_2"))
        enters = Field("enters", ("tromso",), required=False, leads={"tromso": "0717"})
        way = Field("way", (), required=False, walk=Walk("sea", "0716", 3))
        ships = Field("ships", ("dd_a", "kent"), many=True, repeats=True)
        pace = Field("pace", ("3.am", "slow"), required=False)
        return (Way("ply", (force, way, pace, enters)), Way("part", (force, ships)))


class Several(Orders[Ply], frozen=True, kw_only=True, dict=True, tag="test.several"):
    order_types = (Ply,)
    several: tuple[Way, ...]

    def ways(self) -> tuple[Way, ...]:
        return self.several


PLY = Plying()


def ply(written: str) -> Understanding:
    return understand_lines(written.split("\n"), PLY, lambda value: PLIED.get(value, plain(value)))


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
        ("ply Wolfpack 1 with 0717", "What is 'with' for? Behind `ply …` each word is written as one of way=…, pace=…,",
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
    assert {name.en for name in one.nearest} >= set(near)
    assert near or not one.nearest, "nothing is proposed for what was understood"


def test_of_who_cannot_act_all_are_named_who_can() -> None:
    """Each has ways of its own."""
    force = (Way("ply", (Field("force", (one,)), Field("pace", ("slow",)))) for one in ("pack_1", "boats_1"))
    form = Several(several=tuple(force))
    (one,) = understand_lines(["ply kent pace=slow"], form, lambda value: PLIED.get(value, plain(value))).refused
    assert one.problems[0].message.en.endswith("possible: 'Wolfpack 1', 'Soviet submarines 1'.")
    (one,) = understand_lines(["ply pack_1 pace=fast"], form, plain).refused
    assert one.problems[0].message.en.endswith("possible: 'slow'.")


def test_what_is_near_a_place_names_it_where_nothing_else_is_called_so() -> None:
    """`Narvik` begins the name of a force; two hexes lie in the Barents Sea."""
    assert ply("ply Wolfpack 1 way=North Cape").refused[0].problems[0].code != "notation"
    places = Choose(options=("0716", "0813"))
    assert understand_lines(["North Cape"], places, lambda one: PLIED[one]).text == "0716"
    assert understand_lines(["ノールカップ"], places, lambda one: PLIED[one]).text == "0716"
    assert understand_lines(["Narvik"], places, lambda one: PLIED[one]).text == "0813"
    both = Choose(options=("narvik", "0813"))
    assert understand_lines(["Narvik"], both, lambda one: PLIED[one]).text == "narvik"


def test_a_line_that_begins_with_what_cannot_be_ordered_now_is_no_rest_of_the_one_before() -> None:
    written = "ply Wolfpack 1 way=0717,0718 pace=slow # as long as a line that is broken\nhalt Soviet submarines 1"
    found = ply(f"{'ply Wolfpack 1 way=0717,0718 pace=slow':<58}\nhalt Soviet submarines 1")
    assert [one.written for one in found.refused] == ["halt Soviet submarines 1"]
    assert found.text == "ply pack_1 way=0717,0718 pace=slow"
    assert ply(written).text == found.text


def test_the_candidates_are_named() -> None:
    (one,) = refused(SEA, "sail g to=malta_zone").refused
    (two,) = refused(SEA, "sail goeben to=ma").refused
    assert "Malta Patrol Zone" in two.problems[0].message.en
    assert "マルタ哨戒海域" in two.problems[0].message.ja
    assert one.problems


def test_a_number_is_never_taken_for_the_beginning_of_another() -> None:
    assert refused(PLACES, "hex_1").text is None
    assert text_of(PLACES, "Hex 12") == "hex_12"


def test_names_that_come_nearest_are_told() -> None:
    (one,) = refused(SEA, "sail Goebne to=Mlata").refused
    assert {name.en for name in one.nearest} >= {"SMS Goeben"} or {name.en for name in one.nearest} >= {"Malta"}
    (two,) = refused(SEA, "sial goeben to=malta").refused
    assert Text("Sail", "航行") in two.nearest


def test_of_the_names_that_come_near_three_are_told() -> None:
    form = Choose(options=("fog_1a", "fog_1b", "fog_1c", "fog_1d", "gale"))
    (one,) = refused(form, "fgo_1x").refused
    assert len(one.nearest) == 3


def test_a_line_that_begins_with_a_verb_is_never_the_rest_of_the_one_before() -> None:
    found = refused(SEA, "sail goeben,", 'signal text="Gone to Malta"')
    assert [one.written for one in found.refused] == ["sail goeben,"]
    assert found.text == 'signal text="Gone to Malta"'


def test_so_many_words_are_looked_up_and_those_that_were_again() -> None:
    words = Words(SEA, labels)
    assert [words.is_unknown(word, words.verbs) for word in ("", "sail", "malta", "mlata")] == [False] * 3 + [True]
    words.looked_up = {f"x{number}" for number in range(MOST_LOOKED_UP)}
    assert [words.is_unknown(word, words.verbs) for word in ("x0", "mlata")] == [True, False]


def test_a_word_is_a_key_only_with_an_equals_sign_behind_the_name_of_an_argument() -> None:
    words = Words(SEA, labels)
    written = ("to", "to=malta", "aims=malta", "malta")
    assert [words.is_key(word.partition("=")[0], word) for word in written] == [False, True, False, False]


@pytest.mark.parametrize(
    ("row", "whole"),
    [("choose", "choose"), ("choose wo", "choose wolf"), ("choose choose", "choose choose"), ("wo", "wolf")],
)
def test_the_words_of_the_notation_are_the_beginning_of_nothing(row: str, whole: str) -> None:
    assert Words(Choose(options=("wolf", "emden")), plain).completed(row) == whole


def test_words_behind_a_number_sign_are_no_words() -> None:
    assert tokens_of('sail goeben text="a # b" # to=malta') == ["sail", "goeben", 'text="a # b"']


class Crowded(Sailing, frozen=True, kw_only=True, dict=True, tag="test.crowded"):
    """Two orders are too many, and neither of them is the wrong one."""

    def conflicts(self, answer: Any) -> Iterator[Problem]:
        if len(answer) > 1:
            yield Problem("", "crowded", Text("Too many ships are at sea.", "出港が多すぎます。"), "4.3")


def test_what_is_wrong_with_the_whole_is_told_of_all_that_was_written() -> None:
    found = refused(Crowded(), "sail goeben to=malta", "sail breslau to=malta")
    assert found.text is None
    assert [(one.written, [problem.code for problem in one.problems]) for one in found.refused] == [
        ("sail goeben to=malta\nsail breslau to=malta", ["crowded"])
    ]


def test_a_line_that_was_broken_on_its_way_is_whole_again() -> None:
    assert text_of(SEA, "sail goeben,breslau,", "gloucester to=malta") == "sail goeben,breslau,gloucester to=malta"
    assert text_of(SEA, "sail goeben,breslau,gloucester", "to=malta") == "sail goeben,breslau,gloucester to=malta"
    assert text_of(SEA, "sail goeben to=", "malta") == text_of(SEA, "sail goeben", "to=malta") == "sail goeben to=malta"
    assert refused(SEA, "sail goeben,", "lion to=malta").refused[0].written == "sail goeben,lion to=malta"
    long = "sail SMS Goeben,Ottoman cruiser Hamidieh,Gloucester to=Central"
    assert text_of(SEA, long, "Ionian Sea") == "sail goeben,hamidieh,gloucester to=ionian_c"


def test_a_short_line_of_prose_is_no_rest_of_the_order_before_it() -> None:
    found = refused(SEA, "sail goeben to=malta", "and good luck")
    assert found.text == "sail goeben to=malta"
    assert [one.written for one in found.refused] == ["and good luck"]


def test_what_is_legal_is_kept_while_other_lines_are_refused() -> None:
    found = refused(SEA, "sail goeben to=malta", "sail goeben to=ionian_c", "sail breslau to=atlantis")
    assert found.text == "sail goeben to=malta"
    assert {one.written: one.problems[0].rule for one in found.refused} == {
        "sail goeben to=ionian_c": "4.2",
        "sail breslau to=atlantis": "",
    }


def test_nothing_beside_orders_is_refused() -> None:
    found = refused(SEA, "sail goeben to=malta", "pass")
    assert (found.text, [one.written for one in found.refused]) == ("sail goeben to=malta", ["pass"])


def test_a_choice_is_one_line() -> None:
    assert text_of(PLACES, "choose malta") == "choose malta"
    assert text_of(PLACES, "Central") == "ionian_c"
    assert refused(PLACES, "malta", "ionian_c").text is None
    may = MayChoose(options=("malta", "ionian_c"))
    assert text_of(may, "pass") == "pass"
    assert text_of(may, "マルタ") == "malta"


def test_lists_may_stand_on_several_lines() -> None:
    some = ChooseSome(options=("malta", "ionian_c", "breslau"), least=1, most=2)
    assert text_of(some, "Malta", "Breslau") == "choose malta breslau"
    assert text_of(some, "choose Malta, Central Ionian Sea") == "choose malta ionian_c"
    assert refused(some, "malta", "breslau", "ionian_c").text is None
    row = Arrange(options=("malta", "ionian_c", "breslau"))
    assert text_of(row, "Breslau", "malta", "ionian_c") == "arrange breslau malta ionian_c"
    share = Share(limits={"malta": 3, "breslau": 2}, total=4)
    assert text_of(share, "malta=2", "breslau=2") == "share malta=2 breslau=2"


def test_comments_and_nothing_at_all_are_no_orders() -> None:
    assert understand_lines([], SEA, labels) == Understanding(None)
    assert understand_lines(["# sail goeben to=malta", "  # more"], SEA, labels) == Understanding(None)


@pytest.mark.parametrize(
    "lines", [["sail goeben to=malta"] * (MAX_LINES + 1), ["x" * (MAX_LINE + 1)], ['"' * MAX_LINE]]
)
def test_too_much_is_refused(lines: list[str]) -> None:
    assert refused(SEA, *lines).text is None


def test_after_so_many_refused_lines_nothing_more_is_looked_at() -> None:
    found = refused(SEA, *["sial goeben to=malta"] * 300)
    assert len(found.refused) == MOST_REFUSED + 1
    assert [bool(one.nearest) for one in found.refused].count(True) == MOST_COMPARED_LINES


@pytest.mark.parametrize("line", ["sail " + "a " * 990, 'sail "' + '\\"' * 990, "sail " + "," * 1990, "=" * MAX_LINE])
def test_a_line_made_to_be_slow_is_refused(line: str) -> None:
    assert refused(SEA, *[line] * 50).text is None


def test_a_letter_longer_than_any_order_is_refused_at_once() -> None:
    line = f"sail goeben to=malta # {'x' * 1_000}"
    (found,) = refused(SEA, *[line] * 20).refused
    assert [one.code for one in found.problems] == ["too_large"]
    assert found.written == line[:80], "so much of it that its writer knows it again"
    assert text_of(SEA, line) == "sail goeben to=malta"


def test_only_some_unknown_words_of_a_letter_are_compared_with_names(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []
    monkeypatch.setattr(
        "games.kernel.forgiving.dictionary.Dictionary.near", lambda self, word: looked_up.append(word) or []
    )
    refused(SEA, *(f"sail {' '.join(f'word_{line}_{at}' for at in range(20))}" for line in range(5)))
    assert len(looked_up) == MOST_LOOKED_UP


@pytest.mark.parametrize(
    ("pointers", "lines"),
    [
        (["/0/ships", "/1", "/0"], {0: 2, 1: 1}),
        (["/2"], {}),
        (["/0", "/12/to"], {}),
        (["/0", ""], {}),
        (["0"], {}),
        (["/to"], {}),
        (["/١"], {}),
        (["/-1"], {}),
    ],
)
def test_what_is_wrong_is_told_of_the_line_that_it_points_to_or_of_the_whole(
    pointers: list[str], lines: dict[int, int]
) -> None:
    problems = [Problem(pointer, "x", Text("?", "？")) for pointer in pointers]
    found = _by_line(Illegal(*problems), 2)
    assert {line: len(told) for line, told in found.items()} == lines


def test_a_choice_of_two_lines_is_refused_for_being_two() -> None:
    (both,) = refused(PLACES, "malta", "ionian_c").refused
    assert [(one.code, one.message.en) for one in both.problems] == [("notation", "Write exactly one order line.")]


def test_no_more_words_are_compared_when_five_names_were_found() -> None:
    form = ChooseSome(options=("fog_1a", "fog_1b", "fog_1c", "storm_a", "storm_b", "iceberg"), least=0, most=6)
    (one,) = refused(form, "fgo_1x, strom_x, icebegr").refused
    assert sorted(name.en for name in one.nearest) == ["fog_1a", "fog_1b", "fog_1c", "storm_a", "storm_b"]
    (two,) = refused(form, "strom_x, icebegr").refused
    assert sorted(name.en for name in two.nearest) == ["iceberg", "storm_a", "storm_b"]


def test_a_name_of_several_words_is_found_whatever_shorter_names_there_are() -> None:
    words = Dictionary([("Malta", "malta"), ("Central Ionian Sea", "ionian_c"), ("Kiel Bay", "kiel")])
    assert words.longest(["Central", "Ionian", "Sea", "Malta"]) == ("ionian_c", 3)
    assert words.longest(["Malta", "Kiel", "Bay"]) == ("malta", 1)
    assert words.longest(["Kiel", "Bay"]) == ("kiel", 2)


@pytest.mark.parametrize(("width", "goes_on"), [(60, False), (61, True)])
def test_a_line_goes_on_where_the_one_before_it_was_too_wide_for_its_first_word(width: int, goes_on: bool) -> None:
    words = Words(SEA, labels)
    before = "sail goeben to=".ljust(width - len(" malta"), "x")
    assert _columns(before) + 1 + _columns("malta") == width
    assert _goes_on(before, "malta and more", words) is goes_on


def test_an_order_without_a_path_is_not_led_on() -> None:
    (found,) = ply("part Wolfpack 1 to kent").refused
    assert [problem.code for problem in found.problems] == ["notation"]


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

    def ways(self) -> tuple[Way, ...]:
        at, wave = Field("at", ("mv", "tromso", "strikes", "dd_foe")), Field("wave", ("1", "2"), required=False)
        near, drop = Field("at", ("mv", "strikes", "dd_foe")), Field("drop", ("torpedoes",), required=False)
        others = Way("hit", (Field("unit", ("ju_1", "dd_own")), at, wave))
        return others, Way("hit", (Field("unit", ("ju_2",)), near, wave, drop))

    def conflicts(self, answer: tuple[Hit, ...]) -> Iterator[Problem]:
        if sum(order.wave == "2" for order in answer) > 1:
            yield Problem("/1/wave", "wave", Text("One at a time.", "1つずつ。"), "7.2.4b")


def hit(*written: str) -> Understanding:
    return understand_lines(written, HitForm(), lambda value: AIR.get(value, plain(value)))


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
            "What is 'from' for? Behind `hit …` each word is written as one of at=…, wave=…, drop=…",
        ),
    ],
)
def test_a_refusal_says_which_word_and_what_would_be_accepted(written: str, said: str) -> None:
    (one,) = hit(written).refused
    assert one.problems[0].message.en.startswith(said)


def test_what_is_refused_stands_in_the_order_of_writing_and_a_rule_needs_no_guesses() -> None:
    found = hit("hit ju_1 at=mv wave=2", "hit ju_2 at=mv wave=2 torpedoes", "hit ju_1 at=mw")
    assert [one.written for one in found.refused] == ["hit ju_2 at=mv wave=2 torpedoes", "hit ju_1 at=mw"]
    assert found.refused[0].nearest == ()


def test_in_japanese_the_words_that_begin_an_order_stand_with_their_names() -> None:
    (one,) = hit("迎撃 Ju 88-1").refused
    assert one.problems[0].message.ja == "「迎撃」で始まる命令はここでは出せません。始められる語: `hit`（攻撃）。"
    assert hit("味方駆逐艦、Ju 88-2 商船").text == "hit dd_own at=mv\nhit ju_2 at=mv"


def test_who_can_act_is_not_what_is_wrong_with_an_order_of_his() -> None:
    (one,) = hit("hit Ju 88-2 at Tromsø").refused
    assert one.problems[0].pointer == "/0/at", "not the unit, though the other could go there"


class Convoyed(Sailing, frozen=True, kw_only=True, dict=True, tag="test.convoyed"):
    """Goeben sails, or nobody does."""

    def conflicts(self, answer: Any) -> Iterator[Problem]:
        if not any("goeben" in order.ships for order in answer if isinstance(order, Sail)):
            yield Problem("", "missing", Text("Order Goeben.", "ゲーベンに命令してください。"), "4.2")


def test_what_is_wrong_with_all_lines_together_is_held_against_none_of_them() -> None:
    found = refused(Convoyed(), "sail breslau to malta", "sail goeben to nowhere")
    together, alone = found.refused
    assert (alone.written, alone.whole) == ("sail goeben to nowhere", False)
    assert (together.written, together.whole) == ("sail breslau to malta", True)
    assert [problem.rule for problem in together.problems] == ["4.2"]


def test_a_choice_that_is_none_says_what_may_be_chosen() -> None:
    ((problem,),) = (one.problems for one in refused(Choose(options=("malta", "ionian_c")), "pass").refused)
    assert "'Malta', 'Central Ionian Sea'" in problem.message.en
    assert "「マルタ」「イオニア海中部」" in problem.message.ja


@pytest.mark.parametrize(
    ("written", "meant"),
    [("セクター", ["sector"]), ("指示", ["instruct"]), ("示", []), ("計画", ["sail", "fly"]), ("ector", [])],
)
def test_what_a_japanese_verb_ends_with_is_understood_for_it(written: str, meant: list[str]) -> None:
    """Japanese is written without blanks: of a search sector, "sector" is a word of its own all the same."""
    names = {"sector": "航空索敵セクター", "instruct": "常時指示", "fly": "飛行計画", "sail": "出港計画", "s": "Sector"}
    assert Dictionary([(name, verb) for verb, name in names.items()], tails=True).meant(written) == meant
