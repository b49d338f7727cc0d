"""7.5.2, 7.5.6, 7.5.8 A surface battle from the layout of the display to the last round."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from games.kernel.requests import Ask, ask_all
from games.kernel.text import Text
from games.titles.pq17.components.pieces import CONVOY_SHIPS, SIDES, SPEEDS, Side
from games.titles.pq17.orders.battle import BattleForm, BattleOrder, Laid
from games.titles.pq17.orders.draft_odds import RollModifier, total_of
from games.titles.pq17.rules.air.row import row_of
from games.titles.pq17.rules.forces.battle_display import as_counters, is_boat
from games.titles.pq17.rules.forces.composition import merge_counters
from games.titles.pq17.rules.forces.hits import count_damaged, forget_odd_hits
from games.titles.pq17.rules.forces.limits import must_axis_turn_away
from games.titles.pq17.rules.forces.situations import is_unrestricted, is_warned
from games.titles.pq17.rules.search.casualties import burn_fuel, settle_losses, strength_by_ship
from games.titles.pq17.rules.search.detachment import current_ships, split_barred_by, split_force, unused_name
from games.titles.pq17.rules.search.identification import identify_block, identify_by_combat, mark_scattered
from games.titles.pq17.rules.search.location import locate_target
from games.titles.pq17.rules.search.searchers import is_soviet
from games.titles.pq17.rules.surface import reports
from games.titles.pq17.rules.surface.areas import carry_out_manoeuvres, is_broken_off, return_to_deployment
from games.titles.pq17.rules.surface.doctrine import Command, aims, gun_strength, launches, leaving_units, manoeuvres
from games.titles.pq17.rules.surface.exchange import Exchange, fire_exchange
from games.titles.pq17.rules.surface.gunnery import may_divide
from games.titles.pq17.rules.surface.layout import join_force, lay_out_force
from games.titles.pq17.rules.surface.sorties import strike_from_carriers
from games.titles.pq17.rules.surface.surface_odds import throw_odds
from games.titles.pq17.rules.surface.withdrawal import (
    has_warships,
    is_one_sided,
    may_withdraw,
    roll_round_end,
    roll_withdrawal,
    unescorted_rounds,
    withdrawal_modifiers,
)
from games.titles.pq17.rules.weather.weather import submarines_fight
from games.titles.pq17.state.battle import Battle, Unit
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.reporting import reported_names
from games.titles.pq17.state.speeds import ship_speed
from games.titles.pq17.state.state import Force, Report

MOST_ROUNDS = 10
"""7.5.2 The most rounds in a battle."""
DAMAGED_AT_NIGHT = 2
"""7.5.9 The least ID level that a damaged force has after a battle with face-down counters."""


class Engagement:
    """7.5.2 A battle in progress: its forces, their strength before it, and the orders of both sides.

    `at`: the hex. `attacker`: the side that attacked. `surprised`: the side that is taken by surprise, or None. `key`:
    the prefix of the journal keys of its rolls and questions.
    """

    def __init__(self, board: Board, at: str, attacker: Side, surprised: Side | None, key: str) -> None:
        self.board, self.box, self.at, self.key = board, board.box, at, key
        dark = board.state.options.face_down and not board.is_day
        self.battle = Battle(attacker, [], day=board.is_day, surprised=surprised or "", dark=dark)
        board.state.battle = self.battle
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

    # --- participants

    def lay_out(self, forces: Iterable[Force]) -> None:
        """7.5.2 Lay out forces on the display at the start. Submarines of a convoy do not take part."""
        for force in forces:
            self._take(force)
            self.below[force.id] = [one for one in force.counters if is_boat(self.box, one)]
            lying = as_counters(self.box, force.counters)
            rows = [stack for stack in row_of(self.box, lying, force.formation) if stack]
            lay_out_force(self.battle, force.side, rows, critical=_is_critical(force), force=force.id)
        self._cover()
        self._judge()
        self.escorted = all(has_warships(self.box, self.battle.of(side)) for side in SIDES)

    def join(self, force: Force) -> None:
        """7.5.2a, 7.5.2b Add a force to a battle in progress.

        Light ships that merge with ships on the display now belong to the force of those ships.
        """
        self._take(force)
        there = {unit.name: (unit.force, sum(one.strength for one in unit.counters)) for unit in self.battle.units}
        counters = as_counters(self.box, [structs.replace(one) for one in force.counters])
        if self.battle.dark:
            lay_out_force(self.battle, force.side, [[one] for one in counters], force=force.id)
            self._cover()
        else:
            join_force(self.box, self.battle, force.side, counters, critical=_is_critical(force), force=force.id)
        for name, (owner, strength) in there.items() if not self.battle.dark else ():
            counters = self.battle.unit(name).counters
            more = sum(one.strength for one in counters) - strength
            if more and owner != force.id:
                ship = counters[0].ship
                self.before[owner][ship] = self.before[owner].get(ship, 0) + more
                self.before[force.id][ship] -= more
        self._judge()

    def _cover(self) -> None:
        """7.5.9 Rename face-down counters, so that their ids do not disclose their ships."""
        for unit in self.battle.units if self.battle.dark else ():
            if not unit.name.startswith(f"{unit.side}_"):
                self.covered[unit.side] = self.covered.get(unit.side, 0) + 1
                unit.name = f"{unit.side}_{self.covered[unit.side]}"

    def _take(self, force: Force) -> None:
        self.forces.append(force)
        self.before[force.id], self.wrecked[force.id] = strength_by_ship(self.box, force), _wrecked(force)

    def _judge(self) -> None:
        """7.5.7d Decide whether the Axis must withdraw; call it after the layout and when a force has joined."""
        self.turned = not is_unrestricted(self.board) and must_axis_turn_away(self.box, self.battle)

    # --- orders

    def command(self, side: Side) -> Command:
        """Return all data that decide a side's actions now: orders, instructions, and whether it must withdraw."""
        must_go = side == "axis" and self.turned
        lying = {one.id: one.formation for one in self.forces if one.side == side and one.formation is not None}
        return Command(side, self.orders[side], self.board.state.instructed(side), must_go, lying)

    async def ask(self, when: Sequence[str]) -> None:
        """7.5.2 Ask both sides at the same time for secret orders.

        `when`: the values of the standing instruction `Instructions.asks` with which a side is asked now. ``once``: it
        is asked after the layout. ``each_round``: it is asked in each round.
        """
        asked: dict[str, Ask[tuple[BattleOrder, ...]]] = {
            side: self._question(side) for side in SIDES if self.board.state.instructed(side).asks in when
        }
        forces = [force for force in self.board.state.forces if force.id in self.before]
        self.board.state.unbooked = sum(
            sum(self.before[one.id].values()) - sum(strength_by_ship(self.box, one).values()) for one in forces
        )
        answers = await ask_all(asked)
        self.board.state.unbooked = 0
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
            units=units, throws=tuple(throw_odds(self.box, self.battle, side)), leaves=self._needed_to_leave(side),
            leave_modifiers=self._leaving_modifiers(side),
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
        """7.5.2l Return by unit the lowest die with which it withdraws, from the side's own knowledge."""
        needed = self.box.charts.withdrawal.succeeds
        return {name: max(needed - total_of(found), 0) for name, found in self._leaving_modifiers(side).items()}

    def _leaving_modifiers(self, side: Side) -> dict[str, tuple[RollModifier, ...]]:
        """7.5.2l Return by unit the modifiers of its withdrawal die, from the side's own knowledge."""
        coast = self._friendly(side)
        against = [] if self.battle.dark else [_as_seen(one) for one in self.battle.against(side)]
        able = [one for one in self.battle.of(side) if may_withdraw(self.box, one, friendly_coast=coast)]
        return {one.name: self._modifiers(one, against) for one in able}

    def _symbols(self, unit: Unit) -> int:
        """7.3.2, 9.2.5 Return the most torpedo symbols that a counter of a unit may spend: none in a gale."""
        if not self._torpedoes_run:
            return 0
        return max((one.symbols(self.box.ships[one.ship]) for one in unit.counters), default=0)

    @property
    def _torpedoes_run(self) -> bool:
        """7.3b, 9.2.5 Return True if torpedoes may be launched: in all weather except a gale."""
        return submarines_fight(self.board.state.sky.kind)

    def _shown(self, unit: Unit, side: Side) -> tuple[tuple[str, int], ...]:
        """7.5.2, 7.5.9 Return the ships of a unit that a side can see, each with its strength."""
        if self.battle.dark and unit.side != side:
            return ()
        return tuple((one.ship, one.strength) for one in unit.counters)

    # --- a round

    async def move_units(self) -> None:
        """7.5.2c Move the units of both sides.

        The defender's units move first, so that the attacker sees their moves.
        """
        defender = self.board.enemy(self.battle.attacker)
        for side in (defender, self.battle.attacker):
            orders = manoeuvres(self.box, self.battle, self.command(side))
            carry_out_manoeuvres(self.battle, orders)
            reports.tell_manoeuvres(self.board, self.battle, side)

    async def fire(self, key: str, sides: Sequence[Side] = SIDES) -> Exchange:
        """7.5.2i, 7.5.2k Fire the guns and torpedoes of the `sides`, and return the results.

        `key`: the prefix of the journal keys of its rolls.
        """
        aimed = [aim for side in sides for aim in aims(self.box, self.battle, self.command(side))]
        armed = sides if self._torpedoes_run else ()
        launched = [one for side in armed for one in launches(self.box, self.battle, self.command(side))]
        fates = self.board.state.options.destroyer_fate
        sides_of = {unit.name: unit.side for unit in self.battle.units}
        owners = {unit.name: unit.force for unit in self.battle.units}
        whole = self._standing()
        fired = await fire_exchange(self.box, self.battle, aimed, launched, fates=fates, key=key)
        self.hurt = self.hurt or self._standing() < whole
        reports.tell_exchange(self.board, sides_of, fired, dark=self.battle.dark)
        for hit in fired.hits:
            self._spare(owners[hit.unit], hit.ship, count_damaged([hit.fates]))
        return fired

    def _standing(self) -> int:
        """7.5.2m Return the strength of the Axis ships on the display, without ships Dead in the Water."""
        return sum(one.strength for unit in self.battle.of("axis") for one in unit.counters if not one.dead)

    def _spare(self, force: str, ship: str, strength: int) -> None:
        """7.9 Record destroyers of a force that went home damaged, by class; they do not count as lost."""
        if strength:
            home = self.spared.setdefault(force, {})
            home[ship] = home.get(ship, 0) + strength

    async def carriers_strike(self, side: Side, key: str) -> None:
        """7.5.6, 7.5.2m, 7.9 Resolve the strike by carrier aircraft of `side`, the defender of the battle.

        Hits by the strike count like gunfire. `key`: the prefix of the journal keys of its rolls.
        """
        owners = {id(one): unit.force for unit in self.battle.units for one in unit.counters}
        whole = self._standing()
        for one in await strike_from_carriers(self.board, self.battle, side, key=key):
            self._spare(owners.get(id(one.counter), ""), one.ship, count_damaged([one.fates]))
        self.hurt = self.hurt or self._standing() < whole

    async def withdraw(self, key: str) -> None:
        """7.5.2l, 7.5.2m, 7.5.7d Roll for the withdrawal of both sides, the defender first.

        All Axis ships must try to withdraw once one of them was hit, or if the German limits or a warning (13.3) demand
        it. `key`: the prefix of the journal keys of the rolls.
        """
        for side in (self.board.enemy(self.battle.attacker), self.battle.attacker):
            compelled = side == "axis" and (self.hurt or self.turned or is_warned(self.board))
            going = leaving_units(self.box, self.battle, self.command(side))
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
            result = await roll_withdrawal(self.box, self.battle, side, modifiers, key=f"{key}.{side}")
            self.gone += [units[name] for name in result.left]
            reports.tell_withdrawal(self.board, side, result)

    def _modifier(self, unit: Unit, against: Sequence[Unit]) -> int:
        """7.5.2l, 13.3 Return the modifier of a unit's withdrawal die, if it withdraws from the units `against`."""
        return total_of(self._modifiers(unit, against))

    def _modifiers(self, unit: Unit, against: Sequence[Unit]) -> tuple[RollModifier, ...]:
        """7.5.2l, 13.3 Return the modifiers of a unit's withdrawal die, if it withdraws from the units `against`.

        If the side is warned, night and weather count only if its standing instruction says so.
        """
        slower = self._pace([unit]) > max((self._pace([one]) for one in against), default=0)
        warned = unit.side == "axis" and is_warned(self.board)
        return withdrawal_modifiers(
            self.box,
            self.board.state.sky.kind,
            day=self.board.is_day,
            warned=warned,
            slower=slower,
            others=not warned or self.board.state.instructed(unit.side).takes_cover == "yes",
        )

    def _pace(self, units: Sequence[Unit]) -> int:
        """5.1 Return the speed of the slowest ship in the units as an index of `SPEEDS`: 0 is the highest speed."""
        return max((SPEEDS.index(ship_speed(self.box, one)) for unit in units for one in unit.counters), default=0)

    def _friendly(self, side: Side) -> bool:
        hex_ = self.box.hexes.get(self.at)
        return hex_ is None or hex_.friendly == side

    async def find_out(self, key: str) -> None:
        """7.5.2q Identify every force in the battle. If counters are face down, identify none (7.5.9).

        `key`: the prefix of the journal keys of its lots.
        """
        for force in self.forces if not self.battle.dark else ():
            await identify_by_combat(self.board, force, "surface", key=f"{key}.{self.board.called(force)}")

    # --- the end

    async def unescorted(self) -> None:
        """7.5.8, 7.5.8a Fire at convoy ships that have no warships left, for some rounds, with all weapons."""
        convoy = [unit for unit in self.battle.units if _is_convoy(self, unit)]
        if not convoy:
            return
        side = convoy[0].side
        if has_warships(self.box, self.battle.of(side)) or not has_warships(self.box, self.battle.against(side)):
            return
        shooter = self.board.enemy(side)
        caught = self.battle.surprised == side
        rounds = unescorted_rounds(
            self.board.state.sky.kind, day=self.board.is_day, escorted=self.escorted, surprised=caught
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
        """7.0b Drop the hits on all units that were too few to cost a step (`Counter.odd`)."""
        for unit in self.battle.units:
            forget_odd_hits(unit.counters)

    def _counters(self, force: Force) -> list[Counter]:
        return [one for unit in (*self.battle.units, *self.gone) if unit.force == force.id for one in unit.counters]

    def _parted(self, force: Force) -> str:
        """5.5, 7.5.8b Split warships that withdrew off their convoy, which scatters without them, if a block is free.

        Returns the id of the new task force, or "". Submarines stay with the transports.
        """
        gone = [one for unit in self.gone if unit.force == force.id for one in unit.counters if one.strength]
        gone = current_ships(force.counters, gone)
        warships = merge_counters(one for one in gone if self.box.ships[one.ship].is_warship)
        if not warships or split_barred_by(self.board, force, warships):
            return ""
        new = split_force(self.board, force, warships, unused_name(self.board, force.id))
        self.board.phase.fought.append(new.id)
        return new.id

    async def finish(self) -> None:
        """7.5.5, 7.5a, 7.0c, 7.5.8b End the battle: ships return to their forces, and losses and fuel are settled.

        Sunk escorts (ES) are restored before losses are counted. A convoy scatters if merchants of it survived without
        warships.
        """
        for force in self.forces:
            left = merge_counters([*self._counters(force), *self.below.get(force.id, ())])
            force.counters = left
            for ship, strength in self.before[force.id].items():
                lost = strength - sum(one.strength for one in left if one.ship == ship)
                if self.box.ships[ship].type == "es" and lost > 0:
                    force.counters = merge_counters([*force.counters, Counter(ship, lost)])
        for force in list(self.forces):
            burn_fuel(force, self.box.numbers.fuel.surface_combat)
            force.refuelling = False  # 11.3.2
            spared = self.spared.get(force.id, {})
            key = f"{self.key}.{force.block}"
            damaged = _is_worse(force, self.before[force.id], strength_by_ship(self.box, force), self.wrecked[force.id])
            await settle_losses(self.board, force, self.before[force.id], spared=spared, key=key)
            if self.battle.dark and damaged and force in self.board.state.forces:
                await identify_block(
                    self.board, force, max(force.level or 0, DAMAGED_AT_NIGHT), "surface_combat", key=f"{key}.shown"
                )
        self.board.state.battle = None
        for force in self.scatters:
            if force in self.board.state.forces and force.kind == "convoy":
                await mark_scattered(self.board, force, escorts=self._parted(force))
        self.board.phase.fought += [force.id for force in self.forces]


def _as_seen(unit: Unit) -> Unit:
    """13.0b Return a unit as its enemy sees it, without breakdowns, which only its owner knows."""
    return structs.replace(unit, counters=[structs.replace(one, inoperative=False) for one in unit.counters])


def _is_convoy(engagement: Engagement, unit: Unit) -> bool:
    return any(engagement.box.ships[one.ship].type in CONVOY_SHIPS for one in unit.counters)


def _wrecked(force: Force) -> int:
    """Return the number of counters of a force that are Crippled plus the number that are Dead in the Water."""
    return sum(one.crippled + one.dead for one in force.counters)


def _is_worse(force: Force, before: dict[str, int], now: dict[str, int], wrecked: int) -> bool:
    """7.5.9 Return True if a force was damaged in the battle: steps were lost, or ships Crippled or Dead in the Water.

    `before`, `now`: the result of `strength_by_ship`. `wrecked`: the result of `_wrecked` before the battle.
    """
    return before != now or _wrecked(force) > wrecked


def _is_critical(force: Force) -> bool:
    """11.2.3 Return True if a force is in critical fuel."""
    return force.fuel is not None and force.fuel.state == "critical"


async def fight(
    board: Board, attackers: Sequence[Force], defenders: Sequence[Force], others: Sequence[Force], *,
    surprised: bool, surprise: tuple[int, int] | None = None, key: str,
) -> None:  # fmt: skip
    """7.5.2 Resolve a whole battle.

    `others`: forces that may join the battle from round 2 on, in this order. `surprised`: True if the defender is
    surprised. `surprise`: the die for surprise and its modifier, for the report. `key`: the prefix of the journal keys
    of its rolls.
    """
    attacker, at = attackers[0].side, defenders[0].at
    one = Engagement(board, at, attacker, board.enemy(attacker) if surprised else None, key)
    one.lay_out((*attackers, *defenders))
    reports.tell_layout(board, at, one.battle, surprise)
    _noted(one, (*attackers, *defenders))
    await one.ask(("once",))
    waiting = list(others)
    for number in range(1, MOST_ROUNDS + 1) if one.escorted else ():
        one.battle.round = number
        step = f"{key}.{number}"
        if number > 1:
            waiting = await _joining(one, waiting, f"{step}.join")
            await one.carriers_strike(board.enemy(attacker), f"{step}.carriers")
        await one.ask(("each_round",))
        await one.move_units()
        if is_broken_off(one.battle):
            break
        await one.fire(f"{step}.fire")
        await one.withdraw(f"{step}.withdraw")
        return_to_deployment(one.battle)
        one.forget()
        await one.find_out(f"{step}.known")
        if is_one_sided(board.box, one.battle):
            break
        die, over = await roll_round_end(one.battle, key=f"{step}.end")
        reports.tell_round_over(board, number, die, over)
        if over:
            break
    await one.unescorted()
    await one.find_out(f"{key}.known")
    await one.finish()


def _noted(one: Engagement, forces: Iterable[Force]) -> None:
    """7.5.2, 5.1.9a Record in dated reports the ships that both sides see on the display at night.

    The ID level from a battle at night reveals less (7.5.2q). Face-down counters are left out (7.5.9).
    """
    board, state = one.board, one.board.state
    for force in forces if not (board.is_day or one.battle.dark) else ():
        state.reports.append(
            Report(
                to=board.enemy(force.side),
                turn=state.turn,
                source="surface_combat",
                at=one.at,
                block=force.block,
                kind=force.kind,
                names=reported_names(board.box, [ship for ship in force.counters if not is_boat(board.box, ship)]),
            )
        )


async def _joining(one: Engagement, waiting: Sequence[Force], key: str) -> list[Force]:
    """7.5.2a Let waiting forces that want to join try to locate an enemy of the battle, with one card a round.

    Those that locate one join the battle. Returns the others, which may try again. `key`: the prefix of the journal
    keys of its rolls.
    """
    left = []
    for force in waiting:
        enemies = [other for other in one.forces if other.side != force.side and other in one.board.state.forces]
        located = False
        if enemies and wants_to_join(one, force):
            soviet, tag = is_soviet(one.box, force), f"{key}.{one.board.called(force)}"
            attempt = await locate_target(
                one.board, "task_force", enemies[0], soviet=soviet, who=(force.id,), most=1, key=tag
            )
            located = attempt.found
        if located:
            one.join(force)
            reports.tell_joined(one.board, one.at, one.battle, force)
            _noted(one, (force,))
        else:
            left.append(force)
    return left


def wants_to_join(one: Engagement, force: Force) -> bool:
    """7.5.2a Return True if a force wants to join the battle `one` by its side's standing instruction.

    The instruction is: always; never; or only if the side with this force is at least as strong as its enemy.
    """
    wish = one.board.state.instructed(force.side).joins
    if wish != "if_weaker" or (force.side == "axis" and one.turned):
        return wish == "always"
    mine = sum(counter.strength for counter in force.counters) + gun_strength(one.box, one.battle.of(force.side))
    return gun_strength(one.box, one.battle.against(force.side)) <= mine
