"""The refusal of a sentence that names a unit but not its action."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import dropwhile

from games.kernel.errors import Malformed
from games.kernel.notation import missing_verb, normalize_name
from games.order_text.tokens import DETERMINERS, split_tokens
from games.order_text.vocabulary import Vocabulary

_BY = re.compile(r"から|まで|[をはがでへにと]")
"""Particles after the name of the acting unit; a Japanese sentence has no blanks."""


def refuse_missing_verb(row: str, words: Vocabulary) -> Malformed | None:
    """Return the refusal of a row without a verb that begins with a unit that can get orders; None for any other."""
    tokens = [*dropwhile(lambda token: token.casefold() in DETERMINERS, split_tokens(row))]
    with suppress(Malformed):
        value = (words.values.longest_match(tokens, commas=True)[0] if tokens else "") or _acting(tokens, words)
        able = [verb for verb in words.grammar.verbs() if value in words.grammar.candidates(verb)]
        names = {normalize_name(verb): words.name_of(normalize_name(verb)) for verb in able}
        return missing_verb(1, words.name_of(value), able, names) if able else None
    return None


def _acting(tokens: list[str], words: Vocabulary) -> str:
    """Return the unit at the beginning of a Japanese sentence, before a particle; "" if there is none."""
    found: Iterator[str] = (
        words.values.exact_match(token[: by.start()])
        for token in tokens[:1]
        if not token.isascii()
        for by in _BY.finditer(token)
    )
    return next(filter(None, found), "")
