"""The toolkit for titles: widths of letters, lines and columns, tables of component data, SVG."""

import re
from typing import Any, ClassVar

import pytest
from msgspec import Struct

from games.kernel.hotspots import BoardHotspots, Hotspot, Region
from games.kernel.rectangles import Rectangle
from games.kernel.reference import Entry, Fact
from games.kernel.text import Text, id_label
from games.kernel.text_columns import column_width, wrap_line
from games.toolkit import svg, text_columns, text_metrics
from games.toolkit.accessible_names import AccessibleNames
from games.toolkit.sentences import Sentences
from games.toolkit.svg import Palette, SvgCanvas, contrast
from games.toolkit.tables import ComponentError, Row, check_equal, read_table, read_toml

LETTERS = "".join(map(chr, range(32, 127)))


def test_letters_are_as_wide_as_the_font_has_them() -> None:
    """Noto Sans JP, in thousandths; summed, so that no figure changes unnoticed."""
    assert text_metrics.text_width(LETTERS, 1000) == 50798
    assert text_metrics.text_width(LETTERS, 1000, bold=True) == 54138
    assert text_metrics.text_width("é漢", 1000) == 640 + 1000
    assert text_metrics.text_width("\x1f\x7f", 1000) == 1000 + 1000, "signs that no table has"


def test_what_is_too_long_is_cut_by_letters_and_no_further_than_it_must_be() -> None:
    wide = text_metrics.text_width("Scha..", 10)
    assert text_metrics.cut("Scharnhorst", wide, 10) == "Scha.."
    assert text_metrics.cut("Scharnhorst", wide - 0.01, 10) == "Sch.."
    assert text_metrics.cut("Scharnhorst", text_metrics.text_width("Scharnhorst", 10), 10) == "Scharnhorst"


def test_lines_break_at_blanks_and_the_last_one_is_cut() -> None:
    text = "Prinz Eugen und Bismarck in See"
    assert text_metrics.wrap(text, 60, 10) == ["Prinz Eugen", "und", "Bismarck in", "See"]
    assert text_metrics.wrap(text, 60, 10, most=2) == ["Prinz Eugen", "und Bismar.."]
    assert len(text_metrics.wrap(text, 60, 10, most=2)) == 2


def test_wide_letters_break_anywhere_but_before_a_closing_one() -> None:
    assert text_metrics.wrap("甲乙丙", 21, 10) == ["甲乙", "丙"]
    assert text_metrics.wrap("甲乙。丙", 21, 10)[0] == "甲"
    assert text_metrics._breaks_after("a", chr(0x3000))
    assert not text_metrics._breaks_after("a", chr(0x2FFF))
    assert text_metrics._breaks_after(chr(0x3000), "a")
    assert not text_metrics._breaks_after(chr(0x2FFF), "a")


def test_a_name_is_as_large_as_it_can_be_without_a_cut() -> None:
    assert text_metrics.fit("Prinz Eugen", 60, 14) == (["Prinz", "Eugen"], 14)
    assert text_metrics.fit("Pola", 30, 14) == (["Pola"], 13.5), "a single word is made smaller, not broken"
    lines, size = text_metrics.fit("Kaiserliche Marine und mehr", 40, 14)
    assert (size, lines[-1][-2:]) == (9, "..")


def test_a_name_takes_two_lines_unless_more_are_granted() -> None:
    name = "Prinz Eugen und Bismarck in See"
    lines, size = text_metrics.fit(name, 80, 14)
    assert len(lines) == 2
    assert size < 14
    more, larger = text_metrics.fit(name, 80, 14, most=3)
    assert (len(more), larger > size) == (3, True)


def test_columns_are_cut_filled_and_broken_where_words_end() -> None:
    assert text_columns.pad("甲乙", 6) == "甲乙  "
    assert text_columns.pad("甲乙丙丁", 6) == "甲乙.."
    assert wrap_line("ab cd", 2) == ("ab", "cd")
    assert wrap_line("甲b c", 1) == ("甲", "b", "c")
    assert wrap_line("a甲", 2) == ("a", "甲")
    lines = list(text_columns.wrap("word " * 40, "* ", "  "))
    assert all(column_width(line) <= text_columns.PAGE for line in lines)
    assert column_width(lines[0]) > text_columns.PAGE - len("word ")
    assert [line[:3] for line in lines] == ["* w", *["  w"] * (len(lines) - 1)]


