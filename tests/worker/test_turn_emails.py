"""Turn e-mails: to each seat what it saw, in its own time zone and language."""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import resolve

from games.kernel.chance import commitment
from games.models import Branch, Game, OpenRequest, OutgoingMail, Player, StandingOrder
from games.selectors.events import AudienceEvent, LogLine, build_log_line
from games.services.answers import check_answer
from games.services.lifecycle import do_abandon_game
from games.services.resolve.advance import do_resolve
from tests.table import answer, asked, play_out
from tests.worker.conftest import html_of, parsed, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]


def test_the_subject_names_game_place_and_what_to_do(running: Game, to: To) -> None:
    subject = to("anna").subject
    assert subject.startswith("[North Sea 12] Your move: bid · Round 1 · by ")


def test_the_subject_is_in_the_readers_language(running: Game, to: To) -> None:
    subject = to("ben").subject
    assert subject.startswith("[North Sea 12] あなたの番：入札 · 第1ラウンド・")
    assert subject.endswith("まで")


def test_a_letter_tells_what_this_seat_saw_and_nothing_else(running: Game, send: Send) -> None:
    letters = {letter.to[0]: set(re.findall(r"\w+", text_of(letter) + html_of(letter))) for letter in send()}
    hands = {role: _hand(running, role) for role in ("red", "black")}
    assert letters["anna@example.org"] >= set(hands["red"])
    assert not letters["anna@example.org"] & set(hands["black"])
    assert not letters["ben@example.org"] & set(hands["red"])


def _hand(game: Game, role: str) -> tuple[str, ...]:
    from games import registry
    from games.persistence import serialization

    return tuple(serialization.read_question(registry.game_title(game), asked(game, role).question).form.values())


def test_only_what_happened_since_the_last_letter_is_told(running: Game, send: Send) -> None:
    send()
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    told = text_of(send()[0])
    assert "bids:" in told
    assert "is dealt" not in told


@pytest.mark.parametrize(
    ("most", "told"),
    [
        (1, ["1 earlier event is on the game's page.", "- black is dealt 5 cards"]),
        (2, ["- red is dealt", "- black is dealt 5 cards"]),
    ],
)
def test_of_very_many_events_the_last_are_told_and_how_many_stand_on_the_page(
    running: Game, to: To, monkeypatch: pytest.MonkeyPatch, most: int, told: list[str]
) -> None:
    monkeypatch.setattr("worker.mail.outbound.content.MAX_EVENTS", most)
    monkeypatch.setattr("worker.mail.outbound.content.ContentWriter._asks", lambda self: False)
    _, _, after = text_of(to("anna")).partition("What happened\n=============\n")
    lines = [line for line in after.partition("Your decision")[0].splitlines() if line]
    assert [line.startswith(part) for line, part in zip(lines, told, strict=True)] == [True, True]


