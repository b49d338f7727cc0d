"""Opening a game on the page: every option can be set there, and what does not fit is told beside its field."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape, strip_tags

from games import registry
from games.models import Game, Invitation, Player, Seat
from games.services.lifecycle import do_join_game
from games.titles.pirates.components.options import Options
from tests.pages.conftest import browser

pytestmark = pytest.mark.django_db

PLAIN = {
    "name": "Cocos Island",
    "deadline_hours": "48",
    "seat_red": "me",
    "seat_black": "bot:captain",
    "option_removed": "",
    "option_first_player": "dice",
    "option_tempo": "interactive",
    "option_phantom_targets": "random",
    "option_tournament": "off",
    "option_tournament_merchants": "random",
}


def place(scenario: str = "two_players") -> str:
    return reverse("create", args=["pirates", scenario])


@pytest.mark.parametrize("is_on", [True, False])
def test_who_chooses_who_finds_the_game_reads_that_visitors_may_watch_it(
    as_anna: Client, settings: Any, is_on: bool
) -> None:
    settings.PBEM_VISITORS_WATCH = is_on
    assert ("visitors without an account may watch it" in as_anna.get(place()).content.decode()) is is_on


@pytest.mark.parametrize("name", ["scenarios", "create"])
def test_only_players_open_games(client: Client, name: str) -> None:
    target = reverse("scenarios") if name == "scenarios" else place()
    assert client.get(target)["Location"].startswith("/login/?next=")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_scenario_is_offered_and_each_option_that_counts_there_shown_by_name(
    as_anna: Client, anna: Player, language: str
) -> None:
    Player.objects.filter(pk=anna.pk).update(language=language)
    title = registry.current_title("pirates")
    offered = as_anna.get(reverse("scenarios")).content.decode()
    for scenario in title.scenarios.values():
        assert place(scenario.key) in offered
        assert scenario.name.get(language) in offered
        text = as_anna.get(place(scenario.key)).content.decode()
        idle = title.options.fixed(scenario.key)
        shown = {name for name in Options.__struct_fields__ if f'name="option_{name}"' in text}
        assert shown == set(Options.__struct_fields__) - idle
        named = {key: one for key, one in title.options.names.items() if key.split("/")[0] not in idle}
        assert all(name.get(language).replace("'", "&#x27;") in text for name in named.values())
        assert all(escape(note.get(language)) in text for key, note in title.options.notes.items() if key not in idle)


@pytest.mark.parametrize(
    ("scenario", "idle"),
    [
        ("two_players", {"phantom_targets", "without_breakout"}),
        ("four_players", {"phantom_targets"}),
        ("solitaire", {"without_breakout"}),
    ],
)
def test_an_option_that_cannot_count_in_the_scenario_is_not_asked(
    as_anna: Client, scenario: str, idle: set[str]
) -> None:
    text = as_anna.get(place(scenario)).content.decode()
    assert {name for name in Options.__struct_fields__ if f'name="option_{name}"' not in text} == idle


FOLD = re.compile(r"<details.*?</details>", re.DOTALL)
CONTROL = re.compile(r'<(?:input|select)[^>]* name="(?!csrf)([a-z_0-9]+)"')


SCENARIOS = [
    (title, scenario) for title in registry.title_keys() for scenario in registry.current_title(title).scenarios
]
MOST_FIELDS = 8


def fields(page: str) -> tuple[list[str], list[str]]:
    """The fields of the form that are in view, and those that are folded."""
    form = page.split('<form method="post">', 1)[1]
    assert "<details open" not in form
    in_view, folded = CONTROL.findall(FOLD.sub("", form)), CONTROL.findall("".join(FOLD.findall(form)))
    return list(dict.fromkeys(in_view)), list(dict.fromkeys(folded))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_at_most_eight_fields_are_in_view_and_the_others_folded(as_anna: Client, anna: Player, language: str) -> None:
    Player.objects.filter(pk=anna.pk).update(language=language)
    in_view, folded = fields(as_anna.get(place("four_players")).content.decode())
    assert in_view == ["name", "my_seat", "guests", "others", "deadline_hours", "option_tempo", "visibility"]
    assert {"due_times", "awaited", "absent_after", "nonce", "several_seats"} <= set(folded)
    assert {f"{kind}_{role}" for kind in ("seat", "guest") for role in ("red", "black", "white", "blue")} <= set(folded)
    assert {"invitation_language", "personal_line"} <= set(folded)


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_no_scenario_shows_more_than_eight_fields(as_anna: Client, title: str, scenario: str) -> None:
    for preset in ("", "?preset=relaxed", "?preset=evening", "?preset=solo"):
        in_view, _ = fields(as_anna.get(reverse("create", args=[title, scenario]) + preset).content.decode())
        assert 3 <= len(in_view) <= MOST_FIELDS


CLUB = {name: value for name, value in PLAIN.items() if not name.startswith("seat_")} | {
    "my_seat": "black",
    "guests": "ben, nina@example.org",
    "others": "open",
}


def occupants() -> dict[str, str]:
    rows = Seat.objects.filter(game=Game.objects.get()).select_related("player")
    return {one.role: one.player.username if one.player else one.bot or one.reserved_for for one in rows}


def test_a_club_of_three_is_asked_in_on_one_page(as_anna: Client, ben: Player) -> None:
    assert as_anna.post(place("three_players"), CLUB).status_code == 302
    assert occupants() == {"red": "ben@example.org", "black": "anna", "white": "nina@example.org"}
    assert {row.address for row in Invitation.objects.all()} == {"ben@example.org", "nina@example.org"}


@pytest.mark.parametrize("guests", ["ben nina@example.org", "ben、nina@example.org", "ben;nina@example.org,"])
def test_guests_are_separated_as_people_write(as_anna: Client, ben: Player, guests: str) -> None:
    assert as_anna.post(place("three_players"), CLUB | {"guests": guests}).status_code == 302
    assert occupants() == {"red": "ben@example.org", "black": "anna", "white": "nina@example.org"}


def test_a_seat_by_itself_counts_more_than_all_together(as_anna: Client, ben: Player) -> None:
    given = CLUB | {
        "guests": "ben",
        "others": "bot:captain",
        "seat_red": "open",
        "my_seat": "black",
        "seat_white": "me",
    }
    assert as_anna.post(place("four_players"), given).status_code == 302
    assert occupants() == {"red": "", "black": "ben@example.org", "white": "anna", "blue": "captain"}


def test_the_others_may_be_bots(as_anna: Client) -> None:
    assert as_anna.post(place("four_players"), CLUB | {"guests": "", "others": "bot:captain"}).status_code == 302
    assert occupants() == {"red": "captain", "black": "anna", "white": "captain", "blue": "captain"}


@pytest.mark.parametrize(
    ("guests", "words"),
    [("a@example.org b@example.org c@example.org", "more guests than seats"), ("nobody", "No such player.")],
)
def test_a_guest_without_a_seat_or_an_account_is_told_beside_the_field(
    as_anna: Client, guests: str, words: str
) -> None:
    response = as_anna.post(place("three_players"), CLUB | {"guests": guests})
    assert response.status_code == 422
    (told,) = response.context["form"].errors["guests"]
    assert words in told
    assert not Game.objects.exists()


def test_bots_are_chosen_by_level_with_a_sentence_about_each(as_anna: Client) -> None:
    """Also for single seats, and as stand-in for absent players."""
    form = as_anna.get(place()).context["form"]
    cadet = "Bot “Cadet”: Misjudges ranges and odds and overlooks chances, as beginners do."
    for name, key in (("others", "bot:cadet"), ("seat_black", "bot:cadet"), ("stand_in", "cadet")):
        assert dict(form.fields[name].choices)[key] == cadet


@pytest.mark.parametrize(
    ("preset", "wanted"),
    [
        ("relaxed", {"deadline_hours": 72, "remind": True, "grace_minutes": 60, "others": "open"}),
        ("evening", {"deadline_hours": 1, "remind": None, "grace_minutes": None, "visibility": "private"}),
        ("solo", {"deadline_hours": None, "others": "bot:captain", "my_seat": "red", "visibility": "private"}),
    ],
)
def test_a_preset_fills_the_form(as_anna: Client, preset: str, wanted: dict[str, Any]) -> None:
    response = as_anna.get(place() + f"?preset={preset}")
    form = response.context["form"]
    assert {name: form[name].value() for name in wanted} == wanted
    assert f'value="{preset}" formnovalidate aria-pressed="true"' in response.content.decode()


def test_a_preset_leaves_what_was_entered(as_anna: Client) -> None:
    entered = {"name": "Club", "guests": "ben", "weekdays": ["0", "2"], "deadline_hours": "5", "fill": "relaxed"}
    response = as_anna.post(place(), entered)
    form = response.context["form"]
    assert response.status_code == 200
    assert not Game.objects.exists()
    assert (form["name"].value(), form["guests"].value(), form["weekdays"].value()) == ("Club", "ben", ["0", "2"])
    assert form["deadline_hours"].value() == 72


@pytest.mark.parametrize(
    ("given", "tempo"),
    [
        ({"option_tempo": ""}, {"tempo": "sealed"}),
        ({"option_tempo": "", "deadline_hours": ""}, {}),
        ({"option_tempo": "interactive"}, {}),
        ({"option_tempo": "sealed", "deadline_hours": ""}, {"tempo": "sealed"}),
    ],
)
def test_the_tempo_follows_the_deadlines_unless_it_is_chosen(
    as_anna: Client, given: dict[str, str], tempo: dict[str, str]
) -> None:
    assert as_anna.post(place(), PLAIN | given).status_code == 302
    assert Game.objects.get().options == tempo


@pytest.mark.parametrize(
    ("title", "scenario", "words"),
    [
        ("pirates", "two_players", "plan and reactions given at once – about one e-mail each turn"),
        ("battleships", "calabria", "with fire plans – about 1.2 e-mails each turn"),
        ("pq17", "pq12", "with standing instructions – about 1.2 e-mails each turn"),
        ("goeben", "captains", "about 1.6 e-mails each day"),
    ],
)
def test_each_title_says_how_many_letters_a_turn_means(as_anna: Client, title: str, scenario: str, words: str) -> None:
    assert words in as_anna.get(reverse("create", args=[title, scenario])).content.decode()


@pytest.mark.parametrize(("preset", "tempo"), [("relaxed", "sealed"), ("evening", "interactive"), ("", "")])
def test_by_e_mail_plan_and_reactions_come_at_once(as_anna: Client, preset: str, tempo: str) -> None:
    form = as_anna.get(place() + f"?preset={preset}").context["form"]
    assert (form["option_tempo"].value() or "") == tempo


def test_an_unknown_preset_changes_nothing(as_anna: Client) -> None:
    response = as_anna.get(place() + "?preset=constructor")
    assert response.status_code == 200
    assert 'aria-pressed="true"' not in response.content.decode()


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_a_game_alone_is_opened_and_begun_by_one_button(as_anna: Client, title: str, scenario: str) -> None:
    target = reverse("create", args=[title, scenario])
    assert f'formaction="{target}"' in as_anna.get(reverse("scenarios")).content.decode()
    response = as_anna.post(target, {"preset": "solo"})
    game = Game.objects.get()
    assert response["Location"] == reverse("game", args=[game.pk])
    assert (game.status, game.visibility) == ("running", "private")
    first, *others = game.seats.order_by("position")
    assert first.player is not None
    assert all(seat.bot for seat in others)


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"start": "1"}, "running"),
        ({}, "open"),
        ({"start": "1", "seat_black": "open"}, "open"),
        ({"start": "1", "nonce_commitment": "ab" * 32}, "open"),
    ],
)
def test_a_full_game_begins_at_once_if_its_host_wants_it(as_anna: Client, given: dict[str, str], status: str) -> None:
    """A host whose word for the dice is still hidden starts the game later."""
    assert as_anna.post(place(), PLAIN | given).status_code == 302
    assert Game.objects.get().status == status


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"option_removed": "x"}, "option_removed"),
        ({"due_times": "7"}, "due_times"),
        ({"absent_after": "0"}, "absent_after"),
    ],
)
def test_a_fold_with_a_problem_is_open(as_anna: Client, wrong: dict[str, str], name: str) -> None:
    page = as_anna.post(place(), PLAIN | {"deadline_hours": ""} | wrong).content.decode()
    (fold,) = re.findall(r"<details open.*?</details>", page, re.DOTALL)
    assert f'name="{name}"' in fold


@pytest.mark.parametrize(
    ("scenario", "chosen", "visibility"),
    [("solitaire", {}, "private"), ("solitaire", {"visibility": "public"}, "public"), ("two_players", {}, "public")],
)
def test_a_game_for_one_player_is_private_by_default(
    as_anna: Client, scenario: str, chosen: dict[str, str], visibility: str
) -> None:
    default = "private" if scenario == "solitaire" else "public"
    assert f'<option value="{default}" selected>' in as_anna.get(place(scenario)).content.decode()
    assert as_anna.post(place(scenario), PLAIN | chosen).status_code == 302
    assert Game.objects.get().visibility == visibility


def test_unknown_scenarios_are_not_found(as_anna: Client) -> None:
    assert as_anna.get(reverse("create", args=["pirates", "none"])).status_code == 404
    assert as_anna.get(reverse("create", args=["chess", "two_players"])).status_code == 404


def test_a_game_is_opened_as_it_was_filled_in(as_anna: Client, anna: Player) -> None:
    wish = PLAIN | {"option_tournament": "chosen", "option_after_1914": "on", "option_removed": "40"}
    response = as_anna.post(place(), wish)
    game = Game.objects.get()
    assert response["Location"] == reverse("game", args=[game.pk])
    assert (game.name, game.deadline_hours, game.host) == ("Cocos Island", 48, anna)
    assert game.options == {"tournament": "chosen", "after_1914": True, "removed": 40}
    seats = {seat.role: (seat.kind, seat.bot) for seat in Seat.objects.filter(game=game)}
    assert seats == {"red": ("player", ""), "black": ("bot", "captain")}
    text = strip_tags(as_anna.get(reverse("game", args=[game.pk])).content.decode())
    for words in ("After 1914 (6.5)", "the cruisers (6.4.1): chosen", "(2.1.4): 40"):
        assert words in text


def test_every_option_can_be_set(as_anna: Client) -> None:
    ticks = {f"option_{name}": "on" for name in Options.__struct_fields__ if isinstance(getattr(Options(), name), bool)}
    values = {"option_tournament": "off", "option_first_player": "fleet", "option_removed": "10"}
    seats = {"seat_white": "open", "seat_blue": "open"}
    assert as_anna.post(place("four_players"), PLAIN | ticks | values | seats).status_code == 302
    assert set(Game.objects.get().options) == {name.removeprefix("option_") for name in ticks} | {
        "first_player",
        "removed",
    }


def test_a_name_that_deceives_is_told_beside_its_field(as_anna: Client) -> None:
    for evil in ("Cocos\u202eIsland", "Cocos\x07Island"):
        response = as_anna.post(place(), {**PLAIN, "name": evil})
        assert response.status_code == 422
        assert f"cannot be written: U+{ord(evil[5]):04X}" in response.content.decode()
    assert not Game.objects.exists()


def test_what_does_not_fit_is_told_and_nothing_is_opened(as_anna: Client) -> None:
    seats = {"seat_blue": "bot:captain", "seat_green": "bot:captain"}
    wish = PLAIN | seats | {"option_without_breakout": "on", "deadline_hours": "0"}
    response = as_anna.post(place("four_players"), wish)
    assert response.status_code == 422
    response = as_anna.post(place("four_players"), wish | {"deadline_hours": ""})
    assert response.status_code == 422
    text = response.content.decode()
    assert "6.5.3 can only be chosen together with 6.5." in text
    assert text.count('class="problem"') == 1
    assert re.search(r'<input[^>]*name="option_without_breakout"[^>]* checked', text), "what was entered stays"
    assert not Game.objects.exists()


def dice_of_red() -> tuple[str, bytes, str]:
    seat = Seat.objects.get(role="red")
    return seat.nonce_state, bytes(seat.nonce), seat.nonce_commitment


def test_the_host_adds_to_the_dice_where_seats_are_dealt_out(as_anna: Client) -> None:
    form = as_anna.get(place()).content.decode()
    assert all(f'name="{name}"' in form for name in ("nonce", "nonce_commitment"))
    as_anna.post(place(), PLAIN | {"nonce": " anna's own luck "})
    assert dice_of_red()[:2] == ("given", b"anna's own luck")


def test_the_host_may_commit_to_a_word_of_the_host_s_alone(as_anna: Client) -> None:
    as_anna.post(place(), PLAIN | {"nonce_commitment": "AB" * 32})
    assert dice_of_red() == ("committed", b"", "ab" * 32)


def test_a_host_who_adds_nothing_relies_on_the_others(as_anna: Client) -> None:
    as_anna.post(place(), PLAIN)
    assert dice_of_red()[0] == "none"


@pytest.mark.parametrize(
    ("entered", "words"),
    [
        ({"nonce": "mine", "nonce_commitment": "ab" * 32}, "Give the nonce or its hash."),
        ({"nonce_commitment": "ab"}, "Enter a valid value."),
        ({"nonce_commitment": "ab" * 33}, "Enter a valid value."),
        ({"nonce": "x" * 201}, "at most 200 characters"),
        ({"nonce": "left\u202eright"}, "bidirectional characters"),
    ],
)
def test_what_cannot_go_into_the_dice_opens_no_game(as_anna: Client, entered: dict[str, str], words: str) -> None:
    response = as_anna.post(place(), PLAIN | entered)
    assert response.status_code == 422
    assert not Game.objects.exists()
    shown = response.content.decode().partition("<details open>")[2].partition("</details>")[0]
    assert words in shown, shown


def test_a_free_seat_is_not_said_to_rely_on_anybody(as_anna: Client) -> None:
    as_anna.post(place(), PLAIN | {"seat_black": "open"})
    text = as_anna.get(reverse("game", args=[Game.objects.get().pk])).content.decode()
    said = dict(re.findall(r"<dt>(\w+)</dt><dd>([^<]+)</dd>", text))
    assert said["Red"] == "Added nothing to the dice: relies on the others."
    assert said["Black"] == "Nobody sits here yet."


def test_all_about_time_is_chosen_there_and_told_in_both_languages(as_anna: Client, anna: Player) -> None:
    wish = PLAIN | {
        "deadline_hours": "",
        "due_times": "07:00 19:00",
        "weekdays": ["1", "5"],
        "time_zone": "Asia/Tokyo",
        "think_hours": "6",
        "grace_minutes": "30",
        "wait": "on",
        "remind": "on",
        "release_times": "20:00",
    }
    assert as_anna.post(place(), wish).status_code == 302
    game = Game.objects.get()
    assert (game.time_zone, game.release_at, game.clock["weekdays"]) == ("Asia/Tokyo", "20:00", [1, 5])
    for language, words in (("en", "07:00 and 19:00 (Asia/Tokyo)"), ("ja", "期限は07:00、19:00（Asia/Tokyo）です。")):
        Player.objects.filter(pk=anna.pk).update(language=language)
        assert words in as_anna.get(reverse("game", args=[game.pk])).content.decode()


def test_what_does_not_fit_about_time_stands_beside_its_field(as_anna: Client) -> None:
    response = as_anna.post(place(), PLAIN | {"due_times": "7", "release_times": "25:00", "think_hours": "1"})
    assert response.status_code == 422
    form = response.context["form"]
    assert set(form.errors) == {"due_times", "release_times"}


def test_who_sees_whom_the_game_waits_for_is_chosen_there_and_told(as_anna: Client, anna: Player) -> None:
    assert as_anna.post(place(), PLAIN | {"awaited": "table", "absent": "umpire", "last": "on"}).status_code == 302
    game = Game.objects.get()
    assert game.openness == {"awaited": "table", "absent": "umpire", "last": True}
    for language, words in (("en", "those who play, and the umpire"), ("ja", "参加者と審判")):
        Player.objects.filter(pk=anna.pk).update(language=language)
        assert words in as_anna.get(reverse("game", args=[game.pk])).content.decode()


@pytest.mark.parametrize(
    ("scenario", "hidden"),
    [
        ("ottoman_alliance", {"orders"}),
        ("random", {"orders"}),
        ("captains", set()),
        ("captains_four", {"fleet"}),
        ("austrian", {"austro_hungarian"}),
    ],
)
def test_what_the_scenario_says_itself_is_not_asked(as_anna: Client, scenario: str, hidden: set[str]) -> None:
    """A mission that is named in the scenario's name leaves nothing to draw or choose."""
    names = set(registry.current_title("goeben").options.type.__struct_fields__)
    text = as_anna.get(reverse("create", args=["goeben", scenario])).content.decode()
    assert {name for name in names if f'name="option_{name}"' not in text} == hidden


