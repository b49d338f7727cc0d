"""7.5.2, 7.5.6, 7.5.8 A surface battle from the layout to the last round."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from games.kernel.requests import Ask, all_of
from games.kernel.text import Text
from games.titles.pq17.box.pieces import CONVOY_SHIPS, SIDES, SPEEDS, Side
from games.titles.pq17.orders.battle import BattleForm, BattleOrder, Laid
from games.titles.pq17.rules.air.row import row_of
from games.titles.pq17.rules.forces.composition import merged
from games.titles.pq17.rules.forces.fates import went_home
from games.titles.pq17.rules.forces.hits import forget_odd_hits
from games.titles.pq17.rules.forces.lasting import is_unrestricted, is_warned
from games.titles.pq17.rules.forces.limits import turns_away
from games.titles.pq17.rules.forces.stacks import as_counters, is_boat
from games.titles.pq17.rules.search.aftermath import burn, held, settle
from games.titles.pq17.rules.search.finding import identified, known_by_combat
from games.titles.pq17.rules.search.locating import locate
from games.titles.pq17.rules.search.parting import held_together, new_name, part
from games.titles.pq17.rules.search.scattered import mark_scattered
from games.titles.pq17.rules.search.searchers import is_soviet
from games.titles.pq17.rules.surface import telling
from games.titles.pq17.rules.surface.areas import back_to_deployment, is_broken_off, manoeuvre
from games.titles.pq17.rules.surface.doctrine import Command, aims, guns, launches, leaving, manoeuvres
from games.titles.pq17.rules.surface.exchange import Exchange, exchange
from games.titles.pq17.rules.surface.gunnery import may_divide
from games.titles.pq17.rules.surface.layout import join, lay_out
from games.titles.pq17.rules.surface.odds import throws
from games.titles.pq17.rules.surface.sorties import carriers_strike
from games.titles.pq17.rules.surface.withdrawal import (
    ends,
    has_warships,
    is_one_sided,
    may_withdraw,
    unescorted_rounds,
    withdraw,
    withdrawal_modifier,
)
from games.titles.pq17.rules.weather.weather import submarines_fight
from games.titles.pq17.table.battle import Battle, Unit
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.reporting import names
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.speeds import ship_speed
from games.titles.pq17.table.state import Force, Report

MOST_ROUNDS = 10
"""7.5.2 A battle has no more rounds."""
DAMAGED_AT_NIGHT = 2
"""7.5.9 The level at which damaged forces are shown after a battle face down."""


class Engagement:
    """7.5.2 A battle under way: the forces in it, what each held, and what both sides ordered."""

    def __init__(self, sea: Sea, at: str, attacker: Side, surprised: Side | None, key: str) -> None:
        self.sea, self.box, self.at, self.key = sea, sea.box, at, key
        dark = sea.state.options.face_down and not sea.is_day
        self.battle = Battle(attacker, [], day=sea.is_day, surprised=surprised or "", dark=dark)
        sea.state.battle = self.battle
        self.forces: list[Force] = []
        self.before: dict[str, dict[str, int]] = {}
        self.wrecked: dict[str, int] = {}
        self.gone: list[Unit] = []
        self.below: dict[str, list[Counter]] = {}
        self.spared: dict[str, dict[str, int]] = {}
        self.orders: dict[Side, tuple[BattleOrder, ...]] = {"allied": (), "axis": ()}
        self.covered: dict[Side, int] = {}
        self.turned = False
        self.hurt = False
        self.escorted = False
        self.scatters: list[Force] = []

    # --- who takes part

    def lay_out(self, forces: Iterable[Force]) -> None:
        """7.5.2 Forces come onto the display at the start, but for submarines of a convoy, which stay below."""
        for force in forces:
            self._take(force)
            self.below[force.id] = [one for one in force.counters if is_boat(self.box, one)]
            lying = as_counters(self.box, force.counters)
            rows = [stack for stack in row_of(self.box, lying, force.formation) if stack]
            lay_out(self.battle, force.side, rows, critical=_is_critical(force), force=force.id)
        self._cover()
        self._judge()
        self.escorted = all(has_warships(self.box, self.battle.of(side)) for side in SIDES)

    def join(self, force: Force) -> None:
        """7.5.2a, 7.5.2b A force comes in later; light ships that merge with others change hands for good."""
        self._take(force)
        there = {unit.name: (unit.force, sum(one.strength for one in unit.counters)) for unit in self.battle.units}
        counters = as_counters(self.box, [structs.replace(one) for one in force.counters])
        if self.battle.dark:
            lay_out(self.battle, force.side, [[one] for one in counters], force=force.id)
            self._cover()
        else:
            join(self.box, self.battle, force.side, counters, critical=_is_critical(force), force=force.id)
        for name, (owner, strength) in there.items() if not self.battle.dark else ():
            counters = self.battle.unit(name).counters
            more = sum(one.strength for one in counters) - strength
            if more and owner != force.id:
                ship = counters[0].ship
                self.before[owner][ship] = self.before[owner].get(ship, 0) + more
                self.before[force.id][ship] -= more
        self._judge()

    def _cover(self) -> None:
        """7.5.9 Counters that lie face down have names that say nothing."""
        for unit in self.battle.units if self.battle.dark else ():
            if not unit.name.startswith(f"{unit.side}_"):
                self.covered[unit.side] = self.covered.get(unit.side, 0) + 1
                unit.name = f"{unit.side}_{self.covered[unit.side]}"

    def _take(self, force: Force) -> None:
        self.forces.append(force)
        self.before[force.id], self.wrecked[force.id] = held(self.box, force), _wrecked(force)

    def _judge(self) -> None:
        """7.5.7d Judged anew at the layout and when a force joins."""
        self.turned = not is_unrestricted(self.sea) and turns_away(self.box, self.battle)

    # --- orders

    def command(self, side: Side) -> Command:
        """How a side fights now."""
        must_go = side == "axis" and self.turned
        lying = {one.id: one.formation for one in self.forces if one.side == side and one.formation is not None}
        return Command(side, self.orders[side], self.sea.state.instructed(side), must_go, lying)

    async def ask(self, when: Sequence[str]) -> None:
        """7.5.2 Both at once, sealed, whoever wants to be asked: once after the layout, or in each round."""
        asked: dict[str, Ask[tuple[BattleOrder, ...]]] = {
            side: self._question(side) for side in SIDES if self.sea.state.instructed(side).asks in when
        }
        forces = [force for force in self.sea.state.forces if force.id in self.before]
        self.sea.state.unbooked = sum(
            sum(self.before[one.id].values()) - sum(held(self.box, one).values()) for one in forces
        )
        answers = await all_of(asked)
        self.sea.state.unbooked = 0
        for side in SIDES:
            self.orders[side] = answers.get(side, self.orders[side])

    def _question(self, side: Side) -> Ask[tuple[BattleOrder, ...]]:
        units = tuple(
            Laid(
                unit.name, unit.side, self._shown(unit, side), self._symbols(unit) if unit.side == side else 0,
                unit.is_able(), unit.side == side and may_divide(self.box, self.battle, unit),
            )
            for unit in self.battle.units
        )  # fmt: skip
        form = BattleForm(
            side=side, attacker=self.battle.attacker, round=self.battle.round, surprised=self.battle.surprised,
            units=units, throws=tuple(throws(self.box, self.battle, side)), leaves=self._needed_to_leave(side),
            evading=(self.box.charts.gunnery.evading, self.box.charts.torpedo.evading),
        )  # fmt: skip
        return Ask(
            key=f"battle.{self.battle.round}",
            kind="battle",
            seat=side,
            rule="7.5.2",
            prompt=Text("How do your ships fight?", "水上戦の命令を書いてください。"),
            form=form,
        )

    def _needed_to_leave(self, side: Side) -> dict[str, int]:
        """7.5.2l From which die on the units that may withdraw leave, for all that their side sees."""
        needed, coast = self.box.charts.withdrawal.succeeds, self._friendly(side)
        against = [] if self.battle.dark else [_as_seen(one) for one in self.battle.against(side)]
        able = [one for one in self.battle.of(side) if may_withdraw(self.box, one, friendly_coast=coast)]
        return {one.name: max(needed - self._modifier(one, against), 0) for one in able}

    def _symbols(self, unit: Unit) -> int:
        """7.3.2, 9.2.5 The torpedo symbols that a unit may spend: in a gale none."""
        if not self._torpedoes_run:
            return 0
        return max((one.symbols(self.box.ships[one.ship]) for one in unit.counters), default=0)

    @property
    def _torpedoes_run(self) -> bool:
        """7.3b, 9.2.5 In a gale nobody attacks with torpedoes."""
        return submarines_fight(self.sea.state.sky.kind)

    def _shown(self, unit: Unit, side: Side) -> tuple[tuple[str, int], ...]:
        """7.5.2, 7.5.9 What a side sees of a unit."""
        if self.battle.dark and unit.side != side:
            return ()
        return tuple((one.ship, one.strength) for one in unit.counters)

    # --- a round

    async def move_units(self) -> None:
        """7.5.2c The defender moves first, and the attacker sees it."""
        defender = self.sea.enemy(self.battle.attacker)
        for side in (defender, self.battle.attacker):
            orders = manoeuvres(self.box, self.battle, self.command(side))
            manoeuvre(self.battle, orders)
            telling.manoeuvred(self.sea, self.battle, side)

    async def fire(self, key: str, sides: Sequence[Side] = SIDES) -> Exchange:
        """7.5.2i, 7.5.2k Guns and torpedoes of both sides, or of one."""
        aimed = [aim for side in sides for aim in aims(self.box, self.battle, self.command(side))]
        armed = sides if self._torpedoes_run else ()
        launched = [one for side in armed for one in launches(self.box, self.battle, self.command(side))]
        fates = self.sea.state.options.destroyer_fate
        sides_of = {unit.name: unit.side for unit in self.battle.units}
        owners = {unit.name: unit.force for unit in self.battle.units}
        whole = self._standing()
        fired = await exchange(self.box, self.battle, aimed, launched, fates=fates, key=key)
        self.hurt = self.hurt or self._standing() < whole
        telling.exchanged(self.sea, sides_of, fired, dark=self.battle.dark)
        for hit in fired.hits:
            self._spare(owners[hit.unit], hit.ship, went_home([hit.fates]))
        return fired

    def _standing(self) -> int:
        """7.5.2m The steps that the Axis ships on the display have, those Dead in the Water without any."""
        return sum(one.strength for unit in self.battle.of("axis") for one in unit.counters if not one.dead)

    def _spare(self, force: str, ship: str, strength: int) -> None:
        """7.9 So many destroyers of a force went home damaged, and are no loss."""
        if strength:
            home = self.spared.setdefault(force, {})
            home[ship] = home.get(ship, 0) + strength

    async def carriers_strike(self, side: Side, key: str) -> None:
        """7.5.6, 7.5.2m, 7.9 The aircraft of the defender's carriers; what they do counts like gunfire."""
        owners = {id(one): unit.force for unit in self.battle.units for one in unit.counters}
        whole = self._standing()
        for one in await carriers_strike(self.sea, self.battle, side, key=key):
            self._spare(owners.get(id(one.counter), ""), one.ship, went_home([one.fates]))
        self.hurt = self.hurt or self._standing() < whole

    async def withdraw(self, key: str) -> None:
        """7.5.2l, 7.5.2m, 7.5.7d The defender tries first. The Axis must try with all ships once one was hurt, where
        its limits send it away, and where it is warned (13.3).
        """
        for side in (self.sea.enemy(self.battle.attacker), self.battle.attacker):
            compelled = side == "axis" and (self.hurt or self.turned or is_warned(self.sea))
            going = leaving(self.box, self.battle, self.command(side))
            coast = self._friendly(side)
            names = [
                unit.name
                for unit in self.battle.of(side)
                if (compelled or unit.name in going) and may_withdraw(self.box, unit, friendly_coast=coast)
            ]
            if not names:
                continue
            modifiers = {name: self._modifier(self.battle.unit(name), self.battle.against(side)) for name in names}
            units = {unit.name: unit for unit in self.battle.of(side)}
            result = await withdraw(self.box, self.battle, side, modifiers, key=f"{key}.{side}")
            self.gone += [units[name] for name in result.left]
            telling.withdrew(self.sea, side, result)

    def _modifier(self, unit: Unit, against: Sequence[Unit]) -> int:
        """7.5.2l, 13.3 Against these units of the enemy. For who is warned, night and weather count if he wants them
        to.
        """
        slower = self._pace([unit]) > max((self._pace([one]) for one in against), default=0)
        warned = unit.side == "axis" and is_warned(self.sea)
        return withdrawal_modifier(
            self.box,
            self.sea.state.sky.kind,
            day=self.sea.is_day,
            warned=warned,
            slower=slower,
            others=not warned or self.sea.state.instructed(unit.side).takes_cover == "yes",
        )

    def _pace(self, units: Sequence[Unit]) -> int:
        """5.1 The slowest speed among units, 0 the fastest."""
        return max((SPEEDS.index(ship_speed(self.box, one)) for unit in units for one in unit.counters), default=0)

    def _friendly(self, side: Side) -> bool:
        hex_ = self.box.hexes.get(self.at)
        return hex_ is None or hex_.friendly == side

    async def find_out(self, key: str) -> None:
        """7.5.2q Every force in the battle is known by it; with counters face down nobody yet (7.5.9)."""
        for force in self.forces if not self.battle.dark else ():
            await known_by_combat(self.sea, force, "surface", key=f"{key}.{self.sea.called(force)}")

    # --- the end

    async def unescorted(self) -> None:
        """7.5.8, 7.5.8a Convoy ships without warships are fired at for some rounds, by guns and torpedoes of all."""
        convoy = [unit for unit in self.battle.units if _is_convoy(self, unit)]
        if not convoy:
            return
        side = convoy[0].side
        if has_warships(self.box, self.battle.of(side)) or not has_warships(self.box, self.battle.against(side)):
            return
        shooter = self.sea.enemy(side)
        caught = self.battle.surprised == side
        rounds = unescorted_rounds(
            self.sea.state.sky.kind, day=self.sea.is_day, escorted=self.escorted, surprised=caught
        )  # fmt: skip
        self.battle.surprised = ""
        for number in range(rounds):
            for unit in self.battle.units:
                unit.area = "torpedo" if unit.side == shooter else "deployment"
                unit.screens, unit.shields, unit.evading = (), "", False
            if any(_is_convoy(self, unit) for unit in self.battle.of(side)):
                await self.fire(f"{self.key}.unescorted.{number}", (shooter,))
                self.forget()
        self.scatters = [one for one in self.forces if one.side == side and self._counters(one)]

    def forget(self) -> None:
        """7.0b Odd hits are not carried on."""
        for unit in self.battle.units:
            forget_odd_hits(unit.counters)

    def _counters(self, force: Force) -> list[Counter]:
        return [one for unit in (*self.battle.units, *self.gone) if unit.force == force.id for one in unit.counters]

    def _parted(self, force: Force) -> str:
        """5.5, 7.5.8b Warships that withdrew from beside their transports leave these as they scatter, if there is a
        block for them; the task force that comes of it, or "". Submarines stay below until they are ordered out.
        """
        gone = [one for unit in self.gone if unit.force == force.id for one in unit.counters if one.strength]
        warships = merged(one for one in gone if self.box.ships[one.ship].is_warship)
        if not warships or held_together(self.sea, force, warships):
            return ""
        new = part(self.sea, force, warships, new_name(self.sea, force.id))
        self.sea.phase.fought.append(new.id)
        return new.id

    async def finish(self) -> None:
        """7.5.5, 7.5a, 7.0c, 7.5.8b Ships go back to their displays; escorts that were sunk come back; losses count,
        everybody burns fuel, and transports left to themselves scatter.
        """
        for force in self.forces:
            left = merged([*self._counters(force), *self.below.get(force.id, ())])
            force.counters = left
            for ship, strength in self.before[force.id].items():
                lost = strength - sum(one.strength for one in left if one.ship == ship)
                if self.box.ships[ship].type == "es" and lost > 0:
                    force.counters = merged([*force.counters, Counter(ship, lost)])
        for force in list(self.forces):
            burn(force, self.box.numbers.fuel.surface_combat)
            force.refuelling = False  # 11.3.2
            spared = self.spared.get(force.id, {})
            key = f"{self.key}.{force.block}"
            damaged = _is_worse(force, self.before[force.id], held(self.box, force), self.wrecked[force.id])
            await settle(self.sea, force, self.before[force.id], spared=spared, key=key)
            if self.battle.dark and damaged and force in self.sea.state.forces:
                await identified(
                    self.sea, force, max(force.level or 0, DAMAGED_AT_NIGHT), "surface_combat", key=f"{key}.shown"
                )
        self.sea.state.battle = None
        for force in self.scatters:
            if force in self.sea.state.forces:
                await mark_scattered(self.sea, force, escorts=self._parted(force))
        self.sea.phase.fought += [force.id for force in self.forces]