def test_beside_a_question_the_newest_events_come_first_and_all_of_them_near_the_end(
    running: Game, to: To, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("worker.mail.outbound.content.RECENT_EVENTS", 1)
    told = text_of(to("anna"))
    places = [
        told.index(words)
        for words in (
            "What happened\n===",
            "- black is dealt",
            "1 more line is left out here.",
            "The board in words",
            "Everything that happened\n===",
            "- red is",
        )
    ]
    assert places == sorted(places)
    assert told.count("is dealt 5 cards") == 3
    whole = told.partition("Everything that happened\n===")[2]
    assert whole.index("- red is dealt") < whole.index("- black is dealt")


def test_what_the_title_emphasizes_comes_before_what_is_newer(
    running: Game, to: To, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_a_sinking(game: Game, event: AudienceEvent, language: str) -> LogLine:
        line = build_log_line(game, event, language)
        return replace(line, emphasis="sinking") if line.text.startswith("red is dealt") else line

    monkeypatch.setattr("worker.mail.outbound.content.RECENT_EVENTS", 1)
    monkeypatch.setattr("worker.mail.outbound.content.build_log_line", with_a_sinking)
    shown = text_of(to("anna")).partition("What happened\n===")[2].partition("more line")[0]
    assert "- red is dealt" in shown
    assert "- black is dealt" not in shown


def test_few_events_need_no_pointer(running: Game, to: To) -> None:
    told = text_of(to("anna"))
    assert "is dealt 5 cards" in told
    assert "Everything that happened" not in told


def test_text_and_html_say_the_same(running: Game, to: To) -> None:
    letter = to("anna")
    words = set(re.findall(r"\w{3,}", text_of(letter)))
    page = html.unescape(re.sub(r"<style.*?</style>|<[^>]+>", " ", html_of(letter), flags=re.S))
    missing = words - set(re.findall(r"\w{3,}", page))
    assert not {word for word in missing if word not in html_of(letter)}


def test_deadlines_are_told_on_the_readers_clock(seated: Game, anna: Player, ben: Player, send: Send) -> None:
    from games.services.lifecycle import do_start_game

    Player.objects.filter(pk=anna.pk).update(time_zone="America/New_York")
    Player.objects.filter(pk=ben.pk).update(time_zone="Asia/Tokyo")
    with time_machine.travel(datetime(2026, 11, 20, 20, 30, tzinfo=UTC), tick=False):
        do_start_game(player=anna, game_id=seated.pk)
        do_resolve(seated.pk)
        letters = {letter.to[0]: text_of(letter) for letter in send()}
    assert "Sun 22 Nov 2026, 15:30 (America/New_York)" in letters["anna@example.org"]
    assert "2026年11月23日(月) 05:30 (Asia/Tokyo)" in letters["ben@example.org"]


def test_a_zone_that_is_no_more_is_told_in_utc(running: Game, anna: Player, to: To) -> None:
    Player.objects.filter(pk=anna.pk).update(time_zone="Atlantis/Capital")
    assert "(UTC)" in text_of(to("anna"))


def test_the_text_form_can_be_sent_back_as_it_is(running: Game, anna: Player, to: To) -> None:
    request = asked(running, "red")
    lines = text_of(to("anna")).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("# Lines that begin"))
    form = "\n".join(lines[start : lines.index("", start)])
    assert check_answer(player=anna, request_id=request.pk, text=form).answer == _hand(running, "red")[0]


def test_the_link_leads_to_the_decision(running: Game, to: To) -> None:
    address = f"http://127.0.0.1:8000/decisions/{asked(running, 'red').pk}/"
    letter = to("anna")
    assert address in text_of(letter).split()
    assert f'href="{address}"' in html_of(letter)


def test_what_is_played_without_an_answer_is_told(running: Game, to: To) -> None:
    assert f"this is played: {_hand(running, 'red')[0]}" in text_of(to("anna"))


def test_the_first_letter_commits_to_the_dice_and_later_ones_do_not(running: Game, send: Send) -> None:
    published = Branch.objects.get(game=running).commitment
    assert [published in text_of(letter) for letter in send()] == [True, True]
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    later = send()
    assert len(later) == 2
    assert not any(published in text_of(letter) for letter in later)


def test_the_secret_is_in_the_last_letter_only(running: Game, send: Send) -> None:
    secret = bytes(Branch.objects.get(game=running).secret)
    play_out(running)
    letters = send()
    last = [letter for letter in letters if "Final standings" in letter.subject or "最終順位" in letter.subject]
    assert len(last) == 2
    for letter in letters:
        for part in (text_of(letter), html_of(letter)):
            assert (secret.hex() in part) == (letter in last)
    assert commitment(secret) in text_of(last[0])


def test_the_last_letter_tells_the_standings(running: Game, send: Send) -> None:
    play_out(running)
    last = next(text_of(letter) for letter in send() if "Final standings" in letter.subject)
    for row in running.standings:
        name = {"red": "Red", "black": "Black"}[row["seat"]]
        assert re.search(rf"{row['place']}\. {name} +{row['detail']['en']}", last)


@pytest.mark.both_databases
def test_a_stop_that_asks_nothing_is_news(running: Game, send: Send) -> None:
    send()
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    asked_now = set(
        OpenRequest.objects.filter(game=running, closed_at=None).values_list("seat__player__email", flat=True)
    )
    for letter in send():
        pending = letter.to[0] in asked_now
        assert ("Your move" in letter.subject or "あなたの番" in letter.subject) == pending
        assert ("\n# " in text_of(letter)) == pending


def test_a_late_letter_shows_the_view_of_its_own_stop(running: Game, send: Send) -> None:
    """The server was down for two stops: each letter still tells of its own, and asks nothing that is closed."""
    play_out(running)
    letters = [letter for letter in send() if letter.to == ["anna@example.org"]]
    boards = [re.findall(r"^round (\d)", text_of(letter), re.M)[0] for letter in letters]
    assert boards == sorted(boards)
    assert boards[0] == "1"
    assert boards[-1] == "3"
    assert not any("\n# " in text_of(letter) for letter in letters)


def test_a_later_decision_has_no_place_in_an_earlier_letter(running: Game, send: Send) -> None:
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    open_now = str(OpenRequest.objects.get(game=running, closed_at=None).pk)
    first, second = [text_of(letter) for letter in send() if letter.to == [_loser(running)]]
    assert open_now not in first
    assert open_now in second


def _loser(game: Game) -> str:
    return str(asked(game, OpenRequest.objects.get(game=game, closed_at=None).seat.role).seat.player.email)


def test_a_notice_has_a_letter_of_its_own(running: Game, staff: Player, send: Send) -> None:
    send()
    do_abandon_game(player=staff, game_id=running.pk, reason="storm")
    letters = {letter.to[0]: letter for letter in send()}
    assert letters["anna@example.org"].subject == "[North Sea 12] Notice · Round 1"
    assert "The game was called off. Reason: storm" in text_of(letters["anna@example.org"])
    assert "中止されました" in text_of(letters["ben@example.org"])


def test_a_name_cannot_smuggle_markup_or_headers(running: Game, to: To) -> None:
    Game.objects.filter(pk=running.pk).update(name="<b>Sea</b>\nBcc: x@example.org")
    letter = to("anna")
    assert "<b>Sea" not in html_of(letter)
    assert "\n" not in letter.subject
    assert "Bcc" not in parsed(letter)


def test_reminders_are_moot_once_answered(running: Game, send: Send) -> None:
    from games.services.outbox import make_outgoing_mail, queue_mail

    send()
    request = asked(running, "red")
    queue_mail([make_outgoing_mail(running, request.seat, "reminder", seat_stop=1, reference=request.pk.hex)])
    answer(running, "red")
    assert send() == []
    assert OutgoingMail.objects.get(kind="reminder").status == "dropped"


def test_due_time_of_the_preview(running: Game, to: To) -> None:
    due = asked(running, "red").due_at
    assert due is not None
    assert f"until {due.astimezone(UTC):%a %-d %b %Y, %H:%M} (UTC)" in text_of(to("anna"))
    assert due > datetime.now(UTC) + timedelta(hours=47)


def test_every_address_in_a_letter_leads_somewhere(running: Game, to: To) -> None:
    for address in re.findall(r"http://127.0.0.1:8000(/[^ \n]*)", text_of(to("anna"))):
        assert resolve(urlsplit(address).path)


def test_a_question_that_takes_standing_orders_leads_to_their_page(
    client: Client, anna: Player, running: Game, to: To
) -> None:
    """The link opens an editor and does nothing by itself."""
    addresses = re.findall(r"http://127.0.0.1:8000(/games/[^ \n]*/standing-orders/[^ \n]*)", text_of(to("anna")))
    (address,) = [one for one in addresses if one.endswith("?seat=red&add=bid#editor")]
    client.force_login(anna)
    assert 'id="editor"' in client.get(address.partition("#")[0]).content.decode()
    assert not StandingOrder.objects.exists()
