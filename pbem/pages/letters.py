"""Letters that were written to files instead of being sent, taken apart for a page. They are never trusted."""

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings

from games.errors import missing

NAME = re.compile(r"[A-Za-z0-9@.+_-]{1,120}\.eml")
_CID = re.compile(r"cid:([^\"'\s>)]+)")


@dataclass(frozen=True)
class Letter:
    """One letter. `html` has its pictures inside it, so that it needs nothing from anywhere."""

    name: str
    message_id: str
    subject: str
    sender: str
    receiver: str
    date: datetime | None
    text: str
    html: str


def folder() -> Path | None:
    """Where letters are written; None when a mail server takes them."""
    path = getattr(settings, "EMAIL_FILE_PATH", None)
    return Path(path) if path else None


def names() -> list[str]:
    """The letters in the folder, the newest first."""
    place = folder()
    if place is None or not place.is_dir():
        return []
    return sorted((path.name for path in place.glob("*.eml") if NAME.fullmatch(path.name)), reverse=True)


def read(name: str) -> Letter:
    """One letter. Raises Missing for a name that is not in the folder."""
    place = folder()
    if place is None or not NAME.fullmatch(name) or not (place / name).is_file():
        raise missing()
    message = message_from_bytes((place / name).read_bytes(), policy=policy.default)
    return Letter(
        name=name,
        message_id=str(message.get("Message-ID", "")).strip(),
        subject=str(message.get("Subject", "")),
        sender=str(message.get("From", "")),
        receiver=str(message.get("To", "")),
        date=_date(message),
        text=_body(message, "plain"),
        html=_with_pictures(_body(message, "html"), dict(_pictures(message))),
    )


def _date(message: EmailMessage) -> datetime | None:
    header = message.get("Date")
    found = getattr(header, "datetime", None)
    return found if isinstance(found, datetime) else None


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
