"""Orders as they are said to somebody who knows what is meant: tried where a line is no order as it stands.

Each way to say it gives a line in the words of the notation, which is read like any other: nothing is guessed that the
form does not allow.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from games.kernel.errors import Malformed
from games.kernel.forgiving.japanese import BETWEEN, in_japanese
from games.kernel.forgiving.meant import as_meant
from games.kernel.forgiving.phrases import by_way_of, plainly
from games.kernel.forgiving.quoting import in_own_words
from games.kernel.forgiving.roles import by_roles, unclear_roles
from games.kernel.forgiving.together import all_of, for_all, names_of
from games.kernel.forgiving.tokens import COLONS, is_too_long, tokens_of
from games.kernel.forgiving.words import LEADS, Words
from games.kernel.notation import as_verb
from games.kernel.orders import Orders

_OPENERS = frozenset(
    {
        *("the", "a", "an", "please", "i", "we", "let", "then", "and", "order", "have"),
        *("now", "next", "first", "second", "finally", "also", "so", "ok", "okay", "well"),
    }
)
"""Words before an order that say nothing of it."""
_GOES = frozenset(
    {
        *("move", "sail", "go", "steer", "proceed", "send", "bring", "steam", "head"),
        *("移動", "航行", "前進", "向かう", "進む"),
    }
)
_FIRES = frozenset({"target", "fire", "shoot", "aim", "砲撃", "射撃", "狙う", "目標"})
_LAUNCHES = frozenset({"launch", "fire", "torpedo", "発射", "魚雷を発射", "雷撃"})
_SAME = (
    _GOES,
    frozenset({"fly", "send", "launch"}),
    frozenset({"place", "put", "set", "lay", "deploy", "station", "配置", "置く"}),
    _FIRES,
    _LAUNCHES,
    frozenset({"break-off", "withdraw", "retreat", "disengage", "回避", "退避", "離脱", "撤退", "退却"}),
    frozenset({"take", "load", "stow", "積む", "積み込む", "搭載", "積載"}),
    frozenset({"remove", "delete", "drop", "除去", "取り除く", "外す"}),
    frozenset({"intercept", "attack", "hunt", "chase", "迎撃", "攻撃"}),
    frozenset({"combine", "join", "unite", "merge", "統合", "合流", "合同"}),
)
"""Verbs that say the same, where the form has one of them."""
_DOING = _GOES | _FIRES | _LAUNCHES | {"engage", "concentrate", "turn", "swing", "come"}
"""What ships may be told to do, whatever the form calls it."""
_NO_SENTENCE = '"=。'
"""Signs in a row that is written in the notation, or is more than one sentence."""
_COLONS_ALONE = re.compile(r"[:：]+(?=\s|$)")
"""In words of one's own a semicolon may say something."""
_TO_PLACE = "place"
_IS_PLACED = frozenset({"move", "go", "send", "bring", "stay", "remain"})
"""Said of who is placed, where the form has no order of its own for it."""


def as_spoken(row: str, words: Words) -> Iterator[str]:
    """The lines that a row may stand for, the nearest first; none where it is no order of verbs and names."""
    form = words.form
    if not isinstance(form, Orders) or any(sign in row for sign in _NO_SENTENCE) or not form.by_verb:
        return
    if is_too_long(row):
        return
    tokens = _tokens(row, COLONS, words)
    done: set[str] = {row}
    for one in _said_in_order(tokens, words) if tokens else ():
        led = by_way_of(one, words)
        for said in (" ".join(led), " ".join(_without_start(led, words))):
            if said not in done:
                done.add(said)
                yield said
    parted = _tokens(row, _COLONS_ALONE, words)
    for one in _said_in_order(parted, words) if parted else ():
        for said in map(" ".join, in_own_words(one, words, _DOING)):
            if said not in done:
                done.add(said)
                yield said


def unclear_in(row: str, words: Words) -> Malformed | None:
    """The refusal of a sentence with a verb and names of which one may be meant for several arguments of the order."""
    if not isinstance(words.form, Orders) or any(sign in row for sign in _NO_SENTENCE) or is_too_long(row):
        return None
    tokens = _tokens(row.rstrip("."), COLONS, words)
    return unclear_roles(tokens, words, partial(verb_of, words=words)) if tokens else None


