"""Detection of lines that look like an order.

An e-mail holds more than orders: courtesies, names, footers, disclaimers. A line that cannot be parsed makes the rest
a draft only if it looks like an order. For a form of orders, a line looks like an order if, after words that open a
sentence (``please``, ``we``, ``don't``), one of these is true:

1. It begins with a verb of the form, or with a word that is not ordinary, followed by a verb (`Hod fires at …`).
2. It begins with a name that can be the first argument of an order, or with the noun that belongs to a verb's name
   (`The collier …` if `Station a collier` is an order).
3. It contains a name of the form and a verb, a negation or a condition; or a word close to a name, and a verb.
4. It contains an argument with its equals sign (`to=malta`), or only names of the form and words that come before names
   (`then to Malta`); or it is the name of a proposal.
5. It is a text in brackets that may belong to the order before it, or contains a name in brackets.
6. It withdraws or limits something: `scratch that`, `unless …`, 訂正.

A line of a choice looks like an answer if it contains the name of an option or a word close to one, begins with a word
of the notation, or 5 or 6 is true. A name that is an ordinary word (``black``, ``1``) counts only in short lines.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cached_property

from games.kernel.catalogues import WRITTEN
from games.kernel.errors import Malformed
from games.kernel.notation import PASS_WORDS
from games.order_text.aliases import aliases_to_ids
from games.order_text.brackets import says_something
from games.order_text.dictionary import compared, normalize_spelling
from games.order_text.implicit_subjects import verb_objects
from games.order_text.japanese_particles import leading_object
from games.order_text.ordinary_words import is_ordinary
from games.order_text.rephrasing import verb_of
from games.order_text.tokens import COLONS, split_tokens
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

MOST_WORDS = 60
"""The maximum number of words of a line that are examined."""
MOST_CLOSE = 60
"""The maximum number of words of an e-mail for which close names are searched."""
_FEW = 3
"""The maximum number of words of a line in which a name that is an ordinary word counts."""
_LEAST_OF_CLOSE, _CLOSE = 4, 0.75
_LEAST_OF_SHORT = 3
"""The minimum length, in letters, of an abbreviation of a name or verb that is a sign of an order."""
_WIDEST_NAME = 5
_SIGNS = ".,;:!?()[]<>*\"'“”‘’、。！？「」"
_OPENERS = frozenset(
    """
    please pls do don't dont not never no nobody we i you let let's us all now then and also but instead rather just
    only will shall should must the our my a an so ok okay order orders have next first finally dear hello hi 1 2 3 4 5
    6 7 8 9 - – • * + again for as to she
    """.split()  # noqa: SIM905
)
_LEADING = frozenset(
    """
    to via then on onto towards toward through past at off and next after afterwards later finally the by way
    """.split()  # noqa: SIM905
)
"""Words that may come before the names in a line that only continues an order with names."""
_ENDS = ("", "s", "es", "d", "ed", "ing")
_DEEDS = frozenset(
    """
    move sail go steer proceed send bring steam head fly launch place put set lay deploy fire shoot aim target torpedo
    withdraw retreat disengage break take load remove drop intercept attack hunt chase combine join split engage
    concentrate turn come stay hold wait keep follow shadow escort search sink repair play use draw discard give sunk
    leave enter exit return reach cancel stop
    """.split()  # noqa: SIM905
)
"""Verbs of common actions, whatever the form calls the actions. Beside a name they are a sign of an order."""
_LIMITS = frozenset(
    "not don't dont never no nor unless if when until except without instead only but".split()  # noqa: SIM905
)
_DEEDS_JA = re.compile(
    "移動|航行|前進|向か|進む|進み|砲撃|射撃|発射|雷撃|攻撃|迎撃|追撃|回避|退避|離脱|撤退|退却|配置|置く|置き|積む|積み|搭載|統合|合流"
    "|除去|外す|外し|待機|とどま|留ま|残る|残し|使う|使い|使用|捜索|修理|選ぶ|選び|狙う|狙い|添え|割り?当て"
)
_NUMBER = re.compile(r" \d+$")
"""A copy's number after a name."""
_LIMITS_JA = re.compile("ない|ません|なら|もし|以外|除|やめ|中止|禁止|代わり|まで")
_TAKEN_BACK = re.compile(
    r"\b(?:(?:scratch|strike|forget|undo|cancel|ignore|disregard|delete)\s(?:that|this|it|the|my|all|everything)\b"
    r"|never\s?mind\b|on second thoughts?\b|(?:i|we) (?:meant?|was wrong)\b|my mistake\b|take (?:that|it) back\b"
    r"|changed? (?:my|our) minds?\b|instead of\b)"
    r"|^(?:no,|wait\b|hold on|correction\b|actually\b|oops\b|sorry, (?!for\b))"
    r"|^(?:but )?(?:only (?:if|when)|unless|except|provided|not if|instead)\b|^(?:いや|ただし|但し)"
    r"|(?=[訂取撤間やでじの])(?:訂正|取り消|取消|撤回|間違え|間違い(?!あり|な|ござ)|やっぱり|やはり|ではなく|じゃなく|の代わりに)",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"(?:take care|keep (?:well|safe|it up)|stay (?:safe|well|healthy)|play well|move on|call me|hold (?:on )?tight"
    r"|leave it (?:there|at that)|repair soon|break a leg|land safely|show them"
    r"|(?:so |ok )?sorry,? (?:once more|once again|again|one more time|another (?:try|attempt)|second (?:try|attempt)))"
    r"(?: (?:all|everybody|everyone|there|and .*))?"
)
"""Closing phrases that begin with a possible verb of a form, or that announce another e-mail."""
_ADDRESSEE = re.compile(r"\b(?:e-?mail|message|received|recipient|error|sender|printing|unsubscribe)\b", re.IGNORECASE)
"""Words of legal notices, which ask their reader to ignore or delete something."""


