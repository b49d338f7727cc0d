"""Orders as people write them in a letter: names begun, lines wrapped, a few lines wrong. Read without ever guessing.

A word may be the beginning of a name, of an id or of a verb, in either language, where only one thing begins so; where
several do, the line is refused and they are named. All of it rests on the form and the title's labels, like `naming`.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import takewhile
from typing import Any

from msgspec import Struct, structs

from games.kernel.errors import GameError, Illegal, Malformed, Problem, malformed
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.naming import in_names, with_ids
from games.kernel.notation import (
    MAX_LINE,
    MAX_LINES,
    PASS_WORDS,
    alone,
    as_verb,
    name_of,
    no_order,
    nobody,
    one_of,
    stray,
    unclear,
)
from games.kernel.orders import Field, Orders
from games.kernel.plans import RulePlan
from games.kernel.text import LANGUAGES, Labels, Text, argument, shown
from games.kernel.ways import Way, tag_of

WRAPPED_AT = 60
"""Columns at which a mail program may begin to break lines."""
MOST_WRITTEN = 20_000
"""Of a letter's own lines together: several times the longest answer of any title."""
MOST_TRIES = 6
"""How often what is left of an answer is tried again without the lines that were refused."""
MOST_REFUSED = 20
"""Lines of a letter that are refused one by one; behind them nothing is looked at any more."""
MOST_COMPARED_LINES = 5
"""Refused lines for which the nearest names are looked up."""
MOST_WORDS = 200
"""Of one order."""
MOST_UNKNOWN = 5
MOST_COMPARED = 250
MOST_LOOKED_UP = 12
"""Words of a letter that mean nothing and for which the nearest names are looked up."""
LONGEST_WORD = 40
_SHORT_NUMBER = re.compile(r"[0-9]{1,2}")
"""Like no name: all that hold a number would be near."""

_PASSES = frozenset({"pass", "none", "nothing", "no orders", "なし", "命令なし", "パス"})
_FIXED = frozenset({*PASS_WORDS, "choose", "arrange", "share"})
"""Words of the notation, which are the beginning of nothing."""
_BETWEEN_WORDS = re.compile(r'("(?:[^"\\]|\\.)*(?:"|\\?$))|、')
_GOES_ON = (",", "、", "=")
"""What no order ends with."""
_LEADS = frozenset({"to", "->", "→"})
"""Before the end of a path."""
_COLONS = re.compile(r"[:;：；]+(?=\s|$)")
_SMALL_WORDS = frozenset({"at", "in", "on", "over", "near", "against", "the"})
"""Words that say nothing by themselves before a value; `from` and `with` may say the opposite of what is read."""
_BEFORE_NAMES = frozenset({"from", "by", "with", "for"})
"""Words that say nothing before the name of an argument."""
_LEAST_OF_MANY = 4
"""Letters of a word that may stand for several by an s."""
_NUMBER = re.compile(r"([1-9][0-9]?)(,?)")
"""How often something is meant, behind it."""
_LED_ON = (",", "、")
"""What no order begins with."""
_TOKEN = re.compile(r'([^\s"#]*"(?:[^"\\]|\\.)*(?:"|\\?$)\S*)|(#.*)|(\S+)')


class Refused(Struct, frozen=True):
    """A line that is no order: as it was written, what is wrong with it, and the names that come nearest to it."""

    written: str
    problems: tuple[Problem, ...]
    nearest: tuple[Text, ...] = ()


class Understanding(Struct, frozen=True):
    """What lines come to: `text` in the notation (None: nothing of it can be given), and what was refused."""

    text: str | None
    refused: tuple[Refused, ...] = ()


def understand_lines(lines: Sequence[str], form: Form[Any], labels: Labels) -> Understanding:
    """Everything of the lines that can be given together, and every line that cannot, with the reason. Never raises."""
    if len(lines) > MAX_LINES or any(len(line) > MAX_LINE for line in lines) or sum(map(len, lines)) > MOST_WRITTEN:
        problem = Problem("", "too_large", Text("The text is too long.", "テキストが長すぎます。"))
        return Understanding(None, (Refused(next(iter(lines), "")[:80], (problem,)),))
    words = _Words(form, labels)
    written = [line for line in (_without_comment(line) for line in lines) if line]
    rows = _orders(written, words) if isinstance(form, Orders | RulePlan) else _one_answer(written, form, words)
    read: list[tuple[str, str]] = []
    refused: list[Refused] = []
    for row, named in zip(rows, _named(rows, form, labels), strict=True):
        if len(refused) >= MOST_REFUSED:
            refused.append(Refused(row, (_TOO_MUCH_WRONG,)))
            break
        try:
            read += _read_row(row, named, words)
        except GameError as error:
            refused.append(_refusal(row, error, words, near=len(refused) < MOST_COMPARED_LINES))
    return _as_written(_together(read, refused, words), [*rows, *(row for row, _ in read)])


