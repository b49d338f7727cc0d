"""What players look up: complete, in both languages, with the figures of the box and nothing of any game."""

import re

import pytest

from games.kernel.reference import Entry
from games.kernel.text import Text
from games.registry import TITLES
from games.titles.goeben.presentation.labels import VERBS
from tests.titles import loading
from tests.titles.battleships.box import BOX as FLEET
from tests.titles.goeben.box import BOX as SEA
from tests.titles.loading import load
from tests.titles.pictures import RAW
from tests.titles.pirates.table import title as pirates
from tools.launch.checks import complete_titles

LEAST = {"pirates": (3, 51), "goeben": (3, 51), "battleships": (3, 51), "pq17": (3, 51)}
"""The least numbers of chapters and entries of titles with many pieces; a small title has one of each."""
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def entries(key: str) -> dict[str, Entry]:
    return {entry.id: entry for chapter in load(key).presentation.reference for entry in chapter.entries}


@pytest.mark.parametrize("key", complete_titles())
def test_every_entry_says_something_in_both_languages(key: str) -> None:
    chapters = load(key).presentation.reference
    least, few = LEAST.get(key, (1, 1))
    assert len({chapter.key for chapter in chapters}) == len(chapters) >= least
    found = [entry for chapter in chapters for entry in chapter.entries]
    assert len({entry.id for entry in found}) == len(found) >= few
    for entry in found:
        assert entry.text.en or entry.facts, entry.id
        said = [entry.text, *(text for fact in entry.facts for text in (fact.name, fact.value))]
        assert not [text for text in said if RAW.search(text.en) or RAW.search(text.ja)], entry.id
        assert not entry.text.en or JAPANESE.search(entry.text.ja), entry.id
        assert all(JAPANESE.search(fact.name.ja) for fact in entry.facts), entry.id


@pytest.mark.parametrize("key", TITLES)
def test_rules_of_entries_stand_in_the_ledger(key: str) -> None:
    ledger = (loading.TITLES / key / "rules.tsv").read_text(encoding="utf-8")
    known = {line.partition("\t")[0] for line in ledger.splitlines()}
    assert not [entry.rule for entry in entries(key).values() if entry.rule and entry.rule not in known]


def test_figures_are_those_of_the_files() -> None:
    """Goeben's engines, and the dice of a merchant, as they lie in the box."""
    goeben = {fact.name.en: fact.value.en for fact in entries("goeben")["goeben"].facts}
    assert goeben["engines"] == str(SEA.german["goeben"].engines)
    assert goeben["spaces at cruise"] == str(SEA.german["goeben"].cruise)
    wireless = {fact.name.en: fact.value.en for fact in entries("goeben")["wireless"].facts}
    assert wireless["boxes"] == str(SEA.cargo["wireless"].boxes)
    dresden = {fact.name.en: fact.value.en for fact in entries("pirates")["dresden"].facts}
    assert dresden["attack"] == "d10+d8+d6"


def test_every_card_ship_and_piece_of_the_boxes_is_there() -> None:
    ships = {*SEA.german, *SEA.allied, *SEA.austrian}
    assert {*ships, *SEA.cargo, *SEA.incidents, *SEA.missions} <= entries("goeben").keys()
    assert {*FLEET.counters, "el_hank", "radar", "special_damage"} <= entries("battleships").keys()
    found = entries("pirates")
    labels = pirates().presentation.labels
    cards = [entry for name, entry in found.items() if labels(name).en != name and entry.facts]
    assert len(cards) > 100
    assert not [entry.id for entry in cards if labels(entry.id) != entry.name]
    assert {"trap", "emden", "hyades", "unsupplied"} <= found.keys()


def test_the_name_of_a_figure_is_that_of_the_thing_and_not_of_an_order() -> None:
    """Goeben: the label of coal is that of the order which gives it out first."""
    reference = load("goeben").presentation.reference
    names = {fact.name for chapter in reference for entry in chapter.entries for fact in entry.facts}
    assert {Text("coal", "石炭"), Text("torpedoes", "魚雷")} <= names
    assert names.isdisjoint(VERBS.values())
