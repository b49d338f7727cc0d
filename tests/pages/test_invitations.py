"""Where the link of an invitation leads, and the host's side of it."""

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.errors import Missing
from games.kernel.text import LANGUAGES
from games.models import Game, Invitation, Player, Seat
from games.services.creation import do_create_game
from games.services.invitations import do_accept_invitation, do_invite
from games.services.lifecycle import do_join_game
from tests.pages.test_create import PLAIN
from tests.store.test_invitations import letters

pytestmark = pytest.mark.django_db

NEW = {"name": "nina", "language": "ja", "time_zone": "Asia/Tokyo"}


def path() -> str:
    urls = [one["url"] for one in letters() if one["what"] != "accepted"]
    return urls[-1].removeprefix("http://127.0.0.1:8000")


def test_a_link_scanner_changes_nothing_and_a_click_seats_the_stranger(
    client: Client, announced: Game, anna: Player
) -> None:
    do_invite(by=anna, game_id=announced.pk, role="black", email="nina@example.org")
    for _ in range(3):
        assert Client().get(path()).status_code == 200
        assert Client().head(path()).status_code == 200
    assert Player.objects.count() == 1
    response = client.post(path(), {**NEW, "password": "a fine new one 7"})
    assert response["Location"] == f"/games/{announced.pk}/"
    assert client.session["_auth_user_id"], "the newcomer is signed in"
    nina = Player.objects.get(username="nina")
    assert nina.check_password("a fine new one 7")
    assert (nina.email, nina.language, nina.time_zone) == ("nina@example.org", "ja", "Asia/Tokyo")
    assert Seat.objects.get(game=announced, role="black").player == nina
    for again in (client, Client()):
        assert again.get(path())["Location"] == f"/games/{announced.pk}/", "a used link leads to the game"
    assert Client().get(f"/games/{announced.pk}/")["Location"].startswith("/login/?next=")


@pytest.mark.parametrize(
    "wrong", [{"name": "anna"}, {"time_zone": "Atlantis"}, {"language": "xx"}, {"password": "123"}]
)
def test_what_is_wrong_stands_at_its_field(
    client: Client, announced: Game, anna: Player, wrong: dict[str, str]
) -> None:
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    response = client.post(path(), {**NEW, **wrong})
    assert response.status_code == 422
    field = next(iter(wrong))
    assert re.search(rf'id_{field}".*?class="problem"', response.content.decode(), re.DOTALL)
    assert Player.objects.count() == 1


def test_who_has_an_account_signs_in_first(client: Client, announced: Game, anna: Player, ben: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, role="black", email="BEN@example.org")
    page = client.get(path()).content.decode()
    assert f"/login/?next={path()}" in page
    client.post(path(), NEW)
    assert Seat.objects.get(game=announced, role="black").player is None
    client.force_login(ben)
    client.post(path())
    assert Seat.objects.get(game=announced, role="black").player == ben


def test_the_host_invites_on_the_page_of_the_game(
    as_anna: Client, as_ben: Client, announced: Game, ben: Player
) -> None:
    page = f"/games/{announced.pk}/"
    as_anna.post(f"{page}invite/", {"who": "nina@example.org", "seat": "red"})
    as_anna.post(f"{page}invite/", {"who": "ben", "seat": ""})
    assert [one["address"] for one in letters()] == ["nina@example.org", "ben@example.org"]
    text = as_anna.get(page).content.decode()
    assert "nina@example.org" in text
    first = Invitation.objects.order_by("created_at").first()
    assert first is not None
    as_anna.post(f"{page}invitations/{first.pk}/", {"again": "1"})
    assert len(letters()) == 3
    as_anna.post(f"{page}invitations/{first.pk}/")
    first.refresh_from_db()
    assert first.withdrawn_at is not None
    assert "nina@example.org" not in as_ben.get(page).content.decode(), "whom she asks is the host's business"
    as_ben.post(f"{page}invite/", {"who": "carl@example.org"})
    assert len(letters()) == 3


def test_guests_are_named_when_the_game_is_opened(as_anna: Client, anna: Player, ben: Player) -> None:
    guest = {"seat_black": "invited", "guest_black": "nina@example.org"}
    given = {**PLAIN, "name": "Emden", **guest, "visibility": "private"}
    response = as_anna.post("/games/new/pirates/two_players/", given)
    assert response.status_code == 302, response.content.decode()
    game = Game.objects.get(name="Emden")
    assert game.visibility == "private"
    assert game.seats.get(role="black").by_invitation
    assert [one["address"] for one in letters()] == ["nina@example.org"]
    response = as_anna.post("/games/new/pirates/two_players/", given | {"guest_black": "nobody"})
    assert response.status_code == 422
    assert Game.objects.count() == 1, "nothing is left of a game that could not be opened"


