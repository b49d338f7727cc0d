"""The legend of the signs on the map."""

from games.kernel.picture import Area, Layer
from games.titles.pq17.presentation.board.ink import Ink, fill, stroke
from games.titles.pq17.presentation.board.symbols import definitions

WIDE, HIGH = 796.0, 73.0
SIGNS = (
    ("convoy", "convoy", "輸送船団"), ("task_force", "task force", "任務部隊"),
    ("wolfpack", "wolfpack", "ウルフパック"),
    ("own", "own block, its ID", "自軍と識別ID"), ("dummy", "own dummy", "自軍ダミー"),
    ("seen", "enemy block", "敵の積み木"),
    ("route", "planned route", "計画航路"), ("trail", "trail seen", "目撃された航跡"), ("eye", "shadowed", "追尾中"),
    ("plane", "aircraft, airfield", "航空機・基地"), ("wreck", "sunk", "沈没"), ("drop", "fuel mark", "燃料マーカー"),
    ("light_drift", "light drift", "小規模な流氷"), ("heavy_drift", "heavy drift", "大規模な流氷"),
    ("thin_pack", "thin pack", "薄い流氷群"), ("solid_pack", "solid pack", "固定した流氷群"),
    ("floe", "expected, not certain", "予想（不確実）"), ("reported", "as reported, its day", "報告（日付）"),
    ("bar", "no passage", "通行不可"),
)  # fmt: skip
ROWS, PITCH = 4, 157.0


def legend(x: float, y: float, language: str) -> Layer:
    """Return a table of all signs, with its upper left corner at a point of the page."""
    ink = Ink()
    ink.rect(0, 0, WIDE, HIGH, "paper", edge="steel", round_=4)
    for index, (sign, english, japanese) in enumerate(SIGNS):
        column, row = divmod(index, ROWS)
        left, centre = 8 + column * PITCH, 11 + row * 17
        _sign(ink, sign, left + 11, centre)
        ink.text(left + 26, centre + 3.2, japanese if language == "ja" else english, 9)
    return Layer(ink.svg(), Area(-1, -1, WIDE + 2, HIGH + 2), x - 1, y - 1, defs=definitions(), is_printed=True)


def _sign(ink: Ink, sign: str, x: float, y: float) -> None:
    if sign in ("convoy", "task_force", "wolfpack"):
        ink.use(f"kind-{sign}", x, y, colour="steel")
    elif sign in ("own", "dummy", "seen"):
        colour = {"own": "allied", "dummy": "ghost", "seen": "paper"}[sign]
        ink.rect(x - 11, y - 6, 22, 12, colour, edge="axis_line" if sign == "seen" else "white", round_=2.5)
        if sign == "own":
            ink.disc(x + 5.5, y, 5, "white")
            ink.text(x + 5.5, y + 3.2, "2", 9, colour="#1c2a33", bold=True, anchor="middle")
        else:
            mark, text = ("D", ink.label_colour("ghost")) if sign == "dummy" else ("?", "axis_line")
            ink.text(x, y + 3.4, mark, 9, colour=text, bold=True, anchor="middle")
    elif sign in ("eye", "plane", "wreck", "drop"):
        colour = {"plane": "steel", "drop": "fuel"}.get(sign, "")
        ink.use(sign, x, y, colour=colour)
    elif sign.endswith(("drift", "pack")):
        ink.rect(x - 10, y - 5.5, 20, 11, sign, edge="steel", line=0.6)
    elif sign == "reported":
        ink.rect(x - 10, y - 5.5, 20, 11, "heavy_drift", edge="floe", line=1.4, round_=5)
        ink.text(x, y + 3, "5a", 9, colour="ink", anchor="middle")
    elif sign == "floe":
        ink.raw(f'<path d="M{x - 8} {y + 3}q4 -8 8 0t8 0" fill="none" {stroke("floe", 1.3)}/>')
    elif sign == "bar":
        ink.raw(f'<path d="M{x - 9} {y}h18" {fill("none")} {stroke("bar", 2.4)}/>')
    else:
        dash = "6 3" if sign == "route" else "1.5 2.5"
        ink.line([(x - 11, y), (x + 11, y)], "allied_line", 1.6, dash=dash)
