"""The content of a board, independent of its drawing: the ships now, and the events of the turn."""

from msgspec import Struct


class Vessel(Struct, frozen=True):
    """A ship: its hex, its heading, its printed and present values. `gone` is "", "sunk" or "left"."""

    id: str
    kind: str
    nation: str
    side: str
    at: str
    heading: int
    speed: int
    weapons: int = 0
    hull: int = 0
    attack: int = 0
    attack_now: int = 0
    defence: int = 0
    range: int = 0
    move: int = 0
    move_now: int = 0
    torpedoes: bool = False
    repairs: int = 0
    value: int = 0
    crew: str = ""
    gone: str = ""
    flags: tuple[str, ...] = ()

    @property
    def damage(self) -> str:
        """The damage as text, such as "2W1S"; "" if there is none."""
        parts = [f"{self.weapons}W"] * bool(self.weapons) + [f"{self.hull}S"] * bool(self.hull)
        return "".join(parts)


class Shot(Struct, frozen=True):
    """A shot of this turn from hex to hex. `odds` is None while its target is marked but not yet fired at."""

    firer: str
    target: str
    start: str
    end: str
    secondary: bool = False
    distance: int = 0
    points: int = 0
    odds: str | None = None
    damage: str = ""
    fired: bool = False


class Run(Struct, frozen=True):
    """A torpedo's run through hexes. `struck` is the ship that it hit."""

    launcher: str
    target: str
    start: str
    spaces: tuple[str, ...]
    struck: str = ""
    end: str = ""
    damage: str = ""


class Loss(Struct, frozen=True):
    """A ship that is gone, and its last hex."""

    ship: str
    at: str
    how: str


class Leg(Struct, frozen=True):
    """The hexes of a ship's move in one turn, from its start."""

    turn: int
    spaces: tuple[str, ...]


class Blow(Struct, frozen=True):
    """Damage in one turn: the firer and her hex, the ship that was hit and hers."""

    turn: int
    by: str
    ship: str
    start: str
    end: str
    torpedo: bool = False


class Sinking(Struct, frozen=True):
    """The turn and the hex in which a ship was lost, and how."""

    turn: int
    ship: str
    at: str
    how: str


class Scene(Struct, frozen=True):
    """The content of a picture. Hexes are named by their four digits; headings are 0 to 5 for A to F."""

    scenario: str
    sides: tuple[str, ...]
    turn: int
    turns: int
    night: bool
    sighting: int
    vessels: tuple[Vessel, ...] = ()
    shots: tuple[Shot, ...] = ()
    runs: tuple[Run, ...] = ()
    shells: tuple[str, ...] = ()
    ways: dict[str, tuple[str, ...]] = {}
    losses: tuple[Loss, ...] = ()
    mended: dict[str, str] = {}
    mines: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    points: dict[str, str] = {}
    inferior: str = ""
    over: bool = False
    winner: str = ""
    bombarded: int = 0
    exits: tuple[tuple[str, int], ...] = ()
    """9.3b On a map that has shifted: the edges of the starting map that are exits, each with its present column or
    row.
    """
    tracks: dict[str, tuple[Leg, ...]] = {}
    """The moves of each ship in all turns."""
    blows: tuple[Blow, ...] = ()
    sinkings: tuple[Sinking, ...] = ()

    def vessel(self, ship: str) -> Vessel | None:
        """Return a ship by id."""
        return next((one for one in self.vessels if one.id == ship), None)

    def afloat(self) -> tuple[Vessel, ...]:
        """Return all ships that are still on the map."""
        return tuple(one for one in self.vessels if not one.gone and one.at)

    def reach(self) -> int:
        """7.1 Return the most hexes that a ship on the map may move, but at least two."""
        return max([2, *(one.move_now for one in self.afloat())])

    def battlefield(self) -> tuple[str, ...]:
        """Return every hex of the whole battle, for its diagram."""
        found = [space for legs in self.tracks.values() for leg in legs for space in leg.spaces]
        found += [space for blow in self.blows for space in (blow.start, blow.end)]
        found += [one.at for one in self.sinkings if one.at]
        found += [one.at for one in self.afloat()]
        return tuple(dict.fromkeys(found))

    def places(self) -> tuple[str, ...]:
        """Return every hex with a mark or an event."""
        found = [one.at for one in self.afloat()]
        found += [space for shot in self.shots for space in (shot.start, shot.end)]
        found += [space for run in self.runs for space in run.spaces]
        found += [loss.at for loss in self.losses if loss.at]
        found += [space for way in self.ways.values() for space in way]
        return tuple(dict.fromkeys([*found, *self.shells, *self.struck]))
