"""Invented states for trials: the knowledge of one seat, with random values for everything hidden from the seat."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import structs

from games.kernel.codec import decode, encode
from games.kernel.forms import RandomSource
from games.kernel.text import Text
from games.kernel.title_parts import TrialFigure
from games.titles.pirates.components.box import Box
from games.titles.pirates.state.state import Fleet, Phantom, ShipDeck, State, Turn, Vessel
from games.titles.pirates.visibility.redeal import redeal
from games.titles.pirates.visibility.view import View

KINDS = frozenset(("plan", "play"))
OPEN_ROLLS = frozenset(("island_refuge",))
"""3.3.20 The public rolls before the question for the plan: the rolls of ships in refuge."""
DEFAULTS = frozenset(("play",))
"""3.2.8 The kind of question whose default answer carries out the plan."""


def known_state(box: Box, state: State, seat: str) -> State:
    """Return a copy of the state that contains only what a seat knows, and all other cards in a fixed order.

    These cards fill other hands, the deck and the removed cards. A card that the seat last saw in another hand is put
    in that hand. Other seats have no reaction plans and no orders. Raises LookupError if the number of unseen cards
    does not fit.
    """
    phantom = state.phantom
    table = {*_on_table(state, seat), *state.left_out, *state.german.used, *state.merchant.used}
    german = [card for card in box.ships if card not in table]
    merchant = [card for card in box.merchants if card not in table]
    unseen = [card for card in box.cards if card not in table]
    hands = {fleet.seat: len(fleet.hand) for fleet in state.fleets if fleet.seat != seat}
    pinned = _last_seen(state, seat, hands, unseen)
    rest = _Stack([card for card in unseen if not any(card in cards for cards in pinned.values())])
    fleets = [
        fleet if fleet.seat == seat else _other(fleet, rest.fill(pinned[fleet.seat], hands[fleet.seat]))
        for fleet in state.fleets
    ]
    known = State(
        options=state.options,
        fleets=fleets,
        round=state.round,
        turn=_known_turn(state.turn, seat),
        turns=state.turns,
        deck=rest.take(len(state.deck)),
        removed=rest.take(len(state.removed)),
        discards=state.discards,
        shown=[card for cards in pinned.values() for card in cards],
        german=ShipDeck(german, state.german.used),
        merchant=ShipDeck(merchant, state.merchant.used),
        left_out=state.left_out,
        withdrawn=state.withdrawn,
        starter=state.starter,
        over=state.over,
        phantom=None if phantom is None else _known_phantom(box, phantom, rest),
    )
    if len(rest.left) or [len(german), len(merchant)] != [len(state.german.face_down), len(state.merchant.face_down)]:
        raise LookupError("the cards do not fill the places")
    return decode(encode(known), State)


class _Stack:
    """A stack of cards from which hands and decks are filled."""

    def __init__(self, cards: list[str]) -> None:
        self.left = cards

    def take(self, count: int) -> list[str]:
        """Remove and return the first `count` cards. Raises LookupError if there are too few."""
        if count > len(self.left):
            raise LookupError("too few cards")
        taken, self.left = self.left[:count], self.left[count:]
        return taken

    def fill(self, cards: list[str], count: int) -> list[str]:
        """Return `cards`, followed by as many cards of the stack as make `count` together."""
        return [*cards, *self.take(count - len(cards))]


def _on_table(state: State, seat: str) -> Iterator[str]:
    """Yield the cards that the seat sees: on the table, in piles, discarded, and in its own hand (2.2.1)."""
    for fleet in state.fleets:
        ships = [*fleet.ships, *fleet.merchants, *fleet.prizes]
        yield from (vessel.card for vessel in ships)
        yield from (vessel.refuge for vessel in ships)
        yield from (trophy.card for trophy in fleet.pile)
        yield fleet.weather
        if fleet.seat == seat:
            yield from fleet.hand
    yield from state.discards
    turn = state.turn
    if turn is not None:
        yield from turn.played
        yield from (card for cards in turn.reactions.values() for card in cards)
        if turn.seat == seat:
            yield from (assigned.card for assigned in turn.assigned)


def _last_seen(state: State, seat: str, hands: dict[str, int], unseen: Collection[str]) -> dict[str, list[str]]:
    """3.3.17, 3.3.31 Return the cards that the seat's newest reports place in other hands, as far as there is room."""
    found: dict[str, list[str]] = {one: [] for one in hands}
    own = next((fleet for fleet in state.fleets if fleet.seat == seat), None)
    for report in reversed(own.reports if own is not None else []):
        for card in report.cards:
            placed = any(card in cards for cards in found.values())
            if (
                report.place in found
                and card in unseen
                and not placed
                and len(found[report.place]) < hands[report.place]
            ):
                found[report.place].append(card)
    return found


