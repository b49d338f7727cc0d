"""Battles drawn at random: ships of a scenario thrown together where there is hardly room for them, hurt, without
torpedoes, without flagships, with any options, orders and doctrines.

Whole games at random seldom come to land ahead, edges, mines and full stacks; here everything does, a turn takes some
milliseconds, and whatever a seed does can be done again.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.kernel.codec import decode, encode
from games.kernel.events import Event
from games.kernel.random_source import random_source
from games.kernel.requests import Ask, Asks, Roll
from games.kernel.table import EndStep
from games.titles.battleships.bot.captain import captain
from games.titles.battleships.components import hexes
from games.titles.battleships.components.options import NAMES, Options
from games.titles.battleships.orders.targets import TargetForm
from games.titles.battleships.orders.torpedoes import TorpedoForm
from games.titles.battleships.rules.movement.courses import pairs_lying, room_of, span
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.rules.sequence import SEQUENCE
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import sink
from games.titles.battleships.state.state import Ship, State
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.box import BOX

STEPS = {step.key: step for step in SEQUENCE}
PLACES = ("1101", "5501", "1134", "5534", "3301", "3334", "1117", "5517", "3317", "3025", "4224", "2715", "3626")
"""Corners, edges, open water, before the breakwaters and off the islands."""
MINED = "mers_el_kebir"
"""10.6 The scenario with mines is drawn more often."""
ENDLESS = 3000
"""No step asks, rolls and draws so often."""
TURNS = 2
FIRST = (
    "radar", "aircraft", "crews", "arcs", "reloads", "mines", "batteries", "friendly_fire", "flagship", "command",
    "turning", "special_damage",
)  # fmt: skip
"""The options that a seed draws from its own dice, in this order. Each later option is drawn by its name, so that it
changes nothing else of a seed; in positions that are kept, it is off.
"""
CAPTAIN = captain(BOX)
DOCTRINES = ("engage nearest light=yes", "engage dd,capital,nearest most=2", "engage bb,nearest light=yes most=1")


class Skirmish:
    """A position drawn from a seed, and some turns of it."""

    def __init__(self, seed: int, *, kept: bool = False) -> None:
        self.dice = Random(seed)
        scenario = self._one((*sorted(BOX.battles), MINED, MINED))
        options = self._options(seed, kept)
        self.board = Board(new_game(BOX, scenario, options), BOX)
        self.asked: list[Ask[Any]] = []
        """All questions so far."""
        self.spans: dict[str, tuple[int, int]] = {}
        """7.3 The fewest and the most points of each ship when the phase began."""
        self._play(STEPS["muster"].run(self.board))
        if self._may(0.8):
            self._throw_together()
        self._hurt()

    def phases(self) -> Iterator[str]:
        """Play on, and stop after each phase, with its name."""
        key: str | None = "sighting"
        turns = self.board.state.turn + TURNS
        while key is not None and (key != "sighting" or self.board.state.turn < turns):
            self.spans = {ship.id: span(self.board, ship) for ship in self.board.afloat}
            done, key = key, self._play(STEPS[key].run(self.board))
            if done == "sighting" and self._may(0.5):
                self.board.state.sight = self.dice.randint(1, 6)  # haze, for radar, aircraft and star shells
            yield done

    # --- the position

    def _options(self, seed: int, kept: bool) -> Options:
        as_proposed = self._may(0.5)
        drawn = {name: self._may(0.5) for name in FIRST}
        drawn |= {name: not kept and Random(f"{seed} {name}").random() < 0.5 for name in NAMES if name not in FIRST}
        return Options(as_proposed=as_proposed, **{name: drawn[name] for name in NAMES})

    def _throw_together(self) -> None:
        """The ships lie about one place, some of them in stacks, whoever is whose enemy."""
        board = self.board
        board.state.turn = self.dice.randrange(board.battle.turns)
        movers = [ship for ship in board.state.ships if board.printed_moves(ship)]
        taken = board.battle.shores | {ship.at for ship in board.state.ships if ship not in movers}
        free: list[str] = []
        near: frozenset[str] = frozenset()
        while len(free) < len(movers):
            near = hexes.about(self._one(PLACES), self._one((4, 6, 12)))
            beyond = board.battle.open_sea and self._may(0.15)  # some may have been pushed off the map (9.3b)
            free = [at for at in sorted(near) if (beyond or len(at) == 4) and at not in taken]
        self.dice.shuffle(free)
        for ship in movers:
            ship.at = ""
        for ship in movers:
            with_ = [one for one in movers if one.at and one.side == ship.side and self._has_room(one, ship)]
            if with_ and self._may(0.4):
                friend = self._one(with_)
                ship.at, ship.heading, ship.speed = friend.at, friend.heading, friend.speed
            else:
                ship.at, ship.heading = free.pop(), self._one(hexes.HEADINGS)
                ship.speed = self.dice.randint(0, board.printed_moves(ship))
            ship.turned = self._may(0.3)
        for side in board.state.mines:
            board.state.mines[side] = tuple(sorted(self.dice.sample(sorted(near), 20)))
        for side in board.sides if board.options.flagship else ():
            board.state.stacked |= dict.fromkeys(pairs_lying(board, side), self.dice.randint(1, 3))

    def _has_room(self, friend: Ship, ship: Ship) -> bool:
        """7.2 Whether a ship may lie beside a friend."""
        taken = sum(room_of(self.board, one) for one in self.board.ships_at(friend.at))
        return taken + room_of(self.board, ship) <= 4 and friend.speed <= self.board.printed_moves(ship)

    def _hurt(self) -> None:
        board = self.board
        for ship in board.state.ships:
            if self._may(0.3):
                ship.weapons = self.dice.randint(0, 2 if board.counter(ship).battery else 3)
                ship.hull = max(ship.hull, 0 if board.counter(ship).battery else self.dice.randint(0, 3))
                ship.hull -= ship.weapons == ship.hull == 3
                ship.radar_lost = ship.radar_lost or bool(ship.radar and ship.weapons == 3)
            if self._may(0.2):
                ship.mended = self.dice.randint(0, board.counter(ship).defence)
            if self._may(0.1):
                ship.torpedoes = 0
            if self._may(0.25) and board.options.special_damage:
                trouble = self._one(("burning", "shaken", "unlit", "jammed"))
                setattr(ship, trouble, board.state.turn + 1)
        for ship in board.afloat:
            if self._may(0.15) or (self._may(0.3) and ship.id in board.state.flags.values()):
                sink(board, ship)

    # --- the play

    def _play(self, procedure: Any) -> Any:
        """Answer what is asked, by default or at random, and throw and draw what is wanted, to the end; the step that
        follows.
        """
        given: Any = None
        for _ in range(ENDLESS):
            try:
                request = procedure.send(given)
            except StopIteration as end:
                return end.value
            except EndStep as end:
                return end.next_step
            if isinstance(request, Asks):
                self.asked += request.asks
                given = tuple(map(self._answer, request.asks))
            elif isinstance(request, Roll):
                given = tuple(self.dice.randint(1, sides) for sides in request.sides)
            else:
                given = tuple(self.dice.sample(range(len(request.pool)), request.count))
        raise AssertionError("a step without end")

    def _answer(self, question: Ask[Any]) -> Any:
        """An answer at random, the default, or a bot's; the form takes it, and its notation reads what it writes."""
        form, lot = question.form, self.dice.random()
        pick = random_source("skirmish", self.dice.randrange(10**6))
        if lot < 0.5:
            answer = form.sample(pick)
        elif lot < 0.75 and isinstance(form, TargetForm):
            answer = form.read(form.parse(self._one(DOCTRINES)))
        elif lot < 0.75 and isinstance(form, TorpedoForm):
            answer = form.read(form.parse("strike nearest"))
        else:
            answer = form.default() if lot < 0.97 else CAPTAIN(view(self.board, question.seat), question, pick)
        accepted = form.accept(form.write(answer))
        return form.accept(form.parse(form.render(accepted))) if self._may(0.2) else accepted

    def _may(self, odds: float) -> bool:
        return self.dice.random() < odds

    def _one(self, of: Sequence[Any]) -> Any:
        return self.dice.choice(of)


def moments(seeds: range, phase: str, following: str) -> Iterator[tuple[Board, list[Event]]]:
    """The boards of these battles as they lay after a phase, each with all that was told in the following one."""
    for seed in seeds:
        fight = Skirmish(seed)
        before, begun = fight.board, 0
        for done in fight.phases():
            if done == phase:
                before, begun = Board(decode(encode(fight.board.state), State), BOX), len(fight.board.told)
            elif done == following:
                yield before, [told.variants[0].event for told in fight.board.told[begun:]]
