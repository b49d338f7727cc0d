"""Positions of PQ-17: before an operation, orders at sea and in the air, strikes, and a battle."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from games.kernel.forms import Form
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.search.strikes import strikes_form
from games.titles.pq17.state.state import Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.forms_laid_out import AIR, BATTLE
from tests.titles.pq17.strikes import NEAR, OPEN, air, bombers, facing
from tests.wordings.asking import first_of_game

NARVIK = BOX.ports["narvik"].hex


def _axis() -> Form[Any]:
    """Two packs and a task force of the Axis at sea, Scheer in Narvik, bombers and scouts in Norway."""
    board = arctic(
        force("pack_1", "axis", "wolfpack", "0715", "ss_german 3"),
        force("pack_2", "axis", "wolfpack", "0614", "ss_german 2"),
        force("tirpitz_group", "axis", "task_force", "0714", "tirpitz", "dd_36a 3"),
        force("scheer", "axis", "task_force", NARVIK, "admiral_scheer", port="narvik"),
    )
    board.state.command = {"gruppe_nord": Points(10)}
    board.state.air = [air("ju_88", "ju_88_1", "banak"), air("he_115", "he_115_1", "tromso", 1)]
    return PhaseForm(
        forces=("pack_1", "pack_2", "tirpitz_group", "scheer"),
        moves=moves_part(board, "axis"),
        missions=missions_part(board, "axis"),
    )


def _air() -> Form[Any]:
    """Bombers and a flying boat of the Axis in Norway, a convoy off Tromso."""
    board = bombers(force("pq", "allied", "convoy", NEAR, "mv 5"), air("ju_88", "ju_88_1", "banak"), level=1)
    board.state.air[0].mission = ""
    board.state.air.append(air("he_115", "he_115_1", "tromso", 1))
    return PhaseForm(missions=missions_part(board, "axis"))


def _strikes() -> Form[Any]:
    """The Axis has found a convoy: a pack beside it, bombers in reach."""
    board = facing(
        force("pq", "allied", "convoy", OPEN, "mv 5"), force("pack_1", "axis", "wolfpack", OPEN, "ss_german 3")
    )
    board.phase.found.append("pq")
    return strikes_form(board, "axis")


POSITIONS: Mapping[str, Callable[[], Form[Any]]] = {
    "axis": _axis,
    "air": _air,
    "strikes": _strikes,
    "allied": partial(first_of_game, "pq17", "pq12", "orders", "allied"),
    "axis set-up": partial(first_of_game, "pq17", "pq12", "set_up", "axis"),
    "allied plans": partial(first_of_game, "pq17", "pq12", "plans", "allied"),
    "dummies": partial(first_of_game, "pq17", "pq12", "dummies", "allied"),
    "air strike": lambda: AIR,
    "battle": lambda: BATTLE,
    "bid": partial(first_of_game, "pq17", "campaign_march", "bid", "allied"),
    "calling": partial(first_of_game, "pq17", "campaign_march", "preparations", "allied"),
    "escorts": partial(first_of_game, "pq17", "campaign_march", "convoys", "allied"),
}
