"""The first words of an e-mail to the server: a request to open a game, or to list the titles."""

import re
from collections.abc import Sequence
from typing import NamedTuple

NEW, LIST, HELP = "new", "list", "help"
_HEADS = {
    NEW: (
        *("new", "open", "start", "i want to play", "i would like to play", "play", "let us play", "let's play"),
        *("新しいゲーム", "新規ゲーム", "新ゲーム", "新規", "ゲーム開設", "開設", "ゲーム開始"),
    ),
    LIST: (
        *("list of games", "list games", "games", "list titles", "titles", "title", "list", "scenarios", "options"),
        *(
            "what can i play",
            "ゲーム一覧",
            "タイトル一覧",
            "シナリオ一覧",
            "一覧",
            "タイトル",
            "シナリオ",
            "ゲーム",
            "オプション",
        ),
    ),
    HELP: ("help", "?", "how", "commands", "ヘルプ", "使い方"),
}
_WORDS = sorted(((head, name) for name, heads in _HEADS.items() for head in heads), key=lambda one: -len(one[0]))
_REPLY = re.compile(r"^(?:(?:re|aw|antw|sv|vs|fw|fwd|wg|返信)\s?[:：]\s?)*", re.IGNORECASE)
_END = re.compile(r"[.!?。！？]{1,3}$")
_FILL = re.compile(r"(?:(?:a|an|the|new|game|of|please|round|match|を)\b[ ]*)*", re.IGNORECASE)
MAX_LINES = 20
"""The maximum number of lines of one request."""


class ServerCommand(NamedTuple):
    """The command, the rest of its line, and the lines below it up to the first empty one."""

    name: str
    lines: tuple[str, ...]


def read_server_command(lines: Sequence[str], subject: str = "") -> ServerCommand | None:
    """Return the first line with a command, or else the subject line; None if neither has one."""
    for at, line in enumerate(lines):
        found = _head(line)
        if found is not None:
            return ServerCommand(found[0], (found[1], *first_paragraph(lines[at + 1 :])))
    found = _head(_REPLY.sub("", subject.strip()))
    return ServerCommand(found[0], (found[1], *first_paragraph(lines))) if found else None


def first_paragraph(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines up to the first empty one."""
    found: list[str] = []
    for line in lines[:MAX_LINES]:
        if not line.strip():
            break
        found.append(line.strip())
    return tuple(found)


def _head(line: str) -> tuple[str, str] | None:
    """Return the command of a line, and the text after it."""
    words = " ".join(_END.sub("", line.strip()).split())
    small = words.casefold()
    for head, name in _WORDS:
        if small == head:
            return name, ""
        if small.startswith((f"{head} ", f"{head}:", f"{head}、", f"{head},")):
            rest = words[len(head) :].lstrip(" :、,")
            return name, (rest[_fill(rest) :] if name == NEW else rest)
    return None


def _fill(rest: str) -> int:
    found = _FILL.match(rest)
    return found.end() if found else 0
