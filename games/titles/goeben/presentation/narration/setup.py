"""3.0, 25.2 The lines on the set-up, and on shared notes of captains."""

from typing import Any

from games.titles.goeben.presentation.labels import Words
from games.titles.goeben.state.events import setup as told


def _mission_drawn(event: told.MissionDrawn, say: Words) -> str:
    mission = say.name(event.mission)
    how = say("drawn", "引いた任務") if event.drawn else say("agreed on", "取り決めた任務")
    return say(f"Orders ({how}): {mission}, {event.days} days.", f"命令（{how}）：{mission}、{event.days}日間。")


def _counters_laid(event: told.CountersLaid, say: Words) -> str:
    zones = say.marks(f"{say.name(zone)} {count}" for zone, count in event.zones.items())
    group, pool = say.name(event.group), ""
    if event.pool:
        pool = say(f"; the pool holds {event.pool}", f"。プールは{event.pool}個")
    return say(
        f"{group} counters lie face down: {zones}{pool}.", f"{group}軍のカウンターを裏向きに配置：{zones}{pool}。"
    )


def _forts_laid(event: told.FortsLaid, say: Words) -> str:
    ports = say.marks(f"{say.name(port)} {count}" for port, count in event.ports.items())
    return say(
        f"Coastal defences lie face down: {ports}; {event.aside} are set aside unseen.",
        f"沿岸防衛隊を裏向きに配置：{ports}。残り{event.aside}個は見ずに除外。",
    )


def _task_force_started(event: told.TaskForceStarted, say: Words) -> str:
    ships, space = say.names(event.ships), say.name(event.space)
    die = say(f" (die {event.die})", f"（ダイス{event.die}）") if event.die else ""
    return say(f"{ships} begin at {space}{die}.", f"{ships}は{space}から出撃{die}。")


def _fitted_out(event: told.FittedOut, say: Words) -> str:
    ship, cargo = say.name(event.ship), say.names(event.cargo)
    if not cargo:
        return say(f"{ship} takes no cargo aboard.", f"{ship}は資材を積まない。")
    return say(f"{ship} takes aboard {cargo}.", f"{ship}は{cargo}を積み込む。")


def _collier_stationed(event: told.CollierStationed, say: Words) -> str:
    space = say.name(event.space)
    return say(f"A collier waits: {space}.", f"給炭艦が待機：{space}。")


def _notes_shared(event: told.NotesShared, say: Words) -> str:
    seat, about = say.name(event.seat), say.names((*event.ships, *event.spaces))
    return say(f"News from {seat}, about {about}.", f"{seat}艦からの情報：{about}。")


TELLERS: dict[type, Any] = {
    told.MissionDrawn: _mission_drawn,
    told.CountersLaid: _counters_laid,
    told.FortsLaid: _forts_laid,
    told.TaskForceStarted: _task_force_started,
    told.FittedOut: _fitted_out,
    told.CollierStationed: _collier_stationed,
    told.NotesShared: _notes_shared,
}
