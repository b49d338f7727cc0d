"""A game's metadata visibility: a player who may not know for whom the game waits reads the same for every seat."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction

from games.models import Game, Notice, OpenRequest, OutgoingMail, Player, Seat, Webhook
from games.persistence import position
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.persistence.clock import Clock, dump_clock
from games.persistence.metadata_visibility import MetadataVisibility, dump_metadata_visibility
from games.persistence.position import seats_in_order
from games.services.devices import do_add_device
from games.services.notices import make_notice_emails
from games.services.outbox import queue_mail
from games.services.reminders import do_send_reminders
from games.services.reserves import do_call_reserves, do_volunteer
from games.services.resolve.advance import do_resolve
from games.services.stand_ins import begin_stand_in, call_reserves
from games.services.webhooks import do_add_webhook, do_queue_calls
from tests.api.conftest import Caller
from tests.gate.reading import Read, differences, everything, newest_letter, steady
from tests.gate.worlds import START
from tests.table import answer
from tests.worker.webhooks.browser import Browser

pytestmark = pytest.mark.django_db

DUE = START + timedelta(hours=29)
NOW = START + timedelta(hours=30)
Action = Callable[[Game], Any]


def nothing(game: Game) -> None:
    """The same world again."""


def asked_for_longer(game: Game) -> None:
    """Red has another hour: the deadline tells who is asked, and until when."""
    OpenRequest.objects.filter(game=game, seat__role="red").update(due_at=DUE + timedelta(hours=7))


def answers_in_time(game: Game) -> None:
    """Red is not late."""
    answer(game, "red")


def goes_away(game: Game) -> None:
    """Red is on vacation."""
    day = NOW.date()
    Player.objects.filter(seats__game=game, seats__role="red").update(vacation_from=day, vacation_until=day)


def misses(game: Game) -> None:
    """Red has let many deadlines pass."""
    Seat.objects.filter(game=game, role="red").update(misses=9)


def read(game: Game, player: Player, action: Action) -> Read:
    """All that the player reads once it was done, in a world that is gone afterwards."""
    with time_machine.travel(START, tick=False) as clock, transaction.atomic():
        before = newest_letter()
        hooks = [do_add_webhook(player=player, url="https://example.org/hook"), _of_the_game(game)]
        hooks.append(do_add_device(player=player, **Browser("https://push.example.org/abc").form()))
        OpenRequest.objects.filter(game=game).update(due_at=DUE, remind_at=DUE - timedelta(hours=1))
        action(game)
        clock.move_to(NOW - timedelta(hours=2) + timedelta(minutes=1))
        do_send_reminders()
        clock.move_to(NOW)
        found = everything(player, game, letters_after=before, whole=False)
        shown = Caller(player).get(f"games/{game.pk}/reserves/")
        found.append(("reserves", steady(shown.content.decode(), {})))
        OutgoingMail.objects.filter(player=player, pk__gt=before).update(status="sent")  # devices wait for it
        do_queue_calls()
        found += [
            ("webhook", steady(bytes(one.body).decode(), {})) for row in hooks for one in row.calls.order_by("key")
        ]
        transaction.set_rollback(True)
    position._kept.clear()
    return found


def _of_the_game(game: Game) -> Webhook:
    assert game.host is not None
    return do_add_webhook(player=game.host, url="https://example.org/hook", game_id=game.pk)


def told(game: Game, player: Player, action: Action) -> list[str]:
    """What tells the player that the action was done."""
    return list(differences(read(game, player, nothing), read(game, player, action)))


def under(game: Game, policy: MetadataVisibility) -> Game:
    game.openness, game.clock = dump_metadata_visibility(policy), dump_clock(Clock(grace_minutes=600))
    game.absence = dump_absence_policy(AbsencePolicy(after=3, reserves=True))
    game.save()
    return game


def is_stood_in_for(game: Game) -> None:
    """A bot answers for red, who has answered already."""
    Seat.objects.filter(game=game, role="red").update(stand_in="random")


def has_a_bot_on_vacation(game: Game) -> None:
    """It has come for red's vacation, and those were told who may know."""
    goes_away(game)
    seats = seats_in_order(game)
    notice = begin_stand_in(game, seats, next(one for one in seats if one.role == "red"), "random", NOW.date())
    notice.save(force_insert=True)
    queue_mail(make_notice_emails([notice], seats, {}))


