"""Titles that break the kernel's contract on purpose, each in one way: the toy with one part exchanged."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec

from games.kernel.events import EVERYBODY, Event
from games.kernel.forms import Choose, MayChoose, RandomSource
from games.kernel.hotspots import RenderedBoard
from games.kernel.picture import Area, Layer, Picture
from games.kernel.requests import Asks, Request, ask, roll, shuffle
from games.kernel.scenarios import Scenario
from games.kernel.steps import AskFrequency, MayAsk, Step
from games.kernel.table import Table
from games.kernel.text import Text
from games.kernel.title import Title
from tests.kernel import toy
from tests.kernel.breaking import Broken, asked, form, meddled, rounds, telling, toy_with
from tests.kernel.broken_secrets import of_secrets
from tests.kernel.toy import CARDS, SEATS, TOY, TRUMPS, State

# --- what is stored


class SortedState(State):
    def __post_init__(self) -> None:
        for hand in self.hands.values():
            hand.sort()


class BadView(toy.View):
    seen: set[str] | int = 0


def _changes_by_looking(state: State, seat: str) -> Any:
    shown = toy.view(state, seat)
    state.out.append("c99")
    return shown


class Unknown(Event, frozen=True, tag="unknown"):
    pass


def _tells_unknown(table: Table[Any], event: Event) -> None:
    if isinstance(event, toy.Won):
        Table.emit(table, Unknown(), to=EVERYBODY)


# --- play that is taken up again


def _bordered(asks: AskFrequency | MayAsk) -> Title[Any]:
    """The toy whose deal is followed by a step that says how it asks, and turns round one of two lists."""

    async def deal(table: Table[State]) -> str | None:
        await toy.deal(table)
        table.state.out = table.state.hands["red"]  # two names of one list, until the state is read anew
        return "between"

    async def between(table: Table[State]) -> str | None:
        if asks != "seldom":
            await ask(toy._bid(table.state, "red"))
        table.state.out.reverse()
        return "round"

    steps = {"deal": Step("deal", "1.0", deal), "between": Step("between", "1.0", between, asks)}
    return toy_with(steps={**TOY.rules.steps, **steps})


def _remembers() -> Title[Any]:
    """A rule that counts in a variable of its own how often it ran."""
    calls = count()

    def emit(table: Table[Any], event: Event) -> None:
        if isinstance(event, toy.Revealed):
            Table.emit(table, toy.Dealt("red", next(calls)), to=EVERYBODY)

    return telling(emit)


def _remembers_late() -> Title[Any]:
    """The same after the step's last question, where no fingerprint can tell."""
    calls = count()

    def emit(table: Table[Any], event: Event) -> None:
        if isinstance(event, toy.Revealed):
            next(calls)
        if isinstance(event, toy.Won):
            table.state.tricks["red"] = next(calls)

    return telling(emit)


def _dreams() -> Title[Any]:
    looks = count()
    return TOY.evolve(view=lambda state, seat: msgspec.structs.replace(toy.view(state, seat), round=next(looks)))


# --- forms


class BadDefault(MayChoose, frozen=True, kw_only=True, tag="bad_default"):
    def default(self) -> str | None:
        return "c99"


class BadExample(MayChoose, frozen=True, kw_only=True, tag="bad_example"):
    def example(self) -> str | None:
        return "c99"


class BadSample(MayChoose, frozen=True, kw_only=True, tag="bad_sample"):
    def sample(self, pick: RandomSource) -> str | None:
        return "c99"


class BadSchema(MayChoose, frozen=True, kw_only=True, tag="bad_schema"):
    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.options)}


class HardSchema(MayChoose, frozen=True, kw_only=True, tag="hard_schema"):
    def schema(self) -> dict[str, Any]:
        return {"format": "hostname"}


class BadNotation(MayChoose, frozen=True, kw_only=True, tag="bad_notation"):
    def render(self, answer: str | None) -> str:
        return "pass"

    def example(self) -> str | None:
        return self.options[0] if self.options else None


class BadWriting(MayChoose, frozen=True, kw_only=True, tag="bad_writing"):
    def write(self, answer: str | None) -> Any:
        return answer or "c99"


