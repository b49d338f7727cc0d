"""A Japanese sentence taken apart: it has no blanks, and its verb stands last."""

import re
from collections.abc import Callable, Iterator, Sequence

from games.kernel.forgiving.together import ALL
from games.kernel.forgiving.words import Words
from games.kernel.notation import as_verb

BETWEEN = re.compile(r"(?<=[^\x00-\x7f])[:：](?=[^\x00-\x7f])")
"""A colon that parts words of Japanese."""
_BY = re.compile(r"からは?|まで|[でにとへ]は|(?:を経由して|を経て|経由で?)|[をはもがでへにと→]")
"""What stands between the names of a sentence."""
_WHERE_TO = frozenset({"へ", "まで"})
_BY_WAY = frozenset({"を経由して", "を経て", "経由で", "経由"})
_DOES = re.compile(r"[とに]?(?:する|します|せよ|しろ|させる|させます)$")
_POLITE = re.compile(r"(?:ます|ること|れ)$")
_BASE = str.maketrans("うくぐすつぬぶむる", "いきぎしちにびみり")
"""The last letter of a verb, and with which it ends as a name."""
_OF = re.compile(r"(?P<who>.+?)の(?P<what>[^の]+?)は(?P<rest>.+)")
_IN_BATTLE = re.compile(r"^(?:次の)?(?:戦闘|海戦)では")
_MOST = 40
"""Letters of a word that is taken apart."""


def in_japanese(tokens: Sequence[str], words: Words, same: Callable[[str], str]) -> Iterator[list[str]]:
    """The verb first, then the names of a sentence without what stands between them: as a list where they have commas,
    and each for itself. `same` is the form's verb for another.
    """
    if not tokens or all(token.isascii() for token in tokens):
        return
    parts: list[str] = []
    for token in (_without_object(tokens[0], words), *tokens[1:]):
        found = [*_parts(token.strip(","), words)]
        parts += [*found[:-1], found[-1] + "," * token.endswith(",")] if found else []
    for said in dict.fromkeys((tuple(parts), tuple(part.removesuffix(",") for part in parts))):
        yield from _verb_first([*said], tokens, words, same)


def _verb_first(
    parts: list[str], tokens: Sequence[str], words: Words, same: Callable[[str], str]
) -> Iterator[list[str]]:
    if not parts:
        return
    *names, last = parts
    spoken = dict.fromkeys((_DOES.sub("", last), _POLITE.sub("", last), last[:-1] + last[-1:].translate(_BASE), last))
    verb = next(filter(None, (as_verb(words.verbs.exactly(one)) or same(one) for one in spoken if one)), "")
    if verb:
        yield [verb, *names]
    elif (bare := [*names, _DOES.sub("", last)]) != [*tokens]:
        yield bare


def _without_object(token: str, words: Words) -> str:
    """A sentence without what its verb is always done with, the collier of ``給炭艦の配置``, or where it always is."""
    token = _IN_BATTLE.sub("", token)
    for verb in words.grammar.verbs():
        noun, of, _ = words.named(verb.replace("-", "_")).ja.partition("の")
        if of and token.startswith(noun) and token[len(noun) : len(noun) + 1] in ("は", "を", "が"):
            return token[len(noun) + 1 :]
    return token


def _parts(token: str, words: Words) -> Iterator[str]:
    """A word as the names and the verb that it is made of; the word itself where it is not."""
    if not token:
        return
    if token.isascii() or len(token) > _MOST or words.values.exactly(token) or words.verbs.exactly(token):
        yield token
        return
    if (of := _OF.fullmatch(token)) is not None and _is_somebody(of["who"], words):
        yield of["who"]
        yield from _parts(of["rest"], words)
        yield of["what"]
        return
    if (every := next((one for one in ALL if token.startswith(one) and not one.isascii()), "")) and token != every:
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


def _is_somebody(name: str, words: Words) -> bool:
    """Whether a name is one thing's, or says that all are meant."""
    return name in ALL or len(words.values.meant(name)) == 1
