"""Several who act together: named one after the other, or all of them at once."""

from collections.abc import Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.kernel.forgiving.tokens import DETERMINERS
from games.kernel.forgiving.words import Words

ALL = (
    *("all ships", "all the ships", "all our ships", "every ship", "each ship", "all forces", "all units"),
    *("everybody", "everyone", "all", "全艦艇", "全艦隊", "全部隊", "全艦", "各艦", "各部隊"),
)
"""What all are called who can be ordered something."""
_AND = frozenset({"and", "&"})


def all_of(tokens: Sequence[str]) -> int:
    """How many tokens say that all are meant."""
    text = [token.casefold() for token in tokens]
    return next((count for count in (3, 2, 1) if " ".join(text[:count]) in ALL), 0)


def names_of(tokens: Sequence[str], words: Words) -> tuple[tuple[str, ...], int]:
    """Who is named first, and in how many tokens. Raises Malformed for a name that may be several's."""
    found: list[str] = []
    at = 0
    while at < len(tokens):
        at += tokens[at].casefold() in DETERMINERS and at < len(tokens) - 1
        value, taken = words.values.longest(tokens[at:], commas=True)
        if not value:
            break
        found.append(value)
        at += taken
        if at < len(tokens) and tokens[at].casefold() in _AND:
            at += 1
        elif not tokens[at - 1].endswith(","):
            break
    return tuple(found), at


def for_all(tokens: Sequence[str], words: Words) -> list[str]:
    """An order for all as one for each who can be given it: of those who can do the like, whoever can do it so."""
    verb, *said = tokens
    taken = all_of([said[0].removesuffix(","), *said[1:]]) if said else 0
    able = words.grammar.able(verb)
    if not taken or not able:
        return [*tokens]
    rest = said[taken:]
    named = {value for value in _values(rest, words) if value not in able or words.grammar.takes(verb, value)}
    fitting = [one for one in able if words.grammar.can_be_said(verb, one, named)]
    return [verb, ",".join(fitting or able), *rest]


def _values(tokens: Sequence[str], words: Words) -> list[str]:
    """The values that the tokens name."""
    found: list[str] = []
    rest = [*tokens]
    while rest:
        value, taken = "", 1
        with suppress(Malformed):
            value, taken = words.values.longest(rest, commas=True)
        found += [value] if value else []
        rest = rest[taken:]
    return found