class SecretPart(MayChoose, frozen=True, kw_only=True, tag="may_choose"):
    """Claims the tag of its base, so that the store would give back another form."""

    extra: int = 7


def _shouted(question: Any) -> Any:
    return msgspec.structs.replace(question, form=MayChoose(options=("Big Gun",), fallback=None))


def _no_rule(question: Any) -> Any:
    return msgspec.structs.replace(question, rule="")


def _twice(table: Table[State], request: Request) -> Any:
    if isinstance(request, Asks) and request.asks[0].key == "bid":
        return Asks((*request.asks, request.asks[0]))
    return request


# --- what is named nowhere


def _asks_of_a_card(question: Any) -> Any:
    return msgspec.structs.replace(question, context=toy.Options())


def _unlabelled(value: str) -> Text:
    """Knows the seats, and forgot the cards."""
    return toy.NAMES[value]


async def _goes_nowhere(table: Table[State]) -> str | None:
    await toy.play_round(table)
    return "muster"


class OtherState(State):
    pass


def scenario(**parts: Any) -> Scenario:
    """The toy's scenario with some parts exchanged."""
    return msgspec.structs.replace(TOY.scenarios["standard"], **parts)


TWINS = TOY.scenarios["standard"].seats[:1] * 2


def _no_game(name: str, options: Any) -> State:
    games: dict[str, State] = {}
    return games[name]


class BareOptions(msgspec.Struct, frozen=True):
    rounds: int


# --- nothing hidden


OPEN = scenario(has_secrets=False)


def opened(**parts: Any) -> Title[Any]:
    """The toy with its hands on the table: everybody is told and shown everything, and nothing is dealt anew."""

    class Telling(Table[State]):
        def emit(self, event: Event, *, to: Any = (), reduced: Event | None = None) -> None:
            super().emit(event, to=EVERYBODY)

    every: dict[str, Any] = {
        "scenarios": {"standard": OPEN},
        "table": Telling,
        "redeal": lambda state, seat, pick: state,
        "view": lambda state, seat: msgspec.structs.replace(toy.view(state, seat), hand=[], plan=(), truth=state.hands),
    }
    return toy_with(**(every | parts))


def _reshuffles(state: State, pick: RandomSource) -> State:
    state.deck = [state.deck.pop(pick(len(state.deck))) for _ in range(len(state.deck))]
    return state


# --- the course of the game


async def _round_and_round(table: Table[State]) -> str | None:
    return "round"


async def _ever_later(table: Table[State]) -> str | None:
    table.state.round += 1
    return "round"


async def _talks_without_end(table: Table[State]) -> str | None:
    while True:
        table.emit(toy.Won("red"), to=EVERYBODY)


def _no_procedure(table: Table[State]) -> Any:
    return "round"


async def _endless(table: Table[State]) -> str | None:
    held = {seat: list(hand) for seat, hand in table.state.hands.items()}
    await toy.play_round(table)
    table.state.hands, table.state.out = held, []
    table.state.round = 0
    return "round"


async def _endless_dice(table: Table[State]) -> str | None:
    while True:
        await roll(6, key="again", rule="9.9")


async def _endless_for_the_idle(table: Table[State]) -> str | None:
    """Goes on until somebody plays a trump, which nobody does who lets the time run out."""
    before = {seat: list(hand) for seat, hand in table.state.hands.items()}
    table.state.round = 0
    out = list(table.state.out)
    await toy.play_round(table)
    if any(card in TRUMPS for card in table.state.out):
        return None
    table.state.hands, table.state.out = before, out
    return "round"


def _loses_a_card(table: Table[Any], event: Event) -> None:
    if isinstance(event, toy.Won) and table.state.out:
        table.state.out.pop()


async def _many_dice(table: Table[State]) -> str | None:
    for _ in range(101):
        await roll(6, key="again", rule="9.9")
    return await toy.play_round(table)


class Mute(Table[State]):
    def emit(self, event: Event, *, to: Any = (), reduced: Event | None = None) -> None:
        super().emit(event)


# --- two hash seeds


async def _deals_from_a_set(table: Table[State]) -> str | None:
    table.state.deck = await shuffle([card for card in {*CARDS}], key="deal", rule="1.0")  # noqa: C416  # the fault
    for seat in SEATS:
        table.state.hands[seat] = [table.state.deck.pop() for _ in range(toy.HAND)]
    return "round"


