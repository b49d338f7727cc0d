"""The names of all ids in forms, events and views, in English and Japanese."""

from collections import Counter
from collections.abc import Iterable, Mapping

from games.kernel.text import Text, id_label
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import Readout
from games.titles.goeben.components.scenarios import SCENARIOS
from games.toolkit import sentences

SEATS = {role.key: role.name for scenario in SCENARIOS.values() for role in scenario.seats} | {
    "public": Text("Spectators", "観戦者"),
    "umpire": Text("Umpire", "審判"),
}

CLASSES = {
    "bb": Text("BB", "戦艦"),
    "bc": Text("BC", "巡戦"),
    "b": Text("B", "前弩級"),
    "ca": Text("CA", "重巡"),
    "cp": Text("CP", "防巡"),
    "cl": Text("CL", "軽巡"),
    "dd": Text("DD", "駆逐"),
    "convoy": Text("convoy", "船団"),
    "fort": Text("coastal defences", "沿岸防衛隊"),
}
"""1.4 The short names of the classes of ships."""
_ALSO = {
    "bb": Text("battleship|battleships", "主力艦"),
    "bc": Text("battlecruiser|battlecruisers|battle cruiser|battle cruisers|BCs", "巡洋戦艦"),
    "b": Text("pre-dreadnought|pre-dreadnoughts|old battleship|old battleships", "前弩級戦艦|旧式戦艦"),
    "ca": Text("armoured cruiser|armoured cruisers|armored cruiser|armored cruisers|CAs", "装甲巡洋艦|重巡洋艦"),
    "cp": Text("protected cruiser|protected cruisers|CPs", "防護巡洋艦"),
    "cl": Text("light cruiser|light cruisers|CLs|LC|LCs", "軽巡洋艦"),
    "dd": Text("destroyer|destroyers|DDs|flotilla", "駆逐艦|駆逐隊"),
    "convoy": Text("convoys|the convoy|troop convoy|transports", "護送船団|船団|輸送船団|輸送船"),
    "fort": Text("forts|fort|coastal defence|shore batteries", "要塞|沿岸砲台|砲台"),
}
"""The words with which players may mean a class, or its only ship in sight; the printed words are in `CLASSES`."""

