"""The umpire's page: each act is shown once more before it is done, and leaves its trace."""

import re
from typing import Any

import msgspec
import pytest
from django.test import Client

from games import registry
from games.errors import WrongState
from games.kernel.events import PUBLIC
from games.models import AuditEntry, Game, Invitation, Notice, OpenRequest, OutgoingMail, Player, Seat
from games.persistence.serialization import read_question
from games.selectors.views import get_headline, get_newest_view
from games.services.answers import do_submit_answer
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game
from tests.pages.conftest import browser
from tests.table import asked, example, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def umi(running: Game) -> Client:
    """The game's umpire, who is not of the staff."""
    umpire = Player.objects.create_user("umi", "umi@example.org", "pw")
    Game.objects.filter(pk=running.pk).update(umpire=umpire)
    return browser(umpire)


def act(client: Client, game: Game, name: str, **given: Any) -> str:
    """Do it as it is done on the page: the button, then the confirmation, both times what was filled in."""
    path = f"/games/{game.pk}/umpire/{name}/"
    before = AuditEntry.objects.exclude(action__startswith="looked").count()
    shown = client.post(path, given)
    assert shown.status_code == 200
    assert 'name="confirmed"' in shown.content.decode()
    assert AuditEntry.objects.exclude(action__startswith="looked").count() == before, "nothing is done unconfirmed"
    page = client.post(path, {**given, "confirmed": "1"}, follow=True).content.decode()
    if Game.objects.filter(pk=game.pk).exists():
        game.refresh_from_db()
    return page


def noted() -> list[str]:
    return list(AuditEntry.objects.exclude(action__startswith="looked").order_by("id").values_list("action", flat=True))


def test_pause_resume_and_more_time(umi: Client, running: Game) -> None:
    due = asked(running, "red").due_at
    act(umi, running, "pause", reason="Holidays.")
    assert running.status == "paused"
    act(umi, running, "extend", hours="24")
    act(umi, running, "resume")
    assert running.status == "running"
    later = asked(running, "red").due_at
    assert due is not None
    assert later is not None
    assert (later - due).total_seconds() >= 24 * 3600
    assert noted()[-3:] == ["paused", "extended", "resumed"]
    assert Notice.objects.filter(game=running, kind="paused", facts__reason="Holidays.").exists()


def test_hold_and_release(umi: Client, running: Game, anna: Player) -> None:
    assert "理由" not in act(umi, running, "hold")
    assert running.status == "running", "a hold needs a reason"
    act(umi, running, "hold", reason="A rule is in doubt.")
    assert (running.status, running.hold_reason) == ("held", "A rule is in doubt.")
    assert Notice.objects.filter(game=running, kind="stopped").exists()
    request = asked(running, "red")
    with pytest.raises(WrongState):
        do_submit_answer(player=anna, request_id=request.pk, answer=msgspec.json.encode(example(request)))
    act(umi, running, "release")
    assert running.status == "running"
    assert OpenRequest.objects.filter(game=running, closed_at=None).count() == 2


def test_substitute_a_bot_and_a_player(umi: Client, running: Game) -> None:
    act(umi, running, "substitute", seat="red", bot="random")
    assert running.seats.get(role="red").bot == "random"
    Player.objects.create_user("carl", "carl@example.org", "pw")
    act(umi, running, "substitute", seat="red", player="CARL")
    assert str(running.seats.get(role="red").player) == "carl"


@pytest.mark.parametrize(
    ("name", "given", "refusal"),
    [
        ("substitute", {"seat": "black", "player": "nobody"}, "There is no player of that name."),
        ("substitute", {"seat": "black"}, "Name a player or a bot."),
        ("substitute", {"seat": "black", "player": "anna"}, ""),
        ("replace", {"seat": "black", "who": "nobody"}, "There is no player of that name."),
        ("hand_on", {"player": "nobody"}, "There is no player of that name."),
    ],
)
def test_a_name_is_checked_before_the_confirmation(
    umi: Client, running: Game, anna: Player, name: str, given: dict[str, str], refusal: str
) -> None:
    by = browser(anna) if name == "hand_on" else umi
    page = by.post(f"/games/{running.pk}/umpire/{name}/", given, follow=True).content.decode()
    assert 'name="confirmed"' not in page
    assert refusal in page
    assert 'class="flash error"' in page


