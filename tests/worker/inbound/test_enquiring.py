"""Enquiries about the game by e-mail: the explanation of an order, odds, `what if`, and `undo`."""

from collections.abc import Callable
from email.message import EmailMessage as Parsed
from typing import Any

import pytest
from django.core.mail import EmailMessage

from games.models import Game, OpenRequest, Player, SealedAnswer
from games.services.lifecycle import do_start_game
from games.services.resolve.advance import do_resolve
from tests.table import answer, asked
from tests.worker.conftest import parsed, text_of, topic_of
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.writing import bring, reply
from tests.worker.test_email_layout import opened
from worker.mail.inbound import enquiries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    """The letter that asks anna for her first bid; ben has his."""
    return parsed(to("anna"))


def words(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


# --- undo


def test_undo_withdraws_an_answer_while_another_seat_thinks(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[1]))
    send()
    bring(reply(letter, "undo last"))
    (undone,) = send()
    assert "Your answer is withdrawn. Without another one the default is played" in words(undone)
    assert sealed(running)[-1][0] == b""
    bring(reply(letter, "undo"))
    assert "There is nothing to undo" in words(send()[0])
    assert "Your answer is withdrawn" not in words(undone).partition("Your answer is withdrawn")[2]


def test_undo_says_why_it_is_too_late(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[1]))
    answer(running, "black")
    do_resolve(running.pk)
    send()
    bring(reply(letter, "元に戻す"))
    (late,) = [one for one in send() if one.to == ["anna@example.org"]]
    assert "This cannot be undone: the question is closed" in words(late)
    assert "Your answer was:" in words(late)


def test_undo_cancels_an_answer_that_still_waits(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[1], vouched=""))
    send()
    bring(reply(letter, "undo"))
    assert "Cancelled: your e-mail that waited." in words(send()[0])
    assert sealed(running) == []


def test_another_seats_answer_cannot_be_undone(running: Game, letter: Parsed, send: Send) -> None:
    answer(running, "black")
    bring(reply(letter, "undo"))
    assert "There is nothing to undo" in words(send()[0])
    assert asked(running, "black").revision == 1


# --- what if


def test_what_if_shows_an_answer_and_submits_nothing(running: Game, letter: Parsed, send: Send) -> None:
    card = hand(running)[1]
    bring(reply(letter, f"what if choose {card}?"))
    (shown,) = send()
    assert "What if; nothing was submitted" in text_of(shown)
    assert f"choose {card}" in text_of(shown) or card in text_of(shown)
    assert sealed(running) == []
    assert "Your message was read." in text_of(shown)


@pytest.mark.parametrize("heading", ["what if", "What if:", "試算"])
def test_orders_below_what_if_are_only_tried(running: Game, letter: Parsed, send: Send, heading: str) -> None:
    card = hand(running)[1]
    bring(reply(letter, "Hello,", "", heading, f"choose {card}", "", "Thanks"))
    (shown,) = send()
    assert "What if; nothing was submitted" in text_of(shown)
    assert card in text_of(shown)
    assert sealed(running) == []


def test_what_if_beside_orders_changes_nothing_of_them(running: Game, letter: Parsed, send: Send) -> None:
    first, second = hand(running)[:2]
    bring(reply(letter, first, f"試算：{second}"))
    assert sealed(running) == [(f'"{first}"'.encode(), True, "mail")]
    assert "What if; nothing was submitted" in text_of(send()[0])


def test_what_if_of_a_wrong_order_says_why(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "what if choose c99"))
    assert "Refused" in text_of(send()[0])
    assert SealedAnswer.objects.count() == 0


@pytest.mark.usefixtures("own_cache")
def test_what_if_shares_the_limit_of_previews(running: Game, letter: Parsed, send: Send, settings: Any) -> None:
    settings.PBEM_PREVIEWS_PER_MINUTE = 1
    for _ in range(2):
        bring(reply(letter, f"what if {hand(running)[0]}"))
    said = [words(one) for one in send()]
    assert sum("nothing was submitted" in one for one in said) == 1
    assert sum("wait a minute" in one for one in said) == 1


# --- help and odds


def test_help_with_a_word_explains_the_question(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "help bid", "help zzz"))
    (shown,) = send()
    assert "Nothing here is called “zzz”" in words(shown)


def test_a_title_without_odds_says_so(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "odds hood bismarck"))
    assert "This game has no odds to show." in words(send()[0])


@pytest.mark.parametrize("line", ["help {}", "odds {}", "what if {}"])
def test_hostile_enquiries_are_refused_as_too_long(running: Game, letter: Parsed, send: Send, line: str) -> None:
    bring(reply(letter, line.format("x " * 990)))
    assert "At most" in words(send()[0])


