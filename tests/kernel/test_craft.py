"""What titles write with: widths of letters, lines and columns, sheets of component data, ink."""

import pytest

from games.kernel.craft import columns, metrics
from games.kernel.craft.ink import Ink, contrast
from games.kernel.craft.patch import Patch
from games.kernel.craft.sheets import ComponentError, Row, read_sheet

LETTERS = "".join(map(chr, range(32, 127)))


def test_letters_are_as_wide_as_the_font_has_them() -> None:
    """Noto Sans JP, in thousandths; summed, so that no figure changes unnoticed."""
    assert metrics.text_width(LETTERS, 1000) == 50798
    assert metrics.text_width(LETTERS, 1000, bold=True) == 54138
    assert metrics.text_width("é漢", 1000) == 640 + 1000


def test_what_is_too_long_is_cut_by_letters_and_no_further_than_it_must_be() -> None:
    wide = metrics.text_width("Scha..", 10)
    assert metrics.cut("Scharnhorst", wide, 10) == "Scha.."
    assert metrics.cut("Scharnhorst", wide - 0.01, 10) == "Sch.."
    assert metrics.cut("Scharnhorst", metrics.text_width("Scharnhorst", 10), 10) == "Scharnhorst"


def test_lines_break_at_blanks_and_the_last_one_is_cut() -> None:
    text = "Prinz Eugen und Bismarck in See"
    assert metrics.wrap(text, 60, 10) == ["Prinz Eugen", "und", "Bismarck in", "See"]
    assert metrics.wrap(text, 60, 10, most=2)[1].endswith("..")
    assert len(metrics.wrap(text, 60, 10, most=2)) == 2


def test_wide_letters_break_anywhere_but_before_a_closing_one() -> None:
    assert metrics.wrap("甲乙丙", 21, 10) == ["甲乙", "丙"]
    assert metrics.wrap("甲乙。丙", 21, 10)[0] == "甲"
    assert metrics._breaks_after("a", chr(0x3000))
    assert not metrics._breaks_after("a", chr(0x2FFF))
    assert metrics._breaks_after(chr(0x3000), "a")
    assert not metrics._breaks_after(chr(0x2FFF), "a")


def test_a_name_is_as_large_as_it_can_be_without_a_cut() -> None:
    assert metrics.fit("Prinz Eugen", 60, 14) == (["Prinz", "Eugen"], 14)
    assert metrics.fit("Pola", 30, 14) == (["Pola"], 13.5), "a single word is made smaller, not broken"
    lines, size = metrics.fit("Kaiserliche Marine und mehr", 40, 14)
    assert (size, lines[-1][-2:]) == (9, "..")


def test_a_name_takes_two_lines_unless_more_are_granted() -> None:
    name = "Prinz Eugen und Bismarck in See"
    lines, size = metrics.fit(name, 80, 14)
    assert len(lines) == 2
    assert size < 14
    more, larger = metrics.fit(name, 80, 14, most=3)
    assert (len(more), larger > size) == (3, True)


def test_columns_are_cut_filled_and_broken_where_words_end() -> None:
    assert columns.pad("甲乙", 6) == "甲乙  "
    assert columns.cut("甲乙丙丁", 6) == "甲乙.."
    assert list(columns._words("ab cd")) == ["ab ", "cd"]
    assert list(columns._words("甲b c")) == ["甲", "b ", "c"]
    assert list(columns._words("a甲")) == ["a", "甲"]
    lines = list(columns.wrap("word " * 40, "* ", "  "))
    assert all(columns.width(line) <= columns.PAGE for line in lines)
    assert columns.width(lines[0]) > columns.PAGE - len("word ")
    assert [line[:3] for line in lines] == ["* w", *["  w"] * (len(lines) - 1)]


def test_a_halo_is_a_text_of_its_own_beneath() -> None:
    plain, haloed = Ink(), Ink()
    wide = plain.text(1, 2, "Pola", 10)
    assert haloed.text(1, 2, "Pola", 10, halo="white") == wide == metrics.text_width("Pola", 10)
    assert len(plain.marks) == 1
    assert haloed.marks[1:] == plain.marks
    assert 'fill="none" stroke="white"' in haloed.marks[0]


def test_faults_of_a_sheet_name_their_line() -> None:
    good = list(read_sheet("a.tsv", b"id\tname\none\tOne\ntwo\tTwo\n", ("id", "name"), Row))
    assert [(row.line, row.text("name")) for row in good] == [(2, "One"), (3, "Two")]
    with pytest.raises(ComponentError, match=r"a\.tsv, line 3: has 1 cells instead of 2"):
        list(read_sheet("a.tsv", b"id\tname\none\tOne\ntwo\n", ("id", "name"), Row))
    with pytest.raises(ComponentError, match=r"line 2, column name: is blank"):
        list(read_sheet("a.tsv", b"id\tname\none\t \n", ("id", "name"), Row))


def test_a_word_of_a_sheet_that_is_not_among_those_allowed_names_its_place_and_them() -> None:
    (row,) = read_sheet("a.tsv", b"id\tsort\none\tship\n", ("id", "sort"), Row)
    assert row.choice("sort", ("gun", "ship")) == "ship"
    with pytest.raises(ComponentError, match=r"a\.tsv, line 2, column sort: 'ship' is not one of gun, port"):
        row.choice("sort", ("gun", "port"))
    with pytest.raises(ComponentError, match=r"a\.tsv: is not UTF-8 text"):
        list(read_sheet("a.tsv", b"id\none\xff\n", ("id",), Row))


def test_patches_share_what_lies_on_both() -> None:
    here = Patch(0, 0, 10, 6)
    assert here.shared(Patch(8, 4, 20, 20)) == 4
    assert here.shared(Patch(10, 0, 20, 6)) == 0
    assert here.shared(Patch(8, 4, 20, 20), slack=0.5) == 2.25
    assert here.shared(Patch(9.6, 0, 20, 6), slack=0.5) == 0


def test_patches_outside_count_each_side() -> None:
    assert Patch(2, 2, 98, 48).outside(100, 50) == 0
    assert Patch(1, -1, 99, 52).outside(100, 50) == 1 + 3 + 1 + 4
    assert Patch(1, 3, 9, 9).outside(100, 50, margin=3) == 2


@pytest.mark.parametrize(
    ("one", "other", "stands_out"),
    [("#000000", "#ffffff", 21), ("#fff", "#777", 4.48), ("#ff0000", "#ffffff", 4.0), ("#0f0", "#fff", 1.37),
     ("#ffffff", "#0000ff", 8.59), ("#010203", "#010203", 1), ("#050505", "#000000", 1.03)],
)  # fmt: skip
def test_colours_stand_out_as_the_guideline_reckons_it(one: str, other: str, stands_out: float) -> None:
    """Ratios as checkers of WCAG 2.2 give them, to the second decimal."""
    assert contrast(one, other) == pytest.approx(stands_out, abs=0.005)
