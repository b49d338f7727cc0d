"""5.3, 7.1, 7.2, 7.4.2, 7.8 The lines on aircraft and their attacks."""

from collections.abc import Sequence
from typing import Any

from games.kernel.text import Text
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.narration.wording import (
    block_or_force_name,
    dice_text,
    side_adjective,
    units_text,
)
from games.titles.pq17.presentation.reading import enemy_of
from games.titles.pq17.state.events import air as told

RESULTS = {
    "-": Text("no effect", "効果なし"),
    "": Text("no effect", "効果なし"),
    "none": Text("no effect", "効果なし"),
    "abort": Text("aborted", "任務中止"),
    "damaged": Text("damaged", "損傷"),
    "hit": Text("shot down", "撃墜"),
}
"""7.2.3 The names of the results of fire at aircraft."""
BY = {
    "air": Text("air", "航空"),
    "wolfpack": Text("submarine", "潜水艦"),
    "task_force": Text("surface", "水上"),
    "submarine": Text("submarine", "潜水艦"),
    "surface": Text("surface", "水上"),
}
"""7.1 The names of the kinds of attack."""


FATES = {
    "damaged": Text("home damaged", "軽損害で離脱"),
    "crippled": Text("crippled", "重損害"),
    "dead_in_water": Text("dead in the water", "航行不能"),
    "sunk": Text("sunk", "撃沈"),
}
"""7.9 The names of the fates of destroyers that are hit."""


def fates_text(fates: Sequence[str], say: Words) -> str:
    """7.9 Return the names of destroyers' `fates` in brackets; "" if there are none."""
    ends = say.marks(FATES[one].get(say.language) if one in FATES else str(one) for one in fates)
    return say(f" ({ends})", f"（{ends}）") if fates else ""


def fire_result_name(key: str, say: Words) -> str:
    """7.2.3 Return the name of a result of fire at aircraft."""
    return RESULTS[key].get(say.language) if key in RESULTS else say.name(key)


def hits_text(
    ships: Sequence[str], lost: Sequence[int], sunk: Sequence[bool], say: Words, fates: Sequence[Sequence[str]] = ()
) -> str:
    """7.3.1, 7.9 Return in words the ships that were hit and their damage.

    `lost`, `sunk`, `fates`: for each of `ships`, the strength lost, True if she sank, and the fates of destroyers.
    """
    told_ = []
    for index, ship in enumerate(ships):
        end = fates_text(fates[index], say) if index < len(fates) else ""
        down = index < len(sunk) and sunk[index]
        steps = lost[index] if index < len(lost) else 0
        if down:
            several = f" {steps}" if steps and say.is_class(ship) else ""
            told_.append(say(f"{say.name(ship)}{several} sunk{end}", f"{say.name(ship)}{several}沈没{end}"))
        else:
            told_.append(
                say(f"{say.does(say.name(ship), 'loses')} {steps}{end}", f"{say.name(ship)}に損害{steps}{end}")
            )
    return say.marks(told_) or say("no hits", "命中なし")


def dice_with_modifiers(dice: Sequence[int], modifier: int, say: Words) -> str:
    """Return the results of dice in words, with their modifier unless it is 0."""
    more = f" {say.signed(modifier)}" if modifier else ""
    return say.dice(dice) + more


def _unit(aircraft: str, unit: str, say: Words) -> str:
    """Return the name of an air unit: its type, and the unit's own name if the seat knows it (`unit`)."""
    kind = say.name(aircraft)
    if not unit:
        return kind
    name = say.name(unit)
    return name if unit.startswith(aircraft) else say(f"{kind} ({name})", f"{kind}（{name}）")


def _flown(event: told.Flown, say: Words) -> str:
    side, kind, at = side_adjective(event.side, say), say.name(event.aircraft), say.where(event.at)
    mission = say.name(event.mission).lower() if event.mission else say("flight", "飛行")
    return say(
        f"{side} {kind} ({event.strength}) over {at}: {mission}.",
        f"{side}の{kind}（{event.strength}）が{at}へ：{mission}。",
    )


