"""14.0–16.0, 22.0, 23.0, 9.2 The lines on battles, raids, bombardments and landings."""

from typing import Any

from games.titles.goeben.presentation.labels import Words, counted
from games.titles.goeben.state.events import battle as told


def _mines_struck(event: told.MinesStruck, say: Words) -> str:
    space = say.name(event.space)
    dice = say.marks(f"{say.name(ship)} {die}" for ship, die in event.dice.items())
    lost = say.names(event.lost)
    end = say(f"; struck: {lost}", f"。触雷：{lost}") if lost else say("; no mine is struck", "。触雷なし")
    return say(f"Mined waters, {space}, dice: {dice}{end}.", f"機雷原{space}、ダイス：{dice}{end}。")


def _night_rolled(event: told.NightRolled, say: Words) -> str:
    space = say.name(event.space)
    time = say("by night", "夜間戦闘") if event.night else say("by day", "昼間戦闘")
    return say(f"{space}: they meet {time} (die {event.die}).", f"{space}：{time}（ダイス{event.die}）。")


def _speed_raised(event: told.SpeedRaised, say: Words) -> str:
    ship = say.name(event.ship)
    return say(
        f"{ship} goes to maximum speed, coal left {event.coal}.", f"{ship}が最大速度を出す。石炭残り{event.coal}。"
    )


_MEETINGS = {
    "german": ("the Germans fire first", "ドイツ側が先に射撃"),
    "allied": ("the Allies fire first", "連合軍が先に射撃"),
    "": ("no contact", "接触なし"),
}


def _contact_rolled(event: told.ContactRolled, say: Words) -> str:
    space, result = say.name(event.space), say(*_MEETINGS[event.first])
    foes = say.counters(event.foes) or say.name("fort")
    level = "" if event.result == "none" else say(f" (level {event.result[-1]})", f"（段階{event.result[-1]}）")
    return say(
        f"Contact, {space}, with {foes}: contact value {event.german} against {event.allied}, die {event.die}; "
        f"{result}{level}.",
        f"接敵、{space}、相手{foes}：接敵値{event.german}対{event.allied}、ダイス{event.die}。{result}{level}。",
    )


def _no_battle(event: told.NoBattle, say: Words) -> str:
    space, why = say.name(event.space), say.name(event.why)
    return say(f"No fighting: {space} ({why}).", f"戦闘なし：{space}（{why}）。")


def _allies_broke_off(event: told.AlliesBrokeOff, say: Words) -> str:
    space = say.name(event.space)
    what = say("break off", "回避する") if event.gone else say("stand and fight", "踏みとどまる")
    die = (
        say(f" (die {event.die}, alert {event.alert})", f"（ダイス{event.die}、警戒{event.alert}）")
        if event.die
        else ""
    )
    return say(f"{space}: the Allies {what}{die}.", f"{space}：連合軍は{what}{die}。")


def _germans_broke_off(event: told.GermansBrokeOff, say: Words) -> str:
    ways = say.marks(
        say(f"{say.name(ship)} to {say.name(to)}", f"{say.name(ship)}は{say.name(to)}へ")
        for ship, to in event.ships.items()
    )
    return say(
        f"The Germans break off from {say.name(event.space)}: {ways}.", f"{say.name(event.space)}から回避：{ways}。"
    )


def _way_out_barred(event: told.WayOutBarred, say: Words) -> str:
    ship, space = say.name(event.ship), say.name(event.space)
    return say(
        f"{ship} cannot break off to {space}: the enemy or an incident marker is there.",
        f"{ship}は{space}へ回避できない。敵艦またはIncidentマーカーがある。",
    )


def _forts_shown(event: told.FortsShown, say: Words) -> str:
    port = say.name(event.port)
    strengths = say.marks(map(str, event.forts.values()))
    return say(f"{port} shows coastal defences of strength {strengths}.", f"{port}の沿岸防衛隊、戦力{strengths}。")


