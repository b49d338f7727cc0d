"""3, 4, 8 The lines on the set-up, the turns, and the end of an operation."""

from typing import Any

from games.titles.pq17.presentation.labels import Words, turn_name
from games.titles.pq17.presentation.narration.wording import dice_text, place_name, side_adjective
from games.titles.pq17.state.events import operation as told


def _opened(event: told.Opened, say: Words) -> str:
    name, turn = say.name(f"scenario.{event.scenario}"), turn_name(event.start, say)
    return say(f"{name}: play starts on {turn}.", f"{name}：プレイは{turn}から。")


def _blocks_set(event: told.BlocksSet, say: Words) -> str:
    side = side_adjective(event.side, say)
    told_ = say.marks(f"{say.where(at)} {count}" for at, count in zip(event.places, event.blocks, strict=False))
    return say(f"{side} blocks are set up: {told_}.", f"{side}の積み木の配置：{told_}。")


def _planned(event: told.Planned, say: Words) -> str:
    return say("Both sides have made their plans.", "両軍の計画が完了した。")


def _turn_began(event: told.TurnBegan, say: Words) -> str:
    light = say("day", "昼") if event.day else say("night", "夜")
    dice, weather = dice_text(event.dice, say), say.name(event.weather)
    turn = turn_name(event.turn, say)
    return say(f"{turn[:1].upper()}{turn[1:]}, {light}: {weather}{dice}.", f"{turn}・{light}：天候は{weather}{dice}。")


def _play_started(event: told.PlayStarted, say: Words) -> str:
    turn = turn_name(event.turn, say)
    early = say(", early, for the gale", "（強風により早期開始）") if event.gale else ""
    return say(f"Play starts on {turn}{early}.", f"{turn}からプレイ開始{early}。")


def _blocks_stand(event: told.BlocksStand, say: Words) -> str:
    side, where = side_adjective(event.side, say), place_name(event.at, event.port, say)
    return say(f"{side} blocks {where}: {event.blocks}.", f"{where}の{side}の積み木：{event.blocks}。")


def _phase_began(event: told.PhaseBegan, say: Words) -> str:
    side = side_adjective(event.side, say)
    return say(f"The {side} phase begins.", f"{side}プレイヤーフェーズ開始。")


def _turn_ended(event: told.TurnEnded, say: Words) -> str:
    if not event.over:
        return ""
    turn = turn_name(event.turn, say)
    return say(f"The operation ends on {turn}.", f"作戦は{turn}に終了。")


TELLERS: dict[type, Any] = {
    told.Opened: _opened,
    told.BlocksSet: _blocks_set,
    told.Planned: _planned,
    told.StartVaried: lambda event, say: say(
        f"Play starts on {turn_name(event.turn, say)} (die {event.die}).",
        f"プレイ開始は{turn_name(event.turn, say)}（ダイス{event.die}）。",
    ),
    told.TurnBegan: _turn_began,
    told.PlayStarted: _play_started,
    told.BlocksStand: _blocks_stand,
    told.PhaseBegan: _phase_began,
    told.TurnEnded: _turn_ended,
    told.SegmentOver: lambda event, say: "",
}
