"""17.0, 24.0 The lines on the ends of missions and campaigns."""

from typing import Any

from games.titles.goeben.presentation.labels import Words
from games.titles.goeben.state.events import campaign as told


def _mission_ended(event: told.MissionEnded, say: Words) -> str:
    mission, why = say.name(event.mission), say.name(event.why)
    result = say("is accomplished", "成功") if event.won else say("has failed", "失敗")
    return say(
        f"{mission} {result} on day {event.turn} with {event.vp} points ({why}).",
        f"{mission}は{event.turn}日目に{event.vp}ポイントで{result}（{why}）。",
    )


def _goes_on(event: told.MissionGoesOn, say: Words) -> str:
    mission = say.name(event.mission)
    return say(f"{mission}: the orders are fulfilled, but the ships sail on.", f"{mission}：条件を満たしたが続行する。")


def _bonus(event: told.BonusWon, say: Words) -> str:
    mission, parts = say.name(event.mission), []
    if event.friendly:
        power = say.name(event.friendly)
        parts.append(say(f"{power} joins the Central Powers", f"{power}が中央同盟に参加"))
    if event.high_sea:
        zones = say.names(event.high_sea)
        parts.append(say(f"open sea from now on: {zones}", f"以後公海として扱う：{zones}"))
    if event.starts:
        starts = say.names(event.starts)
        parts.append(say(f"new places to begin: {starts}", f"新たな開始地点：{starts}"))
    if event.removes:
        removed = say.name(event.removes)
        parts.append(say(f"{removed} will not come any more", f"{removed}は以後なし"))
    rest = say("; ", "。").join(parts) or say("thanks from Berlin", "ベルリンからの感謝")
    return say(f"{mission} has brought: {rest}.", f"{mission}の成果：{rest}。")


def _called_away(event: told.BattlecruiserCalledAway, say: Words) -> str:
    ship = say.name(event.ship)
    return say(f"{ship} leaves the Mediterranean for good.", f"{ship}は地中海を去った。")


def _reinforced(event: told.Reinforced, say: Words) -> str:
    ships = say.names(event.ships)
    against = (
        say(f"; {say.name(event.against)} comes for them", f"。対抗して{say.name(event.against)}が来る")
        if event.against
        else ""
    )
    return say(f"{ships} join{against}.", f"{ships}が合流{against}。")


def _refitted(event: told.FleetRefitted, say: Words) -> str:
    back = say.names((*event.ships, *event.consorts)) or say("nobody", "なし")
    count = event.battlecruisers
    lost = say(f"; battlecruisers lost for good: {count}", f"。失われた巡洋戦艦{count}隻") if count else ""
    return say(
        f"A new mission begins at alert {event.alert}; back again: {back}{lost}.",
        f"新たな任務、警戒{event.alert}。復帰：{back}{lost}。",
    )


def _ended(event: told.CampaignEnded, say: Words) -> str:
    verdict = say.name(event.verdict)
    return say(
        f"The campaign is over, {event.won} of {event.played} missions won: {verdict}.",
        f"キャンペーン終了、{event.played}任務中{event.won}成功：{verdict}。",
    )


TELLERS: dict[type, Any] = {
    told.MissionEnded: _mission_ended,
    told.MissionGoesOn: _goes_on,
    told.BonusWon: _bonus,
    told.BattlecruiserCalledAway: _called_away,
    told.Reinforced: _reinforced,
    told.FleetRefitted: _refitted,
    told.CampaignEnded: _ended,
}
