"""Positions of The Flight of the Goeben: fitting out, days, a battle and small decisions."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from games.kernel.forms import Form
from games.titles.goeben.rules.battle.contact import contact
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.incidents.enemies import submarine
from tests.titles.goeben.fights import SEA, battle_board
from tests.titles.goeben.laid_out import at_sea
from tests.wordings.asking import first_of_game, first_of_procedure


def _battle() -> Form[Any]:
    """Goeben and Breslau meet a light cruiser and destroyers; the captain is asked before the battle."""
    board = battle_board("gb_lc_1 gb_dd_1", breslau=SEA, doctrine="ask-first")
    return first_of_procedure(contact(board), "engage", dice=[(6,)])


def _speed() -> Form[Any]:
    board = battle_board("gb_lc_1", doctrine="ask-first contact\nbreak-off cl")
    return first_of_procedure(contact(board), "contact", dice=[(6,)])


def _submarine() -> Form[Any]:
    board = at_sea(goeben=SEA, breslau=SEA)
    return first_of_procedure(submarine(board, SEA, "submarine_1"), "evade", dice=[(3,)])


POSITIONS: Mapping[str, Callable[[], Form[Any]]] = {
    "cargo": partial(first_of_game, "goeben", "ottoman_alliance", "stow", "commander"),
    "doctrine": partial(first_of_game, "goeben", "ottoman_alliance", "doctrine", "commander"),
    "day": lambda: plan_form(at_sea(goeben="messina", breslau="messina"), "commander"),
    "port": lambda: plan_form(
        at_sea(goeben="pola+hull=9+coal=1+ammunition=2+cargo=optics,seaplane", breslau="pola+coal=2"), "commander"
    ),
    "battle": _battle,
    "speed": _speed,
    "submarine": _submarine,
}
