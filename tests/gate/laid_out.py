"""Worlds of PQ-17 laid out by hand that differ in a secret alone: what pages and letters are made of is the same.

Chance brings a game to few of the things that a side may hide in a campaign. A page, a letter, a picture and an answer
of the API are made of a seat's view, its own form and the words of both, so these are compared, without a server.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games.kernel.catalogues import WRITTEN
from games.kernel.codec import encode
from games.kernel.forms import Form
from games.kernel.title import Title
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.campaign import preparations, sheets
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.special.parts import specials_part
from games.titles.pq17.state.board import Board
from tests.titles.pq17.box import BOX
from tests.titles.pq17.hidden import LAID_OUT

WORLDS = 5
"""So many other truths of each position, for each who looks on."""


def told_apart(title: Title[Any], wanted: str = "") -> Iterator[str]:
    """What tells the worlds apart, and to whom; of all that is read only what is called so."""
    for position, lay in LAID_OUT.items():
        here = lay().state
        for seat in ("allied", "axis", "public"):
            things = [name for name in _readable(title, here, seat) if wanted in f"{position}, {seat}: {name}"]
            ours = {name: _readable(title, here, seat)[name]() for name in things}
            for number in range(WORLDS if things else 0):
                there = title.secrecy.redeal(here, seat, Random(f"{position} {seat} {number}").randrange)
                theirs = _readable(title, there, seat)
                yield from (f"{position}, {seat}: {name}" for name in things if theirs[name]() != ours[name])


def _readable(title: Title[Any], state: Any, seat: str) -> dict[str, Callable[[], bytes]]:
    """All that is shown to a seat: its view, in words and drawn, and what it could be asked."""
    view = title.secrecy.view(state, seat)
    first, second = WRITTEN
    found: dict[str, Callable[[], bytes]] = {
        "view": lambda: encode(view),
        "text": lambda: (
            title.presentation.text_board(view, first).encode() + title.presentation.text_board(view, second).encode()
        ),
        "headline": lambda: title.presentation.headline(view, first).encode(),
        "picture": lambda: title.presentation.render_board(view, first).svg().encode(),
    }
    return found | _forms(Board(state, BOX), seat)


def _forms(board: Board, seat: str) -> dict[str, Callable[[], bytes]]:
    """What a side could order now: between operations, or in its phase."""
    side: Any = seat
    if seat == "public":
        return {}
    if board.state.roster is not None:
        return {
            "its order of battle": lambda: _written(sheets.administration(board, side)),
            "what it may call": lambda: _written(preparations.form_of(board, side)),
        }
    if board.state.phase is not None or not board.state.command:
        return {}
    return {"its orders": lambda: _written(_orders(board, side))}


def _orders(board: Board, side: Side) -> Form[Any]:
    return PhaseForm(
        forces=tuple(force.id for force in board.as_seen(board.forces_of(side))),
        moves=moves_part(board, side),
        missions=missions_part(board, side),
        specials=specials_part(board, side),
    )


def _written(form: Any) -> bytes:
    """A form as it is sent, with its prices and its example."""
    return encode((form, form.schema(), form.purses(), form.write(form.example())))
