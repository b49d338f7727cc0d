"""15.7 Units that leave the map in the order-of-battle phase, and the points for ships that cannot leave."""

from collections.abc import Container, Iterable, Iterator, Mapping

from msgspec import structs

from games.titles.pq17.components.campaign import Going
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Entry
from games.titles.pq17.state.roster import Away, Reason, Roster, Unit

HALVES = 2
OUT: tuple[Reason, ...] = ("repair", "ice_or_weather")
"""15.5.1, 15.5.3b Reasons of absence (`Away.why`) after which ships return automatically."""
DOCKED: tuple[Reason, ...] = ("repair",)
"""15.5.1, 15.7.5 Reasons of absence (`Away.why`) after which German ships come back in Germany."""
GERMANY = ("kiel", "german")
"""15.7.5 The places where German ships that are due home are withdrawn."""
HOME = ("scapa_flow", "english_channel")
"""15.7.2 The places where British ships must be to leave without cost."""
US_HOME = ("scapa_flow", "reykjavik")
"""15.7.3 The places where ships of the US Navy must be to leave without cost."""
EMPTY_MERCHANTS_TO = {"": "reykjavik", "declared": "loch_ewe", "crossed": "loch_ewe", "done": "loch_ewe"}
"""15.2.1, 15.7.6 The destination of convoys in ballast, by the stage of operation EV."""


def withdraw_units(box: Box, roster: Roster, sent: Mapping[str, int] | None = None, *, by_play: bool = False) -> int:
    """15.7.1 to 15.7.5 Remove the units that the schedule withdraws now; return the change of the score in half points.

    Costs of the Allies are negative. `sent`: by ship, the strength that the owner has chosen where the schedule names
    only a type. `by_play`: True with the option `sailing_home`: German ships leave only if they are in Germany, and the
    others stay overdue.
    """
    if by_play:
        _sail_home(box, roster)
    fortnight, points = box.campaign.fortnights[roster.fortnight], 0
    named = [(going, entry) for going in fortnight.departures for entry in going.entries]
    # Types last, so that named ships are not taken in their place.
    for going, entry in sorted(named, key=lambda one: _is_type(box, one[1].kind)):
        if not (by_play and _sails_home(box, going, entry.kind)):
            points += _withdraw(box, roster, going, entry, dict(sent or {}))
    return points + (_us_navy(box, roster) if fortnight.us_navy_leaves else 0)


def _sails_home(box: Box, going: Going, kind: str) -> bool:
    """15.7.5 Return True if a unit is a German ship, but no submarine: the option for sailing home concerns her."""
    return going.side == "axis" and kind in box.ships and box.ships[kind].type != "ss"


def _sail_home(box: Box, roster: Roster) -> None:
    """15.7.5 Remove the German ships that are due home and in Germany, whether due now or since an earlier fortnight.

    All other ships that are due and still exist stay overdue.
    """
    roster.overdue = _due(box, roster)
    for kind, due in list(roster.overdue.items()):
        single = box.ships[kind].is_single
        for unit in [one for one in roster.units if one.kind == kind and one.place in GERMANY]:
            taken = unit.strength if single else min(unit.strength, due)
            if taken:
                due -= 1 if single else taken
                roster.away.append(Away(roster.take(unit, taken), "leave"))
        taken_home = list(_from_dock(box, roster, kind, due, DOCKED))
        roster.away += [Away(unit, "leave") for unit in taken_home]
        due -= sum(1 if single else unit.strength for unit in taken_home)
        there = (*roster.units, *(one.unit for one in roster.away if one.why in OUT))
        left = sum(1 if single else one.strength for one in there if one.kind == kind)
        roster.overdue[kind] = min(due, left)
    roster.overdue = {kind: due for kind, due in roster.overdue.items() if due}


def _due(box: Box, roster: Roster) -> dict[str, int]:
    """15.7.5 Return the German ships that are due home, now or since earlier fortnights.

    The values are strength by class, 1 for a named ship.
    """
    due = dict(roster.overdue)
    for going in box.campaign.fortnights[roster.fortnight].departures:
        for entry in [one for one in going.entries if _sails_home(box, going, one.kind)]:
            due[entry.kind] = due.get(entry.kind, 0) + max(entry.strength, 1)
    return due


def overdue_ships(box: Box, roster: Roster) -> dict[str, int]:
    """15.7.5 Return the German ships that are due in Germany but not there: strength by class, 1 for a named ship."""
    found = {}
    for kind, due in _due(box, roster).items():
        lying = [(1 if box.ships[kind].is_single else one.strength, one) for one in roster.units if one.kind == kind]
        home = sum(strength for strength, one in lying if one.place in GERMANY)
        abroad = sum(strength for strength, one in lying if one.place not in GERMANY)
        if min(due - home, abroad) > 0:
            found[kind] = min(due - home, abroad)
    return found


