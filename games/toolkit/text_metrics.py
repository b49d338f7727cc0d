"""Text widths in Noto Sans JP, to wrap names and keep them within their space."""

from functools import lru_cache

# fmt: off
_REGULAR = (
    224, 323, 474, 555, 555, 921, 680, 278, 338, 338, 467, 555, 278, 347, 278, 392, 555, 555, 555, 555, 555, 555, 555,
    555, 555, 555, 278, 278, 555, 555, 555, 474, 946, 608, 657, 638, 688, 589, 552, 689, 728, 293, 535, 646, 543, 812,
    723, 742, 633, 742, 635, 596, 599, 721, 575, 878, 573, 531, 603, 338, 392, 338, 555, 559, 606, 563, 618, 510, 620,
    554, 325, 564, 607, 275, 275, 552, 284, 926, 610, 606, 620, 620, 388, 468, 377, 607, 521, 802, 498, 521, 475, 338,
    270, 338, 555,
)
_BOLD = (
    227, 370, 574, 590, 590, 963, 740, 325, 378, 378, 507, 590, 325, 370, 325, 387, 590, 590, 590, 590, 590, 590, 590,
    590, 590, 590, 325, 325, 590, 590, 590, 514, 1007, 641, 681, 656, 714, 615, 585, 717, 757, 330, 568, 686, 578, 853,
    749, 770, 667, 770, 682, 624, 625, 748, 619, 915, 627, 580, 613, 378, 387, 378, 590, 567, 626, 591, 644, 527, 644,
    581, 372, 597, 640, 304, 306, 604, 315, 964, 641, 626, 644, 644, 437, 495, 421, 637, 576, 863, 562, 574, 511, 378,
    296, 378, 590,
)
# fmt: on
"""Advance widths of the characters from blank to tilde, in thousandths of the font size."""

_CLOSING = frozenset("、。，．）」』】ー・ぁぃぅぇぉっゃゅょァィゥェォッャュョ-")
"""Letters that never begin a line."""


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return an estimate of the width of a text, in the unit of the font size `size`.

    An accented letter counts as the widest unaccented letter, any other letter outside ASCII as one font size.
    """
    return _thousandths(text, bold) * size / 1000


@lru_cache(maxsize=16_384)
def _thousandths(text: str, bold: bool) -> int:
    """Return the width of a text of font size 1000; cached, because pictures repeat names and figures."""
    table = _BOLD if bold else _REGULAR
    total = 0
    for letter in text:
        code = ord(letter)
        if 32 <= code < 127:
            total += table[code - 32]
        else:
            total += 640 if 0xC0 <= code < 0x250 else 1000
    return total


def cut(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Return the text; a text wider than `width` is cut and then ends with two dots.

    `width` is in the unit of the font size `size`.
    """
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(text + "..", size, bold=bold) > width:
        text = text[:-1]
    return text.rstrip() + ".."


def wrap(text: str, width: float, size: float, *, bold: bool = False, most: int = 99) -> list[str]:
    """Return the text in lines of at most `width`, in the unit of the font size `size`.

    If it needs more than `most` lines, the last of these is cut and ends with two dots.
    """
    lines = [""]
    for piece in _pieces(text):
        line = lines[-1] + piece
        if lines[-1] and text_width(line.rstrip(), size, bold=bold) > width:
            if len(lines) == most:
                lines[-1] += piece + "..."
                break
            lines.append(piece.lstrip())
        else:
            lines[-1] = line
    return [cut(line.rstrip(), width, size, bold=bold) for line in lines]


def fit(text: str, width: float, size: float, *, least: float = 9, most: int = 2) -> tuple[list[str], float]:
    """Break bold text into at most `most` lines of at most `width`; return the lines and their font size.

    The font size is the largest from `size` down to `least` at which the whole text fits. A text that does not fit
    even at `least` is cut. A text without blanks, such as a Japanese name, gets a smaller font rather than a second
    line.
    """
    sizes = [size - half / 2 for half in range(int((size - least) * 2) + 1)]
    if " " not in text:
        for one in sizes:
            if text_width(text, one, bold=True) <= width:
                return [text], one
    for one in sizes:
        lines = wrap(text, width, one, bold=True, most=most)
        if not any(line.endswith("..") for line in lines):
            return lines, one
    return wrap(text, width, least, bold=True, most=most), least


def _pieces(text: str) -> list[str]:
    """Return the pieces of a text between its possible line breaks: after blanks and hyphens, between wide letters."""
    pieces: list[str] = []
    for letter in text:
        joins = pieces and (letter in _CLOSING or not _breaks_after(pieces[-1], letter))
        if joins:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


def _breaks_after(piece: str, letter: str) -> bool:
    last = piece[-1]
    return last == " " or (last == "-" and letter.isalpha()) or ord(last) > 0x2FFF or ord(letter) > 0x2FFF
