"""`check_replays` says what `do_resolve` would do: silent while nothing has changed, and never silent before a hold."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.utils import timezone

from games import registry
from games.kernel.events import EVERYBODY
from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask_all, roll
from games.kernel.steps import Step
from games.kernel.table import Table, end_step
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, JournalSegment, Notice, OpenRequest, Player, Seat
from games.persistence import serialization
from games.persistence.standing_orders import OrderSpec, read_order
from games.selectors.due_work import find_overlooked_games
from games.selectors.replay_check import find_replay_faults
from games.selectors.verification import find_chain_faults
from games.services.bots import do_play_bots
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_start_game
from games.services.resolve.advance import do_resolve
from games.services.resolve.dry_run import check_resolve
from games.services.standing_orders import do_remove_order, store_order
from tests.kernel import toy as toy_module
from tests.orders import awaited, bid, order
from tests.table import answer, asked

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NOBODY = UUID(int=0)
"""Before all games."""
STOPS = 12
"""Of each game, from its beginning."""

TEMPOS: dict[str, tuple[dict[str, Any], ...]] = {"pirates": ({"tempo": "interactive"}, {"tempo": "sealed"})}
"""Of the titles that have more than one."""
HOURS: tuple[tuple[str, ...], ...] = ((), ("06:00", "18:00"))


def _games() -> Iterator[Any]:
    """All scenarios. To a database a game is bytes: of each title the first two, which send all
    statements that any sends, are played on both.
    """
    for key in registry.TITLES:
        for number, scenario in enumerate(registry.current_title(key).scenarios):
            for options in TEMPOS.get(key, ({},)):
                for hours in HOURS:
                    name = "-".join((key, scenario, *options.values(), "hours" if hours else "at once"))
                    marks = [pytest.mark.one_database, pytest.mark.thorough] if number > 1 else []
                    yield pytest.param(key, scenario, options, hours, id=name, marks=marks)


def _said_ahead(title: Title[Any]) -> Iterator[OrderSpec]:
    """For every kind of question that can be foreseen an order, each other one for when time is up."""
    for place, foreseen in enumerate(title.standing_orders.kinds):
        spare = {"kind": foreseen.kind, "answer": None if foreseen.may_pass else foreseen.answers[0]}
        raw = msgspec.to_builtins(foreseen.examples[0]) if foreseen.examples else spare
        yield read_order(title, raw | {"applies": "when_asked" if place % 2 else "deadline"})
    for kind, form in title.standing_orders.plans.items():
        yield read_order(title, {"kind": kind, "answer": form.write(form.example())})


def _begun(host: Player, key: str, scenario: str, options: dict[str, Any], hours: tuple[str, ...]) -> Game:
    """A game between bots who know nothing; every other one has given orders ahead."""
    title = registry.current_title(key)
    wishes = [SeatAssignment(role=role, bot="random") for role in title.seats(scenario)]
    game = do_create_game(
        host=host, title=key, scenario=scenario, options=options, seats=wishes, release_at=hours, deadline_hours=48
    )
    for seat in Seat.objects.filter(game=game).order_by("position")[::2]:
        for position, one in enumerate(_said_ahead(title)):
            store_order(game, seat, one, position=position)
    do_start_game(player=host, game_id=game.pk)
    return game


def _faults(game: Game) -> list[str]:
    game.refresh_from_db()
    return check_resolve(game)


@pytest.mark.parametrize(("key", "scenario", "options", "hours"), [*_games()])
def test_silent_at_every_stop(
    staff: Player, key: str, scenario: str, options: dict[str, Any], hours: tuple[str, ...]
) -> None:
    game = _begun(staff, key, scenario, options, hours)
    now = timezone.now()
    stops: set[int] = set()
    for _ in range(4 * STOPS):
        assert _faults(game) == [], "before it is played on"
        resolved = do_resolve(game.pk, now=now)
        assert _faults(game) == [], "where it waits"
        assert find_replay_faults(game) == []
        stops.add(game.stop)
        if resolved.over or len(stops) > STOPS:
            break
        assert not resolved.held
        do_play_bots(game.pk, limit=1)
        now = _later(game, now)
    assert len(stops) > STOPS // 2 or game.status == Game.Status.OVER


def _later(game: Game, now: datetime) -> datetime:
    """The hour at which results come out, where all is in."""
    game.refresh_from_db()
    return max(now, game.due_from) if game.due_from else now + timedelta(minutes=5)


# --- rules that have changed


def _asking(key: str = "bid", kind: str = "bid", seats: tuple[str, ...] = toy_module.SEATS, **form: Any) -> Any:
    """A round whose bids are asked under another name, as another kind, of other seats or with other options."""

    def question(state: Any, seat: str) -> Ask[str]:
        bid = Choose(options=form.get("options") or tuple(state.hands[seat]))
        return Ask(key=key, kind=kind, seat=seat, rule="2.1", prompt=Text("Bid?", "入札は？"), form=bid)

    async def one_round(table: Table[Any]) -> str | None:
        if form.get("dice"):
            await roll(6, key="weather", rule="2.0")
        if form.get("news"):
            table.emit(toy_module.Won("red"), to=EVERYBODY)
        if form.get("fails"):
            raise ZeroDivisionError
        await ask_all({seat: question(table.state, seat) for seat in seats})
        end_step(None)

    return one_round


CHANGES: dict[str, Any] = {
    "the key": _asking(key="offer"),
    "the kind": _asking(kind="offer"),
    "the seat": _asking(seats=("black",)),
    "nobody": _asking(seats=()),
    "the options": _asking(options=("c98", "c99")),
    "dice before it": _asking(dice=True),
    "news before it": _asking(news=True),
    "they fail": _asking(fails=True),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("hours", [(), ("06:00",)], ids=["at once", "hours"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_rules_that_ask_something_else(
    new_game: Callable[..., Game],
    new_rules: Callable[[Title[Any]], None],
    toy: Title[Any],
    change: Any,
    hours: tuple[str, ...],
) -> None:
    """It is told beforehand; and whoever has answered is asked anew, or the game is held: it is never stranded."""
    game = new_game(release_at=hours)
    assert _faults(game) == []
    before = set(OpenRequest.objects.filter(game=game).values_list("pk", flat=True))
    for role in toy_module.SEATS:
        answer(game, role)
    new_rules(toy.evolve(version="2", steps={**toy.rules.steps, "round": Step("round", "2.0", change)}))
    assert _faults(game)
    resolved = do_resolve(game.pk, now=timezone.now() + timedelta(days=1))
    assert resolved.has_advanced
    game.refresh_from_db()
    closed = OpenRequest.objects.filter(pk__in=before).exclude(closed_at=None)
    news = JournalSegment.objects.filter(game=game).order_by("-number")[0].event_count > 0
    assert resolved.held or closed.filter(outcome__in=("reopened", "withdrawn")).exists() or news
    assert resolved.held or resolved.over or OpenRequest.objects.filter(game=game, closed_at=None).exists()
    assert find_chain_faults(game.pk) == []


def test_a_renamed_question_is_asked_anew_of_its_seat_alone(
    running: Game, new_rules: Callable[[Title[Any]], None], toy: Title[Any]
) -> None:
    def half(state: Any, seat: str) -> Ask[str]:
        key = "bid" if seat == "red" else "offer"
        form = Choose(options=tuple(state.hands[seat]))
        return Ask(key=key, kind=key, seat=seat, rule="2.1", prompt=Text("Bid?", "入札は？"), form=form)

    async def one_round(table: Table[Any]) -> str | None:
        await ask_all({seat: half(table.state, seat) for seat in toy_module.SEATS})
        end_step(None)

    answer(running, "red")
    answer(running, "black")
    new_rules(toy.evolve(version="2", steps={**toy.rules.steps, "round": Step("round", "2.0", one_round)}))
    assert do_resolve(running.pk).has_advanced
    assert asked(running, "red").ready
    anew = asked(running, "black")
    assert (anew.key, anew.kind, anew.ready, anew.revision) == ("offer", "offer", False, 0)
    running.refresh_from_db()
    assert running.wake_at == asked(running, "red").due_at, "the deadline that comes first"
    assert Notice.objects.get(game=running, kind="reopened").facts["seat"] == "black"
    assert _faults(running) == []
    answer(running, "black")
    assert do_resolve(running.pk).over


@pytest.mark.both_databases
def test_a_running_game_that_nothing_waits_for_goes_on_or_is_held(running: Game) -> None:
    """Whatever has closed its questions: the next look at it asks them again."""
    OpenRequest.objects.filter(game=running).update(closed_at=timezone.now())
    assert _faults(running) == ["nothing is waited for"]
    assert do_resolve(running.pk).has_advanced
    assert _faults(running) == []
    assert asked(running, "red").kind == "bid"


def test_a_sealed_answer_that_no_longer_fits_is_told(
    running: Game, new_rules: Callable[[Title[Any]], None], toy: Title[Any]
) -> None:
    answer(running, "red")
    step = Step("round", "2.0", CHANGES["the options"])
    new_rules(toy.evolve(version="2", steps={**toy.rules.steps, "round": step}))
    assert _faults(running) == ["refuses the answer that red has given to bid"]


def test_an_order_that_is_taken_back_is_no_fault(dealt: Game, ben: Player) -> None:
    """The question waits for red alone; black is asked it too when it comes up again."""
    given = order(ben, dealt, "bid", "high")
    bid(dealt)
    for role, kind in awaited(dealt):
        if kind == "react":
            answer(dealt, role)
            do_resolve(dealt.pk)
    assert awaited(dealt) == [("red", "bid")]
    assert _faults(dealt) == []
    do_remove_order(player=ben, order_id=given.pk)
    assert _faults(dealt) == []


def test_new_rules_are_met_before_anybody_answers(
    running: Game, new_rules: Callable[[Title[Any]], None], toy: Title[Any]
) -> None:
    """The sweep shows each game to rules that are new to it; what they have renamed is asked anew at once."""
    before = asked(running, "red")
    assert find_overlooked_games(start=NOBODY) == []
    step = Step("round", "2.0", CHANGES["the key"])
    new_rules(toy.evolve(version="2", steps={**toy.rules.steps, "round": step}))
    assert find_overlooked_games(start=NOBODY) == [running.pk]
    assert do_resolve(running.pk).has_advanced
    assert OpenRequest.objects.get(pk=before.pk).outcome == "reopened"
    assert asked(running, "red").key == "offer"
    assert find_overlooked_games(start=NOBODY) == []
    assert _faults(running) == []


def test_new_rules_that_ask_the_same_change_nothing(
    running: Game, new_rules: Callable[[Title[Any]], None], toy: Title[Any]
) -> None:
    answer(running, "red")
    running.refresh_from_db()
    before = (running.stop, running.wake_at, asked(running, "red").pk, asked(running, "black").pk)
    new_rules(toy.evolve(version="2"))
    assert find_overlooked_games(start=NOBODY) == [running.pk]
    assert not do_resolve(running.pk).has_advanced
    running.refresh_from_db()
    assert before == (running.stop, running.wake_at, asked(running, "red").pk, asked(running, "black").pk)
    assert running.rules_version == "2"
    assert asked(running, "red").ready
    assert find_overlooked_games(start=NOBODY) == []


@pytest.mark.both_databases
def test_a_question_that_can_be_shown_no_more_is_asked_anew(
    running: Game, new_rules: Callable[[Title[Any]], None], toy: Title[Any]
) -> None:
    spoilt = serialization.pack({"key": "bid", "kind": "bid", "form": {"type": "of another age"}})
    OpenRequest.objects.filter(pk=asked(running, "red").pk).update(question=spoilt)
    (fault,) = _faults(running)
    assert "the question bid to red cannot be read" in fault
    new_rules(toy.evolve(version="2"))
    assert do_resolve(running.pk).has_advanced
    assert _faults(running) == []
    answer(running, "red")
    answer(running, "black")
    assert do_resolve(running.pk).has_advanced
