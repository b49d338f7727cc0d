"""A game of the toy title from its announcement to its standings."""

from typing import Any

import msgspec
import pytest

from games.kernel.chance import commitment
from games.models import Branch, Checkpoint, EventSegment, Game, JournalSegment, OpenRequest, OutgoingMail, Player
from games.selectors.events import list_audience_events
from games.selectors.seats import get_access
from games.selectors.views import get_view
from games.services.resolve.advance import do_resolve
from tests.table import answer, asked, play_out

pytestmark = pytest.mark.django_db


def test_a_game_is_played_to_its_end(running: Game) -> None:
    play_out(running)
    assert running.status == Game.Status.OVER
    assert [row["place"] for row in running.standings] in ([1, 2], [2, 1])
    assert not OpenRequest.objects.filter(game=running, closed_at=None).exists()
    assert running.ended_at is not None


def test_the_first_stop_asks_both_seats_at_once(running: Game) -> None:
    open_ = OpenRequest.objects.filter(game=running, closed_at=None)
    assert sorted(open_.values_list("seat__role", "kind")) == [("black", "bid"), ("red", "bid")]
    assert running.step == "round"


def test_only_the_checkpoint_where_the_stop_begins_is_stored(running: Game) -> None:
    assert list(Checkpoint.objects.filter(game=running).values_list("number", "step").order_by("number")) == [
        (0, "deal"),
        (1, "round"),
    ]


def test_one_answer_of_two_moves_nothing(running: Game) -> None:
    answer(running, "red")
    assert not do_resolve(running.pk).has_advanced
    assert JournalSegment.objects.filter(game=running).count() == 1


def test_both_answers_reveal_the_bids(running: Game, anna: Player) -> None:
    red, black = answer(running, "red"), answer(running, "black")
    assert do_resolve(running.pk).has_advanced
    access = get_access(anna, running.pk)
    last = [seen.event for seen in list_audience_events(access)][-1]
    assert last["event"] == "revealed"
    assert last["bids"] == {"red": red.answer, "black": black.answer}


def test_resolving_again_changes_nothing(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    before = _counts(running)
    assert not do_resolve(running.pk).has_advanced
    assert _counts(running) == before


def test_live_play_equals_reloaded_play(running: Game) -> None:
    """What is stored of a game is enough to go on from it; the journal since the checkpoint is replayed each time."""
    play_out(running)
    entries = sum(JournalSegment.objects.filter(game=running).values_list("entry_count", flat=True))
    assert entries >= 1 + 3 * 2  # the deal, then bids and trump in each round


def test_every_seat_has_a_letter_for_each_stop_that_concerns_it(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    mails = OutgoingMail.objects.filter(game=running).order_by("id")
    assert [(mail.seat.role, mail.kind, mail.seat_stop) for mail in mails] == [
        ("red", "stop", 1),
        ("black", "stop", 1),
        ("red", "stop", 2),
        ("black", "stop", 2),
    ]
    assert len({mail.message_id for mail in mails}) == 4


def test_the_end_is_told_to_everybody(running: Game) -> None:
    play_out(running)
    assert sorted(OutgoingMail.objects.filter(game=running, kind="over").values_list("seat__role", flat=True)) == [
        "black",
        "red",
    ]


def test_the_dice_are_committed_to_before_anybody_sits_down(announced: Game) -> None:
    branch = Branch.objects.get(game=announced)
    assert branch.commitment == commitment(bytes(branch.secret))
    assert len(bytes(branch.secret)) == 32


def test_a_view_is_served_as_the_title_made_it(running: Game, anna: Player, toy: Any) -> None:
    view = msgspec.json.decode(get_view(get_access(anna, running.pk)).view, type=toy.secrecy.view_type)
    assert view.seat == "red"
    assert len(view.hand) == view.counts["red"] == view.counts["black"]


def test_an_old_stop_can_be_looked_at_again(running: Game, anna: Player) -> None:
    first = get_view(get_access(anna, running.pk))
    play_out(running)
    access = get_access(anna, running.pk)
    assert get_view(access, 1).view == first.view
    assert get_view(access).stop > 1
    assert get_view(access, get_view(access).stop).view == get_view(access).view


def test_nothing_is_told_twice_over_a_game(running: Game, anna: Player) -> None:
    play_out(running)
    events = list_audience_events(get_access(anna, running.pk))
    assert [seen.number for seen in events] == list(range(1, len(events) + 1))
    assert [seen.event["event"] for seen in events].count("won") == 3
    assert [seen.event["event"] for seen in events].count("dealt") == 2


def _counts(game: Game) -> list[int]:
    models: list[Any] = [JournalSegment, EventSegment, Checkpoint, OpenRequest, OutgoingMail]
    return [model.objects.filter(game=game).count() for model in models]


def test_asked_names_the_open_question(running: Game) -> None:
    assert asked(running, "red").key == "bid"
