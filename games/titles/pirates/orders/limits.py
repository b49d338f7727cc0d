"""The constraints between the orders of a plan (3.1.2–3.1.4, 3.2.4), as JSON Schema or as notes."""

from collections.abc import Iterable, Iterator

from games.kernel.forms import Json
from games.kernel.text import Text
from games.orders.schema_rules import (
    SchemaNote,
    argument_is,
    at_least_one,
    at_most,
    has_verb,
    implies,
    lists_any,
    lists_at_most,
    matches_all,
    matches_any,
    none_allowed,
    not_both,
)
from games.titles.pirates.orders.legality import CONDITIONS, Prospects, opponent_of
from games.titles.pirates.orders.orders import kind_of

ALONE = ("surprise_attack", "good_hunting", "shipping_lanes", "searchlight", "special_cargo")
"""3.2.4 The kinds of support that gain nothing from a second copy in the same attack."""


def plan_limits(prospects: Prospects, hand: tuple[str, ...], refuges: tuple[str, ...]) -> Iterator[Json]:
    """Yield the constraints on a plan, as JSON Schemas: on each order (see `play_limits`), and between the orders.

    Each card is used once, each ship has one task, and all attacks are against one opponent. `hand`: the cards of the
    seat. `refuges`: its ships that may leave a refuge.
    """
    yield from _cards_once(hand)
    yield from _tasks_once(prospects, hand, refuges)
    yield from _targets_once(prospects)
    yield from play_limits(prospects, hand)


def play_limits(prospects: Prospects, cards: tuple[str, ...]) -> Iterator[Json]:
    """Yield the constraints on each single order, as JSON Schemas.

    A card does not support itself, supports fit the order and each other, and conditions do not exclude each other.
    `cards` are the cards that the seat may play.
    """
    for card in cards:
        yield none_allowed(matches_all(argument_is("card", card), lists_any("supports", card)))
    yield from _supports_fit(prospects)
    yield from _conditions_fit()


def _of(cards: Iterable[str], kind: str) -> tuple[str, ...]:
    return tuple(card for card in cards if kind_of(card) == kind)


def _cards_once(hand: tuple[str, ...]) -> Iterator[Json]:
    """3.2.1 Yield the constraint that a card is used once."""
    for card in hand:
        yield at_most(1, matches_any(argument_is("card", card), lists_any("supports", card)))


def _tasks_once(prospects: Prospects, hand: tuple[str, ...], refuges: tuple[str, ...]) -> Iterator[Json]:
    """3.1.3, 3.3.47 Yield the constraints that a ship has one task, and that some orders can be given only once."""
    for name in ("discard", "as_planned"):
        yield at_most(1, has_verb(name))
    for ship in dict.fromkeys((*prospects.ships, *prospects.minelayers)):
        yield at_most(1, matches_all(matches_any(has_verb("intercept"), has_verb("mines")), argument_is("ship", ship)))
    for ship in refuges:
        yield at_most(1, matches_all(has_verb("leave"), argument_is("ship", ship)))
    for field, names in (("ship", prospects.wanting), ("source", prospects.laden)):
        for name in names:
            yield at_most(1, matches_all(has_verb("resupply"), argument_is(field, name)))
    if wireless := _of(hand, "wireless_intercept"):
        yield at_most(1, matches_all(has_verb("play"), {"properties": {"card": {"enum": list(wireless)}}}))


def _supports_fit(prospects: Prospects) -> Iterator[Json]:
    """3.2.3, 3.2.4 Yield the constraints on the supports of each kind of attack, and on the number of its targets."""
    supports = prospects.supports
    for kind in ALONE:
        if len(cards := _of(supports, kind)) > 1:
            alone = {"contains": {"enum": list(cards)}, "minContains": 0, "maxContains": 1}
            yield {"items": {"properties": {"supports": alone}}}
    hunting, lanes = _of(supports, "good_hunting"), _of(supports, "shipping_lanes")
    raiders = {"properties": {"ship": {"enum": list(prospects.raiders)}}}
    if hunting:
        yield none_allowed(matches_all(has_verb("intercept"), lists_any("supports", *hunting), {"not": raiders}))
    if lanes:
        yield none_allowed(matches_all(has_verb("intercept"), lists_any("supports", *lanes), raiders))
    if searchlights := _of(supports, "searchlight"):
        night = {"properties": {"card": {"enum": list(prospects.night)}}}
        yield implies(lists_any("supports", *searchlights), night)
    yield from _target_counts(prospects, hunting, lanes)
    yield from _boarded(supports)