def test_a_heading_is_as_wide_as_the_page() -> None:
    assert text_columns.page_rule("Log") == "== Log " + "=" * (text_columns.PAGE - 7)
    assert [column_width(text_columns.page_rule(title, "-")) for title in ("甲乙", "x" * 90)] == [text_columns.PAGE] * 2


@pytest.mark.parametrize(
    ("language", "names", "said"),
    [
        ("en", [], ""), ("en", ["A"], "A"), ("en", ["A", "B"], "A and B"), ("en", ["A", "B", "C"], "A, B and C"),
        ("ja", [], ""), ("ja", ["甲", "乙"], "甲、乙"),
    ],
)  # fmt: skip
def test_names_are_listed_as_a_sentence_lists_them(language: str, names: list[str], said: str) -> None:
    labels: Any = None
    assert Sentences(labels, language).join(names) == said


def test_a_sentence_is_said_in_the_language_of_its_reader() -> None:
    labels: Any = None
    assert [Sentences(labels, language)("Fire!", "撃て") for language in ("en", "ja")] == ["Fire!", "撃て"]


@pytest.mark.parametrize(("number", "said"), [(2, "+2"), (0, "0"), (-2, "\u22122")])
def test_a_modifier_has_its_sign(number: int, said: str) -> None:
    labels: Any = None
    assert Sentences(labels, "en").signed(number) == said


def test_words_break_after_a_hyphen_that_joins_letters() -> None:
    assert [text_metrics._breaks_after(*pair) for pair in (("a-", "b"), ("-", "3"), (" ", "3"), ("a", "b"))] == [
        True, False, True, False,
    ]  # fmt: skip


def test_a_halo_is_a_text_of_its_own_beneath() -> None:
    plain, haloed = SvgCanvas(), SvgCanvas()
    wide = plain.text(1, 2, "Pola", 10)
    assert haloed.text(1, 2, "Pola", 10, halo="white") == wide == text_metrics.text_width("Pola", 10)
    assert len(plain.marks) == 1
    assert haloed.marks[1:] == plain.marks
    assert 'fill="none" stroke="white"' in haloed.marks[0]


def test_faults_of_a_sheet_name_their_line() -> None:
    good = list(read_table("a.tsv", b"id\tname\none\tOne\ntwo\tTwo\n", ("id", "name"), Row))
    assert [(row.line, row.text("name")) for row in good] == [(2, "One"), (3, "Two")]
    with pytest.raises(ComponentError, match=r"a\.tsv, line 3: has 1 cells instead of 2"):
        list(read_table("a.tsv", b"id\tname\none\tOne\ntwo\n", ("id", "name"), Row))
    with pytest.raises(ComponentError, match=r"line 2, column name: is blank"):
        list(read_table("a.tsv", b"id\tname\none\t \n", ("id", "name"), Row))


def test_a_word_of_a_sheet_that_is_not_among_those_allowed_names_its_place_and_them() -> None:
    (row,) = read_table("a.tsv", b"id\tsort\none\tship\n", ("id", "sort"), Row)
    assert row.choice("sort", ("gun", "ship")) == "ship"
    with pytest.raises(ComponentError, match=r"a\.tsv, line 2, column sort: 'ship' is not one of gun, port"):
        row.choice("sort", ("gun", "port"))
    with pytest.raises(ComponentError, match=r"a\.tsv: is not UTF-8 text"):
        list(read_table("a.tsv", b"id\none\xff\n", ("id",), Row))


@pytest.mark.parametrize(
    ("method", "cell", "value", "why"),
    [
        ("text", "a b", "a b", ""), ("text", "-", None, "must not be empty"), ("optional", "-", "", ""),
        ("optional", "x", "x", ""), ("identifier", "gb_bc_1", "gb_bc_1", ""), ("identifier", "Gb", None, "not an id"),
        ("identifier", "a__b", None, "not an id"), ("identifier", "a_", None, "not an id"), ("number", "0", 0, ""),
        ("number", "12", 12, ""), ("number", "-1", None, "not a whole number"), ("number", "²", None, "not a whole"),
        ("optional_number", "-", 0, ""), ("optional_number", "7", 7, ""), ("flag", "y", True, ""),
        ("flag", "n", False, ""), ("flag", "yes", None, "not one of y, n"),
    ],
)  # fmt: skip
def test_a_cell_holds_what_it_should(method: str, cell: str, value: object, why: str) -> None:
    (row,) = read_table("a.tsv", f"cell\n{cell}\n".encode(), ("cell",), Row)
    if why:
        with pytest.raises(ComponentError, match=why):
            getattr(row, method)("cell")
    else:
        assert getattr(row, method)("cell") == value


