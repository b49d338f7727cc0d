"""11.0 Intelligence: one attempt each day, and its results."""

from collections.abc import Iterable

from games.kernel.events import EVERYBODY
from games.kernel.forms import Choose
from games.kernel.odds import Chances, split_thousandths
from games.kernel.requests import roll
from games.kernel.text import Text
from games.titles.goeben.orders.chances import Attempt
from games.titles.goeben.orders.orders import Intelligence
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.search.revealing import look, looks
from games.titles.goeben.rules.search.seaplane import reconnoitre, seaplane_chances
from games.titles.goeben.state import alert
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Warship
from games.titles.goeben.visibility.notes import Notes, notes_of

CHOICE = Text("Do you look into a place, or jam the enemy's signals?", "敵情を探りますか、通信を妨害しますか？")


async def intelligence(board: Board) -> str | None:
    """11.1, 11.1.1 Make the intelligence attempt of the day, then fly the seaplanes (21.2).

    Return the key of the next step. If several captains order an attempt, only the first captain in the order of
    precedence makes an attempt.
    """
    attempts = [order for order in board.orders() if isinstance(order, Intelligence)]
    for order in attempts[1:]:
        board.emit(told.AttemptForestalled(order.ship), to=(board.ship(order.ship).seat,))
    if attempts and not board.ship(attempts[0].ship).sunk:
        await _try(board, board.ship(attempts[0].ship), attempts[0])
    await reconnoitre(board)
    return "movement"


def attempts_of(board: Board, ships: Iterable[Warship]) -> tuple[Attempt, ...]:
    """11.1, 21.2 Return the chances of each ship's intelligence attempt, and of the flight of each seaplane."""
    found = []
    for ship in ships:
        found.append(Attempt("intelligence", ship.id, _chances(board, ship)))
        if "seaplane" in ship.cargo:
            found.append(Attempt("scout", ship.id, seaplane_chances(board)))
    return tuple(found)


def value_of(board: Board, ship: Warship) -> int:
    """11.1 Return the intelligence value of a ship."""
    return board.box.charts.intelligence.value(ship.leadership, "wireless" in ship.cargo)


def _chances(board: Board, ship: Warship) -> Chances:
    """11.1 Return the chances of a ship's attempt; a result that lets it look or jam counts as looking."""
    chart = board.box.charts.intelligence
    findings = [chart.finding(die, value_of(board, ship)) for die in range(1, 7)]
    looks_, jams = sum(one in ("ir", "ib", "je_ib") for one in findings), sum(one in ("je", "jf") for one in findings)
    raised = findings.count("si")
    counts = (("looks", looks_), ("jams", jams), ("si", raised), ("nothing", 6 - looks_ - jams - raised))
    led = chart.value(ship.leadership, wireless=False)
    more = value_of(board, ship) - led
    modifiers = (("leadership", led, "11.1"), ("wireless", more, "11.1"))
    return Chances("11.1", split_thousandths(counts), tuple(one for one in modifiers if one[1]))


async def _try(board: Board, ship: Warship, order: Intelligence) -> None:
    """11.1 Roll for a ship's attempt, and apply the result."""
    chart = board.box.charts.intelligence
    value = value_of(board, ship)
    (die,) = await roll(6, key=board.occasion("intelligence"), rule="11.1")
    finding = chart.finding(die, value)
    board.day.tried = ship.id
    board.mark_news(board.witnesses(ship.at))
    board.tell_at(ship.at, told.IntelligenceTried(ship.id, value, die, finding))
    if finding == "je_ib":
        finding = "ib" if await chooses_to_look(board, ship.seat, order.prefer) else "je"
    if finding in chart.alert:
        if alert.change(board, chart.alert[finding], finding, to=board.witnesses(ship.at)):
            board.mark_news(EVERYBODY)
    elif finding in ("ir", "ib"):
        await look(board, ship, order.at, chart.shown if finding == "ir" else 0)


async def chooses_to_look(board: Board, seat: str, prefer: str = "") -> bool:
    """11.2 Return True if a seat chooses to look (result IB), False if it chooses to jam (result JE).

    `prefer`: the choice in the orders, "look" or "jam"; "" means that the seat is asked. Intelligence from Berlin also
    uses this function.
    """
    if not looks(notes_of(board, seat)):
        return False
    if not prefer:
        prefer = await roles.consult(board, seat, "choice", "11.2", CHOICE, _choice)
    return prefer == "look"


def _choice(notes: Notes) -> Choose:
    return Choose(options=("look", "jam"), rule="11.2")
