"""In a receipt, each order has its previews beside it; those of all orders follow below."""

import pytest

from worker.mail.outbound.receipts import WHOLE_ANSWER, _order_of


@pytest.mark.parametrize(
    ("pointer", "of"),
    [
        ("/0", 0),
        ("/1/way", 1),
        ("/2/way/0", WHOLE_ANSWER),
        ("", WHOLE_ANSWER),
        ("/", WHOLE_ANSWER),
        ("/way", WHOLE_ANSWER),
        ("1", WHOLE_ANSWER),
        ("/-1", WHOLE_ANSWER),
    ],
)
def test_a_note_stands_beside_the_order_at_which_it_points(pointer: str, of: int) -> None:
    """Of two orders."""
    assert _order_of(pointer, 2) == of
