"""14.4–14.10 The form of a battle: where to withdraw, whom to fire at, and at what cost."""

from collections.abc import Iterator

from games.kernel.errors import Problem
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
from games.titles.goeben.orders.withheld import closed

NATIONS = ("german", "austrian")
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
    (14.9), `tubes` the torpedoes of each, and `in_reach` whom they may be launched at with any dice (14.6.1). `exits`
    are the spaces to which each may withdraw (14.4), empty where that is impossible; the whole force goes or stays as
    its senior officer, the `leader`, says. `mixed`: ships of both nations fight, and he says who fires first (20.0.2).
    `intended` is what the doctrine would do. `unable` are the ships and spaces that an order cannot name, by the
    reason (`games.titles.goeben.orders.withheld`).
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

    def ways(self) -> tuple[Way, ...]:
        return tuple(self._ways())

    def _ways(self) -> Iterator[Way]:
        yield from self._withdrawals()
        for ship, batteries in self.batteries.items():
            fields = (Field("ship", (ship,)), Field("at", self.foes, many=True, ordered=True))
            yield Way("fire", (*fields, Field("battery", batteries, required=False)))
            if ship in self.full:
                yield Way("full_fire", (Field("ship", (ship,)),))
            yield Way("hold", (Field("ship", (ship,)),))
        for ship, tubes in self.tubes.items():
            counts = tuple(str(count) for count in range(1, tubes + 1))
            fields = (Field("ship", (ship,)), Field("at", self.in_reach.get(ship, ()), many=True, ordered=True))
            yield Way("launch", (*fields, Field("count", counts, required=False)))
        if self.mixed and self.leader:
            yield Way("nation_first", (Field("nation", NATIONS),))
        if not self.later:
            yield Way("each_round")

    def _withdrawals(self) -> Iterator[Way]:
        """14.4 One way for all ships that have the same spaces to go to."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for ship, spaces in self.exits.items():
            groups.setdefault(spaces, []).append(ship)
        for spaces, ships in groups.items():
            yield Way("withdraw", (Field("ships", tuple(ships), many=True), Field("to", spaces)))

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

    def default(self) -> tuple[BattleOrder, ...]:
        return self.intended

    def example(self) -> tuple[BattleOrder, ...]:
        return self.intended or super().example()


def _keys(order: BattleOrder) -> list[tuple[str, ...]]:
    """What an order settles."""
    if isinstance(order, Withdraw):
        return [("withdraw", ship) for ship in order.ships]
    if isinstance(order, Fire):
        return [("fire", order.ship, order.battery)]
    if isinstance(order, FullFire | Hold | Launch):
        return [(type(order).__name__, order.ship)]
    return [(type(order).__name__,)]
