"""Answers to a choice as people write them in a sentence or between other sentences."""

import pytest

from tests.wordings.reading import given

CHOSEN = [
    "I'll play Fast Ship on that one.",
    "Nice try! Fast Ship please.",
    "use my Fast Ship card",
    "I'll cancel that with Fast Ship.",
    "Cancel the interception with Fast Ship",
    "I think I'll use the Fast Ship",
    "I’d like to use fast ship, thanks!",
    "Let's use Fast Ship",
    "Let’s go with Fast Ship this time",
    "OK, Fast Ship it is!",
    "Well, I choose Fast Ship then.",
    "Hmm, my reaction is Fast Ship.",
    "Reaction: Fast Ship",
    "Ha, nice try! AMC... no wait, Fast Ship!",
    "What a hunt! I'm impressed. I play Fast Ship against him.",
]
PASSED = [
    "I'll pass",
    "Let it happen, I'll pass.",
    "No reaction from me, let the dice decide.",
    "Nothing from me this time.",
    "nothing from me",
    "nothing I can do here, pass.",
    "There's nothing we can do about that.",
    "nothing to play here, sorry",
    "I'll save my cards, let the dice decide",
    "do nothing",
    "I won't react.",
    "I do nothing here, thanks",
    "let the dice decide",
    "No card from me!",
    "Phew! I'll pass this time.",
    "I pass on this one",
]
PASSED_JA = [
    "お世話になっております。山田です。\n今回は使えるカードがございませんので、見送らせていただきます。",
    "見送らせていただきます。",
    "パスさせていただきます。",
    "何もございません。",
    "リアクションはいたしません。",
    "承知いたしました。見送ります。",
    "残念ですが、見送ります。",
    "パスいたします。",
    "ここは見送りでお願いいたします。",
]
TRAP = [
    ("en", "Trap"),
    ("en", "I'd like to use my Trap card, thanks!"),
    ("en", "A trap!"),
    ("ja", "罠のカードを使用いたします。"),
    ("ja", "「罠」のカードでお願いいたします。"),
]
NO_TRAP = ["It's a trap!", "Nice trap", "I fell into the trap, pass on", "no trap", "keep the trap"]
CHOSEN_JA = [
    "高速船を使わせていただきます。",
    "高速船を使用いたします。",
    "敵が来ましたので、高速船を使います。",
    "お見事です。高速船を使います。よろしくお願いします。",
    "承知いたしました。では高速船でお願いいたします。",
]
UNCLEAR_JA = [
    "高速船は使わせていただきません。",
    "高速船を使います。罠を使います。",
    "高速船を使います。ただし敵が速い場合です。",
    "高速船を使うか迷っています。",
    "敵が速いなら、高速船を使います。",
]
UNCLEAR = [
    "keep Fast Ship",
    "I keep Fast Ship",
    "I'll keep the Fast Ship",
    "I keep Fast Ship for later",
    "Fast Ship stays in my hand",
    "I won't use Fast Ship.",
    "I don't play Fast Ship",
    "Not Fast Ship",
    "Fast Ship\nor maybe not",
    "Fast Ship. But only if he is fast enough.",
    "Fast Ship\nOnly if you think it helps",
    "Fast Ship or Trap",
    "Fast Ship. Or Trap.",
    "Fast Ship. Pass.",
    "I was going to use Fast Ship but I'll pass",
    "Should I use Fast Ship?",
    "Is Fast Ship any good here?",
    "Fast Ship if you think that's wise, otherwise pass",
    "I pass. Unless he attacks again.",
    "I wanted to use Fast Ship.",
    "He used Fast Ship last time.",
    "stop Fast Ship",
    "cancel Fast Ship",
    "nothing but Fast Ship",
    "高速船を残します。",
    "高速船は残しておきます。",
    "高速船を残す",
]


@pytest.mark.parametrize("text", CHOSEN)
def test_an_option_is_chosen_in_a_sentence(text: str) -> None:
    found = given("pirates", "reaction", text, "en")
    assert (found.orders, found.refused) == (("choose fast_ship_1",), ())


@pytest.mark.parametrize("text", PASSED)
def test_nothing_is_chosen_in_a_sentence(text: str) -> None:
    found = given("pirates", "reaction", text, "en")
    assert (found.orders, found.refused) == (("pass",), ())


@pytest.mark.parametrize("text", UNCLEAR)
def test_what_is_kept_doubted_or_one_of_two_is_not_chosen(text: str) -> None:
    found = given("pirates", "reaction", text, "en")
    assert (found.orders, found.commands) == ((), ())
    assert found.refused


@pytest.mark.parametrize("text", CHOSEN_JA)
def test_an_option_is_chosen_humbly(text: str) -> None:
    found = given("pirates", "reaction", text, "ja")
    assert (found.orders, found.refused) == (("choose fast_ship_1",), ())


@pytest.mark.parametrize("text", PASSED_JA)
def test_nothing_is_chosen_humbly(text: str) -> None:
    found = given("pirates", "reaction", text, "ja")
    assert (found.orders, found.refused) == (("pass",), ())


@pytest.mark.parametrize("text", UNCLEAR_JA)
def test_a_humble_negation_doubt_or_condition_chooses_nothing(text: str) -> None:
    found = given("pirates", "reaction", text, "ja")
    assert found.orders == ()
    assert found.refused


@pytest.mark.parametrize(("language", "text"), TRAP)
def test_a_name_that_is_an_ordinary_word_may_stand_without_its_number(language: str, text: str) -> None:
    found = given("pirates", "reaction", text, language)
    assert (found.orders, found.refused) == (("choose trap_1",), ())


@pytest.mark.parametrize("text", NO_TRAP)
def test_an_ordinary_word_in_a_sentence_is_no_name(text: str) -> None:
    assert given("pirates", "reaction", text, "en").orders == ()
