"""Answers that stand from then on: in which place, and only where the run that they were given in was written."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from games.kernel.forms import MayChoose
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.services.resolve.standing_order_book import USED_ONCE, StandingOrderBook
from tests.kernel.toy import TOY

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def kept() -> StandingOrderBook:
    """The book of a game in which red has just let an answer stand, in entry 4."""
    book = StandingOrderBook(TOY, (), NOW)
    form = MayChoose(options=("x", "y"))
    question: Ask[Any] = Ask(key="k", kind="k", seat="red", rule="1", prompt=Text("?", "？"), form=form)
    book.keep_answer(question, SeatAnswer("red", "x", "web", NOW.isoformat()), 4)
    return book


def run(*entries: int) -> Any:
    return SimpleNamespace(entries=[SimpleNamespace(number=number) for number in entries])


def test_an_answer_that_stands_is_the_first_of_its_kind_and_the_seat_is_asked_no_more() -> None:
    book = kept()
    ((_, row),) = book.kept.values()
    assert (row.kind, row.position) == ("k", 0)
    assert book.has_standing_order("red", "k")
    assert not book.has_standing_order("black", "k")


@pytest.mark.parametrize(
    ("entries", "used", "stays"),
    [((4,), False, True), ((3, 4, 5), False, True), ((), False, False), ((3, 5), False, False), ((4,), True, False)],
    ids=["written", "among others", "nothing written", "others written", "written and switched off since"],
)
def test_an_answer_stands_only_where_it_was_written_and_has_not_been_switched_off(
    entries: tuple[int, ...], used: bool, stays: bool
) -> None:
    book = kept()
    ((_, row),) = book.kept.values()
    if used:
        book.off[row.pk] = ("red", row, USED_ONCE)
    assert book.keep_recorded(run(*entries)) == []
    assert list(book.kept) == [(4, "red")] * stays
