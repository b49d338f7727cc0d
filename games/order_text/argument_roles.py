"""Assign each named thing of a sentence to an argument, for orders whose first argument is a tool, not the acting unit.

Each named thing goes to the only argument that can take it, as in ``Möwe intercepts Floride with Reflag``.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import dropwhile, product
from typing import NamedTuple

from games.kernel.errors import Malformed, malformed
from games.order_editor.templates import OrderTemplate
from games.order_text.grammar import Grammar
from games.order_text.tokens import DETERMINERS
from games.order_text.vocabulary import Vocabulary

_BETWEEN = DETERMINERS | {"with", "using", "at", "on", "upon", "against", "and"}
"""Words without meaning between names, if each name fits one argument only."""
MOST_NAMED = 6
"""The largest number of named things in a sentence; each may fit a few arguments."""
_Roles = tuple[tuple[str, tuple[str, ...]], ...]
VerbOf = Callable[[str], str]


class _Sentence(NamedTuple):
    """A sentence: its verb, the names before and after it, and the rest."""

    verb: str
    before: tuple[str, ...]
    behind: tuple[str, ...]
    rest: Sequence[str]


def assign_roles(tokens: Sequence[str], words: Vocabulary, verb_of: VerbOf) -> list[str]:
    """Return the tokens of an order that has each named thing in the only argument that can take it.

    Return [] if a thing fits several arguments, if none fits the first argument, or if other words stand between.
    Before the verb, only acting units and tools may be named. `verb_of` maps a verb of everyday language to the form's
    verb.
    """
    sentence = _taken_apart(tokens, words, verb_of)
    found = _possible(sentence, words.grammar) if sentence is not None else []
    if sentence is None or len(found) != 1:
        return []
    (_, first), *others = found[0]
    return [sentence.verb, ",".join(first), *(f"{name}={','.join(values)}" for name, values in others), *sentence.rest]


def refuse_unclear_roles(tokens: Sequence[str], words: Vocabulary, verb_of: VerbOf) -> Malformed | None:
    """Return the refusal of a sentence with a thing that fits several arguments; None for any other sentence."""
    sentence = _taken_apart(tokens, words, verb_of)
    found = _possible(sentence, words.grammar) if sentence is not None else []
    if len(found) < 2:
        return None
    unsure = {name for one in zip(*map(_by_value, found), strict=True) if len({*one}) > 1 for name in one}
    names = dict.fromkeys(name for roles in found for name, _ in roles if name in unsure)
    said, last = ", ".join(f"`{name}`" for name in names), [*names][-1]
    return malformed(
        "",
        "It is not clear which of those named is meant for which of {said}: write `{last}` before the one.",
        "名前が {said} のどれに当たるのか不明です。「{last}=」を付けて書いてください。",
        "notation",
        said=said,
        last=last,
    )


def _by_value(roles: _Roles) -> list[str]:
    """Return the argument of each named thing, things in alphabetical order."""
    return [name for _, name in sorted((value, name) for name, values in roles for value in values)]


def _taken_apart(tokens: Sequence[str], words: Vocabulary, verb_of: VerbOf) -> _Sentence | None:
    """Split a sentence with one verb and only names before it; return None for any other."""
    for at, token in enumerate(tokens):
        verb = verb_of(token.casefold().removesuffix(","))
        if verb and not words.values.exact_match(token):
            with suppress(Malformed):
                before, more = _names(tokens[:at], words)
                behind, rest = _names(tokens[at + 1 :], words)
                if not more and 0 < len(before) + len(behind) <= MOST_NAMED:
                    return _Sentence(verb, tuple(before), tuple(behind), rest)
            return None
    return None


def _names(tokens: Sequence[str], words: Vocabulary) -> tuple[list[str], Sequence[str]]:
    """Return the names at the beginning, ignoring words without meaning, and the rest."""
    found: list[str] = []
    rest = tokens
    while rest:
        name = [*dropwhile(partial(_says_nothing, words), rest)]
        value, taken = words.values.longest_match(name, commas=True) if name else ("", 0)
        if not value:
            break
        found.append(value)
        rest = name[taken:]
    return found, rest


def _says_nothing(words: Vocabulary, token: str) -> bool:
    """Return True if a token has no meaning between names and is not a name."""
    return token.casefold() in _BETWEEN and not words.values.exact_match(token)


def _possible(sentence: _Sentence, grammar: Grammar) -> list[_Roles]:
    """Return every assignment of arguments to the named things that fills the first argument."""
    return possible_roles(sentence.verb, sentence.before, sentence.behind, grammar)


def possible_roles(verb: str, before: Sequence[str], behind: Sequence[str], grammar: Grammar) -> list[_Roles]:
    """Return every assignment of arguments to the named things, for an order with this verb.

    Before the verb, only acting units and tools may be named.
    """
    found: dict[_Roles, None] = {}
    doers = grammar.actor_arguments(verb)
    for way in grammar.templates(verb) if doers else ():
        found |= dict.fromkeys(_roles(way, before, behind, doers))
    return [*found]


def _roles(way: OrderTemplate, before: Sequence[str], behind: Sequence[str], doers: Container[str]) -> Iterator[_Roles]:
    able: dict[str, list[str]] = {}
    for value in (*before, *behind):
        able[value] = [field.name for field in way.fields if not field.needs_name and value in field.values]
        if value in before:
            able[value] = [name for name in able[value] if name in doers or name == way.fields[0].name]
    if before and len(behind) == 1:  # ``U-27 attacks Möwe``: what is done to is no doer
        able |= {one: [name for name in able[one] if name not in doers] for one in behind}
    for names in product(*able.values()):
        given: dict[str, list[str]] = {}
        for value, name in zip(able, names, strict=True):
            given.setdefault(name, []).append(value)
        given = _filled(way, given)
        fields = [field for field in way.fields if field.name in given]
        if fields[:1] == [*way.fields[:1]] and all(field.is_list or len(given[field.name]) == 1 for field in fields):
            yield tuple((field.name, tuple(given[field.name])) for field in fields)


def _filled(way: OrderTemplate, given: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Fill in required arguments with a single possible value, such as the card that lies on the ship."""
    needed = (field for at, field in enumerate(way.fields) if at == 0 or field.required)
    only = {one.name: [*one.values] for one in needed if one.name not in given and len(one.values) == 1}
    return {**given, **only}
