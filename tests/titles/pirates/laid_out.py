"""A table laid out by a test: fleets, hands and decks as wanted, answers in the text notation, dice by hand.

    game = lay_out(red=side("leopard", hand="recalled"), black=side(merchants="lovat maria+damaged", hand="qqq"))
    game.says("red", "intercept recalled ship=leopard targets=lovat")

A ship may bear `+identified`, `+damaged` (several times, 6.8), `+unsupplied` and `+refuge`; of a kind of card, the
first is meant where no number is written. Red has the first turn. Every die that is laid out must be rolled at once.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

import games.titles.pirates as pirates
from games.kernel.chance import ScriptedChance
from games.kernel.driver import ViewFactory, drive
from games.kernel.errors import Illegal, Problem
from games.kernel.events import Event, EventVariants
from games.kernel.journal import Checkpoint, Entry, SeatAnswer
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.titles.pirates.components.box import Box, load
from games.titles.pirates.components.options import Options
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.rules.rounds.teams import opposite
from games.titles.pirates.state.state import Fleet, ShipDeck, State, Trophy, Vessel
from games.titles.pirates.title import load_title

E = TypeVar("E", bound=Event)
Dice = Sequence[Sequence[int]]
FILES = {path.name: path.read_bytes() for path in (Path(pirates.__file__).parent / "data").iterdir()}
TITLE: Title[State] = load_title(FILES)
BOX: Box = load(FILES)
SEATS = ("red", "black", "white", "blue")


class Side(Struct):
    """What a seat begins with."""

    ships: str = ""
    merchants: str = ""
    prizes: str = ""
    hand: str = ""
    pile: str = ""
    weather: str = ""


def side(ships: str = "", **rest: str) -> Side:
    """A seat's fleet and hand, each a list of names."""
    return Side(ships, **rest)


def card(name: str) -> str:
    """The id of a card: of a kind, the first."""
    return f"{name}_1" if name in BOX.kinds else name


def cards(names: str) -> list[str]:
    """The ids of several cards."""
    return [card(name) for name in names.split()]


def in_full(text: str) -> str:
    """A text in which kinds of card stand for their first card."""
    return re.sub(r"[a-z0-9_]+", lambda word: card(word[0]), text)


def _vessel(words: str, refuges: list[str]) -> Vessel:
    name, *marks = words.split("+")
    assert set(marks) <= {"identified", "damaged", "unsupplied", "refuge"}, marks
    assert name in BOX.ships or name in BOX.merchants, name
    refuge = refuges.pop() if "refuge" in marks else ""
    return Vessel(name, "identified" in marks, marks.count("damaged"), "unsupplied" in marks, refuge)


def _trophy(words: str) -> Trophy:
    name, *marks = words.split("+")
    if card(name) in BOX.cards:
        return Trophy(card(name), "scored")
    return Trophy(name, "safe" if "safe" in marks else "sunk", "doubled" in marks)


def _fleet(seat: str, given: Side, refuges: list[str]) -> Fleet:
    def row(names: str) -> list[Vessel]:
        return [_vessel(name, refuges) for name in names.split()]

    return Fleet(
        seat=seat,
        ships=row(given.ships),
        merchants=row(given.merchants),
        prizes=row(given.prizes),
        pile=[_trophy(name) for name in given.pile.split()],
        hand=cards(given.hand),
        weather=card(given.weather) if given.weather else "",
    )


class Chapter(NamedTuple):
    """Answers as written, and what they brought about."""

    answers: list[str]
    events: list[EventVariants]


