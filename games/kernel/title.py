"""A title: a whole game as the kernel and the server see it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from games.kernel.byhand.spots import Drawn
from games.kernel.codec import decode, encode
from games.kernel.errors import TitleFault
from games.kernel.events import Event
from games.kernel.foreseen import Facts, Foreseen, Kin, Rule
from games.kernel.forms import Form, Pick
from games.kernel.picture import Picture
from games.kernel.reference import Reference
from games.kernel.requests import Ask
from games.kernel.table import Table
from games.kernel.text import Labels, Text, plain

S = TypeVar("S")


class SeatRole(Struct, frozen=True):
    """A chair at the table: its id and what players call it."""

    key: str
    name: Text


class Scenario(Struct, frozen=True):
    """A way to set the game up, with the seats it needs in table order.

    `automata` are sides that nobody sits behind: the rules play them, and they may have a place in the standings.
    `hidden=False` says that nothing lies hidden from anybody once it is decided: conformance then demands that the
    public sees and hears all that the umpire does, instead of comparing worlds that differ in what is hidden.
    `partners` are groups of seats that one player may hold together, where the host allows it.
    """

    key: str
    name: Text
    seats: tuple[SeatRole, ...]
    summary: Text = Text("", "")
    automata: tuple[SeatRole, ...] = ()
    hidden: bool = True
    partners: tuple[tuple[str, ...], ...] = ()

    def are_partners(self, one: str, other: str) -> bool:
        """True for seats that one player may hold together."""
        return any(one in group and other in group for group in self.partners)

    @property
    def names(self) -> dict[str, Text]:
        """What players call the seats and automata."""
        return {role.key: role.name for role in (*self.seats, *self.automata)}


class Placing(Struct, frozen=True):
    """The place of a seat or automaton when the game is over (1 is the winner's; ties share) and what it rests on."""

    seat: str
    place: int
    points: int
    detail: Text = Text("", "")


Asking = Literal["always", "seldom", "never"]
MayAsk = Callable[[Any], bool | Literal["always"]]
"""Whether a step may ask this time, or surely does (`always`): looks at the table as the step before has left it, and
changes nothing.
"""


@dataclass(frozen=True)
class Step(Generic[S]):
    """One row of the sequence of play. `run` returns the key of the step that follows, or None: the game is over.

    `asks` says what its border costs (ADR 27). Before a step that asks, always or as far as anybody cares, the state is
    written and read anew. One that asks `seldom` goes on with the state in memory and begins again on one read anew if
    it does ask. Before one that `never` asks no game can stop: nothing is written there. Where the table shows which of
    the two it is, a function says so each time: `seldom` where it may ask, else `never`.
    """

    key: str
    rule: str
    run: Callable[[Any], Awaitable[str | None]]
    asks: Asking | MayAsk = "always"

    def asking(self, table: Table[S]) -> Asking:
        """What its border costs before it is played on a table."""
        if isinstance(self.asks, str):
            return self.asks
        may = self.asks(table)
        return "always" if may == "always" else "seldom" if may else "never"


Bot = Callable[[Any, Ask[Any], Pick], Any]
"""A bot's choice: (its own view, the question, its own whims) to a typed answer that the question's form accepts."""


def random_bot(view: Any, question: Ask[Any], pick: Pick) -> Any:
    """Some legal answer."""
    return question.form.sample(pick)


def same_answer(here: Ask[Any], answer: Any, there: Ask[Any]) -> Any:
    """The answer itself, where the other world asks the same and its form accepts it; else nothing."""
    if here.kind != there.kind:
        return NO_TWIN
    return answer if next(there.form.problems(answer), None) is None else NO_TWIN


NO_TWIN = object()


_VERSION = "state_version"
UNSAID = Text("", "")


def free_talk(state: Any, sender: str, receiver: str) -> bool:
    """Seats may talk unless the title rules otherwise."""
    return True


def no_facts(view: Any, question: Ask[Any]) -> Facts:
    """Conditions of standing orders can speak of nothing."""
    return {}


def itself(option: str) -> str:
    """An option is meant by its own name only."""
    return option


def never_done(view: Any) -> bool:
    """A seat has something to decide until the game is over."""
    return False


def never_stale(view: Any, rule: Rule) -> Text | None:
    """A standing order stays possible."""
    return None


def as_declared(state: Any, event: Any, seat: str) -> tuple[str, ...]:
    """What the event itself says that it discloses to the seat."""
    disclosed: tuple[str, ...] = event.discloses(seat)
    return disclosed


def in_the_open(question: Ask[Any]) -> bool:
    """Others may see what a seat answers, or what comes of it."""
    return False


def by_its_key(scenario: str, step: str, audience: str) -> str:
    """Everybody knows which step is being played."""
    return step


def no_heading(event: Any, language: str) -> str:
    """The log goes on under the heading that it has."""
    return ""


def plain_line(event: Any) -> str:
    """No line of the log stands out."""
    return ""


def whole_alone(view: Any, part: str, language: str) -> Picture:
    """The picture has no parts. Raises KeyError."""
    raise KeyError(part)


def as_dealt(state: S, pick: Pick) -> S:
    """Nothing lies hidden from all: the state stays as it is."""
    return state


def all_open(scenario: str) -> frozenset[str]:
    """No option is settled by the scenario."""
    return frozenset()


@dataclass(frozen=True, kw_only=True)
class Title(Generic[S]):
    """All that a title owes the kernel and the server. Everything here is pure.

    `options_type` is a struct whose fields have defaults; `new_game` raises Illegal for options that exclude each
    other. `view` takes a seat, "public" or "umpire" and builds from nothing what that one knows. `redeal` returns
    another true state that the seat cannot tell from this one; with a `pick` that always says 0 it is the identity.
    `reshuffle` lays in another order only what no seat has seen, for a rewind.
    `mirror` finds, for the two-worlds test, the answer that does the same publicly in another world. `sealed` says of
    which questions even that is not needed: nothing of the answer shows but by events that disclose it. `unasked` are
    the kinds of question that the rules pass over where a seat has said for good what it does: that it is not asked
    may show that it has, and never what (ADR 5).
    `discloses(state, event, seat)` is asked at the moment of telling which fields of an event may teach that seat
    something hidden; it judges by the rules, not by whom the event was sent to.
    `step_shown(scenario, step, audience)` is what an audience is told of the step being played.
    `rules_version` names the reading of the rules: raise it whenever they come to ask or to decide something else in a
    game under way. What was recorded under another version is played again without comparing the digests of its
    states; before a deploy `check_replays` tells which running games the new reading would ask something else. It is
    neither the version of the server nor that of a state's layout (`state_version`).
    `form_types` and `context_types` (tagged structs) are all that its questions bear, so that a stored one can be read.
    `foreseen` lists the kinds of question that can be answered ahead, `plans` the forms of those kinds whose answer is
    a plan of its own. `facts` works out of (own view, question) what conditions speak of; `kin` is the word that an
    option may be meant by; `stale` says why a rule can never be followed again, if so.
    `passing` are the kinds of question in the midst of what soon ends, like a reaction within a turn: while nothing
    else is asked, news of those who are not asked waits for their own question, or for the end.
    `done(view)` says that who sees this has nothing to decide any more: letters come again when the game is over.
    `may_talk(state, sender, receiver)` rests on nothing that the sender may not know, because a refusal tells it;
    `talk_rule` is the rule that it follows, `talk_words` what players are told about talk.
    `heading(event, language)` is the heading that an event begins in the log ("Day 3"), or nothing; `stress(event)`
    what makes its line stand out: "sinking", "capture", "points" or nothing; `phases` are the names of steps (as they
    are shown) that the log has below its headings. `reference` is what players look up: cards, ships, words.
    `drawn` is the picture of a view and where things are on it, so that a tap can mean them; `glance` is what of it a
    letter shows, if not all of it: the part where something happened, legible at 600 pixels.
    `parts` names what of a crowded picture can be had by itself, `part(view, part, language)` draws it, and `paper` are
    those that together are the whole, for paper; without them the picture stands for itself.
    `option_names` says what fields of the options ("tempo") and their values ("tempo/sealed") are called, and
    `option_notes` what fields are for; `settled(scenario)` are those that count for nothing there, since the scenario
    itself says what they would.
    `upcasts[n]` turns the JSON of a state of version n into that of version n + 1; `state_version` is the present one.
    """

    key: str
    name: Text
    summary: Text
    rules_version: str
    scenarios: Mapping[str, Scenario]
    options_type: type[Struct]
    state_type: type[S]
    event_type: Any
    view_type: type[Struct]
    form_types: tuple[type[Form[Any]], ...]
    steps: Mapping[str, Step[S]]
    first_step: str
    new_game: Callable[[str, Any], S]
    table: Callable[[S], Table[S]]
    view: Callable[[S, str], Struct]
    tell: Callable[[Event, str], str]
    text_board: Callable[[Any, str], str]
    drawn: Callable[[Any, str], Drawn]
    explain: Callable[[Ask[Any], str], str]
    standings: Callable[[S], list[Placing]]
    redeal: Callable[[S, str, Pick], S]
    conserved: Callable[[S], Mapping[str, int]]
    headline: Callable[[Any, str], str]
    context_types: tuple[type[Struct], ...] = ()
    glance: Callable[[Any, str], Picture] | None = None
    parts: Mapping[str, Text] = field(default_factory=dict)
    part: Callable[[Any, str, str], Picture] = whole_alone
    paper: tuple[str, ...] = ()
    heading: Callable[[Any, str], str] = no_heading
    stress: Callable[[Any], str] = plain_line
    phases: Mapping[str, Text] = field(default_factory=dict)
    reference: Reference = ()
    labels: Labels = plain
    reshuffle: Callable[[S, Pick], S] = as_dealt
    mirror: Callable[[Ask[Any], Any, Ask[Any]], Any] = same_answer
    sealed: Callable[[Ask[Any]], bool] = in_the_open
    unasked: frozenset[str] = frozenset()
    discloses: Callable[[S, Any, str], tuple[str, ...]] = as_declared
    step_shown: Callable[[str, str, str], str] = by_its_key
    bots: Mapping[str, Bot] = field(default_factory=dict)
    foreseen: tuple[Foreseen, ...] = ()
    plans: Mapping[str, Form[Any]] = field(default_factory=dict)
    facts: Callable[[Any, Ask[Any]], Facts] = no_facts
    kin: Kin = itself
    stale: Callable[[Any, Rule], Text | None] = never_stale
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    state_version: int = 1
    settled: Callable[[str], frozenset[str]] = all_open
    passing: frozenset[str] = frozenset()
    done: Callable[[Any], bool] = never_done
    may_talk: Callable[[S, str, str], bool] = free_talk
    talk_rule: str = ""
    talk_words: Text = UNSAID
    option_names: Mapping[str, Text] = field(default_factory=dict)
    option_notes: Mapping[str, Text] = field(default_factory=dict)

    def seats(self, scenario: str) -> tuple[str, ...]:
        """The seat keys of a scenario, in table order."""
        return tuple(role.key for role in self.scenarios[scenario].seats)

    def option_name(self, option: str) -> Text:
        """What an option, or a value of one (`field/value`), is called; without a name its own words."""
        own = option.rpartition("/")[2].replace("_", " ")
        return self.option_names.get(option, Text(own, own))

    def write_state(self, state: S) -> bytes:
        """The state as it is stored. From version 2 on it bears its version, so that later rules can read it."""
        data = encode(state)
        if self.state_version == 1:
            return data
        return self._head() + (b"}" if data == b"{}" else b"," + data[1:])

    def read_state(self, data: bytes) -> S:
        """A stored state, brought up to the present version.

        Raises msgspec.ValidationError for bytes that are no state, TitleFault for a version that no upcast knows.
        """
        if self.state_version == 1:
            return decode(data, self.state_type)
        if data.startswith((self._head() + b",", self._head() + b"}")):
            return decode(data, self.state_type)
        raw = msgspec.json.decode(data, type=dict[str, Any])
        for version in range(raw.pop(_VERSION, 1), self.state_version):
            if version not in self.upcasts:
                raise TitleFault(f"{self.key} cannot read a state of version {version}")
            raw = self.upcasts[version](raw)
        return decode(encode(raw), self.state_type)

    def _head(self) -> bytes:
        return b'{"%s":%d' % (_VERSION.encode(), self.state_version)

    def with_every_border(self) -> "Title[S]":
        """The title with the state written and read anew before each step: it must play the same games."""
        return replace(self, steps={key: replace(step, asks="always") for key, step in self.steps.items()})

    def bot(self, name: str) -> Bot:
        """The bot of that name; "random" always exists. Raises KeyError."""
        return random_bot if name == "random" else self.bots[name]
