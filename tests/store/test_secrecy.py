"""Who sees what: seats their own, the public the open things, staff through the guarded door only."""

import msgspec
import pytest

from games.errors import Forbidden, Missing
from games.models import AuditEntry, Game, OpenRequest, Player
from games.selectors.dice import get_game_dice
from games.selectors.events import list_audience_events
from games.selectors.games import get_game_state
from games.selectors.replay import get_replay_page, list_replay_stops
from games.selectors.seats import get_access
from games.selectors.views import get_newest_view, get_view, list_stops
from games.services.lifecycle import do_abandon_game, do_leave_game
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_act_for, do_substitute
from tests.table import answer, asked, example, play_out

pytestmark = pytest.mark.django_db


def test_no_seat_sees_through_another(running: Game, anna: Player) -> None:
    for role in ("black", "umpire"):
        with pytest.raises(Forbidden):
            get_access(anna, running.pk, role)


def test_an_outsider_sees_what_is_public(running: Game) -> None:
    outsider = Player.objects.create_user("otto", "otto@example.org")
    access = get_access(outsider, running.pk)
    assert access.audience == "public"
    assert msgspec.json.decode(get_view(access).view)["hand"] == []
    assert all("cards" not in seen.event for seen in list_audience_events(access))
    with pytest.raises(Forbidden):
        get_access(outsider, running.pk, "red")
    with pytest.raises(Missing):
        get_access(outsider, running.pk, "green")


def test_a_seat_is_told_its_own_wording(running: Game, anna: Player) -> None:
    dealt = [seen.event for seen in list_audience_events(get_access(anna, running.pk))]
    assert ["cards" in event for event in dealt] == [event["seat"] == "red" for event in dealt]


def test_staff_look_through_the_guarded_door(running: Game, staff: Player) -> None:
    access = get_access(staff, running.pk, "black")
    assert (access.basis, access.audience) == ("staff", "black")
    entry = AuditEntry.objects.get(action="looked_at_view")
    assert (entry.actor, entry.game, entry.facts) == (staff.pk, running.pk, {"audience": "black"})


def test_staff_who_sit_there_are_refused(running: Game, anna: Player) -> None:
    anna.is_staff = True
    anna.save()
    with pytest.raises(Forbidden):
        get_access(anna, running.pk, "black")
    with pytest.raises(Forbidden):
        list_replay_stops(anna, running.pk)
    assert not AuditEntry.objects.exists()


def test_staff_who_left_their_seat_are_refused(running: Game, anna: Player) -> None:
    anna.is_staff = True
    anna.save()
    do_leave_game(player=anna, game_id=running.pk)
    with pytest.raises(Forbidden):
        get_access(anna, running.pk, "black")


def test_a_finished_game_is_open_to_all(running: Game, anna: Player) -> None:
    play_out(running)
    assert get_access(anna, running.pk, "black").basis == "over"
    assert get_access(anna, running.pk, "umpire").basis == "over"


def test_the_secret_comes_out_at_the_end(running: Game, anna: Player) -> None:
    before = get_game_dice(anna, running.pk)
    assert (before.branches[0].secret, before.rolls) == ("", [])
    play_out(running)
    after = get_game_dice(anna, running.pk)
    assert len(after.branches[0].secret) == 64
    assert after.branches[0].commitment == before.branches[0].commitment
    assert after.rolls[0].key == "deal"
    assert bytes.fromhex(after.nonces["red"].nonce) == b"anna's"


def test_stops_are_numbered_for_each_audience(running: Game, anna: Player) -> None:
    play_out(running)
    for role in ("red", "black", "public"):
        numbers = [mark.stop for mark in list_stops(get_access(anna, running.pk, role))]
        assert numbers == list(range(1, len(numbers) + 1))


def test_a_seat_gets_no_stop_for_what_does_not_concern_it(running: Game, toy: object) -> None:
    """One answer of two is nobody's stop, and neither is a resolve that finds nothing to do."""
    before = {role: get_newest_view(running, role).etag for role in ("red", "black", "public", "umpire")}
    answer(running, "red")
    do_resolve(running.pk)
    assert {role: get_newest_view(running, role).etag for role in before} == before


def test_etags_are_salted(running: Game, settings: object) -> None:
    tag = get_newest_view(running, "public").etag
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    assert get_newest_view(running, "public").etag != tag


