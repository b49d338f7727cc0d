"""A player whose part in a game is over gets an e-mail about it and one at the end, others on request."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.mail import EmailMessage

from games.kernel.title import Title
from games.models import Game, Player
from games.titles.goeben.state.state import Warship
from games.titles.goeben.visibility.view import ShipView, View
from tests.kernel.toy import ADVISED
from tests.table import offer
from tests.titles.loading import load
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.writing import bring, reply
from tests.worker.test_news_with_question import play_on

pytestmark = pytest.mark.django_db

Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def without_blue(monkeypatch: pytest.MonkeyPatch, council: Game, settings: Any) -> Game:
    """A game in which Dora's part is over from the second stop on."""
    settings.PBEM_MAIL_REPLY_ADDRESS = "orders@example.org"
    settings.PBEM_TRUSTED_AUTHSERV_IDS = ["mx.example.org"]
    done: Title[Any] = ADVISED.evolve(has_finished=lambda view: view.seat == "blue")
    offer(monkeypatch, done)
    return council


def to_dora(send: Send) -> list[EmailMessage]:
    return [one for one in send() if one.to == ["dora@example.org"]]


def test_one_letter_says_so_and_one_tells_the_end(without_blue: Game, send: Send) -> None:
    (first,) = to_dora(send)
    assert "Your part in this game is over" in " ".join(text_of(first).split())
    while Game.objects.get(pk=without_blue.pk).status == "running":
        assert to_dora(send) == []
        play_on(without_blue)
    (last,) = to_dora(send)
    assert "The game is over" in text_of(last)


def test_who_asks_for_all_gets_all(without_blue: Game, send: Send) -> None:
    (first,) = to_dora(send)
    bring(reply(parsed(first), "letters all"))
    assert Player.objects.get(username="dora").mail_preferences["watch"] is True
    assert "all news" in " ".join(text_of(to_dora(send)[0]).split())
    play_on(without_blue)
    (news,) = to_dora(send)
    assert "“letters few”" in " ".join(text_of(news).split())
    bring(reply(parsed(news), "手紙 最後だけ"))
    to_dora(send)
    play_on(without_blue)
    assert to_dora(send) == []


def test_a_captain_of_goeben_whose_ship_is_sunk_has_nothing_to_decide() -> None:
    title = load("goeben")
    afloat, sunk = (ShipView(ship=Warship(id="goeben", seat="goeben", sunk=sunk), own=True) for sunk in (False, True))
    assert title.rules.has_finished(View(seat="goeben", mode="captains", ships=[sunk]))
    assert not title.rules.has_finished(View(seat="goeben", mode="captains", ships=[afloat]))
    assert not title.rules.has_finished(View(seat="commander", mode="solitaire", ships=[sunk]))
    assert not title.rules.has_finished(View(seat="public", mode="captains", ships=[]))
