"""The reference page: ships, aircraft, ports, airfields, ice, weather, search sectors, options and terms."""

from collections.abc import Iterator

from games.kernel.reference import Chapter, Entry, Reference, facts
from games.kernel.text import Text
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SECTORS, ZONES, Aircraft, Airfield, Port, Ship
from games.titles.pq17.components.turns import MONTHS
from games.titles.pq17.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.pq17.presentation.vocabulary import CLASSES, DOTTED, ICE, WEATHER

RULES = {
    "training": "4.3.4", "second_card": "7.1.1", "air_groups": "7.1.2", "air_surprise": "7.2.1", "face_down": "7.5.9",
    "destroyer_fate": "7.9", "variable_start": "8.3.1", "from_day_one": "8.3.2", "storm_combining": "9.4",
    "soviet_fuel": "11.1.4", "historical_forces": "14.0", "carrier_duel": "14.1", "green_crews": "15.4.3",
    "sailing_home": "15.7.5",
}  # fmt: skip
"""The number of the rule for each option."""
YES = Text("yes", "あり")
TERMS = (
    Entry(
        "id_level", Text("ID level", "IDレベル"),
        Text(
            "What an enemy block's owner must tell: 1 about how many warships, 2 heavy and light ships, 3 the strength"
            " of each group. It falls by one when the block moves unseen.",
            "敵の積み木について告げられる内容。1は軍艦のおよその数、2は重量艦と軽量艦の数、3は種別の戦力。移動すると下がる。",
        ),
        "6.1",
    ),
    Entry(
        "dummy", Text("Dummy", "ダミー"),
        Text(
            "A block that holds nothing. Until it is identified, the enemy cannot tell it from a force.",
            "中身のない積み木。識別されるまで、敵は部隊と区別できない。",
        ),
        "1.3",
    ),
    Entry(
        "air_radius", Text("Air radius", "航続範囲"),
        Text("Printed hexes that aircraft always search.", "航空機が常に偵察する、地図に印刷された範囲。"), "6.4.1",
    ),
    Entry(
        "search_sector", Text("Search sector", "航空索敵セクター"),
        Text("In each turn some hexes of the sector can be searched.", "毎ターン、セクター内の数ヘックスを偵察可能。"),
        "6.4.2",
    ),
    Entry(
        "shadowing", Text("Shadowing", "追尾"),
        Text(
            "What was found may be followed: it stays found as it moves, and attacks on it look for it twice.",
            "発見した目標を追い続ける。移動しても識別が保たれ、攻撃時の確認カードが増える。",
        ),
        "6.3",
    ),
    Entry(
        "command_points", Text("Command Points", "指揮値（CP）"),
        Text("What heavy ships cost that sail; they cost victory points.", "重量艦の出港に使い、最後にVPを失う。"),
        "4.3",
    ),
    Entry(
        "scattering", Text("Scattering", "分散"),
        Text(
            "A scattered convoy sails as single ships until it reaches port: safer from ships, an easy prey of aircraft"
            " and submarines.",
            "分散した輸送船団は入港まで個々に航行する。水上攻撃には強いが航空・潜水艦攻撃に弱い。",
        ),
        "5.5",
    ),
    Entry(
        "fuel_marks", Text("Fuel Warning and Danger", "燃料警告と燃料危険"),
        Text(
            "On its Warning a force runs low, on its Danger it is critical, which scores for the enemy.",
            "警告のターンに残りわずかとなり、危険のターンに危機となって敵の得点になる。",
        ),
        "11.1",
    ),
    Entry(
        "mission_search", Text("Search", "索敵"),
        Text(
            "A mission of aircraft: the unit flies to a hex and searches the enemy blocks in it, then flies home.",
            "航空部隊の任務。ヘックスへ飛んでそこの敵の積み木を索敵し、帰還する。",
        ),
        "5.3",
    ),
    Entry(
        "mission_attack", Text("Attack", "攻撃"),
        Text(
            "A mission of aircraft: the unit flies to a hex and attacks a block there, if one is identified after the"
            " searches and a card locates it; otherwise it turns back.",
            "航空部隊の任務。索敵の後、識別された積み木がそのヘックスにあり、カードで位置を確認できれば攻撃する。"
            "なければ引き返す。",
        ),
        "7.1",
    ),
    Entry(
        "mission_escort", Text("Escort", "護衛"),
        Text(
            "A mission of fighters: the unit flies with the attackers to a hex and fights the fighters that rise"
            " there.",
            "戦闘機の任務。攻撃隊とともにヘックスへ飛び、迎撃に上がった戦闘機と戦う。",
        ),
        "5.3",
    ),
    Entry(
        "mission_patrol", Text("Patrol", "哨戒"),
        Text(
            "A mission of aircraft: the unit holds an air radius in a hex, where aircraft search, until the enemy's"
            " next submarine combat is over.",
            "航空部隊の任務。敵の次の潜水艦戦闘が終わるまで、ヘックスに航続範囲を設けて索敵する。",
        ),
        "5.3.1",
    ),
)  # fmt: skip


def reference(box: Box) -> Reference:
    """Return the chapters of the reference page."""
    options = (Entry(key, OPTION_NAMES[key], OPTION_NOTES[key], rule) for key, rule in RULES.items())
    return (
        Chapter("ships", Text("Ships", "艦船"), tuple(map(_ship, box.ships.values()))),
        Chapter("aircraft", Text("Aircraft", "航空機"), tuple(map(_aircraft, box.aircraft.values()))),
        Chapter("ports", Text("Ports", "港"), tuple(map(_port, box.ports.values()))),
        Chapter("airfields", Text("Airfields", "航空基地"), tuple(map(_airfield, box.airfields.values()))),
        Chapter("ice", Text("Expected ice", "予想される流氷"), tuple(_ice(box))),
        Chapter("weather", Text("Weather", "天候"), tuple(_weather(box))),
        Chapter("sectors", Text("Air search sectors", "航空索敵セクター"), tuple(_sectors(box))),
        Chapter("options", Text("Options", "選択ルール"), tuple(options)),
        Chapter("terms", Text("Words of the game", "用語"), TERMS),
    )


