"""The bytes of an e-mail as a mail server receives them."""

import re
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default

import pytest

from worker.mail.outbound import mime_encoding

IDS = {"Message-ID": "<a@example.org>"}


def read(raw: bytes) -> EmailMessage:
    found = BytesParser(policy=default).parsebytes(raw)
    assert isinstance(found, EmailMessage)
    return found


def letter(text: str = "Text", page: str = "<p>Page</p>", picture: bytes = b"", **headers: str) -> bytes:
    shown = mime_encoding.make_picture_part(picture, "c@example.org") if picture else b""
    return mime_encoding.assemble_message(
        IDS | headers, mime_encoding.make_text_part(text, "plain"), mime_encoding.make_text_part(page, "html"), shown
    )


@pytest.mark.parametrize(
    "text", ["Plain\n", "戦艦ゲーベン、メッシーナ\n\nfin\n", "long " * 400 + "\n", "戦" * 700 + "\n"]
)
def test_words_come_through_as_they_were(text: str) -> None:
    found = read(letter(text))
    assert found.get_body(("plain",)).get_content().replace("\r\n", "\n") == text
    assert found.get_body(("html",)).get_content().strip() == "<p>Page</p>"


def test_every_line_ends_as_mail_servers_want_and_is_no_longer_than_they_take() -> None:
    raw = letter("long " * 400 + "\n\n戦" * 700, picture=bytes(range(256)) * 90, Subject="戦艦" * 60)
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert max(map(len, raw.split(b"\r\n"))) <= 998


@pytest.mark.parametrize(
    ("text", "how"),
    [("", "8bit"), ("戦艦\n", "8bit"), ("a" * 998, "8bit"), ("a" * 999, "quoted-printable"), ("戦" * 332, "8bit"),
     ("戦" * 333, "quoted-printable"), ("a\n" + "a" * 999 + "\na", "quoted-printable")],
)  # fmt: skip
def test_only_what_has_longer_lines_than_servers_take_is_quoted(text: str, how: str) -> None:
    """Lines are counted in bytes."""
    assert read(mime_encoding.make_text_part(text, "plain"))["Content-Transfer-Encoding"] == how


def test_ids_are_written_as_they_are_however_long() -> None:
    """Programs look for them letter by letter; of several each has a line."""
    long = f"<{'a' * 120}@example.org>"
    raw = letter(**{"Message-ID": long, "In-Reply-To": long, "References": f"{long} <b@example.org>"})
    for line in (f"Message-ID: {long}", f"In-Reply-To: {long}", f"References: {long}", " <b@example.org>"):
        assert f"{line}\r\n".encode() in raw


def test_a_picture_comes_through_as_it_was() -> None:
    picture = bytes(range(256)) * 90
    (found,) = [part for part in read(letter(picture=picture)).walk() if part.get_content_type() == "image/png"]
    assert found.get_content() == picture
    assert found["Content-ID"] == "<c@example.org>"


def test_headers_come_through_as_they_were() -> None:
    headers = {
        "Subject": "[Sealed Orders] 北海 · あなたの決定 · " + "a long name " * 9,
        "From": "Sealed Orders <orders@localhost>",
        "To": "anna@example.org",
        "References": f"<{'a' * 40}@example.org> <{'b' * 40}@example.org>",
        "In-Reply-To": "<b@example.org>",
    }
    found = read(letter(**headers))
    assert {name: " ".join(found[name].split()) for name in headers} == {
        name: " ".join(value.split()) for name, value in headers.items()
    }
    assert found["Message-ID"] == IDS["Message-ID"]


@pytest.mark.parametrize("name", ["Subject", "To", "References", "Message-ID"])
def test_no_header_smuggles_another_one_in(name: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        mime_encoding.assemble_message(IDS | {name: "a\r\nBcc: b@example.org"}, b"", b"")


def test_a_domain_in_its_own_letters_is_written_in_plain_ones() -> None:
    assert re.fullmatch(r"anna@xn--[a-z0-9]+\.example", mime_encoding.to_ascii_address("anna@戦艦.example"))
    assert mime_encoding.to_ascii_address("anna@example.org") == "anna@example.org"
