"""Poll a mail provider's mailbox by IMAP.

A message is marked as seen only after it is stored; after a crash in between, the message is fetched again and
recognized as a copy.
"""

import imaplib
import logging
import ssl
from collections import Counter
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db import DatabaseError

from worker.mail.inbound.ingest import ingest
from worker.mail.inbound.mail_parser import MAX_BYTES

logger = logging.getLogger(__name__)

MAX_PER_POLL = 200
"""The maximum number of messages fetched in one poll; the others wait for the next poll."""
PORTS = {"imap": 143, "imaps": 993}


class MailboxUnavailable(Exception):
    """The mailbox is unavailable; the next poll may succeed."""


@dataclass(frozen=True)
class Mailbox:
    """The mailbox to poll: ``imaps://user:password@host:port/folder``."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    folder: str

    @classmethod
    def from_url(cls, url: str) -> "Mailbox":
        """Return the mailbox of a URL. Raises ValueError if the URL is invalid."""
        parts = urlsplit(url)
        if parts.scheme not in PORTS or not parts.hostname or not parts.username:
            raise ValueError("a mailbox is named imaps://user:password@host/folder")
        folder = unquote(parts.path.strip("/")) or "INBOX"
        port = parts.port or PORTS[parts.scheme]
        return cls(parts.scheme, parts.hostname, port, unquote(parts.username), unquote(parts.password or ""), folder)

    def connect(self) -> imaplib.IMAP4:
        """Return a connection, logged in, with the folder open. Raises OSError or IMAP4.error if that fails."""
        limit = settings.PBEM_MAIL_TIMEOUT
        if self.scheme == "imaps":
            context = ssl.create_default_context()
            connection: imaplib.IMAP4 = imaplib.IMAP4_SSL(self.host, self.port, ssl_context=context, timeout=limit)
        else:
            connection = imaplib.IMAP4(self.host, self.port, timeout=limit)
        connection.login(self.user, self.password)
        quoted = self.folder.replace("\\", "\\\\").replace('"', '\\"')
        status, _ = connection.select(f'"{quoted}"')
        if status != "OK":
            raise imaplib.IMAP4.error(f"there is no folder {self.folder}")
        return connection


def poll(mailbox: Mailbox) -> Counter[str]:
    """Fetch and store unseen messages; return the number of messages by result (see `ingest`).

    Raises MailboxUnavailable or DatabaseError if the mailbox or the database fails; messages not stored yet stay
    unseen.
    """
    found: Counter[str] = Counter()
    try:
        connection = mailbox.connect()
        try:
            for uid in _unseen(connection)[:MAX_PER_POLL]:
                found[_taken(connection, uid)] += 1
        finally:
            connection.logout()
    except (OSError, imaplib.IMAP4.error) as error:
        raise MailboxUnavailable(f"{type(error).__name__}: {error}") from error
    return found


def _unseen(connection: imaplib.IMAP4) -> list[str]:
    _, data = connection.uid("SEARCH", "UNSEEN")
    return bytes(data[0] or b"").decode("ascii", "replace").split()


def _taken(connection: imaplib.IMAP4, uid: str) -> str:
    """Fetch a message, store it, and mark it as seen; return the result."""
    status, data = connection.uid("FETCH", uid, f"(BODY.PEEK[]<0.{MAX_BYTES + 1}>)")
    if status != "OK":
        logger.error("message %s of the mailbox cannot be fetched, and is tried again", uid)
        return "not fetched"
    raw = next((bytes(part[1]) for part in data if isinstance(part, tuple)), None)
    outcome = "gone" if raw is None else _stored(raw, uid)
    connection.uid("STORE", uid, "+FLAGS.SILENT", "(\\Seen)")
    return outcome


def _stored(raw: bytes, uid: str) -> str:
    """Store a message and return the result; a message that causes an error stays in the mailbox and blocks no others.

    Raises DatabaseError.
    """
    try:
        return ingest(raw, channel="imap")
    except DatabaseError:
        raise
    except Exception:
        logger.exception("message %s of the mailbox cannot be read, and stays there", uid)
        return "unreadable"
