"""Turns of phrase taken out of a sentence before it is read as an order: what it says twice, or need not say at all."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.kernel.forgiving.together import names_of
from games.kernel.forgiving.tokens import ARTICLES, is_too_long, tokens_of, without_end
from games.kernel.forgiving.words import Words

_SHIPS = frozenset({"hms", "hmas", "hmcs", "uss", "sms", "kms", "ijn", "rn", "hnoms", "orp"})
"""What stands before the names of ships of a navy."""
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
"""Words that are written short, with a full stop that ends no sentence."""
_FULL_STOP = re.compile(r"\.\s+|[。！!]\s*")
_CLAUSE = re.compile(r"\s*[,、;；]\s*(?:(?:and|while|but|whereas)\s+)?")
_PRONOUNS = frozenset({"their", "her", "his", "its", "they", "she", "he", "it", "the", "with", "using"})
"""Words before more of the one who was named last."""
_OWN = re.compile("['\u2019]s$")
_LETTERS = re.compile(r"(?:[a-z]\.)+[a-z]", re.IGNORECASE)
"""Single letters with points between them, as in H.M.S.; one alone may be a name: Force R."""
_SAYS_WHEN = frozenset({"shall", "will", "should", "must", "would", "now", "also", "please", "then", "just"})
"""Words within an order that say nothing of it."""
_OPENS, _FIRE = frozenset({"open", "opens"}), "fire"
_IS, _TO = frozenset({"is", "are"}), "to"
_BY_WAY = ("by", "way", "of")
_VIA = frozenset({"via", "through"})
_KINDS = frozenset({"force", "forces", "group", "squadron", "convoy", "flotilla", "wolfpack", "submarines"})
"""What somebody is whose name says it already."""
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"}
_MOST_OF_NAME = 6
"""Tokens of what stands behind the number of a place."""


def sentences(row: str, words: Words) -> list[str]:
    """The sentences of a row, each without its full stop but the last: words written short end none, nor does a point
    within a name.
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


def _is_within_name(before: str, behind: str, words: Words) -> bool:
    """Whether the last words before a point and the first behind it are one name: William P. Frye."""
    left, right = before.split()[-_MOST_OF_NAME:], tokens_of(behind)[:_MOST_OF_NAME]
    names = (
        f"{' '.join(left[at:])}. {' '.join(right[:count])}"
        for at in range(len(left))
        for count in range(len(right), 0, -1)
    )
    return any(words.values.exactly(without_end(name.rstrip(".,"))) for name in names)


def clauses(row: str, words: Words) -> Iterator[str]:
    """The parts of a sentence of which each says something of others: ``Hood fires at Bismarck, Kent at Spee``; or
    more of the same: ``Hood engages Bismarck, her secondaries Spee``.
    """
    made, who = "", ""
    for part in _CLAUSE.split(row):
        first, _, more = part.partition(" ")
        if who and more and first.casefold() in _PRONOUNS:
            part = f"{who} {more}"
        if made and who and (_who_first(part, words) or part.startswith(f"{who} ")):
            yield made
            made = part
        else:
            made = f"{made}, {part}" if made else part
        who = _who_first(made, words)
    yield made


def _who_first(part: str, words: Words) -> str:
    """Who is named first, as he is written, where somebody is who can be ordered something, and then more."""
    tokens = [*_called_plainly(tokens_of(part), words)]
    with suppress(Malformed):
        named, taken = names_of(tokens, words)
        who = " ".join(tokens[:taken])
        if not named and "は" in part:
            named, taken, who = (words.values.whole(part.partition("は")[0]),), 0, part.partition("は")[0]
        if named and taken < len(tokens) and all(map(words.grammar.can_be_told, named)):
            return who
    return ""


def plainly(tokens: Sequence[str], words: Words) -> list[str]:
    """The same said plainly: without what stands before a ship's name, words that say nothing, or a place's name beside
    its number.
    """
    said = _without_helpers([*_called_plainly(_without_kind(tokens, words), words)], words)
    return _without_names([*_counted(said, words)], words)


def _without_kind(tokens: Sequence[str], words: Words) -> Sequence[str]:
    """Without what somebody is, before or behind his name: the Battleship force, convoy JW 51B."""
    with suppress(Malformed):
        first = tokens[0].casefold() if len(tokens) > 1 else ""
        if first in _KINDS and not words.values.longest(tokens)[0] and words.values.longest(tokens[1:])[0]:
            return tokens[1:]
        value, taken = words.values.longest(tokens, commas=True) if first else ("", 0)
        if value and taken < len(tokens) - 1 and tokens[taken].casefold() in _KINDS:
            return [*tokens[:taken], *tokens[taken + 1 :]]
    return tokens


