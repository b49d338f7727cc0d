"""10.6, 10.9, 11.0 Set-up: ships in their places, and the secret choice of mines and flagships."""

from games.kernel.requests import Ask, ask_all
from games.kernel.text import Text
from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Battle
from games.titles.battleships.components.box import Box
from games.titles.battleships.components.options import Options, with_proposed
from games.titles.battleships.orders.orders import Flagship, SetUpOrder
from games.titles.battleships.orders.setup import SetUpForm
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.scenario import FlagNamed, MinesLaid, Opened
from games.titles.battleships.state.state import Ship, State


def new_game(box: Box, scenario: str, options: Options) -> State:
    """11.0 Return the state of a new game before the first turn."""
    battle = box.battles[scenario]
    state = State(scenario=scenario, options=with_proposed(options, battle.proposes))
    for side in battle.seats:
        state.ships += _fleet(box, scenario, battle, side, state.options)
    return state


def _fleet(box: Box, scenario: str, battle: Battle, side: str, options: Options) -> list[Ship]:
    ships = []
    for unit in battle.fleet(side):
        counter = box.counter(scenario, unit.counter)
        armed = counter.torpedoes and unit.counter not in battle.no_torpedoes
        again = options.reloads and counter.nation == "jp"
        ships.append(
            Ship(
                id=unit.id,
                counter=unit.counter,
                side=side,
                at=unit.at,
                heading=unit.heading,
                speed=unit.speed,
                hull=battle.lasting_hull.get(unit.id, 0),
                torpedoes=(2 if again else 1) if armed else 0,
                radar=counter.radar_in(battle.date),
                radar_lost=unit.id in battle.radar_lost,
            )
        )
    shore = [one for one in battle.batteries if one.side == side] if options.batteries else []
    return ships + [Ship(id=one.id, counter=one.id, side=side, at=one.at, heading="A") for one in shore]


async def muster(board: Board) -> str:
    """10.6, 10.9 Ask both sides at the same time for mines and flagships. Return the key of the next step."""
    forms = {side: form for side in board.sides if (form := set_up_form(board, side)).cached_templates}
    answers = await ask_all({side: _question(side, form) for side, form in forms.items()})
    board.tell(Opened(board.state.scenario, board.battle.turns, board.battle.first))
    for side, orders in answers.items():
        _carry_out(board, side, orders)
    return "sighting"


def _question(side: str, form: SetUpForm) -> Ask[tuple[SetUpOrder, ...]]:
    return Ask(
        key="set_up",
        kind="set_up",
        seat=side,
        rule="10.9" if form.ships else "10.6",
        prompt=Text("What is settled in secret before the battle?", "戦闘前に秘密裏に決めることがあります。"),
        form=form,
    )


def set_up_form(board: Board, side: str) -> SetUpForm:
    """Return the form of a side's secret choices before the first turn: mines and flagship."""
    ships = tuple(ship.id for ship in board.fleet(side) if board.options.flagship and not board.counter(ship).battery)
    field = board.battle.mines
    if not board.options.mines or field is None or field.side != side:
        return SetUpForm(ships=ships)
    places = (
        f"{column:02}{row:02}"
        for column in range(field.columns[0], field.columns[1] + 1)
        for row in range(field.rows[0], field.rows[1] + 1)
    )
    waters = tuple(at for at in places if hexes.on_map(hexes.hex_of(at)))
    return SetUpForm(ships=ships, waters=waters, mines=field.count)


def _carry_out(board: Board, side: str, orders: tuple[SetUpOrder, ...]) -> None:
    for order in orders:
        if isinstance(order, Flagship):
            board.state.flags[side] = order.ship
            board.emit(FlagNamed(side, order.ship), to=(side,), reduced=FlagNamed(side))
        else:
            laid = tuple(sorted(order.hexes))
            board.state.mines[side] = laid
            board.emit(MinesLaid(side, len(laid), laid), to=(side,), reduced=MinesLaid(side, len(laid)))
