"""Simplify a sentence before parsing: split it, and drop words that are redundant or have no meaning."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.order_text.multi_subject import leading_names
from games.order_text.tokens import ARTICLES, is_too_long, split_tokens, strip_sentence_end
from games.order_text.vocabulary import Vocabulary

_SHIPS = frozenset({"hms", "hmas", "hmcs", "uss", "sms", "kms", "ijn", "rn", "hnoms", "orp"})
"""Prefixes of a navy's ship names."""
_SHORT = {
    "adm": "admiral",
    "cdre": "commodore",
    "capt": "captain",
    "cdr": "commander",
    "lt": "lieutenant",
    "gen": "general",
    "st": "saint",
    "mt": "mount",
}
"""Abbreviations whose full stop does not end a sentence, and the words that they abbreviate."""
_FULL_STOP = re.compile(r"\.\s+|[。！!]\s*")
_CLAUSE = re.compile(r"\s*[,、;；]\s*(?:(?:and|while|but|whereas)\s+)?|\s+(?:and|while|whereas)\s+")
_PRONOUNS = frozenset({"their", "her", "his", "its", "they", "she", "he", "it", "the", "with", "using"})
"""Pronouns before a clause about the unit that was named last."""
_OWN = re.compile("['\u2019]s$")
_LETTERS = re.compile(r"(?:[a-z]\.)+[a-z]", re.IGNORECASE)
"""Single letters with points between them, as in H.M.S.; not a letter alone, which may end a name: Force R."""
_SAYS_WHEN = frozenset({"shall", "will", "should", "must", "now", "also", "please", "then", "just"})
"""Words without meaning within an order."""
_OPENS, _FIRE = frozenset({"open", "opens"}), "fire"
_IS, _TO = frozenset({"is", "are"}), "to"
_BY_WAY = ("by", "way", "of")
_VIA = frozenset({"via", "through"})
_LEADS_ON = frozenset({"to", "towards", "toward", "via", "for"})
_COMPASS = re.compile(
    r"(?:due|(?:north|south)?-?(?:east|west)?(?:wards?|erly)?|[ns]?[ns]?[ew]|[ns])(?<=[a-z])"
    r"|back|on|onwards?|straight|directly|over|down|up|again|quickly|now"
)
"""Compass points, and "back", which have no meaning before `to` and a place."""
_BRACKETS = re.compile(r"\(((?:via|through|by way of))\s([^()]+)\)", re.IGNORECASE)
_KINDS = frozenset({"force", "forces", "group", "squadron", "convoy", "flotilla", "wolfpack", "submarines"})
"""Kinds of unit, which are redundant beside a unit's name."""
_UPTO_JAPANESE = re.compile(r"(?<=[a-z])(?=[\u3040-\u9fff])")
"""A Japanese particle after a name in Latin letters."""
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"}
_MOST_OF_NAME = 6
"""The maximum number of tokens of a place's name beside the place's number."""


def split_sentences(row: str, words: Vocabulary) -> list[str]:
    """Return the sentences of a row; each but the last is without its full stop.

    A point after an abbreviation or within a name ends no sentence.
    """
    made: list[str] = []
    begins, is_short = 0, not is_too_long(row)
    for end in _FULL_STOP.finditer(row):
        last = row[begins : end.start()].rpartition(" ")[2]
        if end[0].startswith(".") and (last.casefold() in _SHORT or _LETTERS.fullmatch(last)):
            continue
        if is_short and len(last) == 1 and _is_within_name(row[begins : end.start()], row[end.end() :], words):
            continue
        made.append(row[begins : end.start()])
        begins = end.end()
    return [one for one in (*made, row[begins:]) if one.strip()]


def _is_within_name(before: str, behind: str, words: Vocabulary) -> bool:
    """Return True if words on both sides of a point form one name: William P. Frye."""
    left, right = before.split()[-_MOST_OF_NAME:], split_tokens(_UPTO_JAPANESE.split(behind, 1)[0])[:_MOST_OF_NAME]
    names = (
        f"{' '.join(left[at:])}. {' '.join(right[:count])}"
        for at in range(len(left))
        for count in range(len(right), 0, -1)
    )
    return any(words.values.exact_match(strip_sentence_end(name.rstrip(".,"))) for name in names)


