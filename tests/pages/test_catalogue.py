"""The catalogue from which a host chooses: titles with pictures and facts, scenarios with their own line."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games import registry
from games.kernel.bot_levels import describe_level
from games.kernel.chance import HmacChance
from games.kernel.driver import Session, initial_checkpoint
from games.kernel.journal import SeatAnswer
from games.kernel.random_source import random_source
from games.kernel.scenarios import Scenario, SeatRole
from games.kernel.text import Text
from games.models import Game, Player
from pbem.web.pages.title_cards import format_weeks

pytestmark = pytest.mark.django_db


@pytest.fixture
def catalogue(as_anna: Client, anna: Player) -> Callable[[str], str]:
    def shown(language: str) -> str:
        Player.objects.filter(pk=anna.pk).update(language=language)
        return str(as_anna.get(reverse("scenarios")).content.decode())

    return shown


@pytest.mark.parametrize("language", ["en", "ja", "de"])
def test_every_title_has_a_picture_and_says_what_it_is(catalogue: Callable[[str], str], language: str) -> None:
    page = catalogue(language)
    for key in registry.title_keys():
        title = registry.current_title(key)
        section = re.search(rf'<section[^>]+aria-labelledby="title-{key}">(.*?)</section>', page, re.DOTALL)
        assert section
        told = title.introduction
        assert f"/static/{told.picture.get(language)}" in section[1]
        for bot in title.bot_levels:
            assert escape(describe_level(bot).name.get(language)) in section[1]
        for text in (title.name, told.about, told.hidden, told.length, told.alone):
            assert text.en
            assert text.ja
            assert escape(text.get(language)) in section[1]
        levels = {"easy": "easy to learn", "medium": "some rules to learn", "hard": "demanding, many rules"}
        assert language != "en" or levels[told.difficulty] in section[1]


def test_each_scenario_has_a_button_for_each_way_to_play_it(catalogue: Callable[[str], str]) -> None:
    """A scenario for one player has one button; its name leads to the options."""
    page = catalogue("en")
    every = [one for key in registry.title_keys() for one in registry.current_title(key).scenarios.values()]
    assert page.count(">Play alone</button>") == len(every) > 20
    assert page.count(">Open a game</a>") == sum(len(one.seats) > 1 for one in every) < len(every)


def test_a_title_shows_few_scenarios_at_once_and_that_for_a_first_game_on_top(catalogue: Callable[[str], str]) -> None:
    page = catalogue("en")
    for key in registry.title_keys():
        title = registry.current_title(key)
        section = re.search(rf'<section[^>]+aria-labelledby="title-{key}">(.*?)</section>', page, re.DOTALL)
        assert section
        shown, _, folded = section[1].partition("<details")
        names = re.findall(r'<a class="game-name" href="[^"]+/([^/"]+)/"', shown)
        more = re.findall(r'<a class="game-name" href="[^"]+/([^/"]+)/"', folded)
        assert names[0] == title.introduction.first_scenario
        assert len(names) <= 3
        assert {*names, *more} == {*title.scenarios}
        assert not more or f"{len(more)} more scenario" in folded


def test_the_folded_scenarios_tell_that_others_may_play(catalogue: Callable[[str], str]) -> None:
    """The scenarios of Goeben on top are for one; who looks for a game for several opens the others."""
    page = catalogue("en")
    words = {
        title: " ".join(re.sub(r"<[^>]+>", " ", text).split())
        for text, title in re.findall(r"<summary>(\d+ more scenarios? of ([^<]+?) ?<.*?)</summary>", page)
    }
    assert words["Goeben, 1914"] == "9 more scenarios of Goeben, 1914 · 1 to 4 players"
    assert "players" not in "".join(words.values()).replace("1 to 4 players", "")


def test_the_pictures_speak_the_language_of_the_page() -> None:
    for key in registry.title_keys():
        picture = registry.current_title(key).introduction.picture
        files = [finders.find(one) for one in (picture.en, picture.ja)]
        assert all(files)
        assert Path(str(files[0])).read_bytes() != Path(str(files[1])).read_bytes()


def test_each_scenario_has_a_small_map(catalogue: Callable[[str], str]) -> None:
    page = catalogue("en")
    for key in registry.title_keys():
        title = registry.current_title(key)
        for scenario in title.scenarios:
            found = title.introduction.maps.format(scenario)
            assert f"/static/{found}" in page
            assert finders.find(found), f"run python -m tools.title_pictures: {found}"


@pytest.mark.parametrize(("language", "mark"), [("en", "good first game"), ("ja", "最初の一戦におすすめ")])
def test_one_scenario_of_each_title_is_marked_for_a_first_game(
    catalogue: Callable[[str], str], language: str, mark: str
) -> None:
    page = catalogue(language)
    marked = re.findall(rf'href="(/games/new/[^"]+)">[^<]*</a> <span[^>]*>{mark}<', page)
    firsts = {key: registry.current_title(key).introduction.first_scenario for key in registry.title_keys()}
    assert marked == [reverse("create", args=[key, one]) for key, one in firsts.items()]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_scenario_tells_its_players_and_its_length(catalogue: Callable[[str], str], language: str) -> None:
    page = catalogue(language)
    entry = r'<li class="scenario">.*?<a class="game-name" href="(/games/new/[^"]+)"(.*?)</li>'
    lines = dict(re.findall(entry, page, re.DOTALL))
    for key in registry.title_keys():
        for scenario in registry.current_title(key).scenarios.values():
            line = lines.pop(reverse("create", args=[key, scenario.key]))
            assert escape(scenario.name.get(language)) in line
            assert escape(scenario.summary.get(language)) in line
            assert scenario.length.en
            assert scenario.length.ja
            assert scenario.length.get(language) in line
            count = len(scenario.seats)
            words = {"en": "1 player" if count == 1 else f"{count} players", "ja": f"{count}人"}
            assert words[language] in line
            assert ("week" in line or "週" in line) == (count > 1), "one player decides the pace"
    assert not lines


def test_the_lengths_are_those_of_the_data(catalogue: Callable[[str], str]) -> None:
    page = catalogue("en")
    assert "up to 15 turns" in page  # Denmark Strait
    assert "8 days" in page  # Suez Canal Operation
    assert "3 rounds" in page


def test_the_desk_leads_there_with_games_and_without(as_anna: Client, as_ben: Client, running: Game) -> None:
    for client in (as_anna, as_ben):
        assert f'href="{reverse("scenarios")}"' in client.get("/").content.decode().split("<main", 1)[1]


def _scenario(players: int, waits: tuple[int, int]) -> Scenario:
    seats = tuple(SeatRole(str(number), Text("x", "x")) for number in range(players))
    return Scenario("any", Text("Any", "任意"), seats, waits=waits)


def test_weeks_are_of_games_in_which_somebody_waits() -> None:
    assert format_weeks([_scenario(2, (2, 9))]) == "about 1 week"
    assert format_weeks([_scenario(2, (28, 60))]) == "2 to 4 weeks"
    assert format_weeks([_scenario(2, (28, 60)), _scenario(1, (500, 600))]) == "2 to 4 weeks"
    assert format_weeks([_scenario(1, (28, 60))]) == ""
    assert format_weeks([_scenario(2, (0, 0))]) == ""


def _count_waits(key: str, scenario: str) -> int:
    """Return how often a game of bots waits for answers."""
    title = registry.current_title(key)
    bot = title.bot(title.usual_bot)
    start = initial_checkpoint(title, title.rules.new_game(scenario, title.options.type()))
    session, answers = Session(title, start, (), chance=HmacChance(b"length")), dict[str, SeatAnswer]()
    for count in range(1000):
        run = session.play_on(lambda question, number, look: answers.pop(f"{question.seat} {question.key}", None))
        if run.is_over:
            return count
        for one in run.open_questions:
            view = title.secrecy.view(run.state, one.seat)
            answer = bot(view, one, random_source(1, run.number, one.seat, one.key))
            answers[f"{one.seat} {one.key}"] = SeatAnswer(one.seat, one.form.write(answer), "bot")
    raise AssertionError("no end")


@pytest.mark.parametrize(
    ("key", "scenario"),
    [("pirates", "two_players"), ("goeben", "suez_canal"), ("battleships", "denmark_strait"), ("pq17", "pq12")],
)
def test_a_game_of_bots_is_about_as_long_as_its_scenario_says(key: str, scenario: str) -> None:
    fewest, most = registry.current_title(key).scenarios[scenario].waits
    assert 0.7 * fewest <= _count_waits(key, scenario) <= 1.3 * most


def test_every_scenario_says_how_long_it_is() -> None:
    for key in registry.title_keys():
        for scenario in registry.current_title(key).scenarios.values():
            assert 0 < scenario.waits[0] <= scenario.waits[1], f"{key} {scenario.key}"


def test_a_newcomer_reads_no_rule_numbers_and_japanese_brackets_in_the_catalogue() -> None:
    for key in registry.title_keys():
        for scenario in registry.current_title(key).scenarios.values():
            assert not re.search(r"\(\d+\.\d", scenario.summary.en + scenario.summary.ja), scenario.key
            assert not re.search(r"[(:]", scenario.name.ja + scenario.summary.ja), scenario.key
