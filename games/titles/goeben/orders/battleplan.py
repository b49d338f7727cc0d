"""14.4–14.10 The order form of a battle: withdrawal, targets, and the use of ammunition and torpedoes."""

from collections.abc import Iterator
from typing import Any

from games.kernel.drafts import Preview, PreviewLine, Proposal
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.odds import OddsOfPair, odds_with_means
from games.kernel.text import Text
from games.order_editor.order_edits import orders_in, values_in
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.schema_rules import (
    argument_is,
    at_least_one,
    at_most,
    has_verb,
    lists_any,
    matches_all,
    matches_any,
    not_both,
)
from games.titles.goeben.orders.chances import Volley, pairs_of
from games.titles.goeben.orders.orders import (
    BattleOrder,
    EachRound,
    Fire,
    FullFire,
    Hold,
    Launch,
    NationFirst,
    Withdraw,
)
from games.titles.goeben.orders.prospects import Magazine
from games.titles.goeben.orders.unavailable_orders import unavailable_template

NATIONS = ("german", "austrian")
BY_DOCTRINE, BREAK_OFF = Text("by doctrine", "ドクトリンどおり"), Text("break off", "回避")
HOLD_FIRE = Text("hold all fire", "全艦射撃中止")
AMMUNITION, TORPEDOES = Text("ammunition", "弾薬"), Text("torpedoes", "魚雷")
WITHHELD = {
    "no_ammunition": (("fire", "ship"), ("full_fire", "ship"), ("hold", "ship")),
    "no_guns": (("fire", "ship"), ("full_fire", "ship"), ("hold", "ship")),
    "spent": (("full_fire", "ship"),),
    "no_torpedoes": (("launch", "ship"),),
    "no_torpedo_dice": (("launch", "ship"),),
    "not_now": (("launch", "ship"),),
    "no_exit": (("withdraw", "ships"),),
    "unsafe": (("withdraw", "to"),),
}
"""For each reason, the fields of orders in which that reason makes ships or spaces unavailable."""


