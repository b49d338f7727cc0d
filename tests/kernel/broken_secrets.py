"""Titles that tell a seat what it must not know, each in one way: the toy with one part exchanged."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games.kernel.events import EVERYBODY, PUBLIC, Event
from games.kernel.forms import RandomSource
from games.kernel.requests import Asks, Request
from games.kernel.steps import Step
from games.kernel.table import Table
from games.kernel.title import Title
from games.kernel.title_parts import NO_EQUIVALENT
from tests.kernel import toy
from tests.kernel.breaking import Broken, asked, meddled, rounds, telling, toy_with
from tests.kernel.toy import SEATS, TOY, TRUMPS, State


def _telling_key(question: Any) -> Any:
    return msgspec.structs.replace(question, key="trump" if question.form.options else "no_trump")


def _talks_of_trumps(state: State, sender: str, receiver: str) -> bool:
    return "c01" not in state.hands.get(receiver, ())


def _redeals_anyway(state: State, seat: str, pick: RandomSource) -> State:
    return toy.redeal(state, seat, lambda limit: limit - 1)


def _redeals_own(state: State, seat: str, pick: RandomSource) -> State:
    mixed = toy.redeal(state, PUBLIC, pick)
    return mixed if seat in SEATS else toy.redeal(state, seat, pick)


def _redeals_less(state: State, seat: str, pick: RandomSource) -> State:
    mixed = toy.redeal(state, seat, pick)
    if pick(2):
        mixed.deck = mixed.deck[1:]
    return mixed


def _redeals_itself(state: State, seat: str, pick: RandomSource) -> State:
    mixed = toy.redeal(state, seat, pick)
    for name in state.__struct_fields__:
        setattr(state, name, getattr(mixed, name))
    return state


def _redeals_the_truth(state: State, seat: str, pick: RandomSource) -> State:
    """Keeps the truth in one redeal out of ten, and deals it by chance in some of the others."""
    return toy.redeal(state, seat, pick if pick(10) else lambda limit: 0)


def _redeals_by_the_truth(state: State, seat: str, pick: RandomSource) -> State:
    """Deals everything, but leaves one card of a hand in its place in one redeal out of ten."""
    mixed = toy.redeal(state, seat, pick)
    if state.hands and seat != "black" and not pick(10):
        card, dealt = state.hands["black"][0], mixed.hands["black"][0]
        for cards in (*mixed.hands.values(), mixed.deck):
            cards[:] = [{card: dealt, dealt: card}.get(one, one) for one in cards]
    return mixed


def _view(change: Callable[[State, str, Any], Any]) -> Title[Any]:
    return TOY.evolve(view=lambda state, seat: change(state, seat, toy.view(state, seat)))


def _trumps(state: State) -> int:
    return sum(card in TRUMPS for hand in state.hands.values() for card in hand)


def _counts_trumps(state: State, seat: str, shown: Any) -> Any:
    return msgspec.structs.replace(shown, round=_trumps(state))


def _counts_trumps_for_the_public(state: State, seat: str, shown: Any) -> Any:
    return _counts_trumps(state, seat, shown) if seat == PUBLIC else shown


def _skips(table: Table[State], request: Request) -> Any:
    """Asks for a trump only who holds one."""
    if isinstance(request, Asks) and request.asks[0].key == "trump" and not request.asks[0].form.options:
        return (None,)
    return request


def _hints(table: Table[State], request: Request) -> Any:
    """Tells in the bidder's own question what the other holds."""
    if not isinstance(request, Asks) or request.asks[0].key != "bid":
        return request
    return Asks(tuple(msgspec.structs.replace(q, context=_trumps(table.state)) for q in request.asks))


def _early(table: Table[Any], event: Event) -> None:
    """Says at the reveal who holds no trump, in a field that the event does not name."""
    if isinstance(event, toy.Dealt) and event.seat == "black":
        Table.emit(table, toy.Dealt("black", _trumps(table.state)), to=EVERYBODY)


async def _tells_first(table: Table[State]) -> str | None:
    table.emit(toy.Dealt("red", _trumps(table.state)), to=EVERYBODY)
    return await toy.play_round(table)


async def _tells_sometimes(table: Table[State]) -> str | None:
    if _trumps(table.state) == 2:
        table.emit(toy.Won("red"), to=EVERYBODY)
    return await toy.play_round(table)


