"""The names that players read, in all languages, for every id in a form, an event or a view."""

from collections.abc import Iterable

from games.kernel.text import Text, id_label
from games.titles.battleships.components.box import Box
from games.titles.battleships.components.scenarios import ROLES
from games.titles.battleships.orders.chances import MODIFIERS
from games.titles.battleships.presentation.names import SHIPS
from games.toolkit import sentences

SEATS = {key: role.name for key, role in ROLES.items()} | {
    "public": Text("Spectators", "観戦者"),
    "umpire": Text("Umpire", "審判"),
}

KINDS = {
    "bb": Text("battleship", "戦艦"),
    "bc": Text("battlecruiser", "巡洋戦艦"),
    "pb": Text("pocket battleship", "ポケット戦艦"),
    "ca": Text("heavy cruiser", "重巡洋艦"),
    "cl": Text("light cruisers", "軽巡洋艦"),
    "dd": Text("destroyers", "駆逐艦"),
    "battery": Text("shore battery", "沿岸砲台"),
    "capital": Text("capital ships", "主力艦"),
    "small": Text("small ships", "小艦艇"),
}

WORDS = {
    **MODIFIERS,
    # the turn
    "day": Text("day", "昼間"),
    "night": Text("night", "夜間"),
    "visibility": Text("visibility", "視界決定"),
    "gunnery": Text("gunnery", "砲撃"),
    "torpedo": Text("torpedo", "魚雷"),
    "torpedoes": Text("torpedoes", "魚雷"),
    "movement": Text("movement", "移動"),
    "repair": Text("damage control", "ダメージ・コントロール"),
    # orders
    "target": Text("Target", "砲撃目標"),
    "fire": Text("Fire", "砲撃"),
    "main": Text("main guns", "主砲"),
    "secondary": Text("Target of the secondaries", "副砲の目標"),
    "star_shell": Text("Star shell", "星弾"),
    "shell": Text("by star shell", "星弾"),
    "launch": Text("Launch torpedoes", "魚雷発射"),
    "course": Text("Course", "針路"),
    "bombard": Text("Bombard", "砲撃（陸上）"),
    "stop": Text("Do not advance", "前進しない"),
    "mend": Text("Repair", "修理"),
    "flagship": Text("Flagship", "旗艦"),
    "flag": Text("flagship", "旗艦"),
    "shift_flag": Text("Shift the flag", "旗艦の変更"),
    "mine": Text("Lay mines", "機雷敷設"),
    "fire_plan": Text("Fire plan", "射撃計画"),
    "engage": Text("Engage (doctrine)", "交戦（ドクトリン）"),
    "strike": Text("Torpedo attack (doctrine)", "雷撃（ドクトリン）"),
    "steer": Text("Steer by steps", "操舵"),
    "hold": Text("Move last, ask again after a mine", "最後に移動し、触雷後に再決定"),
    # their fields
    "ship": Text("ship", "艦"),
    "ships": Text("ships", "艦"),
    "at": Text("at", "目標"),
    "targets": Text("targets", "目標"),
    "way": Text("way", "進路"),
    "to": Text("to", "行き先"),
    "space": Text("hex", "ヘクス"),
    "hex": Text("hex", "ヘクス"),
    "hexes": Text("hexes", "ヘクス"),
    "tries": Text("repair", "修理対象"),
    "by": Text("by", "操舵"),
    "until": Text("until", "中断条件"),
    "within": Text("within (hexes)", "距離（ヘクス以内）"),
    "most": Text("markers on one ship", "1隻への目標数"),
    "light": Text("fire star shells", "星弾で照らす"),
    "chance": Text("number that hits, at least", "命中値（以上）"),
    "nearest": Text("the nearest enemy", "最も近い敵艦"),
    "sighted": Text("an enemy in sight", "敵を視認"),
    "fired_on": Text("under fire", "被砲撃"),
    "hit": Text("one of mine is hit", "味方に命中"),
    "loss": Text("a ship is lost", "艦の喪失"),
    "guns": Text("the weapons", "兵装"),
    "hull": Text("the hull", "船体"),
    "hull_first": Text("the hull first, then the weapons", "船体を先に、次に兵装"),
    "both": Text("the weapons first, then the hull", "兵装を先に、次に船体"),
    "none": Text("none", "なし"),
    "yes": Text("Yes", "はい"),
    "no": Text("No", "いいえ"),
    "pass": Text("Pass", "見送る"),
    # losses of ships
    "sunk": Text("sunk", "沈没"),
    "destroyed": Text("destroyed", "破壊"),
    "left": Text("left the map", "マップから離脱"),
    "fallen_out": Text("out of the battle", "戦闘から脱落"),
    "burning": Text("on fire", "火災"),
    "no_power": Text("without power", "電力停止"),
    "unpowered": Text("without power", "電力停止"),
    "power": Text("power", "動力部"),
    "radar_lost": Text("radar destroyed", "レーダー破壊"),
    "radar": Text("radar", "レーダー"),
    "rudder": Text("rudder", "舵"),
    "rudder_hit": Text("rudder hit", "舵故障"),
    "bridge": Text("bridge", "艦橋"),
    "bridge_hit": Text("bridge hit", "艦橋被弾"),
    "deck": Text("deck", "甲板"),
    "out_of_command": Text("out of command", "指揮喪失"),
    "turned": Text("has turned", "回頭"),
    "good": Text("good", "優秀"),
    "average": Text("average", "普通"),
    "poor": Text("poor", "拙劣"),
    # how a target is seen, and what changes a roll
    "plain": Text("in sight", "視認"),
    "aircraft": Text("by aircraft", "観測機"),
    # places
    "north": Text("north edge", "北端"),
    "east": Text("east edge", "東端"),
    "south": Text("south edge", "南端"),
    "west": Text("west edge", "西端"),
    "henderson_field": Text("Henderson Field", "ヘンダーソン飛行場"),
    "fore": Text("ahead", "前方"),
    "aft": Text("astern", "後方"),
    "broadside": Text("abeam", "舷側"),
    # radar sets
    "type_284": Text("Type 284", "タイプ284"),
    "type_284m": Text("Type 284M", "タイプ284M"),
    "mark_3": Text("Mark 3", "マーク3"),
    "mark_8": Text("Mark 8", "マーク8"),
    "fumo": Text("FuMO", "FuMO"),
    "gufo_3": Text("Gufo 3", "グーフォ3"),
    "type_22_kai": Text("Type 2-2", "二号二型"),
}
"""Names of ids that are no components. If a component has the same id, the component's name is used."""


