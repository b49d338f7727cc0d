"""Previews and pictures of a process are computed one after the other: short requests share it with one of them."""

import threading

import pytest

from pbem.preview_slots import PreviewsBusy, PreviewSlots


def test_previews_are_computed_one_after_the_other() -> None:
    slots, order, first_runs, may_end = PreviewSlots(2, 4), list[str](), threading.Event(), threading.Event()

    def first() -> None:
        with slots.compute("anna"):
            first_runs.set()
            may_end.wait(10)
            order.append("first")

    def second() -> None:
        with slots.compute("ben"):
            order.append("second")

    threads = [threading.Thread(target=first), threading.Thread(target=second)]
    threads[0].start()
    assert first_runs.wait(10)
    threads[1].start()
    with slots.take("carl"):  # places are free meanwhile
        assert order == []
    may_end.set()
    for one in threads:
        one.join(10)
    assert order == ["first", "second"]


def test_a_turn_that_does_not_come_is_refused() -> None:
    slots = PreviewSlots(2, 4)
    with slots.take_turn(), pytest.raises(PreviewsBusy), slots.take_turn(0.01):
        pytest.fail("two compute at the same time")
    with slots.take_turn(0.01), slots.take("anna"):
        pass


def test_an_error_gives_place_and_turn_back() -> None:
    slots = PreviewSlots(1, 1)
    for _ in range(2):
        with pytest.raises(ValueError, match="wrong"), slots.compute("anna"):
            raise ValueError("wrong")
