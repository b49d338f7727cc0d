"""5.5, 12.4, 12.9 What a side may order in a phase of convoys and special situations, and carrying it out."""

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.special import Bomb, ShowChit, Specials
from games.titles.pq17.rules.convoy.scattering import may_scatter
from games.titles.pq17.rules.forces.situations import chit_for, uses_no_restrictions
from games.titles.pq17.rules.special.bombing import bomb, may_order_bombing, ports_in_range
from games.titles.pq17.rules.special.carrier_raids import raidable, raiders
from games.titles.pq17.table.events.special import Settled
from games.titles.pq17.table.sea import Sea


def specials_part(sea: Sea, side: Side) -> Specials:
    """What is open to a side, as it knows its own forces and its own chit."""
    chit, aboard = chit_for(sea, side, "no_restrictions"), raiders(sea, side)
    return Specials(
        convoys=tuple(one.id for one in sea.forces_of(side) if may_scatter(sea, one)),
        bombed=ports_in_range(sea) if side == "allied" and may_order_bombing(sea) else (),
        raided=raidable(sea, side) if aboard else (),
        raiders=aboard,
        show="no_restrictions" if chit is not None and not sea.state.lasting.no_restrictions else "",
    )


async def carry_out(sea: Sea) -> None:
    """12.4, 12.9 At the start of the phase: limits are lifted, bombers come and attack."""
    if sea.ordered(ShowChit):
        uses_no_restrictions(sea)
    for order in sea.ordered(Bomb)[:1]:
        if may_order_bombing(sea):
            await bomb(sea, order.port)
    sea.tell(Settled("chits"))
