"""5.5, 7.7, 9.2.5a to 9.3.3 The lines on convoys that scatter, disperse and rejoin."""

from typing import Any

from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.narration.wording import dice_text, side_adjective, units_text
from games.titles.pq17.state.events import convoy as told


def _scattered(event: told.Scattered, say: Words) -> str:
    side, at = side_adjective(event.side, say), say.where(event.at)
    who = say(f" ({say.name(event.force)})", f"（{say.name(event.force)}）") if event.force else ""
    escorts = ""
    if event.escorts:
        name = say.name(event.escorts)
        escorts = say(f"; its warships go by themselves as {name}", f"、護衛は{name}として分離")
    return say(f"The {side} convoy in {at}{who} scatters{escorts}.", f"{at}の{side}輸送船団{who}が分散{escorts}。")


def _dispersed(event: told.Dispersed, say: Words) -> str:
    force, dice = say.name(event.force), dice_text(event.dice, say)
    if not event.ships:
        return say(f"{say.does(force, 'keeps')} together{dice}.", f"{force}は離散せず{dice}。")
    ships = say.several(event.ships, "ship", "ships")
    return say(f"{force} disperses{dice}: {ships}.", f"{force}が離散{dice}：{event.ships}隻。")


def _rejoined(event: told.Rejoined, say: Words) -> str:
    force, dice = say.name(event.force), dice_text((event.die,), say)
    ships = say.several(event.ships, "ship rejoins", "ships rejoin")
    return say(f"{force} gathers{dice}: {ships}.", f"{force}が再集結{dice}：{event.ships}隻が復帰。")


def _put_ashore(event: told.PutAshore, say: Words) -> str:
    force, port, onward = say.name(event.force), say.name(event.port), say.name(event.then)
    left = units_text(event.merchants, say) if event.merchants else say("no merchants", "商船なし")
    ja = f"{force}が{port}に残した船：{left}。次は{onward}へ。"
    return say(f"{say.does(force, 'leaves')} in {port}: {left}; then to {onward}.", ja)


def _stragglers_attacked(event: told.StragglersAttacked, say: Words) -> str:
    side, at, dice = side_adjective(event.side, say), say.where(event.at), dice_text(event.dice, say)
    ends = [say(f"sunk: {units_text(event.sunk, say)}", f"沈没：{units_text(event.sunk, say)}")] * bool(event.sunk)
    ends += [say(f"hit: {units_text(event.hit, say)}", f"命中：{units_text(event.hit, say)}")] * bool(event.hit)
    end = say("; ", "、").join(ends) or say("no effect", "効果なし")
    by = say.name("aircraft" if event.by == "air" else event.by)
    return say(
        f"{side} stragglers in {at} attacked ({by}){dice}: {end}.",
        f"{at}の{side}の離散・分散船を攻撃（{by}）{dice}：{end}。",
    )


TELLERS: dict[type, Any] = {
    told.Scattered: _scattered,
    told.Dispersed: _dispersed,
    told.Rejoined: _rejoined,
    told.PutAshore: _put_ashore,
    told.StragglersAttacked: _stragglers_attacked,
}
