"""3.1(5), 6.0, 6.1b The torpedo phase: sealed launches, then every torpedo along its line."""

from collections.abc import Sequence

from games.kernel.requests import Ask, all_of, lots, roll
from games.kernel.text import Text
from games.titles.battleships.box import hexes
from games.titles.battleships.orders.orders import Launch, TorpedoOrder
from games.titles.battleships.orders.torpedoes import Salvo, TorpedoForm
from games.titles.battleships.table.damage import Struck, settle, strike, tell_special
from games.titles.battleships.table.events.torpedoes import Launched, Ran, TorpedoHit, Unsealed
from games.titles.battleships.table.sea import GUNS_GONE, Sea
from games.titles.battleships.table.state import Ship, Track


async def torpedoes(sea: Sea) -> str:
    """3.1b Both sides launch at the same time; the damage of all counts after the last."""
    forms = {side: torpedo_form(sea, side) for side in (sea.inferior, sea.superior) if is_asked(sea, side)}
    answers = await all_of({side: _question(side, form) for side, form in forms.items()})
    launches = [order for side in forms for order in forms[side].meant(answers[side])]
    if forms:
        sea.tell(Unsealed(tuple(one.ship for one in launches), tuple(one.at for one in launches)))
    tracks = [_launch(sea, order) for order in launches]
    strikes: list[Struck] = []
    for track, order in zip(tracks, launches, strict=True):
        struck = await _run(sea, order, track)
        if struck is not None:
            strikes.append(struck)
    settle(sea, strikes)
    return "first_move"


def _question(side: str, form: TorpedoForm) -> Ask[tuple[TorpedoOrder, ...]]:
    return Ask(
        key="torpedoes",
        kind="torpedoes",
        seat=side,
        rule="6.1",
        prompt=Text("Who launches torpedoes at whom?", "雷撃を行う艦と目標を決めてください。"),
        form=form,
    )


def is_asked(sea: Sea, side: str) -> bool:
    """Whether any ship could launch; with secret flagships as if all had command (10.10d)."""
    return bool(torpedo_form(sea, side, all_in_command=sea.options.flagship).salvoes)


def torpedo_form(sea: Sea, side: str, *, all_in_command: bool = False) -> TorpedoForm:
    """The form of a side's launches."""
    able = [ship for ship in sea.fleet(side) if can_launch(sea, ship)]
    able = [ship for ship in able if all_in_command or not sea.is_astray(ship)]
    return TorpedoForm(
        salvoes=tuple(
            Salvo(
                ship.id,
                target.id,
                hexes.distance(ship.at, target.at),
                number_of(sea, ship, target, hexes.distance(ship.at, target.at)),
                odds_of(sea, ship),
                sea.counter(target).kind,
                is_friend_on_line(sea, ship, target),
            )
            for ship in able
            for target in sea.enemies(ship)
            if may_launch_at(sea, ship, target)
        ),
        crew=tuple(ship.id for ship in sea.state.ships if ship.side == side),
        prey=tuple(ship.id for ship in sea.state.ships if ship.side != side),
    )


def is_friend_on_line(sea: Sea, ship: Ship, target: Ship) -> bool:
    """6.2a Whether torpedoes would run through a hex of her own side."""
    way = reached(sea, ship.at, target.at)
    return any(friend.at in way for friend in sea.fleet(ship.side) if not sea.counter(friend).battery)


def can_launch(sea: Sea, ship: Ship) -> bool:
    """6.0, 6.2c, 6.2e, 10.5 Whether a ship has torpedoes that she may launch now."""
    return ship.torpedoes > 0 and ship.reloaded <= sea.state.turn and ship.weapons < GUNS_GONE


def may_launch_at(sea: Sea, ship: Ship, target: Ship) -> bool:
    """6.2 Broadside, as far as torpedoes run, and nothing ashore in between nor there: no batteries (10.7)."""
    broadside = hexes.arc(ship.at, ship.heading, target.at) == "broadside"
    return broadside and target.at in reached(sea, ship.at, target.at)


def reached(sea: Sea, origin: str, at: str) -> tuple[str, ...]:
    """6.2a, 9.3c The hexes that a torpedo crosses, until its run ends or land or a breakwater stops it."""
    walls = sea.battle.mole_sides
    way: list[str] = []
    for place in hexes.run(origin, at, sea.tables.torpedoes.range):
        before = way[-1] if way else origin
        if place in sea.battle.shores or (walls and _is_walled(walls, before, place)):
            break
        way.append(place)
    return tuple(way)


