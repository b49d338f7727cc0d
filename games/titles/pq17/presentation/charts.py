"""7.0, 9.0, 10.0, 13.0 The charts of the game for players, with the figures of its components."""

from collections.abc import Iterable, Mapping, Sequence

from games.kernel.reference import Chart
from games.kernel.text import Text, join_sentences
from games.titles.pq17.components import combat_charts
from games.titles.pq17.components.charts import Charts
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SECTORS, ZONES, WeatherKind
from games.titles.pq17.components.turns import MONTHS
from games.titles.pq17.presentation.vocabulary import CLASSES, DOTTED, ICE, WEATHER
from games.toolkit.charts import Cell, chart, signed

CASE, MODIFIER, DIE = Text("case", "状況"), Text("modifier", "修正"), Text("die", "ダイス")
HITS_FROM = Text("hits from", "命中する目")
CRIPPLED, DEAD = Text("target crippled", "目標が重損害"), Text("target dead in the water", "目標が航行不能")
EVADING = Text("evasion", "回避")
NIGHT = Text("night", "夜間")
RECONSTRUCTED = Text(
    "Reconstructed: the printed chart is not at hand.", "復元した表です（印刷された表は入手できませんでした）。"
)
EACH_STEP = Text("A die for each step hits from this number on.", "1CSにつきダイス1個、この目以上で命中。")
HITTING = Text("A modified die of {least} or more hits.", "修正後{least}以上で命中。")
SUCCEEDING = Text("A modified die of {least} or more succeeds.", "修正後{least}以上で成功。")
SINKING = Text(
    "success: another die, sunk on {least} or more, else damaged", "成功：もう1個、{least}以上で撃沈、ほかは損傷"
)
DESTROYING = Text("{least} or more destroys the unit.", "{least}以上で部隊を破壊。")
SEARCHING = Text("the target's carrier has aircraft out on search", "目標の空母が索敵機を出している")
AIR = {
    "-": Text("no effect", "効果なし"), "abort": Text("abort", "離脱"), "damaged": Text("damaged", "損傷"),
    "hit": Text("hit", "命中"),
}  # fmt: skip
BOMBERS = {
    "db": Text("dive bomber", "急降下爆撃機"), "lb": Text("light bomber", "軽爆撃機"),
    "mb": Text("medium bomber", "中型爆撃機"), "hb": Text("heavy bomber", "重爆撃機"),
}  # fmt: skip
FATES = {
    "sunk": Text("sunk", "撃沈"), "dead_in_water": Text("dead in the water", "航行不能"),
    "crippled": Text("crippled", "重損害"), "damaged": Text("damaged", "損傷"),
}  # fmt: skip


def charts(box: Box) -> tuple[Chart, ...]:
    """Return all charts with their figures."""
    found = box.charts
    return (
        _gunnery(found.gunnery), _gunnery_modifiers(found.gunnery), _torpedo(found.torpedo),
        _torpedo_damage(found.torpedo_damage), _withdrawal(found.withdrawal), _surprise(found.surprise),
        _submarine(found.submarine), _submarine_modifiers(found.submarine), _anti_submarine(found.anti_submarine),
        _air_combat(found.air_combat), _anti_aircraft(found.anti_aircraft), _bombing(found.bombing),
        _base_bombing(found.base_bombing), _weather(found), _weather_now(found), _ice_effects(found), _ice(found),
        _sectors(found), _rejoining(found), _destroyer_fate(found.destroyer_fate), _start(found), _events(found),
        _fuel(found),
    )  # fmt: skip


def _note(found: combat_charts.Chart, *notes: Text) -> Text:
    """Return the text below a chart: the notes, and a sentence if its figures are reconstructed."""
    lines = [*notes, *([RECONSTRUCTED] if found.source == "reconstructed" else [])]
    return join_sentences(lines)


def _modified(rows: Iterable[tuple[Text, int]]) -> list[tuple[Cell, Cell]]:
    return [(case, signed(amount)) for case, amount in rows if amount]


def _by_weather(modifiers: Mapping[WeatherKind, int]) -> list[tuple[Text, int]]:
    return [(WEATHER[kind], amount) for kind, amount in modifiers.items()]


