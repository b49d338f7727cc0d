"""12.2.1 German ships that broke out into the Atlantic come back in the next fortnight of a campaign, or never."""

from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask
from games.kernel.requests import draw as drawn
from games.kernel.text import Text
from games.titles.pq17.orders.returning import ReturnForm
from games.titles.pq17.rules.forces.composition import dummies_left
from games.titles.pq17.rules.special.fortnights import Return, comes_back, edge, returning
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.special import ChitShown, ReturnDrawn, ShipsReturned
from games.titles.pq17.table.roster import Away
from games.titles.pq17.table.sea import Sea

BROKE_OUT = "break_out"
"""What ships are away for that broke out into the Atlantic, and their situation."""
FORCE, DUMMY = "tf_atlantic", "atlantic_dummy"
"""The owner's words for the task force that comes back, and for the dummy."""
DRAW = Text(
    "Do you draw a chit to bring your ships back from the Atlantic? (no: they are out of the campaign)",
    "大西洋に突破した艦を戻すためのチットを引きますか？（いいえ: キャンペーンから除外）",
)
PLACE = Text("Where do your ships from the Atlantic appear?", "大西洋から戻る艦はどこに現れますか。")


def in_the_atlantic(sea: Sea) -> list[Away]:
    """Who broke out in the fortnight before and may come back."""
    return [one for one in sea.roster.away if one.operation == BROKE_OUT]


async def recall(sea: Sea) -> None:
    """12.2.1, 12.2.1b In the planning phase, behind the chits of situation and fuel, the Axis may draw one more, which
    goes back into the cup; all see whether he does, and he alone what it is. From W on it is shown at once.
    """
    gone = in_the_atlantic(sea)
    if not gone:
        return
    answer = await ask(Ask(
        key="recall", kind="recall", seat="axis", rule="12.2.1", prompt=DRAW,
        form=Choose(options=("yes", "no"), fallback="yes", rule="12.2.1"),
    ))  # fmt: skip
    if answer == "no":
        _give_up(sea)
        return
    (letter,) = await drawn(sea.state.cup, 1, key="recall", rule="12.2.1")
    when = returning(sea.box, letter)
    turn = when.shown.number if when.shown is not None else 0
    sea.tell_of("axis", ReturnDrawn(letter, turn, comes=when.warning is not None), ReturnDrawn())
    sea.roster.returning = letter
    if when.shown is None:
        _show(sea, when)


def show_return(sea: Sea) -> None:
    """12.2.1a In the special situation phase of its turn the chit is shown; with no return on it they are gone."""
    when = _pending(sea)
    if when is not None and when.shown is not None and sea.state.turn >= when.shown.number:
        _show(sea, when)


async def appear(sea: Sea) -> None:
    """12.2.1a In the Axis event segment of a later turn than that of the chit they stand on the edge with a dummy; of a
    chit whose turn lies before play starts the first one.
    """
    when = _pending(sea)
    if when is None or when.shown is None or sea.state.turn <= when.shown.number:
        return
    _show(sea, when)
    if when.warning is None:
        return
    left = dummies_left(sea.box, sea.state.forces, "axis", sea.operation.dummies.axis.limit)
    form = ReturnForm(edge=edge(sea), with_dummy=bool(left))
    orders = await ask(Ask(key="appear", kind="appear", seat="axis", rule="12.2.1a", prompt=PLACE, form=form))
    at, dummy_at = form.chosen(orders)
    counters = [Counter(one.unit.kind, one.unit.strength, one.unit.crippled) for one in in_the_atlantic(sea)]
    comes_back(sea, counters, at, dummy_at, when.warning, (FORCE, DUMMY))
    sea.tell(ShipsReturned(tuple(sorted(hex_ for hex_ in (at, dummy_at) if hex_))))
    sea.roster.away = [one for one in sea.roster.away if one.operation != BROKE_OUT]
    sea.roster.returning = ""


def come_to_port(sea: Sea) -> None:
    """15.8 Who was due and has not appeared when the operation is over, or when none was played, was at sea then. The
    chit is shown, if it was not (12.0a).
    """
    when = _pending(sea)
    if when is None:
        return
    _show(sea, when)
    for one in in_the_atlantic(sea) if when.warning is not None else ():
        sea.roster.away.remove(one)
        one.unit.afloat = True
        sea.roster.units.append(one.unit)
    sea.roster.returning = ""


def _pending(sea: Sea) -> Return | None:
    """What the chit says that was drawn, while ships may still come by it; None in a single operation."""
    roster = sea.state.roster
    return returning(sea.box, roster.returning) if roster is not None and roster.returning else None


def _show(sea: Sea, when: Return) -> None:
    roster = sea.roster
    if not roster.return_shown:
        roster.return_shown = True
        sea.emit(ChitShown("axis", roster.returning, BROKE_OUT), to=("*",))
    if when.warning is None:
        roster.returning = ""
        _give_up(sea)


def _give_up(sea: Sea) -> None:
    """They are out of the game, without points, and no schedule brings them again."""
    for one in in_the_atlantic(sea):
        one.operation, one.why = "", "lost"
