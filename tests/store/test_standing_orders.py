"""Standing orders: what a seat has said beforehand is its answer, always or never for a kind of question."""

from collections.abc import Callable
from typing import Any

import pytest

from games.errors import Missing, RevisionReplaced, WrongState
from games.kernel.errors import Illegal, Malformed, NotYours, Stale
from games.models import Game, Notice, OpenRequest, OutgoingMail, Player, SealedAnswer, StandingOrder
from games.selectors.access import get_game
from games.selectors.events import list_audience_notices
from games.selectors.notices import describe_notice
from games.selectors.seats import get_access
from games.selectors.standing_order_preview import preview_standing_orders
from games.selectors.standing_orders import list_order_kinds, list_orders
from games.selectors.views import get_view
from games.services.answers import do_submit_answer
from games.services.lifecycle import do_abandon_game, do_leave_game
from games.services.purge import do_purge_game
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from games.services.standing_orders import do_add_order, do_arrange_orders, do_remove_order, do_replace_order
from games.services.umpire import do_substitute
from tests.orders import awaited, bid, given, late, order, order_behind
from tests.table import answer, asked, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


# --- at the moment of asking


def test_a_standing_order_answers_as_soon_as_it_is_asked(dealt: Game, anna: Player) -> None:
    order(anna, dealt, "react", "trump")
    bid(dealt)
    assert given(dealt, "trump") == [("red", "c02", "standing")]
    assert awaited(dealt) == [("red", "bid"), ("black", "bid")]


def test_without_one_the_seat_is_asked(dealt: Game, ben: Player) -> None:
    order(ben, dealt, "react", "trump")
    bid(dealt)
    assert awaited(dealt) == [("red", "react")]


def test_the_first_order_whose_conditions_hold_is_followed(dealt: Game, anna: Player) -> None:
    order(anna, dealt, "react", None, when={"round": {"at_least": 2}})
    order(anna, dealt, "react", "c01", when={"holding": ["c01"], "behind": False})
    order(anna, dealt, "react", "c02")
    bid(dealt)
    assert given(dealt, "trump") == [("red", "c01", "standing")]
    bid(dealt, 1)
    assert given(dealt, "trump")[1:] == [("red", None, "standing")]


def test_an_order_whose_answer_does_not_fit_is_passed_over(dealt: Game, anna: Player, ben: Player) -> None:
    order(anna, dealt, "react", "trump")
    order(ben, dealt, "react", "trump")
    order(ben, dealt, "react", None)
    for number in range(3):
        bid(dealt, number)
    assert given(dealt, "trump")[-1] == ("black", None, "standing")
    assert not any(one.kind == "order_off" for one in list_audience_notices(get_access(ben, dealt.pk)))


def test_a_seat_is_answered_for_always_or_never(dealt: Game, anna: Player) -> None:
    """No order fits: the rule's default is the answer all the same, without any delay that would tell of the hand."""
    order(anna, dealt, "react", "trump", when={"round": {"at_least": 9}})
    bid(dealt)
    assert given(dealt, "trump") == [("red", None, "default")]
    assert awaited(dealt) == [("red", "bid"), ("black", "bid")]


def test_where_no_order_fits_the_players_own_default_goes_before_the_rules(dealt: Game, anna: Player) -> None:
    order(anna, dealt, "react", "trump", when={"round": {"at_least": 9}})
    order(anna, dealt, "react", "c01", applies="deadline")
    bid(dealt)
    assert given(dealt, "trump") == [("red", "c01", "player_default")]


def test_a_default_alone_leaves_the_question_to_be_asked(dealt: Game, anna: Player) -> None:
    order(anna, dealt, "react", "c01", applies="deadline")
    bid(dealt)
    assert awaited(dealt) == [("red", "react")]


def test_an_order_for_one_kind_says_nothing_of_another(dealt: Game, anna: Player) -> None:
    order(anna, dealt, "bid", "low")
    bid(dealt)
    assert awaited(dealt) == [("red", "react")]