HASHED = TOY.evolve(steps={**TOY.rules.steps, "deal": Step("deal", "1.0", _deals_from_a_set)})
"""Deals from a set, so that the order of the cards depends on PYTHONHASHSEED."""


def _of_states() -> Iterator[Broken]:
    """What is stored and played again."""

    def stateful(kind: type[State], **more: Any) -> Title[Any]:
        return TOY.evolve(state_type=kind, new_game=lambda scenario, options: kind(options=options), **more)

    yield Broken("a state that reading changes", stateful(SortedState), "survive", "comes back otherwise")
    yield Broken("a view that changes the state", TOY.evolve(view=_changes_by_looking), "survive", "looking")
    yield Broken("an event of no known type", telling(_tells_unknown), "survive", "cannot be read again")
    yield Broken("a rule with a memory", _remembers(), "reload", "events")
    yield Broken("a rule with a memory, replayed", _remembers(), "replay", "event")
    yield Broken("a rule with a late memory", _remembers_late(), "reload", "differs")
    yield Broken("a list with two names", _bordered("seldom"), "reload", "checkpoint 1: differs")
    yield Broken("a list with two names, replayed", _bordered("seldom"), "replay", "another state")
    yield Broken("a step that asks and says it never does", _bordered("never"), "reload", "never asks, it says: bid")
    yield Broken(
        "a step that asks and said it would not",
        _bordered(lambda table: False),
        "reload",
        "does not ask this time, it says: bid",
    )
    yield Broken("a late memory, replayed", _remembers_late(), "replay", "another state")
    yield Broken("a view out of nowhere", _dreams(), "replay", "sees otherwise")


def _of_forms() -> Iterator[Broken]:
    """Questions and their answers."""
    yield Broken("an illegal default", form(BadDefault), "forms", "the default 'c99' is illegal")
    yield Broken("an illegal example", form(BadExample), "forms", "the example 'c99' is illegal")
    yield Broken("an illegal sample", form(BadSample), "forms", "refuses its own sample")
    yield Broken("a schema that refuses", form(BadSchema), "forms", "refused by the schema")
    yield Broken("a schema too hard", form(HardSchema), "forms", "beyond what a simple client knows")
    yield Broken("a notation that loses", form(BadNotation), "forms", "is written 'pass' and read back as None")
    yield Broken("a writing that loses", form(BadWriting), "forms", "is read back as 'c99'")
    yield Broken(
        "a form that the store mistakes",
        form(SecretPart).evolve(form_types=(Choose, MayChoose)),
        "forms",
        "comes back from the store",
    )
    yield Broken("a form that the store does not know", toy_with(form_types=(Choose,)), "forms", "cannot be read")
    yield Broken("an id with a blank", asked(_shouted), "forms", "cannot be written")
    yield Broken("a question without a rule", asked(_no_rule), "forms", "no rule")
    yield Broken("a question twice", meddled(_twice), "forms", "two questions")
    yield Broken(
        "an option without a label", toy_with(labels=lambda value: Text(value, "")), "forms", "without a label"
    )


def _of_parts() -> Iterator[Broken]:
    """What the title names."""
    yield Broken("a form that is not named", toy_with(form_types=(Choose,)), "parts", "MayChoose was met")
    yield Broken("an event that is not named", telling(_tells_unknown), "parts", "write it in Title.rules.event_type")
    yield Broken(
        "a context that is not named", asked(_asks_of_a_card), "parts", "write it in Title.rules.context_types"
    )
    yield Broken(
        "a state that is not named", toy_with(new_game=lambda *_: OtherState()), "parts", "Title.rules.state_type"
    )
    yield Broken("a view that is not named", toy_with(view_type=BadView), "parts", "Title.secrecy.view_type")
    yield Broken("plans that are not named", toy_with(plans={"plan": BadDefault(options=())}), "parts", "form_types")
    yield Broken("no first step", toy_with(first_step="muster"), "parts", "beside deal, round")
    yield Broken(
        "a step under another key",
        toy_with(steps={**TOY.rules.steps, "x": TOY.rules.steps["deal"]}),
        "parts",
        "own key",
    )
    yield Broken("no such scenario", toy_with(scenarios={}), "parts", "write it in Title.scenarios")
    yield Broken("no seats", toy_with(scenarios={"standard": scenario(seats=())}), "parts", "has no seats")
    yield Broken("a seat twice", toy_with(scenarios={"standard": scenario(seats=TWINS)}), "parts", "'red' twice")
    yield Broken("an option without a default", toy_with(type=BareOptions), "parts", "rounds has no default")
    yield Broken("no upcast", toy_with(state_version=3), "parts", "write upcasts[2]")
    yield Broken("a game that nobody can begin", toy_with(new_game=_no_game), "parts", "'standard' where")
    yield Broken("a label forgotten", toy_with(labels=_unlabelled), "forms", "nothing is written for 'c")
    yield Broken("a step forgotten", rounds(_goes_nowhere), "ends", "no step 'muster': write it in Title.rules.steps")
    yield Broken("a step that is no procedure", rounds(_no_procedure), "ends", "write it as `async def`")


