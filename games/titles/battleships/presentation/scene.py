"""What a board shows of a view, whoever draws it: ships as they are, and what the turn brought."""

from msgspec import Struct


class Vessel(Struct, frozen=True):
    """A ship: where she is, how she lies, her values as printed and as they now are. `gone` is "", sunk or left."""

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
        """2W1S, or nothing."""
        parts = [f"{self.weapons}W"] * bool(self.weapons) + [f"{self.hull}S"] * bool(self.hull)
        return "".join(parts)


class Shot(Struct, frozen=True):
    """A shot of this turn from hex to hex. Not yet fired while its target is only marked: `odds` is None then."""

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
    """A torpedo on its way through hexes; `struck` is the ship that it hit."""

    launcher: str
    target: str
    start: str
    spaces: tuple[str, ...]
    struck: str = ""
    end: str = ""
    damage: str = ""


class Loss(Struct, frozen=True):
    """A ship that is gone, and where she was last."""

    ship: str
    at: str
    how: str


class Scene(Struct, frozen=True):
    """All that a picture shows. Hexes are named by their four figures, headings are 0 to 5 for A to F."""

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

    def vessel(self, ship: str) -> Vessel | None:
        """A ship by her id."""
        return next((one for one in self.vessels if one.id == ship), None)

    def afloat(self) -> tuple[Vessel, ...]:
        """All that are still on the map."""
        return tuple(one for one in self.vessels if not one.gone and one.at)

    def places(self) -> tuple[str, ...]:
        """Every hex in which something lies or happened."""
        found = [one.at for one in self.afloat()]
        found += [space for shot in self.shots for space in (shot.start, shot.end)]
        found += [space for run in self.runs for space in run.spaces]
        found += [loss.at for loss in self.losses if loss.at]
        found += [space for way in self.ways.values() for space in way]
        return tuple(dict.fromkeys([*found, *self.shells, *self.struck]))
