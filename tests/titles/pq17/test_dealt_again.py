"""What is kept of the state that was dealt anew last: it is taken for that state alone."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from games.kernel.codec import encode
from games.kernel.conformance import play_out
from games.kernel.events import PUBLIC
from games.kernel.forms import RandomSource
from games.kernel.random_source import mostly_zero, random_source
from games.titles.pq17.state.state import State
from games.titles.pq17.visibility.redeal import redeal
from tests.titles.loading import load
from tests.titles.pq17.box import BOX

BOLD: tuple[Callable[[RandomSource], RandomSource], ...] = (
    lambda pick: pick,
    lambda pick: mostly_zero(pick, 6),
    lambda pick: lambda limit: 0,
)


def states() -> list[State]:
    """States of a game, each also as if nothing had been reported: then more blocks may be one another."""
    title = load("pq17")
    play = play_out(title, "pq13", title.options.type(), 0)
    found: list[Any] = [title.read_state(one.state) for one in list(play.written_checkpoints)[::24]]
    return [state for one in found for state in (one, structs.replace(one, reports=[]))]


@pytest.mark.parametrize("seat", ["allied", "axis", PUBLIC])
def test_a_state_is_dealt_as_it_would_be_if_no_other_had_been_dealt_before(seat: str) -> None:
    """Also once more, and after one that differs in nothing but what was reported."""
    tried = [(state, bold) for state in states() for bold in BOLD]
    dealt = [encode(redeal(BOX, state, seat, bold(random_source(seat, n)))) for n, (state, bold) in enumerate(tried)]
    # Nothing is known yet of what lies in another box, though it be the same.
    alone = [
        encode(redeal(structs.replace(BOX), state, seat, bold(random_source(seat, n))))
        for n, (state, bold) in enumerate(tried)
    ]
    assert dealt == alone
    assert len({*dealt}) > len(tried) // 2
