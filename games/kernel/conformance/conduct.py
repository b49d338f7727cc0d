"""How a game goes: it ends, loses no counter, keeps its journals short, and announces what it shows."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from games.kernel.conformance.play import BROKEN, Play, live
from games.kernel.conformance.report import Finding, mishap
from games.kernel.requests import Ask

LONGEST_JOURNAL = 100
"""Entries that a step may gather; every answer replays them."""


def ends(play: Play) -> Iterator[Finding]:
    """Random play ends, and so does a game in which everybody always lets the time run out; then all are placed."""
    if play.fault is None and not play.over:
        yield play.finding("ends", "the last stop", "the game stands still")
    if play.over:
        yield from _placed(play, play.stops[-1].live_state)
    try:
        run = live(play, _default)
    except BROKEN as error:
        yield play.finding("ends", "play by defaults", mishap(error))
        return
    if not run.over:
        yield play.finding("ends", "play by defaults", f"no end after {len(run.entries)} entries")
    else:
        yield from _placed(play, run.state)


def conserved(play: Play) -> Iterator[Finding]:
    """What can neither arise nor vanish is counted in every state of a stop or checkpoint, one in memory at a time."""
    wanted = play.counted(play.first.state)
    written = ((f"checkpoint {cp.number}", play.counted(cp.state)) for cp in play.settled)
    lived = ((stop.where, dict(play.title.conserved(stop.live_state))) for stop in play.stops)
    for where, found in chain(written, lived):
        if found != wanted:
            changed = {key: (wanted.get(key), found.get(key)) for key in {**wanted, **found}}
            what = ", ".join(f"{key} {was} → {now}" for key, (was, now) in changed.items() if was != now)
            yield play.finding("conserved", where, what)
            return


def short(play: Play) -> Iterator[Finding]:
    """No step gathers more than `LONGEST_JOURNAL` entries."""
    bounds = [checkpoint.first_entry for checkpoint in play.checkpoints]
    bounds.append(bounds[0] + len(play.entries))
    for checkpoint, first, next_first in zip(play.checkpoints, bounds, bounds[1:], strict=False):
        play.counts["longest journal"] = max(play.counts["longest journal"], next_first - first)
        if next_first - first > LONGEST_JOURNAL:
            step = f"checkpoint {checkpoint.number}, step {checkpoint.step}"
            yield play.finding("short", step, f"{next_first - first} entries")


def announced(play: Play) -> Iterator[Finding]:
    """Whoever sees something new was told something, or was asked before or is now."""
    for before, stop in zip(play.stops, play.stops[1:], strict=False):
        asked = {question.seat for question in (*before.asked, *stop.asked)}
        for seat in play.observers:
            if stop.views[seat] == before.views[seat] or seat in asked:
                continue
            if all(event.told.for_seat(seat) is None for event in stop.events):
                what = f"{seat} sees something new, but was told nothing"
                yield play.finding("announced", stop.where, what)


def _default(question: Ask[Any], number: int) -> Any:
    return question.form.default()


def _placed(play: Play, state: Any) -> Iterator[Finding]:
    places = {placing.seat: placing.place for placing in play.title.standings(state)}
    automata = {role.key for role in play.title.scenarios[play.scenario].automata}
    if set(places) - automata != set(play.seats) or (places and min(places.values()) != 1):
        yield play.finding("ends", "the end", f"the standings name {places}")
