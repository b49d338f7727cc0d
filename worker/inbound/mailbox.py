"""The way in from a mailbox at a provider: looked through by IMAP every now and then.

A message is marked as seen only after it is stored: whatever dies in between, it is fetched again, and known as a copy.
"""

import imaplib
import logging
import ssl
from collections import Counter
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db import DatabaseError

from worker.inbound.reading import MOST_BYTES
from worker.inbound.taking import take_in

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 200
"""Messages of one look; the rest waits for the next."""
PORTS = {"imap": 143, "imaps": 993}


class MailboxAway(Exception):
    """The mailbox cannot be looked through now; the next look may find it there again."""


@dataclass(frozen=True)
class Mailbox:
    """Where to look: ``imaps://user:password@host:port/folder``."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    folder: str

    @classmethod
    def named(cls, url: str) -> "Mailbox":
        """The mailbox of an address. Raises ValueError for one that is none."""
        parts = urlsplit(url)
        if parts.scheme not in PORTS or not parts.hostname or not parts.username:
            raise ValueError("a mailbox is named imaps://user:password@host/folder")
        folder = unquote(parts.path.strip("/")) or "INBOX"
        port = parts.port or PORTS[parts.scheme]
        return cls(parts.scheme, parts.hostname, port, unquote(parts.username), unquote(parts.password or ""), folder)

    def connect(self) -> imaplib.IMAP4:
        """A connection, logged in, with the folder open. Raises OSError and IMAP4.error."""
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


def look_through(mailbox: Mailbox) -> Counter[str]:
    """Take in what is unseen; how many of each sort. Raises MailboxAway, and DatabaseError: the rest stays unseen."""
    found: Counter[str] = Counter()
    try:
        connection = mailbox.connect()
        try:
            for uid in _unseen(connection)[:MOST_AT_ONCE]:
                found[_taken(connection, uid)] += 1
        finally:
            connection.logout()
    except (OSError, imaplib.IMAP4.error) as error:
        raise MailboxAway(f"{type(error).__name__}: {error}") from error
    return found


def _unseen(connection: imaplib.IMAP4) -> list[str]:
    _, data = connection.uid("SEARCH", "UNSEEN")
    return bytes(data[0] or b"").decode("ascii", "replace").split()


def _taken(connection: imaplib.IMAP4, uid: str) -> str:
    """Fetch a message without marking it, store it, then mark it."""
    _, data = connection.uid("FETCH", uid, f"(BODY.PEEK[]<0.{MOST_BYTES + 1}>)")
    raw = next((bytes(part[1]) for part in data if isinstance(part, tuple)), None)
    outcome = "gone" if raw is None else _stored(raw, uid)
    connection.uid("STORE", uid, "+FLAGS.SILENT", "(\\Seen)")
    return outcome


def _stored(raw: bytes, uid: str) -> str:
    """What became of a message; one that we stumble over is left in the mailbox, lest nobody's mail comes in after it.

    Raises DatabaseError.
    """
    try:
        return take_in(raw, way="imap")
    except DatabaseError:
        raise
    except Exception:
        logger.exception("message %s of the mailbox cannot be read, and stays there", uid)
        return "unreadable"
