"""6.2, 6.2.2, 6.9, 7.1.1 What a card says of a block, and who may refuse it."""

from typing import Literal

from msgspec import Struct

from games.titles.pq17.box.pieces import Card, Face, Result, Searching, WeatherKind, column
from games.titles.pq17.rules.weather.weather import cam_serves

Ground = Literal["carrier", "cam", "wolfpack"]
"""6.2.2a The reason that a refusal names."""
LOCATING: dict[str, Searching] = {"air": "air", "task_force": "force", "wolfpack": "force"}
"""7.1.1 The row in which an attacker's locating card is read: never that of both."""


class Look(Struct, frozen=True, kw_only=True, gc=False):
    """6.2 What a search depends on besides the card.

    `level`: the ID of the block, None while it stands unidentified. `friendly_coast`: the hex is a coast friendly to
    the searcher (1.1.3). `shadowed`: by the searcher's side. `near_interceptors`: in or next to the hex of a base
    of the block's side with interceptors (6.2c). `soviet`: all searchers are Soviet.
    """

    day: bool
    weather: WeatherKind
    row: Searching
    level: int | None = None
    friendly_coast: bool = False
    shadowed: bool = False
    near_interceptors: bool = False
    soviet: bool = False


def row(*, force: bool, air: bool) -> Searching | None:
    """6.2a The row of a search: forces and dummies, air (a radius, a sector or aircraft), or both; None: nobody."""
    if force and air:
        return "both"
    if force:
        return "force"
    return "air" if air else None


def face(card: Card, *, day: bool) -> Face:
    """6.2a The block of a card that is read in this light."""
    return card.day if day else card.night


def shown(card: Card, look: Look) -> Result:
    """6.2a What stands in the row and column."""
    read = face(card, day=look.day)
    rows: dict[Searching, tuple[Result, ...]] = {"force": read.force, "air": read.air, "both": read.both}
    return rows[look.row][column(look.weather)]


def finds(card: Card, look: Look) -> bool:
    """6.2b–6.2d Whether a card finds the block, unless its owner refuses (6.2.2)."""
    if card.star and look.soviet:
        return False
    result = shown(card, look)
    match result:
        case "U":
            return True
        case "+":
            return not look.near_interceptors
        case "S":
            return look.friendly_coast or look.shadowed
        case "-":
            return False
    return look.level is not None and look.level >= int(result)


def gain(card: Card, look: Look) -> int:
    """6.2e The levels that a success adds."""
    return face(card, day=look.day).gain[column(look.weather)]


def could_refuse(card: Card, look: Look) -> tuple[Ground, ...]:
    """6.2.2, 6.2.2b The grounds on which a card that finds can be refused, whatever the block holds: both see them on
    the card.
    """
    if not finds(card, look):
        return ()
    grounds: list[Ground] = []
    if shown(card, look) == "+":
        grounds += ["carrier", "cam"] if cam_serves(look.weather) else ["carrier"]
    if face(card, day=look.day).submarine:
        grounds.append("wolfpack")
    return tuple(grounds)


def may_refuse(
    card: Card, look: Look, *, carriers: int = 0, cams: int = 0, wolfpack: bool = False, passing: bool = False
) -> tuple[Ground, ...]:
    """6.2.2, 6.2.2a, 6.6.1a The grounds that the owner of a block really has: carriers in it, with aircraft or without;
    CAM ships that have not served; a wolfpack that is not found in passing.
    """
    holds = {"carrier": carriers > 0, "cam": cams > 0, "wolfpack": wolfpack and not passing}
    return tuple(ground for ground in could_refuse(card, look) if holds[ground])


def photographs(card: Card, weather: WeatherKind) -> bool:
    """6.9, 6.9a Whether a photograph of a port succeeds, by day."""
    return card.day.photo[column(weather)]


def cards_to_locate(*, shadowed: bool, scattered: bool) -> int:
    """7.1.1, 7.1.1a How many cards an attacker may draw to locate a block: a second one, if the first fails, for one
    that his side shadows or a scattered convoy.
    """
    return 2 if shadowed or scattered else 1


def cards_to_locate_by_option(
    attacker: Literal["air", "task_force", "wolfpack"],
    *,
    scattered: bool,
    weather: WeatherKind,
    by_aircraft: bool = False,
    by_allied_aircraft: bool = False,
    by_task_force: bool = False,
    by_wolfpack: bool = False,
) -> int:
    """7.1.1o The same by option: aircraft profit from Fair weather and from shadowing aircraft of their side, a pack
    from another pack, a task force from Allied aircraft and from a task force of its side.
    """
    profits = {
        "air": weather == "fair" or by_aircraft,
        "wolfpack": by_wolfpack,
        "task_force": by_allied_aircraft or by_task_force,
    }
    return 2 if scattered or profits[attacker] else 1