def test_a_game_may_run_through_on_orders_alone(new_game: Callable[..., Game], anna: Player, ben: Player) -> None:
    game = new_game()
    for player in (anna, ben):
        order(player, game, "bid", "high")
        order(player, game, "react", "trump")
    bid(game)
    game.refresh_from_db()
    assert game.status == "over"
    assert {channel for _, _, channel in given(game, "bid")[2:]} <= {"standing", "default"}


# --- questions to several seats at once


def test_a_seat_with_a_standing_order_is_not_asked_beside_the_others(dealt: Game, anna: Player) -> None:
    order(anna, dealt, "bid", "c10")
    bid(dealt)
    answer(dealt, "red", None)
    do_resolve(dealt.pk)
    assert awaited(dealt) == [("black", "bid")]
    answer(dealt, "black", "c11")
    do_resolve(dealt.pk)
    assert given(dealt, "bid")[2:] == [("red", "c10", "standing"), ("black", "c11", "rest")]


@pytest.fixture
def half_asked(dealt: Game, anna: Player) -> Game:
    """Round 2: only black is asked for its bid, red has a standing order."""
    order(anna, dealt, "bid", "c10")
    order(anna, dealt, "react", None)
    bid(dealt)
    assert awaited(dealt) == [("black", "bid")]
    return dealt


def test_the_order_counts_as_it_is_when_all_answers_are_in(half_asked: Game, anna: Player) -> None:
    (first, _) = list_orders(anna, half_asked.pk)
    do_replace_order(player=anna, order_id=first.id, raw={"kind": "bid", "answer": "c09"})
    answer(half_asked, "black", "c11")
    do_resolve(half_asked.pk)
    assert ("red", "c09", "standing") in given(half_asked, "bid")


def test_where_the_order_is_gone_by_then_the_question_is_asked(half_asked: Game, anna: Player) -> None:
    (first, _) = list_orders(anna, half_asked.pk)
    do_remove_order(player=anna, order_id=first.id)
    assert awaited(half_asked) == [("black", "bid")]
    sealed = answer(half_asked, "black", "c11")
    do_resolve(half_asked.pk)
    assert awaited(half_asked) == [("red", "bid"), ("black", "bid")]
    assert asked(half_asked, "black").ready
    assert str(asked(half_asked, "black").pk) == sealed.decision
    assert asked(half_asked, "red").due_at is not None
    answer(half_asked, "red", "c09")
    do_resolve(half_asked.pk)
    assert given(half_asked, "bid")[2:] == [("red", "c09", "rest"), ("black", "c11", "rest")]


def test_resolving_again_and_again_changes_nothing(half_asked: Game) -> None:
    before = _rows(half_asked)
    for _ in range(3):
        assert not do_resolve(half_asked.pk).has_advanced
    assert _rows(half_asked) == before


def _rows(game: Game) -> list[int]:
    models: list[Any] = [OpenRequest, SealedAnswer, OutgoingMail, Notice, StandingOrder]
    return [model.objects.count() for model in models]


# --- when time is up


ASKED_LATE: list[tuple[str, str | None, list[dict[str, Any]], str | None, str, str]] = [
    ("ready before all", "ready", [{"answer": "c01"}, {"answer": "c01", "applies": "deadline"}], "c02", "rest", ""),
    ("draft before orders", "draft", [{"answer": "c01"}], "c02", "rest", "draft_taken"),
    ("draft before own default", "draft", [{"answer": "c01", "applies": "deadline"}], "c02", "rest", "draft_taken"),
    (
        "order before own default",
        None,
        [{"answer": "c02", "applies": "deadline"}, {"answer": "c01"}],
        "c01",
        "standing",
        "standing_taken",
    ),
    ("order alone", None, [{"answer": "trump"}], "c02", "standing", "standing_taken"),
    (
        "own default where no order fits",
        None,
        [{"answer": "c01", "when": {"round": {"at_least": 2}}}, {"answer": "c02", "applies": "deadline"}],
        "c02",
        "player_default",
        "own_default",
    ),
    ("own default alone", None, [{"answer": "c01", "applies": "deadline"}], "c01", "player_default", "own_default"),
    ("the rule's default", None, [], None, "default", "default_played"),
    (
        "the rule's default where nothing fits",
        None,
        [{"answer": "c01", "applies": "deadline", "when": {"behind": True}}],
        None,
        "default",
        "default_played",
    ),
]


