"""Chapters 12 to 14: events of chits, random events and purchases."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side, WeatherKind


class ChitDrawn(Event, frozen=True, tag="chit_drawn"):
    """12.0 A side has drawn a chit. Only that side reads the letter and the situation."""

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
    """12.14 The owner of a chit declares publicly that ARCHERY or TITLE takes place in the coming turn (`turn`).

    `situation`: the key of the operation, ARCHERY or TITLE. `at`: the hex or port of its target.
    """

    situation: str
    at: str
    turn: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class AttackSpent(Event, frozen=True, tag="attack_spent"):
    """12.14 ARCHERY or TITLE (`situation`) failed, because of the weather or because its target is not there."""

    situation: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class TitleStruck(Event, frozen=True, tag="title_struck"):
    """12.14.2 The manned torpedoes of TITLE struck: the die, and the number of hits on their target (`ship`)."""

    ship: str
    die: int
    hits: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class MapLeft(Event, frozen=True, tag="map_left"):
    """12.2 A force has left the map from the hex `at` into the Atlantic.

    `scores`: True if it left early enough to score.
    """

    side: Side
    at: str
    ships: tuple[str, ...]
    scores: bool

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class ReturnDrawn(Event, frozen=True, tag="return_drawn"):
    """12.2.1, 12.2.1b The Axis has drawn a chit to bring ships back from the Atlantic.

    Only the Axis reads this event. `turn`: the turn on which the chit is shown (0: at once). `comes`: True if the ships
    return.
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
    """13.0 The dice for a random event in a player phase, and the resulting event (`what`)."""

    side: Side
    dice: tuple[int, ...]
    what: str


class Mishap(Event, frozen=True, tag="mishap"):
    """13.0a, 13.0b, 13.2 The random event `what` affected a force of a side. Only that side reads this event.

    `ships`: the affected ships, with one entry for each point of strength of a class. Without ships, the random event
    affected no force.
    """

    side: Side
    what: str
    force: str = ""
    ships: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class MinesStruck(Event, frozen=True, tag="mines_struck"):
    """13.5 A force of a side ran onto mines: the dice, and the ships sunk, with one entry for each step.

    Only the owner reads `force`, and `hurt`: the ships that were hit but still float. `gone`: True if the force was a
    dummy, which is removed.
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

    `die` is None if the block was a dummy, which is removed.
    """

    at: str
    kind: str
    die: int | None = None
    sunk: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class LocalWeather(Event, frozen=True, tag="local_weather"):
    """13.4, 9.5 A coast has weather of its own (`weather`). `until`: the last turn of that weather."""

    coast: str
    weather: WeatherKind
    until: int


class OrderLasts(Event, frozen=True, tag="order_lasts"):
    """13.3, 13.0e A warning by superiors or a directive (`what`) began. `until`: the last turn on which it is valid."""

    what: str
    until: int


class Reinforced(Event, frozen=True, tag="reinforced"):
    """12.13, 13.6 Forces or aircraft of a side arrived at `place`. If no reinforcements were left, `place` is "".

    `units`: their names, which only the owner reads, except that aircraft at a land base are public. `blocks`: the
    number of new blocks.
    """

    side: Side
    place: str = ""
    units: tuple[str, ...] = ()
    blocks: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class ForcesBought(Event, frozen=True, tag="forces_bought"):
    """14.0, 14.0b A side bought ships before the game. Everybody reads the `cost` in half points.

    Only the owner reads the ships. `groups`: for each ship, the number of the reinforcement group with which she
    arrives; also for the owner only.
    """

    side: Side
    cost: int
    ships: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class Raided(Event, frozen=True, tag="raided"):
    """12.7, 13.0d, 12.4 Aircraft of a side attacked a port or airfield. Without `units`, the side declined the raid."""

    side: Side
    place: str
    """The port or airfield."""
    target: str = ""
    """The kind of target: ``ships`` in a port, or ``field`` for the aircraft of an airfield."""
    units: tuple[str, ...] = ()
    """The attacking air units."""
    shot_down: tuple[str, ...] = ()
    """The attackers' steps that were lost."""
    lost: tuple[str, ...] = ()
    """The defender's aircraft steps that were lost."""
    sunk: tuple[str, ...] = ()
    """The ships that were sunk, with one entry for each point of strength."""
    hit: tuple[str, ...] = ()
    """The ships that were hit but float. Only the two sides read them, as after an attack at sea (2.4)."""
    damaged: tuple[str, ...] = ()
    """Aircraft steps that do not fly until the operation ends."""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,) if self.units else ()


class KaraEntered(Event, frozen=True, tag="kara_entered"):
    """12.12a A raider or wolfpack has entered the Kara Sea, where there is a small Soviet convoy."""

    side: Side = "axis"

    def discloses(self, seat: str) -> tuple[str, ...]:
        return () if seat == self.side else (ALL_FIELDS,)


class TargetEluded(Event, frozen=True, tag="target_eluded"):
    """13.1 The aircraft of an attack cannot find the ship `ship`.

    Aircraft that were sent against her attack other targets.
    """

    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class Settled(Event, frozen=True, tag="settled"):
    """3.2 A random event or a special situation (`what`) is resolved.

    The number of units hit may depend on hidden facts, so the event does not contain it. Exception: `gone` lists the
    aircraft steps that were shot down or damaged in an air fight, or in an attack for which a side had to decide.
    Everybody has already seen these losses (7.2.3b).
    """

    what: str
    gone: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class BombersCame(Event, frozen=True, tag="bombers_came"):
    """12.4, 12.7a Extra bombers have arrived at a base, for a bombing order or a port raid.

    `strength`: their strength; 0 means that they have left again.
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
