"""Tags in reply addresses: their owner, their content, and when they expire."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any
from uuid import RFC_4122, UUID, uuid4

import pytest
from django.core.mail import EmailMessage

from games.models import Game, Player, Tenure
from games.persistence.mail_tags import (
    BOUNCE,
    MESSAGE,
    QUESTION,
    SEAT,
    bounce_address,
    find_bounced_mail,
    find_tags,
    is_genuine,
    make_tag,
)
from games.selectors.mail_tag_targets import make_seat_reply_address, resolve_tag
from games.services.lifecycle import do_leave_game
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve
from tests.table import answer, asked
from tests.worker.conftest import html_of, parsed, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def _replies(settings: Any) -> None:
    settings.PBEM_MAIL_REPLY_ADDRESS = "orders@example.org"


def test_a_tag_is_short_and_knows_no_case(running: Game) -> None:
    request = asked(running, "red")
    address = make_seat_reply_address(QUESTION, request.pk, request.seat)
    assert len(address.partition("@")[0]) <= 64
    assert address == address.casefold()
    (tag,) = find_tags([address.upper()])
    found = resolve_tag(tag, "ANNA@example.org")
    assert found is not None
    assert (found.request, found.seat, found.player.username) == (request, request.seat, "anna")


def test_a_tag_of_a_letter_in_the_longest_local_part_still_fits(settings: Any) -> None:
    settings.PBEM_MAIL_REPLY_ADDRESS = f"{'o' * 18}@example.org"
    assert len(f"{'o' * 18}+{make_tag(QUESTION, uuid4(), 1, 1)}") <= 64


@pytest.mark.parametrize(
    "spoil", [lambda a: a.replace("+q", "+g"), lambda a: a.replace("orders", "order"), lambda a: a[:-1]]
)
def test_what_is_no_tag_of_ours_is_none(running: Game, spoil: Callable[[str], str]) -> None:
    request = asked(running, "red")
    address = spoil(make_seat_reply_address(QUESTION, request.pk, request.seat))
    assert [resolve_tag(tag, "anna@example.org") for tag in find_tags([address])] in ([], [None])


def test_each_letter_of_the_code_counts(running: Game) -> None:
    request = asked(running, "red")
    name, _, domain = make_seat_reply_address(QUESTION, request.pk, request.seat).partition("@")
    for place in range(-16, 0):
        other = "a" if name[place] != "a" else "b"
        spoilt = f"{name[:place]}{other}{name[place + 1 :] if place < -1 else ''}@{domain}"
        assert [resolve_tag(tag, "anna@example.org") for tag in find_tags([spoilt])] == [None]


def test_nobody_else_can_use_a_tag(running: Game) -> None:
    request = asked(running, "red")
    (tag,) = find_tags([make_seat_reply_address(QUESTION, request.pk, request.seat)])
    assert resolve_tag(tag, "ben@example.org") is None
    assert resolve_tag(tag, "") is None


def test_the_tag_of_one_seat_says_nothing_of_another(running: Game) -> None:
    red, black = asked(running, "red"), asked(running, "black")
    (tag,) = find_tags([make_seat_reply_address(SEAT, running.pk, red.seat)])
    assert resolve_tag(tag, "anna@example.org") is not None
    assert resolve_tag(tag, black.seat.player.email) is None


@pytest.mark.both_databases
def test_a_tag_dies_with_its_tenure(running: Game, anna: Player) -> None:
    seat = asked(running, "red").seat
    (tag,) = find_tags([make_seat_reply_address(SEAT, running.pk, seat)])
    do_leave_game(player=anna, game_id=running.pk)
    assert resolve_tag(tag, "anna@example.org") is None
    seat.refresh_from_db()
    seat.kind, seat.player = "player", anna
    seat.save()
    Tenure.objects.create(seat=seat, player=anna)
    assert resolve_tag(tag, "anna@example.org") is None


def test_retired_keys_still_verify_and_forgotten_ones_do_not(settings: Any) -> None:
    subject = uuid4()
    settings.SECRET_KEY = "old"
    tag = next(find_tags([f"orders+{make_tag(QUESTION, subject, 1, 2)}@example.org"]))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old"]
    assert is_genuine(tag, 1, 2)
    assert not is_genuine(tag, 2, 2)
    assert not is_genuine(tag, 1, 3)
    settings.SECRET_KEY_FALLBACKS = []
    assert not is_genuine(tag, 1, 2)


def test_the_envelope_of_a_letter_names_it_to_this_server_alone(settings: Any) -> None:
    """Who reads the envelopes of two letters does not learn how many went out between them."""
    settings.PBEM_MAIL_VERP = True
    numbers = (0, 1, 2, 3, 2**31, 2**62 - 1)
    envelopes = [bounce_address(number) for number in numbers]
    assert [find_bounced_mail([one.upper()]) for one in envelopes] == [*numbers]
    assert [bounce_address(number) for number in numbers] == envelopes, "the same at every attempt"
    ids = [next(find_tags([one])).subject for one in envelopes]
    assert {(one.version, one.variant) for one in ids} == {(4, RFC_4122)}
    for one, other in pairwise(ids):
        alike = 128 - (one.int ^ other.int).bit_count()
        assert 40 < alike < 96, "neighbours are as unlike as any"


def test_the_envelope_is_read_under_retired_keys_and_as_it_was_written_before(settings: Any) -> None:
    settings.PBEM_MAIL_VERP, settings.SECRET_KEY = True, "old"
    veiled, plain = bounce_address(77), f"orders+{make_tag(BOUNCE, UUID(int=78), 0, 0)}@example.org"
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old"]
    assert [find_bounced_mail([one]) for one in (veiled, plain)] == [77, 78]
    assert find_bounced_mail([f"orders+{make_tag(BOUNCE, uuid4(), 0, 0)}@example.org"]) is None
    settings.SECRET_KEY_FALLBACKS = []
    assert find_bounced_mail([veiled]) is None


def test_a_letter_that_asks_has_the_tag_of_its_question(running: Game, to: Callable[[str], EmailMessage]) -> None:
    letter = to("anna")
    (tag,) = find_tags([str(parsed(letter)["Reply-To"]).partition("<")[2].strip("<>")])
    assert (tag.kind, tag.subject) == (QUESTION, asked(running, "red").pk)
    assert text_of(letter).startswith("#=#=# ")
    assert "#=#=# " in html_of(letter)
    assert parsed(letter)["X-Sealed-Orders"] == "letter"


def test_press_has_a_tag_of_its_own(running: Game, anna: Player, to: Callable[[str], EmailMessage]) -> None:
    do_send_message(player=anna, game_id=running.pk, text="Peace?")
    (tag,) = find_tags([str(parsed(to("ben"))["Reply-To"]).partition("<")[2].strip("<>")])
    assert tag.kind == MESSAGE


def test_without_an_address_for_replies_letters_say_nothing_of_them(
    settings: Any, running: Game, to: Callable[[str], EmailMessage]
) -> None:
    settings.PBEM_MAIL_REPLY_ADDRESS = ""
    letter = to("anna")
    assert "Reply-To" not in parsed(letter)
    assert "#=#=#" not in text_of(letter)
    assert "reply to this letter" not in text_of(letter)


def test_a_letter_that_was_delayed_has_no_tag_of_a_later_question(
    running: Game, send: Callable[[], list[EmailMessage]]
) -> None:
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    first = next(letter for letter in send() if letter.to == ["anna@example.org"])
    (tag,) = find_tags([str(parsed(first)["Reply-To"]).partition("<")[2].strip("<>")])
    assert (tag.kind, tag.subject) == (SEAT, running.pk)
