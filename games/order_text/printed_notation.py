"""Lines in the notation as a form prints it: the form parses them before any other interpretation is tried."""

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
"""The maximum number of lines into which a mail program may have wrapped one order."""
NOTHING_OF_THIS = Text("nothing of this", "どれも選ばない")
"""The text beside ``pass`` in an e-mail's list of options."""
_ENDS = ".。!！;…"
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|[^"]+')
_COMMA = re.compile(r" *, *")
_CUT_RANGE = re.compile(r"(?<=[0-9])…$")
"""The range ``5..`` with a full stop after it, when a mail program has turned the three points into one character."""


def read_printed(lines: Sequence[str], words: Vocabulary) -> str | None:
    """Return the answer that lines in the notation give, as text in the notation, however the lines are wrapped.

    The result is in lower case, except quoted texts. Return None for any other text, and for an answer that is not
    legal.
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
    """Return the lines with each wrapped order in the notation joined to one line.

    A line and the lines after it are joined if they are a legal order together. A line that begins with a verb is never
    joined to the line before it.
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
    """Return a row that is one order in the notation, legal alone, in lower case; None for any other row.

    A full stop at the end is removed; quoted texts keep their capitals.
    """
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
    """Return the text in lower case, except within quotation marks."""
    return _QUOTED.sub(lambda found: found[0] if found[0].startswith('"') else found[0].casefold(), text)


def _without_ends(row: str) -> dict[str, None]:
    """Return versions of a row with less and less punctuation at its end, as the keys of a dict."""
    whole = _CUT_RANGE.sub("..", row)
    closed = _COMMA.sub(",", whole) if '"' not in row and "=" in row else whole
    some = (row, whole, closed, *(one[:-1] for one in (row, whole, closed) if one[-1:] in _ENDS), closed.rstrip(_ENDS))
    return dict.fromkeys(one.rstrip() for one in some if one.strip())


def _begins(line: str, form: Form[Any]) -> bool:
    """Return True if a line begins with a verb of the form, spelled exactly, or means no orders."""
    verb = normalize_name(line.split(maxsplit=1)[0].casefold()) if line.strip() else ""
    if isinstance(form, Orders):
        return verb in form.templates_by_verb or line.strip().casefold() in PASS_WORDS
    return isinstance(form, RulePlan) and any(verb == normalize_name(one.kind) for one in form.kinds)


def _option(row: str, words: Vocabulary) -> str | None:
    """Return the option of a line copied from an e-mail's list of options: its id and name. Return None for others."""
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
