"""The log on the page of a game: headings, what stands out, what is folded, what a rewind undid."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from games.models import Game, OpenRequest, Player
from games.selectors.access import Access
from games.selectors.events import AudienceEvent, LogLine
from games.selectors.seats import get_access
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from pbem.web.pages import game_log as pages_log
from pbem.web.pages.game_log import LogChapter, build_log, group_by_stop
from tests.table import answer

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def _seen(number: int, stop: int, *, heading: str = "", undone: bool = False, stress: str = "") -> AudienceEvent:
    event = {"heading": heading, "stress": stress, "text": f"line {number}"}
    return AudienceEvent(number, stop, "step", NOW, event, undone)


@pytest.fixture
def access(monkeypatch: pytest.MonkeyPatch, running: Game, anna: Player) -> Access:
    """Events of these tests say themselves how the log shows them."""

    def line(game: Game, seen: AudienceEvent, language: str) -> LogLine:
        return LogLine(seen.event["text"], seen.event["heading"], seen.event["stress"])

    monkeypatch.setattr(pages_log, "build_log_line", line)
    return get_access(anna, running.pk, "red")


def _lines(chapter: LogChapter) -> list[str]:
    return [line.text for stop in chapter.stops for phase in stop.phases for line in phase.lines]


def test_headings_stand_above_what_follows_them_the_newest_first(access: Access) -> None:
    found = build_log(
        access, [_seen(1, 1, heading="Day 1"), _seen(2, 2), _seen(3, 2, heading="Day 2"), _seen(4, 3)], "en"
    )
    assert [(one.heading, _lines(one)) for one in found] == [
        ("Day 2", ["line 4", "line 3"]),
        ("Day 1", ["line 2", "line 1"]),
    ]


def test_the_same_line_in_a_row_stands_once_with_how_often(access: Access) -> None:
    again = [_seen(2, 1), _seen(2, 1), _seen(2, 1, undone=True), _seen(1, 1), _seen(2, 1), _seen(2, 2)]
    found = [line for stop in group_by_stop(access, again, "en")[::-1] for phase in stop.phases for line in phase.lines]
    assert [(line.text, line.times, line.undone) for line in found] == [
        ("line 2", 2, False),
        ("line 2", 1, True),
        ("line 1", 1, False),
        ("line 2", 1, False),
        ("line 2", 1, False),
    ]


def test_what_is_old_is_folded_the_newest_stops_are_open(access: Access) -> None:
    days = [_seen(day, day, heading=f"Day {day}") for day in range(1, 12)]
    assert [one.heading for one in build_log(access, days, "en") if one.open] == [
        f"Day {day}" for day in range(11, 5, -1)
    ]


def test_a_long_log_without_headings_is_folded_too(access: Access) -> None:
    found = build_log(access, [_seen(stop, stop) for stop in range(1, 12)], "en")
    assert [(one.heading, len(one.stops), one.open) for one in found] == [("", 6, True), ("Earlier", 5, False)]


def test_after_a_rewind_the_log_goes_on_under_the_heading_it_went_back_to(access: Access) -> None:
    seen = [
        _seen(1, 1, heading="Day 1"),
        _seen(2, 2, undone=True),
        _seen(3, 3, heading="Day 2", undone=True),
        _seen(4, 4),
    ]
    found = build_log(access, seen, "en")
    assert [(one.heading, one.undone, _lines(one)) for one in found] == [
        ("Day 1", False, ["line 4"]),
        ("Day 2", True, ["line 3"]),
        ("Day 1", False, ["line 2", "line 1"]),
    ]
    assert [stop.undone for stop in found[2].stops] == [True, False]


def test_lines_say_what_they_stand_out_for(access: Access) -> None:
    (stop,) = group_by_stop(access, [_seen(1, 1, stress="sinking"), _seen(2, 1)], "en")
    assert [(line.kind, line.mark) for phase in stop.phases for line in phase.lines] == [("sinking", "Sunk"), ("", "")]


def _play_on(game: Game) -> None:
    for role in OpenRequest.objects.filter(game=game, closed_at=None).values_list("seat__role", flat=True):
        answer(game, role)
    do_resolve(game.pk)


def test_the_page_has_the_headings_of_the_title(as_anna: Client, pirates: Game) -> None:
    page = as_anna.get(f"/games/{pirates.pk}/").content.decode()
    assert re.findall(r"<summary><h3>([^<]*)</h3>", page)[-1] == "Round 1"
    assert re.search(r"<h3>Turn 1: (Red|Black)</h3>", page)
    Player.objects.update(language="ja")
    page = as_anna.get(f"/games/{pirates.pk}/").content.decode()
    assert "<h3>ラウンド1</h3>" in page
    assert re.search(r"<h3>ターン1：.*</h3>", page)


def test_every_stop_of_the_log_leads_to_the_board_of_that_time(as_anna: Client, pirates: Game) -> None:
    for _ in range(3):
        _play_on(pirates)
    page = as_anna.get(f"/games/{pirates.pk}/?seat=red").content.decode()
    led = sorted({int(stop) for stop in re.findall(r'href="\?seat=red&amp;stop=(\d+)">Show this', page)})
    assert len(led) > 1
    for stop in led:
        then = as_anna.get(f"/games/{pirates.pk}/?seat=red&stop={stop}").content.decode()
        assert f"board.svg?seat=red&amp;stop={stop}" in then
        assert as_anna.get(f"/games/{pirates.pk}/board.svg?seat=red&stop={stop}").status_code == 200


def test_another_seats_board_of_an_earlier_stop_is_nobodys(as_anna: Client, pirates: Game) -> None:
    assert as_anna.get(f"/games/{pirates.pk}/board.svg?seat=black&stop=1").status_code in (403, 404)


def test_the_page_marks_what_a_rewind_undid(as_anna: Client, running: Game, staff: Player) -> None:
    def page() -> Any:
        return as_anna.get(f"/games/{running.pk}/?seat=red").content.decode()

    _play_on(running)
    _play_on(running)
    assert "<del>" not in page()
    do_rewind(by=staff, game_id=running.pk, number=1, reason="A wrong card.")
    assert "<del>" in page()
    assert "undone by a rewind" in page()


def test_a_stop_under_two_headings_names_its_question_once(access: Access) -> None:
    found = build_log(access, [_seen(1, 1, heading="Day 1"), _seen(2, 1, heading="Day 2")], "en")
    assert [(one.heading, one.stops[0].asked != "") for one in found] == [("Day 2", True), ("Day 1", False)]
