"""All that can be said in a form, and an order in the words of the notation, however it was written."""

import re
from collections.abc import Collection, Container, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

from msgspec import structs

from games.kernel.errors import Illegal, Malformed, Problem, malformed
from games.kernel.forgiving.dictionary import Dictionary, as_compared
from games.kernel.forgiving.grammar import PLACES, Grammar
from games.kernel.forgiving.tokens import ARTICLES, COLONS, closed_up, is_word, tokens_of, without_end
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.notation import (
    PASS_WORDS,
    as_verb,
    name_of,
    no_order,
    nobody,
    one_of,
    stray,
    unclear,
)
from games.kernel.orders import Orders
from games.kernel.plans import RulePlan
from games.kernel.text import LANGUAGES, Labels, Text, argument
from games.kernel.ways import Way, tag_of

MOST_WORDS = 200
"""Of one order."""
_PASSES = frozenset(
    {
        *("pass", "none", "nothing", "no orders", "carry on", "all carry on", "everybody carries on", "no change"),
        *("no reaction", "no card", "no cards", "do not react", "i do not react", "we do not react"),
        *(
            "なし",
            "命令なし",
            "パス",
            "見送り",
            "見送る",
            "見送ります",
            "何もしない",
            "変更なし",
            "応戦しない",
            "応戦しません",
            "何も使わない",
            "何も使いません",
            "リアクションなし",
            "そのまま続行",
            "続行",
        ),
    }
)
_FIXED = frozenset({*PASS_WORDS, "choose", "arrange", "share"})
"""Words of the notation, which are the beginning of nothing."""
LEADS = frozenset({"to", "via", "->", "→"})
"""Before the end of a path, or what it leads by."""
_SMALL_WORDS = frozenset({"at", "in", "on", "over", "near", "against", "off", "the"})
"""Words that say nothing by themselves before a value; `from` and `with` may say the opposite of what is read."""
_TOGETHER = "with"
"""Says nothing before a value either that can be for one argument alone: the ship of a card, what supports it."""
_TO = "to"
"""Nor does it before what somebody is told to do: ``instruct strikes to follow``."""
_BEFORE_NAMES = frozenset({"from", "by", "with", "for"})
"""Words that say nothing before the name of an argument."""
_AND = frozenset({"and", "&", "と"})
MOST_OF_VERB = 8
"""Tokens among which the name of a verb is looked for with articles in it."""
MOST_BEFORE_AND = 4
"""Tokens before an ``and`` at which a name may begin that holds it."""
_END = re.compile(r"[.!。！]{1,3}$")
_GOING_ON = re.compile(r"^(?:(?:please|then|now|i|we|go|carry|going|on|continue|proceed)\s)+(?=as\s)")
"""What may stand before ``as planned``."""
_LEAST_OF_KEY = 4
"""Letters with which the name of an argument may begin that stands without its sign."""
_NUMBER = re.compile(r"([1-9][0-9]?)(,?)")
"""How often something is meant, behind it."""


_TAKING = frozenset(
    {
        *("i", "we", "please", "keep", "take", "pick", "select", "carry", "over"),
        *("use", "play", "show", "react", "reply", "respond", "answer", "with", "my", "our", "the"),
    }
)
"""Words with which a choice may be said before what is chosen."""
_TAKEN = re.compile(
    r"(?:を(?:残す|残します|持ち越す|持ち越します|選ぶ|選びます|取る|取ります|使う|使います|使用(?:する|します)?|出す|出します)"
    r"|で(?:応戦|対応|反応|防御)(?:する|します)?|に(?:する|します))$"
)
"""What may stand behind it in Japanese."""
_BY = re.compile(r"(?:で|を|に|へ|が|は)")
"""What parts who acts, or with what, from a Japanese verb."""
_DOES = re.compile(r"(?:する|します|せよ|しろ)$")


