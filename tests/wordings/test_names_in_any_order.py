"""Orders of Pirates in which names stand in any order, and sentences that look like them and are none."""

import pytest

from tests.wordings.reading import given

_HUNT = "intercept reflag_1 ship=mowe targets=floride"
_OTHER = "intercept breakout_1 ship=meteor targets=clan_mactavish"
_MINES = "mines lay_mines_1 ship=meteor against=black"
ORDERS = [
    ("Put Reflag on Möwe and attack Floride.", [_HUNT]),
    ("Use Reflag on Moewe to attack Floride", [_HUNT]),
    ("Play Reflag on Mowe to attack Floride.", [_HUNT]),
    ("Assign Reflag to Möwe, target Floride", [_HUNT]),
    ("Reflag on Möwe against Floride", [_HUNT]),
    ("Möwe -> Floride (Reflag)", [_HUNT]),
    ("I'd like Möwe to attack Floride with Reflag.", [_HUNT]),
    ("Möwe goes after Floride with Reflag", [_HUNT]),
    ("Möwe attacks the Floride with the Reflag card", [_HUNT]),
    ("Meteor lays mines against Black", [_MINES]),
    ("Möwe attacks Floride with Reflag and Meteor attacks Clan Mactavish with Breakout", [_HUNT, _OTHER]),
    ("Möwe attacks Floride with Reflag, and Meteor attacks Clan Mactavish with Breakout.", [_HUNT, _OTHER]),
]
NONE = [
    "Don't put Reflag on Möwe to attack Floride",
    "Put Reflag on Möwe unless Floride moves",
    "Floride attacks Möwe with Reflag",
    "Reflag Möwe",
    "Reflag and Breakout on Möwe against Floride",
    "Should I put Reflag on Möwe to attack Floride?",
    "Put Reflag or Breakout on Möwe to attack Floride",
    "I would have put Reflag on Möwe to attack Floride yesterday",
]


@pytest.mark.parametrize(("text", "orders"), ORDERS)
def test_names_in_any_order_are_an_order(text: str, orders: list[str]) -> None:
    found = given("pirates", "turn", text, "en")
    assert ([*found.orders], found.refused) == (orders, ())


@pytest.mark.parametrize("text", NONE)
def test_any_other_word_makes_it_no_order(text: str) -> None:
    found = given("pirates", "turn", text, "en")
    assert found.orders == ()
    assert found.refused
