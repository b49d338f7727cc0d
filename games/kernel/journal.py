"""What is stored of a game: checkpoints at step boundaries, and a journal of answers and dice since."""

from hashlib import blake2b
from typing import Any

from msgspec import Struct

from games.kernel.requests import Asks, Request, Roll


class Checkpoint(Struct, frozen=True, kw_only=True, gc=False):
    """The whole state at a step boundary; nothing is suspended in it.

    `step` is the step about to run, None when the game is over. The `first_…` numbers are those that the next journal
    entry, event and roll will bear.
    """

    number: int
    step: str | None
    state: bytes
    first_entry: int
    first_event: int
    first_draw: int
    rules_version: str


class Given(Struct, frozen=True, gc=False):
    """A seat's answer as accepted: JSON builtins, the channel it came by, and when (as the server wrote it)."""

    seat: str
    answer: Any
    channel: str = ""
    at: str = ""


class Entry(Struct, frozen=True, omit_defaults=True, gc=False):
    """One request and its answer.

    `kind` is ask, roll or draw; `key` names it for readers; `fingerprint` identifies the question. `draw` is the branch
    and number of the dice. `events` and `told` are the count and the running digest of the step's events so far;
    `state` is the digest of the state where a run was taken up again. `of` is what `drawn` was drawn from, so that
    anybody can check it: the sides of each die, or the size of the pool.
    """

    number: int
    kind: str
    key: str
    fingerprint: str
    given: tuple[Given, ...] = ()
    drawn: tuple[int, ...] = ()
    draw: tuple[int, int] | None = None
    events: int = 0
    told: str = ""
    state: str = ""
    of: tuple[int, ...] = ()


def kind_of(request: Request) -> str:
    """ask, roll or draw."""
    if isinstance(request, Asks):
        return "ask"
    return "roll" if isinstance(request, Roll) else "draw"


def key_of(request: Request) -> str:
    """The request's key; of simultaneous questions the one they share, or all, one for each."""
    if isinstance(request, Asks):
        keys = [question.key for question in request.asks]
        return keys[0] if len(keys) == 1 or len(set(keys)) == 1 else ",".join(keys)
    return request.key


def fingerprint(request: Request) -> str:
    """What must stay the same for a recorded answer to belong to this request.

    Kind, key, seats and form of a question; the sides of dice; the pool of a draw. Not texts, context, options or
    defaults: those are checked by validating the recorded answer again.
    """
    if isinstance(request, Asks):
        parts = "|".join([f"{q.kind}:{q.key}:{q.seat}:{q.form.identity()}" for q in request.asks])
    elif isinstance(request, Roll):
        parts = f"{request.key}|{request.sides}"
    else:
        parts = f"{request.key}|{request.count}|{','.join(request.pool)}"
    return blake2b(f"{kind_of(request)}|{parts}".encode(), digest_size=8).hexdigest()
