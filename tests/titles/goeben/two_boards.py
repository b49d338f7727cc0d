"""25.2 Two boards that differ in one thing that a captain does not know, played on to his next question.

His ship lies in the situation that a test names, the other ship far from her; neither has Wireless. `LEAVES` change one
thing that he cannot know. `differences` plays on on both boards and compares all that he is told, asked, offered and
shown.
"""

from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import structs

from games.kernel.codec import decode, encode
from games.kernel.requests import Ask, Asks, Request
from games.kernel.table import EndStep
from games.kernel.text import LANGUAGES
from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.orders import AskFirst, BreakOff, DayOrder, Intelligence, Landing, Letter, Move
from games.titles.goeben.rules.battle.bombardment import bombardment
from games.titles.goeben.rules.battle.contact import contact
from games.titles.goeben.rules.battle.landing import landing
from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.rules.captains.doctrine import give_doctrines
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import make_plans
from games.titles.goeben.rules.incidents.markers import MARKERS
from games.titles.goeben.rules.mission.objective import objective
from games.titles.goeben.rules.search.intelligence import intelligence
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events.day import AlertChanged, Scored
from games.titles.goeben.state.state import Gone, Log, Marker, Note, Report, Slip, State, Weather
from games.titles.goeben.visibility.knowledge import take_notes
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.boards import WORDS
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea, ordered, plain

Change = Callable[[Board, str], Any]
Begun = Callable[[Board, str], Coroutine[Any, Any, Any]]
SEATS = ("goeben", "breslau")
LYING = {
    "malta_pz": "gb_bc_1 gb_ca_1", "adriatic_pz": "gb_lc_1 gb_dd_1", "toulon_pz": "fr_ca_1 fr_dd_1",
    "zante": "gb_ca_2+up",
}  # fmt: skip
AFAR = "pola"
FORTS = {"malta": "fort_3", "bone": "fort_4", "toulon": "fort_5 fort_6"}


class Situation(NamedTuple):
    """Where the ship of a captain lies, how the board is laid out besides, and what is played.

    `signals`: Berlin may signal points or a level that depend on what happens out of sight, so that those two are not
    compared. `unlike` are leaves that this captain learns of by the rules.
    """

    name: str
    begin: Begun
    at: str = "ionian_c"
    prepare: Change = lambda board, seat: None
    options: Options = Options()
    seats: tuple[str, ...] = SEATS
    signals: bool = False
    unlike: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name

    def board(self, seat: str) -> Board:
        """The board on the second day, when the captains have parted with the notes of the first."""
        board = at_sea("captains", options=self.options, lying=LYING, forts=FORTS, turn=0, alert=3)
        board.state.colliers = ["zante", "denusa"]
        take_notes(board)
        board.state.turn = 2
        board.ship(seat).at, board.ship(other_of(seat)).at = self.at, AFAR
        take_notes(board)
        board.day.plans, board.day.queue = {"goeben": (), "breslau": ()}, [self.at]
        for each in board.state.seats:
            board.state.doctrines[each] = (AskFirst(("contact", "battle")),)
        self.prepare(board, seat)
        board.told.clear()
        return board


# --- what a captain sees of a procedure


class Witness:
    """All that a captain is told, asked, offered and shown until his next question."""

    def __init__(self, board: Board, seat: str, die: int) -> None:
        self.board, self.seat, self.die = board, seat, die
        self.asked: list[Ask[Any]] = []

    def watch(self, situation: Situation) -> dict[str, Any]:
        """Play on, every die showing the same."""
        procedure, answer = situation.begin(self.board, self.seat), None
        while not self.asked and (request := self._next(procedure, answer)) is not None:
            answer = self._answer(request)
        procedure.close()
        if not self.asked:
            take_notes(self.board)
        return self._seen(signals=situation.signals)

    def _next(self, procedure: Coroutine[Any, Any, Any], answer: Any) -> Request | None:
        try:
            request: Request = procedure.send(answer)
        except (StopIteration, EndStep):
            return None
        return request

    def _answer(self, request: Request) -> Any:
        if isinstance(request, Asks):
            self.asked += [one for one in request.asks if one.seat == self.seat]
            return tuple(one.form.accept(one.form.write(one.form.default())) for one in request.asks)
        sides = getattr(request, "sides", None)
        return tuple(min(self.die, side) for side in sides) if sides else tuple(range(request.count))  # type: ignore[union-attr]

    def _seen(self, *, signals: bool) -> dict[str, Any]:
        events = [plain(one.for_seat(self.seat)) for one in self.board.told if one.for_seat(self.seat) is not None]
        seen = view(self.board, self.seat)
        if signals:
            seen = structs.replace(seen, vp=0, alert=0)
            events = [event for event in events if not isinstance(event, Scored | AlertChanged) or event.why]
        return {
            "events": encode(events),
            "view": encode(seen),
            **{f"question {one.kind}": list(_offered(one)) for one in self.asked},
        }