@pytest.mark.parametrize(
    ("language", "text"), [("en", "You host 1 open or running game"), ("ja", "募集中または進行中")]
)
def test_a_host_of_too_many_games_is_told_on_the_form(
    as_anna: Client, anna: Player, announced: Game, settings: Any, language: str, text: str
) -> None:
    Player.objects.filter(pk=anna.pk).update(language=language)
    settings.PBEM_HOSTED_GAMES = 1
    response = as_anna.post(place(), PLAIN)
    assert response.status_code == 422
    assert text in response.content.decode()
    assert Game.objects.count() == 1


def test_the_game_of_a_club_begins_when_the_last_guest_takes_a_seat(as_anna: Client, ben: Player) -> None:
    page = as_anna.post(place("three_players"), CLUB | {"start": "1"}, follow=True).content.decode()
    assert "The game is open. It begins when all seats are taken." in page
    game = Game.objects.get()
    do_join_game(player=ben, game_id=game.pk)
    game.refresh_from_db()
    assert game.status == "open"
    do_join_game(player=Player.objects.create_user("nina", "nina@example.org", "pw"), game_id=game.pk)
    game.refresh_from_db()
    assert game.status == "running"


def test_a_game_that_is_only_opened_waits_for_its_host(as_anna: Client, ben: Player) -> None:
    as_anna.post(place(), CLUB | {"guests": "ben"})
    game = Game.objects.get()
    do_join_game(player=ben, game_id=game.pk)
    game.refresh_from_db()
    assert game.status == "open"


