"""The content of a board, independent of its drawing: the ships now, and the events of the turn."""

from msgspec import Struct


class Vessel(Struct, frozen=True):
    """A ship with its printed and present values."""

    id: str
    kind: str
    nation: str
    side: str
    at: str
    """Its hex; "" if it is lost."""
    heading: int
    """Its heading, 0 to 5 for A to F."""
    speed: int
    weapons: int = 0
    """Its damage steps of weapons (W)."""
    hull: int = 0
    """Its damage steps of the hull (S)."""
    attack: int = 0
    """The printed attack."""
    attack_now: int = 0
    """The attack after damage."""
    defence: int = 0
    range: int = 0
    move: int = 0
    """The printed movement."""
    move_now: int = 0
    """The movement after damage."""
    torpedoes: bool = False
    """True if it has torpedoes left."""
    repairs: int = 0
    """The number of steps that it has repaired."""
    value: int = 0
    """The enemy's points if it is sunk."""
    crew: str = ""
    gone: str = ""
    """How it left the battle; "" while it is in it."""
    flags: tuple[str, ...] = ()
    """The keys of its conditions this turn."""

    @property
    def damage(self) -> str:
        """The damage as text, such as "2W1S"; "" if there is none."""
        parts = [f"{self.weapons}W"] * bool(self.weapons) + [f"{self.hull}S"] * bool(self.hull)
        return "".join(parts)


class Shot(Struct, frozen=True):
    """A shot of this turn."""

    firer: str
    target: str
    start: str
    """The hex of the firer."""
    end: str
    """The hex of the target."""
    secondary: bool = False
    distance: int = 0
    """The distance in hexes."""
    points: int = 0
    """The damage points."""
    odds: str | None = None
    """The column of the combat results table; None if the shot has no combat roll."""
    damage: str = ""
    """The result, such as "1W"."""
    fired: bool = False
    """False while the target is only marked."""


class Run(Struct, frozen=True):
    """The run of a ship's torpedoes."""

    launcher: str
    target: str
    start: str
    """The hex of the launcher."""
    spaces: tuple[str, ...]
    """The hexes that the torpedoes cross."""
    struck: str = ""
    """The ship that they hit; "" if none."""
    end: str = ""
    """The hex of the ship that they hit."""
    damage: str = ""
    """The result, such as "1W"."""


class Loss(Struct, frozen=True):
    """A ship that was lost this turn: its last hex, and how it was lost."""

    ship: str
    at: str
    how: str


class Leg(Struct, frozen=True):
    """A ship's move in one turn: its hexes, beginning with the hex where the move began."""

    turn: int
    spaces: tuple[str, ...]


class Blow(Struct, frozen=True):
    """A hit in an earlier turn. The firer `by` was in the hex `start`, the damaged ship in the hex `end`.

    `torpedo`: True for a torpedo hit.
    """

    turn: int
    by: str
    ship: str
    start: str
    end: str
    torpedo: bool = False


class Sinking(Struct, frozen=True):
    """The loss of a ship: the turn, her last hex, and how she was lost."""

    turn: int
    ship: str
    at: str
    how: str


class Scene(Struct, frozen=True):
    """The content of a picture. Hexes are named by their digits; headings are 0 to 5 for A to F."""

    scenario: str
    sides: tuple[str, ...]
    turn: int
    turns: int
    """The number of turns of the battle."""
    night: bool
    sighting: int
    """The sighting distance of the turn, in hexes."""
    vessels: tuple[Vessel, ...] = ()
    """All ships."""
    shots: tuple[Shot, ...] = ()
    runs: tuple[Run, ...] = ()
    """The torpedo runs of this turn."""
    shells: tuple[str, ...] = ()
    """The hexes lit by star shells."""
    ways: dict[str, tuple[str, ...]] = {}
    """The hexes of each ship's move this turn."""
    losses: tuple[Loss, ...] = ()
    """The ships lost this turn."""
    mended: dict[str, str] = {}
    """The steps that each ship repaired this turn, as text."""
    mines: tuple[str, ...] = ()
    """The mined hexes that the seat knows."""
    struck: tuple[str, ...] = ()
    """The hexes in which a ship struck a mine this turn."""
    points: dict[str, str] = {}
    """The points of each side, as text."""
    inferior: str = ""
    """The side that goes first this turn."""
    over: bool = False
    winner: str = ""
    bombarded: int = 0
    """The number of turns of the bombardment of a place ashore (11.10)."""
    exits: tuple[tuple[str, int], ...] = ()
    """9.3b On a map that has shifted: the edges of the starting map that are exits, each with its present column or
    row.
    """
    tracks: dict[str, tuple[Leg, ...]] = {}
    """The moves of each ship in all turns."""
    blows: tuple[Blow, ...] = ()
    """The hits of all turns, for the diagram of a battle that is over."""
    sinkings: tuple[Sinking, ...] = ()
    """The losses of all turns, for the diagram of a battle that is over."""

    def vessel(self, ship: str) -> Vessel | None:
        """Return a ship by id; None if there is none."""
        return next((one for one in self.vessels if one.id == ship), None)

    def afloat(self) -> tuple[Vessel, ...]:
        """Return the ships that are still on the map."""
        return tuple(one for one in self.vessels if not one.gone and one.at)

    def reach(self) -> int:
        """7.1 Return the largest number of hexes that any ship on the map may move; at least 2."""
        return max([2, *(one.move_now for one in self.afloat())])

    def battlefield(self) -> tuple[str, ...]:
        """Return every hex with a track, hit or loss of the whole battle, for its diagram."""
        found = [space for legs in self.tracks.values() for leg in legs for space in leg.spaces]
        found += [space for blow in self.blows for space in (blow.start, blow.end)]
        found += [one.at for one in self.sinkings if one.at]
        found += [one.at for one in self.afloat()]
        return tuple(dict.fromkeys(found))

    def places(self) -> tuple[str, ...]:
        """Return every hex with ships, paths, shots, torpedoes or losses of this turn.

        The picture should show them all.
        """
        found = [one.at for one in self.afloat()]
        found += [space for shot in self.shots for space in (shot.start, shot.end)]
        found += [space for run in self.runs for space in run.spaces]
        found += [loss.at for loss in self.losses if loss.at]
        found += [space for way in self.ways.values() for space in way]
        return tuple(dict.fromkeys([*found, *self.shells, *self.struck]))