@pytest.mark.parametrize("chosen", ["", "ja"])
def test_the_host_chooses_the_language_of_invitations_and_adds_a_line(
    as_anna: Client, anna: Player, chosen: str
) -> None:
    guest = {"seat_black": "invited", "guest_black": "nina@example.org", "invitation_language": chosen}
    given = {**PLAIN, **guest, "personal_line": "Friday again?"}
    assert as_anna.post("/games/new/pirates/two_players/", given).status_code == 302
    row = Invitation.objects.get()
    assert (row.language, row.personal_line) == (chosen, "Friday again?")


def test_the_page_of_the_game_offers_languages_and_a_personal_line(as_anna: Client, announced: Game) -> None:
    page = f"/games/{announced.pk}/"
    text = as_anna.get(page).content.decode()
    assert re.findall(r'<option value="(\w*)">', text.split('name="language"')[1].split("</select>")[0]) == [
        "",
        *LANGUAGES,
    ]
    given = {"who": "nina@example.org", "seat": "red", "language": "ja", "personal_line": "金曜日に！"}
    as_anna.post(f"{page}invite/", given)
    row = Invitation.objects.get()
    assert (row.language, row.personal_line) == ("ja", "金曜日に！")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"language": "xx"}, "There is no such language."),
        ({"personal_line": "one\r\nBcc: eve@example.org"}, "cannot be written: U+000D"),
        ({"personal_line": "x" * 301}, "At most 300 characters"),
    ],
)
def test_a_wrong_language_or_line_is_refused_on_the_page_of_the_game(
    as_anna: Client, announced: Game, wrong: dict[str, str], words: str
) -> None:
    page = f"/games/{announced.pk}/"
    given = {"who": "nina@example.org", "seat": "red"} | wrong
    assert words in as_anna.post(f"{page}invite/", given, follow=True).content.decode()
    assert not Invitation.objects.exists()


def test_the_page_of_an_invitation_shows_the_personal_line_as_text(
    client: Client, announced: Game, anna: Player
) -> None:
    evil = "<script>alert(1)</script> see https://evil.example/"
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org", personal_line=evil)
    page = client.get(path()).content.decode()
    assert (
        "<dt><bdi>anna</bdi> writes</dt><dd>“<bdi>&lt;script&gt;alert(1)&lt;/script&gt; see https://evil.example/</bdi>”</dd>"
        in page
    )


def test_an_observer_comes_by_a_link(as_anna: Client, as_ben: Client, announced: Game) -> None:
    Game.objects.update(visibility="private")
    page = f"/games/{announced.pk}/"
    assert as_ben.get(page).status_code == 404
    said = as_anna.post(f"{page}observers/", follow=True).content.decode()
    link = re.search(r"/observe/[\w-]+/", said)
    assert link is not None
    assert as_ben.get(link[0]).status_code == 200
    assert as_ben.get(page).status_code == 404, "looking changes nothing"
    as_ben.post(link[0])
    assert as_ben.get(page).status_code == 200
    assert link[0] not in as_anna.get(page).content.decode()


def test_a_new_player_of_the_operator_comes_in_by_a_letter(client: Client, capsys: Any) -> None:
    call_command("create_player", "nina", "nina@example.org", "--language", "ja")
    assert letters()[-1]["what"] == "welcome"
    assert client.get(path()).status_code == 200
    client.post(path(), {"language": "en", "time_zone": "Asia/Tokyo", "password": "a fine new one 7"})
    nina = Player.objects.get(username="nina")
    assert client.session["_auth_user_id"] == str(nina.pk)
    assert nina.check_password("a fine new one 7")
    assert (nina.language, nina.time_zone) == ("en", "Asia/Tokyo")
    assert Client().get(path()).status_code == 404
    call_command("create_player", "nora", "nora@example.org", "--link")
    assert "/invitations/" in capsys.readouterr().out
    assert len(letters()) == 1, "what is printed is not mailed"


@pytest.mark.parametrize(
    ("language", "heading", "kept"),
    [("en", "You are invited", "reserved for you"), ("ja", "招待されているゲーム", "あなたの予約席")],
)
def test_who_is_invited_finds_it_on_the_desk_and_nobody_else_is_offered_the_seat(
    as_anna: Client, as_ben: Client, as_staff: Client, ben: Player, language: str, heading: str, kept: str
) -> None:
    """The letter may be lost; and a button that is only refused says nothing."""
    as_anna.post("/games/new/pirates/two_players/", {**PLAIN, "seat_black": "invited", "guest_black": "ben"})
    page = f"/games/{Game.objects.get().pk}/"
    Player.objects.filter(pk=ben.pk).update(language=language)
    desk, own = as_ben.get("/").content.decode(), as_ben.get(page).content.decode()
    assert heading in desk
    assert kept in desk
    assert f'href="{page}"' in desk
    assert kept in own
    assert f'action="{page}join/"' in own
    if language == "en":
        assert "These seats have no player yet: Black." in own, "what the game waits for"
        assert "Start the game" not in own
    for client in (as_anna, as_staff):
        other = client.get(page).content.decode()
        assert f'action="{page}join/"' not in other
        assert "reserved for you" not in other
        assert "You are invited" not in client.get("/").content.decode()
    assert "not answered yet" in as_anna.get(page).content.decode()
    as_ben.post(f"{page}join/", {"seat": "black"})
    assert heading not in as_ben.get("/").content.decode()
    assert "not answered yet" not in as_anna.get(page).content.decode(), "who sits down has answered"


