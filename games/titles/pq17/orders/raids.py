"""12.7, 13.0d, 12.4 A raid of aircraft on a port or airfield, as an event or a situation allows one."""

from collections.abc import Iterator
from typing import Literal

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.limits import Note, at_most, verb
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Text

Light = Literal["day", "night", ""]


class Raid(Order, frozen=True, tag="raid"):
    """Aircraft attack the ships in a port (`on` is a port) or the aircraft of an airfield, by day or by night if that
    can be chosen.
    """

    on: str
    units: tuple[str, ...]
    light: Light = ""


class RaidForm(Orders[Raid], frozen=True, kw_only=True, dict=True, tag="pq17.raid"):
    """13.0d, 12.7 One raid, or none. `reach` are the air units that come to each port or airfield; `lights` what may be
    chosen (12.7a), nothing where the turn's own light holds.
    """

    order_types = (Raid,)

    reach_of: dict[str, tuple[str, ...]] = {}
    lights: tuple[str, ...] = ()

    def ways(self) -> tuple[Way, ...]:
        found = []
        for target, units in self.reach_of.items():
            if units:
                fields = (Field("on", (target,)), Field("units", units, many=True))
                light = (Field("light", self.lights),) if self.lights else ()
                found.append(Way("raid", (*fields, *light), subject="units"))
        return tuple(found)

    def conflicts(self, answer: tuple[Raid, ...]) -> Iterator[Problem]:
        for index in range(1, len(answer)):
            yield Problem(pointer(index, "order"), "twice", Text("One attack is flown.", "攻撃は1回です。"), "13.0d")

    def limits(self) -> Iterator[Json]:
        yield at_most(1, verb("raid"))

    def notes(self) -> Iterator[Note]:
        yield Note("13.0d", Text("One attack, or none.", "攻撃は1回、見送りも可。"))

    def default(self) -> tuple[Raid, ...]:
        """All that reach the first target."""
        for target, units in self.reach_of.items():
            if units:
                light: Light = "day" if "day" in self.lights else "night" if "night" in self.lights else ""
                return (Raid(target, units, light),)
        return ()

    def is_forced(self) -> bool:
        """The question is known to all, and so it is always asked."""
        return False
