"""9, 10.6, 10.9, 11: the lines of text for events of the beginning, of flagships, and of the end."""

from typing import Any

from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.presentation.lines import battle_name
from games.titles.battleships.presentation.reading import points
from games.titles.battleships.state.events import scenario as told


def _opened(event: told.Opened, say: Words) -> str:
    battle, first = battle_name(event.scenario, say), say.name(event.first)
    return say(
        f"{battle}: {event.turns} turns. On odd turns the {first} aim and move first.",
        f"{battle}：全{event.turns}ターン。奇数ターンは{first}が先に目標決定・移動を行う。",
    )


def _mines_laid(event: told.MinesLaid, say: Words) -> str:
    side, where = say.name(event.side), say.marks(event.hexes)
    shown = say(f": {where}", f": {where}") if event.hexes else ""
    return say(
        f"The {side} lay mines in {event.count} hexes{shown}.", f"{side}が{event.count}ヘクスに機雷を敷設{shown}。"
    )


def _flag_named(event: told.FlagNamed, say: Words) -> str:
    side = say.name(event.side)
    if not event.ship:
        return say(f"The {side} have named their flagship.", f"{side}が旗艦を決めた。")
    ship = say.name(event.ship)
    return say(f"The flagship of the {side} is {ship}.", f"{side}の旗艦は{ship}。")


def _disheartened(event: told.Disheartened, say: Words) -> str:
    side, ship = say.name(event.side), say.name(event.ship)
    what = say("is sunk", "が沈没") if event.sunk else say("is struck on her bridge", "の艦橋に命中")
    return say(
        f"The flagship, {ship}, {what}: all crews of the {side} are a grade worse for the rest of the game.",
        f"旗艦{ship}{what}。以後ずっと{side}全艦の乗組員の質が1段階低下。",
    )


_REASONS = {
    "sunk": ("is sunk", "の沈没"),
    "left": ("has left the map", "の離脱"),
    "all_left_whole": ("all left unscathed", "全艦無傷で離脱"),
    "bombarded": ("the bombardment is done", "砲撃の完了"),
    "points": ("by points", "得点による"),
    "margin": ("the margin was not reached", "点差が足りない"),
    "otherwise": ("the other side fell short", "相手が条件を満たさない"),
    "equal": ("equal points", "同点"),
}


def _decided(event: told.Decided, say: Words) -> str:
    english, japanese = _REASONS.get(event.reason, (event.reason, event.reason))
    why = say(english, japanese)
    if event.ship:
        why = say(f"{say.name(event.ship)} {english}", f"{say.name(event.ship)}{japanese}")
    score = say.marks(f"{say.name(side)} {points(sixths)}" for side, sixths in event.sixths.items())
    rest = say(f" ({score})", f"（{score}）") if score else ""
    if not event.winner:
        return say(f"The battle is drawn: {why}{rest}.", f"引き分け：{why}{rest}。")
    side = say.name(event.winner)
    return say(f"The {side} have won: {why}{rest}.", f"{side}の勝利：{why}{rest}。")


TELLERS: dict[type, Any] = {
    told.Opened: _opened,
    told.MinesLaid: _mines_laid,
    told.FlagNamed: _flag_named,
    told.Disheartened: _disheartened,
    told.Decided: _decided,
}
