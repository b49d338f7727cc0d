"""Replace names of things by ids in orders, and ids by names in refusals and previews.

Both directions use only the form and the title's labels: they reveal nothing that the form does not.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from games.kernel.catalogues import WRITTEN
from games.kernel.drafts import Preview, PreviewLine
from games.kernel.errors import Illegal, Malformed, Problem, malformed
from games.kernel.forms import Form, Share
from games.kernel.notation import PASS_WORDS, check_length
from games.kernel.text import Labels, Text, sanitized
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

_KEPT = re.compile(r'("(?:[^"\\]|\\.)*(?:"|\\?$)|#.*)')
"""Quoted texts and comments, in which no names are replaced. A quotation that is not closed extends to the end of the
line, so that a line of quotation marks is scanned once, not again from each mark.
"""
_VERB = re.compile(r"\s*\S+")
_VERBS = frozenset({*PASS_WORDS, "choose", "arrange", "share"})
_ID = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?:\.[0-9]+)?|(?<=['「])[0-9]+(?:\.[a-z]+)?(?=['」])")
"""An id; a copy has a number after a dot. An id that begins with a digit counts only in quotation marks."""
_SENTENCES = frozenset({"no", "yes", "all", "any", "none", "one", "once", "never", "always", "not"})
"""Words of ordinary sentences: they are ids only in quotation marks, even if a value has this id."""
_GAP = re.compile(r"\s+")
_MOST_MEANT = 8
"""The maximum number of candidates that the refusal of an ambiguous name lists."""
_SIGNS = str.maketrans({"‘": "'", "’": "'", "‚": "'", "–": "-", "—": "-", "―": "-", "−": "-"})


def normalize_signs(text: str) -> str:
    """Return a text with ASCII characters for full-width characters, dashes and curly single quotation marks."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text.translate(_SIGNS)).replace("...", "…")


class Names(dict[str, tuple[str, ...]]):
    """The names of a form's things in lower case, each with the ids that it may mean."""

    @cached_property
    def by_first(self) -> dict[str, list[tuple[str, list[str]]]]:
        """By first word: pairs of a whole name and its other words, all in lower case and the words without commas."""
        found: dict[str, list[tuple[str, list[str]]]] = {}
        for name in self:
            first, *others = (word.removesuffix(",").lower() for word in name.split())
            found.setdefault(first, []).append((name, others))
        return found


def replace_names(
    text: str,
    form: Form[Any],
    labels: Labels,
    names: Names | None = None,
    count: Callable[[int], None] | None = None,
) -> str:
    """Return a text in the notation with ids in place of the complete names of things, in any language.

    Ids stay unchanged. `names` are the names of the form, if the caller has them already; `count` is called with the
    number of names that the text is searched for, so that the caller can limit the work. Raises Malformed for an
    ambiguous name, and for a text that is too long.
    """
    check_length(text)
    names = names_of_form(form, labels) if names is None else names
    likely = _likely(text, names)
    if count is not None:
        count(len(likely))
    if not likely:
        return text
    ends = r"[\s,#=]" if isinstance(form, Share) else r"[\s,#]"
    either = "|".join(r"\s+".join(map(_loosely, name.split())) for name in sorted(likely, key=len, reverse=True))
    pattern = re.compile(rf"(?<![^\s,=])(?:{either})(?=$|{ends})", re.IGNORECASE)
    verbs = isinstance(form, Orders | RulePlan)
    lines = (_line(line, number, pattern, names, verbs) for number, line in enumerate(text.split("\n"), start=1))
    return "\n".join(lines)


def _likely(text: str, names: Names) -> list[str]:
    """Return the names that may occur in the text, because all their words do, ignoring case.

    This fast filter keeps the regular expression short. If the text has a letter that is not ASCII and has a lower and
    an upper case, all names are returned.
    """
    if any(sign.lower() != sign.upper() for sign in text if not sign.isascii()):
        return list(names)
    small = text.lower()
    begun = (names.by_first[first] for first in names.by_first if first in small)
    return [name for some in begun for name, words in some if all(word in small for word in words)]


def names_of_form(form: Form[Any], labels: Labels) -> Names:
    """Return the names of the form's things, in lower case, each with the ids that it may mean.

    Names that are ids or words of the notation are left out. An alias counts only if no other name equals it or begins
    with it.
    """
    ids = dict.fromkeys((*form.values(), *(bar.value for bar in form.unavailable_values() if bar.value)))
    found: dict[str, dict[str, None]] = {}
    besides: dict[str, dict[str, None]] = {}
    for value in ids:
        for language in WRITTEN:
            label = labels(value)
            for said in dict.fromkeys((label.get(language), label.abbreviated(language))):
                for name in _written(said, ids):
                    found.setdefault(name, {})[value] = None
            for name in (name for said in label.aliases(language).split("|") for name in _written(said, ids)):
                besides.setdefault(name, {})[value] = None
    firsts = {name[:at] for name in found for at in range(len(name) + 1) if name[at : at + 1] in ("", " ")}
    found |= {name: values for name, values in besides.items() if name not in firsts}
    return Names({name: tuple(values) for name, values in found.items()})


def _written(said: str, ids: Mapping[str, None]) -> Iterator[str]:
    """Yield the spellings of a name in lower case, except ids and words of the notation."""
    printed = _GAP.sub(" ", said.strip()).casefold()
    for name in (printed, normalize_signs(printed)):
        if name and name not in ids and name not in _VERBS and '"' not in name:
            yield name


