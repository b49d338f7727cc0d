"""7.5, 7.7.1 The lines on surface battles, as the sides in the battle read them."""

from typing import Any

from games.titles.pq17.orders.battle import covered_name
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.narration.air import dice_with_modifiers, fates_text, hits_text
from games.titles.pq17.presentation.narration.wording import block_or_force_name, dice_text, side_adjective, verb_of
from games.titles.pq17.state.events import surface as told


def _intercepted(event: told.Intercepted, say: Words) -> str:
    block, at = block_or_force_name(event.side, event.block, event.force, say), say.where(event.at)
    end = say("it does", "成功") if event.found else say("in vain", "失敗")
    tries = verb_of(block, "tries")
    return say(f"{block} in {at} {tries} to intercept: {end}.", f"{at}の{block}が迎撃を試みる：{end}。")


def _battle_joined(event: told.BattleJoined, say: Words) -> str:
    sides: dict[str, list[str]] = {}
    for side, ships in zip(event.sides, event.ships, strict=False):
        sides.setdefault(side, []).extend(f"{say.name(ship)} {held}" for ship, held in ships)
    ranks = say("; ", "。").join(
        say(f"{side_adjective(side, say)} {say.marks(ships)}", f"{side_adjective(side, say)}: {say.marks(ships)}")
        for side, ships in sides.items()
    )
    rolled = "" if event.surprise is None else f", {dice_with_modifiers((event.surprise,), event.modifier, say)}"
    caught = ""
    if event.surprised:
        caught = say(
            f"; the {side_adjective(event.surprised, say)} side is surprised",
            f"、{side_adjective(event.surprised, say)}は奇襲を受けた",
        )
    at, attacker = say.where(event.at), side_adjective(event.attacker, say)
    return say(
        f"Surface battle in {at}, round {event.round}, {attacker} attack{rolled}{caught}: {ranks or 'nobody'}.",
        f"{at}で水上戦闘・第{event.round}ラウンド、攻撃側は{attacker}{rolled}{caught}。{ranks}。",
    )


def _unit(name: str, say: Words) -> str:
    """Return the name of a unit; for a face-down counter (7.5.9), its side and number."""
    covered = covered_name(name)
    return say.name(name) if covered is None else covered.get(say.language)


def _manoeuvred(event: told.Manoeuvred, say: Words) -> str:
    side = side_adjective(event.side, say)
    parts = []
    for unit, area in zip(event.units, event.areas, strict=False):
        evading = say(", evading", "・回避") if unit in event.evading else ""
        parts.append(
            say(f"{_unit(unit, say)} in {say.name(area)}{evading}", f"{_unit(unit, say)}→{say.name(area)}{evading}")
        )
    told_ = say("; ", "、").join(parts) or say("nobody", "なし")
    return say(f"Round {event.round}, {side} units: {told_}.", f"第{event.round}ラウンド、{side}の隊形：{told_}。")


def _guns_fired(event: told.GunsFired, say: Words) -> str:
    ship, target, dice = say.name(event.ship), _unit(event.target, say), dice_text(event.dice, say)
    return say(
        f"Guns of {ship} at {target}{dice}: hits {event.hits}.", f"{ship}が{target}を砲撃{dice}：命中{event.hits}。"
    )


def _ship_hit(event: told.ShipHit, say: Words) -> str:
    ship = say.name(event.ship)
    if event.sunk:
        several = f" {event.lost}" if event.lost and say.is_class(event.ship) else ""
        end = say(f"{several} sunk".lstrip(), f"{several}沈没".lstrip())
    elif event.dead:
        end = say("dead in the water", "航行不能")
    else:
        end = say(f"loses {event.lost}", f"損害{event.lost}")
    end += fates_text(event.fates, say)
    return say(f"{ship}, hits {event.hits}: {end}.", f"{ship}に命中{event.hits}：{end}。")


def _torpedoes_ran(event: told.TorpedoesRan, say: Words) -> str:
    firer, target, dice = _unit(event.firer, say), _unit(event.target, say), dice_text(event.dice, say)
    ends = hits_text(event.ships, event.lost, event.sunk, say)
    return say(f"Torpedoes of {firer} at {target}{dice}: {ends}.", f"{firer}が{target}に雷撃{dice}：{ends}。")


def _withdrew(event: told.Withdrew, say: Words) -> str:
    side, dice = side_adjective(event.side, say), dice_text((event.die,), say)
    if not event.left:
        return say(f"The {side} side tries to withdraw{dice}, in vain.", f"{side}は撤退に失敗{dice}。")
    units = say.join([_unit(one, say) for one in event.left])
    return say(f"The {side} side withdraws{dice}: {units}.", f"{side}が撤退{dice}：{units}。")


def _round_over(event: told.RoundOver, say: Words) -> str:
    dice = dice_text(() if event.die is None else (event.die,), say)
    end = say("the battle is over", "戦闘終了") if event.over else say("the battle goes on", "戦闘継続")
    return say(f"End of round {event.round}{dice}: {end}.", f"第{event.round}ラウンド終了{dice}：{end}。")


def _straggler_sunk(event: told.StragglerSunk, say: Words) -> str:
    side, at, ship = side_adjective(event.side, say), say.where(event.at), say.name(event.ship)
    return say(f"{side} straggler sunk in {at}: {ship}.", f"{at}で{side}の離散船を撃沈：{ship}。")


TELLERS: dict[type, Any] = {
    told.Intercepted: _intercepted,
    told.BattleJoined: _battle_joined,
    told.Manoeuvred: _manoeuvred,
    told.GunsFired: _guns_fired,
    told.ShipHit: _ship_hit,
    told.TorpedoesRan: _torpedoes_ran,
    told.Withdrew: _withdrew,
    told.RoundOver: _round_over,
    told.StragglerSunk: _straggler_sunk,
}
