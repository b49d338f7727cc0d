"""5, 10.8, 10.12, 11.10: the lines of text for events of targets, gunfire and damage."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.state.events import gunnery as told


def outcome(result: str, saved: int, say: Words) -> str:
    """5.12 Return the result of a combat roll as text.

    `result`: such as "1W" or "X". `saved`: the die that a battleship rolled against sinking; 0 if none.
    """
    end = {"-": say("no effect", "効果なし"), "X": say("sunk", "轟沈")}.get(result, result)
    return say(f"X, die {saved}: {end}", f"X、ダイス{saved}：{end}") if saved else end


def combat(odds: str, dice: Sequence[int], say: Words) -> str:
    """Return a roll on the combat results table as text: its column (`odds`) and the first two dice."""
    shown = say.dice(dice[:2])
    return say(f"{odds}, dice {shown}", f"{odds}、ダイス{shown}")


def changes(modifiers: Iterable[told.Modifier], say: Words) -> str:
    """5.4 Return the modifiers of a roll as text."""
    return say.marks(f"{say.name(one.key)} {say.signed(one.amount)}" for one in modifiers)


def _marked(event: told.Marked, say: Words) -> str:
    firer, target = say.name(event.firer), say.name(event.target)
    guns = say(" with secondaries", "（副砲）") if event.guns == "secondary" else ""
    sight = "" if event.sight == "plain" else say(f", {say.name(event.sight)}", f"・{say.name(event.sight)}")
    return say(
        f"{say.does(firer, 'aims')} at {target}{guns}, {event.distance} hexes{sight}.",
        f"{firer}が{target}を目標に指定{guns}、{event.distance}ヘクス{sight}。",
    )


def _bombarding(event: told.Bombarding, say: Words) -> str:
    ship, place = say.name(event.ship), say.name(event.place)
    return say(f"{say.does(ship, 'aims')} at {place}.", f"{ship}が{place}を目標に指定。")


def _fired(event: told.Fired, say: Words) -> str:
    firer, target, dice = say.name(event.firer), say.name(event.target), say.dice(event.dice)
    attack = str(event.attack) if event.attack == event.changed else f"{event.attack} → {event.changed}"
    why = changes(event.modifiers, say)
    why = say(f" ({why})", f"（{why}）") if why else ""
    end = say("no effect (odds too low)", "オッズ不足で効果なし")
    if event.odds:
        end = combat(event.odds, event.combat, say) + say("; ", "、") + outcome(event.result, event.saved, say)
    return say(
        f"{say.does(firer, 'fires')} at {target}, {event.distance} hexes: attack {attack}, dice {dice}{why},"
        f" {event.points} points against {event.defence}: {end}.",
        f"{firer}が{target}を砲撃、{event.distance}ヘクス：攻撃力{attack}、ダイス{dice}{why}、"
        f"損害ポイント{event.points}対防御力{event.defence}：{end}。",
    )


def _secondaries(event: told.Secondaries, say: Words) -> str:
    firer, target = say.name(event.firer), say.name(event.target)
    rolled, end = combat(event.odds, event.combat, say), outcome(event.result, event.saved, say)
    return say(
        f"Secondaries of {firer} at {target}, {event.distance} hexes: {rolled}; {end}.",
        f"{firer}の副砲が{target}を砲撃、{event.distance}ヘクス：{rolled}、{end}。",
    )


def _strayed(event: told.Strayed, say: Words) -> str:
    firer, target = say.name(event.firer), say.name(event.target)
    if not event.friend:
        return say(
            f"{say.does(firer, 'fires')} across friends at {target}: die {event.die}, they are clear.",
            f"{firer}が味方越しに{target}を砲撃：ダイス{event.die}、味方に命中せず。",
        )
    friend = say.name(event.friend)
    rest = say(" to no effect", "（被害なし）") if event.spared else ""
    return say(
        f"{say.does(firer, 'fires')} across friends at {target}: die {event.die}, the shot falls on {friend}{rest}.",
        f"{firer}が味方越しに{target}を砲撃：ダイス{event.die}、{friend}に誤射{rest}。",
    )


_SPECIAL = {
    "none": ("nothing more", "影響なし"),
    "deck": ("her deck", "甲板"),
    "radar": ("her radar is destroyed", "レーダー破壊"),
    "rudder": ("her rudder; straight on this turn", "舵。このターンは直進"),
    "bridge": ("her bridge", "艦橋"),
    "power": ("her power; no radar and no fire next turn", "動力部。次のターンはレーダー・砲撃不可"),
}


def _special_hit(event: told.SpecialHit, say: Words) -> str:
    ship, dice, what = say.name(event.ship), say.dice(event.dice), say(*_SPECIAL[event.hit])
    return say(f"Special damage to {ship}, dice {dice}: {what}.", f"{ship}の特殊損害、ダイス{dice}：{what}。")


def _bombarded(event: told.Bombarded, say: Words) -> str:
    ship, place = say.name(event.ship), say.name(event.place)
    return say(
        f"{say.does(ship, 'bombards')} {place}: turn {event.count} of {event.needed}.",
        f"{ship}が{place}を砲撃：{event.needed}ターン中{event.count}回目。",
    )


def _damaged(event: told.Damaged, say: Words) -> str:
    ship = say.name(event.ship)
    taken, now = describe_steps(event.weapons, event.hull, say), describe_steps(event.now_weapons, event.now_hull, say)
    return say(f"{say.does(ship, 'takes')} damage: {taken} (in all {now}).", f"{ship}の損害：{taken}（累計 {now}）。")


def describe_steps(weapons: int, hull: int, say: Words) -> str:
    """Return steps of damage in words: "weapons 1, hull 2"."""
    parts = [say(f"weapons {weapons}", f"兵装{weapons}")] if weapons else []
    parts += [say(f"hull {hull}", f"船体{hull}")] if hull else []
    return say(", ", "・").join(parts) or say("none", "なし")


def _sunk(event: told.Sunk, say: Words) -> str:
    ship = say.name(event.ship)
    return say(f"{say.does(ship, 'is')} lost at {event.at}.", f"{ship}が{event.at}で失われた。")


TELLERS: dict[type, Any] = {
    told.Marked: _marked,
    told.Bombarding: _bombarding,
    told.Fired: _fired,
    told.Secondaries: _secondaries,
    told.Strayed: _strayed,
    told.SpecialHit: _special_hit,
    told.Bombarded: _bombarded,
    told.Damaged: _damaged,
    told.Sunk: _sunk,
}
