"""Ordinary words abbreviate no name; distinctive parts of a name do."""

import pytest

from games.order_text import parse_lines
from games.order_text.dictionary import Dictionary, normalize_spelling
from games.order_text.ordinary_words import is_ordinary
from tests.kernel.written import PLACES, SEA, labels, text_of

NAMES = Dictionary(
    [
        ("West of Corsica", "corsica_w"),
        ("Athens", "athens"),
        ("Formentera", "formentera"),
        ("北アフリカ哨戒海域", "africa_pz"),
        ("Admiral Hipper", "hipper"),
        ("King George V", "kgv"),
        ("Prince of Wales", "pow"),
        ("A to I class", "dd_a"),
        ("Messina", "messina"),
        ("White", "white"),
    ],
    inner=True,
)


@pytest.mark.parametrize(
    "word",
    [
        *("west", "West", "west of", "of", "for", "At", "king", "prince", "class", "admiral", "Stopped", "ships"),
        *(
            "北",
            "北へ",
            "に",
            "アフリカ",
            "北様",
            "審判様",
            "Monday",
            "thanks",
            "you're",
            "Ben",
        ),
    ],
)
def test_an_ordinary_word_is_short_for_no_name(word: str) -> None:
    assert is_ordinary(normalize_spelling(word))
    assert NAMES.matches(word) == []


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        *(("Hipper", "hipper"), ("Corsica", "corsica_w"), ("Mess", ""), ("Messi", "messina"), ("Athen", "athens")),
        *(
            ("King George", "kgv"),
            ("Wales", "pow"),
            ("A to I", "dd_a"),
            ("White", "white"),
            ("West of Corsica", "corsica_w"),
        ),
        *(("北アフリカ", "africa_pz"), ("Forment", "formentera")),
    ],
)
def test_a_distinctive_part_of_a_name_is(word: str, meant: str) -> None:
    assert NAMES.matches(word) == ([meant] if meant else [])


def test_a_verb_of_several_words_may_begin_with_an_ordinary_one() -> None:
    verbs = Dictionary([("Take over", "take_over"), ("Intercept", "intercept"), ("Lay mines", "lay")], tails=True)
    assert (verbs.matches("take"), verbs.matches("lay"), verbs.matches("int")) == (
        ["take_over"],
        ["lay"],
        ["intercept"],
    )
    assert (verbs.matches("in"), verbs.matches("inter")) == ([], ["intercept"])


@pytest.mark.parametrize("line", ["sail goeben to=central", "sail goeben to the straight", "goeben sails central"])
def test_it_is_refused_where_a_name_is_wanted(line: str) -> None:
    found = parse_lines([line], SEA, labels)
    assert (found.text, len(found.refused)) == (None, 1)
    assert text_of(PLACES, "central") is None
