"""12.7, 13.0d, 12.4 A raid of aircraft on a port or airfield, allowed by an event or a situation."""

from collections.abc import Iterator
from typing import Literal

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.text import Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import SchemaNote, at_most, has_verb

Light = Literal["day", "night", ""]


class Raid(Order, frozen=True, tag="raid"):
    """Order for air units to raid the ships in a port, or the aircraft of an airfield.

    `on`: the port or airfield. `light`: day or night, if the player may choose.
    """

    on: str
    units: tuple[str, ...]
    light: Light = ""


class RaidForm(Orders[Raid], frozen=True, kw_only=True, dict=True, tag="pq17.raid"):
    """13.0d, 12.7 The form in which a player orders one raid, or none.

    `reach_of`: by port or airfield, the air units that can reach this target. `lights`: day and night if the player may
    choose (12.7a); empty if the light of the turn applies.
    """

    order_types = (Raid,)

    reach_of: dict[str, tuple[str, ...]] = {}
    lights: tuple[str, ...] = ()

    def templates(self) -> tuple[OrderTemplate, ...]:
        found = []
        for target, units in self.reach_of.items():
            if units:
                fields = (Field("on", (target,)), Field("units", units, many=True))
                light = (Field("light", self.lights),) if self.lights else ()
                found.append(OrderTemplate("raid", (*fields, *light), subject="units"))
        return tuple(found)

    def conflicts(self, answer: tuple[Raid, ...]) -> Iterator[Problem]:
        for index in range(1, len(answer)):
            yield Problem(pointer(index, "order"), "twice", Text("One attack is flown.", "攻撃は1回です。"), "13.0d")

    def schema_limits(self) -> Iterator[Json]:
        yield at_most(1, has_verb("raid"))

    def schema_notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote("13.0d", Text("One attack, or none.", "攻撃は1回、見送りも可。"))

    def default(self) -> tuple[Raid, ...]:
        """Return a raid on the first target with all units that can reach it, by day if that can be chosen."""
        for target, units in self.reach_of.items():
            if units:
                light: Light = "day" if "day" in self.lights else "night" if "night" in self.lights else ""
                return (Raid(target, units, light),)
        return ()

    def is_forced(self) -> bool:
        """Return False: the question is never skipped, because all seats know that it must be asked."""
        return False
