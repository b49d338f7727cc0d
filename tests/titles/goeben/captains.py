"""Positions of captains who are apart."""

from games.kernel.random_source import random_source
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import State
from games.titles.goeben.visibility.elsewhere import vary
from games.titles.goeben.visibility.knowledge import take_notes
from games.titles.goeben.visibility.redeal import redeal
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea


def two_captains(goeben: str = "malta_pz", breslau: str = "messina") -> Board:
    """Two captains, Goeben off Malta and Breslau at Messina unless said otherwise, with their notes taken."""
    board = at_sea(
        "captains", lying={"malta_pz": "gb_bc_1+up gb_ca_1", "adriatic_pz": "gb_lc_1 gb_dd_1"},
        forts={"malta": "fort_3"}, turn=0, goeben=goeben,
        breslau=breslau,
    )  # fmt: skip
    take_notes(board)
    board.state.turn = 1
    take_notes(board)
    return board


def parted(goeben: str = "malta_pz", breslau: str = "pola", **laid: object) -> Board:
    """Two captains who have parted at Messina after the first day, with their notes."""
    lying = {"malta_pz": "gb_bc_1+up gb_ca_1", "adriatic_pz": "gb_lc_1 gb_dd_1"}
    board = at_sea("captains", lying=lying, forts={"bone": "fort_3"}, turn=0, **laid)  # type: ignore[arg-type]
    board.state.colliers = ["zante"]
    take_notes(board)
    board.state.turn = 2
    board.ship("goeben").at, board.ship("breslau").at = goeben, breslau
    take_notes(board)
    return board


FAR = "zante"
LYING = {"malta_pz": "gb_ca_1", "adriatic_pz": "gb_bc_1 gb_dd_1"}


def apart(breslau: str = FAR, goeben: str = "malta_pz") -> Board:
    """Goeben and Breslau in two spaces on the third day, with two colliers."""
    board = at_sea("captains", goeben=goeben, breslau=breslau, lying=LYING, turn=3)
    board.state.colliers = ["malta_pz", "matapan"]
    return board


def worlds(board: Board, seat: str = "goeben") -> list[State]:
    sources = [random_source(n) for n in range(120)]
    return [vary(BOX, redeal(BOX, board.state, seat, pick), seat, pick) for pick in sources]
