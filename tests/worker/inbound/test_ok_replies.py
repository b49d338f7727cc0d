"""A reply that only says "ok" takes the default that the e-mail names, or the player's own orders."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage

from games import registry
from games.kernel.forms import Choose, Form, MayChoose
from games.kernel.text import Text, id_label
from games.models import Game, Player
from games.persistence import serialization
from tests.kernel.written import SEA
from tests.table import answer, asked
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound.agreement import (
    DEFAULT_PHRASES,
    OK_PHRASES,
    YES_PHRASES,
    find_agreement_phrases,
    is_default_accepted_by_ok,
    read_agreement,
)
from worker.mail.inbound.dispatch import handle_inbound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]
CARDS = ("c1", "c2")


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    return parsed(to("anna"))


def default_card(game: Game) -> str:
    form = serialization.read_question(registry.game_title(game), asked(game, "red").question).form
    return str(form.default())


def cards(game: Game) -> list[tuple[str, bool]]:
    return [(raw.decode().strip('"'), ready) for raw, ready, _ in sealed(game)]


def said(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


def after_the_grace() -> None:
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        handle_inbound()


# --- the words


@pytest.mark.parametrize("word", [*OK_PHRASES, *YES_PHRASES, *DEFAULT_PHRASES])
def test_every_word_agrees(word: str) -> None:
    for written in (
        word,
        f"{word.capitalize()}.",
        f"{word}, please!",
        f"{word}\nThanks",
        f"“{word}” 🙂",
        f"{word}、以上です",
    ):
        assert word in find_agreement_phrases(written.split("\n")), written


@pytest.mark.parametrize(
    "lines",
    [
        ["お世話になっております。山田です。", "それで結構です。", "よろしくお願いいたします。"],
        ["お疲れさまです。花子です。", "了解いたしました。それでお願いいたします。"],
        ["いつもお世話になっております。", "このまま進めてください。", "何卒よろしくお願い申し上げます。"],
        ["お世話になっております。", "最初の命令でお願いいたします。"],
    ],
)
def test_courtesies_around_a_word_that_agrees_say_nothing(lines: list[str]) -> None:
    assert find_agreement_phrases(lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["Ok, sail goeben to malta"],
        ["ok", "sail goeben to=malta"],
        ["Fine weather today"],
        ["not ok"],
        ["no"],
        ["thanks"],
        ["はい、ゲーベンはマルタへ"],
        ["お世話になっております。山田です。", "よろしくお願いします。"],
        ["お世話になっております。反対です。", "それで結構です。"],
        ["それで結構です。", "ゲーベンです。"],
        ["yes but later"],
        ["ok " * 90],
    ],
)
def test_words_beside_others_do_not_agree(lines: list[str]) -> None:
    assert not find_agreement_phrases(lines)


# --- a reply to a refusal


def test_ok_to_a_refusal_submits_nothing_and_is_asked_back(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "choose nonsense"))
    refusal = parsed(send()[0])
    assert "Orders not understood" in refusal["Subject"]
    bring(reply(refusal, "ok"))
    assert cards(running) == []
    told = said(send()[0])
    assert "You reply to an e-mail that refused your orders, so this submits nothing." in told
    bring(reply(refusal, "default"))
    assert cards(running) == [(default_card(running), True)]


def test_ok_to_the_question_counts_after_a_refusal_too(running: Game, letter: Parsed) -> None:
    bring(reply(letter, "choose nonsense"))
    bring(reply(letter, "ok"))
    assert cards(running) == [(default_card(running), True)]


@pytest.mark.parametrize(
    ("form", "words", "text"),
    [
        (Choose(options=CARDS), "ok", "choose c1"),
        (Choose(options=CARDS), "Yes, please do", "choose c1"),
        (Choose(options=CARDS, fallback="c2"), "the default please", "choose c2"),
        (MayChoose(options=CARDS), "ok", "pass"),
        (MayChoose(options=CARDS), "既定でお願いします", "pass"),
        (MayChoose(options=CARDS), "yes", None),
        (MayChoose(options=CARDS), "はい", None),
        (Choose(options=("yes", "no"), fallback="no"), "Yes please", "yes"),
        (Choose(options=("yes", "no"), fallback="no"), "Do that.", "yes"),
        (Choose(options=("yes", "no"), fallback="no"), "ok", None),
        (Choose(options=("yes", "no"), fallback="yes"), "ok", "yes"),
        (Choose(options=("yes", "no"), fallback="no"), "the default", "choose no"),
        (SEA, "sounds good", "pass"),
    ],
)
def test_what_is_taken(form: Form[Any], words: str, text: str | None) -> None:
    found = read_agreement([words], form, id_label)
    assert found is not None
    assert found.text == text
    assert bool(found.refused) == (text is None)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (Choose(options=("yes", "no")), "yes"),
        (Choose(options=("fine", "foul")), "Fine."),
        (Choose(options=CARDS), "はい"),
        (Choose(options=CARDS), "c1"),
        (Choose(options=CARDS), "no"),
    ],
)
def test_a_name_of_the_form_is_that_name(form: Form[Any], words: str) -> None:
    names = {"c1": Text("First", "はい")}
    assert read_agreement([words], form, lambda one: names.get(one, id_label(one))) is None


class WithoutDefault(Choose, frozen=True, kw_only=True, tag="test.without_default"):
    """A choice in which nothing may be played without an answer."""

    def default(self) -> str:
        return "c9"


def test_a_default_that_could_not_be_given_is_not_taken() -> None:
    form = WithoutDefault(options=CARDS)
    found = read_agreement(["ok"], form, id_label)
    assert found is not None
    assert found.text is None
    assert "no default" in found.refused[0].problems[0].message.en
    assert not is_default_accepted_by_ok(form)


# --- by mail


def test_the_e_mail_says_what_ok_takes(running: Game, letter: Parsed, send: Send) -> None:
    (text,) = [part for part in letter.walk() if part.get_content_type() == "text/plain"]
    told = " ".join(text.get_content().split())
    assert "Or reply to this e-mail: “ok” takes the default." in told
    assert f"1. The default: {default_card(running)}" in told


@pytest.mark.parametrize(
    "words", ["ok", "Yes.", "As you propose.", "The default, please!", "了解", "それでお願いします。"]
)
def test_ok_takes_the_default_and_the_receipt_shows_it(running: Game, letter: Parsed, send: Send, words: str) -> None:
    bring(reply(letter, words))
    card = default_card(running)
    assert cards(running) == [(card, True)]
    (receipt,) = send()
    assert "Orders received" in receipt.subject
    assert f"the default is taken, which is played without an answer: {card}" in said(receipt)


def test_a_signature_and_a_greeting_do_not_matter(running: Game, letter: Parsed) -> None:
    bring(reply(letter, "Hi,", "", "ok", "", "Best regards", "Anna", "-- ", "Anna A. Admiral"))
    assert cards(running) == [(default_card(running), True)]


def test_ok_from_an_address_that_nobody_vouches_for_waits(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "ok", vouched=""))
    assert cards(running) == []
    assert "the default is taken" in said(send()[0])
    after_the_grace()
    assert cards(running) == [(default_card(running), True)]


def test_ok_confirms_orders_of_ones_own(running: Game, letter: Parsed, send: Send) -> None:
    card = hand(running)[2]
    assert card != default_card(running)
    bring(reply(letter, card, "not ready"))
    send()
    bring(reply(letter, "ok"))
    assert cards(running) == [(card, False), (card, True)]
    told = said(send()[0])
    assert "your own orders are meant" in told
    assert card in told


@pytest.mark.parametrize("channel", ["page", "mail"])
def test_ok_never_replaces_orders_that_were_submitted(running: Game, letter: Parsed, channel: str) -> None:
    card = hand(running)[2]
    answer(running, "red", card) if channel == "page" else bring(reply(letter, card))
    bring(reply(letter, "ok"))
    assert {one for one, _ in cards(running)} == {card}


def test_the_default_by_name_replaces_orders_and_says_so(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[2]))
    send()
    bring(reply(letter, "The default please"))
    assert cards(running)[-1] == (default_card(running), True)
    assert "replaces the orders that you had given before" in said(send()[0])


def test_ok_to_orders_that_wait_leaves_them(running: Game, letter: Parsed, send: Send) -> None:
    card = hand(running)[2]
    bring(reply(letter, card, vouched=""))
    bring(reply(letter, "ok", vouched=""))
    assert "Your earlier e-mail still waits" in said(send()[-1])
    after_the_grace()
    assert cards(running) == [(card, True)]


def test_ok_that_waits_is_overtaken_by_an_answer_on_the_page(running: Game, letter: Parsed, send: Send) -> None:
    card = hand(running)[2]
    bring(reply(letter, "ok", vouched=""))
    answer(running, "red", card)
    after_the_grace()
    assert {one for one, _ in cards(running)} == {card}


def test_the_e_mail_is_in_its_readers_language(running: Game, anna: Player, send: Send, to: To) -> None:
    Player.objects.filter(pk=anna.pk).update(language="ja")
    assert "このメールに「OK」と返信すると、既定の命令になります。" in text_of(to("anna"))
