"""Assign each thing that a sentence names to an argument, for orders whose first argument is a tool such as a card.

In other orders the first argument is the acting unit. In ``Möwe intercepts Floride with Reflag`` each thing is assigned
to the only argument that can take it: the tool Reflag, the acting unit Möwe, the target Floride.
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
"""Words between names that have no meaning if each name fits only one argument."""
MOST_NAMED = 6
"""The maximum number of named things in a sentence, because each may fit several arguments."""
_Roles = tuple[tuple[str, tuple[str, ...]], ...]
VerbOf = Callable[[str], str]


class _SplitOrder(NamedTuple):
    """A sentence split into the form's verb, the things named before and directly after it, and the other tokens."""

    verb: str
    names_before: tuple[str, ...]
    names_after: tuple[str, ...]
    other_tokens: Sequence[str]


def assign_roles(tokens: Sequence[str], words: Vocabulary, verb_of: VerbOf) -> list[str]:
    """Return the order that a sentence means, as tokens of the notation: each named thing is in its only argument.

    Return [] if several assignments are possible, if no thing fits the first argument, or if other words are between
    the names. Before the verb, only acting units and tools may be named. `verb_of` returns the form's verb for a verb
    of everyday language, or "" for any other word.
    """
    order = _split_at_verb(tokens, words, verb_of)
    found = _possible(order, words.grammar) if order is not None else []
    if order is None or len(found) != 1:
        return []
    (_, first), *others = found[0]
    roles = (f"{name}={','.join(values)}" for name, values in others)
    return [order.verb, ",".join(first), *roles, *order.other_tokens]


def refuse_unclear_roles(tokens: Sequence[str], words: Vocabulary, verb_of: VerbOf) -> Malformed | None:
    """Return a refusal if the things that a sentence names can be assigned to arguments in several ways; else None.

    `verb_of` returns the form's verb for a verb of everyday language, or "" for any other word.
    """
    order = _split_at_verb(tokens, words, verb_of)
    found = _possible(order, words.grammar) if order is not None else []
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
    """Return the argument of each named thing, in the alphabetical order of the things."""
    return [name for _, name in sorted((value, name) for name, values in roles for value in values)]


def _split_at_verb(tokens: Sequence[str], words: Vocabulary, verb_of: VerbOf) -> _SplitOrder | None:
    """Split a sentence at its verb; return None for a sentence with other words than names before the verb."""
    for at, token in enumerate(tokens):
        verb = verb_of(token.casefold().removesuffix(","))
        if verb and not words.values.exact_match(token):
            with suppress(Malformed):
                before, more = _names(tokens[:at], words)
                behind, rest = _names(tokens[at + 1 :], words)
                if not more and 0 < len(before) + len(behind) <= MOST_NAMED:
                    return _SplitOrder(verb, tuple(before), tuple(behind), rest)
            return None
    return None


def _names(tokens: Sequence[str], words: Vocabulary) -> tuple[list[str], Sequence[str]]:
    """Return the things named at the beginning, with meaningless words between them, and the remaining tokens."""
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
    """Return True if a token has no meaning between names, and is itself no name."""
    return token.casefold() in _BETWEEN and not words.values.exact_match(token)


def _possible(order: _SplitOrder, grammar: Grammar) -> list[_Roles]:
    """Return every assignment of the named things to arguments that fills the order's first argument."""
    return possible_roles(order.verb, order.names_before, order.names_after, grammar)


def possible_roles(verb: str, before: Sequence[str], behind: Sequence[str], grammar: Grammar) -> list[_Roles]:
    """Return every way to assign the named things to the arguments of an order with this verb.

    `before` and `behind` are the ids of the things named before and after the verb. A thing of `before` can only be the
    acting unit or the tool. Each result is a sequence of pairs: an argument's name, and the ids in this argument; the
    first pair is the first argument. Return [] for a verb whose first argument is no tool.
    """
    found: dict[_Roles, None] = {}
    doers = grammar.actor_arguments(verb)
    for template in grammar.templates(verb) if doers else ():
        found |= dict.fromkeys(_roles(template, before, behind, doers))
    return [*found]


def _roles(
    template: OrderTemplate, before: Sequence[str], behind: Sequence[str], doers: Container[str]
) -> Iterator[_Roles]:
    able: dict[str, list[str]] = {}
    for value in (*before, *behind):
        able[value] = [field.name for field in template.fields if not field.needs_name and value in field.values]
        if value in before:
            able[value] = [name for name in able[value] if name in doers or name == template.fields[0].name]
    if before and len(behind) == 1:  # ``U-27 attacks Möwe``: what is done to is no doer
        able |= {one: [name for name in able[one] if name not in doers] for one in behind}
    for names in product(*able.values()):
        given: dict[str, list[str]] = {}
        for value, name in zip(able, names, strict=True):
            given.setdefault(name, []).append(value)
        given = _filled(template, given)
        fields = [field for field in template.fields if field.name in given]
        if fields[:1] == [*template.fields[:1]] and all(
            field.is_list or len(given[field.name]) == 1 for field in fields
        ):
            yield tuple((field.name, tuple(given[field.name])) for field in fields)


def _filled(template: OrderTemplate, given: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return `given` with the missing required arguments that have a single possible value, such as a ship's card."""
    needed = (field for at, field in enumerate(template.fields) if at == 0 or field.required)
    only = {one.name: [*one.values] for one in needed if one.name not in given and len(one.values) == 1}
    return {**given, **only}
