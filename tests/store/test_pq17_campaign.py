"""A campaign of PQ-17 in its middle: it travels, is rewound to the start of a fortnight, changes hands and rules."""

from dataclasses import replace
from typing import Any

import pytest

from games.kernel.codec import decode
from games.kernel.requests import lot
from games.kernel.title import Step, Title
from games.models import Game, OpenRequest, Player, Seat
from games.selectors.chain import check_chain, check_dice
from games.selectors.rebuild import whole_faults
from games.services.creation import do_create_game
from games.services.export import export_game
from games.services.hold import do_release
from games.services.importing.importing import import_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from games.services.umpire import do_resume, do_substitute
from games.stored import packing
from games.stored.position import position
from games.titles.pq17.table.roster import Roster
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import State
from tests.table import answer, offer
from tests.titles.pq17.campaigns import PQ17

pytestmark = pytest.mark.django_db
LONGEST = 60
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
    return decode(position(game).checkpoint.state, State)


def roster_of(state: State) -> Roster:
    assert state.roster is not None
    return state.roster


def open_of(game: Game) -> list[OpenRequest]:
    return list(OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat").order_by("seat__role"))


def reply(game: Game, request: OpenRequest, **said: Any) -> None:
    """Nobody bids; all else is left as usual, but for what is `said` of a kind."""
    title = PQ17
    form = packing.read_question(title, request.question).form
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
    copy = import_game(by=staff, data=export_game(by=staff, game_id=campaign.pk), players={"allied": anna, "axis": ben})
    assert state_of(copy) == before
    assert check_chain(copy.pk) == check_dice(copy.pk) == []
    after: list[State] = [fortnights(game, 5) for game in (campaign, copy)]
    ships = [sorted((one.kind, one.strength, one.place) for one in roster_of(state).units) for state in after]
    assert ships[0] == ships[1]
    assert score(after[0]) == score(after[1])
    assert whole_faults(copy) == []


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
    assert check_chain(campaign.pk) == check_dice(campaign.pk) == []


def test_a_substitute_knows_all_that_his_side_knew(campaign: Game, staff: Player) -> None:
    fortnights(campaign, 2)
    dora = Player.objects.create_user("dora", "dora@example.org", "pw")
    before: Any = PQ17.view(state_of(campaign), "axis")
    do_substitute(by=staff, game_id=campaign.pk, role="axis", player=dora, reason="ill")
    seat = Seat.objects.get(game=campaign, role="axis")
    assert seat.player == dora
    assert PQ17.view(state_of(campaign), "axis") == before
    assert "tirpitz" in {unit.kind for unit in before.roster.units}
    assert [(one.seat.role, one.kind) for one in open_of(campaign)] == [("allied", "bid"), ("axis", "bid")]
    fortnights(campaign, 3)


def _other(title: Title[Any]) -> Title[Any]:
    """Rules under which a fortnight begins with a lot, which nobody has drawn."""
    step = title.steps["bid"]

    async def begun(sea: Sea) -> Any:
        await lot(("a", "b"), key="new", rule="8.4")
        return await step.run(sea)

    return replace(title, rules_version="2", steps={**title.steps, "bid": Step("bid", "8.4", begun)})


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
    assert before.roster is not None
    assert after.roster.ledger[: len(before.roster.ledger)] == before.roster.ledger
    assert fortnights(campaign, 4).roster
    assert check_chain(campaign.pk) == []


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
