"""2.1 The charts of the game for players, with the figures of its components."""

from collections.abc import Iterable, Iterator

from games.kernel.reference import Chart
from games.kernel.text import Text, join_texts
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.charts import Terrain
from games.titles.goeben.presentation.labels import Labels
from games.toolkit.charts import Cell, chart, signed

DIE = Text("die", "ダイス")
FINDINGS = {
    "si": Text("SI: alert +1", "SI：警戒+1"),
    "ir": Text("IR: two units turned up", "IR：2個公開"),
    "ib": Text("IB: all turned up", "IB：全部公開"),
    "je": Text("JE: alert −1", "JE：警戒−1"),
    "jf": Text("JF: alert −2", "JF：警戒−2"),
    "je_ib": Text("JE or IB", "JEかIB"),
    "none": Text("none", "なし"),
}
MEETINGS = {
    "ac2": Text("Allied first salvo, AC2", "AC2：連合軍が第一射撃"),
    "ac1": Text("Allied first salvo, AC1", "AC1：連合軍が第一射撃"),
    "none": Text("no contact", "接触なし"),
    "gc1": Text("German first salvo, GC1", "GC1：ドイツが第一射撃"),
    "gc2": Text("German first salvo, GC2", "GC2：ドイツが第一射撃"),
}
HITS = {
    "guns_1": Text("guns −1", "艦砲−1"), "guns_2": Text("guns −2", "艦砲−2"),
    "hull_1": Text("hull −1", "船体−1"), "hull_2": Text("hull −2", "船体−2"),
    "engines_1": Text("engines −1", "機関−1"), "engines_2": Text("engines −2", "機関−2"),
    "bridge": Text("bridge", "艦橋"), "critical": Text("critical", "致命的命中"), "dud": Text("dud", "不発"),
    "guns": Text("guns", "艦砲"), "hull": Text("hull", "船体"), "engines": Text("engines", "機関"),
    "torpedoes": Text("torpedo tubes", "魚雷発射管"), "withdraws": Text("withdraws", "撤退"),
    "magazine": Text("magazine", "弾薬庫"), "outcry": Text("public outcry", "世論の怒り"),
    "none": Text("no effect", "効果なし"), "morale": Text("morale", "士気の向上"),
    "fort": Text("coastal defence destroyed", "沿岸防衛隊破壊"),
}  # fmt: skip
PLACES = {
    "high_sea": Text("high sea", "公海"), "patrol_zone": Text("patrol zone", "哨戒ゾーン"),
    "friendly_base": Text("friendly base", "友軍基地"), "friendly_port": Text("friendly port", "友軍港"),
    "neutral_base": Text("neutral base", "中立基地"), "neutral_port": Text("neutral port", "中立港"),
    "allied_base": Text("Allied base", "連合軍基地"), "allied_port": Text("Allied port", "連合軍港"),
    "captured_port": Text("captured port", "占領した港"),
}  # fmt: skip
AUSTRIAN_LOST = Text("Austro-Hungarian {kind} lost", "オーストリア＝ハンガリーの{kind}喪失")
AUSTRIAN_DAMAGED = Text("Austro-Hungarian {kind} damaged", "オーストリア＝ハンガリーの{kind}損傷")
NATIONS = {"bb": "BB", "bc": "BC", "b": "B", "ca": "CA", "cp": "CP", "cl": "CL", "dd": "DD"}


def charts(box: Box, labels: Labels) -> tuple[Chart, ...]:
    """Return all charts, as tables for players, with the figures of the components in `box`."""
    return (
        _contact(box), _contact_modifiers(box), _hits(box), _shore(box), _intelligence(box), _terrain(box),
        _repair(box), _alert(box), _priority(box), _points(box, labels), _cargo(box),
    )  # fmt: skip


def _contact(box: Box) -> Chart:
    found = box.charts.contact
    rows = []
    for place, result in enumerate(found.results):
        total = found.lowest + place
        end = Text.same(total)
        if place == 0:
            end = Text("{total} or less", "{total}以下").format(total=total)
        elif place == len(found.results) - 1:
            end = Text("{total} or more", "{total}以上").format(total=total)
        rows.append((end, MEETINGS[result]))
    note = Text("By night and in poor visibility AC1 and GC1 are no contact.", "夜間と視界不良ではAC1・GC1は接触なし。")
    return chart(
        "contact", Text("Contact", "接敵表"), ("14.3", "14.2", "14.4"),
        (Text("total", "合計"), Text("result", "結果")), rows, note,
    )  # fmt: skip