def _abbreviated(kind: str) -> str:
    return kind.upper()


def _gunnery(found: combat_charts.Gunnery) -> Chart:
    targets = list(dict.fromkeys(target for row in found.hits.values() for target in row))
    return chart(
        "gunnery", Text("Naval gunnery", "海上砲撃表"), ("7.5.2i", "7.5.2g", "7.5.2", "7.5"),
        (Text("firer ↓, target →", "射撃↓ 目標→"), *map(_abbreviated, targets)),
        [(_abbreviated(firer), *(row.get(target, "–") for target in targets)) for firer, row in found.hits.items()],
        _note(found, EACH_STEP),
    )  # fmt: skip


def _gunnery_modifiers(found: combat_charts.Gunnery) -> Chart:
    return chart(
        "gunnery_modifiers", Text("Gunnery: modifiers", "砲撃の修正"), ("7.5.2i", "7.5.2g", "7.5.2c"),
        (CASE, MODIFIER),
        _modified([
            (EVADING, found.evading), (CRIPPLED, found.crippled), (DEAD, found.dead_in_water),
            (Text("firer critical on fuel", "射撃側が燃料危機"), found.critical_fuel),
        ]),
        _note(found),
    )  # fmt: skip


def _torpedo(found: combat_charts.Torpedo) -> Chart:
    return chart(
        "torpedo", Text("Torpedo attack: modifiers", "雷撃の修正"), ("7.3.1", "7.4", "7.5.2e", "7.7.2"),
        (CASE, MODIFIER),
        [
            *((CLASSES[kind], signed(amount)) for kind, amount in found.targets.items()),
            *_modified([(EVADING, found.evading), (CRIPPLED, found.crippled), (DEAD, found.dead_in_water)]),
        ],
        _note(found, HITTING.format(least=found.succeeds)),
    )  # fmt: skip


def _torpedo_damage(found: combat_charts.TorpedoDamage) -> Chart:
    """7.3.1a Return the chart of torpedo damage, with its cells as printed; classes with equal cells share a row."""
    grouped: dict[tuple[str, ...], list[str]] = {}
    for kind, column in found.columns.items():
        grouped.setdefault(column, []).append("MX air" if kind == "mx_air" else _abbreviated(kind))
    return chart(
        "torpedo_damage", Text("Torpedo damage", "雷撃損害表"), ("7.3.1a", "7.3.1d", "7.3.1", "13.5"),
        (Text("target ↓, die →", "目標↓ ダイス→"), *map(str, range(10))),
        [("/".join(kinds), *column) for column, kinds in grouped.items()],
        _note(
            found,
            Text(
                "A number is steps lost, or ships for c, d, s: crippled, dead in the water, sunk.",
                "数字は失うCS。c・d・sは重損害・航行不能・撃沈とその数。",
            ),
        ),
    )  # fmt: skip


def _withdrawal(found: combat_charts.Withdrawal) -> Chart:
    return chart(
        "withdrawal", Text("Withdrawal", "撤退表"), ("7.5.2l", "7.5.2"), (CASE, MODIFIER),
        _modified([
            (NIGHT, found.night), *_by_weather(found.weather),
            (Text("superiors' warning", "上層部の警告"), found.warned),
            (Text("the enemy is faster", "敵が優速"), found.slower),
        ]),
        _note(found, SUCCEEDING.format(least=found.succeeds)),
    )  # fmt: skip


def _surprise(found: combat_charts.Surprise) -> Chart:
    return chart(
        "surprise", Text("Surprise", "奇襲表"), ("7.6", "7.4.4", "7.5"), (CASE, MODIFIER),
        _modified([
            (Text("attacker unidentified", "攻撃側が未識別"), found.unidentified), *_by_weather(found.weather),
            (SEARCHING, found.carrier_searches),
        ]),
        _note(found, SUCCEEDING.format(least=found.succeeds)),
    )  # fmt: skip


