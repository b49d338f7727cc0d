"""What stands around orders in mails of people: thanks, cards with a number, a name; and how the answer is headed."""

from collections.abc import Callable
from dataclasses import replace
from email.message import EmailMessage as Parsed

import pytest
from django.core.mail import EmailMessage

from games import registry
from games.kernel.byhand.chart import Chart, Walk
from games.kernel.byhand.prices import Purse
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Text, plain
from games.models import Game, OpenRequest
from games.services.resolve.advance import do_resolve
from games.stored import packing
from tests.table import answer
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.test_handling import hand, sealed
from tests.worker.inbound.test_whole_games import opened
from tests.worker.inbound.writing import bring, reply
from worker.inbound.commands import split_lines
from worker.inbound.quotes import own_lines
from worker.mail.orderform import order_form

Send = Callable[[], list[EmailMessage]]

CARD = ["田中 健 <ken@example.org>", "携帯 090-0000-0000"]


@pytest.mark.parametrize(
    "words", ["よろしく", "どうぞよろしくお願いします。", "では、よろしくお願いします", "お願いします", "ではまた"]
)
def test_thanks_in_japanese_are_no_orders_nor_is_the_name_behind(words: str) -> None:
    assert own_lines(["移動 ゲーベン", "", words, "田中"]) == ["移動 ゲーベン"]


@pytest.mark.parametrize("rule", ["＿＿＿＿＿＿", "-----", "=====", "*****", "━━━━━━━━━━━━"])
def test_a_card_behind_a_line_of_signs_is_a_signature(rule: str) -> None:
    assert own_lines(["移動 ゲーベン", rule, *CARD, rule]) == ["移動 ゲーベン"]
    assert own_lines(["move goeben", rule, "Anna Weiss", "+49 431-5555-123"]) == ["move goeben"]


@pytest.mark.parametrize("below", [["move breslau"], ["move breslau", *["repair goeben"] * 6, "a@example.org"]])
def test_orders_behind_a_line_of_signs_are_read(below: list[str]) -> None:
    """What names nobody is no card, nor is what goes on for long."""
    assert own_lines(["move goeben", "*****", *below])[-len(below) :] == below
    assert own_lines(["*****", *CARD]) == ["*****", *CARD], "nothing was said before"


@pytest.mark.parametrize(
    ("line", "orders", "name"),
    [
        ("Move Goeben to Malta. Ready.", "Move Goeben to Malta.", "ready"),
        ("Move Goeben to Malta! I am ready", "Move Goeben to Malta!", "ready"),
        ("ゲーベンはマルタへ。準備完了。", "ゲーベンはマルタへ。", "ready"),
        ("Move Goeben to Malta. Not yet.", "Move Goeben to Malta.", "not_ready"),
    ],
)
def test_ready_may_be_the_last_sentence_of_a_line(line: str, orders: str, name: str) -> None:
    commands, rest = split_lines([line], [line])
    assert ([one.name for one in commands], rest) == ([name], [orders])


@pytest.mark.parametrize(
    "line",
    ["Move Goeben to Malta. Resign.", "Goeben is ready", 'signal text="Gone. Ready"', "Goeben ready.", "x. Board"],
)
def test_only_ready_may_stand_behind_orders_in_their_line(line: str) -> None:
    assert split_lines([line], [line]) == ([], [line])
    assert split_lines(["a. ready"], ["a. ready"], {"ready"}) == ([], ["a. ready"])


@pytest.fixture
def letter(running: Game, to: Callable[[str], EmailMessage]) -> Parsed:
    return parsed(to("anna"))


@pytest.mark.django_db
@pytest.mark.usefixtures("replies")
@pytest.mark.parametrize("name", ["Anna", "anna.", "Anna Weiss"])
def test_a_last_line_that_is_the_writers_name_is_no_order(running: Game, letter: Parsed, name: str) -> None:
    card = hand(running)[1]
    bring(reply(letter, card, "", name, sender="Anna Weiss <anna@example.org>"))
    assert sealed(running) == [(f'"{card}"'.encode(), True, "mail")]
    bring(reply(letter, card, "", "Ben"))
    assert len(sealed(running)) == 1, "another's is a line that is not understood"


@pytest.mark.django_db
@pytest.mark.usefixtures("replies")
def test_an_answer_is_headed_by_the_moment_that_it_is_about(
    running: Game, letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the game has gone on before it could leave: else it seemed to be about the next question."""
    title = replace(registry.game_title(running), headline=lambda view, language: f"cards {len(view.hand)}")
    for name in ("game_title", "naming_title"):
        monkeypatch.setattr(registry, name, lambda game: title)
    answer(running, "black")
    bring(reply(letter, hand(running)[0]))
    do_resolve(running.pk)
    told = [one for one in send() if one.to == ["anna@example.org"]]
    assert ["cards 5" in one.subject for one in told] == [True, False]
    assert "orders received" in told[0].subject
    assert "cards 5" in text_of(told[0])


class Sail(Order, frozen=True, tag="sail"):
    ship: str
    way: tuple[str, ...] = ()


class SailForm(Orders[Sail], frozen=True, kw_only=True, tag="test.sail_by_names"):
    order_types = (Sail,)
    start: str = "messina"

    def charts(self) -> dict[str, Chart]:
        ways = {"messina": ("stromboli", "taranto"), "stromboli": ("messina",), "taranto": ("messina", "zante")}
        return {"sea": Chart({**ways, "zante": ("taranto",), "0101": ("zante",)})}

    def purses(self) -> tuple[Purse, ...]:
        return ()

    def ways(self) -> tuple[Way, ...]:
        return (Way("sail", (Field("ship", ("emden",)), Field("way", (), walk=Walk("sea", self.start, 2)))),)


def test_a_letter_says_how_far_it_is_to_places_with_names() -> None:
    told = order_form(SailForm(), lambda value: Text(value.title(), value), "en").splitlines()
    at = told.index("# How far it is from Messina:")
    assert told[at + 1 : at + 3] == ["#       1: stromboli taranto", "#       2: zante"]
    assert not any("How far" in line for line in order_form(SailForm(start="0101"), plain, "en").splitlines())


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.usefixtures("replies")
@pytest.mark.parametrize(
    ("language", "written", "told"),
    [
        ("en", "{} stays where it is.", "Stays without an order: {}."),
        ("ja", "{}はそのまま。", "命令がなくても今の位置にとどまります：{}。"),
    ],
)
def test_who_stays_where_he_is_stands_in_the_receipt(send: Send, language: str, written: str, told: str) -> None:
    game = opened("pq17", "jw51b", {}, (language,))
    asked = OpenRequest.objects.get(game=game)
    form = packing.read_question(registry.game_title(game), asked.question).form
    assert isinstance(form, Orders)
    name = form.named(registry.game_title(game).labels)(min(form.at_rest())).get(language)
    letter = next(one for one in map(parsed, send()) if one["Reply-To"] and one["To"] == asked.seat.player.email)
    bring(reply(letter, written.format(name)))
    receipts = ["".join(text_of(one).split()) for one in send()]
    assert any("".join(told.format(name).split()) in one for one in receipts)