def _contact_modifiers(box: Box) -> Chart:
    found = box.charts.contact
    plus, minus = Text("added", "加算"), Text("subtracted", "減算")
    rows: list[tuple[Cell, Cell]] = [
        (Text("a die, the leadership of one ship, the cruise speed of one ship (maximum for one coal)",
              "ダイス、1隻の統率力、1隻の巡航速度（石炭1で最大）"), plus),
        (Text("Optics", "光学装置"), signed(found.optics)),
        (
            Text("Wireless on {count} ships", "無線艦{count}隻").format(count=found.wireless_ships),
            signed(found.wireless),
        ),
        (Text("seaplane (option)", "水上機（オプション）"), signed(found.seaplane)),
        (Text("alert, the fastest Allied speed", "警戒、連合軍の最高速力"), minus),
        (Text("patrol zone, Allied port or base", "哨戒ゾーン、連合軍の港・基地"), signed(-found.allied_place)),
    ]  # fmt: skip
    return chart(
        "contact_modifiers", Text("Contact: the total", "接敵値の合計"), ("14.3",),
        (Text("what", "項目"), Text("modifier", "修正")), rows,
        Text("Against coast defences nothing Allied is subtracted.", "沿岸防衛隊の接敵値は0です。"),
    )  # fmt: skip


def _hits(box: Box) -> Chart:
    gunnery, torpedo = box.charts.gunnery, box.charts.torpedo
    columns = (gunnery.german, gunnery.allied, torpedo.german, torpedo.allied)
    return chart(
        "hits", Text("Hits of guns and torpedoes", "被弾表"), ("14.5", "14.6", "14.7", "14.11", "14.2"),
        (
            DIE,
            Text("shell on a German ship", "ドイツ艦への砲弾"), Text("shell on an Allied ship", "連合軍艦艇への砲弾"),
            Text("torpedo on a German ship", "ドイツ艦への魚雷"),
            Text("torpedo on an Allied ship", "連合軍艦艇への魚雷"),
        ),
        [(side + 1, *(HITS[column[side]] for column in columns)) for side in range(6)],
        Text(
            "Guns hit on {guns} or more, torpedoes on {torpedoes} or more.",
            "砲は{guns}以上、魚雷は{torpedoes}以上で命中。",
        ).format(guns=gunnery.hits, torpedoes=torpedo.hits),
    )  # fmt: skip


def _shore(box: Box) -> Chart:
    found = box.charts.shore
    return chart(
        "shore", Text("Shore bombardment", "沿岸砲撃表"), ("16.0",),
        (DIE, Text("port", "港"), Text("base", "基地")),
        [(side + 1, HITS[found.port[side]], HITS[found.base[side]]) for side in range(6)],
        Text("German guns hit on {hits} or more.", "ドイツの砲は{hits}以上で命中。").format(hits=found.hits),
    )  # fmt: skip


def _intelligence(box: Box) -> Chart:
    found = box.charts.intelligence
    return chart(
        "intelligence", Text("Intelligence", "インテリジェンス表"), ("11.1", "11.2", "11.0", "4.1"),
        (DIE, *(Text("value {value}", "値{value}").format(value=value) for value in range(len(found.table[0])))),
        [(side + 1, *(FINDINGS[one] for one in row)) for side, row in enumerate(found.table)],
        Text(
            "Value by leadership: {steps}; {more} more with Wireless.", "統率力による値：{steps}。無線で+{more}。"
        ).format(
            steps=join_texts(
                Text("from {least} on {value}", "{least}以上で{value}").format(least=least or 1, value=value)
                for least, value in found.leadership
            ),
            more=found.wireless,
        ),
    )  # fmt: skip


def _terrain(box: Box) -> Chart:
    return chart(
        "terrain", Text("Effects of places", "地形効果表"), ("12.5", "7.0", "7.1", "7.3", "13.0", "9.1", "8.5", "4.1"),
        (
            Text("place", "場所"), Text("stop", "停止"), Text("markers besides alert", "警戒以外の事件"),
            Text("coal dice", "石炭"), Text("ammunition dice", "弾薬"), Text("cargo", "資材"),
        ),
        [(PLACES[key], *_place(found)) for key, found in box.charts.terrain.items()],
        Text(
            "“none” means that no markers are drawn at all.", "「なし」は事件マーカーをまったく引かないこと。"
        ),
    )  # fmt: skip


def _place(found: Terrain) -> Iterator[Cell]:
    yes, no = Text("yes", "あり"), "–"
    yield yes if found.stop else no
    if found.draws is None:
        yield Text("none", "なし")
    elif found.draws_from > 1:
        yield Text("{draws}, only from alert {least} on", "{draws}（警戒{least}以上のみ）").format(
            draws=found.draws, least=found.draws_from
        )
    else:
        yield signed(found.draws)
    yield found.coal or no
    yield found.ammunition or no
    yield yes if found.cargo else no