@pytest.mark.parametrize(
    ("hand", "orders", "taken", "channel", "notice"),
    [row[1:] for row in ASKED_LATE],
    ids=[row[0] for row in ASKED_LATE],
)
def test_precedence_when_time_is_up(
    dealt: Game,
    anna: Player,
    hand: str | None,
    orders: list[dict[str, Any]],
    taken: str | None,
    channel: str,
    notice: str,
) -> None:
    bid(dealt)
    for raw in orders:
        do_add_order(player=anna, game_id=dealt.pk, raw={"kind": "react", **raw})
    if hand:
        answer(dealt, "red", "c02", ready=hand == "ready")
    assert not do_resolve(dealt.pk).has_advanced or hand == "ready"
    if hand != "ready":
        late(dealt)
        do_resolve(dealt.pk)
    assert given(dealt, "trump") == [("red", taken, channel)]
    told = [one.kind for one in list_audience_notices(get_access(anna, dealt.pk))]
    assert told == ([notice] if notice else [])


@pytest.mark.both_databases
@pytest.mark.parametrize("applies", ["when_asked", "deadline"])
def test_what_was_said_beforehand_is_told_to_its_owner_only(
    dealt: Game, anna: Player, ben: Player, applies: str
) -> None:
    bid(dealt)
    order(anna, dealt, "react", "c01", applies=applies)
    late(dealt)
    do_resolve(dealt.pk)
    assert len(list_audience_notices(get_access(anna, dealt.pk))) == 1
    assert list_audience_notices(get_access(ben, dealt.pk)) == []
    row = OpenRequest.objects.get(game=dealt, kind="react")
    assert (row.outcome, row.revision) == ("standing" if applies == "when_asked" else "own_default", 1)


def test_an_order_made_after_the_question_waits_for_the_deadline(dealt: Game, anna: Player) -> None:
    bid(dealt)
    order(anna, dealt, "react", "c01")
    assert not do_resolve(dealt.pk).has_advanced
    assert awaited(dealt) == [("red", "react")]


# --- orders that end


def test_an_order_for_once_answers_once(dealt: Game, anna: Player) -> None:
    order(anna, dealt, "react", None, lasts="once")
    bid(dealt)
    assert given(dealt, "trump") == [("red", None, "standing")]
    (told,) = list_audience_notices(get_access(anna, dealt.pk))
    assert told.kind == "order_off"
    assert "used once" in describe_notice(dealt, told, "en")
    assert "使用済み" in describe_notice(dealt, told, "ja")
    bid(dealt, 1)
    assert awaited(dealt) == [("red", "react")]


def test_an_order_for_once_is_not_used_up_while_others_are_waited_for(dealt: Game, anna: Player) -> None:
    order(anna, dealt, "bid", "c10", lasts="once")
    order(anna, dealt, "react", None)
    bid(dealt)
    for _ in range(3):
        do_resolve(dealt.pk)
    assert awaited(dealt) == [("black", "bid")]
    assert all(one.active for one in list_orders(anna, dealt.pk))
    answer(dealt, "black", "c11")
    do_resolve(dealt.pk)
    assert given(dealt, "bid")[2] == ("red", "c10", "standing")
    assert awaited(dealt) == [("red", "bid"), ("black", "bid")]


def test_an_order_for_once_answers_once_within_one_run(dealt: Game, anna: Player, ben: Player) -> None:
    order(anna, dealt, "react", None, lasts="once")
    order(anna, dealt, "bid", "c09")
    order(ben, dealt, "bid", "c11")
    bid(dealt)
    assert given(dealt, "trump") == [("red", None, "standing")]
    assert awaited(dealt) == [("red", "react")]


