"""Splits Japanese sentences, which have no blanks, into names, particles and the final verb."""

import re
from collections.abc import Callable, Iterator, Sequence

from games.kernel.notation import display_verb
from games.order_text.multi_subject import ALL, BOTH
from games.order_text.vocabulary import Vocabulary

BETWEEN = re.compile(r"(?<=[^\x00-\x7f])[:：](?=[^\x00-\x7f])")
"""A colon between Japanese words."""
_BY = re.compile(r"からは?|まで|[でにとへ]は|(?:を経由して|を経て|経由で?)|[をはもがでへにと→]")
"""Particles and phrases that separate the names of a sentence."""
_TOPIC_END = re.compile(r"(?:[にでへ]は|は|に|が)$")
"""Particles after which a comma is only a pause and no separator of a list."""
_WHERE_TO = frozenset({"へ", "まで"})
_BY_WAY = frozenset({"を経由して", "を経て", "経由で", "経由"})
_DOES = re.compile(r"[とに]?(?:する|します|せよ|しろ|させる|させます)$")
_POLITE = re.compile(r"(?:ます|ること|れ)$")
_BASE = str.maketrans("うくぐすつぬぶむる", "いきぎしちにびみり")
"""Maps the last letter of a verb to the last letter of the noun that is made from the verb."""
_OF = re.compile(r"(?P<who>.+?)の(?P<what>[^の]+?)は(?P<rest>.+)")
_IN_BATTLE = re.compile(r"^(?:次の)?(?:戦闘|海戦)では")
_MOST = 40
"""The maximum length of a word that is split, in letters."""


def japanese_readings(tokens: Sequence[str], words: Vocabulary, verb_of: Callable[[str], str]) -> Iterator[list[str]]:
    """Yield up to two versions of a Japanese sentence as tokens of the notation: the verb, then the names.

    Particles are left out. The first version keeps commas, which join names to a list; the second has each name as a
    separate token. Yield nothing for a sentence in ASCII. `verb_of` returns the form's verb for a verb of everyday
    language, or "" for any other word.
    """
    if not tokens or all(token.isascii() for token in tokens):
        return
    parts: list[str] = []
    for token in (_without_object(tokens[0], words), *tokens[1:]):
        found = [*_parts(token.strip(","), words)]
        goes_on = token.endswith(",") and not _TOPIC_END.search(token.strip(","))
        parts += [*found[:-1], found[-1] + "," * goes_on] if found else []
    for said in dict.fromkeys((tuple(parts), tuple(part.removesuffix(",") for part in parts))):
        yield from _verb_first([*said], tokens, words, verb_of)


def _verb_first(
    parts: list[str], tokens: Sequence[str], words: Vocabulary, same: Callable[[str], str]
) -> Iterator[list[str]]:
    if not parts:
        return
    *names, last = parts
    spoken = dict.fromkeys((_DOES.sub("", last), _POLITE.sub("", last), last[:-1] + last[-1:].translate(_BASE), last))
    verb = next(filter(None, (display_verb(words.verbs.exact_match(one)) or same(one) for one in spoken if one)), "")
    if verb:
        yield [verb, *names]
    elif (bare := [*names, _DOES.sub("", last)]) != [*tokens]:
        yield bare


def _without_object(token: str, words: Vocabulary) -> str:
    """Return a sentence without an object at its beginning that the verb's name contains (``給炭艦の配置``).

    A leading "in the (next) battle" is dropped, too.
    """
    token = _IN_BATTLE.sub("", token)
    noun = leading_object(token, words)[0]
    return token[len(noun) + 1 :] if noun else token


def leading_object(said: str, words: Vocabulary) -> tuple[str, str]:
    """Return the noun of a verb's name with which a sentence begins, before a particle, and what is done with it.

    Example: 給炭艦 and 配置 for the verb 給炭艦の配置. Return two empty texts if there is no such noun.
    """
    for verb in words.grammar.verbs():
        noun, _, deed = words.name_of(verb.replace("-", "_")).ja.partition("の")
        if deed and said.startswith(noun) and said[len(noun) : len(noun) + 1] in ("は", "を", "が"):
            return noun, deed
    return "", ""


def _parts(token: str, words: Vocabulary) -> Iterator[str]:
    """Yield the names and the verb that a Japanese word consists of; or the word itself if it cannot be split."""
    if not token:
        return
    if token.isascii() or len(token) > _MOST or words.values.exact_match(token) or words.verbs.exact_match(token):
        yield token
        return
    if (of := _OF.fullmatch(token)) is not None and _is_somebody(of["who"], words):
        yield of["who"]
        yield from _parts(of["rest"], words)
        yield of["what"]
        return
    if (
        every := next((one for one in (*ALL, *BOTH) if token.startswith(one) and not one.isascii()), "")
    ) and token != every:
        yield every
        yield from _parts(re.sub("^(?:とも|[はがでも])", "", token[len(every) :]), words)
        return
    for by in reversed([*_BY.finditer(token)]):  # the longest name: 最も近い敵 has a particle in it
        name = token[: by.start()]
        if name and _is_somebody(name, words):
            yield from ["to"] if by[0] in _WHERE_TO else ["via"] if by[0] in _BY_WAY else []
            yield name + "," * (by[0] == "と")
            yield from _parts(token[by.end() :], words)
            return
    yield token


def _is_somebody(name: str, words: Vocabulary) -> bool:
    """Return True if a name means exactly one thing, all units, or both."""
    return name in ALL or name in BOTH or len(words.values.matches(name)) == 1