def _submarine(found: combat_charts.Submarine) -> Chart:
    last = len(found.before) - 1
    rows: list[tuple[Cell, ...]] = []
    for place, (before, after) in enumerate(zip(found.before, found.after, strict=True)):
        result = found.lowest + place
        edge = "≤" if place == 0 else "≥" if place == last else ""
        stops = Text("yes", "中止") if result >= found.cancels_refuelling else "–"
        rows.append((f"{edge}{result}", before, after, stops))
    return chart(
        "submarine", Text("Submarine combat", "潜水艦戦表"), ("7.4",),
        (
            Text("modified die", "修正後の目"), Text("attack before the escorts", "護衛の前に攻撃"),
            Text("attack after", "後に攻撃"), Text("refuelling stopped", "洋上給油"),
        ),
        rows, _note(found, Text("Four is the whole pack.", "4はウルフパック全部。")),
    )  # fmt: skip


def _submarine_modifiers(found: combat_charts.Submarine) -> Chart:
    return chart(
        "submarine_modifiers", Text("Submarine combat: modifiers", "潜水艦戦の修正"), ("7.4", "7.4d"),
        (CASE, MODIFIER),
        _modified([
            (NIGHT, found.night), (Text("three boats or more", "潜水艦3隻以上"), found.three_boats),
            (Text("each ID level of the pack", "ウルフパックのID1につき"), found.identified),
            (Text("each anti-submarine die of the escorts", "護衛の対潜ダイス1個につき"), found.escort),
            *_by_weather(found.weather), (Text("shadowed by another pack", "別のウルフパックが追尾"), found.shadowed),
            (Text("in the target's air radius", "目標側の航続範囲内"), found.air_radius),
        ]),
        _note(found, Text("In all at most {limit} either way.", "合計は±{limit}まで。").format(limit=found.limit)),
    )  # fmt: skip


def _anti_submarine(found: combat_charts.AntiSubmarine) -> Chart:
    return chart(
        "anti_submarine", Text("Anti-submarine combat", "ASW表"), ("7.4.1", "7.4.1a", "7.4.4", "7.4.5", "7.4", "13.7a"),
        (Text("die, or case", "目・状況"), Text("result, or modifier", "結果・修正")),
        [
            (f"{found.held_down}–{found.success - 1}", Text("held down", "制圧")),
            (f"{found.success}+", SINKING.format(least=found.sunk)),
            *_modified([
                (Text("Soviet ships", "ソ連艦"), found.soviet), (WEATHER["storm"], found.storm),
                (Text("in an own air radius", "自軍の航続範囲内"), found.air_radius),
                (Text("offensive action", "攻撃的ASW"), found.offensive),
            ]),
        ],
        _note(found),
    )  # fmt: skip


def _air_combat(found: combat_charts.AirCombat) -> Chart:
    return chart(
        "air_combat", Text("Air combat", "空戦表"), ("7.2.3", "7.2.2", "7.2.1", "7.2"), (DIE, Text("result", "結果")),
        _results(found.lowest, found.results), _note(found),
    )  # fmt: skip


def _results(lowest: int, results: Sequence[str]) -> list[tuple[Cell, ...]]:
    last = len(results) - 1
    return [
        (f"{lowest + place}{'+' if place == last else '−' if not place else ''}", AIR[result])
        for place, result in enumerate(results)
    ]


def _anti_aircraft(found: combat_charts.AntiAircraft) -> Chart:
    ends = [0, *(column.most for column in found.columns)]
    heads = [f"{ends[place] + 1}–{column.most}" for place, column in enumerate(found.columns[:-1])]
    heads = ["1" if head == "1–1" else "2" if head == "2–2" else head for head in heads]
    dice = [f"≤{found.lowest}", *(str(found.lowest + step) for step in range(1, len(found.star) - 1))]
    dice.append(f"≥{found.lowest + len(found.star) - 1}")
    columns = [found.star, *(column.results for column in found.columns)]
    return chart(
        "anti_aircraft", Text("Anti-aircraft fire", "対空防護表"), ("7.2.5", "7.2"),
        (Text("modified die", "修正後の目"), "*", *heads, f"{ends[-2] + 1}+"),
        [(die, *(AIR[column[place]] for column in columns)) for place, die in enumerate(dice)],
        _note(
            found,
            Text(
                "Torpedo attack {torpedo}, dive bombers {dive}, CAM {cam}, night {night}.",
                "雷撃{torpedo}、急降下爆撃{dive}、CAM{cam}、夜間{night}。",
            ).format(
                torpedo=signed(found.torpedo_attack), dive=signed(found.dive_bomber), cam=signed(found.cam),
                night=signed(found.night),
            ),
        ),
    )  # fmt: skip


