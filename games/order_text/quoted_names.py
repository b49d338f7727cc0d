"""Removal of quotation marks around names: 「故障」で迎撃, use "Breakdown" with Königsberg."""

import re
from collections.abc import Sequence
from typing import Any

from games.kernel.forms import Form
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders

_MARKED = re.compile(
    r"「([^「」]{1,40})」|『([^『』]{1,40})』|【([^【】]{1,40})】|《([^《》]{1,40})》|〈([^〈〉]{1,40})〉|“([^“”]{1,40})”"
    r"|‘([^‘’]{1,40})’|(?<![\w=\"])\"([^\"]{1,40})\"(?![\w\"])|(?<![\w'])'([^']{1,40})'(?![\w'])"
)
_MOST = 500
"""The maximum length of a line in which quotation marks are searched, in characters."""


def strip_name_quotes(lines: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the lines without the quotation marks around names of the form's things within a sentence.

    Marks around a complete line or around other words are kept. All marks are kept if an order of the form can have a
    text of the player, because that text is written in quotation marks.
    """
    marked = [len(line) <= _MOST and _MARKED.search(line) is not None for line in lines]
    if not any(marked) or _holds_own_words(words.form):
        return [*lines]
    return [_bare(line, words) if has else line for line, has in zip(lines, marked, strict=True)]


def _bare(line: str, words: Vocabulary) -> str:
    """Return a line without the quotation marks around the names in it."""

    def name_of(found: re.Match[str]) -> str:
        name = next(one for one in found.groups() if one is not None).strip()
        is_whole = found[0] == line.strip(" .,!。、！")
        return name if not is_whole and (len(words.values.matches(name)) == 1) else found[0]

    return _MARKED.sub(name_of, line)


def _holds_own_words(form: Form[Any]) -> bool:
    """Return True if an order of the form can have a free text in the player's own words."""
    return isinstance(form, Orders) and any(
        field.length for template in form.cached_templates for field in template.fields
    )
