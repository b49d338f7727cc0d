"""The requests that a rule may await: questions to seats, dice and draws.

``await`` suspends the step until the answer is known. There is no event loop: the driver resumes the step.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct

from games.kernel.forms import Form
from games.kernel.text import Text

T = TypeVar("T")
U = TypeVar("U")


class Ask(Struct, Generic[T], frozen=True, kw_only=True):
    """A question to one seat."""

    key: str
    """The name of the question within its step; it must not change while the rules stay the same."""
    kind: str
    """The group of similar questions to which it belongs."""
    seat: str
    rule: str
    """The number of the rule that asks."""
    prompt: Text
    """The question in words."""
    form: Form[T]
    """The legal answers."""
    context: Any = None
    """What the seat knows about the reason for the question: a struct like an event, or None."""
    is_standing: bool = False
    """True if the answer also applies to later questions of this kind, until its seat changes it."""
    advisers: tuple[str, ...] = ()
    """Seats that see the question and may draft an answer; the game does not wait for them."""


class Asks(Struct, frozen=True):
    """Questions that are open at the same time; the answers stay sealed until all are in."""

    asks: tuple[Ask[Any], ...]


class Roll(Struct, frozen=True):
    """Dice: one value from 1 to each of `sides`."""

    sides: tuple[int, ...]
    key: str
    rule: str


class Draw(Struct, frozen=True):
    """A draw of `count` members of `pool`, each at most once, in the order drawn.

    With `is_open`, everybody knows the pool and sees the drawn members, as with a die. Otherwise the draw is blind, and
    its result may stay hidden.
    """

    pool: tuple[str, ...]
    count: int
    key: str
    rule: str
    is_open: bool = False


Request = Asks | Roll | Draw


class _Wait(Generic[T]):
    __slots__ = ("request",)

    def __init__(self, request: Request) -> None:
        self.request = request

    def __await__(self) -> Generator[Request, Any, T]:
        return cast(T, (yield self.request))


async def ask(question: Ask[T]) -> T:
    """Ask one seat and return its typed answer, which the form of the question has accepted."""
    wait: _Wait[tuple[T]] = _Wait(Asks((question,)))
    return (await wait)[0]


async def ask_all(questions: Mapping[str, Ask[T]]) -> dict[str, T]:
    """Ask several seats at once; no seat sees an answer before all are in. Without questions, return at once."""
    if not questions:
        return {}
    asks = tuple(questions.values())
    wait: _Wait[tuple[T, ...]] = _Wait(Asks(asks))
    answers = await wait
    return {question.seat: answer for question, answer in zip(asks, answers, strict=True)}


async def ask_both(first: Ask[T], second: Ask[U]) -> tuple[T, U]:
    """Ask two questions with answers of different types at once; return both answers in the order of the questions."""
    wait: _Wait[tuple[T, U]] = _Wait(Asks((first, second)))
    return await wait


async def roll(*sides: int, key: str, rule: str) -> tuple[int, ...]:
    """Roll one die for each number of sides, and return the values in the same order.

    `key`: a name for the roll within its step, such as ``fire.goeben``.
    """
    wait: _Wait[tuple[int, ...]] = _Wait(Roll(sides, key, rule))
    return await wait


async def draw(pool: Sequence[str], count: int, *, key: str, rule: str) -> list[str]:
    """Draw `count` members of `pool` blindly, without replacement; fewer if the pool is smaller.

    `key`: a name for the draw within its step.
    """
    if not pool or count <= 0:
        return []
    request = Draw(tuple(pool), min(count, len(pool)), key, rule)
    wait: _Wait[tuple[int, ...]] = _Wait(request)
    return [request.pool[index] for index in await wait]


async def draw_lot(options: Sequence[str], *, key: str, rule: str) -> str:
    """Return one of the options, chosen by lot with equal chances; everybody may see the result.

    A single option is returned without a lot. `key`: a name for the lot within its step.
    """
    if len(options) == 1:
        return options[0]
    wait: _Wait[tuple[int, ...]] = _Wait(Draw(tuple(options), 1, key, rule, is_open=True))
    (index,) = await wait
    return options[index]


async def draw_lots(options: Sequence[str], count: int, *, key: str, rule: str) -> list[str]:
    """Return `count` options chosen by lot, or all if there are fewer.

    Everybody knows the options and may see which are chosen. `key`: a name for the lots within their step.
    """
    if not options or count <= 0:
        return []
    wait: _Wait[tuple[int, ...]] = _Wait(Draw(tuple(options), min(count, len(options)), key, rule, is_open=True))
    return [options[index] for index in await wait]


async def shuffle(pool: Sequence[str], *, key: str, rule: str) -> list[str]:
    """Return all members of `pool` in a random order. `key`: a name for the shuffle within its step."""
    return await draw(pool, len(pool), key=key, rule=rule)
