"""10.6, 10.9, 11.0 The ships are placed; mines are laid and flagships named in secret."""

from games.kernel.requests import Ask, all_of
from games.kernel.text import Text
from games.titles.battleships.box import hexes
from games.titles.battleships.box.battles import Battle
from games.titles.battleships.box.components import Box
from games.titles.battleships.box.options import Options, with_proposed
from games.titles.battleships.orders.orders import Flagship, SetUpOrder
from games.titles.battleships.orders.setup import SetUpForm
from games.titles.battleships.table.events.scenario import FlagNamed, MinesLaid, Opened
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Ship, State


def new_game(box: Box, scenario: str, options: Options) -> State:
    """11.0 The battle before its first turn."""
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


async def muster(sea: Sea) -> str:
    """10.6, 10.9 Before the game: mines and flagships, both sides at once."""
    forms = {side: form for side in sea.sides if (form := set_up_form(sea, side)).listed}
    answers = await all_of({side: _question(side, form) for side, form in forms.items()})
    sea.tell(Opened(sea.state.scenario, sea.battle.turns, sea.battle.first))
    for side, orders in answers.items():
        _carry_out(sea, side, orders)
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


def set_up_form(sea: Sea, side: str) -> SetUpForm:
    """What a side settles in secret."""
    ships = tuple(ship.id for ship in sea.fleet(side) if sea.options.flagship and not sea.counter(ship).battery)
    field = sea.battle.mines
    if not sea.options.mines or field is None or field.side != side:
        return SetUpForm(ships=ships)
    places = (
        f"{column:02}{row:02}"
        for column in range(field.columns[0], field.columns[1] + 1)
        for row in range(field.rows[0], field.rows[1] + 1)
    )
    waters = tuple(at for at in places if hexes.on_map(hexes.hex_of(at)))
    return SetUpForm(ships=ships, waters=waters, mines=field.count)


def _carry_out(sea: Sea, side: str, orders: tuple[SetUpOrder, ...]) -> None:
    for order in orders:
        if isinstance(order, Flagship):
            sea.state.flags[side] = order.ship
            sea.emit(FlagNamed(side, order.ship), to=(side,), reduced=FlagNamed(side))
        else:
            laid = tuple(sorted(order.hexes))
            sea.state.mines[side] = laid
            sea.emit(MinesLaid(side, len(laid), laid), to=(side,), reduced=MinesLaid(side, len(laid)))
