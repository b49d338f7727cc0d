"""Tokens of a line: words, quoted texts and lists, without its comment."""

import re
from collections.abc import Callable, Iterator, Sequence

ARTICLES = frozenset({"a", "an", "the"})
DETERMINERS = ARTICLES | {"our", "my"}
"""Words before a name that do not change its meaning."""
IN_VERBS = ARTICLES | {"me", "us", "your"}
"""Words without meaning in the name of a verb: ``ask me at the start of each battle``, ``hold your fire``."""
COLONS = re.compile(r"[:;：；]+(?=\s|$)|(?<=\s)[|｜](?=\s|$)")
"""Colons have no meaning after words, nor has a bar between them, as in the tables of e-mails."""
MOST_LETTERS, MOST_BLANKS = 400, 60
"""Limits of a row that may be a sentence: a longer one is parsed as notation only, since every other reading takes
time.
"""
_PLEASE = re.compile(r"(?<=\w),?\s+please\.?$|(?<=\S)[、,]?\s*お願い(?:します|いたします|致します)$", re.IGNORECASE)
_TOKEN = re.compile(r'([^\s"#]*"(?:[^"\\]|\\.)*(?:"|\\?$)\S*)|(#.*)|(\S+)')


def strip_comment(line: str) -> str:
    """Return the line up to a `#` outside quotation marks, with single blanks and without the sentence end.

    After an equals sign the end may be part of the value, and stays.
    """
    kept = [word for match in _upto_comment(line) if (word := match[1] or match[3] or "")]
    said = " ".join(kept)
    return said if kept and "=" in kept[-1] else strip_sentence_end(said)


def strip_sentence_end(row: str) -> str:
    """Return a row without the sentence end, and without the courtesy before it."""
    return _PLEASE.sub("", row.rstrip("。！!").rstrip())


def _upto_comment(line: str) -> Iterator[re.Match[str]]:
    for match in _TOKEN.finditer(line):
        if match[2]:
            return
        yield match


def is_too_long(row: str) -> bool:
    """Return True if a row is longer than any real sentence."""
    return len(row) > MOST_LETTERS or row.count(" ") > MOST_BLANKS


def is_word(token: str) -> bool:
    """Return True if a token is a single word: not a list, an argument or a quoted text."""
    return not any(letter in token for letter in ',="')


def split_tokens(row: str) -> list[str]:
    """Return the tokens of a row, without its comment."""
    return [match[1] or match[3] for match in _upto_comment(row)]


def join_lists(tokens: Sequence[str], begins: Callable[[str], bool]) -> list[str]:
    """Join lists with blanks around their commas to one token; drop a comma before an argument.

    An argument is ``name=``, or a word that `begins` one.
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
