"""Where the points of a finished game came from: the lines of the table add up to the standings."""

from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from games.kernel.chance import HmacChance
from games.kernel.driver import ViewFactory, drive, initial_checkpoint
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.kernel.scenarios import PointSource
from tests.titles.loading import load

GAMES = [
    ("goeben", "atlantic_breakout"),
    ("goeben", "ottoman_alliance"),
    ("goeben", "captains"),
    ("battleships", "north_cape"),
    ("pq17", "pq12"),
    ("pirates", "two_players"),
]
PLENTY = 1_000_000


def played(key: str, scenario: str) -> tuple[Any, Any, list[Any]]:
    """A whole game of bots: the title, its final state, and the events as the umpire hears them."""
    title, chance = load(key), HmacChance(bytes(32))
    bot, pick = title.bot(title.usual_bot), Random(1).randrange

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        return SeatAnswer(question.seat, question.form.write(bot(look(), question, pick)))

    first = initial_checkpoint(title, title.rules.new_game(scenario, title.options.type()))
    run = drive(title, first, (), supply, chance=chance, budget=PLENTY)
    assert run.is_over
    heard = [one.event.for_seat("umpire") for one in run.events]
    return title, run.state, [one for one in heard if one is not None]


def number(points: str) -> Fraction:
    """The points of a line: 3, 3 1/6, 1½, +4, −2."""
    text = points.replace("\u2212", "-").replace("+", "").replace("½", " 1/2").strip()
    sign = -1 if text.startswith("-") else 1
    return sign * sum((Fraction(part) for part in text.lstrip("-").split()), Fraction())


@pytest.mark.parametrize(("key", "scenario"), GAMES)
def test_the_lines_add_up_to_the_standings(key: str, scenario: str) -> None:
    title, state, events = played(key, scenario)
    view = title.secrecy.view(state, "umpire")
    found = title.presentation.point_sources(view, events)
    assert found
    for one in found:
        assert one.rule
        assert one.reason.en
        assert one.reason.ja
    sums: dict[str, Fraction] = {}
    for one in found:
        sums[one.seat] = sums.get(one.seat, Fraction()) + number(one.points)
    places = title.rules.standings(state)
    if key == "goeben":
        assert sums[""] == state.vp
    elif key == "pq17":
        allied = sums.get("allied", Fraction()) - sums.get("axis", Fraction())
        assert int(abs(allied)) == abs(next(one.points for one in places if one.seat == "allied"))
    else:
        assert {one.seat: int(sums.get(one.seat, Fraction())) for one in places} == {
            one.seat: one.points for one in places
        }


def test_a_source_is_written_as_json() -> None:
    found = load("pirates").presentation.point_sources(None, ())
    assert found == ()
    assert msgspec.json.decode(msgspec.json.encode(found), type=tuple[PointSource, ...]) == ()
