"""10.6, 10.9 The form before the game: mines and the flagship, both in secret."""

from collections.abc import Iterator

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, Pick
from games.kernel.limits import Note, at_most, verb
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Text
from games.titles.battleships.orders.orders import Flagship, Mine, SetUpOrder


class SetUpForm(Orders[SetUpOrder], frozen=True, kw_only=True, dict=True, tag="battleships.set_up"):
    """`ships` of which one is the flagship (10.9), `waters` that may be mined and the `mines` that there are (10.6)."""

    order_types = (Flagship, Mine)

    ships: tuple[str, ...] = ()
    waters: tuple[str, ...] = ()
    mines: int = 0

    def ways(self) -> tuple[Way, ...]:
        found: list[Way] = []
        if self.ships:
            found.append(Way("flagship", (Field("ship", self.ships),)))
        if self.mines:
            hexes = Field("hexes", self.waters, many=True, least=self.mines, most=self.mines)
            found.append(Way("mine", (hexes,)))
        return tuple(found)

    def conflicts(self, answer: tuple[SetUpOrder, ...]) -> Iterator[Problem]:
        """Each order once, and both where there is something to order."""
        for kind, rule, wanted in ((Flagship, "10.9", bool(self.ships)), (Mine, "10.6", bool(self.mines))):
            places = [index for index, order in enumerate(answer) if isinstance(order, kind)]
            for index in places[1:]:
                yield Problem(pointer(index, "order"), "twice", Text("Ordered twice.", "命令が重複しています。"), rule)
            if wanted and not places:
                en = "Name the flagship." if kind is Flagship else f"Lay the {self.mines} mines."
                ja = "旗艦を決めてください。" if kind is Flagship else f"機雷{self.mines}個を敷設してください。"
                yield Problem("", "missing", Text(en, ja), rule)

    def limits(self) -> Iterator[Json]:
        for way in self.listed:
            yield at_most(1, verb(way.verb))

    def notes(self) -> Iterator[Note]:
        yield Note("10.9", Text("Every order here is given once.", "各命令は1回ずつ必要です。"))

    def default(self) -> tuple[SetUpOrder, ...]:
        """The first ship, and the first hexes."""
        found: list[SetUpOrder] = []
        if self.ships:
            found.append(Flagship(self.ships[0]))
        if self.mines:
            found.append(Mine(self.waters[: self.mines]))
        return tuple(found)

    def example(self) -> tuple[SetUpOrder, ...]:
        return self.default()

    def sample(self, pick: Pick) -> tuple[SetUpOrder, ...]:
        """Any flagship, any hexes."""
        found: list[SetUpOrder] = []
        if self.ships:
            found.append(Flagship(self.ships[pick(len(self.ships))]))
        if self.mines:
            left = list(self.waters)
            found.append(Mine(tuple(left.pop(pick(len(left))) for _ in range(self.mines))))
        return tuple(found)
