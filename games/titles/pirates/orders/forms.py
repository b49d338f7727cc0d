"""The two large forms of a turn: the secret plan (3.2.1), and the next card to reveal (3.2.8)."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from games.kernel.drafts import Preview, Proposal
from games.kernel.errors import Problem
from games.kernel.forms import ChooseSome, Json, RandomSource
from games.kernel.odds import OddsOfPair
from games.kernel.text import Text
from games.orders.idle_behaviour import IdleBehaviour
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.schema_rules import SchemaNote
from games.titles.pirates.orders.attack_lines import attack_lines, attack_pairs
from games.titles.pirates.orders.conflicts import at_partner, conflicts_of_plan, conflicts_of_play
from games.titles.pirates.orders.legality import SHIP_CONDITIONS, TARGET_CONDITIONS, Prospects
from games.titles.pirates.orders.limits import plan_limits, plan_notes, play_limits
from games.titles.pirates.orders.orders import (
    AsPlanned,
    British,
    Discard,
    Intercept,
    Leave,
    Mines,
    PlanOrder,
    Play,
    PlayOrder,
    Resupply,
    kind_of,
)
from games.titles.pirates.orders.proposing import (
    ALL_HUNT,
    AS_PLANNED,
    END_OF_TURN,
    NO_CARD,
    NOTHING,
    ONE_HUNTS,
    THE_FIRST,
    hunts,
    proposed,
)
from games.titles.pirates.orders.unavailable_orders import unavailable_templates

SHIP_SUPPORTS = (
    "boarding_party", "good_hunting", "searchlight", "shipping_lanes", "special_cargo", "surprise_attack",
)  # fmt: skip
"""3.2.4 The kinds of card that support an intercept by an own ship."""
BRITISH_SUPPORTS = ("searchlight", "surprise_attack")
"""3.2.3 The kinds of card that support an intercept by the Royal Navy."""
WEAPON_SUPPORTS = ("special_cargo",)
"""3.3.41 The kind of card that supports mines and torpedoes."""
CARD = "card"
"""The argument of an order that names its card. A player chooses this argument first."""
SOUNDNESS = ("damaged", "undamaged")
"""The conditions that a sealed order may set on a merchant."""


def of_kinds(cards: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of `cards` whose kind is in `kinds`."""
    if not kinds or not cards:
        return ()
    return tuple([card for card in cards if kind_of(card) in kinds])


def _optional(
    name: str, values: tuple[str, ...], *, many: bool = False, required: bool = False, aside: bool = False
) -> tuple[Field, ...]:
    """Return a tuple with the argument `name`, or an empty one if the argument has no legal value."""
    return (Field(name, values, required=required, many=many, needs_name=aside),) if values else ()


def _sealed(prospects: Prospects, targets: tuple[str, ...], conditions: tuple[str, ...]) -> tuple[Field, ...]:
    """Return the arguments that orders have in the sealed tempo only: fallback targets and conditions.

    Fallback targets are left out if there is only one target.
    """
    if not prospects.sealed or not targets:
        return ()
    others = targets if len(targets) > 1 else ()
    fallbacks = (Field("instead", others, required=False, many=True, ordered=True, needs_name=True),) if others else ()
    return (*fallbacks, *_optional("only", conditions, many=True))


