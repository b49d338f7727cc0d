"""The vocabulary of a form: the words by which players name its verbs, arguments, things and proposals."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

from msgspec import structs

from games.kernel.catalogues import WRITTEN
from games.kernel.errors import GameError, Malformed, Problem
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.notation import (
    PASS_WORDS,
    display_verb,
    list_candidates,
)
from games.kernel.text import Labels, Text, argument_label
from games.order_editor.templates import verb_of_type
from games.order_text.budget import Budget, unlimited
from games.order_text.dictionary import Dictionary, normalize_spelling
from games.order_text.grammar import Grammar
from games.order_text.japanese_verbs import replace_verb_ending
from games.order_text.names import Names, names_of_form, replace_names
from games.order_text.ordinary_words import is_ordinary
from games.order_text.tokens import (
    AND,
    ARTICLES,
    COLONS,
    IN_VERBS,
    split_tokens,
    strip_sentence_end,
)
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

READ, LETTERS_A_STEP = 12, 12
"""The cost of reading an order in the notation, in budget steps; and the number of characters per additional step."""
NAMED, NAMES_IN_WORDS_A_STEP = 4, 100
"""The cost of searching a text for one name, in budget steps; and the number of comparisons per additional step."""
SEARCHED = 150
"""The cost of each place in a path with costly turns, in budget steps."""
PASSES = frozenset(
    {
        *("pass", "none", "nothing", "no orders", "carry on", "all carry on", "everybody carries on", "no change"),
        *("no reaction", "no card", "no cards", "do not react", "i do not react", "we do not react"),
        *("なし", "命令なし", "パス", "見送り", "見送る", "見送ります", "何もしない", "変更なし"),
        *("応戦しない", "応戦しません", "何も使わない", "何も使いません", "リアクションなし", "そのまま続行", "続行"),
    }
)
"""Phrases that mean no orders."""
PATH_WORDS = frozenset({"to", "via", "->", "→"})
"""Words before the destination of a path, or before the places on the way."""
SMALL_WORDS = frozenset({"at", "in", "on", "over", "near", "against", "off", "the"})
"""Words without meaning before a value. Words such as ``from`` may mean the opposite and are not among them."""
BEFORE_NAMES = frozenset({"from", "by", "with", "for"})
"""Words that have no meaning before the name of an argument."""
_JOINING = AND | {"と"}
MOST_OF_VERB = 8
"""The number of tokens at the beginning in which a verb's name with articles is searched."""
MOST_BEFORE_AND = 4
"""The maximum number of tokens before the ``and`` in a name that contains an ``and``."""
_END = re.compile(r"[.!。！]{1,3}$")
_GOING_ON = re.compile(r"^(?:(?:please|then|now|i|we|go|carry|going|on|continue|proceed)\s)+(?=as\s)")
"""Words that may come before ``as planned``."""
_PROPOSING = re.compile(
    r"^(?:(?:ok|okay|well|so)[ ,]+)?(?:let's|let us|i'll|i will|we'll|i)\s+(?:take|go with|do|play|choose)\s+"
    r"(?:the\s+)?(?=\S)|^[\"“'‘](?=.*[\"”'’]$)|(?<=\S)[\"”'’]$|[,\s]+please$",
    re.IGNORECASE,
)
"""Words that may come before or after the name of a proposal, such as "let's take" and "please"."""
_THIS_TURN = re.compile(r"[ ,]+(?:for (?:this turn|now|today)|this turn|now|here)$")

_IN_BRACKETS = re.compile(r"[(（]([^()（）]+)[)）]")
_PIECES = re.compile("[\u30a1-\u30fa\u30fc]{2,}|[\u4e00-\u9fff]{2,}|[a-z]{3,}|[0-9]{4,}")
"""Runs of katakana, kanji, Latin letters or digits: the pieces of names."""


class _Checked(NamedTuple):
    """The answer that a text gives, or the GameError if it cannot be read; and the first problem of the answer."""

    answer: Any
    problem: Problem | None


