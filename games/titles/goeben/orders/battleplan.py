"""14.4–14.10 The form of a battle: where to withdraw, whom to fire at, and at what cost."""

from collections.abc import Iterator
from typing import Any

from games.kernel.byhand.prices import Line, Outlook, Proposal
from games.kernel.byhand.taps import orders_in, values_in
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.limits import at_most, either, holds, lists, meeting, needed, not_both, verb
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Text
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
from games.titles.goeben.orders.withheld import closed

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
"""The orders and arguments that a reason withholds ships and spaces from."""


class BattlePlan(Orders[BattleOrder], frozen=True, kw_only=True, dict=True, tag="goeben.battle_plan"):
    """The orders of a seat for its ships in a battle.

    `batteries` are what each ship may still fire, `foes` whom at; `full` the ships with ammunition for maximum fire
    (14.9), `tubes` the torpedoes of each, and `in_reach` whom they may be launched at with any dice (14.6.1).
    `exits` are the spaces to which each may withdraw (14.4), empty where that is impossible; the whole force goes
    or stays as its senior officer, the `leader`, says. `mixed`: ships of both nations fight, and he says who fires
    first (20.0.2). `intended` is what the doctrine would do, `magazines` what the German ships have to fire with.
    `unable` are the ships and spaces that an order cannot name, by the reason
    (`games.titles.goeben.orders.withheld`).
    """

    order_types = (Withdraw, Fire, FullFire, Hold, Launch, NationFirst, EachRound)

    batteries: dict[str, tuple[str, ...]] = {}
    foes: tuple[str, ...] = ()
    full: tuple[str, ...] = ()
    tubes: dict[str, int] = {}
    in_reach: dict[str, tuple[str, ...]] = {}
    exits: dict[str, tuple[str, ...]] = {}
    leader: bool = False
    mixed: bool = False
    later: bool = False
    intended: tuple[BattleOrder, ...] = ()
    unable: dict[str, tuple[str, ...]] = {}
    magazines: dict[str, Magazine] = {}

    # --- the ways, in the order of their use

    def ways(self) -> tuple[Way, ...]:
        return (*self._guns(), *self._launches(), *self._withdrawals(), *self._rare())

    def _guns(self) -> Iterator[Way]:
        for ship, batteries in self.batteries.items():
            fields = (Field("ship", (ship,)), Field("at", self.foes, many=True, ordered=True))
            yield Way("fire", (*fields, Field("battery", batteries, required=False)), "ship")
            if ship in self.full:
                yield Way("full_fire", (Field("ship", (ship,)),), "ship")

    def _launches(self) -> Iterator[Way]:
        for ship, tubes in self.tubes.items():
            counts = tuple(str(count) for count in range(1, tubes + 1))
            fields = (Field("ship", (ship,)), Field("at", self.in_reach.get(ship, ()), many=True, ordered=True))
            yield Way("launch", (*fields, Field("count", counts, required=False)), "ship")

    def _withdrawals(self) -> Iterator[Way]:
        """14.4 One way for all ships that have the same spaces to go to."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for ship, spaces in self.exits.items():
            groups.setdefault(spaces, []).append(ship)
        for spaces, ships in groups.items():
            yield Way("withdraw", (Field("ships", tuple(ships), many=True), Field("to", spaces)), "ships")

    def _rare(self) -> Iterator[Way]:
        for ship in self.batteries:
            yield Way("hold", (Field("ship", (ship,)),), "ship", rare=True)
        if self.mixed and self.leader:
            yield Way("nation_first", (Field("nation", NATIONS),), rare=True)
        if not self.later:
            yield Way("each_round", rare=True)

    def closed(self) -> Iterator[Way]:
        for reason, names in self.unable.items():
            for order, field in WITHHELD[reason]:
                yield closed(order, field, reason, *names)
        if not (self.mixed and self.leader):
            yield closed("nation_first", "order", "not_leader" if self.mixed else "one_nation", "nation_first")
        if self.later:
            yield closed("each_round", "order", "asked_again", "each_round")

    def conflicts(self, answer: tuple[BattleOrder, ...]) -> Iterator[Problem]:
        yield from self._doubled(answer)
        yield from self._left_behind(answer)
        silent = [order.ship for order in answer if isinstance(order, Hold)]
        for index, order in enumerate(answer):
            if isinstance(order, Fire | FullFire) and order.ship in silent:
                text = Text("She cannot fire and hold her fire.", "射撃と射撃中止は両立しません。")
                yield Problem(f"/{index}/ship", "conflict", text, "14.5")

    def _doubled(self, answer: tuple[BattleOrder, ...]) -> Iterator[Problem]:
        """Everything at most once: the targets of a battery or of the torpedoes of a ship (14.6), the way she
        withdraws.
        """
        seen: list[tuple[str, ...]] = []
        for index, order in enumerate(answer):
            for key in _keys(order):
                if key in seen:
                    text = Text("This has been ordered already.", "すでに命令されています。")
                    yield Problem(f"/{index}", "twice", text, "14.5")
                seen.append(key)

    def _left_behind(self, answer: tuple[BattleOrder, ...]) -> Iterator[Problem]:
        """14.4 All ships withdraw, or none."""
        going = [ship for order in answer if isinstance(order, Withdraw) for ship in order.ships]
        if going and (staying := [ship for ship in self.exits if ship not in going]):
            names = ", ".join(staying)
            yield Problem(
                "", "missing", Text(f"All withdraw or none: {names}.", f"全艦で離脱してください: {names}"), "14.4"
            )

    def limits(self) -> Iterator[Json]:
        for name in ("nation_first", "each_round"):
            yield at_most(1, verb(name))
        for ship, batteries in self.batteries.items():
            hers, fires = holds("ship", ship), either(verb("fire"), verb("full_fire"))
            yield at_most(1, meeting(verb("full_fire"), hers))
            yield at_most(1, meeting(verb("hold"), hers))
            yield not_both(meeting(verb("hold"), hers), meeting(fires, hers))
            for battery in batteries:
                yield at_most(1, meeting(verb("fire"), hers, holds("battery", battery)))
            yield at_most(1, {**meeting(verb("fire"), hers), "not": {"required": ["battery"]}})
        for ship in self.tubes:
            yield at_most(1, meeting(verb("launch"), holds("ship", ship)))
        for ship in self.exits:
            yield at_most(1, lists("ships", ship))
        if len(self.exits) > 1:
            gone = [{"contains": lists("ships", ship)} for ship in self.exits]
            yield {"if": needed(verb("withdraw")), "then": {"allOf": gone}}

    # --- by hand

    def proposals(self) -> tuple[Proposal, ...]:
        """What the doctrine says; to break off; to hold all fire."""
        away = tuple(Withdraw((ship,), spaces[0]) for ship, spaces in self.exits.items() if spaces)
        silent = tuple(Hold(ship) for ship in self.batteries)
        found: dict[tuple[BattleOrder, ...], Text] = {self.default(): BY_DOCTRINE}
        for name, answer in ((BREAK_OFF, away), (HOLD_FIRE, silent)):
            if answer and next(self.problems(answer), None) is None:
                found.setdefault(answer, name)
        return tuple(Proposal(name, self.write(answer)) for answer, name in found.items())

    def outlook(self, draft: Any) -> Outlook:
        told = super().outlook(draft)
        return Outlook((*told.lines, *self._shells(draft), *self._spent_torpedoes(draft)), told.spent)

    def _shells(self, draft: Any) -> Iterator[Line]:
        """14.8, 14.9 What each ship pays if she fires; she does without an order too, unless told to hold her fire, or
        to break off (14.4).
        """
        away = {ship for order in orders_in(draft) for ship in values_in(order, "ships")}
        for ship, magazine in self.magazines.items():
            if ship not in self.batteries or ship in away or _named(draft, "hold", ship) is not None:
                continue
            full = _named(draft, "full_fire", ship) if ship in self.full else None
            cost, where = (magazine.fire, _named(draft, "fire", ship)) if full is None else (magazine.full, full)
            if cost:
                yield _falls(where, ship, AMMUNITION, magazine.ammunition, cost)

    def _spent_torpedoes(self, draft: Any) -> Iterator[Line]:
        """14.10 Without a number, all that she has."""
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
    """The place of the first order of this sort for a ship; None where there is none."""
    for place, order in enumerate(orders_in(draft)):
        if isinstance(order, dict) and order.get("order") == verb_ and order.get("ship") == ship:
            return place
    return None


def _falls(place: int | None, ship: str, what: Text, before: int, by: int) -> Line:
    left = before - by
    text = Text(f"{ship}: {what.en} {before}, then {left}", f"{ship}: {what.ja}{before}→{left}")
    return Line("" if place is None else pointer(place), "spends" if left > 0 else "risk", text)


def _keys(order: BattleOrder) -> list[tuple[str, ...]]:
    """What an order settles."""
    if isinstance(order, Withdraw):
        return [("withdraw", ship) for ship in order.ships]
    if isinstance(order, Fire):
        return [("fire", order.ship, order.battery)]
    if isinstance(order, FullFire | Hold | Launch):
        return [(type(order).__name__, order.ship)]
    return [(type(order).__name__,)]