def _fired(event: told.Fired, say: Words) -> str:
    ship, battery, target, dice = (
        say.name(event.ship),
        say.name(event.battery),
        say.name(event.target),
        say.dice(event.dice),
    )
    full = say(", maximum fire", "・全力射撃") if event.full else ""
    hits = say("no hit", "命中なし") if not event.hits else say(f"hits: {event.hits}", f"命中{event.hits}")
    shown = dice or say("none", "なし")
    return say(
        f"{ship} at {target}, {battery}{full}: dice {shown}; {hits}.",
        f"{ship}が{target}を攻撃、{battery}{full}：ダイス{shown}。{hits}。",
    )


_EFFECTS = {
    "guns_1": ("guns \u22121", "艦砲\u22121"),
    "guns_2": ("guns \u22122", "艦砲\u22122"),
    "hull_1": ("hull \u22121", "船体\u22121"),
    "hull_2": ("hull \u22122", "船体\u22122"),
    "engines_1": ("engines \u22121", "機関\u22121"),
    "engines_2": ("engines \u22122", "機関\u22122"),
    "bridge": ("bridge", "艦橋"),
    "critical": ("critical", "致命的命中"),
    "dud": ("dud", "不発"),
    "guns": ("guns", "艦砲"),
    "hull": ("hull", "船体"),
    "engines": ("engines", "機関"),
    "torpedoes": ("torpedo tubes", "魚雷発射管"),
    "withdraws": ("withdraws", "撤退"),
    "magazine": ("magazine", "弾薬庫"),
    "outcry": ("public outcry", "世論の怒り"),
    "none": ("no effect", "効果なし"),
    "morale": ("morale", "士気の向上"),
    "fort": ("coastal defence destroyed", "沿岸防衛隊破壊"),
}


def _hits_rolled(event: told.HitsRolled, say: Words) -> str:
    target, dice = say.name(event.target), say.dice(event.dice)
    effects = say.marks(counted(say(*_EFFECTS.get(effect, (effect, effect))) for effect in event.effects))
    return say(f"Hits on {target}, dice {dice}: {effects}.", f"{target}の被弾、ダイス{dice}：{effects}。")


def _ammunition_spent(event: told.AmmunitionSpent, say: Words) -> str:
    ship = say.name(event.ship)
    return say(
        f"{ship} spends {event.by} ammunition, {event.left} left.", f"{ship}が弾薬{event.by}を消費、残り{event.left}。"
    )


def _torpedoes_spent(event: told.TorpedoesSpent, say: Words) -> str:
    ship = say.name(event.ship)
    return say(
        f"{ship} launches {event.by} torpedoes, {event.left} left.",
        f"{ship}が魚雷{event.by}本を発射、残り{event.left}。",
    )


def _tubes_reloaded(event: told.TubesReloaded, say: Words) -> str:
    ship = say.name(event.ship)
    return say(
        f"{ship} reloads her tubes, torpedoes {event.torpedoes}.", f"{ship}が魚雷を再装填、現在{event.torpedoes}。"
    )


def _bridge_hit(event: told.BridgeHit, say: Words) -> str:
    ship = say.name(event.ship)
    result = say("leadership suffers", "統率力低下") if event.hurt else say("no harm", "影響なし")
    return say(
        f"The bridge of {ship} is hit, die {event.die}: {result}.", f"{ship}の艦橋に命中、ダイス{event.die}：{result}。"
    )


def _critical_hit(event: told.CriticalHit, say: Words) -> str:
    ship = say.name(event.ship)
    return say(
        f"Critical hit on {ship}: hull and engines \u2212{event.die}.",
        f"{ship}に致命的命中：船体・機関\u2212{event.die}。",
    )


def _ship_gone(event: told.ShipGone, say: Words) -> str:
    return say(f"{say.name(event.ship)}: {say.name(event.how)}.", f"{say.name(event.ship)}：{say.name(event.how)}。")


