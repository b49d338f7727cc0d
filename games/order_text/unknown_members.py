"""The refusal of a list of units that contains an unknown name: ``Goeben and Breslua sail to Bone``."""

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.kernel.notation import unknown_subject
from games.order_text.tokens import AND, DETERMINERS
from games.order_text.vocabulary import PATH_WORDS, Vocabulary

_MOST_MEMBERS = 8
_MOST_WORDS = 4
"""The maximum number of words of an unknown name."""


def refuse_unknown_member(tokens: Sequence[str], words: Vocabulary, verb_of: Callable[[str], str]) -> Malformed | None:
    """Return the refusal that names the unknown member of a list of units; None if there is no such list.

    The list is before the verb or directly behind it. At least one of its members must be able to carry out the verb.
    """
    for verb, listed in _lists(tokens, words, verb_of):
        able = words.grammar.candidates(verb)
        if unknown := _unknown_member(listed, words, able):
            return unknown_subject(1, unknown, verb, [words.name_of(value) for value in able])
    return None


def _unknown_member(listed: Sequence[str], words: Vocabulary, able: Container[str]) -> str:
    """Return the first unknown name of a list, if another member of the list is `able`; otherwise ""."""
    members = [*_members(listed)]
    if not 1 < len(members) <= _MOST_MEMBERS or any(len(member) > _MOST_WORDS for member in members):
        return ""
    named = {" ".join(member): _meant(member, words) for member in members}
    is_list = any(value in able for value in named.values())
    return next((name for name, value in named.items() if is_list and not value), "")


def _lists(
    tokens: Sequence[str], words: Vocabulary, verb_of: Callable[[str], str]
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the verb of a sentence with the tokens that may be a list before or behind it."""
    if verb := verb_of(tokens[0].casefold()):
        ends = {*PATH_WORDS, *[*words.grammar.arguments(verb)][1:]}
        end = next((at for at, token in enumerate(tokens) if token.casefold() in ends), len(tokens))
        yield verb, tokens[1:end]
        return
    for at, token in enumerate(tokens):
        said = token.casefold().rstrip(",")
        if at and (verb := verb_of(said) or _verb_of_value(said, words)):
            yield verb, tokens[:at]
            return


def _verb_of_value(said: str, words: Vocabulary) -> str:
    """Return the only verb whose orders have the value that a word in -s means: ``searches`` for a mission."""
    for end in ("", "s", "es"):
        value = words.values.exact_match(said.removesuffix(end)) if said.endswith(end) else ""
        doing = [verb for verb in words.grammar.verbs() if value and words.grammar.accepts(verb, value)]
        if len(doing) == 1 and value not in words.grammar.actors():
            return doing[0]
    return ""


def _members(tokens: Sequence[str]) -> Iterator[list[str]]:
    """Yield the tokens of each member of a list with commas and ``and``."""
    member: list[str] = []
    for token in tokens:
        ends = token.endswith(",")
        if token.casefold() in AND or ends:
            member += [name] if ends and (name := token.rstrip(",")) else []
            if member:
                yield member
            member = []
        elif member or token.casefold() not in DETERMINERS:
            member.append(token)
    if member:
        yield member


def _meant(member: Sequence[str], words: Vocabulary) -> str:
    """Return the id of the thing that a member of a list names in full; "" if it names none or several things."""
    with suppress(Malformed):
        value, taken = words.values.longest_match(member)
        return value if taken == len(member) else ""
    return "?"
