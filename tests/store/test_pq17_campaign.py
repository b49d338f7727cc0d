"""A campaign of PQ-17 in its middle, between operations and within one: it travels, is rewound to the start of a
fortnight, changes hands and rules.
"""

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.codec import decode
from games.kernel.errors import GameError
from games.kernel.requests import draw_lot
from games.kernel.steps import Step
from games.kernel.title import Title
from games.models import Game, OpenRequest, Player, Seat
from games.persistence import serialization
from games.persistence.position import load_position
from games.selectors.events import list_audience_events
from games.selectors.replay_check import find_replay_faults
from games.selectors.seats import get_access
from games.selectors.verification import find_chain_faults, find_dice_faults
from games.services.creation import do_create_game
from games.services.export import export_game
from games.services.hold import do_release
from games.services.importing.game_import import import_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from games.services.umpire import do_pause, do_resume, do_substitute
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import State
from tests.table import answer, offer
from tests.titles.pq17.campaigns import PQ17

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
LONGEST = 60
FIFTH_DAY = 9
SIDES = ("allied", "axis")


@pytest.fixture
def campaign(monkeypatch: pytest.MonkeyPatch, anna: Player, ben: Player) -> Game:
    """A campaign at its first question: Anna is allied, Ben the axis."""
    offer(monkeypatch, PQ17)
    game = do_create_game(host=anna, title="pq17", scenario="campaign", deadline_hours=48)
    for player, role in zip((anna, ben), SIDES, strict=True):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    return game


def state_of(game: Game) -> State:
    """The truth at the last step that was begun."""
    game.refresh_from_db()
    return decode(load_position(game).checkpoint.state, State)


def roster_of(state: State) -> Roster:
    assert state.roster is not None
    return state.roster


