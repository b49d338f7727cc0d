"""The cards, units and distances of a title: from the view alone, the same in worlds that a seat cannot tell apart."""

from functools import cache
from itertools import product
from typing import Any

import pytest

from games.kernel.codec import encode
from games.kernel.conformance.play import Play, play_out
from games.kernel.events import PUBLIC
from games.kernel.inspection import Inspector
from games.kernel.random_source import random_source
from games.kernel.title import Title
from tests.titles.loading import keys, load

STOPS, WORLDS, MOST = 25, 2, 40
INSPECTED = [key for key in keys() if load(key).presentation.inspector is not None]
SCENARIOS = {"battleships": "denmark_strait", "goeben": "captains_four"}
"""The scenario of a title that is played, if it is not the first."""


@cache
def played(key: str) -> Play:
    """The first stops of a random game of a title."""
    title = load(key)
    scenario = SCENARIOS.get(key, next(iter(title.scenarios)))
    return play_out(title, scenario, title.options.type(), 7, most_stops=STOPS)


def inspector_of(title: Title[Any]) -> Inspector:
    assert title.presentation.inspector is not None
    return title.presentation.inspector


def drawn(title: Title[Any], view: Any) -> list[str]:
    return list(dict.fromkeys(spot.id for spot in title.presentation.render_board(view, "en").hotspots.hotspots))


def everything(title: Title[Any], view: Any, ids: list[str]) -> list[Any]:
    """All that can be inspected and measured among these things, in both languages."""
    found, few = inspector_of(title), ids[:6]
    told: list[Any] = [found.units(view), found.things(view)]
    told += [found.inspect(view, value, language) for value in ids for language in ("en", "ja")]
    if found.measure is not None and found.ring is not None:
        told += [found.measure(view, *pair, "en") for pair in product(few, few)]
        told += [found.ring(view, value, 2) for value in few]
    return told


def test_all_four_titles_have_cards() -> None:
    assert {"battleships", "goeben", "pirates", "pq17"} <= set(INSPECTED)


@pytest.mark.parametrize("key", INSPECTED)
def test_cards_are_the_same_in_worlds_that_the_seat_cannot_tell_apart(key: str) -> None:
    title, play = load(key), played(key)
    for stop in play.stops[::6]:
        state = title.read_state(stop.state)
        for seat, number in product((*play.seats, PUBLIC), range(WORLDS)):
            pick = random_source(number, stop.number, seat)
            other = title.secrecy.deal_other_world(title.read_state(stop.state), seat, pick)
            here, there = title.secrecy.view(state, seat), title.secrecy.view(other, seat)
            assert encode(here) == encode(there)
            hidden = title.secrecy.view(state, "umpire")
            found = inspector_of(title)
            ids = [*drawn(title, here)[:MOST], *found.units(hidden), *found.things(hidden)]
            assert everything(title, here, ids) == everything(title, there, ids)


@pytest.mark.parametrize("key", INSPECTED)
def test_every_unit_has_a_card_in_each_language_and_a_place_on_the_picture_or_none(key: str) -> None:
    title, play = load(key), played(key)
    places = 0
    for stop in play.stops[::4]:
        state = title.read_state(stop.state)
        for seat in play.seats:
            view = title.secrecy.view(state, seat)
            shown, found = set(drawn(title, view)), inspector_of(title)
            units = found.units(view)
            assert units or not stop.number, (seat, stop.number)  # before the set-up there may be none
            for unit in units:
                for language in ("en", "ja"):
                    card = found.inspect(view, unit, language)
                    assert card is not None
                    assert card.own, unit
                    assert card.kind
                    places += bool({card.id, card.inside, card.place} & shown)
    assert places > 20


@pytest.mark.parametrize("key", INSPECTED)
def test_the_things_that_others_own_are_never_own(key: str) -> None:
    title, play = load(key), played(key)
    for stop in play.stops[::8]:
        view = title.secrecy.view(title.read_state(stop.state), PUBLIC)
        found = inspector_of(title)
        assert found.units(view) == ()
        cards = [found.inspect(view, value, "en") for value in (*found.things(view), *drawn(title, view))]
        assert not any(card.own for card in cards if card is not None)


@pytest.mark.parametrize("key", INSPECTED)
def test_a_stack_lists_its_things_and_each_of_them_leads_back(key: str) -> None:
    title, play = load(key), played(key)
    stacks = 0
    for stop in play.stops[::4]:
        view = title.secrecy.view(title.read_state(stop.state), play.seats[0])
        found = inspector_of(title)
        for place in drawn(title, view):
            card = found.inspect(view, place, "en")
            for value in card.contents if card is not None else ():
                inside = found.inspect(view, value, "en")
                assert inside is not None, (place, value)
                stacks += place in (inside.place, inside.inside, value)
    assert stacks > 5


@pytest.mark.parametrize("key", INSPECTED)
def test_what_nobody_knows_has_no_card(key: str) -> None:
    title, play = load(key), played(key)
    view, found = title.secrecy.view(title.read_state(play.stops[-1].state), play.seats[0]), inspector_of(title)
    for value in ("", "nobody", "9999", "٢٢٢٢", "12345678", "../x", "99999999"):
        assert found.inspect(view, value, "en") is None or title.key == "battleships", value
    if found.measure is not None and found.ring is not None:
        assert found.measure(view, "nobody", "nothing", "en") is None
        assert found.ring(view, "nobody", 3) == ()


@pytest.mark.parametrize("key", INSPECTED)
def test_a_way_begins_and_ends_where_it_says_and_is_as_long_as_it_says(key: str) -> None:
    title, play = load(key), played(key)
    view, found = title.secrecy.view(title.read_state(play.stops[-1].state), play.seats[0]), inspector_of(title)
    if found.measure is None or found.ring is None:
        return
    units = [unit for unit in found.units(view) if found.measure(view, unit, unit, "en") is not None]
    here = found.measure(view, units[0], units[0], "ja")
    assert here is not None
    assert here.distance == 0
    for place in found.ring(view, units[0], 3):
        way = found.measure(view, units[0], place, "ja")
        assert way is not None
        assert (way.path[0], way.path[-1], way.distance) == (here.start, place, 3)
        assert all(way.lines)
