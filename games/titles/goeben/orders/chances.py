"""14.3, 14.5, 14.6, 11.1, 21.2 The odds of battles and attempts as forms store them, and their names."""

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
}
"""The names of results and modifiers."""
_SALVO = Text(
    "From the present damage of the target; earlier fire of others is not included.",
    "目標の現在の損害から計算します。先に行われる他艦の射撃は含みません。",
)


class Volley(Struct, frozen=True, omit_defaults=True, gc=False):
    """14.5, 14.6 The dice of one battery of a ship at a target, and their chances; `most`: those of maximum fire."""

    ship: str
    battery: str
    at: str
    dice: int
    chances: Chances
    most_dice: int = 0
    most: Chances | None = None

    def odds(self, *, full: bool = False, count: int = 1) -> Odds:
        """Return the odds for readers. `count`: the number of torpedoes, for the text alone."""
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
    """11.1, 21.2 The chances of a ship's attempt: the order that makes it."""

    order: str
    ship: str
    chances: Chances

    @property
    def odds(self) -> Odds:
        """The odds for readers."""
        means = Text("Intelligence", "情報収集") if self.order == "intelligence" else Text("Seaplane", "水上機")
        return name_chances(self.chances, means, NAMES.__getitem__)


def pairs_of(volleys: Any) -> Iterator[OddsOfPair]:
    """Yield the odds of volleys with the ids of ship and target."""
    yield from (OddsOfPair(one.ship, one.at, one.odds()) for one in volleys)
