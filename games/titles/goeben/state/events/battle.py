"""14.0–16.0, 22.0, 23.0 and 9.2 Battles, raids, bombardments and landings.

Dice are in the order of rolling. `effects` holds the result of the hit table for each hit.
"""

from games.kernel.events import Event


class MinesStruck(Event, frozen=True, tag="mines_struck"):
    """23.0 Allied ships entered mined waters: the die of each, and the ships that struck a mine."""

    space: str
    dice: dict[str, int]
    lost: tuple[str, ...] = ()


class NightRolled(Event, frozen=True, tag="night_rolled"):
    """22.0 The die for darkness before a battle, and whether the battle is fought at night."""

    space: str
    die: int
    night: bool


class SpeedRaised(Event, frozen=True, tag="speed_raised"):
    """14.3 A ship raised its speed to maximum at contact; `coal`: the coal that it still has."""

    ship: str
    coal: int


class ContactRolled(Event, frozen=True, tag="contact_rolled"):
    """14.3, 16.0 Contact was resolved: the ratings of both sides, the die, the result, and which side fires first."""

    space: str
    foes: tuple[str, ...]
    german: int
    allied: int
    die: int
    result: str
    first: str = ""
    shore: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("foes", "allied", "result", "first")


class NoBattle(Event, frozen=True, tag="no_battle"):
    """13.chart, 14.3 There is no fighting in a space, because of a storm, poor visibility or missing contact."""

    space: str
    why: str


class AlliesBrokeOff(Event, frozen=True, tag="allies_broke_off"):
    """14.4, 14.15 The Allies broke off: the die rolled against the alert level.

    It is 0 for a convoy, which always breaks off.
    """

    space: str
    die: int
    alert: int
    gone: bool


class GermansBrokeOff(Event, frozen=True, tag="germans_broke_off"):
    """14.4 The players' ships broke off: the destination of each ship."""

    space: str
    ships: dict[str, str]


class WayOutBarred(Event, frozen=True, tag="way_out_barred"):
    """14.4, 25.2 A counter lies in the space to which a ship wanted to break off. Its captain did not know of it."""

    ship: str
    space: str


class FortsShown(Event, frozen=True, tag="forts_shown"):
    """16.0 The coastal defences of a port with the strength of each."""

    port: str
    forts: dict[str, int]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("forts",)


class RoundBegan(Event, frozen=True, tag="round_began"):
    """14.2 A round began: the batteries that both sides fire in it."""

    space: str
    batteries: tuple[str, ...]


class Fired(Event, frozen=True, tag="fired"):
    """14.5, 14.6, 14.11 A ship or coastal defence fired a battery at a target: the dice and the number of hits."""

    ship: str
    battery: str
    target: str
    dice: tuple[int, ...]
    hits: int = 0
    full: bool = False


class HitsRolled(Event, frozen=True, tag="hits_rolled"):
    """14.7 The dice on a hit table, and the effects of the hits on a ship or port."""

    target: str
    dice: tuple[int, ...]
    effects: tuple[str, ...]


class AmmunitionSpent(Event, frozen=True, tag="ammunition_spent"):
    """14.8, 14.9 A ship opened fire, and has this much ammunition left."""

    ship: str
    by: int
    left: int


class TorpedoesSpent(Event, frozen=True, tag="torpedoes_spent"):
    """14.10 A ship launched torpedoes: how many, and how many are left in the tubes."""

    ship: str
    by: int
    left: int


class TubesReloaded(Event, frozen=True, tag="tubes_reloaded"):
    """14.10 A ship's spare torpedoes were loaded into its tubes."""

    ship: str
    torpedoes: int


class BridgeHit(Event, frozen=True, tag="bridge_hit"):
    """14.7 The second die of a hit on the bridge."""

    ship: str
    die: int
    hurt: bool


class CriticalHit(Event, frozen=True, tag="critical_hit"):
    """14.7 The die of a critical hit, and the hull and engine boxes that it costs."""

    ship: str
    die: int


class ShipGone(Event, frozen=True, tag="ship_gone"):
    """14.13, 16.0 An Allied or Austro-Hungarian ship, or a coastal defence, left the battle; `how`: sunk, and so on."""

    ship: str
    how: str


class ShoreDie(Event, frozen=True, tag="shore_die"):
    """16.0 The dice for the effect of a hit on a port, and the points won or lost."""

    port: str
    effect: str
    dice: tuple[int, ...]
    points: int


class FilmRolled(Event, frozen=True, tag="film_rolled"):
    """15.crew The points that a ship's camera crew scores for a sinking."""

    ship: str
    die: int


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    """14.13, 14.14 A battle ended: its points, and the fate of the Allied ships or coastal defences."""

    space: str
    points: int
    sunk: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    shore: bool = False


class LeadershipChanged(Event, frozen=True, tag="leadership_changed"):
    """14.14, 24.1 The leadership of a ship rose or fell, and why."""

    ship: str
    by: int
    leadership: int
    why: str


class Raided(Event, frozen=True, tag="raided"):
    """15.0 A ship raided a merchant: the dice, and the leadership of the ship."""

    space: str
    merchant: str
    ship: str
    dice: tuple[int, ...]
    leadership: int


class PortTaken(Event, frozen=True, tag="port_taken"):
    """9.2 The landing party of a ship holds a port."""

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
