"""System checks for errors that would show only later: database encoding, data folder, Redis policy, mail settings.

`manage.py check --deploy --database default` runs all of them; ``migrate`` and ``check`` run those that call no server.
Imports of the checks are local: each command loads this module, and few commands run the checks.
"""

import tempfile
from collections.abc import Iterator, Sequence
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import connections

REDIS_SCHEMES = ("redis", "rediss")


@register(Tags.database)
def check_encoding(databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
    """Report a PostgreSQL database whose encoding is not UTF-8."""
    found: list[CheckMessage] = []
    for alias in databases or ():
        connection = connections[alias]
        if connection.vendor != "postgresql":
            continue
        with connection.cursor() as cursor:
            cursor.execute("SHOW server_encoding")
            (encoding,) = cursor.fetchone()
        if encoding != "UTF8":
            words = f"The encoding of the database '{alias}' is {encoding}. Create it with ENCODING 'UTF8'."
            found.append(Error(words, id="pbem.E001"))
    return found


@register("files")
def check_data_folder(**options: Any) -> list[CheckMessage]:
    """Report a data folder in which this process cannot create files."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR):
            return []
    except OSError as error:
        words = f"The data folder {settings.DATA_DIR} is not writable ({error.strerror}). Set PBEM_DATA_DIR."
        return [Error(words, id="pbem.E002")]


@register("redis", deploy=True)
def check_redis_policy(**options: Any) -> list[CheckMessage]:
    """Report a Redis server whose eviction policy could remove the broker's messages, or refuse new ones."""
    from redis import RedisError

    url: str = settings.CELERY_BROKER_URL  # type: ignore[misc]  # one of several settings set at once
    broker = urlsplit(url)
    if broker.scheme not in REDIS_SCHEMES:
        return []
    try:
        policy = read_policy(url)
    except (RedisError, OSError) as error:
        words = f"The maxmemory-policy of the broker's Redis cannot be read ({type(error).__name__})."
        return [Warning(words, id="pbem.W003")]
    caches = (urlsplit(str(cache["LOCATION"])) for cache in settings.CACHES.values())
    shared = any((one.hostname, one.port or 6379) == (broker.hostname, broker.port or 6379) for one in caches)
    if policy.startswith("allkeys-") or (shared and not policy.startswith("volatile-")):
        wanted = "volatile-lru" if shared else "noeviction"
        words = f"The maxmemory-policy of the broker's Redis is {policy}. Set it to {wanted}."
        return [Error(words, id="pbem.E003")]
    return []


def read_policy(url: str) -> str:
    """Return the `maxmemory-policy` of a Redis server. Raises RedisError or OSError if the server does not answer."""
    from redis import Redis

    with Redis.from_url(url, socket_connect_timeout=5, socket_timeout=5, decode_responses=True) as server:
        return str(server.config_get("maxmemory-policy")["maxmemory-policy"])


@register("mail")
def check_mail_settings(**options: Any) -> list[CheckMessage]:
    """Report mail settings with which e-mails cannot be sent or received."""
    return [Error(words, id="pbem.E004") for words in _mail_contradictions()]


@register("mail", deploy=True)
def check_mail_deployment(**options: Any) -> list[CheckMessage]:
    """Report a public server that sends no e-mails, or sends them from the default address."""
    found: list[CheckMessage] = []
    if not settings.EMAIL_BACKEND.endswith("SmtpBackend"):
        found.append(Warning("E-mails become files: set PBEM_MAIL_URL to a mail server.", id="pbem.W005"))
    elif settings.DEFAULT_FROM_EMAIL.rstrip("> ").endswith("@localhost"):
        found.append(Warning("E-mails come from localhost: set PBEM_MAIL_FROM to your address.", id="pbem.W006"))
    return found


def _mail_contradictions() -> Iterator[str]:
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    try:
        validate_email(address)
    except ValidationError:
        yield "PBEM_MAIL_FROM is no e-mail address. Set it to one like: Sealed Orders <orders@example.org>"
    if not settings.PBEM_MAIL_REPLY_ADDRESS:
        needing = {
            "PBEM_MAIL_VERP": settings.PBEM_MAIL_VERP,
            "PBEM_LMTP_LISTEN": settings.PBEM_LMTP_LISTEN,
            "PBEM_IMAP_URL": settings.PBEM_IMAP_URL,
        }
        yield from (f"{name} needs PBEM_MAIL_REPLY_ADDRESS." for name, value in needing.items() if value)
    host, _, port = settings.PBEM_LMTP_LISTEN.rpartition(":")
    if settings.PBEM_LMTP_LISTEN and not (host and port.isdecimal()):
        yield "PBEM_LMTP_LISTEN must be host:port, such as 127.0.0.1:8024."
    if settings.PBEM_IMAP_URL:
        from worker.mail.inbound.imap_mailbox import Mailbox

        try:
            Mailbox.from_url(settings.PBEM_IMAP_URL)
        except ValueError as error:
            yield f"PBEM_IMAP_URL: {error}"
