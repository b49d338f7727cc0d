"""3.1(2), 3.1(3), 4.3, 4.3.1, 5.1, 5.1c The choice of targets; the inferior player chooses first."""

from msgspec import structs

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.battleships.components import hexes
from games.titles.battleships.orders.orders import Bombard, FireOrder, Secondary, StarShell, Target
from games.titles.battleships.orders.targets import Aim, Flare, TargetForm
from games.titles.battleships.rules.gunnery.modifiers import changed_attack
from games.titles.battleships.rules.gunnery.odds import shot_chances, shot_modifiers
from games.titles.battleships.rules.sighting import sight, turn
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.condition import GUNS_GONE
from games.titles.battleships.state.events.gunnery import Bombarding, Marked
from games.titles.battleships.state.events.sighting import Lit
from games.titles.battleships.state.state import Guns, Light, Marker, Ship

BATTERIES: tuple[Guns, Guns] = ("main", "secondary")


async def first_targets(board: Board) -> str:
    """3.1(2) Ask the inferior player (who goes first this turn) for targets and star shells.

    Return the key of the next step.
    """
    await _choose(board, board.inferior)
    return "second_targets"


async def second_targets(board: Board) -> str:
    """3.1(3) Ask the superior player (who goes second this turn) for targets and star shells.

    This follows the roll for that player's aircraft (10.2). Return the key of the next step.
    """
    await turn.spot(board, board.superior)
    await _choose(board, board.superior)
    return "gunnery"


async def _choose(board: Board, side: str) -> None:
    """5.1 Let a side choose targets: by its fire plan, or by a question. Skip a side that could mark no target.

    With secret flagships, both decisions assume that all ships are under command. Otherwise they would disclose which
    ships are out of command, and so which ship is not the flagship (10.10d).
    """
    form, plan = target_form(board, side), board.state.plans.get(side, ())
    openly = form
    if board.options.flagship and (plan or not _could_mark(form)):
        openly = target_form(board, side, all_in_command=True)
    if not _could_mark(openly):
        return
    planned = bool(openly.planned(plan))
    answer: tuple[FireOrder, ...] = () if planned else await ask(_question(side, form))
    orders = form.planned(plan) if planned else form.meant(answer)
    if orders or not planned:
        board.state.plans.pop(side, None)
    carry_out(board, orders, planned=planned)


def _could_mark(form: TargetForm) -> bool:
    """Return True if the form allows any ship to mark a target, or to bombard."""
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


def target_form(board: Board, side: str, *, all_in_command: bool = False) -> TargetForm:
    """Return the form of a side's targets for the present board.

    `all_in_command`: True to treat ships that have lost command as under command.
    """
    able = [ship for ship in board.fleet(side) if all_in_command or not board.is_astray(ship)]
    flares = tuple(filter(lambda flare: flare.hexes, (_flare(board, ship) for ship in able)))
    lightable = {at for flare in flares for at in flare.hexes}
    prey = board.fleet(board.other(side))
    aims = tuple(
        aim
        for ship in able
        for guns in BATTERIES
        for target in prey
        if (aim := _aim(board, ship, target, guns, lightable)) is not None
    )
    used = {aim.needs for aim in aims if aim.needs} | _worth_lighting(board, side)
    flares = tuple(Flare(flare.ship, lit) for flare in flares if (lit := tuple(at for at in flare.hexes if at in used)))
    return TargetForm(
        aims=aims,
        flares=flares,
        markers=board.tables.gunnery.most_markers,
        bombards=_bombarding_ship(board, able),
        crew=tuple(ship.id for ship in board.state.ships if ship.side == side),
        prey=tuple(ship.id for ship in board.state.ships if ship.side != side),
    )


def aims_at(board: Board, attacker: str, target: str) -> tuple[Aim, ...]:
    """5.1a Return the shots of a ship at a target that are possible now, without firing further star shells."""
    ship, against = board.ship(attacker), board.ship(target)
    found = (_aim(board, ship, against, guns, set()) for guns in BATTERIES)
    return tuple(aim for aim in found if aim is not None)


