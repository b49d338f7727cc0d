"""12.2.1 German ships that broke out into the Atlantic: they return in the next fortnight of a campaign, or never."""

from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask
from games.kernel.requests import draw as drawn
from games.kernel.text import Text
from games.titles.pq17.orders.returning import ReturnForm
from games.titles.pq17.rules.forces.composition import dummies_left
from games.titles.pq17.rules.special.fortnights import Return, place_returned, return_of, western_edge
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.special import ChitShown, ReturnDrawn, ShipsReturned
from games.titles.pq17.state.roster import Away

BROKE_OUT = "break_out"
"""The value of `Away.operation` for ships that broke out into the Atlantic, which is also the name of the situation."""
FORCE, DUMMY = "tf_atlantic", "atlantic_dummy"
"""The ids of the task force that returns, and of the dummy that comes with it."""
DRAW = Text(
    "Do you draw a chit to bring your ships back from the Atlantic? (no: they are out of the campaign)",
    "大西洋に突破した艦を戻すためのチットを引きますか？（いいえ：キャンペーンから除外）",
)
PLACE = Text("Where do your ships from the Atlantic appear?", "大西洋から戻る艦はどこに現れますか。")


def in_the_atlantic(board: Board) -> list[Away]:
    """Return the ships that broke out in the last fortnight and may return."""
    return [one for one in board.roster.away if one.operation == BROKE_OUT]


async def draw_return_chit(board: Board) -> None:
    """12.2.1, 12.2.1b Let the Axis draw a third chit in the planning phase, after the chits for situation and fuel.

    The Axis is asked first. If it does not draw, the ships are lost. The chit goes back into the cup. Everybody sees
    that the Axis draws; only the Axis reads the chit. A chit with letter W or later is shown at once.
    """
    gone = in_the_atlantic(board)
    if not gone:
        return
    answer = await ask(Ask(
        key="recall", kind="recall", seat="axis", rule="12.2.1", prompt=DRAW,
        form=Choose(options=("yes", "no"), fallback="yes", rule="12.2.1"),
    ))  # fmt: skip
    if answer == "no":
        _give_up(board)
        return
    (letter,) = await drawn(board.state.cup, 1, key="recall", rule="12.2.1")
    when = return_of(board.box, letter)
    turn = when.shown.number if when.shown is not None else 0
    board.tell_of("axis", ReturnDrawn(letter, turn, comes=when.warning is not None), ReturnDrawn())
    board.roster.returning = letter
    if when.shown is None:
        _show(board, when)


def show_return(board: Board) -> None:
    """12.2.1a Show the return chit in the special situation phase of its turn.

    If its effect is that the ships never return, they are lost.
    """
    when = _pending(board)
    if when is not None and when.shown is not None and board.state.turn >= when.shown.number:
        _show(board, when)


async def place_on_edge(board: Board) -> None:
    """12.2.1a Put the returning ships on the western edge with a dummy, after the turn of the chit.

    They appear in the next Axis event segment or, if no player phase has begun yet, in the first Axis event segment.
    """
    when = _pending(board)
    if when is None or when.shown is None or board.state.turn <= when.shown.number:
        return
    _show(board, when)
    if when.warning is None:
        return
    left = dummies_left(board.box, board.state.forces, "axis", board.operation.dummies.axis.limit)
    form = ReturnForm(edge=western_edge(board), with_dummy=bool(left))
    orders = await ask(Ask(key="appear", kind="appear", seat="axis", rule="12.2.1a", prompt=PLACE, form=form))
    at, dummy_at = form.chosen(orders)
    counters = [Counter(one.unit.kind, one.unit.strength, one.unit.crippled) for one in in_the_atlantic(board)]
    place_returned(board, counters, at, dummy_at, when.warning, (FORCE, DUMMY))
    board.tell(ShipsReturned(tuple(sorted(hex_ for hex_ in (at, dummy_at) if hex_))))
    board.roster.away = [one for one in board.roster.away if one.operation != BROKE_OUT]
    board.roster.returning = ""


def put_in_port(board: Board) -> None:
    """15.8 Put ships that return, but have not appeared on the map, back into the roster when the operation is over.

    The ships count as at sea. The chit is shown, if it was not shown before (12.0a).
    """
    when = _pending(board)
    if when is None:
        return
    _show(board, when)
    for one in in_the_atlantic(board) if when.warning is not None else ():
        board.roster.away.remove(one)
        one.unit.afloat = True
        board.roster.units.append(one.unit)
    board.roster.returning = ""


def _pending(board: Board) -> Return | None:
    """Return the effect of the drawn return chit while ships may still return.

    Return None at other times, and in a single operation.
    """
    roster = board.state.roster
    return return_of(board.box, roster.returning) if roster is not None and roster.returning else None


def _show(board: Board, when: Return) -> None:
    roster = board.roster
    if not roster.return_shown:
        roster.return_shown = True
        board.emit(ChitShown("axis", roster.returning, BROKE_OUT), to=("*",))
    if when.warning is None:
        roster.returning = ""
        _give_up(board)


def _give_up(board: Board) -> None:
    """Remove the ships in the Atlantic from the game, without points; the schedule does not bring them back either."""
    for one in in_the_atlantic(board):
        one.operation, one.why = "", "lost"