def test_what_a_file_comes_to_is_what_it_must_be() -> None:
    check_equal("a.tsv", "ships", 3, 3)
    with pytest.raises(ComponentError, match=r"a\.tsv: ships: 4 expected, 3 found"):
        check_equal("a.tsv", "ships", 3, 4)


def test_a_number_is_as_great_as_it_must_be_and_an_id_stands_once() -> None:
    (row,) = read_table("a.tsv", b"id\tcount\none\t3\n", ("id", "count"), Row)
    assert (row.number("count", least=3), row.new_id({"two"})) == (3, "one")
    with pytest.raises(ComponentError, match="3 is below 4"):
        row.number("count", least=4)
    with pytest.raises(ComponentError, match="'one' stands twice"):
        row.new_id({"one"})


def test_every_figure_that_there_is_names_its_source_and_no_other() -> None:
    columns = ("name_source", "speed_source")
    rows = [*read_table("a.tsv", b"name_source\tspeed_source\npublic\t-\npublic\trulebook\n", columns, Row)]
    assert rows[0].sources(("name", "speed"), absent=("speed",)) == {"name": "public"}
    assert rows[1].sources(("name", "speed")) == {"name": "public", "speed": "rulebook"}
    with pytest.raises(ComponentError, match="names a source, but there is no speed"):
        rows[1].sources(("name", "speed"), absent=("speed",))
    with pytest.raises(ComponentError, match="'-' is not one of rulebook, public, reconstructed"):
        rows[0].sources(("name", "speed"))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"id\n", "column name: this column is missing"),
        (b"id\tname\tage\n", "column age: nobody knows this column"),
        (b"id\tname\tid\n", "column id: this column stands twice"),
    ],
)
def test_a_sheet_has_each_column_once(content: bytes, why: str) -> None:
    with pytest.raises(ComponentError, match=why) as refused:
        list(read_table("a.tsv", content, ("id", "name"), Row))
    assert (refused.value.file, refused.value.line) == ("a.tsv", 1)


class Figures(Struct, frozen=True):
    """What a file of figures holds."""

    ships: int = 0
    speeds: dict[int, int] = {}


def test_figures_are_read_or_refused_with_their_file() -> None:
    assert read_toml("a.toml", b"ships = 3\n[speeds]\n1 = 2\n", Figures) == Figures(3, {1: 2})
    for content, why in ((b"ships = ", "is not TOML"), (b"\xff", "is not TOML"), (b'ships = "x"', "Expected `int`")):
        with pytest.raises(ComponentError, match=f"a.toml: {why}"):
            read_toml("a.toml", content, Figures)


class Chalk(SvgCanvas):
    """One colour, and those of letters."""

    palette: ClassVar[Palette] = {"sea": ("#112233", "#445566"), **svg.LABEL_COLOURS}


def test_marks_say_what_is_drawn_and_no_more() -> None:
    chalk = Chalk()
    chalk.rect(1, 2.04, 30, 40.06, "sea")
    chalk.rect(1, 2, 30, 40, "#fff", edge="sea", line=2, round_=3)
    chalk.disc(1, 2, 3, "red")
    chalk.disc(1, 2, 3, "red", "sea", 0.5)
    chalk.line([(1, 2), (3, 4)], "sea")
    chalk.line([(1, 2), (3, 4)], "black", 2, dash="4 2")
    chalk.use("ship", 1, 2)
    chalk.use("ship", 1, 2, size=1.5, colour="sea")
    chalk.raw("<g/>")
    filled, edge = 'fill="#112233" class="sea"', 'stroke="#112233" stroke-width='
    assert chalk.marks == [
        f'<rect x="1" y="2" width="30" height="40.1" {filled}/>',
        f'<rect x="1" y="2" width="30" height="40" fill="#fff" {edge}"2" rx="3"/>',
        '<circle cx="1" cy="2" r="3" fill="red"/>',
        f'<circle cx="1" cy="2" r="3" fill="red" {edge}"0.5"/>',
        f'<path d="M1 2L3 4" fill="none" {edge}"1"/>',
        '<path d="M1 2L3 4" fill="none" stroke="black" stroke-width="2" stroke-dasharray="4 2"/>',
        '<use href="#ship" transform="translate(1 2)"/>',
        f'<use href="#ship" transform="translate(1 2) scale(1.5)" {filled}/>',
        "<g/>",
    ]
    assert chalk.svg() == "".join(chalk.marks)
    assert Chalk.stroke("sea") == f'{edge}"1"', "an outline is as wide as one, unless said otherwise"


