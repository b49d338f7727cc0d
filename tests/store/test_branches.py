"""Rules that change under a running game, the exit from the hold, and rewinds."""

from collections.abc import Callable
from typing import Any

import pytest

from games import registry
from games.errors import Forbidden, WrongState
from games.kernel.errors import Malformed
from games.kernel.forms import MayChoose
from games.kernel.requests import Ask, ask_all
from games.kernel.steps import Step
from games.kernel.table import Table
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Branch, Game, JournalSegment, Notice, OpenRequest, OutgoingMail, Player
from games.persistence import serialization
from games.selectors.events import list_audience_events
from games.selectors.seats import get_access
from games.selectors.verification import find_chain_faults, find_dice_faults
from games.services.hold import do_release
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from tests.kernel import toy as toy_module
from tests.table import answer, asked, play_out

pytestmark = pytest.mark.django_db

NewRules = Callable[[Title[Any]], None]


async def _bids_may_pass(table: Table[Any]) -> str | None:
    """The round under other rules: the bids are asked as a question of another kind."""
    state = table.state
    await ask_all({seat: _may_bid(state, seat) for seat in toy_module.SEATS})
    return None


def _may_bid(state: Any, seat: str) -> Ask[str | None]:
    form = MayChoose(options=tuple(state.hands[seat]))
    return Ask(key="offer", kind="offer", seat=seat, rule="2.1", prompt=Text("Offer?", "出しますか？"), form=form)


def _changed(toy: Title[Any]) -> Title[Any]:
    return toy.evolve(version="2", steps={**toy.rules.steps, "round": Step("round", "2.0", _bids_may_pass)})


def _same_questions(toy: Title[Any]) -> Title[Any]:
    return toy.evolve(version="3")


@pytest.fixture
def held(running: Game, new_rules: NewRules, toy: Title[Any]) -> Game:
    """A game in the middle of its first round, into which other rules came."""
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    new_rules(_changed(toy))
    loser = OpenRequest.objects.get(game=running, closed_at=None).seat.role
    answer(running, loser)
    assert do_resolve(running.pk).held
    running.refresh_from_db()
    return running


def test_a_game_whose_rules_ask_something_else_is_held(held: Game) -> None:
    assert held.status == Game.Status.HELD
    assert "diverged" in held.hold_reason
    assert Notice.objects.filter(game=held, kind="held").count() == 1
    assert OutgoingMail.objects.filter(game=held, kind="notice").count() == 2


def test_a_held_game_takes_no_answers(held: Game) -> None:
    role = OpenRequest.objects.get(game=held, closed_at=None).seat.role
    with pytest.raises(WrongState):
        answer(held, role)


def test_a_held_game_is_left_alone_by_the_worker(held: Game) -> None:
    assert do_resolve(held.pk).held
    assert not do_resolve(held.pk).has_advanced


def test_the_release_asks_again_what_no_longer_fits(held: Game, staff: Player) -> None:
    do_release(by=staff, game_id=held.pk)
    held.refresh_from_db()
    assert held.status == Game.Status.RUNNING
    assert held.rules_version == "2"
    open_ = OpenRequest.objects.filter(game=held, closed_at=None)
    assert sorted(open_.values_list("seat__role", "kind")) == [("black", "offer"), ("red", "offer")]
    assert Notice.objects.filter(game=held, kind="released").exists()
    play_out(held)
    assert held.status == Game.Status.OVER
    assert find_chain_faults(held.pk) == []
    assert find_dice_faults(held.pk) == []


def test_the_release_keeps_what_fits(running: Game, new_rules: NewRules, toy: Title[Any], staff: Player) -> None:
    """Back under rules that ask the same, answers and dice are fed again and nothing is told twice."""
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    loser = asked(running, OpenRequest.objects.get(game=running, closed_at=None).seat.role)
    access = get_access(staff, running.pk, loser.seat.role)
    told = [seen.event for seen in list_audience_events(access)]
    new_rules(_changed(toy))
    answer(running, loser.seat.role)
    do_resolve(running.pk)
    new_rules(_same_questions(toy))
    outcome = do_release(by=staff, game_id=running.pk)
    assert [offer.key for offer in outcome.kept] == ["bid", "bid", "trump"]
    after = [seen.event for seen in list_audience_events(access)]
    assert after[: len(told)] == told
    assert [event["event"] for event in after].count("revealed") == 1
    assert not [seen for seen in list_audience_events(access) if seen.undone], "what was told already is not told again"
    play_out(running)
    assert running.status == Game.Status.OVER
    assert find_dice_faults(running.pk) == []


