"""The picture: what it shows, to whom, and that everything on it has its place."""

import random
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
import resvg_py

from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.standing_orders import Rule
from games.titles.pirates.components.options import Options
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.state.state import Assigned, Phantom, State, Trophy, Use, Vessel
from games.toolkit.text_metrics import cut, fit, text_width, wrap
from tests.titles.pictures import FONTS, LANGUAGES, RAW, SVG, parsed, symbols, words

from .table import crowd, first_turn, states, title, view_of

SCENARIOS = ("two_players", "three_players", "four_players", "teams", "solitaire")


def picture(state: State, seat: str, language: str = "en") -> str:
    return title().presentation.render_board(view_of(state, seat), language).svg()


def players(state: State) -> list[str]:
    """Everybody who can look at the table: not the phantom."""
    return [fleet.seat for fleet in state.fleets if fleet.seat != PHANTOM]


# --- geometry


class Mark(NamedTuple):
    """A rectangle, a card or a text where it lies on the page."""

    sort: str
    left: float
    top: float
    right: float
    bottom: float
    fill: str = ""


Matrix = tuple[float, float, float, float, float, float]


def _moved(matrix: Matrix, transform: str) -> Matrix:
    a, b, c, d, e, f = matrix
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", transform):
        values = [float(value) for value in numbers.split()]
        if name == "translate":
            e, f = a * values[0] + c * values[1] + e, b * values[0] + d * values[1] + f
        elif name == "scale":
            a, b, c, d = a * values[0], b * values[0], c * values[0], d * values[0]
        else:
            assert (name, values) == ("rotate", [90.0])
            a, b, c, d = c, d, -a, -b
    return a, b, c, d, e, f