def _read_row(row: str, named: str | None, words: "_Words") -> list[tuple[str, str]]:
    """What was written, and the same in the notation: an order for each of those who are told to do the same. Colons
    behind words say nothing, and the Japanese comma is one, unless a name is written with them. Raises GameError.
    """
    flat = _COLONS.sub("", row)
    wrong: GameError | None = None
    for one in (row,) if '"' in row else dict.fromkeys((flat, row, flat.replace("、", ", "))):
        try:
            return _read_as(row, one, named if one == row else None, words)
        except GameError as error:
            wrong = wrong or error
    raise wrong or malformed("", "", "", "notation")


def _read_as(written: str, row: str, named: str | None, words: "_Words") -> list[tuple[str, str]]:
    form = words.form
    if lead := words.untold(row):
        row, named = f"{lead} {row}", None
    text = words.completed(_parted(with_ids(row, form, words.labels) if named is None else named, form))
    texts = words.each(text)
    for one in texts:
        form.read(form.parse(one))
    return [(written, text)] if len(texts) == 1 else [(one, one) for one in texts]


def _as_written(found: Understanding, rows: Sequence[str]) -> Understanding:
    """What was understood, with what is refused in the order in which it was written."""
    places = {row: place for place, row in reversed([*enumerate(rows)])}
    refused = sorted(found.refused, key=lambda one: places.get(one.written, len(rows)))
    return Understanding(found.text, tuple(refused))


def _named(rows: Sequence[str], form: Form[Any], labels: Labels) -> Sequence[str | None]:
    """The rows with ids for whole names, at one go; none of them where one of the names is ambiguous."""
    try:
        named = with_ids("\n".join(rows), form, labels).split("\n")
    except GameError:
        return [None] * len(rows)
    return named if len(named) == len(rows) else [None] * len(rows)


def _parted(row: str, form: Form[Any]) -> str:
    """A row with the notation's own mark for the Japanese one between words, which stays where a name holds it."""
    mark = "," if isinstance(form, Orders | RulePlan) else " "
    return _BETWEEN_WORDS.sub(lambda found: found[1] or mark, row)


def _without_comment(line: str) -> str:
    kept = (match[1] or match[3] or "" for match in _upto_comment(line))
    return " ".join(word for word in kept if word)


def _upto_comment(line: str) -> Iterator[re.Match[str]]:
    for match in _TOKEN.finditer(line):
        if match[2]:
            return
        yield match


def _together(read: list[tuple[str, str]], refused: list[Refused], words: "_Words") -> Understanding:
    """The lines that were read as one answer; without those that a rule forbids, for as long as some are left."""
    form = words.form
    if len(read) > 1 and (passes := [one for one in read if one[1].strip().casefold() in PASS_WORDS]):
        refused += [Refused(row, (_NOT_BESIDE_OTHERS,)) for row, _ in passes]
        read = [one for one in read if one not in passes]
    for _ in range(MOST_TRIES):
        if not read:
            return Understanding(None, tuple(refused))
        text = "\n".join(line for _, line in read)
        try:
            form.accept(form.parse(text))
            return Understanding(text, tuple(refused))
        except GameError as error:
            wrong = _by_line(error, len(read)) if isinstance(form, Orders | RulePlan) else {}
            if not wrong:
                whole = "\n".join(row for row, _ in read)
                return Understanding(None, (*refused, _refusal(whole, error, words)))
            for at, found in wrong.items():
                near = len(refused) < MOST_COMPARED_LINES
                refused.append(_refusal(read[at][0], type(error)(*found), words, near=near))
            read = [one for at, one in enumerate(read) if at not in wrong]
    rest = tuple(Refused(row, (_TOO_MUCH_WRONG,)) for row, _ in read)
    return Understanding(None, (*refused, *rest))


