"""What the schema of a plan can say of its orders together (3.1.2–3.1.4, 3.2.4), and what it cannot, in words."""

from collections.abc import Iterable, Iterator

from games.kernel.forms import Json
from games.kernel.limits import (
    Note,
    at_most,
    either,
    holds,
    lists,
    meeting,
    needed,
    never,
    no_more,
    not_both,
    verb,
    when,
)
from games.kernel.text import Text
from games.titles.pirates.orders.legality import CONDITIONS, Prospects, opponent_of
from games.titles.pirates.orders.orders import kind_of

ALONE = ("surprise_attack", "good_hunting", "shipping_lanes", "searchlight", "special_cargo")
"""3.2.4 Supports of which a second one adds nothing to the same attack."""


def plan_limits(prospects: Prospects, hand: tuple[str, ...], refuges: tuple[str, ...]) -> Iterator[Json]:
    """Of a whole plan: every card, ship and task once, and attacks against one opponent."""
    yield from _cards_once(hand)
    yield from _tasks_once(prospects, hand, refuges)
    yield from _targets_once(prospects)
    yield from play_limits(prospects, hand)


def play_limits(prospects: Prospects, cards: tuple[str, ...]) -> Iterator[Json]:
    """Of a single order: supports that fit, and each other too."""
    for card in cards:
        yield never(meeting(holds("card", card), lists("supports", card)))
    yield from _supports_fit(prospects)
    yield from _conditions_fit()


def _of(cards: Iterable[str], kind: str) -> tuple[str, ...]:
    return tuple(card for card in cards if kind_of(card) == kind)


def _cards_once(hand: tuple[str, ...]) -> Iterator[Json]:
    """3.2.1 A card lies in one place."""
    for card in hand:
        yield at_most(1, either(holds("card", card), lists("supports", card)))


def _tasks_once(prospects: Prospects, hand: tuple[str, ...], refuges: tuple[str, ...]) -> Iterator[Json]:
    """3.1.3 A ship has one task; 3.3.47 one Wireless Intercept; no order is given twice."""
    for name in ("discard", "as_planned"):
        yield at_most(1, verb(name))
    for ship in dict.fromkeys((*prospects.ships, *prospects.minelayers)):
        yield at_most(1, meeting(either(verb("intercept"), verb("mines")), holds("ship", ship)))
    for ship in refuges:
        yield at_most(1, meeting(verb("leave"), holds("ship", ship)))
    for field, names in (("ship", prospects.wanting), ("source", prospects.laden)):
        for name in names:
            yield at_most(1, meeting(verb("resupply"), holds(field, name)))
    if wireless := _of(hand, "wireless_intercept"):
        yield at_most(1, meeting(verb("play"), {"properties": {"card": {"enum": list(wireless)}}}))


def _supports_fit(prospects: Prospects) -> Iterator[Json]:
    """3.2.3, 3.2.4 Which supports fit which attack, and how many targets they allow."""
    supports = prospects.supports
    for kind in ALONE:
        if len(cards := _of(supports, kind)) > 1:
            alone = {"contains": {"enum": list(cards)}, "minContains": 0, "maxContains": 1}
            yield {"items": {"properties": {"supports": alone}}}
    hunting, lanes = _of(supports, "good_hunting"), _of(supports, "shipping_lanes")
    raiders = {"properties": {"ship": {"enum": list(prospects.raiders)}}}
    if hunting:
        yield never(meeting(verb("intercept"), lists("supports", *hunting), {"not": raiders}))
    if lanes:
        yield never(meeting(verb("intercept"), lists("supports", *lanes), raiders))
    if searchlights := _of(supports, "searchlight"):
        night = {"properties": {"card": {"enum": list(prospects.night)}}}
        yield when(lists("supports", *searchlights), night)
    yield from _target_counts(prospects, hunting, lanes)
    yield from _boarded(supports)


