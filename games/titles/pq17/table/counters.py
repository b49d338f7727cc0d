"""1.4, 1.5 Counters as they lie on a force display or an air base, with what has befallen them."""

from msgspec import Struct

from games.titles.pq17.box.pieces import Aircraft, Ship


class Counter(Struct, omit_defaults=True, gc=False):
    """1.4a, 1.6 A named ship, or so much strength of a class in one and the same state. `ship` is the id of the piece.

    Strength that is Crippled or Dead in the Water (`dead`) lies in a counter of its own (7.3.1c, 7.9a). `spent` are
    the torpedo symbols that have been used (7.3.2); `used` is a CAM that has served, an oiler that is empty, or a boat
    without torpedoes (1.4.1, 1.4.2, 1.4.3); `oil` what an oiler still gives, in strength of ships (11.3.2a); `tows`
    whether she tows another (5.1.1); `odd` hits that have not yet made a step (7.0b).

    `inoperative` ships stay in port (13.0b); `dispersed` merchants sail apart (9.3.2); `green`: a new crew (15.4.3).
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
        """Neither Crippled nor Dead in the Water nor in tow: may manoeuvre in battle (7.5.2c) and screen (7.5.4)."""
        return not (self.crippled or self.dead or self.towed)

    def counts(self) -> bool:
        """7.0f Whether she searches and counts against submarines: not a dead ship, nor one that tows."""
        return not (self.dead or self.towed or self.tows)

    def at_stake(self, ship: Ship) -> int:
        """7.9d The strength that is lost with her: a destroyer that is a wreck has none left, but is not lost yet."""
        return self.strength or int(not ship.is_single)

    def symbols(self, ship: Ship) -> int:
        """7.3.2 The torpedo symbols that she has left."""
        return max(ship.torpedoes - self.spent, 0)


class Squadron(Struct, omit_defaults=True, gc=False):
    """1.5 An air unit. `strength` is what it has for good, `damaged` steps are away for the operation (7.2.3b),
    `aborted` ones for this player phase (7.2.3a).
    """

    aircraft: str
    strength: int
    damaged: int = 0
    aborted: int = 0

    @property
    def flying(self) -> int:
        """The strength with which it fights now."""
        left = self.strength - self.damaged - self.aborted
        return left if left > 0 else 0


def is_bomber(kind: Aircraft) -> bool:
    """7.2.3e All but fighters."""
    return kind.type != "f"
