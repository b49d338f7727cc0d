"""A game taken up again is the same game: replays, reloads and live play agree."""

from collections.abc import Iterator
from typing import NoReturn

from games.kernel.codec import decode, encode
from games.kernel.conformance.play import BROKEN, Play, live, plain
from games.kernel.conformance.report import Finding, mishap
from games.kernel.conformance.survive import difference
from games.kernel.driver import Run, drive, no_supply
from games.kernel.journal import Entry
from games.kernel.requests import Draw, Roll


class NoDice:
    """Chance for a replay: everything is recorded, so nothing may be rolled."""

    def answer(self, request: Roll | Draw, branch: int, number: int) -> NoReturn:
        """Raises AssertionError: the replay rolled."""
        raise AssertionError(f"a replay rolled {request.key}")


def replay(play: Play) -> Iterator[Finding]:
    """The recorded journal gives the same states, events and questions, from the start and from every checkpoint."""
    try:
        yield from _whole(play)
        yield from _stops(play)
    except BROKEN as error:
        yield play.finding("replay", "the recorded journal", mishap(error))


def reload(play: Play) -> Iterator[Finding]:
    """Play that stops and reloads at every question, and at each border of steps, equals play in one go with no borders
    but those that the title keeps.
    """
    if play.fault is not None:
        return
    try:
        run = live(play, play.answer)
    except BROKEN as error:
        yield play.finding("reload", "play in one go", mishap(error))
        return
    for name, here, there in (
        ("entry", plain(play.entries), plain(run.entries)),
        ("event", list(map(encode, play.events)), list(map(encode, run.events))),
        ("checkpoint", _at_borders_of(run, play), list(map(encode, run.checkpoints))),
    ):
        yield from _compared(play, "reload", name, here, there)


def _at_borders_of(run: Run, play: Play) -> list[bytes]:
    """The checkpoints of a play, which has them all, at the borders that the run has kept; the last in any case."""
    kept = {checkpoint.number for checkpoint in (*run.checkpoints, play.checkpoints[-1])}
    return [encode(checkpoint) for checkpoint in play.checkpoints[1:] if checkpoint.number in kept]


def _whole(play: Play) -> Iterator[Finding]:
    entries = list(decode(encode(play.entries), list[Entry]))
    run = drive(play.title, play.first, entries, no_supply, chance=NoDice(), whole=True)
    yield from _compared(play, "replay", "event", list(map(encode, play.events)), list(map(encode, run.events)))
    checkpoints = _at_borders_of(run, play), list(map(encode, run.checkpoints))
    yield from _compared(play, "replay", "checkpoint", *checkpoints)
    yield from _same_stop(play, len(play.stops) - 1, run)


def _stops(play: Play) -> Iterator[Finding]:
    told = 0
    for number, stop in enumerate(play.stops):
        told += len(stop.events)
        if stop.over:
            return
        run = drive(play.title, stop.checkpoint, stop.recorded, no_supply, chance=NoDice())
        yield from _same_stop(play, number, run)
        before = list(map(encode, play.events[stop.checkpoint.first_event : told]))
        yield from _compared(play, "replay", "event", before, list(map(encode, run.events)))


def _same_stop(play: Play, number: int, run: Run) -> Iterator[Finding]:
    """The run stands where the play stood at this stop."""
    if number < 0:
        return
    stop = play.stops[number]
    if (state := encode(run.state)) != stop.state:
        yield play.finding("replay", stop.where, f"another state: {difference(stop.state, state)}")
    if (asked := encode(run.asked)) != encode(stop.asked):
        yield play.finding("replay", stop.where, f"other questions: {difference(encode(stop.asked), asked)}")
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
