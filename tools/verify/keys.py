"""The trusted public keys: the key of the first e-mail, or the keys in a file, and keys signed by trusted keys."""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from .letters import KEY, Said
from .words import read


class Keys:
    """The trusted public keys by id."""

    def __init__(self) -> None:
        self._trusted: dict[str, Ed25519PublicKey] = {}

    def __len__(self) -> int:
        return len(self._trusted)

    def trust(self, line: str) -> bool:
        """Trust the key in a line ``so-key-1 …``; return False if the line contains none."""
        return self._take(line.split())

    def trust_signed(self, lines: Iterable[str]) -> None:
        """Trust the keys that a trusted key has signed, directly or through others."""
        left = [line.split() for line in lines]
        while fresh := [words for words in left if self._is_endorsed(words)]:
            for words in fresh:
                self._take(words)
                left.remove(words)

    def signed(self, said: Said) -> bool:
        """Return True if a trusted key has signed the item."""
        return self._holds(said.key, said.signed, said.signature)

    def _take(self, words: list[str]) -> bool:
        try:
            public = read(words[2])
            fits = words[0] == KEY.strip() and sha256(public).hexdigest()[:16] == words[1]
            if fits:
                self._trusted[words[1]] = Ed25519PublicKey.from_public_bytes(public)
        except (ValueError, IndexError):
            return False
        return fits

    def _is_endorsed(self, words: list[str]) -> bool:
        return len(words) == 6 and self._holds(words[4], " ".join(words[:4]), words[5])

    def _holds(self, key: str, text: str, signature: str) -> bool:
        try:
            self._trusted[key].verify(read(signature), text.encode())
        except (InvalidSignature, KeyError, ValueError):
            return False
        return True


def keys_for(said: list[Said], file: Path | None) -> Keys:
    """Return the keys in a file or, without a file, the key of the earliest item.

    Keys that these keys have signed, directly or through others, are added.
    """
    keys = Keys()
    offered = [one.key_line for one in said if one.key_line]
    if file is not None:
        lines = list(_lines_of(file.read_text()))
        for line in lines:
            keys.trust(line)
    elif offered:
        keys.trust(offered[0])
    keys.trust_signed(offered)
    return keys


def _lines_of(text: str) -> Iterator[str]:
    """Yield the lines with keys in a text, or in a server's ``/.well-known/sealed-orders.json``."""
    try:
        document = json.loads(text)
        yield from (str(key["line"]) for key in document["keys"])
    except (ValueError, KeyError, TypeError):
        yield from (line.strip() for line in text.splitlines() if line.startswith(KEY))
