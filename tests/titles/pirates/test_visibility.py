"""4.0, 5.2, 5.3 and 3.1 sentence by sentence: who may know what, for every part of a game's state.

A part of what belongs to one player, or of what lies on the table, is otherwise than it was: whose view shows it? What
stands in no row is a finding.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from games.kernel.codec import decode, encode
from games.kernel.conformance.play import play_out
from games.kernel.events import PUBLIC
from games.kernel.standing_orders import Rule
from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.orders import Leave
from games.titles.pirates.state.state import (
    Assigned,
    Errand,
    Fleet,
    Phantom,
    Pursuer,
    Report,
    State,
    Trophy,
    Turn,
    Use,
    Vessel,
)
from tests.titles.loading import load

TITLE = load("pirates")
SCENARIOS = ("two_players", "teams", "solitaire")
"""4.0 Partners do not see each other's cards; 5.0 in the solitaire game the phantom's are looked at by nobody."""
ALL, OWN, NOBODY = "all", "own", "nobody"


class Fact(NamedTuple):
    """A part of the state, how it is made otherwise, and who sees that."""

    field: str
    change: Callable[[State, str], Any]
    known: str

    def __str__(self) -> str:
        return self.field


def _turn(state: State) -> Turn:
    assert state.turn is not None
    return state.turn


def _fleet(state: State, seat: str) -> Fleet:
    return next(fleet for fleet in state.fleets if fleet.seat == seat)


def _state_sets(name: str, value: Any, known: str) -> Fact:
    return Fact(name, lambda state, seat: setattr(state, name, value), known)


def _fleet_sets(name: str, value: Any, known: str) -> Fact:
    return Fact(name, lambda state, seat: setattr(_fleet(state, seat), name, value), known)


def _turn_sets(name: str, value: Any, known: str) -> Fact:
    return Fact(name, lambda state, seat: setattr(_turn(state), name, value), known)


def _swap(cards: list[str], others: list[str]) -> None:
    cards[0], others[0] = others[0], cards[0]


def _assigned_face(state: State, seat: str) -> None:
    _turn(state).assigned[0].card = state.deck[0]


def _assigned_use(state: State, seat: str) -> None:
    _turn(state).assigned[0].use = Use(("nowhere",))


STATE = (
    _state_sets("options", Options(tempo="sealed"), ALL), _state_sets("round", 9, ALL), _state_sets("turns", 99, ALL),
    _state_sets("starter", "nobody", ALL), _state_sets("over", True, ALL), _state_sets("left_out", ["trap_9"], ALL),
    _state_sets("shown", ["trap_1"], NOBODY), _state_sets("withdrawn", ["emden"], NOBODY),
    Fact("deck", lambda state, seat: state.deck.pop(), ALL),
    Fact("deck, the order (2.1)", lambda state, seat: state.deck.reverse(), NOBODY),
    Fact("removed", lambda state, seat: state.removed.append("trap_9"), ALL),
    Fact("removed, the faces (5.2.1)", lambda state, seat: _swap(state.removed, state.deck), NOBODY),
    Fact("discards", lambda state, seat: state.discards.insert(0, "trap_9"), ALL),
    Fact("discards, the faces below (3.1.7)", lambda state, seat: _swap(state.discards, state.deck), NOBODY),
    Fact("german", lambda state, seat: state.german.face_down.pop(), ALL),
    Fact("german, the order (2.4)", lambda state, seat: state.german.face_down.reverse(), NOBODY),
    Fact("merchant", lambda state, seat: state.merchant.face_down.pop(), ALL),
    Fact("merchant, the order (2.4)", lambda state, seat: state.merchant.face_down.reverse(), NOBODY),
    Fact("fleets", lambda state, seat: state.fleets.reverse(), ALL),
    Fact("turn", lambda state, seat: setattr(state, "turn", None), ALL),
)  # fmt: skip
FLEET = (
    Fact("hand", lambda state, seat: _fleet(state, seat).hand.append("trap_9"), ALL),
    Fact("hand, the faces (4.0)", lambda state, seat: _swap(_fleet(state, seat).hand, state.deck), OWN),
    _fleet_sets("reports", [Report(1, 1, "deck", ["trap_9"])], OWN),
    _fleet_sets("reaction_plan", [Rule("react", {}, "trap")], OWN),
    _fleet_sets("ships", [], ALL), _fleet_sets("merchants", [], ALL), _fleet_sets("prizes", [Vessel("dee")], ALL),
    _fleet_sets("pile", [Trophy("dee", "sunk")], ALL), _fleet_sets("weather", "fog_bank_9", ALL),
    _fleet_sets("carried", 9, ALL),
    _fleet_sets("round_points", [9], ALL), _fleet_sets("victory_points", [99], ALL),
    _fleet_sets("partner", "nobody", ALL), _fleet_sets("skipped", True, ALL),
)  # fmt: skip
TURN = (
    _turn_sets("seat", "nobody", ALL), _turn_sets("is_extra", True, ALL), _turn_sets("played", ["trap_9"], ALL),
    _turn_sets("reactions", {"black": ["trap_9"]}, ALL), _turn_sets("attacked", "nobody", ALL),
    _turn_sets("other", "nobody", ALL), _turn_sets("engaged", ["emden"], ALL),
    _turn_sets("intercepted", ["emden"], ALL),
    Fact("as_planned", lambda state, seat: setattr(_turn(state), "as_planned", not _turn(state).as_planned), OWN),
    _turn_sets("discard_order", ("trap_9",), OWN),
    Fact("assigned", lambda state, seat: _turn(state).assigned.append(Assigned("trap_9")), ALL),
    Fact("assigned, the faces (3.2.1)", _assigned_face, OWN), Fact("assigned, the use (3.2.1)", _assigned_use, OWN),
    *(_turn_sets(name, value, NOBODY) for name, value in (
        ("number", 99), ("exposed", True), ("mended", ["emden"]), ("drained", ["dee"]),
        ("recallable", [Pursuer("black", "emden", "recalled_9", "dee")]), ("errands", [Errand(Leave("emden"))]),
        ("no_draw", True), ("extra_to_come", True), ("deceived", True), ("is_last_card", True),
        ("occasions", 99))),
)  # fmt: skip


def _phantom(state: State) -> Phantom:
    assert state.phantom is not None
    return state.phantom


def _phantoms_hand(state: State, seat: str) -> None:
    _swap(next(fleet for fleet in state.fleets if fleet.seat != seat).hand, state.deck)


def _buried_face(state: State, seat: str) -> None:
    _phantom(state).buried[0] = "trap_9"


PHANTOM = (
    Fact("deck", lambda state, seat: _phantom(state).deck.pop(), ALL),
    Fact("deck, the order (5.2)", lambda state, seat: _phantom(state).deck.reverse(), NOBODY),
    Fact("used", lambda state, seat: _phantom(state).used.append("solitaire_9"), ALL),
    Fact("buried", lambda state, seat: _phantom(state).buried.append("trap_9"), ALL),
    Fact("buried, the faces (5.4.2)", _buried_face, NOBODY),
    Fact("scouted", lambda state, seat: setattr(_phantom(state), "scouted", not _phantom(state).scouted), ALL),
)
SOLITAIRE = (
    Fact("the phantom's hand (5.2.2)", _phantoms_hand, NOBODY),
    Fact("the top discards (5.3.1)", lambda state, seat: state.discards.reverse(), NOBODY),
)
FACTS = (*STATE, *FLEET, *TURN)


@cache
def _stored(scenario: str) -> tuple[bytes, str]:
    """A game in which somebody has assigned cards, discards lie, and the phantom has thrown one away."""
    for seed in range(10):
        play = play_out(TITLE, scenario, TITLE.options.type(), seed, most_stops=120)
        for stop in play.stops:
            state: State = stop.live_state
            if state.turn is None or not state.turn.assigned or len(state.discards) < 4 or len(state.deck) < 4:
                continue
            own = _fleet(state, state.turn.seat)
            buried = state.phantom is None or (state.phantom.buried and not state.phantom.scouted)
            if buried and own.hand and own.merchants and own.seat in play.seats and len(state.removed) > 1:
                return stop.state, own.seat
    raise AssertionError("no such stop")


def _seeing(scenario: str, fact: Fact) -> tuple[set[str], set[str], str]:
    """Who sees the change, all who look on, and whose it is."""
    data, owner = _stored(scenario)
    here, there = (decode(data, State) for _ in range(2))
    fact.change(there, owner)
    observers = {*TITLE.seats(scenario), PUBLIC}
    views = {seat: [encode(TITLE.secrecy.view(state, seat)) for state in (here, there)] for seat in observers}
    return {seat for seat, (one, other) in views.items() if one != other}, observers, owner


@pytest.mark.parametrize(("kind", "facts"), [(State, STATE), (Fleet, FLEET), (Turn, TURN), (Phantom, PHANTOM)])
def test_every_part_of_a_game_stands_in_a_row(kind: Any, facts: tuple[Fact, ...]) -> None:
    fixed = {Fleet: {"seat"}, State: {"phantom"}}.get(kind, set())
    assert set(kind.__struct_fields__) - fixed == {fact.field.partition(",")[0] for fact in facts}


@pytest.mark.rule("pirates", "4.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("fact", FACTS, ids=str)
def test_who_sees_it(fact: Fact, scenario: str) -> None:
    seeing, observers, owner = _seeing(scenario, fact)
    assert seeing == {ALL: observers, OWN: {owner}, NOBODY: set()}[fact.known]


@pytest.mark.rule("pirates", "5.2.2")
@pytest.mark.rule("pirates", "5.3.1")
@pytest.mark.rule("pirates", "5.4.2")
@pytest.mark.parametrize("fact", [*PHANTOM, *SOLITAIRE], ids=str)
def test_who_sees_what_is_the_phantoms(fact: Fact) -> None:
    seeing, observers, _ = _seeing("solitaire", fact)
    assert seeing == {ALL: observers, NOBODY: set()}[fact.known]
