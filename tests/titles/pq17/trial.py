"""Procedures of the rules run by hand: dice as they fall (0 to 9), and what is drawn.

    run(prevailing(BOX, "jul", None), dice=[(3, 4)])
    run(salvo(BOX, stack, 2, key="s"), dice=[(7, 3), (8,)], lots=[0])

Every die laid out must be rolled, and every lot drawn. A lot is laid out as the place in the pool; without one the
first of the pool is drawn.
"""

from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from games.kernel.requests import Draw, Roll
from games.titles.pq17.state.counters import Counter

T = TypeVar("T")
Dice = Sequence[Sequence[int]]


def run(
    procedure: Coroutine[Any, Any, T], *, dice: Dice = (), lots: Sequence[int] = (), secret: bool | None = None
) -> T:
    """The result of a procedure. AssertionError where dice or lots do not fit, or where lots are open that should be
    `secret`, or the reverse (None: they may be either).
    """
    rolls, places, keys = [*dice], [*lots], set[str]()
    answer: Any = None
    try:
        while True:
            request = procedure.send(answer)
            assert isinstance(request, Roll | Draw), request
            assert request.key not in keys, f"{request.key} is asked for twice"
            keys.add(request.key)
            assert not isinstance(request, Draw) or secret in (None, not request.is_open), (
                f"{request.key}: who may see it?"
            )
            answer = _thrown(request, rolls) if isinstance(request, Roll) else _drawn(request, places)
    except StopIteration as end:
        assert not rolls, f"never rolled: {rolls}"
        assert not places, f"never drawn: {places}"
        result: T = end.value
        return result


def _thrown(request: Roll, rolls: list[Sequence[int]]) -> tuple[int, ...]:
    assert rolls, f"no dice for {request.key}"
    faces = rolls.pop(0)
    assert len(faces) == len(request.sides), f"{request.key}: {len(request.sides)} dice, {faces} laid out"
    return tuple(face or 10 for face in faces)


def _drawn(request: Draw, places: list[int]) -> tuple[int, ...]:
    if not places:
        return tuple(range(request.count))
    assert request.count == 1
    return (places.pop(0),)


def read_counters(*words: str) -> list[Counter]:
    """Counters in words: `mv 5`, `victorious 4`, `dd_a_i 3+crippled`, `norfolk 0+dead`."""
    return [counter(word) for word in words]


def counter(words: str) -> Counter:
    """One counter."""
    name, strength, *states = words.replace("+", " ").split()
    one = Counter(name, int(strength))
    for state in states:
        what, _, value = state.partition("=")
        setattr(one, what, int(value) if value else True)
    return one


def left(counters: Sequence[Counter]) -> list[str]:
    """What lies there, in the same words."""
    found = []
    for one in counters:
        states = [name for name in ("crippled", "dead", "towed", "tows", "used") if getattr(one, name)]
        found.append("+".join([f"{one.ship} {one.strength}", *states]))
    return found
