"""Several units that act together: named one after the other, or all of them at once."""

import re
from collections.abc import Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.kernel.notation import not_two
from games.order_text.tokens import AND, DETERMINERS
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
"""Words for both units, if exactly two units can get orders."""
_TWO = 2
_PAIRS = (("both", "the"), ("both", "our"), ("both", "my"), ("the", "two"), ("both",), ("two",))
_OF_BOTH = re.compile(
    r"(?:^|\band )(?P<said>(?:both|the two) (?:(?:the|our|my) )?"
    r"(?:ships|cruisers|destroyers|battleships|vessels|forces))\b",
    re.IGNORECASE,
)
_SHORTEST = 4
"""The minimum length of a noun, in letters, that may mean names that end with it: "pack" for Wolfpack 1."""


def count_all_tokens(tokens: Sequence[str], words: Vocabulary) -> int:
    """Return the number of tokens at the beginning that mean all units ("all ships"); 0 if they name no such group.

    Words for "both" count only if exactly two units can get orders.
    """
    text = [token.casefold().removesuffix(",") for token in tokens[:3]]
    meant = (*ALL, *BOTH) if len(words.grammar.actors()) == 2 else ALL
    return next((count for count in (3, 2, 1) if " ".join(text[:count]) in meant), 0)


def says_both(tokens: Sequence[str]) -> bool:
    """Return True if all tokens together are a phrase for both of two units, such as "both ships"."""
    return " ".join(tokens).casefold().rstrip(",") in BOTH


def both_of_a_kind(tokens: Sequence[str], words: Vocabulary) -> tuple[tuple[str, ...], int]:
    """Return the two units that a phrase like `both wolfpacks` at the beginning means, and the number of its tokens.

    The names of the units are this noun and a number. Return ((), 0) if not exactly two units have such names.
    """
    said = [token.casefold().removesuffix(",") for token in tokens[:3]]
    at = next((len(pair) for pair in _PAIRS if tuple(said[: len(pair)]) == pair and len(said) > len(pair)), 0)
    kind = said[at].removesuffix("s") if at and said[at].endswith("s") else ""
    found = tuple(value for value in words.grammar.actors() if kind and _is_numbered(words.name_of(value).en, kind))
    return (found, at + 1) if len(found) == _TWO else ((), 0)


def unclear_both(row: str, words: Vocabulary) -> Malformed | None:
    """Return a refusal if the row has a phrase like `both cruisers` but more than two units can get orders; else None.

    A phrase for exactly two units of a kind (`both_of_a_kind`) is clear.
    """
    found = _OF_BOTH.search(row)
    if found is None or both_of_a_kind(found["said"].split(), words)[0]:
        return None
    grammar = words.grammar
    units = dict.fromkeys(
        one for verb in grammar.verbs() if grammar.names_unit_first(verb) for one in grammar.candidates(verb)
    )
    return not_two(1, [words.name_of(one) for one in units]) if len(units) > _TWO else None


def group_named_after(row: str, words: Vocabulary) -> str:
    """Return a row with the ship at its beginning replaced by the group that is named after it: `Tirpitz, Group`.

    The replacement is the id of the group. The row stays unchanged if the ship itself can get orders, or if there is
    not exactly one such group.
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
    """Return True if a name consists of a noun that ends with `kind`, and a number: Wolfpack 1 is a pack."""
    noun, _, number = name.casefold().rpartition(" ")
    return number.isdecimal() and noun.rpartition(" ")[2].endswith(kind) and len(kind) >= _SHORTEST


def leading_names(tokens: Sequence[str], words: Vocabulary) -> tuple[tuple[str, ...], int]:
    """Return the ids of the things that a list at the beginning names, and the number of the list's tokens.

    The names are joined by commas or "and". Return ((), 0) if there is no name at the beginning. Raises Malformed for
    an ambiguous name.
    """
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
        if at < len(tokens) and tokens[at].casefold() in AND:
            at += 1
        elif not tokens[at - 1].endswith(","):
            break
    return tuple(found), at


def expand_all(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the tokens of an order with ids of units in place of words that mean all units ("all", "both ships").

    `tokens` begin with the verb in the notation. The units are those that can have the order's other values; if there
    are none, all that can get an order with this verb. The tokens are returned unchanged if they have no such words, or
    if they say "both" but not exactly two units fit.
    """
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
    """Return the values that tokens name, ignoring all other tokens."""
    found: list[str] = []
    rest = [*tokens]
    while rest:
        value, taken = "", 1
        with suppress(Malformed):
            value, taken = words.values.longest_match(rest, commas=True)
        found += [value] if value else []
        rest = rest[taken:]
    return found
