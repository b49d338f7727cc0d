"""What a tap does to a choice, a list of choices, a ranking, or shares."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.kernel.barred import Barred, find_bar
from games.kernel.byhand.changes import Change, Judge, faults, new_faults
from games.kernel.byhand.prices import Mark, Priced
from games.kernel.errors import pointer


def chosen(value: str, options: Sequence[str], barred: Sequence[Barred]) -> Iterator[Change]:
    """A tap chooses."""
    if value in options or find_bar(barred, value) is not None:
        yield Change("set", "", value)


def chosen_or_not(draft: Any, value: str, options: Sequence[str], barred: Sequence[Barred]) -> Iterator[Change]:
    """A tap chooses; on what is chosen it leaves it out."""
    if draft == value and value in options:
        yield Change("leave_out", "", None)
    else:
        yield from chosen(value, options, barred)


def some(draft: Any, value: str, options: Sequence[str], barred: Sequence[Barred]) -> Iterator[Change]:
    """A tap adds, or leaves out what is there."""
    given = _listed(draft)
    if value in given:
        yield Change("leave_out", pointer(given.index(value)), [one for one in given if one != value])
    elif value in options or find_bar(barred, value) is not None:
        yield Change("add", pointer(len(given)), [*given, value])


def ranked(draft: Any, value: str, options: Sequence[str]) -> Iterator[Change]:
    """A tap puts the next one in its place; on what is placed it moves it up, or down."""
    given = _listed(draft)
    if value in given:
        place = given.index(value)
        rest = [one for one in given if one != value]
        if place:
            yield Change("up", pointer(place - 1), [*rest[: place - 1], value, *rest[place - 1 :]])
        if place < len(rest):
            yield Change("down", pointer(place + 1), [*rest[: place + 1], value, *rest[place + 1 :]])
    elif value in options:
        yield Change("add", pointer(len(given)), [*given, value])


def shared(draft: Any, value: str, limits: Mapping[str, int]) -> Iterator[Change]:
    """A tap gives one more; or one less."""
    given = dict(draft) if isinstance(draft, dict) else {}
    count = given.get(value, 0)
    if value not in limits or not isinstance(count, int):
        return
    if count < limits[value]:
        yield Change("add", pointer(value), given | {value: count + 1})
    if count > 0:
        yield Change("leave_out", pointer(value), given | {value: count - 1})


def open_values(form: Judge, draft: Any, values: Iterable[str]) -> tuple[Priced, ...]:
    """The values that a tap chooses or adds without anything new being wrong."""
    before = faults(form, draft)
    return tuple(Priced(value) for value in values if any(_is_open(form, before, value, draft)))


def _is_open(form: Any, before: Any, value: str, draft: Any) -> Iterator[bool]:
    for change in form.changes(draft, value, ()):
        yield change.kind in ("set", "add") and not new_faults(form, before, change.answer)


def named(draft: Any) -> tuple[Mark, ...]:
    """What a choice names."""
    given = [draft] if isinstance(draft, str) else list(draft) if isinstance(draft, list | dict) else []
    places = tuple(value for value in given if isinstance(value, str))
    return (Mark("at", places, "", "", ""),) if places else ()


def _listed(draft: Any) -> list[str]:
    return [value for value in draft if isinstance(value, str)] if isinstance(draft, list) else []