def open_of(game: Game) -> list[OpenRequest]:
    return list(OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat").order_by("seat__role"))


def reply(game: Game, request: OpenRequest, **said: Any) -> None:
    """Nobody bids; all else is left as usual, but for what is `said` of a kind."""
    title = PQ17
    form = serialization.read_question(title, request.question).form
    raw = form.write(form.parse("choose 0")) if request.kind == "bid" else form.write(form.default())
    answer(game, request.seat.role, said.get(f"{request.kind}_{request.seat.role}", raw))


def fortnights(game: Game, count: int, **said: Any) -> State:
    """Fortnights go by without an operation; `said` are answers by kind and side."""
    for _ in range(LONGEST):
        state = state_of(game)
        if roster_of(state).fortnight >= count:
            break
        for request in open_of(game):
            reply(game, request, **said)
        assert not do_resolve(game.pk).held
    found = state_of(game)
    assert roster_of(found).fortnight == count
    return found


def score(state: State) -> int:
    return sum(one.points for one in state.bookings)


def test_a_campaign_in_its_middle_travels_and_plays_on_as_it_would_have(
    campaign: Game, anna: Player, ben: Player, staff: Player
) -> None:
    before = fortnights(campaign, 3)
    do_pause(by=staff, game_id=campaign.pk)
    data = export_game(by=staff, game_id=campaign.pk, with_secrets=True)
    copy = import_game(by=staff, data=data, players={"allied": anna, "axis": ben})
    assert state_of(copy) == before
    for game in (campaign, copy):
        do_resume(by=staff, game_id=game.pk)
        game.refresh_from_db()
    assert find_chain_faults(copy.pk) == find_dice_faults(copy.pk) == []
    after: list[State] = [fortnights(game, 5) for game in (campaign, copy)]
    ships = [sorted((one.kind, one.strength, one.place) for one in roster_of(state).units) for state in after]
    assert ships[0] == ships[1]
    assert score(after[0]) == score(after[1])
    assert find_replay_faults(copy) == []


def test_a_campaign_is_rewound_to_the_start_of_a_fortnight(campaign: Game, staff: Player) -> None:
    before = fortnights(campaign, 2)
    stop = campaign.stop
    fortnights(campaign, 4)
    do_rewind(by=staff, game_id=campaign.pk, number=stop, reason="the wrong chart")
    campaign.refresh_from_db()
    back = state_of(campaign)
    assert (roster_of(back).fortnight, roster_of(back).ledger) == (2, roster_of(before).ledger)
    assert {one.kind for one in open_of(campaign)} == {"bid"}
    fortnights(campaign, 4)
    assert find_chain_faults(campaign.pk) == find_dice_faults(campaign.pk) == []


@pytest.mark.both_databases
def test_a_substitute_knows_all_that_his_side_knew(campaign: Game, staff: Player) -> None:
    fortnights(campaign, 2)
    dora = Player.objects.create_user("dora", "dora@example.org", "pw")
    before: Any = PQ17.secrecy.view(state_of(campaign), "axis")
    do_substitute(by=staff, game_id=campaign.pk, role="axis", player=dora, reason="ill")
    seat = Seat.objects.get(game=campaign, role="axis")
    assert seat.player == dora
    assert PQ17.secrecy.view(state_of(campaign), "axis") == before
    assert "tirpitz" in {unit.kind for unit in before.roster.units}
    assert [(one.seat.role, one.kind) for one in open_of(campaign)] == [("allied", "bid"), ("axis", "bid")]
    fortnights(campaign, 3)


def _other(title: Title[Any], name: str = "bid") -> Title[Any]:
    """Rules under which a step, that of the bids or another, begins with a lot, which nobody has drawn."""
    step = title.rules.steps[name]

    async def begun(board: Board) -> Any:
        await draw_lot(("a", "b"), key="new", rule="8.4")
        return await step.run(board)

    return title.evolve(version="2", steps={**title.rules.steps, name: Step(name, "8.4", begun)})


def test_a_rule_that_changes_under_a_campaign_holds_it_until_it_is_released(
    campaign: Game, staff: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fortnights(campaign, 2)
    offer(monkeypatch, _other(PQ17))
    for request in open_of(campaign):
        reply(campaign, request)
    assert do_resolve(campaign.pk).held
    do_release(by=staff, game_id=campaign.pk)
    campaign.refresh_from_db()
    assert (campaign.status, campaign.rules_version) == (Game.Status.RUNNING, "2")
    after = state_of(campaign)
    assert roster_of(after).ledger[: len(roster_of(before).ledger)] == roster_of(before).ledger
    assert fortnights(campaign, 4).roster
    assert find_chain_faults(campaign.pk) == []


def test_a_paused_campaign_resumes_where_it_stood(campaign: Game, staff: Player) -> None:
    before = fortnights(campaign, 2)
    copy = import_game(by=staff, data=export_game(by=staff, game_id=campaign.pk))
    assert copy.status == Game.Status.PAUSED
    for role, name in zip(SIDES, ("carl", "dora"), strict=True):
        player = Player.objects.create_user(name, f"{name}@example.org", "pw")
        do_substitute(by=staff, game_id=copy.pk, role=role, player=player, reason="moved")
    do_resume(by=staff, game_id=copy.pk)
    copy.refresh_from_db()
    assert state_of(copy) == before
    fortnights(copy, 3)


# --- in the middle of an operation


def onward(game: Game, until: Callable[[State], bool]) -> State:
    """The Allies bid for an operation, and everything goes its usual way until something is so."""
    for _ in range(LONGEST * 4):
        state = state_of(game)
        if until(state):
            return state
        for request in open_of(game):
            reply(game, request, bid_allied="1")
        assert not do_resolve(game.pk).held
    raise AssertionError("it never came to that")


def at_sea(game: Game, *, fortnight: int = 0) -> State:
    """Day 5 of the operation of a fortnight: convoys are at sea, and something was seen of them."""
    fortnights(game, fortnight)
    return onward(game, lambda state: state.turn >= FIFTH_DAY and bool(state.reports))


def at_home_again(game: Game) -> State:
    """The operation is over, and the next fortnight has begun."""
    now = roster_of(state_of(game)).fortnight
    return onward(game, lambda state: roster_of(state).fortnight > now)


def seen(game: Game) -> list[Any]:
    """What both sides, the public and the umpire see at the step that was begun."""
    state = state_of(game)
    return [PQ17.secrecy.view(state, audience) for audience in (*SIDES, "public", "umpire")]


def heard(game: Game) -> dict[str, list[Any]]:
    """What each side was told by now."""
    return {
        seat.role: [one.event for one in list_audience_events(get_access(seat.player, game.pk, seat.role))]
        for seat in Seat.objects.filter(game=game).select_related("player")
        if seat.player is not None
    }


def test_a_campaign_in_the_middle_of_an_operation_ends_it_alike_where_it_arrives(
    campaign: Game, anna: Player, ben: Player, staff: Player
) -> None:
    before = at_sea(campaign, fortnight=1)
    assert (len(roster_of(before).ledger), {force.side for force in before.forces}) == (1, set(SIDES))
    do_pause(by=staff, game_id=campaign.pk)
    data = export_game(by=staff, game_id=campaign.pk, with_secrets=True)
    copy = import_game(by=staff, data=data, players={"allied": anna, "axis": ben})
    assert state_of(copy) == before
    assert seen(copy) == seen(campaign)
    for game in (campaign, copy):
        do_resume(by=staff, game_id=game.pk)
    after, there = at_home_again(campaign), at_home_again(copy)
    assert there == after
    assert [one.operation for one in roster_of(after).ledger] == [False, True]
    assert after.history
    assert find_replay_faults(copy) == find_chain_faults(copy.pk) == find_dice_faults(copy.pk) == []


def test_a_campaign_in_the_middle_of_an_operation_goes_on_with_dice_of_its_own(
    campaign: Game, anna: Player, ben: Player, staff: Player
) -> None:
    before = at_sea(campaign)
    copy = import_game(by=staff, data=export_game(by=staff, game_id=campaign.pk), players={"allied": anna, "axis": ben})
    assert state_of(copy) == before
    assert [(one.seat.role, one.kind, one.question) for one in open_of(copy)] == [
        (one.seat.role, one.kind, one.question) for one in open_of(campaign)
    ]
    after = at_home_again(copy)
    assert [one.operation for one in roster_of(after).ledger] == [True]
    assert state_of(campaign) == before
    assert find_replay_faults(copy) == find_chain_faults(copy.pk) == find_dice_faults(copy.pk) == []


def test_from_the_middle_of_an_operation_the_fortnight_begins_again(campaign: Game, staff: Player) -> None:
    before = fortnights(campaign, 1)
    stop = campaign.stop
    there = at_sea(campaign, fortnight=1)
    assert roster_of(there).units != roster_of(before).units
    do_rewind(by=staff, game_id=campaign.pk, number=stop, reason="the wrong chart")
    back = state_of(campaign)
    assert (back.forces, back.air, back.reports, back.phase) == ([], [], [], None)
    assert roster_of(back) == roster_of(before)
    assert back.bookings == before.bookings
    assert [(one.seat.role, one.kind) for one in open_of(campaign)] == [("allied", "bid"), ("axis", "bid")]
    after = fortnights(campaign, 2)
    assert [one.operation for one in roster_of(after).ledger] == [False, False]
    assert find_replay_faults(campaign) == find_chain_faults(campaign.pk) == find_dice_faults(campaign.pk) == []


def test_a_substitute_takes_over_a_fleet_at_sea(campaign: Game, ben: Player, staff: Player) -> None:
    at_sea(campaign)
    before: Any = onward(campaign, lambda state: state.phase is not None and state.phase.side == "axis")
    asked_before = [one.question for one in open_of(campaign)]
    sight: Any = PQ17.secrecy.view(before, "axis")
    told = heard(campaign)["axis"]
    dora = Player.objects.create_user("dora", "dora@example.org", "pw")
    do_substitute(by=staff, game_id=campaign.pk, role="axis", player=dora, reason="ill")
    assert PQ17.secrecy.view(state_of(campaign), "axis") == sight
    assert (bool(sight.forces), bool(sight.reports), bool(sight.roster.bids)) == (True, True, True)
    (request,) = open_of(campaign)
    assert ([request.question], request.seat.player) == (asked_before, dora)
    assert [one.event for one in list_audience_events(get_access(dora, campaign.pk, "axis"))] == told
    with pytest.raises(GameError):
        get_access(ben, campaign.pk, "axis")
    at_home_again(campaign)
    assert find_replay_faults(campaign) == []


def test_a_rule_that_changes_in_the_middle_of_an_operation_holds_it_until_it_is_released(
    campaign: Game, staff: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    onward(campaign, lambda state: state.phase is not None and bool(load_position(campaign).recorded))
    known, told, step = seen(campaign), heard(campaign), load_position(campaign).checkpoint.step
    assert step is not None
    offer(monkeypatch, _other(PQ17, step))
    for request in open_of(campaign):
        reply(campaign, request)
    assert do_resolve(campaign.pk).held
    assert seen(campaign) == known
    outcome = do_release(by=staff, game_id=campaign.pk)
    assert outcome.kept
    assert not outcome.refused
    campaign.refresh_from_db()
    assert (campaign.status, campaign.rules_version) == (Game.Status.RUNNING, "2")
    assert [heard(campaign)[side][: len(events)] for side, events in told.items()] == list(told.values())
    after = at_home_again(campaign)
    assert [one.operation for one in roster_of(after).ledger] == [True]
    assert find_chain_faults(campaign.pk) == []