class OrderDetector:
    """Detects which lines of one e-mail look like an order, or like an answer, to a form."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self._compared = 0

    def looks_like_order(self, line: str) -> bool:
        """Return True if a line looks like an order, or like an answer to a choice."""
        tokens = [plain for token in split_tokens(COLONS.sub(" ", line))[:MOST_WORDS] if (plain := token.strip(_SIGNS))]
        whole = normalize_spelling(line.strip(_SIGNS))
        if says_something(line, self.words):
            return True
        if _COURTESY.fullmatch(whole):
            return False
        if whole in PASS_WORDS or whole in self._proposals or any(map(self._is_argument, tokens)):
            return True
        if _TAKEN_BACK.search(line) and not _ADDRESSEE.search(line):
            return True
        if not isinstance(self.words.form, Orders | RulePlan):
            return self._is_like_choice(tokens)
        begun = _without_openers(tokens)
        if begun and (self._begins_with_verb(begun) or self._names_first(begun) or self._acts_first(begun)):
            return True
        if begun and (begun[0].casefold() in self._objects or leading_object(begun[0], self.words)[0]):
            return True
        named, others = self._named(tokens)
        if named and (not others or self._says_what(tokens, line)):
            return True
        return self._says_what(tokens, line, limits=False) and self._is_close(tokens)

    def _is_argument(self, token: str) -> bool:
        """Return True if a token is `name=value` with the name of an argument."""
        return self.words.is_argument_prefix(token.partition("=")[0], token)

    def _is_like_choice(self, tokens: Sequence[str]) -> bool:
        if tokens and tokens[0].casefold() in ("choose", "arrange", "share"):
            return True
        if len(tokens) <= _FEW and any(self.words.values.exact_match(token) for token in tokens):
            return True
        return self._named(tokens)[0] or self._is_close(tokens)

    def _begins_with_verb(self, tokens: Sequence[str]) -> bool:
        """Return True if the tokens begin with a verb of the form, which may have several words (`break off`)."""
        verbs = (self.words.verbs, self.words.other_verbs)
        several = (" ".join(tokens[:count]) for count in range(2, min(_WIDEST_NAME, len(tokens)) + 1))
        return self._is_verb(tokens[0]) or any(known.exact_match(said) for said in several for known in verbs)

    def _is_verb(self, token: str) -> bool:
        """Return True if a token is a verb of the form, or begins or ends with a Japanese verb of the form."""
        words = self.words
        if not token.isascii():
            said = normalize_spelling(token)
            return any(said.startswith(verb) or verb in said[-_tail(verb) :] for verb in self._japanese_verbs)
        bare = (token.casefold().removesuffix(end) for end in _ENDS if token.casefold().endswith(end))
        known = (words.verbs, words.other_verbs)
        if any(verbs.exact_match(one) for one in bare for verbs in known):
            return True
        is_short = len(token) >= _LEAST_OF_SHORT and not is_ordinary(normalize_spelling(token))
        return is_short and any(verbs.matches(token) for verbs in known)

    def _acts_first(self, tokens: Sequence[str]) -> bool:
        """Return True if the tokens begin with an unknown word, which may be a misspelled name, and then a verb."""
        is_unknown = len(tokens) > 2 and tokens[0].isalpha() and not is_ordinary(normalize_spelling(tokens[0]))
        return is_unknown and tokens[1].isascii() and self._is_verb(tokens[1])

    @cached_property
    def _objects(self) -> frozenset[str]:
        """The nouns in the names of verbs, such as "collier" in `Station a collier`."""
        return frozenset(verb_objects(self.words))

    @cached_property
    def _proposals(self) -> frozenset[str]:
        """The names of the form's proposals."""
        names = (one.name.get(language) for one in self.words.form.proposals_with_aliases() for language in WRITTEN)
        return frozenset(map(normalize_spelling, names))

    @cached_property
    def _japanese_verbs(self) -> tuple[str, ...]:
        """The Japanese names of the form's verbs, without the ending する."""
        names = (normalize_spelling(said) for said, _ in (*self.words._verbs(), *self.words._other_verbs()))
        return tuple(dict.fromkeys(name.removesuffix("する") for name in names if not name.isascii() and len(name) > 1))

    @cached_property
    def _spelled(self) -> tuple[str, ...]:
        """The names of the form that are not ordinary words."""
        said = [normalize_spelling(said) for said, _ in self.words._values()]
        names = dict.fromkeys((*said, *(name.partition("(")[0].strip() for name in said)))
        return tuple(name for name in names if len(name) > 1 and not name.isdigit() and not is_ordinary(name))

    @cached_property
    def _names_within(self) -> tuple[str, ...]:
        """The names that are searched within Japanese sentences, which have no blanks."""
        besides = {
            *map(normalize_spelling, aliases_to_ids(self.words)),
            *(_NUMBER.sub("", name) for name in self._spelled),
        }
        names = (*self._spelled, *sorted(one for one in besides if len(one) > 1 and not one.isascii()))
        return tuple(name for name in names if not name.isascii() or len(name) >= _LEAST_OF_SHORT)

    @cached_property
    def _single_words(self) -> list[str]:
        """The words of the form's names that are long enough for recognizing misspellings."""
        parts = (part for name in self._spelled for part in name.split())
        return [*dict.fromkeys(one for one in parts if len(one) >= _LEAST_OF_CLOSE and not is_ordinary(one))]

    def _names_first(self, tokens: Sequence[str]) -> bool:
        """Return True if the tokens begin with the name of a possible first argument of an order."""
        try:
            value, taken = self.words.values.longest_match(tokens[:_WIDEST_NAME])
        except Malformed:
            return True
        said = normalize_spelling(" ".join(tokens[:taken]))
        if not value and not said.isascii():
            said = max((one for one in self._names_within if said.startswith(one)), key=len, default="")
            value = self.words.values.exact_match(said) or next(iter(self.words.values.matches(said)), "")
        return bool(value) and self.words.grammar.may_be_named_first(value) and not is_ordinary(said)

    def _named(self, tokens: Sequence[str]) -> tuple[bool, bool]:
        """Return two flags: the tokens contain a name that is no ordinary word; they contain other words than names.

        Words that may come before a name do not count as other words.
        """
        named = others = False
        rest = [*tokens]
        while rest:
            taken = self._name_at(rest)
            is_other = taken == 0 and rest[0].casefold() not in _LEADING
            named, others = named or taken > 0, others or is_other
            rest = rest[max(taken, 1) :]
        return named, others

    def _name_at(self, tokens: Sequence[str]) -> int:
        """Return the number of tokens of the name at the beginning; 0 if there is none."""
        first = tokens[0]
        if not first.isascii():
            said = normalize_spelling(first)
            return int(any(name in said for name in self._names_within))
        for count in range(min(_WIDEST_NAME, len(tokens)), 0, -1):
            said = " ".join(tokens[:count])
            known = self.words.values.matches if len(said) >= _LEAST_OF_SHORT else self.words.values.exact_match
            if not is_ordinary(normalize_spelling(said)) and known(said):
                return count
        return 0

    def _says_what(self, tokens: Sequence[str], line: str, *, limits: bool = True) -> bool:
        """Return True if a line contains a verb or, with `limits`, a negation or a condition."""
        if _DEEDS_JA.search(line) or (limits and _LIMITS_JA.search(line)):
            return True
        return any(self._is_deed(token.casefold()) or (limits and token.casefold() in _LIMITS) for token in tokens)

    def _is_deed(self, token: str) -> bool:
        stems = (token.removesuffix(end) for end in _ENDS if token.endswith(end))
        return any(stem in _DEEDS for stem in stems) or self._is_verb(token) or bool(verb_of(token, self.words))

    def _is_close(self, tokens: Sequence[str]) -> bool:
        """Return True if one of the tokens is close to a word of a name, and may be its misspelling."""
        return any(self._is_slip(normalize_spelling(token)) for token in tokens)

    def _is_slip(self, word: str) -> bool:
        if len(word) < _LEAST_OF_CLOSE or is_ordinary(word) or word.isdigit() or self._compared >= MOST_CLOSE:
            return False
        self._compared += 1
        self.words.budget.spend(compared(len(self._single_words)))
        return bool(get_close_matches(word, self._single_words, 1, _CLOSE))


def _tail(verb: str) -> int:
    """Return how many characters at the end of a sentence may be this verb and its polite endings."""
    return len(verb) + 10


def _without_openers(tokens: Sequence[str]) -> Sequence[str]:
    rest = [*tokens]
    while len(rest) > 1 and rest[0].casefold().rstrip(".)") in _OPENERS:
        rest = rest[1:]
    return rest
