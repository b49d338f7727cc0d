"""6: the lines of text for events of torpedoes."""

from typing import Any

from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.presentation.narration.gunnery import combat, outcome
from games.titles.battleships.state.events import torpedoes as told


def _unsealed(event: told.Unsealed, say: Words) -> str:
    if not event.ships:
        return say("Nobody launches torpedoes.", "雷撃を行う艦はありません。")
    ships = say.names(event.ships)
    return say(f"Torpedoes are launched by {ships}.", f"雷撃を行う艦：{ships}。")


def _launched(event: told.Launched, say: Words) -> str:
    ship, target = say.name(event.ship), say.name(event.target)
    way = " ".join(event.way)
    return say(
        f"{say.does(ship, 'launches')} torpedoes at {target}, {event.distance} hexes, {event.odds}, by {way}.",
        f"{ship}が{target}に魚雷を発射、{event.distance}ヘクス、{event.odds}、{way}。",
    )


def _ran(event: told.Ran, say: Words) -> str:
    ship, against, dice = say.name(event.ship), say.name(event.against), say.dice(event.dice)
    what = say("struck", "命中") if event.struck else say("missed", "外れ")
    crew = say(f", crew {say.signed(event.crew)}", f"、乗組員{say.signed(event.crew)}") if event.crew else ""
    return say(
        f"Torpedoes of {ship}: {against}, {event.distance} hexes, speed {event.speed}, {event.number} or"
        f" less{crew}; dice"
        f" {dice}, {what}.",
        f"{ship}の魚雷：{against}、{event.distance}ヘクス、速度{event.speed}、{event.number}以下{crew}。"
        f"ダイス{dice}、{what}。",
    )


def _torpedo_hit(event: told.TorpedoHit, say: Words) -> str:
    ship, against = say.name(event.ship), say.name(event.against)
    end_on = say.signed(event.modifier)
    why = say(f" ({end_on}, from ahead or astern)", f"（{end_on}、艦首尾方向）") if event.modifier else ""
    rolled, end = combat(event.odds, event.combat, say), outcome(event.result, event.saved, say)
    return say(
        f"Torpedo hit of {ship} on {against}: {rolled}{why}; {end}.",
        f"{ship}の魚雷が{against}に命中：{rolled}{why}、{end}。",
    )


TELLERS: dict[type, Any] = {
    told.Unsealed: _unsealed,
    told.Launched: _launched,
    told.Ran: _ran,
    told.TorpedoHit: _torpedo_hit,
}
