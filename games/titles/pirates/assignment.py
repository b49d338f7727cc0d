"""3.2.1 What can be assigned, and 3.2.8 what can be revealed: the open table, read for the forms."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.titles.pirates.events import Place
from games.titles.pirates.fallbacks import fulfils
from games.titles.pirates.forms import PlanForm, PlayForm
from games.titles.pirates.legality import SUPPORTS, UNTARGETED, Prospects
from games.titles.pirates.orders import British, CardOrder, Intercept, Mines, Play, kind_of
from games.titles.pirates.sea import Sea
from games.titles.pirates.state import Assigned, Fleet, Vessel

DECK = "deck"
"""3.3.17 Intelligence may look at the deck instead of a hand."""


def places(assigned: list[Assigned]) -> tuple[Place, ...]:
    """What all see of assigned cards: how many lie where and which way round (3.2.1.0)."""
    counts: dict[tuple[str, bool], int] = {}
    for card in assigned:
        spot = (card.place, card.sideways)
        counts[spot] = counts.get(spot, 0) + 1
    return tuple(Place(on, sideways, counts[on, sideways]) for on, sideways in sorted(counts))


def plan_form(sea: Sea) -> PlanForm:
    """The plan of a turn, over the whole hand."""
    hand = tuple(sea.active.hand)
    return PlanForm(hand=hand, refuges=refuges(sea), prospects=_prospects(sea, hand, revealing=False))


def idle_form(sea: Sea) -> PlanForm:
    """A plan without cards, as under fog or deception: refuges can be left, and stores taken (6.12.1)."""
    prospects = Prospects(wanting=wanting(sea), laden=laden(sea), partner=sea.active.partner)
    return PlanForm(refuges=refuges(sea), prospects=prospects)


def refuges(sea: Sea) -> tuple[str, ...]:
    """3.3.20 Own ships that could put to sea from their refuge."""
    return tuple(vessel.card for vessel in sea.active.ships if vessel.refuge)


def wanting(sea: Sea) -> tuple[str, ...]:
    """6.12.1 Own ships out of supply, also in refuge, that a prize may supply."""
    if not sea.state.options.prize_supply:
        return ()
    return tuple(vessel.card for vessel in sea.active.ships if vessel.unsupplied)


def laden(sea: Sea) -> tuple[str, ...]:
    """6.12.1 Own prizes that have supplied no ship this turn, while one is in want."""
    if not wanting(sea):
        return ()
    return tuple(vessel.card for vessel in sea.active.prizes if vessel.card not in sea.turn.drained)


def play_form(sea: Sea) -> PlayForm:
    """The next card to reveal, out of those assigned; the plan, where it still can be followed, is the default."""
    turn = sea.turn
    cards = tuple(card.card for card in turn.assigned)
    prospects = _prospects(sea, cards, revealing=True)
    return PlayForm(cards=cards, prospects=prospects, intended=tuple(_plan(sea, prospects)))


def _plan(sea: Sea, prospects: Prospects) -> Iterator[CardOrder]:
    """What is left of the plan, in the order of writing."""
    for assigned in sea.turn.assigned:
        if not assigned.passed and is_led(assigned):
            yield from _intended(sea, assigned, prospects)


def is_led(assigned: Assigned) -> bool:
    """Whether the card has an order of its own; a support goes with another card."""
    return bool(assigned.place) or assigned.sideways or kind_of(assigned.card) not in SUPPORTS


def _intended(sea: Sea, assigned: Assigned, prospects: Prospects) -> Iterator[CardOrder]:
    """The orders that an assigned card was laid down with, the best first; what has become impossible is left out."""
    use = assigned.use
    supports = tuple(card for card in use.supports if card in prospects.supports)
    if assigned.place and assigned.sideways:
        prey = {merchant for row in prospects.merchants.values() for merchant in row}
        found = [card for card in (*use.targets, *use.instead) if card in prey and fulfils(sea, assigned, card)]
        targets = tuple(found[: len(use.targets)])
        lanes = any(kind_of(card) == "shipping_lanes" for card in supports)
        boarding = tuple(card for card in use.boarding if card in (prey if lanes else targets))
        yield Intercept(assigned.card, assigned.place, targets, supports, boarding)
        return
    for target in (*use.targets, *use.instead) or (None,):
        if not fulfils(sea, assigned, target):
            continue
        if assigned.place:
            yield Mines(assigned.card, assigned.place, target, supports)
        elif assigned.sideways:
            yield British(assigned.card, target, supports)
        else:
            yield Play(assigned.card, target, supports)


def _prospects(sea: Sea, cards: tuple[str, ...], *, revealing: bool) -> Prospects:
    turn, fleet = sea.turn, sea.active
    rivals, partner = sea.opponents(fleet.seat), sea.partner(fleet.seat)
    reachable = [rival for rival in rivals if not is_fogged(rival)]
    foes = [rival for rival in reachable if turn.attacked in ("", rival.seat)]  # 3.1.3
    free = [v.card for v in fleet.ships if not v.refuge and v.card not in turn.engaged]
    german = sea.components.ships
    return Prospects(
        ships=tuple(free),
        raiders=tuple([card for card in free if german[card].raider]),
        minelayers=tuple([card for card in free if german[card].mines]),
        merchants={foe.seat: tuple([v.card for v in foe.merchants if v.card not in turn.intercepted]) for foe in foes},
        minable=tuple([foe.seat for foe in foes if foe.merchants]),
        british={foe.seat: tuple([v.card for v in interceptable(sea, foe)]) for foe in foes},
        plays=_plays(sea, cards, Rivals(rivals, reachable, foes), revealing=revealing),
        supports=_supports(sea, cards, revealing=revealing),
        night=tuple([card for card in cards if sea.is_night(card)]),
        owners={vessel.card: rival.seat for rival in rivals for vessel in sea.vessels(rival)},
        seats=tuple([rival.seat for rival in rivals]),
        attacked=turn.attacked,
        other=turn.other,
        revealing=revealing,
        placed={card.card: card.place for card in turn.assigned if card.place} if revealing else {},
        sideways=tuple([card.card for card in turn.assigned if card.sideways]),
        british_cards=tuple([card.card for card in turn.assigned if card.sideways and not card.place]),
        good_hunting=sea.components.numbers.cards.good_hunting_targets,
        shipping_lanes=sea.components.numbers.cards.shipping_lanes_targets,
        sealed=sea.sealed and not revealing,
        wanting=wanting(sea),
        laden=laden(sea),
        partner=fleet.partner,
        allied=tuple([vessel.card for vessel in sea.vessels(partner)]) if partner is not None else (),
    )


class Rivals(NamedTuple):
    """The opponents: all of them, those not in fog (3.3.14), and of these the ones that may be attacked (3.1.3)."""

    everyone: list[Fleet]
    reachable: list[Fleet]
    foes: list[Fleet]


def is_fogged(fleet: Fleet) -> bool:
    """3.3.14 Nothing but Heavy Weather reaches a fleet in the fog."""
    return bool(fleet.weather) and kind_of(fleet.weather) == "fog_bank"


def interceptable(sea: Sea, rival: Fleet) -> list[Vessel]:
    """3.2.3 Warships, identified raiders and prizes that are not in refuge and were not intercepted this turn."""
    intercepted = sea.turn.intercepted
    return [
        vessel
        for vessel in (*rival.ships, *rival.prizes)
        if not vessel.refuge and vessel.card not in intercepted and sea.is_open(vessel)
    ]


def _supports(sea: Sea, cards: tuple[str, ...], *, revealing: bool) -> tuple[str, ...]:
    """Support cards that can be shown: any of the hand when planning, those upright before the fleet later."""
    if not revealing:
        return tuple(card for card in cards if kind_of(card) in SUPPORTS)
    return tuple(
        card.card
        for card in sea.turn.assigned
        if kind_of(card.card) in SUPPORTS and not card.sideways and not card.place
    )


def _plays(sea: Sea, cards: tuple[str, ...], rivals: Rivals, *, revealing: bool) -> dict[str, tuple[str, ...]]:
    """The cards that can be played upright, with their targets."""
    found: dict[str, tuple[str, ...]] = {}
    upright = cards if not revealing else tuple(c.card for c in sea.turn.assigned if not c.sideways and not c.place)
    by_kind: dict[str, tuple[str, ...] | None] = {}
    for card in upright:
        kind = kind_of(card)
        if kind in SUPPORTS:
            if not revealing:
                found[card] = ()
            continue
        if kind not in by_kind:
            by_kind[kind] = targets_for(sea, kind, rivals, revealing=revealing, cards=cards)
        targets = by_kind[kind]
        if targets is not None:
            found[card] = targets
    return found


def targets_for(
    sea: Sea, kind: str, rivals: Rivals, *, revealing: bool, cards: tuple[str, ...]
) -> tuple[str, ...] | None:
    """The targets of a kind of card played upright; () where it wants none, None where it cannot be played."""
    if kind in ("wireless_intercept", "second_chance") and sea.turn.extra:
        return None  # 3.3.37
    if sea.components.kinds[kind].team and not sea.active.partner:
        return None  # 3.3.4, 3.3.11
    if kind in UNTARGETED:
        return () if revealing or _of_use(sea, kind, cards) else None
    if kind in OWN_TARGETS:
        targets = OWN_TARGETS[kind](sea, revealing)
        hopeful = not revealing and (_reinforced(cards) or (kind == "fair_seas" and _may_capture(sea)))
        return targets if targets or hopeful else None
    later = () if revealing else _later(sea, kind, rivals, cards)
    if kind in HAND_TARGETS:
        return (*HAND_TARGETS[kind](sea, rivals.everyone), *later) or None
    if kind in FLEET_TARGETS:
        return (*FLEET_TARGETS[kind](sea, rivals.reachable), *later) or None
    if kind in ATTACK_TARGETS:
        return ATTACK_TARGETS[kind](sea, rivals.foes) or None
    return None


def _reinforced(cards: tuple[str, ...]) -> bool:
    """A ship may join the fleet this turn, with her markers: what needs one is not impossible yet."""
    return any(kind_of(card) in ("transfer_command", "breakout") for card in cards)


def _may_capture(sea: Sea) -> bool:
    """A prize may be taken this turn (3.2.5)."""
    return any(not vessel.refuge for vessel in sea.active.ships)


def _later(sea: Sea, kind: str, rivals: Rivals, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Targets that other cards of the same turn may yet make possible: what may be damaged or identified."""
    if kind == "heavy_weather":
        damaged = _damaged_fleets(sea, rivals.reachable)
        return tuple(r.seat for r in rivals.reachable if r.seat not in damaged and any(sea.vessels(r)))
    if kind in ("interned", "transfer_command") and any(kind_of(card) == "interrogate" for card in cards):
        return _disguised(sea, rivals.foes)
    return ()


