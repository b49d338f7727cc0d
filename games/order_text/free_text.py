"""Orders whose argument is a free text, written without quotation marks: ``Norfolk: ahead 2, port, ahead 1``."""

import re
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.order_text.multi_subject import count_all_tokens, leading_names, says_both
from games.order_text.vocabulary import Vocabulary

_TO = re.compile("[へにを]|まで")
_DOES = re.compile("(?:する|します|せよ|しろ|して(?:ください|下さい)|をお願いします)$")


def free_text_readings(tokens: Sequence[str], words: Vocabulary, action_words: Container[str]) -> Iterator[list[str]]:
    """Yield versions, as tokens of the notation, of a sentence whose order takes a free text as its argument.

    The sentence names units, or all units, at the beginning or after a verb or one of `action_words` (English words for
    actions). Nothing is yielded unless exactly one verb with a free text is possible for these units. The words after
    the units become the quoted text, up to the name of another argument. If the sentence has no verb, only verbs count
    whose free texts must match a pattern, because the pattern distinguishes the text from other words.
    """
    with suppress(Malformed):
        first = tokens[0].casefold() if tokens else ""
        own = words.verbs.exact_match(first)
        behind = tokens[1:] if own or first in action_words else tokens
        everybody = count_all_tokens(behind, words)
        named, taken = ((), everybody) if everybody else leading_names(behind, words)
        verbs = [verb for verb in words.grammar.verbs() if words.grammar.line_argument(verb) and own in ("", verb)]
        verbs = verbs if own else [verb for verb in verbs if words.grammar.has_patterns(verb)]
        able = [verb for verb in verbs if {*named} <= {*words.grammar.candidates(verb)}]
        if (
            (named or everybody)
            and len(able) == 1
            and (not says_both(behind[:everybody]) or len(words.grammar.candidates(able[0])) == 2)
            and (said := behind[taken:])
            and not _is_other(said[0], able[0], words)
            and not any(_goes_in_japanese(one, words, action_words) for one in said)
        ):
            yield _told(able[0], named or (*words.grammar.candidates(able[0]),), said, words)


def _goes_in_japanese(said: str, words: Vocabulary, doing: Container[str]) -> bool:
    """Return True if a Japanese word has an action after a particle: 北へ航行する is no free text."""
    parts = _TO.split(_DOES.sub("", said.rstrip("。")))
    return any(part in doing or words.verbs.exact_match(part) for part in parts[1:])


def _is_other(said: str, verb: str, words: Vocabulary) -> bool:
    """Return True if a word is a verb of the form other than `verb`, so that the words after it are no free text."""
    meant = (words.verbs.exact_match(said.casefold().removesuffix(end)) for end in ("", "s", "es"))
    return any(one and one != verb for one in meant)


def _told(verb: str, named: Sequence[str], said: Sequence[str], words: Vocabulary) -> list[str]:
    line = words.grammar.line_argument(verb)
    keys = {*words.grammar.arguments(verb)} - {line}
    ends = (at for at, token in enumerate(said) if words.keys.exact_match(token.partition("=")[0]) in keys)
    end = next(ends, len(said))
    told = [*said[:end]]
    if told and (words.keys.exact_match(told[0]) == line or _is(told[0], verb, words)):
        told = told[1:]
    return [verb, ",".join(named), f'{line}="{" ".join(told).rstrip(",")}"', *said[end:]]


def _is(said: str, verb: str, words: Vocabulary) -> bool:
    """Return True if a word is the verb, or its form in -s: ``steers``."""
    return verb in {words.verbs.exact_match(said.removesuffix(end)) for end in ("", "s", "es")}