def _repair(box: Box) -> Chart:
    found, crews = box.charts.repair, box.numbers.repair
    rows = (
        (Text("at sea", "海上"), found.sea), (PLACES["captured_port"], found.captured),
        (PLACES["neutral_port"], found.neutral_port), (PLACES["neutral_base"], found.neutral_base),
        (PLACES["friendly_port"], found.friendly_port), (PLACES["friendly_base"], found.friendly_base),
        (box.cargo["reserve_crew"].name, crews.reserve_crew), (box.cargo["damage_control"].name, crews.damage_control),
    )  # fmt: skip
    return chart(
        "repair", Text("Repair dice", "修理のダイス"), ("10.1", "10.0", "7.0", "4.1"),
        (Text("besides leadership", "統率力に加えて"), Text("dice", "ダイス")),
        [(name, signed(dice)) for name, dice in rows],
        Text("Each die of {success} or more repairs a box.", "{success}以上のダイス1個で1ボックス修理。").format(
            success=found.success
        ),
    )  # fmt: skip


def _alert(box: Box) -> Chart:
    found, heard = box.charts.alert, box.charts.intelligence.alert
    rows: list[tuple[Cell, int]] = [
        (Text("a sea battle", "海戦"), found.battle), (Text("a bombardment", "沿岸砲撃"), found.bombardment),
        *((FINDINGS[key], change) for key, change in heard.items()),
        (box.incidents["allied_patrol"].name, 1), (box.incidents["pursue"].name, 1),
        (box.incidents["conflicting_orders"].name, -1),
    ]  # fmt: skip
    return chart(
        "alert", Text("Alert", "警戒の変化"), ("5.1", "14.14"),
        (Text("event", "出来事"), Text("alert", "警戒")), [(name, signed(change)) for name, change in rows],
        Text("From {least} to {most}.", "{least}から{most}まで。").format(least=found.least, most=found.most),
    )  # fmt: skip


def _priority(box: Box) -> Chart:
    places = range(1, len(next(iter(box.charts.priority.values()))) + 1)
    firing: dict[str, Cell] = {
        **NATIONS,
        "convoy": Text("convoy", "護送船団"),
        "fort": Text("coast defence", "沿岸防衛隊"),
    }
    return chart(
        "priority", Text("Allied targets", "連合軍の目標優先順"), ("14.11", "16.0"),
        (Text("who fires", "射撃側"), *(Text.same(place) for place in places)),
        [(firing[key], *(NATIONS[one] for one in targets)) for key, targets in box.charts.priority.items()],
    )  # fmt: skip


def _points(box: Box, labels: Labels) -> Chart:
    found = box.charts.points
    return chart(
        "points", Text("Victory points", "勝利ポイント表"), ("17.1", "17.0"),
        (Text("event", "出来事"), Text("points", "ポイント")),
        [
            *_by_class(Text("{kind} sunk", "{kind}撃沈"), found.sunk.items(), labels),
            *_by_class(Text("{kind} damaged", "{kind}損傷"), found.damaged.items(), labels),
            *_by_class(Text("German {kind} lost", "ドイツの{kind}喪失"), found.german_sunk.items(), labels),
            (Text("guns or engines of a German ship brought to nothing", "ドイツ艦の砲・機関の全損"),
             signed(found.german_crippled)),
            *_by_class(AUSTRIAN_LOST, found.austrian_sunk.items(), labels),
            *_by_class(AUSTRIAN_DAMAGED, found.austrian_damaged.items(), labels),
            (Text("a collier attacked and lost", "給炭艦喪失"), signed(found.collier_lost)),
            (Text("a submarine rammed", "潜水艦撃沈"), signed(found.submarine_rammed)),
        ],
    )  # fmt: skip


def _by_class(words: Text, points: Iterable[tuple[str, int]], labels: Labels) -> Iterable[tuple[Cell, Cell]]:
    return ((words.format(kind=labels.label(key)), signed(amount)) for key, amount in points)


def _cargo(box: Box) -> Chart:
    return chart(
        "cargo", Text("Cargo", "資材表"), ("8.1", "8.2", "8.2.1", "8.3", "8.5", "3.0(7)"),
        (Text("cargo", "資材"), Text("points", "ポイント"), Text("boxes", "ボックス"), Text("effect", "効果")),
        [(one.name, one.points, one.boxes, one.effect) for one in box.cargo.values()],
    )  # fmt: skip
