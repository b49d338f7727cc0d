"""7.0 The possible moves of each ship, and the question for a side's move."""

from collections.abc import Collection, Iterable, Iterator

from games.kernel.requests import Ask
from games.kernel.text import Text
from games.order_editor.paths import path_cost
from games.titles.battleships.components import hexes
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.minefield import Minefield
from games.titles.battleships.orders.orders import CourseOrder
from games.titles.battleships.orders.plots import (
    Berth,
    Sailing,
    Waters,
    chart_of,
    highest,
    movement_rule_of,
    steady,
    straight,
)
from games.titles.battleships.rules.movement.mines import known_mines, mine_chances
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.repairs import damage_control
from games.titles.battleships.state.state import Ship

FAR = 8
"""The distance in hexes beyond which forms leave out land, because no ship can move so far."""


def question(side: str, form: CourseForm, *, again: bool = False) -> Ask[tuple[CourseOrder, ...]]:
    """Return the question for a side's move.

    `again`: True to ask only for ships that held, after a mine was struck (10.6).
    """
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


def span(board: Board, ship: Ship) -> tuple[int, int]:
    """7.3, 7.3a Return the lowest and highest number of movement points that a ship may spend, ignoring obstacles."""
    least = ship.speed // 2
    most = min(board.moves(ship), ship.speed * 2 if ship.speed else board.tables.movement.from_rest)
    return least, max(least, most)


def course_form(board: Board, side: str, *, only: Collection[str] = ()) -> CourseForm:
    """Return the form of a side's move for the present board.

    If `only` is not empty, the form is for these ships alone.
    """
    waters = waters_of(board, side)
    if only:
        movers = [ship for ship in board.fleet(side) if ship.id in only]
        return CourseForm(
            ships=tuple(sailing(board, waters, ship) for ship in movers),
            waters=waters,
            enemies=_enemies_at(board, side),
            stack=board.tables.movement.stack,
            minefield=_minefield(board, side, movers),
            lying=tuple(berth_in(board, ship) for ship in board.fleet(side) if ship.id not in only),
        )
    movers = [ship for ship in board.fleet(side) if can_move(board, ship)]
    mends = tuple(ship.id for ship in board.fleet(side) if ship.weapons or ship.hull)
    rivals = tuple(ship.id for ship in board.fleet(board.other(side)))
    gunners = tuple(ship.id for ship in board.fleet(side) if ship.weapons < 3)
    return CourseForm(
        ships=tuple(sailing(board, waters, ship) for ship in movers),
        waters=waters,
        enemies=_enemies_at(board, side),
        stack=board.tables.movement.stack,
        mends=mends,
        control=damage_control(board, board.fleet(side)),
        heirs=heirs(board, side),
        gunners=gunners,
        rivals=rivals,
        mined=board.options.mines and (board.battle.mines is not None or board.battle.nets is not None),
        minefield=_minefield(board, side, movers),
    )


def _minefield(board: Board, side: str, movers: Iterable[Ship]) -> Minefield | None:
    """10.6 Return the mines and nets that a side knows; None if it knows none."""
    known, nets = known_mines(board, side), tuple(sorted(board.battle.net_sides))
    if not board.options.mines or not (known or nets):
        return None
    return Minefield(known, nets, {ship.id: mine_chances(board, ship) for ship in movers})


def _enemies_at(board: Board, side: str) -> tuple[str, ...]:
    """7.2a Return the hexes with enemies of a side."""
    return tuple(dict.fromkeys(ship.at for ship in board.fleet(board.other(side))))


def berth_in(board: Board, ship: Ship) -> Berth:
    """7.2 Return the end of a ship's move (its hex, heading, speed and room) after it has moved."""
    return Berth(ship.id, ship.at, ship.heading, ship.speed, room_of(board, ship))


def can_move(board: Board, ship: Ship) -> bool:
    """Return True if a ship may move now. A battery (10.7) and a ship that the scenario keeps still may not."""
    still, counter = board.battle.still, board.counter(ship)
    if counter.battery or still is None or still.side != ship.side:
        return not counter.battery
    return board.state.turn > still.turns or counter.kind not in still.kinds


def waters_of(board: Board, side: str) -> Waters:
    """9.3 Return the obstacles for the ships of a side, within their reach."""
    battle = board.battle
    near = frozenset[str]().union(*(hexes.about(ship.at, FAR) for ship in board.fleet(side)))
    return Waters(
        open=battle.open_sea,
        shut=tuple(sorted(near & (battle.shores | kept_off(board, side)))),
        walls=tuple(sorted(pair for pair in battle.mole_sides if pair[0] in near)),
        prices=board.tables.movement.turns,
        columns_shifted=board.state.columns_shifted,
        rows_shifted=board.state.rows_shifted,
    )


