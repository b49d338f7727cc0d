"""Lines in the notation exactly as a form prints it: the form itself parses them before any other interpretation."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from games.kernel.errors import GameError
from games.kernel.forms import Choose, ChooseSome, Form, MayChoose
from games.kernel.notation import MAX_LINE, PASS_WORDS, normalize_name
from games.kernel.text import LANGUAGES, Text
from games.order_text.names import normalize_signs
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

MOST_PIECES = 12
"""The largest number of lines into which a mail program may wrap one order."""
NOTHING_OF_THIS = Text("nothing of this", "どれも選ばない")
"""The text beside ``pass`` in an e-mail's list of options."""
_ENDS = ".。!！;…"
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|[^"]+')
_COMMA = re.compile(r" *, *")
_CUT_RANGE = re.compile(r"(?<=[0-9])…$")
"""``5..`` with a full stop after it: some mail programs turn three points into one character."""


def read_printed(lines: Sequence[str], words: Vocabulary) -> str | None:
    """Return the answer in lines of the notation, however they are wrapped.

    Return None for any other text, or for an answer that the form would not accept.
    """
    if isinstance(words.form, Orders | RulePlan):
        rows = [read_sound_row(row, words) or row for row in rejoin_lines(lines, words)]
        bare = [[*_without_ends(row)][-1] if row.strip(_ENDS) else row for row in rows]
        return _accepted("\n".join(rows), words) or _accepted("\n".join(bare), words)
    row = " ".join(lines)
    for one in _without_ends(row):
        if (found := _accepted(one, words)) is not None:
            return found
    return _option(row, words)


def rejoin_lines(lines: Sequence[str], words: Vocabulary) -> list[str]:
    """Join the lines of each order that is valid only with one or more following lines.

    The rest of a wrapped order begins with no verb.
    """
    form = words.form
    if not isinstance(form, Orders | RulePlan):
        return [*lines]
    rows: list[str] = []
    at = 0
    while at < len(lines):
        rest = lines[at + 1 : at + MOST_PIECES]
        count = next((n for n, line in enumerate(rest) if _begins(line, form)), len(rest))
        row = lines[at]
        if count and _begins(row, form):
            longer = (lines[at : at + 1 + n] for n in range(count, 0, -1))
            found = next((pieces for pieces in longer if read_sound_row(" ".join(pieces), words) is not None), [row])
            row, count = " ".join(found), len(found) - 1
        else:
            count = 0
        rows.append(row)
        at += 1 + count
    return rows


def read_sound_row(row: str, words: Vocabulary) -> str | None:
    """Return a row that is one possible order in the notation, without its full stop; None for any other row."""
    if len(row) > MAX_LINE or not _begins(row, words.form):
        return None
    for one in _without_ends(row):
        with suppress(GameError):
            if words.checked(one).problem is None:
                return _in_small_letters(one)
    return None


def _accepted(text: str, words: Vocabulary) -> str | None:
    with suppress(GameError):
        words.accept(text)
        return _in_small_letters(text)
    return None


def _in_small_letters(text: str) -> str:
    """Return the text in lower case except in quotation marks, as the notation reads it."""
    return _QUOTED.sub(lambda found: found[0] if found[0].startswith('"') else found[0].casefold(), text)


def _without_ends(row: str) -> dict[str, None]:
    """Yield the row, and the row without trailing punctuation, whose first character may belong to it."""
    whole = _CUT_RANGE.sub("..", row)
    closed = _COMMA.sub(",", whole) if '"' not in row and "=" in row else whole
    some = (row, whole, closed, *(one[:-1] for one in (row, whole, closed) if one[-1:] in _ENDS), closed.rstrip(_ENDS))
    return dict.fromkeys(one.rstrip() for one in some if one.strip())


def _begins(line: str, form: Form[Any]) -> bool:
    """Return True if a line begins with a verb of the form, spelled exactly."""
    verb = normalize_name(line.split(maxsplit=1)[0].casefold()) if line.strip() else ""
    if isinstance(form, Orders):
        return verb in form.templates_by_verb or line.strip().casefold() in PASS_WORDS
    return isinstance(form, RulePlan) and any(verb == normalize_name(one.kind) for one in form.kinds)


def _option(row: str, words: Vocabulary) -> str | None:
    """Return the option that a line names in the format of a printed list: id and name."""
    form, labels = words.form, words.labels
    if not isinstance(form, Choose | MayChoose | ChooseSome):
        return None
    said = _plain(row)
    for value in form.options:
        if any(said == _plain(f"{value} {labels(value).get(one)}") for one in LANGUAGES):
            return _accepted(value, words) or _accepted(f"choose {value}", words)
    if any(said == _plain(f"pass {NOTHING_OF_THIS.get(one)}") for one in LANGUAGES):
        return _accepted("pass", words)
    return None


def _plain(row: str) -> str:
    return " ".join(normalize_signs(row).split()).casefold()
