"""Every end that the dice and lots of a procedure of the rules can bring about, with its probability.

    for weight, board in every_end(lambda: at_sea("hood 2512 A 4", "bismarck 3512 A 4"), fire):

The procedure runs once for every combination of dice and lots that it asks for, from the start each time.
"""

import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import prod
from typing import Any, TypeVar

from games.kernel.requests import Draw, Request, Roll
from games.kernel.table import EndStep

B = TypeVar("B")
Procedure = Callable[[B], Coroutine[Any, Any, Any]]
Thrown = tuple[Any, ...]


def every_end(make: Callable[[], B], procedure: Procedure[B], *, alike: bool = False) -> Iterator[tuple[Fraction, B]]:
    """Yield every end with its probability; of dice that are `alike`, only their faces count and not their order."""
    left: list[tuple[Fraction, tuple[Thrown, ...]]] = [(Fraction(1), ())]
    while left:
        weight, thrown = left.pop()
        board = make()
        request = _run(procedure(board), thrown)
        if request is None:
            yield weight, board
            continue
        left += [(weight * chance, (*thrown, values)) for chance, values in _ways(request, alike=alike)]


def some_ends(make: Callable[[], B], procedure: Procedure[B], times: int, seed: int = 7) -> Iterator[B]:
    """Yield the ends of many runs with random dice and lots."""
    luck = random.Random(seed)
    for _ in range(times):
        board, thrown = make(), list[Thrown]()
        running, answer = procedure(board), None
        while (request := _send(running, answer)) is not None:
            answer = _random(request, luck)
            thrown.append(answer)
        yield board


def _random(request: Request, luck: random.Random) -> Thrown:
    if isinstance(request, Roll):
        return tuple(luck.randint(1, sides) for sides in request.sides)
    assert isinstance(request, Draw), request
    return tuple(luck.sample(range(len(request.pool)), request.count))


def _run(running: Coroutine[Any, Any, Any], thrown: tuple[Thrown, ...]) -> Request | None:
    """Give a procedure these dice; return its next request, None at its end."""
    answer = None
    for values in thrown:
        assert _send(running, answer) is not None
        answer = values
    request = _send(running, answer)
    running.close()
    return request


def _send(running: Coroutine[Any, Any, Any], answer: Any) -> Request | None:
    try:
        request: Request = running.send(answer)
    except (StopIteration, EndStep):
        return None
    return request


def _ways(request: Request, *, alike: bool) -> list[tuple[Fraction, Thrown]]:
    """Return the results of a request with their probabilities."""
    if isinstance(request, Draw):
        found = [*permutations(range(len(request.pool)), request.count)]
        return [(Fraction(1, len(found)), values) for values in found]
    assert isinstance(request, Roll), request
    every = prod(request.sides)
    if alike and len(set(request.sides)) == 1:
        sides = range(1, request.sides[0] + 1)
        alike_throws = combinations_with_replacement(sides, len(request.sides))
        return [(Fraction(_orders(values), every), values) for values in alike_throws]
    throws = product(*(range(1, sides + 1) for sides in request.sides))
    return [(Fraction(1, every), values) for values in throws]


def _orders(values: tuple[int, ...]) -> int:
    """Return the number of orders of these faces."""
    counts, ways, placed = Counter(values), 1, 0
    for count in counts.values():
        for number in range(1, count + 1):
            placed += 1
            ways = ways * placed // number
    return ways
