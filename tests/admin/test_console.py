"""The replay console: any stop from any side, verified, and only through the guard."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import registry
from games.admin import replay_console
from games.admin.replay_console import describe_key
from games.kernel.text import Text, id_label
from games.models import AuditEntry, Game, JournalSegment, OpenRequest, Player
from games.models.append_only import allow_changes
from games.persistence import serialization
from games.services.export import export_game
from games.services.importing.game_import import import_game
from tests.table import play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def console(game: Game) -> str:
    return reverse("admin:games_game_replay", args=[game.pk])


def links(text: str) -> dict[str, str]:
    """The way on from a page, by the ids of its buttons."""
    return dict(re.findall(r'<a id="(\w+)"[^>]*href="([^"]+)"', text.replace("&amp;", "&")))


def number(text: str) -> str:
    found = re.search(r'id="stop-number">([^<]+)<', text)
    assert found
    return found[1]


def test_the_newest_stop_is_shown_first_as_it_truly_is(as_staff: Client, running: Game) -> None:
    text = as_staff.get(console(running)).content.decode()
    assert number(text) == "Stop 1 of 1"
    assert re.search(r"red is dealt 5 cards c\d\d", text)
    assert re.search(r"black is dealt 5 cards c\d\d", text)
    assert not links(text), "there is nowhere to go"


def test_one_steps_through_a_game_by_links(as_staff: Client, running: Game) -> None:
    play_out(running)
    last = JournalSegment.objects.filter(game=running).count()
    text = as_staff.get(console(running)).content.decode()
    assert number(text) == f"Stop {last} of {last}"
    text = as_staff.get(console(running) + links(text)["first"]).content.decode()
    assert number(text) == f"Stop 1 of {last}"
    assert set(links(text)) == {"next", "last"}
    text = as_staff.get(console(running) + links(text)["next"]).content.decode()
    assert number(text) == f"Stop 2 of {last}"
    text = as_staff.get(console(running) + links(text)["previous"]).content.decode()
    assert number(text) == f"Stop 1 of {last}"


def test_a_game_that_goes_on_while_it_is_read_is_shown(
    as_staff: Client, running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is read first, the other already knows of the next stop."""
    pending = iter([lambda: play_out(running)])

    def going_on(read: Callable[..., Any]) -> Callable[..., Any]:
        def reading(*given: Any) -> Any:
            found = read(*given)
            next(pending, lambda: None)()
            return found

        return reading

    for name in ("list_replay_stops", "get_replay_page"):
        monkeypatch.setattr(replay_console, name, going_on(getattr(replay_console, name)))
    response = as_staff.get(console(running))
    assert response.status_code == 200
    assert number(response.content.decode()).startswith("Stop 1 of ")


@pytest.mark.parametrize(("language", "words"), [("en", ("resolved", "by REST")), ("ja", ("処理済み", "REST経由"))])
def test_how_a_stop_came_about_and_who_answered_is_said_in_words(
    as_staff: Client, staff: Player, running: Game, language: str, words: tuple[str, str]
) -> None:
    Player.objects.filter(pk=staff.pk).update(language=language)
    play_out(running)
    text = as_staff.get(console(running), headers={"accept-language": language}).content.decode()
    assert all(word in text for word in words)
    assert "· resolve ·" not in text


def test_each_side_sees_what_it_saw(as_staff: Client, running: Game) -> None:
    seen = {
        side: as_staff.get(console(running), {"seat": side}).content.decode() for side in ("red", "black", "public")
    }
    assert re.search(r"red is dealt 5 cards c\d\d", seen["red"])
    assert not re.search(r"black is dealt 5 cards c\d\d", seen["red"])
    assert re.search(r"black is dealt 5 cards c\d\d", seen["black"])
    assert not re.search(r"is dealt 5 cards c\d\d", seen["public"])


def test_answers_are_shown_with_who_gave_them_and_when(as_staff: Client, running: Game) -> None:
    play_out(running)
    text = as_staff.get(console(running), {"stop": "2"}).content.decode()
    answers = text.split('id="answers"', 1)[1].split("</section>", 1)[0]
    assert re.findall(r"<b>(\w+)</b>", answers) == ["Red", "Black"]
    assert "by REST" in answers
    assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", answers)


