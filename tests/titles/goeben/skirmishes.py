"""Days drawn at random: ships anywhere and in any condition, counters of every kind in their way, every scenario with
any options, with answers that nobody would think of.

Whole games at random seldom come to such meetings; here everything meets everything, and whatever a seed does can be
done again.
"""

from collections.abc import Coroutine, Iterator, Sequence
from random import Random
from typing import Any, cast

from games.kernel.codec import decode, encode
from games.kernel.random_source import random_source
from games.kernel.requests import Ask, Asks, Roll
from games.kernel.table import EndStep
from games.orders.order_set import Orders
from games.titles.goeben.bot.captain import captain
from games.titles.goeben.components.options import Options
from games.titles.goeben.components.pieces import MISSIONS, TRACKS, Space
from games.titles.goeben.components.scenarios import SCENARIOS
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.rules.mission.setup import new_game
from games.titles.goeben.rules.sequence import SEQUENCE
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.cargo import boxes, may_carry
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Campaign, Gone, Marker, Slip, State, Warship
from games.titles.goeben.visibility.knowledge import take_notes
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.box import BOX

STEPS = {step.key: step for step in SEQUENCE}
FLEETS = ("historical", "historical", "moltke", "stralsund", "moltke_and_stralsund", "all_four")
SWITCHES = ("variable_start", "austro_hungarian", "seaplane", "night", "mines", "return_on_alert")
CROWDED = (
    "malta_pz", "adriatic_pz", "toulon_pz", "north_african_pz", "algiers", "bone", "port_said", "bizerte", "alexandria",
    "messina", "brindisi", "athens", "pola", "constantinople", "genoa", "dardanelles", "north_atlantic",
)  # fmt: skip
"""Where ships are more often than elsewhere: all kinds of space, and what missions ask for."""
BOT = captain(BOX)
DAYS, ENDLESS = 2, 2000
"""How long a position is played on; no step asks, throws and draws so often."""


