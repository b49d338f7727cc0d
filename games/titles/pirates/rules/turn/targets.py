"""3.2.1, 3.3 Whom a card can be used on: the open table, read for the forms."""

from collections.abc import Callable
from typing import NamedTuple

from games.titles.pirates.orders.legality import DECK, UNTARGETED
from games.titles.pirates.orders.orders import kind_of, kinds_of
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Fleet, Vessel


class Rivals(NamedTuple):
    """The opponents: all of them, those not in fog (3.3.14), and of these the ones that may be attacked (3.1.3)."""

    everyone: list[Fleet]
    reachable: list[Fleet]
    foes: list[Fleet]


def rivals_of(sea: Sea, seat: str) -> Rivals:
    """3.1.3, 3.3.14 The opponents of the active seat."""
    everyone = sea.opponents(seat)
    reachable = [rival for rival in everyone if not is_fogged(rival)]
    return Rivals(everyone, reachable, [rival for rival in reachable if sea.turn.attacked in ("", rival.seat)])


def is_fogged(fleet: Fleet) -> bool:
    """3.3.14.1 Nothing but Heavy Weather reaches a fleet in the fog."""
    return bool(fleet.weather) and kind_of(fleet.weather) == "fog_bank"


def interceptable(sea: Sea, rival: Fleet) -> list[Vessel]:
    """3.2.3, 3.3.20.2 Warships, identified raiders and prizes, at sea and not intercepted this turn."""
    intercepted = sea.turn.intercepted
    return [
        vessel
        for vessel in (*rival.ships, *rival.prizes)
        if not vessel.refuge and vessel.card not in intercepted and sea.is_open(vessel)
    ]


def targets_for(
    sea: Sea, kind: str, rivals: Rivals, *, revealing: bool, cards: tuple[str, ...]
) -> tuple[str, ...] | None:
    """The targets of a kind of card played upright; () where it wants none, None where it cannot be played."""
    if _is_barred(sea, kind):
        return None
    if kind in UNTARGETED:
        return () if revealing or _of_use(sea, kind, cards) else None
    if kind in OWN_TARGETS:
        targets = OWN_TARGETS[kind](sea, revealing)
        if not revealing:
            targets = tuple(dict.fromkeys((*targets, *_joining(sea, kind, rivals, cards))))
        return targets if targets or (not revealing and _reinforced(cards)) else None
    later = () if revealing else _later(sea, kind, rivals, cards)
    return (*_hostile(sea, kind, rivals), *later) or None


def _is_barred(sea: Sea, kind: str) -> bool:
    """3.3.37 Cards that an extra turn excludes; 3.3.4, 3.3.11 those of the team game."""
    extra = kind in ("wireless_intercept", "second_chance") and sea.turn.is_extra
    return extra or (sea.box.kinds[kind].team and not sea.active.partner)


def _hostile(sea: Sea, kind: str, rivals: Rivals) -> tuple[str, ...]:
    """The targets among those opponents whom the card reaches."""
    if kind in ATTACK_TARGETS:
        return ATTACK_TARGETS[kind](sea, rivals.foes)
    if kind in FLEET_TARGETS:
        return FLEET_TARGETS[kind](sea, rivals.reachable)
    return HAND_TARGETS[kind](sea, rivals.everyone) if kind in HAND_TARGETS else ()


JOINING = frozenset({"transfer_command", "breakout"})
"""Cards that bring a ship into the fleet."""


def _reinforced(cards: tuple[str, ...]) -> bool:
    """A ship may join the fleet this turn, with her markers: what needs one is not impossible yet (3.1.5.1)."""
    return not JOINING.isdisjoint(kinds_of(cards))


