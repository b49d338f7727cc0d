"""11.0 The fuel of a force at sea, on its owner's display."""

from typing import Literal

from msgspec import Struct

FuelState = Literal["full", "low", "critical", "training"]


class Fuel(Struct, frozen=True, omit_defaults=True, gc=False):
    """11.1, 11.2 The turn of the fuel marker, counted from 1 (day 1 AM), and the state of the fuel.

    While the fuel is full, the marker shows the turn of the Warning; while it is Low or the force is in training, the
    turn of the Danger. At Critical it has no meaning. `german`: the oil is from Kiel or the German box, and lasts
    longer for forces that consist of heavy ships (11.4a).
    """

    turn: int
    state: FuelState = "full"
    german: bool = False

    @property
    def is_critical(self) -> bool:
        """11.2.3 True if no fuel is left."""
        return self.state == "critical"