def _other(fleet: Fleet, hand: list[str]) -> Fleet:
    """2.2.1, 3.2.2 Return the fleet of another seat with its public cards and the given hand only."""
    return Fleet(
        seat=fleet.seat,
        ships=fleet.ships,
        merchants=fleet.merchants,
        prizes=fleet.prizes,
        pile=fleet.pile,
        hand=hand,
        weather=fleet.weather,
        carried=fleet.carried,
        round_points=fleet.round_points,
        victory_points=fleet.victory_points,
        partner=fleet.partner,
        skipped=fleet.skipped,
    )


def _known_turn(turn: Turn | None, seat: str) -> Turn | None:
    """3.1, 3.2.1 Return the public part of the turn in progress; for the active seat, the whole turn."""
    if turn is None or turn.seat == seat:
        return turn
    return Turn(
        seat=turn.seat,
        number=turn.number,
        is_extra=turn.is_extra,
        played=turn.played,
        reactions=turn.reactions,
        attacked=turn.attacked,
        other=turn.other,
        engaged=turn.engaged,
        intercepted=turn.intercepted,
        exposed=turn.exposed,
        mended=turn.mended,
        drained=turn.drained,
        recallable=turn.recallable,
        no_draw=turn.no_draw,
        extra_to_come=turn.extra_to_come,
        deceived=turn.deceived,
        is_last_card=turn.is_last_card,
        occasions=turn.occasions,
    )


def _known_phantom(box: Box, phantom: Phantom, rest: _Stack) -> Phantom:
    """5.1 Return the phantom with its unseen cards in a fixed order."""
    deck = [card for card in box.solitaire if card not in phantom.used]
    if len(deck) != len(phantom.deck):
        raise LookupError("the cards do not fill the phantom's deck")
    return Phantom(deck, phantom.used, rest.take(len(phantom.buried)), phantom.scouted)


def deal(box: Box, known: State, seat: str, pick: RandomSource) -> State:
    """Return a copy of the `known` state of a seat with all unseen cards shuffled.

    Cards that the seat's reports place in a hand stay in that hand. `pick(n)` returns a number from 0 to n - 1.
    """
    fleets = [structs.replace(fleet, reports=[]) for fleet in known.fleets]
    world = redeal(box, structs.replace(known, fleets=fleets), seat, pick)
    for fleet, before in zip(world.fleets, known.fleets, strict=True):
        fleet.reports = before.reports
    return world


def figures(before: View, after: View) -> tuple[TrialFigure, ...]:
    """2.3 Return the changes from the view `before` to the view `after`.

    They are the seat's points and losses, and the points of others.
    """
    own = _lost(before, after)
    others = [fleet.seat for fleet in after.fleets if fleet.seat != after.seat]
    rivals = sum(_points(after, seat) - _points(before, seat) for seat in others)
    return (
        TrialFigure(
            "points",
            Text("Your points", "自分の得点"),
            _points(after, after.seat) - _points(before, after.seat),
            "more",
        ),
        TrialFigure("enemy_points", Text("Points of the others", "他の席の得点"), rivals, "less"),
        TrialFigure("hits", Text("Damage to your ships", "自分の船の損傷"), _damage(before, after), "less"),
        TrialFigure("ships_lost", Text("Your German ships lost", "失ったドイツ艦"), own[0], "less"),
        TrialFigure("merchants_lost", Text("Your merchants and prizes lost", "失った商船・拿捕船"), own[1], "less"),
    )


def _points(view: View, seat: str) -> int:
    """2.3.1, 2.3.3 Return the value of a seat's victory pile plus its round points so far."""
    fleet = view.fleet(seat)
    return fleet.pile_value + sum(fleet.round_points)


def _lost(before: View, after: View) -> tuple[int, int]:
    """Return how many ships of the first view the seat has lost: (German ships, merchants and prizes)."""
    then, now = before.fleet(before.seat), after.fleet(after.seat)

    def gone(first: Sequence[Vessel], last: Sequence[Vessel]) -> int:
        left = {vessel.card for vessel in last}
        return sum(vessel.card not in left for vessel in first)

    return gone(then.ships, now.ships), gone([*then.merchants, *then.prizes], [*now.merchants, *now.prizes])


def _damage(before: View, after: View) -> int:
    """3.2.7 Return the number of damage markers that the seat's German ships, without lost ones, have got."""
    then = {vessel.card: vessel.damage for vessel in before.fleet(before.seat).ships}
    return sum(max(0, vessel.damage - then.get(vessel.card, 0)) for vessel in after.fleet(after.seat).ships)