class BattlePlan(Orders[BattleOrder], frozen=True, kw_only=True, dict=True, tag="goeben.battle_plan"):
    """The form for a seat's orders to its ships in a battle."""

    order_types = (Withdraw, Fire, FullFire, Hold, Launch, NationFirst, EachRound)

    batteries: dict[str, tuple[str, ...]] = {}
    """The batteries that each ship may still fire."""
    foes: tuple[str, ...] = ()
    """The possible targets."""
    full: tuple[str, ...] = ()
    """The ships with enough ammunition for maximum fire (14.9)."""
    tubes: dict[str, int] = {}
    """The number of torpedoes of each ship."""
    in_reach: dict[str, tuple[str, ...]] = {}
    """For each ship, the targets at which it has at least one torpedo die (14.6.1)."""
    exits: dict[str, tuple[str, ...]] = {}
    """The spaces to which each ship may withdraw (14.4); empty if no withdrawal is possible."""
    leader: bool = False
    """True if the seat is the senior officer, who decides whether the whole force withdraws."""
    mixed: bool = False
    """True if ships of both nations fight; the leader then decides which nation fires first (20.0.2)."""
    later: bool = False
    """True in later rounds of the battle."""
    intended: tuple[BattleOrder, ...] = ()
    """The orders that the doctrine gives."""
    unable: dict[str, tuple[str, ...]] = {}
    """By reason (a key of REASONS in `orders.unavailable_orders`), the ships and spaces that an order cannot name."""
    magazines: dict[str, Magazine] = {}
    """The ammunition of the German ships."""
    volleys: tuple[Volley, ...] = ()
    """The dice of each battery at each target, with their chances."""

    # --- the ways, in the order of their use

    def templates(self) -> tuple[OrderTemplate, ...]:
        return (*self._guns(), *self._launches(), *self._withdrawals(), *self._rare())

    def _guns(self) -> Iterator[OrderTemplate]:
        for ship, batteries in self.batteries.items():
            fields = (Field("ship", (ship,)), Field("at", self.foes, many=True, ordered=True))
            yield OrderTemplate("fire", (*fields, Field("battery", batteries, required=False)), "ship")
            if ship in self.full:
                yield OrderTemplate("full_fire", (Field("ship", (ship,)),), "ship")

    def _launches(self) -> Iterator[OrderTemplate]:
        for ship, tubes in self.tubes.items():
            counts = tuple(str(count) for count in range(1, tubes + 1))
            fields = (Field("ship", (ship,)), Field("at", self.in_reach.get(ship, ()), many=True, ordered=True))
            yield OrderTemplate("launch", (*fields, Field("count", counts, required=False)), "ship")

    def _withdrawals(self) -> Iterator[OrderTemplate]:
        """14.4 Yield an order template for each group of ships that may withdraw to the same spaces."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for ship, spaces in self.exits.items():
            groups.setdefault(spaces, []).append(ship)
        for spaces, ships in groups.items():
            yield OrderTemplate("withdraw", (Field("ships", tuple(ships), many=True), Field("to", spaces)), "ships")

    def _rare(self) -> Iterator[OrderTemplate]:
        for ship in self.batteries:
            yield OrderTemplate("hold", (Field("ship", (ship,)),), "ship", is_rare=True)
        if self.mixed and self.leader:
            yield OrderTemplate("nation_first", (Field("nation", NATIONS),), is_rare=True)
        if not self.later:
            yield OrderTemplate("each_round", is_rare=True)

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        for reason, names in self.unable.items():
            for order, field in WITHHELD[reason]:
                yield unavailable_template(order, field, reason, *names)
        if not (self.mixed and self.leader):
            yield unavailable_template(
                "nation_first", "order", "not_leader" if self.mixed else "one_nation", "nation_first"
            )
        if self.later:
            yield unavailable_template("each_round", "order", "asked_again", "each_round")

    def conflicts(self, answer: tuple[BattleOrder, ...]) -> Iterator[Problem]:
        yield from self._doubled(answer)
        yield from self._left_behind(answer)
        silent = [order.ship for order in answer if isinstance(order, Hold)]
        for index, order in enumerate(answer):
            if isinstance(order, Fire | FullFire) and order.ship in silent:
                text = Text("She cannot fire and hold her fire.", "射撃と射撃中止は両立しません。")
                yield Problem(f"/{index}/ship", "conflict", text, "14.5")

    def _doubled(self, answer: tuple[BattleOrder, ...]) -> Iterator[Problem]:
        """Yield a problem for each order that repeats an earlier one.

        A ship withdraws to one space, and has one order for the targets of a battery, and for its torpedoes (14.6).
        """
        seen: list[tuple[str, ...]] = []
        for index, order in enumerate(answer):
            for key in _keys(order):
                if key in seen:
                    text = Text("This has been ordered already.", "すでに命令されています。")
                    yield Problem(f"/{index}", "twice", text, "14.5")
                seen.append(key)

    def _left_behind(self, answer: tuple[BattleOrder, ...]) -> Iterator[Problem]:
        """14.4 Yield a problem if some ships withdraw but not all."""
        going = [ship for order in answer if isinstance(order, Withdraw) for ship in order.ships]
        if going and (staying := [ship for ship in self.exits if ship not in going]):
            en, ja = f"All withdraw or none: {', '.join(staying)}.", f"全艦で離脱してください：{'、'.join(staying)}"
            yield Problem("", "missing", Text(en, ja), "14.4")

    def schema_limits(self) -> Iterator[Json]:
        for name in ("nation_first", "each_round"):
            yield at_most(1, has_verb(name))
        for ship, batteries in self.batteries.items():
            hers, fires = argument_is("ship", ship), matches_any(has_verb("fire"), has_verb("full_fire"))
            yield at_most(1, matches_all(has_verb("full_fire"), hers))
            yield at_most(1, matches_all(has_verb("hold"), hers))
            yield not_both(matches_all(has_verb("hold"), hers), matches_all(fires, hers))
            for battery in batteries:
                yield at_most(1, matches_all(has_verb("fire"), hers, argument_is("battery", battery)))
            yield at_most(1, {**matches_all(has_verb("fire"), hers), "not": {"required": ["battery"]}})
        for ship in self.tubes:
            yield at_most(1, matches_all(has_verb("launch"), argument_is("ship", ship)))
        for ship in self.exits:
            yield at_most(1, lists_any("ships", ship))
        if len(self.exits) > 1:
            gone = [{"contains": lists_any("ships", ship)} for ship in self.exits]
            yield {"if": at_least_one(has_verb("withdraw")), "then": {"allOf": gone}}

    # --- editing by tap

    def proposals(self) -> tuple[Proposal, ...]:
        """Return three proposed answers: the orders of the doctrine; all ships withdraw; no ship fires."""
        away = tuple(Withdraw((ship,), spaces[0]) for ship, spaces in self.exits.items() if spaces)
        silent = tuple(Hold(ship) for ship in self.batteries)
        found: dict[tuple[BattleOrder, ...], Text] = {self.default(): BY_DOCTRINE}
        for name, answer in ((BREAK_OFF, away), (HOLD_FIRE, silent)):
            if answer and next(self.problems(answer), None) is None:
                found.setdefault(answer, name)
        return tuple(Proposal(name, self.write(answer)) for answer, name in found.items())

    def preview(self, draft: Any) -> Preview:
        told = super().preview(draft)
        lines = (*self._chances(draft), *self._shells(draft), *self._spent_torpedoes(draft))
        return Preview((*told.lines, *lines), told.spent)

    def list_odds(self) -> Iterator[OddsOfPair]:
        """14.5, 14.6 Yield the chances of each battery, and of one torpedo, of each ship at each target."""
        return pairs_of(self.volleys)

    def _chances(self, draft: Any) -> Iterator[PreviewLine]:
        """14.5, 14.6, 14.9 Yield a line with the chances of each order to fire or launch, against its first target."""
        for index, order in enumerate(orders_in(draft)):
            if not isinstance(order, dict):
                continue
            verb, targets = order.get("order"), values_in(order, "at")
            if verb not in ("fire", "launch") or not targets:
                continue
            ship, battery = str(order.get("ship")), str(order.get("battery") or "")
            full = _named(draft, "full_fire", ship) is not None and ship in self.full
            for one in self.volleys:
                torpedo = one.battery == "torpedo"
                if (one.ship, one.at) != (ship, targets[0]) or torpedo != (verb == "launch"):
                    continue
                if battery in ("", one.battery):
                    odds = one.odds(full=full)
                    text = Text("{at}: {odds}", "{at}：{odds}").format(at=one.at, odds=odds_with_means(odds))
                    yield PreviewLine(pointer(index, "at"), "free", text, odds)

    def _shells(self, draft: Any) -> Iterator[PreviewLine]:
        """14.8, 14.9 Yield a line with the ammunition that each ship spends.

        A ship fires even without an order, unless she must hold her fire or break off (14.4).
        """
        away = {ship for order in orders_in(draft) for ship in values_in(order, "ships")}
        for ship, magazine in self.magazines.items():
            if ship not in self.batteries or ship in away or _named(draft, "hold", ship) is not None:
                continue
            full = _named(draft, "full_fire", ship) if ship in self.full else None
            cost, where = (magazine.fire, _named(draft, "fire", ship)) if full is None else (magazine.full, full)
            if cost:
                yield _falls(where, ship, AMMUNITION, magazine.ammunition, cost)

    def _spent_torpedoes(self, draft: Any) -> Iterator[PreviewLine]:
        """14.10 Yield a line with the torpedoes that each ship spends; an order without a number spends all."""
        for ship, tubes in self.tubes.items():
            place = _named(draft, "launch", ship)
            if place is not None and ship in self.magazines:
                counts = values_in(orders_in(draft)[place], "count")
                count = int(counts[0]) if counts and counts[0] in map(str, range(1, tubes + 1)) else tubes
                yield _falls(place, ship, TORPEDOES, tubes, count)

    # --- answers

    def default(self) -> tuple[BattleOrder, ...]:
        return self.intended

    def example(self) -> tuple[BattleOrder, ...]:
        return self.intended or super().example()


def _named(draft: Any, verb_: str, ship: str) -> int | None:
    """Return the index of the first order with this verb for a ship; None if there is none."""
    for place, order in enumerate(orders_in(draft)):
        if isinstance(order, dict) and order.get("order") == verb_ and order.get("ship") == ship:
            return place
    return None


def _falls(place: int | None, ship: str, what: Text, before: int, by: int) -> PreviewLine:
    left = before - by
    text = Text(f"{ship}: {what.en} {before}, then {left}", f"{ship}: {what.ja}{before}→{left}")
    return PreviewLine("" if place is None else pointer(place), "spends" if left > 0 else "risk", text)


def _keys(order: BattleOrder) -> list[tuple[str, ...]]:
    """Return keys of what an order decides; two orders with a common key contradict each other."""
    if isinstance(order, Withdraw):
        return [("withdraw", ship) for ship in order.ships]
    if isinstance(order, Fire):
        return [("fire", order.ship, order.battery)]
    if isinstance(order, FullFire | Hold | Launch):
        return [(type(order).__name__, order.ship)]
    return [(type(order).__name__,)]
