"""Text that looks written but is not: broken quotations, struck out words, digests, automatic replies, copies."""

import base64
from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage as Parsed

import pytest
from django.core.mail import EmailMessage

from games.models import Game, IncomingMail, Notebook
from games.services.incoming_mail import MAX_ATTEMPTS
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound import dispatch
from worker.mail.inbound.html_text import html_to_text
from worker.mail.inbound.ingest import ingest
from worker.mail.inbound.line_normalizer import unflow_lines
from worker.mail.inbound.mail_parser import read_message
from worker.mail.inbound.mime_parts import TextPart
from worker.mail.inbound.quote_stripping import extract_own_lines

pytestmark = pytest.mark.django_db

LONG = "> Choose one of the cards that you hold, and then say what is to become of"


def test_the_rest_of_a_quoted_line_that_was_broken_is_quoted() -> None:
    assert extract_own_lines([LONG, "choose c1", "> the others"]) == []


@pytest.mark.parametrize("gap", [[], [""]], ids=["together", "parted"])
def test_an_introduction_goes_over_lines_that_follow_each_other(gap: list[str]) -> None:
    """What is parted by an empty line is no introduction of a quotation: the player speaks."""
    lines = ["On 3 May we agreed:", *gap, "to hold as you wrote:", "choose c1"]
    lines[0] = lines[0].rstrip(":")
    assert extract_own_lines(lines) == ([one for one in lines if one] if gap else [])


@pytest.mark.parametrize("page", ["<p>3 < 4 and 5 > 2</p>", "<p>3 &lt; 4 and 5 &gt; 2</p>", "<p>3 < 4 and 5 > 2"])
def test_signs_that_begin_no_tag_are_read_once(page: str) -> None:
    assert html_to_text(page).split() == ["3", "<", "4", "and", "5", ">", "2"]


@pytest.mark.parametrize(
    "lines",
    [
        ["> Which card?", "choose c1", "> the others"],
        [LONG, "", "choose c1", "> the others"],
        [LONG, "choose c1", "", "> the others"],
        [LONG, "choose c1"],
    ],
)
def test_an_order_between_quoted_lines_is_written(lines: list[str]) -> None:
    assert extract_own_lines(lines) == ["choose c1"]


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c"])
def test_a_line_end_within_a_quoted_line_ends_no_quotation(end: str) -> None:
    assert extract_own_lines(unflow_lines(TextPart(f"> Which card?{end}choose c1\nchoose c2"))) == ["choose c2"]
    assert extract_own_lines(unflow_lines(TextPart(f"choose c1{end}choose c2"))) == ["choose c1", "choose c2"]


@pytest.mark.parametrize(
    "struck",
    [
        "<s>choose c1</s>",
        "<strike>choose c1</strike>",
        "<del>choose <b>c1</b></del>",
        "<s>choose <del>c1</del> or c3</s>",
        "<s>choose <strike>c1, <del>c3</del> or</strike> c4</s>",
        "</s><s>choose c1</s></del>",
        '<span style="text-decoration: line-through">choose <span>c</span>1</span>',
        '<font style="text-decoration:line-through">choose c1</font>',
    ],
)
def test_what_is_struck_out_is_not_said(struck: str) -> None:
    assert extract_own_lines(html_to_text(f"<p>{struck}</p><p><span>choose</span> c2</p>").splitlines()) == [
        "choose c2"
    ]


def test_a_digest_of_a_list_says_nothing() -> None:
    part = "--=\nContent-Type: message/rfc822\n\nFrom: anna@example.org\n\nchoose c1\n--=--\n"
    inner = "--=\n\nchoose c1\n--=--\n"
    for kind, body in (("digest", part), ("digest", inner)):
        raw = f"From: a@example.org\nContent-Type: multipart/{kind}; boundary==\n\n{body}".encode()
        assert read_message(raw).raw_lines == []


@pytest.mark.usefixtures("replies")
class TestReplies:
    @pytest.fixture
    def letter(self, running: Game, to: Callable[[str], EmailMessage]) -> Parsed:
        return parsed(to("anna"))

    @pytest.mark.parametrize(
        "words",
        ["I am out of the office until Monday.", "Ich bin bis Montag nicht im Büro.", "休暇中のため、返信が遅れます。"],
    )
    def test_an_automatic_answer_without_marks_gets_none(
        self, letter: Parsed, words: str, send: Callable[[], list[EmailMessage]]
    ) -> None:
        assert bring(reply(letter, words)) == "taken"
        assert IncomingMail.objects.get().status == "ignored"
        assert send() == []

    def test_orders_beside_such_words_count(self, letter: Parsed, send: Callable[[], list[EmailMessage]]) -> None:
        bring(reply(letter, "note I am out of the office until Monday."))
        assert Notebook.objects.get().text
        assert len(send()) == 1

    def test_a_copy_in_another_coding_is_known(self, letter: Parsed) -> None:
        raw = reply(letter, "note Coal first.")
        head, _, body = raw.partition(b"\n\n")
        kept = [line for line in head.split(b"\n") if not line.lower().startswith(b"content-transfer")]
        copy = b"\n".join([*kept, b"Content-Transfer-Encoding: base64"]) + b"\n\n" + base64.encodebytes(body)
        assert [bring(raw), bring(copy)] == ["taken", "known"]
        assert Notebook.objects.get().text == "Coal first."

    def test_two_messages_of_one_name_and_two_dates_are_two(self, letter: Parsed) -> None:
        raw = reply(letter, "note Coal first.")
        name = message_from_bytes(raw)["Message-ID"]
        other = message_from_bytes(reply(letter, "note Then steam.", dated=datetime(2020, 11, 22, 10, tzinfo=UTC)))
        other.replace_header("Message-ID", name)
        assert [bring(raw), bring(other.as_bytes())] == ["taken", "taken"]
        assert Notebook.objects.get().text.splitlines() == ["Coal first.", "Then steam."]

    def test_a_proven_copy_vouches_for_the_first(self, letter: Parsed) -> None:
        raw = reply(letter, "note Coal first.", vouched="")
        ingest(raw, channel="imap")
        head, _, body = raw.partition(b"\n\n")
        proven = b"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n" + head
        copy = proven.replace(b"Content-Type: text/plain", b"Content-Type: text/plain;  x=1") + b"\n\n" + body
        assert bring(copy) == "known"
        assert Notebook.objects.get().text == "Coal first."

    def test_whoever_wrote_what_is_given_up_hears_of_it(
        self, letter: Parsed, send: Callable[[], list[EmailMessage]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stumble(*_: object) -> None:
            raise RuntimeError("no such card")

        monkeypatch.setattr(dispatch, "load_parents", stumble)
        ingest(reply(letter, "help"), channel="pipe")
        from worker.mail.inbound.dispatch import handle_inbound

        for _ in range(MAX_ATTEMPTS + 1):
            IncomingMail.objects.update(next_try_at="2026-01-01T00:00Z")
            handle_inbound()
        assert IncomingMail.objects.get().status == "failed"
        (answer,) = send()
        assert "could not be handled" in text_of(answer)
        assert "no such card" not in text_of(answer)
