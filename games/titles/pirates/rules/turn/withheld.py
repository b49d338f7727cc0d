"""3.1.3, 3.2.1, 3.3.14 What the open table withholds from a turn, for the forms to say why."""

from games.titles.pirates.orders.legality import SUPPORTS
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.turn.targets import Rivals, is_fogged
from games.titles.pirates.table.sea import Sea

Values = dict[str, tuple[str, ...]]
WITH_ANOTHER = (*SUPPORTS, "lay_mines")
"""Cards that are not played for a text of their own, but with another card or by an order of their own."""


def withheld(sea: Sea, cards: tuple[str, ...], upright: tuple[str, ...], rivals: Rivals, plays: Values) -> Values:
    """By reason: own ships that cannot act, ships and fleets out of reach, cards that have no use for their text."""
    turn, own, everyone, warships = sea.turn, sea.active.ships, rivals.everyone, sea.box.warships
    fogged = [rival for rival in everyone if is_fogged(rival)]
    german = [vessel for foe in rivals.reachable for vessel in (*foe.ships, *foe.prizes)]
    found = {
        "refuge": [ship.card for ship in own if ship.refuge],
        "engaged": [ship.card for ship in own if not ship.refuge and ship.card in turn.engaged],
        "intercepted": [card for card in turn.intercepted if sea.owner(card) in everyone],
        "fogged": [name for rival in fogged for name in (rival.seat, *[ship.card for ship in sea.vessels(rival)])],
        "disguised": [ship.card for ship in german if not (ship.refuge or ship.identified or ship.card in warships)],
        "sheltered": [ship.card for ship in german if ship.refuge],
        "laid": [card for card in cards if card not in upright] if upright is not cards else [],
        **_unplayable(sea, upright, plays),
    }
    return {reason: tuple(values) for reason, values in found.items() if values}


def _unplayable(sea: Sea, cards: tuple[str, ...], plays: Values) -> dict[str, list[str]]:
    """3.3 The cards whose text is of no use now."""
    found: dict[str, list[str]] = {}
    for card in cards:
        if card not in plays and (kind := kind_of(card)) not in WITH_ANOTHER:
            found.setdefault(_why_unplayable(sea, kind), []).append(card)
    return found


def _why_unplayable(sea: Sea, kind: str) -> str:
    if not sea.box.kinds[kind].can_act:
        return "reaction"
    if sea.turn.is_extra and kind in ("wireless_intercept", "second_chance"):
        return "extra_turn"
    return "team" if sea.box.kinds[kind].team and not sea.active.partner else "aimless"
