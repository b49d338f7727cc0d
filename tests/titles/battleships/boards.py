"""Boards with everything on them, for the tests of words and pictures."""

from collections.abc import Iterator
from typing import Any, get_args

from games.kernel.events import Event
from games.titles.battleships.components.options import Options
from games.titles.battleships.presentation import Presentation
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events import AnyEvent
from games.titles.battleships.state.events.gunnery import Modifier
from games.titles.battleships.state.state import Light, Loss, Marker, Record, Shot, Strike, Track
from tests.titles.battleships.box import BOX

WORDS = Presentation(BOX)


def quiet(scenario: str = "denmark_strait") -> Board:
    """Before the first turn, all where the set-up puts it."""
    return Board(new_game(BOX, scenario, Options()), BOX)


def marked(scenario: str = "denmark_strait") -> Board:
    """Targets are chosen, and nobody has fired yet."""
    board = quiet(scenario)
    board.state.turn, board.state.sight = 1, 15
    first, second = (board.fleet(side)[0] for side in board.sides)
    board.state.markers = [
        Marker(first.id, second.id, "main", "plain", 10),
        Marker(second.id, first.id, "main", "radar", 10),
    ]
    return board


def crowded(scenario: str = "force_z") -> Board:
    """A night on which much has happened: fire, a ship sunk, torpedoes, star shells, mines, repairs and damage."""
    board = quiet(scenario)
    state = board.state
    state.turn, state.sight, state.flags = 3, 7, {"japanese": "kongo", "british": "repulse"}
    kongo, repulse, prince = board.ship("kongo"), board.ship("repulse"), board.ship("prince_of_wales")
    lost, haruna = board.ship("gb_dd"), board.ship("haruna")
    kongo.weapons, kongo.hull, kongo.mended, kongo.burning = 1, 2, 4, 3
    prince.weapons, prince.jammed, prince.radar_lost = 2, 3, True
    lost.fate, haruna.at, haruna.heading, haruna.speed = "sunk", kongo.at, kongo.heading, kongo.speed
    state.lights = [Light("atago", repulse.at)]
    state.mines = {"japanese": ("3015",), "british": ("3117",)}
    state.record = _record(board)
    return board


def _record(board: Board) -> Record:
    kongo, repulse, prince, lost = (board.ship(name) for name in ("kongo", "repulse", "prince_of_wales", "gb_dd"))
    return Record(
        turn=3,
        shots=[
            Shot("kongo", "repulse", "main", kongo.at, repulse.at, 12, 16, "1:1", "1W"),
            Shot("repulse", "kongo", "main", repulse.at, kongo.at, 12, 2, "", "-"),
            Shot("prince_of_wales", "takao", "secondary", prince.at, board.ship("takao").at, 7, 0, "1:1", "1S"),
        ],
        tracks=[
            Track("suzuya", "prince_of_wales", "2413", ("2513", "2613"), "prince_of_wales", "2W"),
            Track("kumano", "repulse", "2512", ("2612", "2713"), "", "-"),
        ],
        mines=[Strike("takao", "3416", "1W")],
        ways={"kongo": ("3711", "3710", kongo.at), "suzuya": ("2405", "2406")},
        lost=[Loss("gb_dd", "sunk", lost.at)],
        mended={"kongo": (1, 0)},
    )


VALUES: dict[str, Any] = {
    "ship": "kongo", "ships": ("kongo", "haruna"), "at": "2512", "side": "japanese", "first": "british",
    "inferior": "japanese", "scenario": "force_z", "firer": "kongo", "target": "repulse", "friend": "haruna",
    "against": "repulse", "guns": "secondary", "sight": "radar", "place": "henderson_field", "result": "1W1S",
    "odds": "2:1", "dice": (3, 4), "combat": (5, 6), "modifiers": (Modifier("under_fire", -2), Modifier("burning", 1)),
    "hit": "rudder", "way": ("2512", "2513"), "origin": "2511", "heading": "B", "edge": "north", "kind": "guns",
    "hexes": ("2512", "2611"), "winner": "japanese", "reason": "points", "sixths": {"japanese": 110, "british": 9},
    "chits": ("3", "7"),
}  # fmt: skip
"""What stands in the fields of a sample."""
NUMBERS = {"int": 3, "bool": True}


def samples() -> Iterator[Event]:
    """An event of every kind."""
    for kind in get_args(AnyEvent):
        fields = {}
        for name in kind.__struct_fields__:
            hint = kind.__annotations__[name]
            fields[name] = VALUES[name] if name in VALUES else NUMBERS.get(getattr(hint, "__name__", str(hint)), 3)
        yield kind(**fields)
