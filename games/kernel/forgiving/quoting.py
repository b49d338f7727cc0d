"""What somebody is told in words of one's own, written without quotation marks: ``Norfolk: ahead 2, port, ahead 1``."""

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.kernel.forgiving.together import all_of, names_of
from games.kernel.forgiving.words import Words


def in_own_words(tokens: Sequence[str], words: Words, doing: Container[str]) -> Iterator[list[str]]:
    """The order by which those who are named first, or all, are told a line, where one of their orders says it: with
    quotation marks about what stands behind them, up to the name of another argument. `doing` are words for what
    somebody does, which may stand before them.
    """
    with suppress(Malformed):
        first = tokens[0].casefold() if tokens else ""
        own = words.verbs.exactly(first)
        behind = tokens[1:] if own or first in doing else tokens
        everybody = all_of(behind)
        named, taken = ((), everybody) if everybody else names_of(behind, words)
        verbs = [verb for verb in words.grammar.verbs() if words.grammar.line_of(verb) and own in ("", verb)]
        able = [verb for verb in verbs if {*named} <= {*words.grammar.able(verb)}]
        if (
            (named or everybody)
            and len(able) == 1
            and (said := behind[taken:])
            and not _is_other(said[0], able[0], words)
        ):
            yield _told(able[0], named or (*words.grammar.able(able[0]),), said, words)


def _is_other(said: str, verb: str, words: Words) -> bool:
    """Whether a word is another verb of the form: then it is no line."""
    meant = (words.verbs.exactly(said.casefold().removesuffix(end)) for end in ("", "s", "es"))
    return any(one and one != verb for one in meant)


def _told(verb: str, named: Sequence[str], said: Sequence[str], words: Words) -> list[str]:
    line = words.grammar.line_of(verb)
    keys = {*words.grammar.arguments(verb)} - {line}
    ends = (at for at, token in enumerate(said) if words.keys.exactly(token.partition("=")[0]) in keys)
    end = next(ends, len(said))
    told = [*said[:end]]
    if told and (words.keys.exactly(told[0]) == line or _is(told[0], verb, words)):
        told = told[1:]
    return [verb, ",".join(named), f'{line}="{" ".join(told).rstrip(",")}"', *said[end:]]


def _is(said: str, verb: str, words: Words) -> bool:
    """Whether a word is the verb once more, as it stands behind who acts: ``Hood steers``."""
    return verb in {words.verbs.exactly(said.removesuffix(end)) for end in ("", "s", "es")}
