"""What looks like an order: `like_orders.tsv` does in a form of its title, `no_orders.txt` in none of any title.

A title may keep its lines in a `like_orders.txt` of its own folder.
"""

from pathlib import Path

import pytest

from games import registry
from games.order_text.order_detection import OrderDetector
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders
from tests.titles.test_ordinary_words import forms_of

FOLDER = Path(__file__).parent
NO_ORDERS = (FOLDER / "no_orders.txt").read_text(encoding="utf-8").splitlines()
LIKE_ORDERS = [line.split("\t") for line in (FOLDER / "like_orders.tsv").read_text(encoding="utf-8").splitlines()]
LIKE_ORDERS += [
    [path.parent.name, line]
    for path in sorted(FOLDER.glob("*/like_orders.txt"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("key", registry.title_keys())
def test_what_stands_around_orders_looks_like_none(key: str) -> None:
    found = {
        (type(form).__name__, line)
        for form, labels in forms_of(key)
        for words in [Vocabulary(form, labels)]
        for line in NO_ORDERS
        if OrderDetector(words).looks_like_order(line)
    }
    assert sorted(found) == []


@pytest.mark.parametrize("key", registry.title_keys())
def test_what_is_meant_as_an_order_looks_like_one(key: str) -> None:
    words = [Vocabulary(form, labels) for form, labels in forms_of(key)]
    lines = [line for title, line in LIKE_ORDERS if title == key]
    assert len(lines) >= 5 or not any(isinstance(form, Orders) for form, _ in forms_of(key))
    assert [line for line in lines if not any(OrderDetector(one).looks_like_order(line) for one in words)] == []