def _bombing(found: combat_charts.Bombing) -> Chart:
    targets = list(dict.fromkeys(target for row in found.hits.values() for target in row))
    return chart(
        "bombing", Text("Naval bombing", "海上爆撃表"), ("7.2.6", "7.2.6a", "7.2", "7.7.3"),
        (Text("bomber ↓, target →", "爆撃機↓ 目標→"), *map(_abbreviated, targets)),
        [(BOMBERS[kind], *(row.get(target, "–") for target in targets)) for kind, row in found.hits.items()],
        _note(
            found,
            Text(
                "From {double} on two hits. In port {port}, crippled {crippled}, dead in the water {dead}.",
                "{double}以上は2発。港内{port}、重損害{crippled}、航行不能{dead}。",
            ).format(
                double=found.double, port=signed(found.in_port), crippled=signed(found.crippled),
                dead=signed(found.dead_in_water),
            ),
        ),
    )  # fmt: skip


def _base_bombing(found: combat_charts.BaseBombing) -> Chart:
    return chart(
        "base_bombing", Text("Air base bombing", "航空基地爆撃表"), ("7.2.6d", "13.0d", "12.7"),
        (Text("bomber", "爆撃機"), HITS_FROM), [(BOMBERS[kind], least) for kind, least in found.hits.items()],
        _note(found, DESTROYING.format(least=found.destroys)),
    )  # fmt: skip


def _weather(found: Charts) -> Chart:
    seasons = (found.weather.summer, found.weather.between, found.weather.winter)
    rows: list[tuple[Cell, ...]] = []
    below = [0, 0, 0]
    for kind in seasons[0]:
        rows.append((WEATHER[kind], *(_span(below[place], season[kind]) for place, season in enumerate(seasons))))
        below = [season[kind] + 1 for season in seasons]
    rows.append((WEATHER["gale"], *(f"{least}+" for least in below)))
    return chart(
        "weather", Text("Weather", "天候表"), ("9.1", "9.2.5"),
        (
            Text("two dice", "ダイス2個"), Text("May to September", "5〜9月"), Text("April and October", "4月・10月"),
            Text("November to March", "11〜3月"),
        ),
        rows, _note(found.weather),
    )  # fmt: skip


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def _weather_now(found: Charts) -> Chart:
    return chart(
        "weather_now", Text("Weather: modifiers", "天候の修正"), ("9.1",),
        (Text("weather before", "直前の天候"), MODIFIER),
        _modified(_by_weather(found.weather.now)), _note(found.weather),
    )  # fmt: skip


def _ice(found: Charts) -> Chart:
    rows: list[tuple[Cell, ...]] = []
    for number, month in enumerate(MONTHS, 1):
        states = (found.ice.expects(month, zone) for zone in ZONES)
        name = Text(month.capitalize(), f"{number}月")
        rows.append((name, *(_doubtful(ICE[one.ice], certain=one.certain) for one in states)))
    return chart(
        "ice", Text("Expected ice", "予想される流氷"), ("10.1", "10.4", "5.1.7", "3.2"),
        (Text("month", "月"), *map(_abbreviated, ZONES)), rows,
        _note(found.ice, Text("“?” is doubtful: a die decides.", "「?」は不確か。ダイスで決めます。")),
    )  # fmt: skip


def _doubtful(state: Text, *, certain: bool) -> Text:
    return state if certain else Text(f"{state.en}?", f"{state.ja}?")


