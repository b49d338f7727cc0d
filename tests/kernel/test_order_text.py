"""Orders as people write them: what is understood, what is refused, and that nothing is guessed."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.kernel.errors import Illegal, Problem
from games.kernel.forms import Arrange, Choose, ChooseSome, MayChoose, Share
from games.kernel.notation import MAX_LINE, MAX_LINES
from games.kernel.text import Text, id_label
from games.kernel.text_columns import column_width
from games.order_text import ParsedOrders, parse_lines
from games.order_text.dictionary import Dictionary
from games.order_text.line_parser import MOST_COMPARED_LINES, MOST_REFUSED, _by_line
from games.order_text.row_expansion import expand_row
from games.order_text.rows import continues_row
from games.order_text.suggestions import MOST_LOOKED_UP, SuggestionFinder
from games.order_text.tokens import split_tokens
from games.order_text.vocabulary import Vocabulary
from tests.kernel.written import PLACES, SEA, Sail, Sailing, labels, refused, text_of


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("sail goeben to=malta", "sail goeben to=malta"),
        ("SAIL SMS Goeben to=Central Ionian Sea", "sail goeben to=ionian_c"),
        ("sail goe,bres to=ion", "sail goeben,breslau to=ionian_c"),
        ("sa goeb to=ionian", "sail goeben to=ionian_c"),
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
    assert [one.written for one in refused(places, "Atlantis Malta").refused] == ["Atlantis Malta"]


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
    assert {name.en for name in one.suggestions} >= {"SMS Goeben"} or {name.en for name in one.suggestions} >= {"Malta"}
    (two,) = refused(SEA, "sial goeben to=malta").refused
    assert Text("Sail", "航行") in two.suggestions


def test_of_the_names_that_come_near_three_are_told() -> None:
    form = Choose(options=("fog_1a", "fog_1b", "fog_1c", "fog_1d", "gale"))
    (one,) = refused(form, "fgo_1x").refused
    assert len(one.suggestions) == 3


def test_a_line_that_begins_with_a_verb_is_never_the_rest_of_the_one_before() -> None:
    found = refused(SEA, "sail goeben,", 'signal text="Gone to Malta"')
    assert [one.written for one in found.refused] == ["sail goeben,"]
    assert found.text == 'signal text="Gone to Malta"'


def test_so_many_words_are_looked_up_and_those_that_were_again() -> None:
    words = Vocabulary(SEA, labels)
    nearest = SuggestionFinder(words)
    assert [nearest.is_unknown(word, words.verbs) for word in ("", "sail", "malta", "mlata")] == [False] * 3 + [True]
    nearest.looked_up = {f"x{number}" for number in range(MOST_LOOKED_UP)}
    assert [nearest.is_unknown(word, words.verbs) for word in ("x0", "mlata")] == [True, False]


def test_a_word_is_a_key_only_with_an_equals_sign_behind_the_name_of_an_argument() -> None:
    words = Vocabulary(SEA, labels)
    written = ("to", "to=malta", "aims=malta", "malta")
    assert [words.is_argument_prefix(word.partition("=")[0], word) for word in written] == [False, True, False, False]


@pytest.mark.parametrize(
    ("row", "whole"),
    [("choose", "choose"), ("choose wo", "choose wolf"), ("choose choose", "choose choose"), ("wo", "wolf")],
)
def test_the_words_of_the_notation_are_the_beginning_of_nothing(row: str, whole: str) -> None:
    assert expand_row(row, Vocabulary(Choose(options=("wolf", "emden")), id_label)) == whole


def test_words_behind_a_number_sign_are_no_words() -> None:
    assert split_tokens('sail goeben text="a # b" # to=malta') == ["sail", "goeben", 'text="a # b"']


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
    found = parse_lines(("sail goeben to=malta", "and good luck"), SEA, labels)
    assert (found.text, found.refused) == ("sail goeben to=malta", ())
    assert [one.written for one in found.ignored] == ["and good luck"]


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
    assert text_of(PLACES, "Ionian") == "ionian_c"
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
    assert parse_lines([], SEA, labels) == ParsedOrders(None)
    found = parse_lines(["# sail goeben to=malta", "  # more"], SEA, labels)
    assert found.text is None
    assert [(one.written, one.problems[0].code) for one in found.refused] == [("# sail goeben to=malta", "comment")]


@pytest.mark.parametrize(
    "lines", [["sail goeben to=malta"] * (MAX_LINES + 1), ["x" * (MAX_LINE + 1)], ['"' * MAX_LINE]]
)
def test_too_much_is_refused(lines: list[str]) -> None:
    assert refused(SEA, *lines).text is None


def test_after_so_many_refused_lines_nothing_more_is_looked_at() -> None:
    found = refused(SEA, *["sial goeben to=malta"] * 300)
    assert len(found.refused) == MOST_REFUSED + 1
    assert [bool(one.suggestions) for one in found.refused].count(True) == MOST_COMPARED_LINES


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
        "games.order_text.dictionary.Dictionary.similar", lambda self, word: looked_up.append(word) or []
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
    names = "'Malta Patrol Zone', 'Malta', 'Central Ionian Sea', 'Hex 12', 'Hex 127'"
    said = f"Write exactly one order line; possible: {names}."
    assert [(one.code, one.message.en) for one in both.problems] == [("notation", said)]


def test_no_more_words_are_compared_when_five_names_were_found() -> None:
    form = ChooseSome(options=("fog_1a", "fog_1b", "fog_1c", "storm_a", "storm_b", "iceberg"), least=0, most=6)
    (one,) = refused(form, "fgo_1x, strom_x, icebegr").refused
    assert sorted(name.en for name in one.suggestions) == ["fog_1a", "fog_1b", "fog_1c", "storm_a", "storm_b"]
    (two,) = refused(form, "strom_x, icebegr").refused
    assert sorted(name.en for name in two.suggestions) == ["iceberg", "storm_a", "storm_b"]


def test_a_name_of_several_words_is_found_whatever_shorter_names_there_are() -> None:
    words = Dictionary([("Malta", "malta"), ("Central Ionian Sea", "ionian_c"), ("Kiel Bay", "kiel")])
    assert words.longest_match(["Central", "Ionian", "Sea", "Malta"]) == ("ionian_c", 3)
    assert words.longest_match(["Malta", "Kiel", "Bay"]) == ("malta", 1)
    assert words.longest_match(["Kiel", "Bay"]) == ("kiel", 2)


@pytest.mark.parametrize(("width", "goes_on"), [(60, False), (61, True)])
def test_a_line_goes_on_where_the_one_before_it_was_too_wide_for_its_first_word(width: int, goes_on: bool) -> None:
    words = Vocabulary(SEA, labels)
    before = "sail goeben to=".ljust(width - len(" malta"), "x")
    assert column_width(before) + 1 + column_width("malta") == width
    assert continues_row(before, "malta and more", words) is goes_on


class Convoyed(Sailing, frozen=True, kw_only=True, dict=True, tag="test.convoyed"):
    """Goeben sails, or nobody does."""

    def conflicts(self, answer: Any) -> Iterator[Problem]:
        if not any("goeben" in order.ships for order in answer if isinstance(order, Sail)):
            yield Problem("", "missing", Text("Order Goeben.", "ゲーベンに命令してください。"), "4.2")


def test_what_is_wrong_with_all_lines_together_is_held_against_none_of_them() -> None:
    found = refused(Convoyed(), "sail breslau to malta", "sail goeben to nowhere")
    together, alone = found.refused
    assert (alone.written, alone.conflicts_with_others) == ("sail goeben to nowhere", False)
    assert (together.written, together.conflicts_with_others) == ("sail breslau to malta", True)
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
    assert Dictionary([(name, verb) for verb, name in names.items()], tails=True).matches(written) == meant


def test_a_refused_list_is_quoted_as_it_was_written() -> None:
    form = ChooseSome(options=("goeben", "breslau"), least=0, most=1)
    (refused,) = parse_lines(["Goeben runs away!"], form, id_label).refused
    assert refused.written == "Goeben runs away!"
    (refused,) = parse_lines(["choose Goeben runs"], form, id_label).refused
    assert refused.written == "choose Goeben runs"
