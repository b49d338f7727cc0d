"""The text notation: one order per line, `verb argument key=value …`; `#` starts a comment; case is ignored.

It is the same in e-mail, REST and on the command line. A value is one word; commas join several values. A value in
double quotation marks is taken literally, as in JSON: `text="Gone to Pola"`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from games.kernel.errors import Malformed, Problem, malformed, refuse_forbidden_characters
from games.kernel.text import Text, and_more, quote_all, sanitized

MAX_LINES = 400
MAX_LINE = 2000
PASS_WORDS = ("pass", "none", "-")

_WORD = re.compile(r"""([^\s=#"]+=)("(?:[^"\\]|\\.)*")(?=[\s#]|$)|(#.*)|([^\s#]+)""")
"""Matches a quoted value with its key, a comment, or a word."""


class Line(NamedTuple):
    """One parsed order: its line number in the text (from 1), verb, words without a key, and values by key.

    All are in lower case, except quoted values.
    """

    number: int
    verb: str
    words: tuple[str, ...]
    named: dict[str, str]


def is_single_word(value: str) -> bool:
    """Return True if an id can appear in the notation as one word and be read back unchanged."""
    return (
        bool(value)
        and value.isprintable()
        and value == value.casefold()
        and not any(letter in " =#," for letter in value)
    )


def normalize_name(word: str) -> str:
    """Return a verb or field name as forms have it: with "_" for "-", so that `as-planned` equals `as_planned`."""
    return word.replace("-", "_")


def display_verb(word: str) -> str:
    """Return a verb as the notation writes it: with "-" for "_"."""
    return word.replace("_", "-")


def write_line(verb: str, /, *words: str, **named: str) -> str:
    """Return one order in the notation: the verb, then `words`, then the values in `named` as ``key=value``."""
    values = (f"{key}={value if _is_bare(value) else quote(value)}" for key, value in named.items())
    return " ".join([display_verb(verb), *words, *values])


def quote(text: str) -> str:
    """Return a text as a quoted value that is read back unchanged."""
    return json.dumps(text, ensure_ascii=False)


def _is_bare(value: str) -> bool:
    """Return True if a value needs no quotation marks, even at the end of a sentence or of an e-mail's line."""
    if value != value.casefold() or value.split() != [value] or any(letter in '"#' for letter in value):
        return False
    plain = all(letter.isascii() or letter.isalnum() for letter in value)
    return plain and (value[-1].isalnum() or value[-1] in "_-+" or value.endswith(".."))


def read_lines(text: str) -> list[Line]:
    """Return the orders in a text, line by line. Raises Malformed with a problem for each line that is no order.

    Comments are checked too: control and bidirectional characters can disguise a line.
    """
    refuse_forbidden_characters("", text, allow_lines=True)
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


def is_pass(line: Line) -> bool:
    """Return True if a line only says that there are no orders."""
    return line.verb in PASS_WORDS and not line.words and not line.named


def check_length(text: str) -> None:
    """Raise Malformed for a text with too many lines, or with too long a line."""
    lines = text.splitlines()
    if len(lines) > MAX_LINES or any(len(line) > MAX_LINE for line in lines):
        raise malformed("", "The text is too long.", "テキストが長すぎます。", "too_large")


def _contents(text: str) -> Iterator[tuple[int, str]]:
    check_length(text)
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if content and not content.startswith("#"):
            yield number, content


def unclear_word(number: int, word: str) -> Malformed:
    """Return the refusal of a word that has no meaning at its place in line `number`."""
    word = sanitized(word)
    return malformed(
        "",
        "Line {number}: {word!r} is unclear.",
        "{number}行目：「{word}」が不明です。",
        "notation",
        number=number,
        word=word,
    )


def invalid_number(number: int, key: str, value: str) -> Malformed:
    """Return the refusal of a condition that is neither a number nor a range of numbers.

    `number`: the number of the order's line. `key`: the fact that the condition names.
    """
    key, value = sanitized(key), sanitized(value)
    return malformed(
        "",
        "Line {number}: {key}: '{value}' is no number, and no range like 3..7.",
        "{number}行目：{key}：「{value}」は数でも 3..7 のような範囲でもありません。",
        "notation",
        number=number,
        key=key,
        value=value,
    )


def unfinished_line(number: int, word: str) -> Malformed:
    """Return the refusal of line `number`: it ends with `word`, after which something is missing."""
    word = sanitized(word)
    return malformed(
        "",
        "Line {number}: nothing follows `{word}`.",
        "{number}行目：「{word}」の後に何もありません。",
        "notation",
        number=number,
        word=word,
    )


def repeated_argument(number: int, key: str, first_value: str, second_value: str) -> Malformed:
    """Return the refusal of an argument that occurs twice in a line: it takes one value, or a list with commas.

    `number`: the number of the order's line. `key`: the name of the argument.
    """
    key, first_value, second_value = sanitized(key), sanitized(first_value), sanitized(second_value)
    return malformed(
        "",
        "Line {number}: `{key}` is said twice, '{first_value}' and '{second_value}': "
        "write one of them, or a list with commas.",
        "{number}行目：「{key}」が「{first_value}」と「{second_value}」の2回書かれています。"
        "1つにするか、「,」で並べてください。",
        "notation",
        number=number,
        key=key,
        first_value=first_value,
        second_value=second_value,
    )


def unplaced_value(number: int, word: str, key: str, value: str) -> Malformed:
    """Return the refusal of `word`: it fits only the argument `key`, and this argument already has `value`.

    `number`: the number of the order's line.
    """
    word, key, value = sanitized(word), sanitized(key), sanitized(value)
    return malformed(
        "",
        "Line {number}: '{word}' does not fit: `{key}` is already '{value}'. Write one order a line.",
        "{number}行目：「{word}」が何を指すか不明です。「{key}」はすでに「{value}」です。",
        "notation",
        number=number,
        word=word,
        key=key,
        value=value,
    )


def pass_not_alone(number: int) -> Malformed:
    """Return the refusal of a line that says "no orders", but has other words or orders beside it."""
    return malformed(
        "",
        "Line {number}: `pass` means no orders, and stands alone.",
        "{number}行目：「pass」は命令なしの意味です。単独で書いてください。",
        "notation",
        number=number,
    )


def unknown_verb(number: int, verb: str, verbs: Iterable[str], names: Mapping[str, Text] = {}) -> Malformed:
    """Return the refusal of a line that begins with `verb`, which is none of `verbs`.

    The refusal lists `verbs`, in Japanese with their `names`. `number`: the number of the line.
    """
    verb = sanitized(verb)
    known = _verbs(verbs, names)
    return malformed(
        "",
        "Line {number}: {verb!r} begins no order here; these words do: {known}.",
        "{number}行目：「{verb}」で始まる命令はここでは出せません。始められる語：{known}。",
        "notation",
        number=number,
        verb=verb,
        known=known,
    )


def not_two(number: int, names: Sequence[Text]) -> Malformed:
    """Return the refusal of an ambiguous `both`: not two, but all of `names` can act here."""
    said = list_candidates(names)
    return malformed(
        "",
        "Line {number}: 'both' are two, but {names} can act here: {said}. Name the two.",
        "{number}行目：ここで命令できるのは{names}です（{said}）。どの2つか名前で書いてください。",
        "notation",
        number=number,
        names=len(names),
        said=said,
    )


def missing_verb(number: int, who: Text, verbs: Iterable[str], names: Mapping[str, Text] = {}) -> Malformed:
    """Return the refusal of line `number`: it begins with the unit named `who` but has no verb.

    The refusal lists `verbs`, which the unit can carry out; in Japanese with their `names`.
    """
    known = _verbs(verbs, names)
    return malformed(
        "",
        "Line {number}: it is not clear what '{who}' is to do; these words can say it: {known}.",
        "{number}行目：「{who}」に何をさせるか不明です。使える語：{known}。",
        "notation",
        number=number,
        who=who,
        known=known,
    )


def _verbs(verbs: Iterable[str], names: Mapping[str, Text]) -> Text:
    """Return a list of verbs as the notation writes them; in Japanese with those of `names` that are given."""
    known = sorted(map(display_verb, verbs)) or ["pass"]
    called = {one: names[normalize_name(one)].ja for one in known if normalize_name(one) in names}
    en = ", ".join(f"`{one}`" for one in known)
    return Text(
        en, ", ".join(f"`{one}`" + (f"（{called[one]}）" if called.get(one, one) != one else "") for one in known)
    )


MOST_ABLE = 8
"""The largest number of possible subjects that a refusal lists."""


def unknown_subject(number: int, word: str, verb: str, candidates: Sequence[Text]) -> Malformed:
    """Return the refusal of a word that names no unit which can be the subject of the verb.

    The refusal lists `candidates`, the names of the units that can.
    """
    word, said = sanitized(word), list_candidates(candidates)
    return malformed(
        "",
        "Line {number}: {word!r} is nothing that `{verb}` can name now; possible: {said}.",
        "{number}行目：「{word}」は「{verb}」で指定できません（指定できるのは{said}）。",
        "notation",
        number=number,
        word=word,
        verb=verb,
        said=said,
    )


def list_candidates(candidates: Sequence[Text]) -> Text:
    """Return the names of the possible values as a list; of many, the first ones and the number of the others."""
    more = len(candidates) - MOST_ABLE
    return and_more(quote_all(candidates[:MOST_ABLE]), more)


def unplaced_word(number: int, word: str, verb: str, keys: Iterable[str]) -> Malformed:
    """Return the refusal of a word that belongs to no argument: all words but the first must be `key=value`."""
    word, named = sanitized(word), ", ".join(f"{one}=…" for one in keys)
    form = Text("write each word as one of {named}", "後は {named} の形で書いてください").format(named=named)
    return malformed(
        "",
        "Line {number}: {word!r} does not fit. After `{verb} …`, {form}.",
        "{number}行目：「{word}」が何を指すか不明です。「{verb} …」の{form}。",
        "notation",
        number=number,
        word=word,
        verb=verb,
        form=form if named else Text("write nothing more", "後には何も書けません"),
    )


_LINE_ONE = Text("Line {number}: ", "{number}行目：").format(number=1)
"""The beginning of every message about line 1, in every language."""


def without_line_number(problem: Problem) -> Problem:
    """Return a problem without "Line 1:" at the beginning of its message, for an answer of a single line."""
    said = problem.message
    if not said.en.startswith(_LINE_ONE.en):
        return problem

    def bare(language: str) -> str:
        text = said.get(language).removeprefix(_LINE_ONE.get(language))
        return text if language == "ja" else text[:1].upper() + text[1:]

    return msgspec.structs.replace(problem, message=Text.each(bare))


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
        raise repeated_argument(number, key, named[key], value)
    if key and not value:
        raise unfinished_line(number, f"{key}=")
    if not key or not value:
        raise unclear_word(number, f"{key}={value}")
    named[key] = value


def _unquoted(number: int, text: str) -> str:
    """Return the text in quotation marks. Raises Malformed for invalid JSON."""
    try:
        return str(json.loads(text))
    except ValueError as error:
        raise unclear_word(number, text) from error


def _one_line(text: str) -> Line:
    lines = read_lines(text)
    if len(lines) != 1:
        raise malformed("", "Write exactly one order line.", "命令は1行だけ書いてください。", "notation")
    return lines[0]


def _unknown(line: Line, expected: str) -> Malformed:
    return malformed(
        "",
        "Line {number}: write `{expected} …`, with words out of the list of what can be chosen.",
        "{number}行目：選択肢の語を使って「{expected} …」と書いてください。",
        "notation",
        number=line.number,
        expected=expected,
    )


def parse_single_word(text: str, verb: str) -> str:
    """Return the word after the verb, or the only word, of a text. Raises Malformed for any other text."""
    line = _one_line(text)
    if line.verb == verb and len(line.words) == 1 and not line.named:
        return line.words[0]
    if not line.words and not line.named:
        return line.verb
    raise _unknown(line, verb)


def parse_word_or_pass(text: str) -> str | None:
    """Return the word after ``choose``, or the only word, of a text; return None for ``pass``."""
    word = parse_single_word(text, "choose")
    return None if word in PASS_WORDS else word


def parse_word_list(text: str, verb: str) -> list[str]:
    """Return the words after the verb from a text of the form `verb word word …`; no words for ``pass``."""
    line = _one_line(text)
    if line.named:
        raise _unknown(line, verb)
    if line.verb in PASS_WORDS and not line.words:
        return []
    if line.verb != verb:
        raise _unknown(line, verb)
    return list(line.words)


def parse_shares(text: str) -> dict[str, Any]:
    """Return the amounts by key from a text of the form `share key=amount …`.

    An amount that is no number stays a text, which the form refuses.
    """
    line = _one_line(text)
    if line.verb != "share" or line.words:
        raise _unknown(line, "share")
    return {key: int(value) if _is_amount(value) else value for key, value in line.named.items()}


def _is_amount(value: str) -> bool:
    return value.isdecimal() and len(value) < 10
