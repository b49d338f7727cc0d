"""1.2 to 1.5, 6.2 The cards on forces, ships, aircraft, enemy blocks, ports and hexes, and distances between them."""

from collections.abc import Iterator
from functools import cached_property, partial

from games.kernel.inspection import Inspection, Inspector, Measurement, figures
from games.titles.pq17.components import hexes
from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.battle import unit_line
from games.titles.pq17.presentation.board.plot import ice_areas
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.reading import Contact, contacts
from games.titles.pq17.state.battle import Unit
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import AirUnit, Force
from games.titles.pq17.visibility.view import View


def inspector(box: Box, labels: Labels) -> Inspector:
    """Return the functions that list and inspect the pieces in a view, and measure distances."""
    return Inspector(
        partial(own_units, box),
        other_things,
        partial(inspect, box, labels),
        partial(measure, box, labels),
        partial(ring, box),
    )


def own_units(box: Box, view: View) -> tuple[str, ...]:
    """Return the ids of the seat's own forces, each followed by its named ships, and then the ids of its air units."""
    found: list[str] = []
    for force in view.own:
        found += [force.id, *(one.ship for one in force.counters if box.ships[one.ship].is_single)]
    return tuple(dict.fromkeys((*found, *(unit.id for unit in view.air))))


def other_things(view: View) -> tuple[str, ...]:
    """Return the ids of the enemy blocks that the seat sees, and of the units on the battle display."""
    units = (unit.name for unit in view.battle.units) if view.battle is not None else ()
    return (*(one.id for one in contacts(view)), *units)


def inspect(box: Box, labels: Labels, view: View, value: str, language: str) -> Inspection | None:
    """Return the card of the thing with the id `value`; None if `value` has no card.

    There are cards of own forces, ships and air units, enemy blocks, units in battle, ports and hexes.
    """
    return _Card(box, view, Words(labels, language)).of(value)


