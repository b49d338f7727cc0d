"""Finds English in what a German reads: pieces of sentences that the German catalogues translate."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools import po, translations

ROOT = Path(__file__).resolve().parents[2]
WORDS = 3
"""A shorter piece may be a name, a command, or the same in both languages."""
_VALUE = re.compile(r"%\(\w+\)[a-zA-Z]|\{[^}]*\}|`[^`]*`|“[^”]*”")
_END = re.compile(r"(?<=[.:;?!])\s")


def catalogues() -> list[Path]:
    """The German catalogues: the server's, and that of each title that has one."""
    return [path for path in translations.added_catalogues(ROOT) if path.parents[1].name == "de"]


def _pieces(sentence: str) -> Iterator[str]:
    """A sentence between its values, cut where it could be cut by a line end."""
    for part in _VALUE.split(sentence):
        for piece in _END.split(part):
            bare = " ".join(piece.split()).strip(" .:;,?!")
            if len(re.findall(r"[A-Za-z']{2,}", bare)) >= WORDS:
                yield bare


@cache
def english_pieces() -> frozenset[str]:
    """The pieces that no German text has: those of the English sentences without those of the German ones."""
    english: set[str] = set()
    german: list[str] = []
    for path in catalogues():
        for message in po.read_po(path.read_text(encoding="utf-8")):
            german += message.translations
            english.update(piece for source in message.sources for piece in _pieces(source))
    said = " ".join(" ".join(german).split())
    return frozenset(piece for piece in english if piece not in said)


def english_in(text: str) -> list[str]:
    """The pieces of translated English sentences in a text, in whatever lines it is written."""
    flat = " ".join(text.split())
    return sorted(piece for piece in english_pieces() if re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", flat))
