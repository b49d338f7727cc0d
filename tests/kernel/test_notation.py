"""The text notation: forgiving about writing, strict about meaning, quick about nonsense."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import notation
from games.kernel.errors import Malformed, refuse_forbidden_characters
from games.kernel.notation import (
    MAX_LINE,
    MAX_LINES,
    Line,
    check_length,
    is_single_word,
    parse_shares,
    parse_single_word,
    parse_word_list,
    parse_word_or_pass,
    read_lines,
    write_line,
)

IDS = st.from_regex(r"[a-z][a-z0-9_\-]{0,12}", fullmatch=True)


@given(IDS, st.lists(IDS, max_size=3), st.dictionaries(IDS, IDS, max_size=3))
def test_what_is_written_is_read(verb: str, words: list[str], named: dict[str, str]) -> None:
    (line,) = read_lines(write_line(verb, *words, **named))
    assert notation.normalize_name(line.verb) == notation.normalize_name(verb)
    assert (line.words, line.named) == (tuple(words), named)


def test_case_blanks_and_comments_do_not_matter() -> None:
    text = "\n# a comment\n  ATTACK   Emden\ttarget=DEE  # the best\r\n\n\tpass\n"
    assert read_lines(text) == [Line(3, "attack", ("emden",), {"target": "dee"}), Line(5, "pass", (), {})]


@given(IDS, st.text(min_size=1, alphabet=st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])))
def test_a_quoted_value_is_read_as_it_stands(key: str, text: str) -> None:
    (line,) = read_lines(write_line("write", **{key: text}) + " # so be it")
    assert line.named == {key: text}


@pytest.mark.parametrize("value", ['"', '"open', '""', '"a" b', '"a"b', '"\\x"'])
def test_what_is_not_well_quoted_is_no_value(value: str) -> None:
    with suppress(Malformed):
        (line,) = read_lines(f"write text={value}")
        assert line.words, "left over, for the form to refuse"


def test_every_bad_line_is_named() -> None:
    with pytest.raises(Malformed) as caught:
        read_lines("go =x\nstay\ngo a= b\ngo a=1 a=2")
    assert [problem.message.en[:6] for problem in caught.value.problems] == ["Line 1", "Line 3", "Line 4"]


def test_a_word_may_stand_alone_or_after_its_verb() -> None:
    assert parse_single_word("choose north-sea", "choose") == "north-sea"
    assert parse_single_word("North-Sea", "choose") == "north-sea"
    assert parse_word_or_pass("pass") is parse_word_or_pass("none") is parse_word_or_pass("-") is None
    assert parse_word_or_pass("choose c1") == "c1"
    assert parse_word_list("choose a b", "choose") == ["a", "b"]
    assert parse_word_list("pass", "choose") == []


@pytest.mark.parametrize("text", ["", "#", "a\nb", "choose a b", "choose a=b", "take a"])
def test_what_is_not_one_word_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        parse_single_word(text, "choose")


@pytest.mark.parametrize("text", ["", "a b", "choose a=b", "pass a"])
def test_what_is_no_list_of_words_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        parse_word_list(text, "choose")


def test_shares_keep_their_names_as_written() -> None:
    assert parse_shares("share north-sea=2 south_sea=0") == {"north-sea": 2, "south_sea": 0}
    assert parse_shares("SHARE a=x b=-1 c=99999999999") == {"a": "x", "b": "-1", "c": "99999999999"}
    assert parse_shares("share a=123456789 b=1234567890") == {"a": 123456789, "b": "1234567890"}
    with pytest.raises(Malformed):
        parse_shares("share 2")


def test_which_ids_can_be_written() -> None:
    assert is_single_word("boarding_party_3")
    assert is_single_word("赤")
    for value in ("", "Big", "a b", "a=b", "a#b", "a,b", "a\0", "ß", "a\u3000b"):
        assert not is_single_word(value)


HOSTILE = (
    "x" * 1_000_000,
    "a b\n" * 100_000,
    "\n" * 1_000_000,
    "=" * 1999,
    "\0",
    "go \0=\0",
    "go " + "a=1 " * 490,
    "\u2028" * 100_000,
    "İ" * 1999,
    "#" * 2000,
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_answered_quickly_and_without_control_characters(text: str) -> None:
    start = time.process_time()
    for read in (read_lines, parse_shares, parse_word_or_pass):
        try:
            read(text)
        except Malformed as error:
            for problem in error.problems:
                assert problem.message.en.isprintable()
                assert problem.message.ja.isprintable()
                assert len(problem.message.en) < 200
    assert time.process_time() - start < 3


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_lines, parse_shares, parse_word_or_pass):
        with suppress(Malformed):
            read(text)


def test_one_line_that_is_too_long_is_enough_and_so_is_a_line_too_many() -> None:
    check_length("a\n" * MAX_LINES + "x" * 0)
    check_length("a\n" + "x" * MAX_LINE)
    for text in ("a\n" * (MAX_LINES + 1), "a\n" + "x" * (MAX_LINE + 1) + "\nb"):
        with pytest.raises(Malformed):
            check_length(text)


def test_a_text_has_one_line_unless_more_are_granted() -> None:
    refuse_forbidden_characters("/text", "two\nlines", allow_lines=True)
    with pytest.raises(Malformed):
        refuse_forbidden_characters("/text", "two\nlines")


def test_a_comment_that_makes_a_line_look_like_another_is_refused_with_it() -> None:
    with pytest.raises(Malformed):
        read_lines("sail emden # \u202eback")
    assert len(read_lines("sail emden # back\nload emden")) == 2