def _as_seen(unit: Unit) -> Unit:
    """13.0b A unit without breakdowns, which its owner keeps to himself."""
    return structs.replace(unit, counters=[structs.replace(one, inoperative=False) for one in unit.counters])


def _is_convoy(engagement: Engagement, unit: Unit) -> bool:
    return any(engagement.box.ships[one.ship].type in CONVOY_SHIPS for one in unit.counters)


def _wrecked(force: Force) -> int:
    """The counters of a force that are Crippled or Dead in the Water, each as often as it is either."""
    return sum(one.crippled + one.dead for one in force.counters)


def _is_worse(force: Force, before: dict[str, int], now: dict[str, int], wrecked: int) -> bool:
    """7.5.9 Whether a force was damaged in the battle: steps lost, or ships newly Crippled or Dead in the Water."""
    return before != now or _wrecked(force) > wrecked


def _is_critical(force: Force) -> bool:
    """11.2.3 Whether a force is in critical fuel."""
    return force.fuel is not None and force.fuel.state == "critical"


async def fight(
    sea: Sea, attackers: Sequence[Force], defenders: Sequence[Force], others: Sequence[Force], *,
    surprised: bool, surprise: tuple[int, int] | None = None, key: str,
) -> None:  # fmt: skip
    """7.5.2 The whole of a battle; `others` may join it from round 2 on, in this order."""
    attacker, at = attackers[0].side, defenders[0].at
    one = Engagement(sea, at, attacker, sea.enemy(attacker) if surprised else None, key)
    one.lay_out((*attackers, *defenders))
    telling.laid_out(sea, at, one.battle, surprise)
    _noted(one, (*attackers, *defenders))
    await one.ask(("once",))
    waiting = list(others)
    for number in range(1, MOST_ROUNDS + 1) if one.escorted else ():
        one.battle.round = number
        step = f"{key}.{number}"
        if number > 1:
            waiting = await _joining(one, waiting, f"{step}.join")
            await one.carriers_strike(sea.enemy(attacker), f"{step}.carriers")
        await one.ask(("each_round",))
        await one.move_units()
        if is_broken_off(one.battle):
            break
        await one.fire(f"{step}.fire")
        await one.withdraw(f"{step}.withdraw")
        back_to_deployment(one.battle)
        one.forget()
        await one.find_out(f"{step}.known")
        if is_one_sided(sea.box, one.battle):
            break
        die, over = await ends(one.battle, key=f"{step}.end")
        telling.round_over(sea, number, die, over)
        if over:
            break
    await one.unescorted()
    await one.find_out(f"{key}.known")
    await one.finish()


