"""Whether mail can go out and come in, as far as this server can see."""

import importlib
import socket
from collections.abc import Callable, Iterator
from email.utils import formatdate, parseaddr
from imaplib import IMAP4
from typing import NamedTuple
from uuid import uuid4

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from worker.inbound.mailbox import Mailbox
from worker.inbound.noise import OWN_MARK

Lookup = Callable[[str, str], list[str]]
"""The records of a name and type, as text; none where there are none. Raises OSError where nobody answers."""

GOOD, BAD, UNKNOWN = "ok", "FAILED", "not seen"


class Finding(NamedTuple):
    """One thing that was looked at: ``ok``, ``FAILED`` or ``not seen``, and what was found."""

    state: str
    what: str
    words: str


def sending(to: str = "") -> Iterator[Finding]:
    """Whether the mail server takes up a connection, and a letter to `to` where an address is named."""
    connection = get_connection()
    try:
        connection.open()
        if to:
            sender = settings.DEFAULT_FROM_EMAIL
            headers = {"Auto-Submitted": "auto-generated", OWN_MARK: "check", "Date": formatdate()}
            headers["Message-ID"] = f"<{uuid4().hex}@{settings.PBEM_MAIL_DOMAIN}>"
            connection.send_messages([EmailMessage("Sealed Orders", "It works.", sender, [to], headers=headers)])
        connection.close()
    except (OSError, ValueError) as error:
        yield Finding(BAD, "sending", f"{type(error).__name__}: {error}")
    else:
        yield Finding(GOOD, "sending", f"a letter to {to} was taken" if to else "the mail server answers")


def receiving() -> Iterator[Finding]:
    """Whether the ways in can be gone."""
    if not settings.PBEM_MAIL_REPLY:
        words = "PBEM_MAIL_REPLY is not set: letters take no replies"
        yield Finding(BAD if settings.PBEM_MAIL_VERP else UNKNOWN, "replies", words)
        return
    yield Finding(GOOD, "replies", f"players reply to {settings.PBEM_MAIL_REPLY}")
    if settings.PBEM_MAIL_BOX:
        yield _tried("mailbox", _look_into_mailbox)
    if settings.PBEM_MAIL_LMTP:
        yield _tried("LMTP", _call_lmtp)
    if not (settings.PBEM_MAIL_BOX or settings.PBEM_MAIL_LMTP):
        yield Finding(UNKNOWN, "way in", "neither mailbox nor LMTP is set; a pipe shows when mail comes by it")
    if not settings.PBEM_MAIL_RELAYS:
        words = "PBEM_MAIL_RELAYS is not set: every order by mail waits for its grace"
        yield Finding(UNKNOWN, "relays", words)


def _tried(what: str, act: Callable[[], str]) -> Finding:
    try:
        return Finding(GOOD, what, act())
    except (OSError, ValueError, IMAP4.error) as error:
        return Finding(BAD, what, f"{type(error).__name__}: {error}")


def _look_into_mailbox() -> str:
    mailbox = Mailbox.named(settings.PBEM_MAIL_BOX)
    mailbox.connect().logout()
    return f"the folder {mailbox.folder} at {mailbox.host} opens"


def _call_lmtp() -> str:
    host, _, port = settings.PBEM_MAIL_LMTP.rpartition(":")
    with socket.create_connection((host or "127.0.0.1", int(port)), settings.PBEM_MAIL_TIMEOUT) as line:
        line.settimeout(settings.PBEM_MAIL_TIMEOUT)
        if not line.recv(200).startswith(b"220"):
            raise OSError("no mail server answers there")
    return f"somebody listens at {settings.PBEM_MAIL_LMTP}"


def records(lookup: Lookup | None, selector: str = "") -> Iterator[Finding]:
    """What the domain name system says of our domains: SPF, DMARC, DKIM (of a `selector`), MX."""
    if lookup is None:
        yield Finding(UNKNOWN, "DNS", "records were not looked at: install dnspython for that")
        return
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    yield _record(lookup, "SPF", domain, "TXT", "v=spf1")
    yield _record(lookup, "DMARC", f"_dmarc.{domain}", "TXT", "v=dmarc1")
    if selector:
        yield _record(lookup, "DKIM", f"{selector}._domainkey.{domain}", "TXT", "p=")
    else:
        yield Finding(UNKNOWN, "DKIM", "name the selector with --selector to have its key looked at")
    if settings.PBEM_MAIL_REPLY:
        yield _record(lookup, "MX", settings.PBEM_MAIL_REPLY.rpartition("@")[2], "MX", "")


def _record(lookup: Lookup, what: str, name: str, kind: str, begins: str) -> Finding:
    try:
        found = [one for one in lookup(name, kind) if begins in one.casefold()]
    except OSError as error:
        return Finding(UNKNOWN, what, f"{name}: {error}")
    return (
        Finding(GOOD, what, f"{name}: {found[0][:120]}") if found else Finding(BAD, what, f"{name} has no such record")
    )


def resolver() -> Lookup | None:
    """What asks the domain name system; None without dnspython, which is no part of this server."""
    try:
        dns = importlib.import_module("dns.resolver")
    except ImportError:
        return None

    def lookup(name: str, kind: str) -> list[str]:
        try:
            return [str(one).replace('" "', "").strip('"') for one in dns.resolve(name, kind, lifetime=10)]
        except (dns.NXDOMAIN, dns.NoAnswer):
            return []
        except Exception as error:  # every other word of the library: nobody answers
            raise OSError(type(error).__name__) from error

    return lookup
