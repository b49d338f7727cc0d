"""3.2a The orders of a phase, in one form."""

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.orders.doctrine import instructed
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.forces.formations import formations_part, take_up
from games.titles.pq17.rules.movement.orders import moves_part, take_note
from games.titles.pq17.rules.special.parts import specials_part
from games.titles.pq17.table.sea import Sea


async def orders(sea: Sea) -> str:
    """The phasing side orders everything at once; each segment carries out what is its own."""
    side = sea.phase.side
    take_note(sea, side)
    form = PhaseForm(
        forces=tuple(force.id for force in sea.as_seen(sea.forces_of(side))),
        moves=moves_part(sea, side),
        missions=missions_part(sea, side),
        specials=specials_part(sea, side),
        formations=formations_part(sea, side),
    )
    question = Ask(
        key="orders",
        kind="orders",
        seat=side,
        rule="3.2",
        prompt=Text("Your orders for this phase. Without any, all carry on.", "このフェーズの命令。なければ計画続行。"),
        form=form,
    )
    sea.phase.orders = await ask(question)
    take_up(sea)
    sea.state.instructions[side] = instructed(sea.state.instructed(side), sea.phase.orders)
    return "photo"
