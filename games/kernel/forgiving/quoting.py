"""What somebody is told in words of one's own, written without quotation marks: ``Norfolk: ahead 2, port, ahead 1``."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.kernel.forgiving.together import names_of
from games.kernel.forgiving.words import Words


def in_own_words(tokens: Sequence[str], words: Words) -> Iterator[list[str]]:
    """The order by which those who are named first are told a line, where one of them says it: with quotation marks
    about what stands behind them, up to the name of another argument.
    """
    with suppress(Malformed):
        verbs = [verb for verb in words.grammar.verbs() if words.grammar.line_of(verb)]
        behind = tokens[1:] if tokens and words.verbs.exactly(tokens[0]) else tokens
        named, taken = names_of(behind, words)
        if len(behind) < len(tokens):
            verbs = [verb for verb in verbs if verb == tokens[0].casefold()]
        able = [verb for verb in verbs if {*named} <= {*words.grammar.able(verb)}]
        if named and len(able) == 1 and (said := behind[taken:]):
            yield _told(able[0], named, said, words)


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