WORDS = {
    # tracks and batteries
    "leadership": Text("leadership", "統率力"),
    "engines": Text("engines", "機関"),
    "hull": Text("hull", "船体"),
    "primary": Text("primary guns", "大口径砲"),
    "secondary": Text("secondary guns", "中口径砲"),
    "tertiary": Text("tertiary guns", "小口径砲"),
    "guns": Text("guns", "艦砲"),
    "ammunition": Text("ammunition", "弾薬"),
    "torpedoes": Text("torpedoes", "魚雷"),
    "torpedo": Text("torpedoes", "魚雷"),
    "coal": Text("coal", "石炭"),
    # plans
    "doctrine": Text("Doctrine", "ドクトリン"),
    # orders
    "take": Text("Take aboard", "積み込み"),
    "leave": Text("Put ashore or overboard", "降ろす"),
    "hand": Text("Hand over", "引き渡し"),
    "station": Text("Station a collier", "給炭艦の配置"),
    "begin": Text("Begin at", "開始地点"),
    "outfit": Text("Outfit", "艤装"),
    "repair": Text("Repair", "修理"),
    "rearm": Text("Rearm first", "再武装の優先順"),
    "intelligence": Text("Try intelligence", "インテリジェンス"),
    "scout": Text("Scout by seaplane", "水上機で偵察"),
    "move": Text("Sail", "移動"),
    "mine": Text("Lay mines", "機雷敷設"),
    "carry_on": Text("Carry on without asking again", "再確認なしで続行"),
    "targets": Text("Aim at", "目標の優先順"),
    "break_off": Text("Break off", "回避"),
    "steam": Text("Full steam at contact", "接敵時に最大速度"),
    "landing": Text("Land wherever possible", "可能なら上陸"),
    "each_round": Text("Ask before each battery", "砲種ごとに確認"),
    "ask_first": Text("Ask at the start of each battle", "戦闘ごとに確認"),
    "withdraw": Text("Break off", "回避"),
    "fire": Text("Fire", "砲撃"),
    "full_fire": Text("Maximum fire", "全力射撃"),
    "hold": Text("Hold fire", "射撃しない"),
    "launch": Text("Launch torpedoes", "魚雷発射"),
    "nation_first": Text("First to fire", "先に射撃する側"),
    "escort": Text("Escort", "護衛"),
    "draft": Text("Draft", "起案"),
    "letter": Text("Leave a letter", "手紙を残す"),
    # arguments
    "ship": Text("ship", "艦"),
    "ships": Text("ships", "艦"),
    "cargo": Text("cargo", "資材"),
    "space": Text("space", "スペース"),
    "to": Text("to", "行き先"),
    "way": Text("way", "航路"),
    "at": Text("at", "目標"),
    "prefer": Text("rather", "優先"),
    "first": Text("first", "先に"),
    "classes": Text("classes", "艦種"),
    "against": Text("against", "相手"),
    "most": Text("at most", "最大"),
    "count": Text("number", "数"),
    "battery": Text("battery", "砲種"),
    "nation": Text("nation", "国"),
    "text": Text("text", "本文"),
    # arguments by their order, where the word alone is ambiguous
    "hand.to": Text("to", "渡す相手"),
    "intelligence.at": Text("where, best first", "探る場所"),
    "fire.at": Text("at, best first", "目標"),
    "launch.at": Text("at, best first", "目標"),
    "station.space": Text("where", "待機場所"),
    "begin.space": Text("where", "開始地点"),
    "scout.space": Text("where", "偵察先"),
    "mine.space": Text("where", "敷設場所"),
    "take.cargo": Text("cargo, safest box first", "資材（安全なボックスから）"),
    # answers
    "look": Text("Look into a place", "敵情を探る"),
    "jam": Text("Jam the enemy's signals", "通信を妨害する"),
    "cruise": Text("cruise speed", "巡航速度"),
    "maximum": Text("maximum speed", "最大速度"),
    "emergency": Text("emergency speed", "緊急速度"),
    "german": Text("the German ships", "ドイツ艦"),
    "austrian_ships": Text("the Austro-Hungarian ships", "オーストリア＝ハンガリー艦"),
    "allied": Text("the Allies", "連合軍"),
    "pass": Text("Pass", "見送る"),
    "yes": Text("Yes", "はい"),
    "no": Text("No", "いいえ"),
    "end": Text("Declare the mission done", "任務完了を宣言する"),
    "declare": Text("Declare the mission done", "任務完了を宣言する"),
    "play_on": Text("Play on", "続行する"),
    "go_on": Text("Play on", "続行する"),
    "land": Text("Land the Seebataillon", "海兵大隊を上陸させる"),
    "raid": Text("commerce raiding", "通商破壊"),
    "bombard": Text("Bombard", "砲撃する"),
    "engage": Text("Engage", "交戦する"),
    "stay": Text("Stay", "とどまる"),
    "ib": Text("Intelligence breakthrough", "情報突破"),
    "je": Text("Jam enemy signals", "敵通信の妨害"),
    "ir": Text("Intelligence received", "情報受信"),
    "jf": Text("Outfoxed the Allies", "連合軍を出し抜く"),
    "si": Text("Signals intercepted", "信号解読"),
    "je_ib": Text("Jam or breakthrough", "妨害か突破"),
    "none": Text("nothing", "なし"),
    # causes
    "collier": Text("a collier", "給炭艦"),
    "port": Text("the port", "港"),
    "friendly_ship": Text("a friendly ship", "味方艦船"),
    "attack": Text("attacked", "攻撃された"),
    "attacked": Text("attacked", "攻撃された"),
    "used": Text("used up", "使用済み"),
    "empty": Text("empty", "空"),
    "captured": Text("taken by the enemy", "敵に捕獲"),
    "enemy": Text("left alone with the enemy", "敵中に取り残された"),
    "fleet": Text("the larger fleet", "増強された艦隊"),
    "battle": Text("a battle", "海戦"),
    "bombardment": Text("a bombardment", "沿岸砲撃"),
    "raided": Text("commerce raiding", "通商破壊"),
    "raiding": Text("commerce raiding", "通商破壊"),
    "sunk": Text("sunk", "撃沈"),
    "damaged": Text("damaged", "損傷"),
    "withdrawn": Text("withdrawn", "撤退"),
    "destroyed": Text("destroyed", "破壊"),
    "out_of_play": Text("out of play", "除外"),
    "german_sunk": Text("a German ship lost", "ドイツ艦喪失"),
    "austrian_sunk": Text("an Austro-Hungarian ship lost", "オーストリア＝ハンガリー艦喪失"),
    "austrian_damaged": Text("an Austro-Hungarian ship damaged", "オーストリア＝ハンガリー艦損傷"),
    "crippled_engines": Text("engines crippled", "機関全損"),
    "crippled_primary": Text("primary guns silenced", "大口径砲全損"),
    "crippled_secondary": Text("secondary guns silenced", "中口径砲全損"),
    "crippled_tertiary": Text("tertiary guns silenced", "小口径砲全損"),
    "camera": Text("a sinking on film", "撃沈の撮影"),
    "filmed": Text("a sinking on film", "撃沈の撮影"),
    "film": Text("a sinking on film", "撃沈の撮影"),
    "outcry": Text("public outcry", "世論の怒り"),
    "morale": Text("morale raised", "士気の向上"),
    "magazine": Text("a magazine blown up", "弾薬庫誘爆"),
    "rammed": Text("a submarine rammed", "潜水艦撃沈"),
    "submarine_rammed": Text("a submarine rammed", "潜水艦撃沈"),
    "collier_lost": Text("a collier lost", "給炭艦喪失"),
    "mined": Text("struck a mine", "触雷"),
    "campaign_pair": Text("Moltke and Stralsund join", "モルトケとシュトラールズントの合流"),
    "mission": Text("the mission", "任務"),
    "campaign": Text("the campaign", "キャンペーン"),
    "spent": Text("her coal is spent", "石炭を使い切った"),
    "allied_sunk": Text("sunk", "撃沈"),
    "allied_damaged": Text("damaged", "損傷"),
    "left": Text("left behind", "取り残し"),
    "visibility": Text("poor visibility", "劣悪視界"),
    "no_contact": Text("no contact", "接触なし"),
    "critical": Text("a critical battle", "決定的海戦"),
    "critical_win": Text("a critical victory", "決定的勝利"),
    "critical_loss": Text("a critical defeat", "決定的敗北"),
    "mission_won": Text("mission accomplished", "任務成功"),
    "mission_lost": Text("mission failed", "任務失敗"),
    "all_sunk": Text("all ships are lost", "全艦喪失"),
    "too_late": Text("the days are over", "日数切れ"),
    "fulfilled": Text("the orders are fulfilled", "条件達成"),
    "won": Text("won", "勝利"),
    "lost": Text("lost", "敗北"),
    "campaign_failure": Text("failure", "失敗"),
    "campaign_draw": Text("a draw", "引き分け"),
    "campaign_victory": Text("victory", "勝利"),
    "moral_victory": Text("a moral victory", "戦意上の勝利"),
    "dismissed": Text("the commander is dismissed", "司令官罷免"),
    "sail_on": Text("Sail on", "続行する"),
    "call_away": Text("A British battlecruiser is called away", "イギリスの巡洋戦艦1隻を取り除く"),
    "reinforce": Text("Moltke and Stralsund join, for points", "ポイントを払いモルトケとシュトラールズントを加える"),
    "of": Text("when", "時点"),
    "contact": Text("contact", "接敵"),
    # places
    "high_sea": Text("high seas", "公海"),
    "patrol_zone": Text("patrol zone", "哨戒ゾーン"),
    "western": Text("Western Mediterranean", "西地中海"),
    "eastern": Text("Eastern Mediterranean", "東地中海"),
    "adriatic": Text("Adriatic", "アドリア海"),
    "marmara": Text("Sea of Marmara", "マルマラ海"),
    "atlantic": Text("Atlantic", "大西洋"),
    "black_sea": Text("Black Sea", "黒海"),
    # powers, groups
    "austria": Text("Austria-Hungary", "オーストリア＝ハンガリー"),
    "britain": Text("Britain", "イギリス"),
    "france": Text("France", "フランス"),
    "greece": Text("Greece", "ギリシャ"),
    "italy": Text("Italy", "イタリア"),
    "ottoman": Text("the Ottoman Empire", "オスマン帝国"),
    "russia": Text("Russia", "ロシア"),
    "spain": Text("Spain", "スペイン"),
    "british": Text("British", "イギリス"),
    "french": Text("French", "フランス"),
    # weather
    "clear": Text("clear", "良好"),
    "night": Text("night", "夜間"),
    "day": Text("day", "昼間"),
}
"""The names of ids outside the box, such as states and directions. An id in the box has the box's name instead."""