_NOT_BESIDE_OTHERS = Problem(
    "",
    "notation",
    Text("`pass` means no orders, and stands alone.", "「pass」は命令なしの意味です。単独で書いてください。"),
)
_TOO_MUCH_WRONG = Problem(
    "",
    "not_tried",
    Text("Not looked at any more: too much before it is wrong.", "前の行に誤りが多いため調べていません。"),
)


def _by_line(error: GameError, count: int) -> dict[int, list[Problem]]:
    """The problems by the order that they point to; none where one of them is about the whole."""
    found: dict[int, list[Problem]] = {}
    for problem in error.problems:
        first = problem.pointer.split("/")[1] if problem.pointer.startswith("/") else ""
        if not (first.isascii() and first.isdecimal() and int(first) < count):
            return {}
        found.setdefault(int(first), []).append(problem)
    return found


def _refusal(row: str, error: GameError, words: "_Words", *, near: bool = True) -> Refused:
    named = in_names(error, words.form, words.labels) if isinstance(error, Malformed | Illegal) else error
    problems = tuple(words.with_choice(alone(problem), row) for problem in named.problems) or (
        Problem("", error.code, error.detail),
    )
    near = near and not any(problem.rule for problem in problems)  # who broke a rule has named everything
    return Refused(row, tuple(dict.fromkeys(problems)), words.nearest(row) if near else ())


# --- lines


def _orders(lines: Sequence[str], words: "_Words") -> list[str]:
    """One row an order: a line that a mail program has broken is whole again."""
    rows: list[str] = []
    before = ""
    for line in lines:
        if rows and not words.begins(line) and _goes_on(before, line, words):
            rows[-1] += line if rows[-1].endswith(_GOES_ON) or line.startswith(_LED_ON) else f" {line}"
        else:
            rows.append(line)
        before = line
    return rows


def _goes_on(before: str, line: str, words: "_Words") -> bool:
    """Whether a line that begins with no verb is the rest of the one before it."""
    first = line.split()[0]
    if before.endswith(_GOES_ON) or first.startswith(_LED_ON) or words.is_key(first.partition("=")[0], first):
        return True
    return _columns(before) + 1 + _columns(first) > WRAPPED_AT


def _columns(text: str) -> int:
    """How wide a text is, a letter of East Asia being as wide as two."""
    return len(text) + sum(letter > "\u2e80" for letter in text)


def _one_answer(lines: Sequence[str], form: Form[Any], words: "_Words") -> list[str]:
    """An answer of one line. What is many words may stand on several; for a choice, several lines stay several."""
    if isinstance(form, ChooseSome | Arrange | Share):
        joined = " ".join(lines)
        return [_with_verb(joined, form)] if joined else []
    rows = _orders(lines, words)
    return ["\n".join(rows)] if rows else []


def _with_verb(text: str, form: Form[Any]) -> str:
    """A list of words with the verb before it, its commas as blanks."""
    verb = "share" if isinstance(form, Share) else "arrange" if isinstance(form, Arrange) else "choose"
    if '"' not in text:
        text = re.sub(r"\s*[,;]\s*", " ", text)
    first, *rest = text.split()
    if first.casefold() in PASS_WORDS and not rest:
        return text
    return text if first.casefold() == verb else f"{verb} {text}"


# --- words