def _target_counts(prospects: Prospects, hunting: tuple[str, ...], lanes: tuple[str, ...]) -> Iterator[Json]:
    """3.3.15, 3.3.39 Yield the constraint that an intercept has one target, or more with a support that allows them.

    `hunting` and `lanes` are the Good Hunting and Shipping Lanes cards.
    """
    if hunting:
        yield implies(
            matches_all(has_verb("intercept"), lists_any("supports", *hunting)),
            lists_at_most("targets", prospects.good_hunting),
        )
    if lanes:
        yield implies(
            matches_all(has_verb("intercept"), lists_any("supports", *lanes)),
            lists_at_most("targets", prospects.shipping_lanes),
        )
    several = lists_any("supports", *hunting, *lanes) if hunting or lanes else False
    yield implies(matches_all(has_verb("intercept"), {"not": several}), lists_at_most("targets", 1))


def _boarded(supports: tuple[str, ...]) -> Iterator[Json]:
    """3.3.3 Yield the constraint that each boarded merchant needs a Boarding Party."""
    parties = _of(supports, "boarding_party")
    for count in range(len(parties)):
        fewer = {"contains": {"enum": list(parties)}, "minContains": 0, "maxContains": count}
        laid = {"properties": {"supports": fewer}}
        yield implies(matches_all(has_verb("intercept"), laid), lists_at_most("boarding", count))


def _conditions_fit() -> Iterator[Json]:
    """3.2.8 Yield the constraint that conditions must not exclude each other."""
    for one, other in zip(CONDITIONS[::2], CONDITIONS[1::2], strict=True):
        yield none_allowed(matches_all(lists_any("only", one), lists_any("only", other)))


def _targets_once(prospects: Prospects) -> Iterator[Json]:
    """3.1.3 Yield the constraint that all attacks go against one opponent.

    Every card of a plan that runs automatically needs its target (3.2.8). An attack with conditions may name a target
    of another attack, because one of the two may not take place (3.1.5.1).
    """
    merchants = [card for row in prospects.merchants.values() for card in row]
    british = [card for row in prospects.british.values() for card in row]
    for card in british:
        yield at_most(
            1, matches_all(has_verb("british"), argument_is("target", card), {"properties": {"only": {"maxItems": 0}}})
        )
    seats: dict[str, list[str]] = {}
    for card in (*merchants, *british):
        seats.setdefault(opponent_of(prospects, card), []).append(card)
    attacks = {seat: _attack_on(seat, cards) for seat, cards in seats.items()}
    names = list(attacks)
    for index, seat in enumerate(names):
        for other in names[index + 1 :]:
            yield not_both(attacks[seat], attacks[other])
            yield none_allowed(matches_all(attacks[seat], attacks[other]))
    if not prospects.sealed:
        bare = matches_any(
            matches_all(has_verb("intercept"), {"not": {"required": ["targets"]}}),
            matches_all(has_verb("intercept"), {"properties": {"targets": {"maxItems": 0}}}),
            matches_all(has_verb("british"), {"not": {"required": ["target"]}}),
            matches_all(has_verb("mines"), {"not": {"required": ["against"]}}),
        )
        yield {"if": at_least_one(has_verb("as_planned")), "then": none_allowed(bare)}


def _attack_on(seat: str, cards: list[str]) -> Json:
    one_of = {"enum": [*cards, seat]}
    fields = [lists_any("targets", *cards), lists_any("instead", *cards, seat)]
    fields += [{"properties": {name: one_of}, "required": [name]} for name in ("target", "against")]
    return matches_all({"properties": {"order": {"enum": ["intercept", "british", "mines"]}}}, matches_any(*fields))


def plan_notes(prospects: Prospects) -> Iterator[SchemaNote]:
    """Yield a note on each constraint that no JSON Schema can express."""
    yield SchemaNote("3.1.3", Text("No ship is intercepted twice in a turn.", "同じ艦船を1ターンに2度迎撃できません。"))
    yield SchemaNote(
        "3.1.4",
        Text(
            "Cards that do not attack go against the attacked player or one other.",
            "迎撃以外のカードは攻撃相手か、他の1名にしか使えません。",
        ),
    )
    yield SchemaNote("3.3.3", Text("Only targets can be boarded.", "目標だけに切り込めます。"))
    yield SchemaNote(
        "3.2.9",
        Text("A sequence names merchants of the mined fleet.", "順番には機雷を受ける商船だけを挙げます。"),
    )
    if prospects.partner and prospects.laden:
        yield SchemaNote(
            "4.6",
            Text(
                "A ship takes stores before she leaves her refuge for the partner's fleet, not after.",
                "避難場所から出て味方の船団に移る船は、再補給を出港の前にしか行えません。",
            ),
        )
