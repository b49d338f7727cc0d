"""1.0 The complete set of components."""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache

from msgspec import Struct

from games.titles.pq17.components.campaign import Campaign
from games.titles.pq17.components.charts import Charts, Expected
from games.titles.pq17.components.hexes import distance, neighbours
from games.titles.pq17.components.numbers import Areas, Numbers
from games.titles.pq17.components.pieces import (
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
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.components.special import Special
from games.titles.pq17.components.turns import Month, Turn
from games.titles.pq17.components.waters import Waters

Sources = dict[str, dict[str, str]]
"""The source of each figure: item, then figure, then source."""


WINTER: frozenset[Month] = frozenset(("nov", "dec", "jan", "feb", "mar", "apr"))
"""12.0 The months of the first Axis column of chits."""


class Box(Struct, frozen=True, dict=True):
    """All components, each mapping in the order of its file, and the source of each figure.

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
        """A cache of values derived from the map; each key names the value and its inputs."""
        return {}

    @cached_property
    def musters(self) -> dict[bytes, object]:
        """A cache of the movement properties of sets of counters (see `muster_of`), by the encoded counters."""
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
        """Return the public facts of an operation: the month and the light; None if there is no such operation.

        `key`: the scenario of a single operation, or the key of a fortnight of the campaign.
        """
        fortnight = next((one for one in self.campaign.fortnights if one.key == key), None)
        return self.operations.get(key) if fortnight is None else self.campaign.bare(fortnight, {})

    def has_port(self, operation: Operation, port: str) -> bool:
        """1.1.1 Return True if a port exists in an operation; a temporary port exists only if the forces name it."""
        return self.ports[port].use != "temporary" or port in operation.ports

    def enemy_ports(self, operation: Operation, side: Side) -> frozenset[str]:
        """5.1.4 Return the hexes that a side's ships never enter because of enemy ports."""
        return self._hexes_not_of(side, operation.ports)

    @cached_property
    def _hexes_not_of(self) -> Callable[[Side, frozenset[str]], frozenset[str]]:
        """Return, cached, a function for the hexes of the ports that are not a side's.

        It takes the side and the temporary ports that exist, because every step of every force needs the result.
        """

        def found(side: Side, named: frozenset[str]) -> frozenset[str]:
            there = (port for port in self.ports.values() if port.use != "temporary" or port.id in named)
            return frozenset(port.hex for port in there if port.side != side)

        return lru_cache(maxsize=256)(found)

    @cached_property
    def boat_ports(self) -> tuple[str, ...]:
        """1.1.2 Return the bases for submarines only."""
        return tuple(port.id for port in self.ports.values() if port.use == "submarines")

    def own_ports(self, operation: Operation, side: Side) -> dict[str, str]:
        """1.1.1 Return the ports of a side in an operation, with their hexes.

        Do not change the result: it is shared.
        """
        return self._ports_of(side, operation.ports)

    @cached_property
    def _ports_of(self) -> Callable[[Side, frozenset[str]], dict[str, str]]:
        """Return a cached function for the ports of a side with their hexes.

        It takes the side and the temporary ports that exist. Every form of orders needs the result.
        """

        def found(side: Side, named: frozenset[str]) -> dict[str, str]:
            there = (port for port in self.ports.values() if port.use != "temporary" or port.id in named)
            return {port.id: port.hex for port in there if port.side == side}

        return lru_cache(maxsize=256)(found)

    def all_ports(self, operation: Operation) -> frozenset[str]:
        """6.3.5 Return the hexes of the ports of both sides that exist in an operation."""
        return self.enemy_ports(operation, "allied") | self.enemy_ports(operation, "axis")

    def interceptors_at(self, airfield: str, month: str) -> Interceptors | None:
        """1.1.2 Return the fighters printed at an airfield in a month such as 1942-07."""
        serving = [one for one in self.interceptors if one.airfield == airfield and one.since <= month]
        return serving[-1] if serving else None

    def has_interceptors(self, side: Side, hex_: str, month: str) -> bool:
        """6.2c Return True if a hex is in or next to the hex of an airfield of the side with interceptors."""
        return hex_ in self._guarded(side, month)

    @cached_property
    def _guarded(self) -> Callable[[Side, str], frozenset[str]]:
        """Return a cached function that takes a side and a month, and returns the hexes that interceptors guard.

        These are the hexes of the side's airfields with interceptors, and the hexes next to them.
        """

        def found(side: Side, month: str) -> frozenset[str]:
            fields = (one for one in self.airfields.values() if one.side == side)
            there = frozenset(one.hex for one in fields if self.interceptors_at(one.id, month) is not None)
            coasts = (one for one in there if one in self.waters.ways)
            return there.union(*(neighbours(one).values() for one in coasts))

        return lru_cache(maxsize=256)(found)

    def ice(self, operation: Operation, zone: HexZone, turn: Turn | None = None) -> Expected:
        """10.1, 10.4 Return the expected ice of a zone in an operation, on a turn.

        In a campaign it is the ice rolled for the fortnight. Otherwise it is the chart's ice for the month, worse by
        special rules.
        """
        rolled = operation.ice.get(zone) if zone and zone != "pack" else None
        if rolled is not None:
            return Expected(rolled, certain=True)
        worse = operation.ice_is_worse(zone, turn) if turn is not None else 0
        return self.charts.ice.expects(operation.calendar_month, zone, worse)

    def situation(self, operation: Operation, side: Side, chit: str) -> str:
        """12.0 Return the situation that a chit gives a side in the month of an operation, usable or not."""
        drawn = self.situations[chit]
        if side == "allied":
            return drawn.allied
        return drawn.axis_winter if operation.calendar_month in WINTER else drawn.axis_summer

    def base_hex(self, base: str) -> str:
        """Return the hex of an airfield, or of a port for float planes. Raises LookupError."""
        return self.bases[base]

    @cached_property
    def bases(self) -> Mapping[str, str]:
        """1.1 Return the hex of each airfield and port."""
        return {one.id: one.hex for one in self._grounds}

    @cached_property
    def coasts(self) -> Mapping[str, str]:
        """9.5, 13.4 Return the coast of each airfield and port: of Britain, Kola or North Norway, or ""."""
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
        """6.9 Return the ports of a side in an operation within a number of hexes of a hex."""
        return self._ports_near(side, operation.ports, middle, hexes)

    @cached_property
    def _ports_near(self) -> Callable[[Side, frozenset[str], str, int], tuple[str, ...]]:
        def found(side: Side, named: frozenset[str], middle: str, hexes: int) -> tuple[str, ...]:
            return tuple(port for port, at in self._ports_of(side, named).items() if distance(middle, at) <= hexes)

        return lru_cache(maxsize=1024)(found)

    def source(self, item: str, figure: str) -> str:
        """Return the source of a figure: "rulebook", "public" or "reconstructed"; "" if there is no such figure.

        `item`: the id of the component. `figure`: the name of one of its fields.
        """
        return self.sources.get(item, {}).get(figure, "")
