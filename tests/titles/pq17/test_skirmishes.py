"""Whatever meets whatever: no segment stops the game, nothing is lost or made on the way, and everybody can look.

`SKIRMISHES=5000 ./run test tests/titles/pq17/test_skirmishes.py` tries many more.
"""

import os

import pytest

from games.kernel.events import PUBLIC, UMPIRE
from games.titles.pq17.seen.redeal import conserved
from games.titles.pq17.seen.view import view
from tests.titles.pq17.box import BOX
from tests.titles.pq17.skirmishes import Skirmish

SEATS = ("allied", "axis", PUBLIC, UMPIRE)
LOTS, EACH = 10, int(os.environ.get("SKIRMISHES", "200")) // 10


@pytest.mark.parametrize("lot", range(LOTS))
def test_fights_drawn_at_random_run_to_their_end_and_lose_nobody(lot: int) -> None:
    for seed in range(lot * EACH, (lot + 1) * EACH):
        fight = Skirmish(seed)
        held = conserved(BOX, fight.sea.state)
        for segment in fight.phases():
            assert conserved(BOX, fight.sea.state) == held, (seed, segment)
            for seat in SEATS:
                view(fight.sea, seat)
