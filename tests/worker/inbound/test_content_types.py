"""Parts of an e-mail by their content type: each kind that is read, and each that is not."""

import pytest

from worker.mail.inbound.headers import split_message
from worker.mail.inbound.mime_parts import UnreadContent, extract_texts_and_unread


def read(kind: str) -> tuple[list[str], frozenset[UnreadContent]]:
    """The texts of an e-mail whose only part has this content type, and the kinds that were not read."""
    head = f"Content-Type: {kind}\r\n" if kind else ""
    texts, unread = extract_texts_and_unread(*split_message(f"{head}Subject: x\r\n\r\nhold\r\n".encode()))
    return [one.text.strip() for one in texts], unread


@pytest.mark.parametrize("kind", ["", "text", "text/plain", "text/html", "TEXT/Plain; charset=utf-8"])
def test_text_is_read(kind: str) -> None:
    assert read(kind) == (["hold"], frozenset())


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("application/ms-tnef", UnreadContent.TNEF),
        ("application/vnd.ms-tnef", UnreadContent.TNEF),
        ("application/octet-stream; name=winmail.dat", UnreadContent.TNEF),
        ("multipart/encrypted", UnreadContent.ENCRYPTED),
        ("application/pkcs7-mime", UnreadContent.ENCRYPTED),
        ("application/x-pkcs7-mime", UnreadContent.ENCRYPTED),
        ("application/pgp-encrypted", UnreadContent.ENCRYPTED),
        ("image/png", UnreadContent.ATTACHMENT),
        ("text/calendar", UnreadContent.ATTACHMENT),
    ],
)
def test_other_content_is_reported(kind: str, expected: UnreadContent) -> None:
    assert read(kind) == ([], frozenset({expected}))


@pytest.mark.parametrize(
    "kind", ["application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"]
)
def test_a_signature_is_passed_over(kind: str) -> None:
    assert read(kind) == ([], frozenset())


@pytest.mark.parametrize(
    ("kind", "words", "unread"),
    [
        ("encrypted", [], {UnreadContent.ENCRYPTED}),
        ("report", [], set()),
        ("digest", [], set()),
        ("signed", ["one"], set()),
        ("related", ["one"], set()),
        ("alternative", ["one"], set()),
        ("mixed", ["one", "two"], set()),
    ],
)
def test_which_parts_of_a_message_are_read(kind: str, words: list[str], unread: set[UnreadContent]) -> None:
    parts = "".join(f"--b\r\nContent-Type: text/plain\r\n\r\n{word}\r\n" for word in ("one", "two"))
    raw = f"Content-Type: multipart/{kind}; boundary=b\r\n\r\n{parts}--b--\r\n".encode()
    found, left = extract_texts_and_unread(*split_message(raw))
    assert ([one.text.strip() for one in found], left) == (words, unread)
