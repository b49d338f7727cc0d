"""14.0–16.0, 22.0, 23.0, 9.2 The events of battles, raids, bombardments and landings.

Dice are in the order of rolling.
"""

from games.kernel.events import Event


class MinesStruck(Event, frozen=True, tag="mines_struck"):
    """23.0 Allied ships entered mined waters.

    `dice`: the die of each ship. `lost`: the ships that a mine sank.
    """

    space: str
    dice: dict[str, int]
    lost: tuple[str, ...] = ()


class NightRolled(Event, frozen=True, tag="night_rolled"):
    """22.0 A die was rolled for darkness before a battle. `night`: True if the battle is fought at night."""

    space: str
    die: int
    night: bool


class SpeedRaised(Event, frozen=True, tag="speed_raised"):
    """14.3 A ship raised its speed to maximum at contact. `coal`: the coal that it has left."""

    ship: str
    coal: int


class ContactRolled(Event, frozen=True, tag="contact_rolled"):
    """14.3, 16.0 Contact was resolved."""

    space: str
    foes: tuple[str, ...]
    """The Allied ships; empty if the enemies are coastal defences."""
    german: int
    """The rating of the players' side."""
    allied: int
    """The rating of the Allied side."""
    die: int
    result: str
    """The result on the contact chart."""
    first: str = ""
    """The side that fires first, "german" or "allied"; "" if the sides did not meet."""
    shore: bool = False
    """True for a bombardment."""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("foes", "allied", "result", "first")


class NoBattle(Event, frozen=True, tag="no_battle"):
    """13.chart, 14.3 No battle is fought in a space. `why`: the key of the reason, a storm or poor visibility."""

    space: str
    why: str


class AlliesBrokeOff(Event, frozen=True, tag="allies_broke_off"):
    """14.4, 14.15 The Allies tried to break off: their die, the alert level that it must exceed, and the result.

    The die is 0 for a convoy, which always breaks off. `gone`: True if they broke off.
    """

    space: str
    die: int
    alert: int
    gone: bool


class GermansBrokeOff(Event, frozen=True, tag="germans_broke_off"):
    """14.4 Ships of the players broke off: the space to which each went."""

    space: str
    ships: dict[str, str]


class WayOutBarred(Event, frozen=True, tag="way_out_barred"):
    """14.4, 25.2 A ship could not break off to a space: it contained a counter unknown to the ship's captain."""

    ship: str
    space: str


class FortsShown(Event, frozen=True, tag="forts_shown"):
    """16.0 The coastal defences of a port were turned up. `forts`: the strength of each, by id."""

    port: str
    forts: dict[str, int]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("forts",)


class RoundBegan(Event, frozen=True, tag="round_began"):
    """14.2 A round of a battle began. `batteries`: the kinds of batteries that both sides fire in it."""

    space: str
    batteries: tuple[str, ...]


class Fired(Event, frozen=True, tag="fired"):
    """14.5, 14.6, 14.11 A ship or coastal defence fired a battery at a target. `full`: with maximum fire (14.9)."""

    ship: str
    battery: str
    target: str
    dice: tuple[int, ...]
    hits: int = 0
    full: bool = False


class HitsRolled(Event, frozen=True, tag="hits_rolled"):
    """14.7 The dice on a hit table, and the effect of each of them on the target, a ship or port."""

    target: str
    dice: tuple[int, ...]
    effects: tuple[str, ...]


class AmmunitionSpent(Event, frozen=True, tag="ammunition_spent"):
    """14.8, 14.9 A ship opened fire: the ammunition that it spent (`by`) and has left."""

    ship: str
    by: int
    left: int


class TorpedoesSpent(Event, frozen=True, tag="torpedoes_spent"):
    """14.10 A ship launched torpedoes: their number (`by`), and the number left in the tubes."""

    ship: str
    by: int
    left: int


class TubesReloaded(Event, frozen=True, tag="tubes_reloaded"):
    """14.10 A ship's spare torpedoes were loaded: the number now in the tubes."""

    ship: str
    torpedoes: int


class BridgeHit(Event, frozen=True, tag="bridge_hit"):
    """14.7 The second die of a hit on the bridge. `hurt`: True if the hit cost leadership."""

    ship: str
    die: int
    hurt: bool


class CriticalHit(Event, frozen=True, tag="critical_hit"):
    """14.7 A critical hit. The die is the number of hull boxes, and of engine boxes, that it costs."""

    ship: str
    die: int


class ShipGone(Event, frozen=True, tag="ship_gone"):
    """14.13, 16.0 An Allied or Austro-Hungarian ship, or a coastal defence, left the battle.

    `how`: "sunk" or "withdrawn"; "destroyed" for a coastal defence.
    """

    ship: str
    how: str


class ShoreDie(Event, frozen=True, tag="shore_die"):
    """16.0 The dice for the effect of a hit on a port. `points`: the points won, or (negative) lost.

    `effect`: "outcry", "morale" or "magazine".
    """

    port: str
    effect: str
    dice: tuple[int, ...]
    points: int


class FilmRolled(Event, frozen=True, tag="film_rolled"):
    """15.crew A camera crew filmed a sinking: its die, which is the number of points scored."""

    ship: str
    die: int


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    """14.13, 14.14 A battle ended, with these points scored in it."""

    space: str
    points: int
    sunk: tuple[str, ...] = ()
    """The Allied ships that were sunk, or the coastal defences that were destroyed."""
    damaged: tuple[str, ...] = ()
    """The Allied ships that stayed to the end and are damaged."""
    withdrawn: tuple[str, ...] = ()
    """The Allied ships that hits forced to withdraw."""
    returned: tuple[str, ...] = ()
    """The undamaged Allied ships, which went back into the incident pool."""
    shore: bool = False
    """True for a bombardment."""


class LeadershipChanged(Event, frozen=True, tag="leadership_changed"):
    """14.14, 24.1 The leadership of a ship changed by `by` to `leadership`. `why`: the key of the reason."""

    ship: str
    by: int
    leadership: int
    why: str


class Raided(Event, frozen=True, tag="raided"):
    """15.0 A ship raided a merchant. The points scored are the sum of the dice and of the ship's leadership."""

    space: str
    merchant: str
    ship: str
    dice: tuple[int, ...]
    leadership: int


class PortTaken(Event, frozen=True, tag="port_taken"):
    """9.2 The marines of a ship captured a port."""

    space: str
    ship: str


Events = (
    MinesStruck
    | NightRolled
    | SpeedRaised
    | ContactRolled
    | NoBattle
    | AlliesBrokeOff
    | GermansBrokeOff
    | WayOutBarred
    | FortsShown
    | RoundBegan
    | Fired
    | HitsRolled
    | AmmunitionSpent
    | TorpedoesSpent
    | TubesReloaded
    | BridgeHit
    | CriticalHit
    | ShipGone
    | ShoreDie
    | FilmRolled
    | BattleEnded
    | LeadershipChanged
    | Raided
    | PortTaken
)
