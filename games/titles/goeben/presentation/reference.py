"""2.0, 8.0, 13.0, 17.0 The reference page: ships, cargo, incident markers and missions, and nautical terms."""

from games.kernel.reference import Chapter, Entry, Fact, Reference, facts
from games.kernel.text import Text
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import (
    INCIDENT_CHART,
    TRACKS,
    CargoKind,
    GermanShip,
    IncidentKind,
    Mission,
    Readout,
)
from games.titles.goeben.presentation.labels import CLASSES, Labels

COUNT = Text("in the game", "個数")
CODES = (
    ("bc", "Battlecruiser. She has most guns and armour, and sinking her scores most of all warships.",
     "巡洋戦艦。艦砲と装甲が最も強く、軍艦では撃沈の得点が最も高い。"),
    ("ca", "Armoured cruiser.", "装甲巡洋艦。"),
    ("cp", "Protected cruiser.", "防護巡洋艦。"),
    ("cl", "Light cruiser.", "軽巡洋艦。"),
    ("dd", "Destroyers: a flotilla is one counter.", "駆逐艦。駆逐隊が1個のカウンター。"),
)  # fmt: skip
"""The short names of the classes of ships, with what they mean."""
TERMS = (
    *(Entry(f"class_{key}", CLASSES[key], Text(en, ja)) for key, en, ja in CODES),
    Entry(
        "silence",
        Text("Silence coastal defences", "沿岸防衛隊の沈黙"),
        Text(
            "A ship that ends her move at the port bombards it, after the battle with Allied ships there. The defences"
            " are silenced when all of them are destroyed.",
            "港で移動を終えた艦が、そこの連合軍艦艇との海戦の後に砲撃する。防衛隊をすべて破壊すれば沈黙となる。",
        ),
        "16.0",
    ),
    Entry(
        "alert",
        Text("Alert", "警戒"),
        Text(
            "How awake the enemy is. What happens at sea and intelligence move it, at once.",
            "敵がどれほど警戒しているか。海での出来事とインテリジェンスにより、ただちに上下する。",
        ),
        "5.1",
    ),
    Entry(
        "leadership",
        Text("Leadership", "統率力"),
        Text("The spirit of a ship; it counts when she raids commerce.", "艦の士気。通商破壊の結果に加わる。"),
        "15.0",
    ),
    Entry(
        "speeds",
        Text("Cruise, maximum, emergency", "巡航・最大・緊急"),
        Text(
            "How far a ship may go in a day: freely, for coal, or for coal and at the risk of her engines.",
            "一日に進める距離。巡航は自由、最大は石炭を使い、緊急は石炭に加えて機関を危険にさらす。",
        ),
        "12.0",
    ),
    Entry(
        "outfit",
        Text("Outfitting", "艤装"),
        Text(
            "Coal, ammunition, repairs and cargo, as far as the place supplies them.",
            "石炭・弾薬・修理・資材。場所によって得られるものが違う。",
        ),
        "7.0",
    ),
    Entry(
        "patrol_zone",
        Text("Patrol zone", "哨戒ゾーン"),
        Text(
            "Waters that the Allies watch: counters lie there face down, and ships stop where they enter.",
            "連合軍が見張る海域。裏向きのカウンターがあり、入った艦は停止する。",
        ),
        "12.5",
    ),
    Entry(
        "intelligence_try",
        Text("Intelligence", "インテリジェンス"),
        Text(
            "A try to look at what lies face down somewhere, or to jam what the enemy hears.",
            "裏向きのものを見るか、敵の通信を妨害する試み。",
        ),
        "11.1",
    ),
    Entry(
        "collier",
        Text("Collier", "給炭艦"),
        Text(
            "A ship with coal that waits where you stationed her: ships in her space may coal once, then she is gone.",
            "配置した場所で待つ石炭船。同じスペースの艦に一度だけ石炭を渡し、去る。",
        ),
        "7.4",
    ),
)


def reference(box: Box, labels: Labels) -> Reference:
    """Return the chapters of the reference page."""
    german = tuple(_german(ship, labels) for ship in box.german.values())
    allied, austrian = (tuple(_readout(one, labels) for one in ships.values()) for ships in (box.allied, box.austrian))
    return (
        Chapter("german", Text("German ships", "ドイツ艦"), german),
        Chapter("cargo", Text("Cargo", "資材"), tuple(map(_cargo, box.cargo.values()))),
        Chapter("incidents", Text("Incident markers", "事件マーカー"), tuple(map(_incident, box.incidents.values()))),
        Chapter("missions", Text("Missions", "任務"), tuple(_mission(one, labels) for one in box.missions.values())),
        Chapter("allied", Text("Allied ships", "連合軍艦艇"), allied),
        Chapter("austrian", Text("Austro-Hungarian ships", "オーストリア＝ハンガリー艦艇"), austrian),
        Chapter("terms", Text("Words of the sea", "用語"), TERMS),
    )


def _figure(track: str, labels: Labels) -> Text:
    """Return the name of a track as a figure of a ship; the label of "coal" is the name of an order."""
    return Text.each(lambda language: labels.name(track, language))


def _german(ship: GermanShip, labels: Labels) -> Entry:
    tracks = [(_figure(track, labels), getattr(ship, track)) for track in TRACKS]
    speeds = [
        (Text("spaces at cruise", "巡航の移動力"), ship.cruise),
        (Text("at maximum", "最大"), ship.maximum),
        (Text("in an emergency", "緊急"), ship.emergency),
    ]
    return Entry(ship.id, ship.name, facts=facts((Text("class", "艦種"), labels.label(ship.type)), *tracks, *speeds))


def _readout(ship: Readout, labels: Labels) -> Entry:
    tracks = ("primary", "secondary", "tertiary", "torpedoes")
    figures = [(_figure(track, labels), getattr(ship, track)) for track in tracks]
    return Entry(
        ship.id,
        ship.name,
        facts=facts(
            (Text("class", "艦種"), labels.label(ship.type)),
            *figures,
            (Text("armour", "装甲"), ship.armour),
            (Text("speed", "速力"), ship.speed),
        ),
    )


def _cargo(kind: CargoKind) -> Entry:
    sort = Text("crew", "人員") if kind.sort == "crew" else Text("gear", "装備")
    only = {"any": Text("", ""), "bc": Text("battlecruisers", "巡洋戦艦"), "cl": Text("light cruisers", "軽巡洋艦")}
    found = facts(
        (Text("kind", "種別"), sort),
        (Text("cargo points", "資材ポイント"), kind.points),
        (Text("boxes", "ボックス"), kind.boxes),
        (COUNT, kind.count),
        (Text("for", "搭載艦"), only[kind.ships]),
    )
    option = Text("an option", "選択ルール")
    return Entry(kind.id, kind.name, kind.effect, "8.1", (*found, Fact(option, kind.name)) if kind.option else found)


def _incident(kind: IncidentKind) -> Entry:
    return Entry(kind.id, kind.name, kind.effect, INCIDENT_CHART[kind.id], facts((COUNT, kind.count)))


def _mission(mission: Mission, labels: Labels) -> Entry:
    forts = [labels.label(fort) for fort in mission.forts]
    return Entry(
        mission.id,
        mission.name,
        rule="17.0",
        facts=facts(
            (Text("days", "日数"), mission.days),
            (Text("victory points", "勝利ポイント"), mission.points),
            (Text("ends in", "終了地"), labels.label(mission.space) if mission.space else ""),
            (
                Text("coastal defences to be silenced", "沈黙させる沿岸防衛隊"),
                Text(", ".join(one.en for one in forts), "、".join(one.ja for one in forts)),
            ),
        ),
    )