def test_a_sealed_answer_survives_the_release(
    running: Game, new_rules: NewRules, toy: Title[Any], staff: Player
) -> None:
    receipt = answer(running, "red")
    running.refresh_from_db()
    running.status, running.hold_reason = Game.Status.HELD, "by hand"
    running.save()
    new_rules(_same_questions(toy))
    do_release(by=staff, game_id=running.pk)
    again = asked(running, "red")
    assert again.ready
    assert serialization.read_answer(again.answers.get().answer) == receipt.answer
    assert not asked(running, "black").ready


def test_a_player_cannot_release(held: Game, anna: Player) -> None:
    with pytest.raises(Forbidden):
        do_release(by=anna, game_id=held.pk)


def test_a_running_game_needs_no_release(running: Game, staff: Player) -> None:
    with pytest.raises(WrongState):
        do_release(by=staff, game_id=running.pk)


def test_a_rewind_is_a_new_branch_and_deletes_nothing(running: Game, staff: Player) -> None:
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    before = list(JournalSegment.objects.filter(game=running).order_by("number").values_list("number", "order"))
    branch = do_rewind(by=staff, game_id=running.pk, number=1, reason="wrong card")
    running.refresh_from_db()
    rows = list(JournalSegment.objects.filter(game=running).order_by("number").values_list("number", "order"))
    assert rows[: len(before)] == before
    assert (branch.number, branch.parent, branch.author) == (1, 0, staff)
    assert running.branch == 1
    assert Branch.objects.filter(game=running).values_list("commitment", flat=True).distinct().count() == 2
    assert sorted(OpenRequest.objects.filter(game=running, closed_at=None).values_list("seat__role", "key")) == [
        ("black", "bid"),
        ("red", "bid"),
    ]
    assert Notice.objects.get(game=running, kind="rewound").facts["reason"] == "wrong card"


def test_a_rewound_game_goes_on_to_its_end(running: Game, staff: Player) -> None:
    for _ in range(2):
        for role in ("red", "black"):
            if OpenRequest.objects.filter(game=running, seat__role=role, closed_at=None).exists():
                answer(running, role)
        do_resolve(running.pk)
    do_rewind(by=staff, game_id=running.pk, number=2, reason="again")
    play_out(running)
    assert running.status == Game.Status.OVER
    assert find_chain_faults(running.pk) == []
    assert find_dice_faults(running.pk) == []


def test_a_seats_numbers_go_on_after_a_rewind(running: Game, anna: Player, staff: Player) -> None:
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    do_rewind(by=staff, game_id=running.pk, number=1, reason="again")
    play_out(running)
    events = list_audience_events(get_access(anna, running.pk))
    assert [seen.number for seen in events] == list(range(1, len(events) + 1))


def test_what_a_rewind_undid_is_marked_and_what_came_before_it_is_not(
    running: Game, anna: Player, staff: Player
) -> None:
    access = get_access(anna, running.pk, "red")

    def told(undone: bool) -> list[str]:
        access.game.refresh_from_db()
        return [seen.event["event"] for seen in list_audience_events(access) if seen.undone is undone]

    def play_on() -> None:
        for _ in range(2):
            for role in OpenRequest.objects.filter(game=running, closed_at=None).values_list("seat__role", flat=True):
                answer(running, role)
            do_resolve(running.pk)

    at_first = told(False)
    play_on()
    once = told(False)
    assert len(once) > len(at_first)
    assert told(True) == []
    do_rewind(by=staff, game_id=running.pk, number=1, reason="again")
    assert told(False) == at_first
    undone = told(True)
    assert "revealed" in undone
    play_on()
    assert told(False)[: len(at_first)] == at_first
    assert len(told(False)) > len(at_first)
    assert told(True) == undone
    do_rewind(by=staff, game_id=running.pk, number=1, reason="and again")
    assert told(False) == at_first


def test_a_rewind_needs_a_reason_and_a_disinterested_hand(running: Game, anna: Player, staff: Player) -> None:
    with pytest.raises(Malformed):
        do_rewind(by=staff, game_id=running.pk, number=1, reason=" ")
    with pytest.raises(Forbidden):
        do_rewind(by=anna, game_id=running.pk, number=1, reason="I lost")


def test_what_no_seat_has_seen_is_dealt_anew(
    running: Game, new_rules: NewRules, toy: Title[Any], staff: Player
) -> None:
    def turn_round(state: Any, pick: Callable[[int], int]) -> Any:
        pick(2)
        state.deck = list(reversed(state.deck))
        return state

    new_rules(toy.evolve(reshuffle=turn_round))
    before = _truth(running)
    do_rewind(by=staff, game_id=running.pk, number=1, reason="again")
    after = _truth(running)
    assert after.deck == list(reversed(before.deck))
    assert after.hands == before.hands


def _truth(game: Game) -> Any:
    from games.persistence.position import load_position

    game.refresh_from_db()
    here = load_position(game)
    return registry.game_title(game).read_state(here.checkpoint.state)
