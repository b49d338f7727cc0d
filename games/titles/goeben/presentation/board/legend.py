"""The legend of the symbols and frames of the chart."""

from collections.abc import Callable

from games.kernel.picture import Area, Layer
from games.titles.goeben.presentation.board.ink import Ink
from games.titles.goeben.presentation.board.symbols import definitions
from games.toolkit.rectangles import Rectangle

INSET = 10.0
"""The distance of the legend from the edges of the sheet."""
WIDE, HIGH, ROWS, PITCH = 520.0, 98.0, 5, 128.0
SIGNS = (
    ("sea", "high seas", "公海", 1.0),
    ("transit", "transit point", "通過点", 1.0),
    ("patrol", "patrol zone: stop", "哨戒ゾーン（停止）", 0.9),
    ("exit", "Atlantic exit", "大西洋口", 0.8),
    ("goal", "of the mission", "任務の目標", 0.5),
    ("down", "counters face down", "裏向きのカウンター", 0.75),
    ("fort", "coastal defence", "沿岸防衛隊", 0.9),
    ("visited", "neutral, visited", "中立・寄港済み", 0.9),
    ("held", "port taken", "占領した港", 0.9),
    ("collier", "collier", "給炭艦", 0.8),
    ("mines", "mines", "機雷", 0.9),
    ("friend", "friendly ship", "味方艦船", 0.9),
    ("storm", "storm", "嵐", 0.9),
    ("fog", "limited visibility", "視界制限", 0.9),
    ("battle", "battle", "戦闘", 0.7),
)
FRAMES = (
    ("allied", "Allied port", "連合国の港"),
    ("neutral", "neutral port", "中立の港"),
    ("central", "friendly port", "友軍の港"),
    ("brass", "captured port", "占領下の港"),
    ("base", "naval base", "海軍基地"),
)


def reserved(sheet_height: float) -> Rectangle:
    """Return the place of the legend on the western sheet: in the desert, where no ship comes."""
    return Rectangle(INSET, sheet_height - HIGH - INSET, INSET + WIDE, sheet_height - INSET)


def legend(x: float, y: float, language: str) -> Layer:
    """Return the legend as a layer, with its upper left corner at this point of the page."""
    ink = Ink()
    _draw(ink, 0, 0, language)
    return Layer(ink.svg(), Area(-1, -1, WIDE + 2, HIGH + 2), x - 1, y - 1, defs=definitions(), is_printed=True)


def _draw(ink: Ink, x: float, y: float, language: str) -> None:
    ink.rect(x, y, WIDE, HIGH, "paper", edge="steel", round_=4)
    ja = language == "ja"
    entries: list[Callable[[float, float], None]] = []
    entries += [_sign(ink, sign, (english, japanese)[ja], size) for sign, english, japanese, size in SIGNS]
    entries += [_frame(ink, colour, (english, japanese)[ja]) for colour, english, japanese in FRAMES]
    for index, draw in enumerate(entries):
        column, row = divmod(index, ROWS)
        draw(x + 8 + column * PITCH, y + 7 + row * 17)


def _sign(ink: Ink, sign: str, text: str, size: float) -> Callable[[float, float], None]:
    def draw(x: float, y: float) -> None:
        ink.use(sign, x + 8, y + 8, size=size, colour="allied" if sign == "fort" else "")
        ink.text(x + 21, y + 11.3, text, 9)

    return draw


def _frame(ink: Ink, colour: str, text: str) -> Callable[[float, float], None]:
    base = colour == "base"

    def draw(x: float, y: float) -> None:
        ink.rect(x + 1, y + 2.5, 14, 11, "white" if base else colour, edge="steel" if base else "")
        ink.rect(x + 3.5, y + 5, 9, 6, "steel" if base else "paper")
        ink.text(x + 21, y + 11.3, text, 9)

    return draw
