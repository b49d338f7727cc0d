"""A document played again: whatever its journal does not bring about is found, and where."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.kernel import journal
from games.models.compression import deflate, inflate
from games.persistence import serialization
from games.services.export import GameDocument
from games.services.importing.draft_reader import ImportDraft, read_draft
from games.services.importing.replay_check import find_replay_problems

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SAYS = "Played again, this is not what came of it: "
OPENING = "/tables/checkpoints"
Of = Callable[[str], ImportDraft]


@pytest.fixture
def of(written: Callable[[str], bytes]) -> Of:
    """The draft of a game in the state of that name."""
    return lambda status: read_draft(msgspec.json.decode(written(status), type=GameDocument))


def faults(draft: ImportDraft) -> list[tuple[str, str]]:
    """Where it is not what came of it, and why."""
    found = list(find_replay_problems(draft))
    assert all(one.code == "replay" and one.message.en.startswith(SAYS) and one.message.ja for one in found)
    return [(one.pointer, one.message.en.removeprefix(SAYS).rstrip(".")) for one in found]


@pytest.mark.parametrize("status", ["open", "called off", "running", "paused", "held", "over", "abandoned", "rewound"])
def test_every_game_is_what_came_of_it_in_whatever_order_its_rows_lie(of: Of, status: str) -> None:
    draft = of(status)
    assert faults(draft) == []
    for name in draft.tables:
        draft.tables[name].reverse()
    assert faults(draft) == []


OPENINGS: dict[str, tuple[Callable[[Any], None], str]] = {
    "another number": (lambda row: setattr(row, "number", 9), "there is no opening"),
    "another branch": (lambda row: setattr(row, "branch", 1), "there is no opening"),
    "later": (lambda row: setattr(row, "written", 1), "there is no opening"),
    "against another": (lambda row: setattr(row, "keyframe", 1), "there is no opening"),
    "another step": (lambda row: setattr(row, "step", "round"), "the game does not begin as such games do"),
    "another draw": (lambda row: setattr(row, "first_draw", 1), "the game does not begin as such games do"),
    "another state": (
        lambda row: setattr(row, "state", deflate(b'{"round":1}')),
        "the game does not begin as such games do",
    ),
}


@pytest.mark.parametrize("what", OPENINGS)
def test_a_game_begins_as_such_games_do(of: Of, what: str) -> None:
    change, says = OPENINGS[what]
    draft = of("over")
    (first,) = [row for row in draft.tables["checkpoints"] if row.number == 0]
    change(first)
    assert faults(draft) == [(OPENING, says)]


def test_a_game_begins_with_its_own_options(of: Of) -> None:
    draft = of("over")
    draft.game.options = {"rounds": 2}
    assert faults(draft) == [(OPENING, "the game does not begin as such games do")]


def test_an_opening_under_other_rules_is_not_made_again(of: Of) -> None:
    draft = of("over")
    (first,) = [row for row in draft.tables["checkpoints"] if row.number == 0]
    first.rules_version, first.step = "0", "round"
    assert all(pointer != OPENING for pointer, _ in faults(draft))


def segment(draft: ImportDraft, number: int) -> Any:
    return next(row for row in draft.tables["segments"] if row.number == number)


def checkpoint(draft: ImportDraft, number: int) -> Any:
    return next(row for row in draft.tables["checkpoints"] if row.written == number)


def _tell(draft: ImportDraft) -> None:
    row = next(row for row in draft.tables["events"] if row.number == 2)
    events = msgspec.json.decode(inflate(row.told))
    row.told = deflate(msgspec.json.encode(events[:-1]))


def _drop(draft: ImportDraft) -> None:
    draft.tables["events"] = [row for row in draft.tables["events"] if row.number != 2]


def _lead(draft: ImportDraft) -> None:
    row = checkpoint(draft, 2)
    row.state, row.keyframe = deflate(b'{"round":7}'), None


def _lead_nowhere(draft: ImportDraft) -> None:
    draft.tables["checkpoints"].remove(checkpoint(draft, 2))


SEGMENTS: dict[str, tuple[Callable[[ImportDraft], None], str]] = {
    "more events": (lambda draft: setattr(segment(draft, 2), "event_count", 99), "it tells other events"),
    "other events": (_tell, "it tells other events"),
    "no events": (_drop, "it tells other events"),
    "another state": (_lead, "it leads to another state"),
    "no state": (_lead_nowhere, "it leads to another state"),
}


@pytest.mark.parametrize("what", SEGMENTS)
def test_what_a_segment_brings_about_is_what_stands_there(of: Of, what: str) -> None:
    change, says = SEGMENTS[what]
    draft = of("over")
    change(draft)
    (first, *_) = faults(draft)
    assert first == ("/tables/segments/1", says)
    draft = of("over")
    change(draft)
    draft.tables["segments"].reverse()
    (first, *more) = faults(draft)
    assert first == (f"/tables/segments/{len(draft.tables['segments']) - 2}", says)
    assert more == []


def test_what_was_played_under_other_rules_is_not_played_again(of: Of) -> None:
    draft = of("over")
    segment(draft, 2).event_count = 99
    segment(draft, 2).rules_version = "0"
    assert faults(draft) == []
    draft = of("over")
    segment(draft, 2).event_count = 99
    draft.title = draft.title.evolve(version="2")
    assert faults(draft) == []
    draft = of("over")
    segment(draft, 2).event_count = 99
    checkpoint(draft, 1).rules_version = segment(draft, 1).rules_version = "0"
    assert faults(draft) == []


def test_a_branch_begins_with_a_checkpoint_of_its_own(of: Of) -> None:
    draft = of("rewound")
    last = max(draft.tables["segments"], key=lambda row: row.number)
    index = draft.tables["segments"].index(last)
    assert last.branch == 1
    draft.tables["checkpoints"] = [row for row in draft.tables["checkpoints"] if row.branch == 0]
    assert faults(draft) == [(f"/tables/segments/{index}", "no checkpoint is before it")]
    draft = of("rewound")
    draft.tables["segments"][index].event_count += 1
    assert faults(draft) == [(f"/tables/segments/{index}", "it tells other events")]


def _swap(draft: ImportDraft, number: int) -> None:
    """The answers of an entry change places."""
    row = segment(draft, number)
    entries = [
        msgspec.structs.replace(
            entry,
            given=tuple(
                msgspec.structs.replace(one, answer=other.answer)
                for one, other in zip(entry.given, reversed(entry.given), strict=True)
            ),
        )
        for entry in serialization.read_entries(row.entries)
    ]
    row.entries = serialization.pack(entries)


def test_answers_that_cannot_have_been_given_are_found(of: Of) -> None:
    draft = of("over")
    _swap(draft, 2)
    ((pointer, says),) = faults(draft)
    assert pointer == "/tables/segments/1"
    assert says


def test_a_held_game_need_not_go_on_from_its_last_segment(of: Of) -> None:
    for status, number in (("held", 1), ("paused", 1)):
        draft = of(status)
        row = segment(draft, number)
        entries: list[journal.Entry] = serialization.read_entries(row.entries)
        row.entries = serialization.pack([msgspec.structs.replace(entry, fingerprint="other") for entry in entries])
        found = faults(draft)
        assert [pointer for pointer, _ in found] == ([] if status == "held" else ["/tables/segments/0"])
        assert all(says.startswith("ReplayDiverged: ") for _, says in found)


# --- where the game stands


ASKED: dict[str, Callable[[Any], None]] = {
    "entry": lambda row: setattr(row, "entry", row.entry + 1),
    "key": lambda row: setattr(row, "key", "trump"),
    "kind": lambda row: setattr(row, "kind", "react"),
    "rule": lambda row: setattr(row, "rule", "9.9"),
    "question": lambda row: setattr(row, "question", deflate(b"{}")),
}


@pytest.mark.parametrize("what", ASKED)
def test_what_is_open_is_what_the_rules_ask(of: Of, what: str) -> None:
    draft = of("running")
    black = next(row for row in draft.requests if row.seat.role == "black")
    ASKED[what](black)
    assert faults(draft) == [("/tables/segments/0", "black is asked something else")]
    black.closed_at = draft.game.created_at
    assert faults(draft) == []
    black.closed_at, draft.game.status = None, "held"
    assert faults(draft) == []


def test_who_is_not_asked_has_nothing_open(of: Of) -> None:
    draft, other = of("over"), of("running")
    draft.requests.append(other.requests[0])
    ((_, says),) = faults(draft)
    assert says == f"{other.requests[0].seat.role} is asked something else"


def test_a_game_ends_as_the_rules_end_it(of: Of) -> None:
    draft = of("over")
    last = f"/tables/segments/{len(draft.tables['segments']) - 1}"
    draft.game.standings = list(reversed(draft.game.standings))
    assert faults(draft) == [(last, "it ends with other standings")]
    draft.game.status, draft.game.standings = "running", None
    assert faults(draft) == [(last, "it does not end so")]
    draft.game.status = "abandoned"
    assert faults(draft) == []
    draft = of("running")
    draft.game.status = "over"
    assert faults(draft)[0] == ("/tables/segments/0", "it does not end so")
    draft.game.status = "abandoned"
    assert faults(draft) == []


@pytest.mark.parametrize("audience", ["red", "public", "umpire"])
def test_everybody_saw_what_the_rules_show(of: Of, audience: str) -> None:
    draft = of("over")
    (row,) = [one for one in draft.tables["views"] if (one.number, one.audience) == (draft.game.stop, audience)]
    row.view = deflate(b'{"seat":"red"}')
    last = f"/tables/segments/{len(draft.tables['segments']) - 1}"
    assert faults(draft) == [(last, "others saw something else")]
    row.audience = "green"
    row.stop, row.view = 99, deflate(b"{}")
    assert faults(draft) == [(last, "others saw something else")]


def test_where_a_game_stands_is_asked_of_its_last_segment_alone(of: Of) -> None:
    draft = of("over")
    draft.game.stop += 1
    draft.game.standings = []
    assert faults(draft) == []