@pytest.mark.both_databases
def test_an_order_that_has_become_impossible_is_switched_off(dealt: Game, anna: Player, ben: Player) -> None:
    order(anna, dealt, "react", "c01")
    order(anna, dealt, "react", None)
    bid(dealt)
    bid(dealt, 1)
    first, second = list_orders(anna, dealt.pk)
    assert not first.active
    assert first.off_reason.en == "c01 has been played."
    assert second.active
    (told,) = list_audience_notices(get_access(anna, dealt.pk))
    assert "c01 has been played." in describe_notice(dealt, told, "en")
    assert list_audience_notices(get_access(ben, dealt.pk)) == []
    assert "played" not in str(told.facts)
    assert given(dealt, "trump")[1] == ("red", None, "standing")


def test_when_the_last_order_of_a_kind_is_switched_off_the_seat_is_asked(dealt: Game, anna: Player) -> None:
    order(anna, dealt, "react", "c01")
    bid(dealt)
    bid(dealt, 1)
    assert awaited(dealt) == [("red", "react")]
    assert [one.kind for one in list_audience_notices(get_access(anna, dealt.pk))] == ["order_off"]


def test_an_order_that_was_switched_off_can_be_given_again(dealt: Game, anna: Player) -> None:
    row = order(anna, dealt, "react", None, lasts="once")
    bid(dealt)
    do_replace_order(player=anna, order_id=row.pk, raw={"kind": "react", "answer": "c02", "lasts": "once"})
    bid(dealt, 1)
    assert given(dealt, "trump")[1] == ("red", "c02", "standing")


def test_orders_end_with_the_game(dealt: Game, anna: Player) -> None:
    order(anna, dealt, "react", None)
    play_out(dealt)
    (row,) = list_orders(anna, dealt.pk)
    assert row.off_reason.en == "The game is over."
    with pytest.raises(WrongState):
        order(anna, dealt, "react", None)
    with pytest.raises(WrongState):
        do_remove_order(player=anna, order_id=row.id)


def test_orders_die_with_their_players_time_in_the_seat(half_asked: Game, anna: Player, staff: Player) -> None:
    carla = Player.objects.create_user("carla", "carla@example.org")
    do_substitute(by=staff, game_id=half_asked.pk, role="red", player=carla)
    assert list_orders(carla, half_asked.pk) == []
    assert not StandingOrder.objects.filter(game=half_asked).exists()
    answer(half_asked, "black", "c11")
    do_resolve(half_asked.pk)
    assert awaited(half_asked) == [("red", "bid"), ("black", "bid")]


@pytest.mark.both_databases
def test_whoever_leaves_takes_the_orders_along(half_asked: Game, anna: Player) -> None:
    do_leave_game(player=anna, game_id=half_asked.pk)
    assert not StandingOrder.objects.filter(game=half_asked).exists()


def test_a_game_is_deleted_with_its_orders(half_asked: Game, staff: Player) -> None:
    do_abandon_game(player=staff, game_id=half_asked.pk)
    do_purge_game(by=staff, game_id=half_asked.pk)
    assert not StandingOrder.objects.exists()


# --- what is written down


def test_a_question_answered_ahead_is_on_file(dealt: Game, anna: Player) -> None:
    row = order(anna, dealt, "react", "trump")
    bid(dealt)
    found = OpenRequest.objects.get(game=dealt, kind="react")
    assert (found.outcome, found.closed_at, found.seat.role) == ("standing", found.opened_at, "red")
    assert found.seat_stop == get_view(get_access(anna, dealt.pk)).stop
    sealed = SealedAnswer.objects.get(request=found)
    assert (bytes(sealed.answer or b""), sealed.channel) == (b'"c02"', "standing")
    assert order_behind(found) == row.pk.hex
    seen = preview_standing_orders(anna, dealt.pk)[1]
    assert (seen.kind, seen.outcome, seen.answer) == ("react", "standing", "c02")