def split_clauses(row: str, words: Vocabulary) -> Iterator[str]:
    """Yield the parts of a sentence; a new part begins with each acting unit: ``Hood fires at Bismarck, Kent at Spee``.

    A pronoun also begins a new part, in which the unit replaces it: ``Hood engages Bismarck, her secondaries Spee``.
    """
    made, who = "", ""
    joints = ["", *(found[0] for found in _CLAUSE.finditer(row))]
    for part, joint in zip(_CLAUSE.split(row), joints, strict=True):
        first, _, more = part.partition(" ")
        if who and more and first.casefold() in _PRONOUNS:
            part = f"{who} {more}"
        if made and who and (_who_first(part, words) or part.startswith(f"{who} ")):
            yield made
            made = part
        else:
            between = joint if joint[:1].isspace() and joint.strip().isalpha() else ", "
            made = f"{made}{between}{part}" if made else part
        who = _who_first(made, words)
    yield made


def _who_first(part: str, words: Vocabulary) -> str:
    """Return the units named at the beginning, as written, if they can get orders and other words follow; else ""."""
    grammar, tokens = words.grammar, [*_called_plainly(split_tokens(part), words)]

    def _can_act(value: str) -> bool:
        return grammar.may_be_named_first(value) or grammar.may_act_secondarily(value)

    with suppress(Malformed):
        named, taken = leading_names(tokens, words)
        who = " ".join(tokens[:taken])
        if not named and "は" in part:
            named, taken, who = (words.values.resolve(part.partition("は")[0]),), 0, part.partition("は")[0]
        if named and taken < len(tokens) and all(map(_can_act, named)):
            return who
    return ""


