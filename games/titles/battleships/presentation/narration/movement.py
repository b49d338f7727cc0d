"""7, 8, 9.2, 9.3, 10.6, 10.9: the lines of text for events of movement, mines, the open map, and damage control."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from games.titles.battleships.components.hexes import edges_crossed, hex_of
from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.presentation.narration.gunnery import outcome
from games.titles.battleships.state.events import movement as told
from games.titles.battleships.state.events import repair


def _moved(event: told.Moved, say: Words) -> str:
    ship = say.name(event.ship)
    if not event.way:
        return say(
            f"{say.does(ship, 'stays')} at {event.origin}, heading {event.heading}, speed {event.speed}.",
            f"{ship}は{event.origin}にとどまる。針路{event.heading}、速度{event.speed}。",
        )
    way = _along((event.origin, *event.way), say)
    return say(
        f"{say.does(ship, 'sails')} {way}, heading {event.heading}, speed {event.speed}.",
        f"{ship}が移動：{way}、針路{event.heading}、速度{event.speed}。",
    )


def _along(places: Sequence[str], say: Words) -> str:
    """Return a path as text: the numbers of its hexes on the printed map.

    Of hexes beyond the map, the text has only the edge and the number of hexes: their names mean little to players.
    """
    parts: list[str] = []
    for edge, hexes in groupby(places, lambda place: next(iter(edges_crossed(hex_of(place))), "")):
        found = list(hexes)
        if edge:
            some = "1 hex" if len(found) == 1 else f"{len(found)} hexes"
            name = say.name(edge)
            joined = "and " if parts else ""
            parts.append(say(f"{joined}{some} beyond the {name}", f"{name}の外へ{len(found)}ヘックス"))
        else:
            parts += found
    return " ".join(parts)


def _departed(event: told.Departed, say: Words) -> str:
    ship, edge = say.name(event.ship), say.name(event.edge)
    if event.lost:
        return say(
            f"{say.does(ship, 'is')} out of command and lost to the battle by the {edge}.",
            f"指揮を失った{ship}が{edge}から戦闘を脱落。",
        )
    if event.full:
        return say(
            f"{say.does(ship, 'leaves')} by the {edge} with full points.", f"{ship}が{edge}から離脱、全点を得る。"
        )
    return say(f"{say.does(ship, 'leaves')} the map by the {edge}.", f"{ship}が{edge}からマップを離れた。")


def _shifted(event: told.Shifted, say: Words) -> str:
    columns, rows = say.signed(event.columns), say.signed(event.rows)
    return say(
        f"The open sea is laid out again: columns {columns}, rows {rows} for every ship and mark.",
        f"マップの置き直し：全てのユニットの列{columns}、段{rows}。",
    )


def _mine_struck(event: told.MineStruck, say: Words) -> str:
    ship, dice, end = say.name(event.ship), say.dice(event.combat[:2]), outcome(event.result, event.saved, say)
    return say(
        f"{say.does(ship, 'strikes')} a mine at {event.at}, dice {dice}: {end}.",
        f"{ship}が{event.at}で触雷、ダイス{dice}：{end}。",
    )


def _flag_shifted(event: told.FlagShifted, say: Words) -> str:
    ship, side = say.name(event.ship), say.name(event.side)
    return say(f"The flag of the {side} passes to {ship}.", f"{side}の旗艦が{ship}に変わった。")


def _mended(event: repair.Mended, say: Words) -> str:
    ship, what = say.name(event.ship), say.name("guns" if event.kind == "guns" else "hull")
    end = (
        say(f"a step is repaired, {event.mended} in all", f"1段階修理、累計{event.mended}")
        if event.success
        else say("failed", "失敗")
    )
    return say(
        f"Damage control on {ship}, {what}, die {event.die}: {end}.",
        f"{ship}の修理（{what}）、ダイス{event.die}：{end}。",
    )


TELLERS: dict[type, Any] = {
    told.Moved: _moved,
    told.Departed: _departed,
    told.Shifted: _shifted,
    told.MineStruck: _mine_struck,
    told.FlagShifted: _flag_shifted,
    repair.Mended: _mended,
}
