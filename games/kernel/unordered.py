"""What whoever has no order does."""

from typing import Literal, NamedTuple

Manner = Literal["stays", "holds_course", "holds_fire", "holds_torpedoes"]


class Unordered(NamedTuple):
    """What whoever of a form may be named does without an order, and the verbs of the orders by which he does not; none
    where whoever is told to go somewhere does not.
    """

    manner: Manner = "stays"
    verbs: tuple[str, ...] = ()