def _tokens(row: str, colons: re.Pattern[str], words: Words) -> list[str]:
    """A sentence in tokens, without colons, and without what says nothing before it and within it."""
    tokens = tokens_of(colons.sub("", BETWEEN.sub(" ", row.replace("、", ", "))))
    while len(tokens) > 1 and tokens[0].casefold().removesuffix(",") in _OPENERS and not words.verbs.exactly(tokens[0]):
        tokens = tokens[1:]
    return plainly(tokens, words) if tokens else []


def _said_in_order(tokens: Sequence[str], words: Words) -> list[list[str]]:
    """The tokens in the order of the notation: the verb, who, and what else is said of him."""
    japanese = [*in_japanese(tokens, words, lambda said: next(iter(of_same([said], words)), ""))]
    ways = (*japanese, of_same(tokens, words), _by_whom(tokens, words), _by_several(tokens, words))
    found = [[*tokens], *(said for said in ways if said)]
    bare = [said for one in (tokens, *japanese) for said in _without_verb(one, words)]
    meant = [said for one in (tokens, *japanese) for said in as_meant(one, words, _DOING)]
    roles = [by_roles(one, words, partial(verb_of, words=words)) for one in (tokens, *japanese)]
    return [for_all(one, words) for one in (*found, *bare, *meant, *roles) if one]


def _by_several(tokens: Sequence[str], words: Words) -> list[str]:
    """Those who act together, or all, first and then what they do: ``Hood and Norfolk fire at Bismarck``."""
    named: tuple[str, ...] = ()
    taken = all_of(tokens)
    with suppress(Malformed):
        named, taken = ((), taken) if taken else names_of(tokens, words)
    who = [",".join(named)] if named else [*tokens[:taken]]
    verb = verb_of(tokens[taken], words) if who and taken < len(tokens) else ""
    return [verb, *who, *tokens[taken + 1 :]] if verb and {*named} <= {*words.grammar.able(verb)} else []


def verb_of(said: str, words: Words) -> str:
    """The form's verb for what somebody does: ``fires``; nothing for another word."""
    for end in ("", "s", "es"):
        bare = said.removesuffix(end) if said.endswith(end) else ""
        if bare and (verb := as_verb(words.verbs.exactly(bare)) or next(iter(of_same([bare], words)), "")):
            return verb
    return ""


def of_same(tokens: Sequence[str], words: Words) -> list[str]:
    """An order with the form's own verb for one that says the same."""
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


def _without_verb(tokens: Sequence[str], words: Words) -> Iterator[list[str]]:
    """With the verb that is left out: the only one for who, or what, stands first and for what follows."""
    with suppress(Malformed):
        value, taken = words.values.longest(tokens, commas=True)
        if not value or words.verbs.meant(tokens[0]):
            return
        able = [verb for verb in words.grammar.verbs() if value in words.grammar.able(verb)]
        rest = _without_going([*tokens[taken:]], able)
        if (
            rest
            and rest[0].casefold() in LEADS
            and len(led := [verb for verb in able if words.grammar.has_path(verb)]) == 1
        ):
            yield [led[0], value, *rest]
        if len(able) == 1 and rest:
            yield [able[0], value, *rest]
        for end in ("", "s", "es") if rest else ():
            same = of_same([rest[0].removesuffix(end)], words) if rest[0].endswith(end) else []
            if same and same[0] in able:
                yield [*same, value, *rest[1:]]
            does = words.values.exactly(rest[0].removesuffix(end)) if rest[0].endswith(end) else ""
            doing = [verb for verb in able if does and words.grammar.takes(verb, does)]
            if len(doing) == 1:
                yield [doing[0], value, does, *rest[1:]]
        is_said = any(verb_of(token.casefold(), words) for token in rest)
        if not able and not is_said and (shut := words.grammar.shut_for(value)):
            yield [shut, value, *rest]


def _without_going(tokens: Sequence[str], able: Sequence[str]) -> Sequence[str]:
    """Without the word for going before where somebody goes to whom no order with this verb can be given: ``sails for``
    is ``to``.
    """
    said, *rest = [token.casefold() for token in tokens] or [""]
    goes = next((end for end in ("", "s", "es") if said.endswith(end) and said.removesuffix(end) in _SAME[0]), None)
    if goes is None or said.removesuffix(goes) in able or not rest or rest[0] not in LEADS | {"for"}:
        return tokens
    return ["to" if rest[0] == "for" else tokens[1], *tokens[2:]]


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