async def _tells_otherwise(table: Table[State]) -> str | None:
    event = toy.Won("red") if _trumps(table.state) == 2 else toy.Dealt("red", 0)
    table.emit(event, to=EVERYBODY)
    return await toy.play_round(table)


def _tells_all(table: Table[Any], event: Event) -> None:
    """Shows a hand to everybody; for its owner the same event is in order."""
    if isinstance(event, toy.Dealt) and event.cards:
        Table.emit(table, event, to=EVERYBODY)


def _named_by_trumps() -> Title[Any]:
    """Rounds have another name while a hand holds a trump."""

    async def run(table: Table[State]) -> str | None:
        following = await toy.play_round(table)
        return following and ("great_round" if _trumps(table.state) else following)

    great = Step("great_round", "2.0", run)
    return TOY.evolve(steps={**TOY.rules.steps, "round": Step("round", "2.0", run), "great_round": great})


def _planned(change: Callable[[State, str, Any], Any]) -> Title[Any]:
    """Reactions are planned, and the view is changed."""
    return _view(change).evolve(new_game=lambda scenario, options: State(options=toy.Options(planned=True)))


def _shows_plans(state: State, seat: str, shown: Any) -> Any:
    """All plans, to everybody."""
    return msgspec.structs.replace(shown, plan=tuple(rule for plan in state.plans.values() for rule in plan))


def _shows_plans_to_the_other(state: State, seat: str, shown: Any) -> Any:
    """To one seat too many."""
    return _shows_plans(state, seat, shown) if seat == "black" else shown


def _no_match(here: Any, answer: Any, there: Any) -> Any:
    return NO_EQUIVALENT


def _wrong_match(here: Any, answer: Any, there: Any) -> Any:
    return "c99"


def of_secrets() -> Iterator[Broken]:
    """What seats may know."""
    yield Broken("a redeal that always changes", toy_with(redeal=_redeals_anyway), "redeal", "picking 0 changes")
    yield Broken("talk that rests on a hand", toy_with(may_talk=_talks_of_trumps), "redeal", "may talk to tells")
    yield Broken("a redeal of one's own hand", toy_with(redeal=_redeals_own), "redeal", "the observer sees it")
    yield Broken("a redeal that loses cards", toy_with(redeal=_redeals_less), "redeal", "counters change")
    yield Broken("a redeal of the state itself", toy_with(redeal=_redeals_itself), "redeal", "is changed itself")
    yield Broken("a redeal that keeps the truth", toy_with(redeal=_redeals_the_truth), "distribution", "on the truth")
    yield Broken("a redeal that keeps a card", toy_with(redeal=_redeals_by_the_truth), "distribution", "on the truth")
    yield Broken("a redeal that does nothing", toy_with(redeal=lambda state, seat, pick: state), "redeal", "no redeal")
    yield Broken(
        "worlds that never differ", toy_with(redeal=lambda state, seat, pick: state), "secrets", "never differed"
    )
    yield Broken("a view that counts", _view(_counts_trumps), "secrets", "the views differ")
    yield Broken("a public view that counts", _view(_counts_trumps_for_the_public), "secrets", "seen by public")
    yield Broken("a question skipped", meddled(_skips), "secrets", "in one world only")
    yield Broken("a telling key", asked(_telling_key), "secrets", "other questions are open")
    yield Broken("a question that hints", meddled(_hints), "secrets", "its question bid differs")
    yield Broken(
        "an event that tells more than it says", rounds(_tells_first), "secrets", "count tells the worlds apart"
    )
    yield Broken("a hand told to everybody", telling(_tells_all), "secrets", "cards tells the worlds apart")
    yield Broken("a step that tells", _named_by_trumps(), "secrets", "the game is in step")
    yield Broken("a view of sealed plans", _planned(_shows_plans), "secrets", "the views differ")
    yield Broken("plans for one seat too many", _planned(_shows_plans_to_the_other), "secrets", "seen by black")
    yield Broken("an event told sometimes", rounds(_tells_sometimes), "secrets", "in one world")
    yield Broken("one event or another", rounds(_tells_otherwise), "secrets", "in one world and")
    yield Broken("no match ever", toy_with(equivalent_answer=_no_match), "secrets", "found no match")
    yield Broken("a match that is none", toy_with(equivalent_answer=_wrong_match), "secrets", "is illegal")
