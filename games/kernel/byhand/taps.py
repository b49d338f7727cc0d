"""What a tap on one thing can do to a set of orders: a new order of those who act, or a change of one of theirs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from games.kernel.byhand.changes import Change, faults, new_faults
from games.kernel.byhand.chart import (
    Chart,
    Path,
    Walk,
    band_of,
    fewest_marks,
    fill,
    onward,
    price_of,
    stopped_at,
)
from games.kernel.byhand.prices import NO_WORDS, Line, Mark, Outlook, Priced, Purse
from games.kernel.errors import Problem, pointer
from games.kernel.text import Labels, Text, shown
from games.kernel.ways import Field, Way

Raw = dict[str, Any]


class Book(Protocol):
    """What of a form of orders is asked here."""

    @property
    def listed(self) -> tuple[Way, ...]: ...

    @property
    def by_verb(self) -> dict[str, list[Way]]: ...

    def charts(self) -> dict[str, Chart]: ...

    def purses(self) -> tuple[Purse, ...]: ...

    def walk_for(self, verb: str, subjects: tuple[str, ...], walk: Walk) -> Walk: ...

    def most(self) -> int: ...

    def read(self, raw: object) -> Any: ...

    def problems(self, answer: Any) -> Iterator[Problem]: ...

    def beside(self, raw: Any) -> Iterable[Problem]: ...

    def describe(self, answer: Any, language: str, labels: Labels) -> str: ...

    def sketch(self, raw: Any, language: str, labels: Labels) -> str: ...


def orders_in(draft: Any) -> list[Any]:
    """The orders of a draft, such as they are."""
    return list(draft) if isinstance(draft, list) else []


def values_in(order: Any, name: str) -> Path:
    """The values that a raw order gives to an argument."""
    value = order.get(name) if isinstance(order, dict) else None
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(one for one in value if isinstance(one, str) and one) if isinstance(value, list | tuple) else ()


def way_of(book: Book, order: Any) -> Way | None:
    """The way that a raw order is or could become: what it gives, the way takes."""
    verb = order.get("order") if isinstance(order, dict) else None
    for way in book.by_verb.get(verb, ()) if isinstance(verb, str) else ():
        if all(_takes(field, order.get(field.name)) for field in way.fields):
            return way
    return None


def _takes(field: Field, given: Any) -> bool:
    """Whether a field takes what is given to it: nothing, a value, or each of a list of them."""
    if not given or field.walk is not None or field.length:
        return True
    if isinstance(given, str):
        return given in field.values
    if isinstance(given, list | tuple):
        return all(one in field.values for one in given if isinstance(one, str) and one)
    return True


def subjects_of(way: Way, order: Any) -> Path:
    """Who acts by an order."""
    return values_in(order, way.subject) if way.subject else ()


def walk_of(book: Book, way: Way, field: Field, order: Any) -> tuple[Chart, Walk] | None:
    """The walk of those who act, with its chart; None for an argument that is no path."""
    if field.walk is None:
        return None
    walk = book.walk_for(way.verb, subjects_of(way, order), field.walk)
    return book.charts().get(walk.chart, Chart()), walk


# --- taps


def taps(book: Book, draft: Any, value: str, acting: Sequence[str]) -> Iterator[Change]:
    """Every change that a tap on `value` could mean, by those who act (none named: whoever can). An order that nobody
    in particular carries out may be changed whoever acts.
    """
    orders = orders_in(draft)
    for index, order in enumerate(orders):
        way = way_of(book, order)
        if way is None or (acting and way.subject and not set(acting) & set(subjects_of(way, order))):
            continue
        for field in way.fields:
            yield from _changed(book, orders, index, way, field, value)
    for way in sorted(book.listed, key=lambda way: way.rare):
        new = _new(book, way, value, acting)
        if new is not None:
            kept = orders[: book.most() - 1]
            yield _change(book, "new", [*kept, new], len(kept), way)


def _change(book: Book, kind: str, orders: list[Any], index: int, way: Way, name: str = "") -> Change:
    """A change with its price: of the path of the order, or of what is bought by it."""
    at = pointer(index, name) if name else pointer(index)
    order = orders[index] if index < len(orders) else {}
    for field in way.fields:
        found = walk_of(book, way, field, order)
        path = values_in(order, field.name)
        if found is not None and path:
            chart, walk = found
            priced = priced_path(chart, walk, path)
            return Change(kind, at, orders, priced.note, priced.price, priced.band, [order])
    return Change(kind, at, orders, spoken=[order] if order else orders)


def _with(orders: list[Any], index: int, name: str, value: Any) -> list[Any]:
    """The orders with one argument of one of them changed; None or an empty list takes it away."""
    changed = {key: old for key, old in orders[index].items() if key != name}
    if value:
        changed[name] = value
    return [*orders[:index], changed, *orders[index + 1 :]]


def _changed(book: Book, orders: list[Any], index: int, way: Way, field: Field, value: str) -> Iterator[Change]:
    """What a tap can do to one argument of an order."""
    if field.walk is not None:
        yield from _led(book, orders, index, way, field, value)
        return
    if value not in field.values:
        return
    given, name = values_in(orders[index], field.name), field.name
    if value in field.leads and value not in given:
        yield from _led_into(book, orders, index, way, field, value)
        return
    if value in given and field.required and len(given) == 1 and not field.repeats:
        rest = [*orders[:index], *orders[index + 1 :]]
        if name == way.subject or field.many:
            yield Change("leave_out", pointer(index), rest, spoken=[orders[index]])
        return
    if not field.many:
        kind = "leave_out" if value in given else "set"
        yield _change(book, kind, _with(orders, index, name, None if value in given else value), index, way, name)
        return
    if value not in given or field.repeats:
        yield _change(book, "add", _with(orders, index, name, [*given, value]), index, way, name)
    if value in given:
        place = len(given) - 1 - given[::-1].index(value)
        if field.ordered and place:
            swapped = [*given[: place - 1], value, given[place - 1], *given[place + 1 :]]
            yield _change(book, "up", _with(orders, index, name, swapped), index, way, name)
        left = [*given[:place], *given[place + 1 :]]
        yield _change(book, "leave_out", _with(orders, index, name, left), index, way, name)


def _led_into(book: Book, orders: list[Any], index: int, way: Way, field: Field, value: str) -> Iterator[Change]:
    """A value to which the path of the order must lead is given with it: straight there, and on from where it ends."""
    chosen = _with(orders, index, field.name, value)
    path = next((one for one in way.fields if one.walk is not None), None)
    found = walk_of(book, way, path, orders[index]) if path is not None else None
    if path is None or found is None:
        yield _change(book, "set", chosen, index, way, field.name)
        return
    old, goal = values_in(orders[index], path.name), field.leads[value]
    if old and old[-1] == goal:
        yield _change(book, "set", chosen, index, way, field.name)
        return
    straight = () if goal == found[1].start else fill(*found, (goal,)) or (goal,)
    yield _change(book, "to", _with(chosen, index, path.name, list(straight)), index, way, field.name)
    on = fill(*found, (*old, goal)) if old else None
    if on and on != straight:
        yield _change(book, "on", _with(chosen, index, path.name, list(on)), index, way, field.name)


def _led(book: Book, orders: list[Any], index: int, way: Way, field: Field, value: str) -> Iterator[Change]:
    """What a tap can do to a path: lead it there, by way of there, on to there, or back to there."""
    found = walk_of(book, way, field, orders[index])
    if found is None or value not in found[0].ways:
        return
    chart, walk = found
    path = values_in(orders[index], field.name)
    led: list[tuple[str, Path | None]] = []
    if value in path[:-1]:
        led.append(("back", path[: path.index(value) + 1]))
    led.append(("to", fill(chart, walk, (value,)) or (value,)))
    if path and value not in path:
        led.append(("on", fill(chart, walk, (*path, value))))
        led.append(("via", fill(chart, walk, (value, path[-1]))))
    for kind, way_there in led:
        if way_there and way_there != path:
            yield _change(book, kind, _with(orders, index, field.name, list(way_there)), index, way, field.name)


def _new(book: Book, way: Way, value: str, acting: Sequence[str]) -> Raw | None:
    """A new order of those who act that names the value, as complete as can be; None where this way cannot name it."""
    order: Raw = {"order": way.verb}
    named = False
    for field in sorted(way.fields, key=lambda one: one.name != way.subject):
        if field.name == way.subject:
            chosen = _actors(field, value, acting)
            named = value in chosen
        elif not named and _names(book, way, field, order, value):
            chosen, named = _first(book, way, field, order, value), True
        else:
            chosen = field.values if field.required and len(field.values) == 1 else ()
        if field.name == way.subject and not chosen:
            return None
        if chosen:
            order[field.name] = list(chosen) if field.many or field.walk is not None else chosen[0]
    if not named:
        return None
    into = next((field for field in way.fields if value in field.leads), None)
    if into is None or values_in(order, into.name) != (value,):
        return order
    led = next(_led_into(book, [{**order, into.name: ""}], 0, way, into, value))
    return dict(led.answer[0])


def _actors(field: Field, value: str, acting: Sequence[str]) -> Path:
    """Who acts by a new order: those named; else the one tapped on; else all who can, or the first of them."""
    chosen = tuple(one for one in acting if one in field.values)
    if acting and not chosen:
        return ()
    if not chosen:
        chosen = (value,) if value in field.values else field.values
    return chosen if field.many else chosen[:1]


def _names(book: Book, way: Way, field: Field, order: Raw, value: str) -> bool:
    found = walk_of(book, way, field, order)
    if found is not None:
        return value in found[0].ways and value != found[1].start
    return value in field.values


def _first(book: Book, way: Way, field: Field, order: Raw, value: str) -> Path:
    found = walk_of(book, way, field, order)
    return (value,) if found is None else fill(*found, (value,)) or (value,)


# --- what an argument could take next


def reach(book: Book, draft: Any, index: int, name: str) -> tuple[Priced, ...]:
    """The values that an argument of an order could take next without anything new being wrong."""
    orders = orders_in(draft)
    way = way_of(book, orders[index]) if 0 <= index < len(orders) else None
    field = next((field for field in way.fields if field.name == name), None) if way is not None else None
    if way is None or field is None:
        return ()
    before = faults(book, draft)
    found = walk_of(book, way, field, orders[index])
    if found is None:
        steps = ((priced, _given_more(orders, index, field, priced.value)) for priced in _choices(book, field))
    else:
        path = values_in(orders[index], name)
        ways = onward(*found, path)
        steps = ((priced_path(*found, to), _with(orders, index, name, list(to))) for to in ways.values())
    return tuple(priced for priced, answer in steps if answer is not None and not new_faults(book, before, answer))


def led(book: Book, draft: Any, index: int, name: str) -> tuple[Priced, ...]:
    """The places that a path of an order could lead to, whatever the other orders say: what `reach` judges."""
    order = orders_in(draft)[index]
    way = way_of(book, order)
    field = next((field for field in way.fields if field.name == name), None) if way is not None else None
    found = walk_of(book, way, field, order) if way is not None and field is not None else None
    ways = onward(*found, values_in(order, name)) if found is not None else {}
    return tuple(priced_path(*found, to) for to in ways.values()) if found is not None else ()


def _choices(book: Book, field: Field) -> Iterator[Priced]:
    purses = {purse.key: purse for purse in book.purses()}
    for value in field.values:
        prices = field.prices.get(value, {})
        yield Priced(value, price=next(iter(prices.values()), 0), note=_paid(prices, purses))


def _paid(prices: Mapping[str, int], purses: Mapping[str, Purse]) -> Text:
    """The prices of a value in words; what it gives back with a plus."""
    if not prices:
        return NO_WORDS
    known = [(purses[key], price) for key, price in prices.items() if key in purses]
    paid = [(one.name, f"+{one.amount(-price)}" if price < 0 else one.amount(price)) for one, price in known]
    return Text(
        ", ".join(f"{name.en} {price}" for name, price in paid), "、".join(f"{name.ja} {price}" for name, price in paid)
    )


def _given_more(orders: list[Any], index: int, field: Field, value: str) -> list[Any] | None:
    given = values_in(orders[index], field.name)
    if value in given and not field.repeats:
        return None
    return _with(orders, index, field.name, [*given, value] if field.many else value)


def priced_path(chart: Chart, walk: Walk, path: Path) -> Priced:
    """A path with its price, and what that means."""
    price = price_of(chart, walk, path)
    cost = price.cost if price is not None else 0
    band = band_of(walk, cost)
    return Priced(path[-1], path, cost, band.tone if band else "", band.cost if band else NO_WORDS)


# --- what a draft comes to


Ordered = tuple[int, Raw, Way]
"""A raw order with its place in the draft and the way that it is."""


def ordered_in(book: Book, draft: Any) -> list[Ordered]:
    """The orders of a draft that are one of the ways, or could become it."""
    found = ((index, order, way_of(book, order)) for index, order in enumerate(orders_in(draft)))
    return [(index, order, way) for index, order, way in found if way is not None]


def purses_of(book: Book, draft: Any) -> dict[str, int]:
    """What each purse pays for a draft."""
    return _spent(book.purses(), ordered_in(book, draft))


def _spent(purses: Iterable[Purse], orders: Iterable[Ordered]) -> dict[str, int]:
    spent = {purse.key: 0 for purse in purses}
    for _, order, way in orders:
        for field in way.fields:
            for value in values_in(order, field.name) if field.prices else ():
                for key, price in field.prices.get(value, {}).items():
                    spent[key] = spent.get(key, 0) + price
    return spent


def overspent(book: Book, orders: Iterable[Ordered]) -> Iterator[Problem]:
    """The purses that these orders ask too much of."""
    purses = book.purses()
    paid = _spent(purses, orders)
    for purse in purses:
        spent = paid[purse.key]
        if spent > purse.limit:
            whose = f"{purse.subject}: " if purse.subject else ""
            text = Text(
                f"{whose}{purse.name.en}: {purse.amount(purse.limit)}, not {purse.amount(spent)}.",
                f"{whose}{purse.name.ja}: {purse.amount(purse.limit)}まで({purse.amount(spent)}必要)。",
            )
            yield Problem("", "overspent", text, purse.rule)


def outlook(book: Book, draft: Any) -> Outlook:
    """The price of every path, and what the purses pay."""
    lines: list[Line] = []
    for where, chart, walk, path in paths_in(book, draft):
        priced = priced_path(chart, walk, path)
        band = band_of(walk, priced.price)
        most = band.upto if band is not None else walk.most
        en, ja = (band.cost.en, band.cost.ja) if band is not None else ("", "")
        text = Text(f"{priced.price} of {most} moves{en and ', '}{en}", f"移動{priced.price}/{most}{ja and '、'}{ja}")
        lines.append(Line(where, priced.band or "risk", text))
    return Outlook(tuple(lines), purses_of(book, draft))


def paths_in(book: Book, draft: Any) -> Iterator[tuple[str, Chart, Walk, Path]]:
    """The paths of a draft: where they stand, and what they are made on."""
    return paths_of(book, ordered_in(book, draft))


def paths_of(book: Book, orders: Iterable[Ordered]) -> Iterator[tuple[str, Chart, Walk, Path]]:
    """The paths of these orders, the same way."""
    for index, order, way in orders:
        for field in way.fields:
            path = values_in(order, field.name) if field.walk is not None else ()
            found = walk_of(book, way, field, order) if path else None
            if found is not None:
                yield pointer(index, field.name), *found, path


def marks(book: Book, draft: Any) -> tuple[Mark, ...]:
    """What to draw of a draft: paths from where they begin; what others are aimed at; else what is named.

    Of an order with a path nothing else is drawn: where it leads is seen.
    """
    found: list[Mark] = []
    led_on = {where.split("/")[1] for where, *_ in paths_in(book, draft)}
    for index, order in enumerate(orders_in(draft)):
        way = way_of(book, order)
        for field in way.fields if way is not None else ():
            values = values_in(order, field.name)
            if way is None or not values or field.length or field.name == way.subject:
                continue
            where, walked = pointer(index, field.name), walk_of(book, way, field, order)
            if walked is not None:
                tone = priced_path(*walked, values).band
                found.append(Mark("way", (walked[1].start, *values), tone, where, way.verb))
            elif str(index) in led_on:
                continue
            elif actors := subjects_of(way, order):
                found.append(Mark("link", (actors[0], *values), "", where, way.verb))
            else:
                found.append(Mark("at", values, "", where, way.verb))
    return tuple(found)


def filled(book: Book, way: Way, order: Any, field: Field) -> Path:
    """A path with its gaps filled, on to where another argument leads; as it stands where no way leads so."""
    path, found = values_in(order, field.name), walk_of(book, way, field, order)
    if found is None:
        return path
    goal = _goal(way, order)
    if goal and goal != (path[-1] if path else found[1].start):
        return fill(*found, (*path, goal)) or fill(*found, path) or path
    return fill(*found, path) or path


def _goal(way: Way, order: Any) -> str:
    """Where the path of an order must end for what it gives, or ""."""
    led = (field.leads.get(value, "") for field in way.fields for value in values_in(order, field.name))
    return next(filter(None, led), "")


def marked(book: Book, way: Way, order: Any, field: Field) -> Path:
    """The fewest marks by which a path can be written."""
    path, found = values_in(order, field.name), walk_of(book, way, field, order)
    return path if found is None else fewest_marks(*found, path)


def path_problems(where: str, chart: Chart, walk: Walk, path: Path, rule: str = "") -> Iterator[Problem]:
    """Why a path cannot be walked: it passes a stop, leads nowhere, goes round, or is too long or crooked."""
    stop = stopped_at(chart, path)
    price = price_of(chart, walk, path)
    if stop:
        yield Problem(where, "stop", Text(f"The way ends at {stop}.", f"{stop} で停止します。"), rule)
    elif price is None:
        lost = next(path[end] for end in range(len(path)) if price_of(chart, walk, path[: end + 1]) is None)
        text = Text(f"No way leads to '{shown(lost)}'.", f"「{shown(lost)}」への航路はありません。")
        if path == (walk.start,):
            text = Text(f"It is at '{shown(lost)}' already.", f"すでに「{shown(lost)}」にいます。")
        yield Problem(where, "no_way", text, rule)
    elif walk.once and len({walk.start, *path}) <= len(path):
        yield Problem(where, "twice", Text("No place is entered twice.", "同じ場所に二度は入れません。"), rule)
    elif not walk.least <= price.cost <= walk.most:
        text = Text(
            f"The way costs {walk.least} to {walk.most}, not {price.cost}.",
            f"航路は{walk.least}〜{walk.most}です({price.cost}必要)。",
        )
        yield Problem(where, "range", text, rule)
    elif price.turns > walk.most_turns:
        text = Text(
            f"At most {walk.most_turns} turns, not {price.turns}.",
            f"旋回は{walk.most_turns}回までです({price.turns}回)。",
        )
        yield Problem(where, "turns", text, rule)
