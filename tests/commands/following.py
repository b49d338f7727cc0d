"""Follow a page of the docs: run its commands and apply its code to a checkout, as a reader would.

A page tells a reader what to do with a block of code:

- ``sh``: run the lines.
- ``diff``: in the file after ``---``, the lines with ``-`` become those with ``+``; ``@@`` separates two places.
- any other block: the words before it say "replace `FILE`" or "In `FILE`, replace `NAME`", a function or a class.

Files are named from the folder of the title, those that begin with ``tests/`` from the checkout.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.commands.checkouts import require, run_shell

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_WHOLE = re.compile(r"[Rr]eplace `([\w/.]+)`:\s*$")
_PART = re.compile(r"[Ii]n `([\w/.]+)`, replace `(\w+)`:\s*$")


class Block(NamedTuple):
    """A block of a page: its language, its text, and the words before it."""

    language: str
    text: str
    before: str


class Page:
    """A page of the docs that is followed in a checkout."""

    def __init__(self, path: Path, checkout: Path, key: str) -> None:
        self._text, self._checkout = path.read_text("utf-8"), checkout
        self._title = checkout / "games" / "titles" / key

    def blocks(self) -> Iterator[Block]:
        """Yield all blocks of code."""
        for found in _BLOCK.finditer(self._text):
            yield Block(found[1], found[2], self._text[: found.start()])

    def follow(self) -> None:
        """Do all that the page says, in its order. Fails if a command fails or a place is not found once."""
        for block in self.blocks():
            if block.language == "sh":
                self._run(block.text)
            elif block.language == "diff":
                self._apply(block.text)
            else:
                self._replace(block)

    def _run(self, lines: str) -> None:
        for line in lines.splitlines():
            command = line.replace("./run manage", f"{sys.executable} manage.py")
            command = command.replace("./run test", f"{sys.executable} -m pytest -q -p no:cacheprovider")
            require(run_shell(self._checkout, command))

    def _path(self, name: str) -> Path:
        return (self._checkout if name.startswith("tests/") else self._title) / name

    def _apply(self, diff: str) -> None:
        for part in re.split(r"^--- ", diff, flags=re.MULTILINE)[1:]:
            name, _, hunks = part.partition("\n")
            for hunk in re.split(r"^@@\n", hunks, flags=re.MULTILINE):
                self._exchange(self._path(name), hunk.splitlines())

    def _exchange(self, path: Path, lines: list[str]) -> None:
        assert all(line[0] in "-+" for line in lines), lines
        old, new = ("\n".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
        text = path.read_text("utf-8")
        old, new = (old, new) if new else (old + "\n", "")
        assert text.count(old) == 1, f"{path.name}: found {text.count(old)} times: {old}"
        path.write_text(text.replace(old, new), "utf-8")

    def _replace(self, block: Block) -> None:
        if part := _PART.search(block.before):
            path, name = self._path(part[1]), part[2]
            text = path.read_text("utf-8")
            (node,) = [one for one in ast.parse(text).body if getattr(one, "name", "") == name]
            lines = text.splitlines(keepends=True)
            path.write_text("".join([*lines[: node.lineno - 1], block.text, *lines[node.end_lineno :]]), "utf-8")
            return
        whole = _WHOLE.search(block.before)
        assert whole is not None, f"nothing says what to do with this block:\n{block.text}"
        path = self._path(whole[1])
        assert path.is_file(), f"{path} is not there to be replaced"
        path.write_text(block.text, "utf-8")
