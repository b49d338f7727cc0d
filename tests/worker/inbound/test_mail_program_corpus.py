"""E-mails of real mail programs, each with the text that its sender wrote; none keeps the server busy."""

from pathlib import Path

import pytest

from worker.mail.inbound.headers import split_message
from worker.mail.inbound.mail_parser import MAX_BYTES, ParsedMail, content_digest, read_message

CORPUS = Path(__file__).parent / "corpus"
LETTERS = sorted(path.stem for path in CORPUS.glob("*.eml"))


def digest(raw: bytes) -> str:
    return content_digest(*split_message(raw))


def raw_of(name: str) -> bytes:
    return (CORPUS / f"{name}.eml").read_bytes()


def wanted_of(name: str) -> list[str]:
    return (CORPUS / f"{name}.txt").read_text().splitlines()


def found_in(read: ParsedMail) -> list[str]:
    """What a letter yields, as the files beside the letters say it."""
    if read.auto_reply_reason:
        return [f"noise: {read.auto_reply_reason}"]
    return [*([] if read.sender == "anna@example.org" else [f"sender: {read.sender}"]), *read.lines]


def test_there_are_letters_of_all_sorts() -> None:
    assert len(LETTERS) >= 60


@pytest.mark.parametrize("name", LETTERS)
def test_a_letter_yields_what_its_sender_wrote(name: str) -> None:
    assert found_in(read_message(raw_of(name))) == wanted_of(name)


@pytest.mark.parametrize("name", [one for one in LETTERS if "utf_16" not in one])
def test_line_ends_of_the_network_change_nothing(name: str) -> None:
    raw = raw_of(name).replace(b"\n", b"\r\n")
    assert found_in(read_message(raw)) == wanted_of(name)
    assert digest(raw) == digest(raw_of(name))


def test_headers_of_the_way_are_no_part_of_the_digest() -> None:
    raw = raw_of("gmail_en_top")
    assert digest(b"Received: from elsewhere\nDelivered-To: x@example.org\n" + raw) == digest(raw)
    assert digest(raw + b"pass\n") != digest(raw)
    assert digest(raw.replace(b"<letter-", b"<other-")) != digest(raw)


@pytest.mark.parametrize(
    ("head", "repeated"),
    [
        (b"", b"\n"),
        (b"", b">"),
        (b"", b"> x\n"),
        (b"", b"On 1\n"),
        (b"", b"On 1 wrote"),
        (b"", b"From: x\n"),
        (b"", b"<a@b" * 100 + b"\n"),
        (b"", "2026年1月1日<a@b:\n".encode()),
        (b"", "“".encode()),
        (b"Content-Type: text/html\n", b"<"),
        (b"Content-Type: text/html\n", b"<!--"),
        (b"Content-Type: text/html\n\n<\n", b" "),
        (b"Content-Type: text/html\n", b"<blockquote>a"),
        (b"Content-Type: text/html\n", b"&#"),
        (b"Content-Type: multipart/mixed; boundary=a\n", b"--a\nContent-Type: multipart/mixed; boundary=a\n\n"),
        (b"Content-Type: multipart/mixed; boundary=a\n", b"--ab\n"),
        (b"Content-Transfer-Encoding: quoted-printable\n", b"="),
        (b"Content-Type: text/plain; format=flowed\n", b"a \n"),
        (b"Subject: " + b"=?utf-8?q?a" * 20_000 + b"\n", b"a"),
        (b"From: " + b"(" * 60_000 + b"\n", b"a"),
        (b"Content-Type: multipart/mixed; " + b'a="\\"' * 9_000 + b"\n", b"a"),
    ],
)
def test_a_hostile_megabyte_is_read_to_an_end(head: bytes, repeated: bytes) -> None:
    raw = head + b"\n" + repeated * (1_000_000 // len(repeated))
    assert len(read_message(raw).lines) <= 450


def test_the_parts_of_a_message_share_what_is_read() -> None:
    part = b"--a\n\n" + b"x" * 60 + b"\n" + b"y" * 60 + b"\n" * 60_000
    raw = b"Content-Type: multipart/mixed; boundary=a\n\n" + part * 15 + b"--a\n\npass\n--a--\n"
    assert read_message(raw).lines == ["x" * 60, "y" * 60] * 3


def test_what_is_too_long_to_be_orders_is_not_even_put_into_plain_signs() -> None:
    assert read_message(b"\n" + "ｘ".encode() * 1_000 + b"\n").lines == ["x" * 1_000]
    assert set("".join(read_message(b"\n" + ("ｘ".encode() * 1_000 + b"\n") * 21).lines)) == {"ｘ"}


@pytest.mark.parametrize("kind", ["text/plain; charset*=a; charset*0=b", "text/plain; charset*0*=a''b; charset*x=c"])
def test_a_header_that_nobody_can_read_fails_nothing(kind: str) -> None:
    assert read_message(f"Content-Type: {kind}\nContent-Disposition: {kind}\n\npass\n".encode()).lines == ["pass"]


@pytest.mark.parametrize("number", ["9" * 5_000, "0" * 5_000, "x" + "f" * 5_000, "99999999"])
def test_a_letter_of_a_number_that_none_has_is_none(number: str) -> None:
    read = read_message(f"Content-Type: text/html\n\nx&#{number};<br>pass\n".encode())
    assert read.lines == ["x\ufffd", "pass"]


@pytest.mark.parametrize(
    ("written", "sender"),
    [
        ('"Anna \\"the\\" Admiral" <anna@victim.org>', "anna@victim.org"),
        ('"\\" <v@victim.org> " <mallory@victim.org> (")', "mallory@victim.org"),
        (f"<v@victim.org>{' ' * 2_000}, <mallory@victim.org>", ""),
        ("<v@straße.de>", ""),
        ("<V@Victim.ORG>", "v@victim.org"),
    ],
)
def test_a_sender_hides_behind_no_other(written: str, sender: str) -> None:
    assert read_message(f"From: {written}\n\npass\n".encode()).sender == sender


def test_what_lies_beyond_the_limit_is_not_read() -> None:
    raw = b"From: anna@example.org\n\n" + b"\n" * MAX_BYTES + b"pass\n"
    assert read_message(raw).lines == []
