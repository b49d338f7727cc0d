"""3.2, 4, 10.2, 10.10: the lines of text for events of the turn, of sighting, star shells, aircraft and command."""

from typing import Any

from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.state.events import sighting as told


def _turn_began(event: told.TurnBegan, say: Words) -> str:
    side = say.name(event.inferior)
    return say(
        f"Turn {event.turn} begins; the {side} aim and move first.",
        f"第{event.turn}ターン開始。{side}が先に目標決定・移動を行う。",
    )


def _sighted(event: told.Sighted, say: Words) -> str:
    dice = say.dice(event.dice)
    if event.squall:
        return say(
            f"A snow squall: sighting distance {event.distance} (base {event.base}, dice {dice}).",
            f"吹雪：視認距離{event.distance}ヘクス（基本{event.base}、ダイス{dice}）。",
        )
    return say(
        f"Sighting distance {event.distance} (base {event.base}, die {dice}).",
        f"視認距離{event.distance}ヘクス（基本{event.base}、ダイス{dice}）。",
    )


def _chits_drawn(event: told.ChitsDrawn, say: Words) -> str:
    side, chits = say.name(event.side), say.marks(event.chits)
    return say(f"Command chits of the {side}: {chits}.", f"{side}のチット：{chits}。")


def _astray(event: told.Astray, say: Words) -> str:
    if not event.ships:
        side = say.name(event.side)
        return say(f"All ships of the {side} are in command.", f"{side}は全艦が指揮下にある。")
    ships = say.names(event.ships)
    return say(f"Out of command this turn: {ships}.", f"このターンの指揮喪失：{ships}。")


def _spotting(event: told.Spotting, say: Words) -> str:
    side = say.name(event.side)
    what = say("are up", "が観測可能") if event.up else say("are of no use this turn", "は使用不可")
    return say(f"Aircraft of the {side} {what} (die {event.die}).", f"{side}の観測機{what}（ダイス{event.die}）。")


def _lit(event: told.Lit, say: Words) -> str:
    ship = say.name(event.ship)
    return say(f"{say.does(ship, 'fires')} a star shell over {event.at}.", f"{ship}が{event.at}に星弾を発射。")


TELLERS: dict[type, Any] = {
    told.TurnBegan: _turn_began,
    told.Sighted: _sighted,
    told.ChitsDrawn: _chits_drawn,
    told.Astray: _astray,
    told.Spotting: _spotting,
    told.Lit: _lit,
}
