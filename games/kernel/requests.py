"""The only things a rule may await: questions to seats, dice and draws.

`await` means "stop here until answered". There is no event loop; the driver sends the answers in.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct

from games.kernel.forms import Form
from games.kernel.text import Text

T = TypeVar("T")
U = TypeVar("U")


class Ask(Struct, Generic[T], frozen=True, kw_only=True):
    """A question to one seat.

    `key` tells this question from the others of its step and stays the same as long as the rules do; `kind` groups
    questions of one sort. `context` holds what the seat may know of the occasion: an event-like struct, or None.
    `stands`: the answer is meant to be given again whenever the same kind of question comes, until its seat changes it.
    `advisers` are seats that are shown the question and may draft an answer; nobody waits for them.
    """

    key: str
    kind: str
    seat: str
    rule: str
    prompt: Text
    form: Form[T]
    context: Any = None
    stands: bool = False
    advisers: tuple[str, ...] = ()


class Asks(Struct, frozen=True):
    """Questions that are open at the same time and answered sealed."""

    asks: tuple[Ask[Any], ...]


class Roll(Struct, frozen=True):
    """Dice: one value from 1 to each of `sides`."""

    sides: tuple[int, ...]
    key: str
    rule: str


class Draw(Struct, frozen=True):
    """`count` of the members of `pool`, each at most once, in the order drawn.

    `open`: everybody knows the pool and sees what is drawn, so that it is luck like that of a die. What is drawn
    blindly may stay hidden.
    """

    pool: tuple[str, ...]
    count: int
    key: str
    rule: str
    open: bool = False


Request = Asks | Roll | Draw


class _Wait(Generic[T]):
    __slots__ = ("request",)

    def __init__(self, request: Request) -> None:
        self.request = request

    def __await__(self) -> Generator[Request, Any, T]:
        return cast(T, (yield self.request))


async def ask(question: Ask[T]) -> T:
    """Ask one seat and wait for its answer, which its form has accepted."""
    wait: _Wait[tuple[T]] = _Wait(Asks((question,)))
    return (await wait)[0]


async def all_of(questions: Mapping[str, Ask[T]]) -> dict[str, T]:
    """Ask several seats at once; nobody sees an answer before all are in. No questions: no waiting."""
    if not questions:
        return {}
    asks = tuple(questions.values())
    wait: _Wait[tuple[T, ...]] = _Wait(Asks(asks))
    answers = await wait
    return {question.seat: answer for question, answer in zip(asks, answers, strict=True)}


async def both(first: Ask[T], second: Ask[U]) -> tuple[T, U]:
    """Two questions of different types, asked at once."""
    wait: _Wait[tuple[T, U]] = _Wait(Asks((first, second)))
    return await wait


async def roll(*sides: int, key: str, rule: str) -> tuple[int, ...]:
    """Roll one die for each number of sides; the values come in the same order."""
    wait: _Wait[tuple[int, ...]] = _Wait(Roll(sides, key, rule))
    return await wait


async def draw(pool: Sequence[str], count: int, *, key: str, rule: str) -> list[str]:
    """Draw `count` members of `pool` blindly, without putting back; fewer where the pool is smaller."""
    if not pool or count <= 0:
        return []
    request = Draw(tuple(pool), min(count, len(pool)), key, rule)
    wait: _Wait[tuple[int, ...]] = _Wait(request)
    return [request.pool[index] for index in await wait]


async def lot(options: Sequence[str], *, key: str, rule: str) -> str:
    """One of the options, each as likely as the other; everybody may see which. One option alone needs no lot."""
    if len(options) == 1:
        return options[0]
    wait: _Wait[tuple[int, ...]] = _Wait(Draw(tuple(options), 1, key, rule, open=True))
    (index,) = await wait
    return options[index]


async def lots(options: Sequence[str], count: int, *, key: str, rule: str) -> list[str]:
    """So many of the options, fewer where there are fewer; everybody knows them all and may see which come up."""
    if not options or count <= 0:
        return []
    wait: _Wait[tuple[int, ...]] = _Wait(Draw(tuple(options), min(count, len(options)), key, rule, open=True))
    return [options[index] for index in await wait]


async def shuffle(pool: Sequence[str], *, key: str, rule: str) -> list[str]:
    """All of `pool` in a random order."""
    return await draw(pool, len(pool), key=key, rule=rule)