def _radius_declared(event: told.RadiusDeclared, say: Words) -> str:
    side, at = side_adjective(event.side, say), say.where(event.at)
    who = say(f" ({say.name(event.force)})", f"（{say.name(event.force)}）") if event.force else ""
    return say(f"A {side} carrier holds an air radius in {at}{who}.", f"{side}空母が{at}に航続範囲を設定{who}。")


def _located(event: told.Located, say: Words) -> str:
    side, at = side_adjective(event.side, say), say.where(event.at)
    block = block_or_force_name(enemy_of(event.side), event.block, event.force, say)
    by = BY[event.by].get(say.language) if event.by in BY else say.name(event.by)
    end = say("found", "確認成功") if event.found else say("not found", "確認失敗")
    several = units_text(event.who, say)
    who = say(f" by {several}", f"（{several}）") if event.who else ""
    return say(
        f"{side} {by} attack on {block} in {at}{who}: {end}.", f"{side}の{by}攻撃{who}、目標は{at}の{block}：{end}。"
    )


CALLED_OFF = {
    "unidentified": Text("no block there was identified", "識別された積み木がない"),
    "gone": Text("the target is not there any more", "目標がもういない"),
    "barred": Text("nothing there that they may attack", "攻撃できる目標がない"),
    "ordered": Text("nothing there that their orders let them attack", "命令に合う目標がない"),
}
"""7.1.1 The reasons why an attack was called off."""


def _called_off(event: told.AttackCalledOff, say: Words) -> str:
    at, why = say.where(event.at), CALLED_OFF[event.why].get(say.language)
    if event.force:
        force = say.name(event.force)
        return say(f"{force} in {at} attacks nothing: {why}.", f"{at}の{force}は攻撃せず：{why}。")
    who = units_text(event.aircraft, say)
    return say(f"Sent to attack in {at}, turned back: {who}; {why}.", f"{at}へ攻撃に向かった{who}は帰投：{why}。")


def _strengths(event: told.AirAttackBegan | told.Scrambled, say: Words) -> str:
    return say.marks(
        f"{say.name(one)} {strength}" for one, strength in zip(event.aircraft, event.strengths, strict=False)
    )


def _began(event: told.AirAttackBegan, say: Words) -> str:
    side, at, coming = side_adjective(event.side, say), say.where(event.at), _strengths(event, say)
    return say(f"{side} aircraft attack {at}: {coming}.", f"{side}機が{at}へ来襲：{coming}。")


def _scrambled(event: told.Scrambled, say: Words) -> str:
    side, at, rising = side_adjective(event.side, say), say.where(event.at), _strengths(event, say)
    if not rising:
        return say(f"No {side} fighters rise over {at}.", f"{at}上空の{side}戦闘機は発進しない。")
    caught = say(", surprised", "・奇襲を受けた") if event.surprised else ""
    return say(f"{side} fighters rise over {at}: {rising}{caught}.", f"{side}戦闘機が{at}で発進：{rising}{caught}。")


def _air_fired(event: told.AirFired, say: Words) -> str:
    firer, target = _unit(event.firer, event.firer_unit, say), _unit(event.target, event.target_unit, say)
    rolled = dice_with_modifiers(event.dice, event.modifier, say)
    ends = say.marks(fire_result_name(one, say) for one in event.results)
    return say(
        f"{say.does(firer, 'fires')} at {target}, {rolled}: {ends}.", f"{firer}が{target}を攻撃、{rolled}：{ends}。"
    )


