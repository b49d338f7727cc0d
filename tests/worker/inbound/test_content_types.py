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


def test_an_encrypted_message_is_reported_whole() -> None:
    body = "--b\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n--b--\r\n"
    raw = f"Content-Type: multipart/encrypted; boundary=b\r\n\r\n{body}".encode()
    texts, unread = extract_texts_and_unread(*split_message(raw))
    assert (texts, unread) == ([], frozenset({UnreadContent.ENCRYPTED}))
