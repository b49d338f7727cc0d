"""4.0 Team play: two against two. What partners may do for each other, and how a team is counted.

Partners are never targets (4.2, 4.3): `Sea.opponents` leaves them out. Own effects are for the own fleet (4.4).
"""

from games.kernel.forms import Choose, ChooseSome
from games.kernel.requests import Ask, all_of, ask
from games.kernel.text import Text
from games.titles.pirates import events as told
from games.titles.pirates.sea import Sea
from games.titles.pirates.state import Fleet, State

SHARE_BREAKOUT = Text(
    "Two ships have broken out. Which of them joins your partner's fleet?",
    "2隻が包囲を突破しました。味方の船団に渡す1隻を選んでください。",
)

EXCHANGE_SHIPS = Text(
    "Which of the ships that you carry over do you hand over to your partner? The partner decides at the same time.",
    "持ち越す艦のうち、味方に渡すものを選んでください。味方も同時に選びます。",
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


async def exchange_ships(sea: Sea) -> None:
    """4.9 Partners may exchange the ships that they carry over: each says at the same time what to hand over."""
    givers = [fleet for fleet in sea.state.fleets if fleet.partner and fleet.ships]
    given = await all_of({fleet.seat: _exchange_question(fleet) for fleet in givers})
    for side in sides(sea.state):
        if any(fleet.seat in given for fleet in side):
            _exchange(sea, side, given)


def _exchange_question(fleet: Fleet) -> Ask[tuple[str, ...]]:
    ships = tuple(vessel.card for vessel in fleet.ships)
    form = ChooseSome(options=ships, most=len(ships), rule="4.9")
    return Ask(
        key="exchange_ships", kind="exchange_ships", seat=fleet.seat, rule="4.9", prompt=EXCHANGE_SHIPS, form=form
    )


def _exchange(sea: Sea, pair: tuple[Fleet, ...], given: dict[str, tuple[str, ...]]) -> None:
    """Both gifts at once, or none where one of the two would carry more ships than a player may (2.4.1, 6.7)."""
    first, second = pair
    gifts = {fleet.seat: given.get(fleet.seat, ()) for fleet in pair}
    rows = {
        to.seat: [v for v in to.ships if v.card not in gifts[to.seat]]
        + [v for v in giver.ships if v.card in gifts[giver.seat]]
        for giver, to in ((first, second), (second, first))
    }
    if max(map(len, rows.values())) <= carry_over_limit(sea):
        for fleet in pair:
            fleet.ships = rows[fleet.seat]
            fleet.carried = len(fleet.ships)
    else:
        gifts = {first.seat: (), second.seat: ()}
    sea.tell(told.ShipsExchanged(first.seat, second.seat, gifts[first.seat], gifts[second.seat]))


def carry_over_limit(sea: Sea) -> int:
    """2.4.1, 6.7 How many ships a player may carry over."""
    hand = sea.components.numbers.hand
    return hand.carry_over_limit_option if sea.state.options.carry_over_three else hand.carry_over_limit


def sides(state: State) -> list[tuple[Fleet, ...]]:
    """4.10 Who wins or loses together: the teams, each in table order, or every fleet for itself."""
    fleets = {fleet.seat: fleet for fleet in state.fleets}
    found: list[tuple[Fleet, ...]] = []
    while fleets:
        first = fleets.pop(next(iter(fleets)))
        found.append((first, fleets.pop(first.partner)) if first.partner else (first,))
    return found
