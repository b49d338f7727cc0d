"""6.1, 6.2.1, 6.7 Identification of blocks: contact names, ID levels, reports, and convoys that scatter."""

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
    """Return the name by which orders of the enemy call a block, such as ``contact_12``.

    The name contains the block's number.
    """
    return f"{CONTACT}{force.block}"


def sighting_of(force: Force) -> Sighting:
    """6.1, 6.2 Return the public facts about a block. For a face-down block, these are only its side and its hex."""
    if force.level is None:
        return Sighting(force.side, force.at)
    return Sighting(force.side, force.at, force.kind, force.level)


def blocks_named(board: Board, side: Side, name: str) -> list[Force]:
    """Return the enemy forces at sea with a contact name. There are several if their blocks cannot be told apart."""
    number = name.removeprefix(CONTACT)
    return [one for one in board.afloat(board.enemy(side)) if str(one.block) == number]


Cause = Literal["surface", "air", "submarine"]
"""6.7 The kind of combat that identifies a force."""
_BY_DAY: dict[Cause, int] = {"surface": 3, "air": 2, "submarine": 1}
_BY_NIGHT: dict[Cause, int] = {"surface": 2, "air": 1, "submarine": 1}


def raised_level(level: int | None, gain: int) -> int:
    """6.2e Return the ID level of a block after a successful search. An unidentified block counts as level 0.

    `gain`: the number of levels that the card adds.
    """
    return min((level or 0) + gain, MOST_AT_SEA)


def level_after_combat(level: int | None, cause: Cause, *, day: bool) -> int:
    """6.7 Return the ID level of a block after a combat. It is never lower than before.

    `level`: the level before, None if unidentified. `cause`: the kind of combat, which sets a minimum for the level.
    """
    least = (_BY_DAY if day else _BY_NIGHT)[cause]
    return least if level is None else max(level, least)


def level_after_moving(level: int | None, *, moved: bool, morning: bool, shadowed: bool) -> int | None:
    """6.6 Return the ID level of a block after its own naval movement segment.

    The level falls by one, but not below 0, if the block moved or if it is a PM turn. The level of a shadowed block
    does not fall. An unidentified block (`level` None) stays unidentified. `morning`: True in an AM turn.
    """
    if level is None or shadowed or (not moved and morning):
        return level
    return max(level - 1, 0)


def becomes_unidentified(level: int | None, *, shadowed: bool) -> bool:
    """6.6a Return True if a block with this ID level becomes unidentified when its owner's movement segment begins."""
    return level == 0 and not shadowed


COMBAT: dict[Cause, Source] = {
    "surface": "surface_combat", "air": "air_attack", "submarine": "submarine_combat"
}  # fmt: skip
"""6.7 The source named in a report on combat."""


async def fix_reported_number(board: Board, force: Force, *, key: str) -> None:
    """6.2.1a, 6.2.1b Decide the number of warships that is reported for a force at ID 1, and store it in the force.

    The number is the owner's choice, if it is within bounds. Otherwise, a lot decides the number once; only the owner
    knows that a lot decided. `key`: the key of the lot in the journal.
    """
    least, most = reported_range(sum(warship_counters(board.box, force.counters).values()))
    if not least <= force.told <= most or not force.told:
        numbers = [str(number) for number in range(least, most + 1)]
        (drawn,) = await draw(numbers, 1, key=key, rule="6.2.1b")
        force.told = int(drawn)


async def identify_block(board: Board, force: Force, level: int, source: Source, *, key: str) -> None:
    """6.1, 6.2.1, 6.2e Identify a block at an ID level: remove a dummy, turn any other block face up.

    The enemy gets a report with the facts that the level reveals. `source`: the source named in the report. `key`: the
    prefix of the key of the lot that may decide the reported number.
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
    """6.7, 6.7a Raise the ID level of a force to at least the level for a kind of combat (`cause`).

    If the level is then higher than before, the enemy gets a report. `key`: see `identify_block`.
    """
    level = level_after_combat(force.level, cause, day=board.is_day)
    if force.at_sea and not force.is_dummy and level != force.level:
        await identify_block(board, force, level, COMBAT[cause], key=key)


async def mark_scattered(board: Board, force: Force, *, escorts: str = "") -> None:
    """5.5, 6.8.1 Mark a convoy as scattered, by its owner's choice or because it must scatter (7.5.8).

    Both sides see this from now on; the convoy is at ID 3. Shadowing of the convoy ends (6.3.1, 6.3.2). `escorts`: the
    id of the new force of its warships, or "".
    """
    if force.convoy is None or force.convoy.scattered:
        return
    force.convoy.scattered = True
    force.refuelling = False
    lose_shadowers(board, force, "scattered")
    board.tell_of(force.side, Scattered(force.side, force.at, force.id, escorts), Scattered(force.side, force.at))
    await identify_block(board, force, MOST_AT_SEA, "event", key=f"scattered.{board.called(force)}")
