"""Every rule that players meet is explained in our own words, in both languages, and is a rule of the game."""

import os
import re
from pathlib import Path

import pytest

from games.kernel.rule_texts import RuleText, RuleTexts, find_charts, find_neighbours, find_related
from games.registry import TITLES
from games.toolkit.rule_texts import FILE, read_rule_texts, without_rule_texts
from games.toolkit.tables import ComponentError
from tests.titles.loading import load
from tests.titles.named_rules import is_known, named_rules

RULEBOOKS = {
    "pirates": "kaisers_pirates.txt", "goeben": "goeben_1914.txt", "battleships": "battleships.txt",
    "pq17": "pq17.txt",
}  # fmt: skip
LONGEST_RUN = 24
"""More characters than this in common with the rulebook are a copy; names of ships in a row are not."""
_SENTENCE = re.compile(r"[.!?](?=\s|$)|[。！？]")
_NOT_WORDS = re.compile(r"[\s、。，．・,.:：;；()（）「」『』A-Za-zÀ-ÿ0-9+\-−〜~/／*]+")


def texts(key: str) -> RuleTexts:
    return load(key).presentation.rule_texts


@pytest.mark.parametrize("key", RULEBOOKS)
def test_every_rule_that_players_meet_has_a_text(key: str) -> None:
    named = named_rules(key)
    assert len(named) > 40
    assert {rule: place for rule, place in named.items() if rule not in texts(key)} == {}


@pytest.mark.parametrize("key", TITLES)
def test_every_text_is_of_a_rule_of_the_ledger(key: str) -> None:
    assert [rule for rule in texts(key) if not is_known(key, rule)] == []
    assert [(one.rule, other) for one in texts(key).values() for other in one.see if other not in texts(key)] == []


@pytest.mark.parametrize("key", TITLES)
def test_a_text_has_two_to_six_sentences_in_both_languages(key: str) -> None:
    counted = {
        rule: tuple(len(_SENTENCE.findall(words)) for words in (one.text.en, one.text.ja))
        for rule, one in texts(key).items()
    }
    assert {rule: counts for rule, counts in counted.items() if not all(2 <= count <= 6 for count in counts)} == {}
    assert [one.rule for one in texts(key).values() if not re.search("[ぁ-んァ-ヶ一-龠]", one.text.ja)] == []
    assert [one.rule for one in texts(key).values() if re.search("[ぁ-んァ-ヶ一-龠]", one.text.en)] == []


@pytest.mark.parametrize("key", RULEBOOKS)
def test_no_text_copies_the_rulebook(key: str) -> None:
    """The rulebooks are no part of the project: `RULEBOOKS` names the folder of those who own them."""
    folder = os.environ.get("RULEBOOKS", "")
    if not folder:
        pytest.skip("RULEBOOKS names no folder")
    book = _NOT_WORDS.sub("", (Path(folder) / RULEBOOKS[key]).read_text(encoding="utf-8"))
    runs = {book[at : at + LONGEST_RUN] for at in range(len(book) - LONGEST_RUN)}
    copied = {}
    for rule, one in texts(key).items():
        words = _NOT_WORDS.sub("", one.text.ja)
        found = [words[at : at + LONGEST_RUN] for at in range(len(words)) if words[at : at + LONGEST_RUN] in runs]
        if found:
            copied[rule] = found[0]
    assert copied == {}


def test_neighbours_related_rules_and_charts_of_a_rule() -> None:
    pirates = load("pirates").presentation
    rules = pirates.rule_texts
    before, after = find_neighbours("3.3.10", rules)
    assert (before and before.rule, after and after.rule) == ("3.3.9", "3.3.11")
    assert find_neighbours(next(iter(rules)), rules)[0] is None
    related = [one.rule for one in find_related(rules["3.2.7"], rules)]
    assert {"3.2.7.3", "3.2.7.4"} <= set(related)
    assert [one.key for one in find_charts("3.2.7.3", pirates.charts)][:2] == ["modifiers", "results"]
    assert find_charts("4.2", pirates.charts) == []


def _file(*rows: str) -> dict[str, bytes]:
    return {FILE: "\n".join(("rule\tname\tname_ja\ten\tja\tsee", *rows)).encode(), "ships.tsv": b""}


def test_the_file_is_read_in_the_order_of_the_rulebook() -> None:
    found = read_rule_texts(_file("3.10\tb\tび\tB.\tび。\t3.2", "3.2\ta\tあ\tA.\tあ。\t-"))
    assert [*found] == ["3.2", "3.10"]
    assert isinstance(found["3.10"], RuleText)
    assert found["3.10"].see == ("3.2",)
    assert read_rule_texts({}) == {}
    assert [*without_rule_texts(_file())] == ["ships.tsv"]
    with pytest.raises(ComponentError, match="stands twice"):
        read_rule_texts(_file("3.2\ta\tあ\tA.\tあ。\t-", "3.2\ta\tあ\tA.\tあ。\t-"))
