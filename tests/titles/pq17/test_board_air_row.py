"""7.2.4 While an attacker is asked, the row lies on the picture above the map, his aircraft below it, to be tapped."""

from typing import Any

import pytest

from games.kernel.hotspots import hotspot_at
from games.titles.pq17.orders.air_battle import AirStrikeForm, Laid
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.state.battle import AirAttack
from games.titles.pq17.visibility.view import View, view
from pbem.web.pages.order_form.overlay import Overlay
from tests.titles.pictures import words
from tests.titles.pq17.boards import WORDS, crowded
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE, attacked
from tests.titles.pq17.playing import play
from tests.titles.pq17.test_board import inside
from tests.titles.pq17.test_odds import question

rule = pytest.mark.rule
ROW = (Laid("dd_a_i", (("dd_a_i", 3),)), Laid("mv", (("mv", 8),)), Laid("mv.2", (("mv", 3), ("mo", 2))))
UNITS = (("ju_88_1", "ju_88", 2), ("he_111_1", "he_111", 1))


def shown(seat: str = "axis", **fields: Any) -> View:
    board = crowded()
    board.state.air_attack = AirAttack("axis", "0714", fields.pop("row", ROW), fields.pop("units", UNITS), **fields)
    return view(board, seat)


@rule("pq17", "7.2.4")
def test_the_row_and_the_aircraft_can_be_tapped_above_the_map() -> None:
    found = WORDS.render_board(shown(), "en").hotspots
    pane, below = found.regions[0], found.regions[1]
    assert (pane.key, pane.name.en, below.key) == ("battle", "Air attack", "map")
    there = {spot.id: spot for spot in found.hotspots if inside(pane, spot)}
    assert there.keys() == {"dd_a_i", "mv", "mv.2", "ju_88_1", "he_111_1"}
    assert all(hotspot_at(found, spot.x, spot.y) == name for name, spot in there.items())
    assert there["dd_a_i"].x < there["mv"].x < there["mv.2"].x, "from left to right"
    assert there["ju_88_1"].y > there["mv"].y, "the aircraft below the row"


@rule("pq17", "7.2.4")
@pytest.mark.parametrize(
    ("language", "title", "second"),
    [
        ("en", "Air attack in 0714 (NE of Narvik): the Axis attack ships", "Merchant vessels 2:"),
        ("ja", "0714（ナルビク北東方）の航空攻撃：枢軸軍が艦船を攻撃", "貨物船2:"),
    ],
)
def test_both_boards_and_the_letter_say_what_lies_there(language: str, title: str, second: str) -> None:
    seen = shown()
    for told in (words(WORDS.render_board(seen, language).svg()), words(WORDS.email_picture(seen, language).svg())):
        assert title in told
        assert second in told
    text = WORDS.text_board(seen, language)
    assert title in text
    assert "2. " in text


def test_aircraft_on_the_ground_are_called_so() -> None:
    seen = shown(row=(Laid("ju_88", (("ju_88", 2),)),), grounded=True)
    told = words(WORDS.render_board(seen, "en").svg())
    assert "Air attack in 0714 (NE of Narvik): the Axis attack aircraft on the ground" in told
    assert told[told.index("Ju 88 A-4") + 1] == "2", "a counter with its name and its strength"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_counter_of_the_row_has_its_whole_name_however_narrow_its_place_is(language: str) -> None:
    row = tuple(Laid(name, ((name, 2),)) for name in ("tb_35_37", "dd_a_i", "london", "palomares", "mv", "tb_hunt"))
    seen = shown(row=row, units=(("ju_88_1", "ju_88", 2),))
    for picture in (WORDS.render_board(seen, language).picture, WORDS.email_picture(seen, language)):
        told = "".join(words(picture.svg())).replace(" ", "")
        for name in ("tb_35_37", "dd_a_i", "london", "palomares", "mv", "tb_hunt", "ju_88_1"):
            assert WORDS.label(name).get(language).replace(" ", "") in told


def test_a_long_row_is_broken_and_stays_on_the_page() -> None:
    row = tuple(Laid(f"mv.{number}", (("mv", 8),)) for number in range(2, 15))
    found = WORDS.render_board(shown(row=row), "en").hotspots
    there = [spot for spot in found.hotspots if inside(found.regions[0], spot) and spot.id.startswith("mv.")]
    assert len(there) == len(row)
    assert len({spot.y for spot in there}) == 2
    assert all(spot.x + spot.width / 2 <= found.size[0] for spot in there)


@rule("pq17", "7.2.4")
def test_both_sides_see_it_and_nobody_else_and_only_the_attacker_his_words() -> None:
    own, theirs = shown("axis").air_attack, shown("allied").air_attack
    assert own is not None
    assert theirs is not None
    assert own.row == theirs.row == ROW
    assert (own.units, theirs.units) == (UNITS, (("", "ju_88", 2), ("", "he_111", 1)))
    assert shown("").air_attack is None


@rule("pq17", "7.2.4")
def test_it_lies_there_while_the_attacker_is_asked_and_no_longer() -> None:
    board = attacked("mv 5", "dd_a_i 3", instructions={**ASKED_ONCE})
    form = question(air_combat(board), "air_strike", row="air")
    laid = board.state.air_attack
    assert laid is not None
    assert (laid.row, laid.attacker, laid.grounded) == (form.row, "axis", False)
    assert [(name, flying) for name, _, flying in laid.units] == [*form.units]
    over = crowded()
    play(air_combat(over))
    assert over.state.air_attack is None


@rule("pq17", "7.2.4b")
def test_who_goes_for_what_is_drawn_with_the_wave() -> None:
    form = AirStrikeForm(row=ROW, units=(("ju_88_1", 2), ("he_111_1", 1)))
    draft = [
        {"order": "assign", "unit": "ju_88_1", "at": "mv"},
        {"order": "assign", "unit": "he_111_1", "at": "dd_a_i", "wave": "2"},
        {"order": "assign", "unit": "he_111_1"},
    ]
    marks = form.annotations(draft)
    assert [(mark.places, mark.label) for mark in marks] == [(("ju_88_1", "mv"), "1"), (("he_111_1", "dd_a_i"), "2")]
    over = Overlay(WORDS.render_board(shown(), "en").hotspots, WORDS.label, "en")
    over.draw_orders(form, draft, marks)
    drawn = over.svg()
    assert drawn.count("<polygon") == 1, "the other arrow would run through a name: its number stands at both ends"
    assert ">1</text>" in drawn
    assert drawn.count(">2</text>") == 2