def test_a_confirmation_says_who_goes_and_who_comes_and_does_nothing_yet(umi: Client, running: Game) -> None:
    Player.objects.create_user("carl", "carl@example.org", "pw")
    before = (Notice.objects.count(), OutgoingMail.objects.count(), AuditEntry.objects.count())
    holder = running.seats.get(role="black").player
    page = umi.post(f"/games/{running.pk}/umpire/substitute/", {"seat": "black", "player": "CARL"}).content.decode()
    assert f"{holder} loses the seat Black at once, with submitted orders and drafts." in page
    assert "carl takes the seat Black." in page
    assert (Notice.objects.count(), OutgoingMail.objects.count(), AuditEntry.objects.count()) == before
    assert running.seats.get(role="black").player == holder


def test_answer_for_a_seat(umi: Client, running: Game) -> None:
    request = asked(running, "red")
    page = umi.get(f"/games/{running.pk}/umpire/").content.decode()
    assert str(request.pk) in page
    act(umi, running, "act", decision=str(request.pk), notation="")
    request.refresh_from_db()
    assert request.ready
    assert noted()[-1] == "acted_for"


def test_rewind_wants_a_reason(umi: Client, running: Game) -> None:
    refused = umi.post(f"/games/{running.pk}/umpire/rewind/", {"stop": "1"}, follow=True).content.decode()
    assert "A reason is needed." in refused
    assert running.branch == 0
    act(umi, running, "rewind", stop="1", reason="A wrong card.")
    assert running.branch == 1
    assert noted()[-1] == "rewind"


def test_a_stop_to_rewind_to_says_where_the_game_stood(umi: Client, running: Game) -> None:
    """As the public was told it: a number and an hour alone say nothing of the game."""
    told = get_headline(running, get_newest_view(running, PUBLIC), "en")
    page = umi.get(f"/games/{running.pk}/umpire/").content.decode()
    stops = re.findall(r'<option value="\d+">([^<]*)</option>', page.split('id="stop"', 1)[1].split("</select>", 1)[0])
    assert stops
    question = read_question(registry.game_title(running), asked(running, "red").question).prompt.en
    assert stops[0].endswith(f" · {told} · Black, Red: {question}")


def test_each_stop_to_rewind_to_names_its_questions(umi: Client, running: Game) -> None:
    """Stops of one turn have the same headline and the same minute."""
    play_out(running, limit=4)
    page = umi.get(f"/games/{running.pk}/umpire/").content.decode()
    stops = re.findall(r'<option value="\d+">([^<]*)</option>', page.split('id="stop"', 1)[1].split("</select>", 1)[0])
    questions = [stop.split(" · ", 3)[-1] for stop in stops]
    assert len(questions) > 3
    assert all(": " in one for one in questions)


def test_the_ledger_says_what_sort_of_letter_in_words(umi: Client, running: Game) -> None:
    page = umi.get(f"/games/{running.pk}/umpire/").content.decode()
    assert "<td>news or question</td>" in page
    assert "<td>stop</td>" not in page


def test_a_letter_goes_out_again(umi: Client, running: Game) -> None:
    mail = OutgoingMail.objects.filter(game=running).first()
    assert mail is not None
    OutgoingMail.objects.update(status="failed")
    act(umi, running, "resend", letter=str(mail.pk))
    mail.refresh_from_db()
    assert mail.status == "queued"
    other = OutgoingMail.objects.create(stop=0, seat_stop=0, kind="account", message_id="<x>", status="failed")
    umi.post(f"/games/{running.pk}/umpire/resend/", {"letter": str(other.pk), "confirmed": "1"})
    other.refresh_from_db()
    assert other.status == "failed", "a letter of no game, or of another, is not the umpire's"


