"""English sentences about groups of ships: the verb agrees with the name."""

import re
from pathlib import Path

import msgspec
import pytest

from games.toolkit.sentences import PLURAL_NOUNS, is_plural, plural_verb
from tests.titles.loading import load

TURNS = sorted(Path(__file__).parent.glob("*/turns/*.txt"))
GROUP = rf"^[\w, -]*\b(?:{'|'.join(sorted(PLURAL_NOUNS))})(?: \d+)?"
VERBS = "is has was goes fires takes leaves strikes sails stays aims launches bombards attacks keeps moves meets loses"
WRONG = re.compile(rf"{GROUP} (?:{VERBS.replace(' ', '|')}|breaks)\b", re.IGNORECASE)


@pytest.mark.parametrize(
    ("name", "several"),
    [
        ("British destroyers", True), ("British destroyers 2", True), ("British minesweepers (1/6 MF)", True),
        ("Soviet ships", True), ("Submarines 1", True), ("Type 35-37 torpedo boats", True),
        ("Illustrious", False), ("Texas (BB)", False), ("Leander class", False), ("Wolfpack 1", False),
        ("Allied block 3 (Soviet ships)", False), ("", False),
    ],
)  # fmt: skip
def test_a_name_stands_for_one_or_for_several(name: str, several: bool) -> None:
    assert is_plural(name) is several


@pytest.mark.parametrize(
    ("one", "many"), [("fires", "fire"), ("launches", "launch"), ("has", "have"), ("is", "are"), ("goes", "go")]
)
def test_the_plural_of_a_verb(one: str, many: str) -> None:
    assert plural_verb(one) == many


@pytest.mark.parametrize("key", ["battleships", "pq17"])
def test_the_verb_agrees_in_all_sentences_of_kept_turns(key: str) -> None:
    title, told = load(key), set[str]()
    for path in TURNS:
        if path.parts[-3] == key:
            lines = [line.split(" ", 2)[2] for line in path.read_text().splitlines() if line.startswith("= ")]
            events = [msgspec.json.decode(line, type=title.rules.event_type) for line in lines if line != "null"]
            told |= {title.presentation.describe_event(event, "en") for event in events}
    assert len(told) > 500
    assert sorted(sentence for sentence in told if WRONG.search(sentence)) == []
    assert any(re.match(GROUP, sentence, re.IGNORECASE) for sentence in told), "some turns have groups of ships"
