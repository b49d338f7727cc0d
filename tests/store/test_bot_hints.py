"""Hints by the bot: where they are allowed, what they say, and who sees how many a seat asked for."""

from typing import Any

import pytest

from games.errors import Forbidden, NotYours, WrongState
from games.models import BotHint, BotReason, Game, OpenRequest, Player
from games.selectors.games import get_game_state
from games.selectors.replay import get_replay_page
from games.services.bot_hints import do_give_hint
from games.services.bots import advance_slice, do_play_bots
from games.services.creation import SeatAssignment, do_create_game
from games.services.export import export_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from tests.table import answer

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def opened(host: Player, *seats: SeatAssignment, scenario: str = "two_players", **terms: Any) -> Game:
    return do_create_game(host=host, title="pirates", scenario=scenario, seats=seats, **terms)


def begun(anna: Player, ben: Player | None = None, **terms: Any) -> Game:
    """A game of two: anna against ben, or against the captain."""
    rest = () if ben else (SeatAssignment(role="black", bot="captain"),)
    game = opened(anna, *rest, **terms)
    do_join_game(player=anna, game_id=game.pk, role="red")
    if ben:
        do_join_game(player=ben, game_id=game.pk, role="black")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    return game


def asked(game: Game, role: str | None = None) -> OpenRequest:
    rows = OpenRequest.objects.select_related("seat__player").filter(game=game, closed_at=None)
    return rows.filter(seat__role=role)[0] if role else rows[0]


def until_asked(game: Game, role: str) -> OpenRequest:
    """The first question to a seat against a bot."""
    for _ in range(10):
        if OpenRequest.objects.filter(game=game, seat__role=role, closed_at=None).exists():
            break
        do_play_bots(game.pk)
        do_resolve(game.pk)
    return asked(game, role)


@pytest.mark.parametrize(
    ("seats", "scenario", "allowed"),
    [
        ((), "two_players", False),
        ((SeatAssignment(role="black", bot="captain"),), "two_players", True),
        ((SeatAssignment(role="black", bot="random"),), "three_players", False),
        ((), "solitaire", True),
    ],
)
def test_hints_are_allowed_by_default_to_one_who_plays_alone(
    anna: Player, seats: tuple[SeatAssignment, ...], scenario: str, allowed: bool
) -> None:
    assert opened(anna, *seats, scenario=scenario).hints_allowed is allowed


def test_a_host_decides_otherwise(anna: Player) -> None:
    assert opened(anna, hints_allowed=True).hints_allowed
    assert not opened(anna, SeatAssignment(role="black", bot="captain"), hints_allowed=False).hints_allowed


def test_a_hint_is_a_legal_answer_with_its_reason_in_both_languages(anna: Player) -> None:
    request = until_asked(begun(anna), "red")
    hint = do_give_hint(player=anna, request_id=request.pk)
    assert hint.text.en
    assert hint.reason.en != hint.reason.ja
    assert do_give_hint(player=anna, request_id=request.pk) == hint, "the same question gets the same hint"


def test_several_hints_to_one_question_count_once(anna: Player) -> None:
    game = begun(anna)
    request = until_asked(game, "red")
    assert get_game_state(anna, game.pk).hints_used == {}
    for _ in range(3):
        do_give_hint(player=anna, request_id=request.pk)
    assert get_game_state(anna, game.pk).hints_used == {"red": 1}


def test_there_is_none_where_the_table_did_not_agree(anna: Player, ben: Player) -> None:
    request = asked(begun(anna, ben))
    assert request.seat.player is not None
    with pytest.raises(WrongState, match="without hints"):
        do_give_hint(player=request.seat.player, request_id=request.pk)
    assert not BotHint.objects.exists()


def test_another_player_gets_no_hint(anna: Player, ben: Player) -> None:
    request = asked(begun(anna, ben, hints_allowed=True))
    other = ben if request.seat.player == anna else anna
    with pytest.raises(NotYours):
        do_give_hint(player=other, request_id=request.pk)
    assert not BotHint.objects.exists()


def test_a_closed_question_gets_no_hint(anna: Player) -> None:
    request = until_asked(begun(anna), "red")
    OpenRequest.objects.filter(pk=request.pk).update(closed_at=request.opened_at)
    with pytest.raises(WrongState, match="closed"):
        do_give_hint(player=anna, request_id=request.pk)


def test_others_see_the_number_of_hints_at_the_end_only(anna: Player, ben: Player, staff: Player) -> None:
    game = begun(anna, ben, hints_allowed=True)
    request = asked(game)
    assert request.seat.player is not None
    do_give_hint(player=request.seat.player, request_id=request.pk)
    other = ben if request.seat.player == anna else anna
    assert get_game_state(other, game.pk).hints_used == {}
    assert get_game_state(staff, game.pk).hints_used == {request.seat.role: 1}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    assert get_game_state(other, game.pk).hints_used == {request.seat.role: 1}


# --- the umpire's replay


def test_the_umpire_reads_why_a_bot_answered_so(anna: Player, staff: Player) -> None:
    game = begun(anna)
    until_asked(game, "red")
    do_give_hint(player=anna, request_id=asked(game, "red").pk)
    request = asked(game, "red")
    answer(game, "red")
    advance_slice(game.pk)
    assert not BotReason.objects.filter(request=request).exists(), "a player's answer has no reason"
    given = [
        one
        for number in range(1, Game.objects.get(pk=game.pk).stop + 1)
        for one in get_replay_page(staff, game.pk, number).answers
    ]
    bots = [one for one in given if one.channel == "bot"]
    assert bots
    for one in bots:
        assert one.reason.en
        assert one.reason.ja
    assert all(not one.reason.en for one in given if one.channel != "bot")


def test_no_player_reads_why_a_bot_answered_so(anna: Player) -> None:
    game = begun(anna)
    until_asked(game, "red")
    with pytest.raises(Forbidden):
        get_replay_page(anna, game.pk, 1)


def test_the_record_of_a_game_has_no_reasons(anna: Player, staff: Player) -> None:
    """Also the umpire's export, which may go to another server."""
    game = begun(anna)
    until_asked(game, "red")
    answer(game, "red")
    advance_slice(game.pk)
    reasons = [row.text["en"] for row in BotReason.objects.filter(request__game=game)]
    assert reasons
    document = export_game(by=staff, game_id=game.pk).decode()
    assert not [one for one in reasons if one in document]
