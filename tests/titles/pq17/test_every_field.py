"""Every part of a game of PQ-17: who sees it otherwise, and whether other worlds have it otherwise (README, "What lies
hidden"). What stands in no row is a finding.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct

import games.titles.pq17 as pq17
from games.kernel.codec import encode
from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.move_orders import Stay
from games.titles.pq17.orders.prospects import IceSeen
from games.titles.pq17.state import battle, counters, fuel, roster, state
from games.titles.pq17.state.board import Board
from games.titles.pq17.visibility.redeal import redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.box import BOX
from tests.titles.pq17.hidden import LAID_OUT, otherwise, places
from tests.titles.pq17.hidden import Path as Way

README = (Path(pq17.__file__).parent / "README.md").read_text(encoding="utf-8")
SEATS = ("allied", "axis", "public")
WORLDS = 24

PARTS = {
    "forces", "air", "shadows", "reports", "losses", "bookings", "command", "chits", "bought", "tallies", "sky",
    "lasting", "phase", "tracks", "battle", "air_attack", "roster",
}  # fmt: skip
"""Of a game: what has rows of its own."""
ELSEWHERE = {"setting_up", "composed", "history"}
"""Of a game: who sets up sees his forces besides (`test_board.py`), the operation of a fortnight shows its month and
ice alone (`test_15_who_knows.py`), past operations what a side knows of them (`test_15_state_of_campaign.py`).
"""
ROWS: dict[type[Struct], str] = {
    state.State: (
        "options all, scenario all, turn all, start all, due_start none kept, light all/none kept, cup none dealt, "
        "drawn none kept, blocks none kept, groups_placed none kept, offensive all, began none dealt, struck none "
        "kept, attacked none kept, temporary all, russian own kept, patrol own kept, unbound own kept, sighted own "
        "kept, training_used own kept, come none kept, soviet_paid none kept, brought none kept, brought_air none "
        "kept, ice_seen all, instructions both/own kept, declared all, unbooked none kept, verdict all, over all"
    ),
    state.Plan: (
        "sails own dealt, route own dealt, destination own dealt, pace own dealt, ice own dealt, training own dealt, "
        "then own dealt, lands own dealt"
    ),
    state.Convoy: (
        "laden own dealt, destinations own dealt, destination own dealt, been own kept, nearest own kept, arrived own "
        "kept, scattered all, part_of own kept"
    ),
    state.Force: (
        "id own dealt, side all, kind all/own dealt, block all, at all/own kept, "
        "port all/own kept, level all/own kept, counters own dealt, fuel own dealt, convoy own dealt, plan own dealt, "
        "trail all/own kept, told own dealt, moved own kept, spent own dealt, from_port own kept, refuelling own "
        "dealt, reloading own dealt, resting own kept, home own kept, held own dealt, formation own dealt"
    ),
    state.AirUnit: (
        "aircraft all/both/own kept, strength all/own kept, damaged all/own dealt, aborted all/own kept, id own kept, "
        "base all/own kept, interceptor all/own kept, mission all/own kept, at all/own kept, also own kept"
    ),
    state.Shadow: ("target all dealt, by all, who own kept, prefers own kept"),
    state.Report: (
        "to both, turn both, source both, at both, block both, port both, kind both, level both, about both, large "
        "both, warships both, heavy both, carrier both, ships both, strengths both, names both, refusal all"
    ),
    state.Track: ("side none kept, kind none kept, points none kept"),
    state.Loss: (
        "side all/own kept, unit all/own kept, strength all/own kept, turn all/own kept, how all/own kept, open all, "
        "at all/own kept, convoy all/own kept"
    ),
    state.Booking: ("turn none/own kept, points all/own kept, why none/own kept, on all/own kept"),
    state.Points: ("left own dealt, spent own dealt, over own kept, until own kept"),
    state.Chit: (
        "letter own dealt, situation own dealt, shown all, done own kept, target own kept, turn own kept, forces own "
        "kept"
    ),
    state.Purchase: ("ship own dealt, group own dealt"),
    state.Tally: (
        "convoy own kept, laden own kept, began own kept, arrived own kept, excepted own kept, landed own kept"
    ),
    state.Sky: ("kind all, dispersal none kept, local all, stopped both, dispersing none kept"),
    state.Lasting: ("warning all, directive all, no_restrictions own kept"),
    state.Phase: (
        "side all, sectors own kept, found none dealt, moved own kept, attacked none dealt, fought own kept, event "
        "all, orders none kept, attacks none kept, stirred none kept, unforeseen none kept"
    ),
    counters.Counter: (
        "ship both/own dealt, strength both/own dealt, crippled both/own dealt, dead both/own dealt, towed both/own "
        "dealt, tows both/own dealt, spent own dealt, used both/own dealt, oil own dealt, odd own dealt, "
        "inoperative own dealt, dispersed own dealt, green own dealt"
    ),
    fuel.Fuel: ("turn own dealt, state own dealt, german own dealt"),
    battle.Battle: ("attacker both, units both, day both, round both, surprised both, dark both"),
    battle.AirAttack: ("attacker both, at both, row both, units both, grounded both"),
    battle.Unit: (
        "name both, side both, counters both, area both, evading both, screens both, shields both, joined both, "
        "critical own kept, force own kept"
    ),
    roster.Roster: (
        "fortnight all, months all, units both dealt, away both dealt, boxes own dealt, severny_flot own dealt, "
        "gruppe_nord own dealt, raised own kept, ev all dealt, unloaded own dealt, waiting own dealt, damaged_boats "
        "own kept, bids all, initiative all, played all, arrived own kept, boats_lost own kept, early own kept, sunk "
        "own kept, interceptors both dealt, patrol own dealt, convoys own kept, ledger all, noted own kept, sailed "
        "none kept, relieved own kept, unload_first own kept, offensive none kept, called none dealt, called_green "
        "none dealt, early_green none kept, taken none kept, markers all, ev_declared none kept, cobweb own kept, "
        "agent own kept, betrayed all, returning own dealt, return_shown own kept, hurt none kept, overdue own kept, "
        "known none kept, replaced none dealt, upgraded none dealt, discharged none kept, admitted none dealt, "
        "chariots all"
    ),
    roster.Unit: (
        "kind both/none/own dealt, strength none/own dealt, place none/own dealt, crippled none/own dealt, dead "
        "none/own dealt, damaged none/own dealt, laden none/own dealt, green none/own dealt, due none/own dealt, "
        "inoperative none/own dealt, emergency none/own dealt, afloat none/own dealt"
    ),
    roster.Away: ("unit both/own dealt, why own dealt, back own dealt, operation own dealt"),
    roster.Boxes: ("unloading own dealt, down own dealt, up own dealt"),
    roster.Played: (
        "key all, allied all, axis all, initiative all, operation all, points all, arrived all, unloaded all"
    ),
    roster.Upgraded: ("old none dealt, strength none dealt, new none dealt, place none dealt"),
}
"""Each part with who sees it otherwise, of whatever thing: all, both sides, one side (own), or nobody. What is hidden
is `dealt` anew, or `kept` in every world, for a reason that README gives.
"""


def rows() -> Iterator[tuple[type[Struct], str, str, str]]:
    """Each part with who sees it otherwise and what becomes of it in other worlds."""
    for kind, text in ROWS.items():
        for row in text.split(","):
            name, who, *fate = row.split()
            yield kind, name, who, " ".join(fate)


OTHER: dict[str, Any] = {
    "State.options": Options(second_card=True), "State.light": "dec_2", "State.ice_seen": {"0411": IceSeen("clear", 7)},
    "State.instructions": {"allied": Instructions(refuses="never")}, "State.declared": [],
    "State.struck": ["wasp"], "State.soviet_paid": 8,
    "Plan.lands": ("mv",), "Convoy.been": ["0409"], "Convoy.nearest": 4,
    "AirUnit.aircraft": "he_115", "AirUnit.also": ("0607",), "Shadow.target": "qp13",
    "Report.about": 3, "Report.large": True, "Report.warships": 3, "Report.heavy": 1, "Report.carrier": True,
    "Report.ships": 9, "Report.level": 2, "Report.strengths": (state.Strength("capital", 1, 4),),
    "Report.names": (state.Named("mv", 1),), "Chit.forces": ["tirpitz"],
    "Sky.dispersing": ["qp13"], "Sky.stopped": [], "Phase.orders": (Stay("tirpitz"),),
    "Phase.attacks": (Attack("pack_two", "0410", 1),), "Phase.stirred": [], "roster.Unit.kind": "koln",
    "battle.Unit.screens": ("b1",), "Roster.markers": {"e5": Expected("light_drift", certain=True)},
    "Roster.known": ["murmansk"], "Roster.noted": [],
    "Roster.convoys": 3, "Away.unit": roster.Unit("tirpitz", 1, "kiel"), "Force.level": 1,
}  # fmt: skip
"""Values that a game can have, where those of `_otherwise` would be none."""


def _otherwise(kind: type[Struct], name: str, value: Any) -> Any:
    """Another value of a part."""
    key = f"{_called(kind)}.{name}"
    if key in OTHER:
        return OTHER[key]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if name == "to":
        return "axis" if value == "allied" else "allied"
    if isinstance(value, str):
        return "other"
    return type(value)() if isinstance(value, list | tuple | dict) else None


def _called(kind: type[Struct]) -> str:
    """Units are those of a battle, and those of the order of battle."""
    return f"{kind.__module__.rpartition('.')[2]}.Unit" if kind.__name__ == "Unit" else kind.__name__


@cache
def _laid_out(position: str) -> tuple[state.State, dict[str, bytes]]:
    board = LAID_OUT[position]()
    return board.state, {seat: encode(view(board, seat)) for seat in SEATS}


def _seen(kind: type[Struct], name: str) -> set[str]:
    """Who sees the part otherwise, of whatever thing of the kind it is: all, both sides, one side, or nobody."""
    found = set()
    for position in LAID_OUT:
        here, views = _laid_out(position)
        for path, thing in _some(here, kind):
            value = _otherwise(kind, name, getattr(thing, name))
            if value != getattr(thing, name):
                there = Board(otherwise(here, (*path, name), value), BOX)
                found.add(_who({seat for seat in SEATS if encode(view(there, seat)) != views[seat]}))
    return found


def _who(seeing: set[str]) -> str:
    words = {frozenset(SEATS): "all", frozenset(SEATS[:2]): "both", frozenset({"allied"}): "own",
             frozenset({"axis"}): "own", frozenset[str](): "none"}  # fmt: skip
    return words.get(frozenset(seeing), f"{sorted(seeing)}")


def _some(here: state.State, kind: type[Struct]) -> list[tuple[Way, Any]]:
    """The things of a kind, of many the first and last; no force that is named by what follows it or holds a radius."""
    named = {*here.declared, *(one.target for one in here.shadows)}
    found = [(path, thing) for path, thing in places(here, kind) if getattr(thing, "id", "") not in named]
    return found if len(found) <= 12 else [*found[:4], *found[-8:]]


@cache
def _dealt() -> frozenset[tuple[type[Struct], str]]:
    """The parts that differ somewhere when what a side does not know is dealt anew."""
    found: set[tuple[type[Struct], str]] = set()
    for position in LAID_OUT:
        here, _ = _laid_out(position)
        worlds = [redeal(BOX, here, seat, Random(seed).randrange) for seat in SEATS[:2] for seed in range(WORLDS)]
        for kind in ROWS:
            there = [dict(places(world, kind)) for world in (here, *worlds)]
            for name in kind.__struct_fields__:
                values = [{path: getattr(thing, name) for path, thing in one.items()} for one in there]
                if any(one != values[0] for one in values[1:]):
                    found.add((kind, name))
    return frozenset(found)


@pytest.mark.parametrize("module", [battle, counters, fuel, roster, state])
def test_every_part_of_a_game_stands_in_a_row(module: Any) -> None:
    """A new field without a row fails here; what is derived, or lies open at the end alone, has none."""
    here = {kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__}
    kinds = {kind for kind in here if issubclass(kind, Struct)} - {
        state.Strength, state.Named, state.Chapter, counters.Squadron
    }  # fmt: skip
    assert kinds <= ROWS.keys()
    for kind in kinds:
        missing = PARTS | ELSEWHERE if kind is state.State else set()
        assert {name for of, name, *_ in rows() if of is kind} == {*kind.__struct_fields__} - missing


@pytest.mark.parametrize("kind", ROWS, ids=_called)
def test_who_sees_it(kind: type[Struct]) -> None:
    said = {name: set(who.split("/")) for of, name, who, _ in rows() if of is kind}
    assert {name: _seen(kind, name) for name in said} == said


@pytest.mark.parametrize("kind", ROWS, ids=_called)
def test_what_is_hidden_is_dealt_anew_or_it_is_said_why_not(kind: type[Struct]) -> None:
    own = [(name, who, fate) for of, name, who, fate in rows() if of is kind]
    assert {name for of, name in _dealt() if of is kind} - PARTS == {name for name, _, fate in own if fate == "dealt"}
    assert not [name for name, who, fate in own if not fate and not {"own", "none"}.isdisjoint(who.split("/"))]
    kept = [name for name, _, fate in own if fate == "kept"]
    assert not [name for name in kept if not _is_explained(_called(kind), name)]


def _is_explained(kind: str, name: str) -> bool:
    return f"`{kind}.{name}`" in README or f"`{kind}.*`" in README


def test_no_reason_is_left_over() -> None:
    """What README explains is hidden, and dealt anew nowhere."""
    said = README.partition("## What lies hidden")[2].partition("## Readings")[0]
    told = {name for name in re.findall(r"`((?:battle\.)?\w+\.[\w*]+)`", said) if not name.endswith(".py")}
    kept = {f"{_called(kind)}.{name}" for kind, name, _, fate in rows() if fate == "kept"}
    assert not {one for one in told if not one.endswith(".*")} - kept
    assert not {one for one in told if one.endswith(".*") and not any(own.startswith(one[:-1]) for own in kept)}
