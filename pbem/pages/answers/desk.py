"""The table of a decision: the picture with what lies over it, the card, proposals, purses, and what is still wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.kernel.byhand import taps
from games.kernel.byhand.changes import faults
from games.kernel.byhand.prices import Mark, Offer
from games.kernel.byhand.spots import Spots
from games.kernel.forms import Choose, Form
from games.kernel.orders import Orders
from games.kernel.text import Labels
from pbem.pages.answers.controls import Choice, Shown
from pbem.pages.answers.entered import Entered, from_answer, settled, to_answer
from pbem.pages.answers.hand import (
    ZOOMS,
    Card,
    Hold,
    actors,
    card_of,
    is_takeable,
    named_by,
    offers_at,
    reach_of,
    taken,
    tap,
    value_at,
    words_of,
)
from pbem.pages.answers.names import Names
from pbem.pages.answers.over import KeyEntry, Over, key_of, nearest

TOUCHES = ("at", "place", "who", "take", "close", "zoom", "propose")
"""What buttons say that the picture, the card, a box of orders or a proposal bears."""
WIDTH, LARGER = 820.0, 1.2
"""Pixels of the picture at its first size: so many, or so much more than its own where it is small."""
MOST_PLACES = 320


@dataclass(frozen=True)
class Table:
    """A question, what its ids are called, and where they are on the picture."""

    form: Form[Any]
    labels: Labels
    language: str
    spots: Spots

    def width(self, hold: Hold) -> float:
        """How many pixels wide the picture is drawn."""
        return round(min(WIDTH, self.spots.size[0] * LARGER) * hold.zoom / ZOOMS[0])


@dataclass(frozen=True)
class PurseLine:
    """What is paid from a purse, and how much it holds."""

    name: str
    spent: str
    limit: str
    over: bool
    """More is spent than there is."""


@dataclass(frozen=True)
class LaidOut:
    """All that a page shows of a draft beside its sheet. Without `places` nothing on the picture can be tapped;
    `farther`: more can be tapped than has a ring.
    """

    hold: Hold
    width: int
    height: int
    over: SafeString | None
    names: str
    home: str
    key: tuple[KeyEntry, ...]
    farther: bool
    panes: tuple[tuple[str, str, tuple[float, float, float, float]], ...]
    places: tuple[Choice, ...]
    acting: tuple[str, ...]
    card: Card | None
    proposals: tuple[str, ...]
    purses: tuple[PurseLine, ...]
    told: tuple[str, ...]
    wrong: tuple[Shown, ...]
    idle: tuple[str, ...]
    ordered: bool
    zooms: tuple[int, ...] = ZOOMS


# --- what a button does


def touched(table: Table, entered: Entered, hold: Hold, post: QueryDict, verb: str, place: str) -> tuple[Entered, Hold]:
    """The entries and what is held after a tap, an offer or a proposal."""
    form, raw = table.form, draft_of(table.form, entered)
    if verb == "at":
        value = value_at(form, table.spots, post, table.width(hold)) if table.spots.size[0] else ""
        return _tapped(table, entered, raw, hold, value)
    if verb == "place":
        return entered, tap(form, hold, str(post.get("place", "")))
    if verb == "who":
        return entered, tap(form, hold, place) if place in actors(form) else hold
    if verb == "zoom":
        return entered, replace(hold, zoom=int(place)) if place in map(str, ZOOMS) else hold
    if verb == "propose":
        found = form.proposals()
        number = int(place) if place.isdecimal() and len(place) < 3 else len(found)
        return (
            (from_answer(form, found[number].answer), Hold(zoom=hold.zoom)) if number < len(found) else (entered, hold)
        )
    if verb == "take":
        done = taken(form, raw, hold, table.labels, place)
        return (from_answer(form, done[0]), done[1]) if done is not None else (entered, hold)
    return entered, replace(hold, tapped="", acting=() if hold.tapped in hold.acting else hold.acting)


def _tapped(table: Table, entered: Entered, raw: Any, hold: Hold, value: str) -> tuple[Entered, Hold]:
    """A tap opens the card; a second one on the same thing takes the first offer."""
    if value and value == hold.tapped:
        done = taken(table.form, raw, hold, table.labels, "0")
        if done is not None:
            return from_answer(table.form, done[0]), done[1]
    return entered, tap(table.form, hold, value) if value else replace(hold, tapped="")


def draft_of(form: Form[Any], entered: Entered) -> Any:
    """The draft as the form reads it: None where nothing was chosen yet, paths with their gaps filled."""
    raw = settled(form, to_answer(form, entered))
    return None if isinstance(form, Choose) and raw == "" else raw


# --- what is shown


def laid_out(table: Table, entered: Entered, hold: Hold) -> LaidOut:
    """The page's part beside the sheet."""
    form, raw = table.form, draft_of(table.form, entered)
    reach = reach_of(form, raw, hold)
    card = card_of(form, raw, hold, table.labels, table.language)
    ringed = nearest(reach)
    over = Over(table.spots, table.labels, table.language) if table.spots.spots else None
    if over is not None:
        over.rings(ringed, hold.acting)
        over.ordered(form, raw, form.marks(raw))
        if hold.tapped:
            _draw_tried(over, table, raw, hold)
    size = table.spots.size
    width = table.width(hold)
    return LaidOut(
        hold=hold,
        width=int(width),
        height=round(width * size[1] / size[0]) if size[0] else 0,
        over=over.svg() if over is not None else None,
        names=over.names(form) if over is not None else "",
        home=over.home(form) if over is not None else "",
        key=key_of(ringed, table.language),
        farther=len(ringed) < len(reach),
        panes=tuple((pane.key, pane.name.get(table.language), pane.box) for pane in table.spots.panes),
        places=places_of(table, hold, *([one.value for one in some] for some in (ringed, reach))),
        acting=tuple(table.labels(value).get(table.language) for value in hold.acting),
        card=card,
        proposals=tuple(one.name.get(table.language) for one in form.proposals()),
        purses=purses_of(table, raw),
        told=told_of(table, raw),
        wrong=wrong_with(table, entered, raw),
        idle=idle_of(table, raw),
        ordered=isinstance(form, Orders),
    )