def _ice_effects(found: Charts) -> Chart:
    rows: list[tuple[Cell, ...]] = []
    for kind, effect in found.ice.effects.items():
        passing: Cell = Text("free", "自由")
        if effect.stops >= 9:
            passing = Text("never", "不可")
        elif effect.stops >= 0:
            passing = Text("on {least} or more", "{least}以上で可").format(least=effect.stops + 1)
        rows.append((ICE[kind], effect.cards, passing))
    return chart(
        "ice_effects", Text("Effects of ice", "流氷の効果"), ("10.2", "10.2.4", "10.2.5", "10.2.6", "10.1", "3.2"),
        (Text("ice", "流氷"), Text("damage cards", "損害カード"), Text("passage", "通過")), rows,
        Text("The Axis never enters heavy drift or pack.", "枢軸軍は大規模な流氷・流氷群に入れません。"),
    )  # fmt: skip


def _sectors(found: Charts) -> Chart:
    rows: list[tuple[Cell, ...]] = [
        (Text(month.capitalize(), f"{number}月"), *(found.sectors.searched(month)[sector] for sector in SECTORS))
        for number, month in enumerate(MONTHS, 1)
    ]
    return chart(
        "sectors", Text("Hexes searched by each sector", "索敵セクターのヘクス数"), ("6.4.2", "6.4.2a", "6.2", "3.2"),
        (Text("month", "月"), *(DOTTED[f"sector.{sector}"] for sector in SECTORS)), rows, _note(found.sectors),
    )  # fmt: skip


def _rejoining(found: Charts) -> Chart:
    dice = found.rejoining
    return chart(
        "rejoining", Text("Rejoining", "再結合表"), ("9.3.3", "9.3.2"), (DIE, Text("rejoin", "再集結")),
        (
            (f"{dice.all}+", Text("all", "全部")), (f"{dice.half}–{dice.all - 1}", Text("half", "半分")),
            (f"≤{dice.half - 1}", Text("none", "なし")),
            *_modified(_by_weather(dice.weather)),
        ),
        _note(dice),
    )  # fmt: skip


def _destroyer_fate(found: combat_charts.DestroyerFate) -> Chart:
    return chart(
        "destroyer_fate", Text("Fate of destroyers", "駆逐艦判定表"), ("7.9",), (DIE, Text("fate", "結果")),
        [(die, FATES[fate]) for die, fate in enumerate(found.results)], _note(found),
    )  # fmt: skip


def _start(found: Charts) -> Chart:
    start = found.variable_start
    earlier = Text("day {turn}", "{turn}（日・ターン）")
    days = Text("{days} days after the scenario's start", "シナリオの開始から{days}日")
    rows: list[tuple[Cell, Cell]] = [(die, earlier.format(turn=turn.upper())) for die, turn in enumerate(start.fixed)]
    rows += [(len(start.fixed) + die, days.format(days=signed(turns // 2))) for die, turns in enumerate(start.turns)]
    return chart(
        "variable_start", Text("Variable start", "多様なスタート表"), ("8.3.1",),
        (DIE, Text("start turn", "開始ターン")), rows, _note(start),
    )  # fmt: skip


def _events(found: Charts) -> Chart:
    chart_ = found.events
    named = [
        [Text("none", "なし") if event == "none" else DOTTED[f"event.{event}"] for event in column]
        for column in (chart_.allied, chart_.axis)
    ]
    return chart(
        "events", Text("Random events", "ランダムイベント表"),
        ("13.0", "13.0a", "13.0b", "13.0c", "13.0d", "13.0e", "13.1", "13.5", "13.7"),
        (Text("two dice", "ダイス2個"), Text("Allied phase", "連合軍"), Text("Axis phase", "枢軸軍")),
        [(total, allied, axis) for total, (allied, axis) in enumerate(zip(*named, strict=True))], _note(chart_),
    )  # fmt: skip


def _fuel(found: Charts) -> Chart:
    rows: list[tuple[Cell, Cell]] = []
    first = "A"
    for letter, points in found.fuel.highest:
        rows.append((f"{first}–{letter.upper()}", points))
        first = chr(ord(letter.upper()) + 1)
    return chart(
        "german_fuel", Text("German fuel", "ドイツ燃料表"), ("15.1a",),
        (Text("chit", "チット"), Text("Command Points", "指揮値")), rows, _note(found.fuel),
    )  # fmt: skip
