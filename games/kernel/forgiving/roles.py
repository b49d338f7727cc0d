"""A sentence that says who acts, where the order names first what it is done with: each thing that it names is meant
for the one argument that can take it, as in ``Möwe intercepts Floride with Reflag``.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import dropwhile, product
from typing import NamedTuple

from games.kernel.errors import Malformed, malformed
from games.kernel.forgiving.grammar import Grammar
from games.kernel.forgiving.tokens import DETERMINERS
from games.kernel.forgiving.words import Words
from games.kernel.ways import Way

_BETWEEN = DETERMINERS | {"with", "using", "at", "on", "upon", "against", "and"}
"""Words between names that say nothing where each name can be for one argument alone."""
MOST_NAMED = 6
"""Things named in a sentence; each can be for a few arguments."""
_Roles = tuple[tuple[str, tuple[str, ...]], ...]
VerbOf = Callable[[str], str]


class _Sentence(NamedTuple):
    """Its verb, what is named before it and behind, and what stands behind all that."""

    verb: str
    before: tuple[str, ...]
    behind: tuple[str, ...]
    rest: Sequence[str]


def by_roles(tokens: Sequence[str], words: Words, verb_of: VerbOf) -> list[str]:
    """The order in which each thing named is for the one argument that can take it; nothing where one may be for
    several, where none can be what the order names first, or where other words stand between. Before the verb nobody
    is named but who acts, and what it is done with. `verb_of` is the form's verb for what somebody does.
    """
    sentence = _taken_apart(tokens, words, verb_of)
    found = _possible(sentence, words.grammar) if sentence is not None else []
    if sentence is None or len(found) != 1:
        return []
    (_, first), *others = found[0]
    return [sentence.verb, ",".join(first), *(f"{name}={','.join(values)}" for name, values in others), *sentence.rest]


def unclear_roles(tokens: Sequence[str], words: Words, verb_of: VerbOf) -> Malformed | None:
    """The refusal of a sentence in which a thing named may be for several arguments."""
    sentence = _taken_apart(tokens, words, verb_of)
    found = _possible(sentence, words.grammar) if sentence is not None else []
    if len(found) < 2:
        return None
    unsure = {name for one in zip(*map(_by_value, found), strict=True) if len({*one}) > 1 for name in one}
    names = dict.fromkeys(name for roles in found for name, _ in roles if name in unsure)
    said, last = ", ".join(f"`{name}`" for name in names), [*names][-1]
    return malformed(
        "",
        f"It is not clear which of those named is meant for which of {said}: write `{last}` before the one.",
        f"名前が {said} のどれに当たるのか不明です。「{last}=」を付けて書いてください。",
        "notation",
    )


def _by_value(roles: _Roles) -> list[str]:
    """The argument of each thing named, things in the order of the alphabet."""
    return [name for _, name in sorted((value, name) for name, values in roles for value in values)]


def _taken_apart(tokens: Sequence[str], words: Words, verb_of: VerbOf) -> _Sentence | None:
    """A sentence with one verb, before which nothing but names stands; None for another."""
    for at, token in enumerate(tokens):
        verb = verb_of(token.casefold().removesuffix(","))
        if verb and not words.values.exactly(token):
            with suppress(Malformed):
                before, more = _names(tokens[:at], words)
                behind, rest = _names(tokens[at + 1 :], words)
                if not more and 0 < len(before) + len(behind) <= MOST_NAMED:
                    return _Sentence(verb, tuple(before), tuple(behind), rest)
            return None
    return None


def _names(tokens: Sequence[str], words: Words) -> tuple[list[str], Sequence[str]]:
    """What is named first, with nothing else between but words that say nothing, and what stands behind."""
    found: list[str] = []
    rest = tokens
    while rest:
        name = [*dropwhile(partial(_says_nothing, words), rest)]
        value, taken = words.values.longest(name, commas=True) if name else ("", 0)
        if not value:
            break
        found.append(value)
        rest = name[taken:]
    return found, rest


def _says_nothing(words: Words, token: str) -> bool:
    """Whether a token is a word that says nothing between names, and no name itself."""
    return token.casefold() in _BETWEEN and not words.values.exactly(token)


def _possible(sentence: _Sentence, grammar: Grammar) -> list[_Roles]:
    """Every way to give each thing named an argument, so that the order's first one has some."""
    found: dict[_Roles, None] = {}
    doers = grammar.doers(sentence.verb)
    for way in grammar.ways(sentence.verb) if doers else ():
        found |= dict.fromkeys(_roles(way, sentence, doers))
    return [*found]


def _roles(way: Way, sentence: _Sentence, doers: Container[str]) -> Iterator[_Roles]:
    able: dict[str, list[str]] = {}
    for value in (*sentence.before, *sentence.behind):
        able[value] = [field.name for field in way.fields if not field.aside and value in field.values]
        if value in sentence.before:
            able[value] = [name for name in able[value] if name in doers or name == way.fields[0].name]
    for names in product(*able.values()):
        given: dict[str, list[str]] = {}
        for value, name in zip(able, names, strict=True):
            given.setdefault(name, []).append(value)
        fields = [field for field in way.fields if field.name in given]
        if fields[:1] == [*way.fields[:1]] and all(field.is_list or len(given[field.name]) == 1 for field in fields):
            yield tuple((field.name, tuple(given[field.name])) for field in fields)
