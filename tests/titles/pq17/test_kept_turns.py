"""A few turns, kept, from positions laid out by hand: what the rules made of every answer (`titles/kept_turns.py`).

In `melees.py` everybody has found somebody.
"""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Chit, Phase
from tests.titles.kept_turns import KeptTurns, Position
from tests.titles.loading import load
from tests.titles.pq17 import melees
from tests.titles.pq17.box import BOX
from tests.titles.pq17.hidden import between_operations

PQ17 = load("pq17")


def operation(name: str, **options: bool) -> Callable[[], Board]:
    """An operation that has not begun."""
    return lambda: Board(PQ17.rules.new_game(name, convert(options, PQ17.options.type)), BOX)


def campaign_of(make: Callable[..., Any], **options: bool) -> Callable[[], Board]:
    def laid() -> Board:
        board: Board = make()
        board.state.options = convert(options, PQ17.options.type)
        return board

    return laid


def _chits() -> dict[str, Position]:
    """Each situation in a hand that can use it."""
    none = Chit("p", "none")
    hands = {
        "raids": (Chit("c", "fleet_air_strike"), Chit("g", "port_raid")),
        "bombing": (Chit("a", "bombing_order", target="narvik", turn=12), Chit("f", "minelaying", target=melees.EAST)),
        "gearbox": (Chit("f", "gearbox"), Chit("s", "wunderland")),
        "title": (Chit("o", "title", target="trondheim", turn=12), Chit("u", "sizilien")),
        "archery": (Chit("m", "archery", target="1310", turn=12, forces=["raider"]), Chit("n", "no_restrictions")),
        "reinforced": (Chit("k", "reinforcements"), Chit("l", "reinforcements")),
        "betrayed": (none, Chit("d", "cobweb")),
        "breaking_out": (none, Chit("e", "break_out", forces=["scheer"])),
        "running": (none, Chit("i", "axis_convoy")),
        "offensive": (Chit("e", "ground_offensive"), Chit("m", "ground_offensive")),
    }
    moves = {
        "gearbox": {"kept": "barentsburg", "raider": "barentsburg", "lutzow": "kara_sea"},
        "title": {"tirpitz": "trondheim", "hipper": "0214"},
        "archery": {"raider": "1310"},
        "breaking_out": {"lutzow": "atlantic", "tirpitz": "0303"},
        "bombing": {"sweep": melees.EAST},
        "running": {"eugen": "tromso"},
    }
    found: dict[str, Position] = {}
    for number, (name, both) in enumerate(hands.items()):
        meets = partial(melees.chits, *both, moves.get(name))
        found[name] = partial(melees.chits, *both), "axis_phase" if number % 2 else "allied_phase", 6
        found[f"{name}_met"] = partial(_under_way, meets), "movement", 3
        found[f"{name}_settled"] = meets, "situations", 2
        found[f"{name}_over"] = partial(_ending, meets), "victory", 2
    return found


def _under_way(make: Callable[[], Board]) -> Board:
    """The axis moves."""
    board = make()
    board.state.phase = Phase("axis")
    return board


def _ending(make: Callable[[], Board]) -> Board:
    """The operation is over."""
    board = make()
    board.state.turn = 60
    return board


POSITIONS: dict[str, Position] = {
    **{f"{kind}_{side}": (partial(melees.weathered, kind), f"{side}_phase", 6)
       for kind in ("fair", "reduced", "fog", "storm", "gale") for side in ("axis", "allied")},
    "night_axis": (partial(melees.melee, light="dec_2"), "axis_phase", 6),
    "night_allied": (partial(melees.weathered, "reduced", light="dec_2"), "allied_phase", 6),
    "optional_axis": (partial(melees.melee, options=melees.ALL), "axis_phase", 6),
    "optional_allied": (partial(melees.melee, options=melees.ALL, light="dec_2"), "allied_phase", 6),
    **{f"declared_{kind}_{side}{'_night' * (light != 'jul_1')}":
       (partial(melees.declared, side, kind, light=light), "air_combat", 8)
       for kind in ("fair", "reduced", "storm") for side in SIDES for light in ("jul_1", "dec_2")},
    **{f"declared_optional_{side}": (partial(melees.declared, side, "reduced", light="dec_2", options=melees.ALL),
                                     "air_combat", 8) for side in SIDES},
    **{f"ordered_{side}{number}": (partial(melees.ordered, side, *orders, options=options), "photo", 5)
       for side, orders in (("allied", melees.ALLIED), ("axis", melees.AXIS))
       for number, options in (("", Options()), ("_optional", melees.ALL))},
    "raiding": (partial(melees.ordered, "allied", Raid("narvik", ("albacore_victorious",))), "air_combat", 4),
    "raiding_field": (partial(melees.ordered, "allied", Raid("bardufoss", ("albacore_victorious",))), "air_combat", 4),
    "by_instruction": (partial(melees.melee, instructions={}), "axis_phase", 6),
    **_chits(),
    **{name: (operation(name), "options", 5) for name in ("pq6", "pq8", "pq12", "pq17", "jw51b", "qp14", "jw55b")},
    "bought": (operation("jw51b", historical_forces=True, variable_start=True), "options", 6),
    "between": (campaign_of(between_operations), "fortnight", 8),
    "between_green": (campaign_of(between_operations, green_crews=True, sailing_home=True), "fortnight", 8),
    "composed": (lambda: Board(melees.composed(), BOX), "allied_phase", 4),
    **{f"spent_{number}": (partial(melees.spent, number), "turn_end", 5) for number in range(0, 20, 6)},
    **{f"spent_green_{number}": (partial(melees.spent, number, green_crews=True, sailing_home=True), "turn_end", 5)
       for number in range(1, 20, 6)},
    **{f"event_{number}": (partial(melees.weathered, ("fair", "reduced", "storm")[number % 3]),
                           "axis_phase" if number % 2 else "allied_phase", 2) for number in range(8)},
}  # fmt: skip
KEPT = KeptTurns(PQ17, Path(__file__).parent / "turns", POSITIONS, bot="admiral")

if os.environ.get("WRITE_PLAYTHROUGHS"):
    KEPT.write()


@pytest.mark.parametrize("name", KEPT.names)
def test_kept_turns_are_what_they_were(name: str) -> None:
    KEPT.check(name)


def test_turns_of_every_position_are_kept() -> None:
    KEPT.check_positions()
