"""Recognize the command in an e-mail to the server: to open a game, to list the titles, or to get help."""

import re
from collections.abc import Sequence
from typing import NamedTuple

NEW, LIST, HELP = "new", "list", "help"
_HEADS = {
    NEW: (
        *("new", "open", "start", "i want to play", "i would like to play", "play", "let us play", "let's play"),
        *("i want", "i would like", "i'd like", "i'd like to play", "can i play", "may i play", "could i play"),
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
_POLITE = re.compile(
    r"^(?:(?:ok|okay|yes|well|so|then|hi|hello|dear umpire|please|thanks|thank you)\b[\s,.!:–-]*)+(?=\S)", re.IGNORECASE
)
"""Words of courtesy before a command."""
_END = re.compile(r"[.!?。！？]{1,3}$")
_WISH = re.compile(
    r"(?P<what>.+?)(?:を|で|と|に)(?:遊び|プレイし|対戦し|やり|始め|はじめ|参加し)たい"
    r"(?:です|と思います|のですが|んですが)?"
    r"|(?P<asked>.+?)を(?:開設|開始|始め|はじめ)(?:して|て)?(?:ください|下さい|お願いします)"
)
"""A Japanese sentence with the wish to play; in English, the words of the wish begin the sentence."""
_FILL = re.compile(r"(?:(?:a|an|the|new|game|of|please|round|match|を)\b[ ]*)*", re.IGNORECASE)
MAX_LINES = 20
"""The maximum number of lines of one request."""


class ServerCommand(NamedTuple):
    """A command to the server."""

    name: str
    lines: tuple[str, ...]
    """The rest of the command's line, and the lines below up to the first empty line."""


def read_server_command(lines: Sequence[str], subject: str = "") -> ServerCommand | None:
    """Return the first command in the lines, or else the command in the subject; None without a command."""
    for at, line in enumerate(lines):
        found = _head(line)
        if found is not None:
            return ServerCommand(found[0], (found[1], *first_paragraph(lines[at + 1 :])))
    found = _head(_REPLY.sub("", subject.strip()))
    return ServerCommand(found[0], (found[1], *first_paragraph(lines))) if found else None


def first_paragraph(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines up to the first empty line."""
    found: list[str] = []
    for line in lines[:MAX_LINES]:
        if not line.strip():
            break
        found.append(line.strip())
    return tuple(found)


def _head(line: str) -> tuple[str, str] | None:
    """Return the command at the beginning of a line, and the text after it; None without a command."""
    words = _POLITE.sub("", " ".join(_END.sub("", line.strip().replace("’", "'")).split()))
    small = words.casefold()
    for head, name in _WORDS:
        if small == head:
            return name, ""
        if small.startswith((f"{head} ", f"{head}:", f"{head}、", f"{head},")):
            rest = words[len(head) :].lstrip(" :、,")
            return name, (rest[_fill(rest) :] if name == NEW else rest)
    wish = _WISH.fullmatch(words)
    return (NEW, wish["what"] or wish["asked"]) if wish else None


def _fill(rest: str) -> int:
    found = _FILL.match(rest)
    return found.end() if found else 0
