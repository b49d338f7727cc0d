"""Slots and processor time of previews: one at a time for each player, and no player waits for another one's."""

import threading

import pytest

from pbem.previews.slots import OVERDRAFT, PreviewsBusy, PreviewSlots, ProcessorBudget


def test_a_player_computes_one_preview_at_a_time_and_others_meanwhile() -> None:
    slots, order, first_runs, may_end = PreviewSlots(2, 4), list[str](), threading.Event(), threading.Event()

    def first() -> None:
        with slots.compute("anna"):
            first_runs.set()
            may_end.wait(10)
            order.append("first")

    def second() -> None:
        with slots.compute("anna"):
            order.append("second")

    threads = [threading.Thread(target=first), threading.Thread(target=second)]
    threads[0].start()
    assert first_runs.wait(10)
    threads[1].start()
    with slots.compute("ben"):
        assert order == []
    may_end.set()
    for one in threads:
        one.join(10)
    assert order == ["first", "second"]


def test_a_preview_that_waits_too_long_is_refused() -> None:
    slots = PreviewSlots(2, 4)
    with slots.compute("anna"), pytest.raises(PreviewsBusy), slots.compute("anna", 0.01):
        pytest.fail("two compute at the same time")
    with slots.compute("anna", 0.01), slots.take("anna"):
        pass


def test_too_many_previews_are_refused_at_once() -> None:
    slots = PreviewSlots(2, 3)
    with slots.take("anna"), slots.take("anna"):
        with pytest.raises(PreviewsBusy), slots.take("anna"):
            pytest.fail("a player has too many")
        with slots.take("ben"), pytest.raises(PreviewsBusy), slots.take("carl"):
            pytest.fail("all players have too many")


def test_an_error_gives_the_slot_back() -> None:
    slots = PreviewSlots(1, 1)
    for _ in range(2):
        with pytest.raises(ValueError, match="wrong"), slots.compute("anna"):
            raise ValueError("wrong")


def test_a_used_budget_recovers_and_belongs_to_one_player() -> None:
    now = [100.0]
    budget = ProcessorBudget(3.0, 0.1, clock=lambda: now[0])
    budget.charge("anna", 2.5)
    assert not budget.is_used_up("anna")
    budget.charge("anna", 1.5)
    assert budget.is_used_up("anna")
    assert not budget.is_used_up("ben")
    now[0] += 9.0
    assert budget.is_used_up("anna")
    now[0] += 1.5
    assert not budget.is_used_up("anna")


def test_a_player_who_overdraws_the_budget_waits_until_some_of_it_has_recovered() -> None:
    now = [100.0]
    budget = ProcessorBudget(2.0, 0.5, clock=lambda: now[0])
    budget.charge("anna", 2.0 * OVERDRAFT)
    assert not budget.is_overdrawn("anna")
    budget.charge("anna", 1.0)
    assert budget.is_overdrawn("anna")
    assert not budget.is_overdrawn("ben")
    now[0] += 2.5
    assert not budget.is_overdrawn("anna")