def card_ways(prospects: Prospects, cards: tuple[str, ...], *, targets_required: bool) -> Iterator[OrderTemplate]:
    """Yield the order templates for all uses of `cards`.

    The uses are an intercept by an own ship, an intercept by the Royal Navy, mines, and the effect of the card's text.
    `targets_required`: True if an order must name its targets.
    """
    needed = targets_required
    supports = prospects.supports
    prey = tuple([merchant for row in prospects.merchants.values() for merchant in row])
    open_ = tuple([ship for row in prospects.british.values() for ship in row])
    placed = prospects.placed
    for card_values, ship_values in _places(prospects, cards, placed):
        yield OrderTemplate(
            "intercept",
            (
                Field("card", card_values),
                Field("ship", ship_values),
                *_optional("targets", prey, many=True, required=needed),
                *_optional("supports", of_kinds(supports, SHIP_SUPPORTS), many=True),
                *_optional("boarding", prey if of_kinds(supports, ("boarding_party",)) else (), many=True, aside=True),
                *_sealed(prospects, prey, (*SOUNDNESS, *SHIP_CONDITIONS)),
            ),
            CARD,
        )
    loose = prospects.british_cards if prospects.revealing else cards
    if open_ and loose:
        yield OrderTemplate(
            "british",
            (
                Field("card", loose),
                *_optional("target", open_, required=needed),
                *_optional("supports", of_kinds(supports, BRITISH_SUPPORTS), many=True),
                *_sealed(prospects, open_, TARGET_CONDITIONS),
            ),
            CARD,
        )
    yield from _mine_ways(prospects, cards, needed)
    yield from _play_ways(prospects, needed)


