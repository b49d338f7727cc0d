"""1.0 Everything that lies in the box."""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache

from msgspec import Struct

from games.titles.pq17.box.campaign import Campaign
from games.titles.pq17.box.charts import Charts, Expected
from games.titles.pq17.box.hexes import beside, distance
from games.titles.pq17.box.numbers import Areas, Numbers
from games.titles.pq17.box.pieces import (
    SECTORS,
    Aircraft,
    Airfield,
    Card,
    Coast,
    Hex,
    HexZone,
    Interceptors,
    Port,
    Sector,
    Ship,
    Side,
    Situation,
)
from games.titles.pq17.box.scenarios import Operation
from games.titles.pq17.box.special import Special
from games.titles.pq17.box.turns import Month, Turn
from games.titles.pq17.box.waters import Waters

Sources = dict[str, dict[str, str]]
"""Item, then figure, then source."""


WINTER: frozenset[Month] = frozenset(("nov", "dec", "jan", "feb", "mar", "apr"))
"""12.0 The months of the first Axis column of chits."""


class Box(Struct, frozen=True, dict=True):
    """Everything in the box, each mapping in the order of its file, and where each figure comes from.

    `operations` are the scenarios by key, in the order of their numbers.
    """

    waters: Waters
    ports: dict[str, Port]
    airfields: dict[str, Airfield]
    interceptors: tuple[Interceptors, ...]
    ships: dict[str, Ship]
    aircraft: dict[str, Aircraft]
    cards: dict[str, Card]
    situations: dict[str, Situation]
    charts: Charts
    numbers: Numbers
    special: Special
    areas: Areas
    operations: dict[str, Operation]
    campaign: Campaign
    coast: Coast
    sources: Sources

    @cached_property
    def hexes(self) -> Mapping[str, Hex]:
        """1.1 The hexes by number."""
        return self.waters.hexes

    @cached_property
    def charted(self) -> dict[object, object]:
        """What was worked out of the map once, by whatever names it."""
        return {}

    @cached_property
    def musters(self) -> dict[bytes, object]:
        """What was worked out of ships that are together, by how they are written (`mustered` of the rules)."""
        return {}

    @cached_property
    def sectors(self) -> Mapping[Sector, frozenset[str]]:
        """6.4.2 The hexes that each sector may search."""
        return {sector: frozenset(one.id for one in self.hexes.values() if sector in one.sectors) for sector in SECTORS}

    @cached_property
    def port_hexes(self) -> Mapping[str, str]:
        """The port in each hex that has one."""
        return {port.hex: port.id for port in self.ports.values()}

    def known(self, key: str) -> Operation | None:
        """What everybody knows of an operation by its scenario, or of a fortnight of the campaign by its key: the month
        and the light; None where there is none.
        """
        fortnight = next((one for one in self.campaign.fortnights if one.key == key), None)
        return self.operations.get(key) if fortnight is None else self.campaign.bare(fortnight, {})

    def has_port(self, operation: Operation, port: str) -> bool:
        """1.1.1 Whether a port is there in an operation: temporary ones only if its forces name it."""
        return self.ports[port].use != "temporary" or port in operation.ports

    def enemy_ports(self, operation: Operation, side: Side) -> frozenset[str]:
        """5.1.4 The hexes that a side's ships never enter, for the ports that the enemy has in an operation."""
        return self._hexes_not_of(side, operation.ports)

    @cached_property
    def _hexes_not_of(self) -> Callable[[Side, frozenset[str]], frozenset[str]]:
        """The hexes of the ports that are not a side's, where those named are there: the same ones are asked for with
        every step of every force.
        """

        def found(side: Side, named: frozenset[str]) -> frozenset[str]:
            there = (port for port in self.ports.values() if port.use != "temporary" or port.id in named)
            return frozenset(port.hex for port in there if port.side != side)

        return lru_cache(maxsize=256)(found)

    @cached_property
    def boat_ports(self) -> tuple[str, ...]:
        """1.1.2 The bases that take submarines alone."""
        return tuple(port.id for port in self.ports.values() if port.use == "submarines")

    def own_ports(self, operation: Operation, side: Side) -> dict[str, str]:
        """1.1.1 The ports of a side in an operation, with their hexes; nobody's to change."""
        return self._ports_of(side, operation.ports)

    @cached_property
    def _ports_of(self) -> Callable[[Side, frozenset[str]], dict[str, str]]:
        """The ports of a side that are there where those named are: asked for with every form of orders."""

        def found(side: Side, named: frozenset[str]) -> dict[str, str]:
            there = (port for port in self.ports.values() if port.use != "temporary" or port.id in named)
            return {port.id: port.hex for port in there if port.side == side}

        return lru_cache(maxsize=256)(found)

    def all_ports(self, operation: Operation) -> frozenset[str]:
        """6.3.5 The hexes of the ports of both sides that there are in an operation."""
        return self.enemy_ports(operation, "allied") | self.enemy_ports(operation, "axis")

    def interceptors_at(self, airfield: str, month: str) -> Interceptors | None:
        """1.1.2 The fighters printed at an airfield in a month such as 1942-07."""
        serving = [one for one in self.interceptors if one.airfield == airfield and one.since <= month]
        return serving[-1] if serving else None

    def has_interceptors(self, side: Side, hex_: str, month: str) -> bool:
        """6.2c Whether a hex is, or is next to, that of an airfield of the side with interceptors."""
        return hex_ in self._guarded(side, month)

    @cached_property
    def _guarded(self) -> Callable[[Side, str], frozenset[str]]:
        """The hexes of the airfields of a side that have interceptors in a month, and those next to them."""

        def found(side: Side, month: str) -> frozenset[str]:
            fields = (one for one in self.airfields.values() if one.side == side)
            there = frozenset(one.hex for one in fields if self.interceptors_at(one.id, month) is not None)
            coasts = (one for one in there if one in self.waters.ways)
            return there.union(*(beside(one).values() for one in coasts))

        return lru_cache(maxsize=256)(found)

    def ice(self, operation: Operation, zone: HexZone, turn: Turn | None = None) -> Expected:
        """10.1, 10.4 What is expected of a zone in an operation, on a turn: in the campaign what was rolled for the
        fortnight, in others what the chart has for the month, worse by special rule.
        """
        rolled = operation.ice.get(zone) if zone and zone != "pack" else None
        if rolled is not None:
            return Expected(rolled, certain=True)
        worse = operation.ice_is_worse(zone, turn) if turn is not None else 0
        return self.charts.ice.expects(operation.calendar_month, zone, worse)

    def situation(self, operation: Operation, side: Side, chit: str) -> str:
        """12.0 What a chit gives a side in the month of an operation; whether it can be used is not asked."""
        drawn = self.situations[chit]
        if side == "allied":
            return drawn.allied
        return drawn.axis_winter if operation.calendar_month in WINTER else drawn.axis_summer

    def base_hex(self, base: str) -> str:
        """Where an airfield, or a port that float planes fly from, is. Raises LookupError."""
        return self.bases[base]

    @cached_property
    def bases(self) -> Mapping[str, str]:
        """1.1 Where each airfield and port is."""
        return {one.id: one.hex for one in self._grounds}

    @cached_property
    def coasts(self) -> Mapping[str, str]:
        """9.5, 13.4 The coast of each airfield and port: of Britain, Kola or North Norway, or ""."""
        owners = {"britain": "britain", "soviet": "kola"}
        north = self.areas.north_norway.hexes
        return {
            one.id: ("norway" if one.hex in north else "") if one.owner == "germany" else owners.get(one.owner, "")
            for one in self._grounds
        }

    @cached_property
    def _grounds(self) -> tuple[Port | Airfield, ...]:
        """1.1 Ports and airfields; an airfield that bears the name of a port comes behind it."""
        return (*self.ports.values(), *self.airfields.values())

    def ports_within(self, operation: Operation, side: Side, middle: str, hexes: int) -> tuple[str, ...]:
        """6.9 The ports of a side in an operation no further from a hex than so many."""
        return self._ports_near(side, operation.ports, middle, hexes)

    @cached_property
    def _ports_near(self) -> Callable[[Side, frozenset[str], str, int], tuple[str, ...]]:
        def found(side: Side, named: frozenset[str], middle: str, hexes: int) -> tuple[str, ...]:
            return tuple(port for port, at in self._ports_of(side, named).items() if distance(middle, at) <= hexes)

        return lru_cache(maxsize=1024)(found)

    def source(self, item: str, figure: str) -> str:
        """Where a figure comes from: "rulebook", "public" or "reconstructed"; "" where there is no such figure."""
        return self.sources.get(item, {}).get(figure, "")