def _box(matrix: Matrix, x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = matrix
    corners = [(a * u + c * v + e, b * u + d * v + f) for u in (x, x + width) for v in (y, y + height)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


FRAMES = {"#german": (76, 96), "#prize": (76, 96), "#cargo": (104, 54)} | {
    f"#{size}-{sort}": measures
    for size, measures in (("face", (92, 62)), ("mini", (84, 38)))
    for sort in ("action", "reaction", "support", "both")
}
"""The empty cards as they are defined."""


def marks(element: ElementTree.Element, matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[Mark]:
    """Rectangles and texts, in page coordinates."""
    for child in element:
        here = _moved(matrix, child.get("transform", "")) if child.tag == f"{SVG}g" else matrix
        x, y = float(child.get("x", 0)), float(child.get("y", 0))
        if child.tag == f"{SVG}defs":
            continue
        if child.tag == f"{SVG}rect":
            box = _box(here, x, y, float(child.get("width", 0)), float(child.get("height", 0)))
            yield Mark("rect", *box, child.get("fill", ""))
        elif child.tag == f"{SVG}use" and child.get("href") in FRAMES:
            yield Mark("card", *_box(here, x, y, *FRAMES[child.get("href", "")]))
        elif child.tag == f"{SVG}text":
            size = float(child.get("font-size", 0))
            width = text_width(child.text or "", size, bold=child.get("font-weight") == "700")
            left = x - {"middle": width / 2, "end": width}.get(child.get("text-anchor", ""), 0)
            yield Mark("text", *_box(here, left, y - size * 0.8, width, size))
        elif child.tag == f"{SVG}g":
            yield from marks(child, here)


def crowded(scenario: str) -> Iterator[State]:
    """Ordinary tables, and tables on which everything lies."""
    for index, state in enumerate(states(scenario, 3, every=31)):
        if index % 2 and state.turn is not None and all(fleet.ships for fleet in state.fleets):
            crowd(state)
        yield state


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_or_lies_on_something_else(scenario: str, language: str) -> None:
    for state in crowded(scenario):
        for seat in (*players(state)[:2], PUBLIC, UMPIRE):
            root = parsed(picture(state, seat, language))
            height = float(root.get("height", 0))
            found = list(marks(root))
            for mark in found:
                assert mark.left >= 0, mark
                assert mark.right <= 600, mark
                assert mark.top >= 0, mark
                assert mark.bottom <= height, mark
            texts = [mark for mark in found if mark.sort == "text"]
            assert not list(overlaps(texts, 1.5))
            cards = [mark for mark in found if mark.sort == "card"]
            ships = sum(len((*fleet.ships, *fleet.prizes, *fleet.merchants)) for fleet in state.fleets)
            assert len(cards) >= ships + (min(2, len(state.discards)) if state.phantom is None else 0)
            assert not list(overlaps(cards, 1.0))


def overlaps(found: list[Mark], slack: float) -> Iterator[tuple[Mark, Mark]]:
    """Pairs that lie on each other by more than `slack`."""
    for index, one in enumerate(found):
        for other in found[index + 1 :]:
            wide = min(one.right, other.right) - max(one.left, other.left)
            high = min(one.bottom, other.bottom) - max(one.top, other.top)
            if wide > slack and high > slack:
                yield one, other


# --- form


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_picture_is_small_complete_and_readable(scenario: str) -> None:
    for state in crowded(scenario):
        for seat in (*players(state), PUBLIC, UMPIRE):
            for language in LANGUAGES:
                svg = picture(state, seat, language)
                assert len(svg.encode()) < 80_000
                root = parsed(svg)
                assert root.get("width") == "600"
                assert "Noto Sans JP" in root.get("font-family", "")
                assert root.find(f"{SVG}title") is not None
                assert len(re.findall("[:：]", root.findtext(f"{SVG}desc") or "")) >= len(state.fleets)
                assert all(float(size) >= 9 for size in re.findall(r'font-size="([^"]+)"', svg))
                assert all(target.startswith("#") for target in re.findall(r'href="([^"]+)"', svg))
                assert "url(" not in svg
                assert "style=" not in svg, "a look of its own, which no sheet of styles changes"
                assert not [text for text in words(svg) if RAW.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_symbol_used_is_defined(language: str) -> None:
    state, _ = first_turn()
    crowd(state)
    svg = picture(state, UMPIRE, language)
    assert set(re.findall(r'href="#(\w+)"', svg)) <= set(re.findall(r' id="(\w+)"', svg))


def test_the_picture_can_be_rendered_with_our_fonts_alone() -> None:
    state, _ = first_turn()
    crowd(state)
    for language in LANGUAGES:
        svg = picture(state, "red", language)
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS, width=600))
        assert png.startswith(b"\x89PNG")
        assert len(png) > 50_000


def test_japanese_pictures_speak_japanese() -> None:
    state, turn = first_turn()
    turn.seat = "red"
    text = " ".join(words(picture(state, "red", "ja")))
    for word in ("カイザーの海賊たち", "赤（あなた）", "手番", "山札", "捨て札", "あなたの手札", "偽装中", "ラウンド1"):
        assert word in text
    assert "hand" not in text


# --- what it shows


def test_identified_raiders_and_prizes_lie_turned_and_warships_never() -> None:
    state, _ = first_turn()
    red, black = state.fleets
    red.ships, red.prizes, black.ships = [Vessel("wolf")], [Vessel("lovat")], [Vessel("emden")]
    assert "rotate(90)" not in _cards_only(picture(state, "red"))
    black.ships[0].identified = True
    assert "rotate(90)" not in _cards_only(picture(state, "red"))
    red.ships[0].identified = True
    assert _cards_only(picture(state, "red")).count("rotate(90)") == 1
    assert "identified" in words(picture(state, "red"))
    red.prizes[0].identified = True
    assert _cards_only(picture(state, "red")).count("rotate(90)") == 2


def _cards_only(svg: str) -> str:
    """The groups of the picture: cards of ships; silhouettes, backs of cards and definitions left out."""
    return "".join(re.findall(r"<g transform=[^>]*>", svg))


def test_markers_refuge_weather_and_ships_that_are_done() -> None:
    state, turn = first_turn()
    red, black = state.fleets
    plain = picture(state, "red")
    red.ships = [Vessel("wolf", damage=1, unsupplied=True, refuge="island_refuge_1"), Vessel("emden", damage=1)]
    black.weather = "fog_bank_1"
    turn.engaged = ["emden"]
    marked = picture(state, "red")
    assert symbols(marked, "damage") - symbols(plain, "damage") == 2
    assert symbols(marked, "unsupplied") - symbols(plain, "unsupplied") == 1
    assert symbols(marked, "spent") - symbols(plain, "spent") == 1
    assert symbols(marked, "palm") == 1
    assert "refuge" in words(marked)
    assert "Fog Bank" in words(marked)


def test_piles_show_every_card_with_its_value_and_the_sum() -> None:
    state, _ = first_turn()
    state.fleets[1].pile = [Trophy("lovat", "sunk"), Trophy("maria", "safe", True)]
    text = words(picture(state, "red"))
    assert "Lovat 7" in text
    assert "Maria 5×2" in text
    assert any("pile 17" in line for line in text)


def test_ships_show_their_dice_and_their_value() -> None:
    state, _ = first_turn()
    plain = picture(state, PUBLIC)
    state.fleets[0].ships.append(Vessel("karlsruhe"))
    svg = picture(state, PUBLIC)
    gained = {sides: symbols(svg, f"d{sides}") - symbols(plain, f"d{sides}") for sides in (4, 6, 8, 10)}
    assert gained == {4: 2, 6: 1, 8: 1, 10: 2}
    assert "Karlsruhe" in words(svg)
    assert "14" in words(svg)


def test_deck_and_open_discards() -> None:
    state, _ = first_turn()
    state.discards = ["qqq_1", "trap_1", "monitor_1"]
    text = words(picture(state, PUBLIC))
    assert f"deck {len(state.deck)}" in text
    assert "discards 3" in text
    assert "Monitor" in text
    assert "Trap" in text
    assert "QQQ" not in text


def test_whose_turn_it_is_and_points() -> None:
    state, turn = first_turn()
    turn.seat = "black"
    state.fleets[1].round_points, state.fleets[1].victory_points = [2, 1], [34, 21]
    text = words(picture(state, "red"))
    assert "Black to play" in text
    assert text.count("to play") == 1
    assert any("round points 3 (2+1)" in line for line in text)
    state.turn = None
    assert "to play" not in words(picture(state, "red"))


def test_the_reader_sits_at_the_bottom() -> None:
    for state in states("four_players", 3, every=60):
        for fleet in state.fleets:
            text = words(picture(state, fleet.seat))
            names = [line for line in text if line.split(" (")[0] in ("Red", "Black", "White", "Blue")]
            assert names[-1] == f"{title().presentation.labels(fleet.seat).en} (you)"
            assert len(names) == 4


# --- to whom


def test_own_hand_is_open_and_other_hands_are_backs() -> None:
    state, _ = first_turn()
    red, black = state.fleets
    red.hand, black.hand = ["boarding_party_6", "qqq_1"], ["trap_1", "monitor_1", "interned_1"]
    mine = picture(state, "red")
    assert {"Boarding Party", "QQQ"} <= set(words(mine))
    assert not {"Trap", "Monitor", "Interned"} & set(words(mine))
    black.hand.append("recalled_1")
    assert symbols(picture(state, "red"), "back") == symbols(mine, "back") + 1
    public = set(words(picture(state, PUBLIC)))
    assert not {"Boarding Party", "QQQ", "Trap", "Monitor", "Interned", "Recalled"} & public
    everything = set(words(picture(state, UMPIRE)))
    assert {"Boarding Party", "QQQ", "Trap", "Monitor", "Interned", "Recalled"} <= everything


def test_assigned_cards_lie_face_down_and_only_their_owner_reads_them() -> None:
    state, turn = first_turn()
    red, black = state.fleets
    turn.seat, turn.assigned, red.hand, black.hand, red.ships = "red", [], [], [], [Vessel("wolf")]
    before = {seat: symbols(picture(state, seat), "back") for seat in ("red", "black")}
    turn.assigned = [
        Assigned("trap_1", "wolf", True, Use(("lovat",))),
        Assigned("monitor_1", "", False, Use(("emden",))),
    ]
    for seat in ("red", "black"):
        assert symbols(picture(state, seat), "back") == before[seat] + 2
    assert {"Trap", "Monitor", "Wolf → Lovat"} <= set(words(picture(state, "red")))
    assert {"Trap", "Monitor"} <= set(words(picture(state, UMPIRE)))
    for seat in ("black", PUBLIC):
        assert not {"Trap", "Monitor"} & set(words(picture(state, seat)))
        assert "1 upright" in words(picture(state, seat))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_hidden_does_not_change_the_picture(scenario: str) -> None:
    """Other worlds that a seat cannot tell from this one look the same to it, and not to the umpire."""
    game, pick, different = title(), random.Random(7).randrange, 0
    for state in states(scenario, 3, every=29):
        for seat in (*players(state), PUBLIC):
            other = game.secrecy.redeal(state, seat, pick)
            assert picture(other, seat) == picture(state, seat)
            assert game.presentation.text_board(view_of(other, seat), "ja") == game.presentation.text_board(
                view_of(state, seat), "ja"
            )
            different += picture(other, UMPIRE) != picture(state, UMPIRE)
    assert different > 3


# --- measuring


def test_names_are_shrunk_or_broken_before_they_are_cut() -> None:
    assert fit("Wolf", 60, 10) == (["Wolf"], 10)
    lines, size = fit("Kaiser Wilhelm der Grosse", 70, 10)
    assert lines == ["Kaiser Wilhelm", "der Grosse"]
    assert size >= 9
    assert all(text_width(line, size, bold=True) <= 70 for line in lines)
    assert fit("カモフラージュ塗装", 88, 10.5)[0] == ["カモフラージュ塗装"]


def test_wrapping_keeps_every_word_and_obeys_the_width() -> None:
    text = "Turn 3, in Black's hand: Boarding Party 6 (night) and Submarine UC-16"
    lines = wrap(text, 120, 9)
    assert " ".join(lines) == text
    assert all(text_width(line, 9) <= 120 for line in lines)
    japanese = wrap("ターン3・黒の手札：切り込み隊 6（夜間）、潜水艦UC-16。", 90, 9)
    assert not any(line[0] in "、。）ー" for line in japanese)
    assert cut("Worcestershire", 40, 9).endswith("..")
    assert text_width(cut("Worcestershire", 40, 9), 9) <= 40


# --- options


def test_several_damage_markers_lie_side_by_side_or_as_a_number() -> None:
    state, _ = first_turn()
    red = state.fleets[0]
    red.ships = [Vessel("wolf", damage=2), Vessel("emden", damage=4, unsupplied=True)]
    red.merchants = [Vessel("lovat", damage=1)]
    svg = picture(state, "red")
    assert symbols(svg, "damage") == 2 + 1 + 1 + 1, "two, one beside the number, one on the merchant, one in the legend"
    assert "4×" in words(svg)


def test_what_an_option_makes_of_a_ship_is_drawn_only_with_that_option() -> None:
    state, _ = first_turn()
    state.fleets[0].ships = [
        Vessel("berlin"),
        Vessel("seeadler", identified=True),
        Vessel("wolf", refuge="island_refuge_1"),
    ]
    state.fleets[1].ships = [Vessel("leopard")]
    names = ("coal_hog", "fast", "sail", "aircraft")
    assert not any(symbols(picture(state, "red"), f"trait-{name}") for name in names)
    state.options = Options(coal_hogs=True, pursuit=True, sail=True, aircraft=True)
    for language in LANGUAGES:
        svg = picture(state, "red", language)
        assert [symbols(svg, f"trait-{name}") for name in names] == [2, 2, 2, 2], "on a ship and in the legend"


def test_an_agreed_option_has_a_mark_and_what_is_usual_has_none() -> None:
    state, _ = first_turn()
    assert not [text for text in words(picture(state, PUBLIC)) if "(6." in text]
    state.options = Options(coal_hogs=True, tournament="chosen", removed=30)
    assert "Coal hogs (6.1)" in words(picture(state, PUBLIC))
    assert "Tournament balance: the cruisers (6.4.1): chosen" in words(picture(state, PUBLIC))
    assert not [text for text in words(picture(state, PUBLIC)) if "removed" in text], "that is the number set aside"
    assert "石炭の山（6.1）" in words(picture(state, PUBLIC, "ja"))
    board = title().presentation.text_board(view_of(state, PUBLIC), "en")
    assert "Agreed: Tournament" not in board
    assert "Agreed: Coal hogs (6.1); Tournament balance: the cruisers (6.4.1): chosen" in board.replace("\n  ", " ")


def test_cards_out_of_the_game_stand_by_their_kind_and_under_their_rule() -> None:
    state, _ = first_turn()
    state.left_out = ["emden", "lovat", "sail_q_ship_1", "searchlight_1", "intelligence_1", "breakout_1", "breakout_2"]
    notes = [text for text in words(picture(state, PUBLIC)) if "Out of the game" in text]
    assert notes == [
        "Out of the game (6.5.1): Emden.",
        "Out of the game (6.5.4): Lovat.",
        "Out of the game (5.2): Sail Q-Ship, Searchlight and Intelligence.",
        "Out of the game (6.5.3): Breakout.",
    ]
    assert "使用しないカード（5.2）：" in " ".join(words(picture(state, PUBLIC, "ja")))
    assert "Out of the game (5.2): Sail Q-Ship, Searchlight and Intelligence\n" in title().presentation.text_board(
        view_of(state, PUBLIC), "en"
    )


# --- the sealed tempo


def test_the_sealed_tempo_has_its_seal_and_only_its_owner_sees_that_a_plan_stands() -> None:
    state, _ = first_turn()
    plain = picture(state, "red")
    assert symbols(plain, "seal") == 0
    state.options = Options(tempo="sealed")
    assert symbols(picture(state, "red"), "seal") == 1
    assert "sealed tempo" in words(picture(state, "red"))
    before = {seat: picture(state, seat) for seat in ("black", PUBLIC)}
    state.fleets[0].reaction_plan = [Rule(kind="react", answer="trap")]
    assert "Reaction plan in force: 1 rule" in words(picture(state, "red"))
    assert "Reaction plan in force: 1 rule" in words(picture(state, UMPIRE))
    assert {seat: picture(state, seat) for seat in before} == before
    state.fleets[0].reaction_plan = []
    assert "Reaction plan in force: no reactions" in words(picture(state, "red"))


# --- the solitaire game


def solitaire() -> State:
    """A solitaire game at its first turn."""
    return next(state for state in states("solitaire", 3) if state.turn is not None)


def test_the_solitaire_deck_is_counted_and_the_discards_lie_face_down() -> None:
    state = solitaire()
    state.phantom = Phantom(deck=["solitaire_1", "solitaire_2"], used=["solitaire_13", "solitaire_4"], buried=["qqq_1"])
    state.discards = ["trap_1", "monitor_1"]
    text = words(picture(state, "red"))
    assert {"solitaire deck 2", "drawn", "13 4", "discards 3"} <= set(text)
    assert not {"Trap", "Monitor"} & set(text) - {title().presentation.labels(card).en for card in state.fleets[0].hand}
    assert symbols(picture(state, "red"), "solitaire") == 2
    state.phantom.deck.clear()
    assert symbols(picture(state, "red"), "solitaire") == 0
    assert "discards 3, face down" in title().presentation.text_board(view_of(state, "red"), "en")


def test_nobody_could_take_the_phantom_for_a_player() -> None:
    state = solitaire()
    assert symbols(picture(state, "red"), "automaton") == 1
    assert "Phantom (played by its own deck)" in title().presentation.text_board(view_of(state, "red"), "en")
    assert symbols(picture(first_turn()[0], "red"), "automaton") == 0
    assert state.phantom is not None
    state.phantom.scouted = True
    assert "next turn a single card" in words(picture(state, "red"))


def test_what_the_phantom_laid_is_remembered_and_no_card() -> None:
    """5.4.3.6, 5.4.3.9"""
    state = solitaire()
    state.fleets[0].weather = "fog_bank_0"
    remembered = picture(state, "red")
    assert {"Fog Bank", "by the phantom"} <= set(words(remembered))
    assert remembered.count("stroke-dasharray") == 1 + 1, "her outline, and the border of the chart"
    state.fleets[0].weather = "fog_bank_1"
    assert "by the phantom" not in words(picture(state, "red"))
