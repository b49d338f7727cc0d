"""Infer the verb from unit and arguments if it is missing or wrong: ``Hood engages Bismarck``."""

import re
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.order_text.multi_subject import count_all_tokens, leading_names, says_both
from games.order_text.vocabulary import PATH_WORDS, Vocabulary

_SAYS_NOTHING = PATH_WORDS | {
    *("at", "on", "for", "towards", "toward", "against", "upon", "the", "together", "both", "and", "enemy"),
}
"""Words without meaning between a unit and the values of its order."""
_AT = frozenset({"at", "on"})
_ARMS = frozenset({"with", "her", "hi", "it", "their", "main", "gun", "batter", "turret", "torpedoe", "torpedo"})
"""Words before the name of a tool, and first words of such names, without their endings."""
_ENDS = re.compile("(?:ies|y|s)$")


def infer_verb(tokens: Sequence[str], words: Vocabulary, action_words: Container[str]) -> Iterator[list[str]]:
    """Yield the orders that a sentence without a verb of the form may mean, as tokens of the notation.

    The verb is the only one that fits the units at the beginning (or all units) and the other named values. If the
    sentence names no unit, the verb is the only one whose first argument can be the named thing. `action_words` are
    English words for actions, such as "engage"; they are ignored.
    """
    with suppress(Malformed):
        rest = _without_deed(tokens, action_words)
        everybody = count_all_tokens(rest, words)
        named, taken = ((), everybody) if everybody else leading_names(rest, words)
        told = _without_deed(rest[taken:], action_words)
        is_deed = len(told) < len(rest) - taken or (told and told[0].casefold() in _AT)
        if named and told and is_deed and not any(map(words.grammar.may_act_first, named)):
            return  # an action of a unit that takes no orders: ``Bismarck fires at Hood``
        arms, behind = _with_what(told if taken else rest, words)
        values = _values(_without_deed(behind, action_words), words)
        if values and (named or everybody):
            for said in _told(named, rest[:everybody], values, arms, words):
                if not (named and is_deed and words.grammar.actor_arguments(said[0])):  # a card alone does nothing
                    yield said
        if not named and not says_both(rest[:everybody]) and (everybody or len(rest) < len(tokens)):
            yield from _of_all(values if everybody else _values(rest, words), words)
        if named and not behind and len(rest) < len(tokens) and not any(map(words.grammar.may_act_first, named)):
            yield from _of_all(named, words)


def _without_deed(tokens: Sequence[str], doing: Container[str]) -> Sequence[str]:
    """Return the tokens without a word for an action at the beginning."""
    first = tokens[0].casefold() if tokens else ""
    return (
        tokens[1:]
        if any(first.endswith(end) and first.removesuffix(end) in doing for end in ("", "s", "es"))
        else tokens
    )


def _with_what(tokens: Sequence[str], words: Vocabulary) -> tuple[str, list[str]]:
    """Return the verb that is named like a tool in the tokens (``her secondaries``), or "", and the tokens without it.

    Words for tools that need no verb of their own, such as "main guns", are removed, too.
    """
    verbs = {_ENDS.sub("", verb): verb for verb in words.grammar.verbs()}
    bare = [_ENDS.sub("", token.casefold().removesuffix(",")) for token in tokens]
    arms = next((verbs[one] for one in bare if one in verbs), "")
    return arms, [token for token, one in zip(tokens, bare, strict=True) if one not in verbs and one not in _ARMS]


def _told(
    named: Sequence[str], everybody: Sequence[str], values: Sequence[str], arms: str, words: Vocabulary
) -> Iterator[list[str]]:
    grammar = words.grammar
    able = [verb for verb in grammar.verbs() if {*named} <= {*grammar.candidates(verb)} and arms in ("", verb)]
    who = [",".join(named)] if named else [*everybody]
    led = [verb for verb in able if grammar.has_path(verb)]
    if len(led) == 1 and all(map(grammar.is_place, values)):
        yield [led[0], *who, "to", ",".join(values)]
    able = able if named else [verb for verb in able if grammar.names_unit_first(verb)]
    saying = [verb for verb in able if _can_all(verb, named, values, words)]
    if len(saying) > 1:
        saying = [verb for verb in saying if all(grammar.is_complete(verb, one, values) for one in named)]
    if len(saying) == 1:
        yield [saying[0], *who, ",".join(values)]


def _can_all(verb: str, named: Sequence[str], values: Sequence[str], words: Vocabulary) -> bool:
    """Return True if each of the named units can get an order with this verb and these values.

    Without a named unit, it is enough if any unit can.
    """
    can = (words.grammar.accepts_all(verb, one, values) for one in named or words.grammar.candidates(verb))
    return all(can) if named else any(can)


def _of_all(values: Sequence[str], words: Vocabulary) -> Iterator[list[str]]:
    """Yield the order whose first argument is these values, and not a unit, if exactly one verb has such orders."""
    naming = [verb for verb in words.grammar.verbs() if {*values} <= {*words.grammar.candidates(verb)}]
    if values and len(naming) == 1 and not words.grammar.names_actor_first(naming[0]):
        yield [naming[0], ",".join(values)]


def _values(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the values that tokens name, if all other tokens have no meaning; otherwise [].

    Also return [] for a destination before "via" and the places on the way, which a path has in the opposite order.
    """
    small = [token.casefold() for token in tokens]
    if "via" in small and "to" in small[: small.index("via")]:
        return []
    found: list[str] = []
    rest = [*tokens]
    while rest:
        if rest[0].casefold().removesuffix(",") in _SAYS_NOTHING and not words.values.exact_match(rest[0]):
            rest = rest[1:]
            continue
        value, taken = words.values.longest_match(rest, commas=True)
        if not value:
            return []
        found.append(value)
        rest = rest[taken:]
    return found