class Game:
    """A game in play; `state` is as it stands, `asked` the questions that are open."""

    def __init__(self, state: State, step: str) -> None:
        self._checkpoint = Checkpoint(
            number=0, step=step, state=TITLE.write_state(state), first_entry=0, first_event=0, first_draw=0,
            rules_version=TITLE.rules.version,
        )  # fmt: skip
        self._since: list[Entry] = []
        self._published = 0
        self.state = state
        self.asked: tuple[Ask[Any], ...] = ()
        self.over = False
        self.events: list[EventVariants] = []
        self.story: list[Chapter] = []
        self.whole = TITLE.rules.conserved_counts(state)

    def goes_on(self, *given: SeatAnswer, dice: Dice = (), draws: Dice = ()) -> "Game":
        """Play on until somebody has to decide; every die given must be rolled."""
        chance = ScriptedChance(dice, draws)
        ready = {answer.seat: answer for answer in given}
        first = [-1]

        def supply(question: Ask[Any], at: int, look: ViewFactory) -> SeatAnswer | None:
            first[0] = at if first[0] == -1 else first[0]
            return ready.get(question.seat) if at == first[0] else None

        run = drive(
            TITLE, self._checkpoint, self._since, supply, chance=chance, published_events=self._published, budget=4000
        )
        chance.check_used_up()
        self._since += run.entries
        self._published += len(run.events)
        if run.checkpoints:
            self._checkpoint = run.checkpoints[-1]
            self._since = [entry for entry in self._since if entry.number >= self._checkpoint.first_entry]
            self._published = sum(event.number >= self._checkpoint.first_event for event in run.events)
        self.story.append(Chapter([self._words(answer) for answer in given], [event.event for event in run.events]))
        self.events += self.story[-1].events
        self.asked, self.over, self.state = run.open_questions, run.is_over, run.state
        assert TITLE.rules.conserved_counts(self.state) == self.whole, "a card was lost or made"
        return self

    def _words(self, given: SeatAnswer) -> str:
        question = self.question(given.seat)
        return f"{given.seat} {question.kind}: {question.form.render(question.form.read(given.answer))}"

    def says(self, seat: str, *lines: str, dice: Dice = (), draws: Dice = ()) -> "Game":
        """The seat answers its open question in the text notation, `pass` for nothing."""
        return self.goes_on(self.answer(seat, *lines), dice=dice, draws=draws)

    def answer(self, seat: str, *lines: str) -> SeatAnswer:
        """An answer to the open question of a seat, accepted by its form."""
        form = self.question(seat).form
        answer = form.accept(form.parse(in_full("\n".join(lines))))
        assert form.accept(form.parse(form.render(answer))) == answer, "the notation reads what it writes"
        return SeatAnswer(seat, msgspec.to_builtins(form.write(answer)))

    def refusals(self, seat: str, *lines: str) -> list[Problem]:
        """Why the seat's open question does not accept this answer; empty where it does."""
        form = self.question(seat).form
        try:
            form.accept(form.parse(in_full("\n".join(lines))))
        except Illegal as error:
            return list(error.problems)
        return []

    def refuses(self, seat: str, *lines: str) -> bool:
        """Whether the answer is against the rules."""
        return bool(self.refusals(seat, *lines))

    def question(self, seat: str) -> Ask[Any]:
        """The open question of a seat."""
        found = [question for question in self.asked if question.seat == seat]
        assert found, f"{seat} is not asked; open are {self.open()}"
        return found[0]

    def open(self) -> list[str]:
        """What is asked, and whom: "black react"."""
        return [f"{question.seat} {question.kind}" for question in self.asked]

    def goes_without(self, kind: type[Event], *questions: str) -> bool:
        """Whether no event of a kind was told so far, and the game has come to just these open questions."""
        return not self.told(kind) and self.open() == list(questions)

    def options(self, seat: str) -> list[str]:
        """What a reaction may be."""
        form: Any = self.question(seat).form
        return list(form.options)

    def can(self, seat: str, *names: str) -> bool:
        """Whether every one of these cards may be played as a reaction now."""
        return set(map(card, names)) <= set(self.options(seat))

    def told(self, kind: type[E]) -> list[E]:
        """All events of a kind so far, in full."""
        return [form.event for told in self.events for form in told.variants[:1] if isinstance(form.event, kind)]

    def heard(self, seat: str, kind: type[E]) -> list[E]:
        """All events of a kind as a seat heard them."""
        found = [told.for_seat(seat) for told in self.events]
        return [event for event in found if isinstance(event, kind)]

    def fleet(self, seat: str) -> Fleet:
        """A seat's fleet."""
        return next(fleet for fleet in self.state.fleets if fleet.seat == seat)

    def ship(self, name: str) -> Vessel:
        """A ship in play."""
        rows = ((*fleet.ships, *fleet.prizes, *fleet.merchants) for fleet in self.state.fleets)
        return next(vessel for row in rows for vessel in row if vessel.card == name)

    def has(self, seat: str, row: str) -> list[str]:
        """The names of the ships in one row of a fleet, or of the cards in its pile."""
        return [item.card for item in getattr(self.fleet(seat), row)]

    def trophy(self, seat: str, name: str) -> Trophy:
        """A card in a victory pile."""
        return next(trophy for trophy in self.fleet(seat).pile if trophy.card == card(name))

    def view(self, seat: str) -> Any:
        """What a seat sees."""
        return TITLE.secrecy.view(self.state, seat)


def layout(
    *,
    deck: str = "",
    discards: str = "",
    options: Options | None = None,
    round_: int = 1,
    teams: bool = False,
    **sides: Side,
) -> State:
    """A state before red's turn. `deck` names the next action cards, the first to be drawn first; with `teams` red and
    white play against black and blue, all four at the table.
    """
    sides = {seat: sides.get(seat, Side()) for seat in SEATS} if teams else sides
    refuges = cards("island_refuge_2 island_refuge_1")
    fleets = [_fleet(seat, sides[seat], refuges) for seat in (*SEATS, PHANTOM) if seat in sides]
    for fleet in fleets:
        fleet.partner = opposite(SEATS, fleet.seat) if teams else ""
    used = {item for fleet in fleets for item in (*fleet.hand, fleet.weather)}
    used |= {vessel.refuge for fleet in fleets for vessel in fleet.ships}
    used |= {trophy.card for fleet in fleets for trophy in fleet.pile}
    used |= {v.card for f in fleets for row in (f.ships, f.prizes, f.merchants) for v in row}
    first, thrown = cards(deck), cards(discards)
    rest = [name for name in BOX.cards if name not in used | set(first) | set(thrown)]
    return State(
        options=options or Options(),
        fleets=fleets,
        round=round_,
        deck=[*rest[:20], *reversed(first)],
        removed=rest[20:],
        discards=thrown,
        german=ShipDeck(face_down=[name for name in BOX.ships if name not in used]),
        merchant=ShipDeck(face_down=[name for name in BOX.merchants if name not in used]),
        starter="red",
    )


def lay_out(*, last: int = 0, dice: Dice = (), draws: Dice = (), **given: Any) -> Game:
    """A game in which red is about to begin a turn; with `last`, no more than so many action cards are left."""
    state = layout(**given)
    if last:
        state.removed += state.deck[:-last]
        state.deck = state.deck[-last:]
    return Game(state, "turn").goes_on(dice=dice, draws=draws)


def begin(state: State, step: str, dice: Dice = (), draws: Dice = ()) -> Game:
    """A game taken up at any step."""
    return Game(state, step).goes_on(dice=dice, draws=draws)
