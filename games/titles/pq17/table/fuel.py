"""11.0 The fuel of a force at sea, on its owner's display."""

from typing import Literal

from msgspec import Struct

FuelState = Literal["full", "low", "critical", "training"]


class Fuel(Struct, frozen=True, omit_defaults=True, gc=False):
    """11.1, 11.2 The turn on which the mark lies, counted from 1 (day 1 AM), and the state: a Warning while
    it is full, a Danger when it is low or out for training; once it is critical the mark says nothing more. `german`:
    the oil is from Kiel or the German box, and takes heavy ships by themselves further (11.4a).
    """

    turn: int
    state: FuelState = "full"
    german: bool = False

    @property
    def is_critical(self) -> bool:
        """11.2.3 Whether nothing is left."""
        return self.state == "critical"
