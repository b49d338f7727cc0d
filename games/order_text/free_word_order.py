"""Orders in sentences that contain only names, in any order, a verb, and words without meaning.

Examples: `Put Reflag on Möwe and attack Floride`, `Möwe -> Floride (Reflag)`. Each named thing is assigned to the only
argument that can take it. A sentence with any other word, such as a negation or a condition, is not read.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from games.kernel.errors import Malformed
from games.order_text.argument_roles import MOST_NAMED, possible_roles
from games.order_text.japanese_verbs import replace_verb_ending
from games.order_text.tokens import DETERMINERS, is_too_long, split_tokens
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders

_SAYS_NOTHING = DETERMINERS | frozenset(
    """
    with using at on onto upon against and to for card cards -> --> => → i we i'll we'll will shall let please then so
    now it her
    """.split()  # noqa: SIM905
)
_LAID = frozenset(
    {
        *("use", "uses", "put", "puts", "place", "places", "assign", "assigns", "lay", "lays", "play", "plays"),
        *("set", "sets", "give", "gives", "order"),
    }
)
"""Verbs such as "put" for giving a tool to a unit. They have no meaning here, because the names determine the order."""
_NEXT = frozenset(
    "reveal reveals first next start starts begin begins flip turn up show as just like planned from yes ok".split()  # noqa: SIM905
)
"""Words of a sentence that chooses one of the planned orders as the next one."""
_ASKS = frozenset({"reveal", "reveals", "first", "next", "start", "starts", "begin", "begins", "flip", "planned"})
"""The words of `_NEXT` after which several names of one planned order may follow."""
_REVEALED = re.compile(
    r"^(?:では|それでは|次は|次に|まずは?|最初は|最初に)?[、,]?(?P<what>[^をはがで、,]+?)(?:の?カード)?(?:を|から|で)?(?:公開|開示|めくる|めくります|使用)?$"
)
_SIGNS = "(),;:.!"


def find_planned_order(row: str, words: Vocabulary, verb_of: Callable[[str], str]) -> str:
    """Return the order that the player has planned earlier and that a sentence names; "" if not exactly one fits.

    The result is in the notation. The sentence names a card, a ship or the verb of the order, and has no other words
    with a meaning: ``reveal Reflag``, ``Möwe first``. `verb_of` returns the form's verb for a verb of everyday
    language, or "" for any other word.
    """
    expected = words.form.planned_orders() if isinstance(words.form, Orders) else ()
    said = _named_in(row, words, verb_of) if expected and not is_too_long(row) else None
    if said is None:
        return ""
    verbs, named = said.verbs, {*said.before, *said.behind}
    is_asked_for = not verbs and not _ASKS.isdisjoint(one.casefold().strip(_SIGNS) for one in row.split())
    if len(verbs) + len(named) > 1 and not is_asked_for:  # a sentence with unit, action and target is another case
        return ""
    found: dict[str, None] = {}
    for order in expected if verbs or named else ():
        text = words.form.render((order,))
        verb, *rest = text.split()
        if verbs in ([], [verb]) and named <= {value for one in rest for value in one.rpartition("=")[2].split(",")}:
            found[text] = None
    return next(iter(found)) if len(found) == 1 else ""


def _named_in(row: str, words: Vocabulary, verb_of: Callable[[str], str]) -> "_Said | None":
    """Return the verb and the names in a sentence that may choose a planned order; None if it has other words."""
    if max(row, default="") > "\u2e80" and (found := _REVEALED.match(replace_verb_ending(row))) is not None:
        with suppress(Malformed):
            value = words.values.resolve(found["what"])
            return _Said([], [], [value]) if value else None
    tokens = [bare for token in split_tokens(row) if (bare := token.strip(_SIGNS))]
    return _said(tokens, words, verb_of, _NEXT)


class _Said(NamedTuple):
    verbs: list[str]
    before: list[str]
    behind: list[str]


def assign_names(tokens: Sequence[str], words: Vocabulary, verb_of: Callable[[str], str]) -> list[str]:
    """Return the only order that the things and the verb in a sentence can form, as tokens of the notation.

    Return [] if there are several such orders or none, or if the sentence has other words with a meaning. `verb_of`
    returns the form's verb for a verb of everyday language, or "" for any other word.
    """
    said = _said([token.strip(_SIGNS) for token in tokens if token.strip(_SIGNS)], words, verb_of)
    if said is None or not 0 < len(said.before) + len(said.behind) <= MOST_NAMED:
        return []
    found = [
        (verb, roles)
        for verb in said.verbs or words.grammar.verbs()
        for roles in possible_roles(verb, said.before, said.behind, words.grammar)
        if said.verbs or _says_all(verb, roles, words)
    ]
    if len(found) != 1:
        return []
    verb, ((_, first), *others) = found[0]
    return [verb, ",".join(first), *(f"{name}={','.join(values)}" for name, values in others)]


def _said(
    tokens: Sequence[str], words: Vocabulary, verb_of: Callable[[str], str], more: frozenset[str] = frozenset()
) -> _Said | None:
    """Return the verb, and the things named before and after it; None if the tokens contain other words.

    Words without meaning, and those in `more`, are skipped. Without a verb, all things count as named after it.
    """
    nothing = _SAYS_NOTHING | _LAID | more
    verbs: list[str] = []
    before: list[str] = []
    behind: list[str] = []
    rest = [*tokens]
    while rest:
        first = rest[0].casefold().replace("’", "'")
        value, taken = "", 1
        with suppress(Malformed):
            value, taken = words.values.longest_match(rest)
        if value and (first not in nothing or taken > 1):
            (behind if verbs else before).append(value)
        elif first not in nothing:
            verb = verb_of(first)
            if not verb or verbs:
                return None
            verbs = [verb]
        rest = rest[max(taken, 1) :] if value else rest[1:]
    return _Said(verbs, before if verbs else [], behind if verbs else before)


def _says_all(verb: str, roles: Sequence[tuple[str, tuple[str, ...]]], words: Vocabulary) -> bool:
    """Return True if the arguments of a sentence without a verb are complete: tool, acting unit and target."""
    names = {name for name, _ in roles}
    doers = words.grammar.actor_arguments(verb)
    return bool(names & doers) and len(names - doers) > 1
