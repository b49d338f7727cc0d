"""6.9 Photographs of ports, before anything moves."""

from collections import Counter

from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.missions import Photograph
from games.titles.pq17.rules.forces.deck import drawn_cards
from games.titles.pq17.rules.search.cards import photographs
from games.titles.pq17.rules.search.patrols import flies
from games.titles.pq17.table.events.search import Photographed
from games.titles.pq17.table.reporting import names
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force, Report


async def photo(sea: Sea) -> str:
    """6.9 Units that were ordered to photograph do so, by day and where they may fly."""
    side = sea.phase.side
    for order in sea.ordered(Photograph):
        unit = next(one for one in sea.state.air if one.id == order.unit)
        if sea.is_day and flies(sea, unit.base, carrier=False) and not unit.mission:
            unit.mission, unit.at = "photo", sea.box.ports[order.port].hex
            await photograph(sea, side, order.port)
    return "movement"


async def free_photograph(sea: Sea, side: Side) -> None:
    """13.0e, 6.9 By an event a side photographs one enemy port in which blocks lie, by day, wherever it is and without
    an air unit of its own.
    """
    ports = _occupied(sea, side) if sea.is_day else ()
    if not ports:
        return
    question = Ask(
        key="free_photograph",
        kind="event",
        seat=side,
        rule="13.0e",
        prompt=Text("Which port is photographed?", "どの港を写真偵察しますか。"),
        form=Choose(options=ports, rule="13.0e"),
    )
    await photograph(sea, side, await ask(question), key="free_photo")


def _occupied(sea: Sea, side: Side) -> tuple[str, ...]:
    """The enemy's ports in which blocks of his lie, as everybody sees: the fullest first."""
    lying = Counter(force.port for force in sea.forces_of(sea.enemy(side)) if force.port)
    own = [port for port in lying if sea.box.ports[port].side != side]
    return tuple(sorted(own, key=lambda port: (-lying[port], port)))


async def photograph(sea: Sea, side: Side, port: str, *, key: str = "photo") -> None:
    """6.9, 6.9a A card for a port: if it succeeds, all that lies there in one dated list, which is tied to no block;
    dummies are neither told nor removed, and no level rises.
    """
    (card,) = await drawn_cards(sea, side, 1, key=f"{key}.{port}", rule="6.9")
    enemy = sea.enemy(side)
    if not photographs(card, sea.state.sky.kind):
        sea.tell(Photographed(side, port))
        return
    seen = Photographed(side, port, card.id)
    lying = [one for force in _lying(sea, enemy, port) for one in force.counters]
    report = Report(
        to=side, turn=sea.state.turn, source="photo", at=sea.box.ports[port].hex, port=port, level=4,
        names=names(sea.box, lying),
    )  # fmt: skip
    sea.state.reports.append(report)
    full = Photographed(side, port, card.id, report.names)
    sea.tell_both(side, full, full, seen)


def _lying(sea: Sea, side: Side, port: str) -> list[Force]:
    return [one for one in sea.forces_of(side) if one.port == port]


def may_photograph(sea: Sea, side: Side, unit: AirUnit) -> bool:
    """6.9, 5.3b Whether a unit of a side may photograph: one of type P that flies and has no mission."""
    kind = sea.box.aircraft[unit.aircraft]
    return kind.type == "p" and kind.side == side and bool(unit.flying) and not unit.mission
