"""Replay: a resumed game is the same game, and replays, reloads and live play agree."""

from collections.abc import Iterator
from typing import NoReturn

from games.kernel.codec import decode, encode
from games.kernel.conformance.play import GAME_FAILURES, Play, comparable_entries, play_without_stops
from games.kernel.conformance.report import Finding, failure_text
from games.kernel.conformance.serialization import difference
from games.kernel.driver import DriveResult, drive, no_answers
from games.kernel.journal import Entry
from games.kernel.requests import Draw, Roll


class NoDice:
    """The chance of a replay. All dice are recorded, so a roll is an error."""

    def answer(self, request: Roll | Draw, branch: int, number: int) -> NoReturn:
        """Raise AssertionError, because a replay must not roll."""
        raise AssertionError(f"a replay rolled {request.key}")


def check_replay(play: Play) -> Iterator[Finding]:
    """Check that the journal gives the same states, events and questions, from the start and from every checkpoint."""
    try:
        yield from _whole(play)
        yield from _stops(play)
    except GAME_FAILURES as error:
        yield play.finding("replay", "the recorded journal", failure_text(error))


def check_reload(play: Play) -> Iterator[Finding]:
    """Check that play with a reload at every question and step equals continuous play.

    In continuous play only the checkpoints that the title asks for are stored.
    """
    if play.failure is not None:
        return
    try:
        run = play_without_stops(play, play.answer)
    except GAME_FAILURES as error:
        yield play.finding("reload", "play in one go", failure_text(error))
        return
    for name, here, there in (
        ("entry", comparable_entries(play.entries), comparable_entries(run.entries)),
        ("event", list(map(encode, play.events)), list(map(encode, run.events))),
        ("checkpoint", _at_borders_of(run, play), list(map(encode, run.checkpoints))),
    ):
        yield from _compared(play, "reload", name, here, there)


def _at_borders_of(run: DriveResult, play: Play) -> list[bytes]:
    """Return the play's encoded checkpoints that have the numbers of the run's checkpoints, and always the last one."""
    kept = {checkpoint.number for checkpoint in (*run.checkpoints, play.checkpoints[-1])}
    return [encode(checkpoint) for checkpoint in play.checkpoints[1:] if checkpoint.number in kept]


def _whole(play: Play) -> Iterator[Finding]:
    entries = list(decode(encode(play.entries), list[Entry]))
    run = drive(play.title, play.first_checkpoint, entries, no_answers, chance=NoDice(), spans_steps=True)
    yield from _compared(play, "replay", "event", list(map(encode, play.events)), list(map(encode, run.events)))
    checkpoints = _at_borders_of(run, play), list(map(encode, run.checkpoints))
    yield from _compared(play, "replay", "checkpoint", *checkpoints)
    yield from _same_stop(play, len(play.stops) - 1, run)


def _stops(play: Play) -> Iterator[Finding]:
    told = 0
    for number, stop in enumerate(play.stops):
        told += len(stop.events)
        if stop.is_over:
            return
        run = drive(play.title, stop.checkpoint, stop.recorded, no_answers, chance=NoDice())
        yield from _same_stop(play, number, run)
        before = list(map(encode, play.events[stop.checkpoint.first_event : told]))
        yield from _compared(play, "replay", "event", before, list(map(encode, run.events)))


def _same_stop(play: Play, number: int, run: DriveResult) -> Iterator[Finding]:
    """Check that the run stopped with the same state, questions and views as stop `number` of the play."""
    if number < 0:
        return
    stop = play.stops[number]
    if (state := encode(run.state)) != stop.state:
        yield play.finding("replay", stop.where, f"another state: {difference(stop.state, state)}")
    if (asked := encode(run.open_questions)) != encode(stop.open_questions):
        yield play.finding("replay", stop.where, f"other questions: {difference(encode(stop.open_questions), asked)}")
    for seat, view in run.views(play.title, stop.views).items():
        if view != stop.views[seat]:
            yield play.finding("replay", stop.where, f"{seat} sees otherwise: {difference(stop.views[seat], view)}")


def _compared(play: Play, check: str, name: str, here: list[bytes], there: list[bytes]) -> Iterator[Finding]:
    for index, (ours, theirs) in enumerate(zip(here, there, strict=False)):
        if ours != theirs:
            yield play.finding(check, f"{name} {index}", f"differs: {difference(ours, theirs)}")
            return
    if len(here) != len(there):
        yield play.finding(check, f"{name} {min(len(here), len(there))}", f"{len(here)} in play, {len(there)} again")
