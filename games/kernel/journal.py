"""The stored data of a game: checkpoints at step boundaries, and a journal of the answers and dice since."""

from hashlib import blake2b
from typing import Any

from msgspec import Struct

from games.kernel.requests import Asks, Request, Roll


class Checkpoint(Struct, frozen=True, kw_only=True, gc=False):
    """The complete state of a game at a step boundary."""

    number: int
    """The place of the checkpoint in the game, from 0."""
    step: str | None
    """The key of the next step to run; None when the game is over."""
    state: bytes
    """The encoded state."""
    first_entry: int
    """The number of the next journal entry."""
    first_event: int
    """The number of the next event."""
    first_draw: int
    """The number of the next roll or draw."""
    rules_version: str
    """The version of the rules that stored the checkpoint."""


class SeatAnswer(Struct, frozen=True, gc=False):
    """A seat's accepted answer."""

    seat: str
    answer: Any
    """The answer as JSON builtins."""
    channel: str = ""
    """The way in which the answer came, such as e-mail."""
    at: str = ""
    """The server's time when it came, as text."""


class Entry(Struct, frozen=True, omit_defaults=True, gc=False):
    """One request of the rules (a question, a roll or a draw) and its result."""

    number: int
    """The place of the entry in the game's journal."""
    kind: str
    """``ask``, ``roll`` or ``draw``."""
    key: str
    """The readable name of the request within its step."""
    fingerprint: str
    """The digest of the request; a replay compares it."""
    given: tuple[SeatAnswer, ...] = ()
    """The answers to a question, or to simultaneous questions."""
    drawn: tuple[int, ...] = ()
    """The values of the dice, or the indices that a draw took from its pool."""
    draw: tuple[int, int] | None = None
    """The branch and the number of a roll or draw in the branch's sequence of dice."""
    events: int = 0
    """The number of the step's events so far."""
    told: str = ""
    """The digest of the step's events so far."""
    state: str = ""
    """The digest of the state where a run resumed."""
    of: tuple[int, ...] = ()
    """The number of sides of each die, or the size of the pool, so that anybody can verify `drawn`."""


def request_kind(request: Request) -> str:
    """Return the request's kind: ask, roll or draw."""
    if isinstance(request, Asks):
        return "ask"
    return "roll" if isinstance(request, Roll) else "draw"


def request_key(request: Request) -> str:
    """Return the request's key; for simultaneous questions the key that they share, or else all their keys."""
    if isinstance(request, Asks):
        keys = [question.key for question in request.asks]
        return keys[0] if len(keys) == 1 or len(set(keys)) == 1 else ",".join(keys)
    return request.key


def fingerprint(request: Request) -> str:
    """Return a digest of a request. In a replay, the request must have the recorded digest.

    The digest covers the kind, key, seats and type of form of a question; the key and sides of dice; the key, count and
    pool of a draw. It does not cover texts, context, options and defaults: the form checks the recorded answer again.
    """
    if isinstance(request, Asks):
        parts = "|".join([f"{q.kind}:{q.key}:{q.seat}:{q.form.identity()}" for q in request.asks])
    elif isinstance(request, Roll):
        parts = f"{request.key}|{request.sides}"
    else:
        parts = f"{request.key}|{request.count}|{','.join(request.pool)}"
    return blake2b(f"{request_kind(request)}|{parts}".encode(), digest_size=8).hexdigest()
