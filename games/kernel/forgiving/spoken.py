"""Orders as they are said to somebody who knows what is meant: tried where a line is no order as it stands.

Each way to say it gives a line in the words of the notation, which is read like any other: nothing is guessed that the
form does not allow.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.kernel.forgiving.tokens import COLONS, tokens_of
from games.kernel.forgiving.words import LEADS, Words
from games.kernel.notation import as_verb
from games.kernel.orders import Orders

_OPENERS = frozenset({"the", "a", "an", "please", "i", "we", "let", "then", "and", "order", "have"})
"""Words before an order that say nothing of it."""
_SAME = (
    frozenset({"move", "sail", "go", "steer", "proceed", "send", "bring", "移動", "航行", "前進", "向かう", "進む"}),
    frozenset({"fly", "send", "launch"}),
    frozenset({"place", "put", "set", "lay", "deploy", "station", "配置", "置く"}),
    frozenset({"target", "fire", "shoot", "aim", "砲撃", "射撃", "狙う"}),
    frozenset({"remove", "delete", "drop"}),
    frozenset({"combine", "join", "unite", "merge"}),
)
"""Verbs that say the same, where the form has one of them."""
_TO_PLACE = "place"
_IS_PLACED = frozenset({"move", "go", "send", "bring", "stay", "remain"})
"""Said of who is placed, where the form has no order of its own for it."""
_BY = re.compile(r"から|まで|[をはがでへにと→]")
"""What stands between the names of a Japanese sentence."""
_WHERE_TO = frozenset({"へ", "まで"})
_DOES = re.compile(r"(?:する|します|せよ|しろ|させる|させます)$")
_MOST = 40
"""Letters of a word that is taken apart."""


def as_spoken(row: str, words: Words) -> Iterator[str]:
    """The lines that a row may stand for, the nearest first; none where it is no order of verbs and names."""
    form = words.form
    if not isinstance(form, Orders) or '"' in row or "=" in row or not form.by_verb:
        return
    tokens = tokens_of(COLONS.sub("", row.replace("、", ", ")))
    while len(tokens) > 1 and tokens[0].casefold() in _OPENERS and not words.verbs.exactly(tokens[0]):
        tokens = tokens[1:]
    found = [tokens] if tokens else []
    ways = (_in_japanese(tokens, words), _of_same(tokens, words), _by_whom(tokens, words))
    found += [said for said in ways if said]
    found += [said for one in found[:2] for said in _without_verb(one, words)]
    done: set[str] = {row}
    for one in found:
        for said in (" ".join(one), " ".join(_without_start(one, words))):
            if said not in done:
                done.add(said)
                yield said


def _of_same(tokens: Sequence[str], words: Words) -> list[str]:
    """With the form's own verb for one that says the same."""
    said = tokens[0].casefold() if tokens else ""
    for group in _SAME:
        known = [verb for verb in words.grammar.verbs() if verb in group]
        if said in group and said not in known and len(known) == 1:
            return [known[0], *tokens[1:]]
    if said in _IS_PLACED and _TO_PLACE in words.grammar.verbs() and said not in words.grammar.verbs():
        return [_TO_PLACE, *tokens[1:]]
    return []


def _by_whom(tokens: Sequence[str], words: Words) -> list[str]:
    """Who acts first, though they are named last: ``target Bismarck with Hood``."""
    verb = words.verbs.exactly(tokens[0]) if tokens else ""
    small = [token.casefold() for token in tokens]
    if not verb or "with" not in small[2:-1]:
        return []
    at = small.index("with", 2)
    return [tokens[0], *tokens[at + 1 :], *tokens[1:at]]


def _in_japanese(tokens: Sequence[str], words: Words) -> list[str]:
    """The verb first, then the names of a Japanese sentence without what stands between them."""
    if all(token.isascii() for token in tokens):
        return []
    parts = [part for token in tokens for part in _parts(token.strip(","), words)]
    if not parts:
        return []
    parts[-1] = _DOES.sub("", parts[-1])
    verb = words.verbs.exactly(parts[-1]) or next(iter(_of_same(parts[-1:], words)), "")
    if verb and len(parts) > 1:
        return [as_verb(verb), *parts[:-1]]
    return parts if len(parts) != len(tokens) or parts != list(tokens) else []


def _parts(token: str, words: Words) -> list[str]:
    """A word in Japanese as the names and the verb that it is made of; the word itself where it is not."""
    known = words.values.exactly(token) or words.verbs.exactly(token)
    if token.isascii() or len(token) > _MOST or known:
        return [token]
    for by in _BY.finditer(token):
        name, rest = token[: by.start()], token[by.end() :]
        if name and len(words.values.meant(name)) == 1:
            lead = ["to"] if by[0] in _WHERE_TO else []
            return [*lead, name + "," * (by[0] == "と"), *(_parts(rest, words) if rest else [])]
    return [token]


def _without_verb(tokens: Sequence[str], words: Words) -> Iterator[list[str]]:
    """With the verb that is left out: the only one for who, or what, stands first and for what follows."""
    with suppress(Malformed):
        value, taken = words.values.longest(tokens, commas=True)
        if not value or words.verbs.meant(tokens[0]):
            return
        rest = [*tokens[taken:]]
        able = [verb for verb in words.grammar.verbs() if value in words.grammar.able(verb)]
        if (
            rest
            and rest[0].casefold() in LEADS
            and len(led := [verb for verb in able if words.grammar.has_path(verb)]) == 1
        ):
            yield [led[0], value, *rest]
        if len(able) == 1 and rest:
            yield [able[0], value, *rest]
        for end in ("", "s", "es") if rest else ():
            same = _of_same([rest[0].removesuffix(end)], words) if rest[0].endswith(end) else []
            if same and same[0] in able:
                yield [*same, value, *rest[1:]]
            does = words.values.exactly(rest[0].removesuffix(end)) if rest[0].endswith(end) else ""
            doing = [verb for verb in able if does and words.grammar.takes(verb, does)]
            if len(doing) == 1:
                yield [doing[0], value, does, *rest[1:]]
        if not able and (shut := words.grammar.shut_for(value)):
            yield [shut, value, *rest]


def _without_start(tokens: Sequence[str], words: Words) -> list[str]:
    """Without ``from`` and a place before where it goes, for everybody knows where a force is; without ``to`` before
    what is done there, or before a place to which no way leads.
    """
    verb = tokens[0].casefold() if tokens else ""
    for at, token in enumerate(tokens[:-1]):
        rest = tokens[at + 1 :]
        is_to = token.casefold() == "to" and at > 0
        is_deed = len(rest) > 1 and words.grammar.is_deed(verb, words.values.exactly(rest[0]))
        if is_to and (is_deed or _is_put(verb, rest, words)):
            return [*tokens[:at], *rest]
        if token.casefold() == "from" and at:
            with suppress(Malformed):
                value, taken = words.values.longest(tokens[at + 1 :], commas=True)
                behind = at + 1 + taken
                if value and behind < len(tokens) and tokens[behind].casefold() in LEADS:
                    return [*tokens[:at], *tokens[behind:]]
    return [*tokens]


def _is_put(verb: str, tokens: Sequence[str], words: Words) -> bool:
    """Whether a place stands first to which an order with this verb puts whom it names, without a way there; or
    nothing that is known, so that it is refused for what it is.
    """
    places = words.grammar.puts_at(verb)
    with suppress(Malformed):
        value = words.values.longest(tokens, commas=True, among=places)[0] if places else None
        return value is not None and (not value or value in places)
    return False