class Labels:
    """The names of all components and of everything in a game.

    `label` returns a name that is unique in a list of choices; `name` returns a name for use in a sentence.
    """

    def __init__(self, box: Box) -> None:
        self._names = _names(box)
        self._labels = self._names | _longer(box, self._names)

    def label(self, value: str) -> Text:
        """Return the label of an id. The label of an id without a name, such as a number or a hex, is the id itself."""
        return self._labels.get(value) or id_label(value)

    def name(self, value: str, language: str) -> str:
        """Return the name of the id `value` for use in a sentence."""
        return (self._names.get(value) or id_label(value)).get(language)


def _names(box: Box) -> dict[str, Text]:
    """Return the short name of every id. Of several names for one id, that of a ship is used before any other."""
    names = WORDS | KINDS | SEATS | SHIPS
    for name in _units(box):
        base, _, number = name.rpartition("_")
        if name not in names and base in names:
            names[name] = Text(f"{names[base].en} {number}", f"{names[base].ja}{number}")
    return names


def _units(box: Box) -> Iterable[str]:
    """Return the ids of all ships in all scenarios."""
    return [unit.id for battle in box.battles.values() for side in battle.units for unit in battle.fleet(side)]


def _longer(box: Box, names: dict[str, Text]) -> dict[str, Text]:
    """Return longer names, with the kind ("BB"), for the ships whose names do not show it."""
    found = {}
    for ship, counter in box.counters.items():
        if counter.kind not in ("cl", "dd"):
            code = counter.kind.upper()
            found[ship] = Text(f"{names[ship].en} ({code})", f"{names[ship].ja}（{code}）")
    return found


class Words(sentences.Sentences[Labels]):
    """The names of the game's components in one language."""

    def dice(self, dice: Iterable[int]) -> str:
        """Return the values of dice as text, separated by commas."""
        return self(", ", "、").join(map(str, dice))
