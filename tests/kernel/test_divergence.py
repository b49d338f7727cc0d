"""The driver stops dead where a journal does not fit the rules."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from games.kernel.chance import ScriptedChance
from games.kernel.driver import drive
from games.kernel.errors import ReplayDiverged
from games.kernel.events import EVERYBODY, Audience, Event
from games.kernel.forms import MayChoose
from games.kernel.journal import Entry, SeatAnswer
from games.kernel.requests import ask, draw, roll
from games.kernel.table import Table
from games.kernel.text import Text
from games.kernel.title import Title
from tests.kernel.driven import SEATS, TWO, answering, play, question, recorded, start, title
from tests.kernel.toy import Revealed, State, Won


def diverges(game: Title[State], entries: Sequence[Entry], match: str) -> ReplayDiverged:
    with pytest.raises(ReplayDiverged, match=match) as caught:
        drive(game, start(game), entries, chance=ScriptedChance())
    return caught.value


def changed(entry: Entry, **parts: Any) -> Entry:
    return msgspec.structs.replace(entry, **parts)


def otherwise(asks: str = "first", tells: Audience = EVERYBODY) -> Title[State]:
    """The recorded step as far as its first question, which may have another key, or another audience before it."""

    async def other(table: Table[State]) -> str | None:
        (die,) = await roll(6, key="wind", rule="1.2")
        table.emit(Won(f"wind {die}"), to=tells)
        table.state.out.append(await ask(question("red", asks, "a", "b")))
        return None

    return title(only=other)


def test_another_question_diverges() -> None:
    error = diverges(otherwise(asks="other"), recorded(), "recorded ask first, but the rules ask ask other")
    assert error.number == 1


@pytest.mark.parametrize("part", ["seat", "form", "kind"])
def test_seat_kind_and_form_belong_to_the_question(part: str) -> None:
    parts = {"seat": "black", "kind": "other", "form": MayChoose(options=("a", "b"))}

    async def other(table: Table[State]) -> str | None:
        (die,) = await roll(6, key="wind", rule="1.2")
        table.emit(Won(f"wind {die}"), to=EVERYBODY)
        asked = question("red", "first", "a", "b")
        table.state.out.append(await ask(msgspec.structs.replace(asked, **{part: parts[part]})))
        return None

    diverges(title(only=other), recorded(), "first")


def test_texts_rules_contexts_and_options_do_not_belong_to_the_question() -> None:
    async def reworded(table: Table[State]) -> str | None:
        (die,) = await roll(6, key="wind", rule="9.9")
        table.emit(Won(f"wind {die}"), to=EVERYBODY)
        asked = question("red", "first", "b", "c", "d")
        asked = msgspec.structs.replace(asked, prompt=Text("!", "!"), rule="9.9", context={"new": 1})
        table.state.out.append(await ask(asked))
        table.emit(Won("first answered"), to=("red",))
        table.state.out.append(await ask(question("black", "second", "a", "b")))
        return None

    game = title("2", only=reworded)
    assert drive(game, start(game), recorded(), chance=ScriptedChance()).state.out == ["b"]


def test_other_dice_diverge() -> None:
    async def other(table: Table[State]) -> str | None:
        await roll(8, key="wind", rule="1.2")
        return None

    diverges(title(only=other), recorded(), "wind")


def test_other_pools_diverge() -> None:
    async def cards(table: Table[State], pool: str) -> str | None:
        await draw(list(pool), 2, key="cards", rule="1")
        await ask(question("red", "first", "a"))
        return None

    entries = play(title(only=lambda table: cards(table, "abcd")), answering()).entries
    diverges(title(only=lambda table: cards(table, "abce")), entries, "cards")


@pytest.mark.parametrize("event", [Won("wind 6"), None, Revealed({})])
def test_other_events_diverge(event: Event | None) -> None:
    async def other(table: Table[State]) -> str | None:
        await roll(6, key="wind", rule="1.2")
        if event is not None:
            table.emit(event, to=EVERYBODY)
        table.state.out.append(await ask(question("red", "first", "a", "b")))
        return None

    diverges(title(only=other), recorded(), "events")


def test_another_audience_is_another_event() -> None:
    diverges(otherwise(tells=SEATS), recorded(), "events")


async def richer(table: Table[State]) -> str | None:
    (die,) = await roll(6, key="wind", rule="1.2")
    table.emit(Won(f"wind {die}"), to=EVERYBODY)
    table.state.tricks["red"] = 1
    table.state.out.append(await ask(question("red", "first", "a", "b")))
    table.emit(Won("first answered"), to=("red",))
    table.state.out.append(await ask(question("black", "second", "a", "b")))
    return None


def test_another_state_diverges_under_the_same_rules_only() -> None:
    entries = recorded()
    assert entries[-1].state
    diverges(title(only=richer), entries, "another state")
    newer = title("2", only=richer)
    run = drive(newer, start(TWO), entries, chance=ScriptedChance())
    assert run.state.tricks == {"red": 1}


def test_an_illegal_recorded_answer_diverges() -> None:
    entries = recorded()
    for answer in ("z", 7, None):
        wrong = changed(entries[-1], given=(SeatAnswer("red", answer),))
        diverges(TWO, [*entries[:-1], wrong], "a form that refuses it")


def test_a_journal_that_is_too_long_diverges() -> None:
    whole = play(TWO, answering(first="b", second="a"), dice=[[5]]).entries

    async def shorter(table: Table[State]) -> str | None:
        (die,) = await roll(6, key="wind", rule="1.2")
        table.emit(Won(f"wind {die}"), to=EVERYBODY)
        table.state.out.append(await ask(question("red", "first", "a", "b")))
        return None

    diverges(title(only=shorter), whole, "the end of the step")


def test_a_journal_with_a_gap_diverges() -> None:
    entries = play(TWO, answering(first="b", second="a"), dice=[[5]]).entries
    diverges(TWO, [entries[0], entries[2]], "second")
    diverges(TWO, [changed(entries[0], number=3)], "wind")


def test_a_run_bears_one_state_digest_at_its_first_answer() -> None:
    run = play(TWO, answering(first="b", second="a"), dice=[[5]])
    assert [bool(entry.state) for entry in run.entries] == [False, True, False]
    once = play(TWO, answering(), dice=[[5]])
    more = play(TWO, answering(first="b", second="a"), once.entries)
    assert [bool(entry.state) for entry in more.entries] == [True, False]
