"""3.2.1 What can be assigned, and 3.2.8 what can be revealed: the open table, read for the forms."""

from collections.abc import Iterator

from games.titles.pirates.orders.forms import PlanForm, PlayForm
from games.titles.pirates.orders.legality import SUPPORTS, Prospects
from games.titles.pirates.orders.orders import British, CardOrder, Intercept, Mines, Play, PlayOrder, kind_of
from games.titles.pirates.rules.attack.prizes import laden, wanting
from games.titles.pirates.rules.turn.fallbacks import fulfils
from games.titles.pirates.rules.turn.targets import Rivals, interceptable, rivals_of, targets_for
from games.titles.pirates.rules.turn.withheld import withheld
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Assigned, Fleet, Use


def plan_form(sea: Sea) -> PlanForm:
    """The plan of a turn, over the whole hand."""
    hand = tuple(sea.active.hand)
    return PlanForm(hand=hand, refuges=refuges(sea), prospects=_prospects(sea, hand, revealing=False))


def idle_form(sea: Sea) -> PlanForm:
    """A plan without cards, as under fog or deception: refuges can be left, and stores taken (6.12.1)."""
    prospects = Prospects(wanting=wanting(sea), laden=laden(sea), partner=sea.active.partner)
    return PlanForm(refuges=refuges(sea), prospects=prospects)


def refuges(sea: Sea) -> tuple[str, ...]:
    """3.3.20, 3.3.20.4 Own ships that could put to sea from their refuge: not those that entered it in this turn."""
    engaged = sea.turn.engaged
    return tuple(vessel.card for vessel in sea.active.ships if vessel.refuge and vessel.card not in engaged)


def play_form(sea: Sea) -> PlayForm:
    """The next card to reveal, out of those assigned; the plan, where it still can be followed, is the default."""
    turn = sea.turn
    cards = tuple(card.card for card in turn.assigned)
    prospects = _prospects(sea, cards, revealing=True)
    return PlayForm(cards=cards, prospects=prospects, intended=tuple(_plan(sea, prospects)), refuges=refuges(sea))


def _plan(sea: Sea, prospects: Prospects) -> Iterator[PlayOrder]:
    """What is left of the plan, in the order of writing; what was to precede a card that is gone comes first."""
    errands, assigned = sea.turn.errands, sea.turn.assigned
    lying = {card.card for card in assigned}
    yield from [errand.order for errand in errands if errand.before and errand.before not in lying]
    for card in assigned:
        yield from [errand.order for errand in errands if errand.before == card.card]
        if not card.passed and is_led(card):
            yield from _intended(sea, card, prospects)
    yield from [errand.order for errand in errands if not errand.before]


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
        boarding = tuple(card for card in use.boarding if card in targets)
        yield Intercept(assigned.card, assigned.place, targets, supports, boarding)
        return
    for target in (*use.targets, *use.instead) or (None,):
        if not fulfils(sea, assigned, target):
            continue
        if assigned.place:
            yield Mines(assigned.card, assigned.place, target, supports, sequence=_sequence(use, target, prospects))
        elif assigned.sideways:
            yield British(assigned.card, target, supports)
        else:
            yield Play(assigned.card, target, supports, sequence=_sequence(use, target, prospects))


def _sequence(use: Use, target: str | None, prospects: Prospects) -> tuple[str, ...]:
    """3.2.9 The order in which mines are meant to strike, as far as the merchants are still there."""
    return tuple(merchant for merchant in use.sequence if merchant in prospects.mined.get(target or "", ()))


def _prospects(sea: Sea, cards: tuple[str, ...], *, revealing: bool) -> Prospects:
    """The open table as the forms need it: for a plan over these cards, or while those assigned are `revealing`."""
    turn, fleet, numbers = sea.turn, sea.active, sea.box.numbers.cards
    rivals, laid, intercepted = rivals_of(sea, fleet.seat), turn.assigned, turn.intercepted
    free, german, upright = _free(sea), sea.box.ships, _upright(sea) if revealing else cards
    plays = _plays(sea, cards, upright, rivals, revealing=revealing)
    mined = {foe.seat: tuple([vessel.card for vessel in foe.merchants]) for foe in rivals.foes}
    # 3.1.3.2 Mines strike any merchant; none is intercepted twice in a turn.
    return Prospects(
        ships=free,
        raiders=tuple([ship for ship in free if german[ship].raider]),
        minelayers=tuple([ship for ship in free if german[ship].mines]),
        merchants={seat: tuple([card for card in row if card not in intercepted]) for seat, row in mined.items()},
        minable=tuple([seat for seat, row in mined.items() if row]),
        mined=mined,
        british={foe.seat: tuple([vessel.card for vessel in interceptable(sea, foe)]) for foe in rivals.foes},
        plays=plays,
        supports=tuple([card for card in upright if kind_of(card) in SUPPORTS]),
        night=tuple([card for card in cards if card in sea.box.night]),
        owners={vessel.card: rival.seat for rival in rivals.everyone for vessel in sea.vessels(rival)},
        seats=tuple([rival.seat for rival in rivals.everyone]),
        attacked=turn.attacked,
        other=turn.other,
        revealing=revealing,
        placed={card.card: card.place for card in laid if card.place} if revealing else {},
        sideways=tuple([card.card for card in laid if card.sideways]),
        british_cards=tuple([card.card for card in laid if card.sideways and not card.place]),
        good_hunting=numbers.good_hunting_targets,
        shipping_lanes=numbers.shipping_lanes_targets,
        sealed=sea.sealed and not revealing,
        wanting=wanting(sea),
        laden=laden(sea),
        partner=fleet.partner,
        allied=_allied(sea, fleet),
        withheld=withheld(sea, cards, upright, rivals, plays),
    )


def _free(sea: Sea) -> tuple[str, ...]:
    """3.1.3 Own ships at sea that have not acted in this turn."""
    engaged = sea.turn.engaged
    return tuple([ship.card for ship in sea.active.ships if not ship.refuge and ship.card not in engaged])


def _allied(sea: Sea, fleet: Fleet) -> tuple[str, ...]:
    """4.2-4.4 The ships of the partner."""
    partner = sea.partner(fleet.seat)
    return tuple([vessel.card for vessel in sea.vessels(partner)]) if partner is not None else ()


def _upright(sea: Sea) -> tuple[str, ...]:
    """Cards assigned upright before the fleet: those whose text can be played, and the supports that can be shown. When
    planning any of the hand may lie so.
    """
    return tuple([card.card for card in sea.turn.assigned if not card.sideways and not card.place])


def _plays(
    sea: Sea, cards: tuple[str, ...], upright: tuple[str, ...], rivals: Rivals, *, revealing: bool
) -> dict[str, tuple[str, ...]]:
    """The cards that can be played upright, with their targets; when planning, supports lie upright too."""
    targets: dict[str, tuple[str, ...] | None] = dict.fromkeys(SUPPORTS, None if revealing else ())
    found: dict[str, tuple[str, ...]] = {}
    for card in upright:
        kind = kind_of(card)
        if kind not in targets:
            targets[kind] = targets_for(sea, kind, rivals, revealing=revealing, cards=cards)
        if (aims := targets[kind]) is not None:
            found[card] = aims
    return found
