"""What is revealed next, and the end of a turn, as people say it where a plan is made."""

import pytest

from tests.wordings.reading import given

_FIRST = "intercept reflag_1 ship=mowe targets=floride"
_OTHER = "intercept breakout_1 ship=meteor targets=clan_mactavish"
NEXT = [
    ("en", "Reveal Reflag", _FIRST),
    ("en", "Reflag first please!", _FIRST),
    ("en", "Möwe first", _FIRST),
    ("en", "Start with Meteor.", _OTHER),
    ("en", "Breakout", _OTHER),
    ("en", "I reveal the Breakout card now", _OTHER),
    ("ja", "国籍変更を公開してください。", _FIRST),
    ("ja", "まずMeteorから", _OTHER),
    ("ja", "次は「包囲の突破」でお願いします。", _OTHER),
    ("en", "I'll go with as planned", _OTHER),
]
ENDS = [
    ("en", "end turn"),
    ("en", "End my turn please."),
    ("en", "I'm done"),
    ("en", "I’m done for this turn."),
    ("en", "That's all for this turn"),
    ("en", "I stop here."),
    ("ja", "ターンを終了してください。"),
    ("ja", "ターンを終わります。"),
    ("ja", "ここまで"),
]
NONE = [
    "Not Reflag",
    "Reflag last",
    "Reveal Reflag if you can",
    "Don't reveal Reflag",
    "Reveal Reflag or Breakout",
    "reveal",
]


@pytest.mark.parametrize(("language", "text", "gives"), NEXT)
def test_a_planned_card_is_called_by_a_name_in_its_order(language: str, text: str, gives: str) -> None:
    found = given("pirates", "reveal", text, language)
    assert (found.orders, found.refused) == ((gives,), ())


@pytest.mark.parametrize(("language", "text"), ENDS)
def test_the_turn_ends_by_what_players_say(language: str, text: str) -> None:
    found = given("pirates", "reveal", text, language)
    assert (found.orders, found.refused) == (("pass",), ())


@pytest.mark.parametrize("text", NONE)
def test_what_is_not_to_be_revealed_gives_no_order(text: str) -> None:
    found = given("pirates", "reveal", text, "en")
    assert found.orders == ()
    assert found.refused
