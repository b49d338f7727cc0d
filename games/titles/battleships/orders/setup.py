"""10.6, 10.9 The form before the game, for secret choices: mines and the flagship."""

from collections.abc import Iterator

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, RandomSource
from games.kernel.text import Text
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.schema_rules import SchemaNote, at_most, has_verb
from games.titles.battleships.orders.orders import Flagship, Mine, SetUpOrder


class SetUpForm(Orders[SetUpOrder], frozen=True, kw_only=True, dict=True, tag="battleships.set_up"):
    """The secret choices of a side before the game.

    One of `ships` becomes the flagship (10.9); empty if none is chosen. `mines` is the number of hexes in `waters` that
    the side must mine (10.6).
    """

    order_types = (Flagship, Mine)

    ships: tuple[str, ...] = ()
    waters: tuple[str, ...] = ()
    mines: int = 0

    def templates(self) -> tuple[OrderTemplate, ...]:
        found: list[OrderTemplate] = []
        if self.ships:
            found.append(OrderTemplate("flagship", (Field("ship", self.ships),)))
        if self.mines:
            hexes = Field("hexes", self.waters, many=True, least=self.mines, most=self.mines)
            found.append(OrderTemplate("mine", (hexes,)))
        return tuple(found)

    def conflicts(self, answer: tuple[SetUpOrder, ...]) -> Iterator[Problem]:
        """Yield a problem if the answer has several orders of one kind (flagship or mines), or lacks a kind."""
        for kind, rule, wanted in ((Flagship, "10.9", bool(self.ships)), (Mine, "10.6", bool(self.mines))):
            places = [index for index, order in enumerate(answer) if isinstance(order, kind)]
            for index in places[1:]:
                yield Problem(pointer(index, "order"), "twice", Text("Ordered twice.", "命令が重複しています。"), rule)
            if wanted and not places:
                en = "Name the flagship." if kind is Flagship else f"Lay the {self.mines} mines."
                ja = "旗艦を決めてください。" if kind is Flagship else f"機雷{self.mines}個を敷設してください。"
                yield Problem("", "missing", Text(en, ja), rule)

    def schema_limits(self) -> Iterator[Json]:
        for way in self.cached_templates:
            yield at_most(1, has_verb(way.verb))

    def schema_notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote("10.9", Text("Every order here is given once.", "各命令は1回ずつ必要です。"))

    def default(self) -> tuple[SetUpOrder, ...]:
        """Return the first ship as flagship, and the first hexes of `waters` as mined."""
        found: list[SetUpOrder] = []
        if self.ships:
            found.append(Flagship(self.ships[0]))
        if self.mines:
            found.append(Mine(self.waters[: self.mines]))
        return tuple(found)

    def example(self) -> tuple[SetUpOrder, ...]:
        return self.default()

    def sample(self, pick: RandomSource) -> tuple[SetUpOrder, ...]:
        """Return a random flagship and random mined hexes."""
        found: list[SetUpOrder] = []
        if self.ships:
            found.append(Flagship(self.ships[pick(len(self.ships))]))
        if self.mines:
            left = list(self.waters)
            found.append(Mine(tuple(left.pop(pick(len(left))) for _ in range(self.mines))))
        return tuple(found)