class _Card:
    """Writes cards from one view in one language."""

    def __init__(self, box: Box, view: View, say: Words) -> None:
        self.box, self.view, self.say = box, view, say

    @cached_property
    def dates(self) -> lines.Dates:
        return lines.Dates(self.box, self.view.calendar, self.say)

    def of(self, value: str) -> Inspection | None:
        """Return the card of the thing with the id `value`, or None."""
        for force in self.view.own:
            if force.id == value:
                return self.force(force)
            for counter in force.counters:
                if counter.ship == value and self.box.ships[value].is_single:
                    return self.ship(force, counter)
        air = next((unit for unit in self.view.air if unit.id == value), None)
        if air is not None:
            return self.air(air)
        contact = next((one for one in contacts(self.view) if one.id == value), None)
        if contact is not None:
            return self.contact(contact)
        units = self.view.battle.units if self.view.battle is not None else []
        unit = next((one for one in units if one.name == value), None)
        if unit is not None:
            return self.unit(unit)
        if value in self.box.ports:
            return self.port(value)
        return self.hex(value) if value in self.box.hexes else None

    # --- own forces

    def force(self, force: Force) -> Inspection:
        """1.2 Return the card of an own force: contents, fuel, plan, and what the enemy knows about the force."""
        say, dates = self.say, self.dates
        hunters = [one.by for one in self.view.shadows if one.force == force.id]
        told = (
            lines.plan_line(force, say, dates),
            lines.formation_line(force, say),
            lines.choice_line(self.view, force, say),
            lines.shadowed_line(hunters, say) if hunters else "",
            say("Refuels this turn.", "このターンは補給中。") if force.refuelling else "",
        )
        ships = tuple(one.ship for one in force.counters if self.box.ships[one.ship].is_single)
        held = [lines.counter_line(self.box, counter, say) for counter in force.counters]
        return Inspection(
            id=force.id,
            kind=say.name(force.kind),
            place=force.port or force.at,
            where=lines.place_line(force, say),
            state=lines.fuel_line(force.fuel, say, dates) or lines.force_short(self.box, force, say),
            figures=figures(
                (say("contents", "内容"), say.join(held)),
                (say("block", "ブロック"), force.block or ""),
                (say("known to the enemy at", "敵の識別段階"), "" if force.level is None else f"ID {force.level}"),
            ),
            lines=tuple(filter(None, told)),
            contents=ships,
            own=True,
        )

    def ship(self, force: Force, counter: Counter) -> Inspection:
        """1.4 Return the card of a named ship of an own force."""
        say, ship = self.say, self.box.ships[counter.ship]
        states = lines.counter_states(self.box, counter, say)
        return Inspection(
            id=counter.ship,
            kind=ship.type.upper(),
            place=force.port or force.at,
            inside=force.id,
            where=say.marks([say.name(force.id), lines.place_line(force, say)]),
            state=say.marks(states),
            figures=figures(
                (say("strength", "戦力"), f"{counter.strength}/{ship.strength}"),
                (say("speed", "速度"), say.name(ship.speed)),
                (say("torpedoes", "魚雷"), f"{counter.symbols(ship)}/{ship.torpedoes}" if ship.torpedoes else ""),
                (say("anti-aircraft", "対空"), _guns(ship.anti_aircraft)),
                (say("points", "得点"), ship.value or ""),
                (say("fuel", "燃料"), lines.fuel_line(force.fuel, say, self.dates)),
            ),
            own=True,
        )

    def air(self, unit: AirUnit) -> Inspection:
        """1.5 Return the card of an own air unit: steps, base, mission and range."""
        say, kind = self.say, self.box.aircraft[unit.aircraft]
        steps = f"{unit.flying}/{unit.strength}"
        mission = say.name(unit.mission) if unit.mission else ""
        over = " ".join(unit.over)
        return Inspection(
            id=unit.id,
            kind=say.name(unit.aircraft),
            place=self._base_place(unit.base),
            where=say.marks(filter(None, (say.name(unit.base), mission, f"→ {over}" if over else ""))),
            state=say("steps {steps}", "ステップ{steps}", steps=steps),
            figures=figures(
                (say("ready steps", "出撃可能ステップ"), steps),
                (say("damaged", "損傷"), unit.damaged or ""),
                (say("aborted", "中止"), unit.aborted or ""),
                (say("range in hexes", "航続距離（ヘックス）"), kind.range),
            ),
            lines=(say("Interceptors, which cannot be sent.", "迎撃機（派遣できない）。"),) if unit.interceptor else (),
            own=True,
        )

    def _base_place(self, base: str) -> str:
        """Return the hex or port of a base on land, or of the force that contains a carrier; "" if it is unknown."""
        if base in self.box.ports:
            return base
        if base in self.box.airfields:
            return self.box.airfields[base].hex
        forces = (force for force in self.view.own for one in force.counters if one.ship == base)
        return next((force.port or force.at for force in forces), "")

    # --- the enemy

    def contact(self, contact: Contact) -> Inspection:
        """6.2 Return the card of an enemy block: the reports on it with their turns, and its trail."""
        say, block, newest = self.say, contact.block, contact.newest
        told = [*lines.contact_lines(contact, say, self.dates)]
        if len(block.trail) > 1:
            told.append(say("seen in ", "航跡：") + " ".join(block.trail))
        known = say("no report", "報告なし")
        if newest is not None:
            known = say("last report: {turn}", "最新の報告：{turn}", turn=self.dates.dated(newest.turn))
        return Inspection(
            id=contact.id,
            kind=lines.block_title(contact, say),
            place=block.port or block.at,
            where=say.where(block.port or block.at),
            known=known,
            lines=tuple(told),
        )

    def unit(self, unit: Unit) -> Inspection:
        """7.5.2 Return the card of a unit on the battle display."""
        say = self.say
        return Inspection(
            id=unit.name,
            kind=say.name(unit.side),
            where=say.name(unit.area),
            lines=(unit_line(self.box, unit, say),),
            own=self.view.seat == unit.side,
        )

    # --- places

    def port(self, value: str) -> Inspection:
        """1.1.1 Return the card of a port: its side, what it provides, and the forces and air units in it."""
        say, port = self.say, self.box.ports[value]
        told = (
            say("Ships refuel here.", "補給できる。") if port.refuels else "",
            say("Seaplanes may be based here.", "水上機の基地になる。") if port.seaplanes else "",
        )
        return Inspection(
            id=value,
            kind=say("port", "港"),
            place=port.hex,
            where=say.marks((say.name(port.side), say("hex {at}", "{at}ヘックス", at=port.hex))),
            figures=figures((say("anti-aircraft", "対空"), port.anti_aircraft or "")),
            lines=tuple(filter(None, told)),
            contents=(
                *(force.id for force in self.view.own if force.port == value),
                *(one.id for one in contacts(self.view) if one.block.port == value),
                *(unit.id for unit in self.view.air if unit.base == value),
            ),
        )

    def hex(self, value: str) -> Inspection:
        """1.1 Return the card of a hex: sea or land, its ice as expected and as met, and the units in it."""
        say, hex_ = self.say, self.box.hexes[value]
        kinds = {"sea": say("sea", "海"), "coast": say("coast", "沿岸"), "land": say("land", "陸地")}
        inside = [port.id for port in self.box.ports.values() if port.hex == value]
        fields = {field.id for field in self.box.airfields.values() if field.hex == value}
        return Inspection(
            id=value,
            kind=kinds.get(hex_.kind, say("off the map", "地図外")),
            place=value,
            lines=tuple(self._conditions(value)),
            contents=(
                *inside,
                *(force.id for force in self.view.own if force.at == value and not force.port),
                *(one.id for one in contacts(self.view) if one.block.at == value and not one.block.port),
                *(unit.id for unit in self.view.air if unit.base in fields or value in unit.over),
            ),
        )

    def _conditions(self, value: str) -> Iterator[str]:
        """10.1, 6.4.2 Yield the ice of a hex, the airfields in it, and the sectors that may search it."""
        say, hex_ = self.say, self.box.hexes[value]
        for ice, area, certain in ice_areas(self.box, self.view):
            if value in area and ice != "clear":
                doubt = "" if certain else say(" (expected)", "（予想）")
                yield say("Ice: ", "流氷：") + say.name(ice) + doubt
        met = self.view.ice_seen.get(value)
        if met is not None:
            turn = self.dates.dated(met.turn)
            yield say("Ice as last met, {turn}: ", "流氷の最新報告（{turn}）：", turn=turn) + say.name(met.ice)
        fields = [field.id for field in self.box.airfields.values() if field.hex == value]
        if fields:
            yield say("Airfields: ", "飛行場：") + say.marks(map(say.name, fields))
        if hex_.sectors:
            named = say.marks(say.name(f"sector.{sector}") for sector in hex_.sectors)
            yield say("Search sectors: ", "索敵セクター：") + named


