"""The distribution test: a redeal must depend on the observer's knowledge alone, never on the true state.

A redeal deals again everything that an observer does not know. Two true states that the observer cannot distinguish
must lead to the same distribution of redeals. If redeals tended to keep the true state, the two-worlds test would
often compare a state with itself and miss leaks.

The test redeals a state and one of its redeals several hundred times each. For each place in the encoded state and
each value found there, a two-proportion test compares the frequencies. A second sample must confirm a difference,
because many thousands of places are compared.
"""

from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from math import sqrt
from typing import Any

from games.kernel.codec import decode, encode
from games.kernel.conformance.play import Play
from games.kernel.conformance.report import Finding
from games.kernel.journal import Checkpoint
from games.kernel.random_source import random_source

REDEALS = 500
"""The number of redeals of each of the two states in a sample."""
SUSPICIOUS, CONFIRMED = 4.5, 3.5
"""The largest allowed difference of frequencies, in standard errors: in the first sample, and in the second one."""
MOST_SEARCHED = 12
"""The largest number of checkpoints that a comparison tries until the redeal of a checkpoint changes something."""
WHOLE = "the whole state"
_MISSING = "(nothing)"

Frequencies = Counter[tuple[str, str]]
"""The number of redeals by (place in the state, value there), for values that differ from the reference state."""


def check_distribution(play: Play) -> Iterator[Finding]:
    """For `play.distributions` states, compare the redeals of the state with those of an indistinguishable state."""
    checkpoints = list(play.written_checkpoints)
    pick = random_source("distribution", play.seed)
    for number in range(play.distributions):
        for _ in range(MOST_SEARCHED):
            checkpoint = checkpoints[pick(len(checkpoints))]
            observer = play.observers[pick(len(play.observers))]
            if (other := _other_truth(play, checkpoint, observer)) is not None:
                play.counts["redeal distributions"] += 1
                for what in _differences(play, (checkpoint.state, other), observer, number):
                    where = f"{play.place(checkpoint)}, seen by {observer}"
                    yield play.finding("distribution", where, what)
                break


def _other_truth(play: Play, checkpoint: Checkpoint, observer: str) -> bytes | None:
    """Return a redeal of a checkpoint's state, encoded; None if the redeal changes nothing."""
    title = play.title
    pick = random_source("other truth", play.seed, checkpoint.number, observer)
    dealt = title.write_state(title.secrecy.redeal(title.read_state(checkpoint.state), observer, pick))
    return dealt if dealt != checkpoint.state else None


def _differences(play: Play, truths: tuple[bytes, bytes], observer: str, number: int) -> Iterator[str]:
    """Yield a description of the most different value, if the frequencies in redeals of two states differ too much.

    `truths` are the two states, encoded; the observer cannot distinguish them.
    """
    first = [_sampled(play, truth, truths[0], observer, (number, "first", side)) for side, truth in enumerate(truths)]
    suspects = {key: error for key in first[0] | first[1] if (error := _error(key, *first)) > SUSPICIOUS}
    if not suspects:
        return
    second = [_sampled(play, truth, truths[0], observer, (number, "second", side)) for side, truth in enumerate(truths)]
    confirmed = [key for key in suspects if _error(key, *second) > CONFIRMED]
    if confirmed:
        key = max(confirmed, key=lambda one: (one[0] != WHOLE, _error(one, *second)))
        here, there = (found[key] for found in second)
        yield (
            f"the redeal depends on the truth: {here} of {REDEALS} redeals of the state, and {there} of a state that "
            f"looks the same, have {key[1]} at {key[0]}; {len(confirmed)} values differ"
        )


def _error(key: tuple[str, str], here: Frequencies, there: Frequencies) -> float:
    """Return the difference of two frequencies in standard errors (two-proportion test with pooled variance)."""
    ours, theirs = here[key], there[key]
    share = (ours + theirs) / (2 * REDEALS)
    variance = share * (1 - share) * 2 * REDEALS
    return abs(ours - theirs) / sqrt(variance) if variance else 0.0


def _sampled(play: Play, truth: bytes, reference: bytes, observer: str, seed: tuple[object, ...]) -> Frequencies:
    """Redeal the state `truth` and return how often each value occurs where redeals differ from `reference`."""
    title = play.title
    state, base = title.read_state(truth), decode(reference, object)
    pick = random_source("distribution", play.seed, observer, *seed)
    found: Frequencies = Counter()
    written: Counter[bytes] = Counter(
        title.write_state(title.secrecy.redeal(state, observer, pick)) for _ in range(REDEALS)
    )
    for one, times in written.items():
        changes = sorted(_changes(base, decode(one, object), ""))
        found[WHOLE, blake2b(encode(changes), digest_size=8).hexdigest()] += times
        for place, value in changes:
            found[place, value] += times
            found[place, "another value"] += times
    return found


def _changes(base: Any, other: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield each place where the decoded state `other` differs from `base`, with the encoded value of `other` there.

    `place` is the path from the whole state to the two values.
    """
    if base == other:
        return
    if isinstance(base, dict) and isinstance(other, dict):
        for name in base.keys() | other.keys():
            yield from _changes(base.get(name, _MISSING), other.get(name, _MISSING), f"{place}.{name}")
    elif isinstance(base, list) and isinstance(other, list) and len(base) == len(other):
        for index, pair in enumerate(zip(base, other, strict=True)):
            yield from _changes(*pair, f"{place}[{index}]")
    else:
        yield place, encode(other).decode()
