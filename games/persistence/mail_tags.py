"""Tags in reply addresses: the subject of the reply, and proof that this server issued it to the seat's player.

A tag is ``kind``, an id and a code (HMAC-SHA256, cut to 80 bits), in base32 letters: a to z and 2 to 7, ignoring case,
since some mail servers fold it. With the address before it, it is shorter than the limit of 64 letters for a local
part. The code covers the seat and the tenure: a tag expires with its tenure.
"""

import re
from base64 import b32decode, b32encode
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

QUESTION, SEAT, MESSAGE = "q", "g", "m"
"""A reply about one decision; about a seat without a question; to a press message."""
RESERVE = "r"
"""A reserve's reply to a request. The id is the request's; no seat, and the player instead of the tenure."""
INVITATION = "i"
"""A reply to an invitation. The id is the invitation's; no seat and no tenure: its recipient may answer."""
OPENING = "n"
"""A reply to a proposed game. The id is the opening's; no seat, and the player instead of the tenure."""
START = "s"
"""A start command. The id is the game's; no seat and no tenure: the service decides who may start it."""
UMPIRE = "u"
"""An answer to a player's question. The id is the question's; no seat, and the reader instead of the tenure."""
BOUNCE = "b"
"""A bounce of an e-mail, by its envelope sender. The id is the e-mail's number, encrypted; no seat, no tenure."""
SEATLESS_KINDS = (RESERVE, INVITATION, OPENING, START, UMPIRE)
"""The kinds of tags whose senders need no seat in the game."""
MAX_ADDRESSES = 20
"""The number of addresses of one message that are searched for a tag."""

_ID, _CODE = 26, 16
_SHAPE = re.compile(rf"([qgmribnsu])([a-z2-7]{{{_ID}}})([a-z2-7]{{{_CODE}}})")


class Tag(NamedTuple):
    """A tag as found: its kind, the id of its subject, and its unverified code."""

    kind: str
    subject: UUID
    code: str


UNTAGGED = Tag(OPENING, UUID(int=0), "")
"""The subject of an e-mail that answers none of ours; it may open a game."""


def make_tag(kind: str, subject: UUID, seat: int, tenure: int) -> str:
    """Return the tag for the player of a seat in this tenure (given by their database keys)."""
    return kind + _letters(subject.bytes) + _code(settings.SECRET_KEY, kind, subject, seat, tenure)


def bounce_address(mail: int) -> str:
    """Return the envelope sender to which an e-mail bounces; empty if bounces have no address of their own."""
    if not (settings.PBEM_MAIL_REPLY_ADDRESS and settings.PBEM_MAIL_VERP):
        return ""
    return reply_address(make_tag(BOUNCE, _veiled(mail, settings.SECRET_KEY), 0, 0))


def find_bounced_mail(addresses: Iterable[str]) -> int | None:
    """Return the number of the e-mail to which a valid tag among these addresses belongs; None if there is none."""
    for tag in find_tags(addresses):
        if tag.kind == BOUNCE and is_genuine(tag, 0, 0):
            return _unveiled(tag.subject)
    return None


_NUMBERS = (1 << 62) - 1
"""The range of e-mail numbers that fits beside the fixed bits of a random id."""


def _veiled(number: int, key: str) -> UUID:
    """Return an encrypted id instead of an e-mail's sequential number.

    The numbers of two e-mails would reveal how many others were sent between them.
    """
    head = UUID(bytes=_digest(key, f"letter|{number}"), version=4).int >> 64
    return UUID(int=head << 64 | (number ^ _pad(head, key)), version=4)


def _unveiled(subject: UUID) -> int | None:
    """Return the number, also of an old e-mail with an unencrypted number; None for an invalid id."""
    if subject.int <= _NUMBERS:
        return subject.int
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        number = (subject.int & _NUMBERS) ^ _pad(subject.int >> 64, key)
        if _veiled(number, key) == subject:
            return number
    return None


def _pad(head: int, key: str) -> int:
    """Return the pad that encrypts a number in an id with this beginning."""
    return int.from_bytes(_digest(key, f"veil|{head}")) & _NUMBERS


def reply_address(tag: str) -> str:
    """Return the server's reply address with this tag."""
    name, _, domain = settings.PBEM_MAIL_REPLY_ADDRESS.rpartition("@")
    return f"{name}+{tag}@{domain}"


def find_tags(addresses: Iterable[str]) -> Iterator[Tag]:
    """Return the tags in these addresses, valid or not, each once."""
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
    """Return True if one of these is the server's own address without a tag."""
    ours = settings.PBEM_MAIL_REPLY_ADDRESS.casefold()
    return bool(ours) and any(one.strip().casefold() == ours for one in list(addresses)[:MAX_ADDRESSES])


def is_genuine(tag: Tag, seat: int, tenure: int) -> bool:
    """Return True if this server made the tag for that seat and tenure, under its present key or a retired one."""
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
