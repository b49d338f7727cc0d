"""Trials through the service: who may try, plans by name, limits, and nothing of the truth in the result."""

from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from msgspec import structs

from games import registry
from games.errors import LimitReached, Missing, WrongState
from games.kernel.codec import encode
from games.kernel.errors import GameError, Malformed, NotYours, Stale
from games.models import (
    Checkpoint,
    Game,
    JournalSegment,
    OpenRequest,
    OutgoingMail,
    Player,
    SealedAnswer,
    Seat,
    TrialPlan,
)
from games.persistence import position, serialization
from games.selectors import trials
from games.selectors.personal_data import export_personal_data
from games.selectors.trials import list_plans, try_orders
from games.services.answers import do_submit_answer
from games.services.bots import advance_slice
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.trial_plans import MAX_NAME, do_delete_obsolete_plans, do_delete_plan, do_keep_plan

pytestmark = pytest.mark.django_db


def against_bot(anna: Player, **fields: Any) -> Game:
    """A battle of Anna against a bot, at her first question."""
    seats = (SeatAssignment(role="british", bot="captain"),)
    game = do_create_game(host=anna, title="battleships", scenario="denmark_strait", seats=seats, **fields)
    do_join_game(player=anna, game_id=game.pk, role="german")
    do_start_game(player=anna, game_id=game.pk)
    advance_slice(game.pk)
    game.refresh_from_db()
    return game


def asked(game: Game) -> OpenRequest:
    return OpenRequest.objects.select_related("game", "seat").get(game=game, closed_at=None, seat__kind="player")


def default(request: OpenRequest) -> Any:
    form = serialization.read_question(registry.game_title(request.game), request.question).form
    return form.write(form.default())


def counts() -> tuple[int, ...]:
    return tuple(one.objects.count() for one in (Checkpoint, JournalSegment, OpenRequest, SealedAnswer, OutgoingMail))


def test_a_trial_shows_figures_over_worlds_and_leaves_the_game_alone(anna: Player) -> None:
    request = asked(against_bot(anna))
    before = counts(), Game.objects.values().get()
    report = try_orders(anna, request.pk, default(request), worlds=5, shown=2)
    assert (report.worlds, report.asked, report.seed) == (5, 5, 1)
    (trial,) = report.trials
    assert [one.key for one in trial.figures][:2] == ["points", "enemy_points"]
    assert [one.world for one in trial.worlds] == [1, 2, 3, 4, 5]
    assert trial.shown is not None
    assert trial.shown.world == 2
    assert trial.shown.lines
    assert "invented world" in report.notice.en
    assert (counts(), Game.objects.values().get()) == before


def test_the_same_seed_gives_the_same_worlds_and_another_gives_others(anna: Player) -> None:
    request = asked(against_bot(anna))
    answer = default(request)
    one, same, other = (try_orders(anna, request.pk, answer, seed=seed, worlds=3) for seed in (1, 1, 2))
    assert encode(one) == encode(same)
    assert [world.values for world in one.trials[0].worlds] != [world.values for world in other.trials[0].worlds]


def test_plans_are_kept_by_name_and_compared_in_the_same_worlds(anna: Player) -> None:
    request = asked(against_bot(anna))
    answer = default(request)
    kept = do_keep_plan(player=anna, request_id=request.pk, name=" West about ", answer=answer)
    assert [one.name for one in list_plans(anna, request.pk)] == ["West about"]
    report = try_orders(anna, request.pk, answer, plans=[kept.id], worlds=3)
    draft, plan = report.trials
    assert (draft.plan, plan.plan, plan.name) == (None, kept.id, "West about")
    assert draft.worlds == plan.worlds, "equal orders meet the same luck"
    again = do_keep_plan(player=anna, request_id=request.pk, name="West about", answer=answer)
    assert again.id == kept.id
    do_delete_plan(player=anna, request_id=request.pk, plan_id=kept.id)
    assert not list_plans(anna, request.pk)
    with pytest.raises(Missing):
        do_delete_plan(player=anna, request_id=request.pk, plan_id=kept.id)