def _counted(tokens: Sequence[str], words: Words) -> Iterator[str]:
    """With a number behind what is to be taken so often: ``two A to I class``."""
    rest = [*tokens]
    while rest:
        first, *rest = rest
        number = _NUMBERS.get(first.casefold(), first)
        if not (number.isdecimal() and len(number) == 1 and rest):
            yield first
            continue
        value, taken = "", 0
        with suppress(Malformed):
            value, taken = words.values.longest(rest, commas=True)
        if words.grammar.is_counted(value):
            yield from (value, number + "," * rest[taken - 1].endswith(","))
            rest = rest[taken:]
        else:
            yield first


def _called_plainly(tokens: Sequence[str], words: Words) -> Iterator[str]:
    """H.M.S. Kent as Kent, Adm. Hipper as Admiral Hipper, Kent's guns as Kent and guns, unless one is called so."""
    for at, token in enumerate(tokens):
        short = token.rstrip(",").replace(".", "").casefold()
        goes_on = at < len(tokens) - 1
        if not goes_on or words.values.exactly(token) or words.keys.exactly(token):
            yield token
        elif _OWN.search(token) and words.values.exactly(_OWN.sub("", token)):
            yield _OWN.sub("", token)
        elif short in _SHORT and token.endswith("."):
            yield _SHORT[short]
        elif short not in _SHIPS:
            yield token


def _without_helpers(tokens: Sequence[str], words: Words) -> list[str]:
    """Without words like `shall` and `is to` between who acts and what he does."""
    done: list[str] = []
    for at, token in enumerate(tokens):
        said, before = token.casefold(), tokens[at - 1].casefold() if at else ""
        following = tokens[at + 1].casefold() if at + 1 < len(tokens) else ""
        known = words.values.exactly(token) or words.keys.exactly(token) or words.verbs.exactly(token)
        if not at or not following or not _helps(said, before, following) or (known and said != _TO):
            done.append(token)
    return done


def _helps(said: str, before: str, following: str) -> bool:
    """Whether a word between two others says nothing beside them."""
    return (
        said in _SAYS_WHEN
        or (said in _IS and following == _TO)
        or (said == _TO and before in _IS)
        or (said in _OPENS and following == _FIRE)
        or (said in ARTICLES and (before.endswith(",") or before == "and"))
    )


def _without_names(tokens: Sequence[str], words: Words) -> list[str]:
    """Without what a place is called behind its number, or before it: ``0612, NW of Narvik``, ``North Cape (0716)``."""
    done: list[str] = []
    rest = [*tokens]
    while rest:
        first, *rest = rest
        number = first.strip("(),.") if first.startswith("(") else first.removesuffix(",")
        value = words.values.exactly(number) if number[:1].isdigit() else ""
        if value and first.startswith("(") and (behind := _named_before(done, number, value, words)):
            done[-behind:] = [number + "," * first.endswith(",")]
        elif value and first.endswith(",") and (behind := _named_behind(rest, number, value, words)):
            done.append(number + "," * rest[behind - 1].endswith(","))
            rest = rest[behind:]
        else:
            done.append(first)
    return done


def _named_behind(rest: Sequence[str], number: str, value: str, words: Words) -> int:
    """How many of the tokens are what a place is called behind its number."""
    counts = range(min(len(rest), _MOST_OF_NAME), 0, -1)
    named = (count for count in counts if _is_named(value, number, rest[:count], words))
    return next(named, 0)


def _named_before(done: Sequence[str], number: str, value: str, words: Words) -> int:
    """How many of the last tokens are what a place is called whose number follows."""
    counts = range(min(len(done) - 1, _MOST_OF_NAME), 0, -1)
    named = (count for count in counts if _is_named(value, number, done[-count:], words))
    return next(named, 0)


def _is_named(value: str, number: str, tokens: Sequence[str], words: Words) -> bool:
    return words.values.exactly(f"{number} ({' '.join(tokens).rstrip(',.')})") == value


def by_way_of(tokens: Sequence[str], words: Words) -> list[str]:
    """An order with the places that its way leads by before the one that it leads to, as a path is written."""
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


def _places(tokens: Sequence[str], words: Words) -> tuple[list[str], int]:
    """The names with which the tokens begin, with commas or an ``and`` between them, and of how many they are made."""
    found: list[str] = []
    at = 0
    while at < len(tokens):
        value, taken = words.values.longest(tokens[at:], commas=True)
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
