"""6.2, 6.2.2, 6.9, 7.1.1 The result of a search card for a block, and the right to refuse a search."""

from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.pieces import Card, Face, Result, Searching, WeatherKind, column
from games.titles.pq17.rules.weather.weather import cam_serves

Ground = Literal["carrier", "cam", "wolfpack"]
"""6.2.2a The reason that a refusal names."""
LOCATING: dict[str, Searching] = {"air": "air", "task_force": "force", "wolfpack": "force"}
"""7.1.1 The row for an attacker's locating card: never that of both."""


class Look(Struct, frozen=True, kw_only=True, gc=False):
    """6.2 The circumstances of a search besides the card.

    `level`: the ID level of the block, None while it is unidentified. `friendly_coast`: the hex is a coast friendly to
    the searcher (1.1.3). `shadowed`: the searcher's side shadows the block. `near_interceptors`: the hex is in or next
    to a base with interceptors of the block's side (6.2c). `soviet`: all searchers are Soviet.
    """

    day: bool
    weather: WeatherKind
    row: Searching
    level: int | None = None
    friendly_coast: bool = False
    shadowed: bool = False
    near_interceptors: bool = False
    soviet: bool = False


def card_row(*, force: bool, air: bool) -> Searching | None:
    """6.2a Return the card's row for these searchers, or None if there are no searchers.

    `force`: forces and dummies search. `air`: an air radius, a sector or aircraft search.
    """
    if force and air:
        return "both"
    if force:
        return "force"
    return "air" if air else None


def card_half(card: Card, *, day: bool) -> Face:
    """6.2a Return the half of a card that applies by day or by night."""
    return card.day if day else card.night


def card_entry(card: Card, look: Look) -> Result:
    """6.2a Return the entry of a card in the row and the column of a search."""
    read = card_half(card, day=look.day)
    rows: dict[Searching, tuple[Result, ...]] = {"force": read.force, "air": read.air, "both": read.both}
    return rows[look.row][column(look.weather)]


def card_finds(card: Card, look: Look) -> bool:
    """6.2b–6.2d Return True if a card finds the block; its owner may still refuse (6.2.2)."""
    if card.star and look.soviet:
        return False
    result = card_entry(card, look)
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


def level_gain(card: Card, look: Look) -> int:
    """6.2e Return the number of levels that a successful card adds."""
    return card_half(card, day=look.day).gain[column(look.weather)]


def grounds_on_card(card: Card, look: Look) -> tuple[Ground, ...]:
    """6.2.2, 6.2.2b Return the grounds for a refusal that a card shows, whatever the block holds.

    The result is empty if the card does not find the block. Both sides know it, because both see the card.
    """
    if not card_finds(card, look):
        return ()
    grounds: list[Ground] = []
    if card_entry(card, look) == "+":
        grounds += ["carrier", "cam"] if cam_serves(look.weather) else ["carrier"]
    if card_half(card, day=look.day).submarine:
        grounds.append("wolfpack")
    return tuple(grounds)


def grounds_of_owner(
    card: Card, look: Look, *, carriers: int = 0, cams: int = 0, wolfpack: bool = False, passing: bool = False
) -> tuple[Ground, ...]:
    """6.2.2, 6.2.2a, 6.6.1a Return the grounds on a card on which the owner of a block can really refuse.

    `carriers`: the number of carriers in the block, with aircraft or without. `cams`: the number of unused CAM ships.
    `wolfpack`: the block is a wolfpack, which cannot refuse if it was found in `passing`.
    """
    holds = {"carrier": carriers > 0, "cam": cams > 0, "wolfpack": wolfpack and not passing}
    return tuple(ground for ground in grounds_on_card(card, look) if holds[ground])


def photographs(card: Card, weather: WeatherKind) -> bool:
    """6.9, 6.9a Return True if a card lets a photograph of a port by day succeed in this weather."""
    return card.day.photo[column(weather)]


def cards_to_locate(*, shadowed: bool, scattered: bool) -> int:
    """7.1.1, 7.1.1a Return the number of cards that an attacker may draw to locate a block: one or two.

    A second card follows a failure if the attacker's side shadows the block, or the block is a scattered convoy.
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
    """7.1.1o Option: return the number of cards that an attacker may draw to locate a block.

    The number is one or two. Aircraft may draw a second card in Fair weather, or if aircraft of their side shadow the
    block; a pack, if another pack does; a task force, if Allied aircraft or a task force of its side do. Any attacker
    may draw a second card against a scattered convoy. `by_aircraft` and the like: such units of the attacker's side
    shadow the block.
    """
    profits = {
        "air": weather == "fair" or by_aircraft,
        "wolfpack": by_wolfpack,
        "task_force": by_allied_aircraft or by_task_force,
    }
    return 2 if scattered or profits[attacker] else 1
