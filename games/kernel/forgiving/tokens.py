"""A line in tokens: words, what stands in quotation marks, lists; without its comment."""

import re
from collections.abc import Callable, Iterator, Sequence

ARTICLES = frozenset({"a", "an", "the"})
DETERMINERS = ARTICLES | {"our", "my"}
"""Words before a name that say nothing of whom it names."""
COLONS = re.compile(r"[:;：；]+(?=\s|$)|(?<=\s)[|｜](?=\s|$)")
"""They say nothing behind words, nor does a bar between them, as tables of letters have it."""
MOST_LETTERS, MOST_BLANKS = 400, 60
"""Of a row that may be a sentence: what is longer is read as notation alone, for every way to say it costs time."""
_PLEASE = re.compile(r"(?<=\w),?\s+please\.?$|(?<=\S)[、,]?\s*お願い(?:します|いたします|致します)$", re.IGNORECASE)
_TOKEN = re.compile(r'([^\s"#]*"(?:[^"\\]|\\.)*(?:"|\\?$)\S*)|(#.*)|(\S+)')


def without_comment(line: str) -> str:
    """The line up to a `#` that is in no quotation marks, its blanks single, and without the end of a sentence.

    Behind a sign of equality that end may be part of what is said, and stays.
    """
    kept = [word for match in _upto_comment(line) if (word := match[1] or match[3] or "")]
    said = " ".join(kept)
    return said if kept and "=" in kept[-1] else without_end(said)


def without_end(row: str) -> str:
    """A row without what ends a sentence, and without the word of courtesy before that."""
    return _PLEASE.sub("", row.rstrip("。！!").rstrip())


def _upto_comment(line: str) -> Iterator[re.Match[str]]:
    for match in _TOKEN.finditer(line):
        if match[2]:
            return
        yield match


def is_too_long(row: str) -> bool:
    """Whether a row is longer than anybody's sentence."""
    return len(row) > MOST_LETTERS or row.count(" ") > MOST_BLANKS


def is_word(token: str) -> bool:
    """Whether a token is a word by itself: no list, no argument, nothing in quotation marks."""
    return not any(letter in token for letter in ',="')


def tokens_of(row: str) -> list[str]:
    """The tokens of a row, its comment left out."""
    return [match[1] or match[3] for match in _upto_comment(row)]


def closed_up(tokens: Sequence[str], begins: Callable[[str], bool]) -> list[str]:
    """Lists with blanks about their commas as one token; a comma before ``name=`` says nothing, nor one before a word
    that `begins` an argument.
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
