"""The behaviour of units without an order."""

from typing import Literal, NamedTuple

IdleKind = Literal["stays", "holds_course", "holds_fire", "holds_torpedoes", "idle"]


class IdleBehaviour(NamedTuple):
    """The behaviour of a form's units without an order, and the verbs of the orders that change it.

    Without verbs, every order to go somewhere changes it.
    """

    kind: IdleKind = "stays"
    verbs: tuple[str, ...] = ()
