"""Accessible names of pictures: everything that can be tapped has its name."""

from collections import Counter
from typing import Any

import pytest

from games.kernel.chance import HmacChance
from games.kernel.conformance.play import GameProgress
from games.kernel.driver import ViewFactory, initial_checkpoint
from games.kernel.journal import SeatAnswer
from games.kernel.reference import entries_in, entry_of
from games.kernel.requests import Ask
from games.registry import TITLES
from games.toolkit.accessible_names import AccessibleNames
from tests.titles.loading import load
from tests.titles.pictures import LANGUAGES, RAW, SVG, parsed

PART = f"{SVG}g[@role='graphics-symbol img']"
DICE = HmacChance(b"aloud")


def nobody(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
    """No answer yet."""
    return None


def view_of(key: str) -> tuple[Any, Any]:
    """A title, and what the first seat of its first scenario sees when it is first asked."""
    title = load(key)
    scenario = next(iter(title.scenarios))
    state = title.rules.new_game(scenario, title.options.type())
    asked = GameProgress(title, initial_checkpoint(title, state)).advance(nobody, DICE)
    return title, title.secrecy.view(asked.state, title.seats(scenario)[0])


@pytest.mark.parametrize("key", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_can_be_tapped_is_named_where_it_lies(key: str, language: str) -> None:
    title, view = view_of(key)
    spots = title.presentation.render_board(view, language).hotspots.hotspots
    parts = parsed(title.presentation.render_board(view, language).svg()).findall(f".//{PART}")
    named = Counter(part.findtext(f"{SVG}title") for part in parts)
    assert named == Counter(title.presentation.labels(spot.id).get(language) for spot in spots)
    assert not [name for name in named if RAW.search(str(name))]
    entries = entries_in(title.presentation.reference)
    told = [entry for spot in spots if (entry := entry_of(spot.id, entries)) is not None]
    assert len([part for part in parts if part.find(f"{SVG}desc") is not None]) == len(told) > 0


@pytest.mark.parametrize("key", TITLES)
def test_the_names_lie_over_the_picture_and_show_nothing(key: str) -> None:
    title, view = view_of(key)
    board, picture = (
        title.presentation.render_board(view, "en").svg(),
        title.presentation.render_board(view, "en").picture,
    )
    heard = AccessibleNames(title.presentation.labels, entries_in(title.presentation.reference)).svg(
        title.presentation.render_board(view, "en").hotspots, "en"
    )
    assert board == picture.svg(heard)
    assert board.replace(heard, "").replace("graphics-document document", "img") == picture.svg()
    assert heard.startswith('<g fill="none" pointer-events="all">')
    assert "<text" not in heard


def test_what_is_said_of_a_card_is_what_can_be_looked_up() -> None:
    title, view = view_of("pirates")
    parts = parsed(title.presentation.render_board(view, "en").svg()).findall(f".//{PART}")
    said = {part.findtext(f"{SVG}title"): part.findtext(f"{SVG}desc") for part in parts}
    name, entry = next(
        (title.presentation.labels(spot.id).en, entry)
        for spot in title.presentation.render_board(view, "en").hotspots.hotspots
        if (entry := entry_of(spot.id, entries_in(title.presentation.reference))) and entry.text.en
    )
    assert str(said[name]).startswith(entry.text.en)
    fact = entry.facts[0]
    assert f"{fact.name.en} {fact.value.en}" in str(said[name])
