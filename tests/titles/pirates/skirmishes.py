"""Tables drawn at random: fleets, marks, hands, piles and decks as a game seldom brings them together, with whatever
options go with each other, in both tempos.

Whole games at random seldom come to an empty deck of merchants, a fleet without ships or a fogged one beside a deceived
one; here that is what there is. Whatever a seed does can be done again.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.kernel.random_source import random_source
from games.kernel.requests import Ask, Asks, Roll
from games.kernel.table import EndStep
from games.titles.pirates.components.options import Options
from games.titles.pirates.components.scenarios import PHANTOM, SCENARIOS, TEAMS
from games.titles.pirates.orders.forms import PlanForm
from games.titles.pirates.orders.orders import British, Intercept, PlanOrder
from games.titles.pirates.rules.phantom.setup import unused_action_cards
from games.titles.pirates.rules.rounds.setup import cards_left_out
from games.titles.pirates.rules.rounds.teams import opposite
from games.titles.pirates.rules.sequence import SEQUENCE
from games.titles.pirates.rules.turn.sealed_plans import reaction_plan
from games.titles.pirates.state.state import Fleet, Phantom, ShipDeck, State, Trophy, Vessel
from tests.titles.pirates.laid_out import BOX, TITLE
from tests.titles.pirates.umpire import Umpire

STEPS = {step.key: step.run for step in SEQUENCE}
ALONE = (
    "coal_hogs", "sail", "aircraft", "fast_raiders", "carry_over_three", "cumulative_damage", "prize_torpedo",
    "pursuit", "sailing_merchants", "prize_supply",
)  # fmt: skip
"""Options that go with all others."""
WEATHER = ("fog_bank", "deception")
ENDLESS = 3000
"""No step asks, throws and draws so often."""


class Skirmish:
    """A table drawn from a seed, and some steps of play from it."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.pick = random_source("skirmish", seed)
        self.scenario = self._one(tuple(SCENARIOS))
        chosen = SCENARIOS[self.scenario]
        self.seats = tuple(role.key for role in chosen.seats)
        self.fleets = (*self.seats, *(role.key for role in chosen.automata))
        self.board = Umpire(self._state(), BOX)

    def steps(self, most: int = 12) -> Iterator[str]:
        """Play on, and stop at each question, and after each step, with its name."""
        key: str | None = "turn"
        for _ in range(most):
            if key is None:
                return
            step = key
            following: list[str | None] = []
            yield from self._played(step, following)
            (key,) = following
            yield step

    # --- the table

    def _state(self) -> State:
        solitaire = PHANTOM in self.fleets
        options = self._options(solitaire=solitaire)
        left_out = cards_left_out(BOX, options)
        left_out += [card for card in unused_action_cards(BOX) if solitaire and card not in left_out]
        self.actions, self.ships, self.merchants = (
            self._shuffled([card for card in cards if card not in left_out])
            for cards in (BOX.cards, BOX.ships, BOX.merchants)
        )
        hunted = self._may(0.15)
        fleets = [self._fleet(seat, hunted=hunted, solitaire=solitaire) for seat in self.fleets]
        round_ = self.dice.randint(1, 3)
        for fleet in fleets:
            fleet.round_points = [self.dice.randint(0, len(fleets)) for _ in range(round_ - 1)]
            fleet.victory_points = [self.dice.randint(0, 60) for _ in range(round_ - 1)]
        deck = self._taken(self.actions, self.dice.choice((1, 1, 2, 3, 5, 9)))
        discards = self._taken(self.actions, self.dice.choice((0, 1, 2, 12)))
        return State(
            options=options, fleets=fleets, round=round_, turns=self.dice.randint(0, 9), deck=deck, discards=discards,
            phantom=self._phantom() if solitaire else None, removed=self.actions, left_out=left_out,
            german=self._deck(self.ships), merchant=self._deck(self.merchants), starter=self._one(self.fleets),
        )  # fmt: skip

    def _options(self, *, solitaire: bool) -> Options:
        chosen: dict[str, Any] = {option: self._may(0.4) for option in ALONE}
        chosen["after_1914"] = self._may(0.15)
        chosen["without_lost_merchants"] = chosen["after_1914"] and self._may(0.5)
        chosen["tempo"] = self._one(("interactive", "interactive", "sealed"))
        if solitaire:
            chosen["phantom_targets"] = self._one(("random", "best", "player"))
        return Options(**chosen)

    def _fleet(self, seat: str, *, hunted: bool, solitaire: bool) -> Fleet:
        fleet = Fleet(seat=seat, partner=opposite(self.fleets, seat) if self.scenario == TEAMS else "")
        fleet.ships = [self._ship(card) for card in self._taken(self.ships, self._one((0, 1, 2, 3, 3, 4)))]
        fleet.merchants = [self._merchant(card) for card in self._taken(self.merchants, self._one((3, 3, 3, 2, 0)))]
        fleet.prizes = [self._prize(card) for card in self._taken(self.merchants, self._one((0, 0, 1, 2)))]
        fleet.hand = self._hand(self._one((0, 1, 4, 6, 9)))
        sunk = self._taken(self.merchants, 99 if hunted else self._one((0, 0, 1, 3)))
        fleet.pile = [Trophy(card, self._one(("sunk", "sunk", "safe")), self._may(0.2)) for card in sunk]
        fleet.pile += [Trophy(card, "sunk") for card in self._taken(self.ships, self._one((0, 0, 1)))]
        if self._may(0.25):
            fleet.weather = self._weather(solitaire=solitaire)
        if self._may(0.5) and seat != PHANTOM:
            fleet.reaction_plan = list(reaction_plan(BOX).sample(self.pick))
        return fleet

    def _hand(self, count: int) -> list[str]:
        """Most of a hand are cards that answer others, or that go with others."""
        category = self._one(("reaction", "reaction", "support"))
        helpful = [card for card in self.actions if BOX.kind_of(card).category == category]
        if self._may(0.5):
            helpful.sort(key=lambda card: BOX.kind_of(card).count)  # else the single ones hardly ever come up
        chosen = [self._out(card) for card in helpful[: count * 2 // 3]]
        return [*chosen, *self._taken(self.actions, count - len(chosen))]

    def _weather(self, *, solitaire: bool) -> str:
        """A card before a fleet; the phantom's has no number."""
        if solitaire and self._may(0.5):
            return f"{self._one(WEATHER)}_0"
        found = [card for card in self.actions if card.rpartition("_")[0] in WEATHER]
        return self._out(found[0]) if found else ""

    def _ship(self, card: str) -> Vessel:
        raider = BOX.ships[card].raider
        ship = Vessel(card, raider and self._may(0.4), int(self._may(0.35)), self._may(0.35))
        if self._may(0.2):
            refuges = [action for action in self.actions if action.startswith("island_refuge")]
            ship.refuge = self._out(refuges[0]) if refuges else ""
        return ship

    def _merchant(self, card: str) -> Vessel:
        return Vessel(card, damage=int(self._may(0.3)))

    def _prize(self, card: str) -> Vessel:
        return Vessel(card, self._may(0.4), int(self._may(0.3)))

    def _deck(self, cards: list[str]) -> ShipDeck:
        """What is left of a deck: some face down, maybe none, the rest beneath."""
        cut = self.dice.choice((0, 1, len(cards)))
        return ShipDeck(face_down=cards[:cut], used=cards[cut:])

    def _phantom(self) -> Phantom:
        cards = self._shuffled(BOX.solitaire)
        cut = self.dice.choice((1, 8, 20))
        buried = self._taken(self.actions, self._one((0, 2)))
        return Phantom(deck=cards[:cut], used=cards[cut:], buried=buried, scouted=self._may(0.15))

    # --- the play

    def _played(self, step: str, following: list[str | None]) -> Iterator[str]:
        """One step: what is asked is answered, what is wanted is thrown and drawn, to its end."""
        self.board.told = []
        procedure: Any = STEPS[step](self.board)
        given: Any = None
        for _ in range(ENDLESS):
            try:
                request = procedure.send(given)
            except StopIteration as end:
                following.append(end.value)
                return
            except EndStep as end:
                following.append(end.next_step)
                return
            if isinstance(request, Asks):
                self.asked = request.asks
                yield f"{step} asks"
                given = tuple(map(self._answer, request.asks))
            elif isinstance(request, Roll):
                given = tuple(self.dice.randint(1, sides) for sides in request.sides)
            else:
                given = tuple(request.pool[index] for index in self._drawn(request))
                given = tuple(map(request.pool.index, given))
        raise AssertionError("a step without end")

    def _drawn(self, request: Any) -> list[int]:
        return self.dice.sample(range(len(request.pool)), request.count)

    def _answer(self, question: Ask[Any]) -> Any:
        """Mostly what whims say, else what a captain thinks best, or nobody says."""
        form, luck = question.form, self.dice.random()
        if luck < 0.8:
            wished = self._plan(form) if isinstance(form, PlanForm) else self._wish(form)
            return form.accept(form.write(wished))
        if luck < 0.9:
            seen = TITLE.secrecy.view(self.board.state, question.seat)
            return form.accept(form.write(TITLE.bot("captain")(seen, question, self.pick)))
        return form.default()

    def _plan(self, form: PlanForm) -> tuple[PlanOrder, ...]:
        """As many orders as go together, for most of the hand."""
        plan: tuple[PlanOrder, ...] = ()
        wished = [order for _ in range(self.dice.randint(1, 6)) for order in form.sample(self.pick)]
        for order in (*self._hunts(form), *self._shuffled(wished)):
            if form.may_add_matching(plan, order):
                plan = (*plan, order)
        return plan

    def _hunts(self, form: PlanForm) -> Iterator[Intercept | British]:
        """Intercepts of an opponent's merchants by some of the own ships, supported or not, and by the navy."""
        hand, prey = self._shuffled(form.hand), [row for row in form.prospects.merchants.values() if row]
        supports = [card for card in hand if card in form.prospects.supports]
        hand.sort(key=lambda card: card in form.prospects.night)
        for ship in form.prospects.ships:
            if not prey or not hand or self._may(0.4):
                continue
            targets = self._shuffled(self._one(prey))[: self._one((1, 1, 2, 3))]
            helping = tuple(card for card in supports if self._may(0.5))
            yield Intercept(hand.pop(), ship, tuple(targets), helping)
            yield Intercept(self._one(form.hand), ship, tuple(targets[:1]))
        for row in form.prospects.british.values():
            if row and hand:
                yield British(hand.pop(), self._one((*row, None)))

    def _wish(self, form: Any) -> Any:
        """Something rather than nothing, where one of five whims has something."""
        return next(filter(None, (form.sample(self.pick) for _ in range(5))), form.default())

    # --- luck

    def _out(self, card: str) -> str:
        self.actions.remove(card)
        return card

    def _taken(self, cards: list[str], count: int) -> list[str]:
        """The next cards of a heap, as many as there are."""
        taken, cards[:] = cards[:count], cards[count:]
        return taken

    def _shuffled(self, cards: Any) -> list[Any]:
        listed = list(cards)
        self.dice.shuffle(listed)
        return listed

    def _may(self, odds: float) -> bool:
        return self.dice.random() < odds

    def _one(self, of: Sequence[Any]) -> Any:
        return self.dice.choice(of)
