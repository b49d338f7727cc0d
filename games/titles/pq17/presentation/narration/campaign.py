"""15 The lines on the fortnights of a campaign."""

from typing import Any

from games.titles.pq17.presentation.labels import Words, fortnight_name
from games.titles.pq17.presentation.narration.wording import side_adjective
from games.titles.pq17.state.events import campaign as told


def _began(event: told.FortnightBegan, say: Words) -> str:
    name = fortnight_name(event.fortnight, say)
    return say(f"A fortnight begins: the {name}.", f"期の開始：{name}。")


def _ice(event: told.IceSettled, say: Words) -> str:
    zones = ", ".join(f"{zone} {say.name(ice)}" for zone, ice in zip(event.zones, event.states, strict=False))
    doubt = ", ".join(event.doubtful)
    more = say(f"; doubtful from now on: {doubt}", f"（今後も不確定：{doubt}）") if doubt else ""
    return say(f"The ice of the fortnight: {zones or 'clear'}{more}.", f"この期の流氷：{zones or 'なし'}{more}。")


def _fuel(event: told.FuelDrawn, say: Words) -> str:
    points = say.half(event.points)
    return say(f"German fuel: chit {event.letter}; Gruppe Nord has {points} CP.",
               f"ドイツ軍燃料：チット{event.letter}、北方集団は{points}CP。")  # fmt: skip


def _bids(event: told.BidsShown, say: Words) -> str:
    shown = say(f"Allies {event.allied}, Axis {event.axis}", f"連合軍{event.allied}、枢軸軍{event.axis}")
    if not event.operation:
        return say(f"Bids: {shown}. No operation in this fortnight.", f"入札：{shown}。この期は作戦なし。")
    side = side_adjective(event.initiative, say)
    return say(f"Bids: {shown}. The initiative is {side}.", f"入札：{shown}。主導権は{side}。")


def _declared(event: told.EvDeclared, say: Words) -> str:
    return say("The Allies declare operation EV.", "連合軍がEV作戦を宣言。")


def _carried_out(event: told.EvCarriedOut, say: Words) -> str:
    if event.aircraft:
        return say(
            "Operation EV is carried out, with aircraft at Murmansk.", "EV作戦完了、ムルマンスクに航空部隊が到着。"
        )
    return say("Operation EV is carried out, without aircraft.", "EV作戦完了（航空部隊なし）。")


def _ready(event: told.ForcesReady, say: Words) -> str:
    allied, axis = (sum(int(one.split()[1]) for one in units) for units in (event.allied, event.axis))
    aircraft = say(
        f" Aircraft at land bases: Allies {allied} steps, Axis {axis}.",
        f"陸上基地の航空機：連合軍{allied}CS、枢軸軍{axis}CS。",
    )
    ready = say("The forces lie ready for the operation.", "作戦部隊の準備が完了。")
    return ready + (aircraft if allied or axis else "")


def _unloaded(event: told.Unloaded, say: Words) -> str:
    port, ballast = say.name(event.port), event.down + event.up
    unloaded = say.several(event.unloaded, "merchant unloaded", "merchants unloaded")
    waiting = say.several(event.waiting, "waits", "wait")
    counts = (
        (event.unloaded, unloaded, f"荷下ろし{event.unloaded}隻"), (event.waiting, waiting, f"待機{event.waiting}隻"),
        (ballast, f"{ballast} in ballast", f"空荷{ballast}隻"),
    )  # fmt: skip
    told = say(", ", "、").join(say(en, ja) for count, en, ja in counts if count)
    return say(f"{port}: {told}.", f"{port}: {told}。") if told else ""


def _ended(event: told.FortnightEnded, say: Words) -> str:
    name, points = fortnight_name(event.fortnight, say), say.half(event.points)
    return say(f"After the {name}: {points} VP.", f"{name}終了：{points}VP。")


def _over(event: told.CampaignEnded, say: Words) -> str:
    points, needed = say.half(event.points), say.half(event.required)
    side = say("the Allies have won", "連合軍の勝利") if event.verdict == "allied" else say(
        "the Axis have won", "枢軸軍の勝利")  # fmt: skip
    return say(
        f"The campaign ends with {points} VP of {needed}: {side}.",
        f"キャンペーン終了、{points}VP（必要{needed}）：{side}。",
    )


TELLERS: dict[type, Any] = {
    told.FortnightBegan: _began,
    told.IceSettled: _ice,
    told.FuelDrawn: _fuel,
    told.BidsShown: _bids,
    told.EvDeclared: _declared,
    told.EvCarriedOut: _carried_out,
    told.ForcesReady: _ready,
    told.Unloaded: _unloaded,
    told.FortnightEnded: _ended,
    told.CampaignEnded: _over,
}
