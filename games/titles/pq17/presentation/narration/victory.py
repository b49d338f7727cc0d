"""2 The lines on points, and on the end of an operation."""

from typing import Any

from games.kernel.text import Text
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.narration.wording import side_adjective
from games.titles.pq17.state.events import victory as told

WHY = {
    "sunk": Text("sunk", "撃沈"),
    "scuttled": Text("scuttled", "自沈"),
    "shot_down": Text("shot down", "撃墜"),
    "damaged": Text("damage to capital ships", "主力艦の損害"),
    "laden": Text("cargo lost", "積荷の喪失"),
    "arrived": Text("merchants arrived", "商船の到着"),
    "unarrived": Text("merchants not arrived", "未到着の商船"),
    "command": Text("Command Points spent", "使用したCP"),
    "critical_fuel": Text("fuel Critical", "燃料微量"),
    "patrol_white": Text("Patrol White left early", "ホワイト哨戒の早期離脱"),
    "bought": Text("forces bought", "部隊の購入"),
    "break_out": Text("ships in the Atlantic", "大西洋への突破"),
    "axis_convoy": Text("German convoy", "ドイツ輸送船団"),
    "fleet_air_strike": Text("fleet air strike", "艦隊航空攻撃"),
    "emergency": Text("emergency reinforcements", "緊急増援"),
    "withdrawal": Text("withdrawals not met", "離脱の不履行"),
    "green": Text("lost with a green crew", "訓練未熟な乗員の喪失"),
    "bid": Text("bid for the initiative", "主導権の入札"),
    "unloading": Text("cargo unloaded", "積荷の荷下ろし"),
    "repair": Text("repair of Tirpitz", "ティルピッツの修理"),
    "gearbox": Text("Operation GEARBOX", "GEARBOX作戦"),
}
"""2.0 The names of the reasons for which points are scored."""


def points_reason(key: str, say: Words) -> str:
    """2.0 Return the name of a reason for which points are scored."""
    for name in (key, f"situation.{key}", f"event.{key}"):
        if name in WHY:
            return WHY[name].get(say.language)
        if name != key and say.name(name) != name:
            return say.name(name)
    return say.name(key)


def _points(points: int, say: Words) -> str:
    side = side_adjective("allied" if points > 0 else "axis", say)
    number = say.half(abs(points))
    return say(f"{number} VP to the {side} side", f"{side}に{number}VP")


def _scored(event: told.Scored, say: Words) -> str:
    unit = f"{say.name(event.unit)}{f' {event.strength}' if event.strength > 1 else ''}" if event.unit else ""
    what = say(": ", "：").join(filter(None, (points_reason(event.why, say), unit)))
    secret = say(", on its secret sheet", "（計画シートに記録）") if event.on else ""
    return say(f"{_points(event.points, say)}: {what}{secret}.", f"{_points(event.points, say)}：{what}{secret}。")


def _sheet_opened(event: told.SheetOpened, say: Words) -> str:
    side = side_adjective(event.side, say)
    told_ = points_reason(event.why, say) + say(", ", "、") + _points(event.points, say)
    return say(f"The {side} sheet is opened: {told_}.", f"{side}の計画シートを公開：{told_}。")


def _operation_ended(event: told.OperationEnded, say: Words) -> str:
    number = say.half(event.points)
    end = {
        "allied": say("the Allies have won", "連合軍の勝利"),
        "axis": say("the Axis have won", "枢軸軍の勝利"),
    }.get(event.verdict, say("a draw", "引き分け"))
    why = {
        "allied": say("a lead of a whole point wins", "1点以上の差"),
        "axis": say("a lead of a whole point wins", "1点以上の差"),
    }.get(event.verdict, say("neither side leads by a whole point", "1点以上の差なし"))
    return say(
        f"The operation ends with {number} victory points: {end} ({why}).", f"作戦終了、{number}VP: {end}（{why}）。"
    )


def _unveiled(event: told.Unveiled, say: Words) -> str:
    return say("The routes of all forces are now public.", "全部隊の航跡を公開。")


TELLERS: dict[type, Any] = {
    told.Scored: _scored,
    told.SheetOpened: _sheet_opened,
    told.OperationEnded: _operation_ended,
    told.Unveiled: _unveiled,
}