class Words:
    """All that can be said in a form: verbs, the names of arguments, and the names of things, in both languages."""

    def __init__(self, form: Form[Any], labels: Labels) -> None:
        self.form, self.labels, self.grammar = form, labels, Grammar(form)
        self.verbs = Dictionary(self._verbs(), tails=True)
        self.other_verbs = Dictionary(self._other_verbs(), tails=True)
        self.keys = Dictionary(self._keys())
        self.values = Dictionary(self._values(), inner=True)

    def _verbs(self) -> Iterator[tuple[str, str]]:
        match self.form:
            case Orders():
                for verb in self.form.by_verb:
                    yield from self._spellings(verb)
                    name = self.labels(verb).en
                    yield " ".join(word for word in name.split() if word.casefold() not in ARTICLES), verb
            case RulePlan():
                for foreseen in self.form.foreseen:
                    yield foreseen.kind, foreseen.kind
                    yield from ((foreseen.name.get(language), foreseen.kind) for language in LANGUAGES)
            case Choose() | MayChoose() | ChooseSome():
                yield "choose", "choose"
            case Arrange():
                yield "arrange", "arrange"
            case Share():
                yield "share", "share"

    def _other_verbs(self) -> Iterator[tuple[str, str]]:
        """Verbs of orders that cannot be given now: a line may begin with them all the same."""
        if isinstance(self.form, Orders):
            for verb in map(tag_of, self.form.order_types):
                yield from self._spellings(verb) if verb not in self.form.by_verb else ()

    def _keys(self) -> Iterator[tuple[str, str]]:
        if isinstance(self.form, Orders):
            for verb, ways in self.form.by_verb.items():
                for name in dict.fromkeys(field.name for way in ways for field in way.fields):
                    yield name, name
                    said = argument(self.labels, verb, name)
                    yield from ((said.get(language), name) for language in LANGUAGES)
        if isinstance(self.form, RulePlan):
            for fact in (fact for foreseen in self.form.foreseen for fact in foreseen.facts):
                yield fact.key, fact.key
                yield from ((fact.name.get(language), fact.key) for language in LANGUAGES)

    def _values(self) -> Iterator[tuple[str, str]]:
        for value in dict.fromkeys((*self.form.values(), *(bar.value for bar in self.form.withheld() if bar.value))):
            yield from self._spellings(value)

    def _spellings(self, word: str) -> Iterator[tuple[str, str]]:
        yield word, word
        yield from ((self.labels(word).get(language), word) for language in LANGUAGES)

    def begins(self, line: str) -> bool:
        """Whether a line begins with a verb, or with a word that stands for nothing ordered."""
        first = line.split()[0]
        if '"' in first:
            return False
        return first.casefold() in PASS_WORDS or bool(self.verbs.meant(first) or self.other_verbs.meant(first))

    def begins_order(self, line: str) -> bool:
        """Whether a line begins with the verb of an order that can be given now, or with who acts and then the verb."""
        tokens = tokens_of(line)
        with suppress(Malformed):
            return bool(tokens) and bool(self.verbs.longest(tokens, commas=True)[0] or self._turned(tokens))
        return True

    def proposed(self, line: str) -> str:
        """The notation of the whole answer that a line calls as the form's own proposals do; else nothing. What is a
        verb or a name stays one.
        """
        said = _GOING_ON.sub("", as_compared(_END.sub("", line)))
        if self.verbs.exactly(said) or self.values.exactly(said):
            return ""
        for one in self.form.proposals():
            answer = self.form.read(one.answer)
            if said in {as_compared(one.name.get(language)) for language in LANGUAGES}:
                return self.form.render(answer) if next(iter(self.form.problems(answer)), None) is None else ""
        return ""

    def chosen(self, row: str) -> str:
        """An answer to a choice without the words with which it is said: ``keep the Wolf`` is the Wolf."""
        if not isinstance(self.form, Choose | MayChoose | ChooseSome) or '"' in row or as_compared(row) in _PASSES:
            return row
        first, *rest = row.split() or [""]
        while rest and first.casefold() in _TAKING and not self.values.meant(first):
            first, *rest = rest
        several = isinstance(self.form, ChooseSome)
        said = " ".join(self._listed([first, *rest]) if several else [first, *rest])
        return said if self.values.meant(said) else _TAKEN.sub("", said)

    def without_end(self, line: str) -> str:
        """A line without the end of a sentence that stands behind a name; in any other text it is a part of that."""
        said = without_end(line)
        return said if self.values.exactly(re.split("[=,]", said)[-1]) else line

    def is_key(self, name: str, word: str) -> bool:
        """Whether a word is the beginning of ``name=value``."""
        return "=" in word and bool(self.keys.meant(name))

    def completed(self, row: str) -> str:
        """The row with whole words for those that were begun. Raises Malformed where several things begin so."""
        if "\n" in row:
            raise malformed("", "Write exactly one order line.", "命令は1行だけ書いてください。", "notation")
        if as_compared(row) in _PASSES and not self.verbs.exactly(row):
            return "pass"
        tokens = tokens_of(row)
        if len(tokens) > MOST_WORDS:
            raise malformed("", "The line is too long.", "行が長すぎます。", "too_large")
        made: list[str] = []
        if isinstance(self.form, Orders | RulePlan) and tokens:
            made, rest = self._verb(tokens)
            tokens = [*rest]
        tokens = closed_up(self._multiplied(self._listed(tokens), made), self._begins_argument)
        while tokens:
            said, taken = self._said(tokens, made)
            made += [said] if said else []
            tokens = tokens[taken:]
            if said and len(made) == 2:
                tokens = tokens[self._others_named(tokens, made) :]
            if said and len(made) == 2 and tokens:
                self._refuse_barred(made)
        return " ".join(self._led(made))

    def with_choice(self, problem: Problem, row: str) -> Problem:
        """Who leaves out what an order needs is told what it may be: he has no list before him to choose from."""
        if problem.code in ("not_an_option", "notation") and isinstance(self.form, Choose | MayChoose):
            return self._with_possible(problem, self.form.options)
        if problem.code != "required" or not isinstance(self.form, Orders):
            return problem
        name = problem.pointer.rpartition("/")[2]
        verb = self.untold(row) or self.verbs.longest(tokens_of(row), commas=True)[0]
        saying = [verb] if verb else [one for one in self.grammar.verbs() if name in self.grammar.arguments(one)]
        first, *others = [self.grammar.able(as_verb(one), name) for one in saying] or [{}]
        values = [value for value in first if all(value in other for other in others)]
        return self._with_possible(problem, values) if values else problem

    def _with_possible(self, problem: Problem, values: Sequence[str]) -> Problem:
        said, message = one_of([self.named(value) for value in values]), problem.message
        text = Text(f"{message.en[:-1]}; possible: {said.en}.", f"{message.ja[:-1]}(指定できるのは{said.ja})。")
        return structs.replace(problem, message=text)

    def named(self, value: str) -> Text:
        """What something is called."""
        return Text(*(self.labels(value).get(language) for language in LANGUAGES))

    def _refuse_barred(self, made: Sequence[str]) -> None:
        """Raises Illegal for whom nothing of this kind can be ordered now, whatever else the line says of him."""
        if isinstance(self.form, Orders):
            names = {
                field.name for way in self.form.closed() if way.verb == name_of(made[0]) for field in way.fields[:1]
            }
            item = {"order": name_of(made[0]), **dict.fromkeys(names, made[1].split(","))}
            if problems := [*self.form.kept_back(0, item)]:
                raise Illegal(*problems)

    def _listed(self, tokens: Sequence[str]) -> list[str]:
        """The tokens with a comma for an ``and`` that is in no name."""
        done = list(tokens)
        for at, token in enumerate(done):
            if token.casefold() not in _AND or not 0 < at < len(done) - 1:
                continue
            starts = range(max(at - MOST_BEFORE_AND, 0), at)
            if not any(start + len(self.values.run(done[start:], meant=True)) > at for start in starts):
                done[at] = ","
        return done

    def each(self, text: str) -> list[str]:
        """An order in the notation, once for each of several who act, where each needs an order of his own: where an
        order names one, or these cannot act as one.
        """
        verb, _, rest = text.partition(" ")
        who, _, rest = rest.partition(" ")
        named = dict.fromkeys(who.split(","))
        grammar = self.grammar
        if len(named) == 1 or not grammar.is_for_each(verb) or not grammar.able(verb).keys() >= named.keys():
            return [text]
        return [text] if grammar.together(verb, named) else [f"{verb} {one} {rest}".rstrip() for one in named]

    def _others_named(self, tokens: Sequence[str], made: list[str]) -> int:
        """Adds to who is named first those whose whole names stand behind him, with blanks between as a form lists
        them, and says in how many tokens: who could be named for something else is not among them.
        """
        able, at = self._able(made), 0
        apart = {
            value for way in self._ways(made) for field in way.fields[1:] for value in self.grammar.taken_by(field)
        }
        while at < len(tokens) and made[1].split(",")[0] in able:
            value, taken = self._whole_name(tokens[at:])
            if value not in able or value in apart or value in made[1].split(","):
                break
            made[1], at = f"{made[1]},{value}", at + taken
        return at

    def _whole_name(self, tokens: Sequence[str]) -> tuple[str, int]:
        """Whose whole name stands first, and in how many tokens."""
        run = self.values.run(tokens, meant=True) or [*takewhile(is_word, tokens[:1])]
        return (self.values.exactly(" ".join(run)), len(run)) if run else ("", 0)

    def _begins_argument(self, token: str) -> bool:
        """Whether a word is the name of an argument, or one before it that says nothing, and no name of a thing."""
        small = token.casefold() in _SMALL_WORDS | LEADS
        return (small or bool(self._key(token))) and not self.values.exactly(token)

    def _led(self, made: Sequence[str]) -> list[str]:
        """An order with the place of a port for the port in its path, which is entered where the path ends with it."""
        ways = self._ways(made)
        paths = {field.name for way in ways for field in way.fields if field.walk is not None}
        places = {port: (field.name, at) for way in ways for field in way.fields for port, at in field.leads.items()}
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
        """The words of an order with what is to be taken several times written so often: ``ships=dd 2``."""
        ways = self._ways(made)
        basket = {value for way in ways for field in way.fields if field.repeats for value in field.values}
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
        """The verb, and what stands behind it. Raises Malformed where no order that can be given begins so."""
        tokens = self._verb_first(tokens)
        verb, taken = self._longest_verb(tokens)
        if verb:
            return [as_verb(verb)], tokens[taken:]
        if isinstance(self.form, Orders):
            if turned := self._turned(tokens):
                return turned
            barred = dict.fromkeys(way.verb for way in self.form.closed())
            other, taken = self.other_verbs.longest(tokens, commas=True)
            if other not in barred:
                known = {verb: self.labels(verb) for verb in (*self.form.by_verb,) or barred}
                raise no_order(1, as_verb(other) or tokens[0], known, known)
            return [as_verb(other)], tokens[taken:]
        return [tokens[0]], tokens[1:]

    def _verb_first(self, tokens: Sequence[str]) -> Sequence[str]:
        """The tokens with the verb before what a first one in Japanese says it is done with: ``石炭船で迎撃``."""
        first = tokens[0].removesuffix(",")
        if first.isascii() or self.verbs.meant(first):
            return tokens
        for by in _BY.finditer(first):
            name, does = first[: by.start()], _DOES.sub("", first[by.end() :])
            verb = self.verbs.exactly(does) if name and does else ""
            if verb and self.values.exactly(name, self.grammar.able(as_verb(verb))):
                return [as_verb(verb), name, *tokens[1:]]
        return tokens

    def _longest_verb(self, tokens: Sequence[str]) -> tuple[str, int]:
        """The verb with which a row begins, whatever article stands in it, and of how many tokens it is made."""
        verb, taken = self.verbs.longest(tokens, commas=True)
        bare = [at for at, token in enumerate(tokens[:MOST_OF_VERB]) if token.casefold() not in ARTICLES]
        if not verb or len(bare) == len(tokens[:MOST_OF_VERB]):
            return verb, taken
        same, count = self.verbs.longest([tokens[at] for at in bare], commas=True)
        return verb, max(taken, bare[count - 1] + 1) if same == verb else taken

    def _turned(self, tokens: Sequence[str]) -> tuple[list[str], Sequence[str]] | None:
        """A row that says first who, then what he does: ``Goeben sails to``; None for another."""
        try:
            value, count = self.values.longest(tokens, commas=True)
            rest = tokens[count:]
            verb, taken = self.verbs.longest(rest, commas=True) if value and rest else ("", 0)
            for end in ("s", "es") if value and rest and not verb else ():
                verb, taken = self.verbs.longest([rest[0].rstrip(".").removesuffix(end), *rest[1:]], commas=True)
                if verb:
                    break
        except Malformed:
            return None
        if not verb or value not in self.grammar.able(as_verb(verb)):
            return None
        return [as_verb(verb)], [value, *rest[taken:]]

    def untold(self, row: str) -> str:
        """The verb that a line leaves out which begins with whom the one verb that there is can name; else nothing."""
        if not isinstance(self.form, Orders) or len(self.form.by_verb) != 1 or any(self.form.closed()):
            return ""
        ((verb, ways),) = self.form.by_verb.items()
        who = {value for way in ways if way.fields for value in way.fields[0].values}
        tokens = [token.removesuffix(",") for token in tokens_of(COLONS.sub("", row.replace("、", " ")))]
        if not tokens or self.begins(row):
            return ""
        run = self.values.run(tokens, meant=True) or tokens[:1]
        return as_verb(verb) if not who.isdisjoint(self.values.meant(" ".join(run))) else ""

    def _said(self, tokens: Sequence[str], made: Sequence[str]) -> tuple[str, int]:
        """What comes next in a row of which so much is made, in whole words, and of how many tokens it is made.

        Behind an order's first word each is ``name=value``; ``name value`` is as good. Raises Malformed for another.
        """
        first = tokens[0]
        if first.casefold() in _FIXED:
            return first, 1
        if isinstance(self.form, RulePlan) and first.casefold() in _PASSES and not self.values.exactly(first):
            return "pass", 1
        led = not isinstance(self.form, Orders) or len(made) < 2
        if '"' in first or "=" in first or (led and not is_word(first)):
            return self._keyed(tokens, made)
        if isinstance(self.form, Orders) and not led:
            return self._argument(tokens, made, self.grammar.ways(made[0]))
        if self._is_small(tokens, self._able(made)):
            return "", 1
        value, taken = self._list(tokens, self._able(made)) or self.values.longest(tokens, among=self._able(made))
        if not value and isinstance(self.form, Orders):
            self._refuse_nobody(tokens, made)
        return value or first, taken if value else 1

    def _is_small(self, tokens: Sequence[str], able: Container[str]) -> bool:
        """Whether a word that says nothing stands before one that may, or before who is `able`."""
        first, *rest = tokens[0].casefold(), *tokens[1:]
        if not rest or self.keys.exactly(first) or self.values.exactly(first):
            return False
        return first in _SMALL_WORDS or (
            first in _BEFORE_NAMES and any(one in able for one in self.values.meant(rest[0]))
        )

    def _refuse_nobody(self, tokens: Sequence[str], made: Sequence[str]) -> None:
        """Raises Malformed where an order begins with a name that nobody has, and says who it may name."""
        run = [*takewhile(self.names_something, self.values.run(tokens))] or [tokens[0]]
        if able := self._able(made):
            raise nobody(1, " ".join(run), made[0], [self.named(value) for value in able])
        if len(run) > 1:
            raise unclear(1, " ".join(run))

    def _ways(self, made: Sequence[str]) -> Sequence[Way]:
        """The ways to say an order of so many words."""
        return self.grammar.ways(made[0]) if made else ()

    def _able(self, made: Sequence[str], key: str = "") -> dict[str, None]:
        """Whom an order of so many words can name: first, or as this argument."""
        return self.grammar.able(made[0], key) if made else {}

    def names_something(self, word: str) -> bool:
        """Whether a word may be a part of a name, and says not what follows it."""
        return word.casefold() not in LEADS | _SMALL_WORDS | _BEFORE_NAMES and not self.keys.exactly(word)

    def _argument(self, tokens: Sequence[str], made: Sequence[str], ways: Sequence[Way]) -> tuple[str, int]:
        """An argument without its sign: ``name value``, or the value alone where it can be for one argument alone. A
        path is led on by ``to`` as well. Raises Malformed for what may be for several.
        """
        names = dict.fromkeys(field.name for way in ways for field in way.fields[1:])
        paths = dict.fromkeys(field.name for way in ways for field in way.fields if field.walk is not None)
        key = self._key(tokens[0], names)
        following = self._key(tokens[1], names) if len(tokens) > 2 else ""
        if following in names and (following == key or tokens[0].casefold() in _BEFORE_NAMES):
            return "", 1
        if key not in names and tokens[0].casefold() in LEADS and len(paths) == 1:
            (key,) = paths
        first = tokens[0].casefold()
        if key not in names and len(tokens) > 1 and not self.values.exactly(first):
            apart = (
                paths if first == _TOGETHER else {field.name for way in ways for field in way.fields if field.is_list}
            )
            together = first in (_TOGETHER, _TO) and self._is_together(tokens[1:], made, ways, apart)
            if first in LEADS and not together:
                raise stray(1, tokens[0], made[0], names)
            if first in _SMALL_WORDS or together:
                return "", 1
        small = self._small_behind(tokens)
        if key in names and len(tokens) > 1 + small and "=" not in tokens[1 + small]:
            said, taken = self._keyed([f"{key}={tokens[1 + small]}", *tokens[2 + small :]], made)
            return said, taken + 1 + small
        said, taken, fitting = self._value(tokens, made, ways)
        only = names if len(names) == 1 else fitting
        if len(only) == 1 and key not in names:
            return f"{next(iter(only))}{said}", taken
        if not fitting and key not in names and (where := self._where(said, made, names)):
            return f"{where}{said}", taken
        raise stray(1, tokens[0], made[0], names)

    def _where(self, said: str, made: Sequence[str], names: Collection[str]) -> str:
        """The one argument that says where, for a place at which the order cannot be: it is refused as such."""
        free = [name for name in names if name in PLACES and not any(one.startswith(f"{name}=") for one in made)]
        return free[0] if len(free) == 1 and self.grammar.is_place(said.removeprefix("=")) else ""

    def _is_together(
        self, tokens: Sequence[str], made: Sequence[str], ways: Sequence[Way], apart: Collection[str]
    ) -> bool:
        """Whether a value can be for one argument alone, which stands not `apart`: nobody sails with a place, nor is
        somebody told to several things.
        """
        fitting = self._value(tokens, made, ways)[2]
        return len(fitting) == 1 and fitting[0] not in apart

    def _small_behind(self, tokens: Sequence[str]) -> int:
        """How many words that say nothing stand behind the first, and before another: ``to the``."""
        count = 0
        while len(tokens) > count + 2 and tokens[count + 1].casefold() in _SMALL_WORDS | _BEFORE_NAMES:
            if self.values.exactly(tokens[count + 1]) or self.values.run(tokens[count + 1 :], meant=True):
                break
            count += 1
        return count

    def _value(self, tokens: Sequence[str], made: Sequence[str], ways: Sequence[Way]) -> tuple[str, int, list[str]]:
        """A value without its argument, of how many tokens it is made, and the arguments that it can be for."""
        said, taken = self._keyed([f"={tokens[0]}", *tokens[1:]], made)
        values = frozenset(said.removeprefix("=").split(","))
        able = [one for way in ways for one in way.fields[1:] if values <= self.grammar.taken_by(one)]
        fitting = dict.fromkeys(one.name for one in able if not one.aside) or dict.fromkeys(one.name for one in able)
        return said, taken, list(fitting)

    def _key(self, token: str, among: Collection[str] = ()) -> str:
        """The argument that a word names: by its own name, as the one whose name ends with it, like `round`, or as one
        `among` these whose name it begins, though another order has one of just that name.
        """
        if "=" in token or '"' in token:
            return ""
        found = self.keys.exactly(token, among)
        if found and among and found not in among:
            begun = [name for name in among if name.startswith(found)]
            return begun[0] if len(begun) == 1 else found
        if found or self.values.exactly(token):
            return found
        inside = self.keys.inside(token) or self.keys.meant(_stem(token))
        if not inside and len(token) >= _LEAST_OF_KEY and not self._says_nothing(token):
            inside = self.keys.meant(token)
        return inside[0] if len(inside) == 1 else ""

    def _says_nothing(self, token: str) -> bool:
        """Whether a word is no beginning of an argument's name: it leads one on, or names a value."""
        return token.casefold() in LEADS | _SMALL_WORDS | _BEFORE_NAMES or bool(self.values.meant(token))

    def _key_of(self, key: str, among: Collection[str]) -> str:
        """The argument before a sign of equality: by its name or the beginning of it; else as it is written."""
        meant = self.keys.meant(key)
        if len(meant) == 1 and (not among or meant[0] in among):
            return meant[0]
        return self._key(key, among) or (meant[0] if len(meant) == 1 else key)

    def _keyed(self, tokens: Sequence[str], made: Sequence[str]) -> tuple[str, int]:
        """``name=value,value`` or ``value,value``, each of them whole, and of how many tokens it is made."""
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
            value, taken = self.values.longest(words, among=among)
            return f"{name}={value or rest}", taken if value else 1
        values = [self.values.whole(one, among) or one for one in rest.split(",")]
        return (f"{name}=" if equal else "") + ",".join(values), 1

    def _list(self, tokens: Sequence[str], among: Container[str]) -> tuple[str, int] | None:
        """Names of several words with commas between them as values, and of how many tokens they are made; None where
        no such list stands first.
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
                named = [self.values.whole(one, among) for one in names]
                if not all(named):
                    break
                values, words, last = [*values, *named], [], place
            words.append(begun)
        if not values:
            return None
        rest = [tokens[last].rpartition(",")[2], *tokens[last + 1 :]]
        value, taken = self.values.longest(rest, among=among)
        return (",".join((*values, value)), last + taken) if value else None


def _stem(token: str) -> str:
    """What stays of a word like `supported` or `targeting`; nothing of others."""
    found = re.fullmatch(r"([a-z]{4,})(?:ed|ing)", token.casefold().removesuffix(","))
    return found[1] if found else ""
