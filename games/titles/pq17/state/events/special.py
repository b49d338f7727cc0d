"""Chapters 12 to 14: events of chits, random events and purchases."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side, WeatherKind


class ChitDrawn(Event, frozen=True, tag="chit_drawn"):
    """12.0 A side has drawn a chit; only that side reads its letter and its situation."""

    side: Side
    letter: str = ""
    situation: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("letter", "situation") if seat == self.side else ()


class ChitShown(Event, frozen=True, tag="chit_shown"):
    """12.0a, 12.0d A side shows its chit."""

    side: Side
    letter: str
    situation: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """12.14 ARCHERY or TITLE is declared openly for the coming turn."""

    situation: str
    at: str
    turn: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class AttackSpent(Event, frozen=True, tag="attack_spent"):
    """12.14 ARCHERY or TITLE failed, because of the weather or because its target is not there."""

    situation: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class TitleStruck(Event, frozen=True, tag="title_struck"):
    """12.14.2 TITLE struck: the die, and the hits on its target."""

    ship: str
    die: int
    hits: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class MapLeft(Event, frozen=True, tag="map_left"):
    """12.2 A force has left the map into the Atlantic; all see its ships, and whether it was in time to score."""

    side: Side
    at: str
    ships: tuple[str, ...]
    scores: bool

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class ReturnDrawn(Event, frozen=True, tag="return_drawn"):
    """12.2.1, 12.2.1b The Axis has drawn a chit to bring ships back from the Atlantic.

    Only the Axis reads the letter, the `turn` on which the chit is shown (0: at once), and whether the ships return
    (`comes`).
    """

    letter: str = ""
    turn: int = 0
    comes: bool = False


class ShipsReturned(Event, frozen=True, tag="ships_returned"):
    """12.2.1a Blocks appeared on the western edge: ships back from the Atlantic, and a dummy if one was available."""

    hexes: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class RandomEvent(Event, frozen=True, tag="random_event"):
    """13.0 The dice for a random event in a player phase, and the event that they give."""

    side: Side
    dice: tuple[int, ...]
    what: str


class Mishap(Event, frozen=True, tag="mishap"):
    """13.0a, 13.0b, 13.2 The effect of a random event on a force of a side; only that side reads it.

    `ships` names each strength separately. Without ships the event hit no force.
    """

    side: Side
    what: str
    force: str = ""
    ships: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class MinesStruck(Event, frozen=True, tag="mines_struck"):
    """13.5 A force of a side ran onto mines: the dice, and the ships sunk, one name for each step.

    Only the owner reads `force`, and `hurt`, the ships that were hit but still float. `gone`: the force was a dummy,
    which is removed.
    """

    side: Side
    at: str
    dice: tuple[int, ...] = ()
    sunk: tuple[str, ...] = ()
    gone: bool = False
    force: str = ""
    hurt: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class ChanceEncounter(Event, frozen=True, tag="chance_encounter"):
    """13.7 An Axis block met an Allied force in a hex: the kind of the block, the die, and the ships sunk and hit.

    The die is None for a dummy, which is removed.
    """

    at: str
    kind: str
    die: int | None = None
    sunk: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class LocalWeather(Event, frozen=True, tag="local_weather"):
    """13.4, 9.5 A coast has weather of its own. `until`: the last turn of that weather."""

    coast: str
    weather: WeatherKind
    until: int


class OrderLasts(Event, frozen=True, tag="order_lasts"):
    """13.3, 13.0e A warning by superiors or a directive began. `until`: the last turn on which it is valid."""

    what: str
    until: int


class Reinforced(Event, frozen=True, tag="reinforced"):
    """12.13, 13.6 Forces or aircraft of a side arrived at `place`, which is "" if no reinforcements were left.

    Only the owner reads their names. Exception: aircraft at a land base are public.
    """

    side: Side
    place: str = ""
    units: tuple[str, ...] = ()
    blocks: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class ForcesBought(Event, frozen=True, tag="forces_bought"):
    """14.0, 14.0b A side bought ships before the game; the `cost` in half points is public.

    Only the owner reads the ships, and the reinforcement group with which each arrives.
    """

    side: Side
    cost: int
    ships: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class Raided(Event, frozen=True, tag="raided"):
    """12.7, 13.0d, 12.4 Aircraft of a side attacked a port or airfield; without `units` the raid was declined.

    `units`: the attackers. `shot_down`: steps of the attackers, `lost`: steps of the defender; `damaged`: steps that
    are away for the operation. `sunk`: ships, one name for each strength. Only the two sides read which ships were
    `hit` but float, as after an attack at sea (2.4).
    """

    side: Side
    place: str
    target: str = ""
    units: tuple[str, ...] = ()
    shot_down: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    sunk: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,) if self.units else ()


class KaraEntered(Event, frozen=True, tag="kara_entered"):
    """12.12a A raider or wolfpack has entered the Kara Sea, where there is a small Soviet convoy."""

    side: Side = "axis"

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class TargetEluded(Event, frozen=True, tag="target_eluded"):
    """13.1 The aircraft of an attack cannot find this ship; those that were sent against her attack other targets."""

    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class Settled(Event, frozen=True, tag="settled"):
    """3.2 A random event or a special situation is resolved.

    Its extent may depend on hidden facts, so it is not stated. Exception: `gone` lists the aircraft steps that were
    shot down or damaged in an air fight, or in an attack for which a side had to decide. Everybody has already seen
    these losses (7.2.3b).
    """

    what: str
    gone: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class BombersCame(Event, frozen=True, tag="bombers_came"):
    """12.4, 12.7a Extra bombers have arrived at a base, for a bombing order or a port raid.

    Strength 0: they have left again.
    """

    base: str
    aircraft: str
    strength: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


Events = (
    ChitDrawn
    | ChitShown
    | AttackDeclared
    | AttackSpent
    | TitleStruck
    | MapLeft
    | ReturnDrawn
    | ShipsReturned
    | RandomEvent
    | Mishap
    | MinesStruck
    | ChanceEncounter
    | LocalWeather
    | OrderLasts
    | Reinforced
    | ForcesBought
    | Raided
    | KaraEntered
    | BombersCame
    | Settled
    | TargetEluded
)
