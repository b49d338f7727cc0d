"""The stored data of a game: checkpoints at step boundaries, and a journal of the answers and dice since."""

from hashlib import blake2b
from typing import Any

from msgspec import Struct

from games.kernel.requests import Asks, Request, Roll


class Checkpoint(Struct, frozen=True, kw_only=True, gc=False):
    """The complete state at a step boundary; no step is suspended in it.

    `step` is the next step to run, None when the game is over. `first_entry`, `first_event` and `first_draw` are the
    numbers of the next journal entry, event and draw.
    """

    number: int
    step: str | None
    state: bytes
    first_entry: int
    first_event: int
    first_draw: int
    rules_version: str


class SeatAnswer(Struct, frozen=True, gc=False):
    """A seat's accepted answer: JSON builtins, its channel, and its time (as text, from the server's clock)."""

    seat: str
    answer: Any
    channel: str = ""
    at: str = ""


class Entry(Struct, frozen=True, omit_defaults=True, gc=False):
    """One request and its answer.

    `kind` is ask, roll or draw; `key` is readable; `fingerprint` identifies the request. `draw` is the branch and
    number of the dice. `events` and `told` are the count and the running digest of the step's events so far;
    `state` is the digest of the state where a run resumed. `of` holds the possibilities for `drawn`, so that anybody
    can verify it: the sides of each die, or the size of the pool.
    """

    number: int
    kind: str
    key: str
    fingerprint: str
    given: tuple[SeatAnswer, ...] = ()
    drawn: tuple[int, ...] = ()
    draw: tuple[int, int] | None = None
    events: int = 0
    told: str = ""
    state: str = ""
    of: tuple[int, ...] = ()


def request_kind(request: Request) -> str:
    """Return the request's kind: ask, roll or draw."""
    if isinstance(request, Asks):
        return "ask"
    return "roll" if isinstance(request, Roll) else "draw"


def request_key(request: Request) -> str:
    """Return the request's key; for simultaneous questions, the shared key, or all keys."""
    if isinstance(request, Asks):
        keys = [question.key for question in request.asks]
        return keys[0] if len(keys) == 1 or len(set(keys)) == 1 else ",".join(keys)
    return request.key


def fingerprint(request: Request) -> str:
    """Return the fingerprint that a recorded answer's request must still have.

    It covers the kind, key, seats and form of a question; the sides of dice; the pool of a draw. It excludes texts,
    context, options and defaults: instead, the form validates the recorded answer again.
    """
    if isinstance(request, Asks):
        parts = "|".join([f"{q.kind}:{q.key}:{q.seat}:{q.form.identity()}" for q in request.asks])
    elif isinstance(request, Roll):
        parts = f"{request.key}|{request.sides}"
    else:
        parts = f"{request.key}|{request.count}|{','.join(request.pool)}"
    return blake2b(f"{request_kind(request)}|{parts}".encode(), digest_size=8).hexdigest()