def test_a_text_is_escaped_and_says_how_it_stands() -> None:
    chalk = Chalk()
    wide = chalk.text(1, 2, "A & B", 10, colour="sea", bold=True, anchor="middle")
    assert wide == text_metrics.text_width("A & B", 10, bold=True)
    how = 'x="1" y="2" font-size="10" font-weight="700" text-anchor="middle" fill="#112233" class="sea"'
    assert chalk.marks == [f"<text {how}>A &amp; B</text>"]


def test_a_dark_screen_has_its_colours_and_letters_stand_out_from_both() -> None:
    assert ".sea{fill:#445566}" in Chalk.styles()
    assert '[stroke="#112233"]{stroke:#445566}' in Chalk.styles()
    assert '[stroke="#ffffff"]' not in Chalk.styles(), "letters have no outline of their own"
    assert [Chalk.label_colour(ground) for ground in ("sea", "#ffffff")] == ["white-white", "black-black"]


def test_what_can_be_tapped_is_told_by_name_large_things_first() -> None:
    pane = Region("sea", Text("Sea", "海"), (0, 0, 100, 50), 4)
    spots = BoardHotspots((200, 50), (pane,), (
        Hotspot("buoy", 100, 50), Hotspot("mine", 101, 20), Hotspot("rock", 20, 51), Hotspot("ship", 50, 20, 20, 10),
        Hotspot("port", 50, 20, 60, 30),
    ))  # fmt: skip
    name, words = Text("Ship <1>", "船"), Text("Fast.", "速い。")
    figures = (Fact(Text("speed", "速度"), Text("6", "6")), Fact(Text("guns", "砲"), Text("2", "2")))
    entry, labels = Entry("ship", name, words, facts=figures), {"ship": name}
    heard = AccessibleNames(lambda value: labels.get(value, id_label(value)), {"ship": entry}).svg(spots, "en")
    assert re.findall(r"<title>(.*?)</title>", heard) == ["port", "Ship &lt;1&gt;", "buoy", "mine", "rock"]
    assert re.findall(r'r="(.*?)"', heard) == ["4", "10", "10"], "what lies in no pane is told of as far as any"
    assert '<rect x="40.0" y="15.0" width="20.0" height="10.0"/>' in heard
    assert "<desc>Fast. speed 6, guns 2</desc>" in heard
    assert heard.count("<desc>") == 1
    assert "<desc>速い。 速度 6、砲 2</desc>" in AccessibleNames(id_label, {"ship": entry}).svg(spots, "ja")
    assert AccessibleNames(id_label, {}).svg(BoardHotspots(), "en") == ""


def test_patches_share_what_lies_on_both() -> None:
    here = Rectangle(0, 0, 10, 6)
    assert here.overlap(Rectangle(8, 4, 20, 20)) == 4
    assert here.overlap(Rectangle(10, 0, 20, 6)) == 0
    assert here.overlap(Rectangle(8, 4, 20, 20), slack=0.5) == 2.25
    assert here.overlap(Rectangle(9.6, 0, 20, 6), slack=0.5) == 0


def test_patches_outside_count_each_side() -> None:
    assert Rectangle(2, 2, 98, 48).overflow(100, 50) == 0
    assert Rectangle(1, -1, 99, 52).overflow(100, 50) == 1 + 3 + 1 + 4
    assert Rectangle(1, 3, 9, 9).overflow(100, 50, margin=3) == 2


@pytest.mark.parametrize(
    ("one", "other", "stands_out"),
    [("#000000", "#ffffff", 21), ("#fff", "#777", 4.48), ("#ff0000", "#ffffff", 4.0), ("#0f0", "#fff", 1.37),
     ("#ffffff", "#0000ff", 8.59), ("#010203", "#010203", 1), ("#050505", "#000000", 1.03)],
)  # fmt: skip
def test_colours_stand_out_as_the_guideline_reckons_it(one: str, other: str, stands_out: float) -> None:
    """Ratios as checkers of WCAG 2.2 give them, to the second decimal."""
    assert contrast(one, other) == pytest.approx(stands_out, abs=0.005)
