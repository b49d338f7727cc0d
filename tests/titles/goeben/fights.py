"""Battles from contact to their end, and the orders that stand for them."""

from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.orders import DoctrineOrder
from games.titles.goeben.rules.battle.aftermath import battle_ends
from games.titles.goeben.rules.battle.bombardment import bombardment
from games.titles.goeben.rules.battle.contact import contact
from games.titles.goeben.rules.battle.gunnery import salvo
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Weather
from tests.titles.goeben.laid_out import Dice, Played, Says, at_sea, play

SEA = "ionian_c"
"""High seas: nobody is at home there."""
_STEPS = {"contact": contact, "salvo": salvo, "battle_ends": battle_ends, "bombardment": bombardment}


def battle_board(
    foes: str,
    *,
    at: str = SEA,
    goeben: str = "",
    breslau: str = "pola",
    doctrine: str = "targets bc",
    weather: Weather | None = None,
    lying: dict[str, str] | None = None,
    **rest: object,
) -> Board:
    """Goeben meets Allied ships, `gb_ca_1 gb_dd_1`; other ships as in `at_sea`. Her doctrine asks nothing."""
    up = " ".join(f"{foe}+up" for foe in foes.split())
    found = {at: up} | (lying or {})
    board = at_sea(
        goeben=at + goeben, breslau=breslau, lying={k: v for k, v in found.items() if v}, **rest,  # type: ignore[arg-type]
    )  # fmt: skip
    if weather is not None:
        board.day.weather[at] = weather
    for seat in board.state.seats:
        board.state.doctrines[seat] = written(doctrine)
    board.day.queue = [at]
    return board


def written(doctrine: str) -> tuple[DoctrineOrder, ...]:
    """A doctrine from the notation, as its form accepts it."""
    form = DoctrineForm()
    return form.accept(form.parse(doctrine.replace("; ", "\n")))


async def _through(board: Board, step: str) -> str | None:
    """Every step of one battle; the step that follows it."""
    following = await _STEPS[step](board)
    while following in ("salvo", "battle_ends"):
        following = await _STEPS[following](board)
    return following


def fight(
    board: Board, *, dice: Dice = (), draws: Dice = (), says: Says | None = None, begin: str = "contact"
) -> Played:
    """The battle in the space at the head of the queue, or the bombardment."""
    return play(board, _through(board, begin), dice=dice, draws=draws, says=says)


def misses(count: int) -> tuple[int, ...]:
    """Dice that hit nothing."""
    return (1,) * count