def _offered(question: Ask[Any]) -> Iterator[Any]:
    """What a question offers: its form, what it withholds and why, its proposals, previews of what it would do."""
    form = question.form
    yield encode(structs.replace(question, key=""))
    yield [WORDS.explain_question(question, language) for language in LANGUAGES]
    yield encode(list(form.unavailable_values()))
    yield encode(list(form.proposals()))
    for answer in (form.default(), form.example()):
        yield encode([form.write(answer), list(form.problems(answer))])
        yield encode(form.preview(form.write(answer)))


# --- what he cannot know


def other_of(seat: str) -> str:
    """The other captain, and his ship."""
    return "breslau" if seat == "goeben" else "goeben"


def _ship(name: str, value: Any) -> Change:
    return lambda board, seat: setattr(board.ship(other_of(seat)), name, value)


def _state(name: str, value: Any) -> Change:
    return lambda board, seat: setattr(board.state, name, value)


def _cleared(space: str) -> Change:
    def change(board: Board, seat: str) -> None:
        for marker in board.state.lying.pop(space, []):
            board.state.gone.append(Gone(marker.id, "withdrawn", 1))

    return change


def _laid(space: str, counter: str, *, up: bool) -> Change:
    def change(board: Board, seat: str) -> None:
        board.state.pool.remove(counter)
        board.lay(space, Marker(counter, up=up))

    return change


def _turned_up(board: Board, seat: str) -> None:
    for marker in [*board.state.lying.get("toulon_pz", []), *board.state.forts.get("toulon", [])]:
        marker.up = marker.found = True


def _stows(board: Board, seat: str) -> None:
    board.ship(other_of(seat)).cargo = ["optics", "damage_control"]
    board.state.available["optics"] -= 1
    board.state.available["damage_control"] -= 1


def _orders(order: Callable[[str], DayOrder]) -> Change:
    def change(board: Board, seat: str) -> None:
        if board.day.plans:
            board.day.plans[other_of(seat)] = (order(other_of(seat)),)

    return change


def _has_sailed(board: Board, seat: str) -> None:
    other = board.ship(other_of(seat))
    board.day.routes[other.id] = ("spalato", other.at)
    board.day.outfitted.append(other.id)
    board.day.tried, board.day.occasions = other.id, 7
    board.day.order, board.day.fought = [other.at], [other.at]


def _weather_there(board: Board, seat: str) -> None:
    there = board.ship(other_of(seat)).at
    board.day.weather[there] = Weather("none", storm=True)


def _notes_there(board: Board, seat: str) -> None:
    board.state.logs[other_of(seat)] = Log({"bone": Note(2, down=4)})
    board.state.reports.append(Report(2, "bone", ("gb_ca_3",), "drawn", (other_of(seat),)))
    board.state.letters.append(Slip("venice", other_of(seat), 2, "Off!"))


INTELLIGENCE = "the other captain's intelligence"
LEAVES: dict[str, Change] = {
    "the other ship sails to the Aegean": _ship("at", "denusa"),
    "the other ship sails to the Adriatic": _ship("at", "adriatic_c"),
    "the other ship sails to the west": _ship("at", "cape_gata"),
    "the other ship sails to where a collier is noted": _ship("at", "zante"),
    **{f"the other ship's {track}": _ship(track, value) for track, value in (
        ("leadership", 1), ("engines", 1), ("hull", 2), ("secondary", 0), ("ammunition", 0), ("torpedoes", 0),
        ("coal", 0))},
    "the other ship has taken cargo": _stows,
    "the other ship has orders to sail": _orders(lambda ship: Move((ship,), ("adriatic_n",))),
    INTELLIGENCE: _orders(lambda ship: Intelligence(ship, ("toulon_pz",))),
    "the other captain's letter": _orders(lambda ship: Letter(ship, "Off!")),
    "the other captain's doctrine": lambda board, seat: board.state.doctrines.update({other_of(seat): (Landing(),)}),
    "the other ship's day": _has_sailed,
    "the weather over there": _weather_there,
    "notes, reports and letters over there": _notes_there,
    "one collier is gone": lambda board, seat: board.state.colliers.pop(),
    "both colliers are gone": _state("colliers", []),
    "a zone is cleared": _cleared("adriatic_pz"),
    "another zone is cleared": _cleared("toulon_pz"),
    "the enemy in the next space has gone": _cleared("zante"),
    "a marker lies in the next space": _laid("spartivento", "storm_1", up=False),
    "an enemy lies in the next space": _laid("sicily_e", "gb_dd_4", up=True),
    "a merchant lies in the next space": _laid("corfu_sea", "merchantman_1", up=True),
    "counters and coastal defences were turned up": _turned_up,
    "a port has lost its coastal defences": lambda board, seat: board.state.forts.pop("toulon"),
    "a port is held": _state("ashore", {"philippeville": ""}),
    "mines lie far off": _state("mines", ["kithera"]),
    "a friendly ship waits far off": _state("friendly_ships", ["kithera"]),
    "ships are gone": lambda board, seat: board.state.gone.append(Gone("gb_dd_3", "sunk", 1)),
    "the pool lies otherwise": lambda board, seat: board.state.pool.reverse(),
    "available cargo": lambda board, seat: board.state.available.update(wireless=0),
}  # fmt: skip