def _target_counts(prospects: Prospects, hunting: tuple[str, ...], lanes: tuple[str, ...]) -> Iterator[Json]:
    """3.3.15, 3.3.39 One merchant, or more with the support that allows them."""
    if hunting:
        yield when(meeting(verb("intercept"), lists("supports", *hunting)), no_more("targets", prospects.good_hunting))
    if lanes:
        yield when(meeting(verb("intercept"), lists("supports", *lanes)), no_more("targets", prospects.shipping_lanes))
    several = lists("supports", *hunting, *lanes) if hunting or lanes else False
    yield when(meeting(verb("intercept"), {"not": several}), no_more("targets", 1))


def _boarded(supports: tuple[str, ...]) -> Iterator[Json]:
    """3.3.3 One Boarding Party for each ship boarded."""
    parties = _of(supports, "boarding_party")
    for count in range(len(parties)):
        fewer = {"contains": {"enum": list(parties)}, "minContains": 0, "maxContains": count}
        laid = {"properties": {"supports": fewer}}
        yield when(meeting(verb("intercept"), laid), no_more("boarding", count))


def _conditions_fit() -> Iterator[Json]:
    """3.2.8 Conditions that exclude each other."""
    for one, other in zip(CONDITIONS[::2], CONDITIONS[1::2], strict=True):
        yield never(meeting(lists("only", one), lists("only", other)))


def _targets_once(prospects: Prospects) -> Iterator[Json]:
    """3.1.3 All attacks at one opponent; what runs by itself names its targets (3.2.8).

    An attack under conditions may find its target taken (3.1.5.1), so it may name one that another names.
    """
    merchants = [card for row in prospects.merchants.values() for card in row]
    british = [card for row in prospects.british.values() for card in row]
    for card in british:
        yield at_most(1, meeting(verb("british"), holds("target", card), {"properties": {"only": {"maxItems": 0}}}))
    seats: dict[str, list[str]] = {}
    for card in (*merchants, *british):
        seats.setdefault(opponent_of(prospects, card), []).append(card)
    attacks = {seat: _attack_on(seat, cards) for seat, cards in seats.items()}
    names = list(attacks)
    for index, seat in enumerate(names):
        for other in names[index + 1 :]:
            yield not_both(attacks[seat], attacks[other])
            yield never(meeting(attacks[seat], attacks[other]))
    if not prospects.sealed:
        bare = either(
            meeting(verb("intercept"), {"not": {"required": ["targets"]}}),
            meeting(verb("intercept"), {"properties": {"targets": {"maxItems": 0}}}),
            meeting(verb("british"), {"not": {"required": ["target"]}}),
            meeting(verb("mines"), {"not": {"required": ["against"]}}),
        )
        yield {"if": needed(verb("as_planned")), "then": never(bare)}


def _attack_on(seat: str, cards: list[str]) -> Json:
    one_of = {"enum": [*cards, seat]}
    fields = [lists("targets", *cards), lists("instead", *cards, seat)]
    fields += [{"properties": {name: one_of}, "required": [name]} for name in ("target", "against")]
    return meeting({"properties": {"order": {"enum": ["intercept", "british", "mines"]}}}, either(*fields))


def plan_notes(prospects: Prospects) -> Iterator[Note]:
    """What the schema leaves unsaid."""
    yield Note("3.1.3", Text("No ship is intercepted twice in a turn.", "同じ艦船を1ターンに2度迎撃できません。"))
    yield Note(
        "3.1.4",
        Text(
            "Cards that do not attack go against the attacked player or one other.",
            "迎撃以外のカードは攻撃相手か、他の1名にしか使えません。",
        ),
    )
    yield Note("3.3.3", Text("Only targets can be boarded.", "目標だけに切り込めます。"))
    yield Note(
        "3.2.9",
        Text("A sequence names merchants of the mined fleet.", "順番には機雷を受ける商船だけを挙げます。"),
    )
    if prospects.partner and prospects.laden:
        yield Note(
            "4.6",
            Text(
                "A ship takes stores before she leaves her refuge for the partner's fleet, not after.",
                "避難場所から出て味方の船団に移る船は、再補給を出港の前にしか行えません。",
            ),
        )
