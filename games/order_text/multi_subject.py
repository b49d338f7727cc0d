"""Several units that act together: named one after the other, or all of them at once."""

import re
from collections.abc import Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.kernel.notation import not_two
from games.order_text.tokens import DETERMINERS
from games.order_text.vocabulary import Vocabulary

ALL = (
    *("all ships", "all the ships", "all our ships", "every ship", "each ship", "all forces", "all units"),
    *("everybody", "everyone", "all", "全艦艇", "全艦隊", "全部隊", "全艦", "各艦", "各部隊"),
)
"""Words for all units that can get orders."""
BOTH = (
    *(
        "both ships",
        "both the ships",
        "both our ships",
        "both of them",
        "they both",
        "the two ships",
        "two ships",
        "both",
    ),
    *("両艦", "両方の艦", "二隻とも", "2隻とも", "二隻", "2隻"),
)
"""Words for both, if exactly two units can get orders."""
_TWO = 2
_PAIRS = (("both", "the"), ("both", "our"), ("both", "my"), ("the", "two"), ("both",), ("two",))
_OF_BOTH = re.compile(
    r"(?:^|\band )(?P<said>(?:both|the two) (?:(?:the|our|my) )?"
    r"(?:ships|cruisers|destroyers|battleships|vessels|forces))\b",
    re.IGNORECASE,
)
_SHORTEST = 4
"""The shortest noun, in letters, that may end a longer one."""
_AND = frozenset({"and", "&"})


def count_all_tokens(tokens: Sequence[str], words: Vocabulary) -> int:
    """Return the number of tokens that mean all units, or both of two."""
    text = [token.casefold().removesuffix(",") for token in tokens[:3]]
    meant = (*ALL, *BOTH) if len(words.grammar.actors()) == 2 else ALL
    return next((count for count in (3, 2, 1) if " ".join(text[:count]) in meant), 0)


def says_both(tokens: Sequence[str]) -> bool:
    """Return True if tokens mean both of two units."""
    return " ".join(tokens).casefold().rstrip(",") in BOTH


def both_of_a_kind(tokens: Sequence[str], words: Vocabulary) -> tuple[tuple[str, ...], int]:
    """Return the two units that `both wolfpacks` means, and the number of tokens.

    Exactly two units must have that name with a number; otherwise it returns no units and 0.
    """
    said = [token.casefold().removesuffix(",") for token in tokens[:3]]
    at = next((len(pair) for pair in _PAIRS if tuple(said[: len(pair)]) == pair and len(said) > len(pair)), 0)
    kind = said[at].removesuffix("s") if at and said[at].endswith("s") else ""
    found = tuple(value for value in words.grammar.actors() if kind and _is_numbered(words.name_of(value).en, kind))
    return (found, at + 1) if len(found) == _TWO else ((), 0)


def unclear_both(row: str, words: Vocabulary) -> Malformed | None:
    """Return the refusal of `both cruisers` if it is not clear which two units are meant; otherwise None."""
    found = _OF_BOTH.search(row)
    if found is None or both_of_a_kind(found["said"].split(), words)[0]:
        return None
    grammar = words.grammar
    units = dict.fromkeys(
        one for verb in grammar.verbs() if grammar.names_unit_first(verb) for one in grammar.candidates(verb)
    )
    return not_two(1, [words.name_of(one) for one in units]) if len(units) > _TWO else None


def group_named_after(row: str, words: Vocabulary) -> str:
    """Replace a ship at the beginning by the only group named after it (`Tirpitz, Group`).

    This applies if no order can name the ship.
    """
    tokens = row.split()
    at = len(tokens) > _TWO and tokens[0].casefold() in DETERMINERS
    if len(tokens) < _TWO:
        return row
    with suppress(Malformed):
        value, taken = words.values.longest_match(tokens[at:], commas=True)
        if value and not words.grammar.may_act_first(value):
            flag = f"{words.name_of(value).en}, "
            groups = [one for one in words.grammar.actors() if words.name_of(one).en.startswith(flag)]
            if len(groups) == 1:
                return " ".join([groups[0], *tokens[at + taken :]])
    return row


def _is_numbered(name: str, kind: str) -> bool:
    """Return True if a name ends in the name of a kind with a number: Wolfpack 1 is a pack."""
    noun, _, number = name.casefold().rpartition(" ")
    return number.isdecimal() and noun.rpartition(" ")[2].endswith(kind) and len(kind) >= _SHORTEST


def leading_names(tokens: Sequence[str], words: Vocabulary) -> tuple[tuple[str, ...], int]:
    """Return the names at the beginning, and the number of tokens. Raises Malformed for an ambiguous name."""
    found: list[str] = []
    pair, at = both_of_a_kind(tokens, words)
    if pair:
        return pair, at
    while at < len(tokens):
        at += tokens[at].casefold() in DETERMINERS and at < len(tokens) - 1
        value, taken = words.values.longest_match(tokens[at:], commas=True)
        if not value:
            break
        found.append(value)
        at += taken
        if at < len(tokens) and tokens[at].casefold() in _AND:
            at += 1
        elif not tokens[at - 1].endswith(","):
            break
    return tuple(found), at


def expand_all(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return an order for all units as one order for each that can get it."""
    verb, *said = tokens
    taken = count_all_tokens(said, words) if said else 0
    able = words.grammar.candidates(verb)
    if not taken or not able:
        return [*tokens]
    rest = said[taken:]
    named = {value for value in _values(rest, words) if value not in able or words.grammar.accepts(verb, value)}
    fitting = [one for one in able if words.grammar.accepts_all(verb, one, named)]
    if says_both(said[:taken]) and len(fitting) != 2:
        return [*tokens]
    return [verb, ",".join(fitting or able), *rest]


def _values(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the values that the tokens name."""
    found: list[str] = []
    rest = [*tokens]
    while rest:
        value, taken = "", 1
        with suppress(Malformed):
            value, taken = words.values.longest_match(rest, commas=True)
        found += [value] if value else []
        rest = rest[taken:]
    return found
