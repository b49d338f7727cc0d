"""Changes of a single leaf of a stored state: one number, boolean or text, or the order of a list or mapping."""

import typing
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Raw, Struct

from games.kernel.forms import RandomSource
from games.kernel.leaf_rules import LeafAt

Path = tuple[Any, ...]
"""The field names, list indices and mapping keys that lead from the state to a leaf."""
Pools = dict[str, dict[str, None]]
"""The texts that occur in leaves, by the leaves' pattern (as in `games.kernel.leaf_rules`), as keys of a dict."""


class LeafChange(NamedTuple):
    """A change: the leaf, the path to it, and the value that it gets."""

    at: LeafAt
    path: Path
    value: Any

    def __str__(self) -> str:
        return f"{'/'.join(map(str, self.path))} = {self.value!r}"[:200]


class _Place(NamedTuple):
    """An object or leaf in a state: its pattern, its path, the objects around it, and the mapping keys in the path.

    `literals` are the texts that the type of its field enumerates, if any.
    """

    pattern: str
    path: Path
    around: tuple[Any, ...]
    keys: tuple[str, ...]
    literals: tuple[Any, ...]

    def child(self, step: str, name: Any, node: Any, literals: tuple[Any, ...]) -> "_Place":
        keys = (*self.keys, str(name)) if step == "{}" else self.keys
        return _Place(self.pattern + step, (*self.path, name), (*self.around, node), keys, literals)


def leaves(state: Any) -> Iterator[tuple[_Place, Any]]:
    """Yield each leaf's place and value. A list or mapping of several entries is a leaf, too: its order can change."""
    yield from _leaves(state, _Place("", (), (), (), ()))


def _leaves(node: Any, place: _Place) -> Iterator[tuple[_Place, Any]]:
    if isinstance(node, Struct):
        literals = _literals(type(node))
        dot = "." if place.pattern else ""
        for name in node.__struct_fields__:
            yield from _leaves(getattr(node, name), place.child(f"{dot}{name}", name, node, literals.get(name, ())))
    elif isinstance(node, Raw):
        inside = msgspec.json.decode(node)
        if isinstance(inside, dict | list):
            yield from _leaves(inside, place)
    elif isinstance(node, dict):
        if len(node) > 1:
            yield place._replace(pattern=place.pattern + "~"), node
        for name, value in node.items():
            yield from _leaves(value, place.child("{}", name, node, place.literals))
    elif isinstance(node, list | tuple):
        if any(one != node[0] for one in node[1:]):
            yield place._replace(pattern=place.pattern + "~"), node
        for index, value in enumerate(node):
            yield from _leaves(value, place.child("[]", index, node, place.literals))
    else:
        yield place, node


_known: dict[type, Mapping[str, tuple[Any, ...]]] = {}


def _literals(kind: type) -> Mapping[str, tuple[Any, ...]]:
    """Return the texts that the type of each field of a struct enumerates (``Literal``), by field name."""
    if kind not in _known:
        _known[kind] = {name: tuple(_enumerated(hint)) for name, hint in typing.get_type_hints(kind).items()}
    return _known[kind]


def _enumerated(hint: Any) -> Iterator[Any]:
    if typing.get_origin(hint) is Literal:
        yield from (one for one in typing.get_args(hint) if isinstance(one, str))
    else:
        for part in typing.get_args(hint):
            yield from _enumerated(part)


def add_texts(pools: Pools, state: Any) -> None:
    """Add each text in a state to `pools`, in which the leaf's pattern, such as ``fleets[].hand[]``, is the key."""
    for place, value in leaves(state):
        if isinstance(value, str):
            pools.setdefault(place.pattern, {})[value] = None


def changes(state: Any, pools: Pools, pick: RandomSource) -> Iterator[LeafChange]:
    """Yield one change for each leaf that can be changed; the random source `pick` chooses the new value.

    A text is exchanged for another text from `pools`, the texts that occur in states of the game, by leaf pattern.
    """
    by_text: dict[str, list[str]] = {}
    for pattern, texts in pools.items():
        for text in texts:
            by_text.setdefault(text, []).append(pattern)
    for place, value in leaves(state):
        subjects: tuple[Any, ...] = ()
        if isinstance(value, dict | list | tuple):
            other, subjects = _reordered(value, pick)
        else:
            other = _other(value, place, pools, by_text, pick)
            subjects = (value, other)
        if other is not value:
            yield LeafChange(LeafAt(place.pattern, place.around, place.keys, subjects), place.path, other)


def _reordered(value: Any, pick: RandomSource) -> tuple[Any, tuple[Any, ...]]:
    """Return a list with two different entries exchanged, or a mapping with its last entry first.

    The second value holds the two exchanged entries, or all keys of the mapping.
    """
    if isinstance(value, dict):
        names = list(value)
        names.insert(0, names.pop())
        return {name: value[name] for name in names}, tuple(names)
    entries = list(value)
    first = pick(len(entries))
    others = [place for place, one in enumerate(entries) if one != entries[first]]
    second = others[pick(len(others))]
    entries[first], entries[second] = entries[second], entries[first]
    return type(value)(entries), (entries[first], entries[second])


def _other(value: Any, place: _Place, pools: Pools, by_text: Mapping[str, list[str]], pick: RandomSource) -> Any:
    """Return another value of the same type for a leaf; `value` itself if no other is known."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value - 1 if value > 0 and pick(2) else value + 1
    if not isinstance(value, str):
        return value
    texts = [text for text in place.literals if text != value]
    if not texts:
        texts = [text for text in pools.get(place.pattern, ()) if text != value]
    if not texts and value:
        patterns = by_text.get(value, [])
        largest = max(patterns, key=lambda one: len(pools[one]), default="")
        texts = [text for text in pools.get(largest, ()) if text != value]
    return texts[pick(len(texts))] if texts else value


def surroundings(state: Any, path: Path) -> tuple[Any, ...]:
    """Return the objects that contain the leaf at a path, the whole state first."""
    found, node = [], state
    for step in path:
        if isinstance(node, Raw):
            node = msgspec.json.decode(node)
        found.append(node)
        node = getattr(node, step) if isinstance(node, Struct) else node[step]
    return tuple(found)


def with_change(node: Any, path: Path, value: Any) -> Any:
    """Return a copy of the state `node` with `value` at `path`."""
    if isinstance(node, Raw):
        return Raw(msgspec.json.encode(with_change(msgspec.json.decode(node), path, value)))
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(node, Struct):
        return msgspec.structs.replace(node, **{step: with_change(getattr(node, step), rest, value)})
    if isinstance(node, dict):
        return {name: with_change(one, rest, value) if name == step else one for name, one in node.items()}
    return type(node)(with_change(one, rest, value) if index == step else one for index, one in enumerate(node))