def test_an_email_holds_a_few_enquiries(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, *[f"help word{number}" for number in range(200)]))
    said = words(send()[0])
    assert said.count("Nothing here is called") == enquiries.MAX_ENQUIRIES
    assert said.count("An e-mail may hold 3 enquiries") == 1


def test_a_quoted_enquiry_is_not_answered(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[0], "> odds hood bismarck", "> undo"))
    assert "odds" not in words(send()[0]).partition("Proof")[0].casefold().replace("> odds", "")
    assert OpenRequest.objects.get(game=running, seat__role="red", closed_at=None).ready


@pytest.fixture
def sea_letter(anna: Player, ben: Player, to: To) -> Callable[[str, str], Parsed]:
    """The letter with the first question of a scenario to anna."""
    from games.services.creation import do_create_game
    from games.services.lifecycle import do_join_game

    def written(title: str, scenario: str) -> Parsed:
        from games.models import Seat

        game = do_create_game(host=anna, title=title, scenario=scenario, name="North Sea", deadline_hours=48)
        seats = list(Seat.objects.filter(game=game).order_by("position").values_list("role", flat=True))
        for player, role in zip((anna, ben), seats, strict=False):
            do_join_game(player=player, game_id=game.pk, role=role)
        do_start_game(player=anna, game_id=game.pk)
        for _ in range(6):
            do_resolve(game.pk)
            if OpenRequest.objects.filter(game=game, seat__player=anna, closed_at=None).exists():
                break
            for row in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat"):
                answer(game, row.seat.role)
        return parsed(to("anna"))

    return written


def enquiries_of(letter: EmailMessage) -> str:
    """The part of a reply that answers, without the form and the signature."""
    return text_of(letter).partition("Your message was read.")[2].partition("How to answer")[0].partition("-----")[0]


def test_odds_of_a_ship_against_another_at_sea(sea_letter: Callable[[str, str], Parsed], send: Send) -> None:
    letter = sea_letter("battleships", "denmark_strait")
    bring(reply(letter, "odds hood bismarck", "help engage", "help star shell"))
    said = enquiries_of(next(one for one in send() if one.to == ["anna@example.org"]))
    flat = " ".join(said.split())
    assert "Odds: Hood (BC) against Bismarck (BB)" in flat
    assert "Main guns, range 11, attack 42: sunk <1%, damaged 49%, no effect 51%" in flat
    assert "0.7 steps on average (rule 5.3)" in flat
    assert "ahead or astern -1 (5.7)" in flat
    assert "Engage (doctrine)" in flat
    assert "Star shell (rule 4.3)" in flat
    assert max(map(len, said.split("\n"))) <= 76


@pytest.mark.parametrize("asked", ["help 5.3", "help rule 5.3", "ヘルプ ルール5.3"])
def test_help_with_the_number_of_a_rule_explains_it(
    sea_letter: Callable[[str, str], Parsed], send: Send, asked: str
) -> None:
    letter = sea_letter("battleships", "denmark_strait")
    bring(reply(letter, asked))
    said = " ".join(enquiries_of(next(one for one in send() if one.to == ["anna@example.org"])).split())
    assert "How a shot is worked out (rule 5.3)" in said
    assert "Two dice with their modifiers give the damage points." in said


def test_a_turn_email_links_to_the_rule_of_its_question(sea_letter: Callable[[str, str], Parsed]) -> None:
    (said,) = [
        part.get_payload(decode=True).decode()
        for part in sea_letter("battleships", "denmark_strait").walk()
        if part.get_content_type() == "text/plain" and not part.get_filename()
    ]
    assert "/titles/battleships/rules/5.1/" in said


def test_odds_are_said_in_the_language_of_the_reader(
    anna: Player, sea_letter: Callable[[str, str], Parsed], send: Send
) -> None:
    Player.objects.filter(pk=anna.pk).update(language="ja")
    anna.refresh_from_db()
    letter = sea_letter("battleships", "denmark_strait")
    bring(reply(letter, "確率 フッド対ビスマルク", "ヘルプ 星弾"))
    said = "".join(text_of(next(one for one in send() if one.to == ["anna@example.org"])).split())
    assert "確率：フッド（BC）→ビスマルク（BB）" in said
    assert "主砲、距離11、攻撃力42" in said
    assert "夜間、5ヘクス以内の1ヘクスを照らす。" in said


