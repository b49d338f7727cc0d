"""The first start creates a game to watch and a game to play."""

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, JournalSegment, OutgoingMail, Player, Seat
from games.selectors.decisions import list_decisions
from games.selectors.seats import may_umpire

pytestmark = pytest.mark.django_db


def test_one_game_to_watch_and_one_to_play(staff: Player) -> None:
    call_command("seed_demo")
    played = Game.objects.get(seats__player=staff)
    watched = Game.objects.exclude(pk=played.pk).get()
    assert set(watched.seats.values_list("kind", flat=True)) == {Seat.Kind.BOT}
    assert JournalSegment.objects.filter(game=watched).count() > 5
    assert may_umpire(staff, watched)
    assert (played.scenario, played.seats.count()) == ("solitaire", 1)
    assert [(decision.game, decision.kind) for decision in list_decisions(staff)] == [(played, "plan")]
    assert OutgoingMail.objects.filter(player=staff, kind="stop").exists()


def test_a_server_with_games_is_left_alone(running: Game, staff: Player) -> None:
    call_command("seed_demo")
    assert list(Game.objects.all()) == [running]


def test_somebody_must_be_there_to_play(db: None) -> None:
    with pytest.raises(CommandError, match="administrator"):
        call_command("seed_demo")
