"""A receipt waits a minute at most for the next turn e-mail, which then carries it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Parsed
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMessage

from games.models import Game, IncomingMail, OpenRequest, OutgoingMail, Player, SealedAnswer
from games.persistence.receipts import read_receipt
from games.services.resolve.advance import do_resolve
from tests.table import answer
from tests.worker.conftest import html_of, parsed, text_of, topic_of
from tests.worker.inbound.writing import bring, reply
from worker.mail.outbound import sender

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]
MINUTE = timedelta(seconds=61)


@pytest.fixture(autouse=True)
def waiting(replies: None, settings: Any) -> None:
    settings.PBEM_MAIL_RECEIPT_WAIT_SECONDS = 60


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    return parsed(to("anna"))


def for_anna(letters: list[EmailMessage]) -> list[EmailMessage]:
    return [one for one in letters if one.to == ["anna@example.org"]]


def receipts() -> list[str]:
    return list(OutgoingMail.objects.filter(kind="reply").order_by("pk").values_list("status", flat=True))


def play_on(game: Game) -> None:
    """Let Ben answer, and the game go on until Anna is asked again: by one e-mail, without news before it."""
    asked = OpenRequest.objects.filter(game=game, closed_at=None)
    before = set(asked.filter(seat__role="red").values_list("pk", flat=True))
    while not asked.filter(seat__role="red").exclude(pk__in=before).exists():
        OutgoingMail.objects.filter(player__username="anna", kind="stop", attempts=0, status="queued").delete()
        if asked.filter(seat__role="black").exists():
            answer(game, "black")
        do_resolve(game.pk)


@pytest.mark.both_databases
def test_a_receipt_and_the_next_question_are_one_e_mail(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "ok", headers={"References": str(letter["Message-ID"])}))
    assert for_anna(send()) == []
    play_on(running)
    (both,) = for_anna(send())
    assert topic_of(both.subject).startswith("Your move")
    text = text_of(both)
    places = [text.index(one) for one in ("Your move", "Orders received", "What happened", "Everything that may be")]
    assert places == sorted(places)
    assert receipts() == ["merged"]
    assert "How to change it" not in text
    assert "Orders received" in html_of(both)
    own = IncomingMail.objects.get().message_id
    assert parsed(both)["In-Reply-To"] == own
    assert parsed(both)["References"].split() == [letter["Message-ID"], own]
    with time_machine.travel(datetime.now(UTC) + MINUTE):
        assert for_anna(send()) == []


def test_the_merged_e_mail_keeps_the_proof_of_receipt(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "ok"))
    play_on(running)
    (both,) = for_anna(send())
    proof = read_receipt(SealedAnswer.objects.get(channel="mail").receipt)
    assert proof.hash in text_of(both)
    assert proof.witness in text_of(both)


@pytest.mark.both_databases
def test_a_receipt_without_a_question_leaves_alone_after_a_minute(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "ok"))
    assert for_anna(send()) == []
    with time_machine.travel(datetime.now(UTC) + MINUTE):
        (receipt,) = for_anna(send())
    assert topic_of(receipt.subject) == "Orders received"
    assert receipts() == ["sent"]
    play_on(running)
    (question,) = for_anna(send())
    assert "Orders received" not in text_of(question)


@pytest.mark.parametrize("words", ["choose c99", "show", "ok\nnot ready", "nonsense"])
def test_refusals_drafts_and_what_was_asked_for_leave_at_once(letter: Parsed, send: Send, words: str) -> None:
    bring(reply(letter, *words.splitlines()))
    assert len(for_anna(send())) == 1


def test_a_host_may_want_receipts_at_once(letter: Parsed, send: Send, settings: Any) -> None:
    settings.PBEM_MAIL_RECEIPT_WAIT_SECONDS = 0
    bring(reply(letter, "ok"))
    assert topic_of(for_anna(send())[0].subject) == "Orders received"


def test_two_receipts_within_a_minute_come_with_one_question(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "1"))
    bring(reply(letter, "ok"))
    play_on(running)
    (both,) = for_anna(send())
    assert receipts() == ["merged", "merged"]
    assert parsed(both)["In-Reply-To"] == IncomingMail.objects.order_by("received_at").last().message_id  # type: ignore[union-attr]
    proofs = [read_receipt(one.receipt) for one in SealedAnswer.objects.filter(channel="mail")]
    assert [proof.hash in text_of(both) for proof in proofs] == [True, True]


@pytest.mark.both_databases
def test_a_sender_that_dies_between_merging_and_sending_loses_no_receipt(
    running: Game, letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(reply(letter, "ok"))
    play_on(running)
    with monkeypatch.context() as patch:
        patch.setattr(sender, "build_message", _dies)
        assert for_anna(send()) == []
    assert receipts() == ["merged"]
    with time_machine.travel(datetime.now(UTC) + MINUTE):
        (both,) = for_anna(send())
        assert "Orders received" in text_of(both)
        assert send() == []
    assert [bytes(one.sealed) for one in OutgoingMail.objects.filter(kind="reply")] == [b""]


def test_a_receipt_goes_with_one_e_mail_only(
    running: Game, letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first e-mail with it failed and is tried again later; the second one leaves before it."""
    bring(reply(letter, "ok"))
    play_on(running)
    with monkeypatch.context() as patch:
        patch.setattr(sender, "build_message", _dies)
        send()
    answer(running, "red")
    play_on(running)
    second = for_anna(send())[-1]
    assert "Orders received" not in text_of(second)
    with time_machine.travel(datetime.now(UTC) + 2 * MINUTE):
        (first,) = for_anna(send())
    assert "Orders received" in text_of(first)


def test_news_that_is_not_wanted_takes_no_receipt_with_it(running: Game, letter: Parsed, send: Send) -> None:
    Player.objects.filter(username="anna").update(mail_preferences={"stops": False})
    bring(reply(letter, "ok"))
    play_on(running)
    OpenRequest.objects.filter(seat__role="red").update(ready=True)
    assert for_anna(send()) == []
    with time_machine.travel(datetime.now(UTC) + MINUTE):
        (receipt,) = for_anna(send())
    assert topic_of(receipt.subject) == "Orders received"


def _dies(letter: Any) -> Any:
    raise RuntimeError("killed")
