"""Advice: a draft for somebody else's answer, seen by those two alone, never waited for, never the answer."""

from typing import Any

import msgspec
import pytest

from games.errors import Missing
from games.kernel.errors import Illegal, Malformed, Stale
from games.models import Advice, Game, OutgoingMail, Player
from games.selectors.advice import get_advice_request, list_advice_requests
from games.selectors.decisions import get_decision, list_decisions
from games.services import triggers
from games.services.advice import do_advise, do_withdraw_advice
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_substitute
from tests.store.test_standing_secrecy import everything, steady
from tests.table import answer, asked, example, play_out

pytestmark = pytest.mark.django_db


def advise(player: Player, game: Game, value: object = None, role: str = "red") -> None:
    request = asked(game, role)
    value = example(request) if value is None else value
    do_advise(player=player, request_id=request.pk, answer=msgspec.json.encode(value))


def test_the_adviser_is_shown_the_question_and_the_decider_the_draft(
    council: Game, anna: Player, ben: Player, carl: Player, dora: Player
) -> None:
    (wanted,) = list_advice_requests(carl)
    assert (wanted.seat, wanted.adviser, wanted.kind, wanted.answered) == ("red", "green", "bid", False)
    (mine,) = list_decisions(anna)
    assert (wanted.id, wanted.question) == (mine.id, mine.question)
    assert [list_advice_requests(player) for player in (anna, ben, dora)] == [[], [], []]
    advise(carl, council)
    (said,) = get_decision(anna, mine.id).advice
    assert (said.seat, said.answer) == ("green", example(asked(council, "red")))
    assert said.description.en
    assert get_advice_request(carl, mine.id).answer == said.answer


def test_it_can_be_changed_and_taken_back(council: Game, anna: Player, carl: Player) -> None:
    first, second, *_ = asked_options(council)
    advise(carl, council, first)
    advise(carl, council, second)
    (mine,) = list_decisions(anna)
    assert [one.answer for one in mine.advice] == [second]
    do_withdraw_advice(player=carl, request_id=mine.id)
    assert list_decisions(anna)[0].advice == ()
    with pytest.raises(Missing):
        do_withdraw_advice(player=carl, request_id=mine.id)


def asked_options(game: Game) -> list[str]:
    player = asked(game, "red").seat.player
    assert player is not None
    return list(list_decisions(player)[0].question.form.options)


def test_it_is_never_the_answer(council: Game, anna: Player, carl: Player) -> None:
    """Not when all others have answered, and not when time is up."""
    options = asked_options(council)
    advise(carl, council, options[-1])
    answer(council, "black")
    assert not do_resolve(council.pk).has_advanced
    request = asked(council, "red")
    assert request.due_at is not None
    do_resolve(council.pk, now=request.due_at)
    request.refresh_from_db()
    assert request.outcome == "default"
    assert not request.answers.exists()


def test_nobody_waits_for_it(council: Game, carl: Player) -> None:
    asked_first = asked(council, "red")
    answer(council, "red")
    answer(council, "black")
    assert do_resolve(council.pk).has_advanced
    assert get_advice_request(carl, asked_first.pk).closed_at is not None
    with pytest.raises(Stale):
        do_advise(player=carl, request_id=asked_first.pk, answer=b'"c01"')
    assert play_out(council).status == Game.Status.OVER


def test_only_advisers_may(council: Game, anna: Player, ben: Player, carl: Player, dora: Player) -> None:
    for player in (anna, ben, dora):
        with pytest.raises(Missing):
            advise(player, council)
    with pytest.raises(Missing):
        advise(carl, council, role="black")
    with pytest.raises(Missing):
        do_advise(player=carl, request_id="nonsense", answer=b'"c01"')
    with pytest.raises((Illegal, Malformed)):
        advise(carl, council, "c99")
    assert not Advice.objects.exclude(answer=None).exists()


def test_an_adviser_does_not_learn_whether_the_decider_has_answered(council: Game, carl: Player) -> None:
    before = list_advice_requests(carl)
    answer(council, "red")
    assert list_advice_requests(carl) == before


def test_others_see_the_same_bytes(council: Game, ben: Player, carl: Player, dora: Player) -> None:
    before = [[steady(text) for text in everything(council, player)] for player in (ben, dora)]
    advise(carl, council)
    assert [[steady(text) for text in everything(council, player)] for player in (ben, dora)] == before


def test_whoever_gets_up_takes_the_advice_along(council: Game, anna: Player, carl: Player, staff: Player) -> None:
    advise(carl, council)
    do_substitute(by=staff, game_id=council.pk, role="green", bot="random")
    assert list_decisions(anna)[0].advice == ()
    with pytest.raises(Missing):
        advise(carl, council)


def test_the_decider_gets_one_letter_of_it(
    council: Game, carl: Player, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """At once: the mailer hears of the first draft."""
    heard: list[str] = []
    monkeypatch.setitem(triggers._hints, triggers.MAIL, heard.append)
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            advise(carl, council)
        assert heard == [str(council.pk)]
    assert list(OutgoingMail.objects.filter(kind="advice").values_list("seat__role", flat=True)) == ["red"]
