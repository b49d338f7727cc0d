"""Readers of the tables in `data/`, one function for each file.

Each function takes the file's content and returns its pieces. It raises ComponentError for an invalid cell, and records
in `sources` the source of each figure. The module `box` checks that the set of components is complete.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from games.kernel.text import Text
from games.titles.pq17.components import hexes
from games.titles.pq17.components.contents import Sources
from games.titles.pq17.components.pieces import (
    AIRCRAFT_TYPES,
    CLASSES,
    DOORS,
    FLOATING,
    HEX_KINDS,
    NATIONS,
    OWNERS,
    PACK,
    PORT_USES,
    RESULTS,
    ROLES,
    SECTORS,
    SIDES,
    SPEEDS,
    ZONES,
    Aircraft,
    Airfield,
    Card,
    Coast,
    Damage,
    Door,
    Face,
    Hex,
    Interceptors,
    Port,
    Reload,
    Result,
    Role,
    Ship,
    Side,
    Situation,
)
from games.toolkit.tables import SOURCES, ComponentError, Row, read_table

V = TypeVar("V", bound=str)

_HEX_FIGURES = ("place", "ice", "door", "sectors")
_HEX_COLUMNS = (
    "hex", "kind", "coasts", "friendly", "closed", "ice", "leads", "door", "sectors",
    *(f"{figure}_source" for figure in _HEX_FIGURES),
)  # fmt: skip
_PORT_FIGURES = ("hex", "use", "seaplanes", "anti_aircraft")
_PORT_COLUMNS = (
    "id", "name", "name_ja", "hex", "owner", "use", "seaplanes", "reload", "refuels", "anti_aircraft", "unloads", "x",
    "y", *(f"{figure}_source" for figure in _PORT_FIGURES),
)  # fmt: skip
_FIELD_COLUMNS = (
    "id", "name", "name_ja", "hex", "owner", "anti_aircraft", "hex_source", "anti_aircraft_source",
)  # fmt: skip
_INTERCEPTOR_COLUMNS = ("airfield", "since", "aircraft", "counters", "source")
_SHIP_FIGURES = ("strength", "anti_aircraft", "torpedoes", "speed", "embarked", "value")
_SHIP_COLUMNS = (
    "id", "name", "name_ja", "nation", "type", "role", "steps", "most", "anti_aircraft", "torpedoes", "speed",
    "cruise_from", "slow_from", "embarked", "value", *(f"{figure}_source" for figure in _SHIP_FIGURES),
)  # fmt: skip
_AIR_FLAGS = ("plus", "reconnaissance", "anti_submarine", "photo", "floats", "carrier", "naval")
_AIR_COLUMNS = (
    "id", "name", "name_ja", "nation", "type", "value", "range", "strength", "torpedoes", *_AIR_FLAGS,
    "lighter_column", "value_source", "figures_source",
)  # fmt: skip
_ROWS = ("force", "air", "both")
_DAMAGE = ("heavy", "light", "light_more", "convoy", "convoy_more")
_CARD_COLUMNS = (
    "id", *(f"day_{row}" for row in _ROWS), "day_id", "photo", *(f"night_{row}" for row in _ROWS), "night_id",
    "day_submarine", "night_submarine", "star", "halts", "disperses", *_DAMAGE, "source",
)  # fmt: skip
_ROUND = ("allied", "axis_winter", "axis_summer")
_SITUATION_COLUMNS = (
    "id", *_ROUND, *(f"{column}_star" for column in _ROUND), *(f"{column}_source" for column in _ROUND),
)  # fmt: skip
SITUATIONS: dict[Side, tuple[str, ...]] = {
    "allied": (
        "bombing_order", "fleet_air_strike", "ground_offensive", "gearbox", "reinforcements", "archery", "title",
        "none",
    ),
    "axis": (
        "axis_convoy", "cobweb", "break_out", "minelaying", "port_raid", "reinforcements", "ground_offensive",
        "no_restrictions", "wunderland", "sizilien", "none",
    ),
}  # fmt: skip
"""12.1 to 12.14 The keys of the situations that a chit may give, by side."""


def _named(row: Row) -> Text:
    return Text(row.text("name"), row.text("name_ja"))


def _words(row: Row, column: str, allowed: Sequence[V]) -> tuple[V, ...]:
    """Return the words of a cell; each must be allowed, and none may occur twice."""
    found: list[V] = []
    for word in row.optional(column).split():
        known = next((one for one in allowed if one == word), None)
        if known is None or known in found:
            row.fail(column, f"{word!r} is not one of {', '.join(allowed)}, or stands twice")
        found.append(known)
    return tuple(found)


def _hex(row: Row, column: str) -> str:
    cell = row.text(column)
    try:
        hexes.row_and_column(cell)
    except ValueError as error:
        row.fail(column, str(error))
    return cell


def read_hexes(content: bytes, sources: Sources) -> dict[str, Hex]:
    """1.1 Return the hexes of the map by number."""
    found: dict[str, Hex] = {}
    for row in read_table("hexes.tsv", content, _HEX_COLUMNS, Row):
        door: Door = row.choice("door", DOORS) if row.optional("door") else ""
        one = Hex(
            id=_hex(row, "hex"),
            kind=row.choice("kind", HEX_KINDS),
            coasts=tuple(row.optional("coasts").split()),
            friendly=row.choice("friendly", SIDES) if row.optional("friendly") else "",
            closed=_words(row, "closed", ("E", "W", "NE", "NW", "SE", "SW")),
            zone=row.choice("ice", (*ZONES, PACK)) if row.optional("ice") else "",
            leads=row.flag("leads"),
            door=door,
            sectors=_words(row, "sectors", SECTORS),
        )
        if one.id in found:
            row.fail("hex", f"{one.id} stands twice")
        if not one.is_sea and (one.closed or one.zone or one.door or one.sectors or one.friendly or one.leads):
            row.fail("kind", "where no ship goes there is no more to say")
        if (one.friendly or one.leads) and one.kind != "coast":
            row.fail("kind", "only a coast hex is a friendly coast or in the Inner Leads (1.1.3, 5.1.6)")
        found[one.id] = one
        present = {"ice": one.zone, "door": one.door, "sectors": one.sectors}
        sources[one.id] = row.sources(_HEX_FIGURES, [figure for figure, there in present.items() if not there])
    return found


def read_ports(content: bytes, charted: Mapping[str, Hex], sources: Sources) -> dict[str, Port]:
    """1.1.1 Return the ports by id. Two ports in one hex are an error. `charted`: the hexes of the map."""
    found: dict[str, Port] = {}
    for row in read_table("ports.tsv", content, _PORT_COLUMNS, Row):
        reload: Reload = row.choice("reload", ("all", "submarines")) if row.optional("reload") else ""
        port = Port(
            id=row.new_id(found),
            name=_named(row),
            hex=_hex(row, "hex"),
            owner=row.choice("owner", OWNERS),
            use=row.choice("use", PORT_USES),
            seaplanes=row.flag("seaplanes"),
            reload=reload,
            refuels=row.flag("refuels"),
            anti_aircraft=row.optional_number("anti_aircraft"),
            unloads=row.optional_number("unloads"),
            x=row.number("x"),
            y=row.number("y"),
        )
        if charted[port.hex].kind != "coast":
            row.fail("hex", f"{port.hex} is no coast hex")
        if any(other.hex == port.hex for other in found.values()):
            row.fail("hex", f"there is another port in {port.hex}")
        found[port.id] = port
        present = {"seaplanes": port.seaplanes, "anti_aircraft": port.anti_aircraft}
        sources[port.id] = row.sources(_PORT_FIGURES, [figure for figure, there in present.items() if not there])
    return found


def read_airfields(content: bytes, charted: Mapping[str, Hex], sources: Sources) -> dict[str, Airfield]:
    """1.1 Return the airfields by id. Two airfields in one hex are an error. `charted`: the hexes of the map."""
    found: dict[str, Airfield] = {}
    for row in read_table("airfields.tsv", content, _FIELD_COLUMNS, Row):
        field = Airfield(
            id=row.new_id(found),
            name=_named(row),
            hex=_hex(row, "hex"),
            owner=row.choice("owner", OWNERS),
            anti_aircraft=row.number("anti_aircraft"),
        )
        if charted[field.hex].kind not in ("coast", "land"):
            row.fail("hex", f"{field.hex} holds no land")
        if any(other.hex == field.hex for other in found.values()):
            row.fail("hex", f"there is another airfield in {field.hex}")
        found[field.id] = field
        sources[field.id] = row.sources(("hex", "anti_aircraft"))
    return found


def read_interceptors(
    content: bytes, airfields: Mapping[str, Airfield], aircraft: Mapping[str, Aircraft]
) -> tuple[Interceptors, ...]:
    """1.1.2 Return the fighters printed at airfields; for one airfield, in the order of their dates."""
    found: list[Interceptors] = []
    for row in read_table("interceptors.tsv", content, _INTERCEPTOR_COLUMNS, Row):
        entry = Interceptors(
            airfield=row.choice("airfield", tuple(airfields)),
            since=row.optional("since"),
            aircraft=row.choice("aircraft", tuple(aircraft)),
            counters=row.number("counters", least=1),
        )
        row.choice("source", SOURCES)
        before = [one.since for one in found if one.airfield == entry.airfield]
        if before and before[-1] >= entry.since:
            row.fail("since", "must be later than that of the line above")
        if aircraft[entry.aircraft].type != "f" or aircraft[entry.aircraft].side != airfields[entry.airfield].side:
            row.fail("aircraft", "only fighters of the airfield's side intercept")
        found.append(entry)
    return tuple(found)


def read_ships(content: bytes, sources: Sources) -> dict[str, Ship]:
    """1.4 Return the kinds of ship counters by id."""
    found: dict[str, Ship] = {}
    for row in read_table("ships.tsv", content, _SHIP_COLUMNS, Row):
        role: Role = row.choice("role", ROLES) if row.optional("role") else ""
        ship = Ship(
            id=row.new_id(found),
            name=_named(row),
            nation=row.choice("nation", NATIONS),
            type=row.choice("type", CLASSES),
            role=role,
            steps=_strengths(row),
            most=row.optional_number("most"),
            anti_aircraft=_anti_aircraft(row),
            torpedoes=row.optional_number("torpedoes"),
            speed=row.choice("speed", SPEEDS),
            cruise_from=row.optional_number("cruise_from"),
            slow_from=row.optional_number("slow_from"),
            embarked=_embarked(row),
            value=row.number("value", least=1),
        )
        _check_ship(row, ship)
        found[ship.id] = ship
        present = {
            "anti_aircraft": ship.anti_aircraft is not None,
            "torpedoes": ship.torpedoes,
            "embarked": ship.embarked,
        }
        sources[ship.id] = row.sources(_SHIP_FIGURES, [figure for figure, there in present.items() if not there])
    return found


def _strengths(row: Row) -> tuple[int, ...]:
    """7.0b Return the strength of each step, from undamaged down.

    If two steps differ by 2, the ship loses a step only for every two hits.
    """
    steps: list[int] = []
    for word in row.text("steps").split():
        if not word.isdecimal() or int(word) < 1 or (steps and int(word) >= steps[-1]):
            row.fail("steps", f"{word!r} is no strength below the one before it")
        steps.append(int(word))
    return tuple(steps)


def _anti_aircraft(row: Row) -> int | None:
    cell = row.optional("anti_aircraft")
    if cell == "*":
        return -1
    return row.number("anti_aircraft", least=1) if cell else None


def _embarked(row: Row) -> tuple[tuple[str, int], ...]:
    cell = row.optional("embarked")
    found: list[tuple[str, int]] = []
    for entry in cell.split(", ") if cell else ():
        kind, blank, strength = entry.partition(" ")
        if not blank or not strength.isdecimal():
            row.fail("embarked", f"{entry!r} is no aircraft with its strength")
        found.append((kind, int(strength)))
    return tuple(found)


def _check_ship(row: Row, ship: Ship) -> None:
    if ship.is_heavy and not ship.is_single:
        row.fail("most", "a heavy ship has a counter of her own (1.4)")
    if ship.type not in FLOATING and ship.is_single:
        row.fail("most", "light ships, submarines and merchants share counters (1.4)")
    if not ship.is_single and len(ship.steps) > 1:
        row.fail("steps", "one ship of a class has one step (1.4)")
    if ship.role == "mf":
        if (ship.type, ship.nation) != ("es", "britain"):
            row.fail("role", "the minesweepers under Soviet command are British escorts (1.4c)")
    elif bool(ship.role) != (ship.type in ("ax", "mx")):
        row.fail("role", "convoy ships, and no others, have a part to play (1.4)")
    if ship.embarked and ship.type not in ("cv", "cve"):
        row.fail("embarked", "only carriers carry aircraft (1.5.1)")
    if not ship.slow_from <= ship.cruise_from or ship.cruise_from > ship.strength:
        row.fail("slow_from", "a ship slows down step by step (1.4a)")


def read_aircraft(content: bytes, sources: Sources) -> dict[str, Aircraft]:
    """1.5 Return the kinds of aircraft by id."""
    found: dict[str, Aircraft] = {}
    for row in read_table("aircraft.tsv", content, _AIR_COLUMNS, Row):
        kind = Aircraft(
            id=row.new_id(found),
            name=_named(row),
            nation=row.choice("nation", NATIONS),
            type=row.choice("type", AIRCRAFT_TYPES),
            value=row.number("value"),
            range=row.number("range", least=1),
            strength=row.number("strength", least=1),
            torpedoes=row.optional_number("torpedoes"),
            lighter=row.flag("lighter_column"),
            **{name: row.flag(name) for name in _AIR_FLAGS},
        )
        if kind.strength > 2:
            row.fail("strength", "a counter has one step or two (1.5)")
        if kind.type == "p" and kind.torpedoes:
            row.fail("torpedoes", "patrol aircraft never attack (5.3b)")
        if kind.plus and kind.type != "f":
            row.fail("plus", "only fighters are better against bombers (7.2.3e)")
        found[kind.id] = kind
        sources[kind.id] = row.sources(("value", "figures"))
    return found


def read_cards(content: bytes, sources: Sources) -> dict[str, Card]:
    """T.search, 1.7 Return the cards by id. Two equal cards are an error."""
    found: dict[str, Card] = {}
    for row in read_table("cards.tsv", content, _CARD_COLUMNS, Row):
        card = Card(
            id=row.new_id(found),
            day=_face(row, "day"),
            night=_face(row, "night"),
            star=row.flag("star"),
            halts=row.flag("halts"),
            disperses=row.flag("disperses"),
            damage=Damage(**{name: row.number(name) for name in _DAMAGE}),
        )
        if any(msgspec.structs.replace(other, id=card.id) == card for other in found.values()):
            row.fail("id", "the same card stands above")
        found[card.id] = card
        sources[card.id] = {"card": row.choice("source", SOURCES)}
    return found


def _face(row: Row, block: str) -> Face:
    photos = _four(row, "photo", "4-") if block == "day" else "----"
    return Face(
        force=_results(row, f"{block}_force"),
        air=_results(row, f"{block}_air"),
        both=_results(row, f"{block}_both"),
        gain=tuple(int(sign) for sign in _four(row, f"{block}_id", "123")),
        submarine=row.flag(f"{block}_submarine"),
        photo=tuple(sign == "4" for sign in photos),
    )


def _four(row: Row, column: str, allowed: str) -> str:
    cell = row.text(column)
    if len(cell) != 4 or any(sign not in allowed for sign in cell):
        row.fail(column, f"{cell!r} must be four signs out of {allowed}")
    return cell


def _results(row: Row, column: str) -> tuple[Result, ...]:
    cell = _four(row, column, "".join(RESULTS))
    return tuple(result for sign in cell for result in RESULTS if result == sign)


def read_situations(content: bytes, sources: Sources) -> dict[str, Situation]:
    """12.0 Return the situations of each chit by its letter."""
    found: dict[str, Situation] = {}
    for row in read_table("situations.tsv", content, _SITUATION_COLUMNS, Row):
        allied, winter, summer = (row.flag(f"{column}_star") for column in _ROUND)
        chit = Situation(
            id=row.new_id(found),
            allied=row.choice("allied", SITUATIONS["allied"]),
            axis_winter=row.choice("axis_winter", SITUATIONS["axis"]),
            axis_summer=row.choice("axis_summer", SITUATIONS["axis"]),
            stars=(allied, winter, summer),
        )
        found[chit.id] = chit
        sources[f"chit_{chit.id}"] = row.sources(_ROUND)
    return found


def read_coast(content: bytes) -> Coast:
    """Return the land for the picture of the map from the JSON of ``coast.json``.

    Raises ComponentError if the content is not valid.
    """
    try:
        return msgspec.json.decode(content, type=Coast)
    except msgspec.DecodeError as error:
        raise ComponentError(str(error), file="coast.json") from None
