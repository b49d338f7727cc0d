"""What an operation by mail is counted to cost, and that standing instructions make it cost less."""

from bench.operations import PLAY_STYLES, count
from tests.titles.loading import load


def test_instructions_save_letters_and_everybody_is_asked_for_orders_once_a_turn() -> None:
    asked, instructed = (count(load("pq17"), "pq17", 2, manner) for manner in PLAY_STYLES)
    assert asked.turns > 20
    assert instructed.turns > 20
    assert asked.letters["orders"] >= asked.turns - 2
    assert asked.letters["refuse"] > 5 >= instructed.letters["refuse"]
    assert instructed.letters.total() / instructed.turns < asked.letters.total() / asked.turns
