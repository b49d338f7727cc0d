"""3.2 A, 9.1 The weather phase: the dice, and in a gale a card for each convoy at sea (9.2.5a)."""

from msgspec import structs

from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.rules.forces.deck import drawn_cards, shuffle_decks
from games.titles.pq17.rules.weather.gale import is_halted
from games.titles.pq17.rules.weather.weather import prevailing
from games.titles.pq17.table.events.movement import GaleRead
from games.titles.pq17.table.events.operation import TurnBegan
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Sky


async def weather(sea: Sea) -> str:
    """9.1 The weather of the turn, for the whole map. A first gale starts play early (8.3)."""
    state = sea.state
    shuffle_decks(sea)
    forecast = await prevailing(sea.box, sea.operation.calendar_month, state.sky.kind if state.turn > 1 else None)
    local = {coast: (kind, until) for coast, (kind, until) in state.sky.local.items() if until >= state.turn}
    state.sky = Sky(kind=forecast.weather, dispersal=forecast.disperses, local=local)
    sea.tell(TurnBegan(state.turn, sea.is_day, forecast.weather, forecast.dice))
    if state.turn < state.start and forecast.weather == "gale":
        state.start = state.turn
    if state.turn < state.start:
        return "fuel"
    return "start" if state.turn == state.start else "gale"


async def gale(sea: Sea) -> str:
    """9.2.5a In a gale a card for each convoy at sea: a red octagon, and it does not move; a boxed D, and it disperses
    in its movement segment (9.3.2). Its owner alone knows.
    """
    sky = sea.state.sky
    if sky.kind == "gale":
        for force in sea.as_seen(sea.state.forces):
            if force.kind == "convoy" and force.at_sea:
                await _gale_card(sea, force)
        for side in SIDES:
            sea.tell_side(side, GaleRead(side, *_halted(sea, side)))
    return "allied_phase"


def _halted(sea: Sea, side: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    own = [force.id for force in sea.forces_of(side)]
    sky = sea.state.sky
    return tuple(name for name in own if name in sky.stopped), tuple(name for name in own if name in sky.dispersing)


async def _gale_card(sea: Sea, force: Force) -> None:
    cards = await drawn_cards(sea, force.side, 1, key=f"gale.{sea.called(force)}", rule="9.2.5a")
    sky = sea.state.sky
    stopped = [*sky.stopped, force.id] if is_halted(cards) else sky.stopped
    dispersing = [*sky.dispersing, force.id] if cards[0].disperses and force.side == "allied" else sky.dispersing
    sea.state.sky = structs.replace(sky, stopped=stopped, dispersing=dispersing)
