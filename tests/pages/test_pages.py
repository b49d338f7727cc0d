"""The desk, the games, the settings, and what all pages have in common."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, OpenRequest, Player, Seat
from games.services.bots import advance_slice
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from tests.table import answer, play_out

pytestmark = pytest.mark.django_db

PAGES = ("home", "games", "settings")


@pytest.mark.parametrize("name", ["games", "settings"])
def test_strangers_are_sent_to_the_door(client: Client, name: str) -> None:
    response = client.get(reverse(name))
    assert response.status_code == 302
    assert response["Location"].startswith("/login/?next=")


def test_a_player_logs_in_whatever_the_case_of_the_name_and_out_by_post_alone(client: Client, anna: Player) -> None:
    response = client.post("/login/", {"username": "Anna", "password": "pw", "next": "/games/"})
    assert response["Location"] == "/games/"
    assert client.get("/logout/").status_code == 405
    assert client.post("/logout/").status_code == 302
    assert client.get("/games/").status_code == 302


def test_a_wrong_password_is_told_and_nothing_more(client: Client, anna: Player) -> None:
    here = client.post("/login/", {"username": "anna", "password": "no"}).content
    there = client.post("/login/", {"username": "nobody", "password": "no"}).content
    assert b'class="problem"' in here
    assert here.replace(b"anna", b"").count(b"problem") == there.count(b"problem")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_forbids_inline_scripts_and_has_none(as_anna: Client, running: Game, name: str) -> None:
    response = as_anna.get(reverse(name))
    policy = response["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    text = response.content.decode()
    assert "<script>" not in text
    assert " style=" not in text
    assert " onclick" not in text


def test_the_desk_shows_what_waits_and_my_games(as_anna: Client, running: Game) -> None:
    text = as_anna.get("/").content.decode()
    request = OpenRequest.objects.get(game=running, seat__role="red", closed_at=None)
    assert reverse("decision", args=[request.pk]) in text
    assert "Bid a card." in text
    assert reverse("game", args=[running.pk]) in text


def test_all_games_page_behind_page_and_each_on_one(
    as_anna: Client, anna: Player, running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.web.pages.views.home.GAMES_ON_A_PAGE", 2)
    for name in ("b", "c", "d"):
        do_create_game(host=anna, title="toy", scenario="standard", name=name)
    place, seen = "/games/", list[str]()
    while place:
        page = as_anna.get(place)
        seen += [line.state.name for line in page.context["games"]]
        further = re.search(r'rel="next" href="([^"]+)"', page.content.decode())
        place = f"/games/{further[1]}" if further else ""
    assert seen == ["d", "c", "b", "North Sea 12"]
    assert len(as_anna.get("/games/?behind=x").context["games"]) == 2


def test_the_desk_of_another_shows_neither(client: Client, staff: Player, running: Game) -> None:
    client.force_login(staff)
    text = client.get("/").content.decode()
    assert "/decisions/" not in text
    assert running.name not in text


def test_pages_speak_the_players_language(as_ben: Client, running: Game) -> None:
    response = as_ben.get("/")
    text = response.content.decode()
    assert 'lang="ja"' in text
    assert "カードを1枚出してください。" in text
    assert response["Content-Language"] == "ja"


def test_the_desk_names_the_time_zone_and_leads_to_its_setting(as_anna: Client, anna: Player) -> None:
    """An account that an operator has made begins with UTC."""
    for zone in ("UTC", "Asia/Tokyo"):
        Player.objects.filter(pk=anna.pk).update(time_zone=zone)
        text = as_anna.get("/").content.decode()
        assert f'Times are in the time zone {zone}. <a href="{reverse("settings")}">Change the time zone</a>' in text


def test_deadlines_are_told_on_the_players_clock(as_anna: Client, anna: Player, running: Game) -> None:
    anna.time_zone = "Asia/Tokyo"
    anna.save()
    request = OpenRequest.objects.get(game=running, seat__role="red", closed_at=None)
    assert request.due_at is not None
    assert "Asia/Tokyo" in as_anna.get("/").content.decode()


def test_a_game_shows_its_picture_with_words_and_its_events(as_anna: Client, running: Game) -> None:
    text = as_anna.get(reverse("game", args=[running.pk])).content.decode()
    assert f"{reverse('board', args=[running.pk])}?seat=red&amp;stop=1" in text
    assert "alt=" in text
    assert "red is dealt 5 cards c" in text, "my own cards"
    assert "black is dealt 5 cards" in text
    assert "black is dealt 5 cards c" not in text, "not the cards of others"


def test_the_picture_is_an_image_that_can_do_nothing(as_anna: Client, running: Game) -> None:
    url = reverse("board", args=[running.pk])
    response = as_anna.get(url)
    assert response["Content-Type"].startswith("image/svg+xml")
    assert "sandbox" in response["Content-Security-Policy"]
    assert as_anna.get(url, headers={"If-None-Match": response["ETag"]}).status_code == 304


def test_another_seats_view_is_refused(as_anna: Client, running: Game) -> None:
    for name in ("game", "board"):
        assert as_anna.get(reverse(name, args=[running.pk]), {"seat": "black"}).status_code == 403
        assert as_anna.get(reverse(name, args=[running.pk]), {"seat": "umpire"}).status_code == 403
        assert as_anna.get(reverse(name, args=[running.pk]), {"seat": "green"}).status_code == 404


def test_spectators_see_the_public_view(as_staff: Client, running: Game) -> None:
    text = as_staff.get(reverse("game", args=[running.pk])).content.decode()
    assert "seat=public" in text
    assert "is dealt 5 cards c" not in text


def test_one_can_look_back(as_anna: Client, running: Game) -> None:
    play_out(running)
    text = as_anna.get(reverse("game", args=[running.pk]), {"stop": "1"}).content.decode()
    assert "stop=2" in text
    assert "wins the trick" not in text, "that came later"


def test_when_the_game_is_over_all_is_open(as_anna: Client, running: Game) -> None:
    play_out(running)
    text = as_anna.get(reverse("game", args=[running.pk]), {"seat": "black"}).content.decode()
    assert "black is dealt 5 cards c" in text
    assert 'class="standings"' in text


def test_an_unknown_game_or_decision_is_not_found(as_anna: Client, running: Game) -> None:
    nothing = "00000000-0000-4000-8000-000000000000"
    for path in (f"/games/{nothing}/", f"/decisions/{nothing}/", "/games/x/"):
        assert as_anna.get(path).status_code == 404


def test_joining_leaving_and_starting_want_a_post(as_anna: Client, as_ben: Client, announced: Game) -> None:
    paths = {name: reverse(name, args=[announced.pk]) for name in ("join", "leave", "start")}
    for path in paths.values():
        assert as_anna.get(path).status_code == 405
    as_anna.post(paths["join"], {"seat": "red"})
    as_ben.post(paths["join"], {"seat": "black"})
    assert [seat.player and seat.player.username for seat in Seat.objects.filter(game=announced)] == ["anna", "ben"]
    as_ben.post(paths["leave"], {"seat": "black"})
    as_ben.post(paths["join"], {})
    as_anna.post(paths["start"])
    announced.refresh_from_db()
    assert announced.status == Game.Status.RUNNING


def test_a_refused_seat_is_told_on_the_games_page(as_anna: Client, as_ben: Client, announced: Game) -> None:
    path = reverse("join", args=[announced.pk])
    as_anna.post(path, {"seat": "red"})
    response = as_ben.post(path, {"seat": "red"}, follow=True)
    assert 'class="flash error"' in response.content.decode()


def test_settings_are_kept(as_anna: Client, anna: Player) -> None:
    given = {"language": "ja", "time_zone": "Asia/Tokyo", "mail_stops": "on"}
    assert as_anna.post("/profile/", given).status_code == 302
    anna.refresh_from_db()
    assert (anna.language, anna.time_zone) == ("ja", "Asia/Tokyo")
    kept = {"stops": True, "pictures": False, "reminders": False, "messages": False, "watch": False, "calendar": False}
    assert anna.mail_preferences == kept


def test_settings_that_do_not_exist_are_refused(as_anna: Client, anna: Player) -> None:
    response = as_anna.post("/profile/", {"language": "fr", "time_zone": "Mars/Olympus"})
    assert response.status_code == 422
    anna.refresh_from_db()
    assert (anna.language, anna.time_zone) == ("en", "UTC")


def test_what_is_no_page_shows_nothing_as_one(as_anna: Client) -> None:
    assert as_anna.get("/api/nothing")["Content-Security-Policy"].startswith("default-src 'none';")


def test_nobody_is_shown_as_awaited_who_is_not(as_anna: Client, running: Game) -> None:
    answer(running, "red")
    text = as_anna.get(reverse("game", args=[running.pk])).content.decode()
    assert text.count("is being asked") == 2, "who has answered is not told"


def test_a_game_for_one_is_played_on_the_pages(as_anna: Client, anna: Player) -> None:
    game = do_create_game(host=anna, title="pirates", scenario="solitaire", name="Alone", options={"removed": 70})
    as_anna.post(reverse("join", args=[game.pk]), {"seat": "red"})
    as_anna.post(reverse("start", args=[game.pk]))
    while do_resolve(game.pk).more:
        pass
    text = as_anna.get(reverse("game", args=[game.pk])).content.decode()
    assert "Phantom is dealt" in text
    decision = OpenRequest.objects.get(game=game, closed_at=None)
    assert as_anna.get(reverse("decision", args=[decision.pk])).status_code == 200
    exactly = {"en": "6½ victory points; a lead wins", "ja": "6½勝利ポイント"}
    first = {"seat": "phantom", "place": 1, "points": 6, "detail": exactly}
    standings = [{"seat": "red", "place": 2, "points": 3}, first]
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, standings=standings)
    text = as_anna.get(reverse("game", args=[game.pk])).content.decode()
    assert text.index("<b>Phantom</b>") < text.index("<b>Red</b>")
    assert "<span>6½ victory points; a lead wins</span>" in text, "the points are written once"
    assert "<span>3 points</span>" in text
    assert "6 points" not in text


def test_who_is_in_no_game_is_led_to_those_of_others_and_to_one_of_their_own(as_anna: Client) -> None:
    text = as_anna.get(reverse("home")).content.decode()
    assert all(f'href="{reverse(name)}"' in text.split("<main", 1)[1] for name in ("games", "scenarios"))


def test_the_scenario_is_named_once(as_anna: Client, anna: Player) -> None:
    seats = [SeatAssignment(role="british", player="anna"), SeatAssignment(role="german", bot="captain")]
    game = do_create_game(host=anna, title="battleships", scenario="denmark_strait", name="Strait", seats=seats)
    assert _lede(as_anna, game) == "Battleships · Denmark Strait"
    do_join_game(player=anna, game_id=game.pk, role="british")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    assert _lede(as_anna, game).startswith("Battleships · <b>Denmark Strait, turn 1 of 15")


def _lede(client: Client, game: Game) -> str:
    return client.get(reverse("game", args=[game.pk])).content.decode().split('class="lede">', 1)[1].split("</p>")[0]


def test_hours_of_mail_are_chosen_in_four_fields(as_anna: Client, anna: Player) -> None:
    given = {"language": "en", "time_zone": "UTC", "digest": "daily", "at": "07:00", "quiet_from": "22:00"}
    page = as_anna.post("/profile/", given).content.decode()
    assert "Quiet hours have a beginning and an end." in page
    anna.refresh_from_db()
    assert anna.mail_hours == {}
    assert as_anna.post("/profile/", {**given, "quiet_until": "06:30"}).status_code == 302
    anna.refresh_from_db()
    assert anna.mail_hours == {"digest": "daily", "at": "07:00", "quiet_from": "22:00", "quiet_until": "06:30"}
    shown = as_anna.get("/profile/").content.decode()
    assert 'value="06:30"' in shown
    assert '<option value="daily" selected>' in shown
    assert as_anna.post("/profile/", {**given, "digest": "", "quiet_from": ""}).status_code == 302
    anna.refresh_from_db()
    assert anna.mail_hours == {}, "the time of the day means nothing without a digest"


@pytest.mark.parametrize(
    "given", [{"digest": "weekly"}, {"digest": "daily", "at": ""}, {"digest": "daily", "at": "25:00"}]
)
def test_hours_that_are_none_are_refused_beside_their_field(
    as_anna: Client, anna: Player, given: dict[str, str]
) -> None:
    response = as_anna.post("/profile/", {"language": "en", "time_zone": "UTC", **given})
    assert response.status_code in (200, 422)
    assert 'class="problem"' in response.content.decode()
    anna.refresh_from_db()
    assert anna.mail_hours == {}


def test_questions_with_a_deadline_come_before_those_without(as_anna: Client, running: Game, anna: Player) -> None:
    OpenRequest.objects.update(due_at=None)
    other = do_create_game(host=anna, title="pirates", scenario="solitaire", name="Alone", deadline_hours=24)
    do_join_game(player=anna, game_id=other.pk)
    do_start_game(player=anna, game_id=other.pk)
    advance_slice(other.pk)
    desk = as_anna.get("/").content.decode().split('id="mine"')[0]
    assert desk.index("Alone") < desk.index(running.name)


def test_a_time_zone_is_a_city_and_another_one_that_a_player_has_is_kept(as_anna: Client, anna: Player) -> None:
    """The database also has names such as "Factory" and "localtime", which mean nothing to a newcomer."""
    page = as_anna.get("/profile/").content.decode()
    assert '<option value="Asia/Tokyo"' in page
    assert '<option value="UTC"' in page
    assert not re.search(r'<option value="(Factory|localtime|Etc/GMT-5|EST5EDT)"', page)
    Player.objects.filter(pk=anna.pk).update(time_zone="Japan")
    assert '<option value="Japan" selected' in as_anna.get("/profile/").content.decode()
    as_anna.post("/profile/", {"language": "en", "time_zone": "Japan"})
    anna.refresh_from_db()
    assert anna.time_zone == "Japan"
