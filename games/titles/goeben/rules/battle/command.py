"""14.4–14.10 What the captains order: at the start of a battle, and with `each-round` before every battery."""

from collections.abc import Mapping, Sequence

from games.kernel.requests import all_of
from games.kernel.text import Text
from games.titles.goeben.box.pieces import BATTERIES, Battery
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
from games.titles.goeben.rules.battle.forces import battle, class_of, foe_of, foes, guns, is_consort, own, seats
from games.titles.goeben.rules.battle.values import fire_value
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.captains.doctrine import doctrine_of
from games.titles.goeben.table.sea import Sea

ENGAGE = Text("Contact. What are your orders for this battle?", "接敵。この海戦の命令を出してください。")
ROUND = Text("What are your orders for the next battery?", "次の砲火の命令を出してください。")
SHORE_BATTERIES = BATTERIES[:-1]


async def battle_orders(sea: Sea, ways_out: Mapping[str, tuple[str, ...]]) -> None:
    """14.4, 14.5 Every captain present gives his orders, unless his doctrine gives them for him."""
    fight = battle(sea)
    leader = roles.senior(sea, fight.space)
    asked = {}
    for seat, names in seats(sea).items():
        exits = {name: ways_out[name] for name in names if name in ways_out}
        form = plan_form(sea, seat, names, exits, leader=seat == leader)
        fight.orders[seat] = form.intended
        if doctrine_of(sea, seat).asks("battle"):
            roles.consulted(sea, seat)
            asked[seat] = roles.question(sea, seat, "engage", "14.5", ENGAGE, form)
    for seat, answer in (await all_of(asked)).items():
        fight.orders[seat] = answer


def plan_form(
    sea: Sea, seat: str, names: Sequence[str], exits: dict[str, tuple[str, ...]], *, leader: bool
) -> BattlePlan:
    """The form of a whole battle for the ships of a seat."""
    fight, doctrine = battle(sea), doctrine_of(sea, seat)
    batteries = SHORE_BATTERIES if fight.shore else BATTERIES
    form = _form(sea, names, batteries, leader=leader)
    plan = _withdrawal(sea, doctrine, exits) if leader else ()
    unable = form.unable | _no_way_out(sea, names, exits)
    return BattlePlan(
        batteries=form.batteries, foes=form.foes, full=form.full, tubes=form.tubes, in_reach=form.in_reach, exits=exits,
        leader=leader, mixed=form.mixed, intended=(*plan, *_by_doctrine(sea, doctrine, form)), unable=unable,
        magazines=form.magazines,
    )  # fmt: skip


