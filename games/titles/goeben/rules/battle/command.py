"""14.4–14.10 The captains' orders at the start of a battle and, after an order `EachRound`, before each salvo."""

from collections.abc import Mapping, Sequence
from functools import partial

from games.kernel.requests import ask_all
from games.kernel.text import Text
from games.titles.goeben.components.pieces import BATTERIES, Battery
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.doctrine import Doctrine
from games.titles.goeben.orders.orders import (
    BattleOrder,
    EachRound,
    Fire,
    FullFire,
    Hold,
    Launch,
    NationFirst,
    Withdraw,
)
from games.titles.goeben.orders.prospects import Magazine
from games.titles.goeben.rules.battle.breakoff import exits
from games.titles.goeben.rules.battle.forces import battle, class_of, foe_of, foes, guns, is_consort, own, seats
from games.titles.goeben.rules.battle.odds import volleys
from games.titles.goeben.rules.battle.values import fire_value
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.captains.doctrine import doctrine_of
from games.titles.goeben.state.board import Board
from games.titles.goeben.visibility.notes import Notes, notes_of

ENGAGE = Text("Contact. What are your orders for this battle?", "接敵。この海戦の命令を出してください。")
ROUND = Text("What are your orders for the next battery?", "次の砲火の命令を出してください。")
SHORE_BATTERIES = BATTERIES[:-1]


async def battle_orders(board: Board, *, may_leave: bool) -> None:
    """14.4, 14.5 Ask every captain with ships in the battle for orders, unless the doctrine decides.

    `may_leave`: True if the players' side fires first and so may break off.
    """
    fight = battle(board)
    leader = roles.senior(board, fight.space)
    asked = {}
    for seat, names in seats(board).items():
        form = partial(_plan, names=names, leader=seat == leader, may_leave=may_leave)
        fight.orders[seat] = form(notes_of(board, seat)).intended
        if doctrine_of(board, seat).asks("battle"):
            roles.announce_question(board, seat)
            asked[seat] = roles.question(board, seat, "engage", "14.5", ENGAGE, form)
    for seat, answer in (await ask_all(asked)).items():
        fight.orders[seat] = answer


def _plan(notes: Notes, *, names: Sequence[str], leader: bool, may_leave: bool) -> BattlePlan:
    """14.4, 25.2 Return the form for a whole battle; it offers the spaces for breaking off by the captain's notes."""
    free = exits(notes) if may_leave else {}
    return battle_plan(notes, names, {name: free[name] for name in names if name in free}, leader=leader)


def battle_plan(notes: Notes, names: Sequence[str], ways: dict[str, tuple[str, ...]], *, leader: bool) -> BattlePlan:
    """Return the form for a seat's orders for a whole battle, built from the seat's `notes`.

    `names`: the seat's ships. `ways`: the spaces to which each of these ships may break off. `leader`: True if the seat
    is the senior officer.
    """
    fight, doctrine = battle(notes), doctrine_of(notes, notes.seat)
    batteries = SHORE_BATTERIES if fight.shore else BATTERIES
    form = _form(notes, names, batteries, leader=leader)
    plan = _withdrawal(notes, doctrine, ways) if leader else ()
    unable = form.unable | _no_way_out(notes, names, ways)
    return BattlePlan(
        batteries=form.batteries, foes=form.foes, full=form.full, tubes=form.tubes, in_reach=form.in_reach, exits=ways,
        leader=leader, mixed=form.mixed, intended=(*plan, *_by_doctrine(notes, doctrine, form)), unable=unable,
        magazines=form.magazines,
    )  # fmt: skip


