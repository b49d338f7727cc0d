"""3.1.3, 3.2.1, 3.3.14 What the open table withholds from a turn, for the forms to say why."""

from collections.abc import Iterator
from itertools import chain

from games.titles.pirates.orders.legality import SUPPORTS
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.turn.targets import Rivals, is_fogged
from games.titles.pirates.table.sea import Sea

Values = dict[str, tuple[str, ...]]
WITH_ANOTHER = (*SUPPORTS, "lay_mines")
"""Cards that are not played for a text of their own, but with another card or by an order of their own."""


def withheld(sea: Sea, cards: tuple[str, ...], upright: tuple[str, ...], rivals: Rivals, plays: Values) -> Values:
    """By reason: own ships that cannot act, ships and fleets out of reach, cards that have no use for their text."""
    found: dict[str, list[str]] = {}
    for reason, name in chain(_idle(sea), _out_of_reach(sea, rivals), _useless(sea, cards, upright, plays)):
        found.setdefault(reason, []).append(name)
    return {reason: tuple(names) for reason, names in found.items()}


def _idle(sea: Sea) -> Iterator[tuple[str, str]]:
    """3.1.3, 3.3.20.3 Own ships in their refuge, or which have acted in this turn."""
    engaged = sea.turn.engaged
    for ship in sea.active.ships:
        if ship.refuge:
            yield "refuge", ship.card
        elif ship.card in engaged:
            yield "engaged", ship.card


def _out_of_reach(sea: Sea, rivals: Rivals) -> Iterator[tuple[str, str]]:
    """3.1.3, 3.2.3.1, 3.3.14.1, 3.3.20.2 Who was intercepted already, lies in the fog or a refuge, or is not known."""
    warships = sea.box.warships
    for card in sea.turn.intercepted:
        if sea.owner(card) in rivals.everyone:
            yield "intercepted", card
    for rival in rivals.everyone:
        if is_fogged(rival):
            yield "fogged", rival.seat
            yield from [("fogged", ship.card) for ship in sea.vessels(rival)]
            continue
        for ship in (*rival.ships, *rival.prizes):
            if ship.refuge:
                yield "sheltered", ship.card
            elif not ship.identified and ship.card not in warships:
                yield "disguised", ship.card


def _useless(sea: Sea, cards: tuple[str, ...], upright: tuple[str, ...], plays: Values) -> Iterator[tuple[str, str]]:
    """3.3 Cards that were not laid down for their text, or whose text is of no use now."""
    if len(upright) < len(cards):
        yield from [("laid", card) for card in cards if card not in upright]
    for card in upright:
        if card not in plays and (kind := kind_of(card)) not in WITH_ANOTHER:
            yield _why_unplayable(sea, kind), card


def _why_unplayable(sea: Sea, kind: str) -> str:
    if not sea.box.kinds[kind].can_act:
        return "reaction"
    if sea.turn.is_extra and kind in ("wireless_intercept", "second_chance"):
        return "extra_turn"
    return "team" if sea.box.kinds[kind].team and not sea.active.partner else "aimless"
