"""The diagram of a battle: it is shown at the end, is true to the moves, and tells no seat more than it may know."""

import re
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec import structs

from games.kernel.chance import HmacChance
from games.kernel.codec import decode, encode
from games.kernel.driver import ViewFactory, drive, initial_checkpoint
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.titles.battleships.components.hexes import distance
from games.titles.battleships.components.options import Options
from games.titles.battleships.state.state import State
from tests.titles.loading import load
from tests.titles.pictures import LANGUAGES, symbols, words

TITLE = load("battleships")


@lru_cache
def battle(scenario: str, options: Options) -> tuple[bytes, ...]:
    """Return the states of a battle between bots, turn by turn; the last is its end."""
    pick, bot, stops = Random(7).randrange, TITLE.bot("random"), list[bytes]()

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        typed = bot(look(), question, pick)
        fits = next(question.form.problems(typed), None) is None
        return SeatAnswer(question.seat, question.form.write(typed if fits else question.form.sample(pick)))

    opening = initial_checkpoint(TITLE, TITLE.rules.new_game(scenario, options))
    result = drive(TITLE, opening, (), supply, chance=HmacChance((7).to_bytes(32, "big")), budget=5_000_000)
    stops += [one.state for one in result.checkpoints]
    return (*stops, encode(result.state))


STANDARD = Options()


def states(scenario: str, options: Options = STANDARD) -> list[State]:
    """Return the states of a battle, decoded."""
    return [TITLE.read_state(stop) for stop in battle(scenario, options)]


def tracks(state: State) -> dict[str, list[tuple[str, ...]]]:
    """Return the ways of each ship, turn by turn."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for ways in (*(turn.ways for turn in state.history), state.record.ways):
        for ship, way in ways.items():
            found.setdefault(ship, []).append(way)
    return found


@pytest.mark.parametrize("scenario", ["denmark_strait", "third_solomon"])
def test_each_track_is_one_line_from_the_start_to_where_the_ship_is(scenario: str) -> None:
    """Also after the open map has shifted (9.3b): all hexes are those of the present map."""
    first, *_, last = states(scenario)
    found = tracks(last)
    assert found
    for ship in last.ships:
        for one, other in pairwise(found.get(ship.id, [])):
            assert one[-1] == other[0], ship.id
        for way in found.get(ship.id, []):
            assert all(distance(one, other) == 1 for one, other in pairwise(way))
        if ship.at and ship.id in found:
            assert found[ship.id][-1][-1] == ship.at
    assert [turn.turn for turn in last.history] == sorted({turn.turn for turn in last.history})
    assert first.history == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finished_battle_is_drawn_as_its_diagram_on_the_page_and_in_the_last_e_mail(language: str) -> None:
    *_, last = states("denmark_strait")
    assert last.over
    view = TITLE.secrecy.view(last, "british")
    page = TITLE.presentation.render_board(view, language).picture.svg()
    assert TITLE.presentation.email_picture is not None
    mail = TITLE.presentation.email_picture(view, language).svg()
    for svg in (page, mail):
        said = words(svg)
        assert ("北" if language == "ja" else "N") in said
        for ship in tracks(last):
            name = re.split(r" ?[(（]", TITLE.presentation.labels(ship).get(language))[0]
            assert sum(text == name for text in said) >= 1, name
            assert any(text.startswith(f"{name}: ") for text in said), name
        sunk = sum(
            loss.fate == "sunk" for lost in (*(turn.lost for turn in last.history), last.record.lost) for loss in lost
        )
        assert symbols(svg, "wreck") - 1 >= sunk
        turns = {str(turn.turn) for turn in last.history if turn.ways}
        assert len(turns & set(said)) >= len(turns) // 2
    assert max(int(text) for text in words(mail) if text.isdecimal() and len(text) < 3) <= last.turn


def test_during_the_battle_each_ship_trails_her_track() -> None:
    stops = states("denmark_strait")
    middle = next(state for state in stops if len(state.history) > 3)
    view = TITLE.secrecy.view(middle, "german")
    svg = TITLE.presentation.render_board(view, "en").picture.svg()
    before = TITLE.presentation.render_board(structs.replace(view, history=[]), "en").picture.svg()
    assert svg.count('stroke-dasharray="1 3"') > before.count('stroke-dasharray="1 3"')


@pytest.mark.parametrize(("scenario", "seat"), [("mers_el_kebir", "french"), ("san_bernardino", "american")])
def test_in_two_worlds_that_a_seat_cannot_tell_apart_the_diagram_is_the_same(scenario: str, seat: str) -> None:
    """10.6, 10.9 The enemy's mines and flagship stay hidden at the end."""
    *_, last = states(scenario, Options(mines=True, flagship=True))
    others = [TITLE.secrecy.redeal(decode(encode(last), State), seat, Random(number).randrange) for number in range(8)]
    unlike = [other for other in others if encode(other) != encode(last)]
    assert unlike
    views = [TITLE.secrecy.view(world, seat) for world in (last, *unlike)]
    assert len({TITLE.presentation.render_board(view, "en").picture.svg() for view in views}) == 1