def _no_way_out(board: Board, names: Sequence[str], exits: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """14.4 Return by reason the ships without a space to break off to, or the neighbouring spaces that are closed."""
    if not exits:
        return {"no_exit": tuple(names)}
    free = {space for spaces in exits.values() for space in spaces}
    near = board.box.waters.neighbours(battle(board).space)
    unsafe = tuple(space for space in near if space not in free)
    return {"unsafe": unsafe} if unsafe else {}


def _form(notes: Notes, names: Sequence[str], batteries: Sequence[Battery], *, leader: bool) -> BattlePlan:
    """Return the form with the ships' weapons and targets. `batteries`: the batteries that may fire."""
    fight = battle(notes)
    loaded = {name: _loaded(notes, name, batteries) for name in names}
    marks = {name: torpedo_marks(notes, name) for name in names} if "torpedo" in batteries else {}
    return BattlePlan(
        batteries={name: found for name, found in loaded.items() if found},
        foes=tuple(foe.id for foe in foes(notes)),
        full=tuple(name for name, found in loaded.items() if found and may_fire_fully(notes, name)),
        tubes={name: tubes(notes, name) for name, found in marks.items() if found},
        in_reach={name: found for name, found in marks.items() if found},
        leader=leader,
        mixed=bool(fight.ships and fight.consorts),
        magazines={name: _magazine(notes, name) for name in names if not is_consort(notes, name)},
        unable=_silent(notes, loaded, marks),
        volleys=volleys(notes, [name for name in names if may_fire(notes, name) or tubes(notes, name)], batteries),
    )


def _magazine(board: Board, name: str) -> Magazine:
    """14.8, 14.9 Return the ammunition of a German ship, and the cost of firing it."""
    ammunition, numbers = board.ship(name).ammunition, board.box.numbers.combat
    if name in battle(board).fired:
        return Magazine(ammunition)
    return Magazine(ammunition, numbers.ammunition, numbers.maximum_ammunition)


def _silent(
    board: Board, loaded: Mapping[str, tuple[str, ...]], marks: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """14.5–14.10 Return by reason the ships that cannot fire, use maximum fire, or launch torpedoes.

    `loaded`: the batteries that each ship can fire. `marks`: the targets of each ship's torpedoes.
    """
    found: dict[str, list[str]] = {}
    for name, batteries in loaded.items():
        if not batteries:
            found.setdefault("no_guns" if may_fire(board, name) else "no_ammunition", []).append(name)
        elif not may_fire_fully(board, name):
            found.setdefault("spent", []).append(name)
        if not marks.get(name):
            why = "not_now" if not marks else "no_torpedo_dice" if tubes(board, name) else "no_torpedoes"
            found.setdefault(why, []).append(name)
    return {reason: tuple(ships) for reason, ships in found.items()}


def _loaded(board: Board, name: str, batteries: Sequence[Battery]) -> tuple[str, ...]:
    """Return those of `batteries` that a ship has and can fire.

    Batteries that fire together have one target; the lightest of them stands in the form for all (13.chart/Limited
    Visibility.1).
    """
    if not may_fire(board, name):
        return ()
    loaded = [battery for battery in batteries if battery != "torpedo" and guns(board, name, battery)]
    together = [battery for battery in loaded if battery in BATTERIES[: BATTERIES.index(battle(board).opens) + 1]]
    return tuple(battery for battery in loaded if battery not in together[:-1])


def may_fire(board: Board, name: str) -> bool:
    """14.8 Return True if a ship has ammunition to fire: aboard, or already paid for in this battle.

    20.0 Austro-Hungarian ships need no ammunition.
    """
    return is_consort(board, name) or name in battle(board).fired or bool(board.ship(name).ammunition)


def may_fire_fully(board: Board, name: str) -> bool:
    """14.9, 14.9.1 Return True if a German ship can use maximum fire.

    She needs enough ammunition, and must not have opened fire yet.
    """
    if is_consort(board, name) or name in battle(board).fired:
        return False
    return board.ship(name).ammunition >= board.box.numbers.combat.maximum_ammunition


def tubes(board: Board, name: str) -> int:
    """14.10 Return the number of torpedoes that a ship can launch; always 1 for an Austro-Hungarian ship (20.0)."""
    return min(guns(board, name, "torpedo"), 1) if is_consort(board, name) else board.ship(name).torpedoes


def torpedo_marks(board: Board, name: str) -> tuple[str, ...]:
    """14.6.1 Return the ids of Allied ships at which a torpedo of this ship would have at least one die."""
    if not tubes(board, name):
        return ()
    worth = board.box.numbers.combat.torpedo
    return tuple(foe.id for foe in foes(board) if fire_value(board, name, worth, foe.id) > 0)


# --- orders by doctrine


def _withdrawal(board: Board, doctrine: Doctrine, exits: Mapping[str, tuple[str, ...]]) -> tuple[BattleOrder, ...]:
    """14.4 Return orders to break off if the doctrine demands it, else nothing.

    Each ship goes to the space from which it came if possible, else to the first of its `exits`.
    """
    if not exits or not doctrine.breaks_off(tuple(class_of(board, foe.id) for foe in foes(board))):
        return ()
    goals: dict[str, list[str]] = {}
    for name, spaces in exits.items():
        came = board.day.routes.get(name, ("", ""))[-2]
        goals.setdefault(came if came in spaces else spaces[0], []).append(name)
    return tuple(Withdraw(tuple(names), space) for space, names in goals.items())


def _by_doctrine(board: Board, doctrine: Doctrine, form: BattlePlan) -> tuple[BattleOrder, ...]:
    """14.5, 14.9, 14.10 Return the orders that the doctrine gives: targets, maximum fire and torpedoes."""
    ranked = ranking(board, doctrine)
    classes = {name: class_of(board, name) for name in ranked}
    dear = [name for name in ranked if classes[name] in doctrine.torpedoes]
    orders: list[BattleOrder] = [Fire(ship, tuple(ranked)) for ship in form.batteries]
    if any(one in doctrine.maximum for one in classes.values()):
        orders += [FullFire(ship) for ship in form.full]
    for ship, count in form.tubes.items():
        worth_it = tuple(name for name in dear if name in form.in_reach[ship])
        if worth_it:
            most = min(count, doctrine.most_torpedoes or count)
            orders.append(Launch(ship, worth_it, str(most)))
    return (*orders, EachRound()) if doctrine.has(EachRound) else tuple(orders)


def ranking(board: Board, doctrine: Doctrine) -> list[str]:
    """14.5 Return the ids of the enemies still in the battle, in the order in which the doctrine ranks their classes.

    Coastal defences are in the order of their strength, the strongest first.
    """
    if battle(board).shore:
        return sorted((foe.id for foe in foes(board)), key=lambda name: -board.box.forts[name])
    return sorted((foe.id for foe in foes(board)), key=lambda name: doctrine.rank(class_of(board, name)))


# --- the orders in force


def orders_of(board: Board, name: str) -> tuple[BattleOrder, ...]:
    """Return the battle orders that the captain of a ship has given."""
    return battle(board).orders.get(roles.of_ship(board, name), ())


def holds(board: Board, name: str) -> bool:
    """Return True if a ship is ordered to hold its fire."""
    return any(isinstance(order, Hold) and order.ship == name for order in orders_of(board, name))


def fires_fully(board: Board, name: str) -> bool:
    """14.9 Return True if a ship is ordered to use maximum fire.

    Only ships with enough ammunition can receive that order.
    """
    return any(isinstance(order, FullFire) and order.ship == name for order in orders_of(board, name))


def target(board: Board, name: str, fires: Sequence[Battery]) -> str:
    """14.5 Return the target of a ship; "" if there is none.

    It is the first enemy still in the battle of three lists, which are read in this order: the targets ordered for a
    battery in `fires`; the targets ordered for all batteries; the targets in the order of the doctrine.
    """
    named = [order for order in orders_of(board, name) if isinstance(order, Fire) and order.ship == name]
    wanted = [one for order in named if order.battery in fires for one in order.at]
    wanted += [one for order in named if not order.battery for one in order.at]
    wanted += ranking(board, doctrine_of(board, roles.of_ship(board, name)))
    return next((one for one in wanted if not foe_of(board, one).gone), "")


def launches(board: Board, name: str) -> list[Launch]:
    """14.10 Return a ship's orders to launch torpedoes."""
    return [order for order in orders_of(board, name) if isinstance(order, Launch) and order.ship == name]


def firing_order(board: Board) -> list[str]:
    """20.0.2 Return the players' ships in the order of fire.

    The Germans fire first unless the senior officer decides otherwise.
    """
    names = own(board)
    orders = battle(board).orders.get(roles.senior(board, battle(board).space), ())
    austrians = any(isinstance(order, NationFirst) and order.nation == "austrian" for order in orders)
    return sorted(names, key=lambda name: is_consort(board, name) != austrians)


# --- asked again


async def ask_again(board: Board, batteries: Sequence[Battery]) -> None:
    """Ask the seats that have given the order `EachRound` for new orders, before these batteries fire.

    Without an answer, a seat's earlier orders stay in force.
    """
    fight = battle(board)
    leader = roles.senior(board, fight.space)
    asked = {}
    for seat, names in seats(board).items():
        if EachRound() not in fight.orders.get(seat, ()):
            continue
        form = partial(_next_battery, names=names, batteries=batteries, leader=seat == leader)
        again = form(notes_of(board, seat))
        if again.batteries or again.tubes:
            roles.announce_question(board, seat)
            asked[seat] = roles.question(board, seat, "round", "14.5", ROUND, form)
    for seat, answer in (await ask_all(asked)).items():
        fight.orders[seat] = (*answer, EachRound())


def _next_battery(notes: Notes, *, names: Sequence[str], batteries: Sequence[Battery], leader: bool) -> BattlePlan:
    """Return the form for the next salvo only; earlier orders stay in force."""
    form = _form(notes, names, batteries, leader=leader)
    before = battle(notes).orders.get(notes.seat, ())
    return BattlePlan(
        batteries=form.batteries, foes=form.foes, full=form.full, tubes=form.tubes, in_reach=form.in_reach,
        leader=form.leader, mixed=form.mixed, later=True, unable=form.unable, magazines=form.magazines,
        volleys=form.volleys,
        intended=tuple(still for order in before for still in _still(order, form)),
    )  # fmt: skip


def _still(order: BattleOrder, form: BattlePlan) -> list[BattleOrder]:
    """Return the order, or the part of it, that is still possible; empty if nothing is."""
    if isinstance(order, Fire):
        left = tuple(name for name in order.at if name in form.foes)
        fits = not order.battery or order.battery in form.batteries.get(order.ship, ())
        return [Fire(order.ship, left, order.battery)] if left and fits and order.ship in form.batteries else []
    if isinstance(order, Launch):
        left = tuple(name for name in order.at if name in form.in_reach.get(order.ship, ()))
        return [Launch(order.ship, left, order.count)] if left and order.ship in form.tubes else []
    if isinstance(order, FullFire):
        return [order] if order.ship in form.full else []
    if isinstance(order, Hold):
        return [order] if order.ship in form.batteries else []
    return [order] if isinstance(order, NationFirst) and form.mixed and form.leader else []