def _shore_die(event: told.ShoreDie, say: Words) -> str:
    port, dice = say.name(event.port), say.dice(event.dice)
    effect = say(*_EFFECTS.get(event.effect, (event.effect, event.effect)))
    word = "die" if len(event.dice) == 1 else "dice"
    return say(f"{port}, {effect}: {word} {dice}.", f"{port}・{effect}：ダイス{dice}。")


def _film_rolled(event: told.FilmRolled, say: Words) -> str:
    ship = say.name(event.ship)
    return say(f"{ship} has the sinking on film: die {event.die}.", f"{ship}が撃沈を撮影：ダイス{event.die}。")


def _battle_ended(event: told.BattleEnded, say: Words) -> str:
    rows = (
        ("destroyed" if event.shore else "sunk", event.sunk),
        ("damaged", event.damaged),
        ("withdrawn", event.withdrawn),
    )
    parts = [f"{say.name(how)}: {say.names(ships)}" for how, ships in rows if ships]
    points = say.counted(event.points, "{count} point", "{count} points", "{count}ポイント").replace("-", "\u2212")
    title = say("The bombardment", "沿岸砲撃") if event.shore else say("The battle", "海戦")
    rest = say("; ", "、").join([points, *parts])
    return say(f"{title} is over, {say.name(event.space)}: {rest}.", f"{title}終了、{say.name(event.space)}：{rest}。")


def _leadership_changed(event: told.LeadershipChanged, say: Words) -> str:
    ship, why = say.name(event.ship), say.name(event.why)
    verb, ja = ("rises", "上昇") if event.by > 0 else ("falls", "低下")
    return say(
        f"Leadership of {ship} {verb} to {event.leadership} ({why}).",
        f"{ship}の統率力が{event.leadership}に{ja}（{why}）。",
    )


def _raided(event: told.Raided, say: Words) -> str:
    space, ship, dice = say.name(event.space), say.name(event.ship), say.dice(event.dice)
    return say(
        f"{ship} takes a merchantman, {space}: dice {dice} and leadership {event.leadership}.",
        f"{ship}が商船を襲撃、{space}：ダイス{dice}＋統率力{event.leadership}。",
    )


def _port_taken(event: told.PortTaken, say: Words) -> str:
    space, ship = say.name(event.space), say.name(event.ship)
    return say(f"The Seebataillon of {ship} takes {space}.", f"{ship}の海兵大隊が{space}を占領。")


def _round_began(event: told.RoundBegan, say: Words) -> str:
    batteries = say.names(event.batteries)
    return say(f"The next round: {batteries}.", f"次のラウンド：{batteries}。")


TELLERS: dict[type, Any] = {
    told.MinesStruck: _mines_struck,
    told.NightRolled: _night_rolled,
    told.SpeedRaised: _speed_raised,
    told.ContactRolled: _contact_rolled,
    told.NoBattle: _no_battle,
    told.AlliesBrokeOff: _allies_broke_off,
    told.GermansBrokeOff: _germans_broke_off,
    told.WayOutBarred: _way_out_barred,
    told.FortsShown: _forts_shown,
    told.RoundBegan: _round_began,
    told.Fired: _fired,
    told.HitsRolled: _hits_rolled,
    told.AmmunitionSpent: _ammunition_spent,
    told.TorpedoesSpent: _torpedoes_spent,
    told.TubesReloaded: _tubes_reloaded,
    told.BridgeHit: _bridge_hit,
    told.CriticalHit: _critical_hit,
    told.ShipGone: _ship_gone,
    told.ShoreDie: _shore_die,
    told.FilmRolled: _film_rolled,
    told.BattleEnded: _battle_ended,
    told.LeadershipChanged: _leadership_changed,
    told.Raided: _raided,
    told.PortTaken: _port_taken,
}