def test_what_became_of_a_letter_is_said_in_words(umi: Client, running: Game) -> None:
    OutgoingMail.objects.filter(game=running).update(status="merged")
    page = umi.get(f"/games/{running.pk}/umpire/").content.decode()
    assert "included in a later e-mail" in page
    assert ">merged<" not in page


def test_call_off(umi: Client, running: Game) -> None:
    act(umi, running, "abandon", reason="No time.")
    assert running.status == "abandoned"
    assert noted()[-1] == "abandon"


def test_the_host_calls_off_and_deletes_what_never_began(as_anna: Client, announced: Game, ben: Player) -> None:
    do_join_game(player=ben, game_id=announced.pk, role="red")
    act(as_anna, announced, "delete")
    assert Game.objects.filter(pk=announced.pk).exists(), "whoever sits there is told first"
    as_anna.post(f"/games/{announced.pk}/umpire/abandon/", {"confirmed": "1"})
    assert OutgoingMail.objects.filter(game=announced, player=ben, kind="notice").exists()
    act(as_anna, announced, "delete")
    assert not Game.objects.filter(pk=announced.pk).exists()
    assert noted()[-1] == "delete"


def test_a_game_that_has_begun_is_not_deleted(umi: Client, running: Game) -> None:
    act(umi, running, "abandon")
    page = umi.post(f"/games/{running.pk}/umpire/delete/", {"confirmed": "1"}, follow=True).content.decode()
    assert "This game has begun." in page
    assert Game.objects.filter(pk=running.pk).exists()


def test_who_plays_or_is_nobody_there_does_not_come_in(
    running: Game, umi: Client, as_anna: Client, as_ben: Client, toy: Any
) -> None:
    Player.objects.filter(username="ben").update(is_staff=True)
    stranger = browser(Player.objects.create_user("carl", "carl@example.org", "pw"))
    for client in (as_anna, as_ben, stranger):
        assert client.get(f"/games/{running.pk}/umpire/").status_code == 403
        assert client.post(f"/games/{running.pk}/umpire/pause/", {"confirmed": "1"}).status_code == 403
    private = do_create_game(
        host=Player.objects.get(username="anna"), title="toy", scenario="standard", visibility="private"
    )
    assert stranger.get(f"/games/{private.pk}/umpire/").status_code == 404
    assert stranger.post(f"/games/{private.pk}/umpire/abandon/", {"confirmed": "1"}).status_code == 404
    running.refresh_from_db()
    assert running.status == "running"


def test_the_host_of_a_game_without_umpire_manages_it_and_sees_no_secrets(
    running: Game, anna: Player, ben: Player
) -> None:
    client = browser(anna)
    place, page = f"/games/{running.pk}/", f"/games/{running.pk}/umpire/"
    assert "Manage the game" in client.get(place).content.decode()
    shown = client.get(page).content.decode()
    assert "Manage the game" in shown
    assert "The umpire&#x27;s page" not in shown
    found = {part.split('"')[0] for part in shown.split('id="act-')[1:]}
    assert found == {"extend", "pause", "replace", "hand_on", "abandon"}
    act(client, running, "pause", reason="Holidays.")
    assert running.status == "paused"
    assert 'id="act-resume"' in client.get(page).content.decode()
    act(client, running, "resume")
    refused = client.post(f"{page}rewind/", {"stop": "1", "reason": "I lost."}, follow=True).content.decode()
    assert "confirmed" not in refused
    running.refresh_from_db()
    assert running.branch == 0
    other = browser(ben)
    assert "Manage the game" not in other.get(place).content.decode()
    assert other.get(page).status_code == 403