def _of_openness() -> Iterator[Broken]:
    """What a scenario says to be open."""
    yield Broken("open, but redealt", opened(redeal=toy.redeal), "openness", "redeal changes")
    yield Broken("open, but reshuffled", opened(reshuffle=_reshuffles), "openness", "reshuffle changes")
    yield Broken("open, but whispered", opened(table=Table), "openness", "black, public did not hear Dealt(")
    yield Broken("open, but shown to the umpire alone", opened(view=toy.view), "openness", "sees more than the public")
    yield Broken(
        "hidden, but nothing is", opened(scenarios=TOY.scenarios), "secrets", "write has_secrets=False in Scenario"
    )


def _half_drawn(seen: toy.View, language: str) -> RenderedBoard:
    """A picture whose marks are not closed."""
    return RenderedBoard(Picture(width=9, height=9, ground="#ffffff", layers=(Layer("<g>", Area(0, 0, 9, 9)),)))


def _half_seen(seen: toy.View, language: str) -> Picture:
    return _half_drawn(seen, language).picture


def _of_ends() -> Iterator[Broken]:
    """How games go on, end and are told."""
    yield Broken("a step that follows itself", rounds(_round_and_round), "ends", "goes round")
    yield Broken("a step that only counts", rounds(_ever_later), "ends", "in round")
    yield Broken("a tale without end", rounds(_talks_without_end), "ends", "tells Won again and again")
    yield Broken("a game without end", rounds(_endless), "ends", "goes on")
    yield Broken("dice without end", rounds(_endless_dice), "ends", "finds no end")
    yield Broken("no end for the idle", rounds(_endless_for_the_idle), "ends", "no end after")
    unplaced = toy_with(standings=lambda state: toy.standings(state)[:1])
    yield Broken("a seat without a place", unplaced, "ends", "standings")
    yield Broken("a card lost", telling(_loses_a_card), "conserved", "cards 12")
    yield Broken("a long journal", rounds(_many_dice), "short", "entries")
    yield Broken("a silent game", toy_with(table=Mute), "announced", "told nothing")
    yield Broken("a board that is no picture", toy_with(render_board=_half_drawn), "words", "no XML")
    told_in_english = toy_with(describe_event=lambda event, language: "x" * (language == "en"))
    yield Broken("a tale in English only", told_in_english, "words", "one language")
    yield Broken(
        "a heading in English only",
        toy_with(group_title=lambda event, language: "x" * (language == "en")),
        "words",
        "heads the log in one language only",
    )
    yield Broken(
        "a heading nowhere written",
        toy_with(group_title=lambda event, language: {}[language]),
        "words",
        "for 'en' where",
    )
    yield Broken("a word that no log has a line for", toy_with(emphasis=lambda event: "loud"), "words", "as 'loud'")
    pictured = toy_with(email_picture=_half_seen)
    yield Broken("a letter's picture that is none", pictured, "words", "a glance that is no XML")
    yield Broken("an option in English only", toy_with(names={"x": Text("x", "")}), "words", "option x")
    yield Broken("no headline", toy_with(headline=lambda seen, language: ""), "words", "headline")


GROUPS = (_of_states, _of_forms, _of_parts, _of_openness, _of_ends, of_secrets)
BROKEN = tuple(broken for group in GROUPS for broken in group())
