"""13.0 The lines on the Incident Phase."""

from typing import Any

from games.titles.goeben.presentation.labels import Words
from games.titles.goeben.state.events import incidents as told


def _turned_up(event: told.MarkersTurnedUp, say: Words) -> str:
    space, markers = say.name(event.space), say.counters(event.markers) or say("nothing", "なし")
    return say(f"Turned up, {space}: {markers}.", f"公開、{space}：{markers}。")


def _drawn(event: told.MarkersDrawn, say: Words) -> str:
    space, markers = say.name(event.space), say.counters(event.markers) or say("nothing", "なし")
    return say(f"At {space}: {markers} (drawn).", f"{space}で引いたマーカー：{markers}。")


def _ignored(event: told.MarkersIgnored, say: Words) -> str:
    space, markers = say.name(event.space), say.counters(event.markers)
    return say(f"Does not count here, {space}: {markers}.", f"{space}では無効：{markers}。")


def _befell(event: told.Befell, say: Words) -> str:
    space, kind = say.name(event.space), say.name(event.kind)
    idle = say(", without effect", "（効果なし）") if event.idle else ""
    return say(f"{space}: {kind}{idle}.", f"{space}：{kind}{idle}。")


def _used_up(event: told.MarkerUsedUp, say: Words) -> str:
    kind = say.name(event.kind)
    return say(f"{kind} leaves the game.", f"{kind}はゲームから除去。")


_OUTCOMES = {
    "alarm": ("a false alarm", "誤報"),
    "hunted": ("she hunts the ships", "回避行動が必要"),
    "torpedo": ("torpedoes sighted", "魚雷発見"),
    "rammed": ("she can be rammed", "衝突速度"),
}


def _submarine(event: told.SubmarineSighted, say: Words) -> str:
    space, outcome = say.name(event.space), say(*_OUTCOMES.get(event.outcome, (event.outcome, event.outcome)))
    return say(f"Submarine, {space}, die {event.die}: {outcome}.", f"潜水艦、{space}、ダイス{event.die}：{outcome}。")


def _evaded(event: told.Evaded, say: Words) -> str:
    ships = say.names(event.ships)
    if not ships:
        return say("No ship evades the submarine.", "潜水艦を回避した艦はない。")
    evade = "evades" if len(event.ships) == 1 else "evade"
    return say(
        f"{ships} {evade} the submarine, coal \u2212{event.coal}.", f"{ships}が潜水艦を回避、石炭\u2212{event.coal}。"
    )


def _torpedo_run(event: told.TorpedoRun, say: Words) -> str:
    ship = say.name(event.ship)
    result = say("hit", "命中") if event.hit else say("missed", "外れ")
    return say(f"A torpedo at {ship}, die {event.die}: {result}.", f"{ship}への魚雷、ダイス{event.die}：{result}。")


def _rammed(event: told.SubmarineRammed, say: Words) -> str:
    ship = say.name(event.ship)
    return say(f"{ship} rams the submarine.", f"{ship}が潜水艦に体当たり。")


def _hazard(event: told.Hazard, say: Words) -> str:
    space, kind = say.name(event.space), say.name(event.kind)
    dice = say.marks(f"{say.name(ship)} {die}" for ship, die in zip(event.ships, event.dice, strict=False))
    struck = say.names(event.struck)
    end = say(f"; harm to {struck}", f"。被害：{struck}") if struck else say("; no harm", "。被害なし")
    return say(f"{kind}, {space}, dice: {dice}{end}.", f"{kind}、{space}、ダイス：{dice}{end}。")


def _consort_lost(event: told.ConsortLost, say: Words) -> str:
    ship, space, how = say.name(event.ship), say.name(event.space), say.name(event.how)
    return say(f"{ship} leaves the map, {space}: {how}.", f"{ship}が除去、{space}：{how}。")


def _consorts_out(event: told.ConsortsOut, say: Words) -> str:
    ships, space = say.names(event.ships) or say("nobody", "なし"), say.name(event.space)
    die = say(f" (die {event.die})", f"（ダイス{event.die}）") if event.die else ""
    return say(
        f"Austria-Hungary sends out {ships}, at {space}{die}.",
        f"オーストリア＝ハンガリーから出撃、{space}：{ships}{die}。",
    )


def _turned_back(event: told.AlliesTurnedBack, say: Words) -> str:
    space, ships, why = say.name(event.space), say.names(event.ships) or say("nobody", "なし"), say.name(event.why)
    return say(f"Turned back from {space} by {why}: {ships}.", f"{why}により{space}から後退：{ships}。")


def _colliers(event: told.ColliersAttacked, say: Words) -> str:
    if not event.spaces:
        return say("There is no collier to attack.", "攻撃される給炭艦はない。")
    dice = say.marks(f"{say.name(space)} {die}" for space, die in zip(event.spaces, event.dice, strict=False))
    return say(f"Colliers attacked, dice: {dice}.", f"給炭艦攻撃、ダイス：{dice}。")


def _french(event: told.FrenchFleetOut, say: Words) -> str:
    spaces = say.names(event.spaces)
    return say(
        f"The French fleet is out; closed for the next move: {spaces}.",
        f"フランス艦隊出撃。次の移動で進入禁止：{spaces}。",
    )


def _friend(event: told.FriendlyShipWaits, say: Words) -> str:
    space = say.name(event.space)
    return say(f"A friendly ship waits: {space}.", f"味方艦船が待機：{space}。")


def _berlin(event: told.BerlinReported, say: Words) -> str:
    space, finding = say.name(event.space), say.name(event.finding)
    return say(f"Intelligence from Berlin, {space}: {finding}.", f"ベルリンからの情報、{space}：{finding}。")


_RANGES = {
    "secondary": ("fire opens with the secondary guns", "中口径砲から射撃"),
    "tertiary": ("fire opens with the tertiary guns", "小口径砲から射撃"),
    "none": ("no fighting", "戦闘不可"),
    "clear": ("clear", "良好"),
}


def _visibility(event: told.VisibilityRolled, say: Words) -> str:
    space, how = say.name(event.space), say(*_RANGES.get(event.visibility, (event.visibility, event.visibility)))
    return say(
        f"Limited visibility, {space}, die {event.die}: {how}.", f"視界制限、{space}、ダイス{event.die}：{how}。"
    )


def _morale(event: told.MoraleChecked, say: Words) -> str:
    dice = f"+{event.dice}" if event.dice > 0 else f"\u2212{-event.dice}"
    return say(
        f"Morale: {event.vp} points against {event.measure}; dice {dice} in all fire today.",
        f"戦意：{event.vp}ポイント対{event.measure}。本日の射撃ダイス{dice}。",
    )


TELLERS: dict[type, Any] = {
    told.MarkersTurnedUp: _turned_up,
    told.MarkersDrawn: _drawn,
    told.MarkersIgnored: _ignored,
    told.Befell: _befell,
    told.MarkerUsedUp: _used_up,
    told.SubmarineSighted: _submarine,
    told.Evaded: _evaded,
    told.TorpedoRun: _torpedo_run,
    told.SubmarineRammed: _rammed,
    told.Hazard: _hazard,
    told.ConsortLost: _consort_lost,
    told.ConsortsOut: _consorts_out,
    told.AlliesTurnedBack: _turned_back,
    told.ColliersAttacked: _colliers,
    told.FrenchFleetOut: _french,
    told.FriendlyShipWaits: _friend,
    told.BerlinReported: _berlin,
    told.VisibilityRolled: _visibility,
    told.MoraleChecked: _morale,
}