def _places(
    prospects: Prospects, cards: tuple[str, ...], placed: dict[str, str]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield pairs (cards, ships) such that each card may lie on each ship for an intercept.

    In a plan each card may lie on each ship; when cards are revealed, only on the ship on which it was placed.
    """
    if not any(prospects.merchants.values()):
        return
    if not prospects.revealing:
        if prospects.ships and cards:
            yield cards, prospects.ships
        return
    for card, ship in placed.items():
        if ship in prospects.ships and card in prospects.sideways:
            yield (card,), (ship,)


def _mine_ways(prospects: Prospects, cards: tuple[str, ...], needed: bool) -> Iterator[OrderTemplate]:
    mines = of_kinds(cards, ("lay_mines",)) if prospects.minable else ()
    if not mines:
        return
    extra = (
        *_optional("against", prospects.minable, required=needed),
        *_sequence(prospects),
        *_optional("supports", of_kinds(prospects.supports, WEAPON_SUPPORTS), many=True),
        *_sealed(prospects, prospects.minable, SHIP_CONDITIONS),
    )
    for card in mines:
        if card in prospects.sideways:
            continue
        placed = prospects.placed.get(card, "")
        layers = tuple(ship for ship in prospects.minelayers if not placed or ship == placed)
        if layers:
            yield OrderTemplate("mines", (Field("card", (card,)), Field("ship", layers), *extra), CARD)


def _sequence(prospects: Prospects) -> tuple[Field, ...]:
    """3.2.9 Return the argument for the sequence in which merchants run into mines; none for a single merchant."""
    struck = tuple([merchant for row in prospects.mined.values() for merchant in row])
    return (Field("sequence", struck, required=False, many=True, ordered=True),) if len(struck) > 1 else ()


def _play_ways(prospects: Prospects, needed: bool) -> Iterator[OrderTemplate]:
    for card, targets in prospects.plays.items():
        kind = kind_of(card)
        kinds = WEAPON_SUPPORTS if kind.startswith("submarines") else ("surprise_attack",) if kind == "monitor" else ()
        yield OrderTemplate(
            "play",
            (
                Field("card", (card,)),
                *_optional("target", targets, required=needed),
                *(_sequence(prospects) if kind == "submarines_uc" else ()),
                *_optional("supports", of_kinds(prospects.supports, kinds), many=True),
                *_sealed(prospects, targets, () if set(targets) <= set(prospects.seats) else TARGET_CONDITIONS),
            ),
            CARD,
        )


def leave_ways(ships: tuple[str, ...]) -> Iterator[OrderTemplate]:
    """3.3.20.4 Yield the order template for leaving a refuge, unless `ships` is empty."""
    if ships:
        yield OrderTemplate("leave", (Field("ship", ships),), "ship")


def supply_ways(prospects: Prospects) -> Iterator[OrderTemplate]:
    """6.12.1 Yield the order templates by which a ship out of supply takes stores from a prize."""
    if prospects.wanting and prospects.laden:
        yield OrderTemplate(
            "resupply", (Field("ship", prospects.wanting), Field("source", prospects.laden)), "ship", is_rare=True
        )


class PlanForm(Orders[PlanOrder], frozen=True, kw_only=True, dict=True, tag="pirates.plan"):
    """3.2.1 The form of the plan of a turn: for each card of the hand, its place, its orientation, and its use.

    `hand`: the cards. `refuges`: the ships that may leave a refuge. `prospects`: the facts on which the legality of the
    orders depends.
    """

    order_types = (Intercept, British, Mines, Play, Leave, Resupply, Discard, AsPlanned)
    is_whole_turn = True
    actor_arguments = ("ship",)
    idle_behaviour = IdleBehaviour("idle", ("intercept", "mines", "leave", "resupply"))

    hand: tuple[str, ...] = ()
    refuges: tuple[str, ...] = ()
    prospects: Prospects = Prospects()

    def templates(self) -> tuple[OrderTemplate, ...]:
        found = list(card_ways(self.prospects, self.hand, targets_required=self.prospects.sealed)) if self.hand else []
        found += leave_ways(self.refuges)
        found += supply_ways(self.prospects)
        if self.hand:
            found.append(OrderTemplate("discard", (Field("cards", self.hand, many=True, ordered=True),), is_rare=True))
        if self.hand and not self.prospects.sealed:
            found.append(OrderTemplate("as_planned", is_rare=True))
        return tuple(found)

    def idle_units(self) -> frozenset[str]:
        """3.2.1 Return the ships that do nothing unless a card is laid on them: all ships of the seat."""
        fields = (field for way in self.cached_templates for field in way.fields if field.name in ("ship", "ships"))
        return frozenset(value for field in fields for value in field.values)

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        return unavailable_templates(self.prospects, self.hand, self.refuges)

    def preview(self, draft: Any) -> Preview:
        """Return the odds of the attacks in a draft."""
        told = super().preview(draft)
        return Preview((*told.lines, *attack_lines(self.prospects, draft)), told.spent)

    def list_odds(self) -> Iterator[OddsOfPair]:
        """3.2.7 Yield the odds of an intercept of each merchant by each own ship."""
        return attack_pairs(self.prospects)

    def problems(self, answer: tuple[PlanOrder, ...]) -> Iterator[Problem]:
        if self.prospects.partner:
            yield from at_partner(self.prospects, answer)
        yield from super().problems(answer)

    def conflicts(self, answer: tuple[PlanOrder, ...]) -> Iterator[Problem]:
        return conflicts_of_plan(self.prospects, answer)

    @cached_property
    def _proposals(self) -> tuple[Proposal, ...]:
        all_hunt = hunts(self)
        return (
            proposed(self, (NOTHING, ()))
            if not all_hunt
            else proposed(self, (ALL_HUNT, all_hunt), (ONE_HUNTS, all_hunt[:1]), (NOTHING, ()))
        )

    def proposals(self) -> tuple[Proposal, ...]:
        """Return the proposed answers: intercepts by all ships that can intercept, by a single ship, or by no ship."""
        return self._proposals

    def schema_limits(self) -> Iterator[Json]:
        return plan_limits(self.prospects, self.hand, self.refuges)

    def schema_notes(self) -> Iterator[SchemaNote]:
        return plan_notes(self.prospects)

    def example(self) -> tuple[PlanOrder, ...]:
        """Return one order of the first kind available, as an example."""
        for way in self.templates():
            if way.verb in ("as_planned", "discard"):
                continue
            order = {"order": way.verb} | {
                field.name: [field.values[0]] if field.many else field.values[0]
                for field in way.fields
                if field.name not in ("supports", "boarding", "instead", "only", "sequence")
            }
            answer = self.read([order])
            if next(self.problems(answer), None) is None:
                return answer
        return ()


class PlayForm(Orders[PlayOrder], frozen=True, kw_only=True, dict=True, tag="pirates.play"):
    """3.2.8 The form for the card to reveal next, or for the end of the turn.

    `cards`: the cards that may be revealed. `prospects`: the facts on which the legality of the orders depends.
    `intended`: the rest of the plan, in order. `refuges`: the ships that may leave a refuge. Before each card, and
    after the last, a ship may leave its refuge (3.3.20.4) and a prize may supply a ship (6.12.1).
    """

    order_types = (Intercept, British, Mines, Play, Leave, Resupply)
    actor_arguments = ("ship",)

    cards: tuple[str, ...]
    prospects: Prospects
    intended: tuple[PlayOrder, ...] = ()
    refuges: tuple[str, ...] = ()

    def templates(self) -> tuple[OrderTemplate, ...]:
        cards = card_ways(self.prospects, self.cards, targets_required=True)
        return (*cards, *leave_ways(self.refuges), *supply_ways(self.prospects))

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        return unavailable_templates(self.prospects, self.cards, self.refuges)

    def preview(self, draft: Any) -> Preview:
        """Return the odds of the attacks in a draft."""
        told = super().preview(draft)
        return Preview((*told.lines, *attack_lines(self.prospects, draft)), told.spent)

    def list_odds(self) -> Iterator[OddsOfPair]:
        """3.2.7 Yield the odds of an intercept of each merchant by each own ship."""
        return attack_pairs(self.prospects)

    def problems(self, answer: tuple[PlayOrder, ...]) -> Iterator[Problem]:
        if self.prospects.partner:
            yield from at_partner(self.prospects, answer)
        yield from super().problems(answer)

    def conflicts(self, answer: tuple[PlayOrder, ...]) -> Iterator[Problem]:
        return conflicts_of_play(self.prospects, answer)

    def proposals(self) -> tuple[Proposal, ...]:
        """Return the proposed answers: the next card as planned, another card, or the end of the turn."""
        return proposed(self, (AS_PLANNED, self.default()), (THE_FIRST, self.example()), (NO_CARD, ()))

    def proposals_with_aliases(self) -> tuple[Proposal, ...]:
        """Return the proposed answers. The answer that ends the turn is repeated under each phrase for it."""
        return (*self.proposals(), *(Proposal(name, []) for name in END_OF_TURN))

    def planned_orders(self) -> tuple[PlayOrder, ...]:
        return self.intended

    def schema_limits(self) -> Iterator[Json]:
        return play_limits(self.prospects, self.cards)

    def schema_notes(self) -> Iterator[SchemaNote]:
        return plan_notes(self.prospects)

    def max_orders(self) -> int:
        return 1

    def default(self) -> tuple[PlayOrder, ...]:
        """Return the next order of the plan that is possible.

        If there is none, return an empty answer, which ends the turn.
        """
        for order in self.intended:
            if next(self.problems((order,)), None) is None:
                return (order,)
        return ()

    def needs_confirmation(self, answer: tuple[PlayOrder, ...]) -> bool:
        """3.2.8 Return True if the answer ends the turn although a card of the plan can still be revealed."""
        return not answer and self.default() != ()


class KeepForm(ChooseSome, frozen=True, kw_only=True, tag="keep"):
    """5.2.4 The form to choose ships to carry over: at most `each` from each fleet. `rows` are the ships by seat."""

    rows: dict[str, tuple[str, ...]]
    each: int

    @classmethod
    def of(cls, rows: dict[str, tuple[str, ...]], each: int) -> "KeepForm":
        """Return the form for the ships in `rows`, by seat. Each seat may keep up to `each` of its ships."""
        options = tuple(card for row in rows.values() for card in row)
        return cls(
            options=options, most=sum(min(each, len(row)) for row in rows.values()), rows=rows, each=each, rule="5.2.4"
        )

    def problems(self, answer: tuple[str, ...]) -> Iterator[Problem]:
        yield from super().problems(answer)
        for row in self.rows.values():
            over = [index for index, card in enumerate(answer) if card in row][self.each :]
            for index in over:
                text = Text("At most {each} of each fleet.", "それぞれの船団から{each}隻までです。").format(
                    each=self.each
                )
                yield Problem(f"/{index}", "count", text, self.rule)

    def sample(self, pick: RandomSource) -> tuple[str, ...]:
        found: list[str] = []
        for row in self.rows.values():
            left = list(row)
            count = pick(min(self.each, len(left)) + 1)
            found += [left.pop(pick(len(left))) for _ in range(count)]
        return tuple(found)