def _ship(ship: Ship) -> Entry:
    guns = "*" if ship.anti_aircraft == -1 else "" if ship.anti_aircraft is None else str(ship.anti_aircraft)
    return Entry(
        ship.id,
        ship.name,
        facts=facts(
            (Text("class", "艦種"), CLASSES[ship.type]),
            (Text("strength, undamaged first", "戦力（無傷から）"), " ".join(map(str, ship.steps))),
            (Text("strength of a counter at most", "カウンターの最大戦力"), ship.most),
            (Text("anti-aircraft", "対空"), guns),
            (Text("torpedoes", "魚雷"), ship.torpedoes),
            (Text("speed", "速度"), Text(ship.speed, {"high": "高速", "cruise": "巡航", "slow": "低速"}[ship.speed])),
            (Text("victory points", "勝利ポイント"), ship.value),
        ),
    )


def _aircraft(kind: Aircraft) -> Entry:
    types = {
        "f": Text("fighter", "戦闘機"), "p": Text("patrol aircraft", "哨戒機"),
        "db": Text("dive bomber", "急降下爆撃機"),
        "lb": Text("light bomber", "軽爆撃機"), "mb": Text("medium bomber", "中型爆撃機"),
        "hb": Text("heavy bomber", "重爆撃機"),
    }  # fmt: skip
    flags = (
        (Text("reconnaissance", "偵察"), kind.reconnaissance), (Text("anti-submarine", "対潜"), kind.anti_submarine),
        (Text("photo", "写真偵察"), kind.photo), (Text("float plane", "水上機"), kind.floats),
        (Text("carrier", "艦載"), kind.carrier),
    )  # fmt: skip
    return Entry(
        kind.id,
        kind.name,
        facts=facts(
            (Text("type", "種別"), types[kind.type]),
            (Text("air value", "空戦値"), f"{kind.value}{'+' if kind.plus else ''}"),
            (Text("range in hexes", "航続距離（ヘックス）"), kind.range),
            (Text("steps", "ステップ"), kind.strength),
            (Text("torpedoes", "魚雷"), kind.torpedoes),
            *((name, YES) for name, has in flags if has),
        ),
    )


def _port(port: Port) -> Entry:
    uses = {
        "permanent": Text("permanent", "常設"), "temporary": Text("temporary", "一時的"),
        "submarines": Text("submarines only", "潜水艦のみ"),
    }  # fmt: skip
    return Entry(
        port.id,
        port.name,
        rule="1.1.1",
        facts=facts(
            (Text("hex", "ヘックス"), port.hex),
            (Text("use", "用途"), uses[port.use]),
            (Text("anti-aircraft", "対空"), port.anti_aircraft),
            (Text("float planes", "水上機基地"), YES if port.seaplanes else ""),
            (Text("refuels", "給油"), YES if port.refuels else ""),
            (Text("torpedoes", "魚雷補給"), YES if port.reload else ""),
        ),
    )


def _airfield(field: Airfield) -> Entry:
    return Entry(
        field.id,
        field.name,
        rule="1.1",
        facts=facts((Text("hex", "ヘックス"), field.hex), (Text("anti-aircraft", "対空"), field.anti_aircraft)),
    )


def _ice(box: Box) -> Iterator[Entry]:
    """10.1 Yield an entry for each month, with the expected ice of each zone."""
    for month in MONTHS:
        told = []
        for zone in ZONES:
            expected = box.charts.ice.expects(month, zone)
            sure = "" if expected.certain else "?"
            told.append((_zone(zone), Text(ICE[expected.ice].en + sure, ICE[expected.ice].ja + sure)))
        name = Text(month.capitalize(), f"{MONTHS.index(month) + 1}月")
        yield Entry(f"ice_{month}", name, rule="10.1", facts=facts(*told))


def _zone(zone: str) -> Text:
    """10.0 Return the name of an ice zone: west or east, and its number."""
    return Text(zone.upper(), f"{'西' if zone.startswith('w') else '東'}{zone[1:]}区域")


def _weather(box: Box) -> Iterator[Entry]:
    """9.1 Yield an entry for each season, with the sums of two dice that give each weather."""
    chart = box.charts.weather
    seasons = (
        ("summer", Text("May to September", "5〜9月"), chart.summer),
        ("between", Text("April and October", "4月・10月"), chart.between),
        ("winter", Text("November to March", "11〜3月"), chart.winter),
    )
    for key, name, season in seasons:
        told, below = [], 0
        for weather, most in season.items():
            told.append((WEATHER[weather], f"{below}–{most}"))
            below = most + 1
        yield Entry(f"weather_{key}", name, rule="9.1", facts=facts(*told, (WEATHER["gale"], f"{below}+")))


def _sectors(box: Box) -> Iterator[Entry]:
    """6.4.2 Yield an entry for each month, with the number of hexes that each sector searches in a turn."""
    for month in MONTHS:
        searched = box.charts.sectors.searched(month)
        told = [(DOTTED[f"sector.{sector}"], searched[sector]) for sector in SECTORS]
        name = Text(month.capitalize(), f"{MONTHS.index(month) + 1}月")
        yield Entry(f"sectors_{month}", name, rule="6.4.2", facts=facts(*told))
