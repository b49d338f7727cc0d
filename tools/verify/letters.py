"""Read everything that the server signed: e-mails as saved by mail programs, receipts and dice as JSON."""

import email.policy
import json
import mailbox
from collections.abc import Iterator
from email.parser import BytesParser
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from .words import as_json, written

WITNESS, KEY = "so-witness-1 ", "so-key-1 "
FIELDS = 10


class Said(NamedTuple):
    """One item that the server signed."""

    source: str
    """The file that contains it."""
    what: str
    """The kind of item: an e-mail, a receipt or a response about the dice."""
    game: str
    seat: str
    stop: int
    """The seat's own number of the stop."""
    mark: str
    """The mark of its segment; empty if it has none."""
    subject: str
    """What identifies the document, such as its digest."""
    at: str
    """The time of the signature."""
    key: str
    """The id of the signing key."""
    signed: str
    """The signed text."""
    signature: str
    body: Any
    """The text of an e-mail, or a JSON object."""
    key_line: str = ""
    """The line with the signing key in the item; empty if it has none."""

    def __str__(self) -> str:
        return f"{self.what} of {self.at[:16]} to {self.seat} ({self.source})"

    def is_as_signed(self) -> bool:
        """Return True if the body is what was signed."""
        if self.what == "letter":
            return bool(_text_digest(self.body) == self.subject)
        if self.what == "receipt":
            return _receipt_subject(self.body) == self.subject
        said = {name: value for name, value in self.body.items() if name != "witness"}
        return written(sha256(as_json(said)).digest()) == self.subject


def read_all(path: Path) -> tuple[list[Said], list[str]]:
    """Return all signed items in a file or folder, ordered by time, and the names of files without any."""
    found: list[Said] = []
    without: list[str] = []
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            said = list(_read(file))
            found += said
            without += [] if said else [file.name]
    return sorted(found, key=lambda one: (one.at, one.source)), without


def _read(file: Path) -> Iterator[Said]:
    raw = file.read_bytes()
    if raw.lstrip()[:1] in (b"{", b"["):
        yield from _from_json(file.name, raw)
    elif raw.startswith(b"From "):
        for number, message in enumerate(mailbox.mbox(file, factory=None, create=False), start=1):
            yield from _from_letter(f"{file.name}, {number}", message.as_bytes())
    else:
        yield from _from_letter(file.name, raw)


def _from_letter(source: str, raw: bytes) -> Iterator[Said]:
    message = BytesParser(policy=email.policy.default).parsebytes(raw)
    part = message.get_body(("plain",))
    lines = str(part.get_content()).replace("\r\n", "\n").split("\n") if part is not None else []
    places = [number for number, line in enumerate(lines) if line.startswith(WITNESS)]
    if places:  # the last one: what players wrote to each other stands before it
        last = places[-1]
        key = lines[last - 1] if last and lines[last - 1].startswith(KEY) else ""
        text = "\n".join(lines[: last - bool(key)])
        yield from _parsed(source, lines[last], text, key.strip())


def _from_json(source: str, raw: bytes) -> Iterator[Said]:
    try:
        document = json.loads(raw)
    except ValueError:
        return
    for one in document if isinstance(document, list) else [document]:
        if isinstance(one, dict) and isinstance(one.get("witness"), str):
            yield from _parsed(source, one["witness"], one, "")


def _parsed(source: str, line: str, body: Any, key: str) -> Iterator[Said]:
    words = line.split()
    if len(words) == FIELDS and words[4].isdecimal():
        _, what, game, seat, stop, mark, subject, at, key_id, signature = words
        text = " ".join(words[:-1])
        mark = "" if mark == "-" else mark
        yield Said(source, what, game, seat, int(stop), mark, subject, at, key_id, text, signature, body, key)


def _text_digest(text: str) -> str:
    lines = [line.rstrip() for line in text.split("\n")]
    return written(sha256("\n".join(lines).rstrip().encode()).digest())


def _receipt_subject(receipt: dict[str, Any]) -> str:
    try:
        nonce, answer = bytes.fromhex(receipt["nonce"]), as_json(receipt["answer"], ordered=False)
        state = "ready" if receipt["ready"] else "draft"
        return f"{receipt['decision']}/{receipt['revision']}/{state}/{sha256(nonce + answer).hexdigest()}"
    except (KeyError, TypeError, ValueError):
        return ""