def _worth_lighting(board: Board, side: str) -> set[str]:
    """4.3 Return the hexes with enemies of a side."""
    return {ship.at for ship in board.fleet(board.other(side))}


def _flare(board: Board, ship: Ship) -> Flare:
    """4.3 Return the hexes that a ship may light with a star shell: those in range that contain ships."""
    far = board.tables.star_shell.range
    there = dict.fromkeys(other.at for other in board.afloat if hexes.distance(ship.at, other.at) <= far)
    return Flare(ship.id, tuple(there) if sight.can_light(board, ship) else ())


def _aim(board: Board, ship: Ship, target: Ship, guns: Guns, lightable: set[str]) -> Aim | None:
    """5.1a Return a ship's possible shot at a target with main or secondary guns; None if it is impossible.

    A target in a hex of `lightable` is possible even if a star shell must light it first.
    """
    if not sight.can_reach(board, ship, target, guns):
        return None
    seen, needs = sight.seen(board, ship, target), ""
    if seen is None and target.at in lightable:
        seen, needs = sight.seen(board, ship, target, lit=True), target.at
    if seen is None:
        return None
    far, kind = hexes.distance(ship.at, target.at), board.counter(target).kind
    arc = hexes.arc(ship.at, ship.heading, target.at)
    masked = board.options.friendly_fire and sight.is_masked(board, ship, target)
    across = tuple(friend.id for friend in board.friends_between(ship, target.at)) if masked else ()
    marker = Marker(ship.id, target.id, guns, seen.sight, far)
    aim = Aim(
        ship.id,
        target.id,
        far,
        arc,
        seen.sight,
        needs,
        kind=kind,
        across=across,
        alone=shot_chances(board, marker, shared=False),
    )
    if guns == "secondary":
        return structs.replace(aim, secondary=True)
    modifier = sum(one.amount for one in shot_modifiers(board, marker, target, shared=False))
    together = shot_chances(board, marker, shared=True)
    return structs.replace(aim, attack=changed_attack(board, ship, far), modifier=modifier, together=together)


def _bombarding_ship(board: Board, able: list[Ship]) -> str:
    """11.10 Return the ship that may mark the place ashore. Return "" if there is none."""
    task = board.battle.bombardment
    if task is None:
        return ""
    for ship in able:
        if ship.id == task.ship and ship.weapons < GUNS_GONE and not board.is_powerless(ship):
            _, row = hexes.column_row(hexes.hex_of(ship.at))
            if task.rows[0] <= row <= task.rows[1]:
                return ship.id
    return ""


def carry_out(board: Board, orders: tuple[FireOrder, ...], *, planned: bool = False) -> None:
    """4.3, 5.1 Fire the ordered star shells, then place the target markers.

    `planned`: True if a fire plan gave the orders.
    """
    for order in orders:
        if isinstance(order, StarShell):
            board.state.lights.append(Light(order.ship, order.at))
            board.tell(Lit(order.ship, order.at))
    for order in orders:
        if isinstance(order, Target | Secondary):
            _mark(board, order, planned=planned)
        elif isinstance(order, Bombard) and board.battle.bombardment is not None:
            board.state.bombarding = order.ship
            board.tell(Bombarding(order.ship, board.battle.bombardment.place))


def _mark(board: Board, order: Target | Secondary, *, planned: bool) -> None:
    ship, target = board.ship(order.ship), board.ship(order.at)
    seen = sight.seen(board, ship, target)
    if seen is None:
        raise LookupError(f"{order.ship} does not sight {order.at}")
    guns: Guns = "secondary" if isinstance(order, Secondary) else "main"
    far = hexes.distance(ship.at, target.at)
    board.state.markers.append(Marker(ship.id, target.id, guns, seen.sight, far))
    board.tell(Marked(ship.id, target.id, guns, far, seen.sight, planned))
