"""Where things are on the picture: what an answer may name is under the finger of whoever may name it."""

from math import hypot
from typing import Any

import pytest

from games.kernel.codec import encode
from games.kernel.events import PUBLIC
from games.kernel.hotspots import BoardHotspots, Hotspot
from games.titles.pirates.orders.forms import PlanForm

from .table import first_turn, random_game, states, title, view_of

NEAREST = 14
"""Units between two spots: a finger that means one does not mean the other."""


def spots_of(state: Any, seat: str, language: str = "en") -> BoardHotspots:
    return title().presentation.render_board(view_of(state, seat), language).hotspots


def inside(spot: Hotspot, spots: BoardHotspots) -> bool:
    """Whether a spot lies in one of the panes."""
    return any(
        left <= spot.x <= left + width and top <= spot.y <= top + height
        for left, top, width, height in (pane.box for pane in spots.regions)
    )


@pytest.mark.parametrize("scenario", ["two_players", "teams", "solitaire"])
def test_every_spot_lies_in_a_pane_and_apart_from_the_others(scenario: str) -> None:
    for state in states(scenario, 1, every=9):
        for seat in [fleet.seat for fleet in state.fleets] + [PUBLIC]:
            spots = spots_of(state, seat)
            assert all(inside(spot, spots) for spot in spots.hotspots)
            pairs = [(a, b) for n, a in enumerate(spots.hotspots) for b in spots.hotspots[:n]]
            assert all(hypot(a.x - b.x, a.y - b.y) >= NEAREST for a, b in pairs)
            assert spots.size == (
                600,
                pytest.approx(title().presentation.render_board(view_of(state, seat), "en").picture.height),
            )


def test_all_that_a_plan_can_name_has_a_spot() -> None:
    """Cards of the hand, ships, merchants and seats."""
    seen = 0
    for state in states("three_players", 1, every=5):
        fleet = next(fleet for fleet in state.fleets if fleet.seat == state.turn.seat) if state.turn else None
        if fleet is None:
            continue
        known = {spot.id for spot in spots_of(state, fleet.seat).hotspots}
        assert {*fleet.hand, *(vessel.card for row in (fleet.ships, fleet.prizes) for vessel in row)} <= known
        assert {vessel.card for other in state.fleets for vessel in other.merchants} <= known
        assert {other.seat for other in state.fleets} <= known
        seen += len(fleet.hand)
    assert seen


def test_nobody_finds_the_cards_of_others() -> None:
    state, _ = first_turn()
    for fleet in state.fleets:
        for other in [one.seat for one in state.fleets if one is not fleet] + [PUBLIC]:
            assert not set(fleet.hand) & {spot.id for spot in spots_of(state, other).hotspots}
    assert any(pane.key == "hand" for pane in spots_of(state, state.fleets[0].seat).regions)


def test_the_same_view_gives_the_same_spots() -> None:
    state, turn = first_turn()
    assert encode(spots_of(state, turn.seat)) == encode(spots_of(state, turn.seat))


def test_a_card_is_taken_up_first_and_then_laid_on_a_ship() -> None:
    """A tap on a ship after one on a card is an order of that card; then merchants, the best first."""
    form = next(ask.form for ask in random_game("two_players", 3)[1] if isinstance(ask.form, PlanForm))
    way = next(way for way in form.cached_templates if way.verb == "intercept")
    card, ship, prey = (field.values for field in way.fields[:3])
    laid = next(offer for offer in form.suggested_edits([], ship[0], (card[1],)) if not offer.problems)
    assert laid.answer == [{"order": "intercept", "card": card[1], "ship": ship[0]}]
    aimed = next(offer for offer in form.suggested_edits(laid.answer, prey[0], (card[1],)) if not offer.problems)
    assert aimed.answer == [{"order": "intercept", "card": card[1], "ship": ship[0], "targets": [prey[0]]}]
    assert [(mark.kind, mark.places) for mark in form.annotations(aimed.answer)] == [
        ("link", (card[1], ship[0])),
        ("link", (card[1], prey[0])),
    ]
