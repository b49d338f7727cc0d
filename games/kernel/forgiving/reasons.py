"""Why a sentence is refused that names somebody and does not say what he is to do."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import dropwhile

from games.kernel.errors import Malformed
from games.kernel.forgiving.tokens import DETERMINERS, tokens_of
from games.kernel.forgiving.words import Words
from games.kernel.notation import name_of, undone

_BY = re.compile(r"から|まで|[をはがでへにと]")
"""What parts who is named first from the rest of a Japanese sentence, which has no blanks."""


def undone_in(row: str, words: Words) -> Malformed | None:
    """The refusal of a row that begins with somebody to whom something can be ordered, and does not say what."""
    tokens = [*dropwhile(lambda token: token.casefold() in DETERMINERS, tokens_of(row))]
    with suppress(Malformed):
        value = (words.values.longest(tokens, commas=True)[0] if tokens else "") or _acting(tokens, words)
        able = [verb for verb in words.grammar.verbs() if value in words.grammar.able(verb)]
        names = {name_of(verb): words.named(name_of(verb)) for verb in able}
        return undone(1, words.named(value), able, names) if able else None
    return None


def _acting(tokens: list[str], words: Words) -> str:
    """Who is named first in a Japanese sentence."""
    found: Iterator[str] = (
        words.values.exactly(token[: by.start()])
        for token in tokens[:1]
        if not token.isascii()
        for by in _BY.finditer(token)
    )
    return next(filter(None, found), "")