def ordered_over(table: Table, raw: Any) -> SafeString | None:
    """What an answer orders, to lie over the picture; None where the picture has no spots or nothing is drawn."""
    marks = table.form.marks(raw)
    if not table.spots.spots or not marks:
        return None
    over = Over(table.spots, table.labels, table.language)
    over.ordered(table.form, raw, marks)
    return over.svg()


def _draw_tried(over: Over, table: Table, raw: Any, hold: Hold) -> None:
    """The card's thing, and the way of its first offer."""
    over.tapped(hold.tapped)
    offers = offers_at(table.form, raw, hold, table.labels)
    first = next((offer for offer in offers if is_takeable(offer)), None)
    if first is not None:
        known = table.form.marks(raw)
        over.tried([mark for mark in _marks_of(table, first) if mark not in known], first.band)


def _marks_of(table: Table, offer: Offer) -> Sequence[Mark]:
    return table.form.marks(offer.answer)


def places_of(table: Table, hold: Hold, near: Sequence[str], far: Sequence[str]) -> tuple[Choice, ...]:
    """What can be named without the picture: what can come next and is near first, then all else by name, at last what
    is farther. Where orders say who acts, that is who else could, and what those can use who do: of those that act
    by rare orders alone, and of mere words, whatever lies on the picture, for an instruction or a yes is no place.
    Nothing where none of it lies on the picture, as with a figure to be bid.
    """
    form, next_ = table.form, {*near, *far}
    barred = (bar.value for bar in form.withheld() if bar.value)
    found = dict.fromkeys((*near, *actors(form), *named_by(form, hold.acting), *barred, *far))
    drawn = {spot.id for spot in table.spots.spots}
    if drawn and found.keys().isdisjoint(drawn):
        return ()
    seldom = actors(form).keys() - actors(form, seldom=False).keys() - drawn
    unmeant = seldom | (words_of(form) - drawn if drawn else set())
    known = [value for value in found if value not in unmeant]
    return tuple(
        Choice(value, table.labels(value).get(table.language), chosen=value in next_) for value in known[:MOST_PLACES]
    )


def about(table: Table, raw: Any, pointer: str) -> str:
    """Who acts by the order to which a pointer leads; empty where that is no order, or nobody is said to act by it."""
    first, orders = pointer.split("/")[1:2], taps.orders_in(raw)
    number = int(first[0]) if first and first[0].isdecimal() else len(orders)
    if not isinstance(table.form, Orders) or number >= len(orders):
        return ""
    way = taps.way_of(table.form, orders[number])
    names = taps.subjects_of(way, orders[number]) if way is not None else ()
    return ", ".join(table.labels(name).get(table.language) for name in names)


def purses_of(table: Table, raw: Any) -> tuple[PurseLine, ...]:
    """What each purse pays so far: those of somebody who acts, by their owners, and whatever is overspent."""
    if not isinstance(table.form, Orders):
        return ()
    spent, acting, found = table.form.outlook(raw).spent, actors(table.form), []
    for purse in table.form.purses():
        owner = f"{table.labels(purse.subject).get(table.language)}: " if purse.subject else ""
        paid = spent.get(purse.key, 0)
        over = paid > purse.limit
        if over or (purse.subject in acting and purse.limit and paid):
            name = owner + purse.name.get(table.language)
            found.append(PurseLine(name, purse.amount(paid), purse.amount(purse.limit), over))
    return tuple(found)


def told_of(table: Table, raw: Any) -> tuple[str, ...]:
    """What the draft comes to that is no single order's, in names."""
    names = Names(table.form, table.labels, table.language)
    lines = (line.text.get(table.language) for line in table.form.outlook(raw).lines if not line.pointer)
    return tuple(map(names.text, lines))


def wrong_with(table: Table, entered: Entered, raw: Any) -> tuple[Shown, ...]:
    """What is still wrong with the draft, in names; of a choice not yet made, that."""
    if isinstance(table.form, Choose) and not entered.chosen:
        return (Shown(_("Nothing is chosen yet.")),)
    found = faults(table.form, raw)
    shown = (Shown(one.message.get(table.language), one.rule) for one in found)
    return tuple(dict.fromkeys(Names(table.form, table.labels, table.language).all(shown)))


def idle_of(table: Table, raw: Any) -> tuple[str, ...]:
    """Those who could act and have no order, as letters say it too: nobody misses what is seldom ordered."""
    missed = table.form.idle(raw) if isinstance(table.form, Orders) else ()
    return tuple(table.labels(one).get(table.language) for one in missed)
