"""Forces that sail: what bars their ways, and what is said of a way."""

from collections.abc import Iterable
from typing import Any

from games.orders.order_set import Order
from games.titles.pq17.components.pieces import Side, WeatherKind
from games.titles.pq17.components.turns import read_turn
from games.titles.pq17.orders.cautions import Caution
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.prospects import Prospects
from games.titles.pq17.orders.waters import Waters, encode_hexes
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.movement.paths import Sailing
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Convoy, Force, Kind, Phase, Report
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.procedures import Run

AM, PM = read_turn("5 am"), read_turn("5 pm")
WAY = ("0409", "0410", "0411", "0412")
SEA = {"sea": Waters(encode_hexes(frozenset(f"{row:02}{place:02}" for row in range(3, 7) for place in range(1, 13))))}
PORTS = {port.id: port.hex for port in BOX.ports.values()}


def sailing(
    key: str = "pq17", weather: WeatherKind = "fair", opened: Iterable[str] = (), friends: Iterable[str] = ()
) -> Sailing:
    return Sailing(
        operation=BOX.operations[key], turn=AM, weather=weather, opened=frozenset(opened), friends=frozenset(friends)
    )


def one_task_force(at: str, *words: str, side: str = "axis", **fields: object) -> Force:
    return force("t", "axis" if side == "axis" else "allied", "task_force", at, *words, **fields)


def bound_convoy(at: str, destination: str = "murmansk", been: Iterable[str] = (), nearest: int | None = None) -> Force:
    voyage = Convoy(laden=True, destination=destination, been=list(been), nearest=nearest)
    return force("c", "allied", "convoy", at, "mv 31", convoy=voyage)


def report_to_axis(**fields: Any) -> Report:
    return Report(**{"to": "axis", "turn": 9, "source": "search", "at": "0508", **fields})


def risks(board: Board, *orders: dict[str, object]) -> list[str]:
    """The warnings about a draft of the Allies."""
    lines = PhaseForm(moves=moves_part(board, "allied")).preview([*orders]).lines
    return [line.text.en.split(":")[0] for line in lines if line.tone == "risk"]


def tapped(board: Board, side: Side, value: str, force: str) -> list[object]:
    """What a tap by a force makes of no orders, the legal ones."""
    form = PhaseForm(forces=(force,), moves=moves_part(board, side))
    return [offer.answer[0] for offer in form.suggested_edits([], value, (force,)) if not offer.problems]


def way_lines(order: dict[str, Any], *cautions: Caution, **fields: Any) -> list[tuple[str, str]]:
    """The lines about a way: their tone, and their words up to the first comma or colon."""
    kind, hexes = fields.pop("kind", "task_force"), fields.pop("hexes", 2)
    one = Mover("a", kind, "0401", hexes, paces=("slow", "cruise", "high"), to=("narvik",), **fields)
    part = Moves(movers=(one,), waters=SEA, ports={"narvik": "0404"}, points={"home_fleet": 3}, cautions=cautions,
                 prospects=Prospects(turn=3))  # fmt: skip
    lines = PhaseForm(moves=part).preview([order]).lines
    return [(line.tone, line.text.en) for line in lines if line.pointer.startswith("/0")]


def carried_out(board: Board, step: Any, side: Side, *orders: Order, draws: Any = ()) -> None:
    """A segment of a side, played as ordered."""
    board.state.phase = Phase(side=side, orders=orders)
    Run().carry_out(step(board), board.state, dice=(), draws=draws, says=None)


def named_task_force(name: str, side: Side, at: str, *holding: str, **more: Any) -> Force:
    return force(name, side, "task_force", at, *holding, **more)


def afloat(*words: str, at: str = "0409", side: Side = "allied", kind: Kind = "task_force", **fields: object) -> Force:
    return force("t", side, kind, at, *words, **fields)


def sailing_from(key: str = "pq17", **fields: Any) -> Sailing:
    return Sailing(**{"operation": BOX.operations[key], "turn": AM, "weather": "fair", **fields})
