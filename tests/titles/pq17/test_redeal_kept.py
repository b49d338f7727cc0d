"""What a redeal and the muster of counters keep, and that play changes nothing of it."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from msgspec import structs

from games.kernel.chance import HmacChance
from games.kernel.codec import decode, encode
from games.kernel.conformance import play_out
from games.kernel.driver import ViewFactory, drive, initial_checkpoint
from games.kernel.events import PUBLIC
from games.kernel.forms import RandomSource
from games.kernel.journal import SeatAnswer
from games.kernel.random_source import mostly_zero, random_source
from games.kernel.requests import Ask
from games.titles.pq17.components.options import Options
from games.titles.pq17.rules.movement import muster
from games.titles.pq17.rules.movement.muster import muster_of
from games.titles.pq17.rules.movement.speed import allowance, speed_of_force
from games.titles.pq17.rules.search.detachment import parting_ships
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import State
from games.titles.pq17.title import load_title
from games.titles.pq17.visibility.redeal import redeal
from tests.titles.loading import load
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX, FILES

rule = pytest.mark.rule
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


@rule("pq17", "5.1.1")
def test_who_is_hit_and_made_whole_again_is_another_each_time() -> None:
    one = force("t", "allied", "task_force", "0406", "london", "dd_us 2")
    board = arctic(one)
    fast, (cruiser, *_) = speed_of_force(BOX, one, "fair"), one.counters
    cruiser.crippled = True
    assert speed_of_force(BOX, one, "fair") == "slow"
    cruiser.dead = True
    assert allowance(BOX, one, "fair", board.now) == 0
    cruiser.crippled = cruiser.dead = False
    assert speed_of_force(BOX, one, "fair") == fast != "slow"
    one.counters.pop(0)
    assert "london" not in muster_of(BOX, one.counters).leaving.ships


def test_the_same_ships_are_mustered_once_and_a_copy_of_them_with_them() -> None:
    counters = ships("london", "dd_us 2")
    found = muster_of(BOX, counters)
    assert muster_of(BOX, decode(encode(counters), list[Counter])) is found
    assert muster_of(BOX, [*reversed(counters)]) is not found


def test_no_more_are_kept_than_are_meant_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(muster, "MOST", 3)
    for strength in range(1, 9):
        assert muster_of(BOX, [Counter("dd_us", strength)]).leaving == parting_ships(BOX, [Counter("dd_us", strength)])
        assert len(BOX.musters) <= 3


def test_nothing_that_is_kept_is_changed_by_play() -> None:
    title = load_title(FILES)
    state = title.rules.new_game("pq8", Options())
    box = cast(Board, title.rules.table(state)).box

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        answer = question.form.sample(random_source(7, number, question.seat, question.key))
        return SeatAnswer(question.seat, question.form.write(answer))

    drive(title, initial_checkpoint(title, state), (), supply, chance=HmacChance(b"muster"), budget=100_000)
    kept = dict(box.musters)
    assert len(kept) > 20
    box.musters.clear()
    assert all(muster_of(box, decode(written, list[Counter])) == found for written, found in kept.items())
