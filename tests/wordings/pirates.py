"""Positions of Pirates: a turn's plan, reactions, the choices behind an attack, and plans for what may happen."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from games.kernel.forms import Form
from tests.titles.pirates.laid_out import lay_out, side
from tests.titles.pirates.scenes import hunt, navy
from tests.wordings.asking import first_of_game

HAND = "reflag searchlight breakout damage_control good_hunting submarines_u lay_mines collier"


def _turn() -> Form[Any]:
    red = side("mowe meteor kronprinz_wilhelm", merchants="otaki", hand=HAND)
    black = side("cormoran dresden", merchants="clan_mactavish floride william_p_frye", hand="qqq")
    return lay_out(red=red, black=black).question("red").form


def _reveal() -> Form[Any]:
    """Which of two cards on ships is revealed next."""
    red = side("mowe meteor kronprinz_wilhelm", merchants="otaki", hand=HAND)
    black = side("cormoran dresden", merchants="clan_mactavish floride william_p_frye", hand="qqq")
    plan = (
        "intercept breakout ship=meteor targets=clan_mactavish",
        "intercept reflag ship=mowe targets=floride",
    )
    return lay_out(red=red, black=black).says("red", *plan).question("red").form


def _sunk() -> Form[Any]:
    """What black answers to a sinking while another card of the turn is to come."""
    game = lay_out(
        red=side("leopard meteor", hand="collier lay_mines"), black=side(merchants="lovat maria", hand="recalled qqq")
    )
    orders = ("intercept collier ship=leopard targets=lovat", "mines lay_mines ship=meteor against=black")
    game.says("red", *orders, "as-planned").says("black", "pass", dice=[(10, 1, 1, 4)])
    return game.question("black").form


POSITIONS: Mapping[str, Callable[[], Form[Any]]] = {
    "turn": _turn,
    "reveal": _reveal,
    "reaction": lambda: hunt(hand="qqq amc break_contact fast_ship trap").question("black").form,
    "navy": lambda: navy("leopard+identified", hand="pull_the_plug reflag break_contact").question("black").form,
    "aftermath": _sunk,
    "reactions": partial(first_of_game, "pirates", "four_players", "reactions", "black", {"tempo": "sealed"}),
}
