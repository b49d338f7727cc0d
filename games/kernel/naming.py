"""What players call things: names become ids where orders are read, and ids names where one is refused.

Both rest on the form and the title's labels alone, so they tell nothing that the form does not.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.kernel.byhand.prices import Line, Outlook
from games.kernel.errors import Illegal, Malformed, Problem, malformed
from games.kernel.forms import Form, Share
from games.kernel.notation import PASS_WORDS, refuse_long
from games.kernel.orders import Orders
from games.kernel.plans import RulePlan
from games.kernel.text import LANGUAGES, Labels, Text, shown

_KEPT = re.compile(r'("(?:[^"\\]|\\.)*(?:"|\\?$)|#.*)')
"""The player's own words and comments, in which nothing is a name. An open quotation goes to the end of the line, so
that a line of quotation marks is read once and not again from each of them."""
_VERB = re.compile(r"\s*\S+")
_VERBS = frozenset({*PASS_WORDS, "choose", "arrange", "share"})
_ID = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?:\.[0-9]+)?|(?<=['「])[0-9]+(?:\.[a-z]+)?(?=['」])")
"""An id; the second thing of a kind has a number behind a dot. One that begins with a digit is one only between
quotation marks."""
_SENTENCES = frozenset({"no", "yes", "all", "any", "none", "one", "once", "never", "always", "not"})
"""Words of which sentences are made: written bare they are no names, though a value may be called so."""
_GAP = re.compile(r"\s+")
_MOST_MEANT = 8
"""So many of the things that a name may mean are named."""
_SIGNS = str.maketrans({"‘": "'", "’": "'", "‚": "'", "–": "-", "—": "-", "―": "-", "−": "-"})


def in_plain_signs(words: str) -> str:
    """Full-width letters, digits and signs, dashes and curly quotes as they are typed where there are none."""
    if words.isascii():
        return words
    return unicodedata.normalize("NFKC", words.translate(_SIGNS)).replace("...", "…")


def with_ids(text: str, form: Form[Any], labels: Labels) -> str:
    """A text in the notation with the names of things, in either language, replaced by their ids.

    What is an id already stays one. Raises Malformed for a name that several things have, and for a text that is too
    long to be looked through.
    """
    refuse_long(text)
    known = _names(form, labels)
    likely = _likely(text, known)
    if not likely:
        return text
    ends = r"[\s,#=]" if isinstance(form, Share) else r"[\s,#]"
    either = "|".join(r"\s+".join(map(_loosely, name.split())) for name in sorted(likely, key=len, reverse=True))
    pattern = re.compile(rf"(?<![^\s,=])(?:{either})(?=$|{ends})", re.IGNORECASE)
    verbs = isinstance(form, Orders | RulePlan)
    lines = (_line(line, number, pattern, known, verbs) for number, line in enumerate(text.split("\n"), start=1))
    return "\n".join(lines)


def _likely(text: str, names: Iterable[str]) -> list[str]:
    """The names of which the first word stands in the text in whatever letters, so that the others need not be looked
    for: a pattern of a few is made in a hundredth of the time. All of them, where the text holds a letter with small
    and large beside the Latin alphabet's.
    """
    if any(sign.lower() != sign.upper() for sign in text if not sign.isascii()):
        return list(names)
    small = text.lower()
    return [name for name in names if name.split()[0].removesuffix(",").lower() in small]


def _names(form: Form[Any], labels: Labels) -> dict[str, tuple[str, ...]]:
    """For each name, in small letters, the ids it may mean; names that are ids themselves, or words, are left out.

    What a thing is called besides counts only where no other name is so or begins so.
    """
    ids = dict.fromkeys((*form.values(), *(bar.value for bar in form.withheld() if bar.value)))
    found: dict[str, dict[str, None]] = {}
    besides: dict[str, dict[str, None]] = {}
    for value in ids:
        for language in LANGUAGES:
            label = labels(value)
            for said in dict.fromkeys((label.get(language), label.brief(language))):
                for name in _written(said, ids):
                    found.setdefault(name, {})[value] = None
            for name in (name for said in label.also(language).split("|") for name in _written(said, ids)):
                besides.setdefault(name, {})[value] = None
    firsts = {name[:at] for name in found for at in range(len(name) + 1) if name[at : at + 1] in ("", " ")}
    found |= {name: values for name, values in besides.items() if name not in firsts}
    return {name: tuple(values) for name, values in found.items()}


def _written(said: str, ids: Mapping[str, None]) -> Iterator[str]:
    """How a name may be written, in small letters; nothing of it that is an id or a word of the notation."""
    printed = _GAP.sub(" ", said.strip()).casefold()
    for name in (printed, in_plain_signs(printed)):
        if name and name not in ids and name not in _VERBS and '"' not in name:
            yield name


def _line(line: str, number: int, pattern: re.Pattern[str], known: dict[str, tuple[str, ...]], verbs: bool) -> str:
    """One line with ids for names; of an order the verb stays as it is."""

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
    """A word of a name as a pattern; a comma behind it may be left out."""
    return re.escape(word.removesuffix(",")) + (",?" if word.endswith(",") else "")


def _with_commas(said: str, known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The ids of a name that was written without its commas; none where it is no name."""
    return next((values for name, values in known.items() if name.replace(",", "") == said.replace(",", "")), ())


