"""A bot stands in for who stays away, by itself, and makes room for the player who comes back."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.errors import Missing, WrongState
from games.kernel.errors import Malformed
from games.models import Game, Notice, OpenRequest, OutgoingMail, Player, Seat
from games.persistence.absence_policy import AbsencePolicy, describe_absence_policy
from games.persistence.metadata_visibility import MetadataVisibility, dump_metadata_visibility
from games.selectors.due_work import list_due_games
from games.selectors.games import get_game_state
from games.services import triggers
from games.services.bots import do_play_bots
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.stand_ins import do_return_to_seat
from games.services.umpire import do_substitute
from tests.table import answer, asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(toy: Any, anna: Player, ben: Player) -> Game:
    """Red has been away for so long that a bot stands in; black has answered."""
    game = do_create_game(
        host=anna, title="toy", scenario="standard", deadline_hours=24, absence=AbsencePolicy(after=1, bot="random")
    )
    for player in (anna, ben):
        do_join_game(player=player, game_id=game.pk)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    return game


def miss(game: Game, role: str = "red") -> Seat:
    """The other answers; this seat lets time run out."""
    due = asked(game, role).due_at
    assert isinstance(due, datetime)
    for row in OpenRequest.objects.filter(game=game, closed_at=None).exclude(seat__role=role).select_related("seat"):
        answer(game, row.seat.role)
    do_resolve(game.pk, now=due)
    return Seat.objects.get(game=game, role=role)


def play_until_red_is_asked(game: Game) -> None:
    for _ in range(30):
        if OpenRequest.objects.filter(game=game, seat__role="red", closed_at=None).exists():
            return
        for row in OpenRequest.objects.filter(game=game, closed_at=None, ready=False).select_related("seat"):
            answer(game, row.seat.role)
        do_resolve(game.pk)
    raise AssertionError("red is never asked")


def test_after_so_many_missed_deadlines_a_bot_stands_in_and_all_are_told(game: Game, anna: Player) -> None:
    seat = miss(game)
    assert (seat.stand_in, seat.player_id, seat.kind) == ("random", anna.pk, "player")
    notice = Notice.objects.get(kind="stood_in")
    assert (notice.seats, notice.facts) == (["*"], {"seat": "red"})
    (red, _) = get_game_state(anna, game.pk).seats
    assert (red.stand_in, red.player) == ("random", "anna")


def test_who_plays_the_game_on_looks_for_bots_from_that_very_moment_on(game: Game) -> None:
    due = asked(game, "red").due_at
    assert not do_resolve(game.pk).bots
    assert do_resolve(game.pk, now=due).bots
    assert do_resolve(game.pk).bots


def test_it_answers_at_once_and_the_player_still_gets_the_letters(game: Game) -> None:
    miss(game)
    play_until_red_is_asked(game)
    assert list_due_games(timezone.now() + timedelta(hours=24)) == [game.pk]
    row = asked(game, "red")
    assert do_play_bots(game.pk) == 1
    row.refresh_from_db()
    assert row.ready
    assert row.answers.get().channel == "bot"
    assert OutgoingMail.objects.filter(game=game, seat__role="red", kind="stop", stop=row.stop).exists()


def test_what_the_bot_answers_does_not_count_as_the_player(game: Game) -> None:
    miss(game)
    play_until_red_is_asked(game)
    do_play_bots(game.pk)
    do_resolve(game.pk)
    seat = Seat.objects.get(game=game, role="red")
    assert (seat.stand_in, seat.misses) == ("random", 1)


def test_an_answer_of_ones_own_takes_over_again_in_place_of_the_bots(game: Game) -> None:
    miss(game)
    play_until_red_is_asked(game)
    do_play_bots(game.pk)
    answer(game, "red", ready=False)
    seat = Seat.objects.get(game=game, role="red")
    assert (seat.stand_in, seat.misses) == ("", 0)
    assert Notice.objects.filter(kind="returned").count() == 1
    assert not asked(game, "red").ready
    assert do_play_bots(game.pk) == 0


def test_so_does_coming_back_on_the_page(game: Game, anna: Player, ben: Player, client: Client) -> None:
    miss(game)
    client.force_login(anna)
    place = reverse("game", args=[game.pk])
    assert reverse("come_back", args=[game.pk]) in client.get(place).content.decode()
    assert client.post(reverse("come_back", args=[game.pk])).status_code == 302
    assert Seat.objects.get(game=game, role="red").stand_in == ""
    assert reverse("come_back", args=[game.pk]) not in client.get(place).content.decode()
    with pytest.raises(WrongState):
        do_return_to_seat(player=ben, game_id=game.pk)
    with pytest.raises(Missing):
        do_return_to_seat(player=Player.objects.create_user("emil", "emil@example.org", "pw"), game_id=game.pk)


def test_that_somebody_is_back_is_written_to_the_others_at_once(
    game: Game, anna: Player, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    miss(game)
    heard: list[str] = []
    monkeypatch.setitem(triggers._hints, triggers.MAIL, heard.append)
    with django_capture_on_commit_callbacks(execute=True):
        do_return_to_seat(player=anna, game_id=game.pk)
    assert set(heard) == {str(game.pk)}


def test_whoever_takes_the_seat_over_has_no_bot_beside_them(game: Game, staff: Player) -> None:
    miss(game)
    other = Player.objects.create_user("emil", "emil@example.org", "pw")
    do_substitute(by=staff, game_id=game.pk, role="red", player=other)
    assert Seat.objects.get(game=game, role="red").stand_in == ""


@pytest.mark.parametrize(("who", "readers"), [("table", ["red", "black"]), ("umpire", ["red"])])
def test_only_those_are_told_who_may_see_who_is_absent(game: Game, ben: Player, who: Any, readers: list[str]) -> None:
    Game.objects.filter(pk=game.pk).update(openness=dump_metadata_visibility(MetadataVisibility(absent=who)))
    miss(game)
    assert Notice.objects.get(kind="stood_in").seats == readers
    red = get_game_state(ben, game.pk).seats[0]
    assert bool(red.stand_in) == (who == "table")


def test_without_that_agreement_nobody_stands_in(running: Game) -> None:
    assert miss(running).stand_in == ""


@pytest.mark.parametrize(
    ("agreed", "field"),
    [
        (AbsencePolicy(after=2), "/absence/bot"),
        (AbsencePolicy(bot="random"), "/absence/after"),
        (AbsencePolicy(after=1, bot="x"), "/absence/bot"),
    ],
)
def test_what_does_not_fit_is_named(toy: Any, anna: Player, agreed: AbsencePolicy, field: str) -> None:
    with pytest.raises(Malformed) as raised:
        do_create_game(host=anna, title="toy", scenario="standard", absence=agreed)
    assert [problem.pointer for problem in raised.value.problems] == [field]


def test_it_is_told_in_words() -> None:
    words = describe_absence_policy(AbsencePolicy(after=3, bot="captain"))
    assert "3" in words.en
    assert "艦長" in words.ja
