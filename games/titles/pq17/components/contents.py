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
"""The source of each figure, by component and by figure."""


WINTER: frozenset[Month] = frozenset(("nov", "dec", "jan", "feb", "mar", "apr"))
"""12.0 The months in which chits have their winter situation for the Axis."""


class Box(Struct, frozen=True, dict=True):
    """All components of the game; each mapping is in the order of its file."""

    waters: Waters
    ports: dict[str, Port]
    airfields: dict[str, Airfield]
    interceptors: tuple[Interceptors, ...]
    """The fighters printed at airfields."""
    ships: dict[str, Ship]
    aircraft: dict[str, Aircraft]
    cards: dict[str, Card]
    situations: dict[str, Situation]
    charts: Charts
    numbers: Numbers
    """The numbers that the rules name."""
    special: Special
    """The figures of the special situations."""
    areas: Areas
    operations: dict[str, Operation]
    """The scenarios by key, in the order of their numbers."""
    campaign: Campaign
    coast: Coast
    sources: Sources
    """The source of each figure."""

    @cached_property
    def hexes(self) -> Mapping[str, Hex]:
        """1.1 The hexes of the map, by hex number."""
        return self.waters.hexes

    @cached_property
    def charted(self) -> dict[object, object]:
        """A cache of values derived from the map. A key is a tuple of the kind of value and its inputs."""
        return {}

    @cached_property
    def musters(self) -> dict[bytes, object]:
        """A cache of the movement properties of sets of counters (see `muster_of`), by the encoded counters."""
        return {}

    @cached_property
    def sectors(self) -> Mapping[Sector, frozenset[str]]:
        """6.4.2 The hexes that each air search sector may search."""
        return {sector: frozenset(one.id for one in self.hexes.values() if sector in one.sectors) for sector in SECTORS}

    @cached_property
    def port_hexes(self) -> Mapping[str, str]:
        """By hex number, the id of the port in each hex with a port."""
        return {port.hex: port.id for port in self.ports.values()}

    @cached_property
    def ice_grounds(self) -> Mapping[tuple[HexZone, bool], frozenset[str]]:
        """10.1, 10.3 The sea hexes grouped by their ice: by zone, and by whether they are in the icebreakers' lane."""
        found: dict[tuple[HexZone, bool], set[str]] = {}
        for hex_ in self.waters.ways:
            zone = self.hexes[hex_].zone if hex_ in self.hexes else ""
            found.setdefault((zone, hex_ in self.areas.icebreaker_lane.hexes), set()).add(hex_)
        return {ground: frozenset(hexes) for ground, hexes in found.items()}

    def known(self, key: str) -> Operation | None:
        """Return the month and light of an operation, which are public; None if there is no such operation.

        `key`: the key of a scenario of one operation, or of a fortnight of the campaign.
        """
        fortnight = next((one for one in self.campaign.fortnights if one.key == key), None)
        return self.operations.get(key) if fortnight is None else self.campaign.bare(fortnight, {})

    def has_port(self, operation: Operation, port: str) -> bool:
        """1.1.1 Return True if a port exists in an operation.

        A temporary port exists only if the operation's forces name it.
        """
        return self.ports[port].use != "temporary" or port in operation.ports

    def enemy_ports(self, operation: Operation, side: Side) -> frozenset[str]:
        """5.1.4 Return the hexes of the enemy's ports. A side's ships never enter them."""
        return self._hexes_not_of(side, operation.ports)

    @cached_property
    def _hexes_not_of(self) -> Callable[[Side, frozenset[str]], frozenset[str]]:
        """Return a cached function that returns the hexes of the enemy's ports.

        Its arguments are a side and the temporary ports that exist. It is cached because each step of a move calls it.
        """

        def found(side: Side, named: frozenset[str]) -> frozenset[str]:
            there = (port for port in self.ports.values() if port.use != "temporary" or port.id in named)
            return frozenset(port.hex for port in there if port.side != side)

        return lru_cache(maxsize=256)(found)

    @cached_property
    def boat_ports(self) -> tuple[str, ...]:
        """1.1.2 Return the ids of the ports that only submarines use."""
        return tuple(port.id for port in self.ports.values() if port.use == "submarines")

    def own_ports(self, operation: Operation, side: Side) -> dict[str, str]:
        """1.1.1 Return the hexes of a side's ports in an operation, by the ids of the ports.

        The result is cached: do not change it.
        """
        return self._ports_of(side, operation.ports)

    @cached_property
    def _ports_of(self) -> Callable[[Side, frozenset[str]], dict[str, str]]:
        """Return a cached function that returns the hexes of a side's ports, by the ids of the ports.

        Its arguments are a side and the temporary ports that exist. It is cached because every order form calls it.
        """

        def found(side: Side, named: frozenset[str]) -> dict[str, str]:
            there = (port for port in self.ports.values() if port.use != "temporary" or port.id in named)
            return {port.id: port.hex for port in there if port.side == side}

        return lru_cache(maxsize=256)(found)

    def all_ports(self, operation: Operation) -> frozenset[str]:
        """6.3.5 Return the hexes of all ports of both sides that exist in an operation."""
        return self.enemy_ports(operation, "allied") | self.enemy_ports(operation, "axis")

    def interceptors_at(self, airfield: str, month: str) -> Interceptors | None:
        """1.1.2 Return the fighters printed at an airfield that serve in a month (such as ``1942-07``), or None."""
        serving = [one for one in self.interceptors if one.airfield == airfield and one.since <= month]
        return serving[-1] if serving else None

    def has_interceptors(self, side: Side, hex_: str, month: str) -> bool:
        """6.2c Return True if a hex contains a side's airfield with interceptors, or is next to such a hex.

        `month`: the month (such as ``1942-07``), because interceptors serve from certain months on.
        """
        return hex_ in self._guarded(side, month)

    @cached_property
    def _guarded(self) -> Callable[[Side, str], frozenset[str]]:
        """Return a cached function that returns the hexes guarded by interceptors.

        These are the hexes of a side's airfields with interceptors, and the hexes next to them. Its arguments are a
        side and a month such as ``1942-07``.
        """

        def found(side: Side, month: str) -> frozenset[str]:
            fields = (one for one in self.airfields.values() if one.side == side)
            there = frozenset(one.hex for one in fields if self.interceptors_at(one.id, month) is not None)
            coasts = (one for one in there if one in self.waters.ways)
            return there.union(*(neighbours(one).values() for one in coasts))

        return lru_cache(maxsize=256)(found)

    def ice(self, operation: Operation, zone: HexZone, turn: Turn | None = None) -> Expected:
        """10.1, 10.4 Return the expected ice of a zone in an operation.

        In a campaign, the result is the ice rolled for the fortnight. Otherwise, it is the chart's ice for the month,
        made worse by the scenario's special rule if that applies on `turn`. Without a turn, the special rule is
        ignored.
        """
        rolled = operation.ice.get(zone) if zone and zone != "pack" else None
        if rolled is not None:
            return Expected(rolled, certain=True)
        worse = operation.ice_is_worse(zone, turn) if turn is not None else 0
        return self.charts.ice.expects(operation.calendar_month, zone, worse)

    def situation(self, operation: Operation, side: Side, chit: str) -> str:
        """12.0 Return the key of the situation that a chit gives a side in the month of an operation.

        It does not matter whether the side can use the situation.
        """
        drawn = self.situations[chit]
        if side == "allied":
            return drawn.allied
        return drawn.axis_winter if operation.calendar_month in WINTER else drawn.axis_summer

    def base_hex(self, base: str) -> str:
        """Return the hex of an airfield or port. Raises LookupError for another id."""
        return self.bases[base]

    @cached_property
    def bases(self) -> Mapping[str, str]:
        """1.1 Return the hex of each airfield and port, by its id."""
        return {one.id: one.hex for one in self._grounds}

    @cached_property
    def coasts(self) -> Mapping[str, str]:
        """9.5, 13.4 Return the coast of each airfield and port, by its id.

        A coast is "britain", "kola" or "norway" (North Norway); "" means any other coast.
        """
        owners = {"britain": "britain", "soviet": "kola"}
        north = self.areas.north_norway.hexes
        return {
            one.id: ("norway" if one.hex in north else "") if one.owner == "germany" else owners.get(one.owner, "")
            for one in self._grounds
        }

    @cached_property
    def _grounds(self) -> tuple[Port | Airfield, ...]:
        """1.1 All ports, then all airfields."""
        return (*self.ports.values(), *self.airfields.values())

    def ports_within(self, operation: Operation, side: Side, middle: str, hexes: int) -> tuple[str, ...]:
        """6.9 Return the ids of a side's ports that are at most `hexes` hexes from the hex `middle`."""
        return self._ports_near(side, operation.ports, middle, hexes)

    @cached_property
    def _ports_near(self) -> Callable[[Side, frozenset[str], str, int], tuple[str, ...]]:
        def found(side: Side, named: frozenset[str], middle: str, hexes: int) -> tuple[str, ...]:
            return tuple(port for port, at in self._ports_of(side, named).items() if distance(middle, at) <= hexes)

        return lru_cache(maxsize=1024)(found)

    def source(self, item: str, figure: str) -> str:
        """Return the source of a figure: "rulebook", "public" or "reconstructed". Return "" if there is no such figure.

        `item`: the id of the component. `figure`: the name of one of the component's fields.
        """
        return self.sources.get(item, {}).get(figure, "")
