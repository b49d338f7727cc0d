"""7.0 What each ship may do in her move, and the question of it."""

from collections.abc import Collection, Iterator

from games.kernel.byhand.chart import price_of
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.battleships.box import hexes
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.orders import CourseOrder
from games.titles.battleships.orders.plots import Berth, Sailing, Waters, chart_of, highest, steady, straight, walk_of
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Ship

FAR = 8
"""Land farther away than this is in nobody's reach."""


def question(side: str, form: CourseForm, *, again: bool = False) -> Ask[tuple[CourseOrder, ...]]:
    """The question of a side's move; 10.6 `again` of those that held, after a mine was struck."""
    prompt = Text("Where do your ships go?", "艦艇の針路を決めてください。")
    if again:
        prompt = Text(
            "A mine is struck. Where do the ships go that held?", "触雷しました。待機した艦の針路を決めてください。"
        )
    return Ask(
        key="courses_again" if again else "courses",
        kind="courses",
        seat=side,
        rule="10.6" if again else "7.1",
        prompt=prompt,
        form=form,
    )


def span(sea: Sea, ship: Ship) -> tuple[int, int]:
    """7.3, 7.3a The fewest and the most points that a ship must and may spend, land and edges aside."""
    least = ship.speed // 2
    most = min(sea.moves(ship), ship.speed * 2 if ship.speed else sea.tables.movement.from_rest)
    return least, max(least, most)


def course_form(sea: Sea, side: str, *, only: Collection[str] = ()) -> CourseForm:
    """The form of a side's move as the table lies; of some ships `only`, the others having moved."""
    waters = waters_of(sea, side)
    if only:
        movers = [ship for ship in sea.fleet(side) if ship.id in only]
        return CourseForm(
            ships=tuple(sailing(sea, waters, ship) for ship in movers),
            waters=waters,
            enemies=_enemies_at(sea, side),
            stack=sea.tables.movement.stack,
            lying=tuple(berth_in(sea, ship) for ship in sea.fleet(side) if ship.id not in only),
        )
    ships = tuple(sailing(sea, waters, ship) for ship in sea.fleet(side) if can_move(sea, ship))
    mends = tuple(ship.id for ship in sea.fleet(side) if ship.weapons or ship.hull)
    rivals = tuple(ship.id for ship in sea.fleet(sea.other(side)))
    gunners = tuple(ship.id for ship in sea.fleet(side) if ship.weapons < 3)
    return CourseForm(
        ships=ships,
        waters=waters,
        enemies=_enemies_at(sea, side),
        stack=sea.tables.movement.stack,
        mends=mends,
        heirs=heirs(sea, side),
        gunners=gunners,
        rivals=rivals,
        mined=sea.options.mines and (sea.battle.mines is not None or sea.battle.nets is not None),
    )


def _enemies_at(sea: Sea, side: str) -> tuple[str, ...]:
    """7.2a The hexes in which a side's enemies lie."""
    return tuple(dict.fromkeys(ship.at for ship in sea.fleet(sea.other(side))))


def berth_in(sea: Sea, ship: Ship) -> Berth:
    """7.2 Where a ship lies that has moved."""
    return Berth(ship.id, ship.at, ship.heading, ship.speed, room_of(sea, ship))


def can_move(sea: Sea, ship: Ship) -> bool:
    """Whether a ship moves at all now: no battery (10.7), nor what lies still by the scenario."""
    still, counter = sea.battle.still, sea.counter(ship)
    if counter.battery or still is None or still.side != ship.side:
        return not counter.battery
    return sea.state.turn > still.turns or counter.kind not in still.kinds


def waters_of(sea: Sea, side: str) -> Waters:
    """9.3 What keeps a side's ships from going where they like, as far as it is near."""
    battle = sea.battle
    near = frozenset[str]().union(*(hexes.about(ship.at, FAR) for ship in sea.fleet(side)))
    return Waters(
        open=battle.open_sea,
        shut=tuple(sorted(near & (battle.shores | kept_off(sea, side)))),
        walls=tuple(sorted(pair for pair in battle.mole_sides if pair[0] in near)),
        prices=sea.tables.movement.turns,
    )


def kept_off(sea: Sea, side: str) -> set[str]:
    """11.2 The hexes that a side may not enter, near the breakwater's upper row."""
    rule = sea.battle.kept_off
    if rule is None or rule.side != side:
        return set()
    moles = {upper for upper, _ in sea.battle.mole_sides}
    return moles.union(*(hexes.about(mole, rule.hexes) for mole in moles))


