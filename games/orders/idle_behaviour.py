"""The behaviour of units that get no order."""

from typing import Literal, NamedTuple

IdleKind = Literal["stays", "holds_course", "holds_fire", "holds_torpedoes", "idle"]


class IdleBehaviour(NamedTuple):
    """The behaviour of a form's units that get no order."""

    kind: IdleKind = "stays"
    """What such units do: stay where they are, hold their course, their fire or their torpedoes, or nothing."""
    verbs: tuple[str, ...] = ()
    """The verbs of the orders that change this behaviour; empty if every order with a path does."""