def begin_at_home(box: Box, roster: Roster, kinds: Iterable[str]) -> None:
    """15.7.5 Move overdue ships of these kinds to Germany, where they begin the next operation. They stay overdue."""
    for kind in kinds:
        left = roster.overdue.get(kind, 0)
        for unit in [one for one in roster.units if one.kind == kind and one.place not in GERMANY]:
            strength = unit.strength if box.ships[kind].is_single else min(unit.strength, left)
            left -= 1 if box.ships[kind].is_single else strength
            if strength == unit.strength:
                unit.place = GERMANY[0]
            elif strength:
                taken = roster.take(unit, strength)
                taken.place = GERMANY[0]
                roster.add(taken, single=False)


def withdrawal_demands(box: Box, roster: Roster) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
    """15.7.2 Return the British ships to withdraw where the schedule names only a type: the strength for each type.

    The second result has, for each type, the ships that can leave, each with its strength.
    """
    fortnight = box.campaign.fortnights[roster.fortnight]
    going = [one for one in fortnight.departures if one.side == "allied"]
    named = {entry.kind for one in going for entry in one.entries}
    leaving = {entry.kind: entry.strength for one in going for entry in one.entries if _is_type(box, entry.kind)}
    leaving = {kind: strength for kind, strength in leaving.items() if strength}
    fit: dict[str, dict[str, int]] = {kind: {} for kind in leaving}
    for kind, ships in fit.items():
        for unit in _fit(box, roster, kind):
            if unit.kind not in named:
                most = 1 if box.ships[unit.kind].is_single else min(unit.strength, leaving[kind])
                ships[unit.kind] = max(ships.get(unit.kind, 0), most)
    return leaving, fit


def _is_type(box: Box, kind: str) -> bool:
    return kind not in box.ships and kind not in box.aircraft


def _withdraw(box: Box, roster: Roster, going: Going, entry: Entry, sent: dict[str, int]) -> int:
    if entry.kind in box.aircraft or going.side == "axis":
        _wherever(box, roster, going, entry)
        return 0
    if entry.kind in box.ships and box.ships[entry.kind].is_single:
        return _ship(box, roster, going, entry.kind)
    return _of_a_type(box, roster, going, entry, sent)


def _wherever(box: Box, roster: Roster, going: Going, entry: Entry) -> None:
    """15.7.1, 15.7.4 Remove a scheduled unit of aircraft or German ships wherever it is, even in dock."""
    wanted = entry.strength
    for unit in [one for one in roster.units if one.kind == entry.kind]:
        if going.share:
            strength = _share(going.share, unit.strength)
        else:
            strength = min(unit.strength, wanted) if wanted else unit.strength
            wanted -= strength if wanted else 0
        if strength or not unit.strength:  # a wreck has no strength and goes as well
            _send(box, roster, going, roster.take(unit, strength))
        if not wanted and not going.share and entry.strength:
            return
    if entry.kind in box.ships:
        for unit in _from_dock(box, roster, entry.kind, wanted, OUT):
            _send(box, roster, going, unit)


def _from_dock(box: Box, roster: Roster, kind: str, wanted: int, why: Container[Reason]) -> Iterator[Unit]:
    """15.7.4 Remove and yield absent units that would return: up to `wanted` strength of a class, or a named ship.

    `why`: the reasons of absence that count.
    """
    for one in [away for away in roster.away if away.unit.kind == kind and away.why in why]:
        strength = one.unit.strength if box.ships[kind].is_single else min(one.unit.strength, wanted)
        wanted -= strength
        if strength == one.unit.strength:
            roster.away.remove(one)
        one.unit.strength -= strength
        if strength:
            yield structs.replace(one.unit, strength=strength)


def _share(share: str, strength: int) -> int:
    """Return a share of a strength, rounded down. `share`: a fraction such as "1/2"."""
    top, _, bottom = share.partition("/")
    return strength * int(top) // int(bottom)


def _ship(box: Box, roster: Roster, going: Going, kind: str) -> int:
    """15.7.2, 15.7.2a Remove a named British ship; return the half points.

    A ship at home leaves without cost. If she is to leave for an operation elsewhere, another ship of her type may
    leave instead, also without cost. A ship that is sunk or in dock costs nothing. Any other ship costs half as much as
    a sunk one.
    """
    unit = roster.find(kind)
    if unit is None:
        return 0
    if _is_home(unit, HOME):
        _send(box, roster, going, roster.take(unit, unit.strength))
        return 0
    named = {entry.kind for entry in going.entries}
    if going.operation and (other := _stand_in(box, roster, kind, named)) is not None:
        _send(box, roster, going, roster.take(other, other.strength))
        return 0
    _send(box, roster, going, roster.take(unit, unit.strength))
    return _missed(box, kind, 1)