def test_a_preview_says_what_would_have_been_answered(dealt: Game, anna: Player) -> None:
    bid(dealt)
    answer(dealt, "red", "c01")
    do_resolve(dealt.pk)
    order(anna, dealt, "react", None)
    bid(dealt, 1)
    raw = [
        {"kind": "react", "when": {"behind": True}, "answer": "c02"},
        {"kind": "react", "answer": "trump"},
        {"kind": "bid", "when": {"round": {"at_most": 1}}, "answer": "high"},
    ]
    found = preview_standing_orders(anna, dealt.pk, raw)
    assert [
        (one.kind, one.outcome, one.answer, one.predicted_outcome, one.predicted_order, one.predicted_answer)
        for one in found
    ] == [
        ("bid", "open", None, "default", None, "c10"),
        ("react", "standing", None, "standing", 1, "c02"),
        ("bid", "answered", "c09", "default", None, "c10"),
        ("react", "answered", "c01", "standing", 1, "c02"),
        ("bid", "answered", "c05", "standing", 2, "c10"),
    ]
    assert preview_standing_orders(anna, dealt.pk, [])[0].predicted_outcome == "asked"


def test_kinds_say_what_can_be_foreseen(dealt: Game, anna: Player) -> None:
    order(anna, dealt, "react", "trump")
    order(anna, dealt, "react", None, applies="deadline")
    kinds = {one.kind: one for one in list_order_kinds(anna, dealt.pk)}
    assert list(kinds) == ["react", "bid", "plan"]
    assert (kinds["react"].when_asked, kinds["react"].at_deadline, kinds["react"].is_always_answered) == (1, 1, True)
    assert not kinds["bid"].is_always_answered
    for kind in kinds.values():
        for example in kind.examples:
            do_add_order(player=anna, game_id=dealt.pk, raw=example)


# --- writing


BAD: list[tuple[Any, type[Exception], list[str]]] = [
    (7, Malformed, [""]),
    ({}, Malformed, ["/kind"]),
    ({"kind": 3, "what": 1}, Malformed, ["/kind", "/what"]),
    ({"kind": "react", "applies": "never", "lasts": "long"}, Malformed, ["/applies", "/lasts"]),
    ({"kind": "react", "when": {"behind": 3}}, Malformed, ["/when/behind"]),
    ({"kind": "sail"}, Illegal, ["/kind"]),
    ({"kind": "bid"}, Illegal, ["/answer"]),
    ({"kind": "react", "answer": {"a": 1}}, Illegal, ["/answer"]),
    (
        {"kind": "react", "answer": "c07", "when": {"wind": True, "round": True}},
        Illegal,
        ["/answer", "/when/round", "/when/wind"],
    ),
    ({"kind": "plan", "answer": [{"kind": "bid"}], "when": {"behind": True}}, Illegal, ["/answer/0/kind", "/when"]),
]


@pytest.mark.parametrize(("raw", "error", "pointers"), BAD)
def test_what_could_never_fit_is_refused_with_its_place(
    dealt: Game, anna: Player, raw: Any, error: type[Exception], pointers: list[str]
) -> None:
    with pytest.raises(error) as caught:
        do_add_order(player=anna, game_id=dealt.pk, raw=raw)
    assert sorted(problem.pointer for problem in caught.value.problems) == pointers  # type: ignore[attr-defined]
    assert not StandingOrder.objects.exists()


def test_a_seat_has_so_many_orders_and_no_more(dealt: Game, anna: Player, ben: Player) -> None:
    for _ in range(40):
        order(anna, dealt, "react", None)
    with pytest.raises(Malformed):
        order(anna, dealt, "react", None)
    order(ben, dealt, "react", None)


