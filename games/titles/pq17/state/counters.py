"""1.4, 1.5 Counters on a force display or an air base, with their damage and other states."""

from msgspec import Struct

from games.titles.pq17.components.pieces import Aircraft, Ship


class Counter(Struct, omit_defaults=True, gc=False):
    """1.4a, 1.6 A named ship, or strength of a class in a single state. `ship` is the id of the piece.

    Strength that is Crippled, or Dead in the Water (`dead`), is a counter of its own (7.3.1c, 7.9a). `spent`: the used
    torpedo symbols (7.3.2). `used`: a CAM ship that has served, an empty oiler, or a boat without torpedoes (1.4.1,
    1.4.2, 1.4.3). `oil`: the strength that an oiler can still refuel (11.3.2a). `tows`: the ship tows another (5.1.1).
    `odd`: hits that do not yet make a step (7.0b).

    `inoperative`: the ship stays in port (13.0b). `dispersed`: the merchants sail apart (9.3.2). `green`: a new crew
    (15.4.3).
    """

    ship: str
    strength: int
    crippled: bool = False
    dead: bool = False
    towed: bool = False
    tows: bool = False
    spent: int = 0
    used: bool = False
    oil: int = 0
    odd: int = 0
    inoperative: bool = False
    dispersed: bool = False
    green: bool = False

    def is_able(self) -> bool:
        """Return True if the counter may manoeuvre (7.5.2c) and screen (7.5.4).

        It must not be Crippled, Dead in the Water or in tow.
        """
        return not (self.crippled or self.dead or self.towed)

    def counts(self) -> bool:
        """7.0f Return True if the counter searches and counts against submarines.

        It must not be Dead in the Water, in tow or towing.
        """
        return not (self.dead or self.towed or self.tows)

    def at_stake(self, ship: Ship) -> int:
        """7.9d Return the strength that is lost if the counter sinks.

        A wrecked destroyer has strength 0, but counts as 1: she is not booked as lost before she sinks.
        """
        return self.strength or int(not ship.is_single)

    def symbols(self, ship: Ship) -> int:
        """7.3.2 Return the number of torpedo symbols that the counter has left."""
        return max(ship.torpedoes - self.spent, 0)


class Squadron(Struct, omit_defaults=True, gc=False):
    """1.5 An air unit.

    `strength`: its permanent strength. `damaged`: steps that are away for the operation (7.2.3b). `aborted`: steps that
    are away for this player phase (7.2.3a).
    """

    aircraft: str
    strength: int
    damaged: int = 0
    aborted: int = 0

    @property
    def flying(self) -> int:
        """Return the strength that can fight now."""
        left = self.strength - self.damaged - self.aborted
        return left if left > 0 else 0


def is_bomber(kind: Aircraft) -> bool:
    """7.2.3e Return True for all aircraft except fighters."""
    return kind.type != "f"
