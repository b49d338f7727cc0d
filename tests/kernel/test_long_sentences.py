"""What is longer than anybody's sentence is read as notation alone: every way to say a thing costs time."""

import pytest

from games.order_text.tokens import MOST_BLANKS, MOST_LETTERS, is_too_long
from tests.kernel.test_group_orders import said

HOLDS = "Hood fires at Bismarck"


@pytest.mark.parametrize(("more", "is_read"), [(0, True), (1, False)])
def test_a_sentence_has_so_many_letters_and_words(more: int, is_read: bool) -> None:
    letters = "Hood fires at Bismarck " + "!" * (MOST_LETTERS - len(HOLDS) - 1 + more)
    assert (not is_too_long(letters)) is is_read
    blanks = HOLDS.replace(" ", " now" * (MOST_BLANKS - HOLDS.count(" ") + more) + " ", 1)
    assert blanks.count(" ") == MOST_BLANKS + more
    assert (not is_too_long(blanks)) is is_read
    assert (said(blanks) is not None) is is_read


def test_notation_may_be_longer() -> None:
    row = f"target hood at=bismarck{' ' * 2}# {'x' * MOST_LETTERS}"
    assert said(row) == "target hood at=bismarck"
