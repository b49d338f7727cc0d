"""A held game continues under changed rules: recorded answers and rolls that still fit are kept."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from games.kernel.chance import HmacChance, ScriptedChance
from games.kernel.driver import DriveResult, ViewFactory, drive, initial_checkpoint
from games.kernel.errors import ReplayDiverged
from games.kernel.forms import Choose, MayChoose
from games.kernel.journal import Checkpoint, Entry, SeatAnswer
from games.kernel.journal_migration import JournalMigration
from games.kernel.requests import Ask, ask, ask_all, draw, roll
from games.kernel.steps import Step
from games.kernel.table import Table
from games.kernel.text import Text
from games.kernel.title import Title
from tests.kernel.toy import TOY, Options, State

SEATS = ("red", "black")


def question(seat: str, key: str, *options: str) -> Ask[str]:
    return Ask(key=key, kind=key, seat=seat, rule="1.1", prompt=Text("?", "?"), form=Choose(options=options))


def playing(run: Any, rules_version: str) -> Title[Any]:
    return TOY.evolve(steps={"deal": Step("deal", "1.0", run)}, version=rules_version)


async def old_rules(table: Table[State]) -> str | None:
    bids = await ask_all({seat: question(seat, "bid", "low", "high") for seat in SEATS})
    (die,) = await roll(6, key="wind", rule="1.2")
    (drawn,) = await draw(["a", "b", "c"], 1, key="card", rule="1.3")
    table.state.out = [*bids.values(), str(die), drawn]
    course = await ask(question("red", "course", "north", "south", "east"))
    (gale,) = await roll(6, key="gale", rule="1.4")
    table.state.out += [course, str(gale)]
    table.state.out.append(await ask(question("black", "speed", "slow", "fast")))
    return None


ANSWERS = {("red", "bid"): "high", ("black", "bid"): "low", ("red", "course"): "south"}


def supplying(answers: Mapping[tuple[str, str], str]) -> Any:
    def supply(asked: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
        answer = answers.get((asked.seat, asked.key))
        return None if answer is None else SeatAnswer(asked.seat, answer)

    return supply


@pytest.fixture
def held() -> tuple[Checkpoint, DriveResult]:
    """The old game, waiting for black's speed: bids, wind 4, card b, course south and gale 2 are recorded."""
    title = playing(old_rules, "1")
    first = initial_checkpoint(title, State(options=Options()))
    run = drive(title, first, (), supplying(ANSWERS), chance=ScriptedChance([[4], [2]], [[1]]))
    assert [entry.key for entry in run.entries] == ["bid", "wind", "card", "course", "gale"]
    return first, run


def resume(
    title: Title[Any], held: tuple[Checkpoint, DriveResult], sealed: dict[tuple[str, str], SeatAnswer] | None = None
) -> tuple[JournalMigration, DriveResult]:
    first, before = held
    with pytest.raises(ReplayDiverged):
        drive(title, first, before.entries, chance=ScriptedChance())
    salvage = JournalMigration(before.entries, HmacChance(b"the new branch"), sealed=sealed)
    return salvage, drive(title, first, (), salvage.answer_question, chance=salvage, branch=1)


def test_a_question_inserted_stops_there_and_keeps_what_came_before(held: tuple[Checkpoint, DriveResult]) -> None:
    async def rules(table: Table[State]) -> str | None:
        bids = await ask_all({seat: question(seat, "bid", "low", "high") for seat in SEATS})
        (die,) = await roll(6, key="wind", rule="1.2")
        (drawn,) = await draw(["a", "b", "c"], 1, key="card", rule="1.3")
        table.state.out = [*bids.values(), str(die), drawn]
        await ask(question("black", "weather", "fair", "foul"))
        await ask(question("red", "course", "north", "south", "east"))
        return None

    salvage, run = resume(playing(rules, "2"), held)
    assert [asked.key for asked in run.open_questions] == ["weather"]
    assert run.state.out == ["high", "low", "4", "b"]
    outcome = salvage.report(run)
    assert [(offer.seat, offer.key) for offer in outcome.kept] == [("red", "bid"), ("black", "bid")]
    assert [(offer.seat, offer.key) for offer in outcome.obsolete] == [("red", "course")]
    assert (outcome.dice_kept, outcome.dice_dropped) == (2, 1)
    assert outcome.refused == ()


def test_a_question_inserted_before_all_leaves_the_dice_for_the_next_salvage(
    held: tuple[Checkpoint, DriveResult],
) -> None:
    async def rules(table: Table[State]) -> str | None:
        await ask(question("black", "weather", "fair", "foul"))
        return await old_rules(table)

    salvage, run = resume(playing(rules, "2"), held)
    assert [asked.key for asked in run.open_questions] == ["weather"]
    assert run.entries == []
    assert len(salvage.report(run).obsolete) == 3


def test_an_option_removed_reopens_only_its_own_question(held: tuple[Checkpoint, DriveResult]) -> None:
    async def rules(table: Table[State]) -> str | None:
        bids = await ask_all({seat: question(seat, "bid", "low", "high") for seat in SEATS})
        (die,) = await roll(6, key="wind", rule="1.2")
        (drawn,) = await draw(["a", "b", "c"], 1, key="card", rule="1.3")
        table.state.out = [*bids.values(), str(die), drawn]
        await ask(question("red", "course", "north", "east"))
        return None

    salvage, run = resume(playing(rules, "2"), held)
    (offer,) = salvage.report(run).refused
    assert (offer.seat, offer.key, offer.given.answer) == ("red", "course", "south")
    assert [(asked.seat, asked.key) for asked in run.open_questions] == [("red", "course")]


