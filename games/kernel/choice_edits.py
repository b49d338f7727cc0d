"""The edits that a tap makes to the draft of a simple form: a choice, several choices, a ranking or shares."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.kernel.drafts import Annotation, Completion
from games.kernel.edits import Edit, Validator, find_new_problems, find_problems
from games.kernel.errors import pointer
from games.kernel.unavailable import Unavailable, find_unavailable


def choose_edits(value: str, options: Sequence[str], unavailable: Sequence[Unavailable]) -> Iterator[Edit]:
    """Yield one edit that chooses the tapped `value`; none if the value is neither an option nor unavailable.

    The edit of an unavailable value is illegal; its problem tells the player why the value cannot be chosen.
    """
    if value in options or find_unavailable(unavailable, value) is not None:
        yield Edit("set", "", value)


def may_choose_edits(
    draft: Any, value: str, options: Sequence[str], unavailable: Sequence[Unavailable]
) -> Iterator[Edit]:
    """Yield the edit that chooses the tapped value; if it is chosen already, the edit that removes the choice."""
    if draft == value and value in options:
        yield Edit("leave_out", "", None)
    else:
        yield from choose_edits(value, options, unavailable)


def choose_some_edits(
    draft: Any, value: str, options: Sequence[str], unavailable: Sequence[Unavailable]
) -> Iterator[Edit]:
    """Yield the edit that adds the tapped value to the chosen ones, or the edit that removes it if it is among them."""
    given = _listed(draft)
    if value in given:
        yield Edit("leave_out", pointer(given.index(value)), [one for one in given if one != value])
    elif value in options or find_unavailable(unavailable, value) is not None:
        yield Edit("add", pointer(len(given)), [*given, value])


def arrange_edits(draft: Any, value: str, options: Sequence[str]) -> Iterator[Edit]:
    """Yield the edit that appends the tapped value to the ranking.

    For a value that is in the ranking already, yield the edits that move it one place up and one place down.
    """
    given = _listed(draft)
    if value in given:
        place = given.index(value)
        rest = [one for one in given if one != value]
        if place:
            yield Edit("up", pointer(place - 1), [*rest[: place - 1], value, *rest[place - 1 :]])
        if place < len(rest):
            yield Edit("down", pointer(place + 1), [*rest[: place + 1], value, *rest[place + 1 :]])
    elif value in options:
        yield Edit("add", pointer(len(given)), [*given, value])


def share_edits(draft: Any, value: str, limits: Mapping[str, int]) -> Iterator[Edit]:
    """Yield the edits that raise or lower the tapped value's share by one; `limits` are the largest shares by value."""
    given = dict(draft) if isinstance(draft, dict) else {}
    count = given.get(value, 0)
    if value not in limits or not isinstance(count, int):
        return
    if count < limits[value]:
        yield Edit("add", pointer(value), given | {value: count + 1})
    if count > 0:
        yield Edit("leave_out", pointer(value), given | {value: count - 1})


def open_completions(form: Validator, draft: Any, values: Iterable[str]) -> tuple[Completion, ...]:
    """Return those of `values` that a tap can choose or add without causing a new problem."""
    before = find_problems(form, draft)
    return tuple(Completion(value) for value in values if any(_is_open(form, before, value, draft)))


def _is_open(form: Any, before: Any, value: str, draft: Any) -> Iterator[bool]:
    for change in form.edits(draft, value, ()):
        yield change.kind in ("set", "add") and not find_new_problems(form, before, change.answer)


def choice_annotations(draft: Any) -> tuple[Annotation, ...]:
    """Return annotations that mark the chosen values on the board."""
    given = [draft] if isinstance(draft, str) else list(draft) if isinstance(draft, list | dict) else []
    places = tuple(value for value in given if isinstance(value, str))
    return (Annotation("at", places, "", "", ""),) if places else ()


def _listed(draft: Any) -> list[str]:
    return [value for value in draft if isinstance(value, str)] if isinstance(draft, list) else []
