"""The budget of a text: counted in steps, kept for the end in part, and what happens to the lines behind its end."""

import pytest

from games.kernel.errors import GameError
from games.order_text import ParsedOrders, parse_lines
from games.order_text import line_parser as reading
from games.order_text.budget import TOO_LONG_TO_READ, Budget, Spent, unlimited
from tests.kernel.written import SEA, labels

GOOD, BAD = "sail goeben to=malta", "sial goeben to=malta"


def read_with(steps: int, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> ParsedOrders:
    """What lines give if there are no more steps than these, and as many for the end."""
    monkeypatch.setattr(reading, "Budget", lambda: Budget(steps + 500, 500))
    return parse_lines(lines, SEA, labels)


def test_steps_are_counted_to_the_last() -> None:
    budget = Budget(10, 4)
    budget.spend(6)
    with pytest.raises(Spent):
        budget.spend()
    budget.release()
    budget.spend(4)
    with pytest.raises(Spent):
        budget.spend()
    unlimited().spend(10**9)
    assert not issubclass(Spent, GameError)


def test_lines_behind_the_end_are_refused_and_the_rest_is_a_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["Goeben sails to Malta", *(f"Breslau sails to Malta, no {at} she does not, or does" for at in range(12))]
    free = read_with(10**6, lines, monkeypatch)
    assert TOO_LONG_TO_READ not in [problem for one in free.refused for problem in one.problems]
    results = [read_with(steps, lines, monkeypatch) for steps in range(0, 3_000, 50)]
    cut = [one for one in results if any(TOO_LONG_TO_READ in refused.problems for refused in one.refused)]
    assert len(cut) > 10
    assert {one.text for one in cut} <= {None, free.text}
    assert any(one.text == free.text for one in cut)
    for one in cut:
        named = [refused.written for refused in one.refused if TOO_LONG_TO_READ in refused.problems]
        assert named == lines[-len(named) :] or named == lines[:1]


def test_the_same_text_gives_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [GOOD, *[BAD] * 10]
    for steps in (0, 100, 300, 600):
        assert read_with(steps, lines, monkeypatch) == read_with(steps, lines, monkeypatch)


def test_a_text_whose_budget_is_spent_before_its_lines_is_refused_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read_with(0, ["", GOOD], monkeypatch)
    assert found.text is None
    ((refused),) = found.refused
    assert (refused.written, refused.problems) == (GOOD, (TOO_LONG_TO_READ,))
