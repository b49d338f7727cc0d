"""The verb that is meant by what is said of whom, though another stands there, or none: ``Hood engages Bismarck``."""

import re
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.kernel.forgiving.together import all_of, names_of
from games.kernel.forgiving.words import LEADS, Words

_SAYS_NOTHING = LEADS | {
    *("at", "on", "for", "towards", "toward", "against", "upon", "the", "together", "both", "and", "enemy"),
}
"""Words between who acts and what is said of him."""
_ARMS = frozenset({"with", "her", "hi", "it", "their", "main", "gun", "batter", "turret", "torpedoe", "torpedo"})
"""What it is done with, and words before that, as they begin."""
_ENDS = re.compile("(?:ies|y|s)$")
_ALL = ("all", "ships")


def as_meant(tokens: Sequence[str], words: Words, doing: Container[str]) -> Iterator[list[str]]:
    """The order with the one verb that can say of those who are named, or of all, what is said; or with the one that
    names that first, where nobody is named. `doing` are words for what somebody does.
    """
    with suppress(Malformed):
        rest = _without_deed(tokens, doing)
        everybody = all_of(rest)
        named, taken = ((), everybody) if everybody else names_of(rest, words)
        arms, behind = _with_what(_without_deed(rest[taken:], doing) if taken else rest, words)
        values = _values(_without_deed(behind, doing), words)
        if values and (named or everybody):
            yield from _told(named, values, arms, words)
        if not named and (everybody or len(rest) < len(tokens)):
            yield from _of_all(values if everybody else _values(rest, words), words)
        if named and not behind and len(rest) < len(tokens) and not any(map(words.grammar.can_act, named)):
            yield from _of_all(named, words)


def _without_deed(tokens: Sequence[str], doing: Container[str]) -> Sequence[str]:
    """Without the word for what somebody does that stands first."""
    first = tokens[0].casefold() if tokens else ""
    return (
        tokens[1:]
        if any(first.endswith(end) and first.removesuffix(end) in doing for end in ("", "s", "es"))
        else tokens
    )


def _with_what(tokens: Sequence[str], words: Words) -> tuple[str, list[str]]:
    """The verb that is called like what it is done with, ``her secondaries``, and the rest without that, and without
    what everything is done with.
    """
    verbs = {_ENDS.sub("", verb): verb for verb in words.grammar.verbs()}
    bare = [_ENDS.sub("", token.casefold().removesuffix(",")) for token in tokens]
    arms = next((verbs[one] for one in bare if one in verbs), "")
    return arms, [token for token, one in zip(tokens, bare, strict=True) if one not in verbs and one not in _ARMS]


def _told(named: Sequence[str], values: Sequence[str], arms: str, words: Words) -> Iterator[list[str]]:
    grammar = words.grammar
    able = [verb for verb in grammar.verbs() if {*named} <= {*grammar.able(verb)} and arms in ("", verb)]
    who = [",".join(named)] if named else [*_ALL]
    led = [verb for verb in able if grammar.has_path(verb)]
    if len(led) == 1 and all(map(grammar.is_place, values)):
        yield [led[0], *who, "to", ",".join(values)]
    saying = [verb for verb in able if _can_all(verb, named, values, words)]
    if len(saying) > 1:
        saying = [verb for verb in saying if all(grammar.is_whole(verb, one, values) for one in named)]
    if len(saying) == 1:
        yield [saying[0], *who, ",".join(values)]


def _can_all(verb: str, named: Sequence[str], values: Sequence[str], words: Words) -> bool:
    """Whether all who are named can be told so by orders with this verb; where nobody is, whether anybody can."""
    can = (words.grammar.can_be_said(verb, one, values) for one in named or words.grammar.able(verb))
    return all(can) if named else any(can)


def _of_all(values: Sequence[str], words: Words) -> Iterator[list[str]]:
    """An order that names first what is done to, and nobody who does it."""
    naming = [verb for verb in words.grammar.verbs() if {*values} <= {*words.grammar.able(verb)}]
    if values and len(naming) == 1 and not words.grammar.acts(naming[0]):
        yield [naming[0], ",".join(values)]


def _values(tokens: Sequence[str], words: Words) -> list[str]:
    """What is named, with nothing else but words that say nothing; else nothing."""
    found: list[str] = []
    rest = [*tokens]
    while rest:
        if rest[0].casefold().removesuffix(",") in _SAYS_NOTHING and not words.values.exactly(rest[0]):
            rest = rest[1:]
            continue
        value, taken = words.values.longest(rest, commas=True)
        if not value:
            return []
        found.append(value)
        rest = rest[taken:]
    return found
