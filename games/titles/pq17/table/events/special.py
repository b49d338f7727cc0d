"""Chapters 12 to 14: chits, random events and forces that were bought, as they are told."""

from games.kernel.events import WHOLE, Event
from games.titles.pq17.box.pieces import Side, WeatherKind


class ChitDrawn(Event, frozen=True, tag="chit_drawn"):
    """12.0 A side has drawn a chit; that side alone reads the letter and the situation."""

    side: Side
    letter: str = ""
    situation: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class ChitShown(Event, frozen=True, tag="chit_shown"):
    """12.0a, 12.0d A side shows its chit."""

    side: Side
    letter: str
    situation: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """12.14 ARCHERY or TITLE is declared openly for the coming turn."""

    situation: str
    at: str
    turn: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class AttackSpent(Event, frozen=True, tag="attack_spent"):
    """12.14 ARCHERY or TITLE came to nothing: by the weather, or because what it was to hit is not there."""

    situation: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class TitleStruck(Event, frozen=True, tag="title_struck"):
    """12.14.2 The die of TITLE, and the hits on its target."""

    ship: str
    die: int
    hits: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class MapLeft(Event, frozen=True, tag="map_left"):
    """12.2 A force has left the map into the Atlantic; all see which ships, and whether it was in time to score."""

    side: Side
    at: str
    ships: tuple[str, ...]
    scores: bool

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class ReturnDrawn(Event, frozen=True, tag="return_drawn"):
    """12.2.1, 12.2.1b The Axis has drawn a chit to bring ships back from the Atlantic, and alone reads its letter, the
    turn on which it is shown (0: at once), and whether they come.
    """

    letter: str = ""
    turn: int = 0
    comes: bool = False


class ShipsReturned(Event, frozen=True, tag="ships_returned"):
    """12.2.1a Blocks stand on the western edge: ships from the Atlantic, and a dummy if one was left."""

    hexes: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class RandomEvent(Event, frozen=True, tag="random_event"):
    """13.0 The dice of a player phase, and the event of the table."""

    side: Side
    dice: tuple[int, ...]
    what: str


class Mishap(Event, frozen=True, tag="mishap"):
    """13.0a, 13.0b, 13.2 What an event did to a force of a side, of which that side alone hears: the ships, one name
    for each step of strength. No ships: the event found nobody.
    """

    side: Side
    what: str
    force: str = ""
    ships: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class MinesStruck(Event, frozen=True, tag="mines_struck"):
    """13.5 Mines under a force of a side in a hex: the dice, and what was sunk, one name for each step. Nothing is said
    of ships that float on but to their owner, who reads `force` and `hurt`. A dummy is `gone`.
    """

    side: Side
    at: str
    dice: tuple[int, ...] = ()
    sunk: tuple[str, ...] = ()
    gone: bool = False
    force: str = ""
    hurt: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class ChanceEncounter(Event, frozen=True, tag="chance_encounter"):
    """13.7 An Axis block ran into an Allied force in a hex: what it was, the die (None against a dummy, which goes),
    and what was sunk and hit.
    """

    at: str
    kind: str
    die: int | None = None
    sunk: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class LocalWeather(Event, frozen=True, tag="local_weather"):
    """13.4, 9.5 A coast has weather of its own up to and with a turn."""

    coast: str
    weather: WeatherKind
    until: int


class OrderLasts(Event, frozen=True, tag="order_lasts"):
    """13.3, 13.0e A superiors' warning or a directive holds up to and with a turn."""

    what: str
    until: int


class Reinforced(Event, frozen=True, tag="reinforced"):
    """12.13, 13.6 Forces or aircraft of a side have come to a place; what they are its owner alone reads, but for
    aircraft at a land base, which lie open. No place: none were left.
    """

    side: Side
    place: str = ""
    units: tuple[str, ...] = ()
    blocks: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class ForcesBought(Event, frozen=True, tag="forces_bought"):
    """14.0, 14.0b A side has bought ships for so many half points, which all hear; which they are and with which group
    they come its owner alone.
    """

    side: Side
    cost: int
    ships: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class Raided(Event, frozen=True, tag="raided"):
    """12.7, 13.0d, 12.4 Aircraft of a side attacked a port or airfield: which came, what was shot down of both sides
    (one name for each step), what was sunk, and which steps are `damaged` and away for the operation; nothing came: the
    raid was declined. Which ships float on with a `hit` the sides alone know, as after an attack at sea (2.4).
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
        return (WHOLE,) if self.units else ()


class KaraEntered(Event, frozen=True, tag="kara_entered"):
    """12.12a A raider or pack has come into the Kara Sea, where a small Soviet convoy lies."""

    side: Side = "axis"

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class TargetEluded(Event, frozen=True, tag="target_eluded"):
    """13.1 Aircraft do not find this ship; those that were sent at her go for others."""

    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class Settled(Event, frozen=True, tag="settled"):
    """3.2 What a random event or a special situation did is over; how much it was may rest on what is hidden, and so it
    says nothing; but of fighters that met over a port or airfield which steps of aircraft are `gone`, shot down or
    damaged, as all see by then (7.2.3b): a name for each step.
    """

    what: str
    gone: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


class BombersCame(Event, frozen=True, tag="bombers_came"):
    """12.4, 12.7a Bombers of a bombing order, or those that join a port raid, have come to a base, or have gone again
    (strength 0).
    """

    base: str
    aircraft: str
    strength: int

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,)


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
