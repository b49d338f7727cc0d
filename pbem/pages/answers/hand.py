"""Orders by hand on the page: what was tapped, what it could mean, and what taking an offer makes of the draft.

No rule stands here: the form is asked. The page holds what was tapped on, who acts, and which order is being written.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.kernel.byhand import taps
from games.kernel.byhand.prices import NO_WORDS, Offer, Priced
from games.kernel.byhand.spots import Spots, tapped
from games.kernel.errors import pointer
from games.kernel.forms import Form
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Labels
from games.selectors.drafts import LONGEST, is_too_long
from pbem.pages.answers.controls import Shown
from pbem.pages.answers.names import Names

ZOOMS = (100, 150, 200)
"""Sizes of the picture, in per cent of the first."""
MOST_OFFERS = 10
HEX = 3
"""Digits that no number of ships or steps has."""
_NUMBER = 9
"""So many digits of a number that a browser sends."""


@dataclass(frozen=True)
class Hold:
    """What the player is about: the thing tapped on, who acts, the order being written (-1: none), the picture's size.

    `seen` tells the offers that the page showed from those of a draft that was changed since.
    """

    tapped: str = ""
    acting: tuple[str, ...] = ()
    focus: int = -1
    zoom: int = ZOOMS[0]
    seen: str = ""


@dataclass(frozen=True)
class ShownOffer:
    """An offer as a button, or with the reason why it is none; `lines` say the order as it would be."""

    number: int
    does: str
    lines: tuple[str, ...]
    note: str
    price: int
    tone: str
    problems: tuple[Shown, ...] = ()
    legal: bool = True


@dataclass(frozen=True)
class Card:
    """What a tap opened: the thing's name, its offers, and the mark by which the page knows them again."""

    value: str
    name: str
    offers: tuple[ShownOffer, ...]
    seen: str


def hold_of(post: QueryDict) -> Hold:
    """What the page held when it was sent."""
    zoom, focus = post.get("zoom", ""), post.get("focus", "")
    return Hold(
        tapped=str(post.get("card", ""))[:LONGEST],
        acting=tuple(str(one)[:LONGEST] for one in post.getlist("acting")[:_NUMBER]),
        focus=int(focus) if focus.isdecimal() and len(focus) < 4 else -1,
        zoom=int(zoom) if zoom in map(str, ZOOMS) else ZOOMS[0],
        seen=str(post.get("seen", "")),
    )


# --- taps


def value_at(form: Form[Any], spots: Spots, post: QueryDict, width: float) -> str:
    """What lies under a click on the picture, drawn so many pixels wide; empty where there is nothing.

    Of the spots within the radius of their pane the nearest counts; those that an answer can name come first.
    """
    try:
        x, y = (float(str(post.get(name, ""))[:_NUMBER]) * spots.size[0] / width for name in ("at.x", "at.y"))
    except ValueError:
        return ""
    return tapped(spots, x, y, set(form.values()) | {bar.value for bar in form.withheld()})


def actors(form: Form[Any], *, seldom: bool = True) -> dict[str, None]:
    """Everybody who can act by an order, in the form's order; not `seldom`: without those who can by rare ones alone,
    as a standing instruction does.
    """
    ways = [way for way in form.listed if seldom or not way.rare] if isinstance(form, Orders) else []
    return dict.fromkeys(
        value for way in ways for field in way.fields if field.name == way.subject for value in field.values
    )


def tap(form: Form[Any], hold: Hold, value: str) -> Hold:
    """After a tap: its card is open; who can act, acts now."""
    acting = (value,) if value in actors(form) else hold.acting
    return replace(hold, tapped=value, acting=acting)


def named_by(form: Form[Any], acting: Sequence[str]) -> dict[str, None]:
    """What answers can name; in orders what those of who acts can, and those of nobody in particular. Where a path may
    lead is not among it, nor are numbers that count something.
    """
    if not isinstance(form, Orders) or not actors(form):
        return dict.fromkeys(form.values())
    ways = (way for way in form.listed if not way.subject or _can_act(way, acting))
    fields = (field for way in ways for field in way.fields if not _counts(field))
    return dict.fromkeys(value for field in fields for value in field.values)


def words_of(form: Form[Any]) -> set[str]:
    """Values that are words rather than things: numbers, and those of arguments that an order can do without, that
    leave no choice, or that an instruction takes.
    """
    things: set[str] = set()
    words: set[str] = set()
    for way in form.listed if isinstance(form, Orders) else ():
        for field in way.fields:
            chosen = field.required and len(field.values) > 1 and not (way.rare or _counts(field))
            (things if chosen or field.name == way.subject else words).update(field.values)
    return words - things


