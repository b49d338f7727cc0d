"""Whatever lies on whatever table: no step stops the game, every card lies in one place, everybody can look, and what
is told is as the rulebook has it (`umpire.py`).

`SKIRMISHES=5000 ./run test tests/titles/pirates/test_skirmishes.py` tries many more.
"""

import os
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from games.kernel.events import PUBLIC, UMPIRE, Event
from games.kernel.random_source import random_source
from games.kernel.text import LANGUAGES
from games.titles.pirates.state.events.attack import Captured, Fought, Reacted, Sunk
from games.titles.pirates.state.events.common import Throw
from games.titles.pirates.state.events.rounds import RoundScored
from games.titles.pirates.state.events.turn import Revealed, TurnBegan
from games.titles.pirates.state.state import State, Turn
from tests.titles.pirates.laid_out import BOX, TITLE, layout, side
from tests.titles.pirates.skirmishes import Skirmish
from tests.titles.pirates.umpire import Umpire

LOTS, EACH = 10, int(os.environ.get("SKIRMISHES", "200")) // 10
LOOKED_AT = 9
"""Every so manieth stop is looked at by everybody."""
CARDS = {*BOX.cards, *BOX.ships, *BOX.merchants}


def lying(state: State) -> Iterator[str]:
    """Every card, wherever it lies; what the phantom plays are no cards."""
    yield from (*state.deck, *state.removed, *state.discards, *state.left_out)
    for deck in (state.german, state.merchant):
        yield from (*deck.face_down, *deck.used)
    for fleet in state.fleets:
        yield from (*fleet.hand, fleet.weather, *(trophy.card for trophy in fleet.pile))
        for vessel in (*fleet.ships, *fleet.prizes, *fleet.merchants):
            yield from (vessel.card, vessel.refuge)
    if state.turn is not None:
        yield from (*(laid.card for laid in state.turn.assigned), *state.turn.played)
        yield from (card for cards in state.turn.reactions.values() for card in cards)
    yield from state.phantom.buried if state.phantom is not None else ()


def sound(state: State) -> bool:
    """Whether every card lies in one place, and markers where markers may lie."""
    places = Counter(card for card in lying(state) if card in CARDS)
    assert len(places) == len(CARDS)
    assert set(places.values()) == {1}
    for fleet in state.fleets:
        assert len(fleet.merchants) <= 3
        for vessel in (*fleet.ships, *fleet.prizes, *fleet.merchants):
            assert vessel.damage >= 0
            assert vessel.damage < 2 or state.options.cumulative_damage
            german = BOX.ships.get(vessel.card)
            assert german is not None or not (vessel.unsupplied or vessel.refuge)
            assert german is None or german.raider or not vessel.identified
    return True


def looked_at(fight: Skirmish, seed: int) -> None:
    """Everybody looks, and would see the same in a world dealt anew; one reads the board."""
    state, seats = fight.board.state, (*fight.seats, PUBLIC)
    for seat in seats:
        seen, other = (
            TITLE.secrecy.view(state, seat),
            TITLE.secrecy.redeal(state, seat, random_source("skirmish", seed, seat)),
        )
        assert TITLE.secrecy.view(other, seat) == seen
        assert sound(other)
    reader = (*seats, UMPIRE)[seed % (len(seats) + 1)]
    assert TITLE.presentation.text_board(TITLE.secrecy.view(state, reader), LANGUAGES[seed % 2])
    assert sound(TITLE.secrecy.reshuffle(state, random_source("skirmish", seed)))
    assert TITLE.rules.standings(state)


@pytest.mark.parametrize("lot", range(LOTS))
def test_tables_drawn_at_random_are_played_by_the_book_and_lose_no_card(lot: int) -> None:
    for seed in range(lot * EACH, (lot + 1) * EACH):
        fight = Skirmish(seed)
        for number, _ in enumerate(fight.steps()):
            assert sound(fight.board.state), seed
            if number % LOOKED_AT == 0:
                looked_at(fight, seed)


# ---------------------------------------------------------------- the umpire is awake


def throw(of: str, *values: int, added: int = 0) -> Throw:
    """A roll of a ship's own dice: her attack, or of a merchant her defence."""
    coin = BOX.ships[of].attack if of in BOX.ships else BOX.merchants[of].defence
    return Throw(of, coin, values, max(values) + added, (("night", added),) if added else ())


RED_HUNTS = Revealed("red", "collier_1", "intercept", "leopard", ("lovat",))
LOVAT = throw("lovat", 4)
FOUL: dict[str, tuple[Event, ...]] = {
    "a disguised raider": (Revealed("red", "collier_1", "british", targets=("wolf",)),),
    "an own ship": (Revealed("red", "collier_1", "british", targets=("emden",)),),
    "two opponents": (
        Revealed("red", "submarines_u_1", "play", targets=("lovat",)),
        Revealed("red", "submarines_u_2", "play", targets=("dee",)),
    ),
    "twice the same ship": (RED_HUNTS, RED_HUNTS),
    "no night card": (msgspec.structs.replace(RED_HUNTS, night=True),),
    "a reaction that does not answer": (RED_HUNTS, Reacted("black", "intercept", "minesweeper_1", "lovat")),
    "a modifier too much": (RED_HUNTS, Fought("intercept", throw("leopard", 9, 1, 1, added=-1), LOVAT, "sunk")),
    "a sinking too much": (RED_HUNTS, Fought("intercept", throw("leopard", 7, 1, 1), LOVAT, "sunk")),
    "a capture without a party": (RED_HUNTS, Captured("lovat", "black", "red")),
    "a doubled sinking": (RED_HUNTS, Sunk("lovat", "black", "red", doubled=True)),
    "points without a pile": (RoundScored(1, {"red": 5, "black": 0, "white": 0}, {"red": 3, "black": 0, "white": 0}),),
}


@pytest.mark.parametrize("foul", FOUL)
def test_the_umpire_notices_what_the_rulebook_would_not_have(foul: str) -> None:
    black, white = side("wolf", merchants="lovat"), side(merchants="dee")
    board = Umpire(layout(red=side("leopard emden"), black=black, white=white), BOX)
    board.state.turn = Turn("red", 1, engaged=["leopard"])
    board.tell(TurnBegan("red", 1))
    *fair, last = FOUL[foul]
    for event in fair:
        board.tell(event)
    with pytest.raises(AssertionError):
        board.tell(last)
