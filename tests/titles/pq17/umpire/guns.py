"""7.5 Surface battles: who may fire at whom, with how many dice, what hits, what torpedoes do, who gets away."""

from collections import Counter as Count
from collections.abc import Iterable, Sequence

from games.titles.pq17.state.battle import Battle, Unit
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events import surface
from tests.titles.pq17.umpire import charts
from tests.titles.pq17.umpire.table import Thrown, Umpire

MOST_ROUNDS = 10


def _unit(battle: Battle, name: str) -> Unit:
    return battle.unit(name)


def hurt(counter: Counter) -> int:
    """7.0, 7.3.1b What is added against a counter that is Dead in the Water, in tow, or Crippled."""
    return 2 if counter.dead or counter.towed else 1 if counter.crippled else 0


class Salvo:
    """All that fires at once, with the first of its dice."""

    def __init__(self, before: Thrown) -> None:
        self.before, self.fired = before, list[surface.GunsFired]()


def intercepted(u: Umpire, event: surface.Intercepted, *others: surface.Intercepted) -> None:
    """7.5.1 Who intercepts attacks."""
    if event.found:
        forces = u.blocks(event.side, event.at, event.block)
        u.about.setdefault("attackers", {})[event.side] = forces


def joined(u: Umpire, event: surface.BattleJoined, *others: surface.BattleJoined) -> None:
    battle = u.state.battle
    again = event.round == 1 and u.about.get("began") == (event.at, event.surprise, event.units)
    u.about["began"] = (event.at, event.surprise, event.units)
    if again:
        return
    if event.surprise is not None and event.round == 1:
        thrown = u.take("7.6", "battle")
        u.ruled("7.6 dark or foul", not u.is_day or u.weather != "fair")
        u.ruled("7.6 die", thrown.dice == (event.surprise,))
        added = charts.SURPRISE[u.weather]
        u.ruled("7.6 modifier", event.modifier - added in (0, 1, -1), event.modifier, added)
        about = u.about.get("attackers", {}).get(event.attacker, ())
        if about:
            names = {one.id for one in about}
            unknown = [one.level is None for one in thrown.state.forces if one.id in names]
            if event.modifier - added == 1:
                u.ruled("7.6 unidentified", any(unknown), event, added)
            elif event.modifier == added and not u.state.declared:
                u.ruled("7.6 identified", not all(unknown), event, added)
        succeeds = event.surprise + event.modifier >= 8
        enemy = "axis" if event.attacker == "allied" else "allied"
        u.ruled("7.6 surprise", event.surprised == (enemy if succeeds else ""), event)
    elif event.round == 1:
        u.ruled("7.6 by day", u.is_day and u.weather == "fair", event)
        u.ruled("7.6 none", event.surprised == "")
    if battle is not None:
        for unit in battle.units:  # whoever has come into it before may have been hit since
            if unit.joined == event.round:
                _stack(u, unit)
    if event.round == 1:
        u.about["areas"] = {}
    if event.round == 1 and battle is not None:
        u.about["rounds"] = _unescorted(u, battle)


def _unescorted(u: Umpire, battle: Battle) -> int:
    """7.5.8 The rounds in which merchants are fired at."""
    convoy = {unit.force for unit in battle.units for one in unit.counters if u.kind(one).type == "mx"}
    escorted = any(u.kind(one).is_warship for unit in battle.units if unit.force in convoy for one in unit.counters)
    less = (not u.is_day or u.weather == "reduced") + 2 * (u.weather in ("fog", "storm", "gale"))
    return max(2 + escorted + bool(battle.surprised) - less, 1)


def _stack(u: Umpire, unit: Unit) -> None:
    """7.2.4 What may lie in one stack."""
    kinds = [u.kind(one) for one in unit.counters]
    held = sum(one.strength for one in unit.counters)
    convoy = all(kind.type in charts.CONVOY for kind in kinds)
    if not kinds[0].is_single:
        u.ruled("7.2.4 strength", held <= (10 if convoy else 4), unit)
    if len(unit.counters) > 1:
        light = all(kind.type in charts.LIGHT for kind in kinds)
        u.ruled("7.2.4 stack", convoy or light, unit)
        u.ruled("7.2.4 dead", not any(one.dead or one.towed for one in unit.counters), unit)
    u.ruled("7.3.1 boats", all(kind.type != "ss" for kind in kinds), unit)