@pytest.mark.parametrize(("seat", "settled"), [("black", True), ("", False)])
def test_a_letter_to_an_address_is_settled_by_the_seat_that_was_kept_for_it_alone(
    announced: Game, anna: Player, ben: Player, seat: str, settled: bool
) -> None:
    """Whose address it is, the host does not learn by it."""
    Seat.objects.filter(game=announced, role=seat).update(reserved_for=ben.email)
    do_invite(by=anna, game_id=announced.pk, role=seat, email=ben.email)
    do_join_game(player=ben, game_id=announced.pk, role="black")
    assert (Invitation.objects.get().accepted_at is not None) is settled


def test_an_invitation_into_a_private_game_is_told_by_its_letter_alone(as_anna: Client, as_ben: Client) -> None:
    """Who has not come in yet cannot see that game; a link to nothing would be no help."""
    guest = {"seat_black": "invited", "guest_black": "ben", "visibility": "private"}
    as_anna.post("/games/new/pirates/two_players/", {**PLAIN, **guest})
    assert "You are invited" not in as_ben.get("/").content.decode()


@pytest.mark.parametrize(
    ("typed", "login"),
    [("Anna Berg", "Anna.Berg"), (" O'Neill,  Tim ", "ONeill.Tim"), ("山田 太郎", "山田.太郎"), ("nina", "nina")],
)
def test_any_name_is_taken_and_the_login_name_is_shown(
    client: Client, announced: Game, anna: Player, typed: str, login: str
) -> None:
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    page = client.post(path(), {**NEW, "language": "en", "name": typed}, follow=True).content.decode()
    assert f"Your login name is “{login}”." in page
    assert Player.objects.filter(username=login, email="nina@example.org").exists()


def test_a_login_name_made_from_a_name_is_never_taken(client: Client, announced: Game, anna: Player) -> None:
    Player.objects.create_user("ANNA.BERG", "other@example.org", "pw")
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    client.post(path(), {**NEW, "name": "Anna Berg"})
    assert Player.objects.get(email="nina@example.org").username == "Anna.Berg2"


@pytest.mark.parametrize("name", ["!?", "nina@example.org", "ni\u202ena"])
def test_a_name_without_a_login_name_is_refused_at_its_field(
    client: Client, announced: Game, anna: Player, name: str
) -> None:
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    response = client.post(path(), {**NEW, "name": name})
    assert response.status_code == 422
    assert re.search(r'id_name".*?class="problem"', response.content.decode(), re.DOTALL)


def test_the_rules_of_passwords_and_a_time_zone_are_there_before(client: Client, announced: Game, anna: Player) -> None:
    """Without JavaScript the zone is the inviter's; a browser that has it puts in its own."""
    Player.objects.filter(pk=anna.pk).update(time_zone="Europe/Paris")
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    page = client.get(path()).content.decode()
    rules = page.split('id="password-rules"')[1].split("</ul>")[0]
    assert rules.count("<li>") == 3
    assert '<option value="Europe/Paris" selected>' in page
    assert 'data-browser-zone="1"' in page
    refused = client.post(path(), {**NEW, "password": "123"}).content.decode()
    assert "data-browser-zone" not in refused, "what the person has chosen stays"
    assert '<option value="Asia/Tokyo" selected>' in refused


def test_the_same_player_may_accept_again(client: Client, announced: Game, anna: Player, ben: Player) -> None:
    row = do_invite(by=anna, game_id=announced.pk, player="ben")
    token = path().rstrip("/").rpartition("/")[2]
    seat = do_accept_invitation(player=ben, token=token)
    assert do_accept_invitation(player=ben, token=token) == seat
    with pytest.raises(Missing):
        do_accept_invitation(player=anna, token=token)
    assert Invitation.objects.get(pk=row.pk).player == ben


def test_an_invited_stranger_reads_what_the_game_is_about(client: Client, anna: Player) -> None:
    game = do_create_game(host=anna, title="goeben", scenario="captains", name="Messina")
    do_invite(by=anna, game_id=game.pk, email="nina@example.org", role="breslau")
    page = client.get(path()).content.decode()
    assert "goeben.png" in page
    assert "alone in a hostile Mediterranean" in page
