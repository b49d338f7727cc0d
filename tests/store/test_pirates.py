"""The Kaiser's Pirates on the server: bots play, the umpire rewinds, everything stays sound."""

from collections.abc import Iterator

import pytest

from games import registry
from games.kernel.journal import SeatAnswer
from games.kernel.random_source import random_source
from games.models import Checkpoint, Game, JournalSegment, OpenRequest, Player, StandingOrder
from games.persistence import serialization
from games.selectors.verification import find_chain_faults, find_dice_faults
from games.services.bots import advance_slice
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from tests.table import answer

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def at_sea(staff: Player) -> Game:
    """A game of two random bots, well under way."""
    bots = [SeatAssignment(role=role, bot="random") for role in registry.current_title("pirates").seats("two_players")]
    game = do_create_game(host=staff, title="pirates", scenario="two_players", seats=bots)
    do_start_game(player=staff, game_id=game.pk)
    advance_slice(game.pk, limit=25)
    game.refresh_from_db()
    return game


def test_bots_keep_the_books_in_order(at_sea: Game) -> None:
    assert at_sea.stop > 10
    assert find_chain_faults(at_sea.pk) == []
    assert find_dice_faults(at_sea.pk) == []


def test_a_rewind_deals_anew_what_no_seat_has_seen_and_nothing_else(at_sea: Game, staff: Player) -> None:
    branch = do_rewind(by=staff, game_id=at_sea.pk, number=at_sea.stop, reason="a card was misread")
    title = registry.game_title(at_sea)
    new = Checkpoint.objects.filter(game=at_sea, branch=branch.number).order_by("number")[0]
    old = Checkpoint.objects.get(game=at_sea, branch=0, number=new.number)
    keyframe = None if old.keyframe is None else Checkpoint.objects.get(game=at_sea, branch=0, number=old.keyframe)
    before = title.read_state(serialization.read_state(old, keyframe))
    after = title.read_state(serialization.read_state(new, None))
    assert title.write_state(before) != title.write_state(after)
    assert title.rules.conserved_counts(before) == title.rules.conserved_counts(after)
    for seat in (*title.seats("two_players"), "public"):
        assert title.secrecy.view(before, seat) == title.secrecy.view(after, seat)
    advance_slice(at_sea.pk, limit=5)
    assert not do_resolve(at_sea.pk).held
    assert find_chain_faults(at_sea.pk) == []
    assert find_dice_faults(at_sea.pk) == []


@pytest.mark.parametrize("bot", ["captain", "random"])
def test_a_bot_plays_against_the_phantom_to_the_end(staff: Player, bot: str) -> None:
    game = do_create_game(
        host=staff,
        title="pirates",
        scenario="solitaire",
        seats=[SeatAssignment(role="red", bot=bot)],
        options={"removed": 70},
    )
    do_start_game(player=staff, game_id=game.pk)
    while advance_slice(game.pk, limit=50):
        pass
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert [row["seat"] for row in game.standings or []] in (["red", "phantom"], ["phantom", "red"])
    assert find_chain_faults(game.pk) == []
    assert find_dice_faults(game.pk) == []


@pytest.mark.both_databases
def test_a_rewind_deals_the_phantoms_secrets_anew(staff: Player) -> None:
    bots = [SeatAssignment(role="red", bot="random")]
    game = do_create_game(host=staff, title="pirates", scenario="solitaire", seats=bots)
    do_start_game(player=staff, game_id=game.pk)
    advance_slice(game.pk, limit=8)
    game.refresh_from_db()
    branch = do_rewind(by=staff, game_id=game.pk, number=game.stop, reason="a card was misread")
    title = registry.game_title(game)
    new = Checkpoint.objects.filter(game=game, branch=branch.number).order_by("number")[0]
    old = Checkpoint.objects.get(game=game, branch=0, number=new.number)
    keyframe = None if old.keyframe is None else Checkpoint.objects.get(game=game, branch=0, number=old.keyframe)
    before, after = (
        title.read_state(serialization.read_state(old, keyframe)),
        title.read_state(serialization.read_state(new, None)),
    )
    assert before.phantom.deck != after.phantom.deck
    for seat in ("red", "public"):
        assert title.secrecy.view(before, seat) == title.secrecy.view(after, seat)


@pytest.mark.both_databases
@pytest.mark.parametrize("scenario", ["two_players", "solitaire"])
def test_in_the_sealed_tempo_a_seat_gives_its_reaction_plan_once(staff: Player, scenario: str) -> None:
    seats = registry.current_title("pirates").seats(scenario)
    game = do_create_game(
        host=staff,
        title="pirates",
        scenario=scenario,
        seats=[SeatAssignment(role=role, bot="captain") for role in seats],
        options={"tempo": "sealed", "removed": 70},
    )
    do_start_game(player=staff, game_id=game.pk)
    while advance_slice(game.pk, limit=50):
        pass
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    answered = OpenRequest.objects.filter(game=game, outcome=OpenRequest.Outcome.ANSWERED)
    for role in seats:
        mine = answered.filter(seat__role=role)
        assert mine.filter(kind="reactions").count() == 1
        orders = StandingOrder.objects.filter(game=game, seat__role=role, kind="reactions")
        assert orders.count() == 1
    kinds = set(answered.values_list("kind", flat=True))
    assert not kinds & {"react", "aftermath", "passage"}
    assert find_chain_faults(game.pk) == []


STOPS = 25


@pytest.mark.parametrize(
    ("scenario", "bots", "spared"),
    [("solitaire", (), True), ("two_players", (), False), ("two_players", ("black",), True)],
)
def test_only_whoever_plays_alone_or_against_bots_is_not_asked_what_has_one_answer(
    anna: Player, ben: Player, scenario: str, bots: tuple[str, ...], spared: bool
) -> None:
    """Against other people it would tell them what a hand does not hold."""
    seats = [SeatAssignment(role=role, bot="captain") for role in bots]
    game = do_create_game(host=anna, title="pirates", scenario=scenario, name="Alone", seats=seats)
    for seat, player in zip(game.seats.order_by("position"), (anna, ben), strict=False):
        if seat.kind == "open":
            do_join_game(player=player, game_id=game.pk, role=seat.role)
    do_start_game(player=anna, game_id=game.pk)
    title, pick, forced = registry.game_title(game), random_source("alone", scenario), 0
    for _ in range(STOPS):
        advance_slice(game.pk) if bots else do_resolve(game.pk)
        for row in OpenRequest.objects.filter(game=game, closed_at=None, seat__kind="player").select_related("seat"):
            form = serialization.read_question(title, row.question).form
            forced += form.is_forced()
            answer(game, row.seat.role, form.write(form.sample(pick)))
    unasked = [given for given in _given(game) if given.channel == "default"]
    assert (forced == 0, bool(unasked)) == (spared, spared)
    assert find_chain_faults(game.pk) == []


def _given(game: Game) -> Iterator[SeatAnswer]:
    for row in JournalSegment.objects.filter(game=game).order_by("number"):
        for entry in serialization.read_entries(row.entries):
            yield from entry.given
