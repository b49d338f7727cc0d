"""One account's games, reserved seats and invitations are limited, however the game is opened."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.errors import LimitReached
from games.models import Game, Invitation, OutgoingMail, Player, Seat
from games.services.creation import SeatAssignment
from games.services.invitations import do_invite, do_resend_invitation, do_withdraw_invitation
from games.services.lifecycle import do_abandon_game
from games.services.openings import do_open_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

RED = SeatAssignment(role="red", player="anna")


def opened(host: Player, *seats: SeatAssignment, **terms: Any) -> Game:
    return do_open_game(host=host, seats=seats, title="toy", scenario="standard", **terms)


def kept_for(name: str) -> SeatAssignment:
    return SeatAssignment(role="black", player=name)


def refusal(error: pytest.ExceptionInfo[LimitReached]) -> tuple[str, str]:
    (problem,) = error.value.problems
    assert problem.message.en
    assert problem.message.ja
    return problem.pointer, problem.code


def test_a_host_has_so_many_games_at_once(anna: Player, ben: Player, settings: Any) -> None:
    settings.PBEM_HOSTED_GAMES = 2
    first = opened(anna)
    opened(anna)
    with pytest.raises(LimitReached) as error:
        opened(anna)
    assert refusal(error) == ("", "hosted_games")
    assert Game.objects.count() == 2
    opened(ben)
    do_abandon_game(player=anna, game_id=first.pk)
    opened(anna)


@pytest.mark.parametrize("status", ["running", "held", "paused"])
def test_games_under_way_count_and_finished_ones_do_not(anna: Player, settings: Any, status: str) -> None:
    settings.PBEM_HOSTED_GAMES = 1
    game = opened(anna)
    Game.objects.filter(pk=game.pk).update(status=status)
    with pytest.raises(LimitReached):
        opened(anna)
    Game.objects.filter(pk=game.pk).update(status="over")
    opened(anna)


def test_so_many_seats_are_reserved_in_an_hour(anna: Player, ben: Player, settings: Any) -> None:
    settings.PBEM_INVITATIONS_PER_HOUR = 3
    for _ in range(3):
        opened(anna, RED, kept_for("ben"))
    with pytest.raises(LimitReached) as error:
        opened(anna, RED, kept_for("ben"))
    assert refusal(error) == ("/seats", "invitations_per_hour")
    assert Seat.objects.exclude(reserved_for="").filter(role="black").count() == 3
    opened(anna, RED)
    with time_machine.travel(timezone.now() + timedelta(hours=1, minutes=1), tick=False):
        opened(anna, RED, kept_for("ben"))


def test_seats_of_one_opening_count_together(anna: Player, ben: Player, settings: Any) -> None:
    settings.PBEM_INVITATIONS_PER_HOUR = 1
    with pytest.raises(LimitReached):
        opened(ben, RED, SeatAssignment(role="black", email="nina@example.org"))
    assert not Game.objects.exists()


def test_reserved_seats_and_invitations_count_together_and_once(anna: Player, ben: Player, settings: Any) -> None:
    settings.PBEM_INVITATIONS_PER_HOUR = 2
    opened(anna, RED, SeatAssignment(role="black", player="ben", invite=True))
    game = opened(anna, RED, kept_for("ben"))
    with pytest.raises(LimitReached) as error:
        do_invite(by=anna, game_id=game.pk, email="nina@example.org")
    assert refusal(error) == ("", "invitations_per_hour")


def test_a_withdrawn_invitation_counts_for_its_hour(anna: Player, settings: Any) -> None:
    """Its e-mail was sent."""
    settings.PBEM_INVITATIONS_PER_HOUR = 1
    game = opened(anna, RED)
    row = do_invite(by=anna, game_id=game.pk, email="nina@example.org")
    do_withdraw_invitation(by=anna, game_id=game.pk, invitation_id=row.pk)
    with pytest.raises(LimitReached):
        do_invite(by=anna, game_id=game.pk, email="nina@example.org")
    Invitation.objects.update(accepted_at=timezone.now(), withdrawn_at=None)
    do_invite(by=anna, game_id=game.pk, email="nina@example.org")


@pytest.mark.parametrize("person", [{"email": "nina@example.org"}, {"player": "ben"}])
def test_one_person_gets_so_many_invitations_of_one_host(
    anna: Player, ben: Player, settings: Any, person: dict[str, str]
) -> None:
    settings.PBEM_INVITATIONS_PER_PERSON = 2
    game = opened(anna, RED)
    rows = [do_invite(by=anna, game_id=game.pk, **person) for _ in range(2)]
    letters = OutgoingMail.objects.count()
    with pytest.raises(LimitReached) as error:
        do_invite(by=anna, game_id=game.pk, **person)
    assert refusal(error) == (f"/{next(iter(person))}", "invitations_per_person")
    assert OutgoingMail.objects.count() == letters
    do_invite(by=anna, game_id=game.pk, email="otto@example.org")
    do_resend_invitation(by=anna, game_id=game.pk, invitation_id=rows[0].pk)
    do_withdraw_invitation(by=anna, game_id=game.pk, invitation_id=rows[0].pk)
    do_invite(by=anna, game_id=game.pk, **person)


def test_the_limit_does_not_tell_whose_address_it_is(anna: Player, ben: Player, settings: Any) -> None:
    """Invitations by address and by name are counted apart: otherwise the refusal would connect the two."""
    settings.PBEM_INVITATIONS_PER_PERSON = 1
    game = opened(anna, RED)
    do_invite(by=anna, game_id=game.pk, email=ben.email.upper())
    do_invite(by=anna, game_id=game.pk, player="ben")
    with pytest.raises(LimitReached):
        do_invite(by=anna, game_id=game.pk, email=ben.email)


def test_zero_is_no_limit(anna: Player, ben: Player, settings: Any) -> None:
    settings.PBEM_HOSTED_GAMES = settings.PBEM_INVITATIONS_PER_HOUR = settings.PBEM_INVITATIONS_PER_PERSON = 0
    for _ in range(3):
        opened(anna, RED, SeatAssignment(role="black", player="ben", invite=True))


def test_sixty_games_are_not_reserved_for_one_person(anna: Player, ben: Player) -> None:
    """With the settings as they come."""
    for _ in range(20):
        opened(anna, RED, kept_for("ben"))
    with pytest.raises(LimitReached):
        opened(anna, RED, kept_for("ben"))
