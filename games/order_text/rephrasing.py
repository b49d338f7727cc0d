"""Colloquial orders, tried if a line is not an order as written.

Each function rewrites the line in the words of the notation, which is then parsed like any other line: the form decides
what is allowed, and nothing is guessed.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

from games.kernel.errors import Malformed
from games.kernel.notation import display_verb
from games.order_text.argument_roles import assign_roles, refuse_unclear_roles
from games.order_text.free_text import free_text_readings
from games.order_text.free_word_order import assign_names, find_planned_order
from games.order_text.implicit_subjects import add_sole_subject, reorder_object_first
from games.order_text.japanese_particles import BETWEEN, japanese_readings
from games.order_text.multi_subject import count_all_tokens, expand_all, leading_names
from games.order_text.simplification import reorder_path, simplify
from games.order_text.tokens import COLONS, is_too_long, split_tokens
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
"""After "next", these mean that something is not to be done now."""
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
"""Synonymous verbs; the form may have one of them."""
_DOING = _GOES | _FIRES | _LAUNCHES | {"engage", "concentrate", "turn", "swing", "come"}
"""Possible actions of ships, whatever the form calls them."""
_NO_SENTENCE = '"=。'
"""Characters in a row that is in the notation, or that is more than one sentence."""
_COLONS_ALONE = re.compile(r"[:：]+(?=\s|$)")
"""Colons alone: in the player's own words a semicolon may have a meaning."""
_GOES_AFTER = re.compile(r"\bgo(?:es)? after\b", re.IGNORECASE)
_WISHES = re.compile(
    r"^(?:(?:i|we)(?:['’]d| would) like|(?:i|we) want|(?:i|we)(?:['’]ll| will) have)\s+(?=\S)", re.IGNORECASE
)
"""Words of a wish by the writer."""
_TO_PLACE = "place"
_AT = frozenset({"at", "on"})
_IS_PLACED = frozenset({"move", "go", "send", "bring", "stay", "remain"})
"""Verbs for placed units, if the form has no separate order for it."""


def rephrased_readings(row: str, words: Vocabulary) -> Iterator[str]:
    """Yield the lines that a row may mean, the nearest first; none if it is not an order of verbs and names."""
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


def refuse_unclear(row: str, words: Vocabulary) -> Malformed | None:
    """Return the refusal of a sentence with a name that fits several arguments of the order; None for any other."""
    if not isinstance(words.form, Orders) or any(sign in row for sign in _NO_SENTENCE) or is_too_long(row):
        return None
    tokens = _tokens(row.rstrip("."), COLONS, words)
    return refuse_unclear_roles(tokens, words, partial(verb_of, words=words)) if tokens else None


def _tokens(row: str, colons: re.Pattern[str], words: Vocabulary) -> list[str]:
    """Return the tokens of a sentence, without colons and words without meaning."""
    row = _GOES_AFTER.sub("hunts", _WISHES.sub("", row))
    tokens = split_tokens(colons.sub("", BETWEEN.sub(" ", row.replace("、", ", "))))
    while len(tokens) > 1 and _says_nothing(tokens) and not words.verbs.exact_match(tokens[0]):
        tokens = tokens[1:]
    return simplify(tokens, words) if tokens else []


def _plain(token: str) -> str:
    return token.casefold().replace("’", "'").rstrip(",:.!")


def _says_nothing(tokens: Sequence[str]) -> bool:
    """Return True if the first token opens a sentence and does not concern time: ``Next turn Hood fires``."""
    first, second = (_plain(token) for token in tokens[:2])
    return first in _OPENERS and not (first in ("next", "second") and second in _TIMES)


def _said_in_order(tokens: Sequence[str], words: Vocabulary) -> list[list[str]]:
    """Return the tokens in the order of the notation: verb, unit, other arguments."""
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
    """Return an order in which several units, or all, precede their action.

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
    """Return the form's verb for an action (``fires``), or the empty string."""
    for end in ("", "s", "es"):
        bare = said.removesuffix(end) if said.endswith(end) else ""
        if bare and (
            verb := display_verb(words.verbs.exact_match(bare)) or next(iter(replace_verb_synonym([bare], words)), "")
        ):
            return verb
    return ""


def replace_verb_synonym(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the tokens of an order with the form's own verb in place of a synonym."""
    said = tokens[0].casefold() if tokens else ""
    for group in _SAME:
        known = [verb for verb in words.grammar.verbs() if verb in group]
        if said in group and said not in known and len(known) == 1:
            return [known[0], *tokens[1:]]
    if said in _IS_PLACED and _TO_PLACE in words.grammar.verbs() and said not in words.grammar.verbs():
        return [_TO_PLACE, *tokens[1:]]
    return []


def _by_whom(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return an order with the acting unit first although it is named last: ``target Bismarck with Hood``."""
    verb = words.verbs.exact_match(tokens[0]) if tokens else ""
    small = [token.casefold() for token in tokens]
    if not verb or "with" not in small[2:-1]:
        return []
    at = small.index("with", 2)
    return [tokens[0], *tokens[at + 1 :], *tokens[1:at]]


def _without_verb(tokens: Sequence[str], words: Vocabulary) -> Iterator[list[str]]:
    """Yield the order with its missing verb: the only one that fits the first name and the rest."""
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
        is_said = any(verb_of(token.casefold(), words) for token in rest)
        if (
            not able
            and not is_said
            and not words.grammar.may_act_secondarily(value)
            and (shut := words.grammar.unavailable_verb(value))
        ):
            yield [shut, value, *rest]


def _without_going(tokens: Sequence[str], able: Sequence[str]) -> Sequence[str]:
    """Return the tokens without a verb of movement if the unit's verb fits no such order: ``sails for`` is ``to``."""
    said, *rest = [token.casefold() for token in tokens] or [""]
    goes = next((end for end in ("", "s", "es") if said.endswith(end) and said.removesuffix(end) in _SAME[0]), None)
    if goes is None or said.removesuffix(goes) in able or not rest or rest[0] not in PATH_WORDS | {"for"}:
        return tokens
    return ["to" if rest[0] == "for" else tokens[1], *tokens[2:]]


def _without_start(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the tokens without ``from`` and the start, which everybody knows.

    Also drop ``to`` before an action, or before a place to which no path leads.
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

    Also True if they begin with an unknown word, so that its refusal names the word.
    """
    places = words.grammar.placement_places(verb)
    with suppress(Malformed):
        value = words.values.longest_match(tokens, commas=True, among=places)[0] if places else None
        return value is not None and (not value or value in places)
    return False