def _of_use(sea: Sea, kind: str, cards: tuple[str, ...]) -> bool:
    """Whether a card without target could do anything this turn."""
    if kind in ("collier", "blockade_runner"):
        return any(vessel.unsupplied for vessel in sea.active.ships) or _reinforced(cards)
    return True


def _may_fight(sea: Sea, revealing: bool) -> list[Vessel]:
    """Own ships that an opponent's reaction may damage yet."""
    return [] if revealing else [v for v in sea.active.ships if not v.refuge]


def _damaged(sea: Sea, revealing: bool) -> tuple[str, ...]:
    rows = [vessel for vessel in sea.vessels(sea.active) if vessel.damage]
    return tuple(dict.fromkeys(vessel.card for vessel in (*rows, *_may_fight(sea, revealing))))


def _scuttled(sea: Sea, revealing: bool) -> tuple[str, ...]:
    rows = [vessel for vessel in (*sea.active.ships, *sea.active.prizes) if vessel.damage]
    return tuple(dict.fromkeys(vessel.card for vessel in (*rows, *_may_fight(sea, revealing))))


def _homeward(sea: Sea, revealing: bool) -> tuple[str, ...]:
    repairs = not revealing and any(kind_of(card) == "damage_control" for card in sea.active.hand)
    rows = (*sea.active.merchants, *sea.active.prizes)
    return tuple(vessel.card for vessel in rows if repairs or not vessel.damage)


