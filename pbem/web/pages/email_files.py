"""E-mails that were written to files instead of being sent, parsed for a page. Their content is untrusted."""

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

FILE_NAME = re.compile(r"[A-Za-z0-9@.+_-]{1,120}\.eml")
_MESSAGE_ID = re.compile(rb"^Message-ID:\s*(<[^>\s]+>)", re.IGNORECASE | re.MULTILINE)
_ENVELOPE = 16 * 1024
"""The number of bytes at the beginning of a file that are searched for the Message-ID."""
_CID = re.compile(r"cid:([^\"'\s>)]+)")


@dataclass(frozen=True)
class EmailHeaders:
    """The headers of an e-mail that was written to a file."""

    name: str
    """The name of the file."""
    message_id: str
    subject: str
    sender: str
    receiver: str
    date: datetime | None
    """The time in the Date header; None if it is missing or invalid."""


@dataclass(frozen=True)
class EmailFile:
    """One e-mail that was written to a file."""

    headers: EmailHeaders
    text: str
    """The plain text."""
    html: str
    """The HTML; it contains its pictures as data URLs, so that a browser loads nothing else."""


def get_folder() -> Path | None:
    """Return the folder to which e-mails are written; None if a mail server is used."""
    path = getattr(settings, "EMAIL_FILE_PATH", None)
    return Path(path) if path else None


def list_names(hidden: Collection[str] = ()) -> list[str]:
    """Return the names of the folder's e-mail files, the newest first, except those with a Message-ID in `hidden`."""
    place = get_folder()
    if place is None or not place.is_dir():
        return []
    found = sorted((path.name for path in place.glob("*.eml") if FILE_NAME.fullmatch(path.name)), reverse=True)
    return [name for name in found if _message_id(place / name) not in hidden] if hidden else found


def _message_id(path: Path) -> str:
    """Return the Message-ID of the e-mail in a file, without parsing the e-mail; empty if there is none."""
    with path.open("rb") as file:
        found = _MESSAGE_ID.search(file.read(_ENVELOPE))
    return found[1].decode("ascii", "replace") if found else ""


def read_headers(name: str) -> EmailHeaders:
    """Return the headers of the e-mail file `name`. Raises Missing if the folder has no such file."""
    with _path(name).open("rb") as file:
        return _head(name, BytesHeaderParser(policy=policy.default).parse(file))


def read_email(name: str) -> EmailFile:
    """Return the e-mail in the file `name`. Raises Missing if the folder has no such file."""
    message = message_from_bytes(_path(name).read_bytes(), policy=policy.default)
    html = _with_pictures(_body(message, "html"), dict(_pictures(message)))
    return EmailFile(_head(name, message), _body(message, "plain"), html)


def _path(name: str) -> Path:
    place = get_folder()
    if place is None or not FILE_NAME.fullmatch(name) or not (place / name).is_file():
        raise missing()
    return place / name


def _head(name: str, message: EmailMessage) -> EmailHeaders:
    return EmailHeaders(
        name=name,
        message_id=str(message.get("Message-ID", "")).strip(),
        subject=str(message.get("Subject", "")),
        sender=str(message.get("From", "")),
        receiver=str(message.get("To", "")),
        date=_date(message),
    )


def _date(message: EmailMessage) -> datetime | None:
    """Return an e-mail's date; a date without a time zone is read as UTC. Return None without a valid date."""
    found = getattr(message.get("Date"), "datetime", None)
    if not isinstance(found, datetime):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _body(message: EmailMessage, kind: str) -> str:
    part = message.get_body(preferencelist=(kind,))
    return str(part.get_content()) if part is not None else ""


def _pictures(message: EmailMessage) -> Iterator[tuple[str, str]]:
    """Yield the Content-ID and the data URL of each picture in an e-mail."""
    for part in message.walk():
        identity = str(part.get("Content-ID", "")).strip().strip("<>")
        if identity and part.get_content_maintype() == "image":
            data = part.get_payload(decode=True)
            if isinstance(data, bytes):
                yield identity, f"data:{part.get_content_type()};base64,{b64encode(data).decode()}"


def _with_pictures(html: str, pictures: dict[str, str]) -> str:
    return _CID.sub(lambda found: pictures.get(found[1], ""), html)
