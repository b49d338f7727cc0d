"""What counters say by themselves is kept: never what they said before, however they came to be otherwise."""

from typing import Any, cast

import pytest

from games.kernel.chance import HmacChance
from games.kernel.codec import decode, encode
from games.kernel.driver import Look, drive, opening
from games.kernel.journal import Given
from games.kernel.pick import whims
from games.kernel.requests import Ask
from games.titles.pq17.box.options import Options
from games.titles.pq17.rules.movement import muster
from games.titles.pq17.rules.movement.muster import mustered
from games.titles.pq17.rules.movement.speed import allowance, speed
from games.titles.pq17.rules.search.parting import parting
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.title import load_title
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX, FILES

rule = pytest.mark.rule


@rule("pq17", "5.1.1")
def test_who_is_hit_and_made_whole_again_is_another_each_time() -> None:
    one = force("t", "allied", "task_force", "0406", "london", "dd_us 2")
    sea = arctic(one)
    fast, (cruiser, *_) = speed(BOX, one, "fair"), one.counters
    cruiser.crippled = True
    assert speed(BOX, one, "fair") == "slow"
    cruiser.dead = True
    assert allowance(BOX, one, "fair", sea.now) == 0
    cruiser.crippled = cruiser.dead = False
    assert speed(BOX, one, "fair") == fast != "slow"
    one.counters.pop(0)
    assert "london" not in mustered(BOX, one.counters).leaving.ships


def test_the_same_ships_are_mustered_once_and_a_copy_of_them_with_them() -> None:
    counters = ships("london", "dd_us 2")
    found = mustered(BOX, counters)
    assert mustered(BOX, decode(encode(counters), list[Counter])) is found
    assert mustered(BOX, [*reversed(counters)]) is not found


def test_no_more_are_kept_than_are_meant_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(muster, "MOST", 3)
    for strength in range(1, 9):
        assert mustered(BOX, [Counter("dd_us", strength)]).leaving == parting(BOX, [Counter("dd_us", strength)])
        assert len(BOX.musters) <= 3


def test_nothing_that_is_kept_is_changed_by_play() -> None:
    title = load_title(FILES)
    state = title.new_game("pq8", Options())
    box = cast(Sea, title.table(state)).box

    def supply(question: Ask[Any], number: int, look: Look) -> Given:
        answer = question.form.sample(whims(7, number, question.seat, question.key))
        return Given(question.seat, question.form.write(answer))

    drive(title, opening(title, state), (), supply, chance=HmacChance(b"muster"), budget=100_000)
    kept = dict(box.musters)
    assert len(kept) > 20
    box.musters.clear()
    assert all(mustered(box, decode(written, list[Counter])) == found for written, found in kept.items())