def test_orders_are_their_owners_alone(dealt: Game, anna: Player, ben: Player) -> None:
    row = order(anna, dealt, "react", None)
    outsider = Player.objects.create_user("otto", "otto@example.org")
    assert list_orders(ben, dealt.pk) == []
    with pytest.raises(Missing):
        list_orders(outsider, dealt.pk)
    for player in (ben, outsider):
        with pytest.raises(NotYours):
            do_replace_order(player=player, order_id=row.pk, raw={"kind": "react"})
        with pytest.raises(NotYours):
            do_remove_order(player=player, order_id=row.pk)
    with pytest.raises(Missing):
        order(outsider, dealt, "react", None)
    with pytest.raises(Missing):
        do_add_order(player=anna, game_id=dealt.pk, seat="black", raw={"kind": "react"})
    with pytest.raises(Missing):
        preview_standing_orders(outsider, dealt.pk)
    with pytest.raises(Missing):
        list_order_kinds(outsider, dealt.pk)
    with pytest.raises(Missing):
        do_remove_order(player=anna, order_id="nonsense")


def test_a_replaced_revision_is_refused(dealt: Game, anna: Player) -> None:
    row = order(anna, dealt, "react", None)
    do_replace_order(player=anna, order_id=row.pk, raw={"kind": "react", "answer": "c01"}, if_match=1)
    for act in (
        lambda: do_replace_order(player=anna, order_id=row.pk, raw={"kind": "react"}, if_match=1),
        lambda: do_remove_order(player=anna, order_id=row.pk, if_match=1),
    ):
        with pytest.raises(RevisionReplaced):
            act()
    do_remove_order(player=anna, order_id=row.pk, if_match=2)


@pytest.mark.both_databases
def test_orders_can_be_arranged(dealt: Game, anna: Player) -> None:
    first, second = order(anna, dealt, "react", "c01"), order(anna, dealt, "react", "c02")
    do_arrange_orders(player=anna, game_id=dealt.pk, order_ids=[second.pk, str(first.pk)])
    assert [one.id for one in list_orders(anna, dealt.pk)] == [second.pk, first.pk]
    for wrong in ([first.pk], [first.pk, first.pk], [first.pk, second.pk, second.pk], []):
        with pytest.raises(Malformed):
            do_arrange_orders(player=anna, game_id=dealt.pk, order_ids=wrong)
    bid(dealt)
    assert given(dealt, "trump") == [("red", "c02", "standing")]


def test_orders_may_be_given_before_the_game_begins(seated: Game, anna: Player) -> None:
    order(anna, seated, "react", None)
    assert get_game(anna, seated.pk).has_orders


# --- going back


def test_orders_belong_to_the_seat_not_to_the_history(half_asked: Game, anna: Player, staff: Player) -> None:
    do_rewind(by=staff, game_id=half_asked.pk, number=1, reason="a mistake")
    assert len(list_orders(anna, half_asked.pk)) == 2
    do_resolve(half_asked.pk)
    assert awaited(half_asked) == [("black", "bid")]


def test_a_branch_on_which_nobody_need_be_asked_goes_on(half_asked: Game, ben: Player, staff: Player) -> None:
    order(ben, half_asked, "bid", "low")
    do_rewind(by=staff, game_id=half_asked.pk, number=1, reason="a mistake")
    half_asked.refresh_from_db()
    assert awaited(half_asked) == []
    assert half_asked.due_from is not None
    do_resolve(half_asked.pk)
    half_asked.refresh_from_db()
    assert half_asked.status == "over" or awaited(half_asked)


def test_giving_and_taking_back_never_runs_out_of_places(dealt: Game, anna: Player) -> None:
    for _ in range(3):
        order(anna, dealt, "react", None)
    for _ in range(3):
        first = list_orders(anna, dealt.pk)[0]
        order(anna, dealt, "react", None)
        do_remove_order(player=anna, order_id=first.id)
    assert [one.position for one in list_orders(anna, dealt.pk)] == [0, 1, 2]


@pytest.mark.both_databases
def test_a_submission_needs_the_seat(half_asked: Game, anna: Player) -> None:
    """The file of a question that an order answered takes no answer any more."""
    row = OpenRequest.objects.filter(game=half_asked, outcome="standing").first()
    assert row is not None
    with pytest.raises(Stale):
        do_submit_answer(player=anna, request_id=row.pk, answer=b"null")
