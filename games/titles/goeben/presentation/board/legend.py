"""The legend of the symbols and frames on the chart."""

from collections.abc import Callable

from games.kernel.picture import Area, Layer
from games.titles.goeben.presentation.board.ink import Ink
from games.titles.goeben.presentation.board.symbols import definitions

WIDE, HIGH, ROWS, PITCH = 520.0, 98.0, 5, 128.0
"""The width and height of an e-mail's legend, the number of its rows, and the distance of its columns."""
BROAD, LOW, FEW, CLOSE = 796.0, 62.0, 3, 112.6
"""The same four numbers for the legend below the western sheet of the whole picture."""
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


def legend(x: float, y: float, language: str) -> Layer:
    """Return the legend for an e-mail. `x`, `y`: its upper left corner on the page."""
    return _layer(x, y, language, (WIDE, HIGH), ROWS, PITCH)


def broad_legend(x: float, y: float, language: str) -> Layer:
    """Return the legend for the whole picture, as wide as the sheets. `x`, `y`: its upper left corner on the page."""
    return _layer(x, y, language, (BROAD, LOW), FEW, CLOSE)


def _layer(x: float, y: float, language: str, size: tuple[float, float], rows: int, pitch: float) -> Layer:
    ink, ja = Ink(), language == "ja"
    ink.rect(0, 0, *size, "paper", edge="steel", round_=4)
    entries: list[Callable[[float, float], None]] = []
    entries += [_sign(ink, sign, (english, japanese)[ja], scale) for sign, english, japanese, scale in SIGNS]
    entries += [_frame(ink, colour, (english, japanese)[ja]) for colour, english, japanese in FRAMES]
    for index, draw in enumerate(entries):
        column, row = divmod(index, rows)
        draw(8 + column * pitch, 6 + row * 17)
    area = Area(-1, -1, size[0] + 2, size[1] + 2)
    return Layer(ink.svg(), area, x - 1, y - 1, defs=definitions(), is_printed=True)


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
