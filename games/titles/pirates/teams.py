"""4.0 Team play: two against two. What partners may do for each other, and how a team is counted.

Partners are never targets (4.2, 4.3): `Sea.opponents` leaves them out. Own effects are for the own fleet (4.4).
"""

from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pirates import events as told
from games.titles.pirates.sea import Sea
from games.titles.pirates.state import Fleet, State

SHARE_BREAKOUT = Text(
    "Two ships have broken out. Which of them joins your partner's fleet?",
    "2隻が包囲を突破しました。味方の船団に渡す1隻を選んでください。",
)


def opposite(seats: tuple[str, ...], seat: str) -> str:
    """4.1 Who sits across the table."""
    return seats[(seats.index(seat) + len(seats) // 2) % len(seats)]


def hand_over(sea: Sea, ship: str, to: str) -> None:
    """4.6, 4.7 A German ship changes from one partner's fleet to the other's, markers and all."""
    owner, vessel = sea.owner_of(ship), sea.vessel(ship)
    owner.ships.remove(vessel)
    sea.fleet(to).ships.append(vessel)
    sea.tell(told.Transferred(ship, owner.seat, to))


async def share_breakout(sea: Sea, fleet: Fleet, ships: list[str]) -> None:
    """4.7 Of two ships that broke out one stays, and the other joins the partner; a single one stays."""
    if not fleet.partner or len(ships) < 2:
        return
    form = Choose(options=tuple(ships), fallback=ships[-1], rule="4.7")
    key = sea.occasion("share_breakout")
    given = await ask(
        Ask(key=key, kind="share_breakout", seat=fleet.seat, rule="4.7", prompt=SHARE_BREAKOUT, form=form)
    )
    hand_over(sea, given, fleet.partner)


def sides(state: State) -> list[tuple[Fleet, ...]]:
    """4.10 Who wins or loses together: the teams, each in table order, or every fleet for itself."""
    fleets = {fleet.seat: fleet for fleet in state.fleets}
    found: list[tuple[Fleet, ...]] = []
    while fleets:
        first = fleets.pop(next(iter(fleets)))
        found.append((first, fleets.pop(first.partner)) if first.partner else (first,))
    return found
