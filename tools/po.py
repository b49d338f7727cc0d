"""Read and write gettext catalogues without the gettext programs: `.po` as text, `.mo` with the standard library."""

import ast
import gettext
import json
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

CONTEXT_MARK = "\x04"
"""The character that gettext puts between a context and its message."""


@dataclass
class Message:
    """One entry of a `.po` file."""

    line: int
    """The number of its first line."""
    texts: dict[str, str] = field(default_factory=dict)
    """The original and translated texts by keyword, such as ``msgid`` or ``msgstr[1]``."""
    fuzzy: bool = False
    """True if the entry is marked as fuzzy, so that it is not used."""

    @property
    def key(self) -> str:
        """The message id, with its context as gettext stores it."""
        context = self.texts.get("msgctxt")
        return (f"{context}{CONTEXT_MARK}" if context is not None else "") + self.texts.get("msgid", "")

    @property
    def sources(self) -> list[str]:
        """The original text, and its plural if it has one."""
        return [self.texts[name] for name in ("msgid", "msgid_plural") if name in self.texts]

    @property
    def translations(self) -> list[str]:
        """The translated text, or one for each plural form."""
        return [text for name, text in self.texts.items() if name.startswith("msgstr")]


def header(text: str) -> str:
    """Return the header of a `.po` file: the translation of its entry for the empty text."""
    begin, _, _ = text.partition("\n\n")
    lines = [line.strip() for line in begin.splitlines() if not line.startswith("#")]
    return "".join(ast.literal_eval(line) for line in lines if line.startswith('"'))


def write_po(comment: str, head: str, messages: Iterable[tuple[Message, str]]) -> str:
    """Return the text of a `.po` file: the comment, the header, and each message with the place of its sentence."""
    lines = [*(f"# {line}" for line in comment.splitlines()), 'msgid ""', 'msgstr ""']
    lines += [_quoted(f"{line}\n") for line in head.splitlines()]
    for message, place in messages:
        lines += ["", f"#: {place}", *(["#, fuzzy"] if message.fuzzy else [])]
        lines += [f"{name} {_quoted(text)}" for name, text in message.texts.items()]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def compile_po(text: str) -> bytes:
    """Return the content of a `.mo` file for the text of a `.po` file; fuzzy and untranslated entries are left out."""
    texts = {"": header(text)}
    for message in read_po(text):
        if not message.fuzzy and message.translations and all(message.translations):
            plural = message.texts.get("msgid_plural")
            key = message.key if plural is None else f"{message.key}\0{plural}"
            texts[key] = "\0".join(message.translations)
    entries = sorted((key.encode(), said.encode()) for key, said in texts.items())
    table, start, body = [], 28 + 16 * len(entries), b""
    for column in (0, 1):
        for entry in entries:
            table.append(struct.pack("<II", len(entry[column]), start + len(body)))
            body += entry[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(entries), 28, 28 + 8 * len(entries), 0, 0)
    return head + b"".join(table) + body


def read_po(text: str) -> Iterator[Message]:
    """Yield all active entries except the header; obsolete ones (`#~`) are left out."""
    entry, name, fuzzy = Message(line=1), "", False
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        if not line:
            continue
        if line.startswith('"'):
            entry.texts[name] += ast.literal_eval(line)
            continue
        name, _, value = line.partition(" ")
        if name in {"msgctxt", "msgid"} and "msgid" in entry.texts:
            if entry.key:
                yield entry
            entry = Message(line=number)
        if name in {"msgctxt", "msgid"} and not entry.texts:
            entry.line, entry.fuzzy, fuzzy = number, fuzzy, False
        entry.texts[name] = ast.literal_eval(value)
    if entry.key:
        yield entry


def read_mo(path: Path) -> dict[str, list[str]]:
    """Return the translations in a compiled catalogue by message id, all plural forms in order."""
    with path.open("rb") as file:
        raw: dict[object, str] = vars(gettext.GNUTranslations(file))["_catalog"]
    found: dict[str, dict[int, str]] = {}
    for key, text in raw.items():
        name, number = key if isinstance(key, tuple) else (key, 0)
        if name:
            found.setdefault(str(name), {})[number] = text
    return {name: [forms[number] for number in sorted(forms)] for name, forms in found.items()}