def _weary(sea: Sea, revealing: bool) -> tuple[str, ...]:
    """A ship in refuge may put to sea first, and hide again."""
    return tuple(vessel.card for vessel in sea.active.ships if not (revealing and vessel.refuge))


def _known(sea: Sea, revealing: bool) -> tuple[str, ...]:
    rows = (*sea.active.ships, *sea.active.prizes)
    return tuple(vessel.card for vessel in rows if vessel.identified and not sea.is_warship(vessel.card))


OWN_TARGETS: dict[str, Callable[[Sea, bool], tuple[str, ...]]] = {
    "damage_control": _damaged,
    "scuttle": _scuttled,
    "fair_seas": _homeward,
    "island_refuge": _weary,
    "reflag": _known,
}


def _hands(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple(rival.seat for rival in rivals if rival.hand)


def _hands_or_deck(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    return (*_hands(sea, rivals), DECK)


def _without_weather(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple(rival.seat for rival in rivals if not rival.weather)


def _damaged_fleets(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple(r.seat for r in rivals if any(v.damage and not v.refuge for v in sea.vessels(r)))


HAND_TARGETS: dict[str, Callable[[Sea, list[Fleet]], tuple[str, ...]]] = {
    "recon_aircraft": _hands,
    "intelligence": _hands_or_deck,
    "deception": _without_weather,
    "fog_bank": _without_weather,
    "heavy_weather": _damaged_fleets,
}
"""Cards that reach a fleet even in the fog."""


def _suppliable(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple(r.seat for r in rivals if any(not v.refuge and not v.unsupplied for v in r.ships))


def _undamaged(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple(v.card for r in rivals for v in r.ships if not v.damage)


def _open(sea: Sea, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple(v.card for r in rivals for v in (*r.ships, *r.prizes) if sea.is_open(v))


FLEET_TARGETS: dict[str, Callable[[Sea, list[Fleet]], tuple[str, ...]]] = {
    "rendezvous_missed": _suppliable,
    "breakdown": _undamaged,
    "interned": _open,
    "transfer_command": _open,
}
"""Cards that a fleet in the fog is safe from."""


def _disguised(sea: Sea, foes: list[Fleet]) -> tuple[str, ...]:
    rows = (v for foe in foes for v in (*foe.ships, *foe.prizes))
    return tuple(v.card for v in rows if not sea.is_open(v) and not v.refuge and v.card not in sea.turn.intercepted)


def _at_anchor(sea: Sea, foes: list[Fleet]) -> tuple[str, ...]:
    return tuple(v.card for foe in foes for v in foe.ships if v.refuge and v.card not in sea.turn.intercepted)


def _torpedoed(sea: Sea, foes: list[Fleet]) -> tuple[str, ...]:
    """Merchants, and with the option the prizes that pass for such (6.9)."""
    prizes = [v.card for foe in foes for v in foe.prizes if sea.state.options.prize_torpedo and not v.identified]
    return (*(v.card for foe in foes for v in foe.merchants), *prizes)


def _torpedoed_or_mined(sea: Sea, foes: list[Fleet]) -> tuple[str, ...]:
    return (*_torpedoed(sea, foes), *(foe.seat for foe in foes if foe.merchants))


ATTACK_TARGETS: dict[str, Callable[[Sea, list[Fleet]], tuple[str, ...]]] = {
    "interrogate": _disguised,
    "monitor": _at_anchor,
    "submarines_u": _torpedoed,
    "submarines_uc": _torpedoed_or_mined,
}
"""Cards that attack, and so only reach the one opponent of the turn's attacks."""
