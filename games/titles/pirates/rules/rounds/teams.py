"""4.0 Team play: two against two. What partners may do for each other, and how a team is counted.

Partners are never targets (4.2, 4.3): `Sea.opponents` leaves them out. Own effects are for the own fleet (4.4).
"""

from games.kernel.forms import Choose, ChooseSome
from games.kernel.requests import Ask, all_of, ask
from games.kernel.text import Text
from games.titles.pirates.table.events import effects as told
from games.titles.pirates.table.events.rounds import ShipsExchanged
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Fleet, State, Vessel

SHARE_BREAKOUT = Text(
    "Two ships have broken out. Which of them joins your partner's fleet?",
    "2隻が包囲を突破しました。味方の船団に渡す1隻を選んでください。",
)

EXCHANGE_SHIPS = Text(
    "Which of your ships do you hand over to your partner, of those that you carry over or could not?"
    " The partner decides at the same time.",
    "持ち越す艦、または持ち越せなかった艦のうち、味方に渡すものを選んでください。味方も同時に選びます。",
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


Rows = dict[str, tuple[str, ...]]
"""The ships of each seat."""


async def exchange_ships(sea: Sea, kept: Rows) -> None:
    """4.9 Each partner says at the same time what to hand over: ships carried over, or surplus ones (2.4.1).

    What then belongs to nobody goes face up beneath the deck.
    """
    givers = [fleet for fleet in sea.state.fleets if fleet.partner and fleet.ships]
    given = await all_of({fleet.seat: _exchange_question(sea, fleet) for fleet in givers})
    for side in sides(sea.state):
        if any(fleet.seat in given for fleet in side):
            _exchange(sea, side, kept, given)


def _exchange_question(sea: Sea, fleet: Fleet) -> Ask[tuple[str, ...]]:
    ships = tuple(vessel.card for vessel in fleet.ships)
    form = ChooseSome(options=ships, most=min(len(ships), carry_over_limit(sea)), rule="4.9")
    return Ask(
        key="exchange_ships", kind="exchange_ships", seat=fleet.seat, rule="4.9", prompt=EXCHANGE_SHIPS, form=form
    )


def _exchange(sea: Sea, pair: tuple[Fleet, ...], kept: Rows, given: Rows) -> None:
    """Both gifts at once, or none where one of the two would carry more ships than a player may (2.4.1, 6.7)."""
    first, second = pair
    gifts = {fleet.seat: given.get(fleet.seat, ()) for fleet in pair}
    rows = _carried(pair, kept, gifts)
    if max(map(len, rows.values())) > carry_over_limit(sea):
        gifts = {first.seat: (), second.seat: ()}
        rows = _carried(pair, kept, gifts)
    carried = {ship for row in rows.values() for ship in row}
    for fleet in pair:
        sea.state.german.used += [vessel.card for vessel in fleet.ships if vessel.card not in carried]
        fleet.ships = [Vessel(ship) for ship in rows[fleet.seat]]
    sea.tell(ShipsExchanged(first.seat, second.seat, gifts[first.seat], gifts[second.seat]))


def _carried(pair: tuple[Fleet, ...], kept: Rows, gifts: Rows) -> Rows:
    """What each of the two carries over: what it kept and has not given, and what it was given."""
    first, second = pair
    return {
        to.seat: (*(ship for ship in kept.get(to.seat, ()) if ship not in gifts[to.seat]), *gifts[giver.seat])
        for giver, to in ((first, second), (second, first))
    }


def carry_over_limit(sea: Sea) -> int:
    """2.4.1, 6.7 How many ships a player may carry over."""
    hand = sea.box.numbers.hand
    return hand.carry_over_limit_option if sea.state.options.carry_over_three else hand.carry_over_limit


def sides(state: State) -> list[tuple[Fleet, ...]]:
    """4.10 Who wins or loses together: the teams, each in table order, or every fleet for itself."""
    fleets = {fleet.seat: fleet for fleet in state.fleets}
    found: list[tuple[Fleet, ...]] = []
    while fleets:
        first = fleets.pop(next(iter(fleets)))
        found.append((first, fleets.pop(first.partner)) if first.partner else (first,))
    return found