def _counts(field: Field) -> bool:
    """Whether the values are numbers of something, or turns as `5.am`; those of hexes have more digits."""
    numbers = [value.partition(".")[0] for value in field.values]
    return bool(numbers) and all(one.isdecimal() and len(one) < HEX for one in numbers)


def _can_act(way: Way, acting: Sequence[str]) -> bool:
    return any(field.name == way.subject and set(acting) & set(field.values) for field in way.fields)


def offers_at(form: Form[Any], raw: Any, hold: Hold, labels: Labels) -> tuple[Offer, ...]:
    """What the tapped thing could mean by those who act, or why they cannot. What is nothing to them is offered to
    anybody, but for places: whoever is chosen goes there or nobody does.
    """
    if not hold.tapped or is_too_long(raw):
        return ()
    acting = () if hold.tapped in hold.acting else hold.acting
    found = form.offers(raw, hold.tapped, acting, labels)
    if acting and not found and not _is_place(form, hold.tapped):
        found = form.offers(raw, hold.tapped, (), labels)
    rare = {way.verb for way in form.listed if way.rare} if isinstance(form, Orders) else set()
    ranked = sorted(
        found,
        key=lambda offer: (
            not is_takeable(offer),
            offer.change == "leave_out" and hold.tapped in hold.acting,
            (offer.change == "new" and (bool(offer.problems), _verb(offer) in rare)) or (False, False),
        ),
    )
    return tuple(_once(ranked)[:MOST_OFFERS])


def _is_place(form: Form[Any], value: str) -> bool:
    """Whether a path can lead to a thing."""
    if not isinstance(form, Orders):
        return False
    charted = any(value in chart.ways for chart in form.charts().values())
    return charted or any(value in field.leads for way in form.listed for field in way.fields)


def _once(offers: Sequence[Offer]) -> list[Offer]:
    """The offers without those that only repeat one that can be taken: refused ones, for a way is led on and not
    written anew; and new orders that say what an order becomes that was begun.
    """
    legal = [offer for offer in offers if is_takeable(offer) and offer.text.en]
    said = {offer.text.en for offer in legal}
    begun = {offer.text.en for offer in legal if offer.change != "new"}
    return [offer for offer in offers if offer.text.en not in _before(offer, said, begun)]


def _before(offer: Offer, said: Set[str], begun: Set[str]) -> Set[str]:
    """What must have been said for an offer to repeat it."""
    if not is_takeable(offer):
        return said
    return begun if offer.change == "new" else frozenset()


def mark_of(offers: Sequence[Offer]) -> str:
    """What tells these offers from others."""
    return sha256(msgspec.json.encode([offer.answer for offer in offers])).hexdigest()[:16]


def taken(form: Form[Any], raw: Any, hold: Hold, labels: Labels, place: str) -> tuple[Any, Hold] | None:
    """The draft after an offer was taken, and what is held then; None where the page showed other offers."""
    offers = offers_at(form, raw, hold, labels)
    number = int(place) if place.isdecimal() and len(place) < 3 else len(offers)
    if number >= len(offers) or mark_of(offers) != hold.seen or not is_takeable(offers[number]):
        return None
    offer = offers[number]
    first = offer.pointer.split("/")[1] if offer.pointer else ""
    focus = int(first) if first.isdecimal() and isinstance(form, Orders) else -1
    return offer.answer, replace(hold, tapped="", focus=focus, seen="")


def is_takeable(offer: Offer) -> bool:
    """Whether an offer is legal, or only lacks what can still be added."""
    return all(problem.code in ("required", "count", "missing", "total") for problem in offer.problems)


# --- what is shown of it


def card_of(form: Form[Any], raw: Any, hold: Hold, labels: Labels, language: str) -> Card | None:
    """The open card; None if nothing was tapped."""
    if not hold.tapped:
        return None
    offers = offers_at(form, raw, hold, labels)
    names = Names(form, labels, language)
    shown = tuple(_shown(form, number, offer, names) for number, offer in enumerate(offers))
    return Card(hold.tapped, labels(hold.tapped).get(language), shown, mark_of(offers))


