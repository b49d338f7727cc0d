"""Forms in few words: what can be ordered, what is wrong with a draft, what is foretold of it."""

from typing import Any

from games.kernel.errors import GameError


def ways(form: Any) -> list[str]:
    """`post unit=a area=deployment,screening since?=1,2 | unit`; a kind of its own stands behind the name."""
    return [_way(way) for way in form.templates()]


def _way(way: Any) -> str:
    words = [way.verb, *(_field(field) for field in way.fields)]
    behind = [str(way.subject)] * bool(way.subject) + ["rare"] * way.is_rare
    return " ".join(words) + (f" | {' '.join(behind)}" if behind else "")


def _field(field: Any) -> str:
    kind = "" if field.kind in ("one", "count") else f":{field.kind}"
    bounds = f"[{field.least}-{field.most}]" if field.least or field.most else ""
    prices = "".join(
        f"({value} {purse} {price})" for value, each in field.prices.items() for purse, price in each.items()
    )
    return f"{field.name}{'' if field.required else '?'}{kind}{bounds}={','.join(field.values)}{prices}"


def wrong(form: Any, *lines: str) -> list[str]:
    """`/0/at count 7.2.4b`: where, what and by which rule; of a draft that cannot be read the same."""
    try:
        found = list(form.problems(form.read(form.parse("\n".join(lines)))))
    except GameError as error:
        found = list(error.problems)
    return [f"{one.pointer} {one.code} {one.rule}".rstrip() for one in found]


def foretold(form: Any, *lines: str) -> list[str]:
    """`/0/at: guns: 2 dice …`."""
    draft = form.parse("\n".join(lines))
    return [f"{line.pointer}: {line.text.en}" for line in form.preview(draft).lines]
