"""What a document says of a game is held against itself, column by column, before anything is stored or played."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games.kernel.errors import Illegal, Malformed, Problem
from games.kernel.text import Text
from games.kernel.title import Title
from games.models.compression import deflate
from games.persistence.standing_orders import MAX_ORDERS
from games.services.export import GameDocument
from games.services.importing import validation
from games.services.importing.draft_reader import ImportDraft, read_draft
from games.services.importing.validation import validate_draft
from tests.kernel.toy import State

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
AT = "2026-03-01T12:00:00+00:00"


@pytest.fixture
def of(written: Callable[[str], bytes]) -> Callable[[str], ImportDraft]:
    """The draft of a game in the state of that name."""
    return lambda status: read_draft(msgspec.json.decode(written(status), type=GameDocument))


def faults(draft: ImportDraft) -> set[tuple[str, str]]:
    """Where it is unsound, and the codes of that."""
    try:
        validate_draft(draft)
    except (Malformed, Illegal) as error:
        return {(one.pointer, one.code) for one in error.problems}
    return set()


def places(draft: ImportDraft) -> set[str]:
    return {pointer for pointer, _ in faults(draft)}


STATES = ("open", "called off", "running", "paused", "held", "over", "abandoned")
PLAYED = STATES[2:]


@pytest.mark.parametrize("status", STATES)
def test_every_state_of_a_game_is_sound(of: Callable[[str], ImportDraft], status: str) -> None:
    assert faults(of(status)) == set()


BESIDE: dict[str, tuple[Any, tuple[str, ...]]] = {
    "ended_at": (AT, ("over", "abandoned", "called off")),
    "paused_at": (AT, ("paused", "held", "abandoned", "called off")),
    "standings": ([], ("over",)),
    "hold_reason": ("By hand.", ("held", "abandoned", "called off")),
}
"""What a game has in some of its states alone."""
OWES = {"ended_at", "standings"}
"""What it always has in these."""


@pytest.mark.parametrize("status", STATES)
@pytest.mark.parametrize("name", BESIDE)
def test_a_state_has_what_belongs_to_it_and_nothing_else(
    of: Callable[[str], ImportDraft], name: str, status: str
) -> None:
    value, states = BESIDE[name]
    draft = of(status)
    none = "" if name == "hold_reason" else None
    setattr(draft.game, name, getattr(draft.game, name) or value)
    assert faults(draft) == (set() if status in states else {(f"/game/{name}", "status")})
    setattr(draft.game, name, none)
    assert faults(draft) == ({(f"/game/{name}", "status")} if name in OWES and status in states else set())


@pytest.mark.parametrize("status", STATES)
def test_a_game_that_has_begun_says_when_and_one_that_has_not_holds_nothing(
    of: Callable[[str], ImportDraft], status: str
) -> None:
    draft = of(status)
    begun = draft.game.started_at is not None
    draft.game.started_at = None if begun else draft.game.created_at
    found = places(draft)
    assert ("/game/started_at" in found) == (status not in ("abandoned", "called off"))
    if begun:
        tables = {f"/tables/{name}" for name in ("checkpoints", "segments", "events", "views", "lookouts")}
        assert found - {"/game/started_at"} == {*tables, "/requests", "/messages"}
    else:
        assert found - {"/game/started_at"} == {"/game/checkpoint"}


@pytest.mark.parametrize("status", STATES)
def test_a_game_has_as_many_stops_as_segments(of: Callable[[str], ImportDraft], status: str) -> None:
    draft = of(status)
    draft.game.stop += 1
    assert faults(draft) == {("/game/stop", "status")}


@pytest.mark.parametrize("status", ["over", "abandoned", "called off", "open"])
def test_where_nobody_plays_nothing_is_asked(of: Callable[[str], ImportDraft], status: str) -> None:
    draft, other = of(status), of("running")
    draft.requests += [row for row in other.requests if row.closed_at is None][:1]
    found = places(draft)
    assert "/requests" in found
    assert found <= {"/requests"}


def test_branches_are_counted_from_the_first(of: Callable[[str], ImportDraft]) -> None:
    for numbers, present, wrong in (((0,), 0, False), ((1, 0), 0, False), ((0, 2), 0, True), ((1,), 0, True)):
        draft = of("running")
        (row,) = draft.tables["branches"]
        draft.tables["branches"] = [type(row)(number=number) for number in numbers]
        draft.game.branch = present
        assert faults(draft) == ({("/tables/branches", "status")} if wrong else set())
    draft = of("open")
    draft.game.branch = 1
    assert faults(draft) == {("/tables/branches", "status")}


NEWEST: dict[str, tuple[Callable[[ImportDraft], None], bool]] = {
    "whatever lies about": (lambda draft: draft.tables["checkpoints"].reverse(), True),
    "none": (lambda draft: draft.tables["checkpoints"].clear(), False),
    "another": (lambda draft: setattr(draft.game, "checkpoint", draft.game.checkpoint - 1), False),
    "another frame": (lambda draft: setattr(draft.game, "keyframe", 7), False),
    "another step": (lambda draft: setattr(draft.game, "step", "deal"), False),
    "another branch's": (lambda draft: setattr(draft.tables["checkpoints"][-1], "branch", 1), False),
}


@pytest.mark.parametrize("what", NEWEST)
def test_a_game_stands_where_its_newest_checkpoint_is(of: Callable[[str], ImportDraft], what: str) -> None:
    change, fits = NEWEST[what]
    draft = of("running")
    change(draft)
    assert places(draft) == (set() if fits else {"/game/checkpoint"})


@pytest.mark.parametrize("status", PLAYED)
def test_a_game_is_over_where_no_step_follows(of: Callable[[str], ImportDraft], status: str) -> None:
    draft = of(status)
    newest = max(draft.tables["checkpoints"], key=lambda row: row.number)
    newest.step, draft.game.step = ("round", "round") if status == "over" else (None, "")
    assert faults(draft) == (set() if status == "abandoned" else {("/game/status", "status")})


def test_a_seat_is_asked_one_thing_on_the_present_branch(of: Callable[[str], ImportDraft]) -> None:
    draft = of("running")
    red, black = [row for row in draft.requests if row.closed_at is None]
    black.seat = red.seat
    assert faults(draft) == {("/requests", "status")}
    draft = of("running")
    draft.requests[0].branch = 1
    assert faults(draft) == {("/requests", "status")}
    draft.requests[0].closed_at = draft.game.created_at
    assert faults(draft) == set()


# --- what was agreed on


def test_what_was_agreed_on_is_such_as_could_be(of: Callable[[str], ImportDraft]) -> None:
    for name, value, wanted in (
        ("scenario", "armada", "/game/scenario"),
        ("name", "x" * 121, "/game/name"),
        ("name", " ", "/game"),
        ("time_zone", "Sea/North", "/game/time_zone"),
        ("deadline_hours", 0, "/game/deadline_hours"),
        ("reminder_hours", 48, "/game/reminder_hours"),
        ("release_at", "25:00", "/game/release_at/0"),
        ("release_at", "20:00 08:00", "/game"),
        ("clock", {"at": 3}, "/game/clock/at"),
        ("openness", {"late": "nobody"}, "/game/openness/late"),
        ("absence", {"after": 1, "bot": "skynet"}, "/game/absence/bot"),
        ("options", {"rounds": "many"}, "/game/options/rounds"),
    ):
        draft = of("running")
        setattr(draft.game, name, value)
        assert places(draft) == {wanted}, name
    draft = of("running")
    draft.game.release_at, draft.game.options = "08:00 20:00", ["no", "object"]
    assert faults(draft) == set()


def test_options_that_do_not_go_together_are_named(of: Callable[[str], ImportDraft]) -> None:
    draft = of("running")
    no = Illegal(Problem("/rounds", "too_many", Text("No.", "いいえ。"), "1.0"))

    def refuse(scenario: str, options: Any) -> State:
        raise no

    draft.title = draft.title.evolve(new_game=refuse)
    assert faults(draft) == {("/game/options/rounds", "too_many")}


# --- seats


def test_the_seats_are_those_of_the_scenario_in_their_order(of: Callable[[str], ImportDraft]) -> None:
    draft = of("running")
    draft.seats["red"].position, draft.seats["black"].position = 1, 0
    assert faults(draft) == {("/seats", "role")}
    draft = of("running")
    del draft.seats["black"]
    assert faults(draft) == {("/seats", "role")}


def _bots(title: Title[Any]) -> Title[Any]:
    return replace(title, bots={"clever": None})


@pytest.mark.parametrize(
    ("kind", "bot", "fits"),
    [
        ("bot", "random", True),
        ("bot", "clever", True),
        ("bot", "skynet", False),
        ("bot", "", False),
        ("player", "random", False),
        ("player", "clever", False),
        ("open", "skynet", False),
        ("player", "", True),
    ],
)
def test_a_bot_sits_in_a_bots_seat_and_is_one_that_there_is(
    of: Callable[[str], ImportDraft], kind: str, bot: str, fits: bool
) -> None:
    draft = of("running")
    draft.title = _bots(draft.title)
    draft.seats["black"].kind, draft.seats["black"].bot = kind, bot
    assert faults(draft) == (set() if fits else {("/seats/1/bot", "bot")})


# --- standing orders


def test_orders_that_are_in_force_are_such_as_could_be_given(of: Callable[[str], ImportDraft]) -> None:
    draft = of("running")
    draft.orders[1].content = b'{"answer":"skull"}'
    assert places(draft) == {"/orders/1/answer"}
    draft.orders[1].off_at = draft.game.created_at
    assert faults(draft) == set()
    draft.orders[1].content = b"{"
    draft.orders[0].content = b'{"answer":"skull"}'
    assert {place for place, code in faults(draft) if code == "value"} == {"/orders/1/content"}
    assert places(draft) == {"/orders/0/answer", "/orders/1/content"}


def test_of_a_seat_there_are_no_more_orders_than_could_be_given(of: Callable[[str], ImportDraft]) -> None:
    draft = of("running")
    red, black = sorted(draft.orders, key=lambda row: row.seat.role == "black")
    draft.orders = [red] * MAX_ORDERS + [black]
    assert faults(draft) == set()
    draft.orders.insert(0, red)
    assert faults(draft) == {("/orders", "count")}


# --- blobs


def test_all_blobs_together_inflate_to_so_much_and_no_more(
    of: Callable[[str], ImportDraft], monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = of("over")
    sizes = [(at, len(inflated())) for at, inflated in validation._blobs(draft)]
    monkeypatch.setattr(validation, "MAX_INFLATED_BYTES", sum(size for _, size in sizes))
    assert faults(draft) == set()
    monkeypatch.setattr(validation, "MAX_INFLATED_BYTES", sum(size for _, size in sizes) - 1)
    assert faults(draft) == {([at for at, size in sizes if size][-1], "too_large")}


def test_a_gigabyte_is_the_most(of: Callable[[str], ImportDraft], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "_blobs", lambda draft: [("/a", lambda: range(2**30)), ("/b", lambda: b"")])
    assert faults(of("running")) == set()
    monkeypatch.setattr(validation, "_blobs", lambda draft: [("/a", lambda: range(2**30)), ("/b", lambda: b"y")])
    assert faults(of("running")) == {("/b", "too_large")}


@pytest.mark.parametrize(
    ("rows", "column", "place"),
    [
        ("segments", "entries", "/tables/segments/1/entries"),
        ("events", "told", "/tables/events/1/told"),
        ("lookouts", "view", "/tables/lookouts/1/view"),
        ("views", "view", "/tables/views/1/view"),
        ("checkpoints", "state", "/tables/checkpoints/1/state"),
        ("requests", "question", "/requests/1/question"),
        ("requests", "followed", "/requests/1/followed"),
        ("answers", "receipt", "/requests/answers/1/receipt"),
    ],
)
def test_every_blob_can_be_inflated(of: Callable[[str], ImportDraft], rows: str, column: str, place: str) -> None:
    draft = of("over")
    found = draft.tables[rows] if rows in draft.tables else getattr(draft, rows)
    setattr(found[1], column, b"?" + deflate(b"whole"))
    assert faults(draft) == {(place, "inflate")}


def test_a_view_is_inflated_against_the_one_before_of_its_audience(of: Callable[[str], ImportDraft]) -> None:
    draft = of("over")
    draft.tables["views"].reverse()
    assert faults(draft) == set()
