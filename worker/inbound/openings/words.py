"""What a mail to the server itself says first: that a game shall be opened, or that one would know what there is."""

import re
from collections.abc import Sequence
from typing import NamedTuple

NEW, LIST, HELP = "new", "list", "help"
_HEADS = {
    NEW: (
        *("new game", "new", "open a new game", "open a game", "open game", "open", "start a new game"),
        *("start a game", "start", "i want to play", "i would like to play", "play", "let us play", "let's play"),
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
_FILL = re.compile(r"(?:(?:a|the|new|game|of|を)\b[ ]*)*", re.IGNORECASE)
MOST_LINES = 20
"""Of one wish."""


class Said(NamedTuple):
    """What is asked, what stands behind the word in its line, and the lines below up to the first empty one."""

    what: str
    lines: tuple[str, ...]


def what_is_said(lines: Sequence[str], subject: str = "") -> Said | None:
    """The first line that is for us, or else the subject; None where neither is."""
    for at, line in enumerate(lines):
        found = _head(line)
        if found is not None:
            return Said(found[0], (found[1], *paragraph(lines[at + 1 :])))
    found = _head(_REPLY.sub("", subject.strip()))
    return Said(found[0], (found[1], *paragraph(lines))) if found else None


def paragraph(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines up to the first empty one."""
    found: list[str] = []
    for line in lines[:MOST_LINES]:
        if not line.strip():
            break
        found.append(line.strip())
    return tuple(found)


def _head(line: str) -> tuple[str, str] | None:
    """What a line asks for, and what stands behind the word for it."""
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
