"""Air attacks on forces at sea: who flies, who rises, and what both sides are told."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.kernel.codec import encode
from games.kernel.requests import Asks, Roll
from games.titles.pq17.orders.attacks import Strike
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.air.raid import Raid as FlownRaid
from games.titles.pq17.rules.air.raid import raid
from games.titles.pq17.rules.air.strike import Place
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Squadron
from games.titles.pq17.state.state import AirUnit, Phase
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import a_card, phase
from tests.titles.pq17.procedures import by_default
from tests.titles.pq17.strikes import NEAR, OPEN, air, bombers

BY_DAY = Place(day=True, weather="fair")
ASKED_ONCE = {side: Instructions(asks_air="once") for side in ("allied", "axis")}
SIDES = ("allied", "axis")
ASKED = Instructions(asks_air="once", scramble="all")


def squadrons(**strengths: int) -> dict[str, Squadron]:
    """Units by name; the aircraft is the name up to two underscores."""
    return {name: Squadron(name.partition("__")[0], strength) for name, strength in strengths.items()}


def attacked(*held: str, units: tuple[AirUnit, ...] = (), at: str = OPEN, **fields: Any) -> Board:
    """Day 5 AM: an identified Allied force, over which these aircraft are."""
    prey = force("pq", "allied", "convoy" if held[0].startswith("mv") else "task_force", at, *held)
    board = phase(arctic(prey, **fields), "axis")
    board.identify(prey, 2)
    come = units or (AirUnit("ju_88", 2, id="ju", base="banak"), AirUnit("ju_88", 1, id="ku", base="banak"))
    for unit in come:
        unit.mission, unit.at = "attack", at
    board.state.air += list(come)
    board.phase.attacks = (told_strike(board, *(unit.id for unit in come)),)
    return board


def told_strike(board: Board, *names: str) -> Any:
    return Strike(names, contact_name(board.force("pq")))


def finding_card() -> list[str]:
    return [a_card("air", "U")]


def fighters(board: Board) -> Board:
    """Two units at Bardufoss."""
    board.state.air += [
        AirUnit("bf_109", 2, id="ours", base="bardufoss"),
        AirUnit("bf_110", 2, id="others", base="bardufoss"),
    ]
    return board


def german(**fields: Any) -> Board:
    """Albacores of Victorious, two hexes off, attack a German cruiser next to Bardufoss."""
    prey = force("pq", "axis", "task_force", NEAR, "admiral_hipper")
    board = fighters(
        phase(arctic(prey, force("home", "allied", "task_force", "0612", "victorious"), **fields), "allied")
    )
    board.identify(prey, 2)
    board.state.air.append(AirUnit("albacore", 2, id="alb", base="victorious", mission="attack", at=NEAR))
    board.phase.attacks = (told_strike(board, "alb"),)
    return board


def plane(kind: str, strength: int = 2, **fields: Any) -> AirUnit:
    return AirUnit(kind, strength, id=fields.pop("id", kind), base=fields.pop("base", "banak"), **fields)


def planes(*words: str) -> dict[str, AirUnit]:
    """`a=ju_88 2`: units by a name."""
    found = {}
    for word in words:
        name, _, what = word.partition("=")
        kind, strength = what.split()
        found[name] = plane(kind, int(strength), id=name)
    return found


def bombed_by_day(target: Any, **fields: Any) -> Any:
    unit = AirUnit("ju_88", 2, id="ju_88_1", base="banak", mission="attack", at="0613")
    fighter = AirUnit("sea_hurricane", 1, id="sea_hurricane_avenger", base="avenger")
    board = arctic(target, air=[unit, fighter], **fields)
    board.identify(target, 2)
    board.state.phase = Phase("axis")
    by_default(raid(board, "axis", FlownRaid(target, (unit,)), key="r"), lambda key: 9 if "strike" in key else 0)
    return board


def groups(prey: Any, count: int, **fields: Any) -> Board:
    """So many units of Ju 88 over a block, each a group of its own."""
    names = "abc"[:count]
    board = bombers(prey, *(air("ju_88", name, "banak", 1) for name in names), **fields)
    board.phase.attacks = tuple(Strike((name,), contact_name(prey)) for name in names)
    board.state.instructions = {side: Instructions(scramble="none", torpedoes="no") for side in ("allied", "axis")}
    return board


class Stop(NamedTuple):
    """A question, or the end: who is asked in which form, what a seat was told so far, and what it sees in the air."""

    seat: str
    form: Any
    told: tuple[Any, ...]
    flying: bytes


def stops(board: Board, procedure: Any, seat: str, *, face: int = 5) -> Iterator[Stop]:
    """A procedure with default answers, in which all dice show the same."""
    answer: Any = None

    def stop(asked: str = "", form: Any = None) -> Stop:
        events = tuple(event for one in board.told if (event := one.for_seat(seat)) is not None)
        return Stop(asked, form, events, encode(view(board, seat).flying))

    yield stop()
    try:
        while True:
            request: Any = procedure.send(answer)
            if isinstance(request, Asks):
                for one in request.asks:
                    yield stop(one.seat, one.form)
                answer = tuple(one.form.default() for one in request.asks)
            elif isinstance(request, Roll):
                answer = (face or 10,) * len(request.sides)
            else:
                answer = tuple(range(request.count))
    except StopIteration:
        yield stop()
