"""The vocabulary of a form, and the expansion of a row, however it is written, to an order in the notation."""

import re
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec import structs

from games.kernel.catalogues import WRITTEN
from games.kernel.errors import GameError, Illegal, Malformed, Problem, malformed
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.notation import (
    PASS_WORDS,
    display_verb,
    list_candidates,
    normalize_name,
    pass_not_alone,
    unclear_word,
    unfinished_line,
    unknown_subject,
    unknown_verb,
    unplaced_word,
)
from games.kernel.text import Labels, Text, argument_label
from games.order_editor.templates import OrderTemplate, verb_of_type
from games.order_text.budget import Budget, unlimited
from games.order_text.dictionary import Dictionary, normalize_spelling
from games.order_text.grammar import PLACES, Grammar
from games.order_text.japanese_verbs import replace_verb_ending
from games.order_text.names import Names, names_of_form, replace_names
from games.order_text.ordinary_words import is_ordinary
from games.order_text.surplus_values import refuse_second_value
from games.order_text.tokens import (
    ARTICLES,
    COLONS,
    IN_VERBS,
    is_word,
    join_lists,
    split_tokens,
    strip_sentence_end,
)
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

READ, LETTERS_A_STEP = 12, 12
"""The cost in steps of reading an order in the notation, and the number of its letters per additional step."""
NAMED, NAMES_IN_WORDS_A_STEP = 4, 100
"""The cost in steps of searching a text for a name, and the number of compared words per additional step."""
SEARCHED = 150
"""The cost in steps of a place in a path with costly turns."""
MOST_WORDS = 200
"""The largest number of words in an order."""
PASSES = frozenset(
    {
        *("pass", "none", "nothing", "no orders", "carry on", "all carry on", "everybody carries on", "no change"),
        *("no reaction", "no card", "no cards", "do not react", "i do not react", "we do not react"),
        *("なし", "命令なし", "パス", "見送り", "見送る", "見送ります", "何もしない", "変更なし"),
        *("応戦しない", "応戦しません", "何も使わない", "何も使いません", "リアクションなし", "そのまま続行", "続行"),
    }
)
_FIXED = frozenset({*PASS_WORDS, "choose", "arrange", "share"})
"""Words of the notation, which abbreviate nothing."""
PATH_WORDS = frozenset({"to", "via", "->", "→"})
"""Words before the end of a path, or before the places on the way."""
_SMALL_WORDS = frozenset({"at", "in", "on", "over", "near", "against", "off", "the"})
"""Words without meaning before a value; `from` and `with` may mean the opposite."""
_TOGETHER = "with"
"""Also without meaning before a value that fits one argument only: the ship of a card, or its support."""
_TO = "to"
"""Also without meaning before an instruction: ``instruct strikes to follow``."""
_BEFORE_NAMES = frozenset({"from", "by", "with", "for"})
"""Words without meaning before the name of an argument."""
_AND = frozenset({"and", "&", "と"})
MOST_OF_VERB = 8
"""The number of tokens in which a verb's name with articles is searched."""
MOST_BEFORE_AND = 4
"""The number of tokens before an ``and`` at which a name that contains it may begin."""
_END = re.compile(r"[.!。！]{1,3}$")
_GOING_ON = re.compile(r"^(?:(?:please|then|now|i|we|go|carry|going|on|continue|proceed)\s)+(?=as\s)")
"""Words that may come before ``as planned``."""
_PROPOSING = re.compile(
    r"^(?:(?:ok|okay|well|so)[ ,]+)?(?:let's|let us|i'll|i will|we'll|i)\s+(?:take|go with|do|play|choose)\s+"
    r"(?:the\s+)?(?=\S)|^[\"“'‘](?=.*[\"”'’]$)|(?<=\S)[\"”'’]$|[,\s]+please$",
    re.IGNORECASE,
)
"""Words that may come around the name of a proposal."""
_THIS_TURN = re.compile(r"[ ,]+(?:for (?:this turn|now|today)|this turn|now|here)$")
_LEAST_OF_KEY = 4
"""The shortest abbreviation, in letters, of an argument's name without its sign."""
_NUMBER = re.compile(r"[x×*]?([1-9][0-9]?)((?:,\S*)?)")
"""A count after a thing."""