def test_why_a_game_is_held_is_for_the_umpire(running: Game, anna: Player, staff: Player) -> None:
    Game.objects.filter(pk=running.pk).update(status="held", hold_reason="card c03 of red")
    assert get_game_state(anna, running.pk).hold_reason == ""
    assert get_game_state(staff, running.pk).hold_reason == "card c03 of red"


def test_the_replay_shows_answers_and_dice(running: Game, staff: Player) -> None:
    play_out(running)
    marks = list_replay_stops(staff, running.pk)
    assert [mark.number for mark in marks] == list(range(1, len(marks) + 1))
    first = get_replay_page(staff, running.pk, 1)
    assert [roll.key for roll in first.rolls] == ["deal"]
    assert sorted(request.seat.role for request, _ in first.asked) == ["black", "red"]
    assert (first.previous, first.next, first.last) == (None, 2, len(marks))
    second = get_replay_page(staff, running.pk, 2, "red")
    assert sorted(given.seat for given in second.answers) == ["black", "red"]
    assert all(given.text.en for given in second.answers)
    assert second.view is not None
    assert second.view.audience == "red"
    assert second.events[0].event["event"] == "revealed"


def test_a_substitute_takes_over_at_once(running: Game, anna: Player, staff: Player) -> None:
    carla = Player.objects.create_user("carla", "carla@example.org")
    answer(running, "red")
    request = asked(running, "red")
    do_substitute(by=staff, game_id=running.pk, role="red", player=carla)
    assert get_access(carla, running.pk).audience == "red"
    assert get_access(anna, running.pk).audience == "public"
    request.refresh_from_db()
    assert not request.ready
    answer(running, "red")


def test_nobody_moves_to_an_opposing_seat(running: Game, anna: Player, staff: Player) -> None:
    do_leave_game(player=anna, game_id=running.pk)
    with pytest.raises(Forbidden):
        do_substitute(by=staff, game_id=running.pk, role="black", player=anna)
    do_substitute(by=staff, game_id=running.pk, role="red", player=anna)
    assert get_access(anna, running.pk).audience == "red"


def test_the_umpire_may_act_for_a_seat_and_all_are_told(running: Game, anna: Player, staff: Player) -> None:
    request = asked(running, "red")
    body = msgspec.json.encode(example(request))
    do_act_for(by=staff, request_id=request.pk, answer=body, reason="on the telephone")
    assert OpenRequest.objects.get(pk=request.pk).ready
    assert AuditEntry.objects.filter(action="acted_for").exists()
    with pytest.raises(Forbidden):
        do_act_for(by=anna, request_id=asked(running, "black").pk, answer=body)


def test_whoever_looked_behind_the_screen_takes_no_seat(running: Game, staff: Player) -> None:
    other = Player.objects.create_superuser("otto", "otto@example.org")
    get_access(other, running.pk, "red")
    with pytest.raises(Forbidden):
        do_substitute(by=staff, game_id=running.pk, role="black", player=other)
    do_substitute(by=staff, game_id=running.pk, role="red", player=other)
    list_replay_stops(staff, running.pk)
    with pytest.raises(Forbidden):
        do_substitute(by=staff, game_id=running.pk, role="black", player=staff)


def test_staff_who_sit_there_cannot_call_the_game_off(running: Game, anna: Player, ben: Player) -> None:
    anna.is_staff = True
    anna.save()
    Game.objects.filter(pk=running.pk).update(umpire=ben)
    for player in (anna, ben):
        with pytest.raises(Forbidden):
            do_abandon_game(player=player, game_id=running.pk, reason="I am losing.")
    running.refresh_from_db()
    assert running.status == "running"


def test_a_key_of_the_player_before_opens_nothing(running: Game, staff: Player) -> None:
    """The same Idempotency-Key and body from a substitute are a new answer, not the old player's receipt."""
    carla = Player.objects.create_user("carla", "carla@example.org")
    before = answer(running, "red", idempotency_key="1")
    do_substitute(by=staff, game_id=running.pk, role="red", player=carla)
    after = answer(running, "red", idempotency_key="1")
    assert after.nonce != before.nonce
    assert asked(running, "red").ready
    assert answer(running, "red", idempotency_key="1") == after