def _no_way_out(sea: Sea, names: Sequence[str], exits: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """14.4 Ships without a way out, or the neighbouring spaces that are none."""
    if not exits:
        return {"no_exit": tuple(names)}
    free = {space for spaces in exits.values() for space in spaces}
    near = sea.box.waters.neighbours(battle(sea).space)
    unsafe = tuple(space for space in near if space not in free)
    return {"unsafe": unsafe} if unsafe else {}


def _form(sea: Sea, names: Sequence[str], batteries: Sequence[Battery], *, leader: bool) -> BattlePlan:
    """What there is to fire with and at."""
    fight = battle(sea)
    loaded = {name: _loaded(sea, name, batteries) for name in names}
    marks = {name: torpedo_marks(sea, name) for name in names} if "torpedo" in batteries else {}
    return BattlePlan(
        batteries={name: found for name, found in loaded.items() if found},
        foes=tuple(foe.id for foe in foes(sea)),
        full=tuple(name for name, found in loaded.items() if found and may_fire_fully(sea, name)),
        tubes={name: tubes(sea, name) for name, found in marks.items() if found},
        in_reach={name: found for name, found in marks.items() if found},
        leader=leader,
        mixed=bool(fight.ships and fight.consorts),
        magazines={name: _magazine(sea, name) for name in names if not is_consort(sea, name)},
        unable=_silent(sea, loaded, marks),
    )


def _magazine(sea: Sea, name: str) -> Magazine:
    """14.8, 14.9 What a German ship has left to fire with, and what that costs her."""
    ammunition, numbers = sea.ship(name).ammunition, sea.box.numbers.combat
    if name in battle(sea).fired:
        return Magazine(ammunition)
    return Magazine(ammunition, numbers.ammunition, numbers.maximum_ammunition)


def _silent(
    sea: Sea, loaded: Mapping[str, tuple[str, ...]], marks: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """14.5–14.10 The ships that cannot fire, fire fully, or launch, by the reason."""
    found: dict[str, list[str]] = {}
    for name, batteries in loaded.items():
        if not batteries:
            found.setdefault("no_guns" if may_fire(sea, name) else "no_ammunition", []).append(name)
        elif not may_fire_fully(sea, name):
            found.setdefault("spent", []).append(name)
        if not marks.get(name):
            why = "not_now" if not marks else "no_torpedo_dice" if tubes(sea, name) else "no_torpedoes"
            found.setdefault(why, []).append(name)
    return {reason: tuple(ships) for reason, ships in found.items()}


def _loaded(sea: Sea, name: str, batteries: Sequence[Battery]) -> tuple[str, ...]:
    """The batteries of guns that a ship can fire; of those that fire together, and therefore at one target, the
    lightest stands for all (13.chart/Limited Visibility.1).
    """
    if not may_fire(sea, name):
        return ()
    loaded = [battery for battery in batteries if battery != "torpedo" and guns(sea, name, battery)]
    together = [battery for battery in loaded if battery in BATTERIES[: BATTERIES.index(battle(sea).opens) + 1]]
    return tuple(battery for battery in loaded if battery not in together[:-1])


def may_fire(sea: Sea, name: str) -> bool:
    """14.8 Whether there is ammunition: paid for in this battle, or aboard; 20.0 allied ships need none."""
    return is_consort(sea, name) or name in battle(sea).fired or bool(sea.ship(name).ammunition)


def may_fire_fully(sea: Sea, name: str) -> bool:
    """14.9, 14.9.1 German ships with enough ammunition, before they have opened fire."""
    if is_consort(sea, name) or name in battle(sea).fired:
        return False
    return sea.ship(name).ammunition >= sea.box.numbers.combat.maximum_ammunition


def tubes(sea: Sea, name: str) -> int:
    """14.10 The torpedo attacks that a ship can make; 20.0 an allied ship one, as often as you like."""
    return min(guns(sea, name, "torpedo"), 1) if is_consort(sea, name) else sea.ship(name).torpedoes


def torpedo_marks(sea: Sea, name: str) -> tuple[str, ...]:
    """14.6.1 The Allies at whom her torpedoes have any dice."""
    if not tubes(sea, name):
        return ()
    worth = sea.box.numbers.combat.torpedo
    return tuple(foe.id for foe in foes(sea) if fire_value(sea, name, worth, foe.id) > 0)


# --- what the doctrine orders


def _withdrawal(sea: Sea, doctrine: Doctrine, exits: Mapping[str, tuple[str, ...]]) -> tuple[BattleOrder, ...]:
    """14.4 Back to where each ship came from, if she can; else to the first space that is open."""
    if not exits or not doctrine.breaks_off(tuple(class_of(sea, foe.id) for foe in foes(sea))):
        return ()
    goals: dict[str, list[str]] = {}
    for name, spaces in exits.items():
        came = sea.day.routes.get(name, ("", ""))[-2]
        goals.setdefault(came if came in spaces else spaces[0], []).append(name)
    return tuple(Withdraw(tuple(names), space) for space, names in goals.items())


def _by_doctrine(sea: Sea, doctrine: Doctrine, form: BattlePlan) -> tuple[BattleOrder, ...]:
    """14.5, 14.9, 14.10 Targets, maximum fire and torpedoes."""
    ranked = ranking(sea, doctrine)
    classes = {name: class_of(sea, name) for name in ranked}
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


def ranking(sea: Sea, doctrine: Doctrine) -> list[str]:
    """14.5 The Allies still there, as a doctrine would aim at them; the strongest coastal defence first."""
    if battle(sea).shore:
        return sorted((foe.id for foe in foes(sea)), key=lambda name: -sea.box.forts[name])
    return sorted((foe.id for foe in foes(sea)), key=lambda name: doctrine.rank(class_of(sea, name)))


# --- what has been ordered


def orders_of(sea: Sea, name: str) -> tuple[BattleOrder, ...]:
    """The orders of the captain of a ship."""
    return battle(sea).orders.get(roles.of_ship(sea, name), ())


def holds(sea: Sea, name: str) -> bool:
    """Whether a ship keeps her guns silent."""
    return any(isinstance(order, Hold) and order.ship == name for order in orders_of(sea, name))


def fires_fully(sea: Sea, name: str) -> bool:
    """14.9 Whether maximum fire is ordered: only ships that have the ammunition can be ordered so."""
    return any(isinstance(order, FullFire) and order.ship == name for order in orders_of(sea, name))


def target(sea: Sea, name: str, fires: Sequence[Battery]) -> str:
    """14.5 The first target of a ship that is still there: of those named for a battery that fires now, of those named
    for all, and then as her doctrine ranks them.
    """
    named = [order for order in orders_of(sea, name) if isinstance(order, Fire) and order.ship == name]
    wanted = [one for order in named if order.battery in fires for one in order.at]
    wanted += [one for order in named if not order.battery for one in order.at]
    wanted += ranking(sea, doctrine_of(sea, roles.of_ship(sea, name)))
    return next((one for one in wanted if not foe_of(sea, one).gone), "")


def launches(sea: Sea, name: str) -> list[Launch]:
    """14.10 The torpedoes that a ship is to launch."""
    return [order for order in orders_of(sea, name) if isinstance(order, Launch) and order.ship == name]


def firing_order(sea: Sea) -> list[str]:
    """20.0.2 The ships of one nation first, the Germans unless the senior officer says otherwise."""
    names = own(sea)
    orders = battle(sea).orders.get(roles.senior(sea, battle(sea).space), ())
    austrians = any(isinstance(order, NationFirst) and order.nation == "austrian" for order in orders)
    return sorted(names, key=lambda name: is_consort(sea, name) != austrians)


# --- asked again


async def asked_again(sea: Sea, batteries: Sequence[Battery]) -> None:
    """Those who want it are asked before a battery fires; what they ordered before stands without an answer."""
    fight = battle(sea)
    leader = roles.senior(sea, fight.space)
    asked = {}
    for seat, names in seats(sea).items():
        before = fight.orders.get(seat, ())
        form = _form(sea, names, batteries, leader=seat == leader)
        if EachRound() in before and (form.batteries or form.tubes):
            kept = tuple(still for order in before for still in _still(order, form))
            again = BattlePlan(
                batteries=form.batteries, foes=form.foes, full=form.full, tubes=form.tubes, in_reach=form.in_reach,
                leader=form.leader, mixed=form.mixed, later=True, intended=kept, unable=form.unable,
                magazines=form.magazines,
            )  # fmt: skip
            roles.consulted(sea, seat)
            asked[seat] = roles.question(sea, seat, "round", "14.5", ROUND, again)
    for seat, answer in (await all_of(asked)).items():
        fight.orders[seat] = (*answer, EachRound())


def _still(order: BattleOrder, form: BattlePlan) -> list[BattleOrder]:
    """The part of an order that can still be followed."""
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