VERBS = {
    "coal": Text("Coal first", "給炭の優先順"),
    "torpedoes": Text("Torpedoes", "魚雷"),
}
"""The names of orders whose word also names a track. In lists of choices, the word means the order."""


class Classed(Text, frozen=True):
    """The name of a ship or class. Orders may give a ship's class in its place if no other choice is of that class.

    `kind`: the class.
    """

    kind: str = ""

    def aliases(self, language: str) -> str:
        """Return the short and the long name of the class, separated by "|"."""
        short = CLASSES[self.kind].get(language)
        return "|".join(dict.fromkeys((short, *_ALSO[self.kind].get(language).split("|"))))


class Labels:
    """The names of all components.

    `label` returns a name that is unique in a list of choices, `name` a name for use in a sentence, `counter` the name
    of a face-up counter. The counter of a ship is named with her class, because the class shows the strength of her
    guns.
    """

    def __init__(self, box: Box) -> None:
        self._names: Mapping[str, Text] = _names(box)
        classed = {ship.id: _classed(ship) for ship in (*box.allied.values(), *box.austrian.values())}
        self._counters: Mapping[str, Text] = self._names | classed | _strong(box)
        named = self._counters | _copies(box) | VERBS
        ships = (*box.allied.values(), *box.austrian.values())
        kinds = {ship.id: ship.type for ship in ships} | dict.fromkeys(box.forts, "fort")
        kinds |= {kind: kind for kind in CLASSES}
        called = {value: Classed(named[value].en, named[value].ja, kind) for value, kind in kinds.items()}
        self._labels: Mapping[str, Text] = named | called

    def label(self, value: str) -> Text:
        """Return the label of an id. A number or an unknown id is its own label."""
        return self._labels.get(value) or id_label(value)

    def name(self, value: str, language: str) -> str:
        """Return the name of an id in a sentence."""
        return (self._names.get(value) or id_label(value)).get(language)

    def class_name(self, kind: str, language: str) -> str:
        """1.4 Return the full name of a class of ships, such as "light cruiser"."""
        return _ALSO[kind].get(language).partition("|")[0] if kind in _ALSO else self.name(kind, language)

    def counter(self, value: str, language: str) -> str:
        """Return the name of a face-up counter: a ship with its class, or the kind of a marker."""
        return (self._counters.get(value) or id_label(value)).get(language)


