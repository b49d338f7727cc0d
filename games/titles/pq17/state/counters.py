"""1.4, 1.5 Counters on a force display or an air base, with their damage and other states."""

from msgspec import Struct

from games.titles.pq17.components.pieces import Aircraft, Ship


class Counter(Struct, omit_defaults=True, gc=False):
    """1.4a, 1.6 A counter on a force display: a named ship, or strength of a class whose ships are all in one state."""

    ship: str
    """The id of the ship or class."""
    strength: int
    """The steps that are left of a named ship, or the strength of a class."""
    crippled: bool = False
    """True if the ship is Crippled. Crippled strength of a class has a counter of its own (7.3.1c, 7.9a)."""
    dead: bool = False
    """True if the ship is Dead in the Water. Such strength of a class has a counter of its own."""
    towed: bool = False
    """True if another ship tows this ship (5.1.1)."""
    tows: bool = False
    """True if the ship tows another ship (5.1.1)."""
    spent: int = 0
    """The number of torpedo symbols that are used up (7.3.2)."""
    used: bool = False
    """True if the special ability of the ship is used up.

    A CAM ship has launched its fighter, an oiler is empty, or a submarine has no torpedoes (1.4.1, 1.4.2, 1.4.3).
    """
    oil: int = 0
    """The strength that an oiler can still refuel (11.3.2a)."""
    odd: int = 0
    """The number of hits that are too few to cost a step (7.0b)."""
    inoperative: bool = False
    """True if the ship must stay in port (13.0b)."""
    dispersed: bool = False
    """True if the merchants sail apart from their convoy (9.3.2)."""
    green: bool = False
    """True if the crew is new (15.4.3)."""

    def is_able(self) -> bool:
        """Return True if the ship may leave the Deployment area in battle (7.5.2c) and lay a smoke screen (7.5.4).

        She must be neither Crippled nor Dead in the Water nor in tow.
        """
        return not (self.crippled or self.dead or self.towed)

    def counts(self) -> bool:
        """7.0f Return True if the ship takes part in searches and in combat against submarines.

        She must not be Dead in the Water, in tow, or towing.
        """
        return not (self.dead or self.towed or self.tows)

    def at_stake(self, ship: Ship) -> int:
        """7.9d Return the strength that is booked as lost if the counter sinks. `ship`: its ship or class.

        A wrecked destroyer has strength 0, but counts as 1, because her loss was not booked when she was wrecked.
        """
        return self.strength or int(not ship.is_single)

    def symbols(self, ship: Ship) -> int:
        """7.3.2 Return the number of torpedo symbols that the counter has left. `ship`: its ship or class."""
        return max(ship.torpedoes - self.spent, 0)


class Squadron(Struct, omit_defaults=True, gc=False):
    """1.5 The strength of an air unit: its aircraft type, and its steps.

    `strength`: the steps that are not permanently lost. `damaged`: steps that do not fly until the operation ends
    (7.2.3b). `aborted`: steps that do not fly until this player phase ends (7.2.3a).
    """

    aircraft: str
    strength: int
    damaged: int = 0
    aborted: int = 0

    @property
    def flying(self) -> int:
        """Return the steps that can fly and fight now."""
        left = self.strength - self.damaged - self.aborted
        return left if left > 0 else 0


def is_bomber(kind: Aircraft) -> bool:
    """7.2.3e Return True if aircraft of this type fight as bombers. All types except fighters do."""
    return kind.type != "f"
