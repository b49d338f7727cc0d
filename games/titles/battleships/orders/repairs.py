"""8.1, 8.2, 10.7 The repairs that ships try at the end of a turn, and their chances."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from games.kernel.drafts import PreviewLine
from games.kernel.errors import pointer
from games.kernel.odds import Chances, Odds, name_chances, odds_with_means, rounded, split_thousandths
from games.kernel.text import Text
from games.order_editor.order_edits import orders_in, values_in
from games.titles.battleships.orders.chances import NAMES

GUNS, HULL, SIDES = "guns", "hull", 6
SEQUENCES: dict[str, tuple[str, ...]] = {
    "both": (GUNS, HULL),
    "hull_first": (HULL, GUNS),
    "guns": (GUNS,),
    "hull": (HULL,),
    "none": (),
}
"""8.1a For each repair order of an owner, the repairs that a ship tries in a turn, in order."""
_MEANS = Text("Damage control", "応急修理")
_NOTE = Text(
    "Each turn, from the present damage. Each repaired step gives the enemy 1 point, unless the ship is sunk (9.1a).",
    "毎ターン、現在の損害から計算します。修理1ステップごとに、沈没しない限り敵が1点を得ます（9.1a）。",
)


class Damage(Struct, frozen=True, array_like=True, gc=False):
    """8.2 The steps of a ship that can be repaired, of its guns and of its hull.

    `left`: the number of steps that it may still repair in the game.
    """

    guns: int
    hull: int
    left: int
    is_battery: bool = False


class DamageControl(Struct, frozen=True, gc=False):
    """8.1, 10.7 The highest die that repairs a step of each kind, the attempts of a battery, and the damaged ships.

    `guns`, `hull`: the highest die. `battery_tries`: the attempts of a battery in a turn. `ships`: the damage by ship.
    """

    guns: int
    hull: int
    battery_tries: int
    ships: dict[str, Damage]

    def chances_in(self, draft: Any) -> Iterator[PreviewLine]:
        """8.1a Yield a line with the chances of the repairs for each ship that a draft orders to repair."""
        for index, order in enumerate(orders_in(draft)):
            tries = order.get("tries") if isinstance(order, dict) and order.get("order") == "mend" else None
            for name in values_in(order, "ships"):
                odds = self.odds_of(name, tries) if isinstance(tries, str) else None
                if odds is not None:
                    text = Text("{ship}: {odds}", "{ship}：{odds}").format(ship=name, odds=odds_with_means(odds))
                    yield PreviewLine(pointer(index), "free", text, odds)

    def odds_of(self, ship: str, tries: str) -> Odds | None:
        """Return the odds of a ship's repairs in a turn; None if there are no repairs to try.

        `tries`: the ship's repair order, such as "hull_first".
        """
        damage = self.ships.get(ship)
        sequence = sequence_of(tries, self.battery_tries if damage and damage.is_battery else 0)
        if damage is None or not sequence:
            return None
        ways = self._ways(damage, sequence)
        every = sum(ways.values())
        counts = Counter[str]()
        for (guns, hull), count in ways.items():
            counts["guns_and_hull" if guns and hull else GUNS if guns else HULL if hull else "nothing"] += count
        mean = rounded(100 * sum((guns + hull) * count for (guns, hull), count in ways.items()), every)
        shown = [(key, counts[key]) for key in ("guns_and_hull", GUNS, HULL, "nothing") if counts[key]]
        chances = Chances("8.1", split_thousandths(shown), (), (("repaired", mean),))
        return name_chances(chances, _MEANS, NAMES.__getitem__, _NOTE)

    def _ways(self, damage: Damage, sequence: tuple[str, ...]) -> Counter[tuple[int, int]]:
        """8.1, 8.2 Return the number of throws that repair so many steps of guns and of hull."""
        found = Counter({(0, 0): 1})
        for kind in sequence:
            after = Counter[tuple[int, int]]()
            for state, count in found.items():
                for end, faces in self._tried(damage, state, kind):
                    after[end] += count * faces
            found = after
        return found

    def _tried(self, damage: Damage, state: tuple[int, int], kind: str) -> Iterator[tuple[tuple[int, int], int]]:
        """8.2 Yield the results of one attempt, with their numbers of faces."""
        guns, hull = state
        rest = damage.guns - guns if kind == GUNS else damage.hull - hull
        faces = (self.guns if kind == GUNS else self.hull) if rest > 0 and guns + hull < damage.left else 0
        yield (guns + (kind == GUNS), hull + (kind == HULL)), faces
        yield state, SIDES - faces


def sequence_of(tries: str, battery_tries: int = 0) -> tuple[str, ...]:
    """8.1, 8.1a, 10.7a Return the kinds of the repairs of a turn ("guns", "hull"), in order.

    `tries`: the repair order. `battery_tries`: for a battery, which repairs only its guns, its number of attempts; else
    0.
    """
    if battery_tries:
        return (GUNS,) * battery_tries if tries not in (HULL, "none") else ()
    return SEQUENCES.get(tries, ())
