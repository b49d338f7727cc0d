"""Compare the delivered e-mails with the outbox, and check that they are readable."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from msgspec import Struct

UNFINISHED = re.compile(r"%\(\w+\)[sd]|\{[a-z_]+(?:\.\w+)*\}|<\w+ object at 0x|\bNone\b(?!\s+of\s)|\b\w+\(\w+=")
"""Texts that only a faulty program writes, such as open placeholders and Python values ("None of" is English)."""
NEWS_KINDS = ("stop", "over")
"""The kinds of e-mails that contain all news."""
HEAVIEST = 1_000_000
"""The most bytes that an e-mail should have."""


class Owed(Struct, frozen=True):
    """An e-mail in the outbox."""

    name: str
    """The Message-ID."""
    game: str
    seat: str
    language: str
    """The language of its recipient."""
    stop: int = 0
    """The stop that it reports."""
    kind: str = "stop"
    joined: bool = False
    """True if it was merged into a later e-mail."""


class Read(Struct, frozen=True):
    """A delivered e-mail."""

    owed: Owed
    """The e-mail in the outbox."""
    text: str
    """Its plain text without line breaks."""
    size: int
    """Its size in bytes."""
    wrong: tuple[str, ...]
    """What is wrong with it, as lines of text."""


def miscounted(owed: Iterable[str], taken: Mapping[str, int]) -> list[str]:
    """Return a line for each e-mail that is missing, was delivered twice, or is unknown."""
    wanted, came = Counter(owed), Counter(taken)
    lost = [f"letter {name} never came" for name in wanted - came]
    return lost + [f"letter {name} came {came[name]} times" for name in came if came[name] > max(wanted[name], 0)]


def merged_without_later(owed: Sequence[Owed]) -> list[str]:
    """Return a line for each e-mail that was merged into a later one, if the seat never got a later one."""
    last: dict[tuple[str, str], int] = {}
    for one in owed:
        if one.kind in NEWS_KINDS and not one.joined:
            last[one.game, one.seat] = max(one.stop, last.get((one.game, one.seat), 0))
    return [
        f"letter {one.name} is told in no later letter"
        for one in owed
        if one.joined and last.get((one.game, one.seat), 0) <= one.stop
    ]


def read(owed: Owed, path: Path) -> Read:
    """Read a delivered e-mail from a file, and check it."""
    data = path.read_bytes()
    letter = BytesParser(EmailMessage, policy=policy.default).parsebytes(data)
    parts = {kind: _part(letter, kind) for kind in ("plain", "html")}
    return Read(owed, parts["plain"].replace("\n", " "), len(data), tuple(_wrong(owed, letter, parts, len(data))))


def _part(letter: EmailMessage, kind: str) -> str:
    body = letter.get_body(preferencelist=(kind,))
    return str(body.get_content()) if body is not None else ""


def _wrong(owed: Owed, letter: EmailMessage, parts: Mapping[str, str], size: int) -> Iterable[str]:
    if not str(letter["Subject"] or "").strip():
        yield "no subject"
    for kind, text in parts.items():
        if not text.strip():
            yield f"no {kind} text"
    found = UNFINISHED.search(parts["plain"])
    if found is not None:
        yield f"unfinished: {parts['plain'][max(found.start() - 40, 0) : found.end() + 40]!r}"
    if (owed.language == "ja") != bool(re.search("[\u3040-\u30ff]", parts["plain"])):
        yield "not in its reader's language"
    if size > HEAVIEST:
        yield f"{size} bytes"


def undisclosed(letters: list[Read], secret: str, commitment: str) -> list[str]:
    """Return a line for each fact about the dice that the e-mails to a seat lack, or tell too early.

    One of the first two e-mails must contain the commitment, and one near the end the secret.
    """
    told = [secret in one.text.replace(" ", "") for one in letters]
    first = any(commitment in one.text.replace(" ", "") for one in letters[:2])
    found = [] if first else ["the first letters do not commit to the dice"]
    found += [] if any(told) else ["no letter tells the secret of the dice"]
    return found + (["the secret of the dice is told before the end"] if any(told[: len(told) // 2]) else [])
