"""12.1, 12.2.1 Special situations that reach into later fortnights of a campaign."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.box.turns import Turn, read_turn
from games.titles.pq17.rules.forces.situations import NONE
from games.titles.pq17.rules.search.finding import identified
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.special import ChitShown
from games.titles.pq17.table.fuel import Fuel
from games.titles.pq17.table.roster import Roster
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

COBWEB = "cobweb"
BETRAYED = 2
"""12.1 The ID level of a convoy that Cobweb reports, and how many convoys."""
COBWEB_PORT = "reykjavik"


class Return(Struct, frozen=True, gc=False):
    """12.2.1 When the chit of ships that broke out is shown (None: at once), and their Fuel Warning if they come."""

    shown: Turn | None = None
    warning: Turn | None = None


def returning(box: Box, letter: str) -> Return:
    """12.2.1, 12.2.1b What a chit says of ships that broke out in the fortnight before; its holder knows it at once.
    Raises LookupError for no letter.
    """
    line = box.special.break_out.returning(letter)
    shown = read_turn(line.turn) if line.turn else None
    return Return(shown, read_turn(line.warning) if line.warning else None)


def edge(sea: Sea) -> tuple[str, ...]:
    """12.2.1a The hexes of the western edge on which they may appear: not in pack or doubtful ice."""
    found = (one for one in sea.box.hexes.values() if one.door == "atlantic" and one.is_sea)
    ice = ((one.id, sea.box.ice(sea.operation, one.zone)) for one in found)
    return tuple(sorted(name for name, expected in ice if expected.certain and expected.ice != "solid_pack"))


def comes_back(
    sea: Sea, counters: Sequence[Counter], at: str, dummy_at: str, warning: Turn, names: tuple[str, str]
) -> list[Force]:
    """12.2.1a In the Axis event segment of the turn after its chit was shown the task force and a dummy stand on the
    western edge, unidentified; no dummy where none is left. Raises ValueError with the rule for a hex off the edge or
    in doubtful ice.
    """
    if not {at, dummy_at or at} <= set(edge(sea)):
        raise ValueError("12.2.1a")
    fuel = Fuel(warning.number)
    force = Force(id=names[0], side="axis", kind="task_force", block=0, at=at, counters=list(counters), fuel=fuel)
    new = [force]
    if dummy_at:
        new.append(Force(id=names[1], side="axis", kind="dummy", block=0, at=dummy_at))
    for one in sorted(new, key=lambda block: block.at):  # numbers in an order that tells nothing (1.2b)
        sea.bring(one)
    return new


def recruits(sea: Sea, letter: str, situation: str) -> str:
    """12.1 Once in a campaign the Axis draws Cobweb, who reports from the next fortnight on; drawn again he is nothing.
    What the chit gives.
    """
    roster = sea.state.roster
    if situation != COBWEB or roster is None:
        return situation
    if roster.cobweb >= 0:
        return NONE
    roster.cobweb, roster.agent = roster.fortnight, letter
    return situation


def stays_hidden(sea: Sea, side: Side) -> bool:
    """12.1a The chit of Cobweb is shown with the first convoy that he betrays, and not as an operation ends."""
    chit = sea.state.chits.get(side)
    return sea.state.roster is not None and chit is not None and chit.situation == COBWEB


def relaxes_patrol(roster: Roster) -> bool:
    """12.1, 15.8.1a Cobweb is known to be at work: one convoy was betrayed, and another one will be."""
    return 0 < len(roster.betrayed) < BETRAYED


async def betrayals(sea: Sea) -> None:
    """12.1, 12.1a Cobweb: each of the next two convoys that sail from Reykjavik is put at ID 2 on the turn it sails,
    with the ordinary report; the chit is shown with the first.
    """
    roster = sea.state.roster
    if roster is None or not 0 <= roster.cobweb < roster.fortnight:
        return
    sailing = {one.id for one in sea.operation.convoys if one.port == COBWEB_PORT}
    for force in sea.as_seen([one for one in sea.forces_of("allied") if one.at_sea and one.id in sailing]):
        if force.id not in roster.betrayed and len(roster.betrayed) < BETRAYED:
            roster.betrayed.append(force.id)
            if len(roster.betrayed) == 1:
                sea.emit(ChitShown("axis", roster.agent, COBWEB), to=("*",))
            await identified(sea, force, BETRAYED, "situation", key=f"cobweb.{len(roster.betrayed)}")
