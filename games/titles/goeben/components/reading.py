"""Readers of the files in `data/`, one function for each file.

Each function takes the file's content and returns its pieces. It raises ComponentError for an invalid cell, and records
in `sources` the source of each figure. The function `load` checks that the set of components is complete.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from games.kernel.text import Text
from games.titles.goeben.components.pieces import (
    CARGO_KINDS,
    CLASS_WORDS,
    INCIDENT_KINDS,
    MISSIONS,
    POWERS,
    SIDES,
    SPACE_KINDS,
    ZONES,
    Bonus,
    CargoKind,
    Coast,
    GermanShip,
    IncidentKind,
    Line,
    Mission,
    Power,
    Readout,
    ShipClass,
    Side,
    Space,
)
from games.toolkit.tables import SOURCES, ComponentError, Row, read_table, read_toml

_CARRIERS: dict[str, Literal["any", "bc", "cl"]] = {"any": "any", "bc": "bc", "lc": "cl"}

Sources = dict[str, dict[str, str]]
"""The source of each figure, by component and by figure."""

_SPACE_FIGURES = ("name", "place", "kind", "forts")
_SPACE_COLUMNS = (
    "id", "name", "name_ja", "x", "y", "kind", "zone", "owner", "side", "forts",
    *(f"{figure}_source" for figure in _SPACE_FIGURES),
)  # fmt: skip
_LINE_COLUMNS = ("a", "b", "miles", "bends", "source")
_TRACKS = ("leadership", "engines", "hull", "primary", "secondary", "tertiary", "ammunition", "torpedoes", "coal")
_SPEEDS = ("cruise", "maximum", "emergency")
_GERMAN_COLUMNS = (
    "id", "name", "name_ja", "class", *_TRACKS, *_SPEEDS, "name_source", "class_source", "values_source",
    "speeds_source",
)  # fmt: skip
_VALUES = ("primary", "secondary", "tertiary", "torpedoes", "armour", "speed")
_READOUT_SOURCES = ("name_source", "class_source", "values_source")
_ALLIED_COLUMNS = ("id", "name", "name_ja", "nation", "class", "group", *_VALUES, *_READOUT_SOURCES)
_AUSTRIAN_COLUMNS = ("id", "name", "name_ja", "class", *_VALUES, *_READOUT_SOURCES)
_INCIDENT_COLUMNS = (
    "id", "name", "name_ja", "count", "british", "french", "mark", "effect", "effect_ja", "name_source",
    "count_source", "groups_source",
)  # fmt: skip
_FORT_COLUMNS = ("strength", "count", "source")
_CARGO_COLUMNS = (
    "id", "name", "name_ja", "sort", "points", "boxes", "count", "ships", "option", "effect", "effect_ja",
    "points_source", "count_source",
)  # fmt: skip


def _named(row: Row) -> Text:
    return Text(row.text("name"), row.text("name_ja"))


def read_spaces(content: bytes, sources: Sources) -> dict[str, Space]:
    """Return the spaces of the map by id. Raises ComponentError for an invalid cell."""
    spaces: dict[str, Space] = {}
    for row in read_table("spaces.tsv", content, _SPACE_COLUMNS, Row):
        owner: Power = row.choice("owner", POWERS) if row.optional("owner") else ""
        side: Side = row.choice("side", SIDES) if row.optional("side") else ""
        space = Space(
            id=row.new_id(spaces),
            name=_named(row),
            x=row.number("x"),
            y=row.number("y"),
            kind=row.choice("kind", SPACE_KINDS),
            zone=row.choice("zone", ZONES),
            owner=owner,
            side=side,
            forts=row.optional_number("forts"),
        )
        if space.harbour != (space.owner != "") or space.harbour != (space.side != ""):
            row.fail("owner", "a port or base, and nothing else, has an owner and a side")
        if space.forts and space.side != "allied":
            row.fail("forts", "only Allied ports have coastal defences")
        spaces[space.id] = space
        sources[space.id] = row.sources(_SPACE_FIGURES, () if space.forts else ("forts",))
    return spaces


def read_lines(content: bytes, spaces: Mapping[str, Space]) -> tuple[Line, ...]:
    """Return the navigation lines between the spaces of the map, which are `spaces` by id.

    Raises ComponentError for a line that occurs twice.
    """
    lines: list[Line] = []
    taken: dict[tuple[str, str], int] = {}
    for row in read_table("lines.tsv", content, _LINE_COLUMNS, Row):
        a, b = row.choice("a", tuple(spaces)), row.choice("b", tuple(spaces))
        ends = (min(a, b), max(a, b))
        if a == b or ends in taken:
            row.fail("b", f"a line from {a} to {b} cannot be, or stands twice")
        taken[ends] = row.line
        row.choice("source", SOURCES)
        lines.append(Line(a, b, row.number("miles", least=1), tuple(_bends(row))))
    return tuple(lines)


def _bends(row: Row) -> Iterable[tuple[int, int]]:
    for point in row.optional("bends").split():
        x, comma, y = point.partition(",")
        if not comma or not (x.isdecimal() and y.isdecimal()):
            row.fail("bends", f"{point!r} is no point (x,y)")
        yield int(x), int(y)


def _type(row: Row) -> ShipClass:
    return CLASS_WORDS[row.choice("class", tuple(CLASS_WORDS))]


def _numbers(row: Row) -> dict[str, Any]:
    return {name: row.number(name) for name in _VALUES}


def read_german(content: bytes, sources: Sources) -> dict[str, GermanShip]:
    """Return the German ship displays by id. Raises ComponentError for an invalid cell."""
    ships: dict[str, GermanShip] = {}
    for row in read_table("german.tsv", content, _GERMAN_COLUMNS, Row):
        type_ = _type(row)
        if type_ not in ("bc", "cl"):
            row.fail("class", "German ships are battlecruisers (bc) or light cruisers (lc)")
        ship = GermanShip(
            id=row.new_id(ships),
            name=_named(row),
            type="bc" if type_ == "bc" else "cl",
            **{name: row.number(name) for name in (*_TRACKS, *_SPEEDS)},
        )
        if not 1 <= ship.cruise <= ship.maximum <= ship.emergency <= ship.engines:
            row.fail("cruise", "the speeds must rise, up to the engines")
        ships[ship.id] = ship
        sources[ship.id] = row.sources(("name", "class", "values", "speeds"))
    return ships


def read_allied(content: bytes, sources: Sources) -> dict[str, Readout]:
    """Return the Allied counters by id, including troop convoys. Raises ComponentError for an invalid cell."""
    ships: dict[str, Readout] = {}
    for row in read_table("allied.tsv", content, _ALLIED_COLUMNS, Row):
        ship = Readout(
            id=row.new_id(ships),
            name=_named(row),
            nation=row.choice("nation", ("britain", "france")),
            type=_type(row),
            group=row.choice("group", ("british", "french")) if row.optional("group") else "",
            **_numbers(row),
        )
        if ship.group and (ship.group == "british") != (ship.nation == "britain"):
            row.fail("group", f"a ship of {ship.nation} is not shuffled with the {ship.group} ones")
        ships[ship.id] = ship
        sources[ship.id] = row.sources(("name", "class", "values"))
    return ships


def read_austrian(content: bytes, sources: Sources) -> dict[str, Readout]:
    """Return the Austro-Hungarian counters by id. Raises ComponentError for an invalid cell."""
    ships: dict[str, Readout] = {}
    for row in read_table("austrian.tsv", content, _AUSTRIAN_COLUMNS, Row):
        ship = Readout(
            id=row.new_id(ships),
            name=_named(row),
            nation="austria",
            type=_type(row),
            **_numbers(row),
        )
        if ship.type not in ("bb", "b", "ca", "cl", "dd"):
            row.fail("class", "no such Austro-Hungarian ship is in the charts")
        ships[ship.id] = ship
        sources[ship.id] = row.sources(("name", "class", "values"))
    return ships


def read_incidents(content: bytes, sources: Sources) -> dict[str, IncidentKind]:
    """Return the kinds of incident markers that are no ships, by id. Raises ComponentError for an invalid cell."""
    kinds: dict[str, IncidentKind] = {}
    for row in read_table("incidents.tsv", content, _INCIDENT_COLUMNS, Row):
        mark = row.choice("mark", ("used", "french")) if row.optional("mark") else ""
        kind = IncidentKind(
            id=row.new_id(kinds),
            name=_named(row),
            effect=Text(row.text("effect"), row.text("effect_ja")),
            count=row.number("count", least=1),
            british=row.number("british"),
            french=row.number("french"),
            used=mark == "used",
            of_france=mark == "french",
        )
        if kind.id not in INCIDENT_KINDS:
            row.fail("id", f"there is no incident {kind.id!r} in the rules")
        if kind.british + kind.french > kind.count:
            row.fail("british", "more go to the groups than there are")
        kinds[kind.id] = kind
        sources[kind.id] = row.sources(("name", "count", "groups"))
    return kinds


def read_forts(content: bytes, sources: Sources) -> dict[str, int]:
    """Return the strength of each coastal defence counter by id. Raises ComponentError for an invalid cell."""
    forts: dict[str, int] = {}
    for row in read_table("forts.tsv", content, _FORT_COLUMNS, Row):
        strength = row.number("strength", least=1)
        for _ in range(row.number("count", least=1)):
            name = f"fort_{len(forts) + 1}"
            forts[name] = strength
            sources[name] = {"strength": row.choice("source", SOURCES)}
    return forts


def read_cargo(content: bytes, sources: Sources) -> dict[str, CargoKind]:
    """Return the kinds of crews and gear by id. Raises ComponentError for an invalid cell."""
    kinds: dict[str, CargoKind] = {}
    for row in read_table("cargo.tsv", content, _CARGO_COLUMNS, Row):
        ships = row.choice("ships", tuple(_CARRIERS))
        kind = CargoKind(
            id=row.new_id(kinds),
            name=_named(row),
            effect=Text(row.text("effect"), row.text("effect_ja")),
            sort=row.choice("sort", ("crew", "gear")),
            points=row.number("points", least=1),
            boxes=row.number("boxes", least=1),
            count=row.number("count", least=1),
            ships=_CARRIERS[ships],
            option=row.choice("option", ("mines", "seaplane")) if row.optional("option") else "",
        )
        if kind.id not in CARGO_KINDS:
            row.fail("id", f"there is no cargo {kind.id!r} in the rules")
        kinds[kind.id] = kind
        sources[kind.id] = row.sources(("points", "count"))
    return kinds


class _Order(Struct, frozen=True, forbid_unknown_fields=True):
    """A mission as it is written in the data file."""

    name: str
    name_ja: str
    days: int
    points: int
    bonus: Bonus
    space: str = ""
    bases: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()


def read_missions(content: bytes, spaces: Mapping[str, Space]) -> dict[str, Mission]:
    """Return the missions by id. Raises ComponentError for an invalid cell, or a space that is not in `spaces`."""
    orders = read_toml("missions.toml", content, dict[str, _Order])
    if tuple(orders) != MISSIONS:
        raise ComponentError(f"must name {', '.join(MISSIONS)}, in this order", file="missions.toml")
    missions: dict[str, Mission] = {}
    for name, order in orders.items():
        raw = msgspec.to_builtins(order) | {"id": name, "name": {"en": order.name, "ja": order.name_ja}}
        raw.pop("name_ja")
        try:
            missions[name] = msgspec.convert(raw, Mission)
        except msgspec.ValidationError as error:
            raise ComponentError(str(error), file="missions.toml", column=name) from None
        _check_mission(missions[name], spaces)
    return missions


def _check_mission(mission: Mission, spaces: Mapping[str, Space]) -> None:
    bonus = mission.bonus
    named = (*([mission.space] if mission.space else []), *mission.forts, *bonus.high_sea, *bonus.start_spaces)
    for space in named:
        if space not in spaces:
            raise ComponentError(f"{space!r} is not on the map", file="missions.toml", column=mission.id)
    if (mission.space == "") == (mission.bases == ()):
        raise ComponentError("must end in a space or in a base", file="missions.toml", column=mission.id)
    if any(not spaces[port].forts for port in mission.forts):
        raise ComponentError("names a port without coastal defences", file="missions.toml", column=mission.id)
    if bonus.removes and bonus.removes not in MISSIONS:
        raise ComponentError(f"removes {bonus.removes!r}, no mission", file="missions.toml", column=mission.id)


def read_coast(content: bytes) -> Coast:
    """Return the land for the picture of the map. Raises ComponentError for invalid data."""
    try:
        return msgspec.json.decode(content, type=Coast)
    except msgspec.MsgspecError as error:
        raise ComponentError(str(error), file="coast.json") from None