def sailing(sea: Sea, waters: Waters, ship: Ship) -> Sailing:
    """7.1 to 7.4, 10.10, 10.12b What a ship may and must do in her move."""
    least, most = span(sea, ship)
    counter, battle = sea.counter(ship), sea.battle
    astray, jammed = sea.is_astray(ship), sea.is_jammed(ship)
    turns = sea.tables.movement.capital_turns if counter.capital else sea.tables.movement.small_turns
    free = Sailing(
        ship=ship.id,
        at=ship.at,
        heading=ship.heading,
        speed=ship.speed,
        least=least,
        most=most,
        turns=battle.most_turns.get(ship.id, turns),
        sharpest=battle.sharpest_turn.get(ship.id, 3),
        room=room_of(sea, ship),
        exits=() if astray else exits_of(sea, ship),
        off=astray and not battle.open_sea,
    )
    chart = chart_of(waters, free)
    walk = walk_of(waters, free, ship.id)
    if jammed:
        wanted = min(max(ship.speed, least), most)
        line = straight(chart, walk, wanted, leaving=True)
        return _held(free, line, len(line), len(line))
    if astray:
        line = straight(chart, walk, most, leaving=free.off)
        if len(line) < most and not (line and line[-1] in chart.stops):
            line = steady(chart, walk, most)
        price = price_of(chart, walk, line)
        return _held(free, line, min(least, price.cost if price is not None else 0), most)
    return replaced(free, least=highest(chart, walk, least))


def _held(free: Sailing, line: tuple[str, ...], least: int, most: int) -> Sailing:
    return replaced(free, held=True, line=line, least=least, most=most)


def replaced(ship: Sailing, **fields: object) -> Sailing:
    """The same ship with other limits."""
    return Sailing(**{name: getattr(ship, name) for name in ship.__struct_fields__} | fields)


def room_of(sea: Sea, ship: Ship) -> int:
    """7.2 The room that a counter takes in a hex: one, two for CL, all for DD."""
    kind, table = sea.counter(ship).kind, sea.tables.movement
    return {"cl": table.cruiser_pair, "dd": table.stack + 1}.get(kind, 1)


def exits_of(sea: Sea, ship: Ship) -> tuple[str, ...]:
    """9.2 The edges by which a ship may leave now."""
    kind = sea.counter(ship).kind
    return tuple(
        edge
        for exit_ in sea.battle.exits
        if exit_.side == ship.side and sea.state.turn >= exit_.from_turn and (not exit_.kinds or kind in exit_.kinds)
        for edge in exit_.edges
    )


def counts_in_full(sea: Sea, ship: Ship) -> bool:
    """9.2 Whether a ship that leaves now counts in full for her owner."""
    return any(one.side == ship.side and sea.counter(ship).kind in one.full for one in sea.battle.exits)


def heirs(sea: Sea, side: str) -> tuple[str, ...]:
    """10.9b The ships to which the flag may pass."""
    flag = sea.state.flags.get(side)
    if flag is None:
        return ()
    turns = sea.tables.flag.turns
    return tuple(
        ship.id
        for ship in sea.fleet(side)
        if ship.id != flag and sea.state.stacked.get(pair_of(flag, ship.id), 0) >= turns
    )


def new_suspects(sea: Sea, side: str) -> list[str]:
    """10.9b The ships to which the flag may have passed, for all that the enemy knows."""
    known, turns = sea.suspects(side), sea.tables.flag.turns
    lying = [pair.split("+") for pair, count in sea.state.stacked.items() if count >= turns]
    found = (name for pair in lying for name in pair if name not in known and set(pair) & set(known))
    return list(dict.fromkeys(found))


def pair_of(one: str, other: str) -> str:
    """Two ships, whichever is named first."""
    return "+".join(sorted((one, other)))


def pairs_lying(sea: Sea, side: str) -> Iterator[str]:
    """10.9b The pairs of a side's ships that lie in one hex at a speed at which the flag may pass."""
    slow = [ship for ship in sea.fleet(side) if ship.speed <= sea.tables.flag.speed]
    for index, ship in enumerate(slow):
        for other in slow[index + 1 :]:
            if ship.at == other.at:
                yield pair_of(ship.id, other.id)