def simplify(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the tokens without words that are redundant or have no meaning for an order.

    Such words are ship prefixes (HMS), kinds of unit beside a name, auxiliary verbs, brackets around places on the way,
    and the names of places beside their numbers.
    """
    said = _without_helpers([*_called_plainly(_without_kind(_without_brackets(tokens), words), words)], words)
    said = _without_compass(said, words)
    return _without_names([*_counted(said, words)], words)


def _without_brackets(tokens: Sequence[str]) -> Sequence[str]:
    """Return the tokens without brackets around places on the way: ``to Bone (via Galita)``."""
    row = " ".join(tokens)
    return _BRACKETS.sub(r"\1 \2", row).split() if _BRACKETS.search(row) else tokens


def _without_compass(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the tokens without compass points, or ``back``, before ``to`` and a place: ``sails west to Bone``."""
    done: list[str] = []
    for at, token in enumerate(tokens):
        rest = [one.casefold() for one in tokens[at:]]
        points = next((number for number, one in enumerate(rest) if not _COMPASS.fullmatch(one)), len(rest))
        is_led = bool(at) and 0 < points < len(rest) - 1 and rest[points] in _LEADS_ON
        if not is_led or words.values.longest_match(tokens[at:])[0]:
            done.append(token)
    return done


def _without_kind(tokens: Sequence[str], words: Vocabulary) -> Sequence[str]:
    """Return the tokens without a kind of unit before or after the name at the beginning: ``convoy JW 51B``."""
    with suppress(Malformed):
        first = tokens[0].casefold() if len(tokens) > 1 else ""
        if first in _KINDS and not words.values.longest_match(tokens)[0] and words.values.longest_match(tokens[1:])[0]:
            return tokens[1:]
        value, taken = words.values.longest_match(tokens, commas=True) if first else ("", 0)
        if value and taken < len(tokens) - 1 and tokens[taken].casefold() in _KINDS:
            return [*tokens[:taken], *tokens[taken + 1 :]]
    return tokens


def _counted(tokens: Sequence[str], words: Vocabulary) -> Iterator[str]:
    """Yield the tokens with a number moved behind the thing that it counts: ``two A to I class``."""
    rest = [*tokens]
    while rest:
        first, *rest = rest
        number = _NUMBERS.get(first.casefold(), first)
        if not (number.isdecimal() and len(number) == 1 and rest):
            yield first
            continue
        value, taken = "", 0
        with suppress(Malformed):
            value, taken = words.values.longest_match(rest, commas=True)
        if words.grammar.is_counted(value):
            yield from (value, number + "," * rest[taken - 1].endswith(","))
            rest = rest[taken:]
        else:
            yield first


def _called_plainly(tokens: Sequence[str], words: Vocabulary) -> Iterator[str]:
    """Yield the tokens without ship prefixes and possessive 's, and with abbreviations written out.

    Examples: Kent for H.M.S. Kent, Admiral Hipper for Adm. Hipper, Kent guns for Kent's guns. A token that is itself a
    name stays unchanged.
    """
    for at, token in enumerate(tokens):
        short = token.rstrip(",").replace(".", "").casefold()
        goes_on = at < len(tokens) - 1
        if not goes_on or words.values.exact_match(token) or words.keys.exact_match(token):
            yield token
        elif _OWN.search(token) and words.values.exact_match(_OWN.sub("", token)):
            yield _OWN.sub("", token)
        elif short in _SHORT and token.endswith("."):
            yield _SHORT[short]
        elif short not in _SHIPS:
            yield token


def _without_helpers(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the tokens without auxiliaries such as ``shall`` and ``is to`` between a unit and its verb."""
    done: list[str] = []
    for at, token in enumerate(tokens):
        said, before = token.casefold(), tokens[at - 1].casefold() if at else ""
        following = tokens[at + 1].casefold() if at + 1 < len(tokens) else ""
        known = words.values.exact_match(token) or words.keys.exact_match(token) or words.verbs.exact_match(token)
        if not at or not following or not _helps(said, before, following) or (known and said != _TO):
            done.append(token)
    return done


def _helps(said: str, before: str, following: str) -> bool:
    """Return True if the word `said` has no meaning between the words `before` and `following`."""
    return (
        said in _SAYS_WHEN
        or (said in _IS and following == _TO)
        or (said == _TO and before in _IS)
        or (said in _OPENS and following == _FIRE)
        or (said in ARTICLES and (before.endswith(",") or before == "and"))
    )


def _without_names(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the tokens without the name of a place beside its number.

    Examples: ``0612, NW of Narvik``, ``North Cape (0716)``.
    """
    done: list[str] = []
    rest = [*tokens]
    while rest:
        first, *rest = rest
        number = first.strip("(),.") if first.startswith("(") else first.removesuffix(",")
        value = words.values.exact_match(number) if number[:1].isdigit() else ""
        if value and first.startswith("(") and (behind := _named_before(done, number, value, words)):
            done[-behind:] = [number + "," * first.endswith(",")]
        elif value and first.endswith(",") and (behind := _named_behind(rest, number, value, words)):
            done.append(number + "," * rest[behind - 1].endswith(","))
            rest = rest[behind:]
        else:
            done.append(first)
    return done


def _named_behind(rest: Sequence[str], number: str, value: str, words: Vocabulary) -> int:
    """Return the number of tokens in `rest` that are the name of the place with this number; 0 for none."""
    counts = range(min(len(rest), _MOST_OF_NAME), 0, -1)
    named = (count for count in counts if _is_named(value, number, rest[:count], words))
    return next(named, 0)


def _named_before(done: Sequence[str], number: str, value: str, words: Vocabulary) -> int:
    """Return the number of tokens at the end of `done` that are the name of the place with this number; 0 for none."""
    counts = range(min(len(done) - 1, _MOST_OF_NAME), 0, -1)
    named = (count for count in counts if _is_named(value, number, done[-count:], words))
    return next(named, 0)


def _is_named(value: str, number: str, tokens: Sequence[str], words: Vocabulary) -> bool:
    return words.values.exact_match(f"{number} ({' '.join(tokens).rstrip(',.')})") == value


def reorder_path(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the tokens of an order with its path as in the notation: the places on the way, then the destination.

    ``to Bone via Galita`` becomes ``to Galita,Bone``. Tokens without exactly one "via" are returned unchanged.
    """
    small = [token.casefold() for token in tokens]
    vias = [at for at in range(2, len(tokens) - 1) if small[at] in _VIA or tuple(small[at : at + 3]) == _BY_WAY]
    if len(vias) != 1:
        return [*tokens]
    via = vias[0]
    first = via + (1 if small[via] in _VIA else len(_BY_WAY))
    is_led = words.grammar.has_path(small[0]) and _TO not in words.grammar.arguments(small[0])
    to = small.index(_TO) if _TO in small and is_led else len(small)
    with suppress(Malformed):
        by, behind = _places(tokens[first:], words)
        goal, taken = _places(tokens[to + 1 :], words)
        way = ",".join((*by, *goal))
        if by and len(goal) == 1 and to + 1 + taken == via:
            return [*tokens[:to], _TO, way, *tokens[first + behind :]]
        if by and len(goal) == 1 and first + behind == to:
            return [*tokens[:via], _TO, way, *tokens[to + 1 + taken :]]
    return [*tokens[:via], "via", *tokens[first:]]


def _places(tokens: Sequence[str], words: Vocabulary) -> tuple[list[str], int]:
    """Return the things that a list at the beginning names (with commas or "and"), and the number of its tokens.

    The number includes articles before names.
    """
    found: list[str] = []
    at = 0
    while at < len(tokens):
        at += tokens[at].casefold() in ARTICLES and at < len(tokens) - 1
        value, taken = words.values.longest_match(tokens[at:], commas=True)
        if not value:
            break
        found.append(value)
        at += taken
        goes_on = tokens[at - 1].endswith(",")
        if not goes_on and at < len(tokens) - 1 and tokens[at].casefold() in ("and", "then", "と"):
            goes_on, at = True, at + 1
        if not goes_on:
            break
    return found, at
