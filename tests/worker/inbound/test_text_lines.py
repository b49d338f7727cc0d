"""The text of an e-mail as lines: characters that mail programs insert, widths of blanks, false line ends."""

import pytest

from worker.mail.inbound.line_normalizer import MAX_LINE_LENGTH, MAX_LINES, unflow_lines
from worker.mail.inbound.mime_parts import TextPart

UNSEEN = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\x00"
WIDE = "\xa0\u2002\u2003\u2007\u2009\u202f\u3000\t"
SOFT = "\u0085\u2028\u2029\x0b\x0c"


def _lines(text: str, *, flowed: bool = False) -> list[str]:
    return unflow_lines(TextPart(text, flowed=flowed))


@pytest.mark.parametrize("sign", UNSEEN, ids=lambda sign: f"U+{ord(sign):04X}")
def test_a_letter_that_nobody_sees_is_away(sign: str) -> None:
    assert _lines(f"sail{sign} goe{sign}ben\nready") == ["sail goeben", "ready"]


@pytest.mark.parametrize("sign", WIDE, ids=lambda sign: f"U+{ord(sign):04X}")
def test_a_blank_of_any_width_is_a_blank(sign: str) -> None:
    assert _lines(f"sail{sign}goeben\nready{sign}") == ["sail goeben", "ready"]


def test_a_letter_may_hold_all_of_them() -> None:
    assert _lines(f"sail{UNSEEN} goeben{WIDE}now{SOFT}ready") == [
        f"sail goeben{' ' * len(WIDE)}now",
        "",
        "",
        "",
        "",
        "ready",
    ]


@pytest.mark.parametrize("sign", WIDE, ids=lambda sign: f"U+{ord(sign):04X}")
def test_only_a_plain_blank_lets_a_line_flow_on(sign: str) -> None:
    assert _lines(f"sail goeben{sign}\nready", flowed=True) == ["sail goeben", "ready"]
    assert _lines("sail goeben \nto=malta", flowed=True) == ["sail goeben to=malta"]


@pytest.mark.parametrize("sign", SOFT, ids=lambda sign: f"U+{ord(sign):04X}")
def test_a_soft_end_ends_a_line_and_leaves_its_depth(sign: str) -> None:
    assert _lines(f"> sail{sign}goeben\nready{sign}note") == ["> sail", "> goeben", "ready", "note"]


def test_no_more_lines_and_letters_are_read_than_ever_matter() -> None:
    assert len(_lines("x\n" * (MAX_LINES + 5))) == MAX_LINES
    assert len(_lines("x" * (MAX_LINE_LENGTH + 5))[0]) == MAX_LINE_LENGTH + 1