def _noted(one: Engagement, forces: Iterable[Force]) -> None:
    """7.5.2, 5.1.9a The ships that both see on the display by night stand in a dated report, since the ID that comes
    of such a battle says less (7.5.2q); not those of counters that lie face down (7.5.9).
    """
    sea, state = one.sea, one.sea.state
    for force in forces if not (sea.is_day or one.battle.dark) else ():
        state.reports.append(
            Report(
                to=sea.enemy(force.side), turn=state.turn, source="surface_combat", at=one.at, block=force.block,
                kind=force.kind, names=names(sea.box, [ship for ship in force.counters if not is_boat(sea.box, ship)]),
            )
        )  # fmt: skip


async def _joining(one: Engagement, waiting: Sequence[Force], key: str) -> list[Force]:
    """7.5.2a Forces in the hex that want to come in, and find an enemy that is in it, by one card a round; the rest,
    which may try again.
    """
    left = []
    for force in waiting:
        enemies = [other for other in one.forces if other.side != force.side and other in one.sea.state.forces]
        located = False
        if enemies and wants_to_join(one, force):
            soviet, tag = is_soviet(one.box, force), f"{key}.{one.sea.called(force)}"
            attempt = await locate(one.sea, "task_force", enemies[0], soviet=soviet, who=(force.id,), most=1, key=tag)
            located = attempt.found
        if located:
            one.join(force)
            telling.joined(one.sea, one.at, one.battle, force)
            _noted(one, (force,))
        else:
            left.append(force)
    return left


def wants_to_join(one: Engagement, force: Force) -> bool:
    """7.5.2a By standing instruction: always, never, or where its side is no weaker with it."""
    wish = one.sea.state.instructed(force.side).joins
    if wish != "if_weaker" or (force.side == "axis" and one.turned):
        return wish == "always"
    mine = sum(counter.strength for counter in force.counters) + guns(one.box, one.battle.of(force.side))
    return guns(one.box, one.battle.against(force.side)) <= mine
