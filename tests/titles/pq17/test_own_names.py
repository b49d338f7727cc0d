"""Players read the names of their own forces; the number of a block is for the enemy."""

import re

import pytest

from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.presentation.labels import Labels
from games.titles.pq17.presentation.narration import EventFormatter
from games.titles.pq17.state.events.search import Refused, Searched
from games.titles.pq17.state.events.submarine import SubmarinesMet
from games.titles.pq17.state.events.surface import Intercepted
from tests.titles.pictures import LANGUAGES
from tests.titles.pq17.box import BOX
from tests.titles.pq17.test_kept_turns import KEPT

FORMATTER = EventFormatter(Labels(BOX))
OWN = {
    "en": {"allied": r"Allied block \d", "axis": r"German block \d"},
    "ja": {"allied": r"連合軍の積み木\d", "axis": r"ドイツ軍の積み木\d"},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name", ["offensive-admiral-2", pytest.param("night_allied-admiral-2", marks=pytest.mark.thorough),
             pytest.param("fog_allied-admiral-2", marks=pytest.mark.thorough)],
)  # fmt: skip
def test_nobody_reads_of_an_own_force_by_the_number_of_its_block(name: str, language: str) -> None:
    lines = [
        (side, FORMATTER.describe(event, language))
        for run in KEPT.runs(name)
        for told in run.events
        for side in SIDES
        if (event := told.event.for_seat(side)) is not None
    ]
    assert len(lines) > 20
    assert [line for side, line in lines if re.search(OWN[language][side], line)] == []
    other = {"allied": "axis", "axis": "allied"}
    assert [line for side, line in lines if re.search(OWN[language][other[side]], line)]


@pytest.mark.parametrize(
    ("event", "english", "japanese"),
    [
        (Searched("axis", "0410", 3, force="pq17"), "PQ 17 (block 3)", "PQ 17（積み木3）"),
        (Searched("axis", "0410", 3), "Allied block 3 in", "連合軍の積み木3"),
        (Refused("allied", "0410", 3, "cam", force="soviet"), "Soviet ships (block 3) in 0410 (E of Jan Mayen) refuse ",
         "ソ連艦隊（積み木3）"),
        (Intercepted("allied", "0410", 3, False, "home_fleet"), "Home Fleet (block 3) in 0410 (E of Jan Mayen) tries ",
         "本国艦隊（積み木3）"),
        (SubmarinesMet("axis", "0410", 12, 3, 6, 0, 1, 2, who="pack_1"), "Wolfpack 1 (block 12) attacks Allied block 3",
         "ウルフパック1（積み木12）"),
        (SubmarinesMet("axis", "0410", 12, 3, 6, 0, 1, 2, force="pq17"), "German block 12 attacks PQ 17 (block 3)",
         "PQ 17（積み木3）"),
    ],
)  # fmt: skip
def test_a_line_names_the_force_first_and_then_the_number_that_the_enemy_reads(
    event: Searched | Refused | Intercepted | SubmarinesMet, english: str, japanese: str
) -> None:
    assert english in FORMATTER.describe(event, "en")
    assert japanese in FORMATTER.describe(event, "ja")