def _laid(event: told.Laid, say: Words) -> str:
    side = side_adjective(event.side, say)
    stacks = (say.marks(f"{say.name(ship)} {held}" for ship, held in stack) for stack in event.row)
    row = say(" | ", "｜").join(stacks) or say("nobody", "なし")
    ice = say("; too much ice for torpedoes", "。流氷のため雷撃不可") if event.ice else ""
    return say(f"{side} ships in a row: {row}{ice}.", f"{side}艦船の列：{row}{ice}。")


def _grounded(event: told.Grounded, say: Words) -> str:
    side, at = side_adjective(event.side, say), say.where(event.at)
    row = say(" | ", "｜").join(f"{say.name(kind)} {strength}" for kind, strength in event.row)
    return say(f"{side} aircraft on the ground at {at}: {row}.", f"{at}の地上の{side}機：{row}。")


def _flak_fired(event: told.FlakFired, say: Words) -> str:
    kind, end = _unit(event.aircraft, event.unit, say), fire_result_name(event.result, say)
    rolled = dice_with_modifiers((event.die,), event.modifier, say)
    return say(f"Anti-aircraft fire at {kind}, {rolled}: {end}.", f"{kind}への対空射撃、{rolled}：{end}。")


def _struck(event: told.Struck, say: Words) -> str:
    kind = _unit(event.aircraft, event.unit, say)
    if event.place < 0:
        return say(f"{say.does(kind, 'breaks')} off.", f"{kind}は攻撃を中止。")
    what = say("torpedoes", "雷撃") if event.torpedoes else say("bombs", "爆撃")
    ends, dice = hits_text(event.ships, event.lost, event.sunk, say, event.fates), dice_text(event.dice, say)
    if not event.stack:
        return say(f"{say.does(kind, 'attacks')} with {what}{dice}: {ends}.", f"{kind}の{what}{dice}：{ends}。")
    at = say.join([say.name(ship) for ship in event.stack])
    return say(
        f"{say.does(kind, 'attacks')} {at} with {what}{dice}: {ends}.", f"{kind}の{at}への{what}{dice}：{ends}。"
    )


def _base_bombed(event: told.BaseBombed, say: Words) -> str:
    kind, target = say.name(event.aircraft), say.name(event.target)
    ends = say.marks(fire_result_name(one, say) for one in event.results)
    dice = dice_text(event.dice, say)
    return say(f"{kind} bombs {target} on the ground{dice}: {ends}.", f"{kind}が地上の{target}を爆撃{dice}：{ends}。")


def _hunted(event: told.Hunted, say: Words) -> str:
    pack, at = block_or_force_name(enemy_of(event.side), event.block, event.force, say), say.where(event.at)
    ends = [say(f"{event.sunk} sunk", f"{event.sunk}撃沈")] * bool(event.sunk)
    ends += [say(f"{event.damaged} damaged", f"{event.damaged}損傷")] * bool(event.damaged)
    ends += [say("held down", "制圧")] * event.held_down
    end = say.marks(ends) or say("no effect", "効果なし")
    dice = dice_text((*event.dice, *event.fates), say)
    return say(f"ASW against {pack} in {at}{dice}: {end}.", f"{at}の{pack}へのASW{dice}：{end}。")


def _embarked_lost(event: told.EmbarkedLost, say: Words) -> str:
    ship, lost = say.name(event.ship), say.names(event.aircraft)
    return say(f"Aircraft lost with {ship}: {lost}.", f"{ship}とともに失われた航空部隊：{lost}。")


TELLERS: dict[type, Any] = {
    told.Flown: _flown,
    told.RadiusDeclared: _radius_declared,
    told.Located: _located,
    told.AttackCalledOff: _called_off,
    told.AirAttackBegan: _began,
    told.Scrambled: _scrambled,
    told.AirFired: _air_fired,
    told.Laid: _laid,
    told.Grounded: _grounded,
    told.FlakFired: _flak_fired,
    told.Struck: _struck,
    told.BaseBombed: _base_bombed,
    told.Hunted: _hunted,
    told.EmbarkedLost: _embarked_lost,
}
