"""Reduce the boards' fonts to the characters that boards need: Latin, kana, JIS level 1 kanji, arrows and signs.

Needs fonttools (``lint`` group) and the full fonts, which the npm package `@expo-google-fonts/noto-sans-jp` holds
(version 0.4.3, unpacked with `npm pack`)::

    python -m tools.subset_fonts path/to/unpacked/package

Writes `pbem/assets/fonts/*.ttf` and the licence beside them. The reserved font name of the licence is "Source",
so a changed "Noto Sans JP" may keep its name.
"""

import shutil
import sys
from pathlib import Path

from fontTools import subset

TARGET = Path(__file__).resolve().parent.parent / "pbem" / "assets" / "fonts"
WEIGHTS = {"400Regular/NotoSansJP_400Regular.ttf": "Regular", "700Bold/NotoSansJP_700Bold.ttf": "Bold"}
EXTRA = "∞√−≠≤≥≒∴∵∩∪∈∧∨劈囮囷徑拿璧瞞罠蛛逅邂鷗榛晏鋤俟凾巡彷侘佛條濱澤廣邊邉髙﨑檜曉漣霰靄朧艤弩"
"""Signs, and kanji beyond level 1, that a board or a ship's name needs."""
RANGES = (
    (0x20, 0x17F),  # Latin with its accents
    (0x2010, 0x205E),  # dashes, quotes, daggers, bullets
    (0x2070, 0x2089),  # superscripts
    (0x2150, 0x218B),  # fractions, Roman numerals
    (0x2190, 0x21FF),  # arrows
    (0x2460, 0x2473),  # circled numbers
    (0x25A0, 0x27BF),  # shapes, dice, card suits, ticks
    (0x3000, 0x30FF),  # punctuation and kana
    (0xFF01, 0xFF5E),  # full width
)


def jis_row(row: int) -> set[int]:
    """Return the code points of one row (ku, 1 to 94) of JIS X 0208."""
    points = set()
    for cell in range(1, 95):
        try:
            points.add(ord(bytes([0xA0 + row, 0xA0 + cell]).decode("euc_jp")))
        except UnicodeDecodeError:
            continue
    return points


def wanted() -> set[int]:
    """Return all code points to keep; those that the font lacks are skipped."""
    points = {ord(char) for char in EXTRA}
    for first, last in RANGES:
        points.update(range(first, last + 1))
    for row in (*range(1, 3), *range(16, 48)):
        points |= jis_row(row)
    return points


def main(source: Path) -> None:
    """Create both weights and copy the licence."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for path, weight in WEIGHTS.items():
        options = subset.Options(layout_features=["kern", "palt"], hinting=False, notdef_outline=True, name_IDs=["*"])
        font = subset.load_font(str(source / path), options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=wanted())
        subsetter.subset(font)
        target = TARGET / f"NotoSansJP-{weight}.ttf"
        subset.save_font(font, str(target), options)
        print(f"{target.name}: {len(font.getBestCmap())} characters, {target.stat().st_size / 1e6:.2f} MB")
    shutil.copyfile(source / "LICENSE_FONT", TARGET / "OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