def has_reserves_asked(game: Game) -> None:
    """Somebody else is asked to take red, and those were told who may know."""
    do_volunteer(player=Player.objects.create_user("rita", "rita@example.org", "pw"), game_id=game.pk)
    with transaction.atomic():
        seats = seats_in_order(game)
        notice = call_reserves(game, seats, next(one for one in seats if one.role == "red"))
        notice.save(force_insert=True)
        queue_mail(make_notice_emails([notice], seats, {}))
    do_call_reserves(NOW)


ACTIONS = {
    "awaited": [asked_for_longer],
    "late": [answers_in_time],
    "absent": [goes_away, misses, is_stood_in_for, has_a_bot_on_vacation, has_reserves_asked],
}
CASES = [(name, action) for name, actions in ACTIONS.items() for action in actions]


@pytest.fixture
def stranger(council: Game) -> Player:
    return Player.objects.create_user("emil", "emil@example.org", "pw")


@pytest.mark.parametrize(("name", "action"), CASES, ids=lambda one: getattr(one, "__name__", one))
def test_who_may_not_know_reads_the_same(
    council: Game, ben: Player, stranger: Player, staff: Player, name: str, action: Action
) -> None:
    """The umpire's alone: neither the table nor strangers. The table's: strangers do not. All's: they do."""
    hidden = {"late": "umpire"} if name == "awaited" else {}
    for who, blind in (("umpire", (ben, stranger)), ("table", (stranger,)), ("all", ())):
        game = under(council, MetadataVisibility(**{**hidden, name: who}))
        for player in (ben, stranger):
            assert bool(told(game, player, action)) == (player not in blind), (who, player.username)
    assert told(under(council, MetadataVisibility(awaited="umpire", late="umpire", absent="umpire")), staff, action)


@pytest.mark.smoke
@pytest.mark.parametrize(
    "policy", [MetadataVisibility(awaited="umpire"), MetadataVisibility(last=True)], ids=["not said", "said"]
)
def test_only_where_the_policy_says_so_is_the_last_told(council: Game, ben: Player, policy: MetadataVisibility) -> None:
    game = under(
        council, MetadataVisibility(late="umpire") if not policy.last else MetadataVisibility(late="umpire", last=True)
    )
    others = [role for role in ("red", "green", "blue") if _is_asked(game, role)]

    def all_others_answer(game: Game) -> None:
        for role in others:
            answer(game, role)

    found = told(game, ben, all_others_answer)
    assert bool(found) == policy.last
    if policy.last:
        assert any("letter: reminder" in one for one in found)
        state = [text for name, text in read(game, ben, all_others_answer) if name == f"games/{game.pk}/"]
        assert not state or '"last":true' in state[0]


def _is_asked(game: Game, role: str) -> bool:
    return OpenRequest.objects.filter(game=game, seat__role=role, closed_at=None).exists()


@pytest.mark.parametrize(
    ("who", "readers"), [("all", {"*"}), ("table", {"red", "black", "green", "blue"}), ("umpire", {"red"})]
)
def test_a_default_is_told_to_those_who_see_who_is_late(council: Game, who: Any, readers: set[str]) -> None:
    game = under(council, MetadataVisibility(late=who))
    answer(game, "black")
    OpenRequest.objects.filter(game=game, closed_at=None).update(due_at=START - timedelta(days=999))
    assert do_resolve(game.pk).has_advanced
    notice = Notice.objects.get(game=game, kind="default_played")
    assert set(notice.seats) == readers


def test_the_policy_is_chosen_by_api_and_told(council: Game, stranger: Player) -> None:
    made = Caller(stranger).post(
        "games/",
        {"title": "toy", "scenario": "standard", "openness": {"awaited": "table", "last": True}},
    )
    assert made.status_code == 201
    assert made.json()["openness"] == {"awaited": "table", "last": True}
    assert any("those who play" in one["en"] for one in made.json()["metadata_visibility_description"])
