"""Versions of colloquial orders in the words of the notation, tried if a row is no order as written.

A row is one line of orders. Each version is parsed like any other row: the form decides what is legal, and nothing is
guessed.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import dropwhile

from games.kernel.errors import Malformed
from games.kernel.notation import display_verb
from games.order_text.argument_roles import assign_roles, refuse_unclear_roles
from games.order_text.free_text import free_text_readings
from games.order_text.free_word_order import assign_names, find_planned_order
from games.order_text.implicit_subjects import add_sole_subject, reorder_object_first
from games.order_text.japanese_particles import BETWEEN, japanese_readings
from games.order_text.multi_subject import count_all_tokens, expand_all, leading_names
from games.order_text.simplification import reorder_path, simplify
from games.order_text.tokens import AND, COLONS, is_too_long, split_tokens
from games.order_text.unknown_members import refuse_unknown_member
from games.order_text.verb_inference import infer_verb
from games.order_text.vocabulary import PATH_WORDS, Vocabulary
from games.orders.order_set import Orders

_OPENERS = frozenset(
    {
        *("the", "a", "an", "please", "i", "we", "let", "then", "and", "order", "have"),
        *("now", "next", "first", "second", "finally", "also", "so", "ok", "okay", "well", "yes", "yeah", "sure"),
        *("great", "good", "fine", "right", "alright", "let's", "lets", "us", "we'll", "i'll", "our", "my"),
        *("-", "–", "—", "k"),
    }
)
"""Words without meaning before an order."""
_TIMES = frozenset({"turn", "turns", "day", "phase", "round", "week", "time", "game", "month"})
"""Words after "next" that mean a later time, as in "next turn": the row is then no order for now."""
_GOES = frozenset(
    {
        *("move", "sail", "go", "steer", "proceed", "send", "bring", "steam", "head"),
        *("移動", "航行", "前進", "向かう", "進む", "入港", "寄港", "帰港", "帰投", "直行", "急行", "転進"),
    }
)
_FIRES = frozenset({"target", "fire", "shoot", "aim", "砲撃", "射撃", "狙う", "目標", "攻撃", "集中砲火", "集中射撃"})
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
    frozenset(
        {
            *("intercept", "attack", "hunt", "chase", "raid", "target"),
            *("迎撃", "攻撃", "砲撃", "襲撃", "狙う"),
        }
    ),
    frozenset({"combine", "join", "unite", "merge", "統合", "合流", "合同"}),
)
"""Groups of synonymous verbs: if the form has one verb of a group, the others mean this verb."""
_DOING = _GOES | _FIRES | _LAUNCHES | {"engage", "concentrate", "turn", "swing", "come"}
"""Verbs of ships' actions, whatever the form calls the actions."""
_NO_SENTENCE = '"=。'
"""Characters of rows that are not rephrased, because they are in the notation or have several sentences."""
_COLONS_ALONE = re.compile(r"[:：]+(?=\s|$)")
"""Colons at the end of a word, but no semicolons, which may have a meaning in a free text."""
_GOES_AFTER = re.compile(r"\bgo(?:es)? after\b", re.IGNORECASE)
_WISHES = re.compile(
    r"^(?:(?:i|we)(?:['’]d| would) like|(?:i|we) want|(?:i|we)(?:['’]ll| will) have)\s+(?=\S)", re.IGNORECASE
)
"""Words before an order that express a wish, such as "I would like"."""
_TO_PLACE = "place"
_AT = frozenset({"at", "on"})
_IS_PLACED = frozenset({"move", "go", "send", "bring", "stay", "remain"})
"""Verbs that mean "place" in a form with the verb "place", unless the form has the verb as written."""


def rephrased_readings(row: str, words: Vocabulary) -> Iterator[str]:
    """Yield versions of a row in the words of the notation, the nearest to the row first.

    A version is only a candidate: it may be no possible order. Yield nothing for a form of another kind than orders.
    """
    form = words.form
    if not isinstance(form, Orders) or any(sign in row for sign in _NO_SENTENCE) or not form.templates_by_verb:
        return
    if is_too_long(row):
        return
    tokens = _tokens(row, COLONS, words)
    done: set[str] = {row}
    for one in _said_in_order(tokens, words) if tokens else ():
        led = reorder_path(one, words)
        for said in (" ".join(led), " ".join(_without_start(led, words))):
            if said not in done:
                done.add(said)
                yield said
    if planned := find_planned_order(row, words, partial(verb_of, words=words)):
        yield planned
    parted = _tokens(row, _COLONS_ALONE, words)
    for one in _said_in_order(parted, words) if parted else ():
        for said in map(" ".join, free_text_readings(one, words, _DOING)):
            if said not in done:
                done.add(said)
                yield said


