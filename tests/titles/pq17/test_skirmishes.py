"""Whatever meets whatever: no segment stops the game, nothing is lost or made on the way, and everybody can look: at
his view, the board as text and as a picture, what he may order, and other truths that he cannot tell from this one.

`SKIRMISHES=5000 ./run test tests/titles/pq17/test_skirmishes.py` tries many more.
"""

import os

import pytest

from games.titles.pq17.visibility.redeal import conserved
from games.titles.pq17.visibility.view import view
from tests.sampling import rest_thorough
from tests.titles.pq17.box import BOX
from tests.titles.pq17.looking import SEATS, ask_around, look_around
from tests.titles.pq17.skirmishes import InCampaign, Skirmish

ASKED = int(os.environ.get("SKIRMISHES", "0"))
LOTS, EACH = 10, (ASKED or 200) // 10
EVERY = 1 if ASKED else 6
"""Of so many fights one is looked at by everybody; of those that somebody asked for, each."""
CAMPAIGNS = 2
"""Of so many of these one is fought in a campaign."""


@pytest.mark.parametrize("lot", rest_thorough(range(LOTS), 3))
def test_fights_drawn_at_random_run_to_their_end_and_lose_nobody(lot: int) -> None:
    for seed in range(lot * EACH, (lot + 1) * EACH):
        fight = Skirmish(seed)
        held = conserved(BOX, fight.board.state)
        for segment in fight.phases():
            assert conserved(BOX, fight.board.state) == held, (seed, segment)
            for seat in SEATS:
                view(fight.board, seat)
            if segment == "fuel" and seed % EVERY == 0:
                assert [*look_around(fight.board.state, seed), *ask_around(fight.board, seed)] == [], (seed, segment)


@pytest.mark.parametrize("lot", rest_thorough(range(LOTS), 3))
def test_what_comes_of_them_in_a_campaign_can_be_looked_at_by_everybody(lot: int) -> None:
    """The next fortnight is begun with whatever was left."""
    for seed in range(lot * EACH, (lot + 1) * EACH, EVERY * CAMPAIGNS):
        fight = InCampaign(seed)
        for segment in (*fight.phases(), *fight.afterwards()):
            if segment in ("fuel", "fold", "order_of_battle", "bid"):
                assert [*look_around(fight.board.state, seed)] == [], (seed, segment)
