"""Letters that were written to files instead of being sent, taken apart for a page. They are never trusted."""

import re
from base64 import b64encode
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from pathlib import Path

from django.conf import settings

from games.errors import missing

NAME = re.compile(r"[A-Za-z0-9@.+_-]{1,120}\.eml")
_MESSAGE_ID = re.compile(rb"^Message-ID:\s*(<[^>\s]+>)", re.IGNORECASE | re.MULTILINE)
_ENVELOPE = 16 * 1024
"""Bytes of a letter in which its Message-ID is sure to stand."""
_CID = re.compile(r"cid:([^\"'\s>)]+)")


@dataclass(frozen=True)
class Head:
    """What stands on a letter's envelope."""

    name: str
    message_id: str
    subject: str
    sender: str
    receiver: str
    date: datetime | None


@dataclass(frozen=True)
class Letter:
    """One letter. `html` has its pictures inside it, so that it needs nothing from anywhere."""

    head: Head
    text: str
    html: str


def folder() -> Path | None:
    """Where letters are written; None when a mail server takes them."""
    path = getattr(settings, "EMAIL_FILE_PATH", None)
    return Path(path) if path else None


def names(hidden: Collection[str] = ()) -> list[str]:
    """The letters in the folder, the newest first, without those that have a hidden Message-ID."""
    place = folder()
    if place is None or not place.is_dir():
        return []
    found = sorted((path.name for path in place.glob("*.eml") if NAME.fullmatch(path.name)), reverse=True)
    return [name for name in found if _message_id(place / name) not in hidden] if hidden else found


def _message_id(path: Path) -> str:
    """The Message-ID on a letter's envelope, read quickly; empty where there is none."""
    with path.open("rb") as file:
        found = _MESSAGE_ID.search(file.read(_ENVELOPE))
    return found[1].decode("ascii", "replace") if found else ""


def read_head(name: str) -> Head:
    """A letter's envelope. Raises Missing for a name that is not in the folder."""
    with _path(name).open("rb") as file:
        return _head(name, BytesHeaderParser(policy=policy.default).parse(file))


def read(name: str) -> Letter:
    """A whole letter. Raises Missing for a name that is not in the folder."""
    message = message_from_bytes(_path(name).read_bytes(), policy=policy.default)
    html = _with_pictures(_body(message, "html"), dict(_pictures(message)))
    return Letter(_head(name, message), _body(message, "plain"), html)


def _path(name: str) -> Path:
    place = folder()
    if place is None or not NAME.fullmatch(name) or not (place / name).is_file():
        raise missing()
    return place / name


def _head(name: str, message: EmailMessage) -> Head:
    return Head(
        name=name,
        message_id=str(message.get("Message-ID", "")).strip(),
        subject=str(message.get("Subject", "")),
        sender=str(message.get("From", "")),
        receiver=str(message.get("To", "")),
        date=_date(message),
    )


def _date(message: EmailMessage) -> datetime | None:
    """The date; one without a zone is in UTC, as mail has it."""
    found = getattr(message.get("Date"), "datetime", None)
    if not isinstance(found, datetime):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _body(message: EmailMessage, kind: str) -> str:
    part = message.get_body(preferencelist=(kind,))
    return str(part.get_content()) if part is not None else ""


def _pictures(message: EmailMessage) -> Iterator[tuple[str, str]]:
    """The pictures by Content-ID, as data addresses."""
    for part in message.walk():
        identity = str(part.get("Content-ID", "")).strip().strip("<>")
        if identity and part.get_content_maintype() == "image":
            data = part.get_payload(decode=True)
            if isinstance(data, bytes):
                yield identity, f"data:{part.get_content_type()};base64,{b64encode(data).decode()}"


def _with_pictures(html: str, pictures: dict[str, str]) -> str:
    return _CID.sub(lambda found: pictures.get(found[1], ""), html)
