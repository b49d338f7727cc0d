"""Lines that look like no order do not stop the orders beside them, and the receipt lists them."""

from collections.abc import Callable
from email.message import EmailMessage as Parsed

import pytest
from django.core.mail import EmailMessage

from games.models import Game, IncomingMail
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound.command_parser import separate_paragraphs
from worker.mail.inbound.orders_execution import LONGEST_UNUSED, MOST_UNUSED
from worker.mail.inbound.quote_stripping import extract_own_text

Send = Callable[[], list[EmailMessage]]
FOOTERS = [
    "Enviado desde mi iPhone",
    "Sent from Fastmail",
    "Sent from Gmail Mobile",
    "Inviato da iPhone",
    "Verzonden vanaf mijn iPhone",
    "Von meinem iPhone gesendet",
    "Get Outlook for iOS",
]


@pytest.fixture
def letter(running: Game, to: Callable[[str], EmailMessage]) -> Parsed:
    return parsed(to("anna"))


@pytest.mark.parametrize("footer", FOOTERS)
def test_a_footer_of_a_mail_program_is_not_the_senders(footer: str) -> None:
    assert extract_own_text(["move goeben", "", footer]).lines == ["move goeben"]


def test_the_words_above_a_quotation_may_begin_with_at() -> None:
    assert extract_own_text(["move goeben", "", "At 6/16/2016 10:12, Anna wrote:", "> pass"]).lines == ["move goeben"]


def test_a_paragraph_begins_behind_an_empty_line_and_behind_a_quotation() -> None:
    own = extract_own_text(["a", "b", "", "c", "> quoted", "d", "Hello,", "e"])
    assert (own.lines, own.paragraph_starts) == (["a", "b", "c", "d", "e"], frozenset({2, 3, 4}))
    assert separate_paragraphs(own.lines, own.paragraph_starts) == ["a", "b", "", "c", "", "d", "", "e"]


@pytest.mark.django_db
@pytest.mark.usefixtures("replies")
@pytest.mark.parametrize(
    "lines",
    [
        ["{}", "", "Ben"],
        ["Good luck to everybody, see you on Thursday.", "", "{}"],
        ["審判様", "", "花子です。", "", "{}", "", "<b>Ben & Co.</b>"],
        [
            "{}",
            "",
            "CAUTION: external",
            "",
            "This e-mail and any files transmitted with it are confidential and intended",
        ],
    ],
)
def test_the_answer_beside_them_is_submitted_and_the_receipt_lists_them(
    running: Game, letter: Parsed, send: Send, lines: list[str]
) -> None:
    card = hand(running)[1]
    bring(reply(letter, *(line.format(card) for line in lines)))
    assert sealed(running) == [(f'"{card}"'.encode(), True, "mail")]
    told = text_of(next(one for one in send() if one.to == ["anna@example.org"]))
    assert "We did not read these lines as orders:" in told
    listed = [line for line in lines if line and "{}" not in line]
    assert all(line.rstrip("。")[:40] in told for line in listed)
    html = "".join(str(body) for one in send() for body, _ in getattr(one, "alternatives", ()))
    assert "<b>Ben" not in html


@pytest.mark.django_db
@pytest.mark.usefixtures("replies")
def test_what_looks_like_an_answer_makes_it_no_submission(running: Game, letter: Parsed) -> None:
    cards = hand(running)
    bring(reply(letter, cards[0], "", cards[1]))
    assert sealed(running) == []
    assert IncomingMail.objects.get().outcome == "rejected"


@pytest.mark.django_db
@pytest.mark.usefixtures("replies")
def test_the_list_is_bounded(running: Game, letter: Parsed, send: Send) -> None:
    card = hand(running)[1]
    bring(reply(letter, card, "", *(f"Ben{number} " + "o" * 300 for number in range(MOST_UNUSED + 5))))
    assert len(sealed(running)) == 1
    told = text_of(next(one for one in send() if one.to == ["anna@example.org"]))
    assert told.count("ooo" * (LONGEST_UNUSED // 4)) == MOST_UNUSED
    assert "o" * LONGEST_UNUSED not in told.replace("\n", "")


@pytest.mark.django_db
@pytest.mark.usefixtures("replies")
def test_a_reply_of_nothing_else_is_refused(running: Game, letter: Parsed) -> None:
    bring(reply(letter, "Nice weather today, Ben"))
    assert sealed(running) == []
    assert IncomingMail.objects.get().outcome == "rejected"
