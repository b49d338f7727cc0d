"""15.4 to 15.8 The lines on the order-of-battle phase of the campaign, and on called reinforcements."""

from collections.abc import Iterable
from typing import Any

from games.titles.pq17.presentation.labels import Words, fortnight_name
from games.titles.pq17.state.events import administration as told


def _unit(text: str, say: Words) -> str:
    """Return a unit in words, from its notation: kind, strength and place."""
    kind, strength, place = [*text.split(" "), "", ""][:3]
    number = f" {strength}" if strength not in ("", "1") else ""
    return f"{say.name(kind)}{number}" + (f" ({say.name(place)})" if place else "")


def _units(units: Iterable[str], say: Words) -> str:
    return say(", ", "、").join(_unit(one, say) for one in units)


def _aircraft_lost(event: told.AircraftLost, say: Words) -> str:
    lost = _units(event.units, say) or say("nothing", "なし")
    return say(
        f"The ground offensive costs aircraft (die {event.die}): {lost}.",
        f"地上攻勢による航空機の損失（ダイス{event.die}）：{lost}。",
    )


def _ships_changed(event: told.ShipsChanged, say: Words) -> str:
    parts = []
    if event.came:
        parts.append(say("come: ", "到着：") + _units(event.came, say))
    if event.went:
        parts.append(say("gone: ", "離脱：") + _units(event.went, say))
    if event.docked:
        parts.append(say("in dock: ", "修理中：") + say(", ", "、").join(_docked(one, say) for one in event.docked))
    text = say("; ", "／").join(parts) or say("no change", "変化なし")
    return say(f"Order of battle: {text}.", f"戦闘序列：{text}。")


def _docked(text: str, say: Words) -> str:
    kind, _, back = text.partition(" ")
    until = say("after the campaign", "キャンペーン終了後")
    if back:
        name = fortnight_name(back, say)
        until = say(f"the {name}", name)
    return say(f"{say.name(kind)} until {until}", f"{say.name(kind)}（{until}まで）")


def _called(event: told.Called, say: Words) -> str:
    units = _units((*event.units, *event.early), say)
    green = say(", with green crews", "（訓練未熟）") if event.green else ""
    return say(f"Called: {units}{green}.", f"緊急増援：{units}{green}。")


def _done(event: told.OrderOfBattleDone, say: Words) -> str:
    name = fortnight_name(event.fortnight, say)
    return say(f"The order of battle after the {name} is settled.", f"{name}の戦闘序列フェーズが終わりました。")


TELLERS: dict[type, Any] = {
    told.AircraftLost: _aircraft_lost,
    told.ShipsChanged: _ships_changed,
    told.Called: _called,
    told.OrderOfBattleDone: _done,
}
