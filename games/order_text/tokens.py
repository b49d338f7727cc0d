"""Tokens of a line: words, quoted texts and lists, without its comment."""

import re
from collections.abc import Callable, Iterator, Sequence

ARTICLES = frozenset({"a", "an", "the"})
DETERMINERS = ARTICLES | {"our", "my"}
"""Words before a name that do not change its meaning."""
IN_VERBS = ARTICLES | {"me", "us", "your"}
"""Words without meaning within the name of a verb: ``ask me at the start of each battle``, ``hold your fire``."""
AND = frozenset({"and", "&"})
"""Words between the last two names of a list."""
COLONS = re.compile(r"[:;：；]+(?=\s|$)|(?<=\s)[|｜](?=\s|$)")
"""Signs without meaning: colons after words, and bars between words as in the tables of e-mails."""
MOST_LETTERS, MOST_BLANKS = 400, 60
"""The maximum number of characters and of blanks in a row that may be a sentence. A longer row is parsed as notation
only, because all other readings take time.
"""
_PLEASE = re.compile(r"(?<=\w),?\s+please\.?$|(?<=\S)[、,]?\s*お願い(?:します|いたします|致します)$", re.IGNORECASE)
_TOKEN = re.compile(r'([^\s"#]*"(?:[^"\\]|\\.)*(?:"|\\?$)\S*)|(#.*)|(\S+)')


def strip_comment(line: str) -> str:
    """Return a line without its comment, which begins with a `#` outside quotation marks.

    Blanks are reduced to single ones, and punctuation at the end is removed, except after an equals sign, because it
    may belong to the value there.
    """
    kept = [word for match in _upto_comment(line) if (word := match[1] or match[3] or "")]
    said = " ".join(kept)
    return said if kept and "=" in kept[-1] else strip_sentence_end(said)


def strip_sentence_end(row: str) -> str:
    """Return a row without 。, ！ or ! at its end, and then without "please" (or お願いします) at its end."""
    return _PLEASE.sub("", row.rstrip("。！!").rstrip())


def _upto_comment(line: str) -> Iterator[re.Match[str]]:
    for match in _TOKEN.finditer(line):
        if match[2]:
            return
        yield match


def is_too_long(row: str) -> bool:
    """Return True if a row is too long to be read as a sentence; it can still be an order in the notation."""
    return len(row) > MOST_LETTERS or row.count(" ") > MOST_BLANKS


def is_word(token: str) -> bool:
    """Return True if a token is a single word: not a list, an argument or a quoted text."""
    return not any(letter in token for letter in ',="')


def split_tokens(row: str) -> list[str]:
    """Return the tokens of a row without its comment: the words between blanks; a quoted text stays in one token."""
    return [match[1] or match[3] for match in _upto_comment(row)]


def join_lists(tokens: Sequence[str], begins: Callable[[str], bool]) -> list[str]:
    """Return the tokens with each list that has blanks around its commas joined to one token.

    ``Hood , Kent`` becomes ``Hood,Kent``. A comma before an argument is dropped: before a token ``name=…``, and before
    a token for which `begins` returns True.
    """
    made: list[str] = []
    for token in tokens:
        if not made or not (made[-1].endswith(",") or token.startswith(",")):
            made.append(token)
        elif "=" in token or begins(token.removeprefix(",")):
            made[-1] = made[-1].removesuffix(",")
            made.append(token.removeprefix(","))
        else:
            made[-1] = f"{made[-1].removesuffix(',')},{token.removeprefix(',')}"
    return made
