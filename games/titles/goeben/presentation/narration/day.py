"""4.0–12.0 The lines on the day: orders, alert, points, damage, outfitting, intelligence, movement."""

from typing import Any

from games.titles.goeben.presentation.labels import Words
from games.titles.goeben.state.events import day as told


def _turn_began(event: told.TurnBegan, say: Words) -> str:
    return say(
        f"Day {event.turn} of {event.days}: alert {event.alert}, {event.vp} points.",
        f"{event.turn}日目（全{event.days}日）：警戒{event.alert}、{event.vp}ポイント。",
    )


def _alert_changed(event: told.AlertChanged, say: Words) -> str:
    why = say(f" ({say.name(event.why)})", f"（{say.name(event.why)}）") if event.why else ""
    if event.before == event.after:
        return say(f"Alert stays at {event.after}{why}.", f"警戒レベルは{event.after}のまま{why}。")
    verb, ja = ("rises", "上昇") if event.after > event.before else ("falls", "低下")
    return say(f"Alert {verb} to {event.after}{why}.", f"警戒レベルが{event.after}に{ja}{why}。")


def _scored(event: told.Scored, say: Words) -> str:
    what = say(f": {say.name(event.what)}", f"：{say.name(event.what)}") if event.what else ""
    why = say(f" ({say.name(event.why)}{what})", f"（{say.name(event.why)}{what}）") if event.why else ""
    sign = f"+{event.points}" if event.points > 0 else f"\u2212{-event.points}"
    points = "point" if abs(event.points) == 1 else "points"
    return say(f"{sign} {points}{why}, now {event.vp}.", f"{sign}ポイント{why}、合計{event.vp}。")


def _damaged(event: told.Damaged, say: Words) -> str:
    ship, track, cargo = say.name(event.ship), say.name(event.track), say.names(event.cargo)
    lost = say(f"; lost with it: {cargo}", f"。失った資材：{cargo}") if cargo else ""
    return say(
        f"{ship}: {track} \u2212{event.by}, {event.left} left{lost}.",
        f"{ship}：{track}\u2212{event.by}、残り{event.left}{lost}。",
    )


def _ship_sunk(event: told.ShipSunk, say: Words) -> str:
    ship, space = say.name(event.ship), say(": ", "：") + say.name(event.space) if event.space else ""
    return say(f"SMS {ship} is sunk{space}.", f"SMS {ship}が沈没{space}。")


def _consulted(event: told.Consulted, say: Words) -> str:
    if not event.seat:
        return say("No captain has anything to decide.", "判断を求められた艦長はいない。")
    seat = say.name(event.seat)
    return say(f"The captain of {seat} has something to decide.", f"{seat}艦長の判断待ち。")


def _letter_left(event: told.LetterLeft, say: Words) -> str:
    ship, space = say.name(event.ship), say.name(event.space)
    return say(f"{ship} leaves a letter, {space}.", f"{ship}艦長が手紙を残す：{space}。")


def _letter_read(event: told.LetterRead, say: Words) -> str:
    seat, space = say.name(event.seat), say.name(event.space)
    return say(
        f"A letter from the captain of {seat}, {space}, day {event.turn}: “{event.text}”.",
        f"{seat}艦長の手紙（{space}、{event.turn}日目）：「{event.text}」。",
    )


def _plans_made(event: told.PlansMade, say: Words) -> str:
    parts = []
    if event.outfitting:
        names = say.names(event.outfitting)
        parts.append(say(f"{names} in hand for outfitting", f"{names}は艤装"))
    if event.sailing:
        names = say.names(event.sailing)
        parts.append(say(f"{names} to sail", f"{names}は移動"))
    plan = say("; ", "、").join(parts) or say("all ships stay where they are", "全艦その場にとどまる")
    return say(f"Orders of the day: {plan}.", f"本日の命令：{plan}。")


def _stores_found(event: told.StoresFound, say: Words) -> str:
    space, what, source, dice = (
        say.name(event.space),
        say.name(event.what),
        say.name(event.source),
        say.dice(event.dice),
    )
    return say(
        f"{space}: {event.points} points of {what} from {source} (dice {dice}).",
        f"{space}：{source}から{what}{event.points}（ダイス{dice}）。",
    )


def _coaled(event: told.Coaled, say: Words) -> str:
    ship = say.name(event.ship)
    return say(f"{ship} coals {event.by}, now {event.coal}.", f"{ship}が石炭{event.by}を補給、現在{event.coal}。")


def _rearmed(event: told.Rearmed, say: Words) -> str:
    ship = say.name(event.ship)
    return say(
        f"{ship} takes {event.by} ammunition and {event.torpedoes_by} torpedoes, "
        f"now {event.ammunition} and {event.torpedoes}.",
        f"{ship}が弾薬{event.by}・魚雷{event.torpedoes_by}を補給、現在{event.ammunition}と{event.torpedoes}。",
    )


def _repair_rolled(event: told.RepairRolled, say: Words) -> str:
    ship, track, dice = say.name(event.ship), say.name(event.track), say.dice(event.dice)
    return say(
        f"{ship} repairs {track}: dice {dice}; {event.repaired} repaired, now {event.value}.",
        f"{ship}が{track}を修理：ダイス{dice}、{event.repaired}回復、現在{event.value}。",
    )


def _cargo_taken(event: told.CargoTaken, say: Words) -> str:
    ship, cargo = say.name(event.ship), say.names(event.cargo)
    return say(f"{ship} takes aboard {cargo}.", f"{ship}が{cargo}を積み込む。")


def _cargo_left(event: told.CargoLeft, say: Words) -> str:
    ship, cargo = say.name(event.ship), say.names(event.cargo)
    return say(f"{ship} puts off {cargo}.", f"{ship}が{cargo}を降ろす。")


