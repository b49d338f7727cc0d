"""Tags in reply addresses: what a reply is about, and proof that this server sent the address to the seat's player.

A tag consists of a letter for its kind, the id of a row, and a code (HMAC-SHA256, cut to 80 bits), in base32: a to z
and 2 to 7, ignoring case, because some mail servers change the case. Together with the server's own address, a tag
stays below 64 characters, the limit for the part before the ``@``. The code covers the id of the seat and of the
player's tenure, so that a tag is valid only as long as the player holds the seat.
"""

import re
from base64 import b32decode, b32encode
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

QUESTION, SEAT, MESSAGE = "q", "g", "m"
"""Kinds of tags: a reply about one question (its id), about a seat without a question (the game's id), to a press
message (its copy's id)."""
RESERVE = "r"
"""A reserve's reply to a request (its id). In the code, 0 replaces the seat, and the player's id the tenure."""
INVITATION = "i"
"""A reply to an invitation (its id). In the code, 0 replaces the seat and the tenure: the recipient may answer."""
OPENING = "n"
"""A reply to a proposed game (the id of its `Opening`). In the code, 0 replaces the seat, and the player's id the
tenure."""
START = "s"
"""A command to start a game (its id). In the code, 0 replaces seat and tenure: the service checks the permission."""
UMPIRE = "u"
"""An answer to a player's question to the umpire, host or staff (its id).

In the code, 0 replaces the seat, and the id of the answering player the tenure."""
BOUNCE = "b"
"""The envelope sender of an e-mail, to which it bounces. The id is the e-mail's number, encrypted.

In the code, 0 replaces seat and tenure."""
SEATLESS_KINDS = (RESERVE, INVITATION, OPENING, START, UMPIRE)
"""The kinds of tags whose senders need not hold a seat in the game."""
MAX_ADDRESSES = 20
"""The number of addresses of one message that are searched for a tag."""

_ID, _CODE = 26, 16
_SHAPE = re.compile(rf"([qgmribnsu])([a-z2-7]{{{_ID}}})([a-z2-7]{{{_CODE}}})")


class Tag(NamedTuple):
    """A tag as found in an address, not verified: its kind, the id of the row that the reply is about, and its code."""

    kind: str
    subject: UUID
    code: str


UNTAGGED = Tag(OPENING, UUID(int=0), "")
"""The tag for an e-mail to the server's own address, without a tag; such an e-mail may ask to open a game."""


def make_tag(kind: str, subject: UUID, seat: int, tenure: int) -> str:
    """Return a tag for a reply about the row with the id `subject`.

    `kind` is one of the constants of this module. `seat` and `tenure` are the primary keys of the player's seat and
    tenure, or the numbers that replace them according to the description of the constant.
    """
    return kind + _letters(subject.bytes) + _code(settings.SECRET_KEY, kind, subject, seat, tenure)


def bounce_address(mail: int) -> str:
    """Return the envelope sender for the e-mail with this number; "" unless the server handles bounces by tag."""
    if not (settings.PBEM_MAIL_REPLY_ADDRESS and settings.PBEM_MAIL_VERP):
        return ""
    return reply_address(make_tag(BOUNCE, _veiled(mail, settings.SECRET_KEY), 0, 0))


def find_bounced_mail(addresses: Iterable[str]) -> int | None:
    """Return the number of the e-mail that bounced to one of these addresses; None without a valid bounce tag."""
    for tag in find_tags(addresses):
        if tag.kind == BOUNCE and is_genuine(tag, 0, 0):
            return _unveiled(tag.subject)
    return None


_NUMBERS = (1 << 62) - 1
"""The bit mask, and so the maximum, of e-mail numbers that fit into a random UUID beside its fixed bits."""


def _veiled(number: int, key: str) -> UUID:
    """Return an e-mail's sequential number encrypted as a UUID.

    Plain numbers of two e-mails would reveal how many others were sent between them.
    """
    head = UUID(bytes=_digest(key, f"letter|{number}"), version=4).int >> 64
    return UUID(int=head << 64 | (number ^ _pad(head, key)), version=4)


def _unveiled(subject: UUID) -> int | None:
    """Return the number that `_veiled` encrypted, or a plain number of an earlier release; None for an invalid id."""
    if subject.int <= _NUMBERS:
        return subject.int
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        number = (subject.int & _NUMBERS) ^ _pad(subject.int >> 64, key)
        if _veiled(number, key) == subject:
            return number
    return None


def _pad(head: int, key: str) -> int:
    """Return the one-time pad for a number in a UUID whose first 64 bits are `head`."""
    return int.from_bytes(_digest(key, f"veil|{head}")) & _NUMBERS


def reply_address(tag: str) -> str:
    """Return the server's reply address with this tag."""
    name, _, domain = settings.PBEM_MAIL_REPLY_ADDRESS.rpartition("@")
    return f"{name}+{tag}@{domain}"


def find_tags(addresses: Iterable[str]) -> Iterator[Tag]:
    """Yield the tags in these addresses, valid or not, each once."""
    name, _, domain = settings.PBEM_MAIL_REPLY_ADDRESS.rpartition("@")
    found: dict[Tag, None] = {}
    for address in list(addresses)[:MAX_ADDRESSES]:
        local, _, host = address.strip().casefold().rpartition("@")
        base, _, extension = local.partition("+")
        match = _SHAPE.fullmatch(extension)
        if settings.PBEM_MAIL_REPLY_ADDRESS and (base, host) == (name, domain) and match:
            found[Tag(match[1], UUID(bytes=b32decode(match[2].upper() + "======")), match[3])] = None
    return iter(found)


def has_server_address(addresses: Iterable[str]) -> bool:
    """Return True if one of the addresses is the server's own address without a tag."""
    ours = settings.PBEM_MAIL_REPLY_ADDRESS.casefold()
    return bool(ours) and any(one.strip().casefold() == ours for one in list(addresses)[:MAX_ADDRESSES])


def is_genuine(tag: Tag, seat: int, tenure: int) -> bool:
    """Return True if this server made the tag for this seat and tenure, with its present or a former secret key."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    codes = [_code(key, tag.kind, tag.subject, seat, tenure) for key in keys]
    return any(constant_time_compare(code, tag.code) for code in codes)


def _code(key: str, kind: str, subject: UUID, seat: int, tenure: int) -> str:
    told = f"{kind}|{subject.hex}|{seat}|{tenure}"
    return _letters(salted_hmac("games.stored.tags", told, secret=key, algorithm="sha256").digest())[:_CODE]


def _digest(key: str, told: str) -> bytes:
    return salted_hmac("games.stored.tags.veil", told, secret=key, algorithm="sha256").digest()[:16]


def _letters(raw: bytes) -> str:
    return b32encode(raw).decode().rstrip("=").casefold()