def _guns(value: int | None) -> str:
    return "" if value is None else "*" if value < 0 else str(value)


# --- distances


def _hex_of(box: Box, view: View, value: str) -> str:
    """Return the hex of the thing with the id `value`; "" if the seat does not know it, or it is in no hex."""
    place = value
    if value not in box.hexes and value not in box.ports:
        found = [force.port or force.at for force in view.own if value in (force.id, *(c.ship for c in force.counters))]
        found += [one.block.port or one.block.at for one in contacts(view) if one.id == value]
        found += [_base_of(box, view, unit.base) for unit in view.air if unit.id == value]
        place = found[0] if found else ""
    place = box.ports[place].hex if place in box.ports else place
    return place if place in box.hexes else ""


def _base_of(box: Box, view: View, base: str) -> str:
    if base in box.ports or base in box.airfields:
        return box.base_hex(base)
    forces = (force for force in view.own for one in force.counters if one.ship == base)
    return next((force.port or force.at for force in forces), "")


def measure(box: Box, labels: Labels, view: View, start: str, end: str, language: str) -> Measurement | None:
    """1.1, 5.0 Return the distance by air and the way by sea between two things.

    Return None if the place of either is unknown. Ice and enemy ports are ignored. For an air unit as `start`, the
    result also says whether the distance is within its range.
    """
    here, there = _hex_of(box, view, start), _hex_of(box, view, end)
    if not (here and there):
        return None
    say, far = Words(labels, language), hexes.distance(here, there)
    told = [say.counted(far, "By air {count} hex.", "By air {count} hexes.", "直線で{count}ヘックス。")]
    route = box.waters.shortest(here, there)
    if route is None:
        told.append(say("There is no way by sea.", "海路はない。"))
    else:
        one, many = "By sea {count} hex, if no ice bars it.", "By sea {count} hexes, if no ice bars it."
        told.append(say.counted(len(route), one, many, "海路で{count}ヘックス（流氷がなければ）。"))
    unit = next((one for one in view.air if one.id == start), None)
    if unit is not None:
        told.append(_reach(box.aircraft[unit.aircraft].range, far, say))
    return Measurement(start=here, end=there, distance=far, path=(here, *(route or (there,))), lines=tuple(told))


def _reach(most: int, far: int, say: Words) -> str:
    """5.3 Return a sentence that says whether a distance is within the range of an air unit."""
    if far <= most:
        return say("Within its range of {most}.", "航続距離{most}以内。", most=most)
    return say("Beyond its range of {most}.", "航続距離{most}の外。", most=most)


def ring(box: Box, view: View, value: str, steps: int) -> tuple[str, ...]:
    """1.1 Return the hexes exactly `steps` hexes by air from the thing with the id `value`.

    Return () if its place is unknown.
    """
    here = _hex_of(box, view, value)
    on_map = (one for one in box.hexes.values() if one.kind != "outside")
    return tuple(one.id for one in on_map if here and hexes.distance(here, one.id) == steps)
