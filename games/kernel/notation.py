"""The text notation: one order a line, `verb argument key=value …`; `#` starts a comment; case does not matter.

The same in mail, REST and on the command line. A value is one word; several values are joined by commas. Only a
value in double quotation marks is taken as it stands, as in JSON: `text="Gone to Pola"`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from games.kernel.errors import Malformed, Problem, malformed, refuse_unfit
from games.kernel.text import LANGUAGES, Text, shown

MAX_LINES = 400
MAX_LINE = 2000
PASS_WORDS = ("pass", "none", "-")

_WORD = re.compile(r"""([^\s=#"]+=)("(?:[^"\\]|\\.)*")(?=[\s#]|$)|(#.*)|([^\s#]+)""")
"""A quoted value with its key, a comment, or a word."""


class Line(NamedTuple):
    """One order as written: its place in the text (from 1), verb, bare words and named values.

    In small letters, but for values in quotation marks.
    """

    number: int
    verb: str
    words: tuple[str, ...]
    named: dict[str, str]


def is_plain(value: str) -> bool:
    """Whether an id can stand in the notation as one word and be read back as it was."""
    return (
        bool(value)
        and value.isprintable()
        and value == value.casefold()
        and not any(letter in " =#," for letter in value)
    )


def name_of(word: str) -> str:
    """The verb or field that a word of the notation means: `as-planned` and `as_planned` are one."""
    return word.replace("-", "_")


def as_verb(word: str) -> str:
    """A verb as the notation writes it."""
    return word.replace("_", "-")


def write_line(verb: str, /, *words: str, **named: str) -> str:
    """One order in the notation."""
    values = (f"{key}={value if _is_bare(value) else quoted(value)}" for key, value in named.items())
    return " ".join([as_verb(verb), *words, *values])


def quoted(text: str) -> str:
    """A text as a value that is read back as it was."""
    return json.dumps(text, ensure_ascii=False)


def _is_bare(value: str) -> bool:
    """Whether a value means the same without quotation marks."""
    return value == value.casefold() and value.split() == [value] and not any(letter in '"#' for letter in value)


def read_lines(text: str) -> list[Line]:
    """The orders in a text, in the order of writing. Raises Malformed for each line that is none.

    Comments count, too: control and bidirectional characters make a line look like another.
    """
    refuse_unfit("", text, lines=True)
    lines: list[Line] = []
    wrong: list[Problem] = []
    for number, content in _contents(text):
        try:
            lines.append(_read_line(number, content))
        except Malformed as error:
            wrong.extend(error.problems)
    if wrong:
        raise Malformed(*wrong)
    return lines


def refuse_long(text: str) -> None:
    """Raise Malformed for a text of too many lines, or with too long a line."""
    lines = text.splitlines()
    if len(lines) > MAX_LINES or any(len(line) > MAX_LINE for line in lines):
        raise malformed("", "The text is too long.", "テキストが長すぎます。", "too_large")


def _contents(text: str) -> Iterator[tuple[int, str]]:
    refuse_long(text)
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if content and not content.startswith("#"):
            yield number, content


def unclear(number: int, word: str) -> Malformed:
    """The refusal of a word that means nothing where it stands."""
    word = shown(word)
    return malformed("", f"Line {number}: {word!r} is unclear.", f"{number}行目: 「{word}」が不明です。", "notation")


def twice_said(number: int, key: str, one: str, other: str) -> Malformed:
    """The refusal of an argument that has two values, where it takes one or a list with commas."""
    key, one, other = shown(key), shown(one), shown(other)
    return malformed(
        "",
        f"Line {number}: `{key}` is said twice, '{one}' and '{other}': write one of them, or a list with commas.",
        f"{number}行目: 「{key}」が「{one}」と「{other}」の2回書かれています。1つにするか、「,」で並べてください。",
        "notation",
    )


def no_order(number: int, verb: str, verbs: Iterable[str], names: Mapping[str, Text] = {}) -> Malformed:
    """The refusal of a line that begins with none of these verbs; in Japanese with their names, if these are given."""
    verb = shown(verb)
    known = _verbs(verbs, names)
    return malformed(
        "",
        f"Line {number}: {verb!r} begins no order here; these words do: {known.en}.",
        f"{number}行目: 「{verb}」で始まる命令はここでは出せません。始められる語: {known.ja}。",
        "notation",
    )


def undone(number: int, who: Text, verbs: Iterable[str], names: Mapping[str, Text] = {}) -> Malformed:
    """The refusal of a line that begins with somebody to whom these verbs can be said, and says none of them."""
    known = _verbs(verbs, names)
    return malformed(
        "",
        f"Line {number}: it is not clear what '{who.en}' is to do; these words can say it: {known.en}.",
        f"{number}行目: 「{who.ja}」に何をさせるか不明です。使える語: {known.ja}。",
        "notation",
    )


def _verbs(verbs: Iterable[str], names: Mapping[str, Text]) -> Text:
    """The verbs as the notation writes them, in Japanese with their names, if these are given."""
    known = sorted(map(as_verb, verbs)) or ["pass"]
    called = {one: names[name_of(one)].ja for one in known if name_of(one) in names}
    en = ", ".join(f"`{one}`" for one in known)
    return Text(
        en, ", ".join(f"`{one}`" + (f"（{called[one]}）" if called.get(one, one) != one else "") for one in known)
    )


MOST_ABLE = 8
"""So many of those who can be named are."""


def nobody(number: int, word: str, verb: str, able: Sequence[Text]) -> Malformed:
    """The refusal of a name that nobody has whom an order can name: who they are."""
    word, said = shown(word), one_of(able)
    return malformed(
        "",
        f"Line {number}: {word!r} is nothing that `{verb}` can name now; possible: {said.en}.",
        f"{number}行目: 「{word}」は「{verb}」で指定できません(指定できるのは{said.ja})。",
        "notation",
    )


def one_of(able: Sequence[Text]) -> Text:
    """The names of what is possible, the first of many."""
    more = len(able) - MOST_ABLE
    en = ", ".join(f"'{one.en}'" for one in able[:MOST_ABLE]) + (f" and {more} more" if more > 0 else "")
    return Text(en, "".join(f"「{one.ja}」" for one in able[:MOST_ABLE]) + (f"ほか{more}" if more > 0 else ""))


def stray(number: int, word: str, verb: str, keys: Iterable[str]) -> Malformed:
    """The refusal of a word of which nothing says what it is for: behind the first all are written as `key=value`."""
    word, named = shown(word), ", ".join(f"{one}=…" for one in keys)
    en = f"each word is written as one of {named}" if named else "nothing more is written"
    ja = f"後は {named} の形で書いてください" if named else "後には何も書けません"
    return malformed(
        "",
        f"Line {number}: what is {word!r} for? Behind `{verb} …` {en}.",
        f"{number}行目: 「{word}」が何を指すか不明です。「{verb} …」の{ja}。",
        "notation",
    )


_NUMBER = re.compile(r"^(?:Line 1: |1行目: )")


def alone(problem: Problem) -> Problem:
    """A problem of a text that is one line, without its number."""
    said = problem.message
    if not _NUMBER.match(said.en):
        return problem
    en, ja = (_NUMBER.sub("", said.get(language)) for language in LANGUAGES)
    return msgspec.structs.replace(problem, message=Text(en[:1].upper() + en[1:], ja))


def _read_line(number: int, content: str) -> Line:
    verb = ""
    words: list[str] = []
    named: dict[str, str] = {}
    for key, text, comment, word in _WORD.findall(content):
        if comment:
            break
        if not verb:
            verb = (key + text + word).casefold()
        elif key:
            _name(named, number, key[:-1].casefold(), _unquoted(number, text))
        elif "=" in word:
            name, _, value = word.casefold().partition("=")
            _name(named, number, name, value if not value.startswith('"') else "")
        else:
            words.append(word.casefold())
    return Line(number, verb, tuple(words), named)


def _name(named: dict[str, str], number: int, key: str, value: str) -> None:
    if key and value and key in named:
        raise twice_said(number, key, named[key], value)
    if not key or not value:
        raise unclear(number, f"{key}={value}")
    named[key] = value


def _unquoted(number: int, text: str) -> str:
    """The text in quotation marks. Raises Malformed for what JSON does not know."""
    try:
        return str(json.loads(text))
    except ValueError as error:
        raise unclear(number, text) from error


def _one_line(text: str) -> Line:
    lines = read_lines(text)
    if len(lines) != 1:
        raise malformed("", "Write exactly one order line.", "命令は1行だけ書いてください。", "notation")
    return lines[0]


def _unknown(line: Line, expected: str) -> Malformed:
    return malformed(
        "",
        f"Line {line.number}: write `{expected} …`, with words out of the list of what can be chosen.",
        f"{line.number}行目: 選択肢の語を使って「{expected} …」と書いてください。",
        "notation",
    )


def single_word(text: str, verb: str) -> str:
    """The word of a text that is `verb word`, or just the word."""
    line = _one_line(text)
    if line.verb == verb and len(line.words) == 1 and not line.named:
        return line.words[0]
    if not line.words and not line.named:
        return line.verb
    raise _unknown(line, verb)


def word_or_pass(text: str) -> str | None:
    """As `single_word`, but `pass` means none."""
    word = single_word(text, "choose")
    return None if word in PASS_WORDS else word


def word_list(text: str, verb: str) -> list[str]:
    """The words of a text that is `verb word word …`; `pass` means none."""
    line = _one_line(text)
    if line.named:
        raise _unknown(line, verb)
    if line.verb in PASS_WORDS and not line.words:
        return []
    if line.verb != verb:
        raise _unknown(line, verb)
    return list(line.words)


def shares(text: str) -> dict[str, Any]:
    """The amounts of a text that is `share key=amount …`; what is no number stays a text for the form to refuse."""
    line = _one_line(text)
    if line.verb != "share" or line.words:
        raise _unknown(line, "share")
    return {key: int(value) if _is_amount(value) else value for key, value in line.named.items()}


def _is_amount(value: str) -> bool:
    return value.isdecimal() and len(value) < 10
