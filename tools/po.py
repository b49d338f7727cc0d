"""Read gettext catalogues without gettext: `.po` as text, `.mo` by the standard library."""

import ast
import gettext
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

#: What gettext puts between a context and its message.
CONTEXT_MARK = "\x04"


@dataclass
class Message:
    """One entry of a `.po` file."""

    line: int
    texts: dict[str, str] = field(default_factory=dict)
    fuzzy: bool = False

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


def read_po(text: str) -> Iterator[Message]:
    """All living entries but the header; obsolete ones (`#~`) are left out."""
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
    """The compiled catalogue: the translations by message id, plural forms in their order."""
    with path.open("rb") as file:
        raw: dict[object, str] = vars(gettext.GNUTranslations(file))["_catalog"]
    found: dict[str, dict[int, str]] = {}
    for key, text in raw.items():
        name, number = key if isinstance(key, tuple) else (key, 0)
        if name:
            found.setdefault(str(name), {})[number] = text
    return {name: [forms[number] for number in sorted(forms)] for name, forms in found.items()}