def _shown(form: Form[Any], number: int, offer: Offer, names: Names) -> ShownOffer:
    """An offer with its first line as its heading: a new order itself, else what becomes of one; then what that comes
    to.
    """
    language = names.language
    lines = tuple(offer.text.get(language).splitlines()) or (names.labels(_verb(offer)).get(language),)
    does, rest = (lines[0], lines[1:]) if offer.change == "new" else (change_word(offer.change), lines)
    return ShownOffer(
        number=number,
        does=does,
        lines=(*filter(None, rest), *_foretold(form, offer, names)),
        note=offer.note.get(language),
        price=offer.price,
        tone=offer.band,
        problems=names.all(Shown(one.message.get(language), one.rule) for one in offer.problems),
        legal=is_takeable(offer),
    )


def _foretold(form: Form[Any], offer: Offer, names: Names) -> Iterator[str]:
    """What the order comes to that an offer makes or changes, so that it is known before it is taken. Of a path the
    price says it.
    """
    first = offer.pointer.split("/")[1] if offer.pointer else ""
    if offer.problems or not isinstance(form, Orders) or offer.price or offer.band or offer.note != NO_WORDS:
        return
    for line in form.outlook(offer.answer).lines:
        if line.pointer.split("/")[1:2] == [first] and offer.change != "leave_out":
            yield names.text(line.text.get(names.language))


def _verb(offer: Offer) -> str:
    """The verb of the order that an offer changes; empty of what is no order."""
    first = offer.pointer.split("/")[1] if offer.pointer else ""
    orders = taps.orders_in(offer.answer)
    order = orders[int(first)] if first.isdecimal() and int(first) < len(orders) else {}
    verb = order.get("order") if isinstance(order, dict) else ""
    return verb if isinstance(verb, str) else ""


def change_word(change: str) -> str:
    """What an offer does, as the button says it."""
    words: Mapping[str, str] = {
        "new": _("Order this"),
        "set": _("Choose this"),
        "add": _("Add this"),
        "leave_out": _("Leave this out"),
        "to": _("Go here"),
        "via": _("By way of here"),
        "on": _("Then on to here"),
        "back": _("Back to here"),
        "up": _("Move forward"),
        "down": _("Move back"),
    }
    return words.get(change, change)


def reach_of(form: Form[Any], raw: Any, hold: Hold) -> tuple[Priced, ...]:
    """The values that can come next: of the order being written, else of who acts, else everybody who can act."""
    if is_too_long(raw):
        return ()
    if not isinstance(form, Orders):
        return form.reach(raw, "")
    for draft, pointers in _open_arguments(form, raw, hold):
        found = {one.value: one for pointer in pointers for one in form.reach(draft, pointer)}
        if found:
            return tuple(found.values())
    return tuple(Priced(value) for value in actors(form)) if not hold.acting else ()


def _open_arguments(form: Orders[Any], raw: Any, hold: Hold) -> Iterator[tuple[Any, list[str]]]:
    """Where something could be added, the likeliest first: each with the draft that holds the order."""
    orders = taps.orders_in(raw)
    theirs = [index for index, order in enumerate(orders) if _acts(form, order, hold.acting)]
    for index in (hold.focus, *theirs) if 0 <= hold.focus < len(orders) else theirs:
        way = taps.way_of(form, orders[index])
        if way is not None:
            yield orders, _by_need(way, orders[index], index)
    for way in form.listed if hold.acting and len(orders) < form.most() else ():
        subject = next((field for field in way.fields if field.name == way.subject), None)
        if way.rare or subject is None or not set(hold.acting) <= set(subject.values):
            continue
        acting: Any = list(hold.acting) if subject.many else hold.acting[0]
        new = [*orders, {"order": way.verb, way.subject: acting}]
        yield new, _by_need(way, new[-1], len(orders))


def _acts(form: Orders[Any], order: Any, acting: Sequence[str]) -> bool:
    way = taps.way_of(form, order)
    return way is not None and bool(set(acting) & set(taps.subjects_of(way, order)))


def _by_need(way: Way, order: Any, index: int) -> list[str]:
    """The pointers at which an order can take something next: its path, else what it lacks first, else all the rest."""
    open_ = [field for field in way.fields if field.name != way.subject and not field.length]
    paths = [field for field in open_ if field.walk is not None]
    empty = [field for field in open_ if not taps.values_in(order, field.name)]
    lacking = [field for field in empty if field.required][:1]
    rest = [field for field in open_ if field.many or field in empty]
    return [pointer(index, field.name) for field in paths or lacking or rest]
