"""25.2 What a captain is told, asked and offered rests on his own notes: no board that they allow shows another."""

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.events import NOBODY
from games.kernel.requests import roll
from games.titles.goeben.rules.battle import command
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.incidents import despatches, enemies
from games.titles.goeben.rules.incidents.marker_effects import announce_effect, turn_back
from games.titles.goeben.rules.incidents.markers import MARKERS
from games.titles.goeben.rules.search import intelligence
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import campaign, day
from games.titles.goeben.state.events import incidents as told
from games.titles.goeben.state.scoring import score
from games.titles.goeben.visibility.notes import Notes
from tests.titles.goeben.laid_out import at_sea, ordered, plain, play
from tests.titles.goeben.two_boards import SEATS, SITUATIONS, Situation, differences, other_of

rule = pytest.mark.rule
DICE = (1, 4, 6)


def named(name: str) -> Situation:
    return next(one for one in SITUATIONS if one.name == name)


@rule("goeben", "25.2.3")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_nothing_shows_that_a_captain_cannot_know(situation: Situation, seat: str) -> None:
    """Every thing that he cannot know is otherwise, one at a time, up to his next question."""
    if seat in situation.seats:
        assert not list(differences(situation, seat, DICE))


# --- what happens to the other captain


SIGNALS = (
    day.Scored, day.ShipSunk, day.Consulted, day.PortVisited, day.SortieEnded, told.FrenchFleetOut, told.MoraleChecked,
    *campaign.Events.__args__,
)  # fmt: skip
"""What Berlin signals to all captains, besides a new alert level."""


def overheard(seat: str, alert: int, kind: str, die: int) -> list[Any]:
    """What a captain hears when the other draws a marker, but for what Berlin signals."""
    other = other_of(seat)
    board = at_sea("captains", alert=alert, turn=2, **{seat: "zante", other: "malta_pz"})
    play_with(board, MARKERS[kind](board, "malta_pz", f"{kind}_1"), die)
    heard = [plain(one.for_seat(seat)) for one in board.told if one.for_seat(seat) is not None]
    return [event for event in heard if not isinstance(event, SIGNALS) and not is_new_level(event)]


def is_new_level(event: Any) -> bool:
    return isinstance(event, day.AlertChanged) and event.before != event.after and not event.why


def play_with(board: Board, procedure: Any, die: int) -> None:
    """Run a procedure with one die for all rolls and the default for all answers."""
    answer: Any = None
    while True:
        try:
            request = procedure.send(answer)
        except StopIteration:
            return
        if hasattr(request, "asks"):
            answer = tuple(one.form.accept(one.form.write(one.form.default())) for one in request.asks)
        else:
            answer = tuple(die for _ in request.sides) if hasattr(request, "sides") else tuple(range(request.count))


@rule("goeben", "25.2.3")
@rule("goeben", "5.2")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("alert", [1, 3, 6])
@pytest.mark.parametrize("kind", MARKERS)
def test_of_what_happens_to_another_he_hears_no_more_than_berlin_signals(kind: str, alert: int, seat: str) -> None:
    for die in range(1, 7):
        assert not overheard(seat, alert, kind, die)


@rule("goeben", "25.2.3")
@rule("goeben", "11.2")
@pytest.mark.parametrize("alert", [1, 6])
@pytest.mark.parametrize("die", [1, 2, 6])
def test_an_attempt_at_intelligence_that_changes_no_level_leaves_no_trace(alert: int, die: int) -> None:
    board = at_sea("captains", alert=alert, goeben="malta_pz", breslau="zante")
    ordered(board, "intelligence goeben prefer=jam", "goeben")
    play(board, intelligence.intelligence(board), dice=[(die,)])
    changed = board.state.alert != alert
    assert [one for one in board.told if one.for_seat("breslau") is not None] == [
        one for one in board.told if changed and isinstance(plain(one.variants[0].event), day.AlertChanged)
    ]
    assert ("breslau" in board.day.news) is changed


# --- plants: each leak is put back, and found


Patch = pytest.MonkeyPatch


def _forms_from_the_true_board(patch: Patch) -> None:
    """14.4 Where ships may break off to follows the true map."""

    def truth(board: Board, seat: str) -> Notes:
        return Notes(board.state, board.box, seat)

    patch.setattr(roles, "notes_of", truth)
    patch.setattr(command, "notes_of", truth)


def _every_collier(patch: Patch) -> None:
    """13.chart/Collier Attacked names all colliers of the true map."""

    async def collier_attacked(board: Board, space: str, marker: str) -> str:
        colliers = list(board.state.colliers)
        announce_effect(board, space, "collier_attacked", idle=not colliers)
        if colliers:
            dice = await roll(*[6] * len(colliers), key="colliers", rule="13.1")
            board.tell_at(space, told.ColliersAttacked(tuple(colliers), dice))
            for collier in [one for one, die in zip(colliers, dice, strict=True) if die == 6]:
                board.state.colliers.remove(collier)
                score(board, -1, "collier_lost", collier, to=board.witnesses(space))
        return "pool"

    patch.setitem(MARKERS, "collier_attacked", collier_attacked)  # type: ignore[arg-type]


def _who_is_in_the_adriatic(patch: Patch) -> None:
    """13.chart/Austro-Hungarian Fleet Sorties says whether a ship is there, whoever draws the marker."""

    async def fleet_sorties(board: Board, space: str, marker: str) -> str:
        present = any(board.box.waters.zone(held) == "adriatic" for held in board.occupied())
        announce_effect(board, space, "fleet_sorties", idle=not present)
        if present:
            turn_back(board, "adriatic", "fleet_sorties")
            board.tell_at(space, told.MarkerUsedUp("fleet_sorties"))
        return "used" if present else "pool"

    patch.setitem(MARKERS, "fleet_sorties", fleet_sorties)  # type: ignore[arg-type]


def _used_up_before_all(patch: Patch) -> None:
    """13.1 Whoever draws a marker hears that it took effect far off."""
    patch.setattr(enemies, "_knowing", lambda board, space: board.witnesses(space))


@rule("goeben", "25.2.3")
@pytest.mark.parametrize(
    ("plant", "situation"),
    [
        (_forms_from_the_true_board, "a battle"),
        (_forms_from_the_true_board, "plans"),
        (_every_collier, "collier_attacked off Zante"),
        (_who_is_in_the_adriatic, "fleet_sorties off Zante"),
        (_used_up_before_all, "fleet_sorties off Zante"),
    ],
)
def test_a_leak_put_back_is_found(plant: Callable[[Patch], None], situation: str, monkeypatch: Patch) -> None:
    assert not list(differences(named(situation), "goeben", DICE))
    plant(monkeypatch)
    assert list(differences(named(situation), "goeben", DICE))


@rule("goeben", "25.2.3")
@rule("goeben", "5.2")
@pytest.mark.parametrize(("kind", "alert"), [("conflicting_orders", 1), ("pursue", 6), ("allied_patrol", 6)])
def test_an_alert_level_that_is_told_again_is_found(kind: str, alert: int, monkeypatch: Patch) -> None:
    def change(board: Board, by: int, why: str, *, to: Any = NOBODY) -> None:
        before, after = board.state.alert, min(max(board.state.alert + by, 1), 6)
        board.signal(day.AlertChanged(before, after, why), day.AlertChanged(before, after), to=to)

    monkeypatch.setattr(despatches.alert, "change", change)
    assert overheard("breslau", alert, kind, 1)