def manoeuvred(u: Umpire, event: surface.Manoeuvred, *others: surface.Manoeuvred) -> None:
    battle = u.state.battle
    assert battle is not None
    finish(u)
    for name, area in zip(event.units, event.areas, strict=True):
        unit = _unit(battle, name)
        able = not any(one.crippled or one.dead or one.towed for one in unit.counters)
        areas = u.about.setdefault("areas", {})
        before = areas.get(name, areas.get(name.partition(".")[0], "deployment"))
        u.ruled("7.5.2 Crippled stay", able or area == "deployment" or area == before == "withdrawal", unit)
        u.ruled(
            "7.5.2 Withdrawal stays",
            unit.joined == event.round or areas.get(name) != "withdrawal" or area == "withdrawal",
            unit,
        )
        u.about["areas"][name] = area
        surprises = battle.surprised not in ("", event.side)
        if area == "torpedo" and unit.joined == event.round:
            u.ruled("7.5.2 no torpedoes at once", surprises and event.round == 1, unit)
        if battle.surprised == event.side and event.round == 1:
            u.ruled("7.5.3 surprised stay", area == "deployment" and name not in event.evading, unit)
    for name, *screened in event.screens:
        unit = _unit(battle, name)
        own, enemies = screened[0] if screened else "", screened[1:]
        u.ruled("7.5.4 where", unit.area in ("screening", "torpedo"), unit)
        u.ruled("7.5.4 how many", len(enemies) <= (1 if own else 2), event)
        u.ruled("7.5.4 Crippled", all(one.is_able() for one in unit.counters))
        if own:
            u.ruled("7.5.4 whom", _unit(battle, own).area == "deployment", event)


def _symbols(battle: Battle, unit: Unit, ship: str) -> list[Counter]:
    return [one for one in battle.unit(unit.name).counters if one.ship == ship]


def number_of_guns(u: Umpire, firer: Unit, ship: str, target: Counter) -> int:
    """The die from which this hits, after all modifiers; 99: no fire."""
    number = charts.gun_number(u.kind(ship).type, u.kind(target).type)
    if number is None:
        return 99
    return number + firer.evading - hurt(target) + firer.critical


def fired(u: Umpire, event: surface.GunsFired, *others: surface.GunsFired) -> None:
    if not event.ship:
        return
    thrown = next((one for one in u.waiting("7.5.2i") if one.dice == event.dice), None)
    u.ruled("7.5.2 dice told", thrown is not None, event)
    assert thrown is not None
    group = thrown.key.rpartition(".guns")[0]
    if ".unescorted" in group and group not in u.about.get("fire", {}):
        finish(u)
    groups = u.about.setdefault("fire", {})
    about = groups.setdefault(group, Salvo(thrown))
    u.thrown.remove(thrown)
    battle = about.before.state.battle
    assert battle is not None
    firer, target = battle.unit(event.firer), battle.unit(event.target)
    kind = u.kind(event.ship)
    numbers = [number_of_guns(u, firer, event.ship, one) for one in target.counters]
    u.ruled("7.5.2 in range", min(numbers) < 99, event, target)
    u.all_of("7.2.6a", thrown.key + ".")
    sure = sum(die >= max(numbers) for die in event.dice)
    may = sum(die >= min(numbers) for die in event.dice)
    u.ruled("7.5.2 hits", sure <= event.hits <= may, event, numbers)
    unescorted = ".unescorted" in thrown.key
    if unescorted:
        number = int(thrown.key.partition(".unescorted.")[2].partition(".")[0])
        u.ruled("7.5.8 rounds", number < u.about.get("rounds", MOST_ROUNDS), event, thrown.key, u.about.get("rounds"))
    else:
        u.ruled("7.5.2 TB fire from Torpedo Attack", kind.type != "tb" or firer.area == "torpedo", event, firer)
        _smoke(u, battle, firer, target)
    surprised = battle.surprised
    if surprised and battle.round == 1 and not unescorted:
        u.ruled("7.5.3 first", (event.side == surprised) == group.endswith("fire.1"), event, group)
    about.fired.append(event)


