"""E-mails tell the owner of a standing order everything about it, and nobody else anything."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from games.kernel.title import Title
from games.models import Game, OpenRequest, OutgoingMail, Player
from games.services.answers import do_submit_answer
from games.services.resolve.advance import do_resolve
from games.services.standing_orders import do_remove_order
from games.services.umpire import do_substitute
from tests.orders import bid, deal, order, tells_of
from tests.table import answer, asked
from tests.worker.conftest import html_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch, toy: Title[object], anna: Player, ben: Player) -> Game:
    return deal(monkeypatch, anna, ben)


def flat(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


def letters(send: Send) -> dict[str, EmailMessage]:
    """The letters sent now, by name; of several the last."""
    return {letter.to[0].partition("@")[0]: letter for letter in send()}


def test_the_owner_reads_what_was_answered(dealt: Game, anna: Player, send: Send) -> None:
    send()
    order(anna, dealt, "react", "trump")
    bid(dealt)
    sent = letters(send)
    for part in (flat(text_of(sent["anna"])), flat(html_of(sent["anna"]))):
        assert "Answered by your standing orders" in part
        assert "Play a trump? — c02" in part
    for part in (text_of(sent["ben"]), html_of(sent["ben"])):
        assert "予約" not in part.replace("この質問に予約命令を設定", "")  # the link to his own
        assert "your standing orders" not in part


def test_it_is_told_once(dealt: Game, anna: Player, send: Send) -> None:
    send()
    order(anna, dealt, "react", "c01")
    order(anna, dealt, "react", None)
    bid(dealt)
    assert "— c01" in flat(text_of(letters(send)["anna"]))
    bid(dealt, 1)
    told = flat(text_of(letters(send)["anna"]))
    assert "— c01" not in told
    assert "Play a trump? — nothing" in told


def test_a_substitute_reads_nothing_of_the_orders_of_the_one_before(
    dealt: Game, anna: Player, staff: Player, send: Send
) -> None:
    order(anna, dealt, "react", "trump")
    bid(dealt)
    send()
    carla = Player.objects.create_user("carla", "carla@example.org")
    do_substitute(by=staff, game_id=dealt.pk, role="red", player=carla)
    assert "Answered by your standing orders" not in text_of(letters(send)["carla"])
    order(carla, dealt, "react", None)
    bid(dealt, 1)
    told = flat(text_of(letters(send)["carla"]))
    assert "Answered by your standing orders" in told
    assert "c02" not in told.partition("Answered by your standing orders")[2].partition("What happened")[0]


def test_the_owner_reads_in_the_own_language(dealt: Game, anna: Player, ben: Player, send: Send) -> None:
    send()
    order(anna, dealt, "react", None)
    order(ben, dealt, "react", "trump", when={"round": {"at_least": 9}})
    for number in range(3):
        bid(dealt, number)
    told = flat(text_of(letters(send)["ben"]))
    assert "予約命令による回答" in told
    assert "切り札を出しますか？ — " in told
    assert "既定の回答" in told


def test_own_default_is_told_as_such(dealt: Game, anna: Player, send: Send) -> None:
    order(anna, dealt, "react", "c01", applies="deadline")
    bid(dealt)
    assert "your standing order is played, or else: nothing" in flat(text_of(letters(send)["anna"]))
    OpenRequest.objects.filter(game=dealt, closed_at=None).update(due_at=timezone.now() - timedelta(minutes=1))
    do_resolve(dealt.pk)
    sent = letters(send)
    assert "Play a trump? — c01 (your own default)" in flat(text_of(sent["anna"]))
    assert "Time was up for Red: your own default was played." in flat(text_of(sent["anna"]))
    assert "時間切れ" not in text_of(sent["ben"])


def test_an_order_that_is_switched_off_is_told_with_the_reason(dealt: Game, anna: Player, send: Send) -> None:
    order(anna, dealt, "react", "c01")
    bid(dealt)
    send()
    bid(dealt, 1)
    sent = letters(send)
    words = "A standing order of Red was switched off (trump: c01). Reason: c01 has been played."
    assert words in flat(text_of(sent["anna"]))
    assert tells_of(text_of(sent["anna"]), "c01")
    assert not tells_of(text_of(sent["ben"]), "c01")


def test_an_order_that_is_gone_by_then_is_told_without_its_contents(dealt: Game, anna: Player, send: Send) -> None:
    row = order(anna, dealt, "react", "c01")
    bid(dealt)
    bid(dealt, 1)
    do_remove_order(player=anna, order_id=row.pk)
    assert "A standing order of Red was switched off (trump)." in flat(text_of(letters(send)["anna"]))


def test_a_letter_of_its_own_where_nothing_else_happens(dealt: Game, anna: Player, send: Send) -> None:
    """An order that is found impossible while another seat is waited for: its owner is asked, and told why."""
    order(anna, dealt, "bid", "c05")
    bid(dealt)
    send()
    do_submit_answer(player=anna, request_id=asked(dealt, "red").pk, answer=b"null")
    do_resolve(dealt.pk)
    assert asked(dealt, "red").kind == "bid"
    assert "c05 has been played." in flat(text_of(letters(send)["anna"]))


def test_a_question_that_an_order_will_answer_says_so(
    monkeypatch: pytest.MonkeyPatch, toy: Title[object], anna: Player, ben: Player, send: Send
) -> None:
    game = deal(monkeypatch, anna, ben, release_at=["06:00"], time_zone="UTC")
    order(anna, game, "react", "trump")
    send()
    answer(game, "red", "c05")
    answer(game, "black", "c12")
    game.refresh_from_db()
    do_resolve(game.pk, now=game.due_from)
    told = flat(text_of(letters(send)["anna"]))
    assert "Your standing orders will answer this, unless you answer it yourself." in told
    assert "You have nothing to decide now." in told
    assert OutgoingMail.objects.filter(game=game, kind="reminder").count() == 0


def test_the_email_says_how_an_order_is_removed_and_added_by_reply(
    dealt: Game, anna: Player, send: Send, settings: Any
) -> None:
    order(anna, dealt, "react", "trump")
    bid(dealt)
    settings.PBEM_MAIL_REPLY_ADDRESS = "orders@example.org"
    told = text_of(letters(send)["anna"])
    assert "“standing” lists your standing orders, “standing off 1” removes the first." in flat(told)
    assert "\nstanding react …\n" in told