class Skirmish:
    """A position drawn from a seed, and two days of it."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        scenario, options = self._one(tuple(SCENARIOS)), self._options()
        self.board = Board(new_game(BOX, scenario, options), BOX)
        self.asked: list[Ask[Any]] = []
        self._mission()
        self._fleet()
        self._counters()
        self._minds()
        self.began = {ship.id: ship.at for ship in self.board.afloat}

    def steps(self) -> Iterator[str]:
        """Play on, and stop after each step, with its name."""
        key: str | None = "morning"
        left = DAYS
        while key is not None and (left or key != "morning"):
            if key == "morning":
                left -= 1
                self.began = {ship.id: ship.at for ship in self.board.afloat}
            following = self._play(cast(Coroutine[Any, Any, Any], STEPS[key].run(self.board)))
            yield key
            key = following

    # --- the position

    def _options(self) -> Options:
        switches: dict[str, Any] = {switch: self._may(0.5) for switch in SWITCHES}
        return Options(orders=self._one((*MISSIONS, "campaign")), fleet=self._one(FLEETS), **switches)

    def _mission(self) -> None:
        state = self.board.state
        named = state.scenario if state.scenario in MISSIONS else self._one(MISSIONS)
        state.mission, state.days = named, BOX.missions[named].days
        state.turn = self._one((state.days - 1, self.dice.randrange(state.days)))
        state.alert, state.vp = self.dice.randint(1, 6), self._one((-20, 0, 3, 30, 59, 75, 100))
        if state.campaign is not None:
            self._war(state, named)

    def _war(self, state: State, named: str) -> None:
        done = [mission for mission in MISSIONS if mission != named and self._may(0.4)]
        left = [mission for mission in MISSIONS if mission not in done]
        war = Campaign(left=left, done=[(mission, self._may(0.5)) for mission in done], met=self._may(0.1))
        for mission, won in war.done:
            bonus = BOX.missions[mission].bonus
            if won:
                war.high_sea += bonus.high_sea
                war.friendly += [bonus.friendly] if bonus.friendly else []
                war.starts += [space for space in bonus.start_spaces if space not in war.starts]
        state.campaign = war

    def _fleet(self) -> None:
        open_ = [space.id for space in BOX.spaces.values() if space.zone != "black_sea"]
        meeting = self._place(open_)
        for ship in self.board.state.ships:
            ship.at = meeting if self._may(0.6) else self._place(open_)
            for track in TRACKS:
                full = getattr(BOX.german[ship.id], track)
                setattr(ship, track, full if self._may(0.4) else self.dice.randint(int(track == "hull"), full))
            self._load(ship)
        for ship in self.board.state.ships[1:]:
            if self._may(0.1):
                self._lose(ship)
        if self.board.state.options.austro_hungarian:
            self._allies([space for space in open_ if BOX.spaces[space].zone in ("adriatic", "eastern")], meeting)

    def _place(self, open_: Sequence[str]) -> Any:
        return self._one(CROWDED if self._may(0.6) else open_)

    def _load(self, ship: Warship) -> None:
        kinds = may_carry(self.board, ship)
        for kind in self.dice.sample(kinds, self.dice.randint(0, len(kinds))):
            fits = boxes(self.board, [*ship.cargo, kind]) <= ship.hull
            if fits and self.board.state.available[kind]:
                ship.cargo.append(kind)
                self.board.state.available[kind] -= 1

    def _lose(self, ship: Warship) -> None:
        for kind in ship.cargo:
            self.board.state.available[kind] += 1
        ship.sunk, ship.at, ship.hull, ship.cargo = True, "", 0, []

    def _allies(self, open_: Sequence[str], meeting: str) -> None:
        for one in self.board.state.consorts:
            if self._may(0.25):
                one.at = meeting if meeting in open_ and self._may(0.5) else self._one(open_)
            elif self._may(0.1):
                one.gone = self._one(("sunk", "damaged", "withdrawn"))

    def _counters(self) -> None:
        state = self.board.state
        self.dice.shuffle(state.pool)
        held = sorted({ship.at for ship in self.board.afloat})
        near = sorted({space for at in held for space in BOX.waters.around(at, 2)})
        for zone in (space.id for space in BOX.spaces.values() if space.kind == "patrol_zone"):
            self._lay(zone, self.dice.randint(0, 3))
        for space in self.dice.sample(near, min(3, len(near))):
            self._lay(space, self.dice.randint(1, 3))
        for name in [name for name in state.pool if name in BOX.allied and self._may(0.08)]:
            state.pool.remove(name)
            state.gone.append(Gone(name, self._one(("sunk", "damaged", "withdrawn")), state.turn))
        self._forts(state)
        self._colliers(state, near)
        self._set_aside(state, held)
        neutral = [space for space in BOX.spaces.values() if space.harbour and space.side == "neutral"]
        state.visited = [space.id for space in neutral if self._may(0.2)]

    def _lay(self, space: str, count: int) -> None:
        for _ in range(count):
            name = self.board.state.pool.pop()
            up = self._may(0.3) and (name in BOX.allied or self._may(0.5))
            found = up and (name not in BOX.allied or self._may(0.5))
            self.board.lay(space, Marker(name, up=up, found=found))

    def _forts(self, state: State) -> None:
        self.dice.shuffle(state.forts_aside)
        for space in BOX.spaces.values():
            left = self.dice.randint(0, space.forts)
            if space.forts and left:
                state.forts[space.id] = [Marker(state.forts_aside.pop(), up=self._may(0.3)) for _ in range(left)]

    def _colliers(self, state: State, near: Sequence[str]) -> None:
        at_sea = [space for space in near if not BOX.spaces[space].harbour]
        if at_sea:
            state.colliers = [self._one(at_sea) for _ in range(self.dice.randint(0, 2))]
        if state.options.mines and at_sea and state.available["mines"]:
            state.mines.append(self._one(at_sea))
            state.available["mines"] -= 1

    def _set_aside(self, state: State, held: Sequence[str]) -> None:
        """A friendly ship that waits, the French fleet at sea, and marines ashore."""
        for name in [name for name in state.pool if BOX.markers.get(name) in ("friendly_ship", "french_sortie")]:
            friendly = BOX.markers[name] == "friendly_ship"
            if self._may(0.2):
                space = self._one(held) if friendly else ports.SORTIE_ZONES[0]
                state.pool.remove(name)
                self.board.lay(space, Marker(name, up=True))
                state.friendly_ships += [space] if friendly else []
                state.french_sortie |= not friendly
        for space in map(BOX.spaces.__getitem__, held):
            if self._may(0.5) and _is_port_of_theirs(space) and state.available["seebataillon"]:
                state.forts.pop(space.id, None)
                state.forts_aside = [name for name in BOX.forts if not _lies(state, name)]
                state.ashore[space.id] = self.board.ships_at(space.id)[0].id
                state.available["seebataillon"] -= 1

    def _minds(self) -> None:
        state = self.board.state
        for seat in state.seats:
            if self._may(0.8):
                state.doctrines[seat] = self._answer(seat, DoctrineForm())
        if self.board.mode == "captains":
            state.letters = [Slip(self._one(CROWDED), self._one(state.seats), 1, "Wait for me.")]
        now, state.turn = state.turn, 0
        take_notes(self.board)  # 25.2 before the first day all see each other
        state.turn = now

    # --- the play

    def _play(self, procedure: Coroutine[Any, Any, Any]) -> str | None:
        """Answer what is asked, by default, as a bot would or at random, and throw and draw what is wanted, to the end;
        the step that follows.
        """
        given: Any = None
        for _ in range(ENDLESS):
            try:
                request = procedure.send(given)
            except StopIteration as end:
                following: str | None = end.value
                return following
            except EndStep as end:
                return end.next_step
            if isinstance(request, Asks):
                stored = encode(self.board.state)
                assert encode(decode(stored, State)) == stored, "the state survives the store"
                given = tuple(self._answered(question) for question in request.asks)
            elif isinstance(request, Roll):
                given = tuple(self.dice.randint(1, sides) for sides in request.sides)
            else:
                given = tuple(self.dice.sample(range(len(request.pool)), request.count))
        raise AssertionError("a step without end")

    def _answered(self, question: Ask[Any]) -> Any:
        self.asked.append(question)
        if self._may(0.15):
            answer = BOT(view(self.board, question.seat), question, random_source("bot", self.dice.randrange(10**6)))
            return question.form.accept(question.form.write(answer))
        return self._answer(question.seat, question.form)

    def _answer(self, seat: str, form: Any) -> Any:
        pick, answer = random_source("skirmish", seat, self.dice.randrange(10**6)), form.default()
        if self._may(0.7):
            answer = form.sample(pick)
        if self._may(0.3) and isinstance(form, DayPlan):
            other = Orders.sample(form, pick)  # any orders, and not first of all that ships sail
            answer = other if next(form.problems(other), None) is None else answer
        return form.accept(form.write(answer))

    def _may(self, odds: float) -> bool:
        return self.dice.random() < odds

    def _one(self, of: Sequence[Any]) -> Any:
        return self.dice.choice(of)


def played_out(procedure: Coroutine[Any, Any, Any], dice: Random) -> None:
    """Run a procedure to its end, with dice and draws by chance and every question answered by default."""
    given: Any = None
    while True:
        try:
            request = procedure.send(given)
        except StopIteration:
            return
        if isinstance(request, Asks):
            given = tuple(question.form.default() for question in request.asks)
        elif isinstance(request, Roll):
            given = tuple(dice.randint(1, sides) for sides in request.sides)
        else:
            given = tuple(dice.sample(range(len(request.pool)), request.count))


def _is_port_of_theirs(space: Space) -> bool:
    return space.kind == "port" and space.side == "allied"


def _lies(state: State, fort: str) -> bool:
    return any(marker.id == fort for forts in state.forts.values() for marker in forts)
