"""1.0 to 10.0 The reference: the ships as printed, the options, and the terms of a sea fight."""

from games.kernel.reference import Chapter, Entry, Reference, facts
from games.kernel.text import Text
from games.titles.battleships.components.box import Box
from games.titles.battleships.components.ships import Counter
from games.titles.battleships.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.battleships.presentation.labels import KINDS
from games.titles.battleships.presentation.names import SHIPS

RULES = {
    "radar": "10.1",
    "aircraft": "10.2",
    "crews": "10.3",
    "arcs": "10.4",
    "reloads": "10.5",
    "mines": "10.6",
    "batteries": "10.7",
    "friendly_fire": "10.8",
    "flagship": "10.9",
    "command": "10.10",
    "turning": "10.11",
    "special_damage": "10.12",
}
"""The number of the rule of each option, by option."""
TERMS = (
    Entry(
        "inferior",
        Text("Inferior and superior", "劣勢と優勢"),
        Text(
            "The inferior player names targets and moves first, the superior sees it; they change places every turn.",
            "劣勢側が先に目標を決めて移動し、優勢側はそれを見て行う。毎ターン入れ替わる。",
        ),
        "3.2",
    ),
    Entry(
        "sighting",
        Text("Sighting distance", "視認距離"),
        Text(
            "How far ships are seen this turn: the scenario's base and a die, the same for both sides.",
            "このターンに見える距離。シナリオの基本値にダイスを加え、両軍に共通。",
        ),
        "4.1",
    ),
    Entry(
        "star_shell_light",
        Text("Star shell", "星弾"),
        Text(
            "By night a ship may light a hex within 5: what lies there is seen from up to 12 hexes.",
            "夜間、5ヘクス以内の1ヘクスを照らす。そこの艦は12ヘクスまで見える。",
        ),
        "4.3",
    ),
    Entry(
        "damage_points",
        Text("Damage points and odds", "損害ポイントとオッズ"),
        Text(
            "The guns' attack by range and two dice give points; points against defence are the odds of the hit.",
            "距離で変わる攻撃力と2個のダイスで損害ポイントが決まり、防御力との比がオッズになる。",
        ),
        "5.3",
    ),
    Entry(
        "weapons_damage",
        Text("W: weapons", "W（兵装損害）"),
        Text(
            "Each step costs a third of the attack; at three she neither fires nor launches.",
            "1段階ごとに攻撃力が3分の1減る。3段階で砲雷撃不能。",
        ),
        "5.12",
    ),
    Entry(
        "hull_damage",
        Text("S: hull", "S（船体損害）"),
        Text(
            "Each step costs speed; three of both sink her.",
            "1段階ごとに速度が落ちる。WとSが3段階ずつで沈没。",
        ),
        "5.13",
    ),
    Entry(
        "speed_kept",
        Text("Speed", "速度"),
        Text(
            "A ship goes at least half as far as last turn and at most twice as far; slow ones are easy to hit.",
            "前ターンの半分以上、2倍以下を進む。速度0か1の艦は当てやすい。",
        ),
        "7.3",
    ),
    Entry(
        "allowance",
        Text("Repairs", "修理"),
        Text(
            "In a whole game as many steps can be mended as the ship has defence; each gives the enemy a point.",
            "1ゲームで防御力と同じ段階数まで直せる。1段階ごとに敵に1ポイント。",
        ),
        "8.2",
    ),
)


def reference(box: Box) -> Reference:
    """Return the reference entries for all components."""
    ships = box.counters.values()
    batteries = [box.counter(key, one.id) for key, battle in box.battles.items() for one in battle.batteries]
    options = (Entry(key, OPTION_NAMES[key], OPTION_NOTES[key], rule) for key, rule in RULES.items())
    return (
        Chapter("ships", Text("Ships", "艦艇"), tuple(map(_ship, ships))),
        Chapter("batteries", Text("Shore batteries", "沿岸砲台"), tuple(map(_ship, batteries))),
        Chapter("options", Text("Options", "選択ルール"), tuple(options)),
        Chapter("terms", Text("Words of the fight", "用語"), TERMS),
    )


def _ship(ship: Counter) -> Entry:
    carried = Text("carried", "搭載") if ship.torpedoes else Text("", "")
    return Entry(
        ship.id,
        SHIPS[ship.id],
        facts=facts(
            (Text("class", "艦種"), KINDS[ship.kind]),
            (Text("attack", "攻撃力"), ship.attack),
            (Text("defence", "防御力"), ship.defence),
            (Text("range", "射程"), ship.range),
            (Text("movement", "移動力"), ship.movement),
            (Text("torpedoes", "魚雷"), carried),
            (Text("points when sunk", "沈没時の得点"), ship.value),
        ),
    )
