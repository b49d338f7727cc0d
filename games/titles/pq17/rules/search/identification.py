"""6.1, 6.2.1, 6.7 Identification of blocks: names, ID levels, reports, and convoys that scatter."""

from typing import Literal

from msgspec import structs

from games.kernel.requests import draw
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.sightings import Sighting
from games.titles.pq17.rules.search.shadowing import lose_shadowers
from games.titles.pq17.state.board import MOST_AT_SEA, Board
from games.titles.pq17.state.events.convoy import Scattered
from games.titles.pq17.state.events.search import DummyFound, Identified, Reported
from games.titles.pq17.state.reporting import reported_range, warship_counters
from games.titles.pq17.state.state import Force, Source

CONTACT = "contact_"


def contact_name(force: Force) -> str:
    """Return the enemy's name for a block, such as ``contact_12``."""
    return f"{CONTACT}{force.block}"


def sighting_of(force: Force) -> Sighting:
    """6.1, 6.2 Return the public facts about a block; of a face-down block only its side and position."""
    if force.level is None:
        return Sighting(force.side, force.at)
    return Sighting(force.side, force.at, force.kind, force.level)


def blocks_named(board: Board, side: Side, name: str) -> list[Force]:
    """Return the enemy blocks at sea with a contact name; there are several only if they are indistinguishable."""
    number = name.removeprefix(CONTACT)
    return [one for one in board.afloat(board.enemy(side)) if str(one.block) == number]


Cause = Literal["surface", "air", "submarine"]
"""6.7 The kinds of combat that identify a force."""
_BY_DAY: dict[Cause, int] = {"surface": 3, "air": 2, "submarine": 1}
_BY_NIGHT: dict[Cause, int] = {"surface": 2, "air": 1, "submarine": 1}


def raised_level(level: int | None, gain: int) -> int:
    """6.2e Return the level after a successful search; an unidentified block counts as 0."""
    return min((level or 0) + gain, MOST_AT_SEA)


def level_after_combat(level: int | None, cause: Cause, *, day: bool) -> int:
    """6.7 Return the ID level of a block after a combat; it is never lower than before.

    `level`: the level before, None if unidentified. `cause`: the kind of combat, which gives the least level.
    """
    least = (_BY_DAY if day else _BY_NIGHT)[cause]
    return least if level is None else max(level, least)


def level_after_moving(level: int | None, *, moved: bool, morning: bool, shadowed: bool) -> int | None:
    """6.6 Return the level of a block after its own naval movement segment.

    It falls by one, but not below 0, if the block moved or if it is a PM turn. The level of a shadowed block does not
    fall.
    """
    if level is None or shadowed or (not moved and morning):
        return level
    return max(level - 1, 0)


def becomes_unidentified(level: int | None, *, shadowed: bool) -> bool:
    """6.6a Return True if a block becomes unidentified at the start of its owner's naval movement segment."""
    return level == 0 and not shadowed


COMBAT: dict[Cause, Source] = {
    "surface": "surface_combat", "air": "air_attack", "submarine": "submarine_combat"
}  # fmt: skip
"""6.7 The source named in a report on combat."""


async def fix_reported_number(board: Board, force: Force, *, key: str) -> None:
    """6.2.1a, 6.2.1b Fix the number that is reported for a force at ID 1.

    It is the number that the owner has named, if it is within bounds. Otherwise it is drawn once; only the owner knows
    that.
    """
    least, most = reported_range(sum(warship_counters(board.box, force.counters).values()))
    if not least <= force.told <= most or not force.told:
        numbers = [str(number) for number in range(least, most + 1)]
        (drawn,) = await draw(numbers, 1, key=key, rule="6.2.1b")
        force.told = int(drawn)


async def identify_block(board: Board, force: Force, level: int, source: Source, *, key: str) -> None:
    """6.1, 6.2.1, 6.2e Identify a block at a level: remove a dummy, turn any other block face up.

    The enemy gets a report with the facts that the level reveals.
    """
    if force.is_dummy:
        event = DummyFound(force.side, force.at, force.block)
        board.remove(force)
        board.tell_of(force.side, DummyFound(force.side, force.at, force.block, force.id), event)
        return
    board.identify(force, level)
    if force.level == 1:
        await fix_reported_number(board, force, key=f"{key}.told")
    seen = Identified(force.side, force.at, force.block, force.kind, level)
    board.tell_of(force.side, structs.replace(seen, force=force.id), seen)
    report = board.report(force, level, source)
    board.tell_side(force.side, Reported(report, force.id))
    board.tell_side(report.to, Reported(report))


async def identify_by_combat(board: Board, force: Force, cause: Cause, *, key: str) -> None:
    """6.7, 6.7a Raise the level of a force to at least that of a kind of combat.

    Report it if the level is higher than before.
    """
    level = level_after_combat(force.level, cause, day=board.is_day)
    if force.at_sea and not force.is_dummy and level != force.level:
        await identify_block(board, force, level, COMBAT[cause], key=key)


async def mark_scattered(board: Board, force: Force, *, escorts: str = "") -> None:
    """5.5, 6.8.1 Mark a convoy as scattered, by its owner's choice or because it must scatter (7.5.8).

    Both sides see it from now on, at ID 3. Shadowing of the convoy ends (6.3.1, 6.3.2). `escorts`: the id of the new
    force of its warships.
    """
    if force.convoy is None or force.convoy.scattered:
        return
    force.convoy.scattered = True
    force.refuelling = False
    lose_shadowers(board, force, "scattered")
    board.tell_of(force.side, Scattered(force.side, force.at, force.id, escorts), Scattered(force.side, force.at))
    await identify_block(board, force, MOST_AT_SEA, "event", key=f"scattered.{board.called(force)}")
