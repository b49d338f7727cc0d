"""Chapters 12 to 14: events of chits, random events and purchases."""

from games.kernel.events import ALL_FIELDS, Event
from games.titles.pq17.components.pieces import Side, WeatherKind


class ChitDrawn(Event, frozen=True, tag="chit_drawn"):
    """12.0 A side has drawn a chit; only that side reads the letter and the situation."""

    side: Side
    letter: str = ""
    situation: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class ChitShown(Event, frozen=True, tag="chit_shown"):
    """12.0a, 12.0d A side shows its chit."""

    side: Side
    letter: str
    situation: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """12.14 ARCHERY or TITLE is declared openly for the coming turn."""

    situation: str
    at: str
    turn: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class AttackSpent(Event, frozen=True, tag="attack_spent"):
    """12.14 ARCHERY or TITLE failed, by the weather or because its target is not there."""

    situation: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class TitleStruck(Event, frozen=True, tag="title_struck"):
    """12.14.2 The die of TITLE, and the hits on its target."""

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
        return (ALL_FIELDS,)


class ReturnDrawn(Event, frozen=True, tag="return_drawn"):
    """12.2.1, 12.2.1b The Axis has drawn a chit to bring ships back from the Atlantic.

    Only the Axis reads its letter, the turn on which it is shown (0: at once), and whether the ships return.
    """

    letter: str = ""
    turn: int = 0
    comes: bool = False


class ShipsReturned(Event, frozen=True, tag="ships_returned"):
    """12.2.1a Blocks are on the western edge: ships from the Atlantic, and a dummy if one was left."""

    hexes: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class RandomEvent(Event, frozen=True, tag="random_event"):
    """13.0 The dice of a player phase, and the event of the table."""

    side: Side
    dice: tuple[int, ...]
    what: str


class Mishap(Event, frozen=True, tag="mishap"):
    """13.0a, 13.0b, 13.2 The effect of an event on a force of a side, for that side only.

    The ships, one name for each step of strength; no ships: the event hit no force.
    """

    side: Side
    what: str
    force: str = ""
    ships: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class MinesStruck(Event, frozen=True, tag="mines_struck"):
    """13.5 Mines under a force of a side in a hex: the dice, and the ships sunk, one name for each step.

    Only the owner reads `force` and `hurt`, the ships that were hit but still float. A dummy is `gone`.
    """

    side: Side
    at: str
    dice: tuple[int, ...] = ()
    sunk: tuple[str, ...] = ()
    gone: bool = False
    force: str = ""
    hurt: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class ChanceEncounter(Event, frozen=True, tag="chance_encounter"):
    """13.7 An Axis block met an Allied force in a hex: its kind, the die, and the ships sunk and hit.

    The die is None against a dummy, which is removed.
    """

    at: str
    kind: str
    die: int | None = None
    sunk: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class LocalWeather(Event, frozen=True, tag="local_weather"):
    """13.4, 9.5 A coast has weather of its own until the end of a turn."""

    coast: str
    weather: WeatherKind
    until: int


class OrderLasts(Event, frozen=True, tag="order_lasts"):
    """13.3, 13.0e A superiors' warning or a directive holds until the end of a turn."""

    what: str
    until: int


class Reinforced(Event, frozen=True, tag="reinforced"):
    """12.13, 13.6 Forces or aircraft of a side have arrived at a place; no place: none were left.

    Only the owner reads which they are, except aircraft at a land base, which are public.
    """

    side: Side
    place: str = ""
    units: tuple[str, ...] = ()
    blocks: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class ForcesBought(Event, frozen=True, tag="forces_bought"):
    """14.0, 14.0b A side has bought ships for that many half points, which is public.

    Only the owner reads the ships and the group with which they arrive.
    """

    side: Side
    cost: int
    ships: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class Raided(Event, frozen=True, tag="raided"):
    """12.7, 13.0d, 12.4 Aircraft of a side attacked a port or airfield.

    The aircraft that attacked, those shot down on both sides and the ships sunk (one name for each step), and the steps
    that are `damaged` and away for the operation. No aircraft: the raid was declined. Only the two sides know which
    ships were `hit` but float, as after an attack at sea (2.4).
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
    """12.12a A raider or pack has entered the Kara Sea, where a small Soviet convoy is."""

    side: Side = "axis"

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class TargetEluded(Event, frozen=True, tag="target_eluded"):
    """13.1 Aircraft do not find this ship; those that were sent at her choose other targets."""

    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class Settled(Event, frozen=True, tag="settled"):
    """3.2 A random event or a special situation is resolved.

    Its extent may depend on hidden facts, so it is not stated. Exception: for an air fight, or an attack in which
    a side is asked, `gone` lists the steps of aircraft shot down or damaged, a name for each step, as all can see by
    then (7.2.3b).
    """

    what: str
    gone: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,)


class BombersCame(Event, frozen=True, tag="bombers_came"):
    """12.4, 12.7a Bombers of a bombing order, or those that join a port raid, have arrived at a base.

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