def _stand_in(box: Box, roster: Roster, kind: str, named: Container[str]) -> Unit | None:
    """15.7.2 Return another ship of the same type at Scapa Flow, an undamaged one first; None if there is none.

    `named`: the ships that are to leave by their own name, which are excluded.
    """
    type_ = box.ships[kind].type
    there = (one for one in roster.at(HOME[0]) if one.kind in box.ships and one.kind not in named)
    fit = [one for one in there if box.ships[one.kind].type == type_ and not one.afloat]
    return min(fit, key=lambda one: (one.crippled or one.dead, one.strength), default=None)


def _of_a_type(box: Box, roster: Roster, going: Going, entry: Entry, sent: dict[str, int]) -> int:
    """15.7.2 Remove ships of a type, those that their owner chose (`sent`) or else those of least strength first.

    Returns the half points: each ship too few costs half as much as a sunk one.
    """
    wanted = entry.strength or len(_fit(box, roster, entry.kind))
    for chosen in (sent, {}):
        fit = sorted(_fit(box, roster, entry.kind), key=lambda one: (one.place == HOME[0], one.dead, one.strength))
        for unit in [one for one in fit if not sent or not chosen or one.kind in chosen]:
            single = box.ships[unit.kind].is_single
            most = unit.strength if single else min(unit.strength, wanted, chosen.get(unit.kind, wanted))
            if wanted:
                wanted -= 1 if single else most
                _send(box, roster, going, roster.take(unit, most))
    if not wanted:
        return 0
    kinds = [ship.id for ship in box.ships.values() if ship.side == going.side and _is_of(box, ship.id, entry.kind)]
    return _missed(box, min(kinds, key=lambda kind: box.ships[kind].value), wanted)


def _fit(box: Box, roster: Roster, kind: str) -> list[Unit]:
    """15.7.2 Return the British ships of a type that are at home, except emergency forces.

    Ships in the Channel come first, because they went there to leave.
    """
    lying = (one for place in reversed(HOME) for one in roster.at(place) if _is_home(one, HOME))
    there = [one for one in lying if one.kind in box.ships and _is_of(box, one.kind, kind)]
    return [one for one in there if not one.emergency]


def _is_home(unit: Unit, home: Container[str]) -> bool:
    """15.7.2, 15.7.3 Return True if a ship ended the last Allied phase in one of the places `home`.

    Ships at sea at that time are put into a port only afterwards (15.8).
    """
    return unit.place in home and not unit.afloat


def _is_of(box: Box, kind: str, wanted: str) -> bool:
    ship = box.ships[kind]
    return wanted in (kind, ship.type) and ship.nation == "britain"


def _missed(box: Box, kind: str, strength: int) -> int:
    """15.7.2a Return the half points for ships that cannot leave: half of their value, negative."""
    return -box.ships[kind].value * HALVES // 2 * strength


def _send(box: Box, roster: Roster, going: Going, unit: Unit) -> None:
    keys = [one.key for one in box.campaign.fortnights]
    back = keys.index(going.back) if going.back else -1
    why: Reason = "operation" if going.operation else "leave"
    roster.away.append(Away(unit, why, back, going.operation))


def _us_navy(box: Box, roster: Roster) -> int:
    """15.7.3 Remove the US Navy, and return the half points: ships that are not at home cost points.

    Heavy ships count one by one, destroyers by strength. Ships that ice or weather put out (15.5.3b) do not return, and
    cost nothing.
    """
    points = 0
    for unit in [one for one in roster.units if one.kind in box.ships and box.ships[one.kind].nation == "us"]:
        if not _is_home(unit, US_HOME):
            points -= box.campaign.rules.us_cost * (1 if box.ships[unit.kind].is_heavy else unit.strength)
        roster.away.append(Away(roster.take(unit, unit.strength), "leave"))
    for one in roster.away:
        ship = box.ships.get(one.unit.kind)
        if ship is not None and ship.nation == "us":
            one.why, one.back = "leave", -1
    return points


def empty_merchants_leave(box: Box, roster: Roster) -> None:
    """15.7.6 Remove merchants in ballast from western ports where convoys in ballast end, or ended before operation EV.

    CAM ships and tankers stay and are loaded again, because new ones arrive only to replace losses (15.6.1). Merchants
    with cargo wait where convoys are formed.
    """
    homes = {EMPTY_MERCHANTS_TO[roster.ev], "reykjavik"}
    for unit in _merchants(box, roster.units):
        if unit.laden or unit.place not in homes:
            continue
        roster.units.remove(unit)
        if box.ships[unit.kind].role != "mv":
            roster.add(structs.replace(unit, laden=True), single=False)


def _merchants(box: Box, units: Iterable[Unit]) -> list[Unit]:
    return [one for one in units if one.kind in box.ships and box.ships[one.kind].type == "mx"]


def side_of(box: Box, kind: str) -> Side:
    """Return the side of a ship, class or aircraft type."""
    return (box.ships.get(kind) or box.aircraft[kind]).side
