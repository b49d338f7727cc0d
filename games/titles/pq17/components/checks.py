"""Checks across files: the map against the hexes that the rulebook names, and the units against each other."""

from collections import Counter
from string import ascii_lowercase

from games.titles.pq17.components import hexes
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import DOORS
from games.toolkit.tables import ComponentError, check_equal

_NAMED_DOORS = {
    "english_channel": {"1706"}, "german": {"1707", "1708"}, "kara_sea": {"0122", "0421", "0622"},
}  # fmt: skip
"""5.7.1 to 5.7.3 The hexes from which forces leave the map, by the box that they then enter."""
_NAMED_PORTS = {"barentsburg": "0214", "kirkenes": "0816", "arkhangelsk": "1119"}
"""12.11, 9.5, 10.3 The hexes of ports that the rules name."""


def check_map(box: Box) -> None:
    """1.1 Check that all hexes of the map exist, and that ships can reach every sea hex.

    Two neighbours must agree whether the hex side between them is closed. Ports, and the exits to boxes beside the map,
    must be in the hexes that the rules name. Raises ComponentError.
    """
    everywhere = [hexes.hex_number(row, column) for row in range(1, 18) for column in range(1, 23)]
    check_equal("hexes.tsv", "hexes (1.1)", sorted(set(everywhere) ^ set(box.hexes)), [])
    for one in box.hexes.values():
        for side, there in hexes.neighbours(one.id).items():
            other = box.hexes[there]
            shut = hexes.OPPOSITE[side] in other.closed or not other.is_sea
            if one.is_sea and (side in one.closed) != shut:
                raise ComponentError(f"{one.id} and {there} must agree on the side between them", file="hexes.tsv")
    start = next(iter(box.waters.ways))
    adrift = sorted(set(box.waters.ways) - set(box.waters.distances(start)))
    if adrift:
        raise ComponentError(f"no way leads to {', '.join(adrift)}", file="hexes.tsv")
    found = {door: {one.id for one in box.hexes.values() if one.door == door} for door in DOORS}
    west = {one.id for one in box.hexes.values() if one.is_sea and one.id.endswith("01")}
    check_equal("hexes.tsv", "doors of the map (5.7, 12.2)", found, {"atlantic": west, **_NAMED_DOORS})
    for port, hex_ in _NAMED_PORTS.items():
        check_equal("ports.tsv", f"hex of {port}", box.ports[port].hex if port in box.ports else "", hex_)
    for port in box.numbers.russian_ports.ports:
        if port not in box.ports:
            raise ComponentError(f"{port!r} is no port", file="fixed.toml", column="russian_ports")


def check_units(box: Box) -> None:
    """1.4 to 1.7, 12.0 Check that ids are unique, and that units, cards and chits fit each other.

    Raises ComponentError.
    """
    for ship in box.ships.values():
        for kind, strength in ship.embarked:
            aircraft = box.aircraft.get(kind)
            if aircraft is None or not aircraft.carrier or not 0 < strength <= aircraft.strength:
                raise ComponentError(f"{kind} {strength} flies from no carrier", file="ships.tsv", column="embarked")
            if aircraft.side != ship.side:
                raise ComponentError(f"{kind} is not of her side", file="ships.tsv", column="embarked")
    for aircraft in box.aircraft.values():
        if aircraft.lighter and aircraft.type != "mb":
            raise ComponentError(f"{aircraft.id} is no medium bomber (7.2.7)", file="aircraft.tsv")
    check_equal("cards.tsv", "cards (1.7)", len(box.cards), 40)
    check_equal("situations.tsv", "chits (12.0)", list(box.situations), list(ascii_lowercase))
    _check_letters(box)
    ids = [*box.ports, *box.airfields, *box.ships, *box.aircraft, *box.cards]
    twice = [name for name, count in Counter(ids).items() if count > 1]
    if twice:
        raise ComponentError(f"{twice[0]!r} is the id of two things", file="ships.tsv")


def _check_letters(box: Box) -> None:
    """12.3, 12.10 Check that exactly the chits that give an Axis convoy or GEARBOX have a line with its ships."""
    chits = box.situations.values()
    convoy = {one.id for one in chits if "axis_convoy" in (one.axis_winter, one.axis_summer)}
    told = {letter for line in box.special.axis_convoy.contents for letter in line.letters}
    check_equal("special.toml", "letters of the Axis convoy (12.3)", sorted(told), sorted(convoy))
    gearbox = {one.id for one in chits if one.allied == "gearbox"}
    told = {letter for line in box.special.gearbox.needs for letter in line.letters}
    check_equal("special.toml", "letters of GEARBOX (12.10)", sorted(told), sorted(gearbox))