def test_plans_have_limits(anna: Player) -> None:
    request = asked(against_bot(anna))
    answer = default(request)
    for name in ("", " ", "x" * (MAX_NAME + 1), "a\nb"):
        with pytest.raises(Malformed):
            do_keep_plan(player=anna, request_id=request.pk, name=name, answer=answer)
    for number in range(trials.MAX_PLANS):
        do_keep_plan(player=anna, request_id=request.pk, name=f"Plan {number}", answer=answer)
    with pytest.raises(LimitReached):
        do_keep_plan(player=anna, request_id=request.pk, name="One more", answer=answer)
    with pytest.raises(GameError):
        do_keep_plan(player=anna, request_id=request.pk, name="Plan 1", answer=[{"order": "no_such_order"}])


def test_worlds_and_seed_have_limits(anna: Player) -> None:
    request = asked(against_bot(anna))
    for wrong in ({"worlds": 0}, {"worlds": trials.MAX_WORLDS + 1}, {"seed": 0}, {"seed": trials.MAX_SEED + 1}):
        with pytest.raises(Malformed):
            try_orders(anna, request.pk, default(request), **wrong)


def test_no_further_world_begins_when_the_time_is_used_up(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    request = asked(against_bot(anna))
    monkeypatch.setattr(trials, "TRIAL_SECONDS", 0.0)
    report = try_orders(anna, request.pk, default(request), worlds=5)
    assert (report.asked, report.worlds) == (5, 1)


def test_strangers_learn_nothing(anna: Player, ben: Player) -> None:
    request = asked(against_bot(anna))
    kept = do_keep_plan(player=anna, request_id=request.pk, name="Mine", answer=default(request))
    for act in (
        lambda: try_orders(ben, request.pk, default(request)),
        lambda: list_plans(ben, request.pk),
        lambda: do_keep_plan(player=ben, request_id=request.pk, name="Mine", answer=default(request)),
        lambda: do_delete_plan(player=ben, request_id=request.pk, plan_id=kept.id),
    ):
        with pytest.raises(NotYours):
            act()
    with pytest.raises(Missing):
        try_orders(anna, UUID(int=1), [])


def test_between_people_trials_are_off_unless_the_host_allows_them(anna: Player, ben: Player) -> None:
    request = asked(against_bot(anna))
    bot = Seat.objects.get(game=request.game, role="british")
    for kind, player in (("player", ben), ("open", None)):
        Seat.objects.filter(pk=bot.pk).update(kind=kind, player=player, bot="", since=timezone.now())
        with pytest.raises(WrongState, match="all other seats are bots"):
            try_orders(anna, request.pk, default(request))
        with pytest.raises(WrongState):
            do_keep_plan(player=anna, request_id=request.pk, name="Mine", answer=default(request))
    Game.objects.update(trials=Game.Trials.ALLOWED)
    assert try_orders(anna, request.pk, default(request), worlds=1).worlds == 1
    Game.objects.update(trials=Game.Trials.OFF)
    with pytest.raises(WrongState, match="not allowed"):
        try_orders(anna, request.pk, default(request))


def test_a_stand_in_bot_does_not_make_a_person_a_bot(anna: Player, ben: Player) -> None:
    request = asked(against_bot(anna))
    Seat.objects.filter(game=request.game, role="british").update(
        kind="player", player=ben, bot="", stand_in="captain", since=timezone.now()
    )
    with pytest.raises(WrongState):
        try_orders(anna, request.pk, default(request))


def convoys(anna: Player, scenario: str) -> OpenRequest:
    """Anna's first question in a game of PQ-17 against a bot."""
    seats = (SeatAssignment(role="axis", bot="admiral"),)
    game = do_create_game(host=anna, title="pq17", scenario=scenario, seats=seats)
    do_join_game(player=anna, game_id=game.pk, role="allied")
    do_start_game(player=anna, game_id=game.pk)
    advance_slice(game.pk)
    return asked(game)


def test_a_phase_among_hidden_blocks_is_tried_and_each_line_says_something(anna: Player) -> None:
    request = convoys(anna, "pq17")
    while request.kind != "orders":
        do_submit_answer(player=anna, request_id=request.pk, answer=encode(default(request)))
        advance_slice(request.game.pk)
        request = asked(request.game)
    report = try_orders(anna, request.pk, default(request), worlds=2)
    assert report.worlds == 2
    shown = report.trials[0].shown
    assert shown is not None
    assert shown.lines
    assert all(line.text.en or line.heading.en for line in shown.lines)


def test_a_campaign_of_hidden_forces_says_why(anna: Player) -> None:
    request = convoys(anna, "campaign_march")
    with pytest.raises(WrongState, match="one side cannot know"):
        try_orders(anna, request.pk, default(request))


def goeben(anna: Player, scenario: str, role: str) -> OpenRequest:
    """Anna's first plan of a day in a game of Goeben in which bots have the other seats."""
    bots = [one.key for one in registry.current_title("goeben").scenarios[scenario].seats if one.key != role]
    seats = tuple(SeatAssignment(role=key, bot="captain") for key in bots)
    game = do_create_game(host=anna, title="goeben", scenario=scenario, seats=seats)
    do_join_game(player=anna, game_id=game.pk, role=role)
    do_start_game(player=anna, game_id=game.pk)
    for _ in range(10):
        advance_slice(game.pk)
        game.refresh_from_db()
        request = (
            OpenRequest.objects.select_related("game", "seat")
            .filter(game=game, closed_at=None, seat__role=role)
            .first()
        )
        if request is not None and request.kind == "plan":
            return request
        assert request is not None
        do_submit_answer(player=anna, request_id=request.pk, answer=encode(default(request)))
    raise AssertionError("no plan is asked for")


def test_a_commander_tries_the_plan_of_a_day(anna: Player) -> None:
    request = goeben(anna, "suez_canal", "commander")
    report = try_orders(anna, request.pk, default(request))
    assert {"points", "coal", "enemy_sunk"} < {figure.key for figure in report.trials[0].figures}


def test_captains_on_their_own_cannot_try(anna: Player) -> None:
    request = goeben(anna, "captains", "goeben")
    with pytest.raises(WrongState, match="know too little"):
        try_orders(anna, request.pk, default(request))


def test_a_closed_question_cannot_be_tried_and_its_plans_go(anna: Player) -> None:
    request = asked(against_bot(anna))
    answer = default(request)
    do_keep_plan(player=anna, request_id=request.pk, name="Mine", answer=answer)
    assert do_delete_obsolete_plans() == 0
    OpenRequest.objects.filter(pk=request.pk).update(closed_at=timezone.now())
    with pytest.raises(Stale):
        try_orders(anna, request.pk, answer)
    with pytest.raises(Stale):
        do_keep_plan(player=anna, request_id=request.pk, name="Mine", answer=answer)
    assert do_delete_obsolete_plans() == 1


def test_a_game_that_has_gone_on_in_the_meantime_is_not_read(anna: Player) -> None:
    request = asked(against_bot(anna))
    OpenRequest.objects.filter(pk=request.pk).update(entry=request.entry + 1)
    with pytest.raises(Stale):
        try_orders(anna, request.pk, default(request))


def test_plans_of_a_player_who_left_the_seat_go_and_the_account_takes_them_along(anna: Player, ben: Player) -> None:
    request = asked(against_bot(anna))
    do_keep_plan(player=anna, request_id=request.pk, name="Mine", answer=default(request))
    assert b'"trial_plans"' in export_personal_data(anna)
    assert b"Mine" in export_personal_data(anna)
    assert b"Mine" not in export_personal_data(ben)
    Seat.objects.filter(pk=request.seat_id).update(player=ben)
    assert do_delete_obsolete_plans() == 1
    Seat.objects.filter(pk=request.seat_id).update(player=anna)
    do_keep_plan(player=anna, request_id=request.pk, name="Mine", answer=default(request))
    Seat.objects.filter(pk=request.seat_id).update(player=None)
    anna.delete()
    assert not TrialPlan.objects.exists()


def test_another_truth_gives_the_same_report(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """The enemy's secret orders are others: every byte of the report stays."""
    request = asked(against_bot(anna))
    answer = default(request)
    before = encode(try_orders(anna, request.pk, answer, worlds=3))
    real = trials.load_position
    changed = []

    def other(game: Game) -> position.Position:
        here = real(game)
        state = here.title.read_state(here.checkpoint.state)
        for ship in state.ships:
            if ship.side == "british":
                ship.tries = "hull_first"
        written = here.title.write_state(state)
        changed.append(written != here.checkpoint.state)
        return here._replace(checkpoint=structs.replace(here.checkpoint, state=written))

    monkeypatch.setattr(trials, "load_position", other)
    assert encode(try_orders(anna, request.pk, answer, worlds=3)) == before
    assert changed == [True]
