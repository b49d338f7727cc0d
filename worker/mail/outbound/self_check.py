"""Check whether e-mail can be sent and received, as far as this server can see."""

import importlib
import socket
from collections.abc import Callable, Iterator
from email.utils import formatdate, parseaddr
from imaplib import IMAP4
from typing import NamedTuple
from uuid import uuid4

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from worker.mail.inbound.auto_replies import LOOP_HEADER
from worker.mail.inbound.imap_mailbox import Mailbox

Lookup = Callable[[str, str], list[str]]
"""A function that returns the DNS records of a name and type as text; it raises OSError without a response."""

GOOD, BAD, UNKNOWN = "ok", "FAILED", "not seen"


class CheckResult(NamedTuple):
    """The result of one check of the e-mail settings."""

    state: str
    """``ok``, ``FAILED`` or ``not seen`` (not checkable)."""
    subject: str
    """What was checked."""
    detail: str
    """The finding in words."""


def check_sending(to: str = "") -> Iterator[CheckResult]:
    """Yield the results of checks that the mail server accepts a connection and an e-mail.

    `to` is the address for this e-mail; empty: none is sent.
    """
    connection = get_connection()
    try:
        connection.open()
        if to:
            sender = settings.DEFAULT_FROM_EMAIL
            headers = {"Auto-Submitted": "auto-generated", LOOP_HEADER: "check", "Date": formatdate()}
            headers["Message-ID"] = f"<{uuid4().hex}@{settings.PBEM_MESSAGE_ID_DOMAIN}>"
            connection.send_messages([EmailMessage("Sealed Orders", "It works.", sender, [to], headers=headers)])
        connection.close()
    except (OSError, ValueError) as error:
        yield CheckResult(BAD, "sending", f"{type(error).__name__}: {error}")
    else:
        yield CheckResult(GOOD, "sending", f"an e-mail to {to} was accepted" if to else "the mail server answers")


def check_receiving() -> Iterator[CheckResult]:
    """Yield the results of checks of the inputs for incoming e-mail."""
    if not settings.PBEM_MAIL_REPLY_ADDRESS:
        words = "PBEM_MAIL_REPLY_ADDRESS is not set: e-mails take no replies"
        yield CheckResult(BAD if settings.PBEM_MAIL_VERP else UNKNOWN, "replies", words)
        return
    yield CheckResult(GOOD, "replies", f"players reply to {settings.PBEM_MAIL_REPLY_ADDRESS}")
    if settings.PBEM_IMAP_URL:
        yield _tried("mailbox", _look_into_mailbox)
    if settings.PBEM_LMTP_LISTEN:
        yield _tried("LMTP", _call_lmtp)
    if not (settings.PBEM_IMAP_URL or settings.PBEM_LMTP_LISTEN):
        yield CheckResult(UNKNOWN, "way in", "neither mailbox nor LMTP is set; a pipe shows when mail comes by it")
    if not settings.PBEM_TRUSTED_AUTHSERV_IDS:
        words = "PBEM_TRUSTED_AUTHSERV_IDS is not set: every order by mail waits for its grace"
        yield CheckResult(UNKNOWN, "relays", words)


def _tried(what: str, act: Callable[[], str]) -> CheckResult:
    try:
        return CheckResult(GOOD, what, act())
    except (OSError, ValueError, IMAP4.error) as error:
        return CheckResult(BAD, what, f"{type(error).__name__}: {error}")


def _look_into_mailbox() -> str:
    mailbox = Mailbox.from_url(settings.PBEM_IMAP_URL)
    mailbox.connect().logout()
    return f"the folder {mailbox.folder} at {mailbox.host} opens"


def _call_lmtp() -> str:
    host, _, port = settings.PBEM_LMTP_LISTEN.rpartition(":")
    with socket.create_connection((host or "127.0.0.1", int(port)), settings.PBEM_MAIL_TIMEOUT) as line:
        line.settimeout(settings.PBEM_MAIL_TIMEOUT)
        if not line.recv(200).startswith(b"220"):
            raise OSError("no mail server answers there")
    return f"somebody listens at {settings.PBEM_LMTP_LISTEN}"


def check_dns_records(lookup: Lookup | None, selector: str = "") -> Iterator[CheckResult]:
    """Yield the results of checks of the DNS records of this server's mail domains: SPF, DMARC, DKIM, MX.

    `selector` is that of the DKIM record; empty: DKIM is not checked. Without a `lookup`, nothing can be checked.
    """
    if lookup is None:
        yield CheckResult(UNKNOWN, "DNS", "records were not looked at: install dnspython for that")
        return
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    yield _record(lookup, "SPF", domain, "TXT", "v=spf1")
    yield _record(lookup, "DMARC", f"_dmarc.{domain}", "TXT", "v=dmarc1")
    if selector:
        yield _record(lookup, "DKIM", f"{selector}._domainkey.{domain}", "TXT", "p=")
    else:
        yield CheckResult(UNKNOWN, "DKIM", "name the selector with --selector to have its key looked at")
    if settings.PBEM_MAIL_REPLY_ADDRESS:
        yield _record(lookup, "MX", settings.PBEM_MAIL_REPLY_ADDRESS.rpartition("@")[2], "MX", "")


def _record(lookup: Lookup, what: str, name: str, kind: str, begins: str) -> CheckResult:
    try:
        found = [one for one in lookup(name, kind) if begins in one.casefold()]
    except OSError as error:
        return CheckResult(UNKNOWN, what, f"{name}: {error}")
    return (
        CheckResult(GOOD, what, f"{name}: {found[0][:120]}")
        if found
        else CheckResult(BAD, what, f"{name} has no such record")
    )


def make_dns_lookup() -> Lookup | None:
    """Return a function for DNS lookups; None if dnspython, which is optional, is not installed."""
    try:
        dns = importlib.import_module("dns.resolver")
    except ImportError:
        return None

    def lookup(name: str, kind: str) -> list[str]:
        try:
            return [str(one).replace('" "', "").strip('"') for one in dns.resolve(name, kind, lifetime=10)]
        except (dns.NXDOMAIN, dns.NoAnswer):
            return []
        except Exception as error:  # all other errors of the library: no response
            raise OSError(type(error).__name__) from error

    return lookup
