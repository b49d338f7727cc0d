"""Text around orders in replies of people: thanks, numbered cards, a name."""

from collections.abc import Callable
from email.message import EmailMessage as Parsed

import pytest
from django.core.mail import EmailMessage

from games import registry
from games.kernel.drafts import Purse
from games.kernel.text import Text, id_label
from games.models import Game, OpenRequest
from games.order_editor.paths import Chart, MovementRule
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.persistence import serialization
from games.services.resolve.advance import do_resolve
from tests.table import answer, play_out
from tests.worker.conftest import parsed, text_of, topic_of
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.test_whole_games import opened
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound.command_parser import split_commands
from worker.mail.inbound.quote_stripping import extract_own_lines
from worker.mail.outbound.order_form import render_order_form

Send = Callable[[], list[EmailMessage]]

CARD = ["田中 健 <ken@example.org>", "携帯 090-0000-0000"]


@pytest.mark.parametrize(
    "words", ["よろしく", "どうぞよろしくお願いします。", "では、よろしくお願いします", "お願いします", "ではまた"]
)
def test_thanks_in_japanese_are_no_orders_nor_is_the_name_behind(words: str) -> None:
    assert extract_own_lines(["移動 ゲーベン", "", words, "田中"]) == ["移動 ゲーベン"]


@pytest.mark.parametrize("rule", ["＿＿＿＿＿＿", "-----", "=====", "*****", "━━━━━━━━━━━━"])
def test_a_card_behind_a_line_of_signs_is_a_signature(rule: str) -> None:
    assert extract_own_lines(["移動 ゲーベン", rule, *CARD, rule]) == ["移動 ゲーベン"]
    assert extract_own_lines(["move goeben", rule, "Anna Weiss", "+49 431-5555-123"]) == ["move goeben"]


@pytest.mark.parametrize("below", [["move breslau"], ["move breslau", *["repair goeben"] * 6, "a@example.org"]])
def test_orders_behind_a_line_of_signs_are_read(below: list[str]) -> None:
    """What names nobody is no card, nor is what goes on for long."""
    assert extract_own_lines(["move goeben", "*****", *below])[-len(below) :] == below
    assert extract_own_lines(["*****", *CARD]) == ["*****", *CARD], "nothing was said before"


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
    commands, rest = split_commands([line], [line])
    assert ([one.name for one in commands], rest) == ([name], [orders])


@pytest.mark.parametrize(
    "line",
    ["Move Goeben to Malta. Resign.", "Goeben is ready", 'signal text="Gone. Ready"', "Goeben ready.", "x. Board"],
)
def test_only_ready_may_stand_behind_orders_in_their_line(line: str) -> None:
    assert split_commands([line], [line]) == ([], [line])
    assert split_commands(["a. ready"], ["a. ready"], {"ready"}) == ([], ["a. ready"])


@pytest.fixture
def letter(running: Game, to: Callable[[str], EmailMessage]) -> Parsed:
    return parsed(to("anna"))


@pytest.mark.django_db
@pytest.mark.usefixtures("replies")
@pytest.mark.parametrize("name", ["Anna", "anna.", "Anna Weiss", "A.", "- A.", "A.W.", "Anna (from my phone)"])
def test_a_last_line_that_is_the_writers_name_is_no_order(running: Game, letter: Parsed, name: str) -> None:
    card = hand(running)[1]
    bring(reply(letter, card, "", name, sender="Anna Weiss <anna@example.org>"))
    assert sealed(running) == [(f'"{card}"'.encode(), True, "mail")]
    bring(reply(letter, card, "", "Ben"))
    assert sealed(running)[-1][1:] == (True, "mail"), "another's name looks like no order"


@pytest.mark.django_db
@pytest.mark.usefixtures("replies")
def test_an_answer_is_headed_by_the_moment_that_it_is_about(
    running: Game, letter: Parsed, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the game has gone on before it could leave: else it seemed to be about the next question."""
    title = registry.game_title(running).evolve(headline=lambda view, language: f"cards {len(view.hand)}")
    for name in ("game_title", "title_for_names"):
        monkeypatch.setattr(registry, name, lambda game: title)
    answer(running, "black")
    bring(reply(letter, hand(running)[0]))
    do_resolve(running.pk)
    told = [one for one in send() if one.to == ["anna@example.org"]]
    assert ["cards 5" in one.subject for one in told] == [True, False]
    assert "Orders received" in told[0].subject
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

    def templates(self) -> tuple[OrderTemplate, ...]:
        return (
            OrderTemplate(
                "sail", (Field("ship", ("emden",)), Field("way", (), movement=MovementRule("sea", self.start, 2)))
            ),
        )


def test_a_letter_says_how_far_it_is_to_places_with_names() -> None:
    told = render_order_form(SailForm(), lambda value: Text(value.title(), value), "en").splitlines()
    at = told.index("# How far it is from Messina:")
    assert told[at + 1 : at + 3] == ["#       1: stromboli taranto", "#       2: zante"]
    assert not any("How far" in line for line in render_order_form(SailForm(start="0101"), id_label, "en").splitlines())


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
    form = serialization.read_question(registry.game_title(game), asked.question).form
    assert isinstance(form, Orders)
    name = form.labels_in_context(registry.game_title(game).presentation.labels)(min(form.idle_units())).get(language)
    letter = next(one for one in map(parsed, send()) if one["Reply-To"] and one["To"] == asked.seat.player.email)
    bring(reply(letter, written.format(name)))
    receipts = ["".join(text_of(one).split()) for one in send()]
    assert any("".join(told.format(name).split()) in one for one in receipts)


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.usefixtures("replies")
@pytest.mark.parametrize("about", ["Final standings", "Your move"])
def test_small_talk_after_the_end_is_not_refused_as_orders(running: Game, send: Send, about: str) -> None:
    letters = send()
    play_out(running)
    letters += send()
    letter = next(one for one in letters if about in one.subject and one.to == ["anna@example.org"])
    bring(reply(parsed(letter), "Well played, Ben!", "That was close. See you in the next war."))
    (told,) = send()
    assert topic_of(told.subject) == "The game is over"
    assert "The game is over. Your e-mail contained no orders, and nobody received it." in " ".join(
        text_of(told).split()
    )
    assert "Refused" not in text_of(told)