@pytest.mark.both_databases
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_was_asked_and_what_dice_were_for_is_said_in_words(
    as_staff: Client, staff: Player, running: Game, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Never by the key of a question or a throw, nor by its kind."""
    Player.objects.filter(pk=staff.pk).update(language=language)
    names = {"deal": Text("The deal", "配札")}
    title = registry.game_title(running).evolve(labels=lambda value: names.get(value, id_label(value)))
    monkeypatch.setattr(registry, "game_title", lambda game: title)
    prompt = serialization.read_question(title, OpenRequest.objects.filter(game=running)[0].question).prompt
    play_out(running)
    first = as_staff.get(console(running), {"stop": "1"}).content.decode()
    assert f"<td>{names['deal'].get(language)}</td>" in first
    assert f"</b> {prompt.get(language)} <span" in first.split('id="asked"', 1)[1]
    second = as_staff.get(console(running), {"stop": "2"}).content.decode()
    assert f">{prompt.get(language)} · " in second.split('id="answers"', 1)[1]


def test_a_key_is_told_by_the_names_of_the_title() -> None:
    assert (
        describe_key(registry.current_title("goeben").presentation.labels, "intelligence.1", "ja")
        == "インテリジェンス · 1"
    )


def test_the_picture_is_that_of_the_stop_and_side(as_staff: Client, running: Game) -> None:
    play_out(running)
    path = reverse("admin:games_game_picture", args=[running.pk])
    first, last = (as_staff.get(path, {"stop": stop, "seat": "red"}) for stop in ("1", str(running.stop)))
    assert first["Content-Type"].startswith("image/svg+xml")
    assert "sandbox" in first["Content-Security-Policy"]
    assert first.content != last.content
    assert b"no-store" in first["Cache-Control"].encode()


def test_chain_and_dice_are_found_sound(as_staff: Client, running: Game) -> None:
    text = as_staff.get(console(running)).content.decode()
    assert text.count("<b>sound</b>") == 3
    assert "✓ as committed" in text
    assert "NOT" not in text.split('id="console"', 1)[1]


def test_a_changed_journal_is_found_out(as_staff: Client, running: Game) -> None:
    with allow_changes():
        JournalSegment.objects.filter(game=running).update(cause="hold")
    text = as_staff.get(console(running)).content.decode()
    assert text.count("NOT SOUND") == 2
    assert "segment 1: its contents do not fit its hashes" in text


def test_changed_dice_are_found_out(as_staff: Client, running: Game) -> None:
    running.seats.filter(role="red").update(nonce=b"another")
    text = as_staff.get(console(running)).content.decode()
    assert "✗ NOT what the dice give" in text


def test_dice_whose_secret_is_missing_are_not_called_sound(as_staff: Client, staff: Player, running: Game) -> None:
    copy = import_game(by=staff, data=export_game(by=staff, game_id=running.pk))
    text = as_staff.get(console(copy)).content.decode()
    assert text.count("<b>sound</b>") == 2
    assert text.count("<b>cannot be verified</b>") == 1
    assert "branch 0: its secret is missing" in text


@pytest.mark.both_databases
def test_every_look_leaves_an_audit_entry(as_staff: Client, staff: Player, running: Game) -> None:
    as_staff.get(console(running), {"seat": "black"})
    as_staff.get(reverse("admin:games_game_picture", args=[running.pk]), {"seat": "black"})
    entries = AuditEntry.objects.filter(game=running.pk, actor=staff.pk)
    assert {"looked_at_replay_page", "looked_at_replay_board"} <= set(entries.values_list("action", flat=True))
    assert entries.filter(action="looked_at_replay_board", facts__audience="black").exists()


def test_staff_who_sit_in_the_game_are_refused(as_staff: Client, staff: Player, running: Game) -> None:
    running.seats.filter(role="black").update(player=staff)
    for path in (console(running), reverse("admin:games_game_picture", args=[running.pk])):
        assert as_staff.get(path).status_code == 403
        assert as_staff.get(path, {"seat": "black"}).status_code == 403


def test_players_do_not_get_in(client: Client, anna: Player, running: Game) -> None:
    client.force_login(anna)
    response = client.get(console(running))
    assert response.status_code == 302
    assert "/admin/login/" in response["Location"]


@pytest.mark.parametrize("query", [{"stop": "99"}, {"seat": "green"}])
def test_stops_and_sides_that_do_not_exist_are_not_found(
    as_staff: Client, running: Game, query: dict[str, str]
) -> None:
    assert as_staff.get(console(running), query).status_code == 404


def test_no_inline_scripts_here_either(as_staff: Client, running: Game) -> None:
    response = as_staff.get(console(running))
    assert "unsafe" not in response["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>", response.content.decode())


@pytest.mark.parametrize(
    ("language", "label", "shown"),
    [
        ("en", None, "(dealt)"),
        ("en", Text("(Cards lie ready.)", "（準備完了）"), "(Cards lie ready.)"),
        ("en", Text("(All is dealt.)", "（配布完了）"), "(All is dealt.)"),
        ("en", Text("Event.dealt", "Event.dealt"), "(dealt)"),
        ("ja", Text("(Cards lie ready.)", "（準備完了）"), "（準備完了）"),
    ],
)
def test_what_players_read_no_line_of_is_named_by_its_title(
    as_staff: Client,
    staff: Player,
    running: Game,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    label: Text | None,
    shown: str,
) -> None:
    """Never by a raw tag in brackets, where the title has words for it."""
    Player.objects.filter(pk=staff.pk).update(language=language)
    title = registry.game_title(running)
    silenced = title.evolve(
        describe_event=lambda event, language: "",
        labels=lambda value: label if label is not None and value == "event.dealt" else id_label(value),
    )
    monkeypatch.setattr(registry, "game_title", lambda game: silenced)
    assert shown in as_staff.get(console(running)).content.decode()