_IN_BRACKETS = re.compile(r"[(（]([^()（）]+)[)）]")
_PIECES = re.compile("[\u30a1-\u30fa\u30fc]{2,}|[\u4e00-\u9fff]{2,}|[a-z]{3,}|[0-9]{4,}")
"""Runs of katakana, kanji, Latin letters or digits, which form names."""
_BY = re.compile(r"(?:で|を|に|へ|が|は)")
"""Particles between the unit or tool and a Japanese verb."""
_DOES = re.compile(r"(?:する|します|せよ|しろ)$")


class _Checked(NamedTuple):
    """An answer, or the reason why it is none; and its first problem."""

    answer: Any
    problem: Problem | None


class Vocabulary:
    """The vocabulary of a form in both languages: verbs, names of arguments, and names of things."""

    def __init__(self, form: Form[Any], labels: Labels, budget: Budget | None = None) -> None:
        self.form, self.labels, self.grammar = form, labels, Grammar(form)
        self.budget = budget or unlimited()
        self._read: dict[str, _Checked] = {}
        self._with_ids: dict[str, str] = {}
        self.readings: dict[str, list[tuple[str, str]] | GameError] = {}

    @cached_property
    def verbs(self) -> Dictionary:
        """The verbs of the possible orders, or the only word with which an answer may begin."""
        return Dictionary(self._verbs(), tails=True, budget=self.budget)

    @cached_property
    def other_verbs(self) -> Dictionary:
        """The verbs of orders that are closed now."""
        return Dictionary(self._other_verbs(), tails=True, budget=self.budget)

    @cached_property
    def keys(self) -> Dictionary:
        """The names of arguments, as they may be written."""
        return Dictionary(self._keys(), budget=self.budget)

    @cached_property
    def values(self) -> Dictionary:
        """The names of things, as they may be written."""
        return Dictionary(self._values(), inner=True, budget=self.budget)

    @cached_property
    def _names(self) -> Names:
        """The names of the form in lower case, with the possible ids of each."""
        return names_of_form(self.form, self.labels)

    def with_ids(self, text: str) -> str:
        """Return a text with ids for complete names. Raises Malformed for an ambiguous name."""
        if text in self._with_ids:
            return self._with_ids[text]
        words = text.count(" ") + text.count("\n") + text.count(",")

        def count(names: int) -> None:
            self.budget.spend(READ + names * NAMED + names * words // NAMES_IN_WORDS_A_STEP)

        found = self._with_ids[text] = replace_names(text, self.form, self.labels, self._names, count)
        return found

    @cached_property
    def _turning(self) -> frozenset[str]:
        """The arguments that are paths with costly turns."""
        fields = (
            (field for way in self.form.cached_templates for field in way.fields)
            if isinstance(self.form, Orders)
            else ()
        )
        return frozenset(field.name for field in fields if field.movement is not None and field.movement.turns)

    def _searching(self, row: str) -> int:
        """Return the cost in steps of searching the paths of an order."""
        given = (one.partition("=") for one in row.split()) if self._turning else ()
        return sum(SEARCHED * (1 + places.count(",")) for name, _, places in given if name in self._turning)

    def checked(self, text: str) -> "_Checked":
        """Return the answer of a text in the notation with its first problem, parsed once for each text.

        Raises GameError for an invalid text.
        """
        found = self._read.get(text)
        if found is None:
            self.budget.spend(READ + len(text) // LETTERS_A_STEP + self._searching(text))
            found = self._read[text] = self._checked(text)
        if isinstance(found.answer, GameError):
            raise found.answer.with_traceback(None)
        return found

    def accept(self, text: str) -> Any:
        """Return the complete answer of a text in the notation. Raises GameError for an invalid or illegal one."""
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
        """Yield the verbs of orders that are closed now: a line may begin with them nevertheless."""
        if isinstance(self.form, Orders):
            for verb in map(verb_of_type, self.form.order_types):
                yield from self._spellings(verb) if verb not in self.form.templates_by_verb else ()

    def _keys(self) -> Iterator[tuple[str, str]]:
        if isinstance(self.form, Orders):
            for verb, ways in self.form.templates_by_verb.items():
                for name in dict.fromkeys(field.name for way in ways for field in way.fields):
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
        """Return True if a line begins with a verb, or with a word for no orders."""
        first = line.split()[0]
        if '"' in first:
            return False
        return first.casefold() in PASS_WORDS or bool(self.verbs.matches(first) or self.other_verbs.matches(first))

    def begins_order(self, line: str) -> bool:
        """Return True if a line begins with the verb of a possible order, or with a unit and then the verb."""
        tokens = split_tokens(line)
        with suppress(Malformed):
            return bool(tokens) and bool(self.verbs.longest_match(tokens, commas=True)[0] or self._turned(tokens))
        return True

    def proposed_answer(self, line: str) -> str:
        """Return the notation of the proposal that a line names, or "".

        A verb or the name of a thing is not the name of a proposal.
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
        """Return a line without a sentence end after a name; in any other text it is part of the text."""
        said = strip_sentence_end(line)
        return said if self.values.exact_match(re.split("[=,]", said)[-1]) else line

    def is_argument_prefix(self, name: str, word: str) -> bool:
        """Return True if a word is the beginning of ``name=value``."""
        return "=" in word and bool(self.keys.matches(name))

    def expand_row(self, row: str) -> str:
        """Return the row with abbreviations expanded. Raises Malformed for an ambiguous one."""
        if "\n" in row:
            raise malformed("", "Write exactly one order line.", "命令は1行だけ書いてください。", "notation")
        if normalize_spelling(row) in PASSES and not self.verbs.exact_match(row):
            return "pass"
        tokens = split_tokens(row)
        if len(tokens) > MOST_WORDS:
            raise malformed("", "The line is too long.", "行が長すぎます。", "too_large")
        made: list[str] = []
        if isinstance(self.form, Orders | RulePlan) and tokens:
            made, rest = self._verb(tokens)
            tokens = [*rest]
        tokens = join_lists(self._multiplied(self.join_and(tokens), made), self._begins_argument)
        while tokens:
            said, taken = self._said(tokens, made)
            made += [said] if said else []
            tokens = tokens[taken:]
            if said and len(made) == 2:
                tokens = tokens[self._others_named(tokens, made) :]
            if said and len(made) == 2 and tokens:
                self._refuse_barred(made)
        return " ".join(self._led(made))

    def holds_part(self, said: str) -> bool:
        """Return True if a Japanese text contains a name, or a part of one in katakana or kanji.

        Japanese has no blanks between words.
        """
        plain = normalize_spelling(said)
        self.budget.spend(READ + len(plain))
        return any(part in plain for part in self._parts)

    @cached_property
    def explanations(self) -> frozenset[str]:
        """The texts in brackets within names."""
        return frozenset(normalize_spelling(one) for said, _ in self._values() for one in _IN_BRACKETS.findall(said))

    @cached_property
    def _parts(self) -> frozenset[str]:
        """The parts of names that are not ordinary words, without blanks in them."""
        whole = (normalize_spelling(said) for said, _ in self._values())
        pieces = (piece for name in whole for piece in _PIECES.findall(name))
        return frozenset(one for one in pieces if not is_ordinary(one))

    def list_missing_choices(self, problem: Problem, row: str) -> Problem:
        """Add the possible values to the problem of a missing argument: the writer has no list to choose from."""
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
        text = Text("{message}; possible: {said}.", "{message}(指定できるのは{said})。").format(message=bare, said=said)
        return structs.replace(problem, message=text)

    def name_of(self, value: str) -> Text:
        """Return the name of a thing."""
        return Text.each(self.labels(value).get)

    def _refuse_barred(self, made: Sequence[str]) -> None:
        """Raise Illegal for a unit without a possible order of this kind, whatever the rest of the line is."""
        if isinstance(self.form, Orders):
            names = {
                field.name
                for way in self.grammar.closed
                if way.verb == normalize_name(made[0])
                for field in way.fields[:1]
            }
            item = {"order": normalize_name(made[0]), **dict.fromkeys(names, made[1].split(","))}
            if problems := [*self.form.unavailable_subject_problems(0, item)]:
                raise Illegal(*problems)

    def join_and(self, tokens: Sequence[str]) -> list[str]:
        """Return the tokens with each ``and`` replaced by a comma, unless it is part of a name."""
        done = list(tokens)
        for at, token in enumerate(done):
            if token.casefold() not in _AND or not 0 < at < len(done) - 1:
                continue
            starts = range(max(at - MOST_BEFORE_AND, 0), at)
            if not any(start + len(self.values.name_tokens(done[start:], meant=True)) > at for start in starts):
                done[at] = ","
        return done

    def expand_subjects(self, text: str) -> list[str]:
        """Return an order in the notation, once for each of several units, if they cannot share one order."""
        verb, _, rest = text.partition(" ")
        who, _, rest = rest.partition(" ")
        named = dict.fromkeys(who.split(","))
        grammar = self.grammar
        if len(named) == 1 or not grammar.is_per_actor(verb) or not grammar.candidates(verb).keys() >= named.keys():
            return [text]
        return [text] if grammar.may_act_together(verb, named) else [f"{verb} {one} {rest}".rstrip() for one in named]

    def _others_named(self, tokens: Sequence[str], made: list[str]) -> int:
        """Add to the first unit those whose complete names follow with blanks between, as a form lists them.

        Return the number of tokens. Units that could be the value of another argument are not added.
        """
        able, at = self._able(made), 0
        apart = {
            value
            for way in self._ways(made)
            for field in way.fields[1:]
            for value in self.grammar.accepted_values(field)
        }
        while at < len(tokens) and made[1].split(",")[0] in able:
            value, taken = self._whole_name(tokens[at:])
            if value not in able or value in apart or value in made[1].split(","):
                break
            made[1], at = f"{made[1]},{value}", at + taken
        return at

    def _whole_name(self, tokens: Sequence[str]) -> tuple[str, int]:
        """Return the unit whose complete name is at the beginning, and the number of tokens."""
        run = self.values.name_tokens(tokens, meant=True) or [*takewhile(is_word, tokens[:1])]
        return (self.values.exact_match(" ".join(run)), len(run)) if run else ("", 0)

    def _begins_argument(self, token: str) -> bool:
        """Return True if a word is an argument's name, or a meaningless one before it, and not the name of a thing."""
        small = token.casefold() in _SMALL_WORDS | PATH_WORDS
        return (small or bool(self._key(token))) and not self.values.exact_match(token)

    def _led(self, made: Sequence[str]) -> list[str]:
        """Return an order with a port's place in its path for the port, which is entered where the path ends."""
        ways = self._ways(made)
        paths = {field.name for way in ways for field in way.fields if field.movement is not None}
        places = {
            port: (field.name, at) for way in ways for field in way.fields for port, at in field.end_places.items()
        }
        done = list(made)
        for number, word in enumerate(made):
            key, _, rest = word.partition("=")
            *others, last = rest.split(",")
            if key not in paths or not {*others, last} & {*places}:
                continue
            way = [places[one][1] if one in places else one for one in (*others, last)]
            done[number] = f"{key}={','.join(way)}"
            enters = places[last][0] if last in places else key
            if not any(one.startswith(f"{enters}=") for one in made):
                done.append(f"{enters}={last}")
        return done

    def _multiplied(self, tokens: Sequence[str], made: Sequence[str]) -> list[str]:
        """Return the words of an order with counted things repeated: ``ships=dd 2``."""
        ways = self._ways(made)
        basket = {value for way in ways for field in way.fields if field.may_repeat for value in field.values}
        done: list[str] = []
        for token in tokens:
            value = re.split("[=,]", done[-1])[-1] if done else ""
            number = _NUMBER.fullmatch(token)
            if number is None or value not in basket:
                done.append(token)
            else:
                done[-1] += f",{value}" * (int(number[1]) - 1) + number[2]
        return done

    def _verb(self, tokens: Sequence[str]) -> tuple[list[str], Sequence[str]]:
        """Return the verb, and the tokens after it. Raises Malformed if no possible order begins so."""
        tokens = self._verb_first(tokens)
        verb, taken = self.longest_verb(tokens)
        if verb:
            return [display_verb(verb)], tokens[taken:]
        if isinstance(self.form, Orders):
            if turned := self._turned(tokens):
                return turned
            barred = dict.fromkeys(way.verb for way in self.grammar.closed)
            other, taken = self.other_verbs.longest_match(tokens, commas=True)
            if other not in barred:
                if tokens[0].casefold().removesuffix(",") in PASSES:
                    raise pass_not_alone(1)
                known = {verb: self.labels(verb) for verb in (*self.form.templates_by_verb,) or barred}
                raise unknown_verb(1, display_verb(other) or tokens[0], known, known)
            return [display_verb(other)], tokens[taken:]
        return [tokens[0]], tokens[1:]

    def _verb_first(self, tokens: Sequence[str]) -> Sequence[str]:
        """Return the tokens with the verb before the tool of a Japanese first token: ``石炭船で迎撃``."""
        first = tokens[0].removesuffix(",")
        if first.isascii() or self.verbs.matches(first):
            return tokens
        for by in _BY.finditer(first):
            name, does = first[: by.start()], _DOES.sub("", first[by.end() :])
            verb = self.verbs.exact_match(does) if name and does else ""
            if verb and self.values.exact_match(name, self.grammar.candidates(display_verb(verb))):
                return [display_verb(verb), name, *tokens[1:]]
        return tokens

    def longest_verb(self, tokens: Sequence[str]) -> tuple[str, int]:
        """Return the verb at the beginning of a row, ignoring articles, and the number of its tokens."""
        bare = [at for at, token in enumerate(tokens[:MOST_OF_VERB]) if token.casefold() not in IN_VERBS]
        if not bare or len(bare) == len(tokens[:MOST_OF_VERB]):
            return self.verbs.longest_match(tokens, commas=True)
        with suppress(Malformed):
            verb, taken = self.verbs.longest_match(tokens, commas=True)
            same, count = self.verbs.longest_match([tokens[at] for at in bare], commas=True)
            return verb, max(taken, bare[count - 1] + 1) if same == verb else taken
        same, count = self.verbs.longest_match([tokens[at] for at in bare], commas=True)
        return same, bare[count - 1] + 1

    def _turned(self, tokens: Sequence[str]) -> tuple[list[str], Sequence[str]] | None:
        """Return the verb and the rest of a row with the unit first: ``Goeben sails to``; None for any other."""
        try:
            value, count = self.values.longest_match(tokens, commas=True)
            rest = tokens[count:]
            verb, taken = self.verbs.longest_match(rest, commas=True) if value and rest else ("", 0)
            for end in ("s", "es") if value and rest and not verb else ():
                verb, taken = self.verbs.longest_match([rest[0].rstrip(".").removesuffix(end), *rest[1:]], commas=True)
                if verb:
                    break
        except Malformed:
            return None
        if (
            not verb
            or value not in self.grammar.candidates(display_verb(verb))
            or not self.grammar.may_act_first(value)
        ):
            return None
        return [display_verb(verb)], [value, *rest[taken:]]

    def infer_only_verb(self, row: str) -> str:
        """Return the verb that is missing, if only one verb of the form fits the first name; otherwise ""."""
        if not isinstance(self.form, Orders) or len(self.form.templates_by_verb) != 1 or any(self.grammar.closed):
            return ""
        ((verb, ways),) = self.form.templates_by_verb.items()
        who = {value for way in ways if way.fields for value in way.fields[0].values}
        tokens = [token.removesuffix(",") for token in split_tokens(COLONS.sub("", row.replace("、", " ")))]
        if not tokens or self.begins_with_verb(row):
            return ""
        run = self.values.name_tokens(tokens, meant=True) or tokens[:1]
        return display_verb(verb) if not who.isdisjoint(self.values.matches(" ".join(run))) else ""

    def _said(self, tokens: Sequence[str], made: Sequence[str]) -> tuple[str, int]:
        """Return the next argument of a partly expanded row, expanded, and the number of its tokens.

        After an order's first word each is ``name=value``; ``name value`` is accepted, too. Raises Malformed for
        others.
        """
        first = tokens[0]
        if first.casefold() in _FIXED:
            return first, 1
        if isinstance(self.form, RulePlan) and first.casefold() in PASSES and not self.values.exact_match(first):
            return "pass", 1
        led = not isinstance(self.form, Orders) or len(made) < 2
        if '"' in first or "=" in first or (led and not is_word(first)):
            return self._keyed(tokens, made)
        if isinstance(self.form, Orders) and not led:
            return self._argument(tokens, made, self.grammar.templates(made[0]))
        if self._is_small(tokens, self._able(made)):
            return "", 1
        value, taken = self._list(tokens, self._able(made)) or self.values.longest_match(tokens, among=self._able(made))
        if not value and isinstance(self.form, Orders):
            self._refuse_nobody(tokens, made)
        return value or first, taken if value else 1

    def _is_small(self, tokens: Sequence[str], able: Container[str]) -> bool:
        """Return True if a meaningless word stands before another one, or before a unit in `able`."""
        first, *rest = tokens[0].casefold(), *tokens[1:]
        if not rest or self.values.exact_match(first):
            return False
        small, is_key = first in _SMALL_WORDS, bool(self.keys.exact_match(first))
        names_able = any(one in able for one in self.values.matches(rest[0].split(",")[0]))
        return (small and not is_key) or (names_able and (small or (first in _BEFORE_NAMES and not is_key)))

    def _refuse_nobody(self, tokens: Sequence[str], made: Sequence[str]) -> None:
        """Raise Malformed if an order begins with an unknown name, and list the possible ones."""
        run = [*takewhile(self.names_something, self.values.name_tokens(tokens))] or [tokens[0]]
        if able := self._able(made):
            raise unknown_subject(1, " ".join(run), made[0], [self.name_of(value) for value in able])
        if len(run) > 1:
            raise unclear_word(1, " ".join(run))

    def _ways(self, made: Sequence[str]) -> Sequence[OrderTemplate]:
        """Return the templates that fit a partly expanded order."""
        return self.grammar.templates(made[0]) if made else ()

    def _able(self, made: Sequence[str], key: str = "") -> Mapping[str, None]:
        """Return the possible first arguments of a partly expanded order, or the values of the argument `key`."""
        return self.grammar.candidates(made[0], key) if made else {}

    def names_something(self, word: str) -> bool:
        """Return True if a word may be a part of a name, and does not announce the next word."""
        return word.casefold() not in PATH_WORDS | _SMALL_WORDS | _BEFORE_NAMES and not self.keys.exact_match(word)

    def _argument(self, tokens: Sequence[str], made: Sequence[str], ways: Sequence[OrderTemplate]) -> tuple[str, int]:
        """Return an argument without its sign: ``name value``, or a value that fits one argument only.

        A path continues with ``to``, too. Raises Malformed for an ambiguous value.
        """
        names = dict.fromkeys(field.name for way in ways for field in way.fields[1:])
        paths = dict.fromkeys(field.name for way in ways for field in way.fields if field.movement is not None)
        key = self._key(tokens[0], names)
        following = self._key(tokens[1], names) if len(tokens) > 2 else ""
        if following in names and (following == key or tokens[0].casefold() in _BEFORE_NAMES):
            return "", 1
        if key not in names and tokens[0].casefold() in PATH_WORDS and len(paths) == 1:
            (key,) = paths
        first, is_name = tokens[0].casefold(), bool(self.values.exact_match(tokens[0].casefold()))
        if len(tokens) == 1 and first in PATH_WORDS | _SMALL_WORDS | _BEFORE_NAMES and not is_name:
            raise unfinished_line(1, tokens[0])
        if key not in names and len(tokens) > 1 and not is_name:
            lists = {field.name for way in ways for field in way.fields if field.is_list}
            apart = paths if first == _TOGETHER else lists
            together = first in (_TOGETHER, _TO) and self._is_together(tokens[1:], made, ways, apart)
            if first in PATH_WORDS and not together:
                raise unplaced_word(1, tokens[0], made[0], names)
            if first in _SMALL_WORDS or together:
                return "", 1
        small = self._small_behind(tokens)
        if key in names and len(tokens) > 1 + small and "=" not in tokens[1 + small]:
            said, taken = self._keyed([f"{key}={tokens[1 + small]}", *tokens[2 + small :]], made)
            return said, taken + 1 + small
        said, taken, fitting = self._value(tokens, made, ways)
        only = names if len(names) == 1 else fitting
        if len(only) == 1 and key not in names:
            (name,) = only
            refuse_second_value(name, said.removeprefix("="), made, tokens[taken:], names)
            return f"{name}{said}", taken
        if not fitting and key not in names and (where := self._where(said, made, names)):
            return f"{where}{said}", taken
        raise unplaced_word(1, tokens[0], made[0], names)

    def _where(self, said: str, made: Sequence[str], names: Collection[str]) -> str:
        """Return the only argument of an order for a place, although the order cannot have this place.

        The later refusal then names the place.
        """
        free = [name for name in names if name in PLACES and not any(one.startswith(f"{name}=") for one in made)]
        return free[0] if len(free) == 1 and self.grammar.is_place(said.removeprefix("=")) else ""

    def _is_together(
        self, tokens: Sequence[str], made: Sequence[str], ways: Sequence[OrderTemplate], apart: Collection[str]
    ) -> bool:
        """Return True if a value fits one argument only, which does not need its name.

        Units do not accompany a place, and an instruction has a single value.
        """
        fitting = self._value(tokens, made, ways)[2]
        return len(fitting) == 1 and fitting[0] not in apart

    def _small_behind(self, tokens: Sequence[str]) -> int:
        """Return the number of meaningless words after the first one and before another: ``to the``."""
        count = 0
        while len(tokens) > count + 2 and tokens[count + 1].casefold() in _SMALL_WORDS | _BEFORE_NAMES:
            if self.values.exact_match(tokens[count + 1]) or self.values.name_tokens(tokens[count + 1 :], meant=True):
                break
            count += 1
        return count

    def _value(
        self, tokens: Sequence[str], made: Sequence[str], ways: Sequence[OrderTemplate]
    ) -> tuple[str, int, list[str]]:
        """Return a value without its argument, the number of its tokens, and the possible arguments."""
        said, taken = self._keyed([f"={tokens[0]}", *tokens[1:]], made)
        values = frozenset(said.removeprefix("=").split(","))
        able = [one for way in ways for one in way.fields[1:] if values <= self.grammar.accepted_values(one)]
        fitting = dict.fromkeys(one.name for one in able if not one.needs_name) or dict.fromkeys(
            one.name for one in able
        )
        return said, taken, list(fitting)

    def _key(self, token: str, among: Collection[str] = ()) -> str:
        """Return the argument that a word names: by its own name, by the end of its name like `round`, or by a prefix.

        A prefix counts for arguments in `among`, even if another order has an argument with exactly that name.
        """
        if "=" in token or '"' in token:
            return ""
        found = self.keys.exact_match(token, among)
        if found and among and found not in among:
            begun = [name for name in among if name.startswith(found)]
            return begun[0] if len(begun) == 1 else found
        if found or self.values.exact_match(token):
            return found
        inside = self.keys.ending_with(token) or self.keys.matches(_stem(token))
        if not inside and len(token) >= _LEAST_OF_KEY and not self._says_nothing(token):
            inside = self.keys.matches(token)
        return inside[0] if len(inside) == 1 else ""

    def _says_nothing(self, token: str) -> bool:
        """Return True if a word is not a prefix of an argument's name: it leads to one, or to a value."""
        return token.casefold() in PATH_WORDS | _SMALL_WORDS | _BEFORE_NAMES or bool(self.values.matches(token))

    def _key_of(self, key: str, among: Collection[str]) -> str:
        """Return the argument before an equals sign: by its name or a prefix; otherwise as written."""
        meant = self.keys.matches(key)
        if len(meant) == 1 and (not among or meant[0] in among):
            return meant[0]
        return self._key(key, among) or (meant[0] if len(meant) == 1 else key)

    def _keyed(self, tokens: Sequence[str], made: Sequence[str]) -> tuple[str, int]:
        """Return ``name=value,value`` or ``value,value``, with each value expanded, and the number of tokens."""
        key, equal, rest = tokens[0].partition("=")
        if not equal:
            key, rest = "", tokens[0]
        name = self._key_of(key, self.grammar.arguments(made[0] if made else "")) if key else ""
        if '"' in rest:
            return f"{name}={rest}" if equal else rest, 1
        among, words = self._able(made, name) if name or not equal else {}, [rest, *tokens[1:]]
        if equal and rest and (found := self._list(words, among)) is not None:
            return f"{name}={found[0]}", found[1]
        if equal and rest and is_word(rest):
            value, taken = self.values.longest_match(words, among=among)
            return f"{name}={value or rest}", taken if value else 1
        values = [self.values.resolve(one, among) or one for one in rest.split(",")]
        return (f"{name}=" if equal else "") + ",".join(values), 1

    def _list(self, tokens: Sequence[str], among: Container[str]) -> tuple[str, int] | None:
        """Return a list of names separated by commas, and its number of tokens; None if there is none.

        The names may have several words.
        """
        values: list[str] = []
        words: list[str] = []
        last = 0
        for place, token in enumerate(tokens):
            if not is_word(token.replace(",", "")):
                break
            *done, begun = token.split(",")
            if done:
                names = (" ".join([*words, done[0]]), *done[1:])
                named = [self.values.resolve(one, among) for one in names]
                if not all(named):
                    break
                values, words, last = [*values, *named], [], place
            words.append(begun)
        if not values:
            return None
        rest = [tokens[last].rpartition(",")[2], *tokens[last + 1 :]]
        value, taken = self.values.longest_match(rest, among=among)
        return (",".join((*values, value)), last + taken) if value else None


def _stem(token: str) -> str:
    """Return the stem of a word like ``supported`` or ``targeting``; the empty string for others."""
    found = re.fullmatch(r"([a-z]{4,})(?:ed|ing)", token.casefold().removesuffix(","))
    return found[1] if found else ""
