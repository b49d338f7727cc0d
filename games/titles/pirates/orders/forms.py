"""The two large forms of a turn: the secret plan (3.2.1) and the next card to be revealed (3.2.8)."""

from collections.abc import Iterator
from functools import cached_property

from games.kernel.byhand.prices import Proposal
from games.kernel.errors import Problem
from games.kernel.forms import ChooseSome, Json, Pick
from games.kernel.limits import Note
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Text
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
    NO_CARD,
    NOTHING,
    ONE_HUNTS,
    THE_FIRST,
    hunts,
    proposed,
)
from games.titles.pirates.orders.withheld import closed_ways

SHIP_SUPPORTS = (
    "boarding_party", "good_hunting", "searchlight", "shipping_lanes", "special_cargo", "surprise_attack",
)  # fmt: skip
"""3.2.4 Supports of an own ship's intercept."""
BRITISH_SUPPORTS = ("searchlight", "surprise_attack")
"""3.2.3 Supports of a British intercept."""
WEAPON_SUPPORTS = ("special_cargo",)
"""3.3.41 The support of mines and torpedoes."""
CARD = "card"
"""The argument that says which card an order is about: a player takes it up first."""
SOUNDNESS = ("damaged", "undamaged")
"""What may be demanded of a merchant."""


def of_kinds(cards: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of these kinds."""
    if not kinds or not cards:
        return ()
    return tuple([card for card in cards if kind_of(card) in kinds])


def _optional(
    name: str, values: tuple[str, ...], *, many: bool = False, required: bool = False, aside: bool = False
) -> tuple[Field, ...]:
    """An argument, where it has any legal value."""
    return (Field(name, values, required=required, many=many, aside=aside),) if values else ()


def _sealed(prospects: Prospects, targets: tuple[str, ...], conditions: tuple[str, ...]) -> tuple[Field, ...]:
    """What an order of a sealed turn may have beside: targets to fall back on, where there is more than one, and
    conditions.
    """
    if not prospects.sealed or not targets:
        return ()
    others = targets if len(targets) > 1 else ()
    fallbacks = (Field("instead", others, required=False, many=True, ordered=True, aside=True),) if others else ()
    return (*fallbacks, *_optional("only", conditions, many=True))


def card_ways(prospects: Prospects, cards: tuple[str, ...], *, targets_required: bool) -> Iterator[Way]:
    """Every way to use these cards: on own ships, by the British, as mines, and for their text."""
    needed = targets_required
    supports = prospects.supports
    prey = tuple([merchant for row in prospects.merchants.values() for merchant in row])
    open_ = tuple([ship for row in prospects.british.values() for ship in row])
    placed = prospects.placed
    for card_values, ship_values in _places(prospects, cards, placed):
        yield Way(
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
        yield Way(
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
    """Cards and the ships on which they may intercept: any pair when planning, the placed pairs when revealing."""
    if not any(prospects.merchants.values()):
        return
    if not prospects.revealing:
        if prospects.ships and cards:
            yield cards, prospects.ships
        return
    for card, ship in placed.items():
        if ship in prospects.ships and card in prospects.sideways:
            yield (card,), (ship,)


def _mine_ways(prospects: Prospects, cards: tuple[str, ...], needed: bool) -> Iterator[Way]:
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
            yield Way("mines", (Field("card", (card,)), Field("ship", layers), *extra), CARD)


def _sequence(prospects: Prospects) -> tuple[Field, ...]:
    """3.2.9 The merchants that mines may strike, in the order wished; one alone needs none."""
    struck = tuple([merchant for row in prospects.mined.values() for merchant in row])
    return (Field("sequence", struck, required=False, many=True, ordered=True),) if len(struck) > 1 else ()


def _play_ways(prospects: Prospects, needed: bool) -> Iterator[Way]:
    for card, targets in prospects.plays.items():
        kind = kind_of(card)
        kinds = WEAPON_SUPPORTS if kind.startswith("submarines") else ("surprise_attack",) if kind == "monitor" else ()
        yield Way(
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


def leave_ways(ships: tuple[str, ...]) -> Iterator[Way]:
    """3.3.20.4 Any ship that may put to sea from her refuge."""
    if ships:
        yield Way("leave", (Field("ship", ships),), "ship")


def supply_ways(prospects: Prospects) -> Iterator[Way]:
    """6.12.1 Any ship out of supply from any prize."""
    if prospects.wanting and prospects.laden:
        yield Way("resupply", (Field("ship", prospects.wanting), Field("source", prospects.laden)), "ship", rare=True)


class PlanForm(Orders[PlanOrder], frozen=True, kw_only=True, dict=True, tag="pirates.plan"):
    """3.2.1 Which cards lie where and which way round, and what for."""

    order_types = (Intercept, British, Mines, Play, Leave, Resupply, Discard, AsPlanned)
    whole_turn = True
    acting = ("ship",)

    hand: tuple[str, ...] = ()
    refuges: tuple[str, ...] = ()
    prospects: Prospects = Prospects()

    def ways(self) -> tuple[Way, ...]:
        found = list(card_ways(self.prospects, self.hand, targets_required=self.prospects.sealed)) if self.hand else []
        found += leave_ways(self.refuges)
        found += supply_ways(self.prospects)
        if self.hand:
            found.append(Way("discard", (Field("cards", self.hand, many=True, ordered=True),), rare=True))
        if self.hand and not self.prospects.sealed:
            found.append(Way("as_planned", rare=True))
        return tuple(found)

    def closed(self) -> Iterator[Way]:
        return closed_ways(self.prospects, self.hand, self.refuges)

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
        """Every ship that can hunts; one does; none."""
        return self._proposals

    def limits(self) -> Iterator[Json]:
        return plan_limits(self.prospects, self.hand, self.refuges)

    def notes(self) -> Iterator[Note]:
        return plan_notes(self.prospects)

    def example(self) -> tuple[PlanOrder, ...]:
        """One order of the first sort that there is."""
        for way in self.ways():
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
    """3.2.8 The card to be revealed next, or none to end the turn. `intended` is what is left of the plan, in order.

    Between cards, and after the last, a ship may leave her refuge (3.3.20.4) and a prize supply a ship (6.12.1).
    """

    order_types = (Intercept, British, Mines, Play, Leave, Resupply)
    acting = ("ship",)

    cards: tuple[str, ...]
    prospects: Prospects
    intended: tuple[PlayOrder, ...] = ()
    refuges: tuple[str, ...] = ()

    def ways(self) -> tuple[Way, ...]:
        cards = card_ways(self.prospects, self.cards, targets_required=True)
        return (*cards, *leave_ways(self.refuges), *supply_ways(self.prospects))

    def closed(self) -> Iterator[Way]:
        return closed_ways(self.prospects, self.cards, self.refuges)

    def problems(self, answer: tuple[PlayOrder, ...]) -> Iterator[Problem]:
        if self.prospects.partner:
            yield from at_partner(self.prospects, answer)
        yield from super().problems(answer)

    def conflicts(self, answer: tuple[PlayOrder, ...]) -> Iterator[Problem]:
        return conflicts_of_play(self.prospects, answer)

    def proposals(self) -> tuple[Proposal, ...]:
        """The next card as it was planned, another one, or the end of the turn."""
        return proposed(self, (AS_PLANNED, self.default()), (THE_FIRST, self.example()), (NO_CARD, ()))

    def limits(self) -> Iterator[Json]:
        return play_limits(self.prospects, self.cards)

    def notes(self) -> Iterator[Note]:
        return plan_notes(self.prospects)

    def most(self) -> int:
        return 1

    def default(self) -> tuple[PlayOrder, ...]:
        """The next card of the plan that can be played as intended; else none."""
        for order in self.intended:
            if next(self.problems((order,)), None) is None:
                return (order,)
        return ()

    def wastes(self, answer: tuple[PlayOrder, ...]) -> bool:
        """3.2.8 A card of the plan that could be revealed still would be given up with the rest of the turn."""
        return not answer and self.default() != ()


class KeepForm(ChooseSome, frozen=True, kw_only=True, tag="keep"):
    """5.2.4 The ships that are carried over, up to `each` of the fleet of each seat in `rows`."""

    rows: dict[str, tuple[str, ...]]
    each: int

    @classmethod
    def of(cls, rows: dict[str, tuple[str, ...]], each: int) -> "KeepForm":
        """The form for these fleets."""
        options = tuple(card for row in rows.values() for card in row)
        return cls(
            options=options, most=sum(min(each, len(row)) for row in rows.values()), rows=rows, each=each, rule="5.2.4"
        )

    def problems(self, answer: tuple[str, ...]) -> Iterator[Problem]:
        yield from super().problems(answer)
        for row in self.rows.values():
            over = [index for index, card in enumerate(answer) if card in row][self.each :]
            for index in over:
                text = Text(f"At most {self.each} of each fleet.", f"それぞれの船団から{self.each}隻までです。")
                yield Problem(f"/{index}", "count", text, self.rule)

    def sample(self, pick: Pick) -> tuple[str, ...]:
        found: list[str] = []
        for row in self.rows.values():
            left = list(row)
            count = pick(min(self.each, len(left)) + 1)
            found += [left.pop(pick(len(left))) for _ in range(count)]
        return tuple(found)
