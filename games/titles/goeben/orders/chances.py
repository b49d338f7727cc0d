"""14.3, 14.5, 14.6, 11.1, 21.2 The chances of battles and attempts, as forms store them, and the names of results."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from games.kernel.odds import Chances, Odds, OddsOfPair, name_chances
from games.kernel.text import Text

NAMES = {
    "sunk": Text("sunk", "撃沈"),
    "destroyed": Text("destroyed", "破壊"),
    "withdraws": Text("withdraws", "撤退"),
    "damaged": Text("damaged", "損傷"),
    "nothing": Text("no effect", "効果なし"),
    "hits": Text("hits on average", "平均命中"),
    "outcry": Text("public outcry", "世論の反発"),
    "night": Text("night", "夜間"),
    "leadership": Text("leadership", "指揮"),
    "reserve_crew": Text("reserve crew", "予備乗員"),
    "calculator": Text("targeting calculator", "照準計算機"),
    "armour": Text("armour of the target", "目標の装甲"),
    "morale": Text("morale", "士気"),
    "maximum": Text("maximum fire", "全力射撃"),
    "german": Text("you fire first", "味方が先攻"),
    "allied": Text("the Allies fire first", "連合軍が先攻"),
    "none": Text("no contact", "接触なし"),
    "alert": Text("alert level", "警戒レベル"),
    "allied_speed": Text("speed of the fastest Allied ship", "連合軍の最高速"),
    "allied_place": Text("Allied home waters", "連合軍の海域"),
    "speed": Text("speed", "速度"),
    "gear": Text("optics, Wireless, seaplane", "光学機器・無線・水上機"),
    "break_off": Text("the Allies then break off, if they are first", "先攻の連合軍が回避"),
    "si": Text("alert rises", "警戒上昇"),
    "jams": Text("alert falls", "警戒低下"),
    "looks": Text("counters are revealed", "マーカー判明"),
    "sees": Text("all counters are seen", "全マーカー判明"),
    "blind": Text("sees nothing", "何も見えず"),
    "lost": Text("seaplane lost", "水上機喪失"),
    "wireless": Text("Wireless", "無線"),
    "mended": Text("all repaired", "全損害を修理"),
    "better": Text("some repaired", "一部を修理"),
    "boxes": Text("boxes on average", "平均修理ボックス"),
    "strained": Text("engines lose a box", "機関1ボックス喪失"),
    "points": Text("points on average", "平均得点"),
    "seebataillon": Text("Seebataillon", "海兵大隊分遣隊"),
}
"""The names of the results and the modifiers of dice, for the lines that show chances."""
_SALVO = Text(
    "From the present damage of the target; earlier fire of others is not included.",
    "目標の現在の損害から計算します。先に行われる他艦の射撃は含みません。",
)


class Volley(Struct, frozen=True, omit_defaults=True, gc=False):
    """14.5, 14.6 The dice of a ship's battery (or of one torpedo) at a target, and the chances of each result."""

    ship: str
    battery: str
    """The battery, or "torpedo"."""
    at: str
    """The target."""
    dice: int
    """The number of dice of normal fire."""
    chances: Chances
    """The chances of normal fire."""
    most_dice: int = 0
    """The number of dice of maximum fire (14.9); 0 if it is not possible."""
    most: Chances | None = None
    """The chances of maximum fire (14.9); None if it is not possible."""

    def odds(self, *, full: bool = False, count: int = 1) -> Odds:
        """Return the chances, with the names that players see. `full`: with maximum fire, if it is possible.

        `count`: the number of torpedoes, by which the dice in the text are multiplied. The chances remain those of one.
        """
        chances, dice = (self.most, self.most_dice) if full and self.most is not None else (self.chances, self.dice)
        means = Text("{battery}: {dice} dice", "{battery}：ダイス{dice}個").format(
            battery=BATTERY_NAMES[self.battery], dice=dice * count
        )
        return name_chances(chances, means, NAMES.__getitem__, _SALVO)


BATTERY_NAMES = {
    "primary": Text("primary guns", "大口径砲"),
    "secondary": Text("secondary guns", "中口径砲"),
    "tertiary": Text("tertiary guns", "小口径砲"),
    "torpedo": Text("torpedo", "魚雷"),
}


class Attempt(Struct, frozen=True, gc=False):
    """11.1, 21.2 The chances of a ship's attempt at intelligence, or of a flight of her seaplane.

    `order`: the verb of the order, "intelligence" or "scout".
    """

    order: str
    ship: str
    chances: Chances

    @property
    def odds(self) -> Odds:
        """The chances, with the names that players see."""
        means = Text("Intelligence", "情報収集") if self.order == "intelligence" else Text("Seaplane", "水上機")
        return name_chances(self.chances, means, NAMES.__getitem__)


def pairs_of(volleys: Any) -> Iterator[OddsOfPair]:
    """Yield the chances of each of the `volleys`, with the ids of its ship and target."""
    yield from (OddsOfPair(one.ship, one.at, one.odds()) for one in volleys)