def test_a_rematch_has_the_terms_and_the_players_of_the_game_before(as_anna: Client, pirates: Game) -> None:
    """Only a player of a game that is over can have it, on the page of the game."""
    target = place() + f"?rematch={pirates.pk}"
    game_page = reverse("game", args=[pirates.pk])
    assert "Rematch" not in as_anna.get(game_page).content.decode()
    assert as_anna.get(target).context["form"]["guests"].value() is None
    standings = [{"seat": "black", "place": 1, "points": 3}, {"seat": "red", "place": 2, "points": 1}]
    options = {"removed": 20, "tempo": "sealed"}
    Game.objects.update(status="over", standings=standings, options=options)
    page = as_anna.get(game_page).content.decode()
    assert escape(target) in page
    assert page.index("Final standings") < page.index("What happened"), "how it ended comes first"
    assert "· <bdi>ben</bdi>" in page
    form = as_anna.get(target).context["form"]
    entered = {name: form[name].value() for name in ("my_seat", "guests", "deadline_hours", "option_removed")}
    assert entered == {"my_seat": "red", "guests": "ben", "deadline_hours": 24, "option_removed": 20}
    assert form["option_tempo"].value() == "sealed"
    stranger = browser(Player.objects.create_user("olga", "olga@example.org", "pw"))
    assert "Rematch" not in stranger.get(game_page).content.decode()
    assert stranger.get(target).context["form"]["guests"].value() is None