def test_one_name_gives_the_odds_with_all_others(sea_letter: Callable[[str, str], Parsed], send: Send) -> None:
    letter = sea_letter("battleships", "denmark_strait")
    bring(reply(letter, "odds bismarck", "odds bismarck hood!", "odds nobody"))
    said = " ".join(text_of(next(one for one in send() if one.to == ["anna@example.org"])).split())
    assert said.count("against Bismarck") >= 2
    assert "Odds: Bismarck (BB) against Hood (BC)" in said
    assert "Name the attacker and the target" in said


# --- a game for one, without an umpire


@pytest.fixture
def alone(anna: Player, to: To) -> Parsed:
    """The first e-mail of a mission of Goeben, which its host plays."""
    opened(anna, "goeben", "raid_convoys")
    return parsed(to("anna"))


def test_a_question_that_names_a_term_gets_its_explanation(alone: Parsed, send: Send) -> None:
    bring(reply(alone, "How much coal does the collier give, and when?"))
    (told,) = send()
    assert topic_of(told.subject).startswith("Answer: Collier")
    assert "This is read as a question, not as an order." in words(told)
    assert "waits where you stationed her" in words(told)
    bring(reply(alone, "Is there anything else worth knowing?"))
    (told,) = send()
    assert topic_of(told.subject).startswith("No answer: Is there")


def test_help_shows_an_example_of_an_order_that_no_example_of_the_question_has(alone: Parsed, to: To) -> None:
    bring(reply(alone, "ok"))
    do_resolve(Game.objects.get().pk)
    bring(reply(parsed(to("anna")), "help break-off"))
    assert "\nbreak-off convoy\n" in text_of(to("anna"))


@pytest.fixture
def at_sea(anna: Player, ben: Player, to: To) -> Parsed:
    """The e-mail with the orders of a phase of PQ-17."""
    from tests.worker.test_email_layout import opened as opened_for_all

    game = opened_for_all(anna, "pq17", "jw51b")
    while not OpenRequest.objects.filter(game=game, kind="orders", seat__player=anna, closed_at=None).exists():
        for row in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat"):
            answer(game, row.seat.role)
        do_resolve(game.pk)
    return parsed(to("anna"))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("help strikes", "After a search you choose who follows and who attacks."),
        ("help instruct strikes", "After a search you choose who follows and who attacks."),
        ("help if weaker", "You can write this in: Instruction. instruct intercepts does=if_weaker"),
        ("help attack", "the unit flies to a hex and attacks a block there"),
        ("help escort", "fights the fighters that rise there"),
        ("help instruct", "Refuse searches; After the search, attack; Attack automatically only;"),
        ("help wethdraw", "Nothing here is called “wethdraw”."),
    ],
)
def test_help_explains_instructions_and_missions(at_sea: Parsed, send: Send, asked: str, told: str) -> None:
    bring(reply(at_sea, asked))
    said = next(words(one) for one in send() if one.to == ["anna@example.org"])
    assert told in said.replace("- ", "")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("help cargo", "You can write this in: Take aboard"),
        ("help CP", "Protected cruiser."),
        ("help silence", "The defences are silenced when all of them are destroyed."),
        ("help maximum fire", "(rule 14.9)"),
        ("help breaking off", "(rule 14.4)"),
    ],
)
def test_help_explains_arguments_short_names_and_rules_by_name(
    sea_letter: Callable[[str, str], Parsed], send: Send, asked: str, found: str
) -> None:
    letter = sea_letter("goeben", "raid_convoys")
    bring(reply(letter, asked))
    assert found in words(send()[0])


def test_an_unknown_word_is_answered_with_what_is_explained_not_with_ships(
    sea_letter: Callable[[str, str], Parsed], send: Send
) -> None:
    bring(reply(sea_letter("pq17", "jw51a"), "help zzz"))
    said = words(send()[0]).partition("You can ask about:")[2]
    assert "Command Points" in said
    assert "King George V" not in said


def test_a_host_who_plays_alone_is_told_where_chances_are(sea_letter: Callable[[str, str], Parsed], send: Send) -> None:
    bring(reply(sea_letter("goeben", "raid_convoys"), "What are my chances at Bone?"))
    assert "“odds” with attacker and target gives chances" in words(send()[0])


def test_a_term_in_a_japanese_question_is_explained(
    anna: Player, sea_letter: Callable[[str, str], Parsed], send: Send
) -> None:
    Player.objects.filter(pk=anna.pk).update(language="ja")
    anna.refresh_from_db()
    bring(reply(sea_letter("goeben", "raid_convoys"), "無線とは何ですか？"))
    assert "無線（ルール8.1）" in "".join(text_of(send()[0]).split())