def refuse_member(row: str, words: Vocabulary) -> Malformed | None:
    """Return a refusal if a line of orders contains a list of units with an unknown name; else None.

    `row`: the line of orders. The refusal is not raised.
    """
    if not isinstance(words.form, Orders) or any(sign in row for sign in _NO_SENTENCE) or is_too_long(row):
        return None
    tokens = [*dropwhile(lambda token: _plain(token) in _OPENERS, split_tokens(COLONS.sub("", row.rstrip("."))))]
    return refuse_unknown_member(tokens, words, partial(verb_of, words=words)) if tokens else None


def refuse_unclear(row: str, words: Vocabulary) -> Malformed | None:
    """Return a refusal if the things that a line of orders names can be different arguments; else None.

    `row`: the line of orders. The refusal is not raised.
    """
    if not isinstance(words.form, Orders) or any(sign in row for sign in _NO_SENTENCE) or is_too_long(row):
        return None
    tokens = _tokens(row.rstrip("."), COLONS, words)
    return refuse_unclear_roles(tokens, words, partial(verb_of, words=words)) if tokens else None


def _tokens(row: str, colons: re.Pattern[str], words: Vocabulary) -> list[str]:
    """Return the tokens of a sentence, simplified, without these colons and without openers such as "please"."""
    row = _GOES_AFTER.sub("hunts", _WISHES.sub("", row))
    tokens = split_tokens(colons.sub("", BETWEEN.sub(" ", row.replace("、", ", "))))
    while len(tokens) > 1 and _says_nothing(tokens) and not words.verbs.exact_match(tokens[0]):
        tokens = tokens[1:]
    return simplify(tokens, words) if tokens else []


def _plain(token: str) -> str:
    return token.casefold().replace("’", "'").rstrip(",:.!")


def _says_nothing(tokens: Sequence[str]) -> bool:
    """Return True if the first token only opens the sentence; "next" in ``Next turn Hood fires`` does not."""
    first, second = (_plain(token) for token in tokens[:2])
    return first in _OPENERS and not (first in ("next", "second") and second in _TIMES)


def _said_in_order(tokens: Sequence[str], words: Vocabulary) -> list[list[str]]:
    """Return the possible versions of a sentence's tokens in the order of the notation: verb, unit, other arguments."""
    japanese = [*japanese_readings(tokens, words, lambda said: next(iter(replace_verb_synonym([said], words)), ""))]
    ways = (*japanese, replace_verb_synonym(tokens, words), _by_whom(tokens, words), _by_several(tokens, words))
    found = [[*tokens], *(said for said in ways if said)]
    bare = [said for one in (tokens, *japanese) for said in _without_verb(one, words)]
    meant = [said for one in (tokens, *japanese) for said in infer_verb(one, words, _DOING)]
    roles = [assign_roles(one, words, partial(verb_of, words=words)) for one in (tokens, *japanese)]
    free = assign_names(tokens, words, partial(verb_of, words=words))
    sole = [add_sole_subject(one, words, partial(verb_of, words=words)) for one in (tokens, *japanese)]
    about = reorder_object_first(tokens, words)
    return [expand_all(one, words) for one in (*found, *bare, *meant, *roles, free, *sole, about) if one]