def test_bots_of_a_rematch_keep_their_seats(as_anna: Client, anna: Player, ben: Player) -> None:
    as_anna.post(place("three_players"), PLAIN | {"guests": "ben"})
    Game.objects.update(status="over", standings=[])
    form = as_anna.get(place("three_players") + f"?rematch={Game.objects.get().pk}").context["form"]
    assert (form["seat_black"].value(), form["others"].value()) == ("bot:captain", "open")
    assert form["my_seat"].value() == "red"


def test_the_host_is_told_how_the_game_begins_and_finds_it_on_the_desk_when_it_can(
    as_anna: Client, as_ben: Client, ben: Player
) -> None:
    """The button stands at the head of the page."""
    Player.objects.filter(pk=ben.pk).update(language="en")
    page = as_anna.post(place(), CLUB | {"guests": "ben"}, follow=True).content.decode()
    assert "You start it here when all seats are taken." in page
    assert "1 invitation is sent." in page
    assert "When all seats are taken, you get an e-mail and start the game here." in page
    game = Game.objects.get()
    target = reverse("game", args=[game.pk])
    assert "All seats are taken" not in as_anna.get("/").content.decode()
    do_join_game(player=ben, game_id=game.pk)
    desk, page = as_anna.get("/").content.decode(), as_anna.get(target).content.decode()
    assert "All seats are taken: start the game." in desk
    assert "Nothing waits for you." not in desk
    assert page.index("Start the game</button>") < page.index('class="columns"')
    assert "All seats are taken: start the game." not in as_ben.get("/").content.decode()
    assert "the host starts the game" in as_ben.get(target).content.decode()


@pytest.mark.usefixtures("ben")
def test_a_game_that_begins_automatically_says_so(as_anna: Client) -> None:
    page = as_anna.post(place("three_players"), CLUB | {"start": "1"}, follow=True).content.decode()
    assert "The game begins automatically when all seats are taken." in page
    assert "2 invitations are sent." in page
