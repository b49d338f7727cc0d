"""11.0 The fuel marker of a force at sea. It lies on the force's display, which only the owner of the force sees."""

from typing import Literal

from msgspec import Struct

FuelState = Literal["full", "low", "critical", "training"]


class Fuel(Struct, frozen=True, omit_defaults=True, gc=False):
    """11.1, 11.2 The fuel marker of a force: its turn, counted from 1 (day 1 AM), and the state of the fuel.

    In the state "full", `turn` is the turn of the Warning marker, on which the fuel becomes Low. In the states "low"
    and "training", it is the turn of the Danger marker, on which the fuel becomes Critical. In the state "critical",
    `turn` has no meaning. `german`: True if the oil is from Kiel or the German box; it lasts longer for forces that
    consist of heavy ships (11.4a).
    """

    turn: int
    state: FuelState = "full"
    german: bool = False

    @property
    def is_critical(self) -> bool:
        """11.2.3 True if the fuel is Critical: none is left."""
        return self.state == "critical"