def kept_off(board: Board, side: str) -> set[str]:
    """11.2 Return the hexes that a side may not enter because they are too near the breakwater's upper row."""
    rule = board.battle.kept_off
    if rule is None or rule.side != side:
        return set()
    moles = {upper for upper, _ in board.battle.mole_sides}
    return moles.union(*(hexes.about(mole, rule.hexes) for mole in moles))


def sailing(board: Board, waters: Waters, ship: Ship) -> Sailing:
    """7.1 to 7.4, 10.10, 10.12b Return a ship with the limits of its move in these waters."""
    least, most = span(board, ship)
    counter, battle = board.counter(ship), board.battle
    astray, jammed = board.is_astray(ship), board.is_jammed(ship)
    turns = board.tables.movement.capital_turns if counter.capital else board.tables.movement.small_turns
    free = Sailing(
        ship=ship.id,
        at=ship.at,
        heading=ship.heading,
        speed=ship.speed,
        least=least,
        most=most,
        turns=battle.most_turns.get(ship.id, turns),
        sharpest=battle.sharpest_turn.get(ship.id, 3),
        room=room_of(board, ship),
        exits=() if astray else exits_of(board, ship),
        off=astray and not battle.open_sea,
        movement=board.moves(ship),
    )
    chart = chart_of(waters, free)
    movement = movement_rule_of(waters, free, ship.id)
    if jammed:
        wanted = min(max(ship.speed, least), most)
        line = straight(chart, movement, wanted, leaving=True)
        return _held(free, line, len(line), len(line))
    if astray:
        line = straight(chart, movement, most, leaving=free.off)
        if len(line) < most and not (line and line[-1] in chart.stops):
            line = steady(chart, movement, most)
        price = path_cost(chart, movement, line)
        return _held(free, line, min(least, price.cost if price is not None else 0), most)
    return with_limits(free, least=highest(chart, movement, least))


def _held(free: Sailing, line: tuple[str, ...], least: int, most: int) -> Sailing:
    return with_limits(free, held=True, line=line, least=least, most=most)


def with_limits(ship: Sailing, **fields: object) -> Sailing:
    """Return a copy of `ship` with the given fields changed.

    `fields`: the new values by the names of the fields of Sailing.
    """
    return Sailing(**{name: getattr(ship, name) for name in ship.__struct_fields__} | fields)


def room_of(board: Board, ship: Ship) -> int:
    """7.2 Return the room that a ship takes in a hex: 2 for a light cruiser, all for destroyers, 1 for other ships."""
    kind, table = board.counter(ship).kind, board.tables.movement
    return {"cl": table.cruiser_pair, "dd": table.stack + 1}.get(kind, 1)


def exits_of(board: Board, ship: Ship) -> tuple[str, ...]:
    """9.2 Return the edges by which a ship may leave the map now."""
    kind = board.counter(ship).kind
    return tuple(
        edge
        for exit_ in board.battle.exits
        if exit_.side == ship.side and board.state.turn >= exit_.from_turn and (not exit_.kinds or kind in exit_.kinds)
        for edge in exit_.edges
    )


def counts_in_full(board: Board, ship: Ship) -> bool:
    """9.2 Return True if a ship scores its full value for its owner when it leaves the map now."""
    return any(one.side == ship.side and board.counter(ship).kind in one.full for one in board.battle.exits)


def heirs(board: Board, side: str) -> tuple[str, ...]:
    """10.9b Return the ships to which the flag may pass: they have been beside the flagship for enough turns."""
    flag = board.state.flags.get(side)
    if flag is None:
        return ()
    turns = board.tables.flag.turns
    return tuple(
        ship.id
        for ship in board.fleet(side)
        if ship.id != flag and board.state.stacked.get(pair_of(flag, ship.id), 0) >= turns
    )


def new_suspects(board: Board, side: str) -> list[str]:
    """10.9b Return further ships that the enemy must suspect as flagship, because the flag may have passed to them.

    These ships have been beside a suspect for enough turns and are not suspects yet.
    """
    known, turns = board.suspects(side), board.tables.flag.turns
    lying = [pair.split("+") for pair, count in board.state.stacked.items() if count >= turns]
    found = (name for pair in lying for name in pair if name not in known and set(pair) & set(known))
    return list(dict.fromkeys(found))


def pair_of(one: str, other: str) -> str:
    """Return the key of a pair of ships. The order of the two does not matter."""
    return "+".join(sorted((one, other)))


def pairs_lying(board: Board, side: str) -> Iterator[str]:
    """10.9b Yield the pairs of a side's ships that are in one hex at a speed at which the flag may pass."""
    slow = [ship for ship in board.fleet(side) if ship.speed <= board.tables.flag.speed]
    for index, ship in enumerate(slow):
        for other in slow[index + 1 :]:
            if ship.at == other.at:
                yield pair_of(ship.id, other.id)