# --- where it is looked at


def _phase(phase: Callable[[Board], Coroutine[Any, Any, Any]]) -> Begun:
    return lambda board, seat: phase(board)


def _marker(kind: str) -> Begun:
    return lambda board, seat: MARKERS[kind](board, board.ship(seat).at, f"{kind}_1")


def _beside(counter: str) -> Change:
    def change(board: Board, seat: str) -> None:
        board.state.pool.remove(counter)
        board.lay(board.ship(seat).at, Marker(counter, up=True))

    return change


def _says(text: str) -> Change:
    return lambda board, seat: ordered(board, text.replace("SHIP", seat), seat)


def _fearing(board: Board, seat: str) -> None:
    """A light cruiser is met, whom the captain would rather leave alone; he is asked before he fights."""
    _beside("gb_lc_2")(board, seat)
    board.state.doctrines[seat] = (AskFirst(("battle",)), BreakOff(("cl",)))


def _hurt(board: Board, seat: str) -> None:
    board.ship(seat).hull, board.ship(seat).coal = 2, 1
    ordered(board, f"outfit {seat}\nrepair {seat} hull=1", seat)


def _marines(board: Board, seat: str) -> None:
    board.state.forts.pop("bone")
    board.ship(seat).cargo = ["seebataillon"]
    board.state.available["seebataillon"] -= 1
    take_notes(board)


def _unplanned(board: Board, seat: str) -> None:
    board.day.plans = {}


def _news(board: Board, seat: str) -> None:
    board.day.news.append(seat)


ADRIATIC = ("fleet_sorties", "collier_attacked", "central_sortie", "french_sortie")
CONSORTS = Options(austro_hungarian=True)
SITUATIONS = (
    *(Situation(f"{kind} off Zante", _marker(kind), signals=kind == "collier_attacked") for kind in MARKERS),
    *(Situation(f"{kind} in the Adriatic", _marker(kind), "adriatic_s", signals=kind == "collier_attacked")
      for kind in ADRIATIC),
    # The Austro-Hungarian ships that come out follow the first captain, who sees them; he is not asked here.
    Situation("fleet_sorties with the option", _marker("fleet_sorties"), options=CONSORTS, seats=("breslau",),
              signals=True),
    Situation("plans", _phase(make_plans), prepare=_unplanned),
    Situation("plans in port", _phase(make_plans), "brindisi", _unplanned),
    Situation("plans with the option", _phase(make_plans), prepare=_unplanned, options=CONSORTS),
    Situation("doctrines", _phase(give_doctrines)),
    Situation("outfitting", _phase(outfit), "brindisi", _hurt),
    # 11.1 One attempt a day, by precedence: who makes none knows that somebody else does.
    Situation("intelligence", _phase(intelligence), prepare=_says("intelligence SHIP"), unlike=(INTELLIGENCE,)),
    Situation("movement", _phase(movement), "messina", _says("move SHIP way=stromboli")),
    Situation("a plan revised", _phase(movement), prepare=_news),
    Situation("contact", _phase(contact), prepare=_beside("gb_lc_2")),
    Situation("a battle", _phase(contact), prepare=_fearing),
    Situation("a bombardment", _phase(bombardment), "bone"),
    Situation("a landing", _phase(landing), "bone", _marines),
    Situation("a raid", _phase(raiding), prepare=_beside("merchantman_2")),
    Situation("the end of the day", _phase(objective)),
)  # fmt: skip


def differences(situation: Situation, seat: str, dice: Iterable[int]) -> Iterator[str]:
    """The leaves that show, each with the die and the parts of what a captain sees that differ. Raises AssertionError
    for a leaf that he sees before anything is played.
    """
    laid = encode(situation.board(seat).state)
    here = encode(view(_board(laid), seat))
    ours = {die: Witness(_board(laid), seat, die).watch(situation) for die in dice}
    for leaf, change in LEAVES.items():
        if leaf in situation.unlike:
            continue
        there = _board(laid)
        change(there, seat)
        assert encode(view(there, seat)) == here, f"{leaf} is seen at once"
        changed = encode(there.state)
        for die in dice:
            theirs = Witness(_board(changed), seat, die).watch(situation)
            parts = [part for part in {**ours[die], **theirs} if ours[die].get(part) != theirs.get(part)]
            if parts:
                yield f"{leaf}, die {die}: {parts}"


def _board(laid: bytes) -> Board:
    return Board(decode(laid, State), BOX)
