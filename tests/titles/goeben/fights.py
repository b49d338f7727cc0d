"""Battles from contact to their end, and the orders that stand for them."""

from games.kernel.forms import Form
from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.orders import DoctrineOrder
from games.titles.goeben.rules.battle.aftermath import battle_ends
from games.titles.goeben.rules.battle.bombardment import bombardment
from games.titles.goeben.rules.battle.contact import contact
from games.titles.goeben.rules.battle.gunnery import salvo
from games.titles.goeben.rules.ships import austria
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.events import day as daily
from games.titles.goeben.state.state import Battle, Damage, Foe, Weather
from tests.titles.goeben.box import BOX
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


def fought(
    *foes: Foe, before: int = 0, vp: int = 0, fire: bool = True, breslau: str = "pola", cargo: str = ""
) -> Board:
    """A battle of Goeben's that is over, with the points before it and now."""
    lying = " ".join(f"{foe.id}+up" for foe in foes)
    board = at_sea(goeben=SEA + (f"+cargo={cargo}" if cargo else ""), breslau=breslau, lying={SEA: lying}, vp=vp)
    ships = [ship.id for ship in board.ships_at(SEA)]
    board.state.battle = Battle(SEA, ships=ships, foes=list(foes), fire=fire, vp=before)
    board.day.queue = [SEA]
    return board


def battle_ended(board: Board, dice: Dice = ()) -> Played:
    return play(board, battle_ends(board), dice=dice)


def met(played: Played) -> told.ContactRolled:
    """The only contact."""
    (event,) = played.told(told.ContactRolled)
    return event


def rating(**laid: str) -> told.ContactRolled:
    """Contact with a light cruiser as laid out, the Germans breaking off."""
    foes, at = laid.pop("foes", "gb_lc_1"), laid.pop("at", SEA)
    doctrine = laid.pop("doctrine", "break-off cl")
    return met(fight(battle_board(foes, at=at, doctrine=doctrine, **laid), dice=[(6,)]))  # type: ignore[arg-type]


def salvoes(played: Played) -> list[tuple[str, str]]:
    """Who fired what, in order."""
    return [(event.ship, event.battery) for event in played.told(told.Fired)]


def in_battle(foe: str = "gb_ca_1", goeben: str = "", **damage: int) -> Board:
    """Goeben and an Allied ship in battle."""
    board = at_sea(goeben=SEA + goeben, lying={SEA: f"{foe}+up"})
    board.state.battle = Battle(SEA, ships=["goeben"], foes=[Foe(foe, Damage(**damage))])
    return board


def first_foe(board: Board) -> Foe:
    assert board.state.battle is not None
    return board.state.battle.foes[0]


PORT, BASE = "bone", "bizerte"
FORT = {strength: next(name for name, value in BOX.forts.items() if value == strength) for strength in (1, 2, 3, 4)}


def off(forts: str = FORT[2], *, at: str = PORT, **rest: object) -> Board:
    """Goeben off a port with coastal defences."""
    return battle_board("", at=at, forts={at: forts}, **rest)  # type: ignore[arg-type]


def bombard(board: Board, dice: Dice, says: Says | None = None) -> Played:
    return fight(board, dice=[(6,), *dice], says=says, begin="bombardment")


def consort_gone(board: Board, ship: str) -> str:
    return austria.consort(board, ship).gone


QUIET = "+ammunition=0"


def allied_sea(foes: str, *, goeben: str = QUIET, **rest: object) -> Board:
    """Goeben, with consorts, meets Allied ships."""
    return battle_board(foes, goeben=goeben, options=Options(austro_hungarian=True), **rest)  # type: ignore[arg-type]


def ship_shots(played: Played) -> list[tuple[str, str, int]]:
    return [(event.ship, event.battery, len(event.dice)) for event in played.told(told.Fired)]


def shots(played: Played) -> list[tuple[str, str, str, int]]:
    """Ship, battery, target and dice of all fire."""
    return [(event.ship, event.battery, event.target, len(event.dice)) for event in played.told(told.Fired)]


def german(played: Played) -> list[tuple[str, str, int]]:
    """Battery, target and dice of German fire."""
    return [shot[1:] for shot in shots(played) if shot[0] in BOX.german]


def alerts(played: Played) -> list[str]:
    return [event.why for event in played.told(daily.AlertChanged)]


def battle_form(board: Board, dice: Dice, says: str = "hold goeben") -> BattlePlan:
    """The form of a battle."""
    form: Form[object] = fight(board, dice=dice, says={"engage": says}).question("engage").form
    assert isinstance(form, BattlePlan)
    return form