def _names(box: Box) -> dict[str, Text]:
    """Return the shortest name of each id. If two groups of names have an id, the later group counts."""
    names = dict(WORDS) | CLASSES
    names |= {seat: name for seat, name in SEATS.items() if seat not in box.german}
    names |= {kind.id: kind.name for kind in box.incidents.values()}
    names |= {marker: box.incidents[kind].name for marker, kind in box.markers.items()}
    names |= {kind.id: kind.name for kind in box.cargo.values()}
    names |= {mission.id: mission.name for mission in box.missions.values()}
    names |= {ship.id: ship.name for ship in (*box.allied.values(), *box.austrian.values())}
    names |= {fort: Text(f"Coastal defence {_number(fort)}", f"沿岸防衛隊{_number(fort)}") for fort in box.forts}
    names |= {space.id: space.name for space in box.spaces.values()}
    return names | {ship.id: ship.name for ship in box.german.values()}


def _copies(box: Box) -> dict[str, Text]:
    """Return the names of markers and other components that exist several times, each with a number."""
    found: dict[str, Text] = {}
    for marker, kind in box.markers.items():
        if box.incidents[kind].count > 1:
            number = _number(marker)
            name = box.incidents[kind].name
            found[marker] = Text(f"{name.en} {number}", f"{name.ja} {number}")
    return found | _strong(box)


def _strong(box: Box) -> dict[str, Text]:
    """Return the names of face-up coastal defences, each with its strength."""
    return {
        fort: Text(
            f"Coastal defence {_number(fort)} (strength {strength})", f"沿岸防衛隊{_number(fort)}（戦力{strength}）"
        )
        for fort, strength in box.forts.items()
    }


def _number(copy: str) -> str:
    """Return the number at the end of the id of a component that exists several times."""
    return copy.rpartition("_")[2]


def _classed(ship: Readout) -> Text:
    kind = CLASSES[ship.type]
    return ship.name if ship.type == "convoy" else Text(f"{ship.name.en} ({kind.en})", f"{ship.name.ja}（{kind.ja}）")


def counted(names: Iterable[str]) -> list[str]:
    """Return texts, each once; one that comes several times has its number behind it: "Wireless ×2"."""
    return [name if count == 1 else f"{name} ×{count}" for name, count in Counter(names).items()]


class Words(sentences.Sentences[Labels]):
    """The labels of the title, and its wording of lists and dice, in one language."""

    def names(self, values: Iterable[str]) -> str:
        """Return names as a list in a sentence: "A, B and C". Equal names appear once, with their number."""
        return self.join(counted(map(self.name, values)))

    def counters(self, values: Iterable[str]) -> str:
        """Return the names of face-up counters as a list in a sentence."""
        return self.join(counted(self._labels.counter(value, self.language) for value in values))

    def class_name(self, kind: str) -> str:
        """Return the full name of a class of ships."""
        return self._labels.class_name(kind, self.language)

    def dice(self, dice: Iterable[int]) -> str:
        """Return the results of dice as text, separated by commas."""
        return self(", ", "、").join(map(str, dice))