class _Words:
    """All that can be said in a form: verbs, the names of arguments, and the names of things, in both languages."""

    def __init__(self, form: Form[Any], labels: Labels) -> None:
        self.form, self.labels = form, labels
        self.verbs = _Dictionary(self._verbs())
        self.other_verbs = _Dictionary(self._other_verbs())
        self.keys = _Dictionary(self._keys())
        self.values = _Dictionary(self._values(), inner=True)
        self.looked_up: set[str] = set()

    def _verbs(self) -> Iterator[tuple[str, str]]:
        match self.form:
            case Orders():
                for verb in self.form.by_verb:
                    yield from self._spellings(verb)
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

    def is_key(self, name: str, word: str) -> bool:
        """Whether a word is the beginning of ``name=value``."""
        return "=" in word and bool(self.keys.meant(name))

    def completed(self, row: str) -> str:
        """The row with whole words for those that were begun. Raises Malformed where several things begin so."""
        if "\n" in row:
            raise malformed("", "Write exactly one order line.", "命令は1行だけ書いてください。", "notation")
        if _plain(row) in _PASSES:
            return "pass"
        tokens = _tokens(row)
        if len(tokens) > MOST_WORDS:
            raise malformed("", "The line is too long.", "行が長すぎます。", "too_large")
        made: list[str] = []
        if isinstance(self.form, Orders | RulePlan) and tokens:
            made, rest = self._verb(tokens)
            tokens = [*rest]
        tokens = _closed_up(self._multiplied(tokens, made), self._begins_argument)
        while tokens:
            said, taken = self._said(tokens, made)
            made += [said] if said else []
            tokens = tokens[taken:]
            if said and len(made) == 2 and tokens:
                self._refuse_barred(made)
        return " ".join(self._led(made))

    def with_choice(self, problem: Problem, row: str) -> Problem:
        """Who leaves out what an order needs is told what it may be: he has no list before him to choose from."""
        if problem.code != "required" or not isinstance(self.form, Orders):
            return problem
        verb = self.untold(row) or self.verbs.longest(_tokens(row), commas=True)[0]
        values = self._able([as_verb(verb)], problem.pointer.rpartition("/")[2])
        if not values:
            return problem
        said, message = one_of([self._named(value) for value in values]), problem.message
        text = Text(f"{message.en[:-1]}; possible: {said.en}.", f"{message.ja[:-1]}(指定できるのは{said.ja})。")
        return structs.replace(problem, message=text)

    def _named(self, value: str) -> Text:
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

    def each(self, text: str) -> list[str]:
        """An order in the notation, once for each of several who act, where each needs an order of his own."""
        verb, _, rest = text.partition(" ")
        who, _, rest = rest.partition(" ")
        ways = self.form.by_verb.get(name_of(verb), ()) if isinstance(self.form, Orders) and "," in who else ()
        first = [way.fields[0] for way in ways if way.fields]
        able = {value for field in first for value in field.values}
        if not ways or any(field.is_list for field in first) or not able.issuperset(who.split(",")):
            return [text]
        return [f"{verb} {one} {rest}".rstrip() for one in dict.fromkeys(who.split(","))]

    def _begins_argument(self, token: str) -> bool:
        """Whether a word is the name of an argument, or one before it that says nothing, and no name of a thing."""
        small = token.casefold() in _SMALL_WORDS | _LEADS
        return (small or bool(self._key(token))) and not self.values.exactly(token)

    def _led(self, made: Sequence[str]) -> list[str]:
        """An order with the place of a port for the port in its path, which is entered where the path ends with it."""
        ways = self.form.by_verb.get(name_of(made[0]), ()) if isinstance(self.form, Orders) and made else ()
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
        ways = self.form.by_verb.get(name_of(made[0]), ()) if isinstance(self.form, Orders) and made else ()
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
        verb, taken = self.verbs.longest(tokens, commas=True)
        if verb:
            return [as_verb(verb)], tokens[taken:]
        if isinstance(self.form, Orders):
            barred = dict.fromkeys(way.verb for way in self.form.closed())
            other, taken = self.other_verbs.longest(tokens, commas=True)
            if other not in barred:
                known = {verb: self.labels(verb) for verb in (*self.form.by_verb, *barred)}
                raise no_order(1, as_verb(other) or tokens[0], known, known)
            return [as_verb(other)], tokens[taken:]
        return [tokens[0]], tokens[1:]

    def untold(self, row: str) -> str:
        """The verb that a line leaves out which begins with whom the one verb that there is can name; else nothing."""
        if not isinstance(self.form, Orders) or len(self.form.by_verb) != 1 or any(self.form.closed()):
            return ""
        ((verb, ways),) = self.form.by_verb.items()
        who = {value for way in ways if way.fields for value in way.fields[0].values}
        tokens = [token.removesuffix(",") for token in _tokens(_COLONS.sub("", row.replace("、", " ")))]
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
        led = not isinstance(self.form, Orders) or len(made) < 2
        if '"' in first or "=" in first or (led and not _is_word(first)):
            return self._keyed(tokens, made)
        if isinstance(self.form, Orders) and not led:
            return self._argument(tokens, made, self.form.by_verb.get(name_of(made[0]), ()))
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
        return first in _SMALL_WORDS or (first in _BEFORE_NAMES and rest[0] in able)

    def _refuse_nobody(self, tokens: Sequence[str], made: Sequence[str]) -> None:
        """Raises Malformed where an order begins with a name that nobody has, and says who it may name."""
        run = [*takewhile(self._names_something, self.values.run(tokens))] or [tokens[0]]
        if able := self._able(made):
            raise nobody(1, " ".join(run), made[0], [self._named(value) for value in able])
        if len(run) > 1:
            raise unclear(1, " ".join(run))

    def _able(self, made: Sequence[str], key: str = "") -> dict[str, None]:
        """Whom an order of so many words can name: first, or as this argument."""
        ways = self.form.by_verb.get(name_of(made[0]), ()) if isinstance(self.form, Orders) and made else ()
        fields = ([one for one in way.fields if one.name == key] if key else way.fields[:1] for way in ways)
        return dict.fromkeys(value for some in fields for field in some for value in field.values)

    def _names_something(self, word: str) -> bool:
        """Whether a word may be a part of a name, and says not what follows it."""
        return word.casefold() not in _LEADS and not self.keys.exactly(word)

    def _argument(self, tokens: Sequence[str], made: Sequence[str], ways: Sequence[Way]) -> tuple[str, int]:
        """An argument without its sign: ``name value``, or the value alone where it can be for one argument alone. A
        path is led on by ``to`` as well. Raises Malformed for what may be for several.
        """
        names = dict.fromkeys(field.name for way in ways for field in way.fields[1:])
        paths = dict.fromkeys(field.name for way in ways for field in way.fields if field.walk is not None)
        key = self._key(tokens[0])
        following = self._key(tokens[1]) if len(tokens) > 2 else ""
        if following in names and (following == key or tokens[0].casefold() in _BEFORE_NAMES):
            return "", 1
        if key not in names and tokens[0].casefold() in _LEADS and len(paths) == 1:
            (key,) = paths
        first = tokens[0].casefold()
        if key not in names and len(tokens) > 1 and not self.values.exactly(first):
            if first in _LEADS:
                raise stray(1, tokens[0], made[0], names)
            if first in _SMALL_WORDS:
                return "", 1
        if key in names and len(tokens) > 1 and "=" not in tokens[1]:
            said, taken = self._keyed([f"{key}={tokens[1]}", *tokens[2:]], made)
            return said, taken + 1
        said, taken = self._keyed([f"={tokens[0]}", *tokens[1:]], made)
        values = frozenset(said.removeprefix("=").split(","))
        fitting = dict.fromkeys(one.name for way in ways for one in way.fields[1:] if values <= self._taken_by(one))
        only = names if len(names) == 1 else fitting
        if len(only) == 1 and key not in names:
            return f"{next(iter(only))}{said}", taken
        raise stray(1, tokens[0], made[0], names)

    def _key(self, token: str) -> str:
        """The argument that a word names: by its own name, or as the one whose name ends with it, like `round`."""
        if "=" in token or '"' in token:
            return ""
        found = self.keys.exactly(token)
        inside = [] if found or self.values.exactly(token) else self.keys.inside(token)
        return inside[0] if len(inside) == 1 else found

    def _taken_by(self, field: Field) -> frozenset[str]:
        """The values that an argument may take, or the places of its path."""
        if field.walk is None or not isinstance(self.form, Orders):
            return frozenset(field.values)
        return frozenset(self.form.charts()[field.walk.chart].ways)

    def _keyed(self, tokens: Sequence[str], made: Sequence[str]) -> tuple[str, int]:
        """``name=value,value`` or ``value,value``, each of them whole, and of how many tokens it is made."""
        key, equal, rest = tokens[0].partition("=")
        if not equal:
            key, rest = "", tokens[0]
        name = self.keys.meant(key)[0] if key and len(self.keys.meant(key)) == 1 else key
        if '"' in rest:
            return f"{name}={rest}" if equal else rest, 1
        among, words = self._able(made, name) if name or not equal else {}, [rest, *tokens[1:]]
        if equal and rest and (found := self._list(words, among)) is not None:
            return f"{name}={found[0]}", found[1]
        if equal and rest and _is_word(rest):
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
            if not _is_word(token.replace(",", "")):
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

    def nearest(self, row: str) -> tuple[Text, ...]:
        """The names that come nearest to the words that mean nothing, or to a few of them together."""
        found: dict[str, None] = {}
        tokens = _tokens(row)[: MOST_UNKNOWN * 4]
        if tokens and isinstance(self.form, Orders | RulePlan):
            self._looks_up(tokens[0], self.verbs, found)
            tokens = tokens[1:] if self.verbs.meant(tokens[0]) or isinstance(self.form, RulePlan) else []
        while tokens:
            tokens = tokens[self._near(tokens, found) :]
        return tuple(Text(*(self.labels(word).get(language) for language in LANGUAGES)) for word in found)

    def _near(self, tokens: Sequence[str], found: dict[str, None]) -> int:
        """Adds what comes nearest to the first of the tokens, and says how many of them have been looked at."""
        tokens = [token.removesuffix(",") for token in tokens]
        *words, last = tokens[0].rpartition("=")[2].split(",")[:MOST_UNKNOWN]
        run = self.values.run([last, *tokens[1:]], meant=True)
        together = self.values.run([*takewhile(self._names_something, [last, *tokens[1:]])])
        if not run and len(together) > 1 and self._looks_up(" ".join(together), self.values, found):
            run = together
        for word in words if run else (*words, last):
            self._looks_up(word, self.values, found)
        return max(len(run), 1)

    def _looks_up(self, word: str, known: "_Dictionary", found: dict[str, None]) -> bool:
        """Adds what comes nearest to a word that means nothing; whether anything does."""
        if not self.is_unknown(word, known) or len(found) >= MOST_UNKNOWN:
            return False
        self.looked_up.add(word)
        near = known.near(word)
        found |= dict.fromkeys(near)
        return bool(near)

    def is_unknown(self, word: str, known: "_Dictionary") -> bool:
        """Whether a word means nothing, and is to be compared with what does."""
        if not word or _SHORT_NUMBER.fullmatch(word):
            return False
        if word not in self.looked_up and len(self.looked_up) >= MOST_LOOKED_UP:
            return False
        return not (known.meant(word) or self.values.meant(word) or self.keys.exactly(word))


