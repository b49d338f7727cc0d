"""7.4, 7.7.2 The lines on submarines."""

from typing import Any

from games.titles.pq17.orders.draft_odds import HUNTED
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.narration.air import dice_with_modifiers, hits_text
from games.titles.pq17.presentation.narration.wording import block_or_force_name, dice_text, side_adjective
from games.titles.pq17.presentation.reading import enemy_of
from games.titles.pq17.state.events import submarine as told


def _submarines_met(event: told.SubmarinesMet, say: Words) -> str:
    pack = block_or_force_name(event.side, event.pack, event.who, say)
    target = block_or_force_name(enemy_of(event.side), event.target, event.force, say)
    at, rolled = say.where(event.at), dice_with_modifiers((event.die,), event.modifier, say)
    if event.offensive:
        head = say(f"{say.does(target, 'hunts')} {pack} in {at}", f"{target}が{at}の{pack}を攻撃")
    else:
        head = say(f"{say.does(pack, 'attacks')} {target} in {at}", f"{pack}が{at}の{target}を攻撃")
    before = say.several(event.before, "attacks", "attack")
    return say(
        f"{head}, {rolled}: {before} before the escorts, {event.after} after.",
        f"{head}、{rolled}：護衛より先に{event.before}、後に{event.after}が攻撃。",
    )


def _boat_fired(event: told.BoatFired, say: Words) -> str:
    named = HUNTED[event.named].get(say.language) if event.named in HUNTED else say.name(event.named)
    if not event.found:
        return say(f"A boat looks for {named} and finds none.", f"潜水艦の目標{named}はいない。")
    ends, dice = hits_text(event.ships, event.lost, event.sunk, say), dice_text(event.dice, say)
    return say(f"A boat attacks {named}{dice}: {ends}.", f"潜水艦が{named}を雷撃{dice}：{ends}。")


def _torpedoes_spent(event: told.TorpedoesSpent, say: Words) -> str:
    force, dice = say.name(event.force), dice_text(() if event.die is None else (event.die,), say)
    return say(f"{say.does(force, 'has')} no torpedoes left{dice}.", f"{force}は魚雷を使い果たした{dice}。")


def _packs_met(event: told.PacksMet, say: Words) -> str:
    side = side_adjective(event.side, say)
    surprise = say("with surprise", "奇襲成功") if event.surprised else say("without surprise", "奇襲失敗")
    rolled = dice_with_modifiers((event.die,), event.modifier, say)
    end = say("a boat is sunk", "1隻撃沈") if event.sunk else say("no effect", "効果なし")
    at = say.where(event.at)
    return say(
        f"{side} submarines attack submarines in {at} {surprise}, {rolled}: {end}.",
        f"{side}潜水艦が{at}で敵潜水艦を攻撃、{surprise}、{rolled}：{end}。",
    )


def _pack_patrolled(event: told.PackPatrolled, say: Words) -> str:
    side, at = side_adjective(event.side, say), say.where(event.at)
    rolled = dice_with_modifiers((event.die,), event.modifier, say)
    end = say("it goes on", "通過") if event.crossed else say("it is kept down", "移動阻止")
    return say(
        f"{side} air patrol over submarines in {at}, {rolled}: {end}.",
        f"{side}の航空哨戒、{at}の潜水艦に対し{rolled}：{end}。",
    )


TELLERS: dict[type, Any] = {
    told.SubmarinesMet: _submarines_met,
    told.BoatFired: _boat_fired,
    told.TorpedoesSpent: _torpedoes_spent,
    told.PacksMet: _packs_met,
    told.PackPatrolled: _pack_patrolled,
}