def _by_several(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the tokens of an order, with the verb first, if one or more units (or all) precede it; otherwise [].

    Example: ``Hood and Norfolk fire at Bismarck``.
    """
    named: tuple[str, ...] = ()
    taken = count_all_tokens(tokens, words)
    with suppress(Malformed):
        named, taken = ((), taken) if taken else leading_names(tokens, words)
    who = [",".join(named)] if named else [*tokens[:taken]]
    verb = verb_of(tokens[taken], words) if who and taken < len(tokens) else ""
    can = {*named} <= {*words.grammar.candidates(verb)} and all(map(words.grammar.may_act_first, named))
    return [verb, *who, *tokens[taken + 1 :]] if verb and can and not words.grammar.actor_arguments(verb) else []


def verb_of(said: str, words: Vocabulary) -> str:
    """Return the form's verb, in the notation, that a word means; "" if it means none.

    The word may be the verb's name, a synonym of it, or a form of these in -s (``fires``).
    """
    for end in ("", "s", "es"):
        bare = said.removesuffix(end) if said.endswith(end) else ""
        if bare and (
            verb := display_verb(words.verbs.exact_match(bare)) or next(iter(replace_verb_synonym([bare], words)), "")
        ):
            return verb
    return ""


def replace_verb_synonym(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the tokens with the form's verb in place of a synonym of it as first token; [] if that is no synonym.

    A synonym of several verbs of the form counts as none.
    """
    said = tokens[0].casefold() if tokens else ""
    for group in _SAME:
        known = [verb for verb in words.grammar.verbs() if verb in group]
        if said in group and said not in known and len(known) == 1:
            return [known[0], *tokens[1:]]
    if said in _IS_PLACED and _TO_PLACE in words.grammar.verbs() and said not in words.grammar.verbs():
        return [_TO_PLACE, *tokens[1:]]
    return []


def _by_whom(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return an order with the unit after "with" before the target: ``target Bismarck with Hood``; otherwise []."""
    verb = words.verbs.exact_match(tokens[0]) if tokens else ""
    small = [token.casefold() for token in tokens]
    if not verb or "with" not in small[2:-1]:
        return []
    at = small.index("with", 2)
    return [tokens[0], *tokens[at + 1 :], *tokens[1:at]]


def _without_verb(tokens: Sequence[str], words: Vocabulary) -> Iterator[list[str]]:
    """Yield versions of a sentence without a verb, or with a word for it, with the only verb that fits the names."""
    with suppress(Malformed):
        value, taken = words.values.longest_match(tokens, commas=True)
        if not value or words.verbs.matches(tokens[0]):
            return
        able = [verb for verb in words.grammar.verbs() if value in words.grammar.candidates(verb)]
        rest = _without_going([*tokens[taken:]], able)
        if (
            rest
            and rest[0].casefold() in PATH_WORDS
            and len(led := [verb for verb in able if words.grammar.has_path(verb)]) == 1
        ):
            yield [led[0], value, *rest]
        if len(able) == 1 and rest and (words.grammar.may_act_first(value) or rest[0].casefold() not in _AT):
            yield [able[0], value, *rest]
        for end in ("", "s", "es") if rest else ():
            same = replace_verb_synonym([rest[0].removesuffix(end)], words) if rest[0].endswith(end) else []
            if same and same[0] in able and not words.grammar.actor_arguments(same[0]):
                yield [*same, value, *rest[1:]]
            does = words.values.exact_match(rest[0].removesuffix(end)) if rest[0].endswith(end) else ""
            doing = [verb for verb in able if does and words.grammar.accepts(verb, does)]
            if len(doing) == 1:
                yield [doing[0], value, does, *rest[1:]]
        if 0 < taken < len(tokens) and (tokens[taken].casefold() in AND or tokens[taken - 1].endswith(",")):
            yield from _all_do(tokens, words)
        is_said = any(verb_of(token.casefold(), words) for token in rest)
        if (
            not able
            and not is_said
            and not words.grammar.may_act_secondarily(value)
            and (shut := words.grammar.unavailable_verb(value))
        ):
            yield [shut, value, *rest]


def _all_do(tokens: Sequence[str], words: Vocabulary) -> Iterator[list[str]]:
    """Yield an order of several units whose action is a value of the order: ``Emden and Wolf search 0614``."""
    named, taken = leading_names(tokens, words)
    said = tokens[taken] if len(named) > 1 and taken < len(tokens) - 1 else ""
    for end in ("", "s", "es") if said else ():
        does = words.values.exact_match(said.removesuffix(end)) if said.endswith(end) else ""
        able = [verb for verb in words.grammar.verbs() if {*named} <= {*words.grammar.candidates(verb)}]
        doing = [verb for verb in able if does and words.grammar.accepts(verb, does)]
        if len(doing) == 1:
            yield [doing[0], ",".join(named), does, *tokens[taken + 1 :]]


def _without_going(tokens: Sequence[str], able: Sequence[str]) -> Sequence[str]:
    """Return the tokens with ``to`` in place of words such as ``sails for``, unless the verb is one of `able`."""
    said, *rest = [token.casefold() for token in tokens] or [""]
    goes = next((end for end in ("", "s", "es") if said.endswith(end) and said.removesuffix(end) in _SAME[0]), None)
    if goes is None or said.removesuffix(goes) in able or not rest or rest[0] not in PATH_WORDS | {"for"}:
        return tokens
    return ["to" if rest[0] == "for" else tokens[1], *tokens[2:]]


def _without_start(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the tokens without ``from`` and the place where the unit starts, which is known.

    A ``to`` before a value that is no place, or before a place where a unit is put without a path, is dropped, too.
    """
    verb = tokens[0].casefold() if tokens else ""
    for at, token in enumerate(tokens[:-1]):
        rest = tokens[at + 1 :]
        is_to = token.casefold() == "to" and at > 0
        goes_on = len(rest) > 1 and rest[1].casefold() not in PATH_WORDS  # "to go to 0615" is no deed called "go"
        is_deed = goes_on and words.grammar.accepts_non_place(verb, words.values.exact_match(rest[0]))
        if is_to and (is_deed or _is_put(verb, rest, words)):
            return [*tokens[:at], *rest]
        if token.casefold() == "from" and at:
            with suppress(Malformed):
                value, taken = words.values.longest_match(tokens[at + 1 :], commas=True)
                behind = at + 1 + taken
                if value and behind < len(tokens) and tokens[behind].casefold() in PATH_WORDS:
                    return [*tokens[:at], *tokens[behind:]]
    return [*tokens]


def _is_put(verb: str, tokens: Sequence[str], words: Vocabulary) -> bool:
    """Return True if the tokens begin with a place where this verb puts its first argument without a path.

    Also return True if the verb has such places and the tokens begin with an unknown word, so that the refusal names
    the word.
    """
    places = words.grammar.placement_places(verb)
    with suppress(Malformed):
        value = words.values.longest_match(tokens, commas=True, among=places)[0] if places else None
        return value is not None and (not value or value in places)
    return False