def _is_word(token: str) -> bool:
    return not any(letter in token for letter in ',="')


def _tokens(row: str) -> list[str]:
    return [match[1] or match[3] for match in _upto_comment(row)]


def _closed_up(tokens: Sequence[str], begins: Callable[[str], bool]) -> list[str]:
    """Lists with blanks about their commas as one token; a comma before ``name=`` says nothing, nor one before a word
    that `begins` an argument.
    """
    made: list[str] = []
    for token in tokens:
        if not made or not (made[-1].endswith(",") or token.startswith(",")):
            made.append(token)
        elif "=" in token or (len(made) > 1 and begins(token.removeprefix(","))):
            made[-1] = made[-1].removesuffix(",")
            made.append(token.removeprefix(","))
        else:
            made[-1] = f"{made[-1].removesuffix(',')},{token.removeprefix(',')}"
    return made


class _Dictionary:
    """Words by how they are spelled, so that beginnings are found."""

    def __init__(self, spellings: Iterable[tuple[str, str]], *, inner: bool = False) -> None:
        self.inner = inner
        self._meanings: dict[str, dict[str, None]] = {}
        for spelling, word in spellings:
            if plain := _plain(spelling):
                self._meanings.setdefault(plain, {})[word] = None
        self._sorted = sorted(self._meanings)
        self._widest = max((spelling.count(" ") + 1 for spelling in self._sorted), default=1)

    def meant(self, spelling: str) -> list[str]:
        """The words that are spelled so, or else begin so."""
        plain = _plain(spelling)
        if plain in self._meanings:
            return list(self._meanings[plain])
        if not _can_begin(plain):
            return []
        begun = f"{plain} " if plain[-1].isdigit() else plain
        found: dict[str, None] = {}
        for at in range(bisect_left(self._sorted, begun), len(self._sorted)):
            if not self._sorted[at].startswith(begun):
                break
            found |= self._meanings[self._sorted[at]]
        return list(found or self._within(plain) or self._of_one(plain))

    def _of_one(self, plain: str) -> list[str]:
        """What several are called by the name of one: `merchants` for Merchant vessels."""
        one = plain.removesuffix("s")
        several = self.inner and one != plain and len(one) >= _LEAST_OF_MANY and not one.endswith("s")
        return [*(self._meanings.get(one, {}) or self._within(one))] if several else []

    def _within(self, plain: str) -> dict[str, None]:
        """The words in whose names this stands whole, though not at their beginning: `Hipper` for Admiral Hipper."""
        inside = f" {plain} "
        names = (one for one in self._sorted if self.inner and plain.isalpha() and inside in f" {one} ")
        return {word: None for name in names for word in self._meanings[name]}

    def exactly(self, spelling: str) -> str:
        """The one word that is spelled so; empty for none, or for several."""
        found = self._meanings.get(_plain(spelling), {})
        return next(iter(found)) if len(found) == 1 else ""

    def run(self, tokens: Sequence[str], *, meant: bool = False) -> list[str]:
        """The tokens that could be one name together; of those that are, or begin, one (`meant`) the most, or none."""
        words = list(takewhile(_is_word, tokens[: self._widest]))
        counts = range(len(words), 1, -1) if meant else ()
        return next((words[:count] for count in counts if self.meant(" ".join(words[:count]))), [] if meant else words)

    def inside(self, spelling: str) -> list[str]:
        """The words whose names of several words end with this one."""
        plain = _plain(spelling)
        names = (one for one in self._sorted if plain.isalpha() and one.endswith(f" {plain}"))
        return list(dict.fromkeys(word for name in names for word in self._meanings[name]))

    def whole(self, spelling: str, among: Container[str] = ()) -> str:
        """The one word that is meant; empty for none. Raises Malformed where it may be several: of things that are no
        places the one is meant that is `among` these.
        """
        found = self.meant(spelling)
        if len(found) > 1:
            possible = [] if any(one[0].isdigit() for one in found) else [one for one in found if one in among]
            if len(possible) != 1:
                raise _several(spelling, possible or found)
            found = possible
        return found[0] if found else ""

    def longest(self, tokens: Sequence[str], *, commas: bool = False, among: Container[str] = ()) -> tuple[str, int]:
        """The word that as many of the tokens as possible stand for, and how many. Raises Malformed for several.

        With `commas` one may stand behind a token, for a name that has one; `among` as in `whole`.
        """
        for count in range(min(self._widest, len(tokens)), 1, -1):
            run = [token.removesuffix(",") for token in tokens[:count]] if commas else tokens[:count]
            if all(map(_is_word, run)) and len(found := self.meant(" ".join(run))) == 1:
                return found[0], count
        return self.whole(tokens[0], among), 1

    def near(self, spelling: str) -> list[str]:
        """The words that a slip of the pen may have meant."""
        plain = _plain(spelling[:LONGEST_WORD])
        close = [one for one in self._sorted if abs(len(one) - len(plain)) <= 3][:MOST_COMPARED]
        return [next(iter(self._meanings[one])) for one in get_close_matches(plain, close, 3, 0.6)]


