"""5.3 to 8.1, 10.1 to 10.12 The charts of the rulebook as players read them, with figures from the components."""

from collections.abc import Sequence
from itertools import pairwise

from games.kernel.reference import Chart
from games.kernel.text import Text
from games.titles.battleships.components.box import Box
from games.titles.battleships.components.tables import HIGHEST, LOWEST, Tables
from games.titles.battleships.presentation.labels import WORDS
from games.toolkit.charts import Cell, chart, signed

DICE, DIE = Text("two dice", "ダイス2個"), Text("die", "ダイス")
NATIONS = {
    "gb": Text("Britain", "イギリス"), "us": Text("USA", "アメリカ"), "de": Text("Germany", "ドイツ"),
    "it": Text("Italy", "イタリア"), "jp": Text("Japan", "日本"), "fr": Text("France", "フランス"),
}  # fmt: skip
SLOW = Text("target at speed {speed} or less", "目標の速度が{speed}以下")
SHOT = ("5.3", "5.1", "5.2")
"""The rules to which the charts of gunfire belong."""


def charts(box: Box) -> tuple[Chart, ...]:
    """Return the charts of the title, with figures from the components."""
    tables = box.tables
    return (
        _distance(tables), _modifiers(tables), _damage_points(tables), _combat(tables), _torpedoes(tables),
        _torpedo_odds(tables), _movement(tables), _speed_loss(tables), _repair(tables), _radar(tables),
        _special(tables), _command(tables),
    )  # fmt: skip


def _rolls(rows: Sequence[Sequence[Cell]]) -> list[tuple[Cell, ...]]:
    """Return the rows of a table for rolls of two dice, each with its roll (2 to 12) as the first cell."""
    numbers: list[Cell] = [*range(LOWEST, HIGHEST), f"{HIGHEST}+"]
    return [(number, *row) for number, row in zip(numbers, rows, strict=True)]


def _distance(tables: Tables) -> Chart:
    bands = tables.distance.bands
    rows: list[tuple[Cell, Cell]] = []
    for band, following in zip(bands, [*bands[1:], None], strict=True):
        reach = f"{band.from_}–{following.from_ - 1}" if following else f"{band.from_}+"
        rows.append((reach, f"×{band.times}" if band.by == 1 else f"×{band.times}/{band.by}"))
    return chart(
        "distance", Text("Effect of distance", "砲撃距離影響表"), ("5.10", *SHOT),
        (Text("hexes", "ヘクス"), Text("attack", "攻撃力")), rows,
    )  # fmt: skip


def _modifiers(tables: Tables) -> Chart:
    found = tables.modifiers
    rows: tuple[tuple[Text, int, str], ...] = (
        (SLOW.format(speed=found.slow), found.slow_target, "5.8"),
        (Text("two or more ships fire at the target", "2隻以上が同じ目標を砲撃"), found.concentration, "5.5"),
        (Text("target ahead or astern", "目標が前方・後方"), found.fore_or_aft, "5.7"),
        (Text("the firing ship is a target herself", "砲撃側が目標になっている"), found.under_fire, "5.6"),
        (Text("seen only by star shell", "星弾による視認"), found.star_shell, "4.3"),
        (Text("seen only by aircraft (option)", "観測機による視認（オプション）"), found.aircraft, "10.2"),
        (Text("good crew (option)", "優秀な乗組員（オプション）"), found.good_crew, "10.3"),
        (Text("poor crew (option)", "拙劣な乗組員（オプション）"), found.poor_crew, "10.3"),
        (Text("turned in her last movement (option)", "直前の移動で回頭（オプション）"), found.turned, "10.11"),
        (Text("target on fire (option)", "目標が炎上（オプション）"), found.burning, "10.12"),
    )  # fmt: skip
    return chart(
        "modifiers", Text("Modifiers of the damage point roll", "損害ポイント修正表"),
        (*SHOT, "5.5", "5.6", "5.7", "5.8", "4.3", "10.2", "10.3", "10.11"),
        (Text("case", "状況"), Text("modifier", "修正"), Text("rule", "ルール")),
        [(case, signed(amount), rule) for case, amount, rule in rows],
    )  # fmt: skip


def _damage_points(tables: Tables) -> Chart:
    lowest = tables.damage.columns
    ends = [*(f"{low}–{high - 1}" for low, high in pairwise(lowest)), f"{lowest[-1]}+"]
    return chart(
        "damage_points", Text("Damage points", "損害ポイント表"), SHOT,
        (DICE, *ends), _rolls(tables.damage.rows),
        Text("Columns: the attack as changed by damage and distance.", "列は損害と距離で修正した攻撃力。"),
    )  # fmt: skip


def _combat(tables: Tables) -> Chart:
    found = tables.combat
    return chart(
        "combat", Text("Combat results", "戦闘結果表"),
        (*SHOT, "5.11", "5.12", "5.12a", "6.1", "6.2d", "10.6", "10.12"),
        (DICE, *found.odds[:-1], f"{found.odds[-1]}+"), _rolls(found.rows),
        Text(
            "X sinks; a battleship sinks on a die of {die}, else {damage}.",
            "Xは沈没。BBはダイス{die}で沈没、ほかは{damage}。"
        ).format(die=found.battleship_sinks_on, damage=found.battleship_damage),
    )  # fmt: skip