def _cargo_handed(event: told.CargoHanded, say: Words) -> str:
    ship, to, cargo = say.name(event.ship), say.name(event.to), say.names(event.cargo)
    return say(f"{ship} hands {cargo} over to {to}.", f"{ship}が{to}へ{cargo}を引き渡す。")


def _collier_gone(event: told.CollierGone, say: Words) -> str:
    space, why = say.name(event.space), say.name(event.why)
    return say(f"The collier leaves the map: {space} ({why}).", f"給炭艦が除去された：{space}（{why}）。")


def _intelligence_tried(event: told.IntelligenceTried, say: Words) -> str:
    ship, finding = say.name(event.ship), say.name(event.finding)
    return say(
        f"{ship} tries intelligence, value {event.value}, die {event.die}: {finding}.",
        f"{ship}のインテリジェンス、値{event.value}、ダイス{event.die}：{finding}。",
    )


def _counters_shown(event: told.CountersShown, say: Words) -> str:
    space, counters = say.name(event.space), say.counters((*event.counters, *event.forts))
    if not counters:
        return say(f"Nothing is found: {space}.", f"{space}では何も見つからない。")
    return say(f"{space} is looked into: {counters}.", f"{space}の敵情判明：{counters}。")


def _scouted(event: told.Scouted, say: Words) -> str:
    ship, space = say.name(event.ship), say.name(event.space)
    lost = say(" She is shot down.", "水上機は撃墜された。") if event.lost else ""
    return say(
        f"The seaplane of {ship} scouts {space}: die {event.die}.{lost}",
        f"{ship}の水上機が{space}を偵察：ダイス{event.die}。{lost}",
    )


def _slipped_away(event: told.SlippedAway, say: Words) -> str:
    space, counters = say.name(event.space), say.names(event.counters)
    return say(f"{counters} slip away: {space}.", f"{space}の{counters}が姿を消す。")


def _sailed(event: told.Sailed, say: Words) -> str:
    ship, start = say.name(event.ship), say.name(event.start)
    if not event.route:
        return say(f"{ship} sails from {start}.", f"{ship}が{start}を出航。")
    route = say.name(event.route[-1])
    speed = say.name(event.speed)
    by = [say.name(space) for space in event.route[:-1]]
    via = say(f" by way of {say.join(by)}", f"（{say.join(by)}経由）") if by else ""
    coal = say(f", coal \u2212{event.coal}", f"、石炭\u2212{event.coal}") if event.coal else ""
    return say(
        f"{ship} sails from {start} to {route}{via}, {speed}{coal}.",
        f"{ship}が{start}から{route}へ移動{via}、{speed}{coal}。",
    )


def _breakdown_rolled(event: told.BreakdownRolled, say: Words) -> str:
    ship = say.name(event.ship)
    result = say("the engines suffer", "機関損傷") if event.broken else say("the engines hold", "機関は無事")
    return say(
        f"{ship} strained her engines, die {event.die}: {result}.", f"{ship}の機関酷使、ダイス{event.die}：{result}。"
    )


def _forestalled(event: told.AttemptForestalled, say: Words) -> str:
    ship = say.name(event.ship)
    return say(
        f"{ship} makes no attempt at intelligence: another ship makes the only one of the day.",
        f"{ship}は情報活動を行わない。本日の1回は他の艦が行う。",
    )


def _impeded(event: told.Impeded, say: Words) -> str:
    ship, to = say.name(event.ship), say.name(event.to)
    return say(f"{ship} cannot go to {to} and stays.", f"{ship}は{to}へ行けず、とどまる。")


def _port_visited(event: told.PortVisited, say: Words) -> str:
    space = say.name(event.space)
    return say(f"{space} has been visited and is closed from now on.", f"{space}は寄港済みとなり、以後入港できない。")


def _port_abandoned(event: told.PortAbandoned, say: Words) -> str:
    space = say.name(event.space)
    return say(f"{space} is given up; the landing party is lost.", f"{space}を放棄。海兵大隊は失われた。")


def _mines_laid(event: told.MinesLaid, say: Words) -> str:
    ship, space = say.name(event.ship), say.name(event.space)
    return say(f"{ship} lays mines: {space}.", f"{ship}が機雷を敷設：{space}。")


def _sortie_ended(event: told.SortieEnded, say: Words) -> str:
    spaces = say.names(event.spaces)
    return say(f"The French fleet has gone home; open again: {spaces}.", f"フランス艦隊が帰投。再び開放：{spaces}。")


TELLERS: dict[type, Any] = {
    told.TurnBegan: _turn_began,
    told.AlertChanged: _alert_changed,
    told.Scored: _scored,
    told.Damaged: _damaged,
    told.ShipSunk: _ship_sunk,
    told.Consulted: _consulted,
    told.LetterLeft: _letter_left,
    told.LetterRead: _letter_read,
    told.PlansMade: _plans_made,
    told.StoresFound: _stores_found,
    told.Coaled: _coaled,
    told.Rearmed: _rearmed,
    told.RepairRolled: _repair_rolled,
    told.CargoTaken: _cargo_taken,
    told.CargoLeft: _cargo_left,
    told.CargoHanded: _cargo_handed,
    told.CollierGone: _collier_gone,
    told.IntelligenceTried: _intelligence_tried,
    told.CountersShown: _counters_shown,
    told.Scouted: _scouted,
    told.SlippedAway: _slipped_away,
    told.Sailed: _sailed,
    told.BreakdownRolled: _breakdown_rolled,
    told.Impeded: _impeded,
    told.AttemptForestalled: _forestalled,
    told.PortVisited: _port_visited,
    told.PortAbandoned: _port_abandoned,
    told.MinesLaid: _mines_laid,
    told.SortieEnded: _sortie_ended,
}
