"""Invariants of a game: it ends, loses no counter, keeps its journals short, and announces changes."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from games.kernel.conformance.play import GAME_FAILURES, Play, play_without_stops
from games.kernel.conformance.report import Finding, failure_text
from games.kernel.requests import Ask

LONGEST_JOURNAL = 100
"""The largest number of journal entries in a step: every answer replays the entries of its step."""


def check_ending(play: Play) -> Iterator[Finding]:
    """Check that the game ends, and that its standings have every seat.

    Both must hold with random answers, and with default answers only.
    """
    if play.failure is None and not play.is_over:
        yield play.finding("ends", "the last stop", "the game stands still")
    if play.is_over:
        yield from _placed(play, play.stops[-1].live_state)
    try:
        run = play_without_stops(play, _default)
    except GAME_FAILURES as error:
        yield play.finding("ends", "play by defaults", failure_text(error))
        return
    if not run.is_over:
        yield play.finding("ends", "play by defaults", f"no end after {len(run.entries)} entries")
    else:
        yield from _placed(play, run.state)


def check_conservation(play: Play) -> Iterator[Finding]:
    """Check that the counts that no step may change are equal in the states of all stops and checkpoints.

    Only one state is in memory at a time.
    """
    wanted = play.conserved_counts(play.first_checkpoint.state)
    written = ((play.place(cp), play.conserved_counts(cp.state)) for cp in play.written_checkpoints)
    lived = ((stop.where, dict(play.title.rules.conserved_counts(stop.live_state))) for stop in play.stops)
    for where, found in chain(written, lived):
        if found != wanted:
            changed = {key: (wanted.get(key), found.get(key)) for key in {**wanted, **found}}
            what = ", ".join(f"{key} {was} → {now}" for key, (was, now) in changed.items() if was != now)
            yield play.finding("conserved", where, what)
            return


def check_journal_length(play: Play) -> Iterator[Finding]:
    """Check that no step has more than `LONGEST_JOURNAL` entries."""
    bounds = [checkpoint.first_entry for checkpoint in play.checkpoints]
    bounds.append(bounds[0] + len(play.entries))
    for checkpoint, first, next_first in zip(play.checkpoints, bounds, bounds[1:], strict=False):
        play.counts["longest journal"] = max(play.counts["longest journal"], next_first - first)
        if next_first - first > LONGEST_JOURNAL:
            yield play.finding("short", play.place(checkpoint), f"{next_first - first} entries")


def check_announcements(play: Play) -> Iterator[Finding]:
    """Check that every seat whose view changed between two stops has received an event, was asked, or is asked now."""
    for before, stop in zip(play.stops, play.stops[1:], strict=False):
        asked = {question.seat for question in (*before.open_questions, *stop.open_questions)}
        for seat in play.observers:
            if stop.views[seat] == before.views[seat] or seat in asked:
                continue
            if all(event.event.for_seat(seat) is None for event in stop.events):
                what = f"{seat} sees something new, but was told nothing"
                yield play.finding("announced", stop.where, what)


def _default(question: Ask[Any], number: int) -> Any:
    return question.form.default()


def _placed(play: Play, state: Any) -> Iterator[Finding]:
    places = {placing.seat: placing.place for placing in play.title.rules.standings(state)}
    automata = {role.key for role in play.title.scenarios[play.scenario].automata}
    if set(places) - automata != set(play.seats) or (places and min(places.values()) != 1):
        yield play.finding("ends", "the end", f"the standings name {places}")