def _torpedoes(tables: Tables) -> Chart:
    found = tables.torpedoes
    hexes = range(1, found.range + 1)
    return chart(
        "torpedoes", Text("Torpedo hits", "魚雷命中判定表"), ("6.1", "6.2", "6.2d"),
        (Text("speed of the target ↓, hexes →", "目標の速度↓ 距離→"), *hexes),
        list(_numbered(found.hits)),
        Text(
            "Two dice at or below the number hit. Good crews {good}, poor crews {poor}."
            " From ahead or astern the combat roll has {end}.",
            "ダイス2個が数以下なら命中。乗組員が優秀なら{good}、拙劣なら{poor}。艦首・艦尾方向は戦闘結果{end}。",
        ).format(good=signed(found.good_crew), poor=signed(found.poor_crew), end=signed(found.end_on)),
    )  # fmt: skip


def _numbered(rows: Sequence[Sequence[int]]) -> list[tuple[Cell, ...]]:
    """Return the rows of a table, each with its number, from 0, as the first cell."""
    return [(number, *row) for number, row in enumerate(rows)]


def _torpedo_odds(tables: Tables) -> Chart:
    found = tables.torpedo_odds
    return chart(
        "torpedo_odds", Text("Odds of a torpedo hit", "魚雷のオッズ"), ("6.1",),
        (Text("launched by", "発射艦"), Text("odds", "オッズ")),
        (
            (Text("destroyers", "DD"), found.destroyers), (Text("other ships", "ほかの艦"), found.default),
            (Text("Japanese destroyers", "日本のDD"), found.japanese_destroyers),
            (Text("other Japanese ships", "日本のほかの艦"), found.japanese),
        ),
    )  # fmt: skip


def _movement(tables: Tables) -> Chart:
    found = tables.movement
    return chart(
        "movement", Text("Movement and turns", "移動と回頭"), ("7.1", "7.2", "7.3", "7.4"),
        (Text("what", "項目"), Text("points or number", "移動力・数")),
        (
            (Text("a hex ahead", "1ヘクス直進"), 1),
            *((Text("a turn of {degrees} degrees", "{degrees}度の回頭").format(degrees=60 * sides), found.turns[sides])
              for sides in (1, 2, 3)),
            (Text("turns of a capital ship", "主力艦の回頭"), found.capital_turns),
            (Text("turns of a small ship", "小艦艇の回頭"), found.small_turns),
            (Text("most points after a turn at rest", "停止後の移動力"), found.from_rest),
            (Text("single ships in a hex", "1ヘクスの単艦"), found.stack),
        ),
        Text("From half to twice the points of the last turn.", "前ターンの半分から2倍まで。"),
    )  # fmt: skip


def _speed_loss(tables: Tables) -> Chart:
    return chart(
        "speed_loss", Text("Loss of speed", "速度低下表"), ("5.13", "5.12", "7.3"),
        (Text("movement", "移動力"), "1S", "2S", "3S"),
        [(movement, *left) for movement, left in sorted(tables.movement.loss.items(), reverse=True)],
    )  # fmt: skip


def _repair(tables: Tables) -> Chart:
    found = tables.repair
    return chart(
        "repair", Text("Damage control", "ダメージ・コントロール表"), ("8.1", "8.2"),
        (Text("damage", "損害"), Text("mended on a die of", "修理できる目")),
        ((Text("W: weapons", "W（兵装）"), f"1–{found.guns}"), (Text("S: hull", "S（船体）"), f"1–{found.hull}")),
    )  # fmt: skip


def _radar(tables: Tables) -> Chart:
    return chart(
        "radar", Text("Radar sets", "レーダー性能表"), ("10.1", "4.1a"),
        (Text("set", "種類"), Text("nation", "国籍"), Text("acquisition", "捕捉距離"), Text("detection", "探知距離"),
         Text("beyond acquisition", "捕捉距離の外")),
        [
            (WORDS[key], NATIONS[one.nation], one.acquisition or "–", one.detection, signed(one.beyond))
            for key, one in tables.radar.items()
        ],
    )  # fmt: skip


def _special(tables: Tables) -> Chart:
    effects = {
        "deck": Text("deck: by night a fire, easier to hit for a turn", "甲板：夜間は火災、次のターン当てやすい"),
        "radar": Text("radar destroyed", "レーダー破壊"),
        "rudder": Text("rudder: course and speed kept this turn", "舵：このターンは速度・針路を維持"),
        "bridge": Text("bridge: crew one level worse for a turn; all crews for good if the flagship",
                       "艦橋：次のターン乗組員1段階低下（旗艦なら全艦がずっと）"),
        "power": Text("power: neither guns nor radar for a turn", "動力：次のターン砲撃・レーダー不可"),
    }  # fmt: skip
    return chart(
        "special", Text("Special damage", "特殊損害表"), ("10.12",), (DICE, Text("effect", "効果")),
        [(roll, effects[hit]) for roll, hit in sorted(tables.special.hits.items())],
        Text("Other rolls have no effect.", "ほかの目は効果なし。"),
    )  # fmt: skip


def _command(tables: Tables) -> Chart:
    return chart(
        "command", Text("Command levels", "コマンド・レベル"), ("10.10",),
        (Text("nation", "国籍"), Text("numbers drawn", "引く数字")),
        [(NATIONS[nation], level) for nation, level in tables.command.levels.items()],
    )  # fmt: skip
