"""A sentence without names that says that the orders beside it do not count: then nothing of the e-mail is used."""

import pytest

from games.order_text.disclaimers import is_disclaimer
from tests.wordings.reading import given

ORDERS = {
    "pirates turn": ("Möwe intercepts Floride with Reflag", "Möweは国籍変更でFlorideを迎撃する。"),
    "goeben day": ("Goeben sails to East of Sicily", "ゲーベンはシチリア東方へ移動する。"),
    "battleships targets": ("Hood fires at Bismarck", "フッドはビスマルクを砲撃する。"),
    "pq17 axis": ("Wolfpack 1 moves to 0615", "ウルフパック1は0615へ移動する。"),
}
BEHIND = (
    *("Not!", "Just kidding.", "Only joking.", "Or not.", "No, don't.", "Don't do that.", "Hmm, no.", "Ready?", "Ok?"),
    *("That is what I will not do.", "This is not an order.", "These are not my final orders.", "Do not use this."),
    *("Please ignore this e-mail.", "P.S. do not count this yet", "My answer is no.", "but I disagree.", "Is that ok?"),
    *("I have not decided yet.", "I am still thinking about it.", "This is only a draft.", "It's just an example."),
    *("I'll confirm tomorrow.", "Please do not submit these yet.", "Should I do that?", "Would that be legal?"),
    *("(just an example)", "They are only ideas.", "I'm not sure yet.", "Wait for my confirmation."),
)
BEFORE = (
    *("Please ignore this e-mail.", "The following is only a question:", "Would this be legal?", "My draft:"),
    *("Is the following possible?", "What would happen if:", "I will not do this:", "None of this:", "Not yet final:"),
    *("Don't do any of these:", "Last turn I ordered:", "Bob proposed:", "Bob wrote:", "You asked:", "Option B:"),
    *("Next turn:", "What if", "An example:", "Maybe:", "My opponent wants me to do:", "These are not my orders:"),
)
BEHIND_JAPANESE = (
    *(
        "やめます。",
        "いや、やめる。",
        "冗談です。",
        "嘘です。",
        "なんちゃって。",
        "これは命令ではありません。",
        "これは例です。",
    ),
    *(
        "でいいですか？",
        "これは可能ですか？",
        "可能でしょうか。",
        "これは下書きです。",
        "まだ確定ではありません。",
        "保留中です。",
    ),
    *(
        "まだ送信しないでください",
        "このメールは無視してください。",
        "まだ迷っています。",
        "まだ考え中です。",
        "質問です。",
    ),
    *("これでよいでしょうか。", "どうなりますか？", "確定ではない", "確定しますか？", "ＯＫ？", "後で確定します。"),
)
BEFORE_JAPANESE = (
    *(
        "このメールは無視してください。",
        "以下は命令ではありません。",
        "以下は質問です。",
        "次の命令は可能ですか？",
        "案です。",
    ),
    *("もし次のようにしたらどうなりますか。", "Bobさんの提案：", "Bobさんはこう書きました。", "前のターンの命令："),
    *("前回の命令です。", "仮の命令です。", "これはしません：", "次のことはしないでください。", "例えば："),
)
HARMLESS = (
    *("Sorry for not writing sooner, here are my orders:", "Here are my orders:", "My orders for today:", "Orders:"),
    *("Orders for next turn:", "I could not do this earlier.", "I hope this is not too late.", "How are you?"),
    *("Is it still raining over there?", "Can you send me the map again?", "Is it possible to extend the deadline?"),
    *("I did not expect that!", "It's not looking good for me.", "Don't worry.", "Thanks for the game.", "No rush."),
    *(
        "I don't know when I can play next.",
        "That was a good move.",
        "These are my orders.",
        "This is my final answer.",
    ),
    *("As you suggested:", "No questions.", "Hope that's not a problem.", "I will be away tomorrow.", "This is it."),
    *("If you are not the intended recipient, please delete this e-mail and notify the sender.", "Who is winning?"),
    "This e-mail may contain privileged information: do not copy or forward it.",
    *(
        "ご迷惑をおかけしました。",
        "遅くなって申し訳ありません。",
        "これでお願いします。",
        "以上です。",
        "お元気ですか。",
    ),
    *(
        "締め切りを延ばしていただくことは可能でしょうか。",
        "この度は遅れて申し訳ありませんでした。",
        "これで間違いありません。",
    ),
    *(
        "今回の命令です。",
        "以下の通りです。",
        "次の命令をお願いします。",
        "楽しいゲームをありがとうございます。",
        "今回の行動：",
    ),
)


@pytest.mark.parametrize("said", [*BEHIND, *BEFORE, *BEHIND_JAPANESE, *BEFORE_JAPANESE])
def test_these_are_reservations(said: str) -> None:
    assert is_disclaimer(said)


@pytest.mark.parametrize(("number", "place"), [*enumerate(ORDERS)])
def test_orders_do_not_count_with_a_reservation(number: int, place: str) -> None:
    english, japanese = ORDERS[place]
    texts = [f"{english}. {one}" for one in BEHIND] + [f"{english}.\n{one}" for one in BEHIND]
    texts += [f"{one}\n{english}" for one in BEFORE] + [f"{japanese}{one}" for one in BEHIND_JAPANESE]
    texts += [f"{japanese}\n{one}" for one in BEHIND_JAPANESE] + [f"{one}\n{japanese}" for one in BEFORE_JAPANESE]
    title, _, position = place.partition(" ")
    own = texts[number :: len(ORDERS)]
    counted = {text: found.orders for text in own if (found := given(title, position, text, "en")).orders}
    assert own
    assert counted == {}


@pytest.mark.parametrize("place", ORDERS)
def test_the_writer_is_told_why_and_what_could_be_read(place: str) -> None:
    title, _, position = place.partition(" ")
    found = given(title, position, f"{ORDERS[place][0]}.\nThis is not an order.", "en")
    [(said, reasons)] = found.refused
    assert said.rstrip(".") == "This is not an order"
    assert "not_meant" in reasons
    assert any("These orders could be read: `" in reason for reason in reasons)


@pytest.mark.parametrize("said", HARMLESS)
def test_other_words_do_not_hinder_the_orders(said: str) -> None:
    assert not is_disclaimer(said)
    place = [*ORDERS][len(said) % len(ORDERS)]
    title, _, position = place.partition(" ")
    found = given(title, position, f"{said}\n\n{ORDERS[place][said[0] > '~']}", "en")
    assert len(found.orders) == 1
    assert found.refused == ()


@pytest.mark.parametrize(
    "said", ["Hood would fire at Bismarck.", "Next turn Hood fires at Bismarck.", "ok?", "OKですか"]
)
def test_what_is_not_for_now_gives_no_order(said: str) -> None:
    assert given("battleships", "targets", said, "en").orders == ()
