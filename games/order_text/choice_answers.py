"""Answers to a choice in sentences: `I'll play Fast Ship on that one`, `let it happen, I pass`.

A sentence is an answer only if it can mean nothing else than the choice of one option, or of none. Other sentences are
talk and ignored. If one of them limits the answer (`But only if …`), there is no answer.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.kernel.forms import Choose, ChooseSome, Form, MayChoose
from games.kernel.notation import PASS_WORDS
from games.order_text.dictionary import normalize_spelling
from games.order_text.simplification import split_sentences
from games.order_text.tokens import is_too_long
from games.order_text.vocabulary import PASSES, Vocabulary

_TAKING = frozenset(
    {
        *("i", "we", "please", "take", "pick", "select"),
        *("use", "play", "show", "react", "reply", "respond", "answer", "with", "my", "our", "the"),
    }
)
"""Words that may come before the chosen option."""
_KEEPING = frozenset({"keep", "carry", "over"})
"""Further words that may come before the chosen option if the player chooses what to keep (`may_keep_choice`)."""
_GIVING = frozenset({"give", "hand", "pass", "over"})
"""Further words that may come before the chosen option if the player gives things away."""
_TAKEN = re.compile(
    r"(?:を(?:選ぶ|選びます|取る|取ります|使う|使います|使用(?:する|します)?|出す|出します)"
    r"|で(?:応戦|対応|反応|防御)(?:する|します)?|に(?:する|します))$"
)
"""Japanese words that may follow the chosen option."""
_KEPT = re.compile(r"を(?:残す|残します|持ち越す|持ち越します)$")

_WHO = r"(?:i think )?(?:i|we|let me|let us|let's|lets|i'll|we'll|i'd|we'd|i'm|we're)"
_WILL = (
    r"(?:(?:will|would|shall|like to|want to|going to|gonna|choose to|decide to|am|are|now|then|just|simply|also)\s+)*"
)
_OBJECT = r"(?:(?:that|this|it|him|her|them|the|his|attack|interception|intercept|hunt|shot|sinking)\s+)+"
_DOES = (
    r"(?:use|play|choose|pick|take|select|show|reveal|spend|try|spring|go(?:ing)? (?:with|for)"
    r"|(?:react|answer|respond|reply|counter|defend) (?:with|by playing|by using)"
    rf"|(?:cancel|counter|stop|block|answer|parry|escape|evade|dodge|avoid|foil) {_OBJECT}(?:with|by playing|by using))"
)
_KEEPS = re.compile(
    rf"^(?:{_WHO}\s+)?{_WILL}(?:keep|carry(?: over)?|take|bring|retain|save)\s+(?=\S)"
    r"|\s+(?:over(?: into the next round)?|into the next round|for the next round)$",
    re.IGNORECASE,
)
"""Phrases for keeping something."""
_OPENING = re.compile(
    r"(?:(?:ok|okay|well|so|then|and|ah|oh|ha|haha|hm+|yes|yeah|right|alright|fine|please|sure|now)\b[\s,!.:…-]*)+",
    re.I,
)
"""Words without meaning before an answer."""
_LEAD = re.compile(
    rf"(?:(?:my|our|the) )?(?:reaction|answer|choice|reply|response)(?: is| will be| would be)?\s*[:,]?\s+"
    rf"|(?:{_WHO}\s+)?{_WILL}(?:{_DOES}\s+)?",
    re.IGNORECASE,
)
_DETERMINER = re.compile(r"(?:(?:the|my|our|a|an)\s+)?(?:card\s+)?", re.IGNORECASE)
_TAIL = re.compile(
    r"[\s,]+(?:card|please|pls|now|here|then|for (?:me|now|this|that|it)|this (?:time|turn|one)"
    r"|(?:on|to|for|against) (?:that|this|it|him|her|them)(?: one| ship| attack| card| hunt)?|(?:from|for) (?:me|us)"
    r"|in (?:reply|response|answer|return|defen[cs]e)|as (?:my|a|the) (?:reaction|answer|reply|response|choice)"
    r"|thanks|thank you|thx|it is|of course|instead)$",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"pass(?: on (?:this|that|it)(?: one)?)?|(?:(?:do|play|use|choose) )?nothing"
    r"|(?:(?:there is|there's) )?nothing (?:(?:(?:that )?(?:i|we) can|to) (?:do|play|add|say|use))"
    r"(?: about (?:it|that))?"
    r"|(?:(?:play|use) )?no (?:reaction|response|answer|reply|card|cards)(?: to (?:that|this|it)(?: one)?)?"
    r"|(?:still )?(?:nothing|no cards?) (?:useful|of use|that helps|that fits)(?: in (?:my|our|the) hand)?"
    r"|(?:(?:i|we) )?(?:can't|cannot|can not) (?:help|save|do (?:anything|much|a thing))"
    r"(?: (?:for )?(?:it|that|this|her|him|them))?(?: about (?:it|that))?(?: either| now| here)?"
    r"|(?:(?:do not|don't|won't|will not) (?:keep|carry over) (?:any|a|one)|(?:keep|carry over) (?:no|none|not one))"
    r"(?: of (?:them|these|those)| of (?:my|our) ships| ships?)?(?: over)?(?: (?:this|any) (?:time|more))?"
    r"|let (?:it|(?:that|this)(?: one)?|him|her|them) (?:happen|be|go|go through|through|stand|pass|come)"
    r"|(?:let )?the dice (?:shall |will |may )?(?:decide|roll|fall|speak)"
    r"|(?:do not|don't|won't|will not|shall not|not going to) (?:react|respond|answer|reply|do anything"
    r"|(?:play|use) (?:a card|any card|any cards|anything))"
    r"|(?:save|keep|hold) (?:all )?(?:my|our) (?:cards|hand|reactions)|sit (?:this|that)(?: one)? out",
    re.IGNORECASE,
)
"""Phrases for choosing nothing."""
_ON_WHOM = re.compile(r"\s+(?:on|against|at) (?:the )?(?P<name>[A-Z]\w+(?: [A-Z]\w+){0,3})$")
"""The target of a card, as in "on the Wolf": the answer does not need it, because the question is about this target."""
_INTRODUCES = re.compile(r"(?:(?<=\w\w): |,? so )(?=I |I'|we |let )", re.IGNORECASE)
"""The separator between a remark and an answer after it in one sentence."""
_NUMBER = re.compile(r" [0-9]{1,3}(?: ?\(.*\))?| ?\(.*\)")
_COURTESY = re.compile(
    r"(?:so )?sorry|i'm afraid|unfortunately|same again|same here|as before|again|thanks|thank you|good luck"
    r"|well played|nice (?:try|one|shot)|too bad|alas",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?:\s*[,;–—]|\s-)\s*(?:(?:and|so)\s+)?|\s+(?:and|so)\s+")
_DOUBT = re.compile(
    r"(?:(?:but|and|so|well|hmm?)[\s,]+)*(?:only|unless|if|otherwise|except|or|maybe|perhaps|provided|assuming"
    r"|as long as|as soon as|when|not sure|unsure|not if|in case|depending)\b"
    r"|ただし|但し|もし|.*(?:たら|なら|場合(?:は|に)?|ない限り|かもしれません)[、。]?",
    re.IGNORECASE,
)
"""Beginnings of sentences that limit the answer, such as "only if"."""
_END = " \t.,!;:…。、！"
_MOST_TAILS = 4
_SIGNS = str.maketrans({"’": "'", "‘": "'"})


def strip_choosing_words(row: str, words: Vocabulary) -> str:
    """Return a row that answers a choice without words such as "I take": ``I take the Wolf`` becomes ``the Wolf``.

    A sentence that chooses exactly one option becomes the id of the option, or "pass" if it chooses none. A row for any
    other kind of form is returned unchanged.
    """
    if not isinstance(words.form, Choose | MayChoose | ChooseSome) or '"' in row or normalize_spelling(row) in PASSES:
        return row
    several = isinstance(words.form, ChooseSome)
    keeps = may_keep_choice(words.form)
    if not several and (answer := _answer_in(row, words)):
        return answer
    taking = _TAKING | (_KEEPING if keeps else _GIVING if several else frozenset())
    first, *rest = row.split() or [""]
    while rest and first.casefold() in taking and not words.values.matches(first):
        first, *rest = rest
    said = " ".join(words.join_and([first, *rest]) if several else [first, *rest])
    if words.values.matches(said):
        return said
    return _KEPT.sub("", _TAKEN.sub("", said)) if keeps else _TAKEN.sub("", said)


def may_keep_choice(form: Form[Any]) -> bool:
    """Return True if "keep X" may mean that X is chosen in this form.

    It does not if the chosen cards are played or given away: a player who keeps a card then does not choose it.
    """
    return (isinstance(form, ChooseSome) and not form.given_away) or (isinstance(form, MayChoose) and form.kept)


def find_answer(lines: Sequence[str], words: Vocabulary, read: Callable[[str], str]) -> tuple[str, list[str]] | None:
    """Return the only answer to a choice of one option in these lines, and the sentences that are no answer.

    The answer is the id of an option, or "pass" for none. Return None if there are several answers or none, if a
    sentence limits the answer, and for any other kind of form. `read` returns the answer that a Japanese sentence
    gives, or "" for none.
    """
    if not isinstance(words.form, Choose | MayChoose):
        return None
    said = [one for line in lines for one in ([line] if is_too_long(line) or '"' in line else _parted(line, words))]
    answers = [_answer_in(one, words) or (read(one) if _is_japanese(one) and len(said) > 1 else "") for one in said]
    others = [one for one, answer in zip(said, answers, strict=True) if not answer]
    found = {answer for answer in answers if answer}
    if len(found) != 1 or any(_DOUBT.match(one.strip(_END)) for one in others):
        return None
    return found.pop(), others


def is_limiting_answer(lines: Sequence[str], words: Vocabulary) -> bool:
    """Return True if a sentence in these lines limits the answer to a choice that another sentence gives.

    Examples: ``Or maybe not``, ``But only if …``. Always False for a form that is no choice of one option.
    """
    said = (one for line in lines for one in _parted(line, words))
    return isinstance(words.form, Choose | MayChoose) and any(_DOUBT.match(one.strip(_END)) for one in said)


def _parted(line: str, words: Vocabulary) -> Iterator[str]:
    for one in split_sentences(line, words):
        yield from (
            part for said in _INTRODUCES.split(one) for part in re.split(r"(?<=[?？])\s*", said) if part.strip()
        )


def _answer_in(sentence: str, words: Vocabulary) -> str:
    """Return the option that a sentence chooses, "pass" if it chooses none, or "" if the sentence is no answer."""
    said = " ".join(sentence.translate(_SIGNS).split()).strip(_END)
    if not said or _is_japanese(said) or is_too_long(said):
        return ""
    if option := _option_in(_KEEPS.sub("", said) if may_keep_choice(words.form) else said, words):
        return option
    if not isinstance(words.form, MayChoose):
        return ""
    clauses = [one for one in _CLAUSE.split(said) if not _COURTESY.fullmatch(one.strip(_END))]
    return PASS_WORDS[0] if clauses and all(map(_says_nothing, clauses)) else ""


def _is_japanese(said: str) -> bool:
    return max(said, default="") > "\u2e80"


def _option_in(said: str, words: Vocabulary) -> str:
    for one in _shorter(said):
        found = words.values.matches(one)
        if len(found) == 1 and found[0] in words.form.values():
            return found[0]
        if not found and len(bare := _without_number(one, words)) == 1:
            return bare[0]
    against = _ON_WHOM.search(said)
    is_of_option = against is not None and _is_in_option(against["name"], words)
    return _option_in(said[: against.start()], words) if against is not None and not is_of_option else ""


def _is_in_option(name: str, words: Vocabulary) -> bool:
    """Return True if a name is a part of the English name of an option."""
    return any(name.casefold() in words.name_of(value).en.casefold() for value in words.form.values())


def _without_number(said: str, words: Vocabulary) -> list[str]:
    """Return the options that have this name before a number or brackets at the end: Trap 2 for ``Trap``."""
    plain = normalize_spelling(said)
    names = ((value, normalize_spelling(words.name_of(value).en)) for value in words.form.values())
    return [value for value, name in names if name.startswith(plain) and _NUMBER.fullmatch(name, len(plain))]


def _shorter(said: str) -> Iterator[str]:
    """Yield a sentence, and shorter versions of it without words at both ends that have no meaning for the choice."""
    begun = _OPENING.sub("", said, count=1) if _OPENING.match(said) else said
    for lead in dict.fromkeys((said, begun)):
        found = _LEAD.match(lead)
        rest = lead[found.end() :] if found else lead
        bare = _DETERMINER.sub("", rest, count=1)
        for one in dict.fromkeys((lead, rest, bare)):
            for _ in range(_MOST_TAILS):
                yield one
                one, cut = _TAIL.subn("", one)
                if not cut:
                    break


def _says_nothing(clause: str) -> bool:
    """Return True if a clause says that no option is chosen."""
    return any(_NOTHING.fullmatch(one) for one in _shorter(clause.strip(_END)))
