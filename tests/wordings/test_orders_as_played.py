"""Orders as people write them in their first game: names between quotation marks, a card that is left out because it
lies on the ship that acts, and a card that is laid on a ship.
"""

from typing import Any

import pytest

from games.kernel.forms import MayChoose
from games.kernel.text import Text, id_label
from games.order_text import parse_lines
from games.order_text.dictionary import Dictionary
from tests.wordings.reading import given

_NEXT = "intercept reflag_1 ship=mowe targets=floride"
REVEALED = [
    ("en", "Möwe attacks Floride", _NEXT),
    ("en", "Moewe targets Floride please", _NEXT),
    ("en", "Attack Floride with Mowe", _NEXT),
    ("ja", "MöweはFlorideを迎撃してください。", _NEXT),
    ("ja", "MöweでFlorideを攻撃します。", _NEXT),
    ("ja", "MöweはFlorideを狙ってください。", _NEXT),
    ("ja", "国籍変更でFlorideを狙います。", _NEXT),
    ("ja", "MeteorはClan Mactavishを襲撃してください。", "intercept breakout_1 ship=meteor targets=clan_mactavish"),
]
PLANNED = [
    ("en", 'Möwe intercepts Floride with "Reflag"', _NEXT),
    ("en", "Möwe intercepts Floride with 'Reflag'", _NEXT),
    ("en", "“Möwe” intercepts “Floride” with “Reflag”.", _NEXT),
    ("ja", "Möweは「国籍変更」でFlorideを迎撃してください。", _NEXT),
    ("ja", "「国籍変更」でMöweがFlorideを迎撃します。", _NEXT),
    ("ja", "「国籍変更」のカードでMöweにFlorideを迎撃させてください。", _NEXT),
    ("ja", "Möweは国籍変更のカードを使って『Floride』を迎撃してください。", _NEXT),
    ("ja", "Möweに国籍変更を割り当てて、Florideを狙ってください。", _NEXT),
    ("ja", "「国籍変更」をMöweに割り当て、Florideを迎撃してください。", _NEXT),
    ("ja", "国籍変更をMöweに割り当てて、目標はFlorideです。", _NEXT),
    ("ja", "「国籍変更」のカードで、MöweにFlorideを攻撃させてください。", _NEXT),
    ("ja", "国籍変更で、MöweはFlorideを迎撃してください。", _NEXT),
    ("ja", "Möweは、国籍変更で、Florideを迎撃してください。", _NEXT),
    ("ja", "国籍変更を使って、MöweがFlorideを迎撃します。", _NEXT),
]
NO_ORDER = [
    ("reveal", "en", "Floride attacks Möwe"),
    ("reveal", "en", "attack"),
    ("reveal", "en", "Möwe does not attack Floride"),
    ("reveal", "ja", "Florideを迎撃しないでください。"),
    ("turn", "en", "Möwe attacks Floride"),
    ("turn", "ja", "「国籍変更」を使わずにMöweはFlorideを迎撃してください。"),
    ("turn", "ja", "国籍変更をMöweに割り当てないで、Florideを狙ってください。"),
    ("turn", "ja", "国籍変更をMöweに割り当てたら、Florideを狙ってください。"),
]


@pytest.mark.parametrize(("language", "text", "gives"), REVEALED)
def test_the_card_that_lies_on_the_ship_need_not_be_named(language: str, text: str, gives: str) -> None:
    found = given("pirates", "reveal", text, language)
    assert (found.orders, found.refused) == ((gives,), ())


@pytest.mark.parametrize(("language", "text", "gives"), PLANNED)
def test_names_may_stand_between_quotation_marks_and_cards_be_assigned(language: str, text: str, gives: str) -> None:
    found = given("pirates", "turn", text, language)
    assert (found.orders, found.refused) == ((gives,), ())


@pytest.mark.parametrize(("position", "language", "text"), NO_ORDER)
def test_a_sentence_that_does_not_say_it_gives_no_order(position: str, language: str, text: str) -> None:
    found = given("pirates", position, text, language)
    assert not any(order.startswith("intercept") for order in found.orders), found.lines


@pytest.mark.parametrize("text", ["Möweは国籍変更とFloride。", "Möweは何とかFlorideを。"])
def test_who_cannot_leave_a_refuge_is_not_told_so_where_no_refuge_was_meant(text: str) -> None:
    found = given("pirates", "turn", text, "ja")
    assert found.refused
    assert not any("refuge" in word for _, words in found.refused for word in words)


AFTER_TALK = [
    ("turn", "ja", "先ほどは失礼いたしました。書き直します。\n\nMöweは国籍変更でFlorideを迎撃してください。", _NEXT),
    (
        "turn",
        "ja",
        "お世話になっております。山田です。\n訂正いたします。\nMöweは国籍変更でFlorideを迎撃してください。",
        _NEXT,
    ),
    ("turn", "en", "Sorry for the mess. Let me try again.\nMöwe attacks Floride with Reflag", _NEXT),
    ("reaction", "en", "Ha, what a shot! No wait, I play Fast Ship.", "choose fast_ship_1"),
]
TAKEN_BACK = [
    ("turn", "en", "Möwe attacks Floride with Reflug. No wait, Meteor attacks Floride with Breakout."),
    ("turn", "ja", "Möweは国籍変更で待機せず迎撃。訂正、Meteorは包囲の突破でFlorideを迎撃してください。"),
    ("reaction", "en", "Trap if you think so. No wait, Fast Ship if not."),
]


@pytest.mark.parametrize(("position", "language", "text", "gives"), AFTER_TALK)
def test_a_correction_behind_words_that_are_no_order_corrects_nothing(
    position: str, language: str, text: str, gives: str
) -> None:
    found = given("pirates", position, text, language)
    assert (found.orders, found.refused) == ((gives,), ())


@pytest.mark.parametrize(("position", "language", "text"), TAKEN_BACK)
def test_a_correction_of_an_order_that_is_not_understood_is_asked_back(position: str, language: str, text: str) -> None:
    assert given("pirates", position, text, language).orders == ()


@pytest.mark.parametrize("name", ["修理 4（夜間）", "修理 4", "修理（夜間）"])
def test_a_japanese_name_may_stand_without_its_number_and_bracket(name: str) -> None:
    assert Dictionary([(name, "card")], inner=True, tails=True).matches("修理") == ["card"]


def test_an_option_with_an_umlaut_is_chosen_in_an_english_sentence() -> None:
    form: Any = MayChoose(options=("mowe", "dresden"), kept=True)
    labels = {"mowe": Text("Möwe", "メーヴェ")}
    found = parse_lines(["I carry Möwe over into the next round."], form, lambda one: labels.get(one, id_label(one)))
    assert (found.text, found.refused) == ("mowe", ())
