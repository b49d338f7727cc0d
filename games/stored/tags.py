"""Tags in addresses: what a reply is about, and proof that this server wrote it down for whoever sits there.

A tag is ``kind``, an id and a code (HMAC-SHA256, cut to 80 bits), in the letters of base32: a to z and 2 to 7, whose
case does not matter, since some mail servers fold it. With the address before it, it is shorter than the 64 letters
that a local part may have. The code covers the seat and the tenure: a tag dies with the tenure that it was made for.
"""

import re
from base64 import b32decode, b32encode
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

QUESTION, SEAT, MESSAGE = "q", "g", "m"
"""A reply about one decision; about a seat, when nothing is asked; to what another seat said."""
RESERVE = "r"
"""An answer to whether one takes a seat. The id is what was asked; no seat, and the player in the tenure's place."""
INVITATION = "i"
"""An answer to an invitation. The id is the invitation's; no seat and no tenure: who may answer is whom it went to."""
OPENING = "n"
"""An answer to what a new game would be. The id is the opening's; no seat, and the player in the tenure's place."""
START = "s"
"""The word that starts a game. The id is the game's; no seat and no tenure: who may start it, the service says."""
BOUNCE = "b"
"""A report about a letter: its envelope says where from. The id is the letter's number, veiled; no seat, no tenure."""
WITHOUT_SEAT = (RESERVE, INVITATION, OPENING, START)
"""The kinds of tags of who need not have a seat in the game."""
MOST_ADDRESSES = 20
"""Addresses of one message in which a tag is looked for."""

_ID, _CODE = 26, 16
_SHAPE = re.compile(rf"([qgmribns])([a-z2-7]{{{_ID}}})([a-z2-7]{{{_CODE}}})")


class Tag(NamedTuple):
    """A tag as it was found: of what kind, the id of what it is about, and its code, true or not."""

    kind: str
    subject: UUID
    code: str


UNTAGGED = Tag(OPENING, UUID(int=0), "")
"""What a mail is about that answers none of our letters: a game to be opened, perhaps."""


def write_tag(kind: str, subject: UUID, seat: int, tenure: int) -> str:
    """The tag for whoever holds a seat in this tenure (their keys in the store)."""
    return kind + _letters(subject.bytes) + _code(settings.SECRET_KEY, kind, subject, seat, tenure)


def bounce_address(mail: int) -> str:
    """Where reports about a letter come back to: the sender on its envelope; empty where bounces are not told apart."""
    if not (settings.PBEM_MAIL_REPLY and settings.PBEM_MAIL_VERP):
        return ""
    return reply_address(write_tag(BOUNCE, _veiled(mail, settings.SECRET_KEY), 0, 0))


def bounced_letter(addresses: Iterable[str]) -> int | None:
    """The number of the letter that a genuine tag among these addresses names."""
    for tag in tags_in(addresses):
        if tag.kind == BOUNCE and is_genuine(tag, 0, 0):
            return _unveiled(tag.subject)
    return None


_NUMBERS = (1 << 62) - 1
"""The numbers that letters may have: so many fit beside the signs that a random id has to bear."""


def _veiled(number: int, key: str) -> UUID:
    """An id that looks like any random one, and is the number's under this key: letters are counted, and who could
    read the numbers of two would know how many others had gone out between them.
    """
    head = UUID(bytes=_digest(key, f"letter|{number}"), version=4).int >> 64
    return UUID(int=head << 64 | (number ^ _pad(head, key)), version=4)


def _unveiled(subject: UUID) -> int | None:
    """The number, be it of a letter that went out when numbers stood there as they are; None for what is none."""
    if subject.int <= _NUMBERS:
        return subject.int
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        number = (subject.int & _NUMBERS) ^ _pad(subject.int >> 64, key)
        if _veiled(number, key) == subject:
            return number
    return None


def _pad(head: int, key: str) -> int:
    """What hides a number whose id begins so."""
    return int.from_bytes(_digest(key, f"veil|{head}")) & _NUMBERS


def reply_address(tag: str) -> str:
    """The address that a reply goes to."""
    name, _, domain = settings.PBEM_MAIL_REPLY.rpartition("@")
    return f"{name}+{tag}@{domain}"


def tags_in(addresses: Iterable[str]) -> Iterator[Tag]:
    """The tags in these addresses, whether true or not, each once."""
    name, _, domain = settings.PBEM_MAIL_REPLY.rpartition("@")
    found: dict[Tag, None] = {}
    for address in list(addresses)[:MOST_ADDRESSES]:
        local, _, host = address.strip().casefold().rpartition("@")
        base, _, extension = local.partition("+")
        match = _SHAPE.fullmatch(extension)
        if settings.PBEM_MAIL_REPLY and (base, host) == (name, domain) and match:
            found[Tag(match[1], UUID(bytes=b32decode(match[2].upper() + "======")), match[3])] = None
    return iter(found)


def names_us(addresses: Iterable[str]) -> bool:
    """Whether one of these is the server's own address, without any tag."""
    ours = settings.PBEM_MAIL_REPLY.casefold()
    return bool(ours) and any(one.strip().casefold() == ours for one in list(addresses)[:MOST_ADDRESSES])


def is_genuine(tag: Tag, seat: int, tenure: int) -> bool:
    """Whether this server made the tag for that seat and tenure, under its present key or one that it has retired."""
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