def _several(number: int, name: str, values: tuple[str, ...]) -> Malformed:
    written = ", ".join((*values[:_MOST_MEANT], *(["…"] if len(values) > _MOST_MEANT else ())))
    return malformed(
        "",
        f"Line {number}: {shown(name)!r} may be {written}: write which.",
        f"{number}行目: 「{shown(name)}」は {written} のどれかです。区別して書いてください。",
        "ambiguous",
    )


def in_names(error: Malformed | Illegal, form: Form[Any], labels: Labels) -> Malformed | Illegal:
    """The same refusal with names for the ids of things that the form knows, in each language its own."""
    ids = frozenset((*form.values(), *(bar.value for bar in form.withheld())))
    problems = tuple(_named(problem, ids, labels) for problem in error.problems)
    return type(error)(*problems, detail=None if problems else error.detail)


def outlook_in_names(outlook: Outlook, form: Form[Any], labels: Labels) -> Outlook:
    """The same outlook with names for the ids of things that the form knows, in each language its own."""
    if not outlook.lines:
        return outlook  # the ids of a whole form take a while to gather
    ids = frozenset((*form.values(), *(bar.value for bar in form.withheld())))
    return Outlook(
        tuple(Line(one.pointer, one.tone, _text(one.text, ids, labels)) for one in outlook.lines), outlook.spent
    )


def in_words(text: Text, form: Form[Any], labels: Labels) -> Text:
    """A sentence with names for the ids of things that the form knows."""
    return _text(text, frozenset((*form.values(), *(bar.value for bar in form.withheld()))), labels)


def _named(problem: Problem, ids: frozenset[str], labels: Labels) -> Problem:
    return Problem(problem.pointer, problem.code, _text(problem.message, ids, labels), problem.rule)


def _text(message: Text, ids: frozenset[str], labels: Labels) -> Text:
    en, ja = ("".join(_pieces(message.get(language), ids, labels, language)) for language in LANGUAGES)
    return Text(en, ja)


def _pieces(message: str, ids: frozenset[str], labels: Labels, language: str) -> Iterator[str]:
    """The message in pieces. A plain word of an English sentence stays one, though some id may be written so."""
    done = 0
    for match in _ID.finditer(message):
        word = match[0] if match[0] in ids else match[0].partition(".")[0]
        end = match.start() + len(word)
        around = message[max(match.start() - 1, 0) : match.start()] + message[end : end + 1]
        name = labels(word).get(language) if word in ids and not _within(around) else word
        meant = set(around) & set("'\"") or "→" in (
            message[max(match.start() - 2, 0) : match.start()] + message[end : end + 2]
        )
        if language == "en" and not meant and (word in _SENTENCES or _is_plain(word, name)):
            name = word
        yield message[done : match.start()]
        yield name
        done = end
    yield message[done:]


def _is_plain(word: str, name: str) -> bool:
    """Whether a word is one of the language rather than an id, for what bears it is called otherwise."""
    return name.casefold() != word and word.isalnum()


def _within(around: str) -> bool:
    """Whether a word is a part of a longer one, or one of the notation."""
    return any(letter.isascii() and (letter.isalnum() or letter in "_-/=`") for letter in around)
