"""An ordinary word is never the beginning of a name, whatever the title: `Goeben sails west` is not West of Corsica.

The words are the 3,000 most frequent of English and of Japanese (`frequent_words/README.md`). `-s` prints the words
that are allowed because the title calls something exactly so.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from games import registry
from games.kernel.forms import Form
from games.kernel.text import LANGUAGES, Labels
from games.order_text import parse_lines
from games.order_text.dictionary import Dictionary, normalize_spelling
from games.order_text.names import replace_names
from games.order_text.ordinary_words import has_function_word
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders
from tests.titles.loading import load
from tests.titles.test_schema import GAMES, met

FOLDER = Path(__file__).parent / "frequent_words"
PROPER_NAMES = {
    "battleships": frozenset({"wales", "washington", "york", "california"}),
    "pq17": frozenset({"york", "wales"}),
}
"""Frequent words that are proper names: each is distinctive as a part of a ship's name."""
OF_A_CALL = 15
"""Lines that are read at a time: after 20 refused lines the reader stops."""


@lru_cache
def frequent_words() -> tuple[str, ...]:
    """The words of both languages."""
    texts = ((FOLDER / f"{language}.txt").read_text(encoding="utf-8") for language in ("en", "ja"))
    return tuple(line for text in texts for line in text.splitlines() if not line.startswith("#"))


@lru_cache
def forms_of(key: str) -> tuple[tuple[Form[Any], Labels], ...]:
    """The forms of a title that differ in their verbs, from the first stops of its games."""
    found: dict[tuple[str, tuple[str, ...]], tuple[Form[Any], Labels]] = {}
    for game in GAMES:
        for ask, _ in met(*game) if game[0] == key else ():
            verbs = tuple(sorted(ask.form.templates_by_verb)) if isinstance(ask.form, Orders) else ()
            found.setdefault(
                (type(ask.form).__name__, verbs), (ask.form, ask.form.labels_in_context(load(key).presentation.labels))
            )
    return tuple(found.values())


@pytest.mark.parametrize("key", registry.title_keys())
def test_no_frequent_word_is_short_for_a_name(key: str) -> None:
    words = [Vocabulary(form, labels) for form, labels in forms_of(key)]
    spelled = dict.fromkeys(one for each in words for one in each._values())
    names = Dictionary(spelled, inner=True)
    whole = {normalize_spelling(spelling) for spelling, _ in spelled}
    whole |= {re.sub(r" [0-9]+(?: ?\(.*\))?$", "", one) for one in whole if not one.isascii()}  # 修理 for 修理 3 (夜間)
    allowed = sorted({word for word in frequent_words() if normalize_spelling(word) in whole})
    print(f"{key}: exact names {allowed}, proper names {sorted(PROPER_NAMES.get(key, ()))}")
    others = {*frequent_words()}.difference(allowed, PROPER_NAMES.get(key, ()))
    assert {word: names.matches(word) for word in sorted(others) if names.matches(word)} == {}
    verbs = Dictionary(
        dict.fromkeys(one for each in words for one in (*each._verbs(), *each._other_verbs())), tails=True
    )
    nothing = {word for word in frequent_words() if has_function_word(word)}
    print(f"{key}: exact verbs {sorted(word for word in nothing if verbs.exact_match(word))}")
    assert {
        word: verbs.matches(word) for word in sorted(nothing) if not verbs.exact_match(word) and verbs.matches(word)
    } == {}


@pytest.mark.parametrize("key", registry.title_keys())
def test_no_frequent_word_behind_a_verb_gives_an_order(key: str) -> None:
    """With the whole reader; each verb once, each with other words that are tempting: a name of its form begins so."""
    tried = set[str]()
    for form, labels in forms_of(key):
        words = Vocabulary(form, labels)
        untried = [one for one in _verbs(words) if one not in tried]
        tempting = _tempting(words, key) if untried else []
        for verb in untried:
            for lead in _leads(verb, words):
                bare = _read(form, labels, [lead])
                drawn = [tempting[(len(tried) * 7 + number) % len(tempting)] for number in range(OF_A_CALL)]
                rows = [f"{lead} {word}" for word in (*dict.fromkeys(drawn),)]
                assert _read(form, labels, rows) <= bare, rows
            tried.add(verb)
    print(f"{key}: {sorted(tried)}")
    assert tried


@pytest.mark.parametrize(
    "line",
    [
        "Goeben sails west.",
        "Goeben sails north",
        "move goeben to west",
        "At 6/16/2016 Anna wrote:",
        "move goeben for coal",
        "move goeben at",
        "ゲーベンは北へ航行する。",
        "ゲーベンは西へ移動",
    ],
)
def test_goeben_sails_to_no_place_by_an_ordinary_word(line: str) -> None:
    for form, labels in forms_of("goeben"):
        assert parse_lines([line], form, labels).text is None


def _read(form: Form[Any], labels: Labels, rows: Sequence[str]) -> set[str]:
    """The orders that are read in the rows."""
    return {*(parse_lines(rows, form, labels).text or "").splitlines()}


def _verbs(words: Vocabulary) -> list[str]:
    """The verbs of a form whose orders hold no words of the player's own."""
    own = {
        verb
        for verb in words.grammar.verbs()
        for way in words.grammar.templates(verb)
        for one in way.fields
        if one.length
    }
    return [verb for verb in words.grammar.verbs() if verb not in own] or ["choose"]


def _leads(verb: str, words: Vocabulary) -> Iterator[str]:
    """A verb with the one who acts, in two ways in which people say it."""
    who = next(iter(words.grammar.candidates(verb)), "")
    yield f"{verb} {who}".rstrip()
    if who:
        yield f"{words.name_of(who).en} {verb}s"


def _tempting(words: Vocabulary, key: str) -> list[str]:
    """The frequent words with which a name of the form begins, or that stand in one; without whole names."""
    spelled = [normalize_spelling(spelling) for spelling, _ in (*words._values(), *words._keys())]
    whole, text = {*spelled}, "\n".join(f" {one} " for one in spelled)
    whole |= {normalize_spelling(one.name.get(language)) for one in words.form.proposals() for language in LANGUAGES}
    frequent = [normalize_spelling(one) for one in frequent_words() if one not in PROPER_NAMES.get(key, ())]
    begun = [one for one in frequent if one and (f"\n {one}" in text or f" {one} " in text)]
    found = [one for one in (*begun, "zulu") if one not in whole]
    named = replace_names("\n".join(f"x {one}" for one in found), words.form, words.labels).split("\n")
    return [one for one, said in zip(found, named, strict=True) if said == f"x {one}"]
