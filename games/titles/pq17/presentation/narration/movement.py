"""4.3, 5, 6.6, 10 The lines on movement and ice, with details that only the owner reads."""

from typing import Any

from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.narration.wording import block_or_force_name, dice_text, units_text, verb_of
from games.titles.pq17.state.events import movement as told


def _block_moved(event: told.BlockMoved, say: Words) -> str:
    who = block_or_force_name(event.side, event.block, event.force, say)
    way, start = say.way(event.way), say.where(event.left or event.origin)
    if not event.way:
        goal = say.where(event.port or event.origin)
        if event.port:
            return say(f"{say.does(who, 'enters')} {goal}, from {start}.", f"{who}が{start}から{goal}へ。")
        return say(f"{say.does(who, 'goes')} from {start} to {goal}.", f"{who}が{start}から{goal}へ。")
    end = say(f", into {say.name(event.port)}", f"、{say.name(event.port)}に入港") if event.port else ""
    speed = say(f" at {say.name(event.speed)}", f"（{say.name(event.speed)}）") if event.speed else ""
    by = f" by {' '.join(event.way[:-1])}" if event.way[:-1] else ""
    return say(
        f"{say.does(who, 'moves')} from {start}{speed}{by} to {say.where(event.way[-1])}{end}.",
        f"{who}が{start}から移動{speed}：{way}{end}。",
    )


def _block_stood(event: told.BlockStood, say: Words) -> str:
    who, at = block_or_force_name(event.side, event.block, event.force, say), say.where(event.at)
    stands = verb_of(who, "stands")
    return say(f"{who} in {at} {stands} upright again: unidentified.", f"{at}の{who}は未識別に戻る。")


def _level_fell(event: told.LevelFell, say: Words) -> str:
    who, at = block_or_force_name(event.side, event.block, event.force, say), say.where(event.at)
    is_ = verb_of(who, "is")
    return say(f"{who} in {at} {is_} now at ID {event.level}.", f"{at}の{who}はID{event.level}に下がる。")


def _ice_met(event: told.IceMet, say: Words) -> str:
    who, into = block_or_force_name(event.side, event.block, event.force, say), say.where(event.into)
    ice = say.name(event.ice)
    end = say("it goes on", "通過") if event.passes else say("it does not get through", "通過できず")
    dice = dice_text(event.dice, say)
    return say(
        f"{say.does(who, 'meets')} ice before {into}: {ice}{dice}; {end}.",
        f"{who}の前方{into}の流氷：{ice}{dice}、{end}。",
    )


def _ships_hurt(event: told.ShipsHurt, say: Words) -> str:
    force, ships = say.name(event.force), units_text(event.ships, say)
    how = say("ice", "流氷") if event.how == "ice" else say("the weather", "天候")
    if not event.ships:
        return say(f"{force} suffers nothing from {how}.", f"{force}は{how}による損傷なし。")
    vp = say(", without VP", "（VPなし）") if event.how == "ice" else ""
    return say(
        f"{say.does(force, 'has')} damage from {how}: {ships}. Out of the operation{vp}.",
        f"{force}は{how}により損傷：{ships}。作戦から離脱{vp}。",
    )


_ICE = ("by the ice", "流氷のため")
_POINTS = ("for want of Command Points", "CP不足のため")
HELD = {
    "10.1": _ICE,
    "10.2": _ICE,
    "10.2.5": _ICE,
    "5.1.7": _ICE,
    "5.7.2": _ICE,
    "4.3": _POINTS,
    "4.3.2": _POINTS,
    "4.3.4": ("for want of the Command Points that training had saved", "訓練で省いたCPが不足し"),
    "9.2.5": ("by the gale", "強風のため"),
    "5.1.2a": (
        "outside the port: it takes no more of its warships, and those cannot part from it",
        "港の収容数を超える艦を分離できず、港外の",
    ),
    "5.1.3": ("since a ship of it is inoperative", "行動不能の艦がいるため"),
    "5.1.4": ("by a port of the enemy's", "敵の港のため"),
    "5.1.5": ("since a convoy goes neither back nor away from its port", "船団は後戻りできないため"),
    "5.1.8": ("until all Allied carriers are located", "連合軍の空母がすべて発見されるまで"),
    "5.2.1": ("since submarines keep clear of Allied convoys and Soviet wolfpacks", "味方船団とソ連ウルフパックを避け"),
    "11.4": ("until an Allied force is identified at sea", "海上の連合軍部隊が識別されるまで"),
    "12.3": ("until the turn on which play was due to start", "指示された開始ターンまで"),
    "15.8.2": ("until June", "6月まで"),
    "T.scenarios": ("by the scenario", "シナリオの規定により"),
}
"""The reasons why a force could not follow its orders, by rule."""


def _held(event: told.Held, say: Words) -> str:
    force, at = say.name(event.force), say.where(event.at)
    rule = event.rule.rstrip("abcdefgh")
    why = say(*HELD.get(rule, HELD.get(event.rule, (f"by rule {event.rule}", f"ルール{event.rule}により"))))
    if event.into:
        into = say.where(event.into)
        return say(
            f"{say.does(force, 'is')} held up in {at} before {into}, {why}.",
            f"{force}は{why}{into}に入れず、{at}で停止。",
        )
    return say(f"{say.does(force, 'is')} held up in {at} {why}.", f"{force}は{why}{at}で停止。")


def _points_spent(event: told.PointsSpent, say: Words) -> str:
    command = say.name(f"command.{event.command}")
    bought, left = say.half(event.bought), say.half(event.left)
    return say(f"{command} spends {bought} CP and has {left} left.", f"{command}がCPを{bought}消費、残り{left}。")


def _gale(event: told.GaleRead, say: Words) -> str:
    if not event.stopped:
        return ""
    return say(f"The gale holds {say.names(event.stopped)}.", f"強風で動けない：{say.names(event.stopped)}。")


TELLERS: dict[type, Any] = {
    told.BlockMoved: _block_moved,
    told.BlockStood: _block_stood,
    told.LevelFell: _level_fell,
    told.IceMet: _ice_met,
    told.ShipsHurt: _ships_hurt,
    told.Held: _held,
    told.PointsSpent: _points_spent,
    told.TrainingBegan: lambda event, say: say(
        f"{say.name(event.force)} puts out of {say.name(event.port)} for training.",
        f"{say.name(event.force)}が訓練のため{say.name(event.port)}を出港。",
    ),
    told.Towed: lambda event, say: say(
        f"{say.does(say.name(event.by), 'takes')} {say.name(event.ship)} in tow.",
        f"{say.name(event.by)}が{say.name(event.ship)}を曳航。",
    ),
    told.Scuttled: lambda event, say: say(
        f"{say.does(say.name(event.ship), 'goes')} down at {say.where(event.at)}.",
        f"{say.name(event.ship)}が{say.where(event.at)}で自沈。",
    ),
    told.GaleRead: _gale,
}
