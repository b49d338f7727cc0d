"""What a procedure asks of chance: what it says to whoever answers, and what needs no chance at all."""

from collections.abc import Coroutine
from typing import Any

import pytest

from games.kernel.requests import Draw, draw, draw_lot, draw_lots


def asked(procedure: Coroutine[Any, Any, Any]) -> Draw:
    """The request at which a procedure waits."""
    request = procedure.send(None)
    procedure.close()
    assert isinstance(request, Draw)
    return request


def result(procedure: Coroutine[Any, Any, Any], *answers: Any) -> Any:
    """What a procedure returns when its requests are answered so."""
    given: list[Any] = [None, *answers]
    for answer in given[:-1]:
        procedure.send(answer)
    with pytest.raises(StopIteration) as end:
        procedure.send(given[-1])
    return end.value.value


def test_lots_are_open_and_cards_are_not() -> None:
    assert asked(draw_lot(("a", "b"), key="k", rule="1.1")) == Draw(("a", "b"), 1, "k", "1.1", is_open=True)
    assert asked(draw_lots(("a", "b"), 2, key="k", rule="1.1")) == Draw(("a", "b"), 2, "k", "1.1", is_open=True)
    assert asked(draw(("a", "b"), 2, key="k", rule="1.1")) == Draw(("a", "b"), 2, "k", "1.1", is_open=False)


def test_one_option_alone_needs_no_lot() -> None:
    assert result(draw_lot(("a",), key="k", rule="1.1")) == "a"
    assert result(draw_lot(("a", "b"), key="k", rule="1.1"), (1,)) == "b"


def test_no_more_is_drawn_than_there_is() -> None:
    assert asked(draw_lots(("a", "b"), 5, key="k", rule="1.1")).count == 2
    assert result(draw_lots((), 2, key="k", rule="1.1")) == []
    assert result(draw_lots(("a",), 0, key="k", rule="1.1")) == []
    assert result(draw_lots(("a", "b", "c"), 2, key="k", rule="1.1"), (2, 0)) == ["c", "a"]
