"""6.2, 6.2.2, 6.9, 7.1.1 What a search card shows for a block, and the owner's right to refuse a search."""

from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.pieces import Card, Face, Result, Searching, WeatherKind, column
from games.titles.pq17.rules.weather.weather import cam_serves

Ground = Literal["carrier", "cam", "wolfpack"]
"""6.2.2a The reason for which a search is refused."""
LOCATING: dict[str, Searching] = {"air": "air", "task_force": "force", "wolfpack": "force"}
"""7.1.1 By kind of attacker, the row of the card that decides whether the attacker locates its target."""


class Look(Struct, frozen=True, kw_only=True, gc=False):
    """6.2 The circumstances of a search, except the card."""

    day: bool
    """True by day."""
    weather: WeatherKind
    """The weather in the hex."""
    row: Searching
    """The row of the card that counts."""
    level: int | None = None
    """The ID level of the block; None while it is unidentified."""
    friendly_coast: bool = False
    """True if the hex is a coast friendly to the searching side (1.1.3)."""
    shadowed: bool = False
    """True if the searching side shadows the block."""
    near_interceptors: bool = False
    """True if the block is in or next to the hex of a base of its side with interceptors (6.2c)."""
    soviet: bool = False
    """True if all searching units are Soviet."""


def card_row(*, force: bool, air: bool) -> Searching | None:
    """6.2a Return the row of a card that counts for a search, or None if there are no searching units.

    `force`: True if forces or dummies search. `air`: True if an air radius, a sector or aircraft search.
    """
    if force and air:
        return "both"
    if force:
        return "force"
    return "air" if air else None


def card_half(card: Card, *, day: bool) -> Face:
    """6.2a Return the half of a card that counts: its day half, or its night half."""
    return card.day if day else card.night


def card_entry(card: Card, look: Look) -> Result:
    """6.2a Return the entry of a card in the row and column that count for a search. `look`: the circumstances."""
    read = card_half(card, day=look.day)
    rows: dict[Searching, tuple[Result, ...]] = {"force": read.force, "air": read.air, "both": read.both}
    return rows[look.row][column(look.weather)]


def card_finds(card: Card, look: Look) -> bool:
    """6.2b–6.2d Return True if a card finds a block; the block's owner may still refuse (6.2.2).

    `look`: the circumstances of the search.
    """
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
    """6.2e Return the number of ID levels that a card adds to a block that it finds.

    `look`: the circumstances of the search.
    """
    return card_half(card, day=look.day).gain[column(look.weather)]


def grounds_on_card(card: Card, look: Look) -> tuple[Ground, ...]:
    """6.2.2, 6.2.2b Return the reasons for a refusal that a card allows, whatever the block contains.

    The result is empty if the card does not find the block. Both sides know the result, because both see the card.
    `look`: the circumstances of the search.
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
    """6.2.2, 6.2.2a, 6.6.1a Return the reasons that a card allows and for which the owner of a block can really refuse.

    `carriers`: the number of carriers in the block, with or without aircraft. `cams`: the number of unused CAM ships.
    `wolfpack`: True if the block is a wolfpack, which cannot refuse if it was found in `passing`.
    """
    holds = {"carrier": carriers > 0, "cam": cams > 0, "wolfpack": wolfpack and not passing}
    return tuple(ground for ground in grounds_on_card(card, look) if holds[ground])


def photographs(card: Card, weather: WeatherKind) -> bool:
    """6.9, 6.9a Return True if photographs of a port succeed with this card, by day and in this weather."""
    return card.day.photo[column(weather)]


def cards_to_locate(*, shadowed: bool, scattered: bool) -> int:
    """7.1.1, 7.1.1a Return the most cards that an attacker may draw to locate a block: one or two.

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
    """7.1.1o Option: return the most cards that an attacker may draw to locate a block: one or two.

    Aircraft may draw a second card in Fair weather, or if aircraft of their side shadow the block. A wolfpack may draw
    one if another wolfpack shadows the block, a task force if Allied aircraft or a task force of its side do. Any
    attacker may draw a second card against a scattered convoy. `by_aircraft`, `by_allied_aircraft`, `by_task_force`,
    `by_wolfpack`: True if such units of the attacker's side shadow the block.
    """
    profits = {
        "air": weather == "fair" or by_aircraft,
        "wolfpack": by_wolfpack,
        "task_force": by_allied_aircraft or by_task_force,
    }
    return 2 if scattered or profits[attacker] else 1
