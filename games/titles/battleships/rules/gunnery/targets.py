"""3.1(2), 3.1(3), 4.3, 4.3.1, 5.1, 5.1c Who fires at whom: the inferior player first."""

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.battleships.box import hexes
from games.titles.battleships.orders.orders import Bombard, FireOrder, Secondary, StarShell, Target
from games.titles.battleships.orders.targets import Aim, Flare, TargetForm
from games.titles.battleships.rules.gunnery.modifiers import changed_attack, modifiers_of
from games.titles.battleships.rules.sighting import sight, turn
from games.titles.battleships.table.events.gunnery import Bombarding, Marked
from games.titles.battleships.table.events.sighting import Lit
from games.titles.battleships.table.sea import GUNS_GONE, Sea
from games.titles.battleships.table.state import Guns, Light, Marker, Ship

LIKELIEST = 7
"""What two dice come to most often."""
BATTERIES: tuple[Guns, Guns] = ("main", "secondary")


async def first_targets(sea: Sea) -> str:
    """3.1(2) The inferior player's targets and star shells."""
    await _choose(sea, sea.inferior)
    return "second_targets"


async def second_targets(sea: Sea) -> str:
    """3.1(3) The superior player's; his aircraft are called first (10.2)."""
    await turn.spot(sea, sea.superior)
    await _choose(sea, sea.superior)
    return "gunnery"


async def _choose(sea: Sea, side: str) -> None:
    """5.1 By fire plan, or by asking: neither where no ship could mark anything. With secret flagships both are judged
    as if all had command: who has lost it would tell which the flagship is not (10.10d).
    """
    form, plan = target_form(sea, side), sea.state.plans.get(side, ())
    openly = form
    if sea.options.flagship and (plan or not _could_mark(form)):
        openly = target_form(sea, side, all_in_command=True)
    if not _could_mark(openly):
        return
    planned = bool(openly.planned(plan))
    answer: tuple[FireOrder, ...] = () if planned else await ask(_question(side, form))
    orders = form.planned(plan) if planned else form.meant(answer)
    if orders or not planned:
        sea.state.plans.pop(side, None)
    carry_out(sea, orders, planned=planned)


def _could_mark(form: TargetForm) -> bool:
    """Whether some ship could mark anything; if all had command, she still could."""
    return bool(form.aims or form.bombards)


def _question(side: str, form: TargetForm) -> Ask[tuple[FireOrder, ...]]:
    return Ask(
        key="targets",
        kind="targets",
        seat=side,
        rule="5.1",
        prompt=Text("Who fires at whom?", "砲撃目標を決めてください。"),
        form=form,
    )


def target_form(sea: Sea, side: str, *, all_in_command: bool = False) -> TargetForm:
    """The form of a side's targets as the table lies."""
    able = [ship for ship in sea.fleet(side) if all_in_command or not sea.is_astray(ship)]
    flares = tuple(filter(lambda flare: flare.hexes, (_flare(sea, ship) for ship in able)))
    lightable = {at for flare in flares for at in flare.hexes}
    prey = sea.fleet(sea.other(side))
    aims = tuple(
        aim
        for ship in able
        for guns in BATTERIES
        for target in prey
        if (aim := _aim(sea, ship, target, guns, lightable)) is not None
    )
    used = {aim.needs for aim in aims if aim.needs} | _worth_lighting(sea, side)
    flares = tuple(Flare(flare.ship, lit) for flare in flares if (lit := tuple(at for at in flare.hexes if at in used)))
    return TargetForm(
        aims=aims,
        flares=flares,
        markers=sea.tables.gunnery.most_markers,
        bombards=_bombarding_ship(sea, able),
        crew=tuple(ship.id for ship in sea.state.ships if ship.side == side),
        prey=tuple(ship.id for ship in sea.state.ships if ship.side != side),
    )


def _worth_lighting(sea: Sea, side: str) -> set[str]:
    """4.3 Hexes in which an enemy lies."""
    return {ship.at for ship in sea.fleet(sea.other(side))}


def _flare(sea: Sea, ship: Ship) -> Flare:
    """4.3 The hexes that a ship may light, out of those with ships."""
    far = sea.tables.star_shell.range
    there = dict.fromkeys(other.at for other in sea.afloat if hexes.distance(ship.at, other.at) <= far)
    return Flare(ship.id, tuple(there) if sight.can_light(sea, ship) else ())


def _aim(sea: Sea, ship: Ship, target: Ship, guns: Guns, lightable: set[str]) -> Aim | None:
    """5.1a A target that a ship's guns may mark, perhaps only with light."""
    if not sight.can_reach(sea, ship, target, guns):
        return None
    seen, needs = sight.seen(sea, ship, target), ""
    if seen is None and target.at in lightable:
        seen, needs = sight.seen(sea, ship, target, lit=True), target.at
    if seen is None:
        return None
    far, kind = hexes.distance(ship.at, target.at), sea.counter(target).kind
    arc = hexes.arc(ship.at, ship.heading, target.at)
    if guns == "secondary":
        return Aim(ship.id, target.id, far, arc, seen.sight, needs, secondary=True, kind=kind)
    attack = changed_attack(sea, ship, far)
    found = modifiers_of(sea, Marker(ship.id, target.id, guns, seen.sight, far), target)
    modifier = sum(one.amount for one in found if one.key != "concentration")
    shared = modifier + sea.tables.modifiers.concentration
    odds = [_likely_odds(sea, attack, one, target) for one in (modifier, shared)]
    return Aim(ship.id, target.id, far, arc, seen.sight, needs, attack, False, kind, modifier, *odds)


def _likely_odds(sea: Sea, attack: int, modifier: int, target: Ship) -> str:
    """5.3b The odds of a shot that rolls seven; empty below the lowest."""
    points = sea.tables.damage.points(attack, LIKELIEST + modifier)
    return sea.tables.combat.odds_of(points, sea.counter(target).defence)


def _bombarding_ship(sea: Sea, able: list[Ship]) -> str:
    """11.10 The ship that may mark the place ashore; empty for none."""
    task = sea.battle.bombardment
    if task is None:
        return ""
    for ship in able:
        if ship.id == task.ship and ship.weapons < GUNS_GONE and not sea.is_powerless(ship):
            _, row = hexes.column_row(hexes.hex_of(ship.at))
            if task.rows[0] <= row <= task.rows[1]:
                return ship.id
    return ""


def carry_out(sea: Sea, orders: tuple[FireOrder, ...], *, planned: bool = False) -> None:
    """4.3, 5.1 Fire the star shells, then lay the markers; `planned`: as a fire plan says."""
    for order in orders:
        if isinstance(order, StarShell):
            sea.state.lights.append(Light(order.ship, order.at))
            sea.tell(Lit(order.ship, order.at))
    for order in orders:
        if isinstance(order, Target | Secondary):
            _mark(sea, order, planned=planned)
        elif isinstance(order, Bombard) and sea.battle.bombardment is not None:
            sea.state.bombarding = order.ship
            sea.tell(Bombarding(order.ship, sea.battle.bombardment.place))


def _mark(sea: Sea, order: Target | Secondary, *, planned: bool) -> None:
    ship, target = sea.ship(order.ship), sea.ship(order.at)
    seen = sight.seen(sea, ship, target)
    if seen is None:
        raise LookupError(f"{order.ship} does not sight {order.at}")
    guns: Guns = "secondary" if isinstance(order, Secondary) else "main"
    far = hexes.distance(ship.at, target.at)
    sea.state.markers.append(Marker(ship.id, target.id, guns, seen.sight, far))
    sea.tell(Marked(ship.id, target.id, guns, far, seen.sight, planned))
