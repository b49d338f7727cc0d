"""A laden convoy of July that is planned for both Soviet ports."""

from games.titles.pq17.components.pieces import ZONES
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force, Plan, Points
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.playing import phase

REYKJAVIK, MURMANSK, ARKHANGELSK = (BOX.ports[port].hex for port in ("reykjavik", "murmansk", "arkhangelsk"))
BOTH_PORTS = ("murmansk", "arkhangelsk")


def convoy_in_july() -> Board:
    """A campaign in the first fortnight of July, without ice, its laden convoy at Reykjavik with 12 merchants."""
    board = campaign()
    board.roster.fortnight = next(place for place, one in enumerate(BOX.campaign.fortnights) if one.key == "jul_1")
    board.state.composed = BOX.campaign.bare(
        BOX.campaign.fortnights[board.roster.fortnight], dict.fromkeys(ZONES, "clear")
    )
    board.state.turn = board.state.start = 1
    board.state.command = {"home_fleet": Points(16), "severny_flot": Points(4), "gruppe_nord": Points(8)}
    convoy = force("pq12", "allied", "convoy", REYKJAVIK, "mv 10", "mo 2", "dd_a_i 2", port="reykjavik")
    assert convoy.convoy is not None
    convoy.convoy.destinations = BOTH_PORTS
    board.place(convoy)
    return board


def before_murmansk(*holding: str, then: str = "arkhangelsk", lands: tuple[str, ...] = ("mv",) * 4 + ("mo",)) -> Board:
    """The convoy in the hex of Murmansk, about to enter."""
    board = convoy_in_july()
    convoy = the_convoy(board)
    board.remove(convoy)
    one = force("pq12", "allied", "convoy", MURMANSK, *(holding or ("mv 10", "mo 2", "dd_a_i 2")))
    assert one.convoy is not None
    one.convoy.destinations, one.convoy.destination, one.convoy.been = BOTH_PORTS, "murmansk", ["0715"]
    one.plan = Plan(1, (), "murmansk", then=then, lands=lands)
    board.place(one)
    board.state.brought = -sum(counter.strength for counter in one.counters)
    return phase(board, "allied")


def the_convoy(board: Board) -> Force:
    return board.force("pq12")
