"""3.1.3, 3.2.1, 3.3.14 What the open table withholds from a turn, for the forms to say why."""

from games.titles.pirates.orders.legality import SUPPORTS
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.turn.targets import Rivals, is_fogged
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Vessel

Values = dict[str, tuple[str, ...]]


def withheld(sea: Sea, cards: tuple[str, ...], upright: tuple[str, ...], rivals: Rivals, plays: Values) -> Values:
    """By reason: own ships that cannot act, ships and fleets out of reach, cards that have no use for their text."""
    fogged = [rival for rival in rivals.everyone if is_fogged(rival)]
    german = [vessel for foe in rivals.reachable for vessel in (*foe.ships, *foe.prizes)]
    found = {
        "refuge": _names([ship for ship in sea.active.ships if ship.refuge]),
        "engaged": tuple(ship.card for ship in sea.active.ships if ship.card in sea.turn.engaged and not ship.refuge),
        "intercepted": tuple(card for card in sea.turn.intercepted if sea.owner(card) in rivals.everyone),
        "fogged": (*(rival.seat for rival in fogged), *(one.card for rival in fogged for one in sea.vessels(rival))),
        "disguised": _names([vessel for vessel in german if not vessel.refuge and not sea.is_open(vessel)]),
        "sheltered": _names([vessel for vessel in german if vessel.refuge]),
        "laid": tuple(card for card in cards if card not in upright),
        **_unplayable(sea, upright, plays),
    }
    return {reason: values for reason, values in found.items() if values}


def _unplayable(sea: Sea, cards: tuple[str, ...], plays: Values) -> Values:
    """3.3 The cards whose text is of no use now. Lay Mines has an order of its own."""
    found: dict[str, list[str]] = {}
    for card in cards:
        if card not in plays and kind_of(card) not in (*SUPPORTS, "lay_mines"):
            found.setdefault(_why_unplayable(sea, kind_of(card)), []).append(card)
    return {reason: tuple(values) for reason, values in found.items()}


def _why_unplayable(sea: Sea, kind: str) -> str:
    if not sea.box.kinds[kind].can_act:
        return "reaction"
    if sea.turn.is_extra and kind in ("wireless_intercept", "second_chance"):
        return "extra_turn"
    return "team" if sea.box.kinds[kind].team and not sea.active.partner else "aimless"


def _names(vessels: list[Vessel]) -> tuple[str, ...]:
    return tuple(vessel.card for vessel in vessels)