def test_of_simultaneous_answers_the_one_that_fits_stays_sealed(held: tuple[Checkpoint, DriveResult]) -> None:
    async def rules(table: Table[State]) -> str | None:
        await ask_all({seat: question(seat, "bid", "low", "middle") for seat in SEATS})
        return None

    salvage, run = resume(playing(rules, "2"), held)
    outcome = salvage.report(run)
    assert [offer.seat for offer in outcome.waiting] == ["black"]
    assert [offer.seat for offer in outcome.refused] == ["red"]
    assert outcome.kept == ()
    assert len(run.open_questions) == 2


def test_a_changed_die_is_rolled_anew_and_the_others_are_kept(held: tuple[Checkpoint, DriveResult]) -> None:
    async def rules(table: Table[State]) -> str | None:
        bids = await ask_all({seat: question(seat, "bid", "low", "high") for seat in SEATS})
        (die,) = await roll(20, key="wind", rule="1.2")
        (drawn,) = await draw(["a", "b", "c"], 1, key="card", rule="1.3")
        table.state.out = [*bids.values(), drawn, str(die)]
        table.state.out.append(await ask(question("red", "course", "north", "south", "east")))
        (gale,) = await roll(6, key="gale", rule="1.4")
        table.state.out.append(str(gale))
        await ask(question("black", "speed", "slow", "fast"))
        return None

    salvage, run = resume(playing(rules, "2"), held)
    assert run.state.out[:3] == ["high", "low", "b"]
    assert run.state.out[4:] == ["south", "2"]
    entries = {entry.key: entry for entry in salvage.entries(run)}
    assert entries["wind"].draw == (1, 0)
    assert entries["card"].draw == (0, 1)
    assert entries["gale"].draw == (0, 2)
    assert salvage.report(run).dice_dropped == 1


def test_kept_dice_keep_their_first_number_when_their_order_changes(held: tuple[Checkpoint, DriveResult]) -> None:
    async def rules(table: Table[State]) -> str | None:
        (gale,) = await roll(6, key="gale", rule="1.4")
        (die,) = await roll(6, key="wind", rule="1.2")
        table.state.out = [str(gale), str(die)]
        await ask(question("black", "speed", "slow", "fast"))
        return None

    salvage, run = resume(playing(rules, "2"), held)
    assert run.state.out == ["2", "4"]
    assert [entry.draw for entry in salvage.entries(run)] == [(0, 2), (0, 0)]


def test_the_salvaged_journal_replays(held: tuple[Checkpoint, DriveResult]) -> None:
    async def rules(table: Table[State]) -> str | None:
        (luck,) = await roll(8, key="luck", rule="1.0")
        table.state.round = luck
        return await old_rules(table)

    title = playing(rules, "2")
    salvage, run = resume(title, held)
    entries = [msgspec.convert(msgspec.to_builtins(entry), Entry) for entry in salvage.entries(run)]
    again = drive(title, held[0], entries, chance=ScriptedChance())
    assert again.state == run.state
    assert [asked.key for asked in again.open_questions] == ["speed"]


def test_a_sealed_answer_waits_if_it_fits_and_reopens_if_not(held: tuple[Checkpoint, DriveResult]) -> None:
    sealed = {("black", "speed"): SeatAnswer("black", "fast", "mail", "2026-01-01T00:00:00Z")}

    async def slower(table: Table[State]) -> str | None:
        (_,) = await roll(8, key="luck", rule="1.0")
        await ask(question("black", "speed", "slow", "slower"))
        return None

    salvage, run = resume(playing(slower, "2"), held, sealed)
    (offer,) = salvage.report(run).refused
    assert offer.is_sealed
    assert offer.given.channel == "mail"
    assert [asked.key for asked in run.open_questions] == ["speed"]

    async def same(table: Table[State]) -> str | None:
        (_,) = await roll(8, key="luck", rule="1.0")
        await ask_all({"red": question("red", "wait", "yes"), "black": question("black", "speed", "slow", "fast")})
        return None

    salvage, run = resume(playing(same, "2"), held, sealed)
    (offer,) = salvage.report(run).waiting
    assert (offer.given.answer, offer.given.channel) == ("fast", "mail")


def test_different_keys_asked_at_once_are_told_apart() -> None:
    async def rules(table: Table[State]) -> str | None:
        questions = {
            "red": question("red", "a", "x"),
            "black": question("black", "b", "x"),
            "white": question("white", "a", "x"),
        }
        await ask_all(questions)
        await ask(question("red", "end", "x"))
        return None

    title = playing(rules, "1")
    first = initial_checkpoint(title, State())
    answers = {("red", "a"): "x", ("black", "b"): "x", ("white", "a"): "x"}
    run = drive(title, first, (), supplying(answers), chance=ScriptedChance())
    salvage = JournalMigration(run.entries, ScriptedChance())
    again = drive(title, first, (), salvage.answer_question, chance=salvage, branch=1)
    assert [asked.key for asked in again.open_questions] == ["end"]


def test_null_answers_are_answers() -> None:
    async def rules(table: Table[State]) -> str | None:
        await ask(msgspec.structs.replace(question("red", "a"), form=MayChoose(options=("x",))))
        await ask(question("red", "end", "x"))
        return None

    title = playing(rules, "1")
    first = initial_checkpoint(title, State())
    run = drive(
        title, first, (), lambda q, n, look: SeatAnswer("red", None) if q.key == "a" else None, chance=ScriptedChance()
    )
    salvage = JournalMigration(run.entries, ScriptedChance())
    assert [asked.key for asked in drive(title, first, (), salvage.answer_question, chance=salvage).open_questions] == [
        "end"
    ]