@pytest.mark.parametrize("status", ["over", "abandoned"])
def test_when_the_game_has_ended_the_host_is_not_sent_there(running: Game, anna: Player, status: str) -> None:
    Game.objects.filter(pk=running.pk).update(status=status)
    assert "Manage the game" not in browser(anna).get(f"/games/{running.pk}/").content.decode()


def test_the_host_replaces_an_absent_player_and_invites(running: Game, as_anna: Client, ben: Player) -> None:
    place = f"/games/{running.pk}/umpire/"
    assert "There is none now." in as_anna.get(place).content.decode()
    Seat.objects.filter(game=running, role="black").update(misses=3)
    assert 'id="replaced"' in as_anna.get(place).content.decode()
    page = act(as_anna, running, "replace", seat="black", who="nina@example.org", reason="Silence.")
    assert "Done: Replace a player." in page
    assert running.seats.get(role="black").kind == "open"
    assert Invitation.objects.get(game=running).address == "nina@example.org"
    assert "nina@example.org" in as_anna.get(f"/games/{running.pk}/").content.decode()


def test_the_host_hands_on_the_role(running: Game, as_anna: Client, umi: Client, ben: Player) -> None:
    """The host of a game with an umpire has no other act, and finds this one on the game's page."""
    place = f"/games/{running.pk}/"
    assert "Hand on the host" in as_anna.get(place).content.decode()
    act(as_anna, running, "hand_on", player="ben")
    assert running.host == ben
    assert "Hand on the host" not in as_anna.get(place).content.decode()


def asked_before(client: Client, game: Game, name: str, **given: Any) -> str:
    """The confirmation of an act, or what refuses it."""
    address = f"/games/{game.pk}/umpire/{name}/"
    return client.post(address, given, follow=True).content.decode()


def test_a_confirmation_shows_what_follows(umi: Client, running: Game) -> None:
    red = OpenRequest.objects.get(game=running, seat__role="red", closed_at=None)
    text = asked_before(umi, running, "extend", hours="24")
    assert text.count("instead of") >= 1
    text = asked_before(umi, running, "rewind", stop="1", reason="A mistake")
    assert "is undone" in text or "are undone" in text
    assert "There was asked:" in text
    answer = form_default(red)
    text = asked_before(umi, running, "act", decision=str(red.pk), notation=answer)
    assert "confirmed" in text
    red.refresh_from_db()
    assert red.revision == 0, "nothing is done yet"


@pytest.mark.parametrize(
    ("name", "given"),
    [("extend", {"hours": "0"}), ("rewind", {"stop": "1"}), ("rewind", {"stop": "99", "reason": "x"})],
)
def test_what_cannot_be_done_is_refused_before_the_confirmation(
    umi: Client, running: Game, name: str, given: dict[str, str]
) -> None:
    response = umi.post(f"/games/{running.pk}/umpire/{name}/", given)
    assert response.status_code in (302, 404)


def test_a_stranger_is_put_into_a_seat_by_address(umi: Client, running: Game) -> None:
    given = {"seat": "red", "player": "nina@example.org", "reason": "Anna is ill"}
    text = asked_before(umi, running, "substitute", **given)
    assert "nina@example.org is invited to the seat" in text
    act(umi, running, "substitute", **given)
    invitation = Invitation.objects.get(game=running)
    assert (invitation.role, invitation.address) == ("red", "nina@example.org")
    assert running.seats.get(role="red").player is None


def form_default(request: OpenRequest) -> str:
    form = read_question(registry.game_title(request.game), request.question).form
    return str(form.render(form.default()))


def test_the_log_names_what_the_reader_s_seat_was_asked(as_anna: Client, running: Game) -> None:
    text = as_anna.get(f"/games/{running.pk}/").content.decode()
    assert "You were asked:" in text
    public = as_anna.get(f"/games/{running.pk}/" + "?seat=public").content.decode()
    assert "You were asked:" not in public
