"""The legend of the symbols on the map."""

from games.kernel.picture import Area, Layer
from games.titles.battleships.presentation.board.ink import Ink
from games.titles.battleships.presentation.board.symbols import definitions

WIDE, HIGH = 796.0, 42.0
SIGNS = (
    ("line", "fire", "砲撃"), ("aim", "aimed, not yet fired", "目標（未発砲）"), ("second", "secondaries", "副砲"),
    ("splash", "no effect", "効果なし"), ("blast", "damaged", "損害"), ("wreck", "sunk", "沈没"),
    ("fish", "torpedo", "魚雷"), ("star", "star shell", "星弾"), ("flame", "on fire", "火災"),
    ("wake", "her track", "航跡"), ("mine", "mine", "機雷"), ("mole", "breakwater", "防波堤"),
    ("net", "mine net", "機雷ネット"), ("exit", "exit edge (9.3)", "離脱できる端"),
)  # fmt: skip
ROWS, PITCH = 2, 112.0
SIZES = {"splash": 0.9, "blast": 0.8, "wreck": 0.8, "fish": 1.1, "star": 0.8, "flame": 0.9, "mine": 0.9}


def legend(x: float, y: float, language: str) -> Layer:
    """Return the legend as a layer, with its upper left corner at (x, y) of the page."""
    ink = Ink()
    ink.rect(0, 0, WIDE, HIGH, "paper", edge="steel", round_=4)
    for index, (sign, english, japanese) in enumerate(SIGNS):
        column, row = divmod(index, ROWS)
        left, middle = 10 + column * PITCH, 13 + row * 17
        _sign(ink, sign, left + 11, middle)
        ink.text(left + 27, middle + 3.4, japanese if language == "ja" else english, 9)
    return Layer(ink.svg(), Area(-1, -1, WIDE + 2, HIGH + 2), x - 1, y - 1, defs=definitions(), is_printed=True)


def _sign(ink: Ink, sign: str, x: float, y: float) -> None:
    ends = [(x - 11, y), (x + 11, y)]
    if sign in SIZES:
        ink.use(sign, x, y, size=SIZES[sign])
    elif sign in ("mole", "net"):
        ink.line(ends, sign, 3.4)
    elif sign == "exit":
        ink.line(ends, "blast", 1.6, dash="6 4")
    elif sign == "wake":
        ink.line(ends, "wake", 2.2, dash="2 3")
    else:
        dash = {"line": "", "aim": "5 3", "second": "2 2.5"}[sign]
        ink.line(ends, "steel", {"line": 1.6, "aim": 1.3, "second": 0.9}[sign], dash=dash)