_AFTER_WORD = re.compile(r",(?=\s|$)")
_BETWEEN = re.compile(r"[_.\-\u2010-\u2015\u2212・]+")


def _plain(spelling: str) -> str:
    """How a word is compared: without case, width, underscores, points, hyphens and dashes of any length."""
    flat = _AFTER_WORD.sub("", unicodedata.normalize("NFKC", spelling[:200]).casefold())
    if not flat.isascii():
        flat = _without_marks(flat)
    return " ".join(_BETWEEN.sub(" ", flat).split())


_LATIN = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})
_MARKS = re.compile("[\u0300-\u036f]")
"""What stands above and below letters of Europe; those of Japan are another's."""


def _without_marks(flat: str) -> str:
    """Letters of Europe as they are written where keyboards have no others: Tromso for Tromsø."""
    bare = _MARKS.sub("", unicodedata.normalize("NFD", flat.translate(_LATIN)))
    return unicodedata.normalize("NFC", bare)


def _can_begin(plain: str) -> bool:
    """Whether a word may be the beginning of another: a bare number never is, and what ends in one may only go on with
    another word, since else it may be a number cut short.
    """
    if not plain or plain.isdigit():
        return False
    return len(plain) > 1 or not plain.isascii()


def _several(spelling: str, found: Sequence[str]) -> Malformed:
    written = ", ".join(map(name_of, found[:8]))
    return malformed(
        "",
        f"{shown(spelling)!r} may be {written}: write which.",
        f"「{shown(spelling)}」は {written} のどれかです。区別して書いてください。",
        "ambiguous",
    )
