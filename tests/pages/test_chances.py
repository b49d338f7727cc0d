"""The page with the chances of a finished game, its chart, and the same by REST and in the e-mail about the end."""

import json
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from games.models import ChanceCurve, Game, Player, Seat
from games.selectors.chances import load_chances
from games.services.curves.refinement import do_refine_curve
from pbem.rendering.renderer_pool import draw_png
from tests.api.conftest import Caller
from tests.table import play_out
from worker.mail.outbound import delivery

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def finished(running: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game that is over, with its chances from a few rollouts."""
    monkeypatch.setattr("games.services.curves.schedule.ROUGH", 4)
    monkeypatch.setattr("games.services.curves.schedule.FULL", 12)
    monkeypatch.setattr("games.services.curves.schedule.FINE", 30)
    game = play_out(running)
    while do_refine_curve(game.pk, seconds=60):
        pass
    return game


def page(player: Player, game: Game, more: str = "", **how: Any) -> Any:
    client = Client(headers=how)
    client.force_login(player)
    return client.get(f"/games/{game.pk}/chances{more}")


def test_the_page_shows_the_curve_the_swings_and_the_luck(finished: Game, anna: Player) -> None:
    text = page(anna, finished, "/").content.decode()
    for words in ("How the chances ran", "Biggest swings", "Luck and decisions", "All computed steps", "95 percent"):
        assert words in text
    assert f"/games/{finished.pk}/chances.svg?narrow=1" in text
    client = Client()
    client.force_login(anna)
    assert f"/games/{finished.pk}/chances/" in client.get(f"/games/{finished.pk}/").content.decode()


def test_it_speaks_japanese(finished: Game, anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(language="ja")
    anna.refresh_from_db()
    text = page(anna, finished, "/").content.decode()
    assert "勝率の推移" in text
    assert "運と決定" in text


@pytest.mark.parametrize("shape", ["", "?narrow=1"])
def test_the_chart_is_a_picture_that_a_browser_keeps(finished: Game, anna: Player, shape: str) -> None:
    first = page(anna, finished, f".svg{shape}")
    assert first["Content-Type"].startswith("image/svg+xml")
    assert first.content.startswith(b"<svg")
    assert "sandbox" in first["Content-Security-Policy"]
    again = page(anna, finished, f".svg{shape}", if_none_match=first["ETag"])
    assert again.status_code == 304


def test_a_running_game_shows_nothing_to_anybody(running: Game, anna: Player, staff: Player) -> None:
    ChanceCurve.objects.create(game=running, due_at=timezone.now())
    for player in (anna, staff):
        for more in ("/", ".svg"):
            assert page(player, running, more).status_code == 409
        for path in ("chances/", "chances.svg", "chances.png"):
            assert Caller(player).get(f"games/{running.pk}/{path}").status_code == 409
    assert load_chances(running, "en").state == "none"
    client = Client()
    client.force_login(anna)
    assert "chances" not in client.get(f"/games/{running.pk}/").content.decode()


def test_luck_and_decisions_add_up(finished: Game) -> None:
    found = load_chances(finished, "en")
    assert found.state == "done"
    assert list(found.sides) == [("red",), ("black",)]
    for one in found.luck:
        assert abs(one.start + one.dice + one.decisions + one.between + one.rewinds - one.end) < 0.001
    for swing in found.swings:
        assert abs(swing.gain) > swing.margin
        assert swing.orders or swing.dice or swing.kind in ("between", "rewind", "dice")


def test_rest_says_the_same(finished: Game, anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    caller = Caller(anna)
    answer = caller.get(f"games/{finished.pk}/chances/")
    assert answer.status_code == 200
    body = json.loads(answer.content)
    assert body["state"] == "done"
    assert body["steps"][-1]["chances"].keys() == {"red", "black"}
    assert caller.get(f"games/{finished.pk}/chances.svg?width=400").content.startswith(b"<svg")
    monkeypatch.setattr("api.views.pictures.render_png", lambda drawing, **how: (b"png", 0.0))
    assert caller.get(f"games/{finished.pk}/chances.png").content == b"png"


def test_the_chart_becomes_a_png(finished: Game) -> None:
    from games.selectors.chance_pictures import draw_game_chances

    picture = draw_game_chances(finished, load_chances(finished, "ja"), "ja")
    assert draw_png(picture, width=600).startswith(b"\x89PNG")


def test_while_it_is_computed_the_page_says_so(running: Game, anna: Player) -> None:
    game = play_out(running)
    assert "being computed" in page(anna, game, "/").content.decode()
    do_refine_curve(game.pk, seconds=0)
    text = page(anna, game, "/").content.decode()
    assert "being computed" in text
    assert "All computed steps" in text


def test_without_a_curve_the_page_says_so(running: Game, anna: Player, settings: Any) -> None:
    settings.PBEM_CURVE_SECONDS = 0
    game = play_out(running)
    assert "There are no chances" in page(anna, game, "/").content.decode()
    curve = ChanceCurve.objects.create(game=game, failure="ZeroDivisionError", finished_at=timezone.now())
    assert "cannot play this game out" in page(anna, game, "/").content.decode()
    ChanceCurve.objects.filter(pk=curve.pk).update(failure="", order_hash=b"another end")
    assert "There are no chances" in page(anna, game, "/").content.decode()


def test_the_email_about_the_end_links_to_the_page(running: Game, mailoutbox: list[EmailMessage]) -> None:
    game = play_out(running)
    delivery.send_due_mail()
    last = [mail for mail in mailoutbox if f"/games/{game.pk}/chances/" in str(mail.body)]
    assert len(last) == Seat.objects.filter(game=game, player__isnull=False).count()
    assert ["Final standings" in mail.subject or "最終" in mail.subject for mail in last] == [True, True]
    told = [" ".join(str(mail.body).split()) for mail in last]
    assert sum("computes it now" in one for one in told) == 1, "the other reader reads Japanese"


def test_the_email_has_the_swings_if_they_are_ready(finished: Game, mailoutbox: list[EmailMessage]) -> None:
    delivery.send_due_mail()
    (one, *_) = [mail for mail in mailoutbox if "Final standings" in mail.subject]
    assert f"/games/{finished.pk}/chances/" in str(one.body)
    assert ("percent" in str(one.body)) == bool(load_chances(finished, "en").swings)