class Vocabulary:
    """The words by which players name the parts of one form, in English and Japanese, and the form's own parser.

    A *thing* is any value that an answer can contain, such as a unit, a place or a card. All methods together spend the
    budget steps of `budget`, and raise Spent when it is used up. `readings` is a cache for the row parser: by row, its
    orders as pairs of written text and notation, or the error.
    """

    def __init__(self, form: Form[Any], labels: Labels, budget: Budget | None = None) -> None:
        self.form, self.labels, self.grammar = form, labels, Grammar(form)
        self.budget = budget or unlimited()
        self._read: dict[str, _Checked] = {}
        self._with_ids: dict[str, str] = {}
        self.readings: dict[str, list[tuple[str, str]] | GameError] = {}

    @cached_property
    def verbs(self) -> Dictionary:
        """The verbs of the possible orders, by their spellings.

        For a plan, these are its kinds of question; for any other form, the one word that begins an answer: ``choose``,
        ``arrange`` or ``share``.
        """
        return Dictionary(self._verbs(), tails=True, budget=self.budget)

    @cached_property
    def other_verbs(self) -> Dictionary:
        """The verbs of orders that are not possible now, by their spellings."""
        return Dictionary(self._other_verbs(), tails=True, budget=self.budget)

    @cached_property
    def keys(self) -> Dictionary:
        """The names of arguments in the notation, by their spellings."""
        return Dictionary(self._keys(), budget=self.budget)

    @cached_property
    def values(self) -> Dictionary:
        """The ids of things by the spellings of their names."""
        return Dictionary(self._values(), inner=True, budget=self.budget)

    @cached_property
    def _names(self) -> Names:
        """The names of the form's things in lower case, each with the ids that it may mean."""
        return names_of_form(self.form, self.labels)

    def with_ids(self, text: str) -> str:
        """Return a text with ids in place of the complete names of things. Raises Malformed for an ambiguous name."""
        if text in self._with_ids:
            return self._with_ids[text]
        words = text.count(" ") + text.count("\n") + text.count(",")

        def count(names: int) -> None:
            self.budget.spend(READ + names * NAMED + names * words // NAMES_IN_WORDS_A_STEP)

        found = self._with_ids[text] = replace_names(text, self.form, self.labels, self._names, count)
        return found

    @cached_property
    def _turning(self) -> frozenset[str]:
        """The names of the arguments that are paths with costly turns."""
        fields = (
            (field for template in self.form.cached_templates for field in template.fields)
            if isinstance(self.form, Orders)
            else ()
        )
        return frozenset(field.name for field in fields if field.movement is not None and field.movement.turns)

    def _searching(self, row: str) -> int:
        """Return the cost of checking the paths of an order with costly turns, in budget steps."""
        given = (one.partition("=") for one in row.split()) if self._turning else ()
        return sum(SEARCHED * (1 + places.count(",")) for name, _, places in given if name in self._turning)

    def checked(self, text: str) -> "_Checked":
        """Return the answer that a text in the notation gives, with the answer's first problem if it is illegal.

        The result is cached. Raises GameError if the text cannot be read.
        """
        found = self._read.get(text)
        if found is None:
            self.budget.spend(READ + len(text) // LETTERS_A_STEP + self._searching(text))
            found = self._read[text] = self._checked(text)
        if isinstance(found.answer, GameError):
            raise found.answer.with_traceback(None)
        return found

    def accept(self, text: str) -> Any:
        """Return the answer that a text in the notation gives. Raises GameError if it is unreadable or illegal."""
        rows = text.split("\n")
        self.budget.spend(sum(READ + len(row) // LETTERS_A_STEP for row in rows))
        self.budget.spend(sum(self._searching(row) for row in rows if row not in self._read))
        return self.form.accept(self.form.parse(text))

    def _checked(self, text: str) -> "_Checked":
        try:
            answer = self.form.read(self.form.parse(text))
        except GameError as error:
            return _Checked(error, None)
        return _Checked(answer, next(iter(self.form.problems(answer)), None))

    def _verbs(self) -> Iterator[tuple[str, str]]:
        match self.form:
            case Orders():
                for verb in self.form.templates_by_verb:
                    yield from self._spellings(verb)
                    name = self.labels(verb).en
                    yield " ".join(word for word in name.split() if word.casefold() not in ARTICLES), verb
            case RulePlan():
                for order_kind in self.form.kinds:
                    yield order_kind.kind, order_kind.kind
                    yield from ((order_kind.name.get(language), order_kind.kind) for language in WRITTEN)
            case Choose() | MayChoose() | ChooseSome():
                yield "choose", "choose"
            case Arrange():
                yield "arrange", "arrange"
            case Share():
                yield "share", "share"

    def _other_verbs(self) -> Iterator[tuple[str, str]]:
        """Yield the spellings of verbs whose orders are not possible now; a line may begin with them nevertheless."""
        if isinstance(self.form, Orders):
            for verb in map(verb_of_type, self.form.order_types):
                yield from self._spellings(verb) if verb not in self.form.templates_by_verb else ()

    def _keys(self) -> Iterator[tuple[str, str]]:
        if isinstance(self.form, Orders):
            for verb, templates in self.form.templates_by_verb.items():
                for name in dict.fromkeys(field.name for template in templates for field in template.fields):
                    yield name, name
                    said = argument_label(self.labels, verb, name)
                    yield from ((said.get(language), name) for language in WRITTEN)
        if isinstance(self.form, RulePlan):
            for fact in (fact for order_kind in self.form.kinds for fact in order_kind.facts):
                yield fact.key, fact.key
                yield from ((fact.name.get(language), fact.key) for language in WRITTEN)

    def _values(self) -> Iterator[tuple[str, str]]:
        for value in dict.fromkeys(
            (*self.form.values(), *(bar.value for bar in self.form.unavailable_values() if bar.value))
        ):
            yield from self._spellings(value)

    def _spellings(self, word: str) -> Iterator[tuple[str, str]]:
        yield word, word
        yield from ((self.labels(word).get(language), word) for language in WRITTEN)

    def begins_with_verb(self, line: str) -> bool:
        """Return True if the first word of a line may be a verb or its beginning, or is a word for no orders.

        Verbs of orders that are not possible now count, too. `line` must not be empty.
        """
        first = line.split()[0]
        if '"' in first:
            return False
        return first.casefold() in PASS_WORDS or bool(self.verbs.matches(first) or self.other_verbs.matches(first))

    def proposed_answer(self, line: str) -> str:
        """Return the answer, in the notation, of the proposal that a line names; otherwise "".

        A proposal is a complete answer that the form offers under a name, such as "default". Return "" also if the
        line is a verb or the name of a thing as well, or if the proposal is illegal.
        """
        said = normalize_spelling(_PROPOSING.sub("", _END.sub("", line).replace("’", "'")))
        said = _GOING_ON.sub("", said)
        if self.verbs.exact_match(said) or self.values.exact_match(said):
            return ""
        for one in self.form.proposals_with_aliases():
            answer = self.form.read(one.answer)
            names = {normalize_spelling(one.name.get(language)) for language in WRITTEN}
            if not names.isdisjoint((said, _THIS_TURN.sub("", said), replace_verb_ending(said))):
                return self.form.render(answer) if next(iter(self.form.problems(answer)), None) is None else ""
        return ""

    def strip_sentence_end(self, line: str) -> str:
        """Return a line without punctuation at its end, if a thing's name is before it; otherwise unchanged."""
        said = strip_sentence_end(line)
        return said if self.values.exact_match(re.split("[=,]", said)[-1]) else line

    def is_argument_prefix(self, name: str, word: str) -> bool:
        """Return True if `word` has an equals sign and `name` is the name of an argument or its abbreviation.

        `name` is the part of `word` before the equals sign.
        """
        return "=" in word and bool(self.keys.matches(name))

    def holds_part(self, said: str) -> bool:
        """Return True if a text contains a part of a thing's name: a run of katakana, kanji, letters or digits.

        This is for Japanese texts, which have no blanks between words. Runs that are ordinary words do not count.
        """
        plain = normalize_spelling(said)
        self.budget.spend(READ + len(plain))
        return any(part in plain for part in self._parts)

    @cached_property
    def explanations(self) -> frozenset[str]:
        """The normalized texts in brackets that belong to names of things: "bc" for ``Hood (BC)``."""
        return frozenset(normalize_spelling(one) for said, _ in self._values() for one in _IN_BRACKETS.findall(said))

    @cached_property
    def _parts(self) -> frozenset[str]:
        """The runs of letters or digits in names (`_PIECES`) that are no ordinary words."""
        whole = (normalize_spelling(said) for said, _ in self._values())
        pieces = (piece for name in whole for piece in _PIECES.findall(name))
        return frozenset(one for one in pieces if not is_ordinary(one))

    def list_missing_choices(self, problem: Problem, row: str) -> Problem:
        """Return a problem with the possible values added to its text, because an e-mail shows no controls.

        This is for a missing argument of an order, and for a missing or unknown option of a choice; any other problem
        is returned unchanged. `row` is the row that has the problem.
        """
        if problem.code in ("not_an_option", "notation") and isinstance(self.form, Choose | MayChoose):
            also = PASS_WORDS[:1] if isinstance(self.form, MayChoose) else ()
            return self._with_possible(problem, (*self.form.options, *also))
        if problem.code != "required" or not isinstance(self.form, Orders):
            return problem
        name = problem.pointer.rpartition("/")[2]
        verb = self.infer_only_verb(row) or self.verbs.longest_match(split_tokens(row), commas=True)[0]
        saying = [verb] if verb else [one for one in self.grammar.verbs() if name in self.grammar.arguments(one)]
        first, *others = [self.grammar.candidates(display_verb(one), name) for one in saying] or [{}]
        values = [value for value in first if all(value in other for other in others)]
        return self._with_possible(problem, values) if values else problem

    def _with_possible(self, problem: Problem, values: Sequence[str]) -> Problem:
        said, message = list_candidates([self.name_of(value) for value in values]), problem.message
        bare = Text.each(lambda language: message.get(language)[:-1])
        listed = Text("{message}; possible: {said}.", "{message}（指定できるのは{said}）。")
        text = listed.format(message=bare, said=said)
        return structs.replace(problem, message=text)

    def name_of(self, value: str) -> Text:
        """Return the name of a thing or verb in every language, given its id."""
        return Text.each(self.labels(value).get)

    def join_and(self, tokens: Sequence[str]) -> list[str]:
        """Return the tokens with a comma in place of each ``and`` that is not part of a name."""
        done = list(tokens)
        for at, token in enumerate(done):
            if token.casefold() not in _JOINING or not 0 < at < len(done) - 1:
                continue
            starts = range(max(at - MOST_BEFORE_AND, 0), at)
            if not any(start + len(self.values.name_tokens(done[start:], meant=True)) > at for start in starts):
                done[at] = ","
        return done

    def longest_verb(self, tokens: Sequence[str]) -> tuple[str, int]:
        """Return the id of the verb at the beginning of the tokens, and the number of its tokens; ("", 0) for none.

        Articles within the verb are ignored, but counted. Raises Malformed if the verb is ambiguous.
        """
        bare = [at for at, token in enumerate(tokens[:MOST_OF_VERB]) if token.casefold() not in IN_VERBS]
        if not bare or len(bare) == len(tokens[:MOST_OF_VERB]):
            return self.verbs.longest_match(tokens, commas=True)
        with suppress(Malformed):
            verb, taken = self.verbs.longest_match(tokens, commas=True)
            same, count = self.verbs.longest_match([tokens[at] for at in bare], commas=True)
            return verb, max(taken, bare[count - 1] + 1) if same == verb else taken
        same, count = self.verbs.longest_match([tokens[at] for at in bare], commas=True)
        return same, bare[count - 1] + 1

    def infer_only_verb(self, row: str) -> str:
        """Return the form's only verb if a row begins with a unit that can get an order with this verb.

        Return "" for any other row, and for a form with several verbs.
        """
        if (
            not isinstance(self.form, Orders)
            or len(self.form.templates_by_verb) != 1
            or any(self.grammar.unavailable_templates)
        ):
            return ""
        ((verb, templates),) = self.form.templates_by_verb.items()
        who = {value for template in templates if template.fields for value in template.fields[0].values}
        tokens = [token.removesuffix(",") for token in split_tokens(COLONS.sub("", row.replace("、", " ")))]
        if not tokens or self.begins_with_verb(row):
            return ""
        run = self.values.name_tokens(tokens, meant=True) or tokens[:1]
        return display_verb(verb) if not who.isdisjoint(self.values.matches(" ".join(run))) else ""

    def names_something(self, word: str) -> bool:
        """Return True if a word may be part of a thing's name: it is no preposition, article or argument's name."""
        return word.casefold() not in PATH_WORDS | SMALL_WORDS | BEFORE_NAMES and not self.keys.exact_match(word)