def _joining(sea: Sea, kind: str, rivals: Rivals, cards: tuple[str, ...]) -> tuple[str, ...]:
    """3.1.5.1 Ships of others that may be own ones when the card is shown: by Transfer Command, or as prizes."""
    found: list[Vessel] = []
    if "transfer_command" in kinds_of(cards):
        found += [vessel for rival in rivals.reachable for vessel in (*rival.ships, *rival.prizes)]
    if kind == "fair_seas" and _free(sea):
        found += [vessel for foe in rivals.foes for vessel in foe.merchants]
    return tuple([vessel.card for vessel in found if _suits(sea, kind, vessel)])


def _suits(sea: Sea, kind: str, vessel: Vessel) -> bool:
    """Whether a card for the own fleet may be used on such a ship."""
    german = sea.is_german(vessel.card)
    match kind:
        case "fair_seas":
            return not german and not vessel.damage
        case "island_refuge":
            return german
        case "reflag":
            return not sea.is_warship(vessel.card)
        case _:
            return vessel.damage > 0


def _free(sea: Sea) -> list[Vessel]:
    """Own ships at sea: they may intercept, and an opponent's reaction may damage or identify them yet."""
    return [vessel for vessel in sea.active.ships if not vessel.refuge]


def _later(sea: Sea, kind: str, rivals: Rivals, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Targets that other cards of the same turn may yet make possible: what may be identified, or reflagged."""
    others = kinds_of(cards)
    if kind in TAKING:
        return _disguised(sea, rivals.foes) if "interrogate" in others else ()
    if others.isdisjoint(TAKING):
        return ()
    known = _reflaggable(sea, rivals.foes)
    if kind == "interrogate":
        return known
    torpedo = kind in ("submarines_u", "submarines_uc") and sea.state.options.prize_torpedo
    return tuple(card for card in known if sea.is_prize(card)) if torpedo else ()


TAKING = ("interned", "transfer_command")
"""Cards that take an identified ship away, unless her owner answers with Reflag (3.3.32.3)."""


def _reflaggable(sea: Sea, foes: list[Fleet]) -> tuple[str, ...]:
    """3.3.32.3 Identified raiders and prizes that may be disguised again in answer to a card; the phantom's never."""
    rows = (v for foe in foes if foe.hand and not sea.is_phantom(foe.seat) for v in (*foe.ships, *foe.prizes))
    return tuple(v.card for v in rows if v.identified and not v.refuge and v.card not in sea.turn.intercepted)


def _of_use(sea: Sea, kind: str, cards: tuple[str, ...]) -> bool:
    """3.1.5.1 Whether a card without target could do anything this turn, whatever happens."""
    if kind in ("collier", "blockade_runner"):
        in_want = any(vessel.unsupplied for vessel in sea.active.ships)
        return in_want or _reinforced(cards) or (len(cards) > 1 and _may_chase(sea))
    if kind == "heavy_weather":
        return len(cards) > 1 or any(v.damage and not v.refuge for f in sea.state.fleets for v in sea.vessels(f))
    return True


def _may_chase(sea: Sea) -> bool:
    """6.6.1 Whether an own ship may run out of supply yet, in the chase of a fast ship."""
    return sea.state.options.fast_raiders and any(sea.box.ships[vessel.card].fast for vessel in _free(sea))


def _damaged(sea: Sea, revealing: bool) -> tuple[str, ...]:
    rows = [vessel for vessel in sea.vessels(sea.active) if vessel.damage]
    return _with_free(sea, rows, revealing)


def _scuttled(sea: Sea, revealing: bool) -> tuple[str, ...]:
    rows = [vessel for vessel in (*sea.active.ships, *sea.active.prizes) if vessel.damage]
    return _with_free(sea, rows, revealing)


def _with_free(sea: Sea, rows: list[Vessel], revealing: bool) -> tuple[str, ...]:
    return tuple(dict.fromkeys([vessel.card for vessel in (rows if revealing else (*rows, *_free(sea)))]))


def _homeward(sea: Sea, revealing: bool) -> tuple[str, ...]:
    fleet = sea.active
    repairs = not revealing and any(kind_of(card) == "damage_control" for card in fleet.hand)
    rows = (*fleet.merchants, *fleet.prizes)
    return tuple([vessel.card for vessel in rows if repairs or not vessel.damage])


def _weary(sea: Sea, revealing: bool) -> tuple[str, ...]:
    """A ship in refuge may put to sea first, and hide again."""
    return tuple([vessel.card for vessel in sea.active.ships if not (revealing and vessel.refuge)])


def _known(sea: Sea, revealing: bool) -> tuple[str, ...]:
    """3.3.32.2 Raiders and prizes that are identified; a raider at sea may be so before the card is shown."""
    rows = [vessel for vessel in (*sea.active.ships, *sea.active.prizes) if vessel.identified]
    return tuple(card for card in _with_free(sea, rows, revealing) if not sea.is_warship(card))


OWN_TARGETS: dict[str, Callable[[Sea, bool], tuple[str, ...]]] = {
    "damage_control": _damaged,
    "scuttle": _scuttled,
    "fair_seas": _homeward,
    "island_refuge": _weary,
    "reflag": _known,
}


def _hands(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    """Those who hold cards; the phantom in any case, since its next turn is bound by it (5.4.3.10)."""
    return tuple([rival.seat for rival in rivals if rival.hand or sea.is_phantom(rival.seat)])


def _hands_or_deck(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    return (*_hands(sea, rivals), DECK)


def _without_weather(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    """3.3.10.2, 3.3.14.2 Nobody has fog and deception at the same time."""
    return tuple([rival.seat for rival in rivals if not rival.weather])


HAND_TARGETS: dict[str, Callable[[Sea, list[Fleet]], tuple[str, ...]]] = {
    "recon_aircraft": _hands,
    "intelligence": _hands_or_deck,
    "deception": _without_weather,
    "fog_bank": _without_weather,
}
"""Cards that reach a fleet even in the fog."""


def _suppliable(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple(r.seat for r in rivals if any(not v.refuge and not v.unsupplied for v in r.ships))


def _undamaged(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple([v.card for r in rivals for v in r.ships if not v.damage])


def _open(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple([v.card for r in rivals for v in (*r.ships, *r.prizes) if sea.is_open(v)])


FLEET_TARGETS: dict[str, Callable[[Sea, list[Fleet]], tuple[str, ...]]] = {
    "rendezvous_missed": _suppliable,
    "breakdown": _undamaged,
    "interned": _open,
    "transfer_command": _open,
}
"""Cards that a fleet in the fog is safe from."""


def _disguised(sea: Sea, foes: list[Fleet]) -> tuple[str, ...]:
    """3.3.19.2 Raiders and prizes yet unidentified, and not in refuge."""
    intercepted = sea.turn.intercepted
    rows = [v for foe in foes for v in (*foe.ships, *foe.prizes)]
    return tuple([v.card for v in rows if not v.refuge and not sea.is_open(v) and v.card not in intercepted])


def _at_anchor(sea: Sea, foes: list[Fleet]) -> tuple[str, ...]:
    intercepted = sea.turn.intercepted
    return tuple([v.card for foe in foes for v in foe.ships if v.refuge and v.card not in intercepted])


def _torpedoed(sea: Sea, foes: list[Fleet]) -> tuple[str, ...]:
    """Merchants, and with the option the prizes that pass for such (6.9)."""
    prizes = [v.card for foe in foes for v in foe.prizes if sea.state.options.prize_torpedo and not v.identified]
    return (*[v.card for foe in foes for v in foe.merchants], *prizes)


def _torpedoed_or_mined(sea: Sea, foes: list[Fleet]) -> tuple[str, ...]:
    return (*_torpedoed(sea, foes), *[foe.seat for foe in foes if foe.merchants])


ATTACK_TARGETS: dict[str, Callable[[Sea, list[Fleet]], tuple[str, ...]]] = {
    "interrogate": _disguised,
    "monitor": _at_anchor,
    "submarines_u": _torpedoed,
    "submarines_uc": _torpedoed_or_mined,
}
"""Cards that attack, and so only reach the one opponent of the turn's attacks."""
