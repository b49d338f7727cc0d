"""15.0a Redeal the hidden part of a side's order of battle.

Hidden are: the place of each unit, the units in dock, the stocks of Command Points, the losses of printed fighters, and
the emergency forces called. `visibility.cargo` redeals the box of each merchant in the Soviet ports.
`visibility.replacements` redeals which units took replacements, were upgraded or were admitted.

Public are the schedule, the bids and the score. Losses that both sides know show how many submarines are damaged
(15.5.2). Aircraft of land bases are public in operations (1.5a), and no two carriers share a kind of aircraft.
"""

from collections.abc import Callable, Iterator

from games.kernel.forms import RandomSource
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.roster import NATIONS, Roster, Unit
from games.titles.pq17.state.state import State
from games.titles.pq17.visibility.campaign import is_ev_secret
from games.titles.pq17.visibility.cargo import restow
from games.titles.pq17.visibility.replacements import deal_admitted, deal_replacements, deal_upgrades

OF_ITS_OWN = ("tirpitz", "prinz_eugen")
"""15.5, 15.5.1a Ships that special rules repair, so that no other ship can take their place in a redeal."""
HALVES = 2
"""4.3.2 The half Command Points in a Command Point."""
MENDING = ("repair", "ice_or_weather")
"""15.5 The reasons (`Away.why`) for which ships are away and after which the enemy does not see their return."""


def deal_order_of_battle(box: Box, world: State, side: Side, pick: RandomSource) -> None:
    """Redeal the facts about a side's order of battle that its enemy does not know.

    `world` is the copy of the state that changes. Outside a campaign, nothing changes.
    """
    roster = world.roster
    if roster is None:
        return
    ships = list(_ships(box, roster, side))
    _exchange(ships, lambda one, other: _stands_for(box, one, other), lambda *pair: _rename(roster, *pair), pick)
    berthed = [unit for unit in (*ships, *_flotillas(box, roster, side)) if unit.place in box.ports]
    lying = [unit for unit in berthed if any(unit is one for one in roster.units)]
    _exchange(lying, lambda one, other: _changes_berth(box, one, other), _move, pick)
    _spend(box, roster, side, pick)
    _call_others(roster, side, pick)
    if side == "allied" and is_ev_secret(roster) and pick(2):
        roster.ev = "declared"
    if side == "axis":
        _draw_again(box, roster, pick)
    else:
        restow(box, world, roster, pick)
    deal_upgrades(box, roster, side, pick)
    deal_replacements(box, roster, side, pick)
    deal_admitted(box, roster, side, pick)
    for fighters, lost in list(roster.interceptors.items()):
        field = fighters.rpartition("_")[0]
        if box.airfields[field].side == side:
            # 7.2.3d At least one step, and no more than the weakest of the fighters printed there has.
            most = min(
                (box.aircraft[one.aircraft].strength for one in box.interceptors if one.airfield == field), default=1
            )
            roster.interceptors[fighters] = 1 + _turned(lost - 1, most - 1, pick)


def _flotillas(box: Box, roster: Roster, side: Side) -> Iterator[Unit]:
    """Yield a side's units of light ships whose berth may be exchanged.

    They are in port, afloat, without marks, and without notes from the current operation.
    """
    noted = {one.kind for one in roster.noted}
    for unit in roster.units:
        ship = box.ships.get(unit.kind)
        if ship is None or ship.side != side or ship.type not in ("dd", "tb", "es") or unit.kind in noted:
            continue
        if not (unit.green or unit.due or unit.emergency or unit.afloat or unit.dead):
            yield unit


def _call_others(roster: Roster, side: Side, pick: RandomSource) -> None:
    """15.4.1 Replace the classes of called emergency forces by other classes of the same nation and price, or not."""
    for called in (roster.called.get(side, {}), roster.called_green.get(side, {})):
        for classes in NATIONS.values():
            for ship in [one for one in classes if one in called]:
                chosen = classes[pick(len(classes)) - len(classes) + classes.index(ship)]
                if chosen != ship and chosen not in called:
                    called[chosen] = called.pop(ship)


def _ships(box: Box, roster: Roster, side: Side) -> Iterator[Unit]:
    """Yield a side's named warships in port or under repair, without marks or notes from the current operation."""
    noted = {one.kind for one in roster.noted}
    mended = [one.unit for one in roster.away if one.why in MENDING]
    for unit in (*roster.units, *mended):
        ship = box.ships.get(unit.kind)
        if ship is None or ship.side != side or not ship.is_single or not ship.is_warship:
            continue
        marked = unit.green or unit.due or unit.emergency or unit.afloat or unit.kind in noted
        if not marked and unit.kind not in OF_ITS_OWN:
            yield unit


def _exchange(
    units: list[Unit], fits: Callable[[Unit, Unit], bool], swap: Callable[[Unit, Unit], None], pick: RandomSource
) -> None:
    """Go through the units, and exchange each with a random later unit that fits, or with none, with equal chances.

    `swap`: exchanges two units.
    """
    for place, one in enumerate(units):
        others = [other for other in units[place + 1 :] if fits(one, other)]
        chosen = pick(len(others) + 1)
        if chosen:
            swap(one, others[chosen - 1])


def _stands_for(box: Box, one: Unit, other: Unit) -> bool:
    """15.5.1 Return True if two ships have the same nation, type and strength, and so can be exchanged."""
    ours, theirs = box.ships[one.kind], box.ships[other.kind]
    return (ours.nation, ours.type, ours.strength) == (theirs.nation, theirs.type, theirs.strength)


def _rename(roster: Roster, one: Unit, other: Unit) -> None:
    names = {one.kind: other.kind, other.kind: one.kind}
    one.kind, other.kind = other.kind, one.kind
    roster.patrol = [names.get(ship, ship) for ship in roster.patrol]


def _changes_berth(box: Box, one: Unit, other: Unit) -> bool:
    """15.8 Return True if two units may exchange their ports, because they are of one nation."""
    return box.ships[one.kind].nation == box.ships[other.kind].nation


def _move(one: Unit, other: Unit) -> None:
    one.place, other.place = other.place, one.place


def _draw_again(box: Box, roster: Roster, pick: RandomSource) -> None:
    """12.2.1b Redraw the secret chit that says when the ships in the Atlantic return.

    The new chit must be shown on the same turn. Whether the ships return at all may differ.
    """
    if not roster.returning or roster.return_shown:
        return
    out = box.special.break_out
    turn = out.returning(roster.returning).turn
    others = [one for one in sorted(box.situations) if one != roster.returning and out.returning(one).turn == turn]
    chosen = pick(len(others) + 1)
    if chosen:
        roster.returning = others[chosen - 1]


def _spend(box: Box, roster: Roster, side: Side, pick: RandomSource) -> None:
    """15.1a, 15.1b Redraw the stock of half Command Points between 0 and its limit; only the owner knows it."""
    rules = box.campaign.rules
    if side == "allied":
        most = HALVES * (rules.severny_flot.most_later if roster.raised else rules.severny_flot.most)
        roster.severny_flot = _turned(roster.severny_flot, most, pick)
    else:
        roster.gruppe_nord = _turned(roster.gruppe_nord, HALVES * rules.gruppe_nord.most, pick)


def _turned(value: int, most: int, pick: RandomSource) -> int:
    """Return a random number from 0 to `most`, each equally likely; `value` itself if `pick` returns 0."""
    return (value + pick(most + 1)) % (most + 1) if value <= most else value