def _smoke(u: Umpire, battle: Battle, firer: Unit, target: Unit) -> None:
    """7.5.4"""
    if any(one.screens for one in battle.against(firer.side)):
        u.ruled("7.5.4 screened", not any(_keeps_off(one, firer, target) for one in battle.units), firer, target)
    if firer.screens:
        u.ruled("7.5.4 fires at whom it screens", target.name in firer.screens, firer, target)


def _keeps_off(screen: Unit, firer: Unit, target: Unit) -> bool:
    if screen.side != target.side or firer.name not in screen.screens:
        return False
    return screen.shields == target.name or (not screen.shields and target.area == "withdrawal")


def _dice(u: Umpire, counters: Iterable[Counter]) -> int:
    """7.5.2, 15.4.3 One for each strength; green crews throw one for two."""
    return sum((one.strength + 1) // 2 if one.green else one.strength for one in counters if not one.dead)


def ship_hit(u: Umpire, event: surface.ShipHit, *others: surface.ShipHit) -> None:
    hit = u.about.setdefault("hit", [])
    if event.ship:
        hit.append(event)


def finish(u: Umpire) -> None:
    """All guns of a round have fired: dice of each counter, hits of each unit, and what they have done."""
    groups: dict[str, Salvo] = u.about.pop("fire", {})
    told: list[surface.ShipHit] = u.about.pop("hit", [])
    for group, salvo in groups.items():
        battle = salvo.before.state.battle
        assert battle is not None
        thrown: Count[tuple[str, str]] = Count()
        hits: Count[str] = Count()
        for event in salvo.fired:
            thrown[event.firer, event.ship] += len(event.dice)
            hits[event.target] += event.hits
        for (name, ship), dice in thrown.items():
            held = _dice(u, [one for one in battle.unit(name).counters if one.ship == ship])
            u.ruled("7.5.2 a die for each strength", dice == held, name, ship, dice, held)
        _undivided(u, battle, salvo.fired)
        if not group.endswith("fire.1"):  # whoever was surprised has aimed before the others fired
            _spread(u, battle, salvo.fired, unescorted=".unescorted" in group)
        _suffered(u, battle, hits, [one for one in told if one.unit in hits])
        told = [one for one in told if one.unit not in hits]
    u.ruled("7.0 no other hits", not told, told)


def _undivided(u: Umpire, battle: Battle, events: Sequence[surface.GunsFired]) -> None:
    """7.5.2h A force of one counter of light ships alone divides its fire."""
    aims: dict[str, set[str]] = {}
    for event in events:
        aims.setdefault(event.firer, set()).add(event.target)
    for name, targets in aims.items():
        unit = battle.unit(name)
        alone = [one.name for one in battle.units if (one.side, one.force) == (unit.side, unit.force)] == [name]
        light = len(unit.counters) == 1 and u.kind(unit.counters[0]).type in charts.LIGHT
        u.ruled("7.5.2h undivided fire", len(targets) == 1 or (alone and light), name, targets)


def _suffered(u: Umpire, battle: Battle, hits: Count[str], told: Sequence[surface.ShipHit]) -> None:
    counted: Count[str] = Count()
    for event in told:
        counted[event.unit] += event.hits
        _hull(u, battle.unit(event.unit), event)
    for name, number in hits.items():
        spare = _afloat(u, battle.unit(name))
        fair = counted[name] == number or number > counted[name] >= spare
        u.ruled("7.0 all hits count", fair, name, number, counted[name])


def _afloat(u: Umpire, unit: Unit) -> int:
    """7.0 The hits that sink all of a unit."""
    floating = sum(1 for one in unit.counters if u.kind(one).is_heavy or u.kind(one).type == "ax")
    wrecks = sum(1 for one in unit.counters if one.dead and u.kind(one).most)
    return sum(one.strength for one in unit.counters) + floating + wrecks


def _hull(u: Umpire, unit: Unit, event: surface.ShipHit) -> None:
    """7.0 A hit takes a step; heavy ships and auxiliaries lie dead before they sink; 7.9 destroyers have their fate."""
    kind = u.kind(event.ship)
    counters = [one for one in unit.counters if one.ship == event.ship]
    held = sum(one.strength for one in counters)
    if kind.is_heavy or kind.type == "ax":
        u.ruled("7.0 lost", event.lost == min(event.hits, held), event, held)
        u.ruled("7.0 sunk", event.sunk == (event.hits > held), event, held)
        u.ruled("7.0 dead", event.dead == (event.hits == held and not event.sunk), event, held)
    else:
        fair = event.lost in [min(event.hits, one.strength) for one in counters]
        u.ruled("7.0 light lost", fair, event, counters)
    if event.fates:
        rolls = [one for one in u.thrown if one.rule == "7.9" and "fate" in one.key]
        found = [charts.FATES[die] for one in rolls for die in one.dice]
        u.ruled("7.9 only by option", u.state.options.destroyer_fate and kind.type == "dd", event)
        u.ruled("7.9 fate", not Count(event.fates) - Count(found), event, found)


def _spread(u: Umpire, battle: Battle, events: Sequence[surface.GunsFired], *, unescorted: bool) -> None:
    """7.5.2 Each enemy who can be aimed at is aimed at once before anybody is twice."""
    aims: dict[str, set[str]] = {}
    for event in events:
        aims.setdefault(event.target, set()).add(event.firer)
    for side in ("allied", "axis"):
        free = [one for one in battle.against(side) if one.name not in aims]
        for target, firers in aims.items():
            if len(firers) < 2 or battle.unit(target).side == side:
                continue
            for name in firers:
                firer = battle.unit(name)
                missed = [one.name for one in free if _may(u, battle, firer, one, unescorted=unescorted)]
                u.ruled("7.5.2 fire is spread", not missed, firer.name, target, missed)


def _may(u: Umpire, battle: Battle, firer: Unit, target: Unit, *, unescorted: bool) -> bool:
    fires = [one.ship for one in firer.counters if one.strength and not one.dead
             and (u.kind(one).type != "tb" or firer.area == "torpedo" or unescorted)]  # fmt: skip
    if not fires or not all(any(number_of_guns(u, firer, ship, one) < 99 for one in target.counters) for ship in fires):
        return False
    if unescorted:
        return True
    if any(_keeps_off(one, firer, target) for one in battle.units):
        return False
    return not firer.screens or target.name in firer.screens


# --- torpedoes


def torpedoes(u: Umpire, event: surface.TorpedoesRan, *others: surface.TorpedoesRan) -> None:
    finish(u)
    thrown = next((one for one in u.waiting("7.3.1", ".torpedoes") if one.dice == event.dice), None)
    if thrown is None:
        u.ruled("7.3.1 dice told", u.state.battle is not None and u.state.battle.dark, event)
        return
    u.thrown.remove(thrown)
    battle = thrown.state.battle
    assert battle is not None
    firer, target = battle.unit(event.firer), battle.unit(event.target)
    u.ruled("9.2.5 none in a gale", u.weather != "gale")
    unescorted = ".unescorted" in thrown.key
    if not unescorted:
        u.ruled("7.5.2 from Torpedo Attack", firer.area == "torpedo", firer)
        _smoke(u, battle, firer, target)
    light = all(not u.kind(one).is_heavy for one in firer.counters)
    may = sum(u.kind(one).torpedoes * (one.strength if light else 1) for one in firer.counters)
    u.ruled("7.3.1 dice", len(event.dice) <= may, event, may)
    _successes(u, event, thrown, target)


def _successes(u: Umpire, event: surface.TorpedoesRan, thrown: Thrown, target: Unit) -> None:
    if not target.counters:
        return
    added = [charts.TORPEDO_AT[u.kind(one).type] + hurt(one) - target.evading for one in target.counters]
    sure, may = successes(u, event.dice, added, target.counters)
    damage = u.all_of("7.3.1a", thrown.key + ".")
    u.ruled(
        "7.3.1 successes",
        sure <= len(damage) <= may or (any(event.sunk) and len(damage) < sure),
        event,
        added,
        len(damage),
    )
    if len(target.counters) == 1:
        _damage(u, event, target.counters[0], [die for one in damage for die in one.dice])


def successes(u: Umpire, dice: Sequence[int], added: Sequence[int], there: Sequence[Counter]) -> tuple[int, int]:
    """7.3.1 How many torpedoes succeed at least, and at most: of a class the one before may have stopped whom the next
    runs at.
    """
    sure, may = (sum(die + one >= 8 for die in dice) for one in (min(added), max(added)))
    if may and any(u.kind(one).most for one in there):
        may = sum(die + max(added) + 2 >= 8 for die in dice)
    return sure, may


def _damage(u: Umpire, event: surface.TorpedoesRan, struck: Counter, dice: Sequence[int]) -> None:
    results = [charts.torpedo_damage(u.kind(struck).type, die, from_air=False) for die in dice]
    u.ruled("7.3.1", _agrees(u, struck, results, sum(event.lost), any(event.sunk)), event, struck, results)


def outcome(u: Umpire, struck: Counter, results: Iterable[str]) -> tuple[int, bool]:
    """7.3.1a-c What a named ship has lost after these results, and whether she is sunk."""
    hits = sum(int(one[0]) for one in results if one[0].isdigit() and "S" not in one)
    sinks = any("S" in one for one in results) or hits > struck.strength
    return struck.strength if sinks else hits, sinks


def _agrees(u: Umpire, struck: Counter, results: Sequence[str], lost: int, sunk: bool) -> bool:
    if not results:
        return lost == 0 and not sunk
    if u.kind(struck).most:
        gone = sum(int(one[0]) for one in results if "S" in one)
        dead = sum(int(one[0]) for one in results if "D" in one or "C" in one)
        return (sunk or not gone) and lost <= gone + dead and (lost >= min(gone, struck.strength))
    return outcome(u, struck, results) == (lost, sunk)


# --- the end of a round


def withdrew(u: Umpire, event: surface.Withdrew, *others: surface.Withdrew) -> None:
    finish(u)
    thrown = u.take("7.5.2l")
    battle = thrown.state.battle
    assert battle is not None
    u.ruled("7.5.2 withdrawal die", thrown.dice == (event.die,))
    warned = 2 if event.side == "axis" and u.state.lasting.warning >= u.state.turn else 0
    added = charts.WITHDRAWAL[u.weather] + (not u.is_day)
    total = event.die + added
    friendly = u.box.hexes[_where(u, battle)].friendly == event.side
    for unit in battle.of(event.side):
        left = unit.name in event.left
        stuck = any(not one.is_able() for one in unit.counters)
        convoy = any(u.kind(one).type in charts.CONVOY for one in unit.counters)
        if left:
            slow = _is_slower(u, unit, battle) if not warned else 0
            u.ruled("7.5.2 gets away", total + warned - slow >= 7, event, added, slow)
            u.ruled("3.12 who cannot", not stuck and (not convoy or friendly), unit)
    if not event.left:
        u.ruled("7.5.2 somebody would", total - 1 < 7, event, added)


def _is_slower(u: Umpire, unit: Unit, battle: Battle) -> bool:
    """3.12 Whether the enemy is faster, each unit of his; where weather or fuel makes all slow it is not asked."""
    if u.weather in ("storm", "gale") or any(one.critical for one in battle.units):
        return False
    return _pace(u, unit) < min((_pace(u, one) for one in battle.against(unit.side)), default=0)


def _pace(u: Umpire, unit: Unit) -> int:
    """5.1 The hexes of the slowest."""
    found = []
    for one in unit.counters:
        kind = u.kind(one)
        best = {"high": 3, "cruise": 2, "slow": 1}[kind.speed]
        slow = one.crippled or one.strength <= kind.slow_from
        found.append(1 if slow else min(best, 2) if one.strength <= kind.cruise_from else best)
    return min(found, default=3)


def _where(u: Umpire, battle: Battle) -> str:
    names = {unit.force for unit in battle.units}
    return next(one.at for one in u.state.forces if one.id in names)


def round_over(u: Umpire, event: surface.RoundOver, *others: surface.RoundOver) -> None:
    finish(u)
    battle = u.state.battle
    if event.die is not None:
        thrown = u.take("7.5.2r")
        u.ruled(
            "7.5.2 end",
            thrown.dice == (event.die,) and event.over == (event.die < event.round or event.round >= MOST_ROUNDS),
            event,
        )
    else:
        u.ruled("7.5.2 no die", battle is None or event.over or event.round >= MOST_ROUNDS, event)


JUDGES = {
    surface.Intercepted: intercepted,
    surface.BattleJoined: joined, surface.Manoeuvred: manoeuvred, surface.GunsFired: fired, surface.ShipHit: ship_hit,
    surface.TorpedoesRan: torpedoes, surface.Withdrew: withdrew, surface.RoundOver: round_over,
}  # fmt: skip