def _is_walled(walls: frozenset[tuple[str, str]], one: str, other: str) -> bool:
    """Whether a breakwater lies between two hexes that follow each other on a line. Where the line ran along a hexside
    it lies there only if both ways round are walled.
    """
    if hexes.distance(one, other) <= 1:
        return (one, other) in walls or (other, one) in walls
    around = [hexes.neighbour(one, heading) for heading in hexes.HEADINGS]
    between = [place for place in around if hexes.distance(place, other) == 1]
    return all(_is_walled(walls, one, place) or _is_walled(walls, place, other) for place in between)


def odds_of(sea: Sea, ship: Ship) -> str:
    """6.1a The odds of her torpedoes."""
    counter = sea.counter(ship)
    return sea.tables.torpedo_odds.of(counter.kind, counter.nation)


def number_of(sea: Sea, ship: Ship, against: Ship, far: int) -> int:
    """6.1, 10.3 Two dice at or under this number hit."""
    return sea.tables.torpedoes.number(against.speed, far) + crew_of(sea, ship)


def crew_of(sea: Sea, ship: Ship) -> int:
    """10.3 What her crew changes the number by."""
    table, grade = sea.tables.torpedoes, sea.crew(ship)
    return table.good_crew if grade > 0 else table.poor_crew if grade < 0 else 0


def _launch(sea: Sea, order: Launch) -> Track:
    """6.1, 6.2c, 10.5 The torpedoes are in the water."""
    ship, target = sea.ship(order.ship), sea.ship(order.at)
    way = reached(sea, ship.at, target.at)
    ship.torpedoes -= 1
    ship.reloaded = sea.state.turn + sea.tables.torpedoes.reload if ship.torpedoes else ship.reloaded
    track = Track(ship.id, target.id, ship.at, way)
    sea.record.tracks.append(track)
    far = hexes.distance(ship.at, target.at)
    sea.tell(Launched(ship.id, target.id, far, odds_of(sea, ship), way))
    return track


async def _run(sea: Sea, order: Launch, track: Track) -> Struck | None:
    """6.2a Test the ships on the line, nearest first, until one is struck."""
    ship = sea.ship(order.ship)
    for place in track.way:
        for name in await _in_turn(sea, sea.ships_at(place), order):
            against = sea.ship(name)
            if await _hits(sea, ship, against):
                track.struck = name
                struck = await _explode(sea, ship, against)
                track.result = str(struck.harm)
                return struck
    return None


async def _in_turn(sea: Sea, ships: Sequence[Ship], order: Launch) -> list[str]:
    """6.2b In one hex the marked ship is tested first, the others in a drawn order; batteries never."""
    names = [ship.id for ship in ships if not sea.counter(ship).battery]
    first = [name for name in names if name == order.at]
    rest = [name for name in names if name != order.at]
    if len(rest) > 1:
        rest = await lots(rest, len(rest), key=f"torpedo.{order.ship}.order", rule="6.2b")
    return [*first, *rest]


async def _hits(sea: Sea, ship: Ship, against: Ship) -> bool:
    far = hexes.distance(ship.at, against.at)
    number = number_of(sea, ship, against, far)
    one, other = await roll(6, 6, key=f"torpedo.{ship.id}.{against.id}", rule="6.1")
    hit = one + other <= number
    crew = crew_of(sea, ship)
    sea.tell(Ran(ship.id, against.id, far, against.speed, number, (one, other), hit, crew))
    return hit


async def _explode(sea: Sea, ship: Ship, against: Ship) -> Struck:
    """6.1, 6.2d The combat roll of a hit, at -3 from ahead or astern."""
    end_on = hexes.arc(against.at, against.heading, ship.at) != "broadside"
    modifier = sea.tables.torpedoes.end_on if end_on else 0
    odds = odds_of(sea, ship)
    struck = await strike(sea, against, odds, f"torpedo.{ship.id}.combat", "6.2d" if end_on else "6.1", modifier)
    sea.tell(TorpedoHit(ship.id, against.id, odds, struck.dice, modifier, str(struck.harm), struck.saved))
    tell_special(sea, struck)
    return struck