def _line(line: str, number: int, pattern: re.Pattern[str], known: Mapping[str, tuple[str, ...]], verbs: bool) -> str:
    """Return a line with ids for the names that `pattern` finds; with `verbs`, the first word stays unchanged.

    `number` is the number of the line for refusals, `known` are the possible ids of each name.
    """

    def meant(match: re.Match[str]) -> str:
        said = _GAP.sub(" ", match[0]).casefold()
        values = known.get(said) or _with_commas(said, known)
        if not values:  # İ and ı pass for an i where letters are compared in either size, and are others
            return match[0]
        if len(values) > 1:
            raise _several(number, match[0], values)
        return values[0]

    head = _VERB.match(line) if verbs else None
    start = head.end() if head else 0
    parts = _KEPT.split(line[start:])
    return line[:start] + "".join(part if at % 2 else pattern.sub(meant, part) for at, part in enumerate(parts))


def _loosely(word: str) -> str:
    """Return a regular expression for a word of a name, in which a comma at the word's end is optional."""
    return re.escape(word.removesuffix(",")) + (",?" if word.endswith(",") else "")


def _with_commas(said: str, known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the ids of a name that was written without its commas; () if the text is no such name."""
    return next((values for name, values in known.items() if name.replace(",", "") == said.replace(",", "")), ())


def _several(number: int, name: str, values: tuple[str, ...]) -> Malformed:
    written = ", ".join((*values[:_MOST_MEANT], *(["…"] if len(values) > _MOST_MEANT else ())))
    return malformed(
        "",
        "Line {number}: {name!r} may be {written}: write which.",
        "{number}行目：「{name}」は {written} のどれかです。区別して書いてください。",
        "ambiguous",
        number=number,
        name=sanitized(name),
        written=written,
    )


def refusal_with_names(error: Malformed | Illegal, form: Form[Any], labels: Labels) -> Malformed | Illegal:
    """Return a refusal whose texts have names in place of the ids of the form's things, in each language."""
    ids = _ids_of(form)
    problems = tuple(_named(problem, ids, labels) for problem in error.problems)
    return type(error)(*problems, detail=None if problems else error.detail)


def preview_with_names(preview: Preview, form: Form[Any], labels: Labels) -> Preview:
    """Return a preview of a draft whose texts have names in place of the ids of the form's things, in each language."""
    if not preview.lines:
        return preview  # collecting the ids of a form is slow
    ids = _ids_of(form)
    return Preview(
        tuple(PreviewLine(one.pointer, one.tone, _text(one.text, ids, labels), one.odds) for one in preview.lines),
        preview.spent,
    )


class IdReplacer:
    """Replaces the ids of a form's things by their names, in sentences of one language.

    The ids are collected once, and the result of each sentence is cached, because a form gives the same reason for many
    things.
    """

    def __init__(self, form: Form[Any], labels: Labels, language: str) -> None:
        self._ids, self._labels, self._language = _ids_of(form), labels, language
        self._done: dict[str, str] = {}

    def replace(self, text: Text) -> str:
        """Return the sentence in this language with names in place of ids."""
        said = text.get(self._language)
        if said not in self._done:
            self._done[said] = "".join(_pieces(said, self._ids, self._labels, self._language))
        return self._done[said]


def _ids_of(form: Form[Any]) -> frozenset[str]:
    return frozenset((*form.values(), *(bar.value for bar in form.unavailable_values())))


def _named(problem: Problem, ids: frozenset[str], labels: Labels) -> Problem:
    return Problem(problem.pointer, problem.code, _text(problem.message, ids, labels), problem.rule)


def _text(message: Text, ids: frozenset[str], labels: Labels) -> Text:
    return Text.each(lambda language: "".join(_pieces(message.get(language), ids, labels, language)))


def _pieces(message: str, ids: frozenset[str], labels: Labels, language: str) -> Iterator[str]:
    """Yield the pieces of a message, with names in place of ids.

    In texts that are not Japanese, an ordinary word stays unchanged even if it equals an id, unless it is quoted,
    beside an arrow, or first before a colon.
    """
    done = 0
    for match in _ID.finditer(message):
        word = match[0] if match[0] in ids else match[0].partition(".")[0]
        end = match.start() + len(word)
        around = message[max(match.start() - 1, 0) : match.start()] + message[end : end + 1]
        name = labels(word).get(language) if word in ids and not _within(around) else word
        meant = set(around) & set("'\"") or "→" in (
            message[max(match.start() - 2, 0) : match.start()] + message[end : end + 2]
        )
        meant = meant or (match.start() == 0 and message[end : end + 2] == ": ")
        if language != "ja" and not meant and (word in _SENTENCES or _is_plain(word, name)):
            name = word
        yield message[done : match.start()]
        yield name
        done = end
    yield message[done:]


def _is_plain(word: str, name: str) -> bool:
    """Return True if a word without punctuation equals an id whose thing has a quite different name."""
    return name.casefold() != word and word.isalnum()


def _within(around: str) -> bool:
    """Return True if one of the characters beside a word shows that it is part of a longer word or of the notation."""
    return any(letter.isascii() and (letter.isalnum() or letter in "_-/=`") for letter in around)
